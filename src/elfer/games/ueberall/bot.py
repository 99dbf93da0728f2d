"""How to get rid of cards: look at the middle first, then at every pile, each time.

Of several piles take that of whoever is nearest to the end. Call what others put wrong, and only that.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from elfer.games.ueberall import WRONG, JoinState, Ueberall
from elfer.table.actions import TURN, Action, LayAt
from elfer.table.cards import Places

CAREFUL = ("nearest",)


class Weights(Struct, frozen=True):
    """What speaks for putting a card somewhere, or for a call."""

    middle: float = 0.0
    """The card must go into the middle."""
    pile: float = 0.0
    """The card must go on another player's pile."""
    nearest: float = 0.0
    """It goes to another player: how many cards fewer than all that player has yet to put away."""
    lying: float = 0.0
    """The next card is turned up, though the one that lies open joins somewhere."""
    wrong: float = 0.0
    """It is called that something was put wrong, and it was."""
    mistaken: float = 0.0
    """It is called that something was put wrong, and it was not."""


def look(game: Ueberall, state: JoinState, seat: int, legal: Sequence[Action]) -> list[tuple[float, ...]]:
    """What speaks for each."""
    if state.table.window:
        wrong = game.mistaken(state)
        return [
            (0.0,) * 4 + ((float(wrong), float(not wrong)) if action == WRONG else (0.0, 0.0)) for action in legal
        ]
    card = game.at_hand(state)
    right = game.right(state.table.zones, card, seat) if card >= 0 else 0
    return [_row(game, state, action, right) for action in legal]


def _row(game: Ueberall, state: JoinState, action: Action, right: Places) -> tuple[float, ...]:
    if action == TURN:
        return 0.0, 0.0, 0.0, float(right != 0), 0.0, 0.0
    assert isinstance(action, LayAt)
    if not right >> action.at & 1:
        return (0.0,) * 6
    if not action.at:
        return 1.0, 0.0, 0.0, 0.0, 0.0, 0.0
    return 0.0, 1.0, 1.0 - _cards_left(game, state, action.at) / len(game.layout.deck), 0.0, 0.0, 0.0


def _cards_left(game: Ueberall, state: JoinState, at: int) -> int:
    """How many cards the owner of a pile has yet to put away."""
    zones = state.table.zones
    return len(zones[at - 1]) + len(zones[game.piles[at]])
