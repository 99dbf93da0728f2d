"""A siege: many half requests, and many codes tried, against a real server with few file descriptors.

Whoever plays goes on meanwhile, and newcomers get in as soon as the half requests have had their time.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from elfer.server.codes import FREE_GUESSES, SECONDS_EACH
from elfer.server.doors import raise_file_limit
from tests.server.play import PATIENCE, Player, play
from tests.server.services import dies_with_us

HALVES = int(os.environ.get("ELFER_FUZZ_HALVES", "400"))
CODES = int(os.environ.get("ELFER_FUZZ_CODES", "300"))
FILES = 300
"""File descriptors of the server: fewer than there are besiegers."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the besiegers have many addresses of one machine")


@contextlib.contextmanager
def besieged(folder: Path, *more: str) -> Iterator[Any]:
    """A real server with few file descriptors."""
    serve = [sys.executable, "-m", "elfer", "serve", "--lang", "en", "--port", "0", "--bot-pause-ms", "0"]
    serve += ["--storage", f"sqlite:{folder / 'elfer.db'}", "--log-level", "warning", *more]
    few = [*dies_with_us("KILL"), "sh", "-c", f'ulimit -n {FILES} && exec "$@"', "sh", *serve]
    with (
        (folder / "log").open("wb") as output,
        subprocess.Popen(few, stdout=subprocess.PIPE, stderr=output, text=True) as server,
    ):
        assert server.stdout is not None
        url = server.stdout.readline().rsplit(" ", 1)[1].strip()
        try:
            yield SimpleNamespace(url=url, ws=url.replace("http", "ws", 1) + "/ws", port=int(url.rsplit(":", 1)[1]))
        finally:
            server.terminate()
            server.wait(60)
    # Whatever besiegers do, the log does not grow with it.
    assert (folder / "log").read_text() == ""


def half(random: Random) -> bytes:
    """A request that never becomes whole."""
    body = b'POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{"name": "'
    shake = b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: "
    if random.random() < 0.1:
        return b"\x16\x03\x01 is no HTTP\r\n\r\n"
    text = random.choice([b"GET / HTTP/1.1\r\nHost: x\r\nX-More: ", body, shake])
    return text[: random.randrange(len(text) + 1)]


async def besieger(port: int, random: Random) -> str:
    """One half request, dripped on for as long as the server lets it; says how it ended."""
    address = f"127.0.{random.randrange(1, 200)}.{random.randrange(1, 200)}"
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    except OSError:
        return "not let in"
    try:
        writer.write(half(random))
        ended = asyncio.ensure_future(reader.read())
        while not ended.done():
            await asyncio.wait([ended], timeout=0.2 + random.random())
            writer.write(b"x")
        said = await ended
    except OSError:
        return "cut off"
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    found = re.match(rb"HTTP/1.1 (\d+)", said)
    return found[1].decode() if found else "closed"


async def act_once(player: Player) -> None:
    """One action more of somebody who plays with bots."""
    async with asyncio.timeout(PATIENCE):
        while not player.views[0].legal:
            await asyncio.sleep(0.05)
        before = player.number
        await player.act(0, player.views[0].legal[0])
        await player.caught_up(before + 1)


def test_half_requests_from_everywhere_end_and_nobody_is_shut_out(tmp_path: Path) -> None:
    raise_file_limit()

    async def scenario() -> None:
        with besieged(tmp_path, "--request-seconds", "2") as house:
            player = await Player(house, "Anna").be()
            await player.enter(await player.open(setup="elfer.3.b"))
            await player.ask(type="sit", seat=0)
            await player.ask(type="begin")
            siege = [asyncio.create_task(besieger(house.port, Random(n))) for n in range(HALVES)]
            for _ in range(20):
                await act_once(player)
            async with asyncio.timeout(10 * PATIENCE):
                ends = Counter(await asyncio.gather(*siege))
            late = await Player(house, "Late").be()
            await act_once(player)
            print(f"{HALVES} half requests from everywhere: {dict(ends)}")
            assert ends["408"] > 0
            assert ends["503"] > 0  # there were fewer file descriptors than besiegers
            await player.close()
            await late.close()

    play(scenario, patience=3600)


def test_many_codes_tried_find_nothing_out(tmp_path: Path) -> None:
    random = Random("codes")

    def code() -> str:
        return "".join(random.choice("BCDFGHJKMNPQRSTVWXZ") for _ in range(5))

    async def over_http(house: Any, codes: int) -> Counter[str]:
        async with httpx.AsyncClient(base_url=house.url, timeout=PATIENCE) as http:
            paths = ("/api/tables/{}", "/api/tables/{}/qr.svg")
            answers = [(await http.get(random.choice(paths).format(code()))).json() for _ in range(codes)]
        return Counter(answer["code"] for answer in answers)

    async def over_socket(house: Any, codes: int) -> Counter[str]:
        player = await Player(house, "Mallory").connect()
        found = Counter([(await player.ask(type="enter", code=code()))["code"] for _ in range(codes)])
        await player.close()
        return found

    async def scenario() -> None:
        with besieged(tmp_path, "--rate", "10000") as house:
            owner = await Player(house, "Anna").be()
            right = await owner.open(setup="elfer.2")
            began = time.monotonic()
            tries = [over(house, CODES // 8) for over in (over_http, over_socket) for _ in range(4)]
            found = sum(await asyncio.gather(*tries), Counter[str]())
            looked_up = FREE_GUESSES + (time.monotonic() - began) / SECONDS_EACH + len(tries)
            print(f"{found.total()} codes tried: {dict(found)}, of which {looked_up:.0f} might be looked up")
            assert found.keys() == {"no-such-table", "too-many-codes"}
            assert found["no-such-table"] <= looked_up
            # A neighbour finds the table as ever.
            transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
            async with httpx.AsyncClient(base_url=house.url, transport=transport) as http:
                assert (await http.get(f"/api/tables/{right}")).status_code == 200
            await owner.close()

    play(scenario, patience=3600)
