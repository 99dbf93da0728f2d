"""What the booklet games share: decks of two to four colours, equal numbers, zones of each seat.

Nothing here knows a game. Cards of all these games are those of `rows_deck`: card `20 * colour + number - 1`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from msgspec import Struct

from elfer.table import windows
from elfer.table.cards import COLOURS, Cards, rows_deck, together
from elfer.table.game import NOBODY, Deal, Events, Game, Layout, State, Table, Window
from elfer.table.table import as_set
from elfer.table.zones import Zones

NUMBERS = 20
"""Cards of one colour."""


class DeckOptions(Struct, frozen=True, kw_only=True):
    """A game for three and four colours."""

    deck: Literal[80, 60] = 80


S = TypeVar("S", bound=State)


class BookletGame(Game[S]):
    """What these games do alike."""

    def lay_out(self, zones: Zones, cards: int, numbers: int = NUMBERS, **more: Any) -> Layout:
        """With the deck of so many cards: 40 is red and yellow, 60 red, yellow and green, 80 all four colours."""
        return Layout(rows_deck(numbers, COLOURS[: cards // numbers]), self.players, zones, **more)

    def lay_off(self, deal: Deal[S], aside: Sequence[int], colours: int) -> None:
        """Whoever was dealt cards whose number is there in every colour puts them aside at once."""
        for seat, zone in enumerate(aside):
            hand = deal.lying[seat]
            whole = deal.lying[zone] = complete(as_set(hand), colours)
            left = hand ^ whole if isinstance(hand, int) else tuple([card for card in hand if not whole >> card & 1])
            deal.lying[seat] = left

    def turn_up(self, table: Table, seat: int, to: int, earlier: Events = ()) -> Table:
        """The top card of a seat's stack goes to another zone; a stack used up is the open pile turned over.

        It is turned over only when a card is needed, so that its top can be seen, and called about, until then.
        """
        if not table.zones[seat]:
            table = self.layout.carry(table, self.players + seat, seat, earlier, over=True)
            earlier = table.events
        return self.layout.move(table, table.zones[seat][-1], seat, to, earlier)

    def caller(self, window: Window, seat: int, *words: str) -> int:
        """Who was the first to call one of these words; of several at the same time the next in turn (LIVE-3)."""
        quickest = windows.first(window.calls(*words))
        return next(filter(quickest.__contains__, self.others[seat]), NOBODY)

    def following(self, seat: int, among: Sequence[object]) -> int:
        """The next seat in turn, the seat itself coming last, for which there is something; else `NOBODY`."""
        return next(filter(among.__getitem__, (*self.others[seat], seat)), NOBODY)


def alike(cards: int) -> tuple[Cards, ...]:
    """By number, from 1 (at 0 stands the empty set): the cards of a deck of so many that show it."""
    return (0, *(together(range(number, cards, NUMBERS)) for number in range(NUMBERS)))


def by_colour(cards: int) -> tuple[Cards, ...]:
    """The cards of each colour of a deck of so many."""
    return tuple((1 << NUMBERS) - 1 << first for first in range(0, cards, NUMBERS))


def complete(cards: Cards, colours: int = 4, numbers: int = NUMBERS) -> Cards:
    """Those of these cards whose number is there in every colour: quartets, or of two colours pairs.

    >>> bin(complete(0b1011 << 20 | 0b0010, 2))
    '0b1000000000000000000010'
    """
    same = cards
    for colour in range(1, colours):
        same &= cards >> numbers * colour
        if not same:
            return 0
    return sum(same << numbers * colour for colour in range(colours))
