"""What `elfer.fast` calls: many rounds at once, or every step of one."""

from __future__ import annotations

from collections.abc import Sequence

from elfer.games.hawaiki.kernel.options import (
    announce,
    answered,
    answers,
    asked_first,
    bury,
    full_turn,
    hide,
    lay_openly,
)
from elfer.games.hawaiki.kernel.piles import formed
from elfer.games.hawaiki.kernel.steps import (
    ANNOUNCE,
    ASKED,
    BARE,
    DRAW,
    HIDE,
    NAME,
    PASS,
    REST,
    SEAT,
    Legal,
    Rules,
    State,
    Words,
    covered,
    dealt,
    draw,
    laid,
    made_at,
    named,
    names,
    pass_on,
    points,
    settled,
    turn,
    turn_over,
)
from elfer.games.hawaiki.tops import KINDS, NAMING, VALUES
from elfer.table.machine import below, count, lowest, picked, source, turned

HANDS = 18
MOMENT = 11 + HANDS
COLUMNS = MOMENT + 5 + 1
"""How many numbers are written down for a moment (`traced`)."""


def rollouts(
    rules: Rules, cards: Sequence[int], hands: Words, deck: Words, totals: Words, seed: int, first: int, rounds: int
) -> None:
    """Play rounds at random, and add to the totals: decisions, choices, by seat rounds won, and by seat points."""
    for number in range(first, first + rounds):
        state, chance = dealt(rules, cards, hands, deck, 0, source(seed, number))
        decisions, choices = played(rules, state, hands, deck, chance)
        counted(rules, hands, totals, decisions, choices)


rollouts_by_steps = rollouts
"""A turn has no quicker way here than step by step."""


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


def played(rules: Rules, state: State, hands: Words, deck: Words, chance: int) -> tuple[int, int]:
    """Play a round at random: how many decisions and real choices there were."""
    decisions = choices = 0
    while state.seat >= 0:
        may = legal(rules, state, hands, deck)
        many = options(may)
        if many > 1:
            chance = turned(chance)
            choices += 1
        kind, bit = chosen(may, below(chance, many) if many > 1 else 0)
        state, chance = done(rules, state, hands, deck, kind, bit, chance)
        decisions += 1
    return decisions, choices


def legal(rules: Rules, state: State, hands: Words, deck: Words) -> Legal:
    """What may be done by whoever is to act."""
    if rules.more is not None and state.more >> ASKED & 3:
        return answers(rules, state, hands)
    if state.due & NAMING:
        return names(rules, state)
    if rules.more is not None:
        return full_turn(rules, state, hands, deck)
    return turn(rules, state, hands[SEAT * state.seat] + 0)


def acting(rules: Rules, state: State) -> int:
    """Who is to act: of several, the first."""
    return asked_first(rules, state) if rules.more is not None and state.more >> ASKED & 3 else state.seat


def options(may: Legal) -> int:
    """How many things may be done."""
    return count(may.lay0) + count(may.lay1) + count(may.lay2) + count(may.hides) + count(may.what)


def chosen(may: Legal, n: int) -> tuple[int, int]:
    """Number `n` of what may be done: in which word of it, and the bit."""
    for kind in range(REST):
        many = count(may[kind])
        if n < many:
            return kind, picked(may[kind], n)
        n -= many
    return REST, picked(may.what, n)


def done(
    rules: Rules, state: State, hands: Words, deck: Words, kind: int, bit: int, chance: int
) -> tuple[State, int]:
    """After something was done, given by the word of `Legal` and the bit; and the chance that is left."""
    if rules.more is not None and state.more >> ASKED & 3:
        return answered(rules, state, hands, deck, bit, chance)
    if kind == REST:
        return other(rules, state, hands, deck, bit, chance)
    if kind == HIDE:
        hide(hands, state.seat, bit)
        return turn_over(rules, state, hands), chance
    made = formed(bit, made_at(state, kind))
    if rules.more is not None:
        return lay_openly(rules, state, hands, deck, kind, bit, made, chance)
    return settled(rules, laid(state, hands, kind, bit, made), hands, deck, chance)


def other(rules: Rules, state: State, hands: Words, deck: Words, bit: int, chance: int) -> tuple[State, int]:
    """After drawing, passing, naming others or something that only options bring."""
    if bit == 1 << rules.calls + DRAW:
        return draw(rules, state, hands, deck, chance)
    if bit == 1 << rules.calls + PASS:
        if rules.more is not None and state.more >> BARE & 1:
            return turn_over(rules, state, hands), chance
        return pass_on(rules, state, hands), chance
    if bit >= 1 << NAME:
        return named(rules, state, hands, deck, rules.named[lowest(bit) - NAME], chance)
    if bit >= 1 << ANNOUNCE:
        return announce(state, hands, bit), chance
    return bury(rules, state, hands, deck, lowest(bit)), chance


def number_of(kind: int, bit: int) -> int:
    """The number in the game of what is done."""
    at = lowest(bit)
    return kind * KINDS + (at if kind == REST else at - (at >> 3))


def read(number: int) -> tuple[int, int]:
    """The other way."""
    if number >= REST * KINDS:
        return REST, 1 << number - REST * KINDS
    at = number % KINDS
    return number // KINDS, 1 << at + at // VALUES


def traced(rules: Rules, state: State, hands: Words, deck: Words, trace: Sequence[Words], chance: int) -> int:
    """Play at random and write down every moment, while there is room: its state, the hands, what is legal and what
    is done. Returns how many; the last one has only a state and hands. It is the end of the round, or there the piles
    became a new stock (or a single card was buried), so that the order in which it lies can be looked at."""
    for step in range(len(trace)):
        row = trace[step]
        noted_down(state, hands, row)
        if state.seat < 0:
            return step + 1
        may = legal(rules, state, hands, deck)
        for at in range(5):
            row[MOMENT + at] = may[at]
        many, before = options(may), covered(state)
        if many > 1:
            chance = turned(chance)
        kind, bit = chosen(may, below(chance, many) if many > 1 else 0)
        row[MOMENT + 5] = number_of(kind, bit)
        state, chance = done(rules, state, hands, deck, kind, bit, chance)
        if covered(state) < before and step + 1 < len(trace):
            noted_down(state, hands, trace[step + 1])
            return step + 2
    return len(trace)


def noted_down(state: State, hands: Words, row: Words) -> None:
    """Write down a state and the hands."""
    for at in range(11):
        row[at] = state[at]
    for at in range(HANDS):
        row[11 + at] = hands[at]
