"""Looking ahead over machine words: guesses in bulk, each played on by the plan for every action that is compared.

What a seat cannot see lies in *slots*: so many cards of another's hand, so many of the stock. A guess is the cards of
all slots in another order, so that each lies where it may. One guess follows from the last by exchanging pairs of
cards, as the engine mixes its own (`elfer.table.guess`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from elfer.games.rows import RowGame, RowState
from elfer.games.rows.kernel.bulk import FIRST_OTHER
from elfer.games.rows.kernel.plan import Weights, done, played_on
from elfer.games.rows.kernel.steps import SIGHT, Rules, State, Words, points
from elfer.table.machine import below, below_too, turned

SWAPS = 4
"""How many exchanges are tried for each slot between two guesses."""
STOCK = 8
"""From this number on, the home of a slot is a place in the deck; below it is a seat."""


class Slots(NamedTuple):
    """What is hidden from a seat: the cards as they lie in a first guess, and what may lie where."""

    cards: list[int]
    """By slot, the spot of its card."""
    homes: list[int]
    allowed: list[int]
    """By slot, two words: the cards that may lie there."""


def slots(game: RowGame, state: RowState, seat: int) -> Slots:
    """The slots of a guess that was made for this seat."""
    table, layout, half = state.table, game.layout, (1 << 40) - 1
    known, out = layout.known(table, seat), layout.ruled_out(table, seat)
    dealt = (game.dealing().each or 0) * game.players
    found = [(card, other, out[other]) for other in game.others[seat] for card in _cards(table.zones[other] & ~known)]
    stock = [(card, STOCK + dealt + at) for at, card in enumerate(table.zones[game.stock])]
    found += [(card, home, out[game.stock]) for card, home in stock if not known >> card & 1]
    allowed = [word for _, _, never in found for word in (half & ~never, half & ~(never >> 40))]
    return Slots([card // 40 * 64 + card % 40 for card, _, _ in found], [home for _, home, _ in found], allowed)


def _cards(cards: int) -> list[int]:
    return [card for card in range(cards.bit_length()) if cards >> card & 1]


def without(hands: Sequence[int], cards: Sequence[int], homes: Sequence[int]) -> list[int]:
    """The hands without what is in slots."""
    left = list(hands)
    for spot, home in zip(cards, homes, strict=True):
        if home < STOCK:
            left[2 * home + (spot >> 6)] &= ~(1 << (spot & SIGHT))
    return left


def spot_of(number: int) -> int:
    """An action by its number in the game, as `compared` takes it."""
    return number // 40 * 64 + number % 40 if number <= FIRST_OTHER else FIRST_OTHER - number


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

    `known` are the hands without what is in slots, `hands` is room to play in. An action is a spot, or less than 0:
    what else is done. Returns the chance that is left; the cards are left as the last guess has them.
    """
    for sample in range(samples):
        chance = mixed(cards, allowed, chance)
        for at in range(len(actions)):
            put(known, cards, homes, hands, deck)
            action = actions[at] + 0
            word, bit, what = (action >> 6, 1 << (action & SIGHT), 0) if action >= 0 else (0, 0, -action)
            after = done(rules, state, hands, deck, word, bit, what)
            played_on(rules, weights, after, hands, deck, chance, longest)
            results[at][sample] = result(rules, hands, state.seat, margin)
        chance = turned(chance)
    return chance


def mixed(cards: Words, allowed: Words, chance: int) -> int:
    """Exchange pairs of cards at random, wherever both may lie; returns the chance that is left."""
    many = len(cards)
    for _ in range(SWAPS * many):
        chance = turned(chance)
        one, two = below(chance, many), below_too(chance, many)
        first, second = cards[one] + 0, cards[two] + 0
        if may(allowed, one, second) and may(allowed, two, first):
            cards[one] = second
            cards[two] = first
    return chance


def may(allowed: Words, slot: int, spot: int) -> int:
    """Whether a card may lie in a slot."""
    return allowed[2 * slot + (spot >> 6)] >> (spot & SIGHT) & 1


def put(known: Words, cards: Words, homes: Words, hands: Words, deck: Words) -> None:
    """Lay the cards of all slots to where they belong."""
    for at in range(len(known)):
        hands[at] = known[at]
    for at in range(len(cards)):
        home = homes[at]
        if home < STOCK:
            hands[2 * home + (cards[at] >> 6)] |= 1 << (cards[at] & SIGHT)
        else:
            deck[home - STOCK] = cards[at]


def result(rules: Rules, hands: Words, seat: int, margin: float) -> float:
    """What an end is worth to a seat: 1 for winning alone, and a little for the points (`elfer.bots.search`)."""
    own, rest, least, equals = points(hands, seat), 0, points(hands, seat), 0
    for other in range(rules.players):
        worth = points(hands, other)
        rest += worth
        least = min(least, worth)
    for other in range(rules.players):
        equals += int(points(hands, other) == least)
    won = 1.0 / equals if own == least else 0.0
    return won + margin * ((rest - own) / (rules.players - 1) - own) / most(rules)


def most(rules: Rules) -> int:
    """What all cards in play are worth together."""
    whole = 0
    for row in range(4):
        half = rules.play1 if row > 1 else rules.play0
        whole += 210 * (half >> row % 2 * 20 & 1)
    return whole
