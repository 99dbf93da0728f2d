"""Storages over the years: schemas of earlier versions, files that do not grow for ever, a look in from outside."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg

from elfer.server import log
from elfer.server.storage import Storage, storage_for
from elfer.server.storage.migrations import MIGRATIONS, migrations
from tests.server.stored import cleaned, ids, put, with_storage

BEFORE = 2
"""The version of the schema that knew nothing of cleaning."""
_OPENED = '{"kind":"opened","unix_ms":5,"commitment":"","table":"elfer.2","host":"anna"}'
_ROWS = (
    f"INSERT INTO entries VALUES ('old', 1, '{_OPENED}')",
    "INSERT INTO chat VALUES ('old', 7, 'Anna', 'hallo', 0, 0)",
    "INSERT INTO ended VALUES ('session', 1, 7)",
)


def _statements(secret: str, **words: str) -> list[str]:
    made = ["CREATE TABLE schema_version (version INTEGER NOT NULL)"]
    for number, migration in enumerate(migrations(**words)[:BEFORE], 1):
        made += [*migration, f"INSERT INTO schema_version VALUES ({number})"]
    match = f"INSERT INTO matches (id, code, secret, opened_ms) VALUES ('old', 'BCDFG', {secret}, 5)"
    return [*made, match, *_ROWS]


def make_old(url: str) -> None:
    """A storage as an earlier version has left it, with something in it."""
    if url.startswith("sqlite:"):
        with sqlite3.connect(url.removeprefix("sqlite:")) as db:
            for statement in _statements("X'00'", blob="BLOB", int="INTEGER"):
                db.execute(statement)
        db.close()
        return

    async def make() -> None:
        db = await asyncpg.connect(url)
        for statement in _statements("'\\x00'", blob="BYTEA", int="BIGINT"):
            await db.execute(statement)
        await db.close()

    asyncio.run(make())


def test_a_storage_of_the_schema_before_is_taken_over_with_all_that_is_in_it(storage_url: str) -> None:
    assert len(MIGRATIONS) > BEFORE
    make_old(storage_url)

    async def do(storage: Storage) -> None:
        assert await storage.version() == len(MIGRATIONS)
        assert await ids(storage) == {"old"}
        assert [line.text for line in await storage.chat("old", 9)] == ["hallo"]
        assert await storage.ended("session") == {"session": 1}
        assert [match.id for match in await storage.to_look_at(0, 9)] == ["old"]  # due at once
        assert await cleaned(storage) == {"chat": 1, "closed": 1, "table": 1}

    with_storage(storage_url, do)


def test_the_file_of_sqlite_stops_growing_and_can_be_made_smaller(tmp_path: Path) -> None:
    async def do(storage: Storage) -> None:
        async def fill() -> int:
            for n in range(40):
                acts = [log.Acted(seat=0, do=f"x{n}") for n in range(100)]
                await put(storage, f"m{n}", 91, log.Started(), *acts, log.Revealed(secret=""), people=["anna"])
            return await pages(storage)

        full = await fill()
        for _ in range(3):
            await cleaned(storage)
            assert await fill() <= 1.05 * full
        await cleaned(storage)
        await storage.shrink()
        assert await pages(storage) < full / 5

    async def pages(storage: Any) -> int:
        return int((await storage._rows("PRAGMA page_count"))[0][0])

    with_storage(f"sqlite:{tmp_path / 'elfer.db'}", do)


def test_beside_a_server_nothing_is_claimed_and_nothing_made(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'elfer.db'}"

    async def do(storage: Storage) -> None:
        await storage.beat("server", 5)
        beside = storage_for(url)
        await beside.attach()
        try:
            assert await beside.alive(0) == {"server"}
            await put(beside, "a", 1)
        finally:
            await beside.stop()
        assert await ids(storage) == {"a"}

    with_storage(url, do)
