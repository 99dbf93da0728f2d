"""How `elfer admin` shows what it found."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from elfer.words import Words

if TYPE_CHECKING:
    from elfer.server.admin import StorageFacts, TableRow
    from elfer.server.storage import AccountRow

_REMOVED = ("match", "table", "closed", "chat", "session", "process")
_UNITS = ((86_400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"))


def tables(words: Words, rows: Sequence[TableRow]) -> Table:
    """One line for each table."""
    listing = _listing(words, "code", "game", "phase", "players", "here", "changed", "entries")
    for row in rows:
        listing.add_row(
            row.code,
            _game(words, row),
            words.say(f"admin.phase-{row.phase}"),
            Text(_players(words, row)),
            str(row.here) if row.here else "–",
            _ago(words, row.changed_ms),
            str(row.entries),
        )
    return listing


def due(words: Words, rows: Sequence[TableRow]) -> Table:
    """What happens next at each table, and whether anybody is there for whom it happens."""
    listing = _listing(words, "code", "game", "due", "since", "here", "state")
    for row in rows:
        next_ = row.due
        assert next_ is not None
        state = "stuck" if next_.stuck else "waits" if row.here == 0 else "runs"
        listing.add_row(
            row.code,
            _game(words, row),
            words.say(f"admin.due-{next_.what}", seat="" if next_.seat is None else next_.seat),
            _ago(words, next_.at_ms),
            str(row.here) if row.here else "–",
            words.say(f"admin.state-{state}"),
            style="bold red" if next_.stuck else "",
        )
    return listing


def people(words: Words, rows: Sequence[AccountRow]) -> Table:
    listing = _listing(words, "name", "made", "matches", "last-match")
    for row in rows:
        listing.add_row(Text(_clean(row.name)), _day(row.made_ms), str(row.matches), _day(row.last_ms))
    return listing


def storage(words: Words, facts: StorageFacts) -> Table:
    listing = Table(box=None, show_header=False)
    listing.add_column()
    listing.add_column(overflow="fold")

    def line(key: str, value: str) -> None:
        listing.add_row(words.say(f"admin.{key}"), Text(value))

    line("storage", facts.kind)
    line("size", _bytes(facts.bytes))
    line("schema", str(facts.version))
    for name, n in facts.rows.items():
        line(f"rows-{name}", str(n))
    line("oldest", _day(facts.oldest_ms))
    line("newest", _day(facts.newest_ms))
    line("next-cleaning", _removed(words, facts.next_cleaning))
    return listing


def cleaned(words: Words, done: Mapping[str, int], freed: int | None) -> str:
    lines = [words.say("admin.cleaned", what=_removed(words, done))]
    if freed is not None:
        lines.append(words.say("admin.freed", size=_bytes(max(0, freed))))
    return "\n".join(lines)


def _removed(words: Words, done: Mapping[str, int]) -> str:
    parts = [words.say(f"admin.n-{what}", n=n) for what in _REMOVED if (n := done.get(what, 0))]
    return words.listed(parts) if parts else words.say("admin.nothing")


def _listing(words: Words, *columns: str) -> Table:
    listing = Table(box=SIMPLE_HEAD)
    for column in columns:
        right = column in ("entries", "matches")
        listing.add_column(words.say(f"admin.{column}"), justify="right" if right else "left", overflow="fold")
    return listing


def _game(words: Words, row: TableRow) -> str:
    return row.setup or words.say("admin.unknown")


def _players(words: Words, row: TableRow) -> str:
    """People by name, bots by number."""
    names = [_clean(seat.name) for seat in row.seats if seat.kind == "person"]
    for kind in ("bot", "empty"):
        if n := sum(seat.kind == kind for seat in row.seats):
            names.append(words.say(f"admin.n-{kind}", n=n))
    return ", ".join(names)


def _clean(name: str) -> str:
    """What people call themselves must not steer the terminal."""
    return "".join(c if c.isprintable() else "?" for c in name)


def _ago(words: Words, at_ms: int) -> str:
    seconds = time.time() - at_ms / 1000
    for size, unit in _UNITS:
        if seconds >= size:
            return words.say(f"admin.ago-{unit}", n=int(seconds // size))
    return words.say("admin.now")


def _day(at_ms: int | None) -> str:
    return "–" if at_ms is None else f"{datetime.fromtimestamp(at_ms / 1000):%Y-%m-%d %H:%M}"


def _bytes(n: int) -> str:
    size, unit = float(n), "B"
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size < 1024 or unit == "GiB":
            break
        size /= 1024
    return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
