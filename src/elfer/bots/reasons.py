"""Why an action: what the plan of a game saw in it that the others do not have.

A plan gives every action a row of numbers (`look`), and each number counts so much (its weight). So an action is
better than the others by a sum of parts, and the largest part is the reason. Its name is that of the weight; with
`-not` at its end where the weight is below 0, and it is good that there is less of it: `opens-not`. The words for it
stand in the game's rulebooks, under `[reasons]` (`elfer.words.reasons`).

A plan that chooses by itself may bring along `reason(game, state, seat, action, weights)`, which gives a name or
nothing, and all names that it can give, as `REASONS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from statistics import fmean
from typing import Any

from msgspec.structs import astuple

from elfer.bots import Level, sheet_of
from elfer.bots.plan import Plan, plan
from elfer.table.actions import Action
from elfer.table.game import Game, State

NOT = "-not"
AHEAD = "ahead"
"""The reason for what a bot would not have done at first sight, and finds best by looking ahead."""
NOTABLE = 0.25
"""A part of what is good about an action is a reason if it makes up so much of all that is."""


def reason(game: Game[Any], guessed: State, seat: int, action: Action) -> str | None:
    """The name of what speaks for an action most, as a player sees it who knows the game.

    Nothing if there is no choice, if the plan likes another action better, or if nothing stands out. The state is a
    guess for the seat, so the reason is one that the seat can know.
    """
    legal = game.legal(guessed, seat)
    if len(legal) < 2 or action not in legal:
        return None
    how = plan(game)
    weights = _weights(how, game.players)
    if how.look is None:
        own = getattr(how.module, "reason", None)
        found: str | None = own(game, guessed, seat, action, weights) if own else None
        return found
    numbers = astuple(weights)
    worth = [tuple(map(mul, row, numbers)) for row in how.look(game, guessed, seat, legal)]
    most = _most(worth, legal.index(action))
    return None if most is None else _named(how.names[most], numbers[most])


def names(how: Plan, players: int) -> set[str]:
    """All reasons that a plan can give at a table of so many."""
    if how.look is None:
        return set(getattr(how.module, "REASONS", ()))
    numbers = zip(how.names, astuple(_weights(how, players)), strict=True)
    return {_named(name, weight) for name, weight in numbers if weight}


def _weights(how: Plan, players: int) -> Any:
    return how.weights(sheet_of(how, Level.NORMAL, players).weights)


def _named(name: str, weight: float) -> str:
    return name if weight > 0 else f"{name}{NOT}"


def _most(worth: Sequence[tuple[float, ...]], own: int) -> int | None:
    """The part in which one row exceeds the mean of the others most."""
    if sum(worth[own]) < max(map(sum, worth)):
        return None
    others = [row for n, row in enumerate(worth) if n != own]
    gains = [part - fmean(other[n] for other in others) for n, part in enumerate(worth[own])]
    best = max(gains, default=0.0)
    if best <= 0 or best < NOTABLE * sum(gain for gain in gains if gain > 0):
        return None
    return gains.index(best)
