"""A bot that reckons with the cards that were not seen yet."""

from __future__ import annotations

from math import isqrt

from elfer.games.ratefix import Ratefix, RatefixState
from elfer.table.actions import Action, Guess
from elfer.table.cards import each
from elfer.table.seed import Stream

SPREAD = 2
"""How far guesses spread around what is to be expected, in thirds of a player's part of it."""


def choose(game: Ratefix, state: RatefixState, seat: int, stream: Stream) -> Action:
    """About the sum that can be expected. Everyone can work that out, so bots that did not spread would all tie."""
    values, players = game.layout.deck.values, game.players
    unseen = [values[card] for card in each(game.layout.deck.all & ~game.layout.known(state.table, seat))]
    expected = round(players * sum(unseen) / len(unseen))
    spread = SPREAD * isqrt(players)
    guess = expected + sum(stream.below(2 * spread + 1) - spread for _ in range(2)) // 2
    return Guess(min(max(guess, players), players * max(values)))
