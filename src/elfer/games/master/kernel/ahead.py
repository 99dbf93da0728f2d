"""Looking ahead over machine words: guesses in bulk, each played on by the plan for every action that is compared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from elfer.games.master.kernel.actions import FIRST_OTHER, read
from elfer.games.master.kernel.plan import Weights, played_on
from elfer.games.master.kernel.steps import (
    BONUS_CARDS,
    LENGTH,
    SEAT,
    WORTH,
    Rules,
    State,
    Words,
    done,
    points,
)
from elfer.table import slots
from elfer.table.machine import turned
from elfer.table.slots import mixed, put, result

HAND = SEAT
"""Words of a hand: the third is not about its cards."""
WIDEST = 2 * LENGTH * (LENGTH + 1) + (4 + BONUS_CARDS) * WORTH
"""By how much points can differ at most: all bonus cards, or all cards and jokers in hand."""

without = partial(slots.without, width=HAND)


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

    `known` are the hands without what is in slots, `hands` is room to play in. Actions have their numbers in the
    game. Returns the chance that is left; the cards are left as the last guess has them.
    """
    for sample in range(samples):
        chance = mixed(cards, allowed, chance)
        for at in range(len(actions)):
            put(known, cards, homes, hands, deck, HAND)
            number = actions[at] + 0
            place, bit = read(state.order, number)
            after = done(rules, state, hands, deck, place, bit, number - FIRST_OTHER)
            played_on(rules, weights, after, hands, deck, chance, longest)
            scored(rules, hands)
            results[at][sample] = result(hands, rules.players, state.seat, margin, WIDEST)
        chance = turned(chance)
    return chance


def scored(rules: Rules, hands: Words) -> None:
    """Write the points of the seats over the hands, which are no longer needed."""
    for seat in range(rules.players):
        hands[seat] = points(hands, seat)
