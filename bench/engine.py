"""How many decisions a second the engine plays, beside OpenSpiel and RLCard on the same machine.

    python bench/engine.py [--seconds 60] [--games elfer,auslosen] [--players 4] [--json FILE]

What is counted and how is told in bench/README.md.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from peers import CRAZY_EIGHTS, UNO, UNO_ENV, UNO_RUN, Side, all_peers
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import elfer
from elfer.games.rows import RowGame

PARTS = 5
SLICE = 0.05
WARM_UP = 0.2
WIDTH = 118
REFERENCES = (CRAZY_EIGHTS, UNO)
TARGETS = {
    "row game": (
        (CRAZY_EIGHTS, 1.2),
        (CRAZY_EIGHTS, 1.5),
        (CRAZY_EIGHTS, 2.0),
        (UNO, 10.0),
        (UNO_ENV, 10.0),
        (UNO_RUN, 10.0),
    ),
    "other game": ((CRAZY_EIGHTS, 0.5),),
}
"""How many times as fast as which side our games should be."""
HINT = "not installed: pip install 'elfer[bench]'"


# --- our side ------------------------------------------------------------------------------------------------


def nearest(seats: Iterable[int], wanted: int) -> int:
    """The allowed number of players that is nearest to the wanted one."""
    return min(seats, key=lambda number: abs(number - wanted))


def kind_of(game: type[elfer.Game[Any]]) -> str:
    """Which targets a game has."""
    return "row game" if issubclass(game, RowGame) else "other game"


def our_side(name: str, players: int, rng: Random, forgetful: bool = False) -> Side:
    """A game of the registry with its default options."""
    game = elfer.game(name, nearest(elfer.all_games()[name].seats, players))
    return Side(f"{name} ({game.players} players)", player_of(game, rng, forgetful))


def player_of(game: elfer.Game[Any], rng: Random, forgetful: bool = False) -> Callable[[], int]:
    """Plays a round at random, if forgetful at a table without memory, and returns the number of decisions."""
    random, randbytes, most = rng.random, rng.randbytes, game.longest_round
    to_act, choices, pick, step = game.to_act, game.choices, game.actions.pick, game.step

    def play() -> int:
        state = game.deal(randbytes(32))
        if forgetful:
            state = game.forgetful(state)
        for decisions in range(most):
            seats = to_act(state)
            if not seats:
                return decisions
            seat = seats[0] if len(seats) == 1 else seats[int(random() * len(seats))]
            among = choices(state, seat)
            state = step(state, seat, pick(among, int(random() * among.bit_count())))
        return most

    return play


# --- measuring -----------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What one side did in one part of the run."""

    rounds: int = 0
    decisions: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Decisions per second."""
        return self.decisions / self.seconds if self.seconds else 0.0

    def slice(self, side: Side, seconds: float) -> None:
        """Let the side play whole rounds until so much of its own time has passed: of the processor, so that what
        else the machine does counts for nobody."""
        until = self.seconds + seconds
        while self.seconds < until:
            start = process_time()
            played = side.play()
            self.seconds += process_time() - start
            self.rounds += 1
            self.decisions += side.count(played)


@dataclass
class Line:
    """One line of the result."""

    side: Side
    game: str = ""
    """The id of a game of ours."""
    kind: str = ""
    """Which targets it has."""
    parts: list[Tally] = field(default_factory=lambda: [Tally() for _ in range(PARTS)])

    @property
    def total(self) -> Tally:
        return Tally(
            sum(part.rounds for part in self.parts),
            sum(part.decisions for part in self.parts),
            sum(part.seconds for part in self.parts),
        )

    def ratio(self, reference: Line) -> tuple[float, float, float]:
        """How many times as fast as the reference: over the whole run, and in its worst and best part."""
        by_part = [mine.rate / other.rate for mine, other in zip(self.parts, reference.parts, strict=True)]
        return self.total.rate / reference.total.rate, min(by_part), max(by_part)


def measure(lines: Sequence[Line], seconds: float, tick: Callable[[float], None] = lambda share: None) -> None:
    """Let all sides take turns, a slice each, until the time is used up; every part has at least one turn of all."""
    length = min(SLICE, seconds / len(lines) / PARTS)
    for line in lines:
        Tally().slice(line.side, min(WARM_UP, seconds / len(lines)))
    start = perf_counter()
    for part in range(PARTS):
        until = start + seconds * (part + 1) / PARTS
        while True:
            for line in lines:
                line.parts[part].slice(line.side, length)
                tick(min(1.0, (perf_counter() - start) / seconds))
            if perf_counter() >= until:
                break


def measure_with_progress(lines: Sequence[Line], seconds: float) -> None:
    """The same, with a bar for whoever waits at a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        console.print(f"{len(lines)} sides take turns for {seconds:g} s")
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"{len(lines)} sides take turns", total=1.0)
        measure(lines, seconds, lambda share: progress.update(task, completed=share))


