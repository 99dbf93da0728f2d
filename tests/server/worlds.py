"""Whole servers to be held side by side: without a network, with clocks that stand still and dice that fall alike.

Two worlds that are asked the same answer the same, byte for byte, unless something differs that is told. Everything
goes through the ASGI application, as the web server would call it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from elfer.bots import advice, review
from elfer.bots.search import Search
from elfer.match.setup import Setup
from elfer.server.app import App
from elfer.server.diagnostics import JsonLines
from elfer.server.jobs import Job, done
from elfer.server.room import Room
from elfer.server.settings import Settings
from elfer.server.sitting import Sitting
from elfer.server.workers import Heard, Workers

PATIENCE = 120.0
"""Seconds of real time after which a test gives up."""
START = 1_800_000_000.0

LOOK = Search(samples=20, candidates=3, margin=0.0, nodes=1000)
LITTLE = review.Effort(0.2, 80_000, LOOK, LOOK)
"""How much is thought about a review where it does not matter what comes out."""

Frame = dict[str, Any]


class Clock:
    """Time that passes only when told to. What waits for a moment wakes up when the clock is put forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._now = 0.0
        monkeypatch.setattr(time, "time", lambda: START + self._now)
        monkeypatch.setattr(time, "monotonic", lambda: 1000 + self._now)

    def forward(self, ms: int) -> None:
        self._now += ms / 1000


