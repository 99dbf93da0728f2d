"""The cards of `master`, its 84 places, and how rows that lie one below the other are connected."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from elfer.games.places import along_rows, neighbours
from elfer.table.actions import Action, Connect, Lay, LayAt, Swap
from elfer.table.cards import COLOURS, Cards, Deck, rows_deck, together

LENGTH = 21
"""Places in a row."""
PLACES = LENGTH * len(COLOURS)
JOKER = PLACES
"""The kind of the jokers; they come after the number cards, which are numbered as their places (MA-1)."""
CONNECTION = JOKER + 4
BONUS = CONNECTION + 15
WORTH = 11
"""What a bonus card wins and a joker in hand costs (MA-21)."""

Order = tuple[int, ...]
"""The rows from top to bottom, each by the number of its colour (MA-3)."""


def master_deck() -> Deck:
    """84 number cards, 4 jokers, 15 connection cards, 7 bonus cards (MA-1)."""
    numbers = rows_deck(LENGTH)
    return Deck(
        (*numbers.names, *"j" * 4, *"c" * 15, *"x" * 7),
        (*numbers.values, *[WORTH] * 4, *[0] * 15, *[WORTH] * 7),
    )


def numbered(*numbers: int) -> Cards:
    """The places of these numbers in all rows."""
    return together(row + number - 1 for row in range(0, PLACES, LENGTH) for number in numbers)


BITS = tuple(1 << place for place in range(PLACES))
EVERYWHERE: Cards = (1 << PLACES) - 1
ELEVENS = numbered(11)
FIRST_FITS = numbered(10, 12)
JOKERS: Cards = together(range(JOKER, CONNECTION))
BESIDE = neighbours(PLACES, along_rows(LENGTH, len(COLOURS)))


def half_row(place: int) -> Cards:
    """The half row a place belongs to: 1 to 10 or 12 to 21 (MA-19). An 11 belongs to none."""
    row, column = place - place % LENGTH, place % LENGTH
    return 0 if column == 10 else 0x3FF << (row if column < 10 else row + 11)


HALF = tuple(map(half_row, range(PLACES)))

# Actions that occur again and again, by card or place.
LAY = tuple(map(Lay, range(PLACES)))
LAY_JOKER = tuple(LayAt(JOKER, place) for place in range(PLACES))
SWAP = tuple(map(Swap, range(PLACES)))
FREE = [place for place in range(PLACES) if not ELEVENS >> place & 1]


def numbered_actions() -> tuple[Action, ...]:
    """All that can be laid, connected or exchanged. The 11s lie from the start, so they are never among it."""
    pairs = [
        (at, via)
        for at in FREE
        for via in range(at % LENGTH, PLACES, LENGTH)
        if via != at  # whatever the order of the rows
    ]
    return (
        *(LAY[card] for card in FREE),
        *(LAY_JOKER[place] for place in FREE),
        *(Connect(at, at, via) for at, via in pairs),
        *(Connect(JOKER, at, via) for at, via in pairs),
        *(SWAP[card] for card in FREE),
    )


class Way(Struct, frozen=True):
    """A connection that can lead to a place, from right above or right below it."""

    via: Cards
    """Where it comes from, as a set of one."""
    card: Connect
    joker: Connect
    """What it is to lay the card of the place over it, or a joker."""


class Ways(Struct, frozen=True):
    """All connections that an order of the rows allows (MA-14, MA-15)."""

    across: tuple[Cards, ...]
    """By place: the places right above and right below it."""
    to: tuple[tuple[Way, ...], ...]
    """By place: the connections that lead to it, the one from below first."""
    between: dict[tuple[int, int], int]
    """By two places, one right above the other: where a connection card between them lies."""


def ways(order: Order) -> Ways:
    """The connections between rows in this order."""
    pairs = [
        (LENGTH * upper + column, LENGTH * lower + column)
        for upper, lower in pairwise(order)
        for column in range(LENGTH)
    ]
    to: list[tuple[Way, ...]] = [()] * PLACES
    for one, other in pairs:
        for at, via in ((one, other), (other, one)):
            to[at] = (Way(1 << via, Connect(at, at, via), Connect(JOKER, at, via)), *to[at])
    between = {pair: link for link, pair in enumerate(pairs)}
    between |= {(lower, upper): link for (upper, lower), link in between.items()}
    return Ways(neighbours(PLACES, pairs), tuple(to), between)


class AllWays(dict[Order, Ways]):
    """By the order of the rows: its connections, worked out when they are first looked up."""

    def __missing__(self, order: Order) -> Ways:
        found = self[order] = ways(order)
        return found


WAYS = AllWays()
