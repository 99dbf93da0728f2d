"""What is kept how long: each kind of thing goes when its time has come, never earlier, whoever writes or cleans."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest

from elfer.server import house as house_module
from elfer.server import log, retention, who
from elfer.server.metrics import Metrics
from elfer.server.retention import CLOSED_FOR_MS, DAY_MS, HOUR_MS, Cleaner, Periods, connected
from elfer.server.settings import Settings
from elfer.server.storage import Account, Chatted, Kept, Played, Storage, storage_for
from elfer.server.storage.keeping import CHUNK, MOST_CHAT, TABLES
from elfer.server.storage.migrations import MIGRATIONS, migrations
from elfer.server.who import COOKIE_DAYS, FIRST_DAY, Person, Signer
from tests.server.play import PATIENCE, Player, close_all, play, seated, serving
from tests.server.test_storage import with_storage

NOW = 1_800_000_000_000
PERIODS = Periods(guests=90, unfinished=400, unbegun=14, chat=30)
OVER: Sequence[log.AnyEntry] = (log.Started(), log.Acted(seat=0, do="x"), log.Revealed(secret=""))


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
    opened = now - 1000 * DAY_MS
    last = int((1000 - days) * DAY_MS)
    first = log.Opened(unix_ms=opened, commitment="", setup="elfer.2", host=host)
    assert await storage.found(Kept(id, f"C{id.upper()}", bytes(32), opened), log.written(first))
    *before, end = entries or (log.Renamed(seat=0, name="Anna"),)
    bodies = [log.written(entry) for entry in before]
    bodies.append(log.written(_at(end, last)))
    assert await storage.append(id, 2, bodies)
    rows = [Played(id, "C", seat, who, "elfer.2", "elfer", opened, 1, 1) for seat, who in enumerate(people)]
    await storage.note_played(rows)


def _at(entry: log.AnyEntry, at: int) -> log.AnyEntry:
    from msgspec.structs import replace

    return replace(entry, at=at)


def cleaner(storage: Storage, periods: Periods = PERIODS, **more: Any) -> Cleaner:
    return Cleaner(storage, periods, Metrics(), **more)


async def cleaned(storage: Storage, periods: Periods = PERIODS, now: int = NOW) -> dict[str, int]:
    """Cleaned now, and again when what was closed is due to go."""
    total = await cleaner(storage, periods).clean(now)
    total += await cleaner(storage, periods).clean(now + CLOSED_FOR_MS)
    return dict(+total)


async def ids(storage: Storage) -> set[str]:
    return {kept.id for kept in await storage.matches()}


def test_each_kind_goes_when_its_time_has_come(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        await storage.add_account(Account("carla", "Carla", "hash", 0))
        await put(storage, "guests-89", 89, *OVER, people=["anna", "ben"])
        await put(storage, "guests-91", 91, *OVER, people=["anna", "ben"])
        await put(storage, "bots-91", 91, *OVER)
        await put(storage, "account-900", 900, *OVER, people=["anna", "carla"])
        await put(storage, "unfinished-399", 399, log.Started(), log.Acted(seat=0, do="x"), people=["anna"])
        await put(storage, "unfinished-401", 401, log.Started(), log.Acted(seat=0, do="x"), people=["anna", "carla"])
        await put(storage, "unbegun-13", 13)
        await put(storage, "unbegun-15", 15, log.Sat(seat=0, person="carla", name="Carla"))
        await put(storage, "imported-900", 900, *OVER, host="")
        await put(storage, "shut-89", 89, log.Started(), log.Closed())
        await put(storage, "shut-91", 91, log.Started(), log.Closed())
        assert await cleaned(storage) == {"closed": 5, "match": 4, "table": 1}
        assert await ids(storage) == {
            *("guests-89", "account-900", "unfinished-399", "unbegun-13", "imported-900", "shut-89")
        }

    with_storage(storage_url, do)


def test_with_a_match_goes_all_that_belongs_to_it_and_nothing_else(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        for id, days in (("old", 91), ("new", 1)):
            await put(storage, id, days, *OVER, people=["anna", "ben"])
            await storage.note_chat(Chatted(id, NOW - DAY_MS, "Anna", "hallo"))
        await cleaned(storage)
        assert await storage.by_id("old") is None
        assert await storage.by_code("COLD") is None
        assert await storage.tail("old", 1) == []
        assert await storage.chat("old", 9) == []
        assert [row.match for row in await storage.history("anna", 9)] == ["new"]
        assert (len(await storage.tail("new", 1)), len(await storage.chat("new", 9))) == (4, 1)
        rows = await storage.counts()
        assert rows == {**dict.fromkeys(TABLES, 0), "matches": 1, "entries": 4, "chat": 1, "played": 2}

    with_storage(storage_url, do)


def test_zero_is_for_ever(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        await put(storage, "a", 900, *OVER)
        await put(storage, "b", 900, log.Started())
        await put(storage, "c", 900)
        await storage.note_chat(Chatted("a", 5, "Anna", "hallo"))
        assert await cleaned(storage, Periods()) == {}
        assert (await ids(storage), len(await storage.chat("a", 9))) == ({"a", "b", "c"}, 1)
        # A setting that was changed counts a day later, without anything else.
        assert await cleaned(storage, Periods(unbegun=1), NOW + DAY_MS) == {"closed": 1, "table": 1}
        assert await ids(storage) == {"a", "b"}

    with_storage(storage_url, do)


def test_a_table_is_closed_first_and_deleted_only_when_all_have_heard(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        await put(storage, "old", 15)
        assert dict(+await cleaner(storage).clean(NOW)) == {"closed": 1}
        assert log.read((await storage.tail("old", 3))[0]) == log.Closed(at=1000 * DAY_MS, by="time")
        await storage.look_at_all()  # however often somebody looks
        assert dict(+await cleaner(storage).clean(NOW + CLOSED_FOR_MS - 1)) == {}
        assert len(await storage.tail("old", 1)) == 3
        await storage.look_at_all()
        assert dict(+await cleaner(storage).clean(NOW + CLOSED_FOR_MS)) == {"table": 1}
        await put(storage, "other", 15)
        assert dict(+await cleaner(storage, alone=True).clean(NOW)) == {"table": 1}
        assert await ids(storage) == set()

    with_storage(storage_url, do)


def test_nothing_goes_while_somebody_is_there(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        sat = log.Sat(seat=0, person="anna", name="Anna")
        await put(storage, "there", 15, sat, log.Here(seat=0, process="alive"))
        await put(storage, "dead", 15, sat, log.Here(seat=0, process="killed"))
        await put(storage, "left", 15, sat, log.Here(seat=0, process="alive"), log.Away(seat=0))
        await put(storage, "over", 91, sat, log.Here(seat=0, process="alive"), *OVER)  # nobody notes who goes then
        await put(storage, "busy", 15)
        await storage.beat("alive", NOW - 5)
        await storage.beat("killed", NOW - HOUR_MS)
        done = await cleaner(storage, busy=lambda match: match == "busy").clean(NOW)
        assert done["closed"] == 3
        await storage.beat("alive", NOW + CLOSED_FOR_MS)
        await cleaner(storage, busy=lambda match: match == "busy").clean(NOW + CLOSED_FOR_MS)
        assert await ids(storage) == {"there", "busy"}

    with_storage(storage_url, do)


def test_who_is_connected_follows_from_the_log() -> None:
    here = [log.Here(seat=seat, process=f"p{seat}") for seat in range(3)]
    assert connected(here) == {"p0", "p1", "p2"}
    assert connected([*here, log.Away(seat=0), log.Stood(seat=1), log.Here(seat=2, process="q")]) == {"q"}


def test_whoever_acts_at_the_same_moment_is_first(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        await put(storage, "a", 15)
        tail = storage.tail

        async def and_somebody_acts(match: str, number: int) -> list[bytes]:
            found = await tail(match, number)
            entry = log.Renamed(at=1000 * DAY_MS, seat=0, name="Ben")
            assert await storage.append(match, 3, [log.written(entry)])
            return found

        storage.tail = and_somebody_acts  # type: ignore[method-assign]
        assert dict(+await cleaner(storage).clean(NOW)) == {}
        storage.tail = tail  # type: ignore[method-assign]
        assert dict(+await cleaner(storage).clean(NOW + 2 * DAY_MS)) == {}
        assert len(await storage.tail("a", 1)) == 3

    with_storage(storage_url, do)


def test_several_may_clean_at_once(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        for n in range(30):
            await put(storage, f"m{n}", 91, *OVER, people=["anna"])
            await storage.note_chat(Chatted(f"m{n}", 5, "Anna", "hallo"))
        for now in (NOW, NOW + CLOSED_FOR_MS):
            totals = await asyncio.gather(*(cleaner(storage).clean(now) for _ in range(3)))
        assert sum(done["match"] for done in totals) == 30
        assert await storage.counts() == dict.fromkeys(TABLES, 0)

    with_storage(storage_url, do)


def test_a_long_log_goes_in_pieces_and_a_crash_in_between_does_no_harm(storage_url: str) -> None:
    async def do(storage: Any) -> None:
        # So many that the last of all would be in the second piece, if it did not stay to the end.
        acts = [log.Acted(seat=0, do=f"x{n}") for n in range(2 * CHUNK - 3)]
        await put(storage, "long", 91, log.Started(), *acts, log.Revealed(secret=""))
        await cleaner(storage).clean(NOW)
        write, sizes = storage._write, list[int]()

        async def crashing(*statements: Any) -> list[int]:
            changed: list[int] = await write(*statements)
            sizes.append(sum(changed))
            if len(sizes) == 2:
                raise OSError("killed")
            return changed

        storage._write = crashing
        with pytest.raises(OSError, match="killed"):
            await cleaner(storage).clean(NOW + CLOSED_FOR_MS)
        storage._write = write
        assert max(sizes) <= CHUNK
        left = [log.read(body) for body in await storage.tail("long", 1)]
        assert len(left) == 2
        assert log.has_run_out(left)  # nobody is let in
        assert (await cleaner(storage).clean(NOW + CLOSED_FOR_MS))["table"] == 1  # its start is gone already
        assert await storage.counts() == dict.fromkeys(TABLES, 0)

    with_storage(storage_url, do)


def test_an_entry_of_a_kind_that_is_not_known_keeps_its_match(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        await put(storage, "a", 15)
        assert await storage.append("a", 3, [b'{"kind":"from-the-future"}'])
        assert await cleaned(storage) == {}
        assert await ids(storage) == {"a"}

    with_storage(storage_url, do)


def test_a_name_cannot_pass_for_an_entry(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        name = '{"kind":"revealed"'
        await put(storage, "a", 91, log.Started(), log.Renamed(seat=0, name=name))
        [standing] = await storage.standing("", 9)
        assert (standing.started, standing.over) == (True, False)
        assert await cleaned(storage) == {}

    with_storage(storage_url, do)


# --- chat and the rest ----------------------------------------------------------------------------------------


def test_chat_goes_by_age_and_a_table_keeps_only_the_last_lines(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        await put(storage, "a", 1)
        old, recent = NOW - 31 * DAY_MS, NOW - 29 * DAY_MS
        for match in ("a", "b", "c"):  # many of the same moment, more than go at once
            for n in range(MOST_CHAT - 50):
                await storage.note_chat(Chatted(match, old - n % 2, "Anna", f"{n}"))
        await storage.note_chat(Chatted("a", recent, "Anna", "recent"))
        assert await storage.old_chat(NOW - 30 * DAY_MS) == 3 * (MOST_CHAT - 50) > 2 * CHUNK
        assert (await cleaned(storage))["chat"] == 3 * (MOST_CHAT - 50)
        assert [line.text for line in await storage.chat("a", 9)] == ["recent"]
        for n in range(MOST_CHAT + 30):
            await storage.note_chat(Chatted("b", NOW + n, "Ben", f"{n}"))
        kept = await storage.chat("b", 2 * MOST_CHAT)
        assert [line.text for line in kept] == [str(n) for n in range(30, MOST_CHAT + 30)]
        assert len(await storage.chat("a", 9)) == 1

    with_storage(storage_url, do)


def test_processes_that_are_long_gone_are_forgotten(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        await storage.beat("old", NOW - 2 * DAY_MS)
        await storage.beat("new", NOW - HOUR_MS)
        assert await cleaned(storage) == {"process": 1}
        assert await storage.alive(0) == {"new"}

    with_storage(storage_url, do)


def test_sessions_are_forgotten_when_no_cookie_can_be_theirs_any_more(storage_url: str) -> None:
    async def do(storage: Storage) -> None:
        await storage.add_account(Account("anna", "Anna", "hash", 5))
        await put(storage, "a", 1, log.Started(), people=["guest"])
        now = (FIRST_DAY + 2 * COOKIE_DAYS) * DAY_MS
        old, recent = now - (COOKIE_DAYS + 2) * DAY_MS, now - COOKIE_DAYS * DAY_MS
        for n in range(CHUNK + 20):
            await storage.end(f"session-{n}", old)
        ancient = (FIRST_DAY - 10) * DAY_MS
        for what, at in (("recent", recent), ("anna", old), ("guest", old), ("ancient", ancient)):
            await storage.end(what, at)
        # Cookies of earlier versions are undated; as long as one of them may be good, nothing is forgotten.
        assert await cleaned(storage, Periods(), (FIRST_DAY + COOKIE_DAYS) * DAY_MS) == {}
        assert await cleaned(storage, Periods(), now) == {"session": CHUNK + 21}
        left = await storage.ended("session-0", "recent", "anna", "guest")
        assert left == {"recent": 1, "anna": left["anna"], "guest": 1}

    with_storage(storage_url, do)


def test_a_cookie_is_good_no_longer_than_a_browser_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    signer, anna = Signer(bytes(32)), Person("anna", "Anna", True, "session", 2)
    today = who._today()
    cookie = signer.cookie(anna)
    undated = msgspec.json.encode(anna)
    earlier = who._b64(signer._mac("person", undated) + undated)
    assert signer.person(cookie) == signer.person(earlier) == anna
    for day, made, good in (
        (today + COOKIE_DAYS, cookie, True),
        (today + COOKIE_DAYS + 1, cookie, False),
        (FIRST_DAY + COOKIE_DAYS, earlier, True),
        (FIRST_DAY + COOKIE_DAYS + 1, earlier, False),
    ):
        monkeypatch.setattr(who, "_today", lambda day=day: day)
        assert (signer.person(made) == anna) is good


# --- storage --------------------------------------------------------------------------------------------------

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


# --- a running server -----------------------------------------------------------------------------------------


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
    from tests.server.conftest import empty_schema

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


def test_the_defaults_are_what_the_documentation_says() -> None:
    assert Periods.of(Settings()) == PERIODS
