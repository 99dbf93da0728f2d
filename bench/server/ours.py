"""Our server under load: matches of the real game, every move durable before anybody hears of it."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from load import Load
from sockets import Socket, connected

LONG, LONG_ROUNDS = "elfer.4.b", 12
"""As many rounds as can be: a match of about 1,480 moves outlasts a part of the run."""
SHORT = "elfer.4"
"""One round, about 122 moves: paced, it is over after about twelve seconds, and its people begin another."""
WARM_UP = 3.0
"""Seconds."""


class Table:
    """A match and its four clients; when it is over they play another, at a new table with new connections."""

    def __init__(self, port: int, load: Load, cookies: list[str], rounds: int) -> None:
        self.port, self.load, self.cookies, self.rounds = port, load, cookies, rounds
        self.sockets: list[Socket] = []
        self.legal: dict[Socket, bytes] = {}
        """What a client may do now, if anything: the first thing."""
        self.number = b""
        self.seen = 0
        """How many of the clients have seen the move that is under way."""
        self.asked = 0.0
        self.round_over = False
        self.left = rounds
        """How many rounds of the match are not over."""
        self.code = ""
        self._seated: set[Socket] = set()
        """The clients that have seen all four sit there."""
        self.full = asyncio.Event()

    async def enter(self, code: str, *, sit: bool) -> None:
        """All four come to a table, and are there when this is done."""
        self.code, self.left = code, self.rounds
        self._seated.clear()
        self.full.clear()
        self.sockets = [
            await connected(self.port, "/ws", self.got, f"Cookie: {cookie}\r\n") for cookie in self.cookies
        ]
        for seat, socket in enumerate(self.sockets):
            socket.send(json.dumps({"type": "enter", "code": code}).encode())
            if sit:
                socket.send(json.dumps({"type": "sit", "seat": seat}).encode())
        await self.full.wait()

    async def _play_again(self, code: str) -> None:
        for socket in self.sockets:
            socket.transport.close()
        await self.enter(code, sit=False)
        begin(self)

    def got(self, socket: Socket, data: bytes) -> None:
        kind = data[9:14]
        if kind == b"moved":
            self._look(socket, data)
            self.seen += 1
            if self.seen == len(self.sockets):
                self.seen = 0
                self.round_over = b'"scores":' in data
                self.load.done(self, time.perf_counter() - self.asked)
        elif kind == b"scene" and b'"phase":"playing"' in data:
            self._look(socket, data)
            self.seen += 1
            if self.seen == len(self.sockets):
                self.seen = 0
                self.load.ready(self)
        elif kind in (b"scene", b"chang"):
            self._look_round(socket, data)
        elif kind == b'ping"':
            socket.send(b'{"type":"pong","number":' + data[data.rindex(b":") + 1 :])
        elif kind == b"refus":
            raise RuntimeError(data.decode())

    def _look_round(self, socket: Socket, data: bytes) -> None:
        """Who sits at the table, and whether its people have gone on to another."""
        if data.count(b'"kind":"person"') == len(self.cookies):
            self._seated.add(socket)
            if len(self._seated) == len(self.cookies):
                self.full.set()
        at = data.find(b'"rematch":"') + 11
        if at > 10 and (code := data[at : data.index(b'"', at)].decode()) != self.code:
            self.code = code
            self.load.beside(self._play_again(code))

    def _look(self, socket: Socket, data: bytes) -> None:
        at = data.find(b'"legal":[') + 9
        if at > 8:  # otherwise it is what it was
            self.legal.pop(socket, None)
            if data[at] == 34:
                self.legal[socket] = data[at + 1 : data.index(b'"', at + 1)]
        start = data.index(b'"number":') + 9
        self.number = data[start : data.index(b",", start)]

    def move(self) -> None:
        """Make the next move."""
        if self.round_over:  # no move: the deal is a scene, and then it goes on
            self.round_over = False
            self.left -= 1
            if self.left:
                self.sockets[0].send(b'{"type":"onward"}')
            else:
                self.sockets[0].send(b'{"type":"again"}')
            return
        [(socket, do)] = self.legal.items()
        seat = str(self.sockets.index(socket)).encode()
        self.asked = time.perf_counter()
        socket.send(b'{"type":"act","seat":%b,"do":"%b","seen":%b}' % (seat, do, self.number))


async def opened(port: int, load: Load, http: Any, short: bool = False) -> Table:
    """A table with four players."""
    cookies = [(await http("POST", "/api/me", {"name": f"p{n}"})).cookie for n in range(4)]
    wanted = {"setup": SHORT if short else LONG}
    code = json.loads((await http("POST", "/api/tables", wanted, cookies[0])).body)["code"]
    table = Table(port, load, cookies, 1 if short else LONG_ROUNDS)
    await table.enter(code, sit=True)
    return table


def begin(table: Table) -> None:
    table.sockets[0].send(b'{"type":"begin"}')
