"""Places and neighbours: rows, connections, areas and bridges are all the same thing.

A game says which pairs of places are neighbours. A place is open when a neighbour is taken; the set of open places is
kept from card to card: `(open | beside[place]) & ~taken`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, reduce
from operator import or_

from elfer.table.cards import Places, each


def neighbours(size: int, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """By place: the set of places beside it.

    >>> [bin(beside) for beside in neighbours(4, [(0, 1), (1, 2), (1, 3)])]
    ['0b10', '0b1101', '0b10', '0b10']
    """
    beside = [0] * size
    for one, other in pairs:
        beside[one] |= 1 << other
        beside[other] |= 1 << one
    return tuple(beside)


def gathered(sets: Mapping[int, int]) -> Callable[[Places], int]:
    """For sets of places: all that belongs to any of them. Each answer is kept, so ask for few.

    >>> bin(gathered({0: 0b1, 1: 0b10, 5: 0b101})(0b100010))
    '0b111'
    """
    return cache(lambda places: reduce(or_, map(sets.__getitem__, each(places)), 0))


def along_rows(length: int, rows: int) -> Iterator[tuple[int, int]]:
    """The pairs of places that stand side by side in rows of that length."""
    return ((place, place + 1) for place in range(length * rows) if (place + 1) % length)
