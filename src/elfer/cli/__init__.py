"""The terminal: play, look at games again, read the rules, let bots compete, run a server."""

from __future__ import annotations

import os
import secrets
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence

from rich.console import Console

from elfer.arena.trouble import Trouble
from elfer.bots import Level
from elfer.cli import admin, arena, balance, flags, replay, review, rules, serve, tune
from elfer.cli.play import Wishes, play
from elfer.match.record import BadRecord
from elfer.match.registry import UnknownGame
from elfer.match.setup import BadCode
from elfer.server.settings import BadSetting, Spoken
from elfer.table.options import BadOption
from elfer.table.seed import SEED_BYTES, seed_from
from elfer.words import Words, language

NARROW_SPACE = "\u202f"
"""Stands beside signs in French; Python counts no space but the usual one as printable."""


COMMANDS: dict[str, Callable[[Words, Console, Namespace], int]] = {
    **dict.fromkeys(("serve", "verify", "export", "import"), serve.run),
    "admin": admin.run,
    "arena": arena.run,
    "balance": balance.run,
    "tune": tune.run,
}
"""What is done for the commands that have a module of their own."""


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says; gives the exit code."""
    argv = sys.argv[1:] if argv is None else argv
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that cannot show ♦ shows ?, and nothing breaks
            stream.reconfigure(errors="replace")
    words = Words(language(flags.asked_language(argv), os.environ))
    parser = flags.parser(words, argv)
    args = parser.parse_args(argv)
    if args.command is None:
        parser.print_help()
        return 0
    try:
        return _run(words, Console(highlight=False, markup=False, emoji=False), args)
    except (Spoken, Trouble) as error:
        message = words.say(error.key, **error.facts)
    except (UnknownGame, BadCode, BadOption, BadRecord, BadSetting, rules.NoSuchRule) as error:
        message = str(error)
    except BrokenPipeError:  # whoever read along has gone: say no more, not even on the way out
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        message = str(error)
        if error.filename is not None:
            message = words.say("error.file", file=error.filename, reason=error.strerror)
    except KeyboardInterrupt:
        return 130
    # What files and arguments say must not steer the terminal.
    clean = "".join(c if c.isprintable() or c == NARROW_SPACE else "?" for c in message)
    command = " ".join(filter(None, (args.command, getattr(args, "part", None))))
    help_ = words.say("error.help", command=f"elfer {command} --help")
    print(f"elfer {command}: {clean}\n{help_}", file=sys.stderr)
    return 2


def _run(words: Words, console: Console, args: Namespace) -> int:
    match args.command:
        case "play":
            return play(words, console, _wishes(words, args))
        case "replay":
            return replay.run(words, console, args.file, check_only=args.check, everything=args.all)
        case "review":
            return review.run(words, console, args.file, args.seat)
        case "rules":
            if args.rule is None:
                rules.print_rulebook(words, console, args.game)
            else:
                rules.one_rule(words, console, args.game, args.rule)
        case command if command in COMMANDS:
            return COMMANDS[command](words, console, args)
        case _:
            rules.print_games(words, console)
    return 0


def _wishes(words: Words, args: Namespace) -> Wishes:
    setup = flags.setup(args.what, args.players, vars(args).items())
    if args.seat not in range(setup.players):
        raise BadOption(words.say("error.seat", seat=args.seat, last=setup.players - 1))
    seed = secrets.token_hex(SEED_BYTES) if args.seed is None else args.seed
    seat, level = None if args.watch else args.seat, Level(args.level)
    return Wishes(setup, seed_from(seed), seed, seat, args.record, args.fast, level)
