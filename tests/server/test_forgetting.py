"""What else goes in time: chat, processes that are gone, ended sessions; and cookies, which are no good any more."""

from __future__ import annotations

import msgspec
import pytest

from elfer.server import log, who
from elfer.server.retention import DAY_MS, HOUR_MS, Periods
from elfer.server.storage import Account, Chatted, Storage
from elfer.server.storage.keeping import CHUNK, MOST_CHAT
from elfer.server.who import COOKIE_DAYS, FIRST_DAY, Person, Signer
from tests.server.stored import NOW, cleaned, put, with_storage


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
