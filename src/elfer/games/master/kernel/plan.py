"""The plan of `master` (`elfer.games.master.bot`) over machine words, and rounds that are played on by it.

What counts is the same, number by number and in the same order, so that kernel and bot choose alike.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.games.master.kernel.bulk import chosen as first_of
from elfer.games.master.kernel.bulk import options
from elfer.games.master.kernel.steps import (
    DRAW,
    END,
    FROM_ABOVE,
    JOKER_AT,
    JOKER_FROM_BELOW,
    JOKER_LAID,
    LENGTH,
    NOTHING,
    ROW,
    SEAT,
    SWAP,
    TWO_ROWS,
    WORTH,
    Legal,
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

    number: float
    chain: int
    opens: int
    opens_high: float
    waiting: int
    bonus: int
    leaves_one: int
    leaves_two: int
    own_last: int


class Best(NamedTuple):
    """The best that was found, as `steps.done` takes it."""

    worth: float
    place: int
    bit: int
    equals: int
    """How many are worth as much; 0 before there is any."""
    chance: int


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
    place, bit, what, chance = chosen(rules, weights, state, hands, chance)
    return done(rules, state, hands, deck, place, bit, what), chance


def chosen(rules: Rules, weights: Weights, state: State, hands: Words, chance: int) -> tuple[int, int, int, int]:
    """What the plan chooses, as `steps.done` takes it, and the chance that is left.

    What can be done on the same place has most of its worth in common, so places are looked at one after the other.
    """
    may = legal(state, hands)
    if options(may) == 1:
        place, bit = first_of(may, 0)
        return place, bit, may.what, chance
    seen = looked(rules, state, hands)
    best = Best(0.0, 0, 0, 0, chance)
    if may.what != NOTHING:
        best = Best(beside_cards(weights, state, seen, may.what), 0, 0, 1, chance)
    for word in range(2):
        swaps, places = may[2 * SWAP + word] + 0, reached(may, word)
        while swaps:
            best = better(best, weights.swap, 2 * SWAP + word, swaps & -swaps)
            swaps &= swaps - 1
        while places:
            best = best_there(weights, state, seen, may, best, word, places & -places)
            places &= places - 1
    return best.place, best.bit, may.what, best.chance


def reached(may: Legal, word: int) -> int:
    """The places of a word on which something can be laid."""
    places = may[word] | may[2 * JOKER_LAID + word]
    for kind in range(FROM_ABOVE, JOKER_FROM_BELOW + 1):
        places |= may[2 * kind + word]
    return places


def better(best: Best, worth: float, place: int, bit: int) -> Best:
    """The better of two. Among equals each is as likely: the one that comes as number n takes the place of the others
    once in n times."""
    if not best.equals or worth > best.worth:
        return Best(worth, place, bit, 1, best.chance)
    if worth < best.worth:
        return best
    chance, equals = turned(best.chance), best.equals + 1
    if below(chance, equals) == 0:
        return Best(worth, place, bit, equals, chance)
    return Best(worth, best.place, best.bit, equals, chance)


def best_there(weights: Weights, state: State, seen: Seen, may: Legal, best: Best, word: int, bit: int) -> Best:
    """The best so far or on this place, where one can lay its card or a joker, over a connection or not."""
    at = around(state, seen, word, bit)
    for joker in range(2):
        direct, above, under = 2 * joker + word, 4 * joker + 6 + word, 4 * joker + 8 + word
        if (may[direct] | may[above] | may[under]) & bit:
            number = WORTH / 10 if joker else at.number
            worth = on_place(weights, seen, at, number)
            if may[direct] & bit:
                best = better(best, with_card(weights, seen, worth, number, joker, 0), direct, bit)
            if (may[above] | may[under]) & bit:
                worth = with_card(weights, seen, worth, number, joker, 1)
                if may[above] & bit:
                    best = better(best, worth, above, bit)
                if may[under] & bit:
                    best = better(best, worth, under, bit)
    return best


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


def on_place(weights: Weights, seen: Seen, at: Around, number: float) -> float:
    """What it is worth to lay a card of that number on a place, as far as it does not matter how."""
    worth = weights.points * number + weights.out * int(seen.cards == 1) + weights.bonus * at.bonus
    worth = worth + weights.chain * at.chain + weights.opens * at.opens + weights.opens_high * at.opens_high
    worth = worth + weights.waiting * at.waiting + weights.leaves_one * at.leaves_one
    return worth + weights.leaves_two * at.leaves_two + weights.own_last * at.own_last


def with_card(weights: Weights, seen: Seen, worth: float, number: float, joker: int, link: int) -> float:
    """The same with how it is laid: a joker or not, over a connection or not."""
    worth = worth + weights.joker * joker + weights.link * link + weights.late_points * (number * seen.late)
    return worth + weights.few_special * (seen.few * (joker | link))


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
    opens, number = count(theirs), (lowest(card) + 1) / 10
    high = opens * number
    if opens == 1:
        high += 0.1 if theirs > card else -0.1
    few = count(left) if state.bonus else LENGTH
    own = int(0 < few <= 2 and not left & ~hand)
    return Around(
        number,
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
