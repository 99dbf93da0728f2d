"""What a seat sees, as the engine's encoder writes it (`elfer.table.encode`), and actions by their numbers.

A row of words has a byte for each thing. The only cards that are looked at are the seat's own, those that lie open
before seats, and those on the piles. Of the deck only the notes of what was covered are read; so that there are some,
they are made here at every table, and not only where there is a sacrifice.
"""

from __future__ import annotations

from elfer.games.hawaiki.kernel.bulk import chosen, done, number_of, options, read
from elfer.games.hawaiki.kernel.options import note
from elfer.games.hawaiki.kernel.piles import ROW, without
from elfer.games.hawaiki.kernel.plan import Weights
from elfer.games.hawaiki.kernel.plan import chosen as by_plan
from elfer.games.hawaiki.kernel.steps import (
    ANNOUNCED,
    ASKED,
    BARE,
    BEGUN,
    BURIED,
    CARDS,
    CHANCED,
    COMBINATION,
    DOUBLE,
    FORGOTTEN,
    HIDDEN,
    HIDE,
    HIDING,
    MARKERS,
    PILED,
    PILES,
    REST,
    SEAT,
    SEATS,
    THANKED,
    Legal,
    Rules,
    State,
    Words,
    covered,
    held,
)
from elfer.games.hawaiki.tops import KINDS
from elfer.table.machine import below, count, spread, turned, wrapped, write

OPTIONS = 5
"""Words for what is legal."""
BYTES = 5
"""Words that all kinds take, with a byte for each."""
COUNTS = BYTES * (1 + PILES)
_WORD = 64


def written(rules: Rules) -> tuple[str, ...]:
    """The parts of the encoding that are written, in order."""
    names: tuple[str, ...] = ("hand+0", "a", "b", "c", "counts", "facts.winner", "facts.due", "facts.passed")
    if rules.more is not None:
        names += ("window", "facts.seat", "facts.markers", "facts.announced", "facts.forgotten", "facts.thanks")
        names += ("facts.bare", "facts.begun", "facts.double", "facts.buried", "facts.chanced")
    return names + tuple(f"shown+{n}" for n in range(rules.players) if rules.one_hidden)


def state_of(words: Words) -> State:
    """The state that was written down."""
    seat, a, b, c, lying, both = words[0], words[1], words[2], words[3], words[4], words[5]
    stock, due, passed, winner, more = words[6], words[7], words[8], words[9], words[10]
    return State(seat, a, b, c, lying, both, stock, due, passed, winner, more)


def legal_of(words: Words) -> Legal:
    """What is legal, as it was written down after it."""
    return Legal(words[11], words[12], words[13], words[14], words[15])


# --- what is done --------------------------------------------------------------------------------------------


def at_random(state: State, may: Legal, chance: int) -> tuple[int, int]:
    """The number of an action that is legal, all equally likely, and the chance that is left."""
    many = options(may)
    if many > 1:
        chance = turned(chance)
    kind, bit = chosen(may, below(chance, many) if many > 1 else 0)
    return number_of(kind, bit), chance


def is_legal(state: State, may: Legal, number: int) -> int:
    """Whether the action with this number is legal."""
    if number >= REST * KINDS:
        at = number - REST * KINDS  # by 64 and more a machine shifts as by so much less
        return may.what >> at & 1 if at < _WORD else 0
    kind, bit = read(number)
    return int(may[kind] & bit != 0)


def acted(rules: Rules, state: State, hands: Words, deck: Words, number: int, chance: int) -> tuple[State, int]:
    """The state after the action with this number, and the chance that is left."""
    kind, bit = read(number)
    return noting(rules, state, hands, deck, kind, bit, chance)


def planned(
    rules: Rules, weights: Weights, state: State, hands: Words, deck: Words, chance: int
) -> tuple[State, int]:
    """The state after what the plan chooses, and the chance that is left."""
    kind, bit, chance = by_plan(rules, weights, state, hands, deck, chance)
    return noting(rules, state, hands, deck, kind, bit, chance)


def noting(
    rules: Rules, state: State, hands: Words, deck: Words, kind: int, bit: int, chance: int
) -> tuple[State, int]:
    """After something was done (`bulk.done`), with a note of what was covered by it."""
    if kind < HIDE:
        note(state, deck, kind)
    return done(rules, state, hands, deck, kind, bit, chance)


# --- what is seen --------------------------------------------------------------------------------------------


def observed(rules: Rules, state: State, hands: Words, deck: Words, seat: int, row: Words) -> None:
    """Write what a seat sees."""
    open1, open2 = shown(rules, state, hands, seat)
    hand1, hand2 = without(hands[SEAT * seat] + 0, hands[SEAT * seat + 1] + 0, open1, open2)
    told(row, 0, hand1, hand2)
    sizes = piled(state, deck, row)
    at = counted(rules, state, hands, seat, sizes, row)
    row[at] = from_reader(rules, 1 << state.winner if state.winner >= 0 else 0, seat)
    row[at + 1] = state.due
    row[at + 2] = from_reader(rules, state.passed, seat)
    if rules.more is not None:
        at = by_options(rules, state, hands, seat, row, at + 3)
        if rules.one_hidden:
            for n in range(rules.players):
                open1, open2 = shown(rules, state, hands, (seat + n) % rules.players)
                told(row, at + BYTES * n, open1, open2)


