"""How fast kernels play at random, beside OpenSpiel's own bots on the same machine, as ratios.

    python bench/fast.py [--seconds 30] [--games elfer,auslosen] [--players 4] [--json FILE]

One thread, time of the processor, the sides take turns. Counted are decisions, real choices (among more than one
action) and games; where all that is seen is written down, decisions alone. See bench/README.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import observed
from engine import HINT, WIDTH, nearest
from peers import decisions_of
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

import elfer
from elfer import fast
from elfer.fast.kernels import with_kernels

PORTION = 20_000
"""Rounds of ours that are played at once."""
EIGHTS = "OpenSpiel crazy_eights (C++ bots)"
EIGHTS_ROUNDS = 200
TARGETS = {"elfer": 30.0, "master": 10.0, "hawaiki": 5.0, "brettspiel": 5.0}
OTHERS = 20.0
OBSERVED = 5.0
"""How many times as fast a side should be that also writes down what is seen."""
Counts = tuple[int, int, int]
"""Decisions, real choices, games."""


@dataclass
class Side:
    """One that takes turns with the others."""

    name: str
    play: Callable[[], Any]
    """Plays a number of rounds; this is timed."""
    count: Callable[[Any], Counts]
    """What they were; this is not."""
    wanted: float = 0.0
    """How many times as many decisions as the peer's it should make."""
    counts: list[int] = field(default_factory=lambda: [0, 0, 0])
    seconds: float = 0.0

    def turn(self) -> None:
        """Play once, and count it."""
        start = process_time()
        played = self.play()
        took = process_time() - start
        self.seconds += took
        counts = self.count(played)
        self.counts = [total + one for total, one in zip(self.counts, counts, strict=True)]

    @property
    def rates(self) -> list[float]:
        """By second: decisions, real choices, games."""
        return [total / self.seconds for total in self.counts]


def setup_of(name: str, players: int) -> elfer.Setup:
    """A table of a game with so many players, or as near to that as can be."""
    return elfer.Setup.choose(name, nearest(elfer.all_games()[name].seats, players))


def our_side(name: str, players: int) -> Side:
    """A kernel with default options."""
    setup = setup_of(name, players)
    kernel, seeds = fast.Kernel(setup), iter(range(1 << 60))

    def play() -> fast.Tally:
        return fast.simulate(kernel, PORTION, seed=next(seeds))

    def count(tally: fast.Tally) -> Counts:
        return tally.decisions, tally.choices, tally.rounds

    return Side(f"{name} ({setup.players} players)", play, count, TARGETS.get(name, OTHERS))


def our_observed(name: str, players: int) -> list[Side]:
    """The same with all that is seen, if the kernel tells it."""
    setup = setup_of(name, players)
    told = hasattr(fast.Kernel(setup).module, "observed")
    return [Side(*observed.ours(setup), OBSERVED)] if told else []


def their_side(rng: Random) -> Side:
    """The peer that is fastest: rounds of crazy eights with four players, wholly in C++."""
    import pyspiel

    game = pyspiel.load_game("crazy_eights(players=4)")
    bots = [pyspiel.make_uniform_random_bot(player, rng.randrange(1 << 31)) for player in range(4)]

    def play() -> list[Any]:
        states = [game.new_initial_state() for _ in range(EIGHTS_ROUNDS)]
        for state in states:
            pyspiel.evaluate_bots(state, bots, rng.randrange(1 << 31))
        return states

    return Side(EIGHTS, play, lambda states: (sum(map(decisions_of, states)), choices_of(game, states), len(states)))


def choices_of(game: Any, states: Sequence[Any]) -> int:
    """How many decisions were among more than one action: looked at in one round of each turn."""
    state, real = game.new_initial_state(), 0
    for step in states[0].full_history():
        real += step.player >= 0 and len(state.legal_actions()) > 1
        state.apply_action(step.action)
    return real * len(states)


def measure(sides: Sequence[Side], seconds: float) -> None:
    """Let all take turns until the time is used up, after one that does not count: there kernels are compiled."""
    for side in sides:
        side.play()
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
    for what in ("decisions/s", "choices/s", "games/s"):
        out.add_column(what, justify="right")
        out.add_column("×", justify="right")
    for side in sides:
        others = peer.rates if peer else [0.0] * 3
        cells = [
            (f"{rate:,.0f}" if rate else "–", _times(rate, other))
            for rate, other in zip(side.rates, others, strict=True)
        ]
        out.add_row(side.name, *(text for cell in cells for text in cell))
    return out


def _times(rate: float, other: float) -> str:
    if not rate or not other:
        return "–"
    return f"{rate / other:.1f}" if rate >= other else f"{rate / other:.3f}"


def verdicts(sides: Sequence[Side], peer: Side) -> list[str]:
    """For each game, whether it plays as many times as many decisions as it should."""
    out = []
    for side in sides:
        if side.wanted:
            found = side.rates[0] / peer.rates[0]
            said = "reached" if found >= side.wanted else "not reached"
            out.append(f"Target: {side.name} at least {side.wanted:g} × {peer.name}: {said} ({found:.1f})")
    return out


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Random play of kernels, beside OpenSpiel's C++ bots.")
    parser.add_argument("--seconds", type=float, default=30, help="how long to measure (30)")
    parser.add_argument("--games", help="ids of games, with commas between (all that have kernels)")
    parser.add_argument("--players", type=int, default=4, help="at our tables, or the nearest number allowed (4)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the result there")
    chosen = parser.parse_args(arguments)
    known = with_kernels()
    chosen.games = chosen.games.split(",") if chosen.games else known
    if unknown := [name for name in chosen.games if name not in known]:
        parser.error(f"no kernel for: {', '.join(unknown)}; there are {', '.join(known)}")
    return chosen


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = parse(arguments)
    sides = [our_side(name, chosen.players) for name in chosen.games]
    sides += [side for name in chosen.games for side in our_observed(name, chosen.players)]
    try:
        peer = their_side(Random(11))
        sides.append(peer)
    except ImportError:
        peer = None
    sides += [Side(*side) for side in observed.theirs(Random(13))]
    measure(sides, chosen.seconds)
    console = Console() if Console().is_terminal else Console(width=WIDTH)
    console.print(table(sides, peer))
    for line in verdicts(sides, peer) if peer else [f"OpenSpiel: {HINT}"]:
        console.print(line, markup=False)
    if chosen.json:
        rates = {side.name: dict(zip(("decisions", "choices", "games"), side.rates, strict=True)) for side in sides}
        chosen.json.write_text(json.dumps(rates, indent=1, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
