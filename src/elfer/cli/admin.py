"""`elfer admin`: what an operator looks at and does, on the storage itself, with the server running or not."""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console

from elfer.cli import admin_tables as show
from elfer.cli.serve import about_setting, add_storage
from elfer.match.registry import find
from elfer.server.config import example, masked
from elfer.server.settings import Settings, Spoken, StorageInUse, settings_from
from elfer.words import Words

if TYPE_CHECKING:
    from elfer.cli.flags import Parser
    from elfer.server.storage import Storage

MOST = 50
DAY_MS = 24 * 3600 * 1000
PHASES = ("gathering", "playing", "between", "over", "closed", "unreadable")


def add_commands(words: Words, command: Callable[[str], Parser]) -> None:
    """What can be asked for."""
    say = words.say
    admin = command("admin")
    parts = admin.add_subparsers(dest="part", metavar=say("cli.command"), title=say("cli.commands"), required=True)

    def part(name: str, json: bool = True) -> Parser:
        about = say(f"cli.admin-{name}")
        added: Parser = parts.add_parser(name, help=about, words=words, about=about)
        add_storage(words, added)
        if json:
            added.general.add_argument("--json", action="store_true", help=say("cli.json"))
        return added

    for name in ("tables", "due"):
        group = part(name).general
        group.add_argument("--game", metavar=say("cli.game"), help=say("cli.only-game"))
        if name == "tables":
            group.add_argument("--phase", choices=PHASES, help=say("cli.only-phase"))
            group.add_argument("--here", action="store_true", help=say("cli.only-here"))
        group.add_argument("--days", type=_positive(words), metavar="N", help=say("cli.only-days"))
        group.add_argument("--most", type=_positive(words), metavar="N", default=MOST, help=say("cli.most", n=MOST))
    part("people")
    close = part("close", json=False).general
    close.add_argument("code", metavar=say("cli.code"), help=say("cli.close-code"))
    close.add_argument("--hub", metavar="HUB", help=say("cli.set-hub"))
    passphrase = part("passphrase").general
    passphrase.add_argument("name", metavar=say("cli.name"), help=say("cli.passphrase-name"))
    part("storage")
    clean = part("clean").general
    clean.add_argument("--shrink", action="store_true", help=say("cli.shrink"))
    about = say("cli.admin-settings")
    parts.add_parser("settings", help=about, words=words, about=about)


def _positive(words: Words) -> Callable[[str], int]:
    def positive(text: str) -> int:
        if not (text.isascii() and text.isdigit() and int(text) > 0):
            raise argparse.ArgumentTypeError(words.say("error.number", text=text))
        return int(text)

    return positive


def run(words: Words, console: Console, args: Namespace) -> int:
    """Do what one of these commands says."""
    if args.part == "settings":
        print(example(lambda field: about_setting(words, field), words.say("admin.settings-head")), end="")
        return 0
    if getattr(args, "game", None):
        find(args.game)  # one that is not there is told like everywhere else
    settings = settings_from(vars(args), os.environ)
    return asyncio.run(
        _on_storage(settings, lambda storage: _PARTS[args.part](words, console, args, settings, storage))
    )


async def _on_storage(settings: Settings, do: Callable[[Storage], Awaitable[int]]) -> int:
    from elfer.server.storage import storage_for

    storage = storage_for(settings.storage)
    await storage.attach()
    try:
        return await do(storage)
    finally:
        await storage.stop()


def _print_json(what: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(what), indent=2).decode())


# --- each part -----------------------------------------------------------------------------------------------


async def _tables(words: Words, console: Console, args: Namespace, settings: Settings, storage: Storage) -> int:
    from elfer.server import admin

    since = int(1000 * time.time()) - args.days * DAY_MS if args.days else 0
    asked = {} if args.part == "due" else {"phase": args.phase or "", "here": args.here}
    wanted = admin.Wanted(game=args.game or "", since_ms=since, due=args.part == "due", **asked)
    rows = await admin.tables(storage, wanted, settings.bot_pause_ms, args.most)
    if args.json:
        _print_json(rows)
    elif not rows:
        console.print(words.say("admin.no-due" if args.part == "due" else "admin.no-tables"))
    else:
        console.print(show.due(words, rows) if args.part == "due" else show.tables(words, rows))
        if len(rows) == args.most:
            console.print(words.say("admin.more", n=args.most))
    return 0


async def _people(words: Words, console: Console, args: Namespace, settings: Settings, storage: Storage) -> int:
    rows = await storage.accounts()
    if args.json:
        _print_json(rows)
    else:
        console.print(show.people(words, rows) if rows else words.say("admin.no-people"))
    return 0


async def _close(words: Words, console: Console, args: Namespace, settings: Settings, storage: Storage) -> int:
    from elfer.server import admin
    from elfer.server.hub import announce

    kept = await admin.close(storage, args.code)
    console.print(words.say("admin.closed", code=kept.code))
    try:
        await announce(settings.hub, kept.id)
    except OSError as error:
        console.print(words.say("admin.hub-down", reason=error), soft_wrap=True)
    return 0


async def _passphrase(words: Words, console: Console, args: Namespace, settings: Settings, storage: Storage) -> int:
    from elfer.server import admin

    passphrase = await admin.new_passphrase(storage, args.name)
    if args.json:
        _print_json({"name": args.name, "passphrase": passphrase})
    else:
        console.print(words.say("admin.passphrase", name=args.name, passphrase=passphrase), soft_wrap=True)
    return 0


async def _storage(words: Words, console: Console, args: Namespace, settings: Settings, storage: Storage) -> int:
    from elfer.server import admin
    from elfer.server.retention import Periods

    where = str(masked("storage", settings.storage))
    facts = await admin.storage_facts(storage, where, Periods() if settings.keep_all else Periods.of(settings))
    if args.json:
        _print_json(facts)
    else:
        console.print(show.storage(words, facts))
    return 0


async def _clean(words: Words, console: Console, args: Namespace, settings: Settings, storage: Storage) -> int:
    from elfer.server.metrics import Metrics
    from elfer.server.retention import Cleaner, Periods

    if settings.keep_all:
        raise Spoken("error.keeps-all")
    alone = _is_alone(settings, storage, must=args.shrink)
    await storage.look_at_all()
    cleaner = Cleaner(storage, Periods.of(settings), Metrics(), alone=alone)
    done = +await cleaner.clean(int(1000 * time.time()))
    before = await storage.size()
    if args.shrink:
        await storage.shrink()
    freed = before - await storage.size()
    if args.json:
        _print_json({**done, "freed": freed})
    else:
        console.print(show.cleaned(words, done, freed if args.shrink else None))
    return 0


def _is_alone(settings: Settings, storage: Storage, must: bool) -> bool:
    """Whether no server runs, and none can start meanwhile; of PostgreSQL nobody can tell. It may have to be so."""
    try:
        storage.claim()
    except StorageInUse:
        if must:  # nobody else may write while the file is written anew
            raise
        return False
    return settings.storage.startswith("sqlite:")


_PARTS: dict[str, Callable[[Words, Console, Namespace, Settings, Storage], Awaitable[int]]] = {
    "tables": _tables,
    "due": _tables,
    "people": _people,
    "close": _close,
    "passphrase": _passphrase,
    "storage": _storage,
    "clean": _clean,
}
