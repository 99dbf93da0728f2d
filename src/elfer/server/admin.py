"""What an operator asks of a storage, with the server running or not: tables, people, closing, what is due.

Nothing here tells a card, nor who has answered a secret question: all of it is what everyone at a table may know.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from difflib import get_close_matches

from argon2 import PasswordHasher
from msgspec import Struct

from elfer.match.registry import UnknownGame
from elfer.match.setup import BadCode
from elfer.server import log
from elfer.server.auto import Due, due
from elfer.server.declined import Declined
from elfer.server.house import DEAD_AFTER_MS
from elfer.server.judging import window
from elfer.server.moves import Transition, transitions
from elfer.server.people import People
from elfer.server.retention import Periods, read_last
from elfer.server.settings import Spoken
from elfer.server.sitting import Sitting
from elfer.server.storage import Kept, Standing, Storage
from elfer.server.who import Person
from elfer.table.refusal import Refused

PAGE = 200
"""So many matches are read at once."""
LATE_MS = 30_000
"""What should have happened so long ago, with somebody there, does not happen by itself any more."""
_PASSPHRASE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_PASSPHRASE_GROUPS, _GROUP = 4, 5


class SeatRow(Struct, frozen=True):
    """Who sits there."""

    name: str
    kind: str
    here: bool


class DueRow(Struct, frozen=True):
    """What happens next by itself at a table."""

    what: str
    """`bot`, `stand-in`, `clock` or `deal`."""
    at_ms: int
    seat: int | None
    """`None` also where several answer in secret: who has not yet is nobody's business."""
    stuck: bool
    """Somebody is there, and yet it has not happened for long."""


class TableRow(Struct, frozen=True):
    """A table, as the operator sees it."""

    code: str
    match: str
    game: str
    setup: str
    phase: str
    """`unreadable`: its log cannot be replayed by this version."""
    seats: tuple[SeatRow, ...]
    opened_ms: int
    changed_ms: int
    entries: int
    due: DueRow | None = None

    @property
    def here(self) -> int:
        return sum(seat.here for seat in self.seats)


class StorageFacts(Struct, frozen=True):
    """How much is kept."""

    kind: str
    version: int
    bytes: int
    rows: dict[str, int]
    oldest_ms: int | None
    newest_ms: int | None
    next_cleaning: dict[str, int]
    """What is too old by now."""


class Wanted(Struct, frozen=True):
    """Which tables are asked for."""

    game: str = ""
    phase: str = ""
    since_ms: int = 0
    here: bool = False
    due: bool = False


# --- tables --------------------------------------------------------------------------------------------------


async def all_standing(storage: Storage) -> AsyncIterator[Standing]:
    """Every match, without replaying any."""
    after = ""
    while page := await storage.standing(after, PAGE):
        for match in page:
            yield match
        after = page[-1].id


async def tables(storage: Storage, wanted: Wanted, most: int) -> list[TableRow]:
    """The tables that are asked for, the one that changed last first."""
    now = _now_ms()
    alive = await storage.alive(now - DEAD_AFTER_MS)
    found = [(changed_ms(match), match) async for match in all_standing(storage) if _may_be_wanted(match, wanted)]
    recent = sorted((item for item in found if item[0] >= wanted.since_ms), key=lambda item: item[0], reverse=True)
    out: list[TableRow] = []
    for _, match in recent:
        row = await _row(storage, match, alive, now)
        if row is not None and _is_wanted(row, wanted):
            out.append(row)
        if len(out) == most:
            break
    return out


def _may_be_wanted(match: Standing, wanted: Wanted) -> bool:
    """Spares replaying what cannot be asked for."""
    return not wanted.due or (match.started and not match.over)


def changed_ms(match: Standing) -> int:
    last = read_last(match)
    return match.opened_ms + (0 if last is None else last.at)


def _is_wanted(row: TableRow, wanted: Wanted) -> bool:
    return (
        wanted.game in ("", row.game)
        and wanted.phase in ("", row.phase)
        and (not wanted.here or row.here > 0)
        and (not wanted.due or row.due is not None)
    )


async def _row(storage: Storage, match: Standing, alive: set[str], now: int) -> TableRow | None:
    kept = await storage.by_id(match.id)
    if kept is None:  # cleaned meanwhile
        return None
    try:
        sitting, public = await _replayed(storage, kept)
    except (Declined, Refused, UnknownGame, BadCode, ValueError, TypeError):
        return TableRow(kept.code, kept.id, "", "", "unreadable", (), kept.opened_ms, changed_ms(match), match.number)
    seats = tuple(
        SeatRow(chair.called, "person" if chair.person else "empty" if chair.empty else "bot", chair.process in alive)
        for chair in sitting.chairs
    )
    return TableRow(
        code=sitting.code,
        match=sitting.id,
        game=sitting.setup.name,
        setup=sitting.setup.code,
        phase=sitting.phase.value,
        seats=seats,
        opened_ms=kept.opened_ms,
        changed_ms=kept.opened_ms + public,
        entries=sitting.shown,
        due=_due_row(sitting, due(sitting), any(seat.here for seat in seats), now),
    )


