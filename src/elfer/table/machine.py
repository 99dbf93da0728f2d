"""What kernels are written with: sets of cards in machine words, and chance that any machine repeats.

A kernel is the rules of a game once more, as scalar functions over signed words of 64 bits, so that one source runs
as plain Python and, compiled by `elfer.fast`, as machine code. For `count`, `lowest`, `product`, `write` and `put` a
machine has instructions, and for `wrapped` it needs none: `elfer.fast` puts that in their place. All else here is
compiled as it stands. No sum and no other product may leave a word, since compilers take for granted that none does.

The generator is xorshift64*: a word that is turned into the next one, of which the upper half of a product is used.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

Words = MutableSequence[int]

_STAR = 2685821657736338717
_HALF = 0xFFFFFFFF
_WORD = (1 << 64) - 1


def count(word: int) -> int:
    """How many bits are set; Python by itself would look at a number without its sign."""
    return (word & _WORD).bit_count()


def lowest(word: int) -> int:
    """The number of the lowest bit that is set; there must be one."""
    return (word & -word).bit_length() - 1


def wrapped(number: int) -> int:
    """What is left of a number in a signed word.

    >>> wrapped(1 << 63), wrapped((1 << 64) + 5)
    (-9223372036854775808, 5)
    """
    return (number + (1 << 63) & (1 << 64) - 1) - (1 << 63)


def product(a: int, b: int) -> int:
    """What is left of a product in a signed word."""
    return wrapped(a * b)


def turned(chance: int) -> int:
    """The word of the generator that comes after this one."""
    chance ^= chance >> 12 & 0xFFFFFFFFFFFFF
    chance ^= wrapped(chance << 25)
    return chance ^ chance >> 27 & 0x1FFFFFFFFF


def below(chance: int, n: int) -> int:
    """A number from 0 to n - 1 by this word: all are equally likely, up to n in 2³²."""
    return (product(chance, _STAR) >> 32 & _HALF) * n >> 32


def below_too(chance: int, n: int) -> int:
    """Another one by the same word, from the other half of the product: for shuffles, where many are drawn."""
    return (product(chance, _STAR) & _HALF) * n >> 32


def source(seed: int, number: int) -> int:
    """The first word for round `number` of a seed: mixed as in SplitMix64, so that neighbours have nothing in common.

    >>> source(7, 0) != source(7, 1) == source(7, 1)
    True
    """
    word = seed ^ product(number + 1, -7046029254386353131)
    word = product(word ^ word >> 30 & 0x3FFFFFFFF, -4658895280553007687)
    word = product(word ^ word >> 27 & 0x1FFFFFFFFF, -7723592293110705685)
    word ^= word >> 31 & 0x1FFFFFFFF
    return word if word else 1


def picked(word: int, n: int) -> int:
    """Bit `n` of those that are set, counted from 0 and from the lowest: the word with this bit alone.

    Up to three are stripped off without a branch, since which one is asked for cannot be foretold.
    """
    word &= word - 1 | n - 1 >> 63
    word &= word - 1 | n - 2 >> 63
    word &= word - 1 | n - 3 >> 63
    while n > 3:
        word &= word - 1
        n -= 1
    return word & -word


def spread(bits: int) -> int:
    """Eight bits as the eight bytes of a word, from the lowest on.

    >>> f"{spread(0b10000101):016x}"
    '0100000000010001'
    """
    bits = (bits | bits << 28) & 0x0000000F0000000F
    bits = (bits | bits << 14) & 0x0003000300030003
    return (bits | bits << 7) & 0x0101010101010101


def write(row: Words, at: int, bits: int) -> None:
    """Write all bits of a word, a byte for each: the eight words of a row from `at` on."""
    for n in range(8):
        row[at + n] = spread(bits >> 8 * n & 255)


def put(row: Words, at: int, number: int) -> None:
    """Write a number below 256 as byte `at` of a row of words."""
    word, shift = at >> 3, 8 * (at & 7)
    row[word] = wrapped(row[word] & ~(255 << shift) | number << shift)


def shuffled(cards: Sequence[int], deck: MutableSequence[int], many: int, share: int, chance: int) -> int:
    """Put so many cards into a deck, all deals equally likely; returns the chance that is left.

    The first `share` places are the first hand: what no other place was given lies there, so it needs no order.
    """
    for at in range(many):
        deck[at] = cards[at]
    at = many - 1
    while at > share:
        chance = turned(chance)
        other = below(chance, at + 1)
        deck[at], deck[other] = deck[other], deck[at]
        at -= 1
        other = below_too(chance, at + 1)
        deck[at], deck[other] = deck[other], deck[at]
        at -= 1
    if at == share:
        chance = turned(chance)
        other = below(chance, at + 1)
        deck[at], deck[other] = deck[other], deck[at]
    return chance
