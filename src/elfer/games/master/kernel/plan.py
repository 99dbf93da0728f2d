"""The plan of `master` (`elfer.games.master.bot`) over machine words, and rounds that are played on by it.

What counts is the same, number by number and in the same order, so that kernel and bot choose alike.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.games.master.kernel.bulk import PLACED, options
from elfer.games.master.kernel.steps import (
    DRAW,
    END,
    JOKER_AT,
    LENGTH,
    NOTHING,
    ROW,
    SEAT,
    SWAP,
    TWO_ROWS,
    WITH_JOKER,
    WORTH,
    Rules,
    State,
    Words,
    done,
    fitting,
    half_row,
    legal,
)
from elfer.table.machine import below, count, lowest, turned

HASTE = 6
"""From so few cards in a hand on the round is near its end."""


class Weights(NamedTuple):
    """How much each thing counts that the bot looks at; its own `Weights` say what they are."""

    points: float
    out: float
    bonus: float
    chain: float
    opens: float
    opens_high: float
    waiting: float
    leaves_one: float
    leaves_two: float
    own_last: float
    joker: float
    link: float
    swap: float
    draw: float
    draw_kept: float
    end: float
    kept: float
    late_points: float
    late_end: float
    few_end: float
    few_special: float
    dry_end: float


class Seen(NamedTuple):
    """What a seat has before it."""

    hand0: int
    hand1: int
    """Its number cards."""
    cards: int
    """How many cards it has, with the jokers."""
    fits0: int
    fits1: int
    late: float
    """How near others are to going out."""
    few: float
    """How near it is to that itself."""


class Around(NamedTuple):
    """What speaks for a card on a place, whichever card it is; half rows count while there are bonus cards."""

    chain: int
    opens: int
    opens_high: float
    waiting: int
    bonus: int
    leaves_one: int
    leaves_two: int
    own_last: int


def played_on(
    rules: Rules, weights: Weights, state: State, hands: Words, deck: Words, chance: int, longest: int
) -> int:
    """Play a round to its end by the plan, on all seats, but for so many actions at most. Returns how many."""
    for step in range(longest):
        if state.seat < 0:
            return step
        place, bit, what, chance = chosen(rules, weights, state, hands, chance)
        state = done(rules, state, hands, deck, place, bit, what)
    return longest


def chosen(rules: Rules, weights: Weights, state: State, hands: Words, chance: int) -> tuple[int, int, int, int]:
    """What the plan chooses, as `steps.done` takes it, and the chance that is left.

    Among equals each is as likely: the one that comes as number n takes the place of the others once in n times.
    """
    may = legal(state, hands)
    forced = options(may) == 1
    seen = looked(rules, state, hands)
    best, found_place, found_bit, equals = 0.0, 0, 0, 0
    if may.what != NOTHING:
        best, equals = beside_cards(weights, state, seen, may.what), 1
    for place in range(PLACED):
        can = may[place] + 0
        while can:
            bit = can & -can
            can ^= bit
            worth = placed(weights, state, seen, place, bit) if not forced else 0.0
            if not equals or worth > best:
                best, found_place, found_bit, equals = worth, place, bit, 1
            elif worth == best:
                equals += 1
                chance = turned(chance)
                if below(chance, equals) == 0:
                    found_place, found_bit = place, bit
    return found_place, found_bit, may.what, chance


def looked(rules: Rules, state: State, hands: Words) -> Seen:
    """What is the same for all that may be done."""
    own = SEAT * state.seat
    fewest = HASTE
    for seat in range(rules.players):
        if seat != state.seat:
            fewest = min(fewest, held(hands, seat))
    cards = held(hands, state.seat)
    late, few = (HASTE - fewest) / HASTE, (HASTE - min(cards, HASTE)) / HASTE
    fits0, fits1 = fitting(state.free0), fitting(state.free1)
    return Seen(hands[own] + 0, hands[own + 1] & TWO_ROWS, cards, fits0, fits1, late, few)


def held(hands: Words, seat: int) -> int:
    """How many cards a seat has."""
    second = hands[SEAT * seat + 1] + 0
    return count(hands[SEAT * seat]) + count(second & TWO_ROWS) + (second >> JOKER_AT)


def beside_cards(weights: Weights, state: State, seen: Seen, what: int) -> float:
    """What it is worth to do what needs no place."""
    kept = count(seen.hand0 & seen.fits0) + count(seen.hand1 & seen.fits1)
    if what == DRAW:
        return weights.draw + weights.draw_kept * kept
    if what == END:
        worth = weights.end + weights.kept * kept + weights.late_end * seen.late + weights.few_end * seen.few
        return worth + weights.dry_end * int(state.stock == 0)
    return 0.0


def placed(weights: Weights, state: State, seen: Seen, place: int, bit: int) -> float:
    """What it is worth to do something on a place; `place` is twice the kind of it plus the word."""
    kind, word = place >> 1, place & 1
    if kind == SWAP:
        return weights.swap
    joker, link = WITH_JOKER >> kind & 1, int(kind > SWAP)
    number = WORTH / 10 if joker else number_on(bit)
    at = around(state, seen, word, bit)
    worth = weights.points * number + weights.out * int(seen.cards == 1) + weights.bonus * at.bonus
    worth = worth + weights.chain * at.chain + weights.opens * at.opens + weights.opens_high * at.opens_high
    worth = worth + weights.waiting * at.waiting + weights.leaves_one * at.leaves_one
    worth = worth + weights.leaves_two * at.leaves_two + weights.own_last * at.own_last
    worth = worth + weights.joker * joker + weights.link * link + weights.late_points * (number * seen.late)
    return worth + weights.few_special * (seen.few * (joker | link))


def number_on(bit: int) -> float:
    """The number of a place, a 10 being 1."""
    return (lowest(bit if bit <= ROW else bit >> LENGTH) + 1) / 10


def around(state: State, seen: Seen, word: int, bit: int) -> Around:
    """What speaks for a card on that place: the row of it is looked at by itself."""
    start = LENGTH if bit > ROW else 0
    hand = (seen.hand1 if word else seen.hand0) >> start & ROW
    fits = (seen.fits1 if word else seen.fits0) >> start & ROW
    card, half = bit >> start, half_row(bit) >> start
    free = (state.free1 if word else state.free0) >> start & ROW & ~card
    lower, upper = card - 1, ROW ^ card - 1 ^ card
    new, left = (card << 1 | card >> 1) & free & ~fits, half & free
    onwards, theirs = (upper if card > 1 << 10 else lower) & free, new & ~hand
    opens = count(theirs)
    high = opens * number_on(card)
    if opens == 1:
        high += 0.1 if theirs > card else -0.1
    few = count(left) if state.bonus else LENGTH
    own = int(0 < few <= 2 and not left & ~hand)
    return Around(
        run(hand, card, new & hand),
        opens,
        high,
        count(onwards & ~hand),
        int(few == 0),
        int(few == 1) & ~own,
        int(few == 2) & ~own,
        own,
    )


def run(hand: int, card: int, new: int) -> int:
    """How many cards of the hand follow on a place one after the other, on the sides where there was no place."""
    follow, above, under = 0, card << 1, card >> 1
    if new > card:
        while above & hand:
            follow += 1
            above <<= 1
    if new & card - 1:
        while under & hand:
            follow += 1
            under >>= 1
    return follow
