"""What happens at a table by itself: bots act, somebody stands in for whoever is away, clocks run out."""

from __future__ import annotations

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


def due(sitting: Sitting, pause_ms: int, begun: int | None = None) -> Due | None:
    """What happens next by itself, if nobody does anything; `begun`: since when bots are to act (`turn_at`)."""
    soonest = (sitting.turn_at if begun is None else begun) + pause_ms
    if (match := sitting.match) is None or sitting.closed:
        return None
    if match.round_over:
        return None if match.over else _next_round(sitting, soonest)
    open_ = window(match.state)
    seats = match.game.to_act(match.state) if open_ is None else open_.waiting
    found = [due for seat in seats if (due := _due(sitting, seat, soonest, open_)) is not None]
    return min(found, key=lambda d: d.at, default=None)


def _next_round(sitting: Sitting, soonest: int) -> Due | None:
    if not any(chair.person for chair in sitting.chairs):
        return Due(soonest, "bot", None)
    clocked = sitting.manner.clock in (Clock.RELAXED, Clock.QUICK)
    return Due(sitting.turn_at + BETWEEN_MS, "clock", None) if clocked else None


def _due(sitting: Sitting, seat: int, soonest: int, open_: Window | None) -> Due | None:
    chair = sitting.chairs[seat]
    found: list[Due] = []
    if chair.level is not None:
        found.append(Due(soonest, "bot", seat))
    elif (at := stand_in_at(sitting, chair)) is not None:
        found.append(Due(max(soonest, at), "away", seat))
    if (end := deadline(sitting)) is not None and not chair.empty:
        found.append(Due(end if open_ is None else _closing(sitting, open_, end), "clock", seat))
    return min(found, key=lambda d: d.at, default=None)


def _closing(sitting: Sitting, open_: Window, end: int) -> int:
    """When a window closes in which not all have answered. Clients are told its whole time in any case: what there is
    to call they are to see on the table."""
    match = sitting.match
    if match is not None and open_.seconds and match.game.idle(match.state):
        end = min(end, sitting.turn_at + round(1000 * IDLE_SECONDS))
    return end + GRACE_MS
