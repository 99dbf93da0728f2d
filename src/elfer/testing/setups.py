"""Setups to test: every number of players with every combination of options, or a few of each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from elfer.match.setup import Setup
from elfer.table.game import Game
from elfer.table.options import BadOption, Option, Value, options_of


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
    seen: set[tuple[str, object]] = set()
    for setup in all_setups(kind):
        traits = {("players", setup.players)}
        traits |= {(o.name, getattr(setup.options, o.name)) for o in options_of(kind.Options)}
        if not traits <= seen:
            seen |= traits
            yield setup
