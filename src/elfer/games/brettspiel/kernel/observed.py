"""What a seat sees, as the engine's encoder writes it (`elfer.table.encode`), and actions by their numbers.

A row of words has a byte for each thing. The only tiles that are looked at are the seat's own and those on the board.
"""

from __future__ import annotations

from elfer.games.brettspiel.kernel.bulk import FIRST_GIVE, FIRST_OTHER, options
from elfer.games.brettspiel.kernel.fields import HALF, JOKER_NUMBERS, KIND, WIDTH, field_of, tile_number
from elfer.games.brettspiel.kernel.steps import SIGHT, Legal, Rules, State, Words, give, lay, other
from elfer.games.brettspiel.kernel.steps import legal as legal_now
from elfer.table.machine import below, count, lowest, picked, spread, turned, wrapped, write

OPTIONS = 6
"""Words for what is legal."""
NUMBERS = 64
"""How many number tiles there are."""
FIRST_SYMBOL = 80
TILES, FIELDS = 9, 11
"""Words that a set of tiles takes, and a set of fields."""
FACTS = 3 * TILES + 3 * FIELDS
_ROW = (1 << WIDTH) - 1


def written(rules: Rules) -> tuple[str, ...]:
    """The parts of the encoding that are written, in order."""
    return (
        *("hand+0", "drawn+0", "bonus", "facts.taken", "facts.open", "facts.fresh"),
        *("facts.laid", "facts.drawn", "facts.free", "counts"),
    )


def state_of(words: Words) -> State:
    """The state that was written down."""
    seat, taken0, taken1, open0, open1 = words[0], words[1], words[2], words[3], words[4]
    fresh0, fresh1, laid, drawn = words[5], words[6], words[7], words[8]
    free, apart, bonus, bag = words[9], words[10], words[11], words[12]
    return State(seat, taken0, taken1, open0, open1, fresh0, fresh1, laid, drawn, free, apart, bonus, bag)


def legal_of(words: Words) -> Legal:
    """What is legal, as it was written down after it."""
    return Legal(words[13], words[14], words[15], words[16], words[17], words[18])


def legal(rules: Rules, state: State, hands: Words, deck: Words) -> Legal:
    """What is legal."""
    return legal_now(rules, state, hands)


# --- what is done --------------------------------------------------------------------------------------------


def at_random(state: State, may: Legal, chance: int) -> tuple[int, int]:
    """The number of an action that is legal, all equally likely, and the chance that is left."""
    many = options(may)
    if many > 1:
        chance = turned(chance)
    n = below(chance, many) if many > 1 else 0
    few = count(may.lay0)
    lays = few + count(may.lay1)
    if n < lays:
        return tile(may.lay0, may.lay1, n, few), chance
    n -= lays
    few = count(may.give0)
    gives = few + count(may.give1)
    if n < gives:
        return FIRST_GIVE + tile(may.give0, may.give1, n, few), chance
    n -= gives
    if n < count(may.kinds):
        return FIRST_GIVE + NUMBERS + lowest(picked(may.kinds, n)), chance
    return FIRST_OTHER + may.what, chance


def tile(fields0: int, fields1: int, n: int, few: int) -> int:
    """The number of field `n` of these, of which `few` are in the upper rows."""
    word = int(n >= few)
    return tile_number(field_of(word, picked(fields1 if word else fields0, n - few * word)))


def is_legal(state: State, may: Legal, number: int) -> int:
    """Whether the action with this number is legal."""
    if number > FIRST_OTHER:
        return int(number == FIRST_OTHER + may.what)
    if number >= FIRST_GIVE + NUMBERS:
        return may.kinds >> number - FIRST_GIVE - NUMBERS & 1
    gives = number >= FIRST_GIVE
    at = field(number - FIRST_GIVE if gives else number)
    fields0, fields1 = (may.give0, may.give1) if gives else (may.lay0, may.lay1)
    return (fields1 >> at - HALF if at >= HALF else fields0 >> at) & 1


def acted(rules: Rules, state: State, hands: Words, deck: Words, number: int, chance: int) -> tuple[State, int]:
    """The state after the action with this number, and the chance that is left, of which none is needed."""
    if number > FIRST_OTHER:
        return other(rules, state, hands, deck, number - FIRST_OTHER), chance
    if number >= FIRST_GIVE + NUMBERS:
        return give(rules, state, hands, KIND + number - FIRST_GIVE - NUMBERS), chance
    at = field(number - FIRST_GIVE if number >= FIRST_GIVE else number)
    word = int(at >= HALF)
    if number >= FIRST_GIVE:
        return give(rules, state, hands, 64 * word + at - HALF * word), chance
    return lay(rules, state, hands, deck, word, 1 << at - HALF * word), chance


