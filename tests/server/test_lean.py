"""The shorter way in for frames: however bytes are cut, the application hears what uvicorn's own protocol says."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
import uvicorn
from websockets.server import ServerProtocol

from elfer.server.lean import LeanProtocol, Outbox
from elfer.server.messages import Goodbye
from tests.server.play import Player, close_all, play, serving

_HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_TEXT, _BINARY, _PING, _CONT = 1, 2, 9, 0


def frame(random: Random, opcode: int, payload: bytes, *, fin: bool = True) -> bytes:
    mask = random.randbytes(4)
    masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))
    if len(payload) < 126:
        length = bytes([0x80 | len(payload)])
    elif len(payload) < 1 << 16:
        length = bytes([0x80 | 126]) + len(payload).to_bytes(2, "big")
    else:
        length = bytes([0x80 | 127]) + len(payload).to_bytes(8, "big")
    return bytes([opcode | 0x80 * fin]) + length + mask + masked


def message(random: Random, number: int) -> list[bytes]:
    """The frames of one message; most are short texts."""
    text = f"{number} ".encode() + b"x" * random.choice([0, 1, 5, 60, 120, 130, 400, 70_000])
    kind = random.random()
    if kind < 0.7:
        return [frame(random, _TEXT, text)]
    if kind < 0.8:
        return [frame(random, _BINARY, text)]
    if kind < 0.9:
        return [frame(random, _PING, b"?"), frame(random, _TEXT, text)]
    middle = len(text) // 2
    return [frame(random, _TEXT, text[:middle], fin=False), frame(random, _CONT, text[middle:])]


def pieces(random: Random, frames: list[bytes]) -> list[bytes]:
    """The same bytes, cut as a network may: mostly at the end of frames, sometimes anywhere."""
    out = [b""]
    for one in frames:
        cut = random.randrange(len(one)) if random.random() < 0.05 else 0
        out[-1] += one[:cut]
        if random.random() < 0.9:
            out.append(b"")
        out[-1] += one[cut:]
    return [piece for piece in out if piece]


async def heard(protocol: Any, sent: list[bytes], count: int) -> list[bytes]:
    """What the application gets to hear of these bytes."""
    out: list[bytes] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            text = event.get("text")
            out.append(event["bytes"] if text is None else text.encode())

    config = uvicorn.Config(
        app, port=0, ws=protocol, ws_per_message_deflate=False, lifespan="off", log_level="critical", http="h11"
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_HANDSHAKE)
    await reader.readuntil(b"\r\n\r\n")
    for piece in sent:
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(0.001)  # so that pieces arrive one by one
    async with asyncio.timeout(30):
        while len(out) < count:
            await asyncio.sleep(0.01)
    writer.close()
    server.should_exit = True
    await serving
    return out


@pytest.mark.parametrize("seed", range(4))
def test_the_shorter_way_tells_the_same(seed: int) -> None:
    random = Random(seed)
    messages = [message(random, number) for number in range(200)]
    sent = pieces(random, [one for frames in messages for one in frames])
    lean = asyncio.run(heard(LeanProtocol, sent, len(messages)))
    assert lean == asyncio.run(heard("websockets-sansio", sent, len(messages)))
    assert [int(text.split(b" ")[0]) for text in lean] == list(range(200))


def test_what_looks_like_a_frame_inside_another_is_none() -> None:
    random = Random(2)
    inner = frame(random, _TEXT, b"not me")
    plain = bytes(4)  # a mask that changes nothing
    outer = bytes([0x80 | _BINARY, 0x80 | len(inner) + 1]) + plain + b"<" + inner
    sent = [outer[:7], outer[7:], frame(random, _TEXT, b"me")]
    assert sent[1] == inner
    assert asyncio.run(heard(LeanProtocol, sent, 2)) == [b"<" + inner, b"me"]


def test_most_frames_go_the_shorter_way(monkeypatch: pytest.MonkeyPatch) -> None:
    longer: list[bytes] = []
    inherited = LeanProtocol.__mro__[1].data_received  # type: ignore[attr-defined]

    def received(self: Any, data: bytes) -> None:
        longer.append(data)
        inherited(self, data)

    monkeypatch.setattr(LeanProtocol.__mro__[1], "data_received", received)
    random = Random(1)
    frames = [frame(random, _TEXT, b"%d" % number) for number in range(50)]
    asyncio.run(heard(LeanProtocol, frames, 50))
    assert len(longer) < 5  # the handshake, and what happened to arrive together


class Line:
    """A protocol that only notes what is written to it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.full = self.closed = self.disconnected = self.close_sent = False
        self.transport = self

    def is_closing(self) -> bool:
        return self.closed

    def write(self, frame: bytes) -> None:
        self.written.append(frame)


def test_frames_go_out_together_when_all_that_was_ready_is_done() -> None:
    async def do() -> None:
        outbox, one, two, done = Outbox(), Line(), Line(), []
        to_one, to_two = cast(LeanProtocol, one), cast(LeanProtocol, two)

        def work(number: int) -> None:
            assert outbox.put(to_one, b"%d" % number)
            assert outbox.put(to_two, b"%d" % -number)
            done.append((number, list(one.written)))

        for number in range(1, 4):
            asyncio.get_running_loop().call_soon(work, number)
        await asyncio.sleep(0)
        assert done == [(1, []), (2, []), (3, [])]
        await asyncio.sleep(0)
        assert (one.written, two.written) == ([b"1", b"2", b"3"], [b"-1", b"-2", b"-3"])
        work(4)
        await asyncio.sleep(0)
        assert one.written[3:] == [b"4"]

    asyncio.run(do())


@pytest.mark.parametrize("how", ["closed", "disconnected", "close_sent"])
def test_what_is_full_or_shut_is_not_written_to(how: str) -> None:
    async def do() -> None:
        outbox, full, shut, shutting, open_ = Outbox(), Line(), Line(), Line(), Line()
        full.full = True
        setattr(shut, how, True)
        assert not outbox.put(cast(LeanProtocol, full), b"a")
        for line in (shut, shutting, open_):
            assert outbox.put(cast(LeanProtocol, line), b"b")
        setattr(shutting, how, True)
        outbox.empty()
        await asyncio.sleep(0)
        assert [line.written for line in (full, shut, shutting, open_)] == [[], [], [], [b"b"]]

    asyncio.run(do())


@pytest.mark.parametrize("end", [Player.drop, Player.close])
def test_a_connection_that_is_gone_leaves_nothing_for_the_collector(
    tmp_path: Path, end: Callable[[Player], Awaitable[None]]
) -> None:
    def left() -> list[object]:
        return [one for one in gc.get_objects() if type(one) in (LeanProtocol, ServerProtocol)]

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            code = await (host := await Player(house, "Anna").be()).open(setup="elfer.2")
            gc.collect()
            gc.disable()
            try:
                for _ in range(3):
                    await (guest := Player(house)).enter(code)
                    assert left()
                    await end(guest)
                for _ in range(100):
                    if left():
                        await asyncio.sleep(0.01)
                assert not left()
            finally:
                gc.enable()
            await host.close()

    play(scenario)


def test_a_close_does_not_overtake_what_was_told_before(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            player = await Player(house, "Anna").be()
            await player.enter(await player.open(setup="elfer.2"))
            [client] = house.app.sockets.clients
            client.tell(Goodbye(after_ms=1))
            await client.close(1012)
            assert await player.until(lambda message: message["type"] == "goodbye")
            await close_all([player])

    play(scenario)
