"""Bots: they sit at the table like anyone else and know no more than their seat does.

A bot is a function from a guessed state to an action. `decide` is the only door: it replaces all that the seat may
not know by a guess before the bot sees anything, and gives its calls the time that a person would take.

How a game is played stands beside the game (`elfer.bots.plan`). A level is how well: what it looks at, how much it
keeps in mind, how quick it is, and whether it looks ahead (`elfer.bots.search`).

>>> from elfer import game, seed_from
>>> from elfer.bots import Level, decide, player
>>> from elfer.table.seed import Stream
>>> elfer = game("elfer", players=4)
>>> state = elfer.deal(seed_from("7"))
>>> elfer.write(decide(player(elfer, Level.NORMAL), elfer, state, 0, Stream(seed_from("7"), "bot")))
'r11'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from importlib import import_module
from operator import mul
from typing import Any

import msgspec
from msgspec import Struct

from elfer.bots.forgetting import kept_in_mind
from elfer.bots.plain import Bot, at_random, greedy
from elfer.bots.plan import Plan, Sheet, plan
from elfer.bots.reactions import SLOW, USUAL, Reflexes, reacted
from elfer.bots.search import searching
from elfer.fast.ahead import ready
from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.seed import Chance

__all__ = ["Bot", "Level", "Player", "UnknownBot", "answer", "at_random", "decide", "greedy", "levels", "named"]
__all__ += ["player", "reacting", "usual", "weights_of"]


class Level(Enum):
    """How well a bot plays."""

    EASY = "easy"
    """Somebody who has just learnt the rules, and is in no hurry."""
    NORMAL = "normal"
    """Somebody who knows the game."""
    HARD = "hard"
    """Somebody who knows it well and thinks ahead, where that helps."""
    CHAMPION = "champion"
    """The same with more time to think. Only where thinking ahead helps."""

    @classmethod
    def _missing_(cls, value: object) -> Level | None:
        return cls.NORMAL if value == "simple" else None  # what earlier versions wrote


class Player(Struct, frozen=True):
    """Who sits on a seat that is no person's."""

    bot: Bot
    reflexes: Reflexes = USUAL
    """How quick it is in windows, and how often it slips."""
    memory: int | None = None
    """How many cards out of its sight it keeps in mind; nothing: all that it could."""


class UnknownBot(ValueError):
    """There is no bot of that name."""


def decide(who: Player | Bot, game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
    """What somebody does on that seat."""
    who = who if isinstance(who, Player) else Player(who)
    if who.memory is not None:
        state = kept_in_mind(game, state, seat, who.memory, chance)
    return answer(who, game, guess(game, state, seat, chance), seat, chance)


def answer(who: Player, game: Game[Any], guessed: State, seat: int, chance: Chance) -> Action:
    """The same, once the state is guessed; in a quick moment with a human time, and slips (LIVE-4)."""
    action, window = who.bot(game, guessed, seat, chance), guessed.table.window
    if window is None or not window.seconds:
        return action
    return reacted(action, game.legal(guessed, seat), window, who.reflexes, chance)


def reacting(who: Player) -> Bot:
    """Its bot with its reflexes: to play on with from a guess."""

    def choose(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
        return answer(who, game, state, seat, chance)

    return choose


def levels(game: Game[Any]) -> list[Level]:
    """The levels that differ in this game, the easiest first."""
    sheets = plan(game).sheets
    return [level for level in Level if level is Level.NORMAL or getattr(sheets, level.value)]


def player(game: Game[Any], level: Level, leans: str = "") -> Player:
    """Somebody who plays this game at a level, and is inclined to something (`elfer.bots.cast`)."""
    how = plan(game)
    sheet = sheet_of(how, level, game.players)
    weights = how.weights(sheet.weights, leans)
    bot = how.bot(weights)
    kernel = ready(game) if sheet.search and sheet.search.fast else None
    if sheet.search and (kernel or sheet.search.samples):
        numbers, ranking, forgetful = msgspec.structs.astuple(weights), ranked(how, weights), not how.remembers
        bot = searching(bot, sheet.search, ranking, forgetful=forgetful, kernel=kernel, weights=numbers)
    reflexes = sheet.reflexes or (SLOW if level is Level.EASY else USUAL)
    return Player(bot, reflexes, sheet.memory)


def usual(game: Game[Any]) -> Bot:
    """The bot that plays the game sensibly and at once."""
    return plan(game).bot(_weights(game, Level.NORMAL))


def weights_of(game: Game[Any], level: Level = Level.NORMAL) -> tuple[float, ...]:
    """How much each thing counts at a level that the plan of the game looks at, as kernels take it."""
    numbers: tuple[float, ...] = msgspec.structs.astuple(_weights(game, level))
    return numbers


def _weights(game: Game[Any], level: Level) -> Any:
    how = plan(game)
    return how.weights(sheet_of(how, level, game.players).weights)


def sheet_of(how: Plan, level: Level, players: int) -> Sheet:
    """How the level plays at a table of so many: its sheet for most players that are not more than these.

    A level without one plays like the one below it, and a sheet without weights has those of the level below.
    """
    below = [Level.NORMAL] if level in (Level.EASY, Level.NORMAL) else list(Level)[1 : list(Level).index(level) + 1]
    found = Sheet()
    for one in [*below, level]:
        fitting = [sheet for sheet in getattr(how.sheets, one.value) if sheet.players <= players]
        if fitting:
            best = max(fitting, key=lambda sheet: sheet.players)
            found = best if best.weights else msgspec.structs.replace(best, weights=found.weights)
    return found


def ranked(how: Plan, weights: Struct) -> Callable[[Game[Any], State, int], Sequence[Action]]:
    """What can be done, the best first, as far as the plan can tell."""
    numbers = msgspec.structs.astuple(weights)

    def in_order(game: Game[Any], state: State, seat: int) -> Sequence[Action]:
        legal = game.legal(state, seat)
        if how.look is None or len(legal) == 1:
            return legal
        worth = [sum(map(mul, row, numbers)) for row in how.look(game, state, seat, legal)]
        return [legal[n] for n in sorted(range(len(legal)), key=lambda n: -worth[n])]

    return in_order


def named(game: Game[Any], name: str) -> Player:
    """A player by name: a level, `random`, `greedy`, or a bot of one's own as `module:function`.

    Raises `UnknownBot`.
    """
    if name in ("random", "greedy"):
        return Player(at_random if name == "random" else greedy)
    if ":" in name:
        return _own(game, name)
    try:
        return player(game, Level(name))
    except ValueError:
        known = ", ".join(["random", "greedy", *(level.value for level in Level)])
        raise UnknownBot(f"there is no bot “{name}”; there are {known}, and module:function") from None


def _own(game: Game[Any], name: str) -> Player:
    module, _, thing = name.partition(":")
    try:
        made = getattr(import_module(module), thing)
    except (ImportError, AttributeError) as why:
        raise UnknownBot(f"there is no bot “{name}”: {why}") from None
    made = made() if isinstance(made, type) else made
    if not callable(made):
        raise UnknownBot(f"“{name}” is no bot: it cannot be called with (game, state, seat, chance)")
    return made if isinstance(made, Player) else Player(made)
