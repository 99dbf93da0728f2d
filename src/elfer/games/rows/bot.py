"""A simple player of the row games.

Laying exactly one card a turn, unless one can go out, is nearly everything in these games; which card matters less,
and the one with most of one's own cards beyond it is a good choice.
"""

from __future__ import annotations

from typing import Any

from elfer.games.rows import LENGTH
from elfer.table.actions import END, Action, Lay
from elfer.table.cards import Card, Cards, each
from elfer.table.game import Game, State
from elfer.table.seed import Stream


def choose(game: Game[Any], state: State, seat: int, stream: Stream) -> Action:
    """One card a turn, where most own cards lie beyond; all cards if that goes out."""
    legal = game.legal(state, seat)
    lays = [action for action in legal if isinstance(action, Lay)]
    if (out := _way_out(game, state, seat)) is not None:
        return out
    if END in legal or not lays:
        return END if END in legal else legal[-1]
    hand: Cards = state.table.zones[seat]
    rows: Cards = state.table.zones[game.layout.zone("rows")]
    worth = [beyond(hand, rows, lay.card) for lay in lays]
    best = [lay for lay, count in zip(lays, worth, strict=True) if count == max(worth)]
    return best[stream.below(len(best))]


def beyond(hand: Cards, rows: Cards, card: Card) -> int:
    """How many cards of the hand come nearer to fitting when this card is laid: those on from it in its row."""
    count = 0
    for step in (-1, 1):
        place = card + step
        while place // LENGTH == card // LENGTH and not rows >> place & 1:
            count += hand >> place & 1
            place += step
    return count


def _way_out(game: Game[Any], state: State, seat: int) -> Action | None:
    """The first card of a way to lay the whole hand in this turn, if laying whatever fits finds one."""
    first: Action | None = None
    state = game.forgetful(state)
    while game.to_act(state) == (seat,):
        lays = [action for action in game.legal(state, seat) if isinstance(action, Lay)]
        if not lays:
            return None
        first = first or lays[0]
        state = game.step(state, seat, lays[0])
    hand: Cards = state.table.zones[seat]
    return first if not list(each(hand)) else None
