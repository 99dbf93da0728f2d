"""The rules of `hawaiki` over machine words, for `elfer.fast`: plain scalar functions that a compiler can take.

What belongs to the seats lies in an array, three words a seat: its cards (`elfer.games.hawaiki.kernel.piles`), and a
word with its markers, those it began with and, above them, the spot of its hidden card plus 1. The deck is an array
of spots: what the seats are dealt, then the stock with its top at the end. The stock begins behind the hands, one
place earlier for each sacrifice. Piles are told by their tops and by all cards that lie on them; only where there is
a sacrifice (HA-21) it is noted at the end of the deck, from behind, what was covered on which pile.

What options add stands in `options`: a table without any of them leaves it all out.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Literal, NamedTuple

from elfer.games.hawaiki.kernel.piles import Forms, fitting, forms, tops_of, without
from elfer.games.hawaiki.tops import NAMING, PAIR, STRAIGHT, TRIPLET
from elfer.table.machine import below, count, lowest, shuffled, turned

Words = MutableSequence[int]
Rule = Literal[1] | None

CARDS = 104
SEAT = 3
"""Words of a seat."""
START, HIDDEN = 4, 8
"""Where in the last of them the markers stand with which it began, and the hidden card."""
MARKERS = 15
PILES = 3
PILED = 40
"""A note of what was covered has the spot, plus this times the pile."""

HIDE, REST = 3, 4
"""What can be done beside laying on one of the piles."""
BURY, ANNOUNCE, CHANCE, NAME = 0, 3, 7, 8
"""Where things stand in the word of the rest: the first action there is 140 of the game."""
THANKS, SILENT, DRAW, PASS = 4, 6, 7, 8
"""The same from `Rules.calls` on."""

ANNOUNCED, FORGOTTEN, ASKED, THANKED, BARE, BEGUN, DOUBLE = 0, 4, 8, 10, 12, 13, 14
RUDE, WAITING, BURIED, CHANCED = 16, 24, 32, 40
"""Where things stand in `State.more`; the last four are sets of seats."""
SEATS = 255
COMBINATION = 15
LASTING = SEATS << BURIED | SEATS << CHANCED
"""What holds until the end of the round."""


class Rules(NamedTuple):
    """What is fixed at a table."""

    players: int
    dealt: int
    """How many cards all seats get together."""
    share: int
    cards: int
    """How many are shuffled."""
    markers: int
    by_lot: int
    """Whether it is random who begins (HA-3)."""
    alone: int
    """How many cards a single player draws for a flush (HA-8)."""
    calls: int
    """Where the calls begin in the word of the rest."""
    named: tuple[int, ...]
    """By number, the seats that are named; 0 for none."""
    single: tuple[int, ...]
    """By seat, the set of all single others."""
    double: tuple[int, ...]
    """By seat, the set of all that may be named for a flush."""
    more: Rule
    """Whether the table has any of the following."""
    strict: int
    one_hidden: int
    sacrifice: int
    second_chance: int


class State(NamedTuple):
    """A moment of a round; what the seats have and the deck lie beside it."""

    seat: int
    """Whose turn it is."""
    a: int
    b: int
    c: int
    """The tops of the piles."""
    lying: int
    both: int
    """All cards on the piles."""
    stock: int
    due: int
    """The combination whose effect is still to come."""
    passed: int
    winner: int
    more: int
    """What only options bring about, in one word."""


class Legal(NamedTuple):
    """What may be done: by pile the kinds to lay there, kinds to hide, and the rest."""

    lay0: int
    lay1: int
    lay2: int
    hides: int
    what: int


# --- the deal ------------------------------------------------------------------------------------------------


def dealt(
    rules: Rules, cards: Sequence[int], hands: Words, deck: Words, number: int, chance: int
) -> tuple[State, int]:
    """The start of a first round, freshly dealt (HA-3), and the chance that is left."""
    chance = shuffled(cards, deck, rules.cards, rules.share, chance)
    for seat in range(rules.players):
        hands[SEAT * seat] = hands[SEAT * seat + 1] = 0
        hands[SEAT * seat + 2] = rules.markers | rules.markers << START
        for at in range(rules.share * seat, rules.share * (seat + 1)):
            take(hands, seat, deck[at] + 0)
    first = 0
    if rules.by_lot:
        chance = turned(chance)
        first = below(chance, rules.players)
    stock = rules.cards - rules.dealt - PILES
    a, b, c = deck[rules.cards - 1] + 0, deck[rules.cards - 2] + 0, deck[rules.cards - 3] + 0
    lying, both = tops_of(a, b, c)
    return State(first, a, b, c, lying, both, stock, 0, 0, -1, asked_to_hide(rules)), chance


def asked_to_hide(rules: Rules) -> int:
    """At the start all hide a card, where that is played (HA-20)."""
    if rules.more is not None and rules.one_hidden:
        return HIDING << ASKED | (1 << rules.players) - 1 << WAITING
    return 0


HIDING, CALLING, THANKING = 1, 2, 3
"""What seats may be asked for at once."""


# --- cards ---------------------------------------------------------------------------------------------------


def take(hands: Words, seat: int, spot: int) -> None:
    """Put a card into a hand."""
    bit, own = 1 << spot, SEAT * seat
    hands[own + 1] |= hands[own] & bit
    hands[own] |= bit


def held(hands: Words, seat: int) -> int:
    """How many cards a seat has."""
    return count(hands[SEAT * seat]) + count(hands[SEAT * seat + 1])


def covered(state: State) -> int:
    """How many cards lie under the tops."""
    return count(state.lying) + count(state.both) - PILES


def bottom(rules: Rules, state: State) -> int:
    """Where in the deck the stock begins."""
    if rules.more is None:
        return rules.dealt
    return rules.dealt - count(state.more >> BURIED & SEATS)


def drawn(
    rules: Rules, state: State, hands: Words, deck: Words, seat: int, cards: int, chance: int
) -> tuple[State, int, int]:
    """After a seat drew so many cards, as far as there were any: how many it got, and the chance that is left."""
    for got in range(cards):
        if not state.stock:
            state, chance = restocked(rules, state, deck, chance)
            if not state.stock:
                return state, got, chance
        state = with_stock(state, state.stock - 1, state.lying, state.both)
        take(hands, seat, deck[bottom(rules, state) + state.stock] + 0)
    return state, cards, chance


def with_stock(state: State, stock: int, lying: int, both: int) -> State:
    """The same with another stock, and other cards on the piles."""
    seat, a, b, c, _, _, _, due, passed, winner, more = state
    return State(seat, a, b, c, lying, both, stock, due, passed, winner, more)


def restocked(rules: Rules, state: State, deck: Words, chance: int) -> tuple[State, int]:
    """The piles, but for their tops, become the new stock (HA-19): each card exchanged with any before it."""
    lying, both = tops_of(state.a, state.b, state.c)
    one, two = without(state.lying, state.both, lying, both)
    start, stock = bottom(rules, state), 0
    while one:
        spot = lowest(one)
        chance = turned(chance)
        other = below(chance, stock + 1)
        deck[start + stock] = deck[start + other]
        deck[start + other] = spot
        stock += 1
        one, two = one & one - 1 | two & one & -one, two & ~(one & -one)
    return with_stock(state, stock, lying, both), chance


# --- your turn -----------------------------------------------------------------------------------------------


def turn(rules: Rules, state: State, hand: int) -> Legal:
    """What may be done with these kinds in a turn to which no option adds anything: lay, or draw (HA-4, HA-19)."""
    lay0, lay1, lay2 = hand & fitting(state.a), hand & fitting(state.b), hand & fitting(state.c)
    if state.stock or covered(state):
        return Legal(lay0, lay1, lay2, 0, 1 << rules.calls + DRAW)
    return Legal(lay0, lay1, lay2, 0, 0 if lay0 | lay1 | lay2 else 1 << rules.calls + PASS)


def names(rules: Rules, state: State) -> Legal:
    """Whom one may name (HA-7, HA-8)."""
    return Legal(0, 0, 0, 0, (rules.single if state.due == STRAIGHT else rules.double)[state.seat])


def made_at(state: State, at: int) -> Forms:
    """What can be formed on a pile."""
    if at == 0:
        return forms(state.a, state.b, state.c)
    return forms(state.b, state.c, state.a) if at == 1 else forms(state.c, state.a, state.b)


def laid(state: State, hands: Words, at: int, bit: int, due: int) -> State:
    """With a card on that pile, before anything follows from it."""
    own, spot = SEAT * state.seat, lowest(bit)
    one, two = hands[own] + 0, hands[own + 1] + 0
    hands[own] = one ^ bit & ~two
    hands[own + 1] = two & ~bit
    a, b, c = spot if at == 0 else state.a, spot if at == 1 else state.b, spot if at == 2 else state.c
    winner = -1 if one ^ bit | two else state.seat
    lying, both = state.lying | bit, state.both | state.lying & bit
    return State(state.seat, a, b, c, lying, both, state.stock, due, 0, winner, state.more)


def settled(rules: Rules, state: State, hands: Words, deck: Words, chance: int) -> tuple[State, int]:
    """All that follows from a laid card, up to where somebody has to choose or to say something."""
    if state.due & NAMING:
        if rules.players > 2:
            return state, chance
        return named(rules, state, hands, deck, 1 << 1 - state.seat, chance)
    if state.due == TRIPLET:
        others = (1 << rules.players) - 1 ^ 1 << state.seat
        return given(rules, state, hands, deck, others, 1, chance)
    return after_effects(rules, state, hands), chance


def named(rules: Rules, state: State, hands: Words, deck: Words, seats: int, chance: int) -> tuple[State, int]:
    """The seats that were named draw (HA-7, HA-8)."""
    alone = 1 if state.due == STRAIGHT or seats & seats - 1 else rules.alone
    return given(rules, state, hands, deck, seats, alone, chance)


def given(
    rules: Rules, state: State, hands: Words, deck: Words, seats: int, cards: int, chance: int
) -> tuple[State, int]:
    """These seats draw so many cards each, one seat after the other, and say thanks (HA-14, HA-15)."""
    seat, thankful, most = state.seat, 0, 0
    for _ in range(rules.players - 1):
        seat = after(rules, seat)
        if seats >> seat & 1:
            state, got, chance = drawn(rules, state, hands, deck, seat, cards, chance)
            thankful |= int(got > 0) << seat
            most = max(most, got)
    state = with_due(state, PAIR, state.more)
    if rules.more is not None and rules.strict and thankful:
        return with_due(state, PAIR, asked(state.more, THANKING, thankful) | most << THANKED), chance
    return after_effects(rules, state, hands), chance


def with_due(state: State, due: int, more: int) -> State:
    """The same with something else due."""
    seat, a, b, c, lying, both, stock, _, passed, winner, _ = state
    return State(seat, a, b, c, lying, both, stock, due, passed, winner, more)


def asked(more: int, what: int, seats: int) -> int:
    """With a question to some seats."""
    return more | what << ASKED | seats << WAITING


def after_effects(rules: Rules, state: State, hands: Words) -> State:
    """Another card is hidden after all effects (HA-20); else the turn is over, or the player goes again."""
    if rules.more is not None and state.more >> BARE & 1:
        return state
    return turn_over(rules, state, hands)


def turn_over(rules: Rules, state: State, hands: Words) -> State:
    """Nothing more follows: the round is over (HA-16), the player goes again, or the turn is over."""
    if state.winner >= 0:
        return ended(rules, state, hands)
    if state.due:
        return with_due(state, 0, state.more & ~(1 << BARE))
    return next_turn(rules, state, 0)


def next_turn(rules: Rules, state: State, passed: int) -> State:
    """The turn is over: the next one, or the second one of the same player (HA-22)."""
    seat, more = after(rules, state.seat), 0
    if rules.more is not None:
        second = state.more >> DOUBLE & 3 == 1
        seat = state.seat if second else seat
        more = state.more & LASTING | (1 << BEGUN | 2 << DOUBLE if second else 0)
    return State(seat, state.a, state.b, state.c, state.lying, state.both, state.stock, 0, passed, -1, more)


def after(rules: Rules, seat: int) -> int:
    """The next seat: play goes to the right (HA-3)."""
    return seat - 1 if seat else rules.players - 1


def draw(rules: Rules, state: State, hands: Words, deck: Words, chance: int) -> tuple[State, int]:
    """After a card was drawn instead of laying one."""
    state, _, chance = drawn(rules, state, hands, deck, state.seat, 1, chance)
    return next_turn(rules, state, 0), chance


def pass_on(rules: Rules, state: State, hands: Words) -> State:
    """After somebody could neither lay nor draw (HA-19)."""
    passed = state.passed | 1 << state.seat
    if passed == (1 << rules.players) - 1:
        return ended(rules, state, hands)
    return next_turn(rules, state, passed)


# --- the end -------------------------------------------------------------------------------------------------


def ended(rules: Rules, state: State, hands: Words) -> State:
    """The round is over: as many markers as cards are given back, at most all (HA-17)."""
    for seat in range(rules.players):
        own = SEAT * seat + 2
        hands[own] -= min(held(hands, seat), hands[own] & MARKERS)
    _, a, b, c, lying, both, stock, _, passed, winner, more = state
    return State(-1, a, b, c, lying, both, stock, 0, passed, winner, more & ~(3 << DOUBLE))


def points(hands: Words, seat: int) -> int:
    """What a seat has lost, below 0."""
    beside = hands[SEAT * seat + 2] + 0
    return (beside & MARKERS) - (beside >> START & MARKERS)
