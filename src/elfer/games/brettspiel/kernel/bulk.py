"""What `elfer.fast` calls: many rounds at once, or every step of one."""

from __future__ import annotations

from collections.abc import Sequence

from elfer.games.brettspiel.kernel.fields import KIND, field_of, tile_number
from elfer.games.brettspiel.kernel.steps import (
    NOTHING,
    Legal,
    Rules,
    State,
    Words,
    dealt,
    give,
    lay,
    legal,
    other,
    points,
)
from elfer.table.machine import below, count, lowest, picked, source, turned

FIRST_GIVE = 88
FIRST_OTHER = 159
"""An action that neither lays nor hands on a tile has this number, plus what it is."""
HANDS = 12
MOMENT = 13 + HANDS
COLUMNS = MOMENT + 7
"""How many numbers are written down for a moment (`traced`)."""


def rollouts(
    rules: Rules, cards: Sequence[int], hands: Words, deck: Words, totals: Words, seed: int, first: int, rounds: int
) -> None:
    """Play rounds at random, and add to the totals: decisions, choices, by seat rounds won, and by seat points."""
    for number in range(first, first + rounds):
        state, chance = dealt(rules, cards, hands, deck, 0, source(seed, number))
        winner, decisions, choices = played(rules, state, hands, deck, chance)
        totals[0] += decisions
        totals[1] += choices
        totals[2 + winner] += 1
        for seat in range(rules.players):
            totals[10 + seat] += points(hands, seat)


rollouts_by_steps = rollouts
"""A turn has no quicker way here than step by step."""


def played(rules: Rules, state: State, hands: Words, deck: Words, chance: int) -> tuple[int, int, int]:
    """Play a round at random: who went out, how many decisions and real choices there were."""
    decisions = choices = 0
    seat = state.seat
    while state.seat >= 0:
        seat = state.seat
        may = legal(rules, state, hands)
        many = options(may)
        if many > 1:
            chance = turned(chance)
            choices += 1
        state, _ = done(rules, state, hands, deck, may, below(chance, many) if many > 1 else 0)
        decisions += 1
    return seat, decisions, choices


def options(may: Legal) -> int:
    """How many things may be done."""
    lays, gives = count(may.lay0) + count(may.lay1), count(may.give0) + count(may.give1) + count(may.kinds)
    return lays + gives + (1 if may.what != NOTHING else 0)


def done(rules: Rules, state: State, hands: Words, deck: Words, may: Legal, n: int) -> tuple[State, int]:
    """The state after the `n`th of what may be done, and the number of this action."""
    few = count(may.lay0)
    lays = few + count(may.lay1)
    if n < lays:
        word = 1 if n >= few else 0
        bit = picked(may.lay1 if word else may.lay0, n - few * word)
        return lay(rules, state, hands, deck, word, bit), tile_number(field_of(word, bit))
    n -= lays
    few = count(may.give0)
    gives = few + count(may.give1)
    if n < gives:
        word = 1 if n >= few else 0
        bit = picked(may.give1 if word else may.give0, n - few * word)
        number = FIRST_GIVE + tile_number(field_of(word, bit))
        return give(rules, state, hands, 64 * word + lowest(bit)), number
    n -= gives
    if n < count(may.kinds):
        kind = lowest(picked(may.kinds, n))
        return give(rules, state, hands, KIND + kind), FIRST_GIVE + 64 + kind
    return other(rules, state, hands, deck, may.what), FIRST_OTHER + may.what


def traced(rules: Rules, state: State, hands: Words, deck: Words, trace: Sequence[Words], chance: int) -> int:
    """Play a round at random and write down every moment, while there is room: its state, the hands, what is legal
    and what is done. Returns how many; the last one, at the end, has only a state and hands."""
    for step in range(len(trace)):
        row = trace[step]
        noted(state, hands, row)
        if state.seat < 0:
            return step + 1
        may = legal(rules, state, hands)
        for at in range(6):
            row[MOMENT + at] = may[at]
        many = options(may)
        if many > 1:
            chance = turned(chance)
        n = below(chance, many) if many > 1 else 0
        state, row[COLUMNS - 1] = done(rules, state, hands, deck, may, n)
    return len(trace)


def noted(state: State, hands: Words, row: Words) -> None:
    """Write down a state and the hands."""
    for at in range(13):
        row[at] = state[at]
    for at in range(HANDS):
        row[13 + at] = hands[at]
