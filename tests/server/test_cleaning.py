"""Cleaning in a running server: it happens by itself, and is in nobody's way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from elfer.server import house as house_module
from elfer.server import log, retention
from elfer.server.retention import CLOSED_FOR_MS, DAY_MS
from elfer.server.storage import Storage, storage_for
from tests.server.conftest import empty_schema
from tests.server.play import PATIENCE, Player, close_all, play, seated, serving
from tests.server.stored import cleaner, ids, put, with_storage


def real_now() -> int:
    return int(1000 * time.time())


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await true():
            await asyncio.sleep(0.02)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweeping and cleaning happen all the time, and what was closed goes at once."""
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(retention, "FIRST_SECONDS", 0.02)
    monkeypatch.setattr(retention, "EVERY_SECONDS", 0.02)
    monkeypatch.setattr(retention, "CLOSED_FOR_MS", 0)
    monkeypatch.setattr(retention, "HOUR_MS", 1)


def test_cleaning_runs_by_itself_and_is_counted(tmp_path: Path, quick: None) -> None:
    url = f"sqlite:{tmp_path / 'elfer.db'}"

    async def old(storage: Storage) -> None:
        await put(storage, "old", 15, now=real_now())
        await put(storage, "new", 13, now=real_now())

    async def scenario() -> None:
        async with serving(tmp_path) as house:

            async def gone() -> bool:
                return 'elfer_cleaned_total{what="table"} 1' in house.app.metrics.text({})

            await until(gone)
            assert await ids(house.app.house.storage) == {"new"}

    with_storage(url, old)
    play(scenario)


def test_who_wants_everything_kept_keeps_everything(tmp_path: Path, quick: None) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, keep_all=True) as house:
            cleaning = retention.Cleaning(house.app.house)
            await asyncio.wait_for(cleaning.run(), PATIENCE)  # it has nothing to do, and ends

    play(scenario)


def test_people_at_a_table_are_never_in_the_way(tmp_path: Path, quick: None) -> None:
    """Somebody looks on at a table that is older than tables get: it stays, and when they go, so does it."""

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            storage = house.app.house.storage
            ben = await Player(house, "Ben").be()
            await put(storage, "old", 13, now=real_now())
            assert (await ben.enter("COLD"))["type"] == "scene"
            cleaning = retention.Cleaning(house.app.house)
            for days in range(2, 5):  # it gets older while Ben is looking
                assert (await cleaning.cleaner.clean(real_now() + days * DAY_MS))["closed"] == 0
            assert (await ben.ask(type="sit", seat=0))["type"] == "changed"
            await ben.close()
            [room] = house.app.house.rooms.values()

            async def left() -> bool:
                return not room.clients and room.sitting.chairs[0].away

            await until(left)
            done = await cleaning.cleaner.clean(real_now() + 30 * DAY_MS)
            assert (done["closed"], done["table"]) == (1, 1)
            assert "old" not in house.app.house.rooms
            anna = await Player(house, "Anna").be()
            assert (await anna.enter("COLD"))["code"] == "no-such-table"
            await anna.close()

    play(scenario)


def test_nobody_is_let_in_to_a_table_that_is_going(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            storage = house.app.house.storage
            await put(storage, "going", 1, log.Started(), log.Closed(by="time"), now=real_now())
            anna = await Player(house, "Anna").be()
            assert (await anna.enter("CGOING"))["code"] == "no-such-table"
            for path in ("tables/CGOING", "matches/going/record"):
                assert (await anna.http.get(f"/api/{path}")).status_code == 404
            await anna.close()

    play(scenario)


def test_a_room_in_memory_whose_match_another_process_deleted_breaks_nothing(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.05)
    url = empty_schema(postgres_url)

    async def scenario() -> None:
        async with serving(tmp_path, storage=url) as house:
            players = await seated(house, "elfer.2", 2)
            onlooker = await Player(house, "Carla").be()
            code = players[0].table["code"]
            await onlooker.enter(code)
            await close_all(players)
            [room] = house.app.house.rooms.values()

            async def left() -> bool:
                return all(chair.away for chair in room.sitting.chairs)

            await until(left)
            other = storage_for(url)
            await other.attach()
            later = real_now() + 20 * DAY_MS
            assert (await cleaner(other).clean(later))["closed"] == 1
            scene = await onlooker.until(lambda m: m["type"] == "scene" and m["table"]["phase"] == "closed")
            assert scene["table"]["code"] == code
            assert (await cleaner(other).clean(later + CLOSED_FOR_MS))["table"] == 1
            await other.stop()
            assert (await onlooker.ask(type="sit", seat=0))["code"] == "table-closed"
            assert (await onlooker.ask(type="say", text="?"))["code"] == "table-closed"
            await onlooker.close()
            await retention.Cleaning(house.app.house).drop_stale()
            assert house.app.house.rooms == {}
            ben = await Player(house, "Ben").be()
            assert (await ben.enter(code))["code"] == "no-such-table"
            assert (await ben.http.get(f"/api/tables/{code}")).status_code == 404
            await ben.close()
            assert (await house.app.house.storage.counts())["entries"] == 0

    play(scenario)
