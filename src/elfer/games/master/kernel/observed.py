"""What a seat sees, as the engine's encoder writes it (`elfer.table.encode`), and actions by their numbers.

A row of words has a byte for each thing, and rows of the game stand in it by their colours. The only cards that are
looked at are the seat's own and those in the rows.
"""

from __future__ import annotations

from elfer.games.master.kernel.actions import FIRST_OTHER, colour, first_number, number_of, read
from elfer.games.master.kernel.bulk import chosen, options
from elfer.games.master.kernel.steps import (
    FROM_ABOVE,
    FROM_BELOW,
    HELD,
    JOKER,
    JOKER_FROM_ABOVE,
    JOKER_FROM_BELOW,
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
from elfer.table.machine import below, count, put, spread, turned, wrapped, write

OPTIONS = 15
"""Words for what is legal."""
CARDS, PLACES = 11, 14
"""Words that a set of cards takes with a byte for each kind, and one with a byte for each card."""
FITS = 2 * CARDS
FACTS = FITS + 2 * PLACES
COUNTS = FACTS + 4
FIRST_COUNT = 8 * COUNTS
MASK = 95
REST = 4 * LENGTH - 64
"""So many places there are beyond the first 64."""
SWAPPED, CONNECTED = LENGTH, 32
"""The words of what is legal at which swaps begin, and the first in which there is nothing but connections."""


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
    low, high = by_colour(order, cards0, cards1)
    write(row, at, low)
    few(row, at + 8, high)
    row[at + 10] |= jokers << 32


def few(row: Words, at: int, bits: int) -> None:
    """Write 24 bits, a byte for each."""
    row[at], row[at + 1], row[at + 2] = spread(bits & 255), spread(bits >> 8 & 255), spread(bits >> 16)


def by_colour(order: int, cards0: int, cards1: int) -> tuple[int, int]:
    """The cards or places of all four rows by their colours: the first 64, and the others."""
    low = high = 0
    for position in range(4):
        cards = (cards1 if position > 1 else cards0) >> LENGTH * (position & 1) & ROW
        first = LENGTH * colour(order, position)
        low |= wrapped(cards << first)
        high |= cards >> 64 - first if first else 0
    return low, high


def counted(rules: Rules, state: State, hands: Words, seat: int, row: Words) -> None:
    """Write how many cards lie in each zone, those of the seats from this one on."""
    players, wild = rules.players, count(state.wild0) + count(state.wild1)
    row[COUNTS + (3 * players + 5 >> 3)] = 0  # behind the last one
    kept = 0
    for n in range(players):
        owner = SEAT * (seat + n if seat + n < players else seat + n - players)
        hand0, hand1, beside = hands[owner], hands[owner + 1], hands[owner + 2]
        put(row, FIRST_COUNT + n, count(hand0) + count(hand1 & TWO_ROWS) + hand1 // JOKER)
        put(row, FIRST_COUNT + players + 6 + n, beside & HELD)
        put(row, FIRST_COUNT + 2 * players + 6 + n, beside // WON)
        kept += beside & HELD
    put(row, FIRST_COUNT + players, 4 * LENGTH - count(state.free0) - count(state.free1) - wild)
    put(row, FIRST_COUNT + players + 1, wild)
    put(row, FIRST_COUNT + players + 2, players * rules.connections - kept)
    put(row, FIRST_COUNT + players + 3, state.stock)
    put(row, FIRST_COUNT + players + 4, state.bonus)
    put(row, FIRST_COUNT + players + 5, 15 - players * rules.connections)


def masked(state: State, may: Legal, row: Words) -> None:
    """Write what is legal: a byte for each action."""
    low, high = by_colour(state.order, may.lay0, may.lay1)
    joker_low, joker_high = by_colour(state.order, may.joker0, may.joker1)
    write(row, 0, low)
    write(row, 8, high | wrapped(joker_low << REST))
    few(row, 16, joker_low >> 64 - REST & (1 << REST) - 1 | (joker_high & 15) << REST)
    few(row, 19, joker_high >> 24 - REST)
    low, high = by_colour(state.order, may.swap0, may.swap1)
    write(row, SWAPPED, low)
    few(row, SWAPPED + 8, high)
    for at in range(CONNECTED, MASK):
        row[at] = 0
    if may.above0 | may.above1 | may.below0 | may.below1:
        joined(row, state.order, FROM_ABOVE, may.above0, may.above1)
        joined(row, state.order, FROM_BELOW, may.below0, may.below1)
    if may.joker_above0 | may.joker_above1 | may.joker_below0 | may.joker_below1:
        joined(row, state.order, JOKER_FROM_ABOVE, may.joker_above0, may.joker_above1)
        joined(row, state.order, JOKER_FROM_BELOW, may.joker_below0, may.joker_below1)
    if may.what:
        put(row, FIRST_OTHER + may.what, 1)


def joined(row: Words, order: int, kind: int, cards0: int, cards1: int) -> None:
    """Allow connecting to cards in these places."""
    for at in range(4):
        cards = (cards1 if at > 1 else cards0) >> LENGTH * (at & 1) & ROW
        if cards:
            allowed(row, first_number(order, kind, at), cards)


def allowed(row: Words, first: int, cards: int) -> None:
    """Allow the actions of a row of places, of which the first one has this number."""
    at, cards = first >> 3, cards << (first & 7)
    while cards:
        row[at] |= spread(cards & 255)
        cards >>= 8
        at += 1
