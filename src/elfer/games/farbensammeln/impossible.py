"""What no position of `farbensammeln` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.games.farbensammeln.turn import FROM_PILE, NOTHING
from elfer.table.fields import NOBODY
from elfer.table.possible import lying_apart

if TYPE_CHECKING:
    from elfer.games.farbensammeln import ColourState, Farbensammeln


def faults(game: Farbensammeln, state: ColourState) -> Iterator[str]:
    """What contradicts what."""
    if state.seat == NOBODY:
        if state.loser == NOBODY or state.taken != NOTHING:
            yield "the round is over (seat is -1): expected a loser, and nothing taken"
        return
    if (state.loser, state.ringed) != (NOBODY, NOBODY) or state.left < 1:
        yield "the round goes on: expected nobody as loser and ringed, and at least one turn left"
    called = (state.seat, True, FROM_PILE)
    if (state.caller, state.safe) != (NOBODY, False) and (state.caller, state.safe, state.taken) != called:
        yield "expected a caller only who has taken from a pile, calls without risk, and has still to put away"
    yield from lying_apart(state, game.apart, state.seat if state.taken else NOBODY)
