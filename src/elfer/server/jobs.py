"""What is thought about outside the server process: plain values that go to a worker, and what the worker does.

A worker is sent no state. Whoever plays or advises is sent a guess for one seat, in which everything hidden is made
up; the rest is about matches that are over, of which everything is public. So whatever runs in a worker, it cannot
see a card that its seat does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec
from msgspec import Struct

from elfer.bots import Level, decide
from elfer.bots.advice import advised
from elfer.bots.cast import character, playing_as
from elfer.bots.review import Effort, Outlook, reviews
from elfer.match import record
from elfer.match.setup import Setup
from elfer.server.backup import record_of
from elfer.server.lookback import deals, lookback
from elfer.server.messages import Hint, HintOption
from elfer.server.storage import Kept
from elfer.table.position import load
from elfer.table.seed import Quick, Stream


class Think(Struct, frozen=True, tag=True):
    """What a bot does on a seat; the answer is in notation."""

    setup: str
    position: bytes
    """A guess for the seat, as `elfer.table.position.dump` writes it."""
    seat: int
    seed: bytes
    level: Level
    character: str = ""
    """As whom it plays."""


class Advise(Struct, frozen=True, tag=True):
    """A hint for a seat: a `Hint` as JSON."""

    setup: str
    position: bytes
    """A guess for the seat."""
    seat: int
    seed: bytes


class Past(Struct, frozen=True, tag=True):
    """A match that is over: its log."""

    kept: Kept
    entries: list[bytes]

    def record(self) -> bytes:
        return record_of(self.kept, self.entries)

    def lines(self) -> list[bytes]:
        return self.record().splitlines()


class Record(Past, frozen=True):
    """The record of a match, as a file."""


class Deals(Past, frozen=True):
    """How each round of a match was dealt."""


class LookBack(Past, frozen=True):
    """Every moment of a match, as a seat saw it."""

    seat: int


class Review(Past, frozen=True):
    """The chances in the course of a match, and the turning points of a seat. It is answered in parts."""

    seat: int
    known: list[Outlook] = []
    """The chances, if they have been counted before."""
    effort: Effort = Effort()


Job = Think | Advise | Record | Deals | LookBack | Review


class Done(Struct, frozen=True, tag=True):
    """The answer of a worker: notation, or JSON that goes to the client as it is."""

    answer: bytes


class Part(Struct, frozen=True, tag=True):
    """How far a worker has come with a long job: JSON like the answer, to be told meanwhile."""

    answer: bytes


class Failed(Struct, frozen=True, tag=True):
    """The job could not be done: a fault of the program, not of whoever asked."""

    trace: str


Outcome = Part | Done | Failed


@lru_cache(maxsize=64)
def _setup(code: str) -> Setup:
    return Setup.read(code)


def parts(job: Job) -> Iterator[bytes]:
    """Do a job, and say what is known of the answer so far. The last is the answer; mostly it is the only one."""
    match job:
        case Think():
            yield _thought(job)
        case Advise():
            yield msgspec.json.encode(_advised(job))
        case Record():
            yield job.record()
        case Deals():
            yield msgspec.json.encode(deals(job.lines()))
        case LookBack():
            yield msgspec.json.encode(lookback(job.lines(), job.seat))
        case Review():
            steps = list(record.replay(job.lines()))
            yield from map(msgspec.json.encode, reviews(steps, [job.seat], job.known, job.effort))


def done(job: Job) -> bytes:
    """The answer of a job."""
    *_, answer = parts(job)
    return answer


def _thought(job: Think) -> bytes:
    game = _setup(job.setup).game
    state, stream = load(game, job.position), Stream(job.seed, "think")
    who = playing_as(character(job.character), game, job.level)
    return game.write(decide(who, game, state, job.seat, stream)).encode()


def _advised(job: Advise) -> Hint:
    game = _setup(job.setup).game
    advice = advised(game, load(game, job.position), job.seat, Quick(job.seed))
    options = tuple(
        HintOption(
            do=game.write(worth.action),
            chance=round(worth.chance, 3),
            error=round(worth.error, 3),
            even=worth.is_even,
        )
        for worth in advice.worths
    )
    return Hint(do=game.write(advice.best), reason=advice.reason, options=options)
