"""Storage: what is appended is there, once, whoever else writes; on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable
from pathlib import Path
from types import NoneType, SimpleNamespace
from typing import Any

import asyncpg
import pytest

from elfer.server.settings import StorageInUse
from elfer.server.storage import Account, Chatted, Kept, Outcome, Played, Storage, sqlite, storage_for
from elfer.server.storage.batch import Append, Group
from elfer.server.storage.failure import StorageFailed
from elfer.server.storage.migrations import MIGRATIONS, TooNew
from elfer.server.storage.postgres import PostgresStorage, _failures
from elfer.server.storage.sqlite import SqliteStorage
from tests.server.conftest import empty_schema
from tests.server.stored import opened, with_storage

KEPT = Kept("match-1", "BCDFG", bytes(range(32)), 1_700_000_000_000)


def test_a_log_comes_back_as_it_was_written(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        assert await storage.found(KEPT, b'{"first":"\xc3\xa9"}')
        assert await storage.append(KEPT.id, 2, [b'{"n":2}', b'{"n":3}'])
        assert await storage.tail(KEPT.id, 1) == [b'{"first":"\xc3\xa9"}', b'{"n":2}', b'{"n":3}']
        assert await storage.tail(KEPT.id, 3) == [b'{"n":3}']
        assert await storage.tail("no-such-match", 1) == []
        assert await storage.numbers([KEPT.id, "other"]) == {KEPT.id: 3}
        assert (await storage.by_code("BCDFG"), await storage.by_id(KEPT.id)) == (KEPT, KEPT)
        assert (await storage.by_code("XXXXX"), await storage.by_id("x")) == (None, None)
        assert await storage.matches() == [KEPT]

    with_storage(storage_url, do)


def test_what_is_stored_is_there_after_a_restart(storage_url: str) -> None:
    async def write(storage: Storage) -> None:
        assert await storage.found(KEPT, b"{}")
        assert await storage.secret("key", b"first") == b"first"

    async def read(storage: Storage) -> None:
        assert await storage.by_id(KEPT.id) == KEPT
        assert await storage.secret("key", b"second") == b"first"

    with_storage(storage_url, write)
    with_storage(storage_url, read)


def test_a_number_is_given_once(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        await storage.found(KEPT, b"{}")
        asked = [storage.append(KEPT.id, 2, [f'{{"who":{n}}}'.encode()] * (1 + n % 2)) for n in range(20)]
        first = await asyncio.gather(*asked)
        assert sum(first) == 1
        who = first.index(True)
        assert await storage.tail(KEPT.id, 2) == [f'{{"who":{who}}}'.encode()] * (1 + who % 2)
        assert not await storage.append(KEPT.id, 2, [b"{}"])

    with_storage(storage_url, do)


def test_conflicts_do_not_touch_others_in_the_same_commit(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        others = [Kept(f"m{n}", f"CODE{n}", b"s" * 32, n) for n in range(10)]
        for kept in others:
            assert await storage.found(kept, b"{}")
        await storage.append("m3", 2, [b'{"old":1}'])
        done = await asyncio.gather(*(storage.append(kept.id, 2, [b'{"new":1}']) for kept in others))
        assert done == [n != 3 for n in range(10)]
        assert await storage.tail("m3", 2) == [b'{"old":1}']

    with_storage(storage_url, do)


def test_several_writers_share_a_log(postgres_url: str) -> None:
    from tests.server.conftest import empty_schema

    url = empty_schema(postgres_url)

    async def write_all(storage: Storage, me: int) -> int:
        """Add twenty entries, however often somebody else is first."""
        conflicts, number = 0, 2
        for n in range(20):
            while not await storage.append(KEPT.id, number, [f'"{me} {n}"'.encode()]):
                conflicts += 1
                number = 2 + len(await storage.tail(KEPT.id, 2))
            number += 1
        return conflicts

    async def run() -> None:
        async with opened(url) as one, opened(url) as two, opened(url) as three:
            await one.found(KEPT, b"{}")
            conflicts = await asyncio.gather(*(write_all(s, n) for n, s in enumerate((one, two, three))))
            assert sum(conflicts) > 0
            tail = [body.decode().strip('"') for body in await one.tail(KEPT.id, 2)]
            assert sorted(tail) == sorted(f"{me} {n}" for me in range(3) for n in range(20))
            for me in "012":
                assert [line for line in tail if line[0] == me] == [f"{me} {n}" for n in range(20)]

    asyncio.run(run())


def test_a_join_code_is_given_once(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        assert await storage.found(KEPT, b"{}")
        assert not await storage.found(Kept("other", KEPT.code, b"", 0), b"{}")
        assert await storage.tail("other", 1) == []

    with_storage(storage_url, do)


def test_accounts_history_and_statistics(storage_url: str) -> None:
    def played(match: str, points: int | None, place: int | None, game: str = "elfer") -> Played:
        return Played(match, "CODE", 0, "anna", f"{game}.4", game, int(match), points, place)

    async def do(storage: Storage) -> None:
        account = Account("anna", "Änna", "hash", 5)
        assert await storage.add_account(account)
        assert not await storage.add_account(Account("other", "äNNA", "hash", 6))
        assert await storage.account("ÄNNA") == account
        assert await storage.account("nobody") is None
        await storage.note_played([played("1", None, None), played("2", 7, 1)])
        await storage.note_played([played("1", 12, 3), played("3", None, None), played("4", 1, 1, "master")])
        history = await storage.history("anna", 3)
        assert [row.match for row in history] == ["4", "3", "2"]
        assert history[1] == played("3", None, None)
        # Ben sat at the second one too, and has left before its end; the others were played against bots.
        await storage.note_played([Played("2", "CODE", 3, "ben", "elfer.4", "elfer", 2)])
        assert await storage.outcomes("anna") == [
            Outcome("elfer", 12, 3, False),
            Outcome("elfer", 7, 1, True),
            Outcome("master", 1, 1, False),
        ]
        assert await storage.outcomes("ben") == await storage.outcomes("nobody") == []

    with_storage(storage_url, do)


def test_chat_and_processes(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        lines = [Chatted("m", n, "Anna", f"line {n}", None if n else 3, n == 1) for n in range(4)]
        for line in lines:
            await storage.note_chat(line)
        assert await storage.chat("m", 3) == lines[1:]
        await storage.beat("one", 1000)
        await storage.beat("two", 2000)
        await storage.beat("one", 3000)
        assert await storage.alive(1500) == {"one", "two"}
        assert await storage.alive(2500) == {"one"}

    with_storage(storage_url, do)


def test_a_schema_from_the_future_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "elfer.db"
    with_storage(f"sqlite:{path}", lambda storage: asyncio.sleep(0))
    with sqlite3.connect(path) as db:
        found = db.execute("SELECT version FROM schema_version").fetchall()
        assert found == [(n,) for n in range(1, len(MIGRATIONS) + 1)]
        db.execute("INSERT INTO schema_version VALUES (99)")
    db.close()
    storage = storage_for(f"sqlite:{path}")
    with pytest.raises(TooNew, match="version 99"):
        asyncio.run(storage.start())


def test_an_sqlite_file_is_for_one_process(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'elfer.db'}"

    async def do(storage: Storage) -> None:
        second = storage_for(url)
        with pytest.raises(StorageInUse, match=r"elfer\.db is in use by another process"):
            await second.start()
        await storage.beat("one", 1000)
        assert await storage.alive(0) == {"one"}  # the second one has touched nothing

    with_storage(url, do)
    with_storage(url, lambda storage: asyncio.sleep(0))  # free again


def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    from elfer.server.storage.sqlite import SqliteStorage

    async def do() -> None:
        storage = SqliteStorage(str(tmp_path / "elfer.db"))
        await storage.start()
        for pragma, wanted in (("journal_mode", "wal"), ("synchronous", 2)):

            def asked(pragma: str = pragma) -> object:
                return storage._writer.execute(f"PRAGMA {pragma}").fetchone()[0]

            assert await storage._in(storage._writing, asked) == wanted
        await storage.stop()

    asyncio.run(do())


def test_the_write_ahead_log_begins_anew_while_more_and_more_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT", 200)
    path = tmp_path / "elfer.db"
    sizes: list[int] = []

    async def do() -> None:
        storage = sqlite.SqliteStorage(str(path))
        await storage.start()
        for number in range(1, 2001):
            assert await storage.append("m", number, [b"x" * 100])
            sizes.append(path.with_name("elfer.db-wal").stat().st_size)
        assert path.stat().st_size > 100 * 1500  # copied long before it is closed
        await storage.stop()
        again = sqlite.SqliteStorage(str(path))
        await again.start()
        assert len(await again.tail("m", 1)) == 2000
        await again.stop()

    asyncio.run(do())
    assert sizes[-1] < 3 * sizes[300]


@pytest.mark.parametrize("url", ["mysql://x", "elfer.db", ""])
def test_unknown_storages_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="expected sqlite:PATH or postgresql"):
        storage_for(url)


# --- group commit --------------------------------------------------------------------------------------------


def test_whatever_queues_up_during_a_commit_is_committed_together() -> None:
    batches: list[list[Append]] = []

    async def do() -> None:
        gate = asyncio.Event()

        async def commit(batch: list[Append]) -> list[bool]:
            batches.append(batch)
            await gate.wait()
            return [append.number == 1 for append in batch]

        group = Group(commit)
        futures = [group.add(Append("a", 1, [b""]))]
        await asyncio.sleep(0)
        futures += [group.add(Append(match, number, [b""])) for match, number in (("c", 1), ("b", 2), ("b", 1))]
        gate.set()
        assert await asyncio.gather(*futures) == [True, True, False, True]
        await group.drain()

    asyncio.run(do())
    assert [[append[:2] for append in batch] for batch in batches] == [[("a", 1)], [("c", 1), ("b", 2), ("b", 1)]]


def test_a_failed_commit_is_told_to_all_who_were_in_it_and_the_next_goes_on() -> None:
    async def do() -> None:
        failures = iter([True, False])

        async def commit(batch: list[Append]) -> list[bool]:
            if next(failures):
                raise OSError("disk full")
            return [True] * len(batch)

        group = Group(commit)
        lost = [group.add(Append("a", n, [b""])) for n in range(3)]
        for future in lost:
            with pytest.raises(OSError, match="disk full"):
                await future
        assert await group.add(Append("a", 1, [b""]))

    asyncio.run(do())


def test_a_connection_is_given_back_without_a_word(postgres_url: str) -> None:
    storage, asked = storage_for(empty_schema(postgres_url)), list[str]()
    assert isinstance(storage, PostgresStorage)

    async def do() -> None:
        await storage.start()
        try:
            async with storage._pool.acquire() as db:
                db.add_query_logger(lambda logged: asked.append(logged.query))
                await db.fetchval("SELECT 1")
            assert asked == ["SELECT 1"]
        finally:
            await storage.stop()

    asyncio.run(do())


def test_one_who_fails_to_hear_what_was_stored_keeps_nobody_else_from_it(caplog: pytest.LogCaptureFixture) -> None:
    async def do() -> None:
        heard: list[bool | Exception] = []

        async def commit(batch: list[Append]) -> list[bool]:
            return [True] * len(batch)

        def fail(answer: bool | Exception) -> None:
            raise RuntimeError("deaf")

        group = Group(commit)
        group.ask(Append("a", 1, [b""]), fail)
        group.ask(Append("b", 1, [b""]), heard.append)
        async with asyncio.timeout(30):
            assert await group.add(Append("c", 1, [b""]))
        assert heard == [True]

    asyncio.run(do())
    assert "telling what was stored failed" in caplog.text


def test_whatever_is_asked_for_while_a_read_runs_is_read_together(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = storage_for(empty_schema(postgres_url))
    assert isinstance(storage, PostgresStorage)

    async def do() -> None:
        await storage.start()
        reads: list[str] = []
        rows = storage._rows

        async def counted(sql: str, *args: Any) -> Any:
            reads.append(sql)
            return await rows(sql, *args)

        for match in "abc":
            assert await storage.append(match, 1, [f"{match}{n}".encode() for n in range(1, 4)])
        monkeypatch.setattr(storage, "_rows", counted)
        wanted = [("c", 2), ("a", 3), ("x", 1), ("a", 1), ("b", 4)]
        first = asyncio.create_task(storage.tail("b", 1))
        await asyncio.sleep(0)
        rest = await asyncio.gather(*(storage.tail(match, number) for match, number in wanted))
        assert await first == [b"b1", b"b2", b"b3"]
        assert rest == [[b"c2", b"c3"], [b"a3"], [], [b"a1", b"a2", b"a3"], []]
        assert len(reads) == 2
        await storage.stop()

    asyncio.run(do())


def test_writes_that_queue_up_are_committed_together_and_one_that_fails_harms_no_other(tmp_path: Path) -> None:
    storage = storage_for(f"sqlite:{tmp_path / 'elfer.db'}")
    assert isinstance(storage, SqliteStorage)
    commits: list[str] = []

    async def do() -> None:
        await storage.start()
        await storage._in(storage._writing, lambda: storage._writer.set_trace_callback(commits.append))
        kept = [Kept(f"m{n}", f"CODE{n}", b"s", n) for n in range(6)]
        first = asyncio.create_task(storage.found(kept[0], b"{}"))
        await asyncio.sleep(0)
        rest = [asyncio.create_task(storage.found(one, b"{}")) for one in kept[1:]]
        assert await asyncio.gather(first, *rest) == [True] * 6
        assert commits.count("COMMIT") == 2

        writes: list[Awaitable[object]] = [
            storage.end("a", 1),
            storage._write(("INSERT INTO secrets VALUES (NULL, NULL)", ())),
            storage.end("b", 1),
        ]
        writes += [storage.end("\ud800", 1), storage.end("a", 2), storage.found(kept[0], b"{}")]
        done = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(one) for one in done[:5]] == [
            NoneType,
            sqlite3.IntegrityError,
            NoneType,
            UnicodeEncodeError,
            NoneType,
        ]
        assert done[5] is False
        assert await storage.ended("a", "b") == {"a": 2, "b": 1}
        late = [asyncio.create_task(storage.end("c", n)) for n in range(2 * sqlite.MOST_WRITES)]
        await asyncio.sleep(0)
        await storage.stop()  # what has been asked for is written before
        await asyncio.gather(*late)
        again = storage_for(f"sqlite:{storage.path}")
        await again.start()
        assert await again.ended("c") == {"c": len(late)}
        await again.stop()

    asyncio.run(do())


def test_several_processes_add_entries_to_postgres_in_one_order(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage, sent = storage_for(empty_schema(postgres_url)), list[list[str]]()
    assert isinstance(storage, PostgresStorage)

    async def do() -> None:
        await storage.start()
        fetch = storage._pool.fetch

        async def noted(sql: str, *args: Any) -> Any:
            sent.append([f"{match} {number}" for match, number in zip(*args[:2], strict=True)])
            return await fetch(sql, *args)

        batch = [Append("b", 1, [b"y"]), Append("a", 1, [b"1", b"2"]), Append("b", 2, [b"x"]), Append("a", 1, [b"3"])]
        with monkeypatch.context() as patch:
            patch.setattr(storage, "_pool", SimpleNamespace(fetch=noted))
            assert await storage._commit(batch) == [True, True, True, False]
        assert sent == [["a 1", "a 2", "b 1", "b 2"]]
        assert await storage.tail("a", 1) == [b"1", b"2"]
        await storage.stop()

    asyncio.run(do())


def test_a_storage_that_fails_is_not_tried_again_for_each_write(tmp_path: Path) -> None:
    storage, tries = storage_for(f"sqlite:{tmp_path / 'elfer.db'}"), list[int]()
    assert isinstance(storage, SqliteStorage)

    def locked(batch: list[Any]) -> list[list[int]]:
        tries.append(len(batch))
        raise sqlite3.OperationalError("database is locked")

    async def do() -> None:
        await storage.start()
        storage._run = locked  # type: ignore[method-assign]
        done = await asyncio.gather(*(storage.end("a", n) for n in range(5)), return_exceptions=True)
        assert [type(one) for one in done] == [StorageFailed] * 5
        assert sum(tries) == 5
        await storage.stop()

    asyncio.run(do())


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (asyncpg.DiskFullError("full"), "storage-full"),
        (TimeoutError(), "storage-locked"),
        (asyncpg.ConnectionDoesNotExistError("gone"), "storage-unreachable"),
        (ConnectionResetError("reset"), "storage-unreachable"),
        (asyncpg.InternalClientError("cannot switch to state 12"), "storage-unreachable"),
        (asyncpg.DeadlockDetectedError("deadlock"), "storage-down"),
        (asyncpg.InternalServerError("cache lookup failed"), "storage-down"),
        (AttributeError("'NoneType' object has no attribute 'is_closed'"), "storage-down"),
    ],
)
def test_whatever_fails_within_the_database_is_a_failing_storage(error: Exception, code: str) -> None:
    with pytest.raises(StorageFailed) as failed, _failures():
        raise error
    assert failed.value.code == code
    assert failed.value.__cause__ is error


@pytest.mark.parametrize(
    "error",
    [
        asyncpg.UndefinedTableError("no such table"),
        asyncpg.UniqueViolationError("twice"),
        asyncpg.exceptions._base.DataError("no text"),
        asyncpg.CharacterNotInRepertoireError("no letter"),
        ValueError("no port"),
    ],
)
def test_a_statement_that_is_wrong_stays_what_it_is(error: Exception) -> None:
    with pytest.raises(type(error)), _failures():
        raise error