class Dice:
    """`secrets`, but the same every time they are thrown anew."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.again("")
        monkeypatch.setattr(secrets, "token_bytes", lambda many=32: self._random.randbytes(many))
        monkeypatch.setattr(secrets, "choice", lambda things: self._random.choice(things))

    def again(self, seed: str) -> None:
        self._random = Random(seed)


class Device:
    """One WebSocket, seen from the application's other end."""

    def __init__(self, world: World, name: str, cookie: str) -> None:
        self.world, self.name = world, name
        self.frames: list[str] = []
        """All that was sent to it, as it was sent."""
        self.number = 0
        self._asked = 0
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._news = asyncio.Event()
        headers = [(b"host", b"test"), *([(b"cookie", cookie.encode())] if cookie else [])]
        scope = {"type": "websocket", "path": "/ws", "headers": headers, "client": ("127.0.0.1", 1), "extensions": {}}
        self._incoming.put_nowait({"type": "websocket.connect"})
        self._running = asyncio.create_task(world.app(scope, self._incoming.get, self._sent))

    async def _sent(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.frames.append(message["text"])
            if not is_ping(message["text"]):
                self.number = json.loads(message["text"]).get("number", self.number)
            self._news.set()

    def say(self, **message: Any) -> None:
        """Send, and wait for nothing."""
        self._incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def ask(self, **message: Any) -> Frame:
        """Send, and wait for the answer."""
        self._asked += 1
        id, start = f"q{self._asked}", len(self.frames)
        self.say(id=id, **message)
        return json.loads(await self.until(lambda text: json.loads(text).get("id") == id, start))  # type: ignore[no-any-return]

    async def until(self, right: Callable[[str], bool], start: int = 0) -> str:
        """The first frame from `start` on that is right."""
        while True:
            for text in self.frames[start:]:
                if right(text):
                    return text
            start = len(self.frames)
            self._news.clear()
            await self._news.wait()

    async def act(self, seat: int, do: str) -> Frame:
        return await self.ask(type="act", seat=seat, do=do, seen=self.number)

    async def close(self) -> None:
        self._incoming.put_nowait({"type": "websocket.disconnect"})
        await self._running


class World:
    """A server with one table at which everyone has a seat, and somebody looks on."""

    def __init__(self, app: App, setup: Setup) -> None:
        self.app, self.setup = app, setup
        self.sent_to_bots: list[bytes] = []
        self.logged: list[str] = []
        self.published: list[bytes] = []
        """What was passed on to other processes beside that the match has gone on."""
        self.people: list[httpx.AsyncClient] = []
        """By seat; the last one only looks on."""
        self.devices: list[Device] = []
        """Of each of them."""
        self.code = ""

    @property
    def room(self) -> Room:
        [room] = self.app.house.rooms.values()
        return room

    @property
    def sitting(self) -> Sitting:
        return self.room.sitting

    async def gather(self, **manner: Any) -> None:
        """Everyone comes, sits down, and the match begins."""
        for n in range(self.setup.players + 1):
            http = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://test")
            self.people.append(http)
            await http.post("/api/me", json={"name": f"Player {n}"})
        opened = await self.people[0].post("/api/tables", json={"setup": self.setup.code, "manner": manner})
        self.code = opened.json()["code"]
        for n in range(self.setup.players + 1):
            device = await self.device(n)
            await device.ask(type="enter", code=self.code)
            if n < self.setup.players:
                await device.ask(type="sit", seat=n)
            self.devices.append(device)
        await self.devices[0].ask(type="begin")
        await self.fence()

    async def device(self, person: int | None, name: str = "") -> Device:
        """Another device of a person, or of nobody."""
        cookies = {} if person is None else dict(self.people[person].cookies)
        return Device(self, name or f"device of {person}", "; ".join(f"{k}={v}" for k, v in cookies.items()))

    async def fence(self) -> None:
        """Wait until everything that was to be told so far has been told: what is said now arrives after it."""
        starts = [len(device.frames) for device in self.devices]
        self.devices[-1].say(type="say", text="fence")
        for device, start in zip(self.devices, starts, strict=True):
            await device.until(_is_fence, start)

    async def get(self, person: int, path: str) -> tuple[object, ...]:
        """An answer over HTTP, all of it."""
        answer = await self.people[person].get(path)
        return answer.status_code, sorted(answer.headers.items()), answer.content

    def news(self) -> dict[str, list[str]]:
        """What was sent to each device since the last time, as it was sent, but for the fences."""
        out = {}
        for device in self.devices:
            out[device.name] = [text for text in device.frames if not _is_fence(text)]
            device.frames.clear()
        return out

    async def close(self) -> None:
        for device in self.devices:
            await device.close()
        for http in self.people:
            await http.aclose()


def is_ping(text: str) -> bool:
    return text.startswith('{"type":"ping"')


def _is_fence(text: str) -> bool:
    return text.startswith('{"type":"said"') and '"text":"fence"' in text


def in_this_process(sent: list[bytes], monkeypatch: pytest.MonkeyPatch, *, thinking: bool = True) -> None:
    """Let bots think here, or not at all; what would be sent to a worker is kept.

    This is the one place that knows how it is sent.
    """

    async def do(
        workers: Workers, job: Job, seconds: float, whose: object = None, heard: Heard | None = None
    ) -> bytes:
        sent.append(msgspec.json.encode(job))
        return done(job) if thinking else b""

    monkeypatch.setattr(Workers, "do", do)
    monkeypatch.setattr(advice, "HINT", Search(samples=3, candidates=12, margin=0.0, nodes=400))
    monkeypatch.setattr(review, "USUAL", LITTLE)


class Keeper(logging.Handler):
    """Keeps what a world logs, as it would stand on stderr, but for the time."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(JsonLines())
        self.into: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = json.loads(self.format(record))
        self.into.append(json.dumps({key: value for key, value in line.items() if key != "at"}))


class Theatre:
    """Where worlds are made: one clock, one set of dice."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock, self.dice = Clock(monkeypatch), Dice(monkeypatch)
        self._tmp_path, self._monkeypatch = tmp_path, monkeypatch
        self._count = 0
        self._keeper = Keeper()

    @contextlib.asynccontextmanager
    async def world(self, setup: Setup, **manner: Any) -> AsyncIterator[World]:
        """A world in which the match has begun; every one that is made is like the others."""
        self.dice.again(setup.code)
        self._count += 1
        storage = f"sqlite:{self._tmp_path / f'world{self._count}.db'}"
        app = App(Settings(storage=storage, bot_pause_ms=0, rate=1e6))
        world = World(app, setup)
        passed_on = lambda match, word=b"": world.published.extend([word] if word else [])  # noqa: E731
        self._monkeypatch.setattr(app.house.hub, "publish", passed_on)
        async with running(app):
            with self.watching(world):
                await world.gather(**manner)
            yield world
            await world.close()

    @contextlib.contextmanager
    def watching(self, world: World) -> Iterator[None]:
        """What is logged, or sent to bots, meanwhile comes from this world."""
        self._keeper.into = world.logged
        in_this_process(world.sent_to_bots, self._monkeypatch)
        logger = logging.getLogger("elfer")
        level = logger.level
        logger.setLevel(logging.DEBUG)
        logger.addHandler(self._keeper)
        try:
            yield
        finally:
            logger.removeHandler(self._keeper)
            logger.setLevel(level)

    def play(self, scenario: Callable[[], Awaitable[None]]) -> None:
        """Run it; since the clock stands still, another one watches over it."""

        async def guarded() -> None:
            task = asyncio.current_task()
            assert task is not None
            timer = threading.Timer(PATIENCE, asyncio.get_running_loop().call_soon_threadsafe, [task.cancel])
            timer.start()
            try:
                await scenario()
            finally:
                timer.cancel()

        asyncio.run(guarded())


@contextlib.asynccontextmanager
async def running(app: App) -> AsyncIterator[None]:
    """Start and stop an application as a web server would."""
    incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    outgoing: asyncio.Queue[Any] = asyncio.Queue()
    lives = asyncio.create_task(app({"type": "lifespan", "state": {}}, incoming.get, outgoing.put))
    for kind in ("startup", "shutdown"):
        incoming.put_nowait({"type": f"lifespan.{kind}"})
        answer = await outgoing.get()
        assert answer["type"] == f"lifespan.{kind}.complete", answer
        if kind == "startup":
            try:
                yield
            except BaseException:
                lives.cancel()
                raise
    await lives
