"""Why an action of `farbensammeln` is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.games.farbensammeln.turn import SCHLUSS
from elfer.table.actions import Action, Draw, LayAt, TakeFrom
from elfer.table.refusal import Refused

if TYPE_CHECKING:
    from elfer.games.farbensammeln import ColourState, Farbensammeln

REASONS = {
    "take-a-card-first": "First take a card, from the stock or from an open pile.",
    "no-open-card-there": "No card lies there that you could take: {card}.",
    "card-taken-already": "You have taken a card in this turn; now put one away.",
    "just-taken-stays": "You have just taken {card}, so it cannot be put away in this turn.",
    "new-pile-comes-first": "There are fewer than four piles, so your card begins a new one: {card}.",
    "hand-not-one-colour": "You can call “Stop!” only when your hand, without the card just taken, has one colour.",
    "stock-not-used-up": "“Stop without risk!” can be called only when the stock is used up.",
    "last-card-from-stock": "“Stop without risk!” can be called only after taking a card from an open pile.",
    "called-so-put-away": "You have called “Stop without risk!”; now put one card away.",
}


def why_not(game: Farbensammeln, state: ColourState, seat: int, action: Action) -> Refused:
    taking = isinstance(action, Draw | TakeFrom)
    if state.taken:
        if isinstance(action, LayAt):
            return _why_not_put_away(game, state, seat, action)
        return Refused("card-taken-already") if taking else _why_no_call(game, state, action)
    if not taking:
        return Refused("take-a-card-first")
    if isinstance(action, TakeFrom):
        return Refused("no-open-card-there", card=game.layout.places[action.at])
    return Refused("stock-empty")


def _why_not_put_away(game: Farbensammeln, state: ColourState, seat: int, action: LayAt) -> Refused:
    zones, name = state.table.zones, game.layout.deck.names[action.card]
    taken = zones[game.apart[seat]] >> action.card & 1
    if taken and state.caller < 0:
        return Refused("just-taken-stays", card=name)
    if not taken and not zones[seat] >> action.card & 1:
        return Refused("not-in-hand", card=name)
    free = next(at for at, zone in enumerate(game.piles) if not zones[zone])
    return Refused("new-pile-comes-first", card=game.layout.places[free])


def _why_no_call(game: Farbensammeln, state: ColourState, action: Action) -> Refused:
    if state.caller >= 0:
        return Refused("called-so-put-away")
    if action == SCHLUSS:
        return Refused("hand-not-one-colour")
    return Refused("stock-not-used-up" if state.table.zones[game.stock] else "last-card-from-stock")
