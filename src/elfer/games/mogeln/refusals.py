"""Why an action of `mogeln` is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.table.actions import Action, Lay, Pass, Slip
from elfer.table.refusal import Refused

if TYPE_CHECKING:
    from elfer.games.mogeln import Mogeln, MogelnState

REASONS = {
    "nothing-on-top": "{card} is your last card: a card that goes under another needs one on top of it.",
    "slipped-so-lay": "You have put a card under already: now lay one on top of it.",
    "nothing-laid-to-call": "No card was just laid, so there is nothing to call.",
}


def why_not(game: Mogeln, state: MogelnState, seat: int, action: Action) -> Refused:
    deck = game.layout.deck
    if isinstance(action, Lay | Slip):
        name, held = deck.names[action.card], state.table.zones[seat] & deck.bits[action.card]
        return Refused("nothing-on-top" if held else "not-in-hand", card=name)
    return Refused("slipped-so-lay" if isinstance(action, Pass) else "nothing-laid-to-call")
