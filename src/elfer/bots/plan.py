"""The plan of a game: what its bot looks at, and how much each of it counts.

What a bot looks at stands beside the game, in its module `bot`: a type `Weights`, whose fields are numbers with a
name, and one of two functions.

- `look(game, state, seat, legal)` gives a row of numbers for each legal action, in the order of the weights. The
  action for which weights and numbers add up to most is chosen.
- `choose(game, state, seat, stream, weights)` chooses by itself, where an action is not the sum of its parts. Where
  there is nothing to weigh, there are no weights, and it does without.

How much it counts is data: `bot.toml` beside the module has sheets for each level, from so many players on. `elfer
tune` finds the numbers. A game without a module has the plan of what it is built on, or else the general one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from operator import mul
from types import ModuleType
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from elfer.bots import general
from elfer.bots.plain import Bot
from elfer.bots.reactions import Reflexes
from elfer.bots.search import Search
from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.seed import Chance

Rows = list[tuple[float, ...]]
Look = Callable[[Game[Any], State, int, Sequence[Action]], Rows]

LEANING = 1.5
"""How much more something counts for a character that is inclined to it."""


class NoWeights(Struct, frozen=True):
    """Of a game in which nothing is weighed."""


class Sheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a level plays a game, from so many players on."""

    players: int = 0
    weights: dict[str, float] = {}
    """What is not named counts as the game's module says: mostly, not at all."""
    memory: int | None = None
    """How many cards that it does not see it keeps in mind; nothing: all that it could."""
    reflexes: Reflexes | None = None
    """In place of what is usual for the level."""
    search: Search | None = None
    """How it looks ahead, where that was found to help."""


class Sheets(Struct, frozen=True, forbid_unknown_fields=True):
    """All that `bot.toml` says. A level that has no sheet plays like the one below it."""

    easy: list[Sheet] = []
    normal: list[Sheet] = []
    hard: list[Sheet] = []
    champion: list[Sheet] = []


class Plan:
    """How bots play a game: its module `bot`, or that of what it is built on."""

    def __init__(self, packages: Sequence[str]) -> None:
        self.module: ModuleType = general
        sheets = b""
        for package in packages:
            if find_spec(f"{package}.bot"):
                self.module = import_module(f"{package}.bot")
            data = files(package) / "bot.toml"
            if data.is_file():
                sheets = data.read_bytes()
        self.sheets = msgspec.toml.decode(sheets, type=Sheets)
        self.Weights: type[Struct] = getattr(self.module, "Weights", NoWeights)
        self.names = tuple(field.name for field in fields(self.Weights))
        self.look: Look | None = getattr(self.module, "look", None)
        self.remembers: bool = getattr(self.module, "REMEMBERS", False)
        """Whether it asks what the seat remembers, so that nobody can play on without memory."""

    def weights(self, named: Mapping[str, float], leans: str = "") -> Any:
        """The numbers of a sheet, as the game's module has them; for a character, with what it is inclined to.

        Raises `ValueError` if there is a name that the plan does not have.
        """
        if unknown := set(named) - set(self.names):
            known = ", ".join(self.names)
            raise ValueError(f"the plan has no {', '.join(sorted(unknown))}; it has {known}")
        own = msgspec.convert(named, self.Weights)
        inclined: Sequence[str] = getattr(self.module, leans.upper(), ()) if leans else ()
        return msgspec.structs.replace(own, **{name: LEANING * getattr(own, name) for name in inclined})

    def bot(self, weights: Any) -> Bot:
        """The bot that plays with these numbers."""
        if self.look is not None:
            return weighing(self.look, weights)
        choose = self.module.choose
        if self.Weights is NoWeights:
            without: Bot = choose
            return without

        def chosen(game: Game[Any], state: State, seat: int, stream: Chance) -> Action:
            action: Action = choose(game, state, seat, stream, weights)
            return action

        return chosen


def weighing(look: Look, weights: Struct) -> Bot:
    """A bot that does what adds up to most; among equals, any."""
    numbers = msgspec.structs.astuple(weights)

    def choose(game: Game[Any], state: State, seat: int, stream: Chance) -> Action:
        legal = game.legal(state, seat)
        if len(legal) == 1:
            return legal[0]
        worth = [sum(map(mul, row, numbers)) for row in look(game, state, seat, legal)]
        most = max(worth)
        if worth.count(most) == 1:
            return legal[worth.index(most)]
        best = [action for action, value in zip(legal, worth, strict=True) if value == most]
        return best[stream.below(len(best))]

    return choose


@lru_cache(maxsize=64)
def _plan(packages: tuple[str, ...]) -> Plan:
    return Plan(packages)


def plan(game: Game[Any]) -> Plan:
    """The plan of a game."""
    return _plan(tuple(game.packages()))
