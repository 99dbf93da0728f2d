"""The rules of the board game over machine words: plain scalar functions that a compiler can take as they stand.

A number tile is its field; jokers and symbol tiles are *kinds*, of which a hand has so many: four bits for each, in
one word. So a hand is three words, in an array beside the state. A tile is given by its *spot*: 64 times the word
plus the bit of its field, and for a kind 108 plus its number. The bag is the end of the deck, its top comes last.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Literal, NamedTuple

from elfer.games.brettspiel.kernel.fields import (
    ALL,
    DIGITS,
    ENDS,
    JOKER_COLUMNS,
    KIND,
    OPENERS,
    WIDTH,
    beside,
    bonus_end,
)
from elfer.table.machine import below, below_too, count, turned

Words = MutableSequence[int]
Rule = Literal[1] | None

NOTHING, DRAW, END, PASS = range(4)
"""What a seat may do beside laying and handing on: action 159 more of the game."""
KINDS = 8
MOST = 3
"""Tiles that may be laid, or are drawn, in a turn (BR-8, BR-14)."""
SIGHT = 63


class Rules(NamedTuple):
    """What is fixed at a table."""

    players: int
    lot: Rule
    """Whether the lot decides who is asked first for an 11 (BR-6)."""
    symbols: Rule
    share: int
    dealt: int
    """How many tiles all seats get together."""
    cards: int
    """How many are shuffled."""


class State(NamedTuple):
    """A moment of a round; the hands and the bag lie beside it."""

    seat: int
    taken0: int
    taken1: int
    open0: int
    open1: int
    fresh0: int
    fresh1: int
    laid: int
    drawn: int
    free: int
    apart: int
    """Spot of the drawn tile that is neither laid nor kept; -1 for none."""
    bonus: int
    """The kind of the bonus tile that waits for its field; -1 for none."""
    bag: int
    """How many tiles are left to draw."""


class Legal(NamedTuple):
    """What may be done: fields to lay on, tiles to hand on, their kinds, and what else."""

    lay0: int
    lay1: int
    give0: int
    give1: int
    kinds: int
    what: int


# --- the opening ---------------------------------------------------------------------------------------------


def shuffle(rules: Rules, cards: Sequence[int], deck: Words, chance: int) -> int:
    """Put the tiles into the deck, all deals equally likely; returns the chance that is left.

    What lies in the first hand is what no other place was given, so it needs no order.
    """
    for at in range(rules.cards):
        deck[at] = cards[at]
    at = rules.cards - 1
    while at >= rules.share:
        chance = turned(chance)
        other = below(chance, at + 1)
        deck[at], deck[other] = deck[other], deck[at]
        at -= 1
        if at >= rules.share:
            other = below_too(chance, at + 1)
            deck[at], deck[other] = deck[other], deck[at]
            at -= 1
    return chance


def take(hands: Words, seat: int, spot: int) -> None:
    """Put a tile into a hand."""
    if spot >= KIND:
        hands[3 * seat + 2] += 1 << 4 * (spot - KIND)
    else:
        hands[3 * seat + (spot >> 6)] |= 1 << (spot & SIGHT)


def dealt(
    rules: Rules, cards: Sequence[int], hands: Words, deck: Words, number: int, chance: int
) -> tuple[State, int]:
    """The start of a first round, freshly dealt (BR-5), and the chance that is left."""
    chance = shuffle(rules, cards, deck, chance)
    for at in range(3 * rules.players):
        hands[at] = 0
    for at in range(rules.dealt):
        take(hands, at // rules.share, deck[at] + 0)
    first = 0
    if rules.lot is not None:
        chance = turned(chance)
        first = below(chance, rules.players)
    return begun(rules, hands, deck, first), chance


def begun(rules: Rules, hands: Words, deck: Words, first: int) -> State:
    """The start, with the hands that were dealt: who has an 11 begins, or who first draws one (BR-6, BR-7)."""
    bag, seat = rules.cards - rules.dealt, first
    for _ in range(rules.players):
        if holds_opener(hands, seat):
            return opening(seat, bag)
        seat = after(rules, seat)
    while True:
        bag -= 1
        take(hands, seat, deck[rules.dealt + bag] + 0)
        if holds_opener(hands, seat):
            return opening(seat, bag)
        seat = after(rules, seat)


def holds_opener(hands: Words, seat: int) -> bool:
    """Whether there is an 11 in a hand."""
    return (hands[3 * seat] | hands[3 * seat + 1]) & OPENERS != 0


def opening(seat: int, bag: int) -> State:
    """A round of which nothing was played."""
    return State(seat, 0, 0, OPENERS, OPENERS, 0, 0, 0, 0, 0, -1, -1, bag)


def after(rules: Rules, seat: int) -> int:
    """The next seat."""
    return 0 if seat + 1 == rules.players else seat + 1


# --- your turn -----------------------------------------------------------------------------------------------


def legal(rules: Rules, state: State, hands: Words) -> Legal:
    """What whose turn it is may do."""
    if state.bonus >= 0:  # BR-11, BR-22
        lay0, lay1 = places(state.bonus)
        return Legal(lay0 & ~state.taken0, lay1 & ~state.taken1, 0, 0, 0, NOTHING)
    if state.drawn:
        lay0, lay1 = fitting(state, state.apart)
        return Legal(lay0, lay1, 0, 0, 0, NOTHING if lay0 | lay1 else DRAW)
    at = 3 * state.seat
    hand0, hand1, kinds = hands[at], hands[at + 1], hands[at + 2]
    lay0, lay1 = lays(rules, state, hand0, hand1, kinds)
    if state.laid:
        if state.fresh0 & state.fresh0 << 1 | state.fresh1 & state.fresh1 << 1:  # BR-13
            return Legal(lay0, lay1, hand0, hand1, held(kinds), END)
        return Legal(lay0, lay1, 0, 0, 0, END)
    if lay0 | lay1:
        return Legal(lay0, lay1, 0, 0, 0, NOTHING)
    return Legal(0, 0, 0, 0, 0, DRAW if state.bag else PASS)  # BR-14, BR-15


def lays(rules: Rules, state: State, hand0: int, hand1: int, kinds: int) -> tuple[int, int]:
    """The fields on which one of these tiles may be laid (BR-8, BR-20)."""
    on = -1 if state.laid < MOST else 0
    may0, may1 = state.open0 & on, state.open1 & on
    if state.free:
        may0, may1 = ALL & ~state.taken0 & ~ENDS | may0, ALL & ~state.taken1 & ~ENDS | may1
    fields0, fields1 = hand0, hand1
    if kinds:
        special0, special1 = special(rules, kinds)
        fields0 |= special0
        fields1 |= special1
    return fields0 & may0, fields1 & may1


def special(rules: Rules, kinds: int) -> tuple[int, int]:
    """The fields of the kinds that are held."""
    jokers = 0
    for kind in range(4):
        jokers |= JOKER_COLUMNS[kind] & -(kinds >> 4 * kind & 7 > 0)
    fields0 = fields1 = jokers
    if rules.symbols is not None and kinds >> 16:
        for kind in range(4, KINDS):
            if kinds >> 4 * kind & 7:
                more0, more1 = places(kind)
                fields0 |= more0
                fields1 |= more1
    return fields0, fields1


def places(kind: int) -> tuple[int, int]:
    """The fields of a kind: a joker has those of its number, a symbol tile the ends of its row."""
    if kind < 4:
        return JOKER_COLUMNS[kind], JOKER_COLUMNS[kind]
    row = kind - 4
    ends = (1 | 1 << WIDTH - 1) << WIDTH * (row & 1)
    return (0, ends) if row > 1 else (ends, 0)


def fitting(state: State, spot: int) -> tuple[int, int]:
    """The open fields for a tile."""
    if spot >= KIND:
        fields0, fields1 = places(spot - KIND)
        return fields0 & state.open0, fields1 & state.open1
    bit = 1 << (spot & SIGHT)
    return (0, bit & state.open1) if spot >> 6 else (bit & state.open0, 0)


def held(kinds: int) -> int:
    """Which kinds there are at all: a bit for each."""
    out = 0
    for kind in range(KINDS):
        out |= (1 if kinds >> 4 * kind & 7 else 0) << kind
    return out


# --- what is done --------------------------------------------------------------------------------------------


def kind_at(word: int, bit: int) -> int:
    """The kind of tile that goes on a field; -1 for a number tile."""
    for kind in range(4):
        if bit & JOKER_COLUMNS[kind]:
            return kind
    if bit & ENDS:
        return 4 + 2 * word + (1 if bit >> WIDTH else 0)
    return -1


def lay(rules: Rules, state: State, hands: Words, deck: Words, word: int, bit: int) -> State:
    """The state after a tile was laid on a field."""
    at, kind = 3 * state.seat, kind_at(word, bit)
    symbol = 1 if kind >= 4 else 0
    counts = 1 if symbol or not state.free else 0  # BR-19, BR-20
    if state.bonus >= 0:
        counts = 0  # BR-11
    elif not state.drawn:
        if kind >= 0:
            hands[at + 2] -= 1 << 4 * kind
        else:
            hands[at + word] ^= bit
    after_it = filled(rules, state, word, bit)
    if not hands[at] | hands[at + 1] | hands[at + 2]:  # BR-16
        return over_now(after_it)
    return rewarded(rules, counted(after_it, state.laid + counts, symbol), deck, word, bit)


def over_now(state: State) -> State:
    """The round is over."""
    taken0, taken1, open0, open1 = state.taken0, state.taken1, state.open0, state.open1
    return State(-1, taken0, taken1, open0, open1, 0, 0, 0, 0, 0, -1, -1, state.bag)


def filled(rules: Rules, state: State, word: int, bit: int) -> State:
    """A tile lies on the field: which fields are open now (BR-9), and which were filled in this turn (BR-21)."""
    bit0, bit1 = bit & word - 1, bit & -word
    new0, new1 = beside(bit0, bit1, 0 if rules.symbols is None else ENDS)
    taken0, taken1 = state.taken0 | bit0, state.taken1 | bit1
    return State(
        state.seat,
        taken0,
        taken1,
        (state.open0 | new0) & ~taken0,
        (state.open1 | new1) & ~taken1,
        state.fresh0 | bit0 & ~ENDS,
        state.fresh1 | bit1 & ~ENDS,
        state.laid,
        state.drawn,
        state.free,
        state.apart,
        state.bonus,
        state.bag,
    )


def counted(state: State, laid: int, free: int) -> State:
    """With so many tiles laid in this turn; nothing is drawn or waits any more."""
    seat, taken0, taken1, open0, open1, fresh0, fresh1 = state[:7]
    return State(seat, taken0, taken1, open0, open1, fresh0, fresh1, laid, 0, free, -1, -1, state.bag)


def left(state: State, bag: int, bonus: int) -> State:
    """With so many tiles in the bag, and a bonus tile that waits."""
    seat, taken0, taken1, open0, open1, fresh0, fresh1, laid, drawn, free, apart = state[:11]
    return State(seat, taken0, taken1, open0, open1, fresh0, fresh1, laid, drawn, free, apart, bonus, bag)


def rewarded(rules: Rules, state: State, deck: Words, word: int, bit: int) -> State:
    """Whoever lays the first tile at a bonus symbol draws another one for its field (BR-11)."""
    while state.bag:  # BR-15
        end0, end1 = bonus_end(bit & word - 1, bit & -word)
        if not end0 | end1 or end0 & state.taken0 | end1 & state.taken1:
            return state
        bag = state.bag - 1
        spot = deck[rules.dealt + bag] + 0
        if spot >= KIND:  # the player chooses the field
            return left(state, bag, spot - KIND)
        word, bit = spot >> 6, 1 << (spot & SIGHT)
        state = filled(rules, left(state, bag, -1), word, bit)
    return state


def turn(rules: Rules, state: State, bag: int) -> State:
    """The next seat's turn."""
    taken0, taken1, open0, open1 = state.taken0, state.taken1, state.open0, state.open1
    return State(after(rules, state.seat), taken0, taken1, open0, open1, 0, 0, 0, 0, 0, -1, -1, bag)


