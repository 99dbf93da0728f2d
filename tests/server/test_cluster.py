"""Several server processes on one PostgreSQL and one Valkey serve the same matches."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from elfer.server import house as house_module
from elfer.server import log
from elfer.server.hub import ValkeyHub
from tests.server.conftest import empty_schema
from tests.server.play import PATIENCE, Player, close_all, play, serving
from tests.server.services import Valkey


def test_players_of_one_match_on_different_servers(tmp_path: Path, postgres_url: str, valkey_server: Valkey) -> None:
    shared: dict[str, Any] = {"storage": empty_schema(postgres_url), "hub": valkey_server.url}

    async def scenario() -> None:
        async with serving(tmp_path, **shared) as one, serving(tmp_path, **shared) as two:
            anna, ben = await Player(one, "Anna").be(), await Player(two, "Ben").be()
            code = await anna.open(setup="elfer.2")
            await anna.enter(code)
            await ben.enter(code)
            await anna.ask(type="sit", seat=0)
            await ben.ask(type="sit", seat=1)
            await anna.ask(type="begin")
            players = [anna, ben]
            await ben.until(lambda m: m["type"] == "scene" and m["table"]["phase"] == "playing")
            for _ in range(25):
                [seat] = [seat for seat in range(2) if players[seat].views[seat].legal]
                answer = await players[seat].act(seat, players[seat].views[seat].legal[0])
                assert answer["type"] == "moved", answer
                await players[1 - seat].caught_up(answer["number"])
            await ben.send(type="say", text="Hallo von nebenan")
            line = (await anna.until(lambda m: m["type"] == "said"))["line"]
            assert (line["name"], line["text"]) == ("Ben", "Hallo von nebenan")
            # Both at once: the same number is given once, and both are done.
            names = await asyncio.gather(*(p.ask(type="rename", seat=s, name=f"N{s}") for s, p in enumerate(players)))
            number = max(answer["number"] for answer in names)
            for player in players:
                await player.caught_up(number)
                assert [seat["name"] for seat in player.table["seats"]] == ["N0", "N1"]
            await close_all(players)

    play(scenario)


def test_people_of_a_server_that_died_are_away(tmp_path: Path, postgres_url: str, valkey_server: Valkey) -> None:
    shared: dict[str, Any] = {"storage": empty_schema(postgres_url), "hub": valkey_server.url}

    async def scenario() -> None:
        async with serving(tmp_path, **shared) as one:
            anna = await Player(one, "Anna").be()
            code = await anna.open(setup="elfer.2", manner={"away_seconds": 0})
            await anna.enter(code)
            await anna.ask(type="sit", seat=0)
            # Ben's server has not been heard of for a long time.
            [room] = one.app.house.rooms.values()
            lost: list[log.AnyEntry] = [log.Sat(seat=1, person="ben", name="Ben"), log.Here(seat=1, process="dead")]
            await one.app.house.write(room, lambda sitting: lost)
            await anna.until(lambda m: m.get("table", {}).get("seats", [{}, {}])[1].get("kind") == "person")
            async with asyncio.timeout(PATIENCE):
                while not anna.table["seats"][1]["away"]:
                    await asyncio.sleep(0.05)
            await anna.close()

    sweep, house_module.SWEEP_SECONDS = house_module.SWEEP_SECONDS, 0.1
    try:
        play(scenario)
    finally:
        house_module.SWEEP_SECONDS = sweep


def test_without_lean_frames_it_works_too(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, lean=False) as house:
            anna = await Player(house, "Anna").be()
            await anna.enter(await anna.open(setup="elfer.2"))
            await anna.ask(type="sit", seat=0)
            assert (await anna.ask(type="begin"))["table"]["phase"] == "playing"
            await anna.close()

    play(scenario)


def test_a_hub_tells_of_many_matches_at_once_and_of_each_that_is_new(valkey_server: Valkey) -> None:
    heard: list[tuple[str, bytes]] = []

    async def all_heard(*wanted: tuple[str, bytes]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not set(wanted) <= set(heard):
                await asyncio.sleep(0.01)

    async def scenario() -> None:
        one, two = ValkeyHub(valkey_server.url, "one"), ValkeyHub(valkey_server.url, "two")
        two.subscribe("before")
        await one.start(lambda match, word: heard.append(("own", word)))
        await two.start(lambda match, word: heard.append((match, word)))
        await all_heard(("before", b""))  # as soon as it listens, whatever was missed is read
        two.subscribe("after")
        await all_heard(("after", b""))
        heard.clear()
        for match in ("after", "before"):
            one.publish(match)
        one.publish("after", b"hello")
        await all_heard(("after", b""), ("before", b""), ("after", b"hello"))
        assert len(heard) == 3
        await one.stop()
        await two.stop()

    play(scenario)
