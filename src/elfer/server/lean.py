"""A shorter way out for WebSocket frames.

uvicorn's protocol, with two things changed that cost most of a move's time: a text frame of ours goes straight to the
transport, as bytes that are framed once, and reading is paused only when messages really pile up. Handshake, parsing,
closing and pings stay as they are. Under another server the plain ASGI way is used (`elfer.server.client`).
"""

from __future__ import annotations

import struct
from typing import Any, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "elfer.push"
_TEXT = 0x81
_MOST_WAITING = 8


def framed(payload: bytes) -> bytes:
    """A text frame as a server sends it (RFC 6455): not masked, in one piece."""
    length = len(payload)
    if length < 126:
        return bytes((_TEXT, length)) + payload
    if length < 1 << 16:
        return struct.pack("!BBH", _TEXT, 126, length) + payload
    return struct.pack("!BBQ", _TEXT, 127, length) + payload


def payload_of(frame: bytes) -> bytes:
    """What `framed` was given.

    >>> [len(payload_of(framed(bytes(length)))) for length in (0, 125, 126, 65535, 65536)]
    [0, 125, 126, 65535, 65536]
    """
    return frame[{126: 4, 127: 10}.get(frame[1], 2) :]


class LeanProtocol(WebSocketsSansIOProtocol):
    """Gives the application `push` beside ASGI's `send`."""

    async def run_asgi(self) -> None:
        extensions = cast(dict[str, Any], self.scope["extensions"])
        extensions[EXTENSION] = self.push
        await super().run_asgi()

    def push(self, frame: bytes) -> bool:
        """Write a frame now; false if the transport is full. Raises `ClientDisconnected`."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        if not self.writable.is_set():
            return False
        self.transport.write(frame)
        return True

    def send_receive_event_to_app(self) -> None:
        if self.queue.qsize() >= _MOST_WAITING or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        # Not decoded here: the reader of messages takes bytes, and says itself what is no text.
        self.queue.put_nowait({"type": "websocket.receive", "bytes": bytes(data)})
