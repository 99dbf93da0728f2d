"""Sets of actions: what is picked out of one is what its list has in that place."""

from __future__ import annotations

from random import Random

import pytest

from elfer import all_games, game
from elfer.table.actions import Guess
from elfer.table.choices import Actions

MANY = Actions(map(Guess, range(300)))


def listed(among: int) -> list[Guess]:
    return [Guess(n) for n in range(len(MANY)) if among >> n & 1]


@pytest.mark.parametrize("size", [1, 2, 5, 6, 7, 8, 9, 12, 50, 299, 300])
def test_every_action_of_a_set_is_picked_by_its_place_from_the_end_of_the_list(size: int) -> None:
    random = Random(size)
    for _ in range(20):
        among = sum(1 << n for n in random.sample(range(len(MANY)), size))
        assert list(MANY.listed(among)) == listed(among)
        assert [MANY.pick(among, n) for n in range(size)] == listed(among)[::-1]


@pytest.mark.parametrize("among", [0, 1, 1 << 299, 0b101101, (1 << 300) - 1])
@pytest.mark.parametrize("beyond", [0, 1, 6, 1000])
def test_nothing_is_picked_beyond_the_last_action_or_before_the_first(among: int, beyond: int) -> None:
    for n in (among.bit_count() + beyond, -1 - beyond):
        with pytest.raises(IndexError, match="the set has"):
            MANY.pick(among, n)


@pytest.mark.parametrize("name", sorted(all_games()))
def test_what_is_legal_can_be_picked_or_listed(name: str) -> None:
    table = game(name, min(all_games()[name].seats, key=lambda seats: abs(seats - 4)))
    random = Random(name)
    state = table.deal(random.randbytes(32))
    for _ in range(200):
        seats = table.to_act(state)
        if not seats:
            break
        seat = random.choice(seats)
        among = table.choices(state, seat)
        picked = [table.actions.pick(among, n) for n in range(among.bit_count())]
        assert picked == [*reversed(table.legal(state, seat))]
        state = table.step(state, seat, random.choice(picked))
