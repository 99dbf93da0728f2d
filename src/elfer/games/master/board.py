"""The cards of `master`, its 84 places, and how rows that lie one below the other are connected."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Annotated

from msgspec import Struct

from elfer.games.places import along_rows, neighbours
from elfer.table.actions import DRAW, END, PASS, Connect, Lay, LayAt, Swap
from elfer.table.cards import COLOURS, Cards, Deck, rows_deck, together
from elfer.table.choices import Actions
from elfer.table.fields import Fixed

LENGTH = 21
"""Places in a row."""
PLACES = LENGTH * len(COLOURS)
JOKER = PLACES
"""The kind of the jokers; they come after the number cards, which are numbered as their places (MA-1)."""
CONNECTION = JOKER + 4
BONUS = CONNECTION + 15
WORTH = 11
"""What a bonus card wins and a joker in hand costs (MA-21)."""

Order = Annotated[tuple[int, ...], Fixed(len(COLOURS))]
"""The rows from top to bottom, each by the number of its colour (MA-3)."""


def master_deck() -> Deck:
    """84 number cards, 4 jokers, 15 connection cards, 7 bonus cards (MA-1)."""
    numbers = rows_deck(LENGTH)
    return Deck(
        (*numbers.names, *"j" * 4, *"c" * 15, *"x" * 7),
        (*numbers.values, *[WORTH] * 4, *[0] * 15, *[WORTH] * 7),
    )


def numbered(*numbers: int) -> Cards:
    return together(row + number - 1 for row in range(0, PLACES, LENGTH) for number in numbers)


EVERYWHERE: Cards = (1 << PLACES) - 1
ELEVENS = numbered(11)
FIRST_FITS = numbered(10, 12)
JOKERS: Cards = together(range(JOKER, CONNECTION))
ROW: Cards = (1 << LENGTH) - 1
BESIDE = neighbours(PLACES, along_rows(LENGTH, len(COLOURS)))


def half_row(place: int) -> Cards:
    """The half row a place belongs to: 1 to 10 or 12 to 21 (MA-19). An 11 belongs to none."""
    row, column = place - place % LENGTH, place % LENGTH
    return 0 if column == 10 else 0x3FF << (row if column < 10 else row + 11)


HALF = tuple(map(half_row, range(PLACES)))

# --- actions: each kind by place, so that a set of places that is moved up is the set of what is done there --------

LAYS, JOKERS_LAID, SWAPS = 0, PLACES, 2 * PLACES
"""The numbers of the first actions: to lay the card of a place, to lay a joker there, to exchange one."""
CONNECTIONS, JOKERS_CONNECTED = 3 * PLACES, 6 * PLACES
"""The same for laying over a connection from the next row, from the one after it, and from the third."""


def actions() -> Actions:
    """All that can be done. (The 11s lie from the start, so what lays them is never offered.)"""
    places = range(PLACES)
    from_rows = [(at, (at + LENGTH * rows) % PLACES) for rows in (1, 2, 3) for at in places]
    jokers, over = [LayAt(JOKER, at) for at in places], [Connect(at, at, via) for at, via in from_rows]
    jokers_over = [Connect(JOKER, at, via) for at, via in from_rows]
    return Actions([*map(Lay, places), *jokers, *map(Swap, places), *over, *jokers_over, DRAW, END, PASS])


class Crossings(Struct, frozen=True):
    """All connections that an order of the rows allows (MA-14, MA-15)."""

    across: tuple[Cards, ...]
    """By place: the places right above and right below it."""
    leads: tuple[tuple[int, Cards], ...]
    """How many colours further on a connection begins, and all rows to which one leads from there."""
    between: dict[tuple[int, int], int]
    """By two places, one right above the other: where a connection card between them lies."""


def crossings(order: Order) -> Crossings:
    rows = [*pairwise(order)]
    pairs = [(LENGTH * upper + column, LENGTH * lower + column) for upper, lower in rows for column in range(LENGTH)]
    between = {pair: link for link, pair in enumerate(pairs)}
    between |= {(lower, upper): link for (upper, lower), link in between.items()}
    leads = dict.fromkeys((1, 2, 3), 0)
    for via, row in (*rows, *((lower, upper) for upper, lower in rows)):
        leads[(via - row) % len(COLOURS)] |= ROW << LENGTH * row
    return Crossings(neighbours(PLACES, pairs), tuple((far, to) for far, to in leads.items() if to), between)


CROSSINGS = {order: crossings(order) for order in permutations(range(len(COLOURS)))}
"""By the order of the rows: its connections."""
