"""Deals: what is shuffled, and where it goes. From one description follow the deal, and that anyone can check it.

A game describes its deal (`Game.dealing`). The base class shuffles by it and lays the cards out, and whoever knows
the seed can do the same, in any language (docs/shuffle.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

from elfer.table.cards import Card
from elfer.table.layout import Layout
from elfer.table.seed import Stream
from elfer.table.table import Content, Table

if TYPE_CHECKING:
    from elfer.table.game import State

S = TypeVar("S", bound="State")
T = TypeVar("T")


class Dealing(Struct, frozen=True):
    """The cards that are shuffled, who gets which of them, and where the others go."""

    cards: Sequence[Card]
    """In the order in which they are shuffled."""
    each: int | None = None
    """How many every seat gets, seat 0 the first ones, and so on; `None`: all are dealt, one by one."""
    first: int = 0
    """The seat that gets the first card, where cards are dealt one by one."""
    direction: int = 1
    """The direction in which the deal goes on from there, one by one: 1 is to the left, -1 to the right."""
    away: int = 0
    """How many cards are put away before the deal."""
    rest: int | None = None
    """The zone of those that were put away, and of those that are left: there the last of all lies on top."""
    out: Mapping[int, Content] = {}
    """By zone: cards that are not shuffled and lie there from the start."""

    def parts(self, order: Sequence[T], players: int) -> list[Sequence[T]]:
        """By seat, what it gets of the shuffled cards.

        >>> Dealing(range(6), 2).parts("abcdef", 2), Dealing(range(5), first=1, direction=-1).parts("abcde", 3)
        (['ab', 'cd'], ['be', 'ad', 'c'])
        """
        rest = order[self.away :] if self.away else order
        if self.each is not None:
            return [rest[self.each * seat : self.each * (seat + 1)] for seat in range(players)]
        return [rest[(seat - self.first) * self.direction % players :: players] for seat in range(players)]

    def dealt(self, stream: Stream, layout: Layout) -> dict[int, Content]:
        """By zone: what lies there after a shuffle. The part of each seat lies in the zone of its number."""
        order, lying = stream.shuffled(self.cards), dict(self.out)
        held = layout.deck.together if layout.zones[0].is_set else tuple  # all seats have the same zone
        for seat, part in enumerate(self.parts(order, layout.players) if self.each != 0 else ()):
            lying[seat] = held(part)
        if self.rest is not None:
            dealt = len(order) if self.each is None else self.away + self.each * layout.players
            lying[self.rest] = tuple(order[: self.away] + order[dealt:])
        return lying


class Deal(Struct, Generic[S]):
    """Cards that were just dealt, before anything else is done with them."""

    number: int
    """Of the round, from 0."""
    before: S | None
    """How the round before it ended."""
    lying: dict[int, Any]
    """By zone: what lies there. Games change it where their rules do so at once (pairs are laid off, say)."""
    layout: Layout
    seed: bytes
    stream: Stream
    """That of the shuffle: what else the lot decides comes from it."""

    def table(self) -> Table:
        return self.layout.laid(self.lying, self.seed)
