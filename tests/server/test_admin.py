"""`elfer admin`, as an operator uses it: with the server running, or on a storage that lies still."""

from __future__ import annotations

import asyncio
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from elfer.cli import admin, main
from elfer.server import house as house_module
from elfer.server import log
from elfer.server.judging import window
from elfer.server.retention import DAY_MS
from elfer.server.sitting import Phase, Sitting
from elfer.server.storage import Account, Chatted, Kept, Storage
from elfer.words import LANGUAGES, Words
from tests.server.conftest import empty_schema
from tests.server.play import Player, close_all, play, seated, serving
from tests.server.services import Valkey
from tests.server.stored import put, with_storage

Capture = pytest.CaptureFixture[str]
NOW = int(1000 * time.time())
PARTS = ("tables", "due", "people", "storage", "clean")


class Operator:
    """Somebody at a terminal beside the server."""

    def __init__(self, capsys: Capture, storage: str, lang: str = "en") -> None:
        self.capsys, self.storage, self.lang = capsys, storage, lang

    def types(self, *words: str) -> tuple[int, str, str]:
        self.capsys.readouterr()
        code = main(["admin", *words, "--storage", self.storage, "--lang", self.lang])
        out, err = self.capsys.readouterr()
        return code, out, err

    def json(self, *words: str) -> Any:
        code, out, err = self.types(*words, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    async def beside(self, *words: str) -> tuple[int, str, str]:
        """The same while the server runs in this process."""
        return await asyncio.to_thread(self.types, *words)

    async def json_beside(self, *words: str) -> Any:
        return await asyncio.to_thread(self.json, *words)


@pytest.fixture
def operator(capsys: Capture, storage_url: str, monkeypatch: pytest.MonkeyPatch) -> Operator:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.05)
    return Operator(capsys, storage_url)


# --- tables ---------------------------------------------------------------------------------------------------


def test_tables_are_listed_with_who_is_there_and_never_a_card(operator: Operator, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, storage=operator.storage) as house:
            lobby = await Player(house, "Anna").be()
            waiting = await lobby.open(setup="master.3")
            await lobby.enter(waiting)
            await lobby.ask(type="sit", seat=0)
            players = await seated(house, "elfer.2", 2)
            running = players[0].table["code"]
            await players[0].ask(type="begin")
            [seat] = [seat for seat in range(2) if players[seat].views[seat].legal]
            await players[seat].act(seat, players[seat].views[seat].legal[0])
            await players[1].drop()
            [room] = [room for room in house.app.house.rooms.values() if room.sitting.code == running]
            while not room.sitting.chairs[1].away:
                await asyncio.sleep(0.01)
            rows = {row["code"]: row for row in await operator.json_beside("tables")}
            assert rows.keys() == {waiting, running}
            row = rows[running]
            seats = [
                {"name": "Player 0", "kind": "person", "here": True},
                {"name": "Player 1", "kind": "person", "here": False},
            ]
            assert (row["game"], row["setup"], row["phase"], row["seats"]) == ("elfer", "elfer.2", "playing", seats)
            assert (row["match"], row["entries"]) == (room.sitting.id, room.sitting.shown)
            assert row["opened_ms"] <= row["changed_ms"] <= int(1000 * time.time())
            # All that is told is this; no view, no action, no seed, no secret.
            known = {"code", "match", "game", "setup", "phase", "seats", "opened_ms", "changed_ms", "entries", "due"}
            assert row.keys() == known
            first = rows[waiting]
            assert (first["phase"], [seat["kind"] for seat in first["seats"]]) == (
                "gathering",
                ["person"] + 2 * ["empty"],
            )
            _, out, _ = await operator.beside("tables")
            for part in (waiting, running, "playing", "gathering", "Player 0, Player 1", "Anna, 2 free"):
                assert part in out
            assert room.sitting.secret.hex() not in out
            for filters, codes in {
                ("--game", "master"): {waiting},
                ("--phase", "playing"): {running},
                ("--here",): {waiting, running},
                ("--most", "1"): {running},
                ("--days", "1"): {waiting, running},
                ("--phase", "over"): set(),
            }.items():
                found = await operator.json_beside("tables", *filters)
                assert {row["code"] for row in found} == codes, filters
            _, out, _ = await operator.beside("tables", "--most", "1")
            assert "--most shows more" in out
            await close_all([lobby, players[0]])

    play(scenario)


