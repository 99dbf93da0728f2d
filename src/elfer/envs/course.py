"""The course of a round: a moment with all that led to it, and what each seat was told on the way.

What a seat was told, and did itself, is kept as a fingerprint that grows with every step: it is as short for a round
of a thousand actions as for one of three, and two courses have the same one for a seat only if that seat cannot tell
them apart. What others do in secret adds nothing to it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from elfer.envs.turns import Moment, Turns
from elfer.table.secrecy import secret
from elfer.table.seed import Chance
from elfer.table.view import view


class Course:
    """A moment and how it came about. Like a state it never changes: every step gives a new one."""

    __slots__ = ("_before", "_number", "_seat", "_told", "asked", "moment", "turns")

    def __init__(self, turns: Turns, moment: Moment) -> None:
        """The course begins with this moment."""
        self.turns, self.moment = turns, moment
        self.asked = turns.seat(moment)
        """The seat that is asked now; `NOBODY` when the round is over."""
        self._before: Course | None = None
        self._seat = self._number = -1
        self._told: dict[int, bytes] = {}
        """By seat, its fingerprint, if it was asked for."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """What was told is kept; how it came about is not."""
        return _told_so, (self.turns, self.moment, {seat: self.told(seat) for seat in range(self.turns.game.players)})

    def after(self, seat: int, number: int) -> Course:
        """The course after the seat did what has this number."""
        course = Course(self.turns, self.turns.after(self.moment, seat, number))
        course._before, course._seat, course._number = self, seat, number
        return course

    def seen(self, seat: int) -> str:
        """What the seat is shown now, as JSON (`elfer.table.view`)."""
        return msgspec.json.encode(view(self.turns.game, self.moment.state, seat)).decode()

    def told(self, seat: int) -> bytes:
        """The fingerprint of all that the seat was told and did."""
        missing, course = [], self
        while seat not in course._told and course._before is not None:
            missing.append(course)
            course = course._before
        told = course._told.setdefault(seat, sha256(course.seen(seat).encode()).digest())
        for course in reversed(missing):
            told = course._told[seat] = course._added(told, seat)
        return told

    def _added(self, told: bytes, seat: int) -> bytes:
        """The fingerprint with what this step adds to it."""
        if seat == self._seat:
            told = sha256(told + self.turns.write(self._number).encode()).digest()
        return sha256(told + self.seen(seat).encode()).digest() if self._noticed() else told

    def _noticed(self) -> bool:
        """Whether others can tell that the last step was made."""
        before, now = self._before, self.moment
        if before is None or before.moment.state is now.state:  # somebody has waited
            return False
        return not secret(self.turns.game, before.moment.state, now.state, self._seat)

    def guessed(self, seat: int, chance: Chance) -> Course:
        """A course in which the seat was told and did the same, and all that it cannot know is made up."""
        return _told_so(self.turns, self.turns.guessed(self.moment, seat, chance), {seat: self.told(seat)})


def _told_so(turns: Turns, moment: Moment, told: dict[int, bytes]) -> Course:
    course = Course(turns, moment)
    course._told.update(told)
    return course
