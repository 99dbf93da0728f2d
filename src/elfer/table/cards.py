"""Cards, decks, and sets of cards.

A card is a number: its place in the deck's order. A set of cards is one integer in which bit *n* stands for
card *n*, so that "the cards of my hand that fit" is one `&`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import Annotated, TypeVar

T = TypeVar("T")

Card = Annotated[int, "card"]
"""The number of a card in its deck."""

Cards = Annotated[int, "cards"]
"""A set of cards, as an integer."""

Place = Annotated[int, "place"]
"""The number of a place of a layout."""

Places = Annotated[int, "places"]
"""A set of places of a layout, as an integer."""

COLOURS = ("red", "yellow", "green", "blue")


def each(cards: Cards) -> Iterator[Card]:
    """The cards of a set, in the deck's order.

    >>> list(each(0b1011))
    [0, 1, 3]
    """
    while cards:
        bit = cards & -cards
        yield bit.bit_length() - 1
        cards ^= bit


def together(cards: Iterable[Card]) -> Cards:
    """The set of these cards.

    >>> bin(together([0, 1, 3]))
    '0b1011'
    """
    out = 0
    for card in cards:
        out |= 1 << card
    return out


@lru_cache(1 << 12)
def bits(some: int, size: int) -> bytes:
    """A set, one byte for each of so many things: 1 for those in it. (Further ones may follow.)

    >>> bits(0b1011, 5)
    b'\\x01\\x01\\x00\\x01\\x00'
    """
    return f"{some:0{size}b}"[::-1].encode().translate(_DIGITS)


_DIGITS = bytes.maketrans(b"01", b"\0\1")
_MOST_LATELY = 1 << 5


def lister(things: Sequence[T]) -> Callable[[int], list[T]]:
    """Lists the things whose numbers are in a set: eight at once, which are looked up when they come again.

    >>> lister("abcdefghijkl")(0b1001_00000010)
    ['b', 'i', 'l']
    """
    eights = [cache(partial(_among, things[first : first + 8])) for first in range(0, len(things), 8)]

    def listed(some: int) -> list[T]:
        out: list[T] = []
        for eight, byte in zip(eights, some.to_bytes(len(eights), "little"), strict=True):
            if byte:
                out += eight(byte)
        return out

    return listed


def writer(names: Sequence[str]) -> Callable[[int], str]:
    """Writes the names that are in a set. Mostly the same set is asked for several times in a row.

    >>> writer("abcdefghijklmnopqrst")(0b1001_00000000_00000010)
    'b q t'
    """
    listed = lister(names)
    return lru_cache(_MOST_LATELY)(lambda some: " ".join(listed(some)))


def _among(things: Sequence[T], some: int) -> list[T]:
    return [things[number] for number in each(some)]


class Deck:
    """All the cards of a game, in order, each with the short name that notation uses.

    Cards that look alike have the same name. `kind` maps every card to the first that looks like it: whatever is
    shown or typed speaks of kinds, so that nobody can tell two copies apart. Only a full position, which players
    never see, tells them apart by `labels` (`j`, `j'`, `j''`).

    >>> deck = rows_deck()
    >>> deck.names[10], deck.card("b20"), deck.show(0b11)
    ('r11', 79, 'r1 r2')
    """

    def __init__(self, names: Iterable[str], values: Iterable[int]) -> None:
        self.names = tuple(names)
        self.values = tuple(values)
        self.labels = tuple(name + "'" * self.names[:n].count(name) for n, name in enumerate(self.names))
        self._numbers = {label: card for card, label in enumerate(self.labels)}
        self.kind = tuple(self._numbers[name] for name in self.names)
        self.copies = {
            kind: together(card for card, other in enumerate(self.kind) if other == kind) for kind in set(self.kind)
        }
        """By kind: the cards that look like it."""
        self.bits = tuple(1 << card for card in range(len(self.names)))
        self._listed = lister(self.names)
        self._show = writer(self.names)
        self.has_copies = len(self.copies) < len(self.names)
        self.all: Cards = (1 << len(self.names)) - 1

    def __len__(self) -> int:
        return len(self.names)

    def together(self, cards: Iterable[Card]) -> Cards:
        """The set of these cards; their sets of one are there already."""
        bits, out = self.bits, 0
        for card in cards:
            out |= bits[card]
        return out

    def card(self, label: str) -> Card:
        """The card of that name; `KeyError` if the deck has none."""
        return self._numbers[label]

    def show(self, cards: Cards) -> str:
        """A set of cards for people."""
        return " ".join(self.shown(cards)) if self.has_copies else self._show(cards)

    def shown(self, cards: Cards) -> list[str]:
        """The names of a set of cards, in the order of their kinds."""
        if self.has_copies:
            return [self.names[kind] for kind in sorted(self.kind[card] for card in each(cards))]
        return self._listed(cards)

    def write(self, cards: Cards) -> str:
        """A set of cards with every copy told apart."""
        return " ".join(self.labels[card] for card in each(cards))

    def read(self, text: str) -> Cards:
        """The set that `write` wrote."""
        return together(map(self.card, text.split()))

    def worth(self, cards: Cards) -> int:
        """The sum of the numbers on these cards."""
        return sum(self.values[card] for card in each(cards))


def rows_deck(highest: int = 20, colours: Iterable[str] = COLOURS) -> Deck:
    """The deck of the row games: each colour from 1 upwards, colour after colour."""
    initials = [colour[0] for colour in colours]
    numbers = range(1, highest + 1)
    return Deck(
        [f"{initial}{number}" for initial in initials for number in numbers],
        [number for _ in initials for number in numbers],
    )