def test_old_tables_can_be_left_out_and_unreadable_ones_do_no_harm(operator: Operator) -> None:
    async def do(storage: Storage) -> None:
        await put(storage, "old", 5, now=NOW)
        await put(storage, "new", 1, now=NOW)
        first = log.Opened(unix_ms=NOW, commitment="", setup="no-such-game.2", host="anna")
        await storage.found(Kept("odd", "CODD", bytes(32), NOW), log.written(first))

    with_storage(operator.storage, do)
    assert [(row["code"], row["phase"]) for row in operator.json("tables")] == [
        ("CODD", "unreadable"),
        ("CNEW", "gathering"),
        ("COLD", "gathering"),
    ]
    assert [row["code"] for row in operator.json("tables", "--days", "3")] == ["CODD", "CNEW"]
    assert "unreadable" in operator.types("tables")[1]


def test_tables_can_be_asked_for_by_every_phase() -> None:
    assert (*(phase.value for phase in Phase), "unreadable") == admin.PHASES


# --- what is due ----------------------------------------------------------------------------------------------


def bots(sat_by: str = "") -> list[log.AnyEntry]:
    """A match that began an hour ago, and at which it is a bot's turn or a clock runs."""
    entries: list[log.AnyEntry] = [log.Sat(seat=0, person="anna", name="Anna")]
    if sat_by:
        entries.append(log.Here(seat=0, process=sat_by))
    return [*entries, log.Started()]


async def put_match(storage: Storage, id: str, entries: list[log.AnyEntry], table: str) -> Sitting:
    """Played up to the first turn of somebody who is not the person."""
    opened = log.Opened(unix_ms=NOW - 3_600_000, commitment="", setup=table, host="anna")
    at = Sitting.open(id, f"C{id.upper()}", bytes(32), opened)
    for entry in entries:
        at = at.after(entry)
    while at.match is not None and window(at.match.state) is None and at.match.to_act[0] == 0:
        do = at.match.game.write(at.match.legal(0)[0])
        entries.append(log.Acted(seat=0, do=do))
        at = at.after(entries[-1])
    await storage.found(Kept(id, at.code, bytes(32), opened.unix_ms), log.written(opened))
    assert await storage.append(id, 2, [log.written(entry) for entry in entries])
    return at


def test_a_table_that_stands_still_is_seen(operator: Operator) -> None:
    async def do(storage: Storage) -> None:
        await storage.beat("alive", int(1000 * time.time()) + 60_000)
        await put_match(storage, "stuck", bots("alive"), "elfer.3")
        await put_match(storage, "alone", bots(), "elfer.3")
        await put_match(storage, "dead", bots("killed"), "elfer.3")
        await put(storage, "lobby", 1, now=NOW)

    with_storage(operator.storage, do)
    rows = {row["code"]: row["due"] for row in operator.json("due")}
    assert {code: (due["what"], due["stuck"]) for code, due in rows.items()} == {
        "CSTUCK": ("bot", True),
        "CALONE": ("bot", False),
        "CDEAD": ("bot", False),
    }
    assert rows["CSTUCK"]["seat"] in (1, 2)
    assert 0 <= rows["CSTUCK"]["at_ms"] - (NOW - 3_600_000) <= 10_000
    _, out, _ = operator.types("due")
    lines = {code: line for line in out.splitlines() for code in rows if code in line}
    assert "STANDS STILL" in lines["CSTUCK"]
    assert "waits: nobody is there" in lines["CALONE"]
    assert re.search(r"bot on seat [12] ", lines["CSTUCK"])
    assert re.search(r"(59|60) min|1 h", lines["CSTUCK"])
    assert operator.json("due", "--game", "master") == []