def shown(rules: Rules, state: State, hands: Words, seat: int) -> tuple[int, int]:
    """The cards of a seat that lie open (HA-20): all but the hidden one, as soon as all have picked theirs."""
    if rules.more is None or not rules.one_hidden or state.more >> ASKED & 3 == HIDING:
        return 0, 0
    own = SEAT * seat
    hidden = hands[own + 2] >> HIDDEN
    return without(hands[own] + 0, hands[own + 1] + 0, 1 << hidden - 1 if hidden else 0, 0)


def told(row: Words, at: int, one: int, two: int) -> None:
    """Write some cards: for each kind how many."""
    one, two = packed(one), packed(two)
    for n in range(BYTES):
        row[at + n] = spread(one >> 8 * n & 255) + spread(two >> 8 * n & 255)


def packed(kinds: int) -> int:
    """A set of kinds without the bits that are not used."""
    low = kinds & ROW | kinds >> 1 & ROW << 7 | kinds >> 2 & ROW << 14
    return low | kinds >> 3 & ROW << 21 | kinds >> 4 & ROW << 28


def piled(state: State, deck: Words, row: Words) -> int:
    """Write how deep which kind lies on which pile; returns how many cards there are on each, a byte for each."""
    for at in range(BYTES, COUNTS):
        row[at] = 0
    lies(row, BYTES, state.a, 1)
    lies(row, 2 * BYTES, state.b, 1)
    lies(row, 3 * BYTES, state.c, 1)
    sizes = 0x010101
    for place in range(CARDS - covered(state), CARDS):
        note = deck[place] + 0
        pile = note // PILED
        sizes += 1 << 8 * pile
        lies(row, BYTES * (1 + pile), note - PILED * pile, sizes >> 8 * pile & 255)
    return sizes


def lies(row: Words, at: int, spot: int, depth: int) -> None:
    """Write how deep a card lies, unless the other one of its kind lies above it."""
    kind = spot - (spot >> 3)
    word, shift = at + (kind >> 3), 8 * (kind & 7)
    if not row[word] >> shift & 255:
        row[word] |= depth << shift


def counted(rules: Rules, state: State, hands: Words, seat: int, sizes: int, row: Words) -> int:
    """Write how many cards lie in each zone, those of the seats from this one on; returns the word after that."""
    players = rules.players
    end = COUNTS + (2 * players + PILES + 8 >> 3)
    for at in range(COUNTS, end):
        row[at] = 0
    for n in range(players):
        owner = (seat + n) % players
        one, two = shown(rules, state, hands, owner)
        many = count(one) + count(two)
        put(row, n, held(hands, owner) - many)
        put(row, players + PILES + 1 + n, many)
    for at in range(PILES):
        put(row, players + at, sizes >> 8 * at & 255)
    put(row, players + PILES, state.stock)
    return end


def put(row: Words, at: int, number: int) -> None:
    """Write a byte of the counts, where there is 0."""
    row[COUNTS + (at >> 3)] |= number << 8 * (at & 7)


def by_options(rules: Rules, state: State, hands: Words, seat: int, row: Words, at: int) -> int:
    """Write what only options bring about, but for the open cards; returns the word after that.

    What seats have answered to an open question, and who of them, is left out: nobody may know it.
    """
    more, players, markers = state.more, rules.players, 0
    for n in range(players):
        markers |= (hands[SEAT * ((seat + n) % players) + 2] & MARKERS) << 8 * n
    row[at] = int(more >> ASKED & 3 != 0)
    row[at + 1] = from_reader(rules, 1 << state.seat if state.seat >= 0 else 0, seat)
    row[at + 2] = markers
    row[at + 3] = more >> ANNOUNCED & COMBINATION
    row[at + 4] = more >> FORGOTTEN & COMBINATION
    row[at + 5] = more >> THANKED & 3
    row[at + 6] = more >> BARE & 1
    row[at + 7] = more >> BEGUN & 1
    row[at + 8] = more >> DOUBLE & 3
    row[at + 9] = from_reader(rules, more >> BURIED & SEATS, seat)
    row[at + 10] = from_reader(rules, more >> CHANCED & SEATS, seat)
    return at + 11


def from_reader(rules: Rules, seats: int, seat: int) -> int:
    """A set of seats as bytes, from this seat on."""
    return spread((seats >> seat | seats << rules.players - seat) & (1 << rules.players) - 1)


def masked(state: State, may: Legal, row: Words) -> None:
    """Write what is legal: a byte for each action."""
    lay0, lay1, lay2, hides = packed(may.lay0), packed(may.lay1), packed(may.lay2), packed(may.hides)
    write(row, 0, lay0 | wrapped(lay1 << KINDS))
    write(row, 8, lay1 >> _WORD - KINDS | lay2 << 2 * KINDS - _WORD | wrapped(hides << 3 * KINDS - _WORD))
    rest = hides >> 2 * _WORD - 3 * KINDS | may.what << 4 * KINDS - 2 * _WORD
    for n in range(len(row) - 16):
        row[16 + n] = spread(rest >> 8 * n & 255)
