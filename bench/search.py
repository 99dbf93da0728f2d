"""How many rounds a second are played on to their end in looking ahead, beside OpenSpiel's search on its own game.

    python bench/search.py [--seconds 30] [--games elfer.2,master.2] [--json FILE]

A simulation is one guess at what is hidden, played to its end after one action. Ours are played on by the plan
of the game's bot, on all seats, and in the row games also at random; those of ISMCTS, written in C++, at random
on hearts. Both look from the first decision of a round, one thread, time of the processor, the sides take
turns; see bench/README.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import msgspec
from engine import HINT, WIDTH
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

import elfer
from elfer.bots import Level, ranked, sheet_of
from elfer.bots.plan import plan
from elfer.bots.search import LONGEST
from elfer.fast.ahead import Ahead, kernel_ahead, prepare
from elfer.fast.kernels import NoKernel, kernel_of
from elfer.games.rows import kernel as rows
from elfer.table.guess import guess
from elfer.table.seed import Quick, seed_from

GUESSES = 256
"""For each decision of ours, each played on for every action that is compared."""
COMPARED = 6
THEIR_SIMULATIONS = 1000
EXPLORING = 2.0
HEARTS = "OpenSpiel ISMCTS on hearts (C++)"
TARGET = 10.0


@dataclass
class Side:
    """One that takes turns with the others."""

    name: str
    look: Callable[[], Callable[[], int]]
    """The next decision, looked ahead from when it is called: that is timed, and gives the number of simulations."""
    simulations: int = 0
    seconds: float = 0.0

    def turn(self) -> None:
        """Look ahead once, and count it."""
        search = self.look()
        start = process_time()
        self.simulations += search()
        self.seconds += process_time() - start

    @property
    def rate(self) -> float:
        """Simulations a second."""
        return self.simulations / self.seconds


def our_side(code: str, by_plan: bool = True) -> Side:
    """First decisions at this table; if not by the plan, rounds are played on at random."""
    game, numbers = elfer.Setup.read(code).game, iter(range(1 << 60))
    kernel, how = kernel_ahead(game), plan(game)
    if kernel is None:
        raise NoKernel(f"{code} has no kernel that looks ahead")
    weights = how.weights(sheet_of(how, Level.NORMAL, game.players).weights)
    counts, in_order = msgspec.structs.astuple(weights) if by_plan else None, ranked(how, weights)

    def look() -> Callable[[], int]:
        number = next(numbers)
        state, luck = first_decision(game, number), Quick(number)
        seat = game.to_act(state)[0]
        actions = [game.actions.numbers[action] for action in in_order(game, state, seat)[:COMPARED]]
        ahead = Ahead(kernel, counts, guess(game, state, seat, luck), seat, actions, number + 1)

        def search() -> int:
            results = ahead.results(GUESSES, range(len(actions)), 0.0)
            return sum(map(len, results))

        return search

    return Side(code if by_plan else f"{code}, at random", look)


def first_decision(game: Any, number: int) -> Any:
    """The first moment of a deal in which there is a choice."""
    state = game.deal(seed_from(f"search {number}"))
    for _ in range(LONGEST):
        seat = game.to_act(state)[0]
        legal = game.legal(state, seat)
        if len(legal) > 1:
            return state
        state = game.step(state, seat, legal[0])
    raise AssertionError("a round without a choice")


def their_side(rng: Random) -> Side:
    """Hearts with its default parameters."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    most = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    exploring = EXPLORING * (game.max_utility() - game.min_utility())
    evaluator = pyspiel.RandomRolloutEvaluator(1, rng.randrange(1 << 31))
    bot = pyspiel.ISMCTSBot(rng.randrange(1 << 31), evaluator, exploring, THEIR_SIMULATIONS, -1, most, False, False)

    def look() -> Callable[[], int]:
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))

        def search() -> int:
            bot.step(state)
            return THEIR_SIMULATIONS

        return search

    return Side(HEARTS, look)


def measure(sides: Sequence[Side], seconds: float) -> None:
    """Let all take turns until the time is used up, after one that does not count: there kernels are compiled."""
    for side in sides:
        side.look()()
    start = perf_counter()
    while True:
        for side in sides:
            side.turn()
        if perf_counter() - start >= seconds:
            return


def table(sides: Sequence[Side], peer: Side | None) -> Table:
    """The result, for people."""
    out = Table(box=SIMPLE)
    out.add_column("side")
    for what in ("simulations/s", "×"):
        out.add_column(what, justify="right")
    for side in sides:
        out.add_row(side.name, f"{side.rate:,.0f}", f"{side.rate / peer.rate:.1f}" if peer else "–")
    return out


def verdicts(sides: Sequence[Side], peer: Side) -> Iterator[str]:
    """For each of our tables, whether as many times as many are played on as should be."""
    for side in sides:
        if side is not peer:
            found = side.rate / peer.rate
            said = "reached" if found >= TARGET else "not reached"
            yield f"Target: {side.name} at least {TARGET:g} × {peer.name}: {said} ({found:.1f})"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Looking ahead by kernels, beside OpenSpiel's ISMCTS.")
    parser.add_argument("--seconds", type=float, default=30, help="how long to measure (30)")
    parser.add_argument("--games", default="elfer.2,elfer.4,master.2,master.4", help="table codes, with commas")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the result there")
    chosen = parser.parse_args(arguments)
    codes = chosen.games.split(",")
    prepare(codes)
    sides = [our_side(code) for code in codes]
    sides += [our_side(code, by_plan=False) for code in codes if kernel_of(elfer.Setup.read(code).game) is rows]
    try:
        peer = their_side(Random(11))
        sides.append(peer)
    except ImportError:
        peer = None
    measure(sides, chosen.seconds)
    console = Console() if Console().is_terminal else Console(width=WIDTH)
    console.print(table(sides, peer))
    for line in verdicts(sides, peer) if peer else [f"OpenSpiel: {HINT}"]:
        console.print(line, markup=False)
    if chosen.json:
        chosen.json.write_text(json.dumps({side.name: side.rate for side in sides}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
