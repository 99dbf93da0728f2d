"""The log of a match: numbered entries that are only ever added. Everything else about a match follows from them.

An entry's number within its match is unique in storage, so whoever wants to add one must have seen all before it.
`at` is in milliseconds since the table was opened; only the first entry says when that was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, field

from elfer.bots import Level
from elfer.server.manner import Manner


class Entry(Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True, kw_only=True):
    """What all entries have."""

    at: int = 0


class Opened(Entry, frozen=True):
    """A table was opened. The server is bound to the seed behind the commitment from here on."""

    unix_ms: int
    commitment: str
    setup: str = field(name="table")
    """The table code: game, players, options."""
    host: str
    """The person who may start and arrange."""
    manner: Manner = Manner()
    after: str = ""
    """The match that this one is a rematch of."""


class Sat(Entry, frozen=True):
    """A person took an empty seat."""

    seat: int
    person: str
    name: str


class Stood(Entry, frozen=True):
    """A seat was given up; once the match runs, a bot keeps it."""

    seat: int
    character: str = ""
    """Of the bot."""


class Renamed(Entry, frozen=True):
    seat: int
    name: str


class Rekeyed(Entry, frozen=True):
    """The person of a seat made its private link anew: earlier ones open nothing any more."""

    seat: int


class Staffed(Entry, frozen=True):
    """A bot took an empty seat, or before the match the seat of another bot."""

    seat: int
    level: Level
    character: str = ""
    """Its id; nothing in logs from before there was a cast, where bots go by the numbers of their seats."""


class Arranged(Entry, frozen=True):
    """The host changed how the table is run."""

    manner: Manner


class Stirred(Entry, frozen=True):
    """Somebody added entropy before the deal."""

    entropy: str


class Started(Entry, frozen=True):
    """The first deal."""

    seed: str = ""
    """Only of a match that comes from a record: its seed, which need not follow from a secret."""


By = Literal["person", "bot", "away", "clock"]
"""Who chose an action: the person, the bot of the seat, or a bot because the person was away or too slow."""


class Acted(Entry, frozen=True):
    seat: int
    do: str
    """In notation; of a call, with the reaction time that was believed."""
    by: By = "person"


class Dealt(Entry, frozen=True):
    """The next round."""


class Here(Entry, frozen=True):
    """The person of a seat is connected, to the server process of that id."""

    seat: int
    process: str


class Away(Entry, frozen=True):
    """The person of a seat has lost the connection."""

    seat: int


class Revealed(Entry, frozen=True):
    """The match is over, and everyone may know the secret."""

    secret: str


class Rematched(Entry, frozen=True):
    """The same people go on at another table."""

    code: str


class Closed(Entry, frozen=True):
    """The last entry of a table: nothing can follow it."""

    by: Literal["operator", "time"] = "operator"
    """`time`: nothing had happened for as long as such tables are kept, and the log is removed before long."""


AnyEntry = (
    Opened
    | Sat
    | Stood
    | Renamed
    | Rekeyed
    | Staffed
    | Arranged
    | Stirred
    | Started
    | Acted
    | Dealt
    | Here
    | Away
    | Revealed
    | Rematched
    | Closed
)

Name = Annotated[str, Meta(min_length=1, max_length=24)]
"""What a person or a seat is called; `elfer.server.names` looks at it more closely."""


def has_run_out(entries: Sequence[AnyEntry]) -> bool:
    """Whether a log has run out of time: it is being deleted, and nobody is to be let in any more."""
    return not entries or (isinstance(last := entries[-1], Closed) and last.by == "time")


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEntry)


def written(entry: AnyEntry) -> bytes:
    return _encoder.encode(entry)


def read(body: bytes | str) -> AnyEntry:
    entry: AnyEntry = _decoder.decode(body)
    return entry
