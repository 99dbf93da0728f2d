"""Looking ahead over machine words: guesses in bulk, each played on by the plan for every action that is compared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from elfer.games.rows.kernel.plan import Weights, done, played_on
from elfer.games.rows.kernel.steps import SIGHT, Rules, State, Words, points
from elfer.table import slots
from elfer.table.machine import turned
from elfer.table.slots import mixed, put, result

HAND = 2
"""Words of a hand."""

without = partial(slots.without, width=HAND)


def compared(
    rules: Rules,
    weights: Weights | None,
    state: State,
    known: Words,
    cards: Words,
    homes: Words,
    allowed: Words,
    deck: Words,
    hands: Words,
    actions: Sequence[int],
    results: Sequence[Any],
    chance: int,
    samples: int,
    longest: int,
    margin: float,
) -> int:
    """Play each of the actions on in so many guesses, and write down by guess what came of it.

    `known` are the hands without what is in slots, `hands` is room to play in. An action is a spot, or less than 0:
    what else is done. Returns the chance that is left; the cards are left as the last guess has them.
    """
    for sample in range(samples):
        chance = mixed(cards, allowed, chance)
        for at in range(len(actions)):
            put(known, cards, homes, hands, deck, HAND)
            action = actions[at] + 0
            word, bit, what = (action >> 6, 1 << (action & SIGHT), 0) if action >= 0 else (0, 0, -action)
            after = done(rules, state, hands, deck, word, bit, what)
            played_on(rules, weights, after, hands, deck, chance, longest)
            scored(rules, hands)
            results[at][sample] = result(hands, rules.players, state.seat, margin, most(rules))
        chance = turned(chance)
    return chance


def scored(rules: Rules, hands: Words) -> None:
    """Write the points of the seats, more being better, over the hands, which are no longer needed."""
    for seat in range(rules.players):
        hands[seat] = -points(hands, seat)


def most(rules: Rules) -> int:
    """What all cards in play are worth together."""
    whole = 0
    for row in range(4):
        half = rules.play1 if row > 1 else rules.play0
        whole += 210 * (half >> row % 2 * 20 & 1)
    return whole
