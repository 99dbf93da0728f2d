"""`elfer balance`: who profits from the seat, how long a game takes, how much is luck, what options change."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from elfer.arena.balance import Measured, Report, balance
from elfer.arena.players import PLAYERS, seated
from elfer.arena.report import page
from elfer.arena.tournament import game_of
from elfer.arena.workers import workers
from elfer.bots import Level
from elfer.cli.arena import SEED, cores, percent, plus_minus, positive, progress
from elfer.words import Words

if TYPE_CHECKING:
    from elfer.cli.flags import Parser

BOARDS = 200
FIGURE = 12
"""So many letters has a figure with its error: it stays on one line, whatever must be folded for it."""
FEWEST = 8
"""With fewer boards skill has no interval."""


def add_commands(words: Words, command: Callable[[str], Parser]) -> None:
    """What can be asked for."""
    say, parser = words.say, command("balance")
    group, whole = parser.general, positive(words)
    group.add_argument("what", metavar=say("cli.game"), help=say("cli.arena-what"))
    group.add_argument("--players", type=whole, metavar="N", help=say("cli.arena-players"))
    usual = Level.NORMAL.value
    who = say("cli.balance-who", players=", ".join(PLAYERS), usual=usual)
    group.add_argument("--who", default=usual, metavar=say("cli.player"), help=who)
    group.add_argument(
        "--boards", type=positive(words, FEWEST), metavar="N", default=BOARDS, help=say("cli.boards", n=BOARDS)
    )
    group.add_argument("--seed", default=SEED, metavar=say("cli.text"), help=say("cli.arena-seed", value=SEED))
    group.add_argument("--jobs", type=whole, metavar="N", default=cores(), help=say("cli.jobs", n=cores()))
    group.add_argument("--html", type=Path, metavar=say("cli.file"), help=say("cli.html"))
    group.add_argument("--json", action="store_true", help=say("cli.json"))


def run(words: Words, console: Console, args: Namespace) -> int:
    """Measure, show the most important figures, and write the page."""
    from elfer.cli.flags import setup

    table = setup(args.what, args.players, ())
    seated(game_of(table), args.who)
    with workers(args.jobs) as team, progress(console, words.say("balance.playing"), 1.0) as advance:
        report = balance(table, args.who, args.boards, args.seed, team, advance)
    file = args.html or (None if args.json else Path(f"balance-{table.code}.html"))
    if file is not None:
        file.write_text(page(report), "utf-8")
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
        return 0
    console.print(listing(words, report))
    console.print(words.say("balance.written", file=file), soft_wrap=True)
    return 0


def listing(words: Words, report: Report) -> Table:
    """The table as it is usually played, and with each option changed."""
    say = words.say
    columns = (say("balance.first"), say("balance.steps"), say("balance.deal"))
    shown = Table(box=SIMPLE_HEAD)
    shown.add_column(report.usual.code, overflow="fold")
    for column in (*columns, say("balance.skill", player=report.player, against=report.weaker[0])):
        shown.add_column(column, justify="right", min_width=FIGURE)
    for each in (report.usual, *report.options):
        shown.add_row(each.what or say("balance.usual"), *_cells(words, each))
    return shown


def _cells(words: Words, table: Measured) -> list[str]:
    return [
        percent(words, table.positions[0]),
        plus_minus(words, table.length.mean),
        percent(words, table.deal),
        percent(words, table.skill[0]),
    ]
