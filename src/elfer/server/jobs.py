"""What is thought about outside the server process: plain values that go to a worker, and what the worker does.

A worker is sent no state. Whoever plays or advises is sent a guess for one seat, in which everything hidden is made
up; the rest is about matches that are over, of which everything is public. So whatever runs in a worker, it cannot
see a card that its seat does not.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import Struct

from elfer.bots import Level, decide, usual
from elfer.bots.cast import character, playing_as
from elfer.match.setup import Setup
from elfer.server.backup import record_of
from elfer.server.lookback import deals, lookback, review
from elfer.server.storage import Kept
from elfer.table.position import load
from elfer.table.seed import Stream


class Think(Struct, frozen=True, tag=True):
    """What a bot does on a seat; the answer is in notation."""

    setup: str
    position: bytes
    """A guess for the seat, as `elfer.table.position.dump` writes it."""
    seat: int
    seed: bytes
    level: Level | None = None
    """Nothing: what the best bot would do with all the time in the world, as a hint."""
    character: str = ""
    """As whom it plays."""


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
    """The chances in the course of a match, and the turning points of a seat."""

    seat: int


Job = Think | Record | Deals | LookBack | Review


class Done(Struct, frozen=True, tag=True):
    """The answer of a worker: notation, or JSON that goes to the client as it is."""

    answer: bytes


class Failed(Struct, frozen=True, tag=True):
    """The job could not be done: a fault of the program, not of whoever asked."""

    trace: str


Outcome = Done | Failed


@lru_cache(maxsize=64)
def _setup(code: str) -> Setup:
    return Setup.read(code)


def done(job: Job) -> bytes:
    """Do a job."""
    match job:
        case Think():
            return _thought(job)
        case Record():
            return job.record()
        case Deals():
            return msgspec.json.encode(deals(job.lines()))
        case LookBack():
            return msgspec.json.encode(lookback(job.lines(), job.seat))
        case Review():
            return msgspec.json.encode(review(job.lines(), job.seat))


def _thought(job: Think) -> bytes:
    game = _setup(job.setup).game
    state, stream = load(game, job.position), Stream(job.seed, "think")
    if job.level is None:
        action = usual(game)(game, state, job.seat, stream)
    else:
        action = decide(playing_as(character(job.character), game, job.level), game, state, job.seat, stream)
    return game.write(action).encode()
