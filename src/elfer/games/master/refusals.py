"""Why an action of `master` is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.games.master.board import CROSSINGS, JOKERS
from elfer.table.actions import Action, Connect, Draw, End, Lay, LayAt, Swap
from elfer.table.refusal import Refused
from elfer.table.table import EMPTY

if TYPE_CHECKING:
    from elfer.games.master import Master, MasterState

REASONS = {
    "four-laid": "You have laid four cards in this turn, and that is the most: end the turn.",
    "no-joker": "You have no joker in your hand.",
    "place-not-empty": "The place of {card} is taken.",
    "joker-lies-there": "A joker stands for {card}; you can exchange it.",
    "rows-apart": "{cards}: these rows do not lie directly one below the other.",
    "nothing-to-connect": "No card lies on the place of {card}, so no connection card can be put there.",
    "connected-already": "{cards}: a connection card lies between these places already.",
    "no-connection-cards": "You have no connection cards left.",
    "no-joker-lies-there": "No joker stands for {card}.",
    "nothing-left-to-lay": "Exchanging a joker would oblige you to lay a card, but no place is open.",
    "exchanged-so-lay": "You have exchanged a joker in this turn, so you must lay a card.",
    "pass-too-early": "You can pass only when the stock is empty: lay cards, or draw one.",
}

MOST_LAID = 4


def why_not(game: Master, state: MasterState, seat: int, action: Action) -> Refused:
    """The reason for which the seat, whose turn it is, may not do this."""
    match action:
        case Swap(card):
            return _not_swap(game, state, seat, card)
        case Lay() | LayAt() | Connect():
            return _not_lay(game, state, seat, action)
    if state.laid == MOST_LAID:
        return Refused("four-laid")
    if state.laid:
        return Refused("already-laid")
    if state.swapped:
        return Refused("exchanged-so-lay")
    if isinstance(action, End):
        return Refused("nothing-laid")
    if isinstance(action, Draw):
        return Refused("stock-empty")
    if state.table.zones[game.stock]:
        return Refused("pass-too-early")
    return Refused("can-lay", cards=game.layout.deck.show(state.table.zones[seat] & state.fits))


def _not_swap(game: Master, state: MasterState, seat: int, card: int) -> Refused:
    name = game.layout.deck.names[card]
    if not state.table.zones[seat] >> card & 1:
        return Refused("not-in-hand", card=name)
    if not state.wild >> card & 1:
        return Refused("no-joker-lies-there", card=name)
    return Refused("nothing-left-to-lay")


def _not_lay(game: Master, state: MasterState, seat: int, action: Lay | LayAt | Connect) -> Refused:
    names, hand = game.layout.deck.names, state.table.zones[seat]
    at = action.card if isinstance(action, Lay) else action.at
    if action.card == at and not hand >> at & 1:
        return Refused("not-in-hand", card=names[at])
    if action.card != at and not hand & JOKERS:
        return Refused("no-joker")
    if state.laid == MOST_LAID:
        return Refused("four-laid")
    if isinstance(action, Connect) and (refused := _not_connected(game, state, at, action.via)):
        return refused
    if action.card == at and state.wild >> at & 1:
        return Refused("joker-lies-there", card=names[at])
    if game.taken(state) >> at & 1:
        return Refused("place-not-empty", card=names[at])
    if isinstance(action, Connect):
        return Refused("no-connection-cards")
    return Refused("does-not-fit", card=names[at])


def _not_connected(game: Master, state: MasterState, at: int, via: int) -> Refused | None:
    """What is wrong with a connection, but for its end being taken or there being no card for it."""
    names = game.layout.deck.names
    link = CROSSINGS[state.order].between.get((at, via))
    if link is None:
        return Refused("rows-apart", cards=f"{names[via]} {names[at]}")
    if not game.taken(state) >> via & 1:
        return Refused("nothing-to-connect", card=names[via])
    if state.table.zones[game.links][link] != EMPTY:
        return Refused("connected-already", cards=f"{names[via]} {names[at]}")
    return None
