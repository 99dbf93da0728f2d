"""Which tables go and when: when the time of their kind has come, never earlier, whoever writes or cleans."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from elfer.server import log
from elfer.server.retention import CLOSED_FOR_MS, DAY_MS, HOUR_MS, Periods, connected
from elfer.server.settings import Settings
from elfer.server.storage import Account, Chatted, Storage
from elfer.server.storage.keeping import CHUNK, TABLES
from tests.server.stored import NOW, OVER, PERIODS, cleaned, cleaner, ids, put, with_storage


def test_the_defaults_are_what_the_documentation_says() -> None:
    assert Periods.of(Settings()) == PERIODS


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
