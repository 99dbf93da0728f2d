"""The rules of `master` over machine words, for `elfer.fast`: plain scalar functions that a compiler can take.

Rows are counted as they lie, from the top; which colour each has is told by `State.order` and matters to no rule. A
set of places, or of number cards, is two words of two rows. A card is given by its *spot*, 64 times its word plus its
bit, and while it is handled as its word and a mask with that bit. Jokers have a spot too, the bit after the rows: the
second word of a hand has them as a number there, so that a card is put into a hand by adding its bit, joker or not.

What belongs to the seats lies in an array, three words a seat: the hand, and a word with how many connection cards
and, from `WON` on, how many bonus cards lie before it. The deck is an array of spots: first what the seats are dealt,
then the stock with its top at the end. Links need not be kept: both places of one are taken (MA-18).
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from elfer.games.master.refusals import MOST_LAID
from elfer.table.machine import below, count, shuffled, turned

Words = MutableSequence[int]

NOTHING, DRAW, END, PASS = range(4)
"""What a seat may do beside laying or exchanging a card: action 755 more of the game."""
LAY, JOKER_LAID, SWAP, FROM_ABOVE, FROM_BELOW, JOKER_FROM_ABOVE, JOKER_FROM_BELOW = range(7)
"""What can be done on a place: the last four over a connection card from the row above or below."""
WITH_JOKER = 1 << JOKER_LAID | 1 << JOKER_FROM_ABOVE | 1 << JOKER_FROM_BELOW

LENGTH = 21
ROW = (1 << LENGTH) - 1
TWO_ROWS = (1 << 2 * LENGTH) - 1
NOT_FIRST = ~(1 | 1 << LENGTH)
NOT_LAST = ~(1 << LENGTH - 1 | 1 << 2 * LENGTH - 1)
LOWER_HALF, MIDDLE = 0x3FF, 1 << 10
FREE_AT_FIRST = TWO_ROWS ^ (MIDDLE | MIDDLE << LENGTH)
JOKER_AT = 2 * LENGTH
JOKER = 1 << JOKER_AT
WON = 1 << 8
HELD = WON - 1
BONUS_CARDS = 7
WORTH = 11
SIGHT = 63
SEAT = 3
"""Words of a seat."""
ORDERS = (
    *(0xE4, 0xB4, 0xD8, 0x78, 0x9C, 0x6C, 0xE1, 0xB1, 0xC9, 0x39, 0x8D, 0x2D),
    *(0xD2, 0x72, 0xC6, 0x36, 0x4E, 0x1E, 0x93, 0x63, 0x87, 0x27, 0x4B, 0x1B),
)
"""All orders of the colours, each in two bits, the top row in the lowest."""


class Rules(NamedTuple):
    """What is fixed at a table."""

    players: int
    share: int
    dealt: int
    """How many cards all seats get together."""
    cards: int
    """How many are shuffled."""
    connections: int
    """How many each seat gets."""
    any_order: int
    """Whether the order of the rows is random (MA-3)."""
    by_lot: int
    """Whether it is random who begins the first round (MA-4)."""


class State(NamedTuple):
    """A moment of a round; what the seats have and the deck lie beside it."""

    seat: int
    order: int
    free0: int
    free1: int
    """Places on which nothing lies."""
    wild0: int
    wild1: int
    """Places on which jokers stand."""
    laid: int
    swapped: int
    passes: int
    stock: int
    """How many cards are left to draw."""
    bonus: int
    """How many bonus cards are left."""


class Legal(NamedTuple):
    """What may be done: by each thing that can be done on a place, where; and what else."""

    lay0: int
    lay1: int
    joker0: int
    joker1: int
    swap0: int
    swap1: int
    above0: int
    above1: int
    below0: int
    below1: int
    joker_above0: int
    joker_above1: int
    joker_below0: int
    joker_below1: int
    what: int


# --- the deal ------------------------------------------------------------------------------------------------


def dealt(
    rules: Rules, cards: Sequence[int], hands: Words, deck: Words, number: int, chance: int
) -> tuple[State, int]:
    """The start of round `number`, freshly dealt, and the chance that is left."""
    chance = shuffled(cards, deck, rules.cards, rules.share, chance)
    hand_out(rules, hands, deck)
    chance = turned(chance)
    order = ORDERS[below(chance, len(ORDERS)) if rules.any_order else 0]
    chance = turned(chance)
    lot = below(chance, rules.players) if rules.by_lot else 0
    seat, stock = (lot + number) % rules.players, rules.cards - rules.dealt
    return State(seat, order, FREE_AT_FIRST, FREE_AT_FIRST, 0, 0, 0, 0, 0, stock, BONUS_CARDS), chance


def hand_out(rules: Rules, hands: Words, deck: Words) -> None:
    """Give each seat its share of the deck, and its connection cards."""
    at = 0
    for seat in range(rules.players):
        hand0 = hand1 = 0
        for _ in range(rules.share):
            word = deck[at] >> 6
            bit = 1 << (deck[at] & SIGHT)
            hand0 += bit & word - 1
            hand1 += bit & -word
            at += 1
        hands[SEAT * seat] = hand0
        hands[SEAT * seat + 1] = hand1
        hands[SEAT * seat + 2] = rules.connections


# --- the rows ------------------------------------------------------------------------------------------------


def fitting(free: int) -> int:
    """Of two rows, the free places beside a taken one (MA-6)."""
    taken = TWO_ROWS ^ free
    return ((taken & NOT_LAST) << 1 | (taken & NOT_FIRST) >> 1) & free


def half_row(bit: int) -> int:
    """The half row of a place, within its word: 1 to 10 or 12 to 21 (MA-19)."""
    row = LENGTH if bit > ROW else 0
    return LOWER_HALF << row + (11 if bit >> row > MIDDLE else 0)


# --- your turn -----------------------------------------------------------------------------------------------


def legal(state: State, hands: Words) -> Legal:
    """What may be done by whose turn it is."""
    own = SEAT * state.seat
    hand0, hand1 = hands[own] + 0, hands[own + 1] + 0
    free0, free1 = state.free0, state.free1
    fits0, fits1 = fitting(free0), fitting(free1)
    lay0, lay1 = hand0 & fits0, hand1 & fits1
    what = instead(state, lay0 | lay1)
    swaps = -int(state.laid | fits0 | fits1 != 0)  # MA-12
    swap0, swap1 = hand0 & state.wild0 & swaps, hand1 & state.wild1 & swaps
    if state.laid == MOST_LAID:  # MA-5
        return Legal(0, 0, 0, 0, swap0, swap1, 0, 0, 0, 0, 0, 0, 0, 0, what)
    joker = -int(hand1 >= JOKER)
    if not hands[own + 2] & HELD:
        return Legal(lay0, lay1, fits0 & joker, fits1 & joker, swap0, swap1, 0, 0, 0, 0, 0, 0, 0, 0, what)
    taken0, taken1 = TWO_ROWS ^ free0, TWO_ROWS ^ free1  # MA-14
    above0, above1 = taken0 << LENGTH & free0, (taken1 << LENGTH | taken0 >> LENGTH) & free1
    below0, below1 = (taken0 >> LENGTH | (taken1 & ROW) << LENGTH) & free0, taken1 >> LENGTH & free1
    return Legal(
        lay0,
        lay1,
        fits0 & joker,
        fits1 & joker,
        swap0,
        swap1,
        above0 & hand0,
        above1 & hand1,
        below0 & hand0,
        below1 & hand1,
        above0 & joker,
        above1 & joker,
        below0 & joker,
        below1 & joker,
        what,
    )


def instead(state: State, can: int) -> int:
    """What can be done instead of laying a card, or another one; `can`: the number cards that fit."""
    if state.laid:
        return END
    if state.swapped:
        return NOTHING  # MA-12
    if state.stock:
        return DRAW  # MA-7
    return NOTHING if can else PASS  # MA-8


def done(rules: Rules, state: State, hands: Words, deck: Words, place: int, bit: int, what: int) -> State:
    """The state after something was done: with a bit on that place, `place` being twice the kind of it plus the word,
    or else what needs no place."""
    if not bit:
        return other(rules, state, hands, deck, what)
    if place >> 1 == SWAP:
        return swap(state, hands, place & 1, bit)
    return lay(state, hands, place >> 1, place & 1, bit)


def lay(state: State, hands: Words, kind: int, word: int, bit: int) -> State:
    """The state after a card was laid or a joker, over a connection card or not."""
    own, joker = SEAT * state.seat, -(WITH_JOKER >> kind & 1)
    bit0, bit1 = bit & word - 1, bit & -word
    hand0, hand1 = hands[own] - (bit0 & ~joker), hands[own + 1] - (bit1 & ~joker | JOKER & joker)
    hands[own] = hand0
    hands[own + 1] = hand1
    free0, free1 = state.free0 ^ bit0, state.free1 ^ bit1
    full = int(not half_row(bit) & (free1 if word else free0) and state.bonus > 0)  # MA-19
    hands[own + 2] += full * WON - int(kind > SWAP)
    return State(
        state.seat if hand0 | hand1 else -1,  # MA-20
        state.order,
        free0,
        free1,
        state.wild0 | bit0 & joker,
        state.wild1 | bit1 & joker,
        state.laid + 1,
        state.swapped,
        0,
        state.stock,
        state.bonus - full,
    )


def swap(state: State, hands: Words, word: int, bit: int) -> State:
    """The state after a card took the place of a joker (MA-11)."""
    own = SEAT * state.seat
    bit0, bit1 = bit & word - 1, bit & -word
    hands[own] -= bit0
    hands[own + 1] += JOKER - bit1
    seat, order, free0, free1, wild0, wild1, laid, _, _, stock, bonus = state
    return State(seat, order, free0, free1, wild0 ^ bit0, wild1 ^ bit1, laid, 1, 0, stock, bonus)


def other(rules: Rules, state: State, hands: Words, deck: Words, what: int) -> State:
    """The state after drawing, ending or passing: the next seat's turn."""
    seat, order, free0, free1, wild0, wild1, _, _, passes, stock, bonus = state
    passes = passes + 1 if what == PASS else 0
    if what == DRAW:
        stock -= 1
        spot = deck[rules.dealt + stock] + 0
        hands[SEAT * seat + (spot >> 6)] += 1 << (spot & SIGHT)
    turn = seat + 1 if seat + 1 < rules.players else 0
    if passes == rules.players:  # MA-22
        turn = -1
    return State(turn, order, free0, free1, wild0, wild1, 0, 0, passes, stock, bonus)


# --- the end -------------------------------------------------------------------------------------------------


def points(hands: Words, seat: int) -> int:
    """What a seat gets (MA-21). In the numbers on its cards each binary digit is counted at once."""
    hand0, hand1 = hands[SEAT * seat], hands[SEAT * seat + 1]
    worth = count(hand0 & 0x2AAAAB55555) + count(hand1 & 0x2AAAAB55555)
    worth += 2 * (count(hand0 & 0xCCCCC66666) + count(hand1 & 0xCCCCC66666))
    worth += 4 * (count(hand0 & 0x30F0F187878) + count(hand1 & 0x30F0F187878))
    worth += 8 * (count(hand0 & 0xFF0007F80) + count(hand1 & 0xFF0007F80))
    worth += 16 * (count(hand0 & 0x3F0001F8000) + count(hand1 & 0x3F0001F8000))
    return WORTH * (hands[SEAT * seat + 2] // WON - hand1 // JOKER) - worth
