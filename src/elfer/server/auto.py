"""What happens at a table by itself: bots act, somebody stands in for whoever is away, clocks run out."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from elfer.server.info import deadline, stand_in_at
from elfer.server.judging import window
from elfer.server.log import By
from elfer.server.manner import Clock
from elfer.server.sitting import Sitting
from elfer.table.windows import IDLE_SECONDS, Window

GRACE_MS = 500
"""A window stays open so much longer than people see, for answers that are on their way."""
BETWEEN_MS = 30_000
"""How long the points of a round are looked at where a clock runs."""


class Due(Struct, frozen=True):
    """Something that is to happen at a moment (in ms since the table was opened)."""

    at: int
    by: By
    seat: int | None
    """`None`: the next round is dealt."""


def dues(sitting: Sitting, begun: int) -> list[Due]:
    """What happens by itself, if nobody does anything; `begun`: since when bots are to act.

    How long they take from then on is another matter (`elfer.server.pace`).
    """
    if (match := sitting.match) is None or sitting.closed:
        return []
    if match.round_over:
        return [] if match.over else _next_round(sitting, begun)
    open_ = window(match.state)
    seats = match.game.to_act(match.state) if open_ is None else open_.waiting
    return [due for seat in seats for due in _due(sitting, seat, begun, open_)]


def due(sitting: Sitting) -> Due | None:
    """What comes first of it."""
    return min(dues(sitting, sitting.turn_at), key=lambda due: due.at, default=None)


def _next_round(sitting: Sitting, begun: int) -> list[Due]:
    if not any(chair.person for chair in sitting.chairs):
        return [Due(begun, "bot", None)]
    clocked = sitting.manner.clock in (Clock.RELAXED, Clock.QUICK)
    return [Due(sitting.turn_at + BETWEEN_MS, "clock", None)] if clocked else []


def _due(sitting: Sitting, seat: int, begun: int, open_: Window | None) -> Iterator[Due]:
    chair = sitting.chairs[seat]
    if chair.level is not None:
        yield Due(begun, "bot", seat)
    elif (at := stand_in_at(sitting, chair)) is not None:
        yield Due(max(begun, at), "away", seat)
    if (end := deadline(sitting)) is not None and not chair.empty:
        yield Due(end if open_ is None else _closing(sitting, open_, end), "clock", seat)


def _closing(sitting: Sitting, open_: Window, end: int) -> int:
    """When a window closes in which not all have answered. Clients are told its whole time in any case: what there is
    to call they are to see on the table."""
    match = sitting.match
    if match is not None and open_.seconds and match.game.idle(match.state):
        end = min(end, sitting.turn_at + round(1000 * IDLE_SECONDS))
    return end + GRACE_MS
