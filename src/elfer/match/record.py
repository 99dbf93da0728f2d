"""Records: a match as JSON lines that can be kept, mailed, pasted into a report, and replayed to the byte.

The first line fixes everything that chance and choice of table decide::

    {"elfer":1,"table":"elfer.4","seed":"<64 hex digits>","names":["You","Bot 1","Bot 2","Bot 3"]}

Then one line for each action, and after the last action of a round one with its points::

    {"seat":2,"do":"r11"}
    {"round":0,"points":[12,0,31,7],"state":"<SHA-256 of the final position, hex>"}

A record from a server also holds, in its first line, what shows that the deal was fair (`elfer.match.fair`): the
`commitment`, the players' `entropy`, and the `secret` that was revealed after the match.

A record may stop anywhere: what is there can be replayed. What is not as the rules have it is reported with its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field

from elfer.match.fair import commitment, match_seed
from elfer.match.match import Match
from elfer.match.setup import Setup
from elfer.table.game import Game
from elfer.table.position import dump
from elfer.table.refusal import Refused

VERSION = 1


class BadRecord(ValueError):
    """A text that is no record, or one that the rules do not allow; says where."""


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """a table code and a seed"""

    elfer: int
    setup: str = field(name="table")
    seed: str
    names: tuple[str, ...] = ()
    commitment: str = ""
    entropy: tuple[str, ...] = ()
    secret: str = ""


class Done(Struct, frozen=True, forbid_unknown_fields=True):
    """a seat and what it did"""

    seat: int
    do: str


class Ended(Struct, frozen=True, forbid_unknown_fields=True):
    """the points of the round"""

    round: int
    points: tuple[int, ...]
    state: str


T = TypeVar("T", Header, Done, Ended)


def header(match: Match, names: Iterable[str] = (), secret: bytes = b"", entropy: Iterable[str] = ()) -> bytes:
    """The first line of a match's record; with the secret, if the seed came from one, so that it can be verified."""
    shown = commitment(secret) if secret else ""
    seed = match.seed.hex()
    return _line(Header(VERSION, match.setup.code, seed, tuple(names), shown, tuple(entropy), secret.hex()))


def lines(seat: int, text: str, after: Match) -> bytes:
    """The line for an action, with the match after it; if that ended the round, its points too."""
    out = _line(Done(seat, text))
    if after.round_over:
        out += _line(Ended(after.number, after.scores[-1], digest(after)))
    return out


def digest(match: Match) -> str:
    """A fingerprint of a match's state: equal for equal states, and only for them."""
    return sha256(dump(match.game, match.state)).hexdigest()


def _line(struct: Struct) -> bytes:
    return msgspec.json.encode(struct) + b"\n"


class Step(Struct, frozen=True):
    """One step of a replay: what was done, and the match after it. The first step is the deal."""

    match: Match
    seat: int | None = None
    """Who did it."""
    do: str | None = None
    """What, in notation."""


def replay(text: Iterable[bytes], kind: type[Game[Any]] | None = None) -> Iterator[Step]:
    """Play a record again, step by step. Raises `BadRecord` at the first line that is not as it must be.

    A game that is not registered is given as `kind`.
    """
    numbered = ((n, line) for n, line in enumerate(text, 1) if line.strip())
    first = next(numbered, None)
    if first is None:
        raise BadRecord("the record is empty; its first line should name the table and the seed")
    match = _start(_read(*first, Header), kind)
    yield Step(match)
    pending: Ended | None = None
    for number, line in numbered:
        if match.round_over and pending is None:
            pending = _read(number, line, Ended)
            found = Ended(match.number, match.scores[-1], digest(match))
            if pending != found:
                raise BadRecord(f"line {number}: the round ended otherwise: {_line(found).decode().strip()}")
            continue
        if match.over:
            raise BadRecord(f"line {number}: the match is over")
        if match.round_over:
            match, pending = match.next_round(), None
            yield Step(match)
        done = _read(number, line, Done)
        try:
            match = match.apply(done.seat, match.game.read(done.do))
        except Refused as refused:
            raise BadRecord(f"line {number}: {refused}") from refused
        yield Step(match, done.seat, done.do)


def names(text: Iterable[bytes]) -> tuple[str, ...]:
    """The names in a record's first line."""
    return head(text).names


def head(text: Iterable[bytes]) -> Header:
    """A record's first line."""
    return _read(1, next(iter(text), b""), Header)


def check_fair(head: Header) -> None:
    """Raise `BadRecord` unless the seed follows from a secret to which the server had bound itself."""
    if not (head.commitment and head.secret):
        raise BadRecord("line 1: there is no commitment and no secret, so the deal cannot be verified")
    try:
        secret = bytes.fromhex(head.secret)
        if commitment(secret) != head.commitment:
            raise BadRecord(
                f"line 1: the commitment belongs to another secret; that of this one is {commitment(secret)}"
            )
        if match_seed(secret, head.entropy).hex() != head.seed:
            raise BadRecord("line 1: the seed does not follow from the secret and the players' entropy")
    except ValueError as error:
        raise error if isinstance(error, BadRecord) else BadRecord(f"line 1: {error}") from None


def _start(head: Header, kind: type[Game[Any]] | None) -> Match:
    if head.elfer != VERSION:
        raise BadRecord(f"line 1: this is a record of version {head.elfer}; version {VERSION} can be read")
    try:
        setup, seed = Setup.read(head.setup, kind), bytes.fromhex(head.seed)
        return Match.start(setup, seed)
    except ValueError as error:
        raise BadRecord(f"line 1: {error}") from None


def _read(number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadRecord(f"line {number}: expected {kind.__doc__}: {error}") from None
