"""SQLite: one file, one writer thread. A commit is on disk when it returns (WAL, synchronous=FULL)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from elfer.server.settings import NoStorage, StorageInUse
from elfer.server.storage import Statement
from elfer.server.storage.batch import Append, Group
from elfer.server.storage.claim import Claim, said_plainly
from elfer.server.storage.failure import Code, StorageFailed
from elfer.server.storage.migrations import MIGRATIONS, TooNew, migrations
from elfer.server.storage.sql import SqlStorage

T = TypeVar("T")

LOCKED_SECONDS = 5.0
"""How long a write waits for another program that holds the file, such as one that copies it."""

_CODES: dict[int, Code] = {
    sqlite3.SQLITE_FULL: "storage-full",
    sqlite3.SQLITE_BUSY: "storage-locked",
    sqlite3.SQLITE_LOCKED: "storage-locked",
    sqlite3.SQLITE_READONLY: "storage-read-only",
    sqlite3.SQLITE_CANTOPEN: "storage-unreachable",
}

# A whole batch in one statement, which is a transaction of its own: each statement hands the interpreter's lock over
# twice, and on a busy server getting it back takes longer than writing.
_INSERT = """INSERT INTO entries (match, number, body)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?)"""


MOST_WRITES = 32
"""So many are written in one transaction, for which moves wait."""
CHECKPOINT = 2_000
"""After so many batches and entries SQLite's write-ahead log is copied into the database, and begins anew."""
_CHECKPOINT = "PRAGMA wal_checkpoint(PASSIVE)"


