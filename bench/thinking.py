"""How long bots think before they act, in every game at the fewest players and at four.

    python bench/thinking.py [--level hard] [--tables elfer.2,master.4] [--decisions 400] [--engine] [--json FILE]

Whole rounds are played, all seats by bots of that level, in one thread. A decision is asked for where there is a
choice; guessing what the seat does not know is part of it. Seconds of the processor, so that what else the machine
does counts little. Kernels are compiled first where Numba is installed; `--engine` goes without them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from statistics import fmean, quantiles
from time import process_time
from typing import Any

import msgspec
from msgspec import Struct
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from elfer.arena.players import Seated
from elfer.arena.rounds import play
from elfer.bots import Level, player, sheet_of
from elfer.bots.plan import plan
from elfer.fast.ahead import engine_only, prepare, ready
from elfer.match.registry import games
from elfer.match.setup import Setup
from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.seed import Chance, seed_from

FOUR = 4


class Thinking(Struct):
    """How long the decisions at one table took."""

    table: str
    level: str
    kernel: bool
    """Whether it looked ahead for them."""
    seconds: list[float]

    @property
    def row(self) -> tuple[str, ...]:
        """As it is told, in milliseconds."""
        ms = sorted(1000 * each for each in self.seconds)
        hundredth = quantiles(ms, n=100, method="inclusive")[-1]
        figures = (f"{each:,.1f}" for each in (fmean(ms), hundredth, ms[-1]))
        return self.table, "yes" if self.kernel else "", f"{len(ms):,}", *figures


class Timed(Seated, frozen=True, kw_only=True):
    """A bot whose decisions are timed."""

    seconds: list[float]

    def decides(self, game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
        start = process_time()
        action = super().decides(game, state, seat, chance)
        if game.allowed(state, seat).bit_count() > 1:
            self.seconds.append(process_time() - start)
        return action


def thinking(setup: Setup, level: Level, decisions: int) -> Thinking:
    """Play until there are so many decisions."""
    game = setup.game
    bot = Timed(level.value, player(game, level), seconds=[])
    number = 0
    while len(bot.seconds) < decisions:
        play(game, seed_from(f"thinking {number}"), [bot] * game.players)
        number += 1
    search = sheet_of(plan(game), level, game.players).search
    by_kernel = bool(search and search.fast and ready(game))
    return Thinking(setup.code, level.value, by_kernel, bot.seconds)


def tables(codes: str | None) -> Iterator[Setup]:
    """Those that are named, or every game at the fewest players and at four."""
    if codes:
        yield from map(Setup.read, codes.split(","))
        return
    for name, kind in sorted(games().items()):
        for players in sorted({kind.seats[0], FOUR} & {*kind.seats}):
            yield Setup.choose(name, players)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How long bots think before they act.")
    parser.add_argument(
        "--level", type=Level, default=Level.HARD, help="easy, normal, hard (the default) or champion"
    )
    parser.add_argument(
        "--tables", help="codes of tables, with commas (every game at the fewest players and at four)"
    )
    parser.add_argument("--decisions", type=int, default=400, help="so many at each table, or a few more (400)")
    parser.add_argument("--engine", action="store_true", help="without kernels")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all figures there")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = parse(arguments)
    table = Table("table", "kernel", box=SIMPLE)
    for name in ("decisions", "mean, ms", "slowest hundredth", "slowest"):
        table.add_column(name, justify="right")
    if not chosen.engine:
        prepare()
    found = []
    with engine_only() if chosen.engine else nullcontext():
        for setup in tables(chosen.tables):
            print(f"{setup.code} …", file=sys.stderr, flush=True)
            found.append(thinking(setup, chosen.level, chosen.decisions))
            table.add_row(*found[-1].row)
    Console(width=100).print(table)
    if chosen.json:
        chosen.json.write_bytes(msgspec.json.encode(found) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
