"""Rounds played at random to their end, a turn at a time.

The same as choosing among `legal` and doing it (`bulk.by_steps`), with the same random numbers, but without a state
between two actions. What cannot be foretold is chosen without a branch wherever that goes, since a processor that
guesses wrong loses more than the arithmetic costs.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.games.rows.kernel.steps import (
    NOTHING,
    SIGHT,
    TAKE,
    Rows,
    Rules,
    State,
    Words,
    after,
    instead,
    offered,
    placed,
    unopened,
)
from elfer.games.rows.refusals import MOST_DRAWN
from elfer.table.machine import below, count, picked, turned


class Run(NamedTuple):
    """A moment of a turn: the rows, the hand of whose turn it is, what is left of stock and chance, and the tally."""

    rows: Rows
    hand0: int
    hand1: int
    stock: int
    chance: int
    decisions: int
    choices: int


def play(rules: Rules, state: State, hands: Words, deck: Words, chance: int) -> tuple[int, int, int]:
    """Play a round that has just begun. Returns who went out, and how many decisions and real choices there were."""
    seat, offer0, offer1 = state.seat, state.offer0, state.offer1
    run = Run(Rows(state.fits0, state.fits1, state.free0, state.free1), 0, 0, state.stock, chance, 0, 0)
    while True:
        hand0, hand1 = hands[2 * seat], hands[2 * seat + 1]
        run = Run(run.rows, hand0, hand1, run.stock, run.chance, run.decisions, run.choices)
        run = turned_over(rules, run, deck, offer0, offer1)
        hands[2 * seat] = run.hand0
        hands[2 * seat + 1] = run.hand1
        if not run.hand0 | run.hand1:
            return seat, run.decisions, run.choices
        offer0, offer1 = run.rows.fits0, run.rows.fits1
        seat = after(rules, seat)


def turned_over(rules: Rules, run: Run, deck: Words, offer0: int, offer1: int) -> Run:
    """After a whole turn."""
    can0, can1 = run.hand0 & offer0, run.hand1 & offer1
    if can0 | can1:
        return laying(rules, run, deck, can0, can1)
    if run.stock:
        return drawing(rules, run, deck, offer0, offer1, 0)
    return Run(run.rows, run.hand0, run.hand1, run.stock, run.chance, run.decisions + 1, run.choices)


def laying(rules: Rules, run: Run, deck: Words, can0: int, can1: int) -> Run:
    """After a turn in which something can be laid."""
    first = unopened(rules, run.rows.free0, run.rows.free1)
    what = instead(rules, run.rows.free0, run.rows.free1, run.stock)
    many = count(can0) + count(can1)
    run, n = chosen(run, many + (what != NOTHING))
    if n == many:
        if what == TAKE:
            return taking(rules, run, deck)
        return drawing(rules, run, deck, run.rows.fits0, run.rows.fits1, 1)
    run, word, bit = laid(rules, run, can0, can1, n)
    if first and rules.on_after_opening is None:
        return run
    return laying_on(rules, run, word, bit)


def laying_on(rules: Rules, run: Run, word: int, bit: int) -> Run:
    """After the rest of a turn in which this card was laid."""
    while run.hand0 | run.hand1:
        offer0, offer1 = offered(rules, run.rows, word, bit)
        can0, can1 = run.hand0 & offer0, run.hand1 & offer1
        many = count(can0) + count(can1)
        run, n = chosen(run, many + 1)
        if n == many:
            return Run(run.rows, run.hand0, run.hand1, run.stock, run.chance, run.decisions + 1, run.choices)
        run, word, bit = laid(rules, run, can0, can1, n)
    return run


def chosen(run: Run, many: int) -> tuple[Run, int]:
    """One of so many."""
    chance, n, real = drawn_by(run.chance, many)
    return Run(run.rows, run.hand0, run.hand1, run.stock, chance, run.decisions, run.choices + real), n


def drawn_by(chance: int, many: int) -> tuple[int, int, int]:
    """The chance that is left, a number below `many`, and whether there was a choice: only then it is drawn."""
    later = turned(chance)
    real = int(many > 1)
    return later if real else chance, below(later, many), real


def laid(rules: Rules, run: Run, can0: int, can1: int, n: int) -> tuple[Run, int, int]:
    """After card `n` of those that can be laid; its word and bit."""
    few = count(can0)
    word = int(n >= few)
    bit = picked(can0 & word - 1 | can1 & -word, n - (few & -word))
    rows = placed(rules, run.rows, word, bit)
    hand0, hand1 = run.hand0 ^ bit & word - 1, run.hand1 ^ bit & -word
    return Run(rows, hand0, hand1, run.stock, run.chance, run.decisions + 1, run.choices), word, bit


def drawing(rules: Rules, run: Run, deck: Words, offer0: int, offer1: int, could: int) -> Run:
    """After a turn in which cards are drawn; `could`: whether one could have laid (EK-8)."""
    rows, hand0, hand1, stock, chance, decisions, choices = run
    times = 0
    while stock and times < MOST_DRAWN:
        stock -= 1
        times += 1
        decisions += 1
        spot = deck[rules.dealt + stock]
        word, bit = spot >> 6, 1 << (spot & SIGHT)
        bit0, bit1 = bit & word - 1, bit & -word
        if bit0 & offer0 | bit1 & offer1:
            chance, n, real = drawn_by(chance, 1 + could)
            choices += real
            if n == 0:
                run = Run(rows, hand0, hand1, stock, chance, decisions + 1, choices)
                return drawn_laid(rules, run, word, bit)
        hand0 |= bit0
        hand1 |= bit1
    if rules.draw_to_fit is not None:
        decisions += 1
    return Run(rows, hand0, hand1, stock, chance, decisions, choices)


def drawn_laid(rules: Rules, run: Run, word: int, bit: int) -> Run:
    """After the turn in which the drawn card was laid."""
    first = unopened(rules, run.rows.free0, run.rows.free1)
    rows = placed(rules, run.rows, word, bit)
    run = Run(rows, run.hand0, run.hand1, run.stock, run.chance, run.decisions, run.choices)
    if rules.on_after_drawn is None or (first and rules.on_after_opening is None):
        return run
    return laying_on(rules, run, word, bit)


def taking(rules: Rules, run: Run, deck: Words) -> Run:
    """After a turn in which three cards are taken."""
    rows, hand0, hand1, stock, chance, decisions, choices = run
    for _ in range(MOST_DRAWN):
        if stock:
            stock -= 1
            spot = deck[rules.dealt + stock]
            word, bit = spot >> 6, 1 << (spot & SIGHT)
            hand0 |= bit & word - 1
            hand1 |= bit & -word
    return Run(rows, hand0, hand1, stock, chance, decisions + 1, choices)
