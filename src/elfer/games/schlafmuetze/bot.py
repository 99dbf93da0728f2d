"""A bot for `schlafmuetze`: it collects the number it has most of, and puts its cards down as soon as it may."""

from __future__ import annotations

from collections import Counter

from elfer.games.schlafmuetze import DOWN, Schlafmuetze, SleepyState
from elfer.table.actions import Action, Give
from elfer.table.cards import each
from elfer.table.seed import Stream


def choose(game: Schlafmuetze, state: SleepyState, seat: int, stream: Stream) -> Action:
    legal = game.legal(state, seat)
    if DOWN in legal:
        return DOWN
    zones, number = state.table.zones, game.layout.deck.values
    count = Counter(number[card] for card in each(zones[seat] | zones[game.given[seat]]))
    gives = [(count[number[action.card]], action) for action in legal if isinstance(action, Give)]
    fewest = min(gives, key=lambda give: give[0])[0]
    rarest = [action for had, action in gives if had == fewest]
    return rarest[stream.below(len(rarest))]
