"""`elfer arena`: bots against each other, and a table of who is better and how sure that is."""

from __future__ import annotations

import argparse
import os
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from elfer.arena.figures import Figure
from elfer.arena.lineups import Shape
from elfer.arena.players import PLAYERS
from elfer.arena.run import Goal
from elfer.arena.run import run as play
from elfer.arena.standings import Standings
from elfer.arena.tournament import Tournament
from elfer.arena.workers import workers
from elfer.words import Words

if TYPE_CHECKING:
    from elfer.cli.flags import Parser

BOARDS = 100
MOST_BOARDS = 100_000
"""Where it is played until the result is sure."""
SEED = "1"


def add_commands(words: Words, command: Callable[[str], Parser]) -> None:
    """What can be asked for."""
    say, parser = words.say, command("arena")
    parser.epilog = say("cli.arena-more")
    group = parser.general
    group.add_argument("what", metavar=say("cli.game"), help=say("cli.arena-what"))
    group.add_argument(
        "who", nargs="+", metavar=say("cli.player"), help=say("cli.arena-who", players=", ".join(PLAYERS))
    )
    whole = positive(words)
    group.add_argument("--players", type=whole, metavar="N", help=say("cli.arena-players"))
    shape = group.add_mutually_exclusive_group()
    shape.add_argument("--only-first", action="store_true", help=say("cli.only-first"))
    shape.add_argument("--together", action="store_true", help=say("cli.together"))
    group.add_argument("--matches", action="store_true", help=say("cli.matches"))
    group.add_argument("--boards", type=whole, metavar="N", help=say("cli.boards", n=BOARDS))
    group.add_argument("--until", type=some(words, 100), metavar="P", help=say("cli.until").replace("%", "%%"))
    add_work(words, parser)
    group.add_argument("--json", action="store_true", help=say("cli.json"))


def add_work(words: Words, parser: Parser) -> None:
    """What every command takes that lets bots play for long."""
    say, group = words.say, parser.general
    group.add_argument("--seed", default=SEED, metavar=say("cli.text"), help=say("cli.arena-seed", value=SEED))
    group.add_argument("--jobs", type=positive(words), metavar="N", default=cores(), help=say("cli.jobs", n=cores()))
    group.add_argument("--ray", nargs="?", const="", metavar=say("cli.address"), help=say("cli.ray"))
    group.add_argument("--into", type=Path, metavar=say("cli.file"), help=say("cli.into"))


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def positive(words: Words, least: int = 1) -> Callable[[str], int]:
    """Reads a whole number from 1 on, or from another one."""

    def whole(text: str) -> int:
        if not (text.isascii() and text.isdigit() and int(text) >= least):
            raise argparse.ArgumentTypeError(words.say("error.at-least", text=text, n=least))
        return int(text)

    return whole


def some(words: Words, below: float = inf) -> Callable[[str], float]:
    """Reads a number above 0, with a point or a comma in it."""

    def number(text: str) -> float:
        try:
            value = float(text.replace(",", "."))
        except ValueError:
            value = 0.0
        if not 0 < value < below:
            key = "error.above-zero" if below == inf else "error.between"
            raise argparse.ArgumentTypeError(words.say(key, text=text, below=below))
        return value

    return number


def run(words: Words, console: Console, args: Namespace) -> int:
    """Play the tournament that the flags describe, and show how it ended."""
    from elfer.cli.flags import setup

    shape: Shape = "together" if args.together else "first" if args.only_first else "pairs"
    tournament = Tournament(
        setup(args.what, args.players, ()), tuple(args.who), args.seed, shape=shape, matches=args.matches
    )
    tournament.check()
    error = None if args.until is None else args.until / 100
    goal = Goal(args.boards or (BOARDS if error is None else MOST_BOARDS), error)
    with workers(args.jobs, args.ray) as team, progress(console, words.say("arena.boards"), goal.boards) as advance:
        result = play(tournament, goal, team, args.into, advance)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(result), indent=2).decode())
    else:
        show(words, console, tournament, result)
    return 0


@contextmanager
def progress(console: Console, what: str, total: float) -> Iterator[Callable[[float], None]]:
    """A bar: how far it is, and how long it still takes. It is gone when all is done.

    It is drawn where the lines go that are printed meanwhile, so that they stand above it; if that is no terminal,
    on the error output, if that is one.
    """
    screen = console if console.is_terminal else Console(stderr=True)
    count = TaskProgressColumn() if total == 1 else MofNCompleteColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), count, TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


# --- what is shown ---------------------------------------------------------------------------------------------


def show(words: Words, console: Console, tournament: Tournament, result: Standings) -> None:
    """The result, for people."""
    say, fewer = words.say, tournament.setup.kind.lowest_wins
    facts = {"table": result.table, "n": result.boards, "rounds": result.rounds}
    chance = number(words, 100 * result.chance)
    console.print(say("arena.matches" if tournament.matches else "arena.rounds", **facts), soft_wrap=True)
    console.print(say("arena.chance", chance=chance), soft_wrap=True)
    if fewer:
        console.print(say("arena.fewer"), soft_wrap=True)
    console.print(standings(words, result))
    if any(standing.rating is None for standing in result.standings):
        console.print(say("arena.no-ratings"), soft_wrap=True)
    if len(result.pairings) > 2:
        console.print(pairings(words, result))


def standings(words: Words, result: Standings) -> Table:
    """Everyone with their wins, points and ratings, the best first."""
    rated = all(standing.rating for standing in result.standings)
    columns = ("arena.player", "arena.win", "arena.points", *(("arena.rating",) if rated else ()))
    listing = _listing(words, columns)
    for each in sorted(result.standings, key=lambda each: -each.win.mean if each.win else 1):
        cells = [percent(words, each.win), plus_minus(words, each.points)]
        if each.rating:
            cells.append(plus_minus(words, Figure(each.rating.mu, each.rating.sigma)))
        listing.add_row(each.player, *cells)
    return listing


def pairings(words: Words, result: Standings) -> Table:
    """Everyone alone against a table of each of the others."""
    columns = ("arena.player", "arena.against", "arena.win", "arena.points", "arena.others")
    listing = _listing(words, columns, left=2)
    for each in result.pairings:
        figures = (percent(words, each.win), plus_minus(words, each.points), plus_minus(words, each.others))
        listing.add_row(each.player, each.against or "", *figures)
    return listing


def _listing(words: Words, columns: tuple[str, ...], left: int = 1) -> Table:
    listing = Table(box=SIMPLE_HEAD)
    for n, column in enumerate(columns):
        listing.add_column(words.say(column), justify="left" if n < left else "right", overflow="fold")
    return listing


def percent(words: Words, share: Figure | None) -> str:
    """A share with its error."""
    if share is None:
        return "–"
    return plus_minus(words, Figure(100 * share.mean, None if share.error is None else 100 * share.error))


def plus_minus(words: Words, figure: Figure | None) -> str:
    """A figure with its error."""
    if figure is None:
        return "–"
    error = "?" if figure.error is None else number(words, figure.error)
    return f"{number(words, figure.mean)} ± {error}"


def number(words: Words, value: float) -> str:
    """A number with one digit behind the decimal sign of the language."""
    return f"{value:.1f}".replace("-", "−").replace(".", words.say("arena.decimal"))
