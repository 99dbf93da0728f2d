"""`elfer admin`: what an operator looks at and does, on the storage itself, with the server running or not."""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from rich.console import Console, RenderableType
from rich.text import Text

from elfer.cli import admin_listings as show
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
    return asyncio.run(_on_storage(words, console, args, settings_from(vars(args), os.environ)))


class Asked(NamedTuple):
    """What one of these commands works with."""

    words: Words
    console: Console
    args: Namespace
    settings: Settings
    storage: Storage
    alone: bool
    """No server runs on the storage, and none can start meanwhile."""

    def tell(self, key: str, **facts: object) -> None:
        self.console.print(self.words.say(key, **facts), soft_wrap=True)

    def show(self, found: Any, listing: Callable[[], RenderableType]) -> int:
        """What was found, for a program or for a person."""
        if self.args.json:
            print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        else:
            self.console.print(listing())
        return 0


async def _on_storage(words: Words, console: Console, args: Namespace, settings: Settings) -> int:
    from elfer.server.storage import storage_for
    from elfer.server.storage.failure import StorageFailed

    storage, alone = storage_for(settings.storage), False
    try:
        if args.part == "clean":
            alone = await storage.attach_alone()
        else:
            await storage.attach()
        try:
            return await _PARTS[args.part](Asked(words, console, args, settings, storage, alone))
        finally:
            await storage.stop()
    except StorageFailed as why:
        raise Spoken(f"declined.{why.code}") from None


# --- each part -----------------------------------------------------------------------------------------------


async def _tables(asked: Asked) -> int:
    from elfer.server import admin

    words, args = asked.words, asked.args
    since = int(1000 * time.time()) - args.days * DAY_MS if args.days else 0
    wanted = admin.Wanted(game=args.game or "", phase=args.phase or "", since_ms=since, here=args.here)
    rows = await admin.tables(asked.storage, wanted, args.most)
    asked.show(rows, lambda: show.tables(words, rows) if rows else words.say("admin.no-tables"))
    _tell_more(asked, len(rows))
    return 0


async def _due(asked: Asked) -> int:
    from elfer.server import admin

    words, args = asked.words, asked.args
    wanted = admin.Wanted(game=args.game or "", due=True)
    rows = await admin.tables(asked.storage, wanted, args.most)
    asked.show(rows, lambda: show.due(words, rows) if rows else words.say("admin.no-due"))
    _tell_more(asked, len(rows))
    return 0


def _tell_more(asked: Asked, shown: int) -> None:
    if shown == asked.args.most and not asked.args.json:
        asked.tell("admin.more", n=shown)


async def _people(asked: Asked) -> int:
    words, rows = asked.words, await asked.storage.accounts()
    return asked.show(rows, lambda: show.people(words, rows) if rows else words.say("admin.no-people"))


async def _close(asked: Asked) -> int:
    from elfer.server import admin
    from elfer.server.hub import announce

    kept = await admin.close(asked.storage, asked.args.code)
    asked.tell("admin.closed", code=kept.code)
    try:
        await announce(asked.settings.hub, kept.id)
    except OSError as error:
        asked.tell("admin.hub-down", reason=error)
    return 0


async def _passphrase(asked: Asked) -> int:
    from elfer.server import admin

    name = asked.args.name
    made = {"name": name, "passphrase": await admin.new_passphrase(asked.storage, name)}
    return asked.show(
        made, lambda: Text(asked.words.say("admin.passphrase", **made), overflow="ignore", no_wrap=True)
    )


async def _storage(asked: Asked) -> int:
    from elfer.server import admin
    from elfer.server.retention import Periods

    settings = asked.settings
    periods = Periods() if settings.keep_all else Periods.of(settings)
    facts = await admin.storage_facts(asked.storage, str(masked("storage", settings.storage)), periods)
    return asked.show(facts, lambda: show.storage(asked.words, facts))


async def _clean(asked: Asked) -> int:
    from elfer.server.metrics import Metrics
    from elfer.server.retention import Cleaner, Periods

    storage, settings, shrink = asked.storage, asked.settings, asked.args.shrink
    if settings.keep_all:
        raise Spoken("error.keeps-all")
    if shrink and not asked.alone and settings.storage.startswith("sqlite:"):
        raise StorageInUse(settings.storage.removeprefix("sqlite:"))
    await storage.look_at_all()
    cleaner = Cleaner(storage, Periods.of(settings), Metrics(), alone=asked.alone)
    done = +await cleaner.clean(int(1000 * time.time()))
    before = await storage.size()
    if shrink:
        await storage.shrink()
    freed = before - await storage.size()
    return asked.show({**done, "freed": freed}, lambda: show.cleaned(asked.words, done, freed if shrink else None))


_PARTS: dict[str, Callable[[Asked], Awaitable[int]]] = {
    "tables": _tables,
    "due": _due,
    "people": _people,
    "close": _close,
    "passphrase": _passphrase,
    "storage": _storage,
    "clean": _clean,
}
