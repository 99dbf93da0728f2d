"""What a seat sees, as the engine's encoder writes it (`elfer.table.encode`), and actions by their numbers.

A row of words has a byte for each thing. The only cards that are looked at are the seat's own and those in the rows.
"""

from __future__ import annotations

from elfer.games.rows.kernel.bulk import FIRST_OTHER, options
from elfer.games.rows.kernel.steps import SIGHT, Rules, State, Words, lay, other
from elfer.games.rows.kernel.steps import legal as legal_now
from elfer.table.machine import below, count, lowest, picked, spread, turned, wrapped, write

HALF = 40
"""Cards of a word."""
BYTES = 10
"""Words that all cards take, with a byte for each."""
COUNTS = 5 * BYTES + 2
OPTIONS = 3
"""Words for what is legal."""
Legal = tuple[int, int, int]
"""As `legal` gives it: the cards that may be laid, and what else may be done."""


def written(rules: Rules) -> tuple[str, ...]:
    """The parts of the encoding that are written, in order."""
    return ("hand+0", "rows", "drawn+0", "facts.fits", "facts.offer", "facts.laid", "facts.drawn", "counts")


def state_of(words: Words) -> State:
    """The state that was written down."""
    return State(
        words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7], words[8], words[9], words[10]
    )


def legal_of(words: Words) -> Legal:
    """What is legal, as it was written down after it."""
    return words[11], words[12], words[13]


def legal(rules: Rules, state: State, hands: Words, deck: Words) -> Legal:
    """What is legal."""
    return legal_now(rules, state, hands)


# --- what is done --------------------------------------------------------------------------------------------


def at_random(state: State, may: Legal, chance: int) -> tuple[int, int]:
    """The number of an action that is legal, all equally likely, and the chance that is left."""
    can0, can1, what = may
    many = options(can0, can1, what)
    later = turned(chance)
    chance = later if many > 1 else chance
    n, few = below(later, many), count(can0)
    if n == few + count(can1):
        return FIRST_OTHER + what, chance
    word = int(n >= few)
    return HALF * word + lowest(picked(can0 & word - 1 | can1 & -word, n - (few & -word))), chance


def is_legal(state: State, may: Legal, number: int) -> int:
    """Whether the action with this number is legal."""
    can0, can1, what = may
    if number > FIRST_OTHER:
        return int(number == FIRST_OTHER + what)
    return (can1 >> number - HALF if number >= HALF else can0 >> number) & 1


def acted(rules: Rules, state: State, hands: Words, deck: Words, number: int, chance: int) -> tuple[State, int]:
    """The state after the action with this number, and the chance that is left, of which none is needed."""
    if number > FIRST_OTHER:
        return other(rules, state, hands, deck, number - FIRST_OTHER), chance
    word = int(number >= HALF)
    return lay(rules, state, hands, word, 1 << number - HALF * word), chance


# --- what is seen --------------------------------------------------------------------------------------------


def observed(rules: Rules, state: State, hands: Words, deck: Words, seat: int, row: Words) -> None:
    """Write what a seat sees."""
    apart0 = apart1 = 0
    if state.apart >= 0 and seat == state.seat:
        word = state.apart >> 6
        bit = 1 << (state.apart & SIGHT)
        apart0, apart1 = bit & word - 1, bit & -word
    lying0, lying1 = rules.play0 ^ state.free0, rules.play1 ^ state.free1
    told(row, 0, hands[2 * seat], hands[2 * seat + 1])
    told(row, BYTES, lying0, lying1)
    told(row, 2 * BYTES, apart0, apart1)
    told(row, 3 * BYTES, state.fits0, state.fits1)
    told(row, 4 * BYTES, state.offer0, state.offer1)
    row[5 * BYTES] = state.laid
    row[5 * BYTES + 1] = state.drawn
    counted(rules, state, hands, seat, row, count(lying0) + count(lying1))


def told(row: Words, at: int, cards0: int, cards1: int) -> None:
    """Write a set of cards: a byte for each."""
    write(row, at, cards0 | wrapped(cards1 << HALF))
    row[at + 8] = spread(cards1 >> 24 & 255)
    row[at + 9] = spread(cards1 >> 32)


def counted(rules: Rules, state: State, hands: Words, seat: int, row: Words, lying: int) -> None:
    """Write how many cards lie in each zone, those of the seats from this one on."""
    players, held, owner = rules.players, 0, seat
    for n in range(players):
        held |= count(hands[2 * owner]) + count(hands[2 * owner + 1]) << 8 * n
        owner = owner + 1 if owner + 1 < players else 0
    box = 80 - count(rules.play0) - count(rules.play1)
    middle = lying | state.stock << 8 | box << 16
    row[COUNTS] = held | wrapped(middle << 4 * players << 4 * players)
    if players > 2:
        row[COUNTS + 1] = middle >> 64 - 8 * players
    if players > 6:
        row[COUNTS + 2] = 0
    if state.apart >= 0:
        drawer = players + 3 + (state.seat - seat) % players
        row[COUNTS + (drawer >> 3)] |= 1 << 8 * (drawer & 7)


def masked(state: State, may: Legal, row: Words) -> None:
    """Write what is legal: a byte for each action."""
    can0, can1, what = may
    told(row, 0, can0, can1)
    row[BYTES] = 1 << 8 * (what - 1) if what else 0
