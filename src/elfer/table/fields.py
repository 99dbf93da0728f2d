"""What the fields of a game's state mean, where a plain type does not say it: for views, encodings and checks."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

SeatNumber = Annotated[int, "seat"]
"""A seat in a state (or `NOBODY`), so that an encoding can turn it to the reader's own side."""

SeatSet = Annotated[int, "seats"]
"""A set of seats, as an integer (bit *n* is seat *n*)."""

BySeat = Annotated[tuple[int, ...], "by seat"]
"""A number for each seat: marks, cards won, places."""

Count = Annotated[int, Meta(ge=0)]
"""How many, or how often."""

NOBODY = -1


def changed(numbers: tuple[int, ...], at: int, number: int) -> tuple[int, ...]:
    """The numbers with another one at that place.

    >>> changed((5, 6, 7), 1, 0)
    (5, 0, 7)
    """
    out = [*numbers]
    out[at] = number
    return tuple(out)


class Fixed(Struct, frozen=True):
    """A tuple always has so many numbers: `Annotated[tuple[int, ...], Fixed(20)]`."""

    n: int


class Most(Struct, frozen=True):
    """Of a tuple whose length varies, an encoding keeps the newest so many rows.

    Each row has `width` numbers, of which the first `seats` are seats.
    """

    n: int
    width: int = 1
    seats: int = 0
