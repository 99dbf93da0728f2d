"""A bot for `farbensammeln`: it collects its best colour, and calls when that should be enough."""

from __future__ import annotations

from elfer.games.farbensammeln import NO_RISK, PILES, SCHLUSS, ColourState, Farbensammeln
from elfer.table.actions import DRAW, Action, LayAt, TakeFrom
from elfer.table.cards import Card, Cards, each
from elfer.table.seed import Stream

ENOUGH = 11
"""Points for each card of the hand with which a call is dared."""
WORTH_TAKING = 5
"""An open card of the bot's colour with at least this number is better than an unknown card."""


def choose(game: Farbensammeln, state: ColourState, seat: int, stream: Stream) -> Action:
    legal, zones = game.legal(state, seat), state.table.zones
    colour = _collected(game, zones[seat])
    if not state.taken:
        return _take(game, state, seat, colour)
    if state.caller < 0 and _is_enough(game, state, seat, colour):
        for call in (SCHLUSS, NO_RISK):
            if call in legal:
                return call
    return _put_away(game, state, [action for action in legal if isinstance(action, LayAt)], colour, stream)


def _collected(game: Farbensammeln, hand: Cards) -> Cards:
    """The colour with the highest sum."""
    return max(game.colours, key=lambda colour: game.layout.deck.worth(hand & colour))


def _is_enough(game: Farbensammeln, state: ColourState, seat: int, colour: Cards) -> bool:
    """Whether nobody should have more: others whose open cards are known to be good are looked at too."""
    mine = game.layout.deck.worth(state.table.zones[seat] & colour)
    theirs = max(points for other, points in enumerate(game.sums(state)) if other != seat)
    return mine >= ENOUGH * game.hand_size and mine > theirs


def _take(game: Farbensammeln, state: ColourState, seat: int, colour: Cards) -> Action:
    """The best open card that helps, or else one from the stock."""
    zones, number = state.table.zones, game.layout.deck.values
    hand = zones[seat]
    least = min((number[card] for card in each(hand & colour)), default=0) if hand & colour == hand else 0
    tops = {at: zones[pile][-1] for at, pile in enumerate(game.piles) if zones[pile]}
    useful = {at: number[card] for at, card in tops.items() if colour >> card & 1}
    best = max(useful, key=useful.__getitem__, default=-1)
    if best >= 0 and (useful[best] >= max(WORTH_TAKING, least + 1) or not zones[game.stock]):
        return TakeFrom(best)
    if zones[game.stock]:
        return DRAW
    return TakeFrom(max(tops, key=lambda at: number[tops[at]]))


def _put_away(game: Farbensammeln, state: ColourState, lays: list[LayAt], colour: Cards, stream: Stream) -> Action:
    """The lowest card of another colour, or else of its own; onto an open card that the bot does not want itself."""
    number = game.layout.deck.values

    def loss(card: Card) -> tuple[bool, int]:
        return bool(colour >> card & 1), number[card]

    card = min((lay.card for lay in lays), key=loss)
    where = [lay for lay in lays if lay.card == card]
    if len(where) < len(PILES):
        return where[0]
    tops = [state.table.zones[pile][-1] for pile in game.piles]
    return max(where, key=lambda lay: (not colour >> tops[lay.at] & 1, number[tops[lay.at]]))
