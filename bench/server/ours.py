"""Our server under load: matches of the real game, every move durable before anybody hears of it."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from load import Load
from sockets import Socket, connected

GAME, ROUNDS = "elfer.4.b", 12
"""As many rounds as can be: a match of about 1,480 moves outlasts a part of the run."""
WARM_UP = 3.0
"""Seconds."""


class Table:
    """A match and its four clients."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.sockets: list[Socket] = []
        self.legal: dict[Socket, bytes] = {}
        """What a client may do now, if anything: the first thing."""
        self.number = b""
        self.seen = 0
        """How many of the clients have seen the move that is under way."""
        self.asked = 0.0
        self.round_over = False
        self.rounds = 0

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
        elif kind == b'ping"':
            socket.send(b'{"type":"pong","number":' + data[data.rindex(b":") + 1 :])
        elif kind == b"refus":
            raise RuntimeError(data.decode())

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
            self.rounds += 1
            if self.rounds == ROUNDS:
                raise RuntimeError("a match is over; take fewer seconds or more matches")
            self.sockets[0].send(b'{"type":"onward"}')
            return
        [(socket, do)] = self.legal.items()
        seat = str(self.sockets.index(socket)).encode()
        self.asked = time.perf_counter()
        socket.send(b'{"type":"act","seat":%b,"do":"%b","seen":%b}' % (seat, do, self.number))


async def opened(port: int, load: Load, http: Any) -> Table:
    """A table with four players that has begun."""
    table = Table(load)
    cookies = []
    for n in range(4):
        answer = await http("POST", "/api/me", {"name": f"p{n}"})
        cookies.append(answer.cookie)
    code = json.loads((await http("POST", "/api/tables", {"setup": GAME}, cookies[0])).body)["code"]
    for n in range(4):
        socket = await connected(port, "/ws", table.got, f"Cookie: {cookies[n]}\r\n")
        table.sockets.append(socket)
        socket.send(json.dumps({"type": "enter", "code": code}).encode())
        socket.send(json.dumps({"type": "sit", "seat": n}).encode())
    await asyncio.sleep(0)
    return table


def begin(table: Table) -> None:
    table.sockets[0].send(b'{"type":"begin"}')
