"""Whatever a client sends is answered: with what was wrong, and what was expected, in its language."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from elfer.server.declined import Declined, sentence
from elfer.server.http import STATUS
from elfer.words import LANGUAGES, Words, catalogue
from tests.server.play import Player, Seen, close_all, play, seated, serving


async def answer_to(player: Player, frame: str | bytes) -> Seen:
    assert player.socket is not None
    start = len(player.got)
    await player.socket.send(frame)
    return await player.until(lambda m: m["type"] == "refusal", start)


BAD: list[tuple[str | bytes, str, str]] = [
    ("", "not-json", "enter"),
    ("{", "not-json", "enter"),
    (b"\x00\xff\xfe", "not-json", "enter"),
    ("[" * 10_000, "malformed", "object"),
    ('{"type":' * 2_000, "not-json", "enter"),
    ("[]", "malformed", "object"),
    ("{}", "unknown-type", "enter, sit, stand"),
    ('{"type":"fly"}', "unknown-type", "enter, sit, stand"),
    ('{"type":"enter"}', "malformed", "code"),
    ('{"type":"enter","code":"x","colour":"red"}', "malformed", "colour"),
    ('{"type":"enter","code":7}', "malformed", "$.code"),
    ('{"type":"enter","code":"NOSUCH"}', "no-such-table", ""),
    ('{"type":"enter","code":"ÄÖÜ"}', "no-such-table", ""),
    ('{"type":"sit"}', "enter-first", "enter"),
    ('{"type":"act","seat":0,"do":"r11","seen":0}', "enter-first", "enter"),
    ('{"type":"pong","number":99}', "no-such-ping", ""),
    (json.dumps({"type": "say", "text": "x" * 20_000}), "too-large", "16384"),
    ("x" * 100_000, "too-large", "16384"),
]


def test_bad_frames_are_answered_and_the_connection_goes_on(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            player = await Player(house).connect()
            for frame, code, expected in BAD:
                refused = await answer_to(player, frame)
                assert refused["code"] == code, frame
                assert expected in refused.get("expected", "")
                assert refused["sentence"][-1] == "."
            await player.close()

    play(scenario)


def test_frames_beyond_all_measure_close_the_connection(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            player = await Player(house).connect()
            assert player.socket is not None
            with pytest.raises((ConnectionError, ConnectionClosed)):
                await answer_to(player, "x" * 1_000_000)
            assert player.socket.close_code == 1009
            await player.close()

    play(scenario)


def test_refusals_speak_the_language_of_the_client(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host, guest = await seated(house, "elfer.2", 2)
            await host.ask(type="begin")
            assert (await host.ask(type="enter", code="X", lang="de"))["code"] == "already-entered"
            refused = await host.ask(type="act", seat=0, do="r99", seen=host.number)
            assert refused["code"] == "unreadable"
            assert refused["sentence"].startswith("„r99“ ist keine Aktion")
            [room] = house.app.house.rooms.values()
            assert room.sitting.match is not None
            [seat] = room.sitting.match.to_act
            player = [host, guest][seat]
            wrong = next(card for card in ("r1", "y1", "g1") if card not in player.views[seat].legal)
            refused = await player.ask(type="act", seat=seat, do=wrong, seen=player.number)
            assert refused["expected"] == ", ".join(player.views[seat].legal)
            other = [host, guest][1 - seat]
            refused = await other.ask(type="act", seat=1 - seat, do="r11", seen=other.number)
            assert refused["code"] == "not-your-turn"
            assert (await other.ask(type="act", seat=seat, do="r11", seen=1))["code"] == "not-your-seat"
            assert (await other.ask(type="onward"))["code"] == "no-next-round"
            assert (await other.ask(type="again"))["code"] == "not-over"
            await close_all([host, guest])

    play(scenario)


def test_what_the_rules_refuse_names_the_rule(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "elfer.2", 2)
            await players[0].ask(type="begin")
            [room] = house.app.house.rooms.values()
            assert room.sitting.match is not None
            [seat] = room.sitting.match.to_act
            player, other = players[seat], players[1 - seat]
            opener = player.views[seat].legal[0]
            for at, asked, do, rule in (
                (seat, player, "pass", "EL-3"),
                (seat, player, "r99", "ALL-4"),
                (1 - seat, other, opener, "EL-2"),
            ):
                refused = await asked.ask(type="act", seat=at, do=do, seen=asked.number)
                assert (refused["type"], refused["rule"]) == ("refusal", rule)
            # What is no matter of rules names none.
            assert "rule" not in await other.ask(type="act", seat=seat, do=opener, seen=1)
            [elfer] = [one for one in (await player.http.get("/api/games")).json() if one["id"] == "elfer"]
            assert (elfer["grounds"]["opening-card"], elfer["grounds"]["stock>drawn"]) == ("EL-3", "EL-9")
            await close_all(players)

    play(scenario)


def test_what_was_decided_before_ones_own_last_action_does_not_count(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "elfer.2", 2)
            await players[0].ask(type="begin")
            [room] = house.app.house.rooms.values()
            assert room.sitting.match is not None
            [seat] = room.sitting.match.to_act
            player = players[seat]
            seen, do = player.number, player.views[seat].legal[0]
            assert (await player.act(seat, do))["type"] == "moved"
            twice = await player.ask(type="act", seat=seat, do=do, seen=seen)
            assert (twice["code"], twice["expected"]) == ("out-of-order", f"seen: {player.number}")
            early = await player.ask(type="act", seat=seat, do=do, seen=player.number + 1)
            assert early["code"] == "out-of-order"
            await close_all(players)

    play(scenario)


def test_who_is_too_fast_is_told_so_and_in_the_end_cut_off(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, rate=5.0) as house:
            player = await Player(house).connect()
            assert player.socket is not None
            with contextlib.suppress(ConnectionClosed):
                for _ in range(1000):
                    await player.socket.send("{}")
            await player.until(lambda m: m["code"] == "too-fast")
            await player.socket.wait_closed()
            assert player.socket.close_code == 1008
            await player.close()

    play(scenario)


# --- who may use the server -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [(None, True), ("http://{host}", True), ("http://evil.example", False), ("null", False), ("http://[", False)],
)
def test_pages_of_other_servers_are_kept_out(tmp_path: Path, origin: str | None, allowed: bool) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host = house.url.removeprefix("http://")
            headers = {} if origin is None else {"Origin": origin.format(host=host)}
            player = Player(house)
            answer = await player.http.post("/api/me", json={"name": "A"}, headers=headers)
            assert answer.status_code == (200 if allowed else 403)
            if allowed:
                await player.connect(**({"origin": headers["Origin"]} if headers else {}))
            else:
                with pytest.raises(InvalidStatus, match="403"):
                    await player.connect(origin=headers["Origin"])
            await player.close()

    play(scenario)


def test_an_operator_can_let_other_pages_in(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, origins=("https://cards.example",)) as house:
            player = await Player(house).connect(origin="https://cards.example")
            await player.close()

    play(scenario)


def test_there_is_one_websocket(tmp_path: Path) -> None:
    async def scenario() -> None:
        from websockets.asyncio.client import connect

        async with serving(tmp_path) as house:
            with pytest.raises(InvalidStatus, match="404"):
                await connect(house.ws + "/other")

    play(scenario)


# --- the sentences --------------------------------------------------------------------------------------------


def test_every_reason_has_a_sentence_in_every_language() -> None:
    codes = {key.removeprefix("declined.") for key in catalogue("en") if key.startswith("declined.")}
    assert codes >= STATUS.keys()
    facts: dict[str, Any] = dict.fromkeys(["seat", "last", "most", "seen", "number", "code", "name", "seconds"], 1)
    for lang in LANGUAGES:
        for code in codes:
            said = sentence(Words(lang), Declined(code, "", **facts))
            assert said[-1] == "."
            assert "{" not in said
