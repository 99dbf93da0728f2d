"""PostgreSQL: for several server processes, on one machine or many. Needs the extra `cluster`."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

import asyncpg

from elfer.server.settings import UnusableStorage
from elfer.server.storage import Statement
from elfer.server.storage.batch import Append, Group, Tail
from elfer.server.storage.failure import Code, StorageFailed
from elfer.server.storage.keeping import TABLES
from elfer.server.storage.migrations import TooNew, migrations
from elfer.server.storage.sql import SqlStorage

_INSERT = """INSERT INTO entries (match, number, body)
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[]) ON CONFLICT DO NOTHING RETURNING match, number"""
_TAILS = """SELECT asked.place, entries.body FROM entries
    JOIN unnest($1::text[], $2::int[]) WITH ORDINALITY AS asked (match, number, place)
    ON entries.match = asked.match AND entries.number >= asked.number ORDER BY asked.place, entries.number"""
_MIGRATION_LOCK = 0x0E1FE8
"""Of two processes that start at once, one brings the schema up to date and the other waits."""


COMMAND_SECONDS = 15.0
CONNECT_SECONDS = 5.0

_CODES: tuple[tuple[tuple[type[Exception], ...], Code], ...] = (
    ((asyncpg.DiskFullError,), "storage-full"),
    ((asyncpg.LockNotAvailableError, TimeoutError), "storage-locked"),
    ((asyncpg.ReadOnlySQLTransactionError,), "storage-read-only"),
    (
        # The last is what asyncpg says when a connection is used in the moment in which the database closes it.
        (
            asyncpg.PostgresConnectionError,
            asyncpg.OperatorInterventionError,
            asyncpg.InterfaceError,
            OSError,
            asyncpg.InternalClientError,
        ),
        "storage-unreachable",
    ),
    ((asyncpg.InsufficientResourcesError, asyncpg.PostgresSystemError), "storage-down"),
)
"""What is the storage's fault, first come first."""
_OURS = (
    asyncpg.SyntaxOrAccessError,
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    ValueError,
    TypeError,
)
"""A statement that is wrong, or an argument that cannot be, is our fault, and stays what it is."""

_log = logging.getLogger(__name__)


@contextlib.contextmanager
def _failures() -> Iterator[None]:
    try:
        yield
    except _OURS:
        raise
    except Exception as error:
        for kinds, code in _CODES:
            if isinstance(error, kinds):
                raise StorageFailed(code) from error
        _log.exception("storage failed")  # in a way that nobody has thought of
        raise StorageFailed from error


async def _as_it_is(connection: Any) -> None:
    """What a connection is given back as: nothing of ours outlasts a transaction, so there is nothing to undo.

    asyncpg would have the server undo whatever there may be, after every statement.
    """


def shown(url: str) -> str:
    """Where a database is, without what only its operator knows.

    >>> shown("postgresql://elfer:secret@db.example:5432/cards?sslmode=require")
    'postgresql://db.example:5432/cards'
    """
    try:
        parts = urlsplit(url)
        return f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"
    except ValueError:
        return "postgresql://…"


class PostgresStorage(SqlStorage):
    """Everything in one database."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self._reads: Group[Tail, list[bytes]] = Group(self._tails)
        """What other processes have written: under load each of them reads what many moves have added."""

    def claim(self) -> None:
        """Any number of processes may have it."""

    async def start(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self.url,
                min_size=2,
                max_size=8,
                command_timeout=COMMAND_SECONDS,
                timeout=CONNECT_SECONDS,
                reset=_as_it_is,
            )
        except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            reason = str(error) or type(error).__name__
            raise UnusableStorage("unreachable", shown(self.url), reason) from None
        async with self._pool.acquire() as db, db.transaction():
            await db.execute(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
            await db.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
            version = await db.fetchval("SELECT COALESCE(MAX(version), 0) FROM schema_version")
            versions = migrations(blob="BYTEA", int="BIGINT")
            if version > len(versions):
                raise TooNew(version, shown(self.url))
            for number, statements in enumerate(versions[version:], version + 1):
                for statement in statements:
                    await db.execute(statement)
                await db.execute("INSERT INTO schema_version VALUES ($1)", number)

    async def attach(self) -> None:
        await self.start()

    async def attach_alone(self) -> bool:
        await self.attach()
        return False  # nobody can tell

    async def size(self) -> int:
        tables = ", ".join(f"'{table}'" for table in TABLES)
        # Only ours: the database may hold more.
        sql = f"SELECT SUM(pg_total_relation_size(name::regclass)) FROM unnest(ARRAY[{tables}]) AS name"
        return int((await self._rows(sql))[0][0])

    async def shrink(self) -> None:
        """Its autovacuum does what is needed; `VACUUM FULL` would lock every table."""

    async def stop(self) -> None:
        await self._group.drain()
        await self._pool.close()

    async def _commit(self, batch: list[Append]) -> list[bool]:
        # Of two appends with one number in one batch, the earlier is first: the later is not even sent. Always in one
        # order, or two processes could wait for each other's rows.
        first = {append[:2]: append for append in reversed(batch)}
        sent = [first[place] for place in sorted(first)]
        rows = [(a.match, n, body.decode()) for a in sent for n, body in enumerate(a.bodies, a.number)]
        with _failures():
            written = await self._pool.fetch(_INSERT, *map(list, zip(*rows, strict=True)))
        done = {tuple(row) for row in written}
        sure = set(map(id, sent))
        # Nobody appends behind a gap, so whoever got the first number of theirs got all.
        return [id(append) in sure and append[:2] in done for append in batch]

    async def tail(self, match: str, number: int) -> list[bytes]:
        return await self._reads.add(Tail(match, number))

    async def tails(self, asked: Sequence[Tail]) -> list[list[bytes]]:
        return await self._tails(asked)

    async def _tails(self, batch: Sequence[Tail]) -> list[list[bytes]]:
        tails: list[list[bytes]] = [[] for _ in batch]
        for place, body in await self._rows(_TAILS, [t.match for t in batch], [t.number for t in batch]):
            tails[place - 1].append(body.encode())
        return tails

    async def _rows(self, sql: str, *args: Any) -> Sequence[Sequence[Any]]:
        with _failures():
            rows: Sequence[Sequence[Any]] = await self._pool.fetch(sql, *args)
        return rows

    async def _write(self, *statements: Statement) -> list[int]:
        with _failures():
            async with self._pool.acquire() as db, db.transaction():
                return [int((await db.execute(sql, *args)).rsplit(" ", 1)[-1]) for sql, args in statements]

    async def numbers(self, matches: Iterable[str]) -> dict[str, int]:
        sql = "SELECT match, MAX(number) FROM entries WHERE match = ANY($1::text[]) GROUP BY match"
        return {row[0]: row[1] for row in await self._rows(sql, list(matches))}
