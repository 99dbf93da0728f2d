"""boardgame.io's own server under the same load: its socket.io protocol, four clients for each match."""

from __future__ import annotations

import json
import time
from typing import Any

import msgspec
from load import Load
from sockets import Socket, connected

LENGTH = 20
WARM_UP = 8.0
"""Seconds until Node has compiled what is used often."""


class G(msgspec.Struct):
    rows: list[bool]
    hands: list[Any]


class State(msgspec.Struct):
    G: G
    number: int = msgspec.field(name="_stateID")


_state = msgspec.json.Decoder(State)


class Table:
    """A match and its four clients."""

    def __init__(self, load: Load, match: str, credentials: list[str]) -> None:
        self.load, self.match, self.credentials = load, match, credentials
        self.sockets: list[Socket] = []
        self.seen = 0
        self.asked = 0.0
        self.next: tuple[Socket, bytes] | None = None
        self.begun = False

    def got(self, socket: Socket, data: bytes) -> None:
        if data == b"2":
            socket.send(b"3")
        elif data[:1] == b"0":
            socket.send(b"40/rows,")
        elif data[:9] == b"40/rows,{":
            seat = str(self.sockets.index(socket))
            sync = json.dumps(["sync", self.match, seat, self.credentials[int(seat)]])
            socket.send(b"42/rows," + sync.encode())
        elif data[8:16] == b'["update':
            self._look(socket, data)
            self.seen += 1
            if self.seen == len(self.sockets):
                self.seen = 0
                self.load.done(self, time.perf_counter() - self.asked)
        elif data[8:14] == b'["sync' and not self.begun:
            self._look(socket, data)
            self.seen += 1
            if self.seen == len(self.sockets):
                self.seen, self.begun = 0, True
                self.load.ready(self)

    def _look(self, socket: Socket, data: bytes) -> None:
        """Plan the next move, if it is this client's turn."""
        at = data.index(b'"currentPlayer":"') + 17
        seat = data[at] - 48
        if self.sockets[seat] is not socket:
            return
        start = data.index(b'{"G":')
        state = _first(data[start:])
        rows, hand = state.G.rows, state.G.hands[seat]
        card = next((c for c in hand if _fits(rows, c)), None)
        do: dict[str, Any] = {"type": "draw", "args": []} if card is None else {"type": "lay", "args": [card]}
        payload = {**do, "playerID": str(seat), "credentials": self.credentials[seat]}
        update = ["update", {"type": "MAKE_MOVE", "payload": payload}, state.number, self.match, str(seat)]
        self.next = (socket, b"42/rows," + json.dumps(update).encode())

    def move(self) -> None:
        assert self.next is not None
        (socket, text), self.next = self.next, None
        self.asked = time.perf_counter()
        socket.send(text)


def _first(data: bytes) -> State:
    """The JSON value at the beginning of some bytes."""
    depth = 0
    for at, byte in enumerate(data):
        if byte == 123:
            depth += 1
        elif byte == 125:
            depth -= 1
            if not depth:
                return _state.decode(data[: at + 1])
    raise ValueError("no whole state")


def _fits(rows: list[bool], card: int) -> bool:
    place = card % LENGTH
    return place == 10 or (place > 0 and rows[card - 1]) or (place < LENGTH - 1 and rows[card + 1])


async def opened(port: int, load: Load, http: Any) -> Table:
    """A match with four players."""
    match = json.loads((await http("POST", "/games/rows/create", {"numPlayers": 4})).body)["matchID"]
    credentials = []
    for seat in range(4):
        wanted = {"playerID": str(seat), "playerName": f"p{seat}"}
        joined = await http("POST", f"/games/rows/{match}/join", wanted)
        credentials.append(json.loads(joined.body)["playerCredentials"])
    table = Table(load, match, credentials)
    for _ in range(4):
        await connected(port, "/socket.io/?EIO=4&transport=websocket", table.got, before=table.sockets.append)
    return table
