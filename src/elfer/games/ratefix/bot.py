"""How to guess: near the sum that is to be expected, but not where everyone is.

Count what lies open: what is not there must still come. Everyone can work that out, so whoever says just that ties;
guess a little beside it, and the more players there are the farther.
"""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

from elfer.games.booklet import NUMBERS
from elfer.games.ratefix import Ratefix, RatefixState
from elfer.table.actions import Action, Guess
from elfer.table.cards import each
from elfer.table.seed import Chance

REMEMBERS = True
BOLD = ("spread",)

REASONS = ("expected",)

MIDDLE = (1 + NUMBERS) / 2
"""What a card shows on average before any was seen."""
FINE = 1000
"""Of how many equal steps chance is made."""


class Weights(Struct, frozen=True):
    """How the guess comes about."""

    count: float = 1.0
    """How much the cards that lie open are reckoned with: 0 is not at all, 1 rightly."""
    spread: float = 0.5
    """How far guesses lie on either side of what is expected, at most: in standard deviations of the sum."""


def choose(game: Ratefix, state: RatefixState, seat: int, stream: Chance, weights: Weights) -> Action:
    """Anything within the spread, all of it equally likely."""
    expected, deviation = outlook(game, state, seat, weights.count)
    off = weights.spread * deviation * (2 * stream.below(FINE) / (FINE - 1) - 1)
    return Guess(min(max(round(expected + off), game.players), game.players * NUMBERS))


def reason(game: Ratefix, state: RatefixState, seat: int, action: Action, weights: Weights) -> str | None:
    """Why one would guess that."""
    expected, deviation = outlook(game, state, seat, weights.count)
    near = isinstance(action, Guess) and abs(action.number - expected) <= weights.spread * deviation + 1
    return "expected" if near else None


def outlook(game: Ratefix, state: RatefixState, seat: int, count: float) -> tuple[float, float]:
    """What the sum should be, reckoning with what lies open as much as that; and its standard deviation."""
    values, players = game.layout.deck.values, game.players
    unseen = [values[card] for card in each(game.layout.deck.all & ~game.layout.known(state.table, seat))]
    mean = sum(unseen) / len(unseen)
    variance = sum((value - mean) ** 2 for value in unseen) / len(unseen)
    return players * (MIDDLE + count * (mean - MIDDLE)), sqrt(players * variance)
