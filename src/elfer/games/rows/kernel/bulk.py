"""What `elfer.fast` calls: many rounds at once, or every step of one."""

from __future__ import annotations

from collections.abc import Sequence

from elfer.games.rows.kernel.rollout import play
from elfer.games.rows.kernel.steps import NOTHING, Rules, State, Words, dealt, lay, legal, other, points
from elfer.table.machine import below, count, lowest, picked, source, turned

FIRST_OTHER = 79
"""An action that is no card has this number, plus what it is."""
COLUMNS = 31
"""How many numbers are written down for a moment (`traced`)."""


def rollouts(
    rules: Rules, cards: Sequence[int], hands: Words, deck: Words, totals: Words, seed: int, first: int, rounds: int
) -> None:
    """Play rounds at random, and add to the totals: decisions, choices, by seat rounds won, and by seat points."""
    for number in range(first, first + rounds):
        state, chance = dealt(rules, cards, hands, deck, 0, source(seed, number))
        winner, decisions, choices = play(rules, state, hands, deck, chance)
        counted(rules, hands, totals, winner, decisions, choices)


def rollouts_by_steps(
    rules: Rules, cards: Sequence[int], hands: Words, deck: Words, totals: Words, seed: int, first: int, rounds: int
) -> None:
    """The same step by step: slower, and what the other is compared with."""
    for number in range(first, first + rounds):
        state, chance = dealt(rules, cards, hands, deck, 0, source(seed, number))
        winner, decisions, choices = by_steps(rules, state, hands, deck, chance)
        counted(rules, hands, totals, winner, decisions, choices)


def counted(rules: Rules, hands: Words, totals: Words, winner: int, decisions: int, choices: int) -> None:
    """Add a round to the totals."""
    totals[0] += decisions
    totals[1] += choices
    totals[2 + winner] += 1
    for seat in range(rules.players):
        totals[10 + seat] += points(hands, seat)


def by_steps(rules: Rules, state: State, hands: Words, deck: Words, chance: int) -> tuple[int, int, int]:
    """Play a round at random: who went out, how many decisions and real choices there were."""
    decisions = choices = 0
    seat = state.seat
    while state.seat >= 0:
        seat = state.seat
        can0, can1, what = legal(rules, state, hands)
        many = options(can0, can1, what)
        if many > 1:
            chance = turned(chance)
            choices += 1
        state, _ = done(rules, state, hands, deck, can0, can1, what, below(chance, many) if many > 1 else 0)
        decisions += 1
    return seat, decisions, choices


def options(can0: int, can1: int, what: int) -> int:
    """How many things may be done."""
    return count(can0) + count(can1) + (1 if what != NOTHING else 0)


def done(
    rules: Rules, state: State, hands: Words, deck: Words, can0: int, can1: int, what: int, n: int
) -> tuple[State, int]:
    """The state after the `n`th of what may be done, and the number of this action."""
    few = count(can0)
    if n < few:
        bit = picked(can0, n)
        return lay(rules, state, hands, 0, bit), lowest(bit)
    if n < few + count(can1):
        bit = picked(can1, n - few)
        return lay(rules, state, hands, 1, bit), 40 + lowest(bit)
    return other(rules, state, hands, deck, what), FIRST_OTHER + what


def traced(rules: Rules, state: State, hands: Words, deck: Words, trace: Sequence[Words], chance: int) -> int:
    """Play a round at random and write down every moment, while there is room: its state, the hands, what is legal
    and what is done. Returns how many; the last one, at the end, has only a state and hands."""
    for step in range(len(trace)):
        noted(state, hands, trace[step])
        if state.seat < 0:
            return step + 1
        can0, can1, what = legal(rules, state, hands)
        many = options(can0, can1, what)
        if many > 1:
            chance = turned(chance)
        row = trace[step]
        row[27], row[28], row[29] = can0, can1, what
        n = below(chance, many) if many > 1 else 0
        state, row[30] = done(rules, state, hands, deck, can0, can1, what, n)
    return len(trace)


def noted(state: State, hands: Words, row: Words) -> None:
    """Write down a state and the hands."""
    for at in range(11):
        row[at] = state[at]
    for at in range(16):
        row[11 + at] = hands[at]
