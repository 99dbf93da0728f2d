"""`elfer serve`, and what belongs to a server: `verify`, `export`, `import`."""

from __future__ import annotations

import asyncio
import os
import socket
from argparse import Namespace
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import segno
from msgspec.structs import FieldInfo
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from elfer.match import record
from elfer.server.config import masked, toml
from elfer.server.settings import Settings, Sourced, settings_from, sourced
from elfer.words import Words

if TYPE_CHECKING:
    from elfer.cli.flags import Parser


def add_commands(words: Words, command: Callable[[str], Parser]) -> None:
    """What can be asked for. Everything in `Settings` is a flag."""
    say = words.say
    serve = command("serve")
    serve.epilog = say("cli.serve-more")
    add_config(words, serve)
    serve.general.add_argument("--show-settings", action="store_true", help=say("cli.show-settings"))
    for field in msgspec.structs.fields(Settings):
        about = about_setting(words, field).replace("%", "%%")
        if field.type is bool:
            serve.general.add_argument(_flag(field.name), action="store_true", default=None, help=about)
        else:
            serve.general.add_argument(_flag(field.name), metavar=_name(field.name).upper(), help=about)

    verify = command("verify").general
    verify.add_argument("file", type=Path, metavar=say("cli.file"), help=say("cli.replay-file"))

    for name in ("export", "import"):
        parser = command(name)
        add_storage(words, parser)
        group = parser.general
        if name == "export":
            group.add_argument("folder", type=Path, metavar=say("cli.folder"), help=say("cli.export-folder"))
        else:
            group.add_argument("files", type=Path, nargs="+", metavar=say("cli.file"), help=say("cli.import-files"))


def add_config(words: Words, parser: Parser) -> None:
    """The file that settings may stand in."""
    parser.general.add_argument("--config", metavar=words.say("cli.file"), help=words.say("cli.config"))


def add_storage(words: Words, parser: Parser) -> None:
    """Which storage a command works on: named here, or in the server's own settings."""
    add_config(words, parser)
    about = words.say("cli.set-storage", value=Settings().storage)
    parser.general.add_argument("--storage", metavar="STORAGE", help=about)


def about_setting(words: Words, field: FieldInfo) -> str:
    """A setting, explained."""
    return words.say(f"cli.set-{_name(field.name)}", value=field.default)


def _name(field: str) -> str:
    return field.replace("_", "-")


def _flag(field: str) -> str:
    return "--" + _name(field)


def run(words: Words, console: Console, args: Namespace) -> int:
    """Do what one of these commands says."""
    if args.command == "verify":
        return verify(words, console, args.file)
    settings = settings_from(vars(args), os.environ)
    if args.command == "serve" and args.show_settings:
        console.print(settings_table(words, sourced(vars(args), os.environ)))
        return 0
    if args.command == "serve":
        return serve(words, console, settings)
    if args.command == "export":
        return asyncio.run(_export(words, console, settings, args.folder))
    return asyncio.run(_import(words, console, settings, args.files))


def settings_table(words: Words, settings: Sequence[Sourced]) -> Table:
    """The settings in force, and where each comes from; no password and no token can be read in it."""
    listing = Table(box=SIMPLE_HEAD)
    for column in ("setting", "value", "source"):
        listing.add_column(words.say(f"admin.{column}"), overflow="fold")
    for name, value, source, where in settings:
        shown = Text(toml(masked(name, value)))
        listing.add_row(name, shown, Text(words.say(f"admin.from-{source}", where=where)))
    return listing


def serve(words: Words, console: Console, settings: Settings) -> int:
    """Serve until told to stop."""
    # Imported here: all other commands start without them.
    from elfer.server.processes import serve_several
    from elfer.server.serve import serve as serve_alone

    def started(url: str) -> None:
        port = url.rsplit(":", 1)[1]
        here = "127.0.0.1" if settings.bind == "0.0.0.0" else settings.bind
        console.print(words.say("serve.ready", url=settings.public_url or f"http://{here}:{port}"), soft_wrap=True)
        if settings.lan:
            lan = f"http://{lan_address()}:{port}"
            out = StringIO()
            segno.make(lan, error="m").terminal(out, border=2, compact=True)
            console.print(words.say("serve.lan", url=lan), soft_wrap=True)
            console.file.write(out.getvalue())
        console.print(words.say("serve.stop"))
        console.file.flush()

    return (serve_alone if settings.processes == 1 else serve_several)(settings, started)


def lan_address() -> str:
    """This machine's address in its own network. Nothing is sent: choosing a way out is enough."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that belongs to nobody
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


def verify(words: Words, console: Console, path: Path) -> int:
    """Check commitment, entropy, the deal and every action. Raises `BadRecord` at what is wrong."""
    lines = [line for line in path.read_bytes().splitlines() if line.strip()]
    steps = list(record.replay(lines))
    head, match = record.head(lines), steps[-1].match
    say, out = words.say, console.print
    out(say("verify.rules", n=sum(step.do is not None for step in steps)))
    out(say("verify.deal", seed=head.seed), soft_wrap=True)
    record.check_fair(head)
    out(say("verify.fair", commitment=head.commitment, n=len(head.entropy)), soft_wrap=True)
    totals = ", ".join(map(str, match.totals))
    out(say("verify.over", totals=totals) if match.over else say("verify.unfinished"))
    return 0


async def _export(words: Words, console: Console, settings: Settings, folder: Path) -> int:
    from elfer.server.backup import export_records
    from elfer.server.storage import storage_for

    storage = storage_for(settings.storage)
    await storage.start()
    try:
        records = await export_records(storage)
    finally:
        await storage.stop()
    folder.mkdir(parents=True, exist_ok=True)
    for code, text in records:
        (folder / f"{code}.jsonl").write_bytes(text)
    console.print(words.say("backup.exported", n=len(records), folder=folder), soft_wrap=True)
    return 0


async def _import(words: Words, console: Console, settings: Settings, files: Sequence[Path]) -> int:
    from elfer.server.backup import import_record
    from elfer.server.storage import storage_for

    storage = storage_for(settings.storage)
    await storage.start()
    try:
        for path in files:
            lines = [line for line in path.read_bytes().splitlines() if line.strip()]
            code = await import_record(storage, lines)
            console.print(words.say("backup.imported", file=path, code=code), soft_wrap=True)
    finally:
        await storage.stop()
    return 0
