"""The command line: what can be asked for, explained in the person's language."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

from elfer.bots import Level
from elfer.cli import admin, arena, balance, review, serve, tune
from elfer.match.registry import find, games
from elfer.match.setup import Setup
from elfer.table.options import Option, options_of
from elfer.words import LANGUAGES, Words
from elfer.words.rulebook import EVERY_GAME, rulebook

USUAL_PLAYERS = 4
TAKEN = ("help", "lang", "players", "seed", "seat", "record", "watch", "fast", "level")
"""Flags that are not about the game; an option of that name gets a longer one."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and where help is in another."""

    def __init__(self, words: Words, about: str, **settings: Any) -> None:
        super().__init__(description=about, add_help=False, allow_abbrev=False, **settings)
        self.words = words
        self.general = self.add_argument_group(words.say("cli.general"))
        self.general.add_argument("-h", "--help", action="help", help=words.say("cli.help"))
        self.general.add_argument("--lang", choices=LANGUAGES, help=words.say("cli.lang"))

    def format_help(self) -> str:
        return super().format_help().replace("usage:", self.words.say("cli.usage"), 1)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n{self.words.say('error.help', command=f'{self.prog} --help')}\n")


def asked_language(argv: Sequence[str]) -> str | None:
    """The language that the flags ask for, wherever it stands: everything else is said in it."""
    scout = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    scout.add_argument("--lang")
    try:
        lang: str | None = scout.parse_known_args(argv)[0].lang
    except argparse.ArgumentError:  # the real parser says what is wrong
        return None
    return lang if lang in LANGUAGES else None


def parser(words: Words, argv: Sequence[str]) -> Parser:
    """The parser of all commands. The options of the game that is named are explained, those of others only read."""
    say = words.say
    named = next((word.split(".")[0] for word in argv if word.split(".")[0] in games()), "elfer")
    top = Parser(words, say("cli.about"), prog="elfer")
    said = f"elfer {version('elfer')}"
    top.general.add_argument("--version", action="version", version=said, help=say("cli.version"))
    commands = top.add_subparsers(dest="command", metavar=say("cli.command"), title=say("cli.commands"))

    def command(name: str) -> Parser:
        about = say(f"cli.{name}")
        added: Parser = commands.add_parser(name, help=about, words=words, about=about)
        return added

    play = command("play")
    _add_play(words, play)
    _add_options(words, play, named)

    replay = command("replay").general
    replay.add_argument("file", type=Path, metavar=say("cli.file"), help=say("cli.replay-file"))
    replay.add_argument("--all", action="store_true", help=say("cli.all"))
    replay.add_argument("--check", action="store_true", help=say("cli.check"))

    review.add_commands(words, command, _number(words))

    rules = command("rules").general
    choices = ", ".join((*games(), EVERY_GAME))
    rules.add_argument("game", nargs="?", default=EVERY_GAME, metavar=say("cli.game"), help=choices)
    rules.add_argument("rule", nargs="?", metavar=say("cli.rule-id"), help=say("cli.one-rule"))
    command("games")
    arena.add_commands(words, command)
    tune.add_commands(words, command)
    balance.add_commands(words, command)
    serve.add_commands(words, command)
    admin.add_commands(words, command)
    return top


def _add_play(words: Words, parser: Parser) -> None:
    say, number, play = words.say, _number(words), parser.general
    play.add_argument("what", nargs="?", default="elfer", metavar=say("cli.game"), help=say("cli.what"))
    play.add_argument("--players", type=number, metavar="N", help=say("cli.players", n=USUAL_PLAYERS))
    play.add_argument("--seed", metavar=say("cli.text"), help=say("cli.seed"))
    play.add_argument("--seat", type=number, metavar="N", default=0, help=say("cli.seat"))
    play.add_argument("--record", type=Path, metavar=say("cli.file"), help=say("cli.record"))
    levels = [level.value for level in Level]
    play.add_argument("--level", choices=levels, default=Level.NORMAL.value, help=say("cli.level"))
    play.add_argument("--watch", action="store_true", help=say("cli.watch"))
    play.add_argument("--fast", action="store_true", help=say("cli.fast"))


def _add_options(words: Words, play: Parser, named: str) -> None:
    book = rulebook(named, words.lang)
    group = play.add_argument_group(words.say("cli.options", title=book.title))
    options = options_of(find(named).Options)
    for option in options:
        spoken = book.options.get(option.name)
        parts = [words.say("cli.option", label=spoken.label, help=spoken.help)] if spoken else []
        parts += [f"{value} = {text}." for value, text in spoken.values.items()] if spoken else []
        parts.append(words.say("cli.default", value=option.default))
        text = " ".join(parts).replace("%", "%%")
        group.add_argument(flag(option), dest=_dest(option), metavar=_values(option), help=text)
    known = {option.name for option in options}
    for kind in games().values():
        for option in options_of(kind.Options):
            if option.name not in known:
                known.add(option.name)
                group.add_argument(flag(option), dest=_dest(option), help=argparse.SUPPRESS)


def flag(option: Option) -> str:
    """How an option is chosen on the command line."""
    name = option.name.replace("_", "-")
    return f"--option-{name}" if name in TAKEN else f"--{name}"


def _dest(option: Option) -> str:
    return f"option {option.name}"


def _values(option: Option) -> str:
    if option.is_range:
        return f"{option.values[0]}–{option.values[-1]}"
    return "|".join(map(str, option.values))


def _number(words: Words) -> Callable[[str], int]:
    def number(text: str) -> int:
        try:
            return int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(words.say("error.number", text=text)) from None

    return number


def setup(what: str, players: int | None, given: Iterable[tuple[str, Any]]) -> Setup:
    """The table that the flags of `play` describe: a game or a table code, and what was chosen beside it.

    Raises `UnknownGame`, `BadCode` and `BadOption`.
    """
    values = {name.removeprefix("option "): value for name, value in given if name.startswith("option ")}
    values = {name: value for name, value in values.items() if value is not None}
    if "." in what:
        coded = Setup.read(what)
        kept = {field: getattr(coded.options, field) for field in coded.options.__struct_fields__}
        return Setup.choose(coded.name, coded.players if players is None else players, {**kept, **values})
    seats = find(what).seats
    usual = min(max(USUAL_PLAYERS, seats.start), seats.stop - 1)
    return Setup.choose(what, usual if players is None else players, values)
