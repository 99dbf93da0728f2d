"""Zones: where cards lie, in which shape, and who sees them."""

from __future__ import annotations

from enum import Enum
from typing import Any

from msgspec import Struct

Seat = int
"""Seats are numbered clockwise from 0."""


class Shape(Enum):
    """How a zone keeps its cards, and so how a screen draws it."""

    FAN = "fan"
    """A hand: no order."""
    STACK = "stack"
    """A pile: bottom to top."""
    PLACES = "places"
    """Numbered places, at most one card on each. With `homes`, every card has a place of its own."""
    BANK = "bank"
    """Things kept beside the play: markers, cards put aside. No order."""


class Sight(Enum):
    """Who sees the cards of a zone."""

    OPEN = "open"
    OWNER = "owner"
    CLOSED = "closed"


class Join(Struct, frozen=True):
    """Something printed on a board that joins two places, one above the other: a bridge, a part of an area."""

    upper: int
    lower: int
    bonus: bool = False
    """Whether whoever first lays a card at either end earns something."""


class Zone(Struct, frozen=True):
    """One place on the table that holds cards."""

    name: str
    shape: Shape
    sight: Sight
    owner: Seat | None = None
    homes: bool = False
    """Of `PLACES`: card *n* can only lie on place *n*, so that a set says where everything lies."""
    columns: int = 0
    """Of `PLACES`: how many places stand side by side (a hint for drawing)."""
    size: int = 0
    """Of `PLACES` without `homes`: how many places there are."""
    over: str = ""
    """Of `PLACES`: the zone on whose places, or between whose rows, it is drawn (a hint for drawing)."""
    joins: tuple[Join, ...] = ()
    """Of `PLACES`: what joins places of different rows (a hint for drawing)."""
    middle: int = 0
    """Of `PLACES`: the column that stays in sight when there is no room for whole rows, counted from 1; 0: none."""
    row_order: str = ""
    """Of `PLACES`: the field of the state with the numbers of the rows from top to bottom, if their order varies."""
    open_places: str = ""
    """Of `PLACES`: the field of the state with the places that a card can be laid on now, if everyone knows them."""
    wanted: str = ""
    """Of `FAN`: the field of the state with the cards that are wanted now, to be marked in the hand, if everyone
    knows them."""
    counted: bool = True
    """Whether everyone can see how many cards it holds."""

    @property
    def is_set(self) -> bool:
        """Whether the content is a set of cards; otherwise they lie in order, or on numbered places."""
        return self.homes or self.shape in (Shape.FAN, Shape.BANK)

    @property
    def is_pile(self) -> bool:
        """Whether cards lie one after the other, as many as there are: their positions tell them apart."""
        return self.shape is Shape.STACK

    def __str__(self) -> str:
        return self.name if self.owner is None else f"{self.name}{self.owner}"


class Zones(list[Zone]):
    """The zones of a game at a table of so many players, while they are listed: each tells its number at once."""

    def __init__(self, players: int) -> None:
        self._players = players

    def one(self, name: str, shape: Shape, sight: Sight, **more: Any) -> int:
        self.append(Zone(name, shape, sight, **more))
        return len(self) - 1

    def each(self, name: str, shape: Shape, sight: Sight, **more: Any) -> tuple[int, ...]:
        """One for every seat. Those that come first have the numbers of the seats."""
        return tuple([self.one(name, shape, sight, owner=seat, **more) for seat in range(self._players)])


def hands(players: int) -> tuple[Zone, ...]:
    """A hand for every seat: only its owner sees it."""
    return tuple(Zone("hand", Shape.FAN, Sight.OWNER, seat) for seat in range(players))
