"""Why an action of `quartett` is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.table.actions import Action, Ask, Deny, Give
from elfer.table.refusal import Refused

if TYPE_CHECKING:
    from elfer.games.quartett import Quartett, QuartettState

REASONS = {
    "ask-another": "You cannot ask yourself; ask another player.",
    "asked-has-none": "Seat {seat} has no cards left and cannot be asked.",
    "you-have-it": "You hold this card yourself: {card}.",
    "number-not-held": "You can ask only for numbers of which you hold a card, so not for this one: {card}.",
    "answer-first": "You were asked for a card and have to answer first: {card}.",
    "asked-for-other": "You were asked for another card: {card}.",
    "nobody-asked": "Nobody has asked you for a card: it is you who asks.",
}


def why_not(game: Quartett, state: QuartettState, seat: int, action: Action) -> Refused:
    if state.asked >= 0:
        return _why_no_answer(game, state, action)
    if isinstance(action, Give | Deny):
        return Refused("nobody-asked" if game.honour else "not-offered")
    assert isinstance(action, Ask)
    if action.seat == seat:
        return Refused("ask-another")
    if not state.table.zones[action.seat]:
        return Refused("asked-has-none", seat=action.seat)
    held = state.table.zones[seat] >> action.card & 1
    return Refused("you-have-it" if held else "number-not-held", card=game.layout.deck.names[action.card])


def _why_no_answer(game: Quartett, state: QuartettState, action: Action) -> Refused:
    wanted = game.layout.deck.show(state.wanted)
    if not isinstance(action, Give):
        return Refused("answer-first", card=wanted)
    if 1 << action.card != state.wanted:
        return Refused("asked-for-other", card=wanted)
    return Refused("not-in-hand", card=wanted)
