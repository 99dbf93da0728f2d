"""How to find pairs: take what you remember, else turn up something new, and do not show it to the next player.

How many cards somebody keeps in mind is up to the level (WL-5). What does not come to mind at this card may do so at
the next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from elfer.games.booklet import NUMBERS
from elfer.games.was_liegt_wo import GRID, UP, GridState, WasLiegtWo
from elfer.table.actions import Action, TurnAt
from elfer.table.cards import Places, each
from elfer.table.table import EMPTY

REMEMBERS = True
BOLD = ("hope",)
CAREFUL = ("reveals",)


class Weights(Struct, frozen=True):
    """What speaks for turning up a card."""

    pair: float = 3.0
    """It makes a pair for certain: with the card that is turned up, or with another one that comes to mind."""
    new: float = 1.0
    """It does not come to mind, and is the first of a turn: it may match one that does."""
    hope: float = 1.0
    """It does not come to mind, and is the second: how likely it matches the first."""
    reveals: float = 0.0
    """It does not come to mind, and is the second: how likely the next player knows another to match it."""


def look(game: WasLiegtWo, state: GridState, seat: int, legal: Sequence[Action]) -> list[tuple[float, ...]]:
    """What speaks for each place."""
    mind, first = remembered(game, state), turned_up(state)
    seen, hidden = Counter(mind.values()), state.free.bit_count() - len(mind)
    if first:
        number = game.layout.deck.values[state.table.zones[UP][first.bit_length() - 1]]
        sought, fresh = {number}, _second(game, state, number, seen, hidden)
    else:
        sought, fresh = {number for number, times in seen.items() if times > 1}, (0.0, 1.0, 0.0, 0.0)
    rows: list[tuple[float, ...]] = []
    for action in legal:
        assert isinstance(action, TurnAt)
        known = mind.get(action.at)
        rows.append(fresh if known is None else (float(known in sought), 0.0, 0.0, 0.0))
    return rows


def _second(
    game: WasLiegtWo, state: GridState, number: int, seen: Counter[int], hidden: int
) -> tuple[float, float, float, float]:
    """What speaks for a second card that nobody knows, when the first shows this number."""
    if not hidden:
        return 0.0, 0.0, 0.0, 0.0
    taken = sum(state.table.zones[won] for won in game.won)
    left = len(game.layout.deck) // NUMBERS - 1 - seen[number]
    left -= sum(game.layout.deck.values[card] == number for card in each(taken))
    single = sum(times % 2 for other, times in seen.items() if other != number)
    return 0.0, 0.0, left / hidden, single / hidden


def remembered(game: WasLiegtWo, state: GridState) -> dict[int, int]:
    """The numbers that come to mind, by place. What lies face up now needs no memory."""
    values, out = game.layout.deck.values, {}
    for place in each(state.free):
        card, up = state.table.zones[GRID][place], state.table.zones[UP][place]
        if up != EMPTY:
            out[place] = values[up]
        elif state.table.memory.public >> card & 1:
            out[place] = values[card]
    return out


def turned_up(state: GridState) -> Places:
    """The first card of this turn, if it is the second that is to be turned up."""
    return state.up & ~state.free
