"""Players without a plan: to compare others with, and for games that have none of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from elfer.bots.reactions import timed
from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.seed import Chance

Bot = Callable[[Game[Any], State, int, Chance], Action]
"""Chooses for a seat of a game, in a state that is right in what the seat knows and guessed in the rest."""


def at_random(game: Game[Any], state: State, seat: int, stream: Chance) -> Action:
    """Any legal action."""
    legal = game.legal(state, seat)
    action, window = legal[stream.below(len(legal))], state.table.window
    return timed(action, stream.below(1000 * window.seconds), window) if window and window.seconds else action


def greedy(game: Game[Any], state: State, seat: int, stream: Chance) -> Action:
    """Whatever brings most points at once, as the guess has it; among equals, any."""
    legal = game.legal(state, seat)
    sign = -1 if game.lowest_wins else 1
    gains = [sign * game.points(game.step(state, seat, action))[seat] for action in legal]
    best = [action for action, gain in zip(legal, gains, strict=True) if gain == max(gains)]
    return best[stream.below(len(best))]
