"""What the fields of a game's state mean, where a plain type does not say it: for views and encodings."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

SeatNumber = Annotated[int, "seat"]
"""A seat in a state (or `NOBODY`), so that an encoding can turn it to the reader's own side."""

BySeat = Annotated[tuple[int, ...], "by seat"]
"""A number for each seat: marks, cards won, places."""

NOBODY = -1


class Most(Struct, frozen=True):
    """Of a tuple whose length varies, an encoding keeps the newest so many: `Annotated[tuple[int, ...], Most(8)]`."""

    n: int
