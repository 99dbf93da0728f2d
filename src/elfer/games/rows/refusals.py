"""Why an action of a row game is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.table.actions import DRAW, PASS, Action, Draw, End, Lay, Take
from elfer.table.cards import Card
from elfer.table.game import NOBODY
from elfer.table.refusal import Refused

if TYPE_CHECKING:
    from elfer.games.rows import RowGame, RowState

MOST_DRAWN = 3

REASONS = {
    "one-colour": "{card} has another colour: in one turn only cards of one colour are laid.",
    "lay-drawn-card": "Only the card just drawn can be laid now, not {card}.",
    "must-lay-drawn": "The drawn {card} fits and must be laid.",
    "lay-or-draw": "Lay the drawn {card}, or keep it and draw another.",
    "must-end": "Nothing more can be drawn: end the turn, or lay the drawn card if it fits.",
    "drawn-enough": "You have drawn {most} cards in this turn; that is the most.",
}


def why_not(game: RowGame, state: RowState, seat: int, action: Action) -> Refused:
    if seat == NOBODY:
        return game.out_of_turn(state, seat)
    if action not in game.numbers:
        return Refused("not-an-action", action=repr(action))
    if isinstance(action, Lay):
        return _why_not_lay(game, state, seat, action.card)
    if state.laid:
        return Refused("already-laid")
    if isinstance(action, Take) and game.blocking != "take-three":
        return Refused("not-offered")
    zones, show = state.table.zones, game.layout.deck.show
    can = zones[seat] & state.offer
    fresh = zones[game.fresh[seat]] & state.offer if state.drawn else 0
    if fresh and (fresh == can or not can):
        return Refused("must-lay-drawn", card=show(fresh))
    if not zones[game.rows] and can:
        return Refused("opening-card", cards=show(can))
    if isinstance(action, Draw | Take) and not zones[game.stock]:
        return Refused("stock-empty")
    if isinstance(action, Draw) and state.drawn == MOST_DRAWN:
        return Refused("drawn-enough", most=MOST_DRAWN)
    if can and not state.drawn:
        return Refused("nothing-laid") if isinstance(action, End) else Refused("can-lay", cards=show(can))
    legal = game.legal(state, seat)
    if DRAW in legal:
        return Refused("must-draw" if len(legal) == 1 else "lay-or-draw", card=show(fresh))
    return Refused("must-pass" if PASS in legal else "must-end")


def _why_not_lay(game: RowGame, state: RowState, seat: int, card: Card) -> Refused:
    bit, name, zones = 1 << card, game.layout.deck.names[card], state.table.zones
    if not bit & (zones[seat] | zones[game.fresh[seat]]):
        return Refused("not-in-hand", card=name)
    if not zones[game.rows]:
        return Refused("opening-card", cards=game.layout.deck.show(state.offer))
    if not bit & state.fits:
        return Refused("does-not-fit", card=name)
    if state.laid:
        return Refused("one-colour", card=name)
    return Refused("lay-drawn-card", card=name)
