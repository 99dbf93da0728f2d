"""Anyone can deal again: the shuffled cards come to the seats as each game says of itself (docs/shuffle.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from elfer import Game, Setup, State, Stream, all_games, seed_from
from elfer.match.registry import find
from elfer.table.cards import each
from elfer.table.table import EMPTY
from elfer.table.zones import Shape
from elfer.testing import some_setups

MOST_DEALS = 40
"""Where nobody can open, cards are dealt again."""


def start_of(game: Game[Any], state: State) -> list[list[int]]:
    """The cards of each zone, in their order where there is one."""
    zones = state.table.zones
    return [list(each(zone)) if isinstance(zone, int) else [card for card in zone if card != EMPTY] for zone in zones]


def dealt_again(setup: Setup, seed: bytes, number: int, state: State) -> bool:
    """Whether the start of a round is what the seed gives."""
    game, dealing = setup.game, setup.game.dealing(number)
    shuffled, stream = {*dealing.cards}, Stream(seed, "deal")
    start = [[card for card in cards if card in shuffled] for cards in start_of(game, state)]
    ordered = [cards for cards, zone in zip(start, state.table.zones, strict=True) if not isinstance(zone, int)]
    owners = [zone.owner for zone in game.layout.zones]
    owned = [
        {card for cards, owner in zip(start, owners, strict=True) if owner == seat for card in cards}
        for seat in range(setup.players)
    ]
    for _ in range(MOST_DEALS):
        order = stream.shuffled(dealing.cards)
        if all(map(agree, dealing.parts(order, setup.players), owned)):
            return all(sorted(cards, key=order.index) == cards for cards in ordered)
    return False


def agree(part: Sequence[int], owned: set[int]) -> bool:
    """All that was dealt is there; some more was drawn (BR-7), or one has gone to the middle (RA-2)."""
    return owned >= {*part} or (owned < {*part} and len(owned) == len(part) - 1)


@pytest.mark.parametrize("name", all_games())
def test_the_start_of_every_round_follows_from_its_seed(name: str) -> None:
    for setup in some_setups(find(name)):
        for number in range(3):
            seed = seed_from(f"{setup.code} {number}")
            state = setup.game.deal(seed, number)
            setup.game.check(state)
            assert dealt_again(setup, seed, number, state)
            assert not dealt_again(setup, seed_from("another"), number, state)


@pytest.mark.parametrize("name", all_games())
def test_all_that_is_not_shuffled_lies_out_from_the_start(name: str) -> None:
    """So nobody's hand, and no stack, has a card that was chosen otherwise than by the shuffle."""
    for setup in some_setups(find(name)):
        game, dealing = setup.game, setup.game.dealing()
        assert list(dealing.cards) == sorted(dealing.cards)
        for zone, cards in zip(game.layout.zones, start_of(game, game.deal(seed_from("7"))), strict=True):
            if not {*cards} <= {*dealing.cards}:
                assert zone.shape in (Shape.BANK, Shape.PLACES), zone.name
