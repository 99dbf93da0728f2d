"""A shorter way in and out for WebSocket frames.

uvicorn's protocol, with three things changed that cost most of a move's time: text frames of ours go to the transport
as bytes that are framed once, many at a time (`Outbox`); a short text frame that comes alone is read at once; and
reading is paused only when messages really pile up. Handshake, all other frames, closing and pings stay as they are.
Under another server the plain ASGI way is used (`elfer.server.client`).
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "elfer.lean"
_TEXT = 0x81
_HEAD, _LONG_HEAD = struct.Struct("!BBH").pack, struct.Struct("!BBQ").pack
_MOST_WAITING = 8


def framed(payload: bytes) -> bytes:
    """A text frame as a server sends it (RFC 6455): not masked, in one piece."""
    length = len(payload)
    if length < 126:
        return bytes((_TEXT, length)) + payload
    if length < 1 << 16:
        return _HEAD(_TEXT, 126, length) + payload
    return _LONG_HEAD(_TEXT, 127, length) + payload


def payload_of(frame: bytes) -> bytes:
    """What `framed` was given.

    >>> [len(payload_of(framed(bytes(length)))) for length in (0, 125, 126, 65535, 65536)]
    [0, 125, 126, 65535, 65536]
    """
    return frame[{126: 4, 127: 10}.get(frame[1], 2) :]


def short_text(data: bytes) -> bytes | None:
    """The text, if these bytes are one whole, short, masked text frame and nothing else (RFC 6455, 5.2).

    >>> short_text(bytes([0x81, 0x82, 1, 2, 3, 4]) + bytes([ord("o") ^ 1, ord("k") ^ 2]))
    b'ok'
    """
    if len(data) < 6 or data[0] != _TEXT:
        return None
    length = data[1] - 0x80  # below zero without a mask
    if not 0 <= length < 126 or len(data) != 6 + length:
        return None
    mask = (data[2:6] * (length // 4 + 1))[:length]
    return (int.from_bytes(data[6:], "big") ^ int.from_bytes(mask, "big")).to_bytes(length, "big")


def whole_frames(data: bytes) -> bool:
    """Whether these bytes, of which the first begins a frame, are whole frames, and each of them a whole message.

    >>> whole_frames(bytes([0x8A, 0x80, 1, 2, 3, 4])), whole_frames(bytes([0x01, 0x80, 1, 2, 3, 4]))
    (True, False)
    """
    at = 0
    while at + 2 <= len(data):
        length, head = data[at + 1] & 0x7F, at + 6
        if length >= 126:
            head += 2 if length == 126 else 8
            length = int.from_bytes(data[at + 2 : head - 4], "big")
        if not data[at] & 0x80:
            return False
        at = head + length
    return at == len(data)


class LeanProtocol(WebSocketsSansIOProtocol):
    """Gives the application itself: written to by way of an `Outbox`, and with `hear` beside ASGI's `receive`."""

    hear: Callable[[bytes], bool] | None = None
    """Is told a text first, at once; whatever it does not take goes the way of ASGI."""
    full = False
    """Whether the transport holds more than it should."""
    _aligned: bool | None = None
    """Whether all that came so far were whole frames; `None` before the handshake. Once lost, it stays lost."""

    def data_received(self, data: bytes) -> None:
        text = short_text(data) if self._aligned else None
        if text is not None and not self.close_sent:
            if self.hear is not None and self.queue.empty() and self.hear(text):
                return
            if self.queue.qsize() < _MOST_WAITING:
                self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
                return
        if self._aligned is None:
            self._aligned = data.endswith(b"\r\n\r\n")
        else:
            self._aligned = self._aligned and whole_frames(data)
        super().data_received(data)

    async def run_asgi(self) -> None:
        extensions = cast(dict[str, Any], self.scope["extensions"])
        extensions[EXTENSION] = self
        app = self.app

        async def answered(*call: Any) -> None:
            await app(*call)
            self.handshake_complete |= self.close_sent  # a refusal is an answer too; uvicorn would log an error

        self.app = answered
        try:
            await super().run_asgi()
        finally:  # so that nothing refers to itself in a circle
            self.app = app
            del extensions[EXTENSION]

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()  # a generator that holds what it belongs to

    def pause_writing(self) -> None:
        self.full = True
        super().pause_writing()

    def resume_writing(self) -> None:
        self.full = False
        super().resume_writing()

    def keepalive_timeout(self) -> None:
        """Whoever answers no ping may not read either: what was still to be told is not waited for."""
        super().keepalive_timeout()
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        if self.queue.qsize() >= _MOST_WAITING or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        # Not decoded here: the reader of messages takes bytes, and says itself what is no text.
        self.queue.put_nowait({"type": "websocket.receive", "bytes": bytes(data)})


class Outbox:
    """Frames that go out together, when all that is ready has been worked on.

    After a commit the frames of many moves are made, and then all are written: working out views and the kernel's
    sending push each other out of the processor's caches, and a reader that is woken once reads many.
    """

    def __init__(self) -> None:
        self._frames: list[tuple[LeanProtocol, bytes]] = []

    def put(self, to: LeanProtocol, frame: bytes) -> bool:
        """Write a frame soon; false if the transport is full."""
        if to.full:
            return False
        if not self._frames:
            asyncio.get_running_loop().call_soon(self.empty)
        self._frames.append((to, frame))
        return True

    def empty(self) -> None:
        """Write all of them now: whatever else is written must not overtake them."""
        frames, self._frames = self._frames, []
        for to, frame in frames:
            # Whoever is gone is told nothing; the reading side sees to the rest.
            if not (to.disconnected or to.close_sent or (transport := to.transport).is_closing()):
                transport.write(frame)
