"""The row rules over machine words, for `elfer.fast`: plain scalar functions that a compiler can take as they stand.

A set of cards is two words of forty: red and yellow, green and blue. A card is given by its *spot*, 64 times its word
plus its bit, and while it is handled as its word and a mask with that bit. Hands lie in an array, two words a seat;
the deck is an array of spots, first what the seats are dealt, then the stock with its top at the end.

`legal`, `lay` and `other` are the rules, step by step. Rules are arguments, never globals, since compiled code keeps
the globals that it was compiled with. A rule that a game does not have is `None`, and asked for with `is not None`:
so it is a matter of types, and a compiler leaves out all that rests on it.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Literal, NamedTuple

from elfer.games.rows.refusals import MOST_DRAWN
from elfer.table.machine import below, count, shuffled, turned

Words = MutableSequence[int]
Rule = Literal[1] | None

NOTHING, DRAW, TAKE, END, PASS = range(5)
"""What a seat may do beside laying a card: action 79 more of the game."""
HOLDER, AFTER_DEALER, LOT = range(3)
ROW = (1 << 20) - 1
NOT_LAST = ~(1 << 19 | 1 << 39)
NOT_FIRST = ~(1 | 1 << 20)
SIGHT = 63


class Rules(NamedTuple):
    """What is fixed at a table."""

    players: int
    direction: int
    begins: int
    opens: tuple[int, ...]
    """Spots of the cards of which a holder begins, in order; -1 for none."""
    one_colour: Rule
    on_after_drawn: Rule
    on_after_opening: Rule
    one_opener: Rule
    any_opens: Rule
    take_three: Rule
    draw_to_fit: Rule
    share: int
    dealt: int
    """How many cards all seats get together."""
    cards: int
    """How many are shuffled."""
    play0: int
    play1: int
    """The cards in play."""
    free0: int
    free1: int
    """Those that do not lie on the table from the start."""
    first0: int
    first1: int
    """Those that fit at the start."""


class Rows(NamedTuple):
    """What lies on the table, by what is open."""

    fits0: int
    fits1: int
    free0: int
    free1: int
    """Cards in play that are not laid."""


class State(NamedTuple):
    """A moment of a round; the hands and the deck lie beside it."""

    seat: int
    fits0: int
    fits1: int
    free0: int
    free1: int
    offer0: int
    offer1: int
    laid: int
    drawn: int
    apart: int
    """Spot of the drawn card that is neither laid nor kept; -1 for none."""
    stock: int
    """How many cards are left to draw."""


# --- the deal ------------------------------------------------------------------------------------------------


def shuffle(rules: Rules, cards: Sequence[int], deck: Words, chance: int) -> int:
    """Put the cards into the deck, all deals equally likely; returns the chance that is left."""
    return shuffled(cards, deck, rules.cards, rules.share, chance)


def hand_out(rules: Rules, hands: Words, deck: Words) -> None:
    """Give each seat its share of the deck."""
    at = 0
    for seat in range(rules.players):
        hand0 = hand1 = 0
        for _ in range(rules.share):
            word = deck[at] >> 6
            bit = 1 << (deck[at] & SIGHT)
            hand0 |= bit & word - 1
            hand1 |= bit & -word
            at += 1
        hands[2 * seat] = hand0
        hands[2 * seat + 1] = hand1


def holder(rules: Rules, hands: Words, word: int, bit: int) -> int:
    """The seat that holds a card; -1 if nobody does."""
    for seat in range(rules.players):
        if hands[2 * seat + word] & bit:
            return seat
    return -1


def opening(rules: Rules, seat: int, offer0: int, offer1: int) -> State:
    """The start of a round."""
    stock = rules.cards - rules.dealt
    return State(seat, rules.first0, rules.first1, rules.free0, rules.free1, offer0, offer1, 0, 0, -1, stock)


def begun(rules: Rules, hands: Words, number: int, chance: int) -> tuple[State, int]:
    """The start of round `number` with the hands that were dealt, its seat -1 to deal again; the chance left."""
    if rules.begins == LOT:
        chance = turned(chance)
        return opening(rules, below(chance, rules.players), rules.first0, rules.first1), chance
    if rules.begins == AFTER_DEALER:
        return opening(rules, rules.direction * (number + 1) % rules.players, rules.first0, rules.first1), chance
    for spot in rules.opens:
        if spot >= 0:
            word = spot >> 6
            bit = 1 << (spot & SIGHT)
            seat = holder(rules, hands, word, bit)
            if seat >= 0:
                return opening(rules, seat, bit & word - 1, bit & -word), chance
    return opening(rules, -1, 0, 0), chance


def dealt(
    rules: Rules, cards: Sequence[int], hands: Words, deck: Words, number: int, chance: int
) -> tuple[State, int]:
    """The start of round `number`, freshly dealt, and the chance that is left."""
    chance = shuffle(rules, cards, deck, chance)
    hand_out(rules, hands, deck)
    state, chance = begun(rules, hands, number, chance)
    while state.seat < 0:
        chance = shuffle(rules, cards, deck, chance)
        hand_out(rules, hands, deck)
        state, chance = begun(rules, hands, number, chance)
    return state, chance


# --- your turn, step by step ---------------------------------------------------------------------------------


def legal(rules: Rules, state: State, hands: Words) -> tuple[int, int, int]:
    """The cards that may be laid, and what else may be done."""
    can0 = hands[2 * state.seat] & state.offer0
    can1 = hands[2 * state.seat + 1] & state.offer1
    if state.drawn:
        return after_drawing(state, can0 | can1)
    if state.laid:
        return can0, can1, END
    if not can0 | can1:
        return 0, 0, DRAW if state.stock else PASS
    return can0, can1, instead(rules, state.free0, state.free1, state.stock)


def after_drawing(state: State, could: int) -> tuple[int, int, int]:
    """What may be done with the drawn card; `could`: what could have been laid before."""
    fit0 = fit1 = 0
    if state.apart >= 0:
        word = state.apart >> 6
        bit = 1 << (state.apart & SIGHT)
        fit0 = bit & word - 1 & state.offer0
        fit1 = bit & -word & state.offer1
    if fit0 | fit1 and not could:
        return fit0, fit1, NOTHING
    return fit0, fit1, DRAW if state.drawn < MOST_DRAWN and state.stock else END


def instead(rules: Rules, free0: int, free1: int, stock: int) -> int:
    """What one may do instead of laying a card (EK-8)."""
    if not stock or unopened(rules, free0, free1):
        return NOTHING
    if rules.take_three is not None:
        return TAKE
    return DRAW if rules.draw_to_fit is not None else NOTHING


def unopened(rules: Rules, free0: int, free1: int) -> bool:
    """Whether nothing lies in the rows."""
    return free0 == rules.play0 and free1 == rules.play1


def lay(rules: Rules, state: State, hands: Words, word: int, bit: int) -> State:
    """The state after a card was laid."""
    seat, on = state.seat, True
    if state.drawn:
        on = rules.on_after_drawn is not None
    else:
        hands[2 * seat + word] ^= bit
    if unopened(rules, state.free0, state.free1):
        on = on and rules.on_after_opening is not None
    rows = placed(rules, Rows(state.fits0, state.fits1, state.free0, state.free1), word, bit)
    if not hands[2 * seat] | hands[2 * seat + 1]:
        return State(-1, rows.fits0, rows.fits1, rows.free0, rows.free1, 0, 0, 0, 0, -1, state.stock)
    if on:
        offer0, offer1 = offered(rules, rows, word, bit)
        return State(seat, rows.fits0, rows.fits1, rows.free0, rows.free1, offer0, offer1, 1, 0, -1, state.stock)
    return turn(rules, seat, rows, state.stock)


def placed(rules: Rules, rows: Rows, word: int, bit: int) -> Rows:
    """The rows with one more card. Which word it is in cannot be foretold, so there is no branch for it."""
    bit0, bit1 = bit & word - 1, bit & -word
    fits0, fits1, free0, free1 = rows
    if rules.any_opens is not None and unopened(rules, free0, free1):
        column = (bit | bit << 20 | bit >> 20) & (1 << 40) - 1
        fits0, fits1 = column, column
    if rules.one_opener is not None:
        row = row_of(bit)
        if not (rules.play0 ^ free0) & row & word - 1 | (rules.play1 ^ free1) & row & -word:
            fits0 &= ~(row & word - 1)
            fits1 &= ~(row & -word)
    free0 ^= bit0
    free1 ^= bit1
    fits0 = (fits0 | (bit0 & NOT_LAST) << 1 | (bit0 & NOT_FIRST) >> 1) & free0
    fits1 = (fits1 | (bit1 & NOT_LAST) << 1 | (bit1 & NOT_FIRST) >> 1) & free1
    return Rows(fits0, fits1, free0, free1)


def row_of(bit: int) -> int:
    """The row of a card, within its word."""
    return ROW << 20 if bit > ROW else ROW


def offered(rules: Rules, rows: Rows, word: int, bit: int) -> tuple[int, int]:
    """What this turn allows after a card was laid."""
    if rules.one_colour is not None:
        row = row_of(bit)
        return rows.fits0 & row & word - 1, rows.fits1 & row & -word
    return rows.fits0, rows.fits1


def turn(rules: Rules, seat: int, rows: Rows, stock: int) -> State:
    """The next seat's turn."""
    fits0, fits1, free0, free1 = rows
    return State(after(rules, seat), fits0, fits1, free0, free1, fits0, fits1, 0, 0, -1, stock)


