"""The table: zones with cards, and what their players remember. It changes only through its `Layout`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from elfer.table.cards import Card, Cards, Places, each, together
from elfer.table.events import Event
from elfer.table.memory import Memory
from elfer.table.windows import Window

Content = int | tuple[int, ...] | bytes
"""What a zone holds: a set; the cards of a stack, bottom to top; or by place a card, `EMPTY` where none lies.

There are many places and most are free, so they are bytes, which are copied at once.
"""

EMPTY = 255
_FREE = bytes([EMPTY])
TOP, BOTTOM = -1, 0

Events = tuple[Event, ...]
"""The events of an action so far: `()` when it begins, `table.events` when it goes on."""


class Table(Struct, frozen=True, gc=False):
    """All cards of a game, and what is known of them."""

    zones: tuple[Any, ...]
    """What each zone holds. Which type that has is as fixed as its shape, so nobody asks each time."""
    memory: Memory
    seed: bytes
    """Where the next shuffle comes from. Nobody sees it."""
    events: Events
    """What the last action did. While a window is open: the action that opened it. A table without memory keeps it
    only where the rules read it."""
    window: Window | None = None
    """A question that is open; as soon as anything else happens at the table it is closed."""


class Misdeal(Exception):
    """A game asked the table for something impossible: a fault of the game, never of a player."""


def cards_of(content: Content) -> Sequence[Card]:
    """The cards of a content, in their order."""
    if isinstance(content, int):
        return [*each(content)]
    return content.translate(None, _FREE) if isinstance(content, bytes) else content


def as_set(content: Content) -> Cards:
    """The set of cards of a content."""
    return content if isinstance(content, int) else together(cards_of(content))


def count_of(content: Content) -> int:
    """How many cards a content has."""
    return content.bit_count() if isinstance(content, int) else len(content) - content.count(EMPTY)


def occupied(places: Sequence[Card]) -> Places:
    """The places on which a card lies."""
    return together(place for place, card in enumerate(places) if card != EMPTY)
