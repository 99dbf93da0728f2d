"""Bots: they sit at the table like anyone else and know no more than their seat does.

A bot is a function from a guessed state to an action. `decide` is the only door: it replaces all that the seat may
not know by a guess before the bot sees anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from elfer.bots.rows import one_card
from elfer.games.rows import RowGame
from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.seed import Stream

Bot = Callable[[Game[Any], State, int, Stream], Action]
"""Chooses for a seat of a game, in a state that is right in what the seat knows and guessed in the rest."""


def decide(bot: Bot, game: Game[Any], state: State, seat: int, stream: Stream) -> Action:
    """What the bot does on that seat."""
    return bot(game, guess(game, state, seat, stream), seat, stream)


def at_random(game: Game[Any], state: State, seat: int, stream: Stream) -> Action:
    """Any legal action."""
    legal = game.legal(state, seat)
    return legal[stream.below(len(legal))]


def greedy(game: Game[Any], state: State, seat: int, stream: Stream) -> Action:
    """Whatever brings most points at once, as the guess has it; among equals, any."""
    legal = game.legal(state, seat)
    sign = -1 if game.lowest_wins else 1
    gains = [sign * game.points(game.apply(state, seat, action))[seat] for action in legal]
    best = [action for action, gain in zip(legal, gains, strict=True) if gain == max(gains)]
    return best[stream.below(len(best))]


def simple(game: Game[Any]) -> Bot:
    """A bot that plays the game sensibly and at once."""
    return one_card if isinstance(game, RowGame) else greedy
