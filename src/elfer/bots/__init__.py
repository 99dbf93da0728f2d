"""Bots: they sit at the table like anyone else and know no more than their seat does.

A bot is a function from a guessed state to an action. `decide` is the only door: it replaces all that the seat may
not know by a guess before the bot sees anything, and gives its calls the time that a person would take.

A game's own bot stands beside the game: the function `choose` of its module `bot`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from elfer.bots.reactions import SLOW, USUAL, Reflexes, reacted, timed
from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.seed import Stream

Bot = Callable[[Game[Any], State, int, Stream], Action]
"""Chooses for a seat of a game, in a state that is right in what the seat knows and guessed in the rest."""


def decide(bot: Bot, game: Game[Any], state: State, seat: int, stream: Stream, reflexes: Reflexes = USUAL) -> Action:
    """What the bot does on that seat."""
    return answer(bot, game, guess(game, state, seat, stream), seat, stream, reflexes)


def answer(
    bot: Bot, game: Game[Any], guessed: State, seat: int, stream: Stream, reflexes: Reflexes = USUAL
) -> Action:
    """The same, once the state is guessed; in a quick moment with a human time, and slips (LIVE-4)."""
    action, window = bot(game, guessed, seat, stream), guessed.table.window
    if window is None or not window.seconds:
        return action
    return reacted(action, game.legal(guessed, seat), window, reflexes, stream)


def at_random(game: Game[Any], state: State, seat: int, stream: Stream) -> Action:
    """Any legal action."""
    legal = game.legal(state, seat)
    action, window = legal[stream.below(len(legal))], state.table.window
    return timed(action, stream.below(1000 * window.seconds), window) if window and window.seconds else action


def greedy(game: Game[Any], state: State, seat: int, stream: Stream) -> Action:
    """Whatever brings most points at once, as the guess has it; among equals, any."""
    legal = game.legal(state, seat)
    sign = -1 if game.lowest_wins else 1
    gains = [sign * game.points(game.step(state, seat, action))[seat] for action in legal]
    best = [action for action, gain in zip(legal, gains, strict=True) if gain == max(gains)]
    return best[stream.below(len(best))]


def simple(game: Game[Any]) -> Bot:
    """A bot that plays the game sensibly and at once: its own, or that of what the game is built on."""
    for package in reversed(game.packages()):
        if find_spec(f"{package}.bot"):
            bot: Bot = import_module(f"{package}.bot").choose
            return bot
    return greedy


def careless(bot: Bot) -> Bot:
    """Like another bot, but every other time it does just anything."""

    def choose(game: Game[Any], state: State, seat: int, stream: Stream) -> Action:
        if stream.below(2):
            return bot(game, state, seat, stream)
        legal = game.legal(state, seat)
        return legal[stream.below(len(legal))]

    return choose


class Level(Enum):
    """How well a bot plays."""

    EASY = "easy"
    """Somebody who has just learnt the rules, and is in no hurry."""
    SIMPLE = "simple"

    def bot(self, game: Game[Any]) -> Bot:
        return careless(simple(game)) if self is Level.EASY else simple(game)

    @property
    def reflexes(self) -> Reflexes:
        return SLOW if self is Level.EASY else USUAL