class SqliteStorage(SqlStorage):
    """Everything in one file."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self._writes: Group[Sequence[Statement], list[int]] = Group(self._write_all, MOST_WRITES)
        """All that is written beside entries, such as who has played: matches end at the same time as others go on,
        and moves are not to wait for a commit of each of them."""
        self.path = path
        self._writing = ThreadPoolExecutor(1, "elfer-writer")
        self._reading = ThreadPoolExecutor(1, "elfer-reader")
        self._copying = ThreadPoolExecutor(1, "elfer-copier")
        self._uncopied, self._copied = 0, True
        self._writer: sqlite3.Connection
        self._reader: sqlite3.Connection
        self._copier: sqlite3.Connection
        self._claim = Claim(path)

    def claim(self) -> None:
        """Only one process may have the file. Raises `UnusableStorage`."""
        self._claim.take()

    async def start(self) -> None:
        self.claim()
        try:
            await self._open()
        except BaseException:
            await self._close()
            raise

    async def _open(self) -> None:
        self._writer = await self._in(self._writing, self._plainly(self._connect))
        await self._in(self._writing, self._plainly(self._migrate))
        self._reader = await self._in(self._reading, self._plainly(self._connect))
        self._copier = await self._in(self._copying, self._plainly(self._connect))

    def _plainly(self, do: Callable[[], T]) -> Callable[[], T]:
        """The same; but what fails at the start fails for good, and an operator has to see to it."""

        def run() -> T:
            with said_plainly(self.path):
                return do()

        return run

    async def stop(self) -> None:
        await self._group.drain()
        await self._writes.drain()
        await self._close()

    async def _close(self) -> None:
        threads = {"_copier": self._copying, "_reader": self._reading, "_writer": self._writing}
        for name, thread in threads.items():
            if (connection := getattr(self, name, None)) is not None:
                await self._in(thread, connection.close)
            thread.shutdown()
        self._claim.release()

    @staticmethod
    async def _in(thread: ThreadPoolExecutor, do: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(thread, do)
        except sqlite3.DatabaseError as error:
            raise _failure(error) from error

    def _connect(self) -> sqlite3.Connection:
        # Each thread makes its own; `stop` closes them where they were made. Autocommit: transactions are explicit.
        connection = sqlite3.connect(self.path, timeout=LOCKED_SECONDS, isolation_level=None, check_same_thread=True)
        try:
            self._tune(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    @staticmethod
    def _tune(connection: sqlite3.Connection) -> None:
        # A move is a hundred bytes, each match's in another place of the index: small pages write a sixth as much.
        connection.execute("PRAGMA page_size=1024")
        connection.execute("PRAGMA wal_autocheckpoint=0")  # see `_copy_in_time`
        # What a statement of many rows needs to undo itself: in a file it would be half of all writing.
        connection.execute("PRAGMA temp_store=MEMORY")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    def _migrate(self) -> None:
        db = self._writer
        db.execute("BEGIN IMMEDIATE")
        db.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        [version] = db.execute("SELECT COALESCE(MAX(version), 0) FROM schema_version").fetchone()
        versions = migrations(blob="BLOB", int="INTEGER")
        if version > len(versions):
            db.execute("ROLLBACK")
            raise TooNew(version, self.path)
        for number, statements in enumerate(versions[version:], version + 1):
            for statement in statements:
                db.execute(statement)
            db.execute("INSERT INTO schema_version VALUES (?)", (number,))
        db.execute("DELETE FROM processes")  # whoever wrote into this file before is gone
        db.execute("COMMIT")

    async def attach(self) -> None:
        version = await self._in(self._writing, self._found_version)
        if version > len(MIGRATIONS):
            raise TooNew(version, self.path)
        if version < len(MIGRATIONS):  # not while a server runs that knows only the old schema
            await self.start()
            return
        self._writer = await self._in(self._writing, self._plainly(self._connect))
        self._reader = await self._in(self._reading, self._plainly(self._connect))
        self._copier = await self._in(self._copying, self._plainly(self._connect))

    async def attach_alone(self) -> bool:
        await self._in(self._writing, self._found_version)
        # Before anything is opened: a claim that fails closes the file, and with that drops SQLite's own locks on it.
        try:
            self.claim()
        except StorageInUse:
            await self.attach()
            return False
        try:
            await self.attach()
        except BaseException:
            self._claim.release()
            raise
        return True

    def _found_version(self) -> int:
        """Looks without making anything: a name that was mistyped leaves no empty file."""
        if not Path(self.path).is_file():
            raise NoStorage(self.path)
        try:
            with closing(sqlite3.connect(self.path, timeout=30)) as db:
                return int(db.execute("SELECT MAX(version) FROM schema_version").fetchone()[0])
        except sqlite3.DatabaseError as error:
            raise NoStorage(self.path, str(error)) from None

    async def shrink(self) -> None:
        def vacuum() -> None:
            self._writer.execute("VACUUM")
            self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

        await self._in(self._writing, vacuum)

    async def size(self) -> int:
        return sum(path.stat().st_size for end in ("", "-wal") if (path := Path(self.path + end)).exists())

    async def _commit(self, batch: list[Append]) -> list[bool]:
        text = _rows_of(batch)  # made here, so that the writer needs the interpreter as little as can be
        return await self._in(self._writing, lambda: self._insert(batch, text))

    def _insert(self, batch: list[Append], text: str) -> list[bool]:
        try:
            self._writer.execute(_INSERT, (text,))
        except sqlite3.IntegrityError:  # somebody was first, and nothing is written: see who
            return self._insert_apart(batch)
        finally:
            self._copy_in_time(1 + len(batch))
        return [True] * len(batch)

    def _copy_in_time(self, written: int) -> None:
        """Copy the log into the database when enough has been written.

        SQLite would do it in the middle of a commit, which then takes twenty milliseconds, and everybody waits. So
        another thread copies beside the writing; what is written meanwhile is little, and copied between two commits.
        """
        self._uncopied += written
        if self._copied and self._uncopied >= CHECKPOINT:
            self._copied, self._uncopied = False, 0
            self._copying.submit(self._copy)

    def _copy(self) -> None:
        try:
            self._copier.execute(_CHECKPOINT).fetchall()
            self._writing.submit(self._copy_rest)
        except sqlite3.DatabaseError:  # a full disk, say: commits tell of it, and later it is tried again
            self._copied = True

    def _copy_rest(self) -> None:
        try:
            self._writer.execute(_CHECKPOINT).fetchall()
        finally:
            self._copied = True

    def _insert_apart(self, batch: list[Append]) -> list[bool]:
        db = self._writer
        db.execute("BEGIN IMMEDIATE")
        try:
            first = [self._insert_one(append) for append in batch]
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        return first

    def _insert_one(self, append: Append) -> bool:
        """Whether it was first; then all of it is written."""
        taken = "SELECT 1 FROM entries WHERE match = ? AND number >= ? LIMIT 1"
        if self._writer.execute(taken, (append.match, append.number)).fetchone():
            return False
        self._writer.execute(_INSERT, (_rows_of([append]),))
        return True

    async def _rows(self, sql: str, *args: Any) -> Sequence[Sequence[Any]]:
        return await self._in(self._reading, lambda: self._reader.execute(sql, _named(args)).fetchall())

    async def _write(self, *statements: Statement) -> list[int]:
        return await self._writes.add(statements)

    async def _write_all(self, batch: list[Sequence[Statement]]) -> Sequence[list[int] | Exception]:
        return await self._in(self._writing, lambda: self._run_all(batch))

    def _run_all(self, batch: list[Sequence[Statement]]) -> Sequence[list[int] | Exception]:
        """In one transaction; but where one is at fault itself, each in its own, so that the others are written."""
        try:
            return self._run(batch)
        except Exception as error:
            if len(batch) == 1 or isinstance(_failure(error), StorageFailed):
                raise
            return [self._run_apart(statements) for statements in batch]

    def _run_apart(self, statements: Sequence[Statement]) -> list[int] | Exception:
        try:
            return self._run([statements])[0]
        except Exception as error:
            return _failure(error)

    def _run(self, batch: list[Sequence[Statement]]) -> list[list[int]]:
        db = self._writer
        db.execute("BEGIN IMMEDIATE")
        try:
            changed = [[db.execute(sql, _named(args)).rowcount for sql, args in statements] for statements in batch]
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:  # a full disk has ended it already
                db.execute("ROLLBACK")
            raise
        finally:
            self._copy_in_time(1 + sum(map(len, batch)))
        return changed

    async def numbers(self, matches: Iterable[str]) -> dict[str, int]:
        wanted = msgspec.json.encode(list(matches)).decode()
        sql = "SELECT match, MAX(number) FROM entries WHERE match IN (SELECT value FROM json_each($1)) GROUP BY match"
        return {row[0]: row[1] for row in await self._rows(sql, wanted)}


def _rows_of(batch: list[Append]) -> str:
    """The entries as rows, in JSON."""
    rows = [(a.match, number, body.decode()) for a in batch for number, body in enumerate(a.bodies, a.number)]
    return msgspec.json.encode(rows).decode()


def _failure(error: Exception) -> Exception:
    """What is the storage's fault; a statement that is wrong is ours, and stays what it is."""
    if not isinstance(error, sqlite3.DatabaseError) or isinstance(
        error, (sqlite3.ProgrammingError, sqlite3.IntegrityError)
    ):
        return error
    return StorageFailed(_CODES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "storage-down"))


def _named(args: tuple[Any, ...]) -> dict[str, Any]:
    """SQLite takes `$1` for the name of a parameter."""
    return {str(number): value for number, value in enumerate(args, 1)}
