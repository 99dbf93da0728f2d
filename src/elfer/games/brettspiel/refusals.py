"""Why an action of `brettspiel` is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.games.brettspiel import board
from elfer.table.actions import Action, Draw, End, Give, Lay, LayAt
from elfer.table.cards import Card
from elfer.table.refusal import Refused

if TYPE_CHECKING:
    from elfer.games.brettspiel import BoardState, Brettspiel

REASONS = {
    "field-taken": "This field is taken: {card}.",
    "field-closed": "Nothing lies beside this field yet: {card}.",
    "not-yours": "You do not have this tile: {card}.",
    "three-laid": "You have laid {most} tiles in this turn; that is the most.",
    "lay-bonus": "The bonus tile comes first on its field: {card}.",
    "drawn-fits": "The drawn tile can be laid, so it must be: {card}.",
    "no-pair": "A tile can be handed on only after two tiles next to each other in a row in the same turn.",
}


def why_not(game: Brettspiel, state: BoardState, seat: int, action: Action) -> Refused:
    zones, deck = state.table.zones, game.layout.deck
    if isinstance(action, Lay | LayAt):
        return _why_not_lay(game, state, seat, action)
    if zones[game.bonus]:
        return Refused("lay-bonus", card=deck.show(zones[game.bonus]))
    if isinstance(action, Give):
        held = zones[seat] & deck.copies[action.card]
        return Refused("no-pair") if held else _not_held(game, action.card)
    if state.laid:
        return Refused("already-laid")
    if can := zones[game.apart[seat] if state.drawn else seat] & state.fits:
        if state.drawn:
            return Refused("drawn-fits", card=deck.show(can))
        if not state.taken:
            return Refused("opening-card", cards=deck.show(can))
        return Refused("nothing-laid") if isinstance(action, End) else Refused("can-lay", cards=deck.show(can))
    if isinstance(action, Draw):
        return Refused("stock-empty")
    return Refused("must-draw") if zones[game.bag] else Refused("must-pass")


def _why_not_lay(game: Brettspiel, state: BoardState, seat: int, action: Lay | LayAt) -> Refused:
    zones, deck = state.table.zones, game.layout.deck
    tiles, waiting = deck.copies[action.card], zones[game.bonus]
    if waiting and not waiting & tiles:
        return Refused("lay-bonus", card=deck.show(waiting))
    if tiles & zones[game.box]:
        return Refused("not-offered")
    if not (waiting or zones[seat] | zones[game.apart[seat]]) & tiles:
        return _not_held(game, action.card)
    if isinstance(action, LayAt) and state.taken >> action.at & 1:
        return Refused("field-taken", card=board.FIELDS[action.at])
    if state.laid == board.MOST_LAID:
        return Refused("three-laid", most=board.MOST_LAID)
    if not state.taken:
        return Refused("opening-card", cards=deck.show(zones[seat] & state.fits))
    if isinstance(action, LayAt):
        return Refused("field-closed", card=board.FIELDS[action.at])
    return Refused("does-not-fit", card=deck.names[action.card])


def _not_held(game: Brettspiel, tile: Card) -> Refused:
    name = game.layout.deck.names[tile]
    return Refused("not-in-hand" if name in board.FIELDS else "not-yours", card=name)
