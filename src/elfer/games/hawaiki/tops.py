"""The cards of `hawaiki`, what fits on what, and the combinations that the tops of the piles form.

The first 35 cards of the deck are one of each kind, the other 35 their copies: card `n` and card `n + 35` look
alike. A kind is a number below 35, and a set of kinds has 35 bits.
"""

from __future__ import annotations

from elfer.table.cards import Card, Cards, Deck

COLOURS = ("violet", "green", "orange", "yellow", "blue")
VALUES = 7
KINDS = len(COLOURS) * VALUES
ALL_KINDS: Cards = (1 << KINDS) - 1
ON_EACH = 1 | 1 << KINDS | 1 << 2 * KINDS
"""A set of kinds times this is that set three times over: once for each pile."""

PAIR, STRAIGHT, FLUSH, TRIPLET = 1, 2, 4, 8
NAMING = STRAIGHT | FLUSH
"""Those for which the player names others."""
WORDS = {PAIR: "pair", STRAIGHT: "straight", FLUSH: "flush", TRIPLET: "triplet"}
"""What the combinations are called in announcements and calls."""
MASKS = {word: mask for mask, word in WORDS.items()}

_LINES = frozenset(0b111 << lowest for lowest in range(VALUES - 2))
"""Three consecutive values, as sets of values."""
_VALUE_BITS = (1 << VALUES) - 1


def hawaiki_deck() -> Deck:
    """Each value in each colour, twice (HA-1)."""
    names = [f"{colour[0]}{value}" for colour in COLOURS for value in range(1, VALUES + 1)]
    return Deck(names * 2, [int(name[1]) for name in names] * 2)


_TRAITS = tuple(1 << kind % VALUES | 1 << VALUES + kind // VALUES for kind in range(KINDS)) * 2
"""For each card: a bit for its value, and above these a bit for its colour."""
FITS = tuple(sum(1 << other for other in range(KINDS) if _TRAITS[other] & traits) for traits in _TRAITS)
"""For each card: the kinds of the same value or colour, which may be laid on it (HA-4)."""


def kinds_of(cards: Cards) -> Cards:
    """The kinds of a set of cards.

    >>> bin(kinds_of(0b101 | 0b110 << KINDS))
    '0b111'
    """
    return (cards | cards >> KINDS) & ALL_KINDS


def formed(laid: Card, covered: Card, one: Card, other: Card) -> int:
    """The combination that a laid card forms and that did not stand there before (HA-6 to HA-10); 0 if none.

    `one` and `other` are the tops of the two other piles. A card that fits forms at most one (HA-11).
    """
    new, old, beside = _TRAITS[laid], _TRAITS[covered], _TRAITS[one] & _TRAITS[other]
    if new == old:
        return PAIR
    if beside and (common := beside & new & ~old):
        return TRIPLET if common & _VALUE_BITS else FLUSH
    around = (_TRAITS[one] | _TRAITS[other]) & _VALUE_BITS
    line = around | new & _VALUE_BITS
    if line in _LINES and line != around | old & _VALUE_BITS:  # HA-10: the values differ by at least one
        return STRAIGHT
    return 0
