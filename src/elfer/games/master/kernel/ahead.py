"""Looking ahead over machine words: guesses in bulk, each played on by the plan for every action that is compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elfer.games.master.kernel.plan import Weights, played_on
from elfer.games.master.kernel.steps import (
    BONUS_CARDS,
    LENGTH,
    SEAT,
    SIGHT,
    WORTH,
    Rules,
    State,
    Words,
    done,
    points,
)
from elfer.table.machine import turned
from elfer.table.slots import mixed, put, result

HAND = SEAT
"""Words of a hand: the third is not about its cards."""
WIDEST = 2 * LENGTH * (LENGTH + 1) + (4 + BONUS_CARDS) * WORTH
"""By how much points can differ at most: all bonus cards, or all cards and jokers in hand."""


def compared(
    rules: Rules,
    weights: Weights,
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

    `known` are the hands without what is in slots, `hands` is room to play in. An action is 64 times the place as
    `steps.done` takes it, plus the number of the bit, or less than 0: what is done that needs no place. Returns the
    chance that is left; the cards are left as the last guess has them.
    """
    for sample in range(samples):
        chance = mixed(cards, allowed, chance)
        for at in range(len(actions)):
            put(known, cards, homes, hands, deck, HAND)
            action = actions[at] + 0
            place, bit, what = (action >> 6, 1 << (action & SIGHT), 0) if action >= 0 else (0, 0, -action)
            after = done(rules, state, hands, deck, place, bit, what)
            played_on(rules, weights, after, hands, deck, chance, longest)
            scored(rules, hands)
            results[at][sample] = result(hands, rules.players, state.seat, margin, WIDEST)
        chance = turned(chance)
    return chance


def scored(rules: Rules, hands: Words) -> None:
    """Write the points of the seats over the hands, which are no longer needed."""
    for seat in range(rules.players):
        hands[seat] = points(hands, seat)
