"""The plan of the row games (`elfer.games.rows.bot`) over machine words, and rounds that are played on by it.

What counts is the same, number by number and in the same order, so that kernel and bot choose alike.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.games.rows.kernel.bulk import done as at_random
from elfer.games.rows.kernel.bulk import options
from elfer.games.rows.kernel.rollout import play
from elfer.games.rows.kernel.steps import (
    END,
    NOT_FIRST,
    NOT_LAST,
    NOTHING,
    ROW,
    SIGHT,
    Rules,
    State,
    Words,
    lay,
    legal,
    other,
    row_of,
    unopened,
)
from elfer.table.machine import below, count, lowest, turned


class Weights(NamedTuple):
    """How much each thing counts that the bot looks at; its own `Weights` say what they are."""

    out: float
    own: float
    follow: float
    soon: float
    gift: float
    blocked: float
    number: float
    stuck: float
    more: float
    more_own: float
    more_gift: float
    more_blocked: float
    more_number: float
    reserve: float
    hurry: float
    draw: float
    keep: float


class Seen(NamedTuple):
    """What a seat has before it: its whole hand, with the card that lies apart, and what all its cards share."""

    hand0: int
    hand1: int
    out: int
    """Whether the whole hand can be laid in this turn."""
    hurry: float


def played_on(
    rules: Rules, weights: Weights | None, state: State, hands: Words, deck: Words, chance: int, longest: int
) -> int:
    """Play a round to its end by the plan, on all seats, but for so many actions at most. Returns how many.

    Without weights it is played on at random, to its very end.
    """
    if weights is None:
        return wandered(rules, state, hands, deck, chance)
    for step in range(longest):
        if state.seat < 0:
            return step
        state, chance = planned(rules, weights, state, hands, deck, chance)
    return longest


def planned(
    rules: Rules, weights: Weights, state: State, hands: Words, deck: Words, chance: int
) -> tuple[State, int]:
    """The state after what the plan chooses, and the chance that is left."""
    word, bit, what, chance = chosen(rules, weights, state, hands, chance)
    return done(rules, state, hands, deck, word, bit, what), chance


def wandered(rules: Rules, state: State, hands: Words, deck: Words, chance: int) -> int:
    """Play a round to its end at random: this turn step by step, then a turn at a time. Returns how many actions."""
    steps = 0
    while state.seat >= 0 and (state.laid or state.drawn):
        can0, can1, what = legal(rules, state, hands)
        many = options(can0, can1, what)
        if many > 1:
            chance = turned(chance)
        n = below(chance, many) if many > 1 else 0
        state, _ = at_random(rules, state, hands, deck, can0, can1, what, n)
        steps += 1
    if state.seat < 0:
        return steps
    _, rest, _ = play(rules, state, hands, deck, chance)
    return steps + rest


def done(rules: Rules, state: State, hands: Words, deck: Words, word: int, bit: int, what: int) -> State:
    """The state after a card was laid or, if there is none, something else was done."""
    if bit:
        return lay(rules, state, hands, word, bit)
    return other(rules, state, hands, deck, what)


def chosen(rules: Rules, weights: Weights, state: State, hands: Words, chance: int) -> tuple[int, int, int, int]:
    """What the plan chooses: the word and bit of a card, or what else; and the chance that is left.

    Among equals each is as likely: the one that comes as number n takes the place of the others once in n times.
    """
    can0, can1, what = legal(rules, state, hands)
    if options(can0, can1, what) == 1:
        return (0, can0, 0, chance) if can0 else (1, can1, 0, chance) if can1 else (0, 0, what, chance)
    seen = looked(rules, state, hands)
    best, found_word, found_bit, equals = 0.0, 0, 0, 0
    if what != NOTHING:
        best, equals = beside_cards(weights, state, what), 1
    for word in range(2):
        can = can1 if word else can0
        while can:
            bit = can & -can
            can ^= bit
            worth = laid(rules, weights, state, seen, word, bit)
            if not equals or worth > best:
                best, found_word, found_bit, equals = worth, word, bit, 1
            elif worth == best:
                equals += 1
                chance = turned(chance)
                if below(chance, equals) == 0:
                    found_word, found_bit = word, bit
    return found_word, found_bit, what, chance


def looked(rules: Rules, state: State, hands: Words) -> Seen:
    """What is the same for all that may be done."""
    hand0, hand1 = hands[2 * state.seat] + 0, hands[2 * state.seat + 1] + 0
    if state.apart >= 0:
        word = state.apart >> 6
        bit = 1 << (state.apart & SIGHT)
        hand0 |= bit & word - 1
        hand1 |= bit & -word
    fewest = 80
    if state.laid:
        for seat in range(rules.players):
            if seat != state.seat:
                fewest = min(fewest, count(hands[2 * seat]) + count(hands[2 * seat + 1]))
    hurry = 1.0 / max(fewest, 1) if state.laid else 0.0
    return Seen(hand0, hand1, goes_out(rules, state, hand0, hand1), hurry)


def goes_out(rules: Rules, state: State, hand0: int, hand1: int) -> int:
    """Whether the whole hand can be laid in this turn."""
    can0, can1 = hand0 & state.offer0, hand1 & state.offer1
    if not can0 | can1 or unopened(rules, state.free0, state.free1):
        return 0
    if rules.one_colour is not None:
        word, can = (1, can1) if can1 else (0, can0)
        row = row_of(can)
        if hand0 & ~(row & word - 1) | hand1 & ~(row & -word):
            return 0
        lying = (rules.play0 ^ state.free0) & word - 1 | (rules.play1 ^ state.free1) & -word
        if rules.one_opener is not None and not lying & row:
            can0 &= -can0
            can1 &= -can1
    return int(grown(can0, hand0) == hand0 and grown(can1, hand1) == hand1)


def grown(reach: int, hand: int) -> int:
    """The cards of a hand that can be laid one after the other, beginning with these."""
    before = 0
    while before != reach:
        before = reach
        reach |= ((reach & NOT_LAST) << 1 | (reach & NOT_FIRST) >> 1) & hand
    return reach


def beside_cards(weights: Weights, state: State, what: int) -> float:
    """What it is worth to lay nothing."""
    if what == END:
        return weights.keep if not state.laid else 0.0
    return weights.draw


def laid(rules: Rules, weights: Weights, state: State, seen: Seen, word: int, bit: int) -> float:
    """What it is worth to lay a card."""
    start = 20 if bit > ROW else 0
    held = (seen.hand1 if word else seen.hand0) >> start & ROW
    lying = (rules.play1 ^ state.free1 if word else rules.play0 ^ state.free0) >> start & ROW
    card = bit >> start
    beside = (card << 1 | card >> 1) & ROW
    below_it, above = card - 1, ROW ^ card - 1 ^ card
    if lying & beside & below_it:
        below_it = 0
    if lying & beside & above:
        above = 0
    beyond = (below_it | above) & (ROW ^ lying)
    opened, waiting = beyond & beside, beyond & held
    own, follow = count(waiting), count(waiting & beside)
    soon = count(waiting & (opened << 1 | opened >> 1))
    gift, blocked, number = count(opened) - follow, count(beyond) - own, (lowest(card) + 1) / 20
    left = left_over(state, seen, word, opened << start)
    worth = weights.out * seen.out + weights.own * own + weights.follow * follow + weights.soon * soon
    worth = worth + weights.gift * gift + weights.blocked * blocked + weights.number * number
    worth += weights.stuck * int(left == 0)
    if not state.laid:
        return worth
    worth = worth + weights.more + weights.more_own * own + weights.more_gift * gift + weights.more_blocked * blocked
    return worth + weights.more_number * number + weights.reserve * left + weights.hurry * seen.hurry


def left_over(state: State, seen: Seen, word: int, opened: int) -> int:
    """How many cards of the hand fit once a card lies that opens these places."""
    fits0, fits1 = state.fits0 | opened & word - 1, state.fits1 | opened & -word
    return count(seen.hand0 & fits0) + count(seen.hand1 & fits1) - 1
