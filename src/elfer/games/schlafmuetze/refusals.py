"""Why an action of `schlafmuetze` is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.table.actions import Action, Give
from elfer.table.refusal import Refused

if TYPE_CHECKING:
    from elfer.games.schlafmuetze import Schlafmuetze, SleepyState

REASONS = {
    "no-quartet": "You have no quartet, and none lies on the table: you cannot put your cards down.",
    "nothing-put-down": "Nobody has put cards down yet.",
    "gift-not-back": "You cannot give back the card that you have just been given: {card}.",
}


def why_not(game: Schlafmuetze, state: SleepyState, seat: int, action: Action) -> Refused:
    if isinstance(action, Give):
        code = "gift-not-back" if state.table.zones[game.given[seat]] >> action.card & 1 else "not-in-hand"
        return Refused(code, card=game.layout.deck.names[action.card])
    return Refused("nothing-put-down")
