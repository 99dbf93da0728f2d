"""Chat and emotes: kept beside the log, since they change nothing at the table."""

from __future__ import annotations

import time

import msgspec

from elfer.server.declined import Declined
from elfer.server.messages import Gesture, Line, Say
from elfer.server.names import tidied
from elfer.server.sitting import Sitting
from elfer.server.storage import Chatted
from elfer.server.who import Who


def chatted(message: Say | Gesture, sitting: Sitting, who: Who, seats: tuple[int, ...]) -> Chatted:
    """What is kept of a message. Raises `Declined` where the table is played without."""
    if sitting.closed:
        raise Declined("table-closed")
    emote = isinstance(message, Gesture)
    if not (sitting.manner.emotes if emote else sitting.manner.chat):
        raise Declined("no-emotes" if emote else "no-chat")
    seat = seats[0] if seats else None
    if seat is None and not who.person.id:
        raise Declined("who-are-you", "POST /api/me")
    name = tidied(who.person.name) if seat is None else sitting.chairs[seat].name
    text = message.emote if isinstance(message, Gesture) else message.text
    return Chatted(sitting.id, int(1000 * time.time()), name, text, seat, emote)


def chat_line(kept: Chatted) -> Line:
    """What everyone at the table is told."""
    said = {"emote": kept.text} if kept.emote else {"text": kept.text}
    return Line(kept.name, kept.at_ms, kept.seat, **said)


def write_chat(kept: Chatted) -> bytes:
    """For the other server processes."""
    return msgspec.json.encode(kept)


def read_chat(word: bytes) -> Chatted:
    return msgspec.json.decode(word, type=Chatted)