def test_who_has_not_answered_in_secret_is_not_told(operator: Operator) -> None:
    async def do(storage: Storage) -> None:
        at = await put_match(storage, "secret", bots(), "ratefix.3")
        assert at.match is not None
        [*waiting] = at.match.to_act
        assert window(at.match.state) is not None
        await put_match(storage, "other", bots(), "ratefix.3")
        answer = log.Acted(at=3_000_000, seat=waiting[-1], do=at.match.game.write(at.match.legal(waiting[-1])[0]))
        assert at.after(answer).shown == at.shown
        assert await storage.append("other", at.number + 1, [log.written(answer)])

    with_storage(operator.storage, do)
    rows = {row.pop("code"): row for row in operator.json("due")}
    assert rows["CSECRET"]["due"]["what"] == "answer"
    assert rows["CSECRET"]["due"]["seat"] is None
    for row in rows.values():
        del row["match"]
    assert rows["CSECRET"] == rows["COTHER"]  # whoever looks learns nothing of the answer


# --- closing --------------------------------------------------------------------------------------------------


def test_a_table_is_closed_while_people_play(operator: Operator, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, storage=operator.storage, bot_pause_ms=30) as house:
            anna = await Player(house, "Anna").be()
            code = await anna.open(setup="elfer.3", manner={"clock": "relaxed"})
            await anna.enter(code)
            await anna.ask(type="sit", seat=0)
            assert (await anna.ask(type="begin"))["left_ms"] > 0
            result, out, err = await operator.beside("close", code.lower())
            assert (result, err) == (0, "")
            assert f"Table {code} is closed" in out
            scene = await anna.until(lambda m: m["type"] == "scene" and m["table"]["phase"] == "closed")
            assert scene.get("left_ms") is None
            for message in (
                {"type": "act", "seat": 0, "do": "draw", "seen": anna.number},
                {"type": "rename", "seat": 0, "name": "X"},
                {"type": "stand", "seat": 0},
                {"type": "onward"},
                {"type": "back"},
                {"type": "say", "text": "?"},
                {"type": "again"},
            ):
                answer = await anna.ask(**message)
                assert (answer["type"], answer.get("code")) == ("refusal", "table-closed"), message
                assert answer["sentence"].startswith("This table was closed.")
            hint = await anna.http.get(f"/api/tables/{code}/hint/0")
            assert (hint.status_code, hint.json()["code"]) == (409, "table-closed")
            [room] = house.app.house.rooms.values()
            number = room.sitting.number
            assert room.timer is None
            await anna.drop()
            await asyncio.sleep(0.2)  # no bot acts, nobody is noted as away
            assert await house.app.house.storage.numbers([room.sitting.id]) == {room.sitting.id: number}
            ben = await Player(house, "Ben").be()
            assert (await ben.enter(code))["table"]["phase"] == "closed"
            assert (await ben.ask(type="sit", seat=1))["code"] == "table-closed"
            await ben.close()
            assert "is closed already" in (await operator.beside("close", code))[2]
            assert (await operator.json_beside("due")) == []

    play(scenario)
    # What was played is still there.
    folder = tmp_path / "out"
    assert main(["export", "--storage", operator.storage, str(folder), "--lang", "en"]) == 0
    [path] = folder.iterdir()
    assert main(["verify", str(path), "--lang", "en"]) == 0


def test_a_lobby_can_be_closed_too_and_what_is_not_there_cannot(operator: Operator) -> None:
    async def do(storage: Storage) -> None:
        await put(storage, "lobby", 1, now=NOW)
        await put(storage, "over", 1, log.Started(), log.Revealed(secret=""), now=NOW)

    with_storage(operator.storage, do)
    assert operator.types("close", "CLOBBY")[0] == 0
    for code, told in {
        "CLOBBY": "Table CLOBBY is closed already.",
        "COVER": "The match at table COVER is over; there is nothing to close.",
        "CLOBBI": "There is no table CLOBBI. There are for example: CLOBBY",
        "XXXXX": "There is no table XXXXX. There are for example: ",
        "é\0": "There is no table É?. There are for example: ",
    }.items():
        result, out, err = operator.types("close", code)
        assert (result, out) == (2, "")
        assert err.startswith(f"elfer admin close: {told}")
        assert err.splitlines()[1] == "Help: elfer admin close --help"


