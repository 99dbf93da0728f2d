"""A server in this process, on a free port, and players that talk to it over real connections."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from elfer.server.app import App
from elfer.server.doors import door_protocol
from elfer.server.lean import LeanProtocol
from elfer.server.serve import Server
from elfer.server.settings import Settings
from elfer.table.change import Change, changed
from elfer.table.view import View, view

Seen = dict[str, Any]

PATIENCE = 60.0
"""Seconds after which a test gives up; nothing depends on how quick things are."""


class House:
    """A running server."""

    def __init__(self, app: App, server: Server, url: str) -> None:
        self.app, self.server, self.url = app, server, url

    @property
    def ws(self) -> str:
        return self.url.replace("http", "ws", 1) + "/ws"


@contextlib.asynccontextmanager
async def serving(tmp_path: Path, *, lean: bool = True, **more: Any) -> AsyncIterator[House]:
    """Start a server and stop it in the end, as a signal would."""
    usual = {"port": 0, "storage": f"sqlite:{tmp_path / 'elfer.db'}", "bot_pause_ms": 0, "rate": 1e6}
    settings = Settings(**{**usual, "connections_per_address": 0, **more})
    app, up = App(settings), asyncio.Event()
    urls: list[str] = []

    def started(url: str) -> None:
        urls.append(url)
        up.set()

    config = uvicorn.Config(
        app,
        host="127.0.0.1",
        port=0,
        http=door_protocol(app.doors),
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=app.doors.proxies.names,
        ws=LeanProtocol if lean else "websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=256 * 1024,
        lifespan="on",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=5,
    )
    server = Server(app, config, started)
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign,assignment]
    running = asyncio.create_task(server.serve())
    waiting = asyncio.create_task(up.wait())
    await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
    try:
        yield House(app, server, urls[0])
    finally:
        waiting.cancel()
        server.should_exit = True
        await running


def play(scenario: Callable[[], Awaitable[None]], patience: float = 4 * PATIENCE) -> None:
    async def timed() -> None:
        async with asyncio.timeout(patience):
            await scenario()

    asyncio.run(timed())


class Player:
    """Somebody with a browser: a cookie, a connection, and what the screen shows."""

    def __init__(self, house: House, name: str = "") -> None:
        self.house, self.name = house, name
        self.http = httpx.AsyncClient(base_url=house.url)
        self.socket: ClientConnection | None = None
        self.got: list[Seen] = []
        """Everything the server has sent, in order."""
        self.views: dict[int | None, View] = {}
        self.number = 0
        self.table: Seen = {}
        self.you: list[int] = []
        self.keys: list[str] = []
        self.pongs = True
        self._reading: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    async def be(self) -> Player:
        """Say who one is."""
        answer = await self.http.post("/api/me", json={"name": self.name})
        assert answer.status_code == 200, answer.text
        return self

    async def open(self, **wanted: Any) -> str:
        """Open a table; gives its code."""
        answer = await self.http.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        code: str = answer.json()["code"]
        return code

    async def connect(self, **more: Any) -> Player:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        self.socket = await connect(self.house.ws, additional_headers=headers, compression=None, **more)
        self._reading = asyncio.create_task(self._read(self.socket))
        return self

    async def enter(self, code: str, **more: Any) -> Seen:
        """Connect and go to a table; gives the first thing shown."""
        await self.connect()
        start = len(self.got)
        await self.send(type="enter", code=code, **more)
        return await self.until(lambda m: m["type"] in ("scene", "noted", "refusal"), start)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                message = json.loads(frame)
                if message["type"] == "ping":
                    if self.pongs:
                        await socket.send(json.dumps({"type": "pong", "number": message["number"]}))
                    continue
                self._see(message)
                self.got.append(message)
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self._news.set()

    def _see(self, message: Seen) -> None:
        """Keep the screen up to date, as a front end would."""
        if "number" in message:
            self.number = message["number"]
        for key in ("table", "you", "keys"):
            if key in message:
                setattr(self, key, message[key])
        if message["type"] == "scene":
            self.views = {}
        if message["type"] in ("scene", "noted"):
            for seen in msgspec.convert(message.get("views", []), list[View]):
                self.views[seen.seat] = seen
        if message["type"] == "moved":
            told = msgspec.convert(message["changes"], list[Change], strict=False)
            for seat, one in zip(self.you or (None,), told, strict=True):
                self.views[seat] = changed(self.views[seat], one)

    async def send(self, **message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def until(self, right: Callable[[Seen], bool], start: int = 0) -> Seen:
        """The first message from `start` on that is right, now or later."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.got[start:]:
                    if right(message):
                        return message
                start = len(self.got)
                self._news.clear()
                if self._reading is None or self._reading.done():
                    raise ConnectionError(f"{self.name}'s connection is closed; last: {self.got[-3:]}")
                await self._news.wait()

    async def ask(self, **message: Any) -> Seen:
        """Send something, and wait for the answer to it."""
        start, id = len(self.got), f"q{len(self.got)}"
        await self.send(id=id, **message)
        return await self.until(lambda m: m.get("id") == id, start)

    async def caught_up(self, number: int) -> None:
        """Wait until everything up to that number was shown."""
        async with asyncio.timeout(PATIENCE):
            while self.number < number:
                self._news.clear()
                if self._reading is None or self._reading.done():
                    raise ConnectionError(f"{self.name}'s connection is closed")
                await self._news.wait()

    async def act(self, seat: int, do: str) -> Seen:
        return await self.ask(type="act", seat=seat, do=do, seen=self.number)

    async def drop(self) -> None:
        """Lose the connection, without a word."""
        assert self.socket is not None
        self.socket.transport.abort()
        await self.socket.wait_closed()
        if self._reading is not None:
            with contextlib.suppress(Exception):
                await self._reading
        await self.http.aclose()  # its cookies stay

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        if self._reading is not None:
            with contextlib.suppress(Exception):
                await self._reading
        await self.http.aclose()


async def seated(house: House, code: str, seats: int, **settings: Any) -> list[Player]:
    """A table of that code where players have all seats; the first is the host."""
    host = await Player(house, "Player 0").be()
    join = await host.open(setup=code, **settings)
    players = [host, *[await Player(house, f"Player {n}").be() for n in range(1, seats)]]
    for seat, player in enumerate(players):
        await player.enter(join)
        answer = await player.ask(type="sit", seat=seat)
        assert answer["type"] in ("changed", "scene"), answer
    return players


def engine_view(house: House, code: str, seat: int | None) -> View:
    """What the engine shows that seat now."""
    [room] = [room for room in house.app.house.rooms.values() if room.sitting.code == code]
    match = room.sitting.match
    assert match is not None
    return view(match.game, match.state, seat)


async def close_all(players: list[Player]) -> None:
    for player in players:
        await player.close()
