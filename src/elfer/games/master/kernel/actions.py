"""Actions in words, and by their numbers in the game, where a place is told by its colour."""

from __future__ import annotations

from elfer.games.master.board import CONNECTIONS, JOKERS_CONNECTED, PLACES
from elfer.games.master.kernel.steps import FROM_ABOVE, FROM_BELOW, JOKER_FROM_ABOVE, LENGTH, ROW, SWAP, WITH_JOKER
from elfer.table.machine import lowest

FIRST_OTHER = 9 * PLACES - 1
"""An action that needs no place has this number, plus what it is."""


def colour(order: int, position: int) -> int:
    """The colour of a row, counted from the top."""
    return order >> 2 * position & 3


def position(order: int, wanted: int) -> int:
    """Where the row of a colour lies."""
    for at in range(4):
        if colour(order, at) == wanted:
            return at
    return -1


def first_number(order: int, kind: int, row: int) -> int:
    """The number of the first action of a kind in a row, counted from the top."""
    own = colour(order, row)
    if kind <= SWAP:
        return PLACES * kind + LENGTH * own
    via = colour(order, row - 1 if kind in (FROM_ABOVE, JOKER_FROM_ABOVE) else row + 1)
    first = JOKERS_CONNECTED if WITH_JOKER >> kind & 1 else CONNECTIONS
    return first + PLACES * ((via - own) % 4 - 1) + LENGTH * own


def number_of(order: int, place: int, bit: int) -> int:
    """The number of what is done on a place, given as `steps.done` takes it."""
    half = int(bit > ROW)
    return first_number(order, place >> 1, 2 * (place & 1) + half) + lowest(bit) - LENGTH * half


def read(order: int, number: int) -> tuple[int, int]:
    """The other way: twice what is done plus the word, and the bit. No bit if it needs no place."""
    if number > FIRST_OTHER:
        return 0, 0
    block, own = number // PLACES, number % PLACES // LENGTH
    row = position(order, own)
    bit = 1 << number % LENGTH + LENGTH * (row & 1)
    if block <= SWAP:
        return 2 * block + (row >> 1), bit
    via = position(order, (own + 1 + block % 3) % 4)
    kind = FROM_ABOVE if via < row else FROM_BELOW
    return 2 * (kind + (2 if number >= JOKERS_CONNECTED else 0)) + (row >> 1), bit