def test_a_hub_tells_of_a_closed_table_at_once(
    tmp_path: Path, postgres_url: str, valkey_server: Valkey, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 3600.0)  # nobody finds out by looking
    shared: dict[str, Any] = {"storage": empty_schema(postgres_url), "hub": valkey_server.url}
    operator = Operator(capsys, shared["storage"])

    async def scenario() -> None:
        async with serving(tmp_path, **shared) as house:
            anna = await Player(house, "Anna").be()
            code = await anna.open(setup="elfer.3")
            await anna.enter(code)
            result, out, _ = await operator.beside("close", code, "--hub", valkey_server.url)
            assert (result, "not reached" in out) == (0, False)
            await anna.until(lambda m: m["type"] == "scene" and m["table"]["phase"] == "closed")
            other = await anna.open(setup="elfer.3")
            result, out, _ = await operator.beside("close", other, "--hub", "valkey://127.0.0.1:1")
            assert (result, "The hub was not reached" in out) == (0, True)
            await anna.close()

    play(scenario)


# --- people ---------------------------------------------------------------------------------------------------


def test_a_forgotten_passphrase_is_replaced_and_every_cookie_ends(operator: Operator, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, storage=operator.storage) as house:
            anna = Player(house)
            given = {"name": "Änna", "passphrase": "correct horse"}
            assert (await anna.http.post("/api/account", json=given)).status_code == 201
            result, out, _ = await operator.beside("passphrase", "änna")
            found = re.search(r"shown only this once: (\S+)", out)
            assert (result, found is not None) == (0, True)
            assert found is not None
            given_out = found[1]
            assert re.fullmatch(r"([a-z2-9]{5}-){3}[a-z2-9]{5}", given_out)
            assert (await anna.http.get("/api/me")).status_code == 401
            anna.http.cookies.clear()
            assert (await anna.http.post("/api/login", json=given)).status_code == 401
            assert (await anna.http.post("/api/login", json={**given, "passphrase": given_out})).status_code == 200
            assert (await anna.http.get("/api/me")).json()["name"] == "Änna"
            again = (await operator.json_beside("passphrase", "Änna"))["passphrase"]
            assert again != given_out
            result, _, err = await operator.beside("passphrase", "Ännna")
            assert (result, "Is it one of these? Änna" in err) == (2, True)
            result, _, err = await operator.beside("passphrase", "Zoe\0")
            assert (result, "There is no account “Zoe?”. elfer admin people lists all." in err) == (2, True)
            await anna.close()

    play(scenario)


def test_accounts_are_listed(operator: Operator) -> None:
    async def do(storage: Storage) -> None:
        await storage.add_account(Account("anna", "Anna", "$argon2-hash", NOW - DAY_MS))
        await storage.add_account(Account("ben", "B\x1b[31m", "$argon2-hash", NOW))
        for id in ("a", "b"):
            await put(storage, id, 1, log.Started(), people=["anna", "anna", "guest"], now=NOW)

    with_storage(operator.storage, do)
    started = NOW - 1000 * DAY_MS
    assert operator.json("people") == [
        {"name": "Anna", "made_ms": NOW - DAY_MS, "matches": 2, "last_ms": started},
        {"name": "B\x1b[31m", "made_ms": NOW, "matches": 0, "last_ms": None},
    ]
    _, out, _ = operator.types("people")
    assert re.search(r"Anna +\d{4}-\d\d-\d\d \d\d:\d\d +2 ", out)
    assert ("argon2" in out, "\x1b[31m" in out) == (False, False)


# --- storage --------------------------------------------------------------------------------------------------


async def some_old(storage: Storage) -> None:
    await put(storage, "old", 91, log.Started(), log.Revealed(secret=""), people=["guest"], now=NOW)
    await put(storage, "lobby", 15, now=NOW)
    await put(storage, "new", 1, now=NOW)
    await storage.note_chat(Chatted("new", NOW - 31 * DAY_MS, "Anna", "hallo"))