def field(number: int) -> int:
    """The field of a tile, the other way than `tile_number`."""
    if number >= FIRST_SYMBOL:
        symbol = number - FIRST_SYMBOL
        return WIDTH * (symbol >> 1) + (WIDTH - 1) * (symbol & 1)
    if number >= NUMBERS:
        joker = number - NUMBERS
        return WIDTH * (joker & 3) + JOKER_NUMBERS[joker >> 2]
    own = (number & 15) + 1
    for joker in JOKER_NUMBERS:
        own += int(own >= joker)
    return WIDTH * (number >> 4 ^ 1) + own


# --- what is seen --------------------------------------------------------------------------------------------


def observed(rules: Rules, state: State, hands: Words, deck: Words, seat: int, row: Words) -> None:
    """Write what a seat sees."""
    own = 3 * seat
    tiles(row, 0, hands[own], hands[own + 1], hands[own + 2])
    apart0 = apart1 = kinds = 0
    if state.apart >= 0 and seat == state.seat:
        if state.apart >= KIND:
            kinds = 1 << 4 * (state.apart - KIND)
        elif state.apart >> 6:
            apart1 = 1 << (state.apart & SIGHT)
        else:
            apart0 = 1 << (state.apart & SIGHT)
    tiles(row, TILES, apart0, apart1, kinds)
    tiles(row, 2 * TILES, 0, 0, 1 << 4 * state.bonus if state.bonus >= 0 else 0)
    fields(row, 3 * TILES, state.taken0, state.taken1)
    fields(row, 3 * TILES + FIELDS, state.open0, state.open1)
    fields(row, 3 * TILES + 2 * FIELDS, state.fresh0, state.fresh1)
    row[FACTS] = state.laid
    row[FACTS + 1] = state.drawn
    row[FACTS + 2] = state.free
    counted(rules, state, hands, seat, row)


def tiles(row: Words, at: int, fields0: int, fields1: int, kinds: int) -> None:
    """Write a set of tiles: number tiles by their fields, and how many there are of the other kinds."""
    write(row, at, numbered(fields0, fields1))
    kinds = (kinds | kinds << 16) & 0x0000FFFF0000FFFF
    kinds = (kinds | kinds << 8) & 0x00FF00FF00FF00FF
    row[at + 8] = (kinds | kinds << 4) & 0x0F0F0F0F0F0F0F0F


def numbered(fields0: int, fields1: int) -> int:
    """The number tiles of fields, each at its number in the game."""
    found = 0
    for at in range(4):
        own = (fields1 if at > 1 else fields0) >> WIDTH * (at & 1) & _ROW
        packed, first, place = 0, 1, 0
        for joker in JOKER_NUMBERS:
            packed |= (own >> first & (1 << joker - first) - 1) << place
            place += joker - first
            first = joker + 1
        packed |= (own >> first & (1 << WIDTH - 1 - first) - 1) << place
        found |= wrapped(packed << 16 * (at ^ 1))
    return found


def fields(row: Words, at: int, fields0: int, fields1: int) -> None:
    """Write a set of fields: a byte for each."""
    write(row, at, fields0 | wrapped(fields1 << HALF))
    for n in range(3):
        row[at + 8 + n] = spread(fields1 >> 20 + 8 * n & 255)


def counted(rules: Rules, state: State, hands: Words, seat: int, row: Words) -> None:
    """Write how many tiles lie in each zone, those of the seats from this one on."""
    players, held, owner, at = rules.players, 0, 3 * seat, FACTS + 3
    for n in range(players):
        many = count(hands[owner]) + count(hands[owner + 1])
        for kind in range(8):
            many += hands[owner + 2] >> 4 * kind & 15
        held |= many << 8 * n
        owner = owner + 3 if owner + 3 < 3 * players else 0
    bonus, box = int(state.bonus >= 0), 88 - rules.cards
    middle = count(state.taken0) + count(state.taken1) | state.bag << 8 | bonus << 16 | box << 24
    row[at] = held | wrapped(middle << 8 * players)
    if players > 2:
        row[at + 1] = 0
    if state.apart >= 0:
        drawer = players + 4 + (state.seat - seat) % players
        row[at + (drawer >> 3)] |= 1 << 8 * (drawer & 7)


def masked(state: State, may: Legal, row: Words) -> None:
    """Write what is legal: a byte for each action."""
    write(row, 0, numbered(may.lay0, may.lay1))
    jokers = symbols = 0
    for at in range(4):
        own = (may.lay1 if at > 1 else may.lay0) >> WIDTH * (at & 1)
        symbols |= (own & 1 | (own >> WIDTH - 1 & 1) << 1) << 2 * at
        place = at
        for joker in JOKER_NUMBERS:
            jokers |= (own >> joker & 1) << place
            place += 4
    row[8] = spread(jokers & 255)
    row[9] = spread(jokers >> 8)
    row[10] = spread(symbols)
    write(row, 11, numbered(may.give0, may.give1))
    row[19] = spread(may.kinds)
    row[20] = 1 << 8 * (may.what - 1) if may.what else 0
