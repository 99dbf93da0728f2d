"""The cards of `hawaiki` in machine words: sets of kinds, what fits on a pile, and what it forms there.

A kind is given by its *spot*, eight times its colour plus its value from 0 on, and a set of kinds is one word of
forty bits, one of eight unused. Cards are two words, since there are two of each kind: those kinds of which there is
one at least, and those of which there are both.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.games.hawaiki.tops import COLOURS, FLUSH, PAIR, STRAIGHT, TRIPLET, VALUES

ROW = (1 << VALUES) - 1
"""The kinds of one colour."""
COLUMN = sum(1 << 8 * colour for colour in range(len(COLOURS)))
"""The kinds of one value."""
KINDS = COLUMN * ROW
VALUE = 7
_LINES = [{lowest, lowest + 1, lowest + 2} for lowest in range(VALUES - 2)]
LINES = tuple(
    sum(1 << value for value in range(VALUES) if {one, other, value} in _LINES)
    for one in range(8)
    for other in range(8)
)
"""By the values of two cards: those values that make them a straight."""


class Forms(NamedTuple):
    """The kinds that form something on a pile."""

    pair: int
    straight: int
    flush: int
    triplet: int


def fitting(top: int) -> int:
    """The kinds of the same value or colour (HA-4)."""
    return COLUMN << (top & VALUE) | ROW << (top & ~VALUE)


def forms(top: int, one: int, other: int) -> Forms:
    """What a card on `top` forms with the tops of the two other piles (HA-6 to HA-10).

    Whatever is new about it, its colour or its value, the other is that of the card it covers.
    """
    value, colour = top & VALUE, top & ~VALUE
    new = LINES[8 * (one & VALUE) + (other & VALUE)] & ~(1 << value)
    flush = int(one >> 3 == other >> 3 != top >> 3)
    triplet = int(one & VALUE == other & VALUE != value)
    return Forms(1 << top, new << colour, flush << ((one & ~VALUE) + value), triplet << (colour + (one & VALUE)))


def formed(bit: int, can: Forms) -> int:
    """The combination that a card forms: at most one (HA-11)."""
    straight, flush = STRAIGHT * int(bit & can.straight != 0), FLUSH * int(bit & can.flush != 0)
    return PAIR * int(bit & can.pair != 0) + straight + flush + TRIPLET * int(bit & can.triplet != 0)


def any_form(can: Forms) -> int:
    """The kinds that form anything."""
    return can.pair | can.straight | can.flush | can.triplet


def without(one: int, two: int, less: int, both: int) -> tuple[int, int]:
    """Some cards without others that are among them."""
    return one & ~less | two & ~both, two & ~less


def tops_of(a: int, b: int, c: int) -> tuple[int, int]:
    """The three tops as cards."""
    first, second, third = 1 << a, 1 << b, 1 << c
    return first | second | third, first & second | first & third | second & third
