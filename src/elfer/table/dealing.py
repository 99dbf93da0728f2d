"""How shuffled cards come to the seats: all that anyone needs, beside the seed, to deal again (docs/shuffle.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct

from elfer.table.cards import Card

T = TypeVar("T")


class Dealing(Struct, frozen=True):
    """The cards that are shuffled, and who gets which of them."""

    cards: tuple[Card, ...]
    """In the order in which they are shuffled."""
    each: int | None
    """How many every seat gets, seat 0 the first ones, and so on; `None`: all are dealt, one by one."""
    first: int = 0
    """The seat that gets the first card, where cards are dealt one by one."""
    direction: int = 1
    """The direction in which the deal goes on from there, one by one: 1 is to the left, -1 to the right."""
    away: int = 0
    """How many cards are put away before the deal."""

    def parts(self, order: Sequence[T], players: int) -> list[list[T]]:
        """By seat, what it gets of the shuffled cards.

        >>> in_blocks(range(6), 2).parts("abcdef", 2), one_by_one(range(5), 1, -1).parts("abcde", 3)
        ([['a', 'b'], ['c', 'd']], [['b', 'e'], ['a', 'd'], ['c']])
        """
        rest = order[self.away :]
        if self.each is not None:
            return [list(rest[self.each * seat : self.each * (seat + 1)]) for seat in range(players)]
        turns = [(seat - self.first) * self.direction % players for seat in range(players)]
        return [list(rest[turn::players]) for turn in turns]


def in_blocks(cards: Iterable[Card], each: int) -> Dealing:
    """So many for each seat."""
    return Dealing(tuple(cards), each)


def one_by_one(cards: Iterable[Card], first: int, direction: int, away: int = 0) -> Dealing:
    """All of them, from a seat on."""
    return Dealing(tuple(cards), None, first, direction, away)
