"""What bots say, and when: short lines at moments that matter, now and then.

A moment is found in an action as a bystander saw it, and whether somebody speaks is drawn from a stream that everyone
may know. So a saying tells nothing, and whoever replays a match hears the same. Only its key travels: the sentence
stands in the catalogues, under `saying.`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args

from msgspec import Struct

from elfer.bots.cast import Character
from elfer.table.beats import Beat, Seen
from elfer.table.events import Moved
from elfer.table.layout import Layout
from elfer.table.seed import Stream
from elfer.table.view import Views
from elfer.table.zones import Sight, Zone

Moment = Literal[
    "won", "lost", "caught", "honest", "right", "mistaken", "hit", "eleven", "last-card", "lucky", "found"
]
"""The round is won, or lost; my bluff was called, or what was none; I doubted rightly, or wrongly; others made me
draw; I lay an 11 late; one card is left; what I drew fits; I found what belongs together."""
MOMENTS: tuple[Moment, ...] = get_args(Moment)
"""Those that come first are spoken of first."""

CHANCE: dict[Moment, int] = {"won": 60, "lost": 30, "eleven": 50, "last-card": 50, "lucky": 15, "found": 10}
"""In so many of a hundred cases somebody says something to it; to all else in forty."""
QUIET = 10
"""So many actions must have passed since the last saying. The end of a round is no interruption."""
LATE = 12
"""An 11 was held back if so many cards lie in the rows before it."""


class Saying(Struct, frozen=True):
    """Something that the bot of a seat says."""

    seat: int
    says: str
    """The key of the sentence in the catalogues, without `saying.`: the character and the moment (`ada-caught`)."""


class Course(Struct, frozen=True):
    """An action as all saw it."""

    seen: Seen[Any]
    """By a bystander."""
    layout: Layout
    beats: tuple[Beat, ...]
    points: tuple[int, ...] | None
    """Of the round, if it is over now."""
    lowest_wins: bool
    actor: int | None
    """Who acted; nobody in particular where several have answered."""


def course(before: Views[Any], after: Views[Any], beats: tuple[Beat, ...], actor: int | None) -> Course:
    """The action between two moments; `beats` are those that a bystander is shown."""
    points = after.points if after.over and not before.over else None
    return Course(Seen(before, after, None), after.layout, beats, points, after.game.lowest_wins, actor)


def said(course: Course, cast: Sequence[Character | None], stream: Stream, quiet: int) -> Saying | None:
    """What somebody says to it; `cast` are the characters by seat, `quiet` actions have passed since the last one."""
    if quiet < QUIET and course.points is None:
        return None
    found = sorted(set(moments(course)), key=lambda one: (MOMENTS.index(one[1]), one[0]))
    for seat, moment in found:
        # Drawn for whoever it is, so that one character's silence is not another's chance.
        speaks = stream.below(100) < CHANCE.get(moment, 40)
        if speaks and (who := cast[seat]) is not None:
            return Saying(seat, f"{who.id}-{moment}")
    return None


def moments(course: Course) -> Iterator[tuple[int, Moment]]:
    """Whom the action gave something to speak of."""
    if course.points is not None:
        yield from _ended(course, course.points)
        return
    yield from _doubted(course.beats)
    yield from ((beat.seat, "found") for beat in course.beats if beat.kind == "collect" and beat.seat is not None)
    yield from _moved(course)


def _ended(course: Course, points: tuple[int, ...]) -> Iterator[tuple[int, Moment]]:
    best, worst = (min, max) if course.lowest_wins else (max, min)
    for seat, own in enumerate(points):
        if own == best(points):
            yield seat, "won"
        elif own == worst(points):
            yield seat, "lost"


def _doubted(beats: Sequence[Beat]) -> Iterator[tuple[int, Moment]]:
    """Somebody has called something out, and it turned out to be so, or not."""
    says = next((beat for beat in beats if beat.kind == "say"), None)
    came = next((beat.right for beat in beats if beat.kind == "outcome" and beat.right is not None), None)
    if says is None or says.seat is None or came is None:
        return
    yield says.seat, "right" if came else "mistaken"
    if says.marks and (accused := says.facts.get("seat")):  # called out, and not merely asked
        yield int(accused), "caught" if came else "honest"


def _moved(course: Course) -> Iterator[tuple[int, Moment]]:
    for move in course.seen.moved():
        src, dst = course.layout.zones[move.src], course.layout.zones[move.dst]
        if (to := _holder(dst)) is not None and src.owner is None and course.actor not in (None, to):
            yield to, "hit"
        if (seat := _holder(src)) is not None:
            yield from ((seat, moment) for moment in _laid(course.seen, move, src, dst))


def _laid(seen: Seen[Any], move: Moved, src: Zone, dst: Zone) -> Iterator[Moment]:
    """What there is to say of a card that somebody laid from what only they see."""
    if dst.homes and seen.name(move.card).endswith("11") and (seen.was(move.dst).count or 0) >= LATE:
        yield "eleven"
    if dst.homes and src.name == "drawn":
        yield "lucky"
    if src.name == "hand" and seen.now(move.src).count == 1 < (seen.was(move.src).count or 0):
        yield "last-card"


def _holder(zone: Zone) -> int | None:
    """The seat that sees the zone alone, as it does its hand."""
    return zone.owner if zone.sight is Sight.OWNER else None
