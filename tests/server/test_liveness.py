"""A table on which something should happen always has somebody who makes it happen, whatever has gone wrong."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from chaos import BotTable, ServerProcess, alive
from play import PATIENCE, House, Player, close_all, play, seated, serving

from elfer.bots import Level
from elfer.server import bots as bots_module
from elfer.server import clockwork, log
from elfer.server import house as house_module
from elfer.server.jobs import LookBack, Think
from elfer.server.manner import Clock
from elfer.server.moves import steps
from elfer.server.room import Room
from elfer.server.sitting import Sitting
from elfer.server.storage import Kept
from elfer.server.storage import sqlite as sqlite_module
from elfer.server.storage.failure import StorageFailed
from elfer.server.worker import READY, packed
from elfer.server.workers import Broken, Busy, Late, Lost, Worker, Workers

BOTS = "elfer.4.b"
"""Several rounds, so that it lasts."""


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clockwork, "WATCH_SECONDS", 0.2)
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.2)


async def bot_table(house: House, code: str = BOTS) -> tuple[Player, Room]:
    """A table where only bots play, and its host looks on."""
    host = await Player(house, "Host").be()
    join = await host.open(table=code)
    await host.enter(join)
    await host.ask(type="begin")
    [room] = [room for room in house.app.house.rooms.values() if room.sitting.code == join]
    return host, room


async def goes_on(*rooms: Room, steps: int = 5) -> None:
    """Wait until each of these tables has gone on by itself."""
    goals = [room.sitting.number + steps for room in rooms]
    async with asyncio.timeout(PATIENCE):
        while not all(room.sitting.number >= goal for room, goal in zip(rooms, goals, strict=True)):
            await asyncio.sleep(0.02)


@asynccontextmanager
async def going(tmp_path: Path, **more: Any) -> AsyncIterator[tuple[House, Player, Room]]:
    """A server with a bot table that has begun."""
    async with serving(tmp_path, **{"bot_pause_ms": 10, **more}) as house:
        host, room = await bot_table(house)
        await goes_on(room)
        yield house, host, room
        await host.close()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.02)


# --- workers ---------------------------------------------------------------------------------------------------


def worker_of(workers: Workers) -> int:
    """The process of a worker that has nothing to do."""
    return workers._idle[-1]._process.pid


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_is_killed_or_stopped_holds_up_no_table(tmp_path: Path, blow: signal.Signals) -> None:
    async def scenario() -> None:
        async with going(tmp_path, bot_seconds=0.5) as (house, _, room):
            players = house.app.house.bots._players
            for _ in range(3):
                await until(lambda: bool(players._idle))
                os.kill(worker_of(players), blow)
                await goes_on(room)

    play(scenario)


def test_a_stopped_worker_costs_only_the_one_decision_it_was_making(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers = Workers(2)
        game = Think("secret.2", b"", 0, bytes(32))
        for worker in (await Worker.start(), await Worker.start()):
            workers._idle.append(worker)
        os.kill(stopped := worker_of(workers), signal.SIGSTOP)
        late, fine = await asyncio.gather(workers.do(game, 0.5), workers.do(game, PATIENCE), return_exceptions=True)
        assert isinstance(late, Late)
        assert not alive(stopped)  # and nothing of it is left
        assert len(workers._idle) == 1  # the other one can do more, though its job failed
        assert isinstance(fine, Broken)
        assert "BadCode" in str(fine) or "UnknownGame" in str(fine)  # what went wrong, and where,
        assert "secret" not in str(fine)  # but never with what
        await workers.stop()

    play(scenario)


def test_a_decision_that_was_lost_with_its_worker_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, bot_pause_ms=60_000) as house:
            host, room = await bot_table(house)
            bots, match = house.app.house.bots, room.sitting.match
            assert match is not None
            [seat] = match.to_act
            wanted = await bots.choose(room.sitting, seat, Level.SIMPLE)  # its worker has nothing to do then
            monkeypatch.setattr(type(match), "legal", None)  # a bot that gives up would look for anything allowed
            pid = worker_of(bots._players)
            os.kill(pid, signal.SIGSTOP)  # so that it dies with the question in its hands
            asked = asyncio.create_task(bots.choose(room.sitting, seat, Level.SIMPLE))
            await until(lambda: not bots._players._idle)
            os.kill(pid, signal.SIGKILL)
            assert await asked == wanted
            monkeypatch.undo()
            await host.close()

    play(scenario)


def test_hints_and_reviews_wait_for_no_player(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, bot_seconds=60) as house:
            guest = await finished(house)
            [player] = await seated(house, "elfer.2", 1)
            await player.ask(type="begin")
            await until(lambda: bool(player.views[0].legal and house.app.house.bots._players._idle))
            os.kill(stopped := worker_of(house.app.house.bots._players), signal.SIGSTOP)
            hint = await player.http.get(f"/api/tables/{player.table['code']}/hint/0")
            assert hint.json()["do"] in player.views[0].legal
            assert (await guest.http.get(f"/api/matches/{guest.table['match']}/deals")).status_code == 200
            os.kill(stopped, signal.SIGKILL)
            await close_all([guest, player])

    play(scenario)


def test_time_counts_from_when_a_worker_begins(tmp_path: Path) -> None:
    """Three jobs that each take most of their time, and one worker: none of them is late."""

    async def scenario() -> None:
        workers = Workers(1)
        await asyncio.gather(workers.do(LONG, PATIENCE), return_exceptions=True)  # so that the worker is there
        took = asyncio.get_running_loop().time()
        await workers.do(LONG, PATIENCE)
        took = asyncio.get_running_loop().time() - took
        answers = await asyncio.gather(*(workers.do(LONG, 4 * took + 1) for _ in range(8)))
        assert len(set(answers)) == 1
        await workers.stop()

    play(scenario)


def test_a_full_queue_says_so_at_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers = Workers(1, most_waiting=2)
        asked = [asyncio.create_task(workers.do(LONG, PATIENCE)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await workers.do(LONG, PATIENCE)
        assert len(set(await asyncio.gather(*asked))) == 1
        await workers.stop()

    play(scenario)


def test_a_worker_that_cannot_start_is_lost_and_the_bot_does_what_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with going(tmp_path) as (house, _, room):
            players = house.app.house.bots._players
            await until(lambda: bool(players._idle))
            monkeypatch.setattr(sys, "executable", "/nowhere/python")
            os.kill(worker_of(players), signal.SIGKILL)
            with pytest.raises(Lost):
                await Workers(1).do(LONG, PATIENCE)
            await goes_on(room)

    play(scenario)


def test_a_worker_ends_with_its_server_even_in_the_middle_of_a_job() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "elfer.server.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.read(1) == READY
    process.stdin.write(b"".join(packed(LONG) for _ in range(2000)))
    process.stdin.close()
    assert process.wait(PATIENCE) == 0
    process.stdout.close()


def test_nothing_lives_on_after_the_server_was_killed(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:{tmp_path / 'elfer.db'}", "", tmp_path)

    async def scenario() -> None:
        await server.up()
        table = BotTable([server])
        await table.open()
        await until(lambda: table.shown > 10)
        started = server.workers()
        assert started
        server.kill()
        await until(lambda: not any(map(alive, started)))
        await table.finish()

    try:
        play(scenario)
    finally:
        server.kill()


# --- reviews ---------------------------------------------------------------------------------------------------


async def finished(house: House, table: str = "elfer.2") -> Player:
    """Somebody at a table where a match of bots is over."""
    host, room = await bot_table(house, table)
    await host.until(lambda m: (m.get("table") or {}).get("phase") == "over" or bool(m.get("places")))
    await until(lambda: room.sitting.revealed)
    return host


def test_a_flood_of_reviews_stops_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_module, "LONG_SECONDS", 0.05)  # hardly any is done in time

    async def scenario() -> None:
        async with serving(tmp_path, bot_pause_ms=10) as house:
            guest = await finished(house, "master.4")
            match = guest.table["match"]
            tables = [await bot_table(house) for _ in range(5)]
            asked = [
                asyncio.create_task(guest.http.get(f"/api/matches/{match}/{what}", timeout=PATIENCE))
                for _ in range(10)
                for what in ("record", "deals", *(f"{k}/{s}" for s in range(4) for k in ("review", "lookback")))
            ]
            await goes_on(*(room for _, room in tables), steps=20)
            for answer in await asyncio.gather(*asked):
                assert answer.status_code in (200, 503), answer.text
                assert answer.status_code == 200 or answer.json()["code"] == "bots-busy"
            await goes_on(*(room for _, room in tables))
            await close_all([guest, *(host for host, _ in tables)])

    play(scenario)


def test_who_asks_for_the_same_is_given_the_same(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            guest = await finished(house)
            path = f"/api/matches/{guest.table['match']}/review/0"
            answers = await asyncio.gather(*(guest.http.get(path, timeout=PATIENCE) for _ in range(30)))
            assert {answer.status_code for answer in answers} == {200}  # though no more than a few may wait
            assert len({answer.text for answer in answers}) == 1
            await guest.close()

    play(scenario)


# --- storage ---------------------------------------------------------------------------------------------------


async def full(house: House, yes: bool) -> None:
    """Let SQLite find no more room in its file, or find it again."""
    storage: Any = house.app.house.storage
    pages = "SELECT page_count FROM pragma_page_count"

    def limit() -> None:
        [count] = storage._writer.execute(pages).fetchone()
        storage._writer.execute(f"PRAGMA max_page_count={count if yes else 2**30}")

    await storage._in(storage._writing, limit)


async def trouble(house: House) -> tuple[int, str]:
    """What `/health` says."""
    player = Player(house)
    answer = await player.http.get("/health")
    await player.close()
    return answer.status_code, answer.json().get("code", "")


def test_a_full_disk_stops_nothing_for_longer_than_it_is_full(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with going(tmp_path, bot_pause_ms=0) as (house, host, room):
            assert await trouble(house) == (200, "")
            await full(house, True)
            await until(lambda: room.failures > 2)
            stood = room.sitting.number
            assert await trouble(house) in ((503, "storage-full"), (200, ""))  # an old line may be written over
            answer = await host.http.post("/api/tables", json={"table": "elfer.4"})
            assert (answer.status_code, answer.json()["code"]) == (503, "storage-full")
            assert "full" in answer.json()["sentence"]
            refused = await host.ask(type="arrange", manner={"chat": False})
            assert (refused["type"], refused["code"]) == ("refusal", "storage-full")
            assert room.sitting.number == stood
            await full(house, False)
            await goes_on(room)
            assert room.failures == 0
            assert await trouble(house) == (200, "")

    play(scenario)


def test_a_locked_database_stops_nothing_for_longer_than_it_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_module, "LOCKED_SECONDS", 0.1)

    async def scenario() -> None:
        async with going(tmp_path) as (house, host, room):
            with sqlite3.connect(tmp_path / "elfer.db", isolation_level=None) as other:
                other.execute("BEGIN IMMEDIATE")
                await until(lambda: room.failures > 1)
                assert await trouble(house) == (503, "storage-locked")
                answer = await host.http.post("/api/tables", json={"table": "elfer.4"})
                assert (answer.status_code, answer.json()["code"]) == (503, "storage-locked")
                other.execute("ROLLBACK")
            other.close()
            await goes_on(room)

    play(scenario)


def test_a_health_check_waits_for_no_storage_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "PROBE_SECONDS", 0.1)

    async def scenario() -> None:
        async with going(tmp_path) as (house, _, room):
            storage, release = house.app.house.storage, asyncio.Event()
            beat, calls = storage.beat, 0

            async def hang(process: str, now_ms: int) -> None:
                nonlocal calls
                calls += 1
                await release.wait()
                await beat(process, now_ms)

            monkeypatch.setattr(storage, "beat", hang)
            assert await asyncio.gather(*(trouble(house) for _ in range(5))) == 5 * [(503, "storage-locked")]
            await goes_on(room)
            assert calls <= 2  # one for all who asked, and one of the sweep
            release.set()
            await until(lambda: calls > 2)
            assert await trouble(house) == (200, "")

    play(scenario)


def test_what_was_written_though_storage_failed_is_found_and_not_done_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to a commit is lost on its way: the bots go on from what the log says, and so do people."""

    async def scenario() -> None:
        async with serving(tmp_path, bot_pause_ms=10) as house:
            host, room = await bot_table(house)
            people = await seated(house, "elfer.2.b", 2)
            await people[0].ask(type="begin")
            storage: Any = house.app.house.storage
            commit, count = storage._commit, 0

            async def lose(batch: list[Any]) -> list[bool]:
                nonlocal count
                count += 1
                answer: list[bool] = await commit(batch)
                if count % 3 == 0:
                    raise StorageFailed
                return answer

            monkeypatch.setattr(storage._group, "_commit", lose)
            await goes_on(room, steps=30)
            for _ in range(12):
                [seat] = [seat for seat, player in enumerate(people) if player.views[seat].legal]
                before = people[0].number
                await people[seat].act(seat, people[seat].views[seat].legal[0])
                # Also what was refused as not stored, but is in the log, is shown to everyone before long.
                async with asyncio.timeout(PATIENCE):
                    while any(player.number == before for player in people):
                        await asyncio.sleep(0.02)
                await people[1 - seat].caught_up(people[seat].number)
            [table] = [r for r in house.app.house.rooms.values() if r.sitting.code == people[0].table["code"]]
            assert table.sitting.number == len(await storage.tail(table.sitting.id, 1))
            await close_all([host, *people])

    play(scenario)


