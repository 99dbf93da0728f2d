"""Why an action of `was-liegt-wo` is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.table.actions import Action, TurnAt
from elfer.table.refusal import Refused

if TYPE_CHECKING:
    from elfer.games.was_liegt_wo import GridState, WasLiegtWo

REASONS = {
    "lies-face-up": "The card on place {place} lies face up already: turn up another one.",
    "card-is-taken": "No card lies on place {place} any more.",
}


def why_not(game: WasLiegtWo, state: GridState, seat: int, action: Action) -> Refused:
    assert isinstance(action, TurnAt)
    place = game.layout.places[action.at]
    return Refused("lies-face-up" if state.up >> action.at & 1 else "card-is-taken", place=place)
