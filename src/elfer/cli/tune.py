"""`elfer tune`: finds the numbers by which a game's bot plays best."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from statistics import fmean
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from elfer.arena.knobs import Knobs
from elfer.arena.ledger import Ledger, fingerprint
from elfer.arena.tuning import METHOD, Comparison, Generation, Method, Tuning, Vector, compare, tune
from elfer.arena.workers import Workers, workers
from elfer.bots import Level
from elfer.cli.arena import add_work, number, percent, positive, progress, some
from elfer.words import Words

if TYPE_CHECKING:
    from elfer.cli.flags import Parser

AGAINST = "start,greedy,random"
MINUTES = 10
CHECK = 200
SURE = 20
"""On fewer boards anything can seem to be better."""
FEWEST = 4
"""With fewer candidates a generation tells nothing."""


def add_commands(words: Words, command: Callable[[str], Parser]) -> None:
    """What can be asked for."""
    say, parser, method = words.say, command("tune"), Method()
    group = parser.general
    group.add_argument("what", metavar=say("cli.game"), help=say("cli.arena-what"))
    whole = positive(words)
    group.add_argument("--players", type=whole, metavar="N", help=say("cli.arena-players"))
    levels = [level.value for level in Level]
    group.add_argument("--level", choices=levels, default=Level.NORMAL.value, help=say("cli.tune-level"))
    group.add_argument("--only", default="", metavar=say("cli.names"), help=say("cli.tune-only"))
    group.add_argument("--against", default=AGAINST, metavar=say("cli.names"), help=say("cli.against", names=AGAINST))
    enough = group.add_mutually_exclusive_group()
    enough.add_argument("--minutes", type=some(words), metavar="N", help=say("cli.minutes", n=MINUTES))
    enough.add_argument("--generations", type=whole, metavar="N", help=say("cli.generations"))
    candidates, boards = method.candidates, method.boards
    many = say("cli.candidates", n=candidates)
    group.add_argument("--candidates", type=positive(words, FEWEST), metavar="N", default=candidates, help=many)
    group.add_argument("--boards", type=whole, metavar="N", default=boards, help=say("cli.tune-boards", n=boards))
    group.add_argument(
        "--check", type=positive(words, SURE), metavar="N", default=CHECK, help=say("cli.tune-check", n=CHECK)
    )
    group.add_argument("--dry", action="store_true", help=say("cli.dry"))
    add_work(words, parser)


def run(words: Words, console: Console, args: Namespace) -> int:
    """Tune, look whether it helped, and write the numbers down if it did."""
    from elfer.cli.flags import setup

    knobs = Knobs(setup(args.what, args.players, ()), Level(args.level), _names(args.only))
    knobs.check()
    method = Method(args.candidates, args.boards)
    tuning = Tuning(knobs.setup, knobs, _names(args.against), args.seed, method)
    tuning.check()
    with workers(args.jobs, args.ray) as team:
        values = _tuned(words, console, tuning, team, args)
        with progress(console, words.say("tune.checking"), 1.0) as advance:
            found = compare(tuning, values, args.check, team, advance)
    console.print(_compared(words, found))
    _end(words, console, knobs, values, found, dry=args.dry)
    return 0


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _tuned(words: Words, console: Console, tuning: Tuning, team: Workers, args: Namespace) -> Vector:
    """The numbers when there were enough generations, or enough time went by."""
    values, spent, first = tuning.tunable.start, 0.0, tuning.first()
    seconds = None if args.generations else 60 * (args.minutes or MINUTES)
    with (
        Ledger(args.into, header(tuning), Generation) as ledger,
        progress(console, words.say("tune.tuning"), 1.0) as advance,
    ):
        for now in tune(tuning, team, ledger, advance):
            values, spent = now.mean, spent + now.seconds
            spread = fmean(new / old for new, old in zip(now.spread, first.spread, strict=True))
            figures = {"best": now.best, "average": now.average, "spread": spread}
            said = {name: number(words, 100 * value) for name, value in figures.items()}
            console.print(words.say("tune.generation", generation=now.generation, **said), soft_wrap=True)
            if now.generation == args.generations or (seconds is not None and spent >= seconds):
                break
    return values


def header(tuning: Tuning) -> dict[str, str]:
    """All that the generations follow from."""
    start = zip(tuning.tunable.names, tuning.tunable.start, strict=True)
    return {
        "elfer": "tune",
        "table": tuning.setup.code,
        "weights": " ".join(f"{name}={value}" for name, value in start),
        "against": " ".join(tuning.against),
        "seed": tuning.seed,
        "method": METHOD,
        "candidates": str(tuning.method.candidates),
        "boards": str(tuning.method.boards),
        "program": fingerprint(tuning.setup.kind, tuning.against),
    }


def _compared(words: Words, found: Comparison) -> Table:
    """How the bot did before and after, against each opponent."""
    listing = Table(box=SIMPLE_HEAD)
    listing.add_column(words.say("arena.against"), overflow="fold")
    for column in ("tune.before", "tune.after"):
        listing.add_column(words.say(column), justify="right")
    for name, before, after in zip(found.opponents, found.before, found.after, strict=True):
        listing.add_row(name, percent(words, before), percent(words, after))
    return listing


def _end(words: Words, console: Console, knobs: Knobs, values: Vector, found: Comparison, *, dry: bool) -> None:
    say, gain = words.say, percent(words, found.gain)
    if not found.better:
        console.print(say("tune.no-better", gain=gain), soft_wrap=True)
        return
    console.print(say("tune.better", gain=gain), soft_wrap=True)
    if dry:
        for name, value in knobs.named(values).items():
            console.print(f"{name} = {value}", soft_wrap=True)
        return
    console.print(say("tune.written", file=knobs.write(values)), soft_wrap=True)
