"""The doors: half requests are not waited for, no address takes all connections, only named proxies are believed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from elfer.server.address import PerAddress, Proxies, place_of
from elfer.server.doors import Doors, raise_file_limit, room_for_connections
from elfer.server.messages import Line
from elfer.server.settings import BadSetting, Settings, settings_from
from tests.server.play import PATIENCE, House, Player, play, serving

SOON = 0.3
HEAD = b"GET /api/games HTTP/1.1\r\nHost: x\r\n"
BODY = b'POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{"name":'
HANDSHAKE = b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"


@contextlib.asynccontextmanager
async def line_to(house: House) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, port = house.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def all_said(reader: asyncio.StreamReader) -> bytes:
    """What the server says until it closes the connection."""
    async with asyncio.timeout(PATIENCE):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


# --- half requests --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("half", [b"", HEAD, BODY, HANDSHAKE, b"G"], ids=["nothing", "head", "body", "ws", "byte"])
def test_a_request_that_does_not_come_is_not_waited_for(tmp_path: Path, half: bytes) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, request_seconds=SOON) as house, line_to(house) as (reader, writer):
            writer.write(half)
            said = await all_said(reader)
            assert said.startswith(b"HTTP/1.1 408 ") if half else said == b""

    play(scenario)


def test_a_byte_now_and_then_gains_no_time(tmp_path: Path) -> None:
    async def drip(writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(b"x")
            await asyncio.sleep(SOON / 10)

    async def scenario() -> None:
        async with serving(tmp_path, request_seconds=SOON) as house:
            for begun in (HEAD, BODY):
                async with line_to(house) as (reader, writer):
                    writer.write(begun)
                    dripping = asyncio.create_task(drip(writer))
                    await all_said(reader)
                    dripping.cancel()

    play(scenario)


def test_the_second_request_of_a_connection_is_not_waited_for_either(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, request_seconds=SOON) as house, line_to(house) as (reader, writer):
            for _ in range(3):
                writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
                await reader.readuntil(b"}")
            writer.write(HEAD)
            assert b" 408 " in await all_said(reader)

    play(scenario)


def test_whoever_is_quick_enough_is_served_however_long_they_stay(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, request_seconds=SOON) as house:
            player = await Player(house, "Anna").be()
            await player.enter(await player.open(setup="elfer.2"))
            await asyncio.sleep(3 * SOON)
            assert (await player.ask(type="sit", seat=0))["you"] == [0]
            assert (await player.http.get("/api/me")).status_code == 200
            await player.close()

    play(scenario)


def test_half_requests_shut_nobody_out(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, request_seconds=SOON, connections_per_address=20) as house:
            async with contextlib.AsyncExitStack() as lines:
                ends = [await lines.enter_async_context(line_to(house)) for _ in range(60)]
                for _, writer in ends:
                    writer.write(HEAD)
                said = await asyncio.gather(*(all_said(reader) for reader, _ in ends))
            assert sum(b" 503 " in one or not one for one in said) >= 40
            player = await Player(house, "Anna").be()
            await player.close()
            assert house.app.doors._inside.keys() <= {"127.0.0.1"}

    play(scenario)


def test_whoever_goes_to_no_table_is_shown_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elfer.server.socket.PING_SECONDS", SOON / 10)
    monkeypatch.setattr("elfer.server.socket.OUTSIDE_SECONDS", SOON)

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            player = await Player(house, "Anna").be()
            await player.enter(await player.open(setup="elfer.2"))
            idle = await Player(house).connect()
            assert idle.socket is not None
            async with asyncio.timeout(PATIENCE):
                await idle.socket.wait_closed()
            assert idle.socket.close_code == 1008
            assert (await player.ask(type="sit", seat=0))["you"] == [0]  # whoever is at a table stays
            await player.close()
            await idle.close()

    play(scenario)


# --- those who do not read ------------------------------------------------------------------------------------


def deaf_line(house: House) -> socket.socket:
    """A connection whose other end takes hardly anything."""
    host, port = house.url.removeprefix("http://").split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((host, int(port)))
    return line


async def until_empty(what: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while what:
            await asyncio.sleep(0.01)


def test_whoever_takes_no_answer_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elfer.server.doors.STALLED_SECONDS", SOON)

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            with deaf_line(house) as line:
                request = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
                await asyncio.to_thread(line.sendall, request * 300)
                async with asyncio.timeout(PATIENCE):
                    while not house.app.doors._inside:
                        await asyncio.sleep(0.01)
                await until_empty(house.app.doors._inside)

    play(scenario)


def test_whoever_answers_no_ping_is_given_up_though_much_was_to_be_told(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            house.server.config.ws_ping_interval = house.server.config.ws_ping_timeout = SOON
            player = await Player(house, "Anna").be()
            code = await player.open(setup="elfer.2")
            room = await house.app.house.room_by_code(code)
            enter = json.dumps({"type": "enter", "code": code}).encode()
            with deaf_line(house) as line:
                key = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
                await asyncio.to_thread(line.sendall, HANDSHAKE + key)
                await asyncio.to_thread(line.recv, 100)
                await asyncio.to_thread(line.sendall, bytes([0x81, 0x80 | len(enter), 0, 0, 0, 0]) + enter)
                async with asyncio.timeout(PATIENCE):
                    while not room.clients:
                        await asyncio.sleep(0.01)
                [client] = room.clients
                for _ in range(1000):  # until the transport is full
                    room.say(Line("Anna", 0, text="x" * 100_000))
                    await asyncio.sleep(0)  # what is said together is written together
                    if client.lagging:
                        break
                assert client.lagging
                await until_empty(room.clients)
            await player.close()

    play(scenario)


# --- how many -------------------------------------------------------------------------------------------------


def test_each_address_has_so_many_connections_and_gives_them_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, connections_per_address=3) as house:
            for _ in range(3):  # as often as one likes
                players = [await Player(house).connect() for _ in range(3)]
                async with line_to(house) as (reader, _):
                    assert (await all_said(reader)).startswith(b"HTTP/1.1 503 ")
                for player in players:
                    await player.close()
                async with asyncio.timeout(PATIENCE):
                    while house.app.doors._inside:
                        await asyncio.sleep(0.01)

    play(scenario)


def test_behind_a_proxy_each_address_has_its_own(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, connections_per_address=2, proxies=("127.0.0.0/8",)) as house:

            def come(address: str) -> Any:
                return connect(house.ws, additional_headers={"X-Forwarded-For": address}, compression=None)

            inside = [await come(address) for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.2")]
            for address in ("192.0.2.1", "198.51.100.9, 192.0.2.2"):
                with pytest.raises(InvalidStatus, match="503"):
                    await come(address)
            inside.append(await come("192.0.2.3"))
            for socket in inside:
                await socket.close()

    with caplog.at_level(logging.WARNING):
        play(scenario)
    assert not caplog.records  # or else whoever comes again and again would fill the disk


def test_counting_by_address_and_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elfer.server.doors.room_for_connections", lambda: 7)
    doors = Doors(Settings(connections_per_address=2), Proxies(("10.0.0.0/8",)))
    assert [doors.come_in("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [doors.come_in(f"2001:db8::{n}") for n in range(3)] == [True, True, False]
    assert [doors.come_in("10.1.2.3") for _ in range(4)] == [True, True, True, False]
    doors.leave("2001:db8::1")
    assert doors.come_in("10.1.2.3")  # a proxy is exempt; only that all were inside had kept it out
    assert not doors.come_in("192.0.2.9")


def test_as_many_files_as_the_system_allows() -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
        assert room_for_connections() == min(soft, 512) - 100
        raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(hard, 1 << 20)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_what_is_kept_for_addresses_is_bounded() -> None:
    kept = PerAddress(list[str], most=3)
    kept.of("192.0.2.1").append("first")
    for n in (2, 3):
        kept.of(f"192.0.2.{n}")
    assert kept.of("192.0.2.1") == ["first"]
    kept.of("192.0.2.4")
    assert kept.of("192.0.2.1") == ["first"]
    assert len(kept._kept) == 3
    assert place_of("x" * 10_000) == "x" * 64


# --- who is believed ------------------------------------------------------------------------------------------


def forwarded(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address, "X-Forwarded-Proto": "https"}


def test_nobody_speaks_for_others_unless_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")

    async def scenario() -> None:
        async with serving(tmp_path, rate=1.0) as house, httpx.AsyncClient(base_url=house.url) as http:
            # Each request claims another address; they count for one all the same.
            answers = [await http.get("/api/matches/x/record", headers=forwarded(f"192.0.2.{n}")) for n in range(9)]
            assert 429 in [answer.status_code for answer in answers]
            named = await http.post("/api/me", json={"name": "Anna"}, headers=forwarded("192.0.2.1"))
            assert "Secure" not in named.headers["set-cookie"]

    play(scenario)


def test_a_named_proxy_is_believed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with (
            serving(tmp_path, rate=1.0, proxies=("127.0.0.1",)) as house,
            httpx.AsyncClient(base_url=house.url) as http,
        ):
            answers = [await http.get("/api/matches/x/record", headers=forwarded(f"192.0.2.{n}")) for n in range(9)]
            assert [answer.status_code for answer in answers] == [404] * 9
            named = await http.post("/api/me", json={"name": "Anna"}, headers=forwarded("192.0.2.1"))
            assert "Secure" in named.headers["set-cookie"]

    play(scenario)


def test_cookies_are_secure_where_the_public_address_is(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with (
            serving(tmp_path, public_url="https://cards.example") as house,
            httpx.AsyncClient(base_url=house.url) as http,
        ):
            assert "Secure" in (await http.post("/api/me", json={"name": "Anna"})).headers["set-cookie"]

    play(scenario)


def test_a_proxy_is_an_address_or_a_network() -> None:
    proxies = Proxies(("10.1.2.3/8", "::1"))
    assert proxies.names == ["10.0.0.0/8", "::1/128"]
    assert [host in proxies for host in ("10.9.9.9", "::1", "11.0.0.1", "proxy.example", "")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    with pytest.raises(BadSetting, match="expected addresses or networks"):
        Proxies(("proxy.example",))
    assert settings_from({}, {"ELFER_PROXIES": "10.0.0.0/8 ::1"}).proxies == ("10.0.0.0/8", "::1")


def test_a_token_that_could_be_guessed_is_none() -> None:
    assert settings_from({}, {"ELFER_OPERATOR_TOKEN": "x" * 16}).operator_token == "x" * 16
    for token in ("x" * 15, "with a blank in its middle"):
        with pytest.raises(BadSetting, match=r"error\.bad-token.*--operator-token"):
            settings_from({"operator_token": token}, {})


@contextlib.contextmanager
def ended_with_us(server: subprocess.Popen[str]) -> Iterator[None]:
    try:
        yield
    finally:
        server.terminate()


def test_a_server_that_is_started_has_doors(tmp_path: Path) -> None:
    serve = [sys.executable, "-m", "elfer", "serve", "--lang", "en", "--port", "0", "--request-seconds", str(SOON)]
    serve += ["--connections-per-address", "3", "--storage", f"sqlite:{tmp_path / 'e.db'}"]
    few = ["sh", "-c", 'ulimit -Sn 200 && exec "$@"', "sh", *serve]
    environ = {**os.environ, "FORWARDED_ALLOW_IPS": "*"}
    with (
        subprocess.Popen(few, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server,
        ended_with_us(server),
    ):
        assert server.stdout is not None
        url = server.stdout.readline().rsplit(" ", 1)[1].strip()
        answer = httpx.post(f"{url}/api/me", json={"name": "Anna"}, headers=forwarded("192.0.2.1"))
        assert "Secure" not in answer.headers["set-cookie"]
        port = int(url.rsplit(":", 1)[1])
        half = [socket.create_connection(("127.0.0.1", port), PATIENCE) for _ in range(6)]
        half[0].sendall(HEAD)
        said = [line.makefile("rb").read() for line in half]
        full = [b" 503 " in one for one in said].count(True)
        assert full in (3, 4)  # the connection of the first request may still count
        assert said[0].startswith(b"HTTP/1.1 408 ")
        for line in half:
            line.close()
        limits = Path(f"/proc/{server.pid}/limits")
        if limits.exists():
            soft, hard = re.findall(r"Max open files +(\d+) +(\d+)", limits.read_text())[0]
            assert int(soft) == min(int(hard), 1 << 20)