def test_what_is_kept_and_what_goes_next_is_told(operator: Operator) -> None:
    with_storage(operator.storage, some_old)
    facts = operator.json("storage")
    assert facts["next_cleaning"] == {"match": 1, "table": 1, "chat": 1}
    assert (facts["rows"]["matches"], facts["rows"]["entries"], facts["rows"]["chat"]) == (3, 7, 1)
    assert (facts["oldest_ms"], facts["newest_ms"]) == (NOW - 91 * DAY_MS, NOW - DAY_MS)
    assert facts["bytes"] > 1000
    assert facts["kind"].split(":")[0] in operator.storage
    _, out, _ = operator.types("storage")
    assert re.search(r"Next cleaning +1 match, 1 table without a match and 1 line of chat", out)
    assert re.search(rf"Schema version +{facts['version']}\b", out)


def test_cleaning_by_hand(operator: Operator) -> None:
    with_storage(operator.storage, some_old)
    if operator.storage.startswith("sqlite:"):  # nobody else can be there, so nothing has to wait
        assert operator.json("clean") == {"match": 1, "table": 1, "chat": 1, "freed": 0}
    else:
        assert operator.json("clean") == {"closed": 2, "chat": 1, "freed": 0}
    _, out, _ = operator.types("clean", "--shrink")
    assert out.startswith("Removed: nothing.\nFreed on the disk: ")


def test_cleaning_by_hand_beside_a_server(operator: Operator, tmp_path: Path) -> None:
    with_storage(operator.storage, some_old)

    async def scenario() -> None:
        async with serving(tmp_path, storage=operator.storage) as house:
            _, out, _ = await operator.beside("clean")
            assert out.startswith("Removed: 2 closed, to be removed in two hours and 1 line of chat.")
            assert len(await house.app.house.storage.matches()) == 3
            if operator.storage.startswith("sqlite:"):
                result, _, err = await operator.beside("clean", "--shrink")
                assert (result, "is in use by another process" in err) == (2, True)

    play(scenario)


def test_who_keeps_everything_cannot_clean_by_mistake(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    with_storage(operator.storage, some_old)
    monkeypatch.setenv("ELFER_KEEP_ALL", "true")
    result, _, err = operator.types("clean")
    assert (result, "keep_all" in err) == (2, True)
    assert operator.json("storage")["next_cleaning"] == {}


def test_a_mistyped_file_is_not_made(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "elfre.db"
    for part in PARTS:
        result, _, err = Operator(capsys, f"sqlite:{path}").types(part)
        assert (result, f"There is no file {path}." in err) == (2, True)
    assert list(tmp_path.iterdir()) == []
    path.write_text("no database at all, but long enough to look at" * 30)
    result, _, err = Operator(capsys, f"sqlite:{path}").types("tables")
    assert (result, f"{path} holds no tables of elfer: " in err) == (2, True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_said_in_three_languages(operator: Operator, capsys: Capture, lang: str) -> None:
    async def do(storage: Storage) -> None:
        await some_old(storage)
        await put_match(storage, "alone", bots(), "elfer.3")
        await storage.add_account(Account("anna", "Anna", "hash", NOW))

    with_storage(operator.storage, do)
    operator.lang = lang
    heads = {"tables": "players", "due": "due", "people": "matches", "storage": "schema", "clean": ""}
    for part in PARTS:
        result, out, err = operator.types(part)
        assert (result, err) == (0, "")
        if heads[part]:
            assert Words(lang).say(f"admin.{heads[part]}") in out
        with pytest.raises(SystemExit, match="0"):
            main(["admin", part, "--help", "--lang", lang])
        flat = [" ".join(text.split()) for text in (Words(lang).say(f"cli.admin-{part}"), capsys.readouterr().out)]
        assert flat[0] in flat[1]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "COMMAND"),
        (["tabels"], "tables"),
        (["tables", "--most", "0"], "“0” is no number"),
        (["tables", "--phase", "playin"], "playing"),
        (["close"], "CODE"),
    ],
)
def test_what_was_mistyped_is_answered_in_two_lines(capsys: Capture, args: list[str], told: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["admin", *args, "--lang", "en"])
    err = capsys.readouterr().err
    assert told in err
    assert len(err.splitlines()) == 2


def test_a_game_that_is_not_there_is_told(capsys: Capture) -> None:
    result, _, err = Operator(capsys, "sqlite:x.db").types("tables", "--game", "elfre")
    assert (result, "elfer" in err) == (2, True)
