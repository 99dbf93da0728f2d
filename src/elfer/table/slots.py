"""Guesses in bulk, over machine words: what is hidden from a seat lies in *slots*, and moves about among them.

A slot is room for one card: in another's hand, in the stock. A guess is the cards of all slots in another order, so
that each lies where it may. One guess follows from the last by exchanging pairs of cards, as the engine mixes its own
(`elfer.table.guess`). A card is given by its *spot*: 64 times its word in a hand, plus its bit there.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from elfer.table.cards import Card, Cards, each
from elfer.table.layout import Layout
from elfer.table.machine import below, below_too, turned
from elfer.table.table import Table, as_set

Words = MutableSequence[int]

SWAPS = 4
"""How many exchanges are tried for each slot between two guesses."""
STOCK = 8
"""From this number on, the home of a slot is a place in the deck; below it is a seat."""
SIGHT = 63


class Slots(NamedTuple):
    """What is hidden from a seat: the cards as they lie in a first guess, and what may lie where."""

    cards: list[int]
    """By slot, the spot of its card."""
    homes: list[int]
    allowed: list[int]
    """By slot, two words: the cards that may lie there."""


class Hidden(NamedTuple):
    """A card that is hidden from a seat, as it lies in a guess."""

    card: Card
    home: int
    never: Cards
    """What cannot lie there."""


def hidden(layout: Layout, table: Table, seat: int, stock: int, dealt: int) -> list[Hidden]:
    """All that is hidden in the hands of others and in the stock, which lies in the deck above the cards dealt."""
    known, out = layout.known(table, seat), layout.ruled_out(table, seat)
    hands = [(card, other) for other in range(layout.players) for card in each(as_set(table.zones[other]))]
    below_top = [(card, STOCK + dealt + at) for at, card in enumerate(table.zones[stock])]
    lying = [(card, home) for card, home in hands + below_top if not known >> card & 1]
    return [Hidden(card, home, out[home if home < STOCK else stock]) for card, home in lying]


def without(hands: Sequence[int], cards: Sequence[int], homes: Sequence[int], width: int) -> list[int]:
    """The hands, each of so many words, without what is in slots."""
    left = list(hands)
    for spot, home in zip(cards, homes, strict=True):
        if home < STOCK:
            left[width * home + (spot >> 6)] -= 1 << (spot & SIGHT)
    return left


def mixed(cards: Words, allowed: Words, chance: int) -> int:
    """Exchange pairs of cards at random, wherever both may lie; returns the chance that is left."""
    many = len(cards)
    for _ in range(SWAPS * many):
        chance = turned(chance)
        one, two = below(chance, many), below_too(chance, many)
        first, second = cards[one] + 0, cards[two] + 0
        if may(allowed, one, second) and may(allowed, two, first):
            cards[one] = second
            cards[two] = first
    return chance


def may(allowed: Words, slot: int, spot: int) -> int:
    """Whether a card may lie in a slot."""
    return allowed[2 * slot + (spot >> 6)] >> (spot & SIGHT) & 1


def put(known: Words, cards: Words, homes: Words, hands: Words, deck: Words, width: int) -> None:
    """Lay the cards of all slots to where they belong: `known` are the hands without them, of so many words each."""
    for at in range(len(known)):
        hands[at] = known[at]
    for at in range(len(cards)):
        home = homes[at]
        if home < STOCK:
            hands[width * home + (cards[at] >> 6)] += 1 << (cards[at] & SIGHT)
        else:
            deck[home - STOCK] = cards[at]


def result(points: Words, players: int, seat: int, margin: float, widest: float) -> float:
    """What an end is worth to a seat: 1 for winning alone, and a little for the points (`elfer.bots.search`).

    `points` are those of the seats, more being better; `widest` is by how much they can differ at most.
    """
    own, best, whole, equals = points[seat] + 0, points[seat] + 0, 0, 0
    for other in range(players):
        whole += points[other]
        best = max(best, points[other])
    for other in range(players):
        equals += int(points[other] == best)
    won = 1.0 / equals if own == best else 0.0
    return won + margin * (own - (whole - own) / (players - 1)) / widest
