"""What the booklet games share: decks of two to four colours, equal numbers, stacks with an open pile.

Nothing here knows a game. Cards of all these games are those of `rows_deck`: card `20 * colour + number - 1`.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from elfer.table.cards import COLOURS, Cards, Deck, rows_deck, together
from elfer.table.layout import Layout
from elfer.table.table import Events, Table
from elfer.table.zones import Shape, Sight, Zone

NUMBERS = 20
"""Cards of one colour."""


class DeckOptions(Struct, frozen=True, kw_only=True):
    """A game for three and four colours."""

    deck: Literal[80, 60] = 80


@cache
def colours_deck(cards: int) -> Deck:
    """The deck of so many cards: 40 is red and yellow, 60 red, yellow and green, 80 all four colours."""
    return rows_deck(NUMBERS, COLOURS[: cards // NUMBERS])


@cache
def alike(cards: int) -> tuple[Cards, ...]:
    """By number, from 1 (at 0 stands the empty set): the cards of a deck of so many that show it."""
    values = colours_deck(cards).values
    return (0, *(together(c for c, v in enumerate(values) if v == number) for number in range(1, NUMBERS + 1)))


def complete(cards: Cards, deck: int) -> Cards:
    """Those of these cards whose number is there in every colour of the deck: quartets, or of two colours pairs.

    >>> bin(complete(0b1011 << 20 | 0b0010, 40))
    '0b1000000000000000000010'
    """
    return sum(same for same in alike(deck) if same and cards & same == same)


def changed(numbers: tuple[int, ...], at: int, number: int) -> tuple[int, ...]:
    """The numbers with another one at that place.

    >>> changed((5, 6, 7), 1, 0)
    (5, 0, 7)
    """
    return (*numbers[:at], number, *numbers[at + 1 :])


def stacks(players: int) -> tuple[Zone, ...]:
    """For every seat a stack face down, of its own number, and then for every seat an open pile."""
    closed = (Zone("stack", Shape.STACK, Sight.CLOSED, seat) for seat in range(players))
    return (*closed, *(Zone("open", Shape.STACK, Sight.OPEN, seat) for seat in range(players)))


def refilled(layout: Layout, table: Table, seat: int, earlier: Events = ()) -> Table:
    """The table once the seat has a stack to turn up from: when it is used up, the open pile is turned over.

    It is turned over only when a card is needed, so that its top can be seen, and called about, until then.
    """
    return table if table.zones[seat] else layout.carry(table, layout.players + seat, seat, earlier, over=True)
