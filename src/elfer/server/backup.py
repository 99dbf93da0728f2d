"""Matches as records: to keep, to check, to look at again, and to move to another server."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Sequence

from elfer.match import record
from elfer.match.fair import commitment
from elfer.match.setup import Setup
from elfer.server import log
from elfer.server.moves import Transition, transitions, with_ending
from elfer.server.names import tidied
from elfer.server.sitting import Sitting
from elfer.server.storage import Kept, Storage
from elfer.server.who import new_code, new_id
from elfer.table.seed import SEED_BYTES


def record_of(kept: Kept, entries: Iterable[bytes]) -> bytes:
    """The record of a match from its log; empty if it has not started."""
    first, *rest = map(log.read, entries)
    assert isinstance(first, log.Opened)
    taken = transitions(Sitting.open(kept.id, kept.code, kept.secret, first), rest)
    return b"".join(_lines(transition, taken[-1].after) for transition in taken)


def _lines(transition: Transition, at_last: Sitting) -> bytes:
    entry, match = transition.entry, transition.after.match
    if match is None:
        return b""
    if isinstance(entry, log.Started):
        names = [chair.called or f"Bot {seat + 1}" for seat, chair in enumerate(at_last.chairs)]
        fair = at_last.secret if at_last.opened.commitment else b""  # a record from elsewhere may have none
        return record.header(match, names, fair, transition.after.entropy if fair else ())
    if isinstance(entry, log.Acted):
        return record.lines(entry.seat, entry.do, match)
    return b""


def entries_of(text: Sequence[bytes], now_ms: int) -> tuple[bytes, list[log.AnyEntry]]:
    """The secret and the log of a match that a record tells. Raises `BadRecord`.

    Seats keep their names and are empty, so that a match that is not over can be played on by whoever sits down.
    """
    told = list(record.replay(text))
    head = record.head(text)
    setup = Setup.read(head.setup)
    fair = bool(head.secret)
    if fair:
        record.check_fair(head)
    secret = bytes.fromhex(head.secret) if fair else secrets.token_bytes(SEED_BYTES)
    shown = commitment(secret) if fair else ""
    entries: list[log.AnyEntry] = [log.Opened(unix_ms=now_ms, commitment=shown, setup=setup.code, host="")]
    names = [tidied(name) for name in head.names[: setup.players]]
    entries += [log.Renamed(seat=seat, name=name) for seat, name in enumerate(names) if name]
    entries += [log.Stirred(entropy=entropy) for entropy in head.entropy]
    entries.append(log.Started(seed=head.seed))
    for step in told[1:]:
        entries.append(log.Dealt() if step.seat is None or step.do is None else log.Acted(seat=step.seat, do=step.do))
    return secret, entries


async def import_record(storage: Storage, text: Sequence[bytes]) -> str:
    """Keep the match of a record; gives its join code. Raises `BadRecord`."""
    secret, (opened, *rest) = entries_of(text, int(1000 * time.time()))
    assert isinstance(opened, log.Opened)
    while True:
        code = new_code()
        kept = Kept(new_id(), code, secret, opened.unix_ms)
        if await storage.found(kept, log.written(opened)):
            break
    taken = with_ending(transitions(Sitting.open(kept.id, code, secret, opened), rest))
    if not await storage.append(kept.id, 2, [log.written(transition.entry) for transition in taken]):
        raise RuntimeError("a match that was just founded has been written to")
    return code


async def export_records(storage: Storage) -> list[tuple[str, bytes]]:
    """All matches that have started, each by its code."""
    records = [(kept.code, record_of(kept, await storage.tail(kept.id, 1))) for kept in await storage.matches()]
    return [(code, record) for code, record in records if record]
