"""History: which person played which match, and how it ended."""

from __future__ import annotations

from elfer.server.sitting import Phase, Sitting
from elfer.server.storage import Played


def rows(sitting: Sitting) -> list[Played]:
    """A row for each seat that a person holds."""
    match = sitting.match
    assert match is not None
    over = sitting.phase is Phase.OVER
    return [
        Played(
            match=sitting.id,
            code=sitting.code,
            seat=seat,
            person=chair.person,
            table=sitting.setup.code,
            game=sitting.setup.name,
            started_ms=sitting.opened.unix_ms,
            points=match.totals[seat] if over else None,
            place=match.places[seat] if over else None,
        )
        for seat, chair in enumerate(sitting.chairs)
        if chair.person
    ]
