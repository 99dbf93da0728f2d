"""Why an action of `schwarzer-peter` is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.table.actions import Action, Pull, Shift
from elfer.table.refusal import Refused

if TYPE_CHECKING:
    from elfer.games.schwarzer_peter import PeterState, SchwarzerPeter

REASONS = {
    "hand-not-held-out": "No hand is held out to you now: hold out your own.",
    "pull-a-card": "A hand is held out to you: draw a card from it.",
    "so-many-held-out": "Only {count} cards are held out to you.",
    "places-in-hand": "Your hand has only {count} places.",
    "lies-there-already": "{card} is at that place already.",
    "shifted-enough": "You have moved enough cards for any order: hold out your hand.",
}


def why_not(game: SchwarzerPeter, state: PeterState, seat: int, action: Action) -> Refused:
    size = len(state.table.zones[state.seat])
    if isinstance(action, Pull):
        return Refused("so-many-held-out", count=size) if state.offered else Refused("hand-not-held-out")
    if state.offered or not isinstance(action, Shift):
        return Refused("pull-a-card")
    name = game.layout.deck.names[action.card]
    if action.card not in state.table.zones[state.seat]:
        return Refused("not-in-hand", card=name)
    if not state.shifts:
        return Refused("shifted-enough")
    return Refused("places-in-hand", count=size) if action.place > size else Refused("lies-there-already", card=name)