def test_histories_are_made_good_when_they_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            storage = house.app.house.storage
            note, failed = storage.note_played, 0

            async def fail(rows: Any) -> None:
                nonlocal failed
                failed += 1
                if failed < 4:
                    raise StorageFailed
                await note(rows)

            monkeypatch.setattr(storage, "note_played", fail)
            [player] = await seated(house, "elfer.2", 1)
            await player.ask(type="begin")
            await until(lambda: failed >= 4 and not house.app.house._unnoted)
            assert len((await player.http.get("/api/history")).json()) == 1
            await player.close()

    play(scenario)


# --- the clockwork ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [RuntimeError, asyncio.CancelledError, TimeoutError, StorageFailed, MemoryError])
def test_whatever_fails_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    monkeypatch.setattr(clockwork, "WATCH_SECONDS", 3600)  # by whoever failed, not only when somebody looks

    async def scenario() -> None:
        async with going(tmp_path) as (house, _, room):
            bots, failed = house.app.house.bots, 0
            choose = bots.choose

            async def fail(*args: Any) -> str:
                nonlocal failed
                failed += 1
                if failed < 4:
                    raise error
                return await choose(*args)

            monkeypatch.setattr(bots, "choose", fail)
            await goes_on(room)
            assert failed > 3

    play(scenario)