async def _replayed(storage: Storage, kept: Kept) -> tuple[Sitting, int]:
    """The sitting, and when the last thing happened that everyone may know of."""
    first, *rest = [log.read(body) for body in await storage.tail(kept.id, 1)]
    if not isinstance(first, log.Opened):
        raise TypeError("the log is being deleted")
    opened = Sitting.open(kept.id, kept.code, kept.secret, first)
    taken = transitions(opened, rest)
    return (taken[-1].after if taken else opened), _last_public(taken)


def _last_public(taken: Iterable[Transition]) -> int:
    public = (done.entry.at for done in taken if done.after.shown > done.before.shown)
    return max(public, default=0)


def _due_row(sitting: Sitting, next_: Due | None, somebody: bool, now: int) -> DueRow | None:
    if next_ is None:
        return None
    at = sitting.opened.unix_ms + next_.at
    match = sitting.match
    secret = match is not None and window(match.state) is not None
    what = "deal" if next_.seat is None else "stand-in" if next_.by == "away" else next_.by
    # In an open window not even the kind of player that is waited for is told.
    return DueRow("answer" if secret else what, at, None if secret else next_.seat, somebody and now - at > LATE_MS)


async def close(storage: Storage, code: str) -> Kept:
    """Put an end to a table. Raises `Spoken` if there is none, or if it has ended by itself."""
    kept = await find(storage, code)
    while True:
        entries = [log.read(body) for body in await storage.tail(kept.id, 1)]
        if log.has_run_out(entries) or isinstance(entries[-1], log.Closed):
            raise Spoken("error.table-is-closed", code=kept.code)
        if any(isinstance(entry, log.Revealed) for entry in entries):
            raise Spoken("error.table-is-over", code=kept.code)
        closed = log.Closed(at=max(entries[-1].at, _now_ms() - kept.opened_ms))
        if await storage.append(kept.id, len(entries) + 1, [log.written(closed)]):
            return kept


async def find(storage: Storage, code: str) -> Kept:
    """A table by its code. Raises `Spoken`, with those that look like it or that changed last."""
    code = code.strip().upper()
    kept = await storage.by_code(code) if code.isascii() and "\0" not in code else None
    if kept is not None:
        return kept
    known = {match.code: changed_ms(match) async for match in all_standing(storage)}
    near = get_close_matches(code, known, 3) or sorted(known, key=lambda one: -known[one])[:5]
    raise Spoken("error.no-table-near" if near else "error.no-table", code=code, codes=", ".join(near))


# --- people --------------------------------------------------------------------------------------------------


async def new_passphrase(storage: Storage, name: str) -> str:
    """A new passphrase for an account, and the end of all its cookies. Raises `Spoken` if there is none."""
    account = await storage.account(name.strip()) if "\0" not in name else None
    if account is None:
        names = [row.name for row in await storage.accounts()]
        near = get_close_matches(name, names, 3, 0.5)
        raise Spoken("error.no-account-near" if near else "error.no-account", name=name, names=", ".join(near))
    groups = ("".join(secrets.choice(_PASSPHRASE_LETTERS) for _ in range(_GROUP)) for _ in range(_PASSPHRASE_GROUPS))
    passphrase = "-".join(groups)
    await storage.set_passphrase(account.id, PasswordHasher().hash(passphrase))
    people = People(storage)
    try:
        await people.sign_out(Person(account.id, account.name, True), everywhere=True)
    finally:
        people.stop()
    return passphrase


# --- storage -------------------------------------------------------------------------------------------------


async def storage_facts(storage: Storage, kind: str, periods: Periods) -> StorageFacts:
    """How much is kept, since when, and what of it is too old."""
    now, too_old, times = _now_ms(), Counter[str](), list[int]()
    async for match in all_standing(storage):
        times.append(changed_ms(match))
        end = periods.goes_at(match)
        if end is not None and end <= now:
            too_old["match" if match.started else "table"] += 1
    if periods.chat:
        too_old["chat"] = await storage.old_chat(periods.before(now, periods.chat))
    return StorageFacts(
        kind=kind,
        version=await storage.version(),
        bytes=await storage.size(),
        rows=await storage.counts(),
        oldest_ms=min(times, default=None),
        newest_ms=max(times, default=None),
        next_cleaning=dict(+too_old),
    )


def _now_ms() -> int:
    return int(1000 * time.time())
