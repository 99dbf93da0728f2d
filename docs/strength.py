"""Writes docs/strength.md: how well each level plays each game, at the fewest players and at four.

python docs/strength.py [--boards 200] [--search-boards 60] [--games elfer,master] [--jobs 2]

What is played is kept in build/strength, so whoever is interrupted goes on where they were. With --games only those
are played again; the other lines stay as they are.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from os import cpu_count
from pathlib import Path

from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from elfer.arena.figures import Figure
from elfer.arena.run import Goal, run
from elfer.arena.tournament import Tournament
from elfer.arena.workers import Workers, workers
from elfer.bots import Level, sheet_of
from elfer.bots.plan import plan
from elfer.match.registry import games
from elfer.match.setup import Setup

PAGE = Path(__file__).with_name("strength.md")
KEPT = Path(__file__).parent.parent / "build" / "strength"
FOUR = 4
HEAD = """# How strong the bots are

The table is made by `python docs/strength.py`. Each figure is the share of rounds that one player wins, in per
cent, alone against a table of the other (“normal : random”): chance is 50 with two players, 33 with three, 25
with four. Every deal is played with the players on all seats, and the 95 % interval follows from how much the
deals differ. Seeds are fixed: whoever plays the same boards gets the same figures.

`greedy` does whatever brings most points at once. A dash means that there is nothing to compare: the level has no
plan of its own in this game, and plays like the one below it. In a game of luck even `normal` against `random` stays
at chance.

Whoever looks ahead looks farther where kernels are compiled (`python -m elfer.fast`), and the bots change: a line
is as old as when it was last played, which the history of this page tells, and a dash may be older than a level.
What was measured with kernels stands below.

| game | players | normal : random | normal : greedy | normal : easy | hard : normal | champion : hard | |
|---|--:|--:|--:|--:|--:|--:|---|
"""


BY_HAND = "\n## With kernels, and against others\n"
"""From here on the page is written by hand, and stays as it is."""


class Pair(Struct, frozen=True):
    """One player alone against a table of another."""

    one: str
    other: str


PAIRS = (
    Pair("normal", "random"),
    Pair("normal", "greedy"),
    Pair("normal", "easy"),
    Pair("hard", "normal"),
    Pair("champion", "hard"),
)


class Effort(Struct, frozen=True):
    """How many boards are played, without and with players who look ahead."""

    plain: int
    search: int


def main() -> int:
    args = _flags().parse_args()
    wanted = args.games.split(",") if args.games else sorted(games())
    lines, by_hand = dict(_written()), _by_hand()
    upside_down = []
    with workers(args.jobs) as hands, _progress() as progress:
        task = progress.add_task("", total=sum(1 for _ in _tables(wanted)))
        for setup in _tables(wanted):
            progress.update(task, description=setup.code)
            figures = [_figure(setup, pair, Effort(args.boards, args.search_boards), hands) for pair in PAIRS]
            lines[setup.name, setup.players] = _line(setup, figures)
            upside_down += _upside_down(setup, figures)
            PAGE.write_text(HEAD + "".join(lines[key] for key in sorted(lines)) + by_hand, "utf-8")
            progress.advance(task)
    for inverted in upside_down:
        print(inverted, file=sys.stderr)
    return 1 if upside_down else 0


def _flags() -> argparse.ArgumentParser:
    flags = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    flags.add_argument("--boards", type=int, default=200)
    flags.add_argument("--search-boards", type=int, default=60)
    flags.add_argument("--games", help="only these, with commas between them")
    flags.add_argument("--jobs", type=int, default=cpu_count() or 1)
    return flags


def _progress() -> Progress:
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    return Progress(*columns, console=Console(stderr=True))


def _tables(wanted: Sequence[str]) -> Iterator[Setup]:
    """The games at the fewest players, and at four."""
    for name in wanted:
        seats = games()[name].seats
        for players in sorted({seats[0], FOUR} & {*seats}):
            yield Setup.choose(name, players)


def _figure(setup: Setup, pair: Pair, effort: Effort, hands: Workers) -> Figure | None:
    """How often the one wins against a table of the other; nothing if both play the same way."""
    if _same(setup, pair):
        return None
    boards = effort.search if any(_looks_ahead(setup, name) for name in (pair.one, pair.other)) else effort.plain
    KEPT.mkdir(parents=True, exist_ok=True)
    into = KEPT / f"{setup.name}-{setup.players}-{pair.one}-{pair.other}.jsonl"
    tournament = Tournament(setup, (pair.one, pair.other), "strength", "first")
    return run(tournament, Goal(boards), hands, into).pairings[0].win


def _same(setup: Setup, pair: Pair) -> bool:
    if pair.other in ("random", "greedy"):
        return False
    how, players = plan(setup.game), setup.players
    if setup.game.has_windows and pair.other == Level.EASY.value:
        return False  # it is slower in quick moments
    return sheet_of(how, Level(pair.one), players) == sheet_of(how, Level(pair.other), players)


def _looks_ahead(setup: Setup, name: str) -> bool:
    if name in ("random", "greedy"):
        return False
    return sheet_of(plan(setup.game), Level(name), setup.players).search is not None


def _line(setup: Setup, figures: Sequence[Figure | None]) -> str:
    luck = "luck" if (against := figures[0]) and against.low <= 1 / setup.players <= against.high else ""
    told = " | ".join("–" if f is None else f"{100 * f.mean:.1f} ± {100 * (f.error or 0):.1f}" for f in figures)
    return f"| {setup.name} | {setup.players} | {told} | {luck} |\n"


def _upside_down(setup: Setup, figures: Sequence[Figure | None]) -> list[str]:
    """Pairs in which the better level is clearly the worse one."""
    chance = 1 / setup.players
    return [
        f"{setup.name} with {setup.players}: {pair.one} against {pair.other} wins only {100 * figure.mean:.1f} %"
        for pair, figure in zip(PAIRS, figures, strict=True)
        if figure is not None and figure.high < chance
    ]


def _by_hand() -> str:
    """What stands below the table."""
    _, heading, below = (PAGE.read_text("utf-8") if PAGE.exists() else "").partition(BY_HAND)
    return heading + below


def _written() -> Iterator[tuple[tuple[str, int], str]]:
    """The lines that the page has already."""
    text = PAGE.read_text("utf-8") if PAGE.exists() else ""
    for line in text.splitlines(keepends=True):
        if (found := re.match(r"\| ([a-z0-9-]+) \| (\d+) \|", line)) is not None:
            yield (found[1], int(found[2])), line


if __name__ == "__main__":
    sys.exit(main())