def after(rules: Rules, seat: int) -> int:
    """The next seat in the direction of play."""
    seat += rules.direction
    if seat < 0:
        return rules.players - 1
    return 0 if seat == rules.players else seat


def keep(hands: Words, seat: int, spot: int) -> None:
    """Put a card into a hand."""
    hands[2 * seat + (spot >> 6)] |= 1 << (spot & SIGHT)


def other(rules: Rules, state: State, hands: Words, deck: Words, what: int) -> State:
    """The state after drawing, taking three, ending or passing."""
    seat, stock = state.seat, state.stock
    rows = Rows(state.fits0, state.fits1, state.free0, state.free1)
    if state.apart >= 0:
        keep(hands, seat, state.apart)
    if what == DRAW:
        return drawn(rules, state, rows, hands, deck)
    if what == TAKE:
        for _ in range(MOST_DRAWN):
            if stock:
                stock -= 1
                keep(hands, seat, deck[rules.dealt + stock])
    return turn(rules, seat, rows, stock)


def drawn(rules: Rules, state: State, rows: Rows, hands: Words, deck: Words) -> State:
    """The state after a card was drawn. The turn ends by itself only where drawing was not free (EL-10, EL-11)."""
    seat, times, stock = state.seat, state.drawn + 1, state.stock - 1
    spot = deck[rules.dealt + stock] + 0
    fits = (state.fits1 if spot >> 6 else state.fits0) >> (spot & SIGHT) & 1
    if rules.draw_to_fit is None and not fits and (times == MOST_DRAWN or not stock):
        keep(hands, seat, spot)
        return turn(rules, seat, rows, stock)
    fits0, fits1, free0, free1 = rows
    return State(seat, fits0, fits1, free0, free1, state.offer0, state.offer1, 0, times, spot, stock)


# --- the end -------------------------------------------------------------------------------------------------


def points(hands: Words, seat: int) -> int:
    """What the cards of a hand are worth: in their numbers each binary digit is counted at once."""
    hand0, hand1 = hands[2 * seat], hands[2 * seat + 1]
    worth = count(hand0 & 0x5555555555) + count(hand1 & 0x5555555555)
    worth += 2 * (count(hand0 & 0x6666666666) + count(hand1 & 0x6666666666))
    worth += 4 * (count(hand0 & 0x8787887878) + count(hand1 & 0x8787887878))
    worth += 8 * (count(hand0 & 0x07F8007F80) + count(hand1 & 0x07F8007F80))
    return worth + 16 * (count(hand0 & 0xF8000F8000) + count(hand1 & 0xF8000F8000))
