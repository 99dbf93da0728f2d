"""How not to get the nightcap: collect the number you have most of, and watch the others all the time.

What is put down must be noticed at once: how soon, and whether at all, is up to the level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from elfer.games.schlafmuetze import DOWN, Schlafmuetze, SleepyState
from elfer.table.actions import Action, Give
from elfer.table.cards import each


class Weights(Struct, frozen=True):
    """What speaks for giving a card, or for putting all down."""

    down: float = 10.0
    """Putting the cards down, as soon as one may."""
    keeps: float = -1.0
    """Giving away a card: how many of its number were in the hand."""


def look(game: Schlafmuetze, state: SleepyState, seat: int, legal: Sequence[Action]) -> list[tuple[float, ...]]:
    """What speaks for each."""
    zones, number = state.table.zones, game.layout.deck.values
    mine = Counter(number[card] for card in each(zones[seat] | zones[game.given[seat]]))
    return [
        (0.0, float(mine[number[action.card]])) if isinstance(action, Give) else (float(action == DOWN), 0.0)
        for action in legal
    ]