def give(rules: Rules, state: State, hands: Words, spot: int) -> State:
    """The state after a tile was handed on (BR-13)."""
    seat = state.seat
    at = 3 * seat
    if spot >= KIND:
        hands[at + 2] -= 1 << 4 * (spot - KIND)
    else:
        hands[at + (spot >> 6)] ^= 1 << (spot & SIGHT)
    take(hands, after(rules, seat), spot)
    if hands[at] | hands[at + 1] | hands[at + 2]:
        return turn(rules, state, state.bag)
    return over_now(state)  # BR-16


def other(rules: Rules, state: State, hands: Words, deck: Words, what: int) -> State:
    """The state after drawing, ending or passing."""
    if what != DRAW:
        return turn(rules, state, state.bag)
    seat, bag, drawn = state.seat, state.bag - 1, state.drawn + 1
    spot = deck[rules.dealt + bag] + 0
    if state.apart >= 0:
        take(hands, seat, state.apart)
    fit0, fit1 = fitting(state, spot)
    if (drawn == MOST or not bag) and not fit0 | fit1:  # BR-14
        take(hands, seat, spot)
        return turn(rules, state, bag)
    taken0, taken1, open0, open1 = state.taken0, state.taken1, state.open0, state.open1
    return State(seat, taken0, taken1, open0, open1, 0, 0, 0, drawn, 0, spot, -1, bag)


# --- the end -------------------------------------------------------------------------------------------------


def points(hands: Words, seat: int) -> int:
    """What the tiles of a hand are worth (BR-16, BR-22): of their numbers each binary digit is counted at once."""
    hand0, hand1, kinds = hands[3 * seat], hands[3 * seat + 1], hands[3 * seat + 2]
    worth = 0
    for digit in range(5):
        worth += count(hand0 & DIGITS[digit]) + count(hand1 & DIGITS[digit]) << digit
    worth += 3 * (kinds & 7) + 7 * (kinds >> 4 & 7) + 13 * (kinds >> 8 & 7) + 17 * (kinds >> 12 & 7)
    return worth + 11 * ((kinds >> 16 & 7) + (kinds >> 20 & 7) + (kinds >> 24 & 7) + (kinds >> 28 & 7))
