"""A light WebSocket client: thousands of them in one Python process, without getting in the way."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast

Got = Callable[["Socket", bytes], None]


class Socket(asyncio.Protocol):
    """One connection; hands every text frame to a function, without looking into it."""

    def __init__(self, path: str, got: Got, headers: str = "") -> None:
        self._path, self._got, self._headers = path, got, headers
        self._buffer = b""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.tag: object = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is none by type
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{self._headers}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self.open.done():
            head, end, rest = buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = buffer
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.open.set_exception(ConnectionError(head.decode()))
                self.transport.close()
                return
            self.open.set_result(None)
            buffer = rest
        self._buffer = self._frames(buffer)

    def _frames(self, buffer: bytes) -> bytes:
        """Hand on all whole frames; gives what is left."""
        start, end = 0, len(buffer)
        while end - start >= 2:
            length, body = buffer[start + 1], start + 2
            if length == 126:
                if end - start < 4:
                    break
                length, body = int.from_bytes(buffer[start + 2 : start + 4], "big"), start + 4
            elif length == 127:
                if end - start < 10:
                    break
                length, body = int.from_bytes(buffer[start + 2 : start + 10], "big"), start + 10
            if end - body < length:
                break
            opcode, payload = buffer[start] & 15, buffer[body : body + length]
            start = body + length
            if opcode == 1:
                self._got(self, payload)
            elif opcode == 9:
                self._send(0x8A, payload)
            elif opcode == 8:
                self.transport.close()
        return buffer[start:]

    def send(self, text: bytes) -> None:
        self._send(0x81, text)

    def _send(self, first: int, data: bytes) -> None:
        # A mask of zeros is a mask: the server does the same work.
        if len(data) < 126:
            head = struct.pack("!BBI", first, 0x80 | len(data), 0)
        else:
            head = struct.pack("!BBHI", first, 0x80 | 126, len(data), 0)
        self.transport.write(head + data)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self.open.done():
            self.open.set_exception(ConnectionError("closed"))


async def connected(
    port: int, path: str, got: Got, headers: str = "", before: Callable[[Socket], None] | None = None
) -> Socket:
    """A connection that is open; `before` is called with it before anything can come in."""
    loop, socket = asyncio.get_running_loop(), Socket(path, got, headers)
    if before is not None:
        before(socket)
    await loop.create_connection(lambda: socket, "127.0.0.1", port)
    await socket.open
    return socket
