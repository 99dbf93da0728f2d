"""Storages, tables in them that are as old as a test needs, and their cleaning."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace

from elfer.server import log
from elfer.server.metrics import Metrics
from elfer.server.retention import CLOSED_FOR_MS, DAY_MS, Cleaner, Periods
from elfer.server.storage import Kept, Played, Storage, storage_for

NOW = 1_800_000_000_000
PERIODS = Periods(guests=90, unfinished=400, unbegun=14, chat=30)
OVER: Sequence[log.AnyEntry] = (log.Started(), log.Acted(seat=0, do="x"), log.Revealed(secret=""))


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Storage]:
    storage = storage_for(url)
    await storage.start()
    try:
        yield storage
    finally:
        await storage.stop()


def with_storage(url: str, do: Callable[[Storage], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened(url) as storage:
            await do(storage)

    asyncio.run(run())


async def put(
    storage: Storage,
    id: str,
    days: float,
    *entries: log.AnyEntry,
    people: Sequence[str] = (),
    host: str = "anna",
    now: int = NOW,
) -> None:
    """A table that was opened a thousand days ago, and whose last entry is so many days old; people have played."""
    since = now - 1000 * DAY_MS
    last = int((1000 - days) * DAY_MS)
    first = log.Opened(unix_ms=since, commitment="", setup="elfer.2", host=host)
    assert await storage.found(Kept(id, f"C{id.upper()}", bytes(32), since), log.written(first))
    *before, end = entries or (log.Renamed(seat=0, name="Anna"),)
    bodies = [log.written(entry) for entry in before]
    bodies.append(log.written(replace(end, at=last)))
    assert await storage.append(id, 2, bodies)
    rows = [Played(id, "C", seat, who, "elfer.2", "elfer", since, 1, 1) for seat, who in enumerate(people)]
    await storage.note_played(rows)


def cleaner(storage: Storage, periods: Periods = PERIODS, **more: Any) -> Cleaner:
    return Cleaner(storage, periods, Metrics(), **more)


async def cleaned(storage: Storage, periods: Periods = PERIODS, now: int = NOW) -> dict[str, int]:
    """Cleaned now, and again when what was closed is due to go."""
    total = await cleaner(storage, periods).clean(now)
    total += await cleaner(storage, periods).clean(now + CLOSED_FOR_MS)
    return dict(+total)


async def ids(storage: Storage) -> set[str]:
    return {kept.id for kept in await storage.matches()}
