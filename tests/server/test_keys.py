"""Cookies and keys end when their owner ends them; and who may look on no longer is told nothing more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from elfer.server import log
from elfer.server.moves import transitions
from elfer.server.sitting import Sitting
from elfer.server.who import Person, Signer, Who, generation_of
from elfer.words import LANGUAGES, Words
from tests.server.play import House, Player, close_all, play, seated, serving

ANNA = {"name": "Anna", "passphrase": "correct horse"}


async def name_of(house: House, cookie: str) -> str | None:
    """Whom the server takes the bearer of a cookie for."""
    async with httpx.AsyncClient(base_url=house.url, headers={"Cookie": f"elfer={cookie}"}) as http:
        name: str | None = (await http.get("/api/me")).json().get("name")
        return name


async def closed(player: Player) -> int | None:
    assert player.socket is not None
    await player.socket.wait_closed()
    return player.socket.close_code


# --- cookies --------------------------------------------------------------------------------------------------


def test_making_an_account_ends_the_guests_cookie_and_nothing_else(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "elfer.2", 2)
            anna, code = players[0], players[0].table["code"]
            await anna.ask(type="begin")
            before, me = anna.http.cookies["elfer"], (await anna.http.get("/api/me")).json()["id"]
            taken = await anna.http.post("/api/account", json={**ANNA, "name": "Gast"})
            assert (taken.status_code, await name_of(house, before)) == (409, "Player 0")  # nothing has happened
            assert (await anna.http.post("/api/account", json=ANNA)).json()["id"] == me
            assert await name_of(house, before) is None
            assert await name_of(house, anna.http.cookies["elfer"]) == "Anna"
            # Neither over a new WebSocket, nor, in a moment, over one that is open.
            thief = Player(house)
            thief.http.cookies.set("elfer", before, domain="127.0.0.1")
            assert (await thief.enter(code))["you"] == []
            await house.app.sockets.dismiss()
            assert await closed(anna) == 1008
            # History, seats and the host's rights stay.
            scene = await anna.enter(code)
            assert (scene["you"], scene["host"]) == ([0], True)
            assert [row["code"] for row in (await anna.http.get("/api/history")).json()] == [code]
            await close_all([*players, thief])

    play(scenario)


# --- keys -----------------------------------------------------------------------------------------------------


def at_table(*more: log.AnyEntry) -> Sitting:
    opened = log.Opened(unix_ms=0, commitment="", setup="elfer.2", host="anna")
    start = Sitting.open("id", "CODE", bytes(32), opened)
    return transitions(start, [log.Sat(seat=0, person="anna", name="Anna"), *more])[-1].after


def test_what_a_key_covers() -> None:
    signer, now = Signer(b"k" * 32), at_table()
    key = signer.seat_key(now, 0, 3)
    assert generation_of(key) == 3
    assert signer.opened(now, [key, "", "3", "x.y", "-1.x", "9" * 40 + ".x", "٣.x", "é", key + "x"]) == [(0, key)]
    assert signer.opened(now, [f"4.{key.partition('.')[2]}"]) == []  # the number cannot be changed
    assert signer.opened(at_table(log.Rekeyed(seat=0)), [key]) == []
    again = at_table(log.Rekeyed(seat=0), log.Stood(seat=0), log.Sat(seat=0, person="anna", name="Anna"))
    assert signer.opened(again, [key]) == []  # whoever stands up and sits down again brings no old key back
    bot = at_table(log.Rekeyed(seat=0), log.Stood(seat=0), log.Started(), log.Stood(seat=0))
    assert bot.chairs[0].rekeyed == 1


def test_which_key_of_a_seat_is_shown() -> None:
    signer, now = Signer(b"k" * 32), at_table()
    key = signer.seat_key(now, 0, 3)
    assert Who(Person("anna", generation=3)).key(now, 0, signer) == key
    assert Who(Person("ben"), frozenset([key])).key(now, 0, signer) == key


def test_signing_out_everywhere_ends_keys(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "elfer.2", 2)
            await players[0].ask(type="begin")
            code, [key] = players[0].table["code"], players[1].keys
            [kept] = players[0].keys
            phone, other = Player(house), Player(house)
            assert (await phone.enter(code, keys=[key]))["you"] == [1]
            assert (await other.enter(code, keys=[kept]))["you"] == [0]
            assert (await players[1].http.delete("/api/me/everywhere")).status_code == 204
            late = Player(house)
            scene = await late.enter(code, keys=[key])
            assert (scene["you"], [view["seat"] for view in scene["views"]]) == ([], [None])
            # Whoever comes back with a dead key is shown everything anew, and not what follows from what was seen.
            again = Player(house)
            assert (await again.enter(code, keys=[key], last=scene["number"]))["type"] == "scene"
            await house.app.sockets.dismiss()
            assert (await closed(phone), await closed(players[1])) == (1008, 1008)
            assert other.socket is not None
            assert (await other.ask(type="resync"))["you"] == [0]  # keys of others are not touched
            await close_all([*players, phone, other, late, again])

    play(scenario)


def test_the_next_key_after_signing_out_everywhere_is_good(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            anna, phone = await Player(house, "Anna").be(), Player(house)
            await anna.http.post("/api/account", json=ANNA)
            code = await anna.open(setup="elfer.2")
            await anna.enter(code)
            await anna.ask(type="sit", seat=0)
            old = (await anna.ask(type="resync"))["keys"]
            await anna.http.delete("/api/me/everywhere")
            await anna.http.post("/api/login", json=ANNA)
            await anna.enter(code)
            assert anna.you == [0]
            assert anna.keys != old
            assert (await phone.enter(code, keys=anna.keys))["you"] == [0]
            await house.app.sockets.dismiss()
            assert (await phone.ask(type="resync"))["you"] == [0]
            await close_all([anna, phone])

    play(scenario)


def test_a_key_is_made_anew(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "elfer.2", 2)
            await players[0].ask(type="begin")
            code, [key] = players[0].table["code"], players[1].keys
            thief = Player(house)
            assert (await thief.enter(code, keys=[key]))["you"] == [1]
            # Only whoever sits there may: not another player, not by the key, not nobody.
            for player, seat in ((players[0], 1), (thief, 1), (players[1], 0)):
                refused = await player.ask(type="rekey", seat=seat)
                assert (refused["type"], refused.get("code")) == ("refusal", "not-your-seat")
            assert (await players[1].ask(type="rekey", seat=9))["code"] == "no-such-seat"
            start = len(thief.got)
            done = await players[1].ask(type="rekey", seat=1)
            [new] = done["keys"]
            assert new != key
            # The thief's open connection sees what a bystander sees, and does nothing any more.
            scene = await thief.until(lambda m: m["type"] == "scene", start)
            assert (scene["you"], [view["seat"] for view in scene["views"]]) == ([], [None])
            assert (await thief.ask(type="act", seat=1, do="r11", seen=scene["number"]))["code"] == "not-your-seat"
            late, phone = Player(house), Player(house)
            assert (await late.enter(code, keys=[key]))["you"] == []
            assert (await phone.enter(code, keys=[new]))["you"] == [1]
            await close_all([*players, thief, late, phone])

    play(scenario)


def test_a_new_key_lasts_over_a_restart(tmp_path: Path) -> None:
    keys: list[str] = []
    code = ""

    async def before() -> None:
        nonlocal code
        async with serving(tmp_path) as house:
            [player] = await seated(house, "elfer.2", 1)
            code = player.table["code"]
            keys.extend((await player.ask(type="resync"))["keys"])
            keys.extend((await player.ask(type="rekey", seat=0))["keys"])
            await player.close()

    async def after() -> None:
        async with serving(tmp_path) as house:
            for key, you in zip(keys, ([], [0]), strict=True):
                player = Player(house)
                assert (await player.enter(code, keys=[key]))["you"] == you
                await player.close()

    play(before)
    play(after)


# --- onlookers ------------------------------------------------------------------------------------------------


async def gathered(house: House, **manner: Any) -> tuple[list[Player], Player]:
    """Two players at a table that has not begun, and somebody who looks on."""
    players = await seated(house, "elfer.2", 2, manner=manner)
    onlooker = await Player(house, "Onlooker").be()
    await onlooker.enter(players[0].table["code"], lang="de")
    return players, onlooker


def tells_of_the_match(message: dict[str, Any]) -> bool:
    return message["type"] in ("moved", "noted") or bool(message.get("views")) or message["type"] == "said"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_came_before_the_start_is_shown_out_with_it(tmp_path: Path, lang: str) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "elfer.2", 2, manner={"spectators": False})
            onlooker = await Player(house, "Onlooker").be()
            await onlooker.enter(players[0].table["code"], lang=lang)
            start = len(onlooker.got)
            await players[0].ask(type="begin")
            [room] = house.app.house.rooms.values()
            for _ in range(6):
                assert room.sitting.match is not None
                [seat] = room.sitting.match.to_act
                await players[seat].caught_up(room.sitting.shown)
                await players[seat].act(seat, players[seat].views[seat].legal[0])
            await players[0].send(type="say", text="psst")
            await players[1].until(lambda m: m["type"] == "said")
            refused = await onlooker.until(lambda m: m["type"] == "refusal", start)
            assert refused["code"] == "no-spectators"
            assert refused["sentence"] == Words(lang).say("declined.no-spectators")
            assert (await onlooker.ask(type="resync"))["code"] == "enter-first"
            assert not any(map(tells_of_the_match, onlooker.got[start:])), onlooker.got[start:]
            assert len(room.clients) == 2
            await close_all([*players, onlooker])

    play(scenario)


def test_whoever_stands_up_there_in_a_running_match_is_shown_out_too(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players, onlooker = await gathered(house, spectators=False)
            await players[0].ask(type="begin")
            linked = Player(house)
            await linked.enter(players[0].table["code"], keys=players[1].keys)
            starts = {player: len(player.got) for player in (players[1], linked)}
            answer = await players[1].ask(type="stand", seat=1)
            assert (answer["type"], answer["you"]) == ("changed", [])  # it was done
            for player, start in starts.items():
                assert (await player.until(lambda m: m["type"] == "refusal", start))["code"] == "no-spectators"
                assert not any(map(tells_of_the_match, player.got[start:]))
            assert (await players[1].ask(type="resync"))["code"] == "enter-first"
            await close_all([*players, onlooker, linked])

    play(scenario)


def test_the_host_without_a_seat_may_stay(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host = await Player(house, "Anna").be()
            await host.enter(await host.open(setup="elfer.2", manner={"spectators": False}))
            scene = await host.ask(type="begin")
            assert (scene["type"], scene["you"], len(scene["views"])) == ("scene", [], 1)
            await host.close()

    play(scenario)


def test_where_there_are_spectators_they_stay(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players, onlooker = await gathered(house, spectators=True)
            start = len(onlooker.got)
            await players[0].ask(type="begin")
            scene = await onlooker.until(lambda m: m["type"] == "scene", start)
            assert [view["seat"] for view in scene["views"]] == [None]
            answer = await players[1].ask(type="stand", seat=1)
            assert (answer["type"], answer["you"]) == ("scene", [])
            await close_all([*players, onlooker])

    play(scenario)
