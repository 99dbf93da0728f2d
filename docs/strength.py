"""Writes docs/strength.md: how well each level plays each game, at the fewest players and at four.

python docs/strength.py [--parts levels,engine,heuristic] [--games elfer,master] [--effort 1.0] [--jobs 2]

What is played is kept in build/strength by board, so whoever is interrupted goes on where they were, and what was
played on another machine can be copied there. What another version of the program played is played anew; `--kept`
plays nothing. What all boards of a line come to is written down in docs/strength.jsonl, from which the page is made:
who plays one game anew need not play the others. The parts:

    levels     each level against those below it; kernels are compiled first where Numba is installed
    engine     the same without kernels, where they make a difference
    heuristic  elfer against a tuned linear heuristic (bench/heuristic.py)
    earlier    against the bots of another checkout (bench/earlier.py says how): only if ELFER_EARLIER names one
    openspiel  against OpenSpiel's ISMCTS (bench/ismcts.py): only if it is asked for, since it takes hours
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from os import cpu_count
from pathlib import Path

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from elfer.arena.figures import Figure
from elfer.arena.run import Contest, Goal, header, run_all
from elfer.arena.standings import wins
from elfer.arena.tournament import Board, Tournament
from elfer.arena.workers import workers
from elfer.bots import Level, sheet_of
from elfer.bots.plan import Sheet, plan
from elfer.fast.ahead import engine_only, kernel_ahead, prepare
from elfer.fast.compiling import NotInstalled, needed
from elfer.match.registry import games
from elfer.match.setup import Setup

HERE = Path(__file__).parent
PAGE, FOUND, KEPT, BENCH = (
    HERE / "strength.md",
    HERE / "strength.jsonl",
    HERE.parent / "build" / "strength",
    HERE.parent / "bench",
)
FOUR = 4
BY_KERNEL = "ᵏ"
LEVELS, ENGINE, HEURISTIC, EARLIER, OPENSPIEL = PARTS = ("levels", "engine", "heuristic", "earlier", "openspiel")
HEAD = """# How strong the bots are

This page is made by `python docs/strength.py`, which also says what it needs. Each figure is the share of rounds
that one player wins, in per cent, alone against a table of the other (“normal : random”): chance is 50 with two
players, 33 with three, 25 with four. Every deal is played with the players on all seats, and the 95 % interval
follows from how much the deals differ. Seeds are fixed: whoever plays the same boards gets the same figures, but for
champions, who watch the clock.

`greedy` does whatever brings most points at once. A dash means that there is nothing to compare: the level has no
plan of its own in this game, and plays like the one below it. ᵏ: somebody looks ahead by a compiled kernel
([fast.md](fast.md)). In a game of luck even `normal` against `random` stays at chance.

"""
HEADING = """| game | players | %s | |
|---|--:|%s---|
"""
LINES = """
| table | who | against | wins in % | chance | boards |
|---|---|---|--:|--:|--:|
"""
BELOW = {
    ENGINE: """
## Without kernels

Where nothing is compiled, whoever looks ahead does so on the engine, less far, or not at all:
""",
    HEURISTIC: """
## Against a tuned heuristic

`H` is a linear heuristic of five numbers, tuned by cross-entropy, that lays one card a turn (`bench/heuristic.py`):
""",
    EARLIER: """
## Against earlier bots

Those of commit e980ea8, which are greedy for points in `master` (`bench/earlier.py`):
""",
    OPENSPIEL: """
## Against OpenSpiel's search

