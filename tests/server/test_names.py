"""Names show what they are, on every screen and in every storage; and nobody goes by the name of an account."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from elfer.match import record
from elfer.match.match import Match
from elfer.match.setup import Setup
from elfer.server import log
from elfer.server.backup import entries_of
from elfer.server.declined import Declined
from elfer.server.names import chat_from, folded, name_from, sought, tidied
from elfer.server.storage import Account, storage_for
from tests.server.play import Player, close_all, play, seated, serving

BAD = {
    "nothing": "",
    "blanks": "   ",
    "no-break blanks": "\u00a0\u3000",
    "NUL": "An\0na",
    "line feed": "An\nna",
    "tab": "An\tna",
    "escape": "\x1b[31mAnna",
    "C1": "An\x9bna",
    "right-to-left override": "\u202eannA",
    "isolate": "\u2066Anna\u2069",
    "left-to-right mark": "Anna\u200e",
    "zero-width space": "An\u200bna",
    "byte order mark": "\ufeffAnna",
    "soft hyphen": "An\u00adna",
    "word joiner": "An\u2060na",
    "joiner in latin": "An\u200dna",
    "non-joiner in latin": "An\u200cna",
    "joiner at the end": "👩\u200d",
    "line separator": "An\u2028na",
    "paragraph separator": "An\u2029na",
    "hangul filler": "\u3164",
    "braille blank": "\u2800\u2800",
    "grapheme joiner": "An\u034fna",
    "selector alone": "\ufe0f",
    "selector on a letter": "A\ufe0fnna",
    "other selector": "A\ufe00nna",
    "tags": "Anna\U000e0041",
    "only a mark": "\u0301",
    "too long": "x" * 25,
    "longer than it seems": "\u0958" * 13,
}

SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
GOOD = {
    "Anna": "Anna",
    "  Anna   B. ": "Anna B.",
    "Anna\u00a0B.": "Anna B.",
    "Ju\u0308rgen": "Jürgen",
    "Zoë-Maria O’Neill": "Zoë-Maria O’Neill",
    "Владимир": "Владимир",
    "محمد": "محمد",
    "مى\u200cخواهد": "مى\u200cخواهد",
    "שרה": "שרה",
    "ශ්\u200dරී": "ශ්\u200dරී",
    "क्\u200cष": "क्\u200cष",
    "山田 太郎": "山田 太郎",
    "山田\u3000太郎": "山田 太郎",
    "สมชาย": "สมชาย",
    "👩\u200d🚀": "👩\u200d🚀",
    "👩🏽\u200d🚀": "👩🏽\u200d🚀",
    "❤\ufe0f\u200d🔥": "❤\ufe0f\u200d🔥",
    "🏳\ufe0f\u200d🌈 1\ufe0f\u20e3": "🏳\ufe0f\u200d🌈 1\ufe0f\u20e3",
    SCOTLAND: SCOTLAND,
    "🇩🇪": "🇩🇪",
    "R2-D2 <3": "R2-D2 <3",
    "?": "?",
}


@pytest.mark.parametrize("name", BAD.values(), ids=BAD.keys())
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(Declined) as refused:
        name_from(name)
    assert (refused.value.code, refused.value.expected) == ("bad-name", "1–24")


@pytest.mark.parametrize(("name", "kept"), GOOD.items())
def test_names_of_all_scripts_are_kept(name: str, kept: str) -> None:
    assert name_from(name) == kept
    assert name_from(kept) == kept


@pytest.mark.parametrize("name", [*BAD.values(), *GOOD])
def test_a_tidied_name_is_a_name_or_nothing(name: str) -> None:
    kept = tidied(name)
    assert kept == "" or name_from(kept) == kept


def test_one_name_however_it_is_written() -> None:
    assert folded("STRASSE") == folded("straße") == folded("ｓｔｒａｓｓｅ")
    assert folded("Anna") != folded("Ana")


@pytest.mark.parametrize("text", ["\0", "a\0b", "\x1b[2J", "\u202eabc", "abc\u2067", "\u200b", "  \n "])
def test_what_cannot_be_said(text: str) -> None:
    with pytest.raises(Declined, match="bad-text"):
        chat_from(text)


@pytest.mark.parametrize("text", ["Hallo!", "zwei\nZeilen", "👩\u200d🚀", "שלום\u200f!", "مى\u200cخواهد", "?"])
def test_what_can_be_said(text: str) -> None:
    assert chat_from(text) == text


def test_everywhere_a_bad_name_is_refused_with_what_was_expected(tmp_path: Path, storage_url: str) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, storage=storage_url) as house:
            [anna] = await seated(house, "elfer.2", 1)
            for bad in ("An\0na", "\u202eannA", "\u200b"):
                for path, more in (("/api/me", {}), ("/api/account", {"passphrase": "correct horse"})):
                    answer = await anna.http.post(path, json={"name": bad, **more})
                    assert (answer.status_code, answer.json()["code"]) == (400, "bad-name")
                    assert "24" in answer.json()["sentence"]
                for message in ({"type": "sit", "seat": 1}, {"type": "rename", "seat": 0}):
                    refused = await anna.ask(**message, name=bad)
                    assert (refused["code"], refused["expected"]) == ("bad-name", "1–24")
                assert (await anna.ask(type="say", text=f"{bad}\0"))["code"] == "bad-text"
            login = await anna.http.post("/api/login", json={"name": "An\0na", "passphrase": "correct horse"})
            assert (login.status_code, login.json()["code"]) == (400, "bad-name")
            assert (await anna.ask(type="rename", seat=0, name=" Ju\u0308rgen "))["table"]["seats"][0][
                "name"
            ] == "Jürgen"
            await close_all([anna])

    play(scenario)


def test_no_guest_goes_by_the_name_of_an_account(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            anna, mallory = await Player(house, "x").be(), await Player(house, "Mallory").be()
            early = await Player(house, "Anna").be()
            given = {"name": "Anna", "passphrase": "correct horse"}
            assert (await anna.http.post("/api/account", json=given)).status_code == 201
            code = await anna.open(setup="elfer.4")
            for player in (anna, mallory, early):
                await player.enter(code)
            assert (await mallory.ask(type="sit", seat=1))["you"] == [1]
            for name in ("Anna", "ANNA", " anna\u00a0", "Ａnna"):
                answer = await mallory.http.post("/api/me", json={"name": name})
                assert (answer.status_code, answer.json()["code"]) == (409, "name-taken")
                assert (await mallory.ask(type="sit", seat=2, name=name))["code"] == "name-taken"
                assert (await mallory.ask(type="rename", seat=1, name=name))["code"] == "name-taken"
            # Nor does a guest who was called so before; the owner may, by name or without.
            assert (await early.ask(type="sit", seat=2))["code"] == "name-taken"
            assert (await anna.ask(type="sit", seat=0))["table"]["seats"][0]["name"] == "Anna"
            assert (await anna.ask(type="rename", seat=0, name="Änni"))["table"]["seats"][0]["name"] == "Änni"
            assert (await anna.ask(type="rename", seat=0, name="ANNA"))["table"]["seats"][0]["name"] == "ANNA"
            phone = Player(house)
            await phone.enter(code, keys=(await anna.ask(type="resync"))["keys"])
            assert (await phone.ask(type="rename", seat=0, name="Anna"))["table"]["seats"][0]["name"] == "Anna"
            assert (await mallory.ask(type="rename", seat=1, name="Annabel"))["type"] == "changed"
            await close_all([anna, mallory, early, phone])

    play(scenario)


def test_what_guests_are_called_by_the_page_belongs_to_nobody(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            player = await Player(house, "Anna").be()
            for name in ("Guest", "gast", "Invité"):
                answer = await player.http.post("/api/account", json={"name": name, "passphrase": "correct horse"})
                assert (answer.status_code, answer.json()["code"]) == (409, "name-taken")
                assert (await player.http.post("/api/me", json={"name": name})).status_code == 200
            await player.close()

    play(scenario)


def test_accounts_of_earlier_versions_are_found(tmp_path: Path, storage_url: str) -> None:
    """They were kept by a simpler folding, under names that would not be taken today."""

    async def scenario() -> None:
        storage = storage_for(storage_url)
        await storage.start()
        old = Account("old", "Ａnna\u200b", "hash", 1)
        sql = "INSERT INTO accounts (id, name, folded, passphrase, made_ms) VALUES ($1, $2, $3, $4, $5)"
        await storage._write((sql, (old.id, old.name, old.name.casefold(), "hash", 1)))  # type: ignore[attr-defined]
        assert await storage.account(sought(old.name)) == old
        assert await storage.account("Anna") is None
        assert await storage.add_account(new := Account("new", "Anna", "hash", 2))
        assert await storage.account("ANNA") == new
        await storage.stop()

    play(scenario)


def test_names_in_records_from_elsewhere_are_tidied() -> None:
    match = Match.start(Setup.read("elfer.2"), bytes(32))
    head = json.loads(record.header(match, ["A", "B"]))
    text = json.dumps({**head, "names": ["An\0na\u202e", "\u200b"]}).encode()
    _, entries = entries_of([text], 0)
    assert [entry.name for entry in entries if isinstance(entry, log.Renamed)] == ["Anna"]