# --- the result ----------------------------------------------------------------------------------------------


def reference(lines: Sequence[Line], name: str) -> Line | None:
    """The line of that side, if it was measured."""
    return next((line for line in lines if line.side.name == name), None)


def table(lines: Sequence[Line]) -> Table:
    """The result, for people."""
    out = Table(box=SIMPLE)
    out.add_column("side")
    for heading in ("decisions/s", "rounds", "decisions\nper round", "× crazy_eights\n(Python)", "× UNO\n(RLCard)"):
        out.add_column(heading, justify="right")
    others = [reference(lines, name) for name in REFERENCES]
    for line in lines:
        total = line.total
        numbers = f"{total.rate:,.0f}", f"{total.rounds:,}", f"{total.decisions / total.rounds:.1f}"
        out.add_row(line.side.name, *numbers, *(_ratio(line, other) for other in others))
    return out


def _ratio(line: Line, other: Line | None) -> str:
    if other is None:
        return "–"
    if line is other:
        return "1"
    whole, least, most = line.ratio(other)
    digits = 1 if whole >= 10 else 2
    return f"{whole:.{digits}f} ({least:.{digits}f}–{most:.{digits}f})"


def verdicts(lines: Sequence[Line]) -> list[str]:
    """For each target, whether all games that it is meant for reach it."""
    out = []
    for kind, targets in TARGETS.items():
        ours = [line for line in lines if line.kind == kind]
        for name, times in targets:
            other = reference(lines, name)
            if other is None or not ours:
                continue
            ratios = {line.game: line.ratio(other)[0] for line in ours}
            short = [f"{game} {ratio:.2f}" for game, ratio in ratios.items() if ratio < times]
            said = f"not reached ({', '.join(short)})" if short else "reached"
            out.append(f"Target: each {kind} at least {times:g} × {name}: {said}")
    return out


def as_data(lines: Sequence[Line], missing: Sequence[str]) -> dict[str, Any]:
    """The result, for programs."""
    sides = []
    for line in lines:
        total = line.total
        ratios = {
            name: dict(zip(("whole", "least", "most"), line.ratio(other), strict=True))
            for name in REFERENCES
            if (other := reference(lines, name))
        }
        numbers = {"rounds": total.rounds, "decisions": total.decisions, "seconds": total.seconds}
        sides.append({"side": line.side.name, "rate": total.rate, **numbers, "ratios": ratios})
    return {
        "python": platform.python_version(),
        "sides": sides,
        "not installed": list(missing),
        "targets": verdicts(lines),
    }


# --- the command ---------------------------------------------------------------------------------------------


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Decisions per second of random play, beside OpenSpiel and RLCard.")
    parser.add_argument("--seconds", type=float, default=60, help="how long to measure (60)")
    parser.add_argument("--games", help="ids of games, with commas between (all)")
    parser.add_argument("--players", type=int, default=4, help="at our tables, or the nearest number allowed (4)")
    parser.add_argument(
        "--forgetful", action="store_true", help="our games at tables without memory, as search plays"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the result there")
    chosen = parser.parse_args(arguments)
    known = elfer.all_games()
    chosen.games = chosen.games.split(",") if chosen.games else sorted(known)
    if unknown := [name for name in chosen.games if name not in known]:
        parser.error(f"no such game: {', '.join(unknown)}; there are {', '.join(sorted(known))}")
    if chosen.seconds <= 0:
        parser.error("--seconds must be more than 0")
    return chosen


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = parse(arguments)
    rng = Random(11)
    games = elfer.all_games()
    lines = [
        Line(
            our_side(name, chosen.players, rng, chosen.forgetful),
            name,
            "row game" if issubclass(games[name], RowGame) else "other game",
        )
        for name in chosen.games
    ]
    sides, missing = all_peers(rng)
    lines += map(Line, sides)
    measure_with_progress(lines, chosen.seconds)

    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    console.print(table(lines))
    for name in missing:
        console.print(f"{name}: {HINT}", markup=False)
    for verdict in verdicts(lines):
        console.print(verdict, markup=False)
    if chosen.json:
        chosen.json.write_text(json.dumps(as_data(lines, missing), indent=1, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
