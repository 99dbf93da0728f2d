"""The plan of the board game (`elfer.games.brettspiel.bot`) over machine words, and rounds that are played on by it.

What counts is the same, number by number and in the same order, so that kernel and bot choose alike.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.games.brettspiel.kernel.bulk import options
from elfer.games.brettspiel.kernel.fields import ALL, KIND, NUMBERS, WIDTH, beside, bonus_end
from elfer.games.brettspiel.kernel.steps import (
    KINDS,
    MOST,
    NOTHING,
    SIGHT,
    Rules,
    State,
    Words,
    give,
    kind_at,
    lay,
    legal,
    other,
    places,
)
from elfer.table.machine import below, count, lowest, turned

GIVE = 128
"""What hands on a tile is this number plus the spot of the tile."""
JOKERS = 4
"""So many kinds are jokers; the others are symbol tiles."""


class Weights(NamedTuple):
    """How much each thing counts that the bot looks at; its own `Weights` say what they are."""

    number: float
    out: float
    across: float
    opens: float
    waiting: float
    bonus: float
    pair: float
    partner: float
    joker: float
    symbol: float
    rest: float
    more: float
    fitting: float
    pairs: float
    end: float
    next: float
    ready: float
    reach: float
    near: float
    saved: float
    give: float
    give_number: float
    give_joker: float
    give_fits: float
    give_far: float
    give_beside: float
    give_opens: float
    give_partner: float


class Seen(NamedTuple):
    """What a seat has before it."""

    own0: int
    own1: int
    """The empty fields of its tiles."""
    twice: int
    """Fields of jokers, in either word, of which the hand has several."""
    tiles: int
    paired: int


class Best(NamedTuple):
    """The best of what was looked at. Among equals each is as likely: the one that comes as number n takes the place
    of the others once in n times."""

    worth: float
    action: int
    equals: int
    chance: int


class Left(NamedTuple):
    """What is left to a seat after an action."""

    tiles: int
    first0: int
    first1: int
    """The fields that fit its tiles at once."""
    reach0: int
    reach1: int
    """Those that its tiles can fill one after the other."""


def played_on(
    rules: Rules, weights: Weights, state: State, hands: Words, deck: Words, chance: int, longest: int
) -> int:
    """Play a round to its end by the plan, on all seats, but for so many actions at most. Returns how many."""
    for step in range(longest):
        if state.seat < 0:
            return step
        state, chance = planned(rules, weights, state, hands, deck, chance)
    return longest


def planned(
    rules: Rules, weights: Weights, state: State, hands: Words, deck: Words, chance: int
) -> tuple[State, int]:
    """The state after what the plan chooses, and the chance that is left."""
    action, chance = chosen(rules, weights, state, hands, chance)
    return done(rules, state, hands, deck, action), chance


def done(rules: Rules, state: State, hands: Words, deck: Words, action: int) -> State:
    """The state after an action: the spot of the field on which a tile is laid, `GIVE` and more for what is handed
    on, less than 0 for whatever else is done."""
    if action < 0:
        return other(rules, state, hands, deck, -action)
    if action < GIVE:
        return lay(rules, state, hands, deck, action >> 6, 1 << (action & SIGHT))
    return give(rules, state, hands, action - GIVE)


def chosen(rules: Rules, weights: Weights, state: State, hands: Words, chance: int) -> tuple[int, int]:
    """What the plan chooses, and the chance that is left."""
    may = legal(rules, state, hands)
    if options(may) == 1:
        return only(may.lay0, may.lay1, may.what), chance
    seen = looked(state, hands)
    best = Best(0.0, 0, 0, chance)
    for word in range(2):
        can = may.lay1 if word else may.lay0
        while can:
            bit = can & -can
            can ^= bit
            best = better(best, laid(rules, weights, state, hands, seen, word, bit), 64 * word + lowest(bit))
    if may.what != NOTHING:
        best = better(best, ended(weights, state, seen), -may.what)
    for word in range(3):
        can = may.kinds if word == 2 else may.give1 if word else may.give0
        first = KIND if word == 2 else 64 * word
        while can:
            spot = first + lowest(can)
            can &= can - 1
            best = better(best, given(weights, state, seen, spot), GIVE + spot)
    return best.action, best.chance


def only(lay0: int, lay1: int, what: int) -> int:
    """The one thing that may be done; nobody who may hand on a tile has no other choice."""
    if what != NOTHING:
        return -what
    return lowest(lay0) if lay0 else 64 + lowest(lay1)


def better(best: Best, worth: float, action: int) -> Best:
    """The best, with one more action that was looked at."""
    if not best.equals or worth > best.worth:
        return Best(worth, action, 1, best.chance)
    if worth < best.worth:
        return best
    chance, equals = turned(best.chance), best.equals + 1
    return Best(worth, action if below(chance, equals) == 0 else best.action, equals, chance)


# --- what a seat has -----------------------------------------------------------------------------------------


def looked(state: State, hands: Words) -> Seen:
    """What is the same for all that may be done."""
    at = 3 * state.seat
    own0, own1, kinds = hands[at] + 0, hands[at + 1] + 0, hands[at + 2] + 0
    tiles, twice = count(own0) + count(own1), 0
    for kind in range(KINDS):
        many = kinds >> 4 * kind & 7
        tiles += many
        if many and kind < JOKERS:
            column, _ = places(kind)
            own0 |= column
            own1 |= column
            twice |= column & -(many > 1)
    paired = state.fresh0 & state.fresh0 << 1 | state.fresh1 & state.fresh1 << 1
    return Seen(own0 & ~state.taken0, own1 & ~state.taken1, twice, tiles, flag(paired))


def flag(anything: int) -> int:
    """1 if there is anything, or if it is so."""
    return 1 if anything else 0


def next_to(fields: int) -> int:
    """The neighbours in the rows."""
    return (fields << 1 | fields >> 1) & NUMBERS


def remaining(own0: int, own1: int, open0: int, open1: int, tiles: int) -> Left:
    """What is left with tiles for these fields."""
    first0, first1 = own0 & open0, own1 & open1
    reach0, reach1 = first0, first1
    more0, more1 = first0, first1
    while more0 | more1:
        next0, next1 = beside(more0, more1, 0)
        more0, more1 = next0 & own0 & ~reach0, next1 & own1 & ~reach1
        reach0 |= more0
        reach1 |= more1
    return Left(tiles, first0, first1, reach0, reach1)


def reached(left: Left) -> int:
    """How many fields can be filled."""
    return count(left.reach0) + count(left.reach1)


def shed(left: Left, lays: int, paired: int) -> int:
    """How many tiles one can get rid of with so many to lay, and one to hand on if there is a pair."""
    laid = min(lays, reached(left), left.tiles)
    return laid + (1 if paired and left.tiles > laid else 0)


def pairs_in(fields: int) -> int:
    """How many pairs of neighbours in the rows there are, each field in one of them at most."""
    lower, many = fields & fields >> 1, 0
    while lower:
        lower &= ~(3 * (lower & -lower))
        many += 1
    return many


# --- what an action is worth ---------------------------------------------------------------------------------


def laid(rules: Rules, weights: Weights, state: State, hands: Words, seen: Seen, word: int, bit: int) -> float:
    """What it is worth to lay a tile."""
    kind, last = kind_at(word, bit), flag(seen.tiles == 1)
    if kind >= JOKERS:
        return weights.number * (11 / 10) + weights.out * last + weights.symbol
    bit0, bit1 = bit & word - 1, bit & -word
    from_hand = flag(state.bonus < 0) & flag(not state.drawn)
    gone = places(max(kind, 0))[0] & ~seen.twice & -flag(kind >= 0) & -from_hand
    own0, own1 = seen.own0 & ~(bit0 | gone), seen.own1 & ~(bit1 | gone)
    own, open0, open1 = own1 if word else own0, state.open0 & ~bit0, state.open1 & ~bit1
    new0, new1 = beside(bit0, bit1, 0)
    new0, new1 = new0 & ~(state.taken0 | open0 | bit0), new1 & ~(state.taken1 | open1 | bit1)
    left = remaining(own0, own1, open0 | new0, open1 | new1, seen.tiles - from_hand)
    lays = MOST - state.laid - (flag(state.bonus < 0) & flag(not state.free))
    pair = flag(next_to(bit) & (state.fresh1 if word else state.fresh0)) & ~seen.paired
    partner = flag(lays > 0) & flag(next_to(bit) & own) & ~(seen.paired | pair)
    row = NUMBERS & ((1 << WIDTH) - 1) << lowest(bit) // WIDTH * WIDTH
    across = count(new0 & own0 & ~(row & word - 1)) + count(new1 & own1 & ~(row & -word))
    waiting = count(stretch(row, bit, state.taken1 if word else state.taken0) & ~own)
    worth = weights.number * (lowest(bit) % WIDTH / 10) + weights.out * last + weights.across * across
    worth = worth + weights.opens * (count(new0 & ~own0) + count(new1 & ~own1)) + weights.waiting * waiting
    worth = worth + weights.bonus * releases(state, bit0, bit1) + weights.pair * pair + weights.partner * partner
    worth = worth + weights.joker * flag(kind >= 0) + weights.rest * flag(not left.first0 | left.first1)
    later = can_pair(left, own0, own1, state.fresh0 | bit0, state.fresh1 | bit1, lays)
    worth = worth + weights.more * shed(left, lays, seen.paired | pair | later)
    worth = worth + weights.fitting * (count(left.first0) + count(left.first1))
    return worth + weights.pairs * (pairs_in(left.reach0) + pairs_in(left.reach1))


def stretch(row: int, bit: int, taken: int) -> int:
    """The empty fields on from a field in its row, on both sides."""
    up, down = row & -(bit << 1), row & bit - 1
    above, under = taken & up, taken & down
    while under & under - 1:
        under &= under - 1
    return (up & (above & -above) - 1 if above else up) | (down & -(under << 1) if under else down)


def releases(state: State, bit0: int, bit1: int) -> int:
    """Whether a tile there would be the first at a bonus symbol."""
    end0, end1 = bonus_end(bit0, bit1)
    lies = end0 & state.taken0 | end1 & state.taken1
    return flag(state.bag) & flag(end0 | end1) & flag(not lies)


def can_pair(left: Left, own0: int, own1: int, fresh0: int, fresh1: int, lays: int) -> int:
    """Whether so many more tiles can make a pair."""
    found = 0
    if lays > 0:
        found |= next_to(fresh0) & left.first0 | next_to(fresh1) & left.first1
    if lays > 1:
        found |= next_to(left.first0) & own0 | next_to(left.first1) & own1
    return flag(found)


def ended(weights: Weights, state: State, seen: Seen) -> float:
    """What it is worth to end the turn."""
    return kept(weights, state, seen.own0, seen.own1, seen.tiles, weights.end)


def kept(weights: Weights, state: State, own0: int, own1: int, tiles: int, worth: float) -> float:
    """The worth with what it adds to go into the next turn with these tiles."""
    left = remaining(own0, own1, state.open0, state.open1, tiles)
    ready = flag(next_to(left.first0) & own0 | next_to(left.first1) & own1)
    around0, around1 = left.reach0 | state.open0, left.reach1 | state.open1
    one0, one1 = beside(around0, around1, 0)
    two0, two1 = beside(around0 | one0 & ~state.taken0, around1 | one1 & ~state.taken1, 0)
    near = count((one0 | two0) & own0 & ~left.reach0) + count((one1 | two1) & own1 & ~left.reach1)
    worth = worth + weights.next * shed(left, MOST, ready) + weights.ready * ready
    worth = worth + weights.reach * reached(left) + weights.near * near
    return worth + weights.saved * (pairs_in(left.reach0) + pairs_in(left.reach1))


def given(weights: Weights, state: State, seen: Seen, spot: int) -> float:
    """What it is worth to hand on a tile."""
    goes0, goes1 = ways(spot)
    own0, own1 = seen.own0 & ~(goes0 & ~seen.twice), seen.own1 & ~(goes1 & ~seen.twice)
    next0, next1 = next_to(goes0), next_to(goes1)
    opens0, opens1 = beside(goes0 & ~state.taken0, goes1 & ~state.taken1, 0)
    soon0, soon1 = beside(state.open0 & ~own0, state.open1 & ~own1, 0)
    soon0, soon1 = state.open0 | soon0 & ~state.taken0, state.open1 | soon1 & ~state.taken1
    fits = goes0 & state.open0 | goes1 & state.open1
    if spot >= KIND + JOKERS:
        at0, at1 = places(spot - KIND)
        fits = at0 & state.open0 | at1 & state.open1
    far = flag(goes0 | goes1) & flag(not goes0 & soon0 | goes1 & soon1)
    worth = kept(weights, state, own0, own1, seen.tiles - 1, weights.out * flag(seen.tiles == 1))
    worth = worth + weights.give + weights.give_number * number(spot)
    worth = worth + weights.give_joker * flag(KIND <= spot < KIND + JOKERS) + weights.give_fits * flag(fits)
    worth = worth + weights.give_far * far + weights.give_beside * (count(next0 & own0) + count(next1 & own1))
    worth = worth + weights.give_opens * (count(opens0 & own0) + count(opens1 & own1))
    free0, free1 = ALL & ~(state.taken0 | own0), ALL & ~(state.taken1 | own1)
    return worth + weights.give_partner * (count(next0 & free0) + count(next1 & free1))


def ways(spot: int) -> tuple[int, int]:
    """The fields that a tile can lie on; those of a symbol tile do not count."""
    if spot >= KIND + JOKERS:
        return 0, 0
    if spot >= KIND:
        return places(spot - KIND)
    bit = 1 << (spot & SIGHT)
    return (0, bit) if spot >> 6 else (bit, 0)


def number(spot: int) -> float:
    """The number on a tile, in tens."""
    if spot >= KIND + JOKERS:
        return 11 / 10
    fields, _ = ways(spot) if spot >= KIND else (1 << (spot & SIGHT), 0)
    return lowest(fields) % WIDTH / 10
