"""A plan for any game, which knows nothing but what every game has: points, cards in hand, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from elfer.table.actions import Action
from elfer.table.game import Game, State


class Weights(Struct, frozen=True):
    """What counts after an action."""

    points: float = 1.0
    """The points of the seat, as they stand; with the sign that makes more of them better."""
    lead: float = 0.0
    """The same, less those of the best of the others."""
    cards: float = 0.0
    """How many cards the hand has."""
    again: float = 0.0
    """Whether it is the seat's turn again."""
    choices: float = 0.0
    """How much whoever is next can choose from."""


def look(game: Game[Any], state: State, seat: int, legal: Sequence[Action]) -> list[tuple[float, ...]]:
    """What each of the actions leads to."""
    return [_after(game, game.step(state, seat, action), seat) for action in legal]


def _after(game: Game[Any], state: State, seat: int) -> tuple[float, ...]:
    sign = -1 if game.lowest_wins else 1
    points = [sign * own for own in game.points(state)]
    best = max(own for other, own in enumerate(points) if other != seat)
    hand, acting = state.table.zones[seat], game.to_act(state)
    cards = hand.bit_count() if isinstance(hand, int) else len(hand)
    choices = game.allowed(state, acting[0]).bit_count() if acting else 0
    return points[seat], points[seat] - best, cards, seat in acting, choices
