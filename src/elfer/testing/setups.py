"""Setups to test: every number of players with every combination of options, or a few that stand for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement, count, product
from typing import Any

from elfer.match.setup import Setup
from elfer.table.cards import together
from elfer.table.game import Game
from elfer.table.options import BadOption, Option, Value, options_of

Trait = tuple[str, object]


def _values(option: Option) -> tuple[Value, ...]:
    """All values of a choice; of a range its ends, its middle and the default."""
    if not option.is_range:
        return option.values
    first, last = option.values[0], option.values[-1]
    return tuple(dict.fromkeys((option.default, first, option.values[len(option.values) // 2], last)))


def all_setups(kind: type[Game[Any]]) -> Iterator[Setup]:
    """Every setup of a game that can be played (of a range only its ends, its middle and the default)."""
    options = options_of(kind.Options)
    for players in kind.seats:
        for values in product(*map(_values, options)):
            named = {option.name: value for option, value in zip(options, values, strict=True)}
            try:
                yield Setup.of(kind, players, named)
            except BadOption:
                continue  # values that do not go together


def some_setups(kind: type[Game[Any]]) -> Iterator[Setup]:
    """Every number of players, and every value of every option, at least once."""
    seen: set[Trait] = set()
    for setup, traits in _with_traits(kind):
        if not seen.issuperset(traits):
            seen |= set(traits)
            yield setup


def paired_setups(kind: type[Game[Any]]) -> Iterator[Setup]:
    """Every two values of two options, and every value with every number of players, at least once.

    Faults that need three options to meet are rare; those that need two are not. There are few setups, since each
    is the one in which most of the pairs that are still missing come together.
    """
    numbers: defaultdict[tuple[Trait, Trait], int] = defaultdict(count().__next__)
    setups = [
        (setup, together(numbers[pair] for pair in combinations_with_replacement(traits, 2)))
        for setup, traits in _with_traits(kind)
    ]
    missing = (1 << len(numbers)) - 1
    while missing:
        setup, pairs = max(setups, key=lambda each: (each[1] & missing).bit_count())
        missing &= ~pairs
        yield setup


def _with_traits(kind: type[Game[Any]]) -> Iterator[tuple[Setup, list[Trait]]]:
    names = [option.name for option in options_of(kind.Options)]
    for setup in all_setups(kind):
        yield setup, [("players", setup.players), *((name, getattr(setup.options, name)) for name in names)]
