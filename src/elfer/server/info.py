"""What is told about a table. All that lies on it goes through `elfer.table.view`; nothing else here knows a card."""

from __future__ import annotations

from elfer.server.messages import SeatInfo, TableInfo
from elfer.server.sitting import Chair, Phase, Sitting
from elfer.table.view import View, Views


def table_info(sitting: Sitting, now: int) -> TableInfo:
    """All about a table but what lies on it, the same for everyone; `now` in ms since the table was opened."""
    match, phase = sitting.match, sitting.phase
    return TableInfo(
        match=sitting.id,
        code=sitting.code,
        setup=sitting.setup.code,
        game=sitting.setup.name,
        phase=phase,
        seats=tuple(_seat_info(sitting, chair, now) for chair in sitting.chairs),
        manner=sitting.manner,
        commitment=sitting.opened.commitment,
        entropy=sitting.entropy,
        secret=sitting.secret.hex() if sitting.revealed else None,
        round=0 if match is None else match.number,
        scores=() if match is None else match.scores,
        totals=(0,) * len(sitting.chairs) if match is None else match.totals,
        places=match.places if match is not None and phase is Phase.OVER else None,
        rematch=sitting.rematch or None,
    )


def _seat_info(sitting: Sitting, chair: Chair, now: int) -> SeatInfo:
    if chair.person:
        at = stand_in_at(sitting, chair)
        left = None if at is None else max(0, at - now)
        return SeatInfo(chair.name, "person", None, chair.away, chair.person == sitting.host, left)
    return SeatInfo(chair.called, "empty" if chair.empty else "bot", chair.level, character=chair.character)


def views(sitting: Sitting, seats: tuple[int, ...]) -> tuple[View, ...]:
    """What lies on the table: as each of these seats sees it, or, if there are none, as a bystander does."""
    if sitting.match is None:
        return ()
    all_views = Views(sitting.match.game, sitting.match.state)
    return tuple(map(all_views.of, seats or (None,)))


def stand_in_at(sitting: Sitting, chair: Chair) -> int | None:
    """From when on a bot plays for whoever is away, in ms since the table was opened; nothing: nobody ever does."""
    if not chair.away or not sitting.manner.stands_in or sitting.match is None or sitting.done:
        return None
    return chair.away_at + 1000 * sitting.manner.away_seconds


def deadline(sitting: Sitting) -> int | None:
    """When the time to think, or the open window, ends; in ms since the table was opened."""
    if (match := sitting.match) is None or sitting.closed:
        return None
    open_ = match.state.table.window
    # A window without a time of its own is a decision like any other.
    seconds = (open_ and open_.seconds) or sitting.manner.clock.seconds
    return sitting.turn_at + 1000 * seconds if seconds and not match.round_over else None
