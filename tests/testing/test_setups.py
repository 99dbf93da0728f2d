"""The setups that tests choose of a game stand for all that there are."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

import msgspec
import pytest

from elfer import Setup, all_games
from elfer.testing import all_setups, paired_setups, some_setups

every_game = pytest.mark.parametrize("name", sorted(all_games()))


def traits(setups: Iterable[Setup], many: int) -> set[tuple[Any, ...]]:
    """What is in these setups, by so many of their options together."""
    named = (sorted({"players": s.players, **msgspec.structs.asdict(s.options)}.items()) for s in setups)
    return {found for one in named for found in combinations(one, many)}


@every_game
def test_every_two_values_of_options_meet_in_some_setup(name: str) -> None:
    kind = all_games()[name]
    assert traits(paired_setups(kind), 2) == traits(all_setups(kind), 2)
    assert traits(paired_setups(kind), 1) == traits(all_setups(kind), 1)  # where there is nothing to choose, too


@every_game
def test_every_value_of_every_option_is_in_some_setup(name: str) -> None:
    kind = all_games()[name]
    assert traits(some_setups(kind), 1) == traits(all_setups(kind), 1)


@every_game
def test_no_setup_is_chosen_twice_nor_many_where_few_will_do(name: str) -> None:
    kind = all_games()[name]
    codes = [setup.code for setup in paired_setups(kind)]
    assert len(set(codes)) == len(codes)
    assert len(codes) < 30  # of Hawaiki alone there are 2,400
