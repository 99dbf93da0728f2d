"""Why an action of `ueberall` is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.table.actions import Action, LayAt, Turn
from elfer.table.refusal import Refused

NOTHING = -1
"""In place of a card."""

if TYPE_CHECKING:
    from elfer.games.ueberall import JoinState, Ueberall

REASONS = {
    "put-away-first": "Put this card away first: {card}.",
    "turn-up": "There is no card to put away now: turn one up.",
    "other-card": "Only the card just turned up, or else the top of your open pile, can be put away, not {card}.",
    "joins-not": "{card} does not join that pile.",
    "not-a-moment": "There is nothing to call now.",
}


def why_not(game: Ueberall, state: JoinState, seat: int, action: Action) -> Refused:
    names, card = game.layout.deck.names, game.at_hand(state)
    if isinstance(action, Turn):
        return Refused("put-away-first", card=names[card])
    if not isinstance(action, LayAt):
        return Refused("not-offered" if game.helped else "not-a-moment")
    if card == NOTHING or (game.helped and not state.choice):
        return Refused("turn-up")
    return Refused("joins-not" if action.card == card else "other-card", card=names[action.card])
