"""What `elfer.fast` calls: many rounds at once, or every step of one."""

from __future__ import annotations

from collections.abc import Sequence

from elfer.games.master.kernel.actions import FIRST_OTHER, number_of
from elfer.games.master.kernel.steps import (
    LAY,
    NOTHING,
    Legal,
    Rules,
    State,
    Words,
    dealt,
    done,
    lay,
    legal,
    other,
    points,
)
from elfer.table.machine import below, count, picked, source, turned

PLACED = 14
"""How many words of what may be done are about places."""
COLUMNS = 11 + 18 + 1 + 15 + 1
"""How many numbers are written down for a moment (`traced`)."""


def rollouts(
    rules: Rules, cards: Sequence[int], hands: Words, deck: Words, totals: Words, seed: int, first: int, rounds: int
) -> None:
    """Play rounds at random, and add to the totals: decisions, choices, by seat rounds won, and by seat points."""
    for number in range(first, first + rounds):
        state, chance = dealt(rules, cards, hands, deck, 0, source(seed, number))
        decisions, choices = play(rules, state, hands, deck, chance)
        counted(rules, hands, totals, decisions, choices)


def rollouts_by_steps(
    rules: Rules, cards: Sequence[int], hands: Words, deck: Words, totals: Words, seed: int, first: int, rounds: int
) -> None:
    """The same by the steps that `traced` writes down: slower, and what the other is compared with."""
    for number in range(first, first + rounds):
        state, chance = dealt(rules, cards, hands, deck, 0, source(seed, number))
        decisions, choices = by_steps(rules, state, hands, deck, chance)
        counted(rules, hands, totals, decisions, choices)


def counted(rules: Rules, hands: Words, totals: Words, decisions: int, choices: int) -> None:
    """Add a round to the totals."""
    totals[0] += decisions
    totals[1] += choices
    most = points(hands, 0)
    for seat in range(rules.players):
        own = points(hands, seat)
        totals[10 + seat] += own
        most = max(most, own)
    for seat in range(rules.players):
        totals[2 + seat] += int(points(hands, seat) == most)


def play(rules: Rules, state: State, hands: Words, deck: Words, chance: int) -> tuple[int, int]:
    """Play a round at random: how many decisions and real choices there were.

    Most decisions lay a number card or need no place, so these are looked for first; which card it is cannot be
    foretold, so there is no branch for it.
    """
    decisions = choices = 0
    while state.seat >= 0:
        may = legal(state, hands)
        few, cards = count(may.lay0), count(may.lay0) + count(may.lay1)
        many = options(may)
        later = turned(chance)
        real = int(many > 1)
        chance = later if real else chance
        n = below(later, many)
        if n < cards:
            word = int(n >= few)
            bit = picked(may.lay0 & word - 1 | may.lay1 & -word, n - (few & -word))
            state = lay(state, hands, LAY, word, bit)
        elif n == many - int(may.what != NOTHING):
            state = other(rules, state, hands, deck, may.what)
        else:
            place, bit = chosen(may, n)
            state = done(rules, state, hands, deck, place, bit, may.what)
        decisions += 1
        choices += real
    return decisions, choices


def by_steps(rules: Rules, state: State, hands: Words, deck: Words, chance: int) -> tuple[int, int]:
    """The same, one action like the other."""
    decisions = choices = 0
    while state.seat >= 0:
        may = legal(state, hands)
        many = options(may)
        if many > 1:
            chance = turned(chance)
            choices += 1
        place, bit = chosen(may, below(chance, many) if many > 1 else 0)
        state = done(rules, state, hands, deck, place, bit, may.what)
        decisions += 1
    return decisions, choices


def options(may: Legal) -> int:
    """How many things may be done."""
    many = 0 if may.what == NOTHING else 1
    for place in range(PLACED):
        many += count(may[place])
    return many


def chosen(may: Legal, n: int) -> tuple[int, int]:
    """Number `n` of what may be done: twice what it is plus the word, and the bit; no bit if it needs no place."""
    for place in range(PLACED):
        many = count(may[place])
        if n < many:
            return place, picked(may[place], n)
        n -= many
    return PLACED, 0


def traced(rules: Rules, state: State, hands: Words, deck: Words, trace: Sequence[Words], chance: int) -> int:
    """Play a round at random and write down every moment, while there is room: its state, the hands, what is legal
    and what is done. Returns how many; the last one, at the end, has only a state and hands."""
    for step in range(len(trace)):
        row = trace[step]
        noted(state, hands, row)
        if state.seat < 0:
            return step + 1
        may = legal(state, hands)
        row[29] = state.order
        for at in range(15):
            row[30 + at] = may[at]
        many = options(may)
        if many > 1:
            chance = turned(chance)
        place, bit = chosen(may, below(chance, many) if many > 1 else 0)
        row[45] = number_of(state.order, place, bit) if bit else FIRST_OTHER + may.what
        state = done(rules, state, hands, deck, place, bit, may.what)
    return len(trace)


def noted(state: State, hands: Words, row: Words) -> None:
    """Write down a state and the hands."""
    for at in range(11):
        row[at] = state[at]
    for at in range(18):
        row[11 + at] = hands[at]