def test_whoever_fails_waits_longer_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with going(tmp_path) as (house, _, room):
            now = asyncio.get_running_loop().time
            await until(lambda: room.timer is not None)
            for failures, least in ((1, 0.2), (2, 0.4), (5, 3.5), (50, 3.5)):
                room.failures = failures
                house.app.house.schedule(room)
                assert room.timer is not None
                assert least < room.timer.when() - now() < clockwork.LONGEST_WAIT + 1

    play(scenario)


def test_nobody_decides_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often the timer is set while a bot thinks."""

    async def scenario() -> None:
        async with going(tmp_path) as (house, _, room):
            bots, asked = house.app.house.bots, list[int]()
            choose = bots.choose

            async def slow(sitting: Any, *args: Any) -> str:
                asked.append(sitting.shown)
                for _ in range(10):
                    house.app.house.schedule(room)
                    await asyncio.sleep(0.005)
                return await choose(sitting, *args)

            monkeypatch.setattr(bots, "choose", slow)
            await goes_on(room)
            assert len(asked) == len(set(asked))

    play(scenario)


def test_a_secret_choice_waits_for_nobody_longer_than_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Clock, "seconds", property(lambda clock: 1))

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            [player] = await seated(house, "ratefix.3", 1, manner={"clock": "quick"})
            await player.ask(type="begin")
            [room] = house.app.house.rooms.values()
            await goes_on(room, steps=8)
            entries = [log.read(body) for body in await house.app.house.storage.tail(room.sitting.id, 1)]
            chosen = [entry.do for entry in entries if isinstance(entry, log.Acted) and entry.by == "clock"]
            assert chosen
            assert "silent" not in chosen  # there was time enough to guess something
            await player.close()

    play(scenario)


def test_a_lost_timer_is_found(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with going(tmp_path, bot_pause_ms=300) as (_, _, room):
            for _ in range(3):
                await until(lambda: room.timer is not None)
                assert room.timer is not None
                room.timer.cancel()
                room.timer = None
                await goes_on(room, steps=1)

    play(scenario)


def test_tables_that_are_overdue_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clockwork, "OVERDUE_MS", 100)

    async def scenario() -> None:
        async with going(tmp_path) as (house, _, room):
            bots, release = house.app.house.bots, asyncio.Event()
            choose = bots.choose

            async def hang(*args: Any) -> str:
                await release.wait()
                return await choose(*args)

            monkeypatch.setattr(bots, "choose", hang)
            await until(lambda: house.app.house.clockwork.overdue() == 1)
            release.set()
            await goes_on(room)
            await until(lambda: house.app.house.clockwork.overdue() == 0)

    play(scenario)


def test_somebody_who_acts_meanwhile_waits_for_no_bot_that_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decision that is out of date keeps nobody from making the next one."""

    async def scenario() -> None:
        async with going(tmp_path) as (house, _, room):
            bots, hung, release = house.app.house.bots, asyncio.Event(), asyncio.Event()
            choose, first = bots.choose, True

            async def hang(*args: Any) -> str:
                nonlocal first
                if first:
                    first = False
                    hung.set()
                    await release.wait()
                return await choose(*args)

            monkeypatch.setattr(bots, "choose", hang)
            await hung.wait()
            sitting = room.sitting
            assert sitting.match is not None
            [seat] = sitting.match.to_act
            do = sitting.match.game.write(sitting.match.legal(seat)[0])

            def plan(now: Any) -> list[Any]:
                return [log.Acted(at=room.now(now), seat=seat, do=do)]

            write, planned = house.app.house.write, list[Any]()

            async def note(where: Room, plan: Any, *reply: Any) -> Any:
                planned.append(plan(where.sitting))
                return await write(where, plan, *reply)

            await write(room, plan)
            await goes_on(room)
            monkeypatch.setattr(house.app.house, "write", note)
            release.set()
            await until(lambda: [] in planned)  # what was decided at last on what is long past is not done

    play(scenario)


def _long() -> LookBack:
    """A job that takes a while: a whole match, looked at again."""
    entries: list[log.AnyEntry] = [log.Opened(unix_ms=0, commitment="", table="elfer.4", host=""), log.Started()]
    sitting = Sitting.open("id", "CODE", bytes(32), entries[0])  # type: ignore[arg-type]
    sitting = steps(sitting, entries[1:])[-1].after
    while sitting.match is not None and not sitting.match.over:
        seat = sitting.match.to_act[0]
        entries.append(log.Acted(seat=seat, do=sitting.match.game.write(sitting.match.legal(seat)[0])))
        sitting = sitting.after(entries[-1])
    return LookBack(Kept("id", "CODE", bytes(32), 0), [log.written(entry) for entry in entries], 0)


LONG = _long()
