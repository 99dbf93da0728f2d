"""Who sits with whom: line-ups of players, and the rotations in which each plays a board."""

from __future__ import annotations

from itertools import combinations, permutations
from math import factorial
from typing import Literal

from elfer.arena.trouble import Trouble

Lineup = tuple[int, ...]
"""By seat, the number of the player who sits there before anybody moves on."""
Shape = Literal["pairs", "first", "together"]
"""Every player alone against a table of every other; only the first one against tables of the others; or all at one
table."""


def lineups(shape: Shape, entrants: int, seats: int, board: int = 0) -> tuple[Lineup, ...]:
    """All line-ups that play a board.

    >>> lineups("pairs", 2, 3)
    ((0, 1, 1), (1, 0, 0))
    >>> lineups("pairs", 3, 2)
    ((0, 1), (0, 2), (1, 2))
    >>> lineups("first", 3, 4)
    ((0, 1, 1, 1), (0, 2, 2, 2))
    """
    match shape:
        case "together":
            return (_around(entrants, board),)
        case "first":
            return tuple(_alone(0, other, seats) for other in range(1, entrants))
        case "pairs" if seats == 2:  # one against one is the same the other way round
            return tuple(combinations(range(entrants), 2))
        case "pairs":
            return tuple(_alone(one, other, seats) for one, other in permutations(range(entrants), 2))


def check(shape: Shape, entrants: int, seats: int) -> None:
    """Raise `Trouble` unless there are line-ups of so many players on so many seats."""
    if entrants < 2:
        raise Trouble("trouble.too-few", n=entrants)
    if shape == "together" and entrants != seats:
        raise Trouble("trouble.not-together", entrants=entrants, seats=seats)


def rotations(lineup: Lineup) -> tuple[Lineup, ...]:
    """The line-up moved on by one seat after the other, as long as that makes a difference.

    >>> rotations((0, 1, 1))
    ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    >>> rotations((0, 0))
    ((0, 0),)
    """
    turned = ((*lineup[-turn:], *lineup[:-turn]) if turn else lineup for turn in range(len(lineup)))
    return tuple(dict.fromkeys(turned))


def _alone(one: int, other: int, seats: int) -> Lineup:
    return one, *(other,) * (seats - 1)


def _around(entrants: int, board: int) -> Lineup:
    """All at one table. Who sits behind whom matters, so the boards take turns with all ways to sit around it."""
    orders = permutations(range(1, entrants))
    for _ in range(board % factorial(entrants - 1)):
        next(orders)
    return 0, *next(orders)