Its search for hidden information (ISMCTS) with 1,000 simulations a decision; `bench/ismcts.py` tells what each takes:
""",
}
"""What stands above the lines of each part."""


class Pair(Struct, frozen=True):
    """One player alone against a table of another."""

    one: str
    other: str


PAIRS = (
    Pair("normal", "random"),
    Pair("normal", "greedy"),
    Pair("normal", "easy"),
    Pair("hard", "normal"),
    Pair("champion", "normal"),
    Pair("champion", "hard"),
)
TABLES = {
    HEURISTIC: [
        *(("elfer.2", Pair(who, "heuristic:H")) for who in ("random", "greedy", "normal", "hard", "champion")),
        *(("elfer.4", Pair(who, "heuristic:H")) for who in ("random", "greedy", "normal", "hard", "champion")),
    ],
    EARLIER: [
        *((table, Pair("normal", "earlier:simple")) for table in ("falscher-anfang.2", "falscher-anfang.4")),
        *((table, Pair("normal", "earlier:simple")) for table in ("master.2", "master.4")),
        ("hawaiki.2", Pair("hard", "earlier:simple")),
    ],
    OPENSPIEL: [(table, Pair("champion", "ismcts:thousand")) for table in ("elfer.2", "master.2")],
}
"""Who else is played against, and where."""
BOARDS = {LEVELS: 500, ENGINE: 500, HEURISTIC: 2000, EARLIER: 200, OPENSPIEL: 60}
"""How many boards are played at most; in some parts other numbers, if somebody looks ahead:"""
BY_HARD, BY_CHAMPION, ON_ENGINE = 600, 100, 40
AGAINST_H = 800
SURE = {LEVELS: 0.1, ENGINE: 0.1, HEURISTIC: 0.06, EARLIER: 0.1, OPENSPIEL: 0.1}
"""Fewer are enough where the figure is as sure as that: half its interval is no wider than this part of chance."""


class Line(Struct, frozen=True):
    """A pair at a table."""

    part: str
    setup: Setup
    pair: Pair

    @property
    def sheets(self) -> list[Sheet]:
        """How the two play, if they are levels."""
        named = [level for name in (self.pair.one, self.pair.other) for level in Level if level.value == name]
        sheets = [sheet_of(plan(self.setup.game), level, self.setup.players) for level in named]
        return [_without_kernel(sheet) for sheet in sheets] if self.part == ENGINE else sheets

    @property
    def looks_ahead(self) -> bool:
        """Whether one of them does."""
        return any(sheet.search for sheet in self.sheets)

    @property
    def by_kernel(self) -> bool:
        """Whether one of them does so by a kernel."""
        fast = any(sheet.search and sheet.search.fast for sheet in self.sheets)
        return fast and self.part != ENGINE and kernel_ahead(self.setup.game) is not None

    @property
    def same(self) -> bool:
        """Whether both play the same way."""
        slower = self.setup.game.has_windows and self.pair.other == Level.EASY.value  # in quick moments
        below = self.pair == Pair("champion", "normal") and self._as_hard
        return below or (len(self.sheets) == 2 and self.sheets[0] == self.sheets[1] and not slower)

    @property
    def _as_hard(self) -> bool:
        return Line(self.part, self.setup, Pair("champion", "hard")).same

    @property
    def boards(self) -> int:
        """How many are played at most."""
        if self.part in (EARLIER, OPENSPIEL) or not self.looks_ahead:
            return BOARDS[self.part]
        if not self.by_kernel:
            return ON_ENGINE
        if self.part == HEURISTIC:
            return AGAINST_H
        return BY_CHAMPION if self.pair.one == Level.CHAMPION.value else BY_HARD

    def contest(self, effort: float = 1.0) -> Contest:
        """What is played, and where it is kept."""
        tournament = Tournament(self.setup, (self.pair.one, self.pair.other), "strength", "first")
        name = f"{self.setup.code}-{self.pair.one}-{self.pair.other}".replace(":", ".")
        into = KEPT / f"{name}{'-engine' if self.part == ENGINE else ''}.jsonl"
        goal = Goal(max(2, round(effort * self.boards)), SURE[self.part] / self.setup.players)
        return Contest(tournament, goal, into)


def main() -> int:
    args = _flags().parse_args()
    sys.path.insert(0, str(BENCH))  # workers look there, too
    if not args.kept:
        wanted = args.games.split(",") if args.games else sorted(games())
        lines = [line for part in args.parts.split(",") for line in _lines(part, wanted)]
        KEPT.mkdir(parents=True, exist_ok=True)
        try:
            _play([line for line in lines if line.part != ENGINE], args.effort, args.jobs)
            with engine_only():
                _play([line for line in lines if line.part == ENGINE], args.effort, args.jobs)
        except NotInstalled as why:
            print(why, file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            print("interrupted: the page has what was played; the same command goes on", file=sys.stderr)
    found = _found()
    FOUND.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in found.values()))
    PAGE.write_text("".join(_page(found)), "utf-8")
    upside_down = [line for line, each in found.items() if line.part in (LEVELS, ENGINE) and each.is_upside_down]
    for line in upside_down:
        print(f"{line.setup.code}: {line.pair.one} loses against {line.pair.other}", file=sys.stderr)
    return 1 if upside_down else 0


def _flags() -> argparse.ArgumentParser:
    flags = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    usual = [LEVELS, ENGINE, HEURISTIC, *([EARLIER] if "ELFER_EARLIER" in os.environ else [])]
    flags.add_argument("--parts", default=",".join(usual), help="what is played (%(default)s)")
    flags.add_argument("--games", help="only these, with commas between them")
    flags.add_argument("--effort", type=float, default=1.0, help="so many times the usual boards (%(default)s)")
    flags.add_argument("--jobs", type=int, default=cpu_count() or 1, help="how many processes play (%(default)s)")
    flags.add_argument("--kept", action="store_true", help="play nothing, write the page from what is kept")
    return flags


# --- what is played ------------------------------------------------------------------------------------------


def _lines(part: str, wanted: Sequence[str]) -> Iterator[Line]:
    """All pairs of a part at the tables of these games."""
    if part in TABLES:
        lines = [Line(part, Setup.read(code), pair) for code, pair in TABLES[part]]
        yield from (line for line in lines if line.setup.name in wanted)
        return
    for setup in _tables(wanted):
        for pair in PAIRS:
            line = Line(part, setup, pair)
            if not line.same and (part == LEVELS or _differs_without_kernel(line)):
                yield line


def _tables(wanted: Sequence[str]) -> Iterator[Setup]:
    """The games at the fewest players, and at four."""
    for name in wanted:
        seats = games()[name].seats
        for players in sorted({seats[0], FOUR} & {*seats}):
            yield Setup.choose(name, players)


def _differs_without_kernel(line: Line) -> bool:
    """Whether it is worth while to play it without kernels, too. Champions would take hours."""
    return line.pair.one != Level.CHAMPION.value and Line(LEVELS, line.setup, line.pair).by_kernel


def _without_kernel(sheet: Sheet) -> Sheet:
    """How it is played where no kernel is compiled."""
    search = sheet.search and msgspec.structs.replace(sheet.search, fast=None)
    return msgspec.structs.replace(sheet, search=search if search and search.samples else None)


def _play(lines: Sequence[Line], effort: float, jobs: int) -> None:
    """Play what is not kept yet; kernels are compiled first. Raises `NotInstalled` if they cannot be."""
    if not lines:
        return
    contests = [line.contest(effort) for line in lines]
    for contest in contests:
        _drop_other_programs(contest)
    with workers(jobs) as hands, _progress() as progress:
        tables = {line.setup.name: line.setup.code for line in lines if line.by_kernel}
        if tables:
            needed()
            for done in hands.each(_compiled, tables.values()):
                progress.console.print(f"ready to look ahead: {done}")
        task = progress.add_task("", total=sum(contest.goal.boards for contest in contests))
        far = [0] * len(contests)

        def told(number: int, boards: int) -> None:
            far[number] = boards
            progress.update(task, completed=sum(far), description=contests[number].tournament.setup.code)

        run_all(contests, hands, told)


def _compiled(code: str) -> str:
    """Compile what looks ahead at a table, so that all processes find it on the disk."""
    return ", ".join(prepare([code]))


def _progress() -> Progress:
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    return Progress(*columns, console=Console(stderr=True))


# --- what is kept --------------------------------------------------------------------------------------------


def _drop_other_programs(contest: Contest) -> None:
    """Boards that another version of the program played are played anew."""
    if contest.into and contest.into.exists():
        first, _, _ = contest.into.read_bytes().partition(b"\n")
        if first != msgspec.json.encode(header(contest.tournament)):
            contest.into.unlink()


def _kept(line: Line) -> list[Board]:
    """The boards of a line that are there, up to the first that is missing, or until there are enough."""
    contest = line.contest()
    if contest.into is None or not contest.into.exists():
        return []
    _, *rows = contest.into.read_bytes().splitlines(keepends=True)
    decoder = msgspec.json.Decoder(Board)
    boards = {board.board: board for board in (decoder.decode(row) for row in rows if row.endswith(b"\n"))}
    found: list[Board] = []
    while len(found) in boards and not contest.goal.reached(contest.tournament, found):
        found.append(boards[len(found)])
    return found


# --- what was found ------------------------------------------------------------------------------------------


class Found(Struct, frozen=True):
    """What the boards of a line come to."""

    part: str
    table: str
    pair: Pair
    program: str
    boards: int
    wins: Figure
    """How often the one wins."""

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return Setup.read(self.table).players

    @property
    def is_luck(self) -> bool:
        """Whether it makes no difference how somebody plays."""
        return self.wins.low <= 1 / self.players <= self.wins.high

    @property
    def is_upside_down(self) -> bool:
        """Whether the better level is clearly the worse one."""
        return self.wins.high < 1 / self.players


def _found() -> dict[Line, Found]:
    """By line, what is written down or what was played since then."""
    noted = FOUND.read_bytes().splitlines() if FOUND.exists() else []
    before = {(each.part, each.table, each.pair): each for each in map(msgspec.json.Decoder(Found).decode, noted)}
    lines = [line for part in PARTS for line in _lines(part, sorted(games()))]
    found = {line: _newer(before.get((line.part, line.setup.code, line.pair)), line) for line in lines}
    return {line: each for line, each in found.items() if each}


def _newer(before: Found | None, line: Line) -> Found | None:
    """What was played counts, unless the same program has played more of it already."""
    contest, boards = line.contest(), _kept(line)
    if contest.into is None or not boards:
        return before
    head, _, _ = contest.into.read_bytes().partition(b"\n")
    program = msgspec.json.decode(head, type=dict[str, str])["program"]
    if before and before.program == program and before.boards > len(boards):
        return before
    share = wins(contest.tournament, boards)[0]
    return Found(line.part, line.setup.code, line.pair, program, len(boards), share)


# --- the page ------------------------------------------------------------------------------------------------


def _page(found: Mapping[Line, Found]) -> Iterator[str]:
    named = " | ".join(f"{pair.one} : {pair.other}" for pair in PAIRS)
    yield HEAD + HEADING % (named, "--:|" * len(PAIRS))
    levels = {line: each for line, each in found.items() if line.part == LEVELS}
    figures = {(line.setup, line.pair): _told(line, each) for line, each in levels.items()}
    luck = {line.setup for line, each in levels.items() if line.pair == PAIRS[0] and each.is_luck}
    for setup in dict.fromkeys(line.setup for line in levels):
        row = " | ".join(figures.get((setup, pair), "–") for pair in PAIRS)
        yield f"| {setup.name} | {setup.players} | {row} | {'luck' if setup in luck else ''} |\n"
    for part in PARTS[1:]:
        rows = [(line, each) for line, each in found.items() if line.part == part]
        if rows:
            yield BELOW[part] + LINES
        for line, each in rows:
            share = f"{_told(line, each)} | {100 / line.setup.players:.0f} | {each.boards}"
            against = line.pair.other.rpartition(":")[2]
            yield f"| {line.setup.code} | {line.pair.one} | {against} | {share} |\n"


def _told(line: Line, found: Found) -> str:
    mean, error = found.wins.mean, found.wins.error or 0
    return f"{100 * mean:.1f} ± {100 * error:.1f}{BY_KERNEL if line.by_kernel else ''}"


if __name__ == "__main__":
    sys.exit(main())
