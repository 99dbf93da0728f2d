"""A table on which something should happen always has somebody who makes it happen, whatever has gone wrong."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from elfer.server import clockwork, log
from elfer.server import house as house_module
from elfer.server.bots import Bots
from elfer.server.manner import Clock
from elfer.server.pace import pause_ms
from elfer.server.storage import sqlite as sqlite_module
from elfer.server.storage.failure import StorageFailed
from tests.server.bot_tables import bot_table, goes_on, going, until
from tests.server.play import PATIENCE, House, Player, close_all, play, seated, serving


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clockwork, "WATCH_SECONDS", 0.2)
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.2)


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
            answer = await host.http.post("/api/tables", json={"setup": "elfer.4"})
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
                answer = await host.http.post("/api/tables", json={"setup": "elfer.4"})
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

            monkeypatch.setattr(storage._group, "_do", lose)
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


def test_what_cannot_be_timed_is_decided_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, choose = 0, Bots.choose

    async def counted(*args: Any) -> str:
        nonlocal asked
        asked += 1
        return await choose(*args)

    def fail(*args: Any) -> int:
        if asked < 3:
            raise RuntimeError
        return pause_ms(*args)

    async def scenario() -> None:
        monkeypatch.setattr(clockwork, "pause_ms", fail)
        monkeypatch.setattr(Bots, "choose", counted)
        async with going(tmp_path):
            pass

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
    """However often the timer is set while a bot thinks, or just before it begins."""

    async def scenario() -> None:
        async with going(tmp_path) as (house, _, room):
            bots, tasks, asked = house.app.house.bots, house.app.house.tasks, list[int]()
            choose, add = bots.choose, tasks.add

            def add_and_schedule(work: Any) -> None:
                add(work)
                house.app.house.schedule(room)

            async def slow(sitting: Any, *args: Any) -> str:
                asked.append(sitting.shown)
                for _ in range(10):
                    await asyncio.sleep(0.005)
                    house.app.house.schedule(room)
                return await choose(sitting, *args)

            monkeypatch.setattr(bots, "choose", slow)
            monkeypatch.setattr(tasks, "add", add_and_schedule)
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
                    return "long past"
                return await choose(*args)

            monkeypatch.setattr(bots, "choose", hang)
            await hung.wait()
            sitting = room.sitting
            assert sitting.match is not None
            [seat] = sitting.match.to_act
            do = sitting.match.game.write(sitting.match.legal(seat)[0])

            def plan(now: Any) -> list[Any]:
                return [log.Acted(at=room.now(now), seat=seat, do=do)]

            await house.app.house.write(room, plan)
            await goes_on(room)
            release.set()
            for _ in range(20):  # what was decided at last on what is long past is not even kept
                await asyncio.sleep(0)
                assert "long past" not in room.decided.values()
            await goes_on(room)
            assert room.failures == 0

    play(scenario)
