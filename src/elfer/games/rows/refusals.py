"""Why an action of a row game is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from elfer.table.actions import DRAW, PASS, Action, Draw, End, Lay, Take
from elfer.table.cards import Card
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
    """Why the seat, whose turn it is, may not do this."""
    if isinstance(action, Lay):
        return _why_not_lay(game, state, seat, action.card)
    if state.laid:
        return Refused("already-laid")
    if isinstance(action, Take) and game.blocking != "take-three":
        return Refused("not-offered")
    zones, show = state.table.zones, game.layout.deck.show
    can = zones[seat] & state.offer
    drawn = zones[game.drawn[seat]] & state.offer
    if drawn and (drawn == can or not can):
        return Refused("must-lay-drawn", card=show(drawn))
    if not zones[game.rows] and can:
        return Refused("opening-card", cards=show(can))
    if isinstance(action, Draw | Take) and (refused := _why_not_draw(game, state, action)):
        return refused
    if can and not state.drawn:
        return Refused("nothing-laid") if isinstance(action, End) else Refused("can-lay", cards=show(can))
    return _what_else(game.legal(state, seat), show(drawn))


def _what_else(legal: Sequence[Action], drawn: str) -> Refused:
    """What is to be done instead, when nothing of the hand can be laid."""
    if DRAW in legal:
        return Refused("must-draw" if len(legal) == 1 else "lay-or-draw", card=drawn)
    return Refused("must-pass" if PASS in legal else "must-end")


def _why_not_draw(game: RowGame, state: RowState, action: Action) -> Refused | None:
    if not state.table.zones[game.stock]:
        return Refused("stock-empty")
    enough = isinstance(action, Draw) and state.drawn == MOST_DRAWN
    return Refused("drawn-enough", most=MOST_DRAWN) if enough else None


def _why_not_lay(game: RowGame, state: RowState, seat: int, card: Card) -> Refused:
    bit, name, zones = 1 << card, game.layout.deck.names[card], state.table.zones
    if not bit & (zones[seat] | zones[game.drawn[seat]]):
        return Refused("not-in-hand", card=name)
    if not zones[game.rows]:
        return Refused("opening-card", cards=game.layout.deck.show(state.offer))
    if not bit & state.fits:
        return Refused("does-not-fit", card=name)
    if state.laid:
        return Refused("one-colour", card=name)
    return Refused("lay-drawn-card", card=name)
