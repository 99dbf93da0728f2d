"""A connected client: somebody's screen, on which one table is shown.

There is no queue and no task for writing: a message goes straight into the transport. When that is full the client
lags: it is sent nothing more until it has caught up, and then everything anew.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any

import msgspec

from elfer.server.judging import RoundTrips
from elfer.server.lean import framed, payload_of
from elfer.server.messages import FromServer, Lang
from elfer.server.who import NOBODY, Person, Who

if TYPE_CHECKING:
    from elfer.server.room import Room

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Push = Callable[[bytes], bool]
"""Writes a frame now; says whether there was room."""

CATCH_UP_SECONDS = 60

_encoder = msgspec.json.Encoder()


def encoded(message: FromServer) -> bytes:
    """A message as it goes over the wire: a whole frame, the same for everyone who is told the same."""
    return framed(_encoder.encode(message))


class Bucket:
    """A token bucket: so many messages a second, for a moment twice as many."""

    __slots__ = ("_full", "_rate", "_then", "_tokens", "refused")

    def __init__(self, rate: float) -> None:
        self._rate, self._full = rate, 2 * rate
        self._tokens, self._then = self._full, 0.0
        self.refused = 0
        """How often in a row."""

    def take(self, now: float) -> bool:
        """Whether there is a token for a message that arrived now, by `time.monotonic`."""
        tokens = self._tokens + self._rate * (now - self._then)
        self._then = now
        if tokens < 1:
            self._tokens = tokens
            self.refused += 1
            return False
        self._tokens = (tokens if tokens < self._full else self._full) - 1
        self.refused = 0
        return True


class Client:
    """One connection."""

    __slots__ = (
        "_catching_up",
        "_push",
        "_send",
        "bucket",
        "gone",
        "host",
        "lagging",
        "lang",
        "outside_since",
        "room",
        "round_trips",
        "seats",
        "watched",
        "who",
    )

    def __init__(self, send: Send, push: Push | None = None, person: Person = NOBODY, rate: float = 30.0) -> None:
        self._send, self._push = send, push or pushing(send)
        self.who = Who(person)
        self.lang: Lang = "en"
        self.host: str | None = None
        """The address that it comes from."""
        self.outside_since = time.monotonic()
        """When it was at no table for the last time."""
        self.room: Room | None = None
        self.seats: tuple[int, ...] = ()
        """Those it acts for, as its room knows."""
        self.watched = 0
        """The number of the last thing whose beats it has seen to their end."""
        self.bucket = Bucket(rate)
        self.round_trips = RoundTrips()
        self.lagging = self.gone = False
        self._catching_up: asyncio.Task[None] | None = None

    def push(self, frame: bytes) -> None:
        """Send, now or not at all."""
        if self.lagging or self.gone:
            return
        try:
            if self._push(frame):
                return
        except Exception:  # closed meanwhile; the reading side will see it
            self.gone = True
            return
        self.lagging = True
        self._catching_up = asyncio.create_task(self._catch_up())

    def tell(self, message: FromServer) -> None:
        self.push(encoded(message))

    async def _catch_up(self) -> None:
        try:
            async with asyncio.timeout(CATCH_UP_SECONDS):
                # Goes out as soon as there is room again.
                await self._send({"type": "websocket.send", "text": _ping(self.round_trips).decode()})
        except Exception:
            self.gone = True
            await self.close(1013)
            return
        self.lagging = False
        if self.room is not None:
            self.room.show_all(self)

    def ping(self) -> None:
        """Measure the round trip."""
        self.push(framed(_ping(self.round_trips)))

    async def close(self, code: int) -> None:
        self.gone = True
        try:
            async with asyncio.timeout(5):
                await self._send({"type": "websocket.close", "code": code})
        except Exception:  # already closed, or it does not read
            pass


def _ping(round_trips: RoundTrips) -> bytes:
    # By hand: this is all that ten thousand idle connections are sent.
    return b'{"type":"ping","number":%d}' % round_trips.sent(1000 * time.monotonic())


def pushing(send: Send) -> Push:
    """`push` for a server that has only ASGI's `send`.

    One step of the coroutine is all it takes, unless the transport is full: then it waits, before it has written
    anything, and is dropped.
    """

    def push(frame: bytes) -> bool:
        step = send({"type": "websocket.send", "text": payload_of(frame).decode()}).__await__()
        try:
            next(step)
        except StopIteration:
            return True
        step.close()
        return False

    return push
