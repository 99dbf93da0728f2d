"""One action in each of many games, by a kernel: written as kernels are, and the same for all of them.

A game is a row of words: its state, what is legal, the chance that is left, the number of its round, and the word
that all chance of this game comes from. What only a kernel can say (`OWN`) is put in its place by `bound`.

`seat` is `None`, or else the only seat that is asked. The others play by the plan of the game's bot, in which the
things that it looks at count as much as `weights` say, or without these at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any

from elfer.table.machine import Words, source


def _own(*given: Any) -> Any:
    """In the place of what only a kernel can say."""
    raise NotImplementedError


dealt: Callable[..., tuple[Any, int]] = _own
"""The start of a round, and the chance that is left."""
state_of: Callable[[Words], Any] = _own
"""The state that a row of words begins with."""
legal_of: Callable[[Words], Any] = _own
"""What is legal, as it stands after the state."""
legal: Callable[[Any, Any, Words, Words], Any] = _own
"""What is legal."""
is_legal: Callable[[Any, Any, int], int] = _own
"""Whether the action with this number is."""
at_random: Callable[[Any, Any, int], tuple[int, int]] = _own
"""The number of an action that is, all equally likely, and the chance that is left."""
acted: Callable[[Any, Any, Words, Words, int, int], tuple[Any, int]] = _own
"""The state after the action with this number, and the chance that is left."""
planned: Callable[[Any, Any, Any, Words, Words, int], tuple[Any, int]] = _own
"""The state after what the plan chooses, and the chance that is left."""
observed: Callable[[Any, Any, Words, Words, int, Words], None] = _own
"""Writes what a seat sees."""
masked: Callable[[Any, Any, Words], None] = _own
"""Writes what is legal, a byte for each action."""
points: Callable[[Words, int], int] = _own
"""What a round brought a seat."""

OWN = tuple(name for name, each in vars().copy().items() if each is _own and name != "_own")
AT_RANDOM = -1
"""In place of an action: any one that is legal."""
BESIDE = 3
"""Words of a game beside its state and what is legal."""


def acting(rules: Any, state: Any) -> int:
    """Who is asked: whose turn it is. A kernel says so by itself if in its game others are asked in between."""
    return int(state.seat)


def begin(
    rules: Any,
    cards: Sequence[int],
    games: Sequence[Words],
    hands: Sequence[Words],
    decks: Sequence[Words],
    rows: Sequence[Words],
    masks: Sequence[Words],
    seats: Words,
    seed: int,
    seat: int | None,
    weights: Any,
    first: int,
    last: int,
) -> None:
    """Deal the games from `first` to before `last`."""
    for at in range(first, last):
        key = source(seed, at)
        state, chance, number = begun(rules, cards, hands[at], decks[at], key, seat, weights)
        shown(rules, state, games[at], hands[at], decks[at], rows[at], masks[at], chance, number, key)
        seats[at] = acting(rules, state)


def begun(
    rules: Any, cards: Sequence[int], hands: Words, deck: Words, key: int, seat: int | None, weights: Any
) -> tuple[Any, int, int]:
    """The first moment at which the seat is asked; of a later round than the first one, if in that it never is."""
    number = 0
    while True:
        state, chance = dealt(rules, cards, hands, deck, 0, source(key, number))
        state, chance = awaited(rules, state, hands, deck, chance, seat, weights)
        if state.seat >= 0:
            return state, chance, number
        number += 1


def steps(
    rules: Any,
    cards: Sequence[int],
    games: Sequence[Words],
    hands: Sequence[Words],
    decks: Sequence[Words],
    rows: Sequence[Words],
    masks: Sequence[Words],
    seats: Words,
    actions: Words,
    rewards: Sequence[Words],
    done: Words,
    finals: Sequence[Words],
    sign: int,
    seat: int | None,
    weights: Any,
    first: int,
    last: int,
) -> None:
    """One action in each of these games."""
    for at in range(first, last):
        if done[at]:
            for each in range(rules.players):
                rewards[at][each] = 0
        action, seats[at], done[at] = step(
            rules,
            cards,
            games[at],
            hands[at],
            decks[at],
            rows[at],
            masks[at],
            actions[at],
            rewards[at],
            finals[at],
            sign,
            seat,
            weights,
        )
        actions[at] = action


def step(
    rules: Any,
    cards: Sequence[int],
    game: Words,
    hands: Words,
    deck: Words,
    row: Words,
    mask: Words,
    action: int,
    rewards: Words,
    final: Words,
    sign: int,
    seat: int | None,
    weights: Any,
) -> tuple[int, int, int]:
    """One action in one game, and what whoever is asked next sees; where a round ends, the next one begins.

    Returns the action, who is asked next, and whether a round has ended.
    """
    state, may = state_of(game), legal_of(game)
    at = len(state) + len(may)
    chance, number, key = game[at] + 0, game[at + 1] + 0, game[at + 2] + 0
    if action < 0:
        action, chance = at_random(state, may, chance)
    state, chance = acted(rules, state, hands, deck, action, chance)
    over = 0
    while True:
        state, chance = awaited(rules, state, hands, deck, chance, seat, weights)
        if state.seat >= 0:
            break
        if not over:
            for each in range(rules.players):
                rewards[each] = sign * points(hands, each)
            if seat is not None:
                observed(rules, state, hands, deck, seat, final)
        over, number = 1, number + 1
        state, chance = dealt(rules, cards, hands, deck, 0, source(key, number))
    shown(rules, state, game, hands, deck, row, mask, chance, number, key)
    return action, acting(rules, state), over


def awaited(
    rules: Any, state: Any, hands: Words, deck: Words, chance: int, seat: int | None, weights: Any
) -> tuple[Any, int]:
    """The moment at which the seat is asked, or the round over; and the chance that is left."""
    if seat is not None:
        while state.seat >= 0 and acting(rules, state) != seat:
            state, chance = others(rules, state, hands, deck, chance, weights)
    return state, chance


def others(rules: Any, state: Any, hands: Words, deck: Words, chance: int, weights: Any) -> tuple[Any, int]:
    """The state after another seat has done something; and the chance that is left."""
    if weights is not None:
        return planned(rules, weights, state, hands, deck, chance)
    action, chance = at_random(state, legal(rules, state, hands, deck), chance)
    return acted(rules, state, hands, deck, action, chance)


def shown(
    rules: Any,
    state: Any,
    game: Words,
    hands: Words,
    deck: Words,
    row: Words,
    mask: Words,
    chance: int,
    number: int,
    key: int,
) -> None:
    """Write a game down, and what whoever is asked sees."""
    may = legal(rules, state, hands, deck)
    for at in range(len(state)):
        game[at] = state[at]
    for at in range(len(may)):
        game[len(state) + at] = may[at]
    many = len(state) + len(may)
    game[many] = chance
    game[many + 1] = number
    game[many + 2] = key
    observed(rules, state, hands, deck, acting(rules, state), row)
    masked(state, may, mask)


def refused(games: Sequence[Words], actions: Sequence[int], first: int, last: int) -> int:
    """The first of these games in which the action is not legal; -1 if there is none."""
    for at in range(first, last):
        action = actions[at] + 0
        if action < AT_RANDOM:
            return at
        if action >= 0 and not is_legal(state_of(games[at]), legal_of(games[at]), action):
            return at
    return -1


@lru_cache
def bound(kernel: ModuleType) -> dict[str, Any]:
    """The functions of this module, by name, with a kernel's own in their place."""
    names = globals() | {name: getattr(kernel, name) for name in OWN} | {"acting": getattr(kernel, "acting", acting)}
    here = [each for each in names.values() if isinstance(each, FunctionType) and each.__module__ == __name__]
    names |= {each.__name__: FunctionType(each.__code__, names, each.__name__) for each in here}
    return names
