"""Random and mutated frames, and requests made from the OpenAPI document: no crash, no 500, no dead match."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import resource
from pathlib import Path
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from elfer.server.schema import openapi
from elfer.server.service import TYPES
from tests.server.play import PATIENCE, House, Player, close_all, play, seated, serving

FRAMES = int(os.environ.get("ELFER_FUZZ_FRAMES", "3000"))
EXAMPLES = int(os.environ.get("ELFER_FUZZ_EXAMPLES", "8"))

SAMPLES: list[dict[str, Any]] = [
    {"type": "enter", "code": "BCDFG", "last": 3, "keys": ["x"], "lang": "de"},
    {"type": "sit", "seat": 1, "name": "Anna"},
    {"type": "stand", "seat": 9},
    {"type": "rename", "seat": 0, "name": "Ä"},
    {"type": "rekey", "seat": 0},
    {"type": "staff", "seat": 1, "level": "normal"},
    {"type": "arrange", "manner": {"clock": "off", "away_seconds": 30}},
    {"type": "stir", "entropy": "x"},
    {"type": "begin"},
    {"type": "act", "seat": 0, "do": "r11", "seen": 4},
    {"type": "act", "seat": 0, "do": "call schnapp 431", "seen": 4},
    {"type": "onward"},
    {"type": "back"},
    {"type": "say", "text": "hello"},
    {"type": "gesture", "emote": "wow"},
    {"type": "again"},
    {"type": "pong", "number": 1},
    {"type": "resync"},
]
ODD: list[Any] = [None, True, -1, 2**70, 1.5, "", "\u0000", "💥" * 50, [], {}, [[]], {"a": 1}, "NaN", "r11", 1e308]


def mutated(random: Random) -> str | bytes:
    """A frame that is nearly right, or not at all."""
    kind = random.random()
    if kind < 0.1:
        return random.randbytes(random.randrange(200))
    message = dict(random.choice(SAMPLES))
    if kind < 0.5:
        field = random.choice([*message, "id", "extra", "seat"])
        message[field] = random.choice(ODD)
    elif kind < 0.6:
        message.pop(random.choice(list(message)))
    elif kind < 0.7:
        message["type"] = random.choice(TYPES)
    text = json.dumps(message, ensure_ascii=random.random() < 0.5)
    if kind > 0.85:
        cut = random.randrange(len(text))
        text = random.choice([text[:cut], text[:cut] + random.choice('{}[]",:\\') + text[cut + 1 :], text * 3])
    return text.encode("utf-8", "surrogatepass") if random.random() < 0.1 else text


def test_no_frame_breaks_anything(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    random = Random("frames")

    async def bombard(house: House, code: str, frames: int) -> None:
        """One attacker: many frames, each answered or ignored, and a new connection whenever one is closed."""
        player = await Player(house, "Mallory").be()
        left = frames
        while left > 0:
            await player.enter(code)
            assert player.socket is not None
            for _ in range(min(left, 500)):
                await player.socket.send(mutated(random))
                left -= 1
            start = len(player.got)
            await player.send(type="resync", id="still-there")
            await player.until(lambda m: m.get("id") == "still-there", max(0, start - 1000))
            await player.socket.close()
            player.got.clear()
        await player.close()

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "elfer.2", 2)
            await players[0].ask(type="begin")
            code = players[0].table["code"]
            await bombard(house, code, FRAMES // 10)
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            for _ in range(3):
                await asyncio.gather(*(bombard(house, code, FRAMES * 3 // 40) for _ in range(4)))
                for player in players:
                    player.got.clear()
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            # The match goes on as if nothing had happened.
            [room] = [r for r in house.app.house.rooms.values() if r.sitting.code == code]
            assert room.sitting.match is not None
            [seat] = room.sitting.match.to_act
            async with asyncio.timeout(PATIENCE):
                answer = await players[seat].ask(
                    type="act", seat=seat, do=players[seat].views[seat].legal[0], seen=players[seat].number
                )
            assert answer["type"] == "moved", answer
            print(f"{FRAMES} frames, {len(room.clients)} clients left, memory grew by {grown} KiB at the peak")
            assert grown < 32 * 1024
            await close_all(players)

    with caplog.at_level(logging.ERROR, "elfer.server"):
        play(scenario, patience=3600)
    assert not [record for record in caplog.records if record.name.startswith("elfer.server")]


MANY = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


def attack(url: str, cookie: str) -> int:
    """Requests to every operation, right and wrong ones; gives how many."""
    schema = schemathesis.openapi.from_dict(openapi())
    schema.config.update(base_url=url)
    asked = 0
    for found in schema.get_all_operations():

        @MANY
        @given(case=found.ok().as_strategy())  # type: ignore[union-attr]
        def check(case: Any) -> None:
            nonlocal asked
            asked += 1
            # Which options go together no schema can say: a table that cannot be is refused all the same.
            case.call_and_validate(headers={"Cookie": cookie}, excluded_checks=[positive_data_acceptance])

        check()
    return asked


def test_every_request_of_the_openapi_document(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            player = await Player(house, "Anna").be()
            await player.open(setup="elfer.4")
            asked = await asyncio.to_thread(attack, house.url, f"elfer={player.http.cookies['elfer']}")
            assert (await player.http.get("/health")).status_code == 200
            assert 'status="500"' not in house.app.metrics.text({})
            print(f"{asked} requests to {len(openapi()['paths'])} paths, none ended in a 500")
            await player.close()

    play(scenario, patience=3600)
