"""The WebSocket: one connection for each client. Plain ASGI, since this is where a server's time goes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from http.cookies import CookieError, SimpleCookie
from typing import Any

from elfer.server.client import Client
from elfer.server.doors import Doors
from elfer.server.lean import EXTENSION, LeanProtocol, Outbox
from elfer.server.messages import Goodbye
from elfer.server.origin import Origins
from elfer.server.people import has_ended, known, still_good
from elfer.server.service import Service
from elfer.server.storage.failure import StorageFailed
from elfer.server.who import COOKIE

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PATH = "/ws"
RECONNECT_MS = 500
MOST_REFUSED = 200
"""A connection that is only ever too fast is closed."""
PING_SECONDS = 25.0
PING_PARTS = 100
"""Clients are pinged in so many parts: a thousand pings and their answers at once would hold up everybody's moves."""
OUTSIDE_SECONDS = 60.0
"""Whoever is at no table for longer is shown out."""
LOOK_BACK_SECONDS = 10 * PING_SECONDS
"""Clocks of several machines may differ by as much."""

_log = logging.getLogger(__name__)


class Sockets:
    """Accepts WebSockets, and hands what they send to the service."""

    def __init__(self, service: Service, origins: Origins, doors: Doors) -> None:
        self.service, self.origins, self.doors = service, origins, doors
        self.clients: set[Client] = set()
        self.outbox = Outbox()
        self._pinging: asyncio.Task[None] | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        host = scope["client"][0] if scope.get("client") else None
        if not self.doors.come_in(host):
            await _reject(send, 503)
            return
        try:
            await self._let_in(scope, receive, send, host)
        finally:
            self.doors.leave(host)

    async def _let_in(self, scope: Message, receive: Receive, send: Send, host: str | None) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if scope["path"] != PATH or self.service.house.stopping:
            await _reject(send, 404 if scope["path"] != PATH else 503)
            return
        if not self.origins.allowed(headers):
            _log.info("origin refused", extra={"origin": headers.get("origin", "")[:200]})
            await _reject(send, 403)
            return
        house = self.service.house
        try:
            person = await known(house.signer, house.storage, cookie_of(headers.get("cookie", "")))
        except StorageFailed:  # who they are cannot be said now; the browser comes back by itself
            await _reject(send, 503)
            return
        await send({"type": "websocket.accept"})
        lean: LeanProtocol | None = scope.get("extensions", {}).get(EXTENSION)
        push = None if lean is None else partial(self.outbox.put, lean)
        client = Client(self._in_order(send), push, person, self.service.house.settings.rate)
        client.host = host
        if lean is not None:
            lean.hear = partial(self.service.receive_at_once, client)
        self.clients.add(client)
        try:
            await self._serve(client, receive)
        finally:
            if lean is not None:
                lean.hear = None
            self.clients.discard(client)
            await self._gone(client)

    def _in_order(self, send: Send) -> Send:
        """ASGI's `send`, after whatever still lies in the outbox."""

        async def send_after(message: Message) -> None:
            self.outbox.empty()
            await send(message)

        return send_after

    async def _serve(self, client: Client, receive: Receive) -> None:
        while True:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            data = event.get("text")
            await self.service.receive(client, event.get("bytes") or b"" if data is None else data)
            if client.bucket.refused > MOST_REFUSED:
                await client.close(1008)
                return

    async def _gone(self, client: Client) -> None:
        client.gone = True
        room, seats = client.room, client.seats
        if room is None:
            return
        room.leave(client)
        house = self.service.house
        if house.stopping:
            return
        if not room.clients:
            house.schedule(room)  # nobody is there: nothing happens by itself
        try:
            await house.left(room, seats)
        except Exception:  # the seat is found away by the next sweep
            _log.exception("leaving failed")

    async def ping_all(self) -> None:
        """Measure everybody's round trip, and look after connections, again and again."""
        while True:
            clients = list(self.clients)
            for part in range(PING_PARTS):
                await asyncio.sleep(PING_SECONDS / PING_PARTS)
                for client in clients[part::PING_PARTS]:
                    client.ping()
            await self.show_out()
            try:
                await self.dismiss()
            except Exception:  # the storage is down; the next time will do
                _log.exception("looking for ended sessions failed")

    async def show_out(self) -> None:
        """Close the connections of those who have been at no table for too long."""
        since = time.monotonic() - OUTSIDE_SECONDS
        for client in list(self.clients):
            if client.room is None and client.outside_since < since:
                await client.close(1008)

    async def dismiss(self) -> None:
        """Close the connections of those who have signed out, here or at another process: and of whoever has a seat
        of theirs by its private link."""
        storage = self.service.house.storage
        ended = await storage.ended_since(int(1000 * (time.time() - LOOK_BACK_SECONDS)))
        for client in list(self.clients) if ended else ():
            person = client.who.person
            if {person.id, person.session} & ended and await has_ended(storage, person):
                await client.close(1008)
            elif client.room is not None and ended & client.room.lenders_of(client):
                signer, sitting = self.service.house.signer, client.room.sitting
                if await still_good(storage, signer, sitting, client.who) != client.who:
                    await client.close(1008)

    async def stop(self) -> None:
        """Tell everyone to come back in a moment, and close."""
        clients = list(self.clients)
        for client in clients:
            client.tell(Goodbye(after_ms=RECONNECT_MS))
        for start in range(0, len(clients), 200):
            await asyncio.gather(*(client.close(1012) for client in clients[start : start + 200]))


async def _reject(send: Send, status: int) -> None:
    await send({"type": "websocket.http.response.start", "status": status, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})


def cookie_of(header: str) -> str | None:
    """Our cookie's value in a Cookie header."""
    try:
        morsel = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return None
    return None if morsel is None else morsel.value
