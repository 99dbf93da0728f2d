"""The doors: how many may stand in them, and how long anybody may take to say what they want.

A connection costs a file descriptor, whether or not a request ever comes over it. So each address may have only so
many, a request must be whole within seconds, and whoever does not read an answer is not waited for.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from elfer.server.address import Proxies, place_of
from elfer.server.settings import Settings

if sys.platform != "win32":
    import resource

KEPT_FREE = 100
"""File descriptors for everything that is no connection: storage, hub, bots, files that are served."""
MOST_FILES = 1 << 20
STALLED_SECONDS = 60.0
"""A peer that takes nothing of an answer for so long is gone."""
LINGER_SECONDS = 5.0
"""How long the last words to a peer may take."""

_FULL = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"

_log = logging.getLogger(__name__)


def raise_file_limit() -> None:
    """Take as many file descriptors as the system lets this process have."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError) as error:
        _log.warning("file limit stays", extra={"limit": soft, "error": str(error)})


def room_for_connections() -> int:
    """How many connections there are file descriptors for."""
    if sys.platform == "win32":
        return MOST_FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_FILES if soft == resource.RLIM_INFINITY else max(soft - KEPT_FREE, soft // 2)


class Doors:
    """Counts who is inside, by address and in all."""

    def __init__(self, settings: Settings, proxies: Proxies) -> None:
        self.proxies, self.request_seconds = proxies, settings.request_seconds
        self._most, self._most_in_all = settings.connections_per_address, room_for_connections()
        self._inside: dict[str, int] = {}
        self._in_all = 0

    def come_in(self, host: str | None) -> bool:
        """One connection more from there; false if there are enough. What a proxy passes on counts for others."""
        if self._in_all >= self._most_in_all:
            return False
        place = place_of(host)
        inside = self._inside.get(place, 0)
        if self._most and inside >= self._most and (host or "") not in self.proxies:
            return False
        self._inside[place] = inside + 1
        self._in_all += 1
        return True

    def leave(self, host: str | None) -> None:
        place = place_of(host)
        self._in_all -= 1
        self._inside[place] -= 1
        if not self._inside[place]:
            del self._inside[place]


class DoorProtocol(H11Protocol):
    """uvicorn's protocol for HTTP, with doors."""

    doors: Doors
    _inside = _heard = False
    _awaited: str | None = None
    _timer: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _lingering: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._inside = self.doors.come_in(self._host)
        if self._inside:
            self._watch()
        else:
            self._close_with(_FULL)

    @property
    def _host(self) -> str | None:
        return self.client[0] if self.client else None

    def connection_lost(self, exc: Exception | None) -> None:
        self._go()
        super().connection_lost(exc)

    def _go(self) -> None:
        for timer in (self._timer, self._stalled, self._lingering):
            if timer is not None:
                timer.cancel()
        self._timer = self._stalled = self._lingering = None
        if self._inside:
            self._inside = False
            self.doors.leave(self._host)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._go()  # WebSockets are counted where the address behind a proxy is known
        super().handle_websocket_upgrade(event)

    # --- what comes in ----------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._heard = True
        super().data_received(data)

    def handle_events(self) -> None:
        super().handle_events()
        if self._inside and not self.transport.is_closing():
            self._watch()

    def _watch(self) -> None:
        """Set the clock for what is still to come. A byte now and then does not turn it back."""
        awaited = self._missing()
        if awaited == self._awaited:
            return
        self._awaited = awaited
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if awaited is not None:
            self._timer = self.loop.call_later(self.doors.request_seconds, self._too_slow)

    def _missing(self) -> str | None:
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            return "body"
        # Between two requests uvicorn has a clock of its own, which stops with the first byte of the next one.
        return "head" if state is h11.IDLE and self.timeout_keep_alive_task is None else None

    def _too_slow(self) -> None:
        answering = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        # A browser opens connections in advance: on those that it has not used yet there is nothing to answer.
        self._close_with(_TOO_SLOW if self._heard and not answering else b"")

    # --- what goes out ----------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._linger()

    def _close_with(self, last: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(last)
            self.transport.close()
        self._linger()

    def _linger(self) -> None:
        """A transport is closed when all was written; that is not waited for as long as the peer likes."""
        if self._lingering is None:
            self._lingering = self.loop.call_later(LINGER_SECONDS, self.transport.abort)


def door_protocol(doors: Doors) -> type[DoorProtocol]:
    """The protocol for one server, since uvicorn makes its objects itself."""
    members: dict[str, Any] = {"doors": doors}
    return type("DoorProtocol", (DoorProtocol,), members)
