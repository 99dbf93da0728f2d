"""How not to get the nightcap: collect the number you have most of, and watch the others all the time.

Who was given a card once may be collecting it. What is put down must be noticed at once: how soon, and whether at
all, is up to the level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from elfer.games.schlafmuetze import DOWN, Schlafmuetze, SleepyState
from elfer.table.actions import Action, Give
from elfer.table.cards import each

REMEMBERS = True
CAREFUL = ("helps",)


class Weights(Struct, frozen=True):
    """What speaks for giving a card, or for putting all down."""

    down: float = 10.0
    """Putting the cards down, as soon as one may."""
    keeps: float = -1.0
    """Giving away a card: how many of its number were in the hand."""
    helps: float = 0.0
    """Giving away a card: how many of its number are known to be with whoever gets it."""


def look(game: Schlafmuetze, state: SleepyState, seat: int, legal: Sequence[Action]) -> list[tuple[float, ...]]:
    """What speaks for each."""
    zones, number = state.table.zones, game.layout.deck.values
    taker = state.seat if state.back else game.next[seat]
    mine = Counter(number[card] for card in each(zones[seat] | zones[game.given[seat]]))
    known = game.layout.known(state.table, seat)
    theirs = Counter(number[card] for card in each(zones[taker] & known))
    rows: list[tuple[float, ...]] = []
    for action in legal:
        if isinstance(action, Give):
            rows.append((0.0, float(mine[number[action.card]]), float(theirs[number[action.card]])))
        else:
            rows.append((float(action == DOWN), 0.0, 0.0))
    return rows
