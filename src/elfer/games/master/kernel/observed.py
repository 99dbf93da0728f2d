"""What a seat sees, as the engine's encoder writes it (`elfer.table.encode`), and actions by their numbers.

A row of words has a byte for each thing, and rows of the game stand in it by their colours. The only cards that are
looked at are the seat's own and those in the rows.
"""

from __future__ import annotations

from elfer.games.master.kernel.actions import FIRST_OTHER, colour, first_number, number_of, read
from elfer.games.master.kernel.bulk import PLACED, chosen, options
from elfer.games.master.kernel.steps import (
    HELD,
    JOKER,
    LENGTH,
    ROW,
    SEAT,
    TWO_ROWS,
    WON,
    Legal,
    Rules,
    State,
    Words,
    done,
    fitting,
)
from elfer.games.master.kernel.steps import legal as legal_now
from elfer.table.machine import below, count, spread, turned, wrapped, write

OPTIONS = 15
"""Words for what is legal."""
CARDS, PLACES = 11, 14
"""Words that a set of cards takes with a byte for each kind, and one with a byte for each card."""
FITS = 2 * CARDS
FACTS = FITS + 2 * PLACES
COUNTS = FACTS + 4
MASK = 95


def written(rules: Rules) -> tuple[str, ...]:
    """The parts of the encoding that are written, in order."""
    return (
        *("hand+0", "rows", "facts.fits", "facts.wild", "facts.order"),
        *("facts.laid", "facts.swapped", "facts.passes", "counts"),
    )


def state_of(words: Words) -> State:
    """The state that was written down."""
    seat, order, free0, free1, wild0, wild1 = words[0], words[1], words[2], words[3], words[4], words[5]
    laid, swapped, passes, stock, bonus = words[6], words[7], words[8], words[9], words[10]
    return State(seat, order, free0, free1, wild0, wild1, laid, swapped, passes, stock, bonus)


def legal_of(words: Words) -> Legal:
    """What is legal, as it was written down after it."""
    lay0, lay1, joker0, joker1, swap0, swap1 = words[11], words[12], words[13], words[14], words[15], words[16]
    above0, above1, below0, below1 = words[17], words[18], words[19], words[20]
    over0, over1, under0, under1, what = words[21], words[22], words[23], words[24], words[25]
    first = lay0, lay1, joker0, joker1, swap0, swap1, above0, above1, below0, below1
    return Legal(*first, over0, over1, under0, under1, what)


def legal(rules: Rules, state: State, hands: Words, deck: Words) -> Legal:
    """What is legal."""
    return legal_now(state, hands)


# --- what is done --------------------------------------------------------------------------------------------


def at_random(state: State, may: Legal, chance: int) -> tuple[int, int]:
    """The number of an action that is legal, all equally likely, and the chance that is left."""
    many = options(may)
    if many > 1:
        chance = turned(chance)
    place, bit = chosen(may, below(chance, many) if many > 1 else 0)
    return number_of(state.order, place, bit) if bit else FIRST_OTHER + may.what, chance


def is_legal(state: State, may: Legal, number: int) -> int:
    """Whether the action with this number is legal."""
    if number > FIRST_OTHER:
        return int(number == FIRST_OTHER + may.what)
    place, bit = read(state.order, number)
    return int(number_of(state.order, place, bit) == number and may[place] & bit != 0)


def acted(rules: Rules, state: State, hands: Words, deck: Words, number: int, chance: int) -> tuple[State, int]:
    """The state after the action with this number, and the chance that is left, of which none is needed."""
    place, bit = read(state.order, number)
    return done(rules, state, hands, deck, place, bit, number - FIRST_OTHER), chance


# --- what is seen --------------------------------------------------------------------------------------------


def observed(rules: Rules, state: State, hands: Words, deck: Words, seat: int, row: Words) -> None:
    """Write what a seat sees."""
    hand0, hand1 = hands[SEAT * seat], hands[SEAT * seat + 1]
    free0, free1 = state.free0, state.free1
    told(row, 0, state.order, hand0, hand1 & TWO_ROWS, hand1 // JOKER)
    told(row, CARDS, state.order, TWO_ROWS ^ free0 ^ state.wild0, TWO_ROWS ^ free1 ^ state.wild1, 0)
    told(row, FITS, state.order, fitting(free0), fitting(free1), 0)
    told(row, FITS + PLACES, state.order, state.wild0, state.wild1, 0)
    for at in range(CARDS, PLACES):
        row[FITS + at] = 0
        row[FITS + PLACES + at] = 0
    row[FACTS] = state.order & 3 | (state.order & 12) << 6 | (state.order & 48) << 12 | (state.order & 192) << 18
    row[FACTS + 1] = state.laid
    row[FACTS + 2] = state.swapped
    row[FACTS + 3] = state.passes
    counted(rules, state, hands, seat, row)


def told(row: Words, at: int, order: int, cards0: int, cards1: int, jokers: int) -> None:
    """Write a set of number cards or places, a byte for each, and after them how many jokers."""
    low = high = 0
    for position in range(4):
        cards = (cards1 if position > 1 else cards0) >> LENGTH * (position & 1) & ROW
        first = LENGTH * colour(order, position)
        low |= wrapped(cards << first)
        high |= cards >> 64 - first if first else 0
    write(row, at, low)
    row[at + 8] = spread(high & 255)
    row[at + 9] = spread(high >> 8 & 255)
    row[at + 10] = spread(high >> 16) | jokers << 32


def counted(rules: Rules, state: State, hands: Words, seat: int, row: Words) -> None:
    """Write how many cards lie in each zone, those of the seats from this one on."""
    players, wild = rules.players, count(state.wild0) + count(state.wild1)
    for at in range(3 * players + 13 >> 3):
        row[COUNTS + at] = 0
    kept = 0
    for n in range(players):
        owner = SEAT * ((seat + n) % players)
        hand0, hand1, beside = hands[owner], hands[owner + 1], hands[owner + 2]
        put(row, n, count(hand0) + count(hand1 & TWO_ROWS) + hand1 // JOKER)
        put(row, players + 6 + n, beside & HELD)
        put(row, 2 * players + 6 + n, beside // WON)
        kept += beside & HELD
    put(row, players, 4 * LENGTH - count(state.free0) - count(state.free1) - wild)
    put(row, players + 1, wild)
    put(row, players + 2, players * rules.connections - kept)
    put(row, players + 3, state.stock)
    put(row, players + 4, state.bonus)
    put(row, players + 5, 15 - players * rules.connections)


def put(row: Words, at: int, number: int) -> None:
    """Write a byte of the counts, where there is 0."""
    row[COUNTS + (at >> 3)] |= number << 8 * (at & 7)


def masked(state: State, may: Legal, row: Words) -> None:
    """Write what is legal: a byte for each action."""
    for at in range(MASK):
        row[at] = 0
    for place in range(PLACED):
        for half in range(2):
            cards = may[place] >> LENGTH * half & ROW
            if cards:
                allowed(row, first_number(state.order, place >> 1, 2 * (place & 1) + half), cards)
    if may.what:
        allowed(row, FIRST_OTHER + may.what, 1)


def allowed(row: Words, first: int, cards: int) -> None:
    """Allow the actions of a row of places, of which the first one has this number."""
    at, cards = first >> 3, cards << (first & 7)
    while cards:
        row[at] |= spread(cards & 255)
        cards >>= 8
        at += 1
