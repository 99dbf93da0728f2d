"""Looking ahead over machine words: guesses in bulk, each played on by the plan for every action that is compared.

What a seat cannot see lies in *slots*: so many cards of another's hand, so many of the stock. A guess is the cards of
all slots in another order, so that each lies where it may (as in `elfer.games.rows.kernel.ahead`). In a slot cards
that look alike are told apart, since one of them may be known: the second one is 64 more. What is known to lie in the
deck has a slot too, in which nothing else may lie, for the deck changes as a round is played on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from elfer.games.hawaiki import Hawaiki
from elfer.games.hawaiki.kernel.bulk import done, read
from elfer.games.hawaiki.kernel.plan import Weights, played_on
from elfer.games.hawaiki.kernel.steps import (
    ASKED,
    CARDS,
    HIDDEN,
    HIDING,
    MARKERS,
    PILED,
    SEAT,
    START,
    Rules,
    State,
    Words,
    held,
    take,
)
from elfer.games.hawaiki.table import HawaikiState
from elfer.games.hawaiki.tops import KINDS, VALUES
from elfer.table.cards import Card, Cards, each
from elfer.table.machine import lowest, turned
from elfer.table.slots import mixed

STOCK = 8
"""From this number on, the home of a slot is a place in the deck; below it is a seat."""
PILE = 128
"""What is more is 1 and the pile on which the card lies under others."""
SIGHT = 63


class Slots(NamedTuple):
    """What is hidden from a seat: the cards as they lie in a first guess, and what may lie where."""

    cards: list[int]
    """By slot, the card."""
    homes: list[int]
    allowed: list[int]
    """By slot, two words: the cards that may lie there."""


def slots(game: Hawaiki, state: HawaikiState, seat: int) -> Slots:
    """The slots of a guess that was made for this seat."""
    table, layout, zones, whole = state.table, game.layout, state.table.zones, game.layout.deck.all
    known, out = layout.known(table, seat), layout.ruled_out(table, seat)
    found = [
        (card, other, whole & ~out[other]) for other in game.others[seat] for card in each(zones[other] & ~known)
    ]
    first = STOCK + (game.dealing().each or 0) * game.players - state.buried.bit_count()
    for place, card in enumerate(zones[game.stock], first):
        found.append((card, place, 1 << card if known >> card & 1 else whole & ~out[game.stock]))
    if game.sacrifice:
        lying = [(card, at) for at, pile in enumerate(game.piles) for card in zones[pile][:-1]]
        for place, (card, at) in enumerate(lying, 1):
            found.append((card, STOCK + CARDS - place + PILE * (at + 1), 1 << card))
    allowed = [word for _, _, may in found for word in halves(may)]
    return Slots([slot_card(card) for card, _, _ in found], [home for _, home, _ in found], allowed)


def slot_card(card: Card) -> int:
    """A card as it lies in a slot."""
    colour, value = divmod(card % KINDS, VALUES)
    return card // KINDS * 64 + 8 * colour + value


def halves(cards: Cards) -> list[int]:
    """A set of cards in two words: the first of those that look alike, and the second."""
    words = [0, 0]
    for card in map(slot_card, each(cards)):
        words[card >> 6] |= 1 << (card & SIGHT)
    return words


def without(hands: Sequence[int], cards: Sequence[int], homes: Sequence[int]) -> list[int]:
    """The hands without what is in slots."""
    left = list(hands)
    for card, home in zip(cards, homes, strict=True):
        if home < STOCK:
            bit, own = 1 << (card & SIGHT), SEAT * home
            left[own] ^= bit & ~left[own + 1]
            left[own + 1] &= ~bit
    return left


def spot_of(number: int) -> int:
    """An action by its number in the game, as `compared` takes it: the word of `Legal`, times 64, and the bit."""
    kind, bit = read(number)
    return 64 * kind + lowest(bit)


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

    `known` are the hands without what is in slots, `hands` is room to play in. Returns the chance that is left; the
    cards are left as the last guess has them.
    """
    for sample in range(samples):
        chance = mixed(cards, allowed, chance)
        for at in range(len(actions)):
            put(rules, state, known, cards, homes, hands, deck)
            action = actions[at] + 0
            after, later = done(rules, state, hands, deck, action >> 6, 1 << (action & SIGHT), chance)
            after = played_on(rules, weights, after, hands, deck, later, longest)
            results[at][sample] = result(rules, after, hands, state.seat, margin)
        chance = turned(chance)
    return chance


def put(rules: Rules, state: State, known: Words, cards: Words, homes: Words, hands: Words, deck: Words) -> None:
    """Lay the cards of all slots to where they belong."""
    for at in range(len(known)):
        hands[at] = known[at]
    for at in range(len(cards)):
        home, spot = homes[at] + 0, cards[at] & SIGHT
        if home >= PILE:
            deck[home % PILE - STOCK] = PILED * (home // PILE - 1) + spot
        elif home >= STOCK:
            deck[home - STOCK] = spot
        else:
            take(hands, home, spot)
            if rules.more is not None and rules.one_hidden and state.more >> ASKED & 3 != HIDING:
                own = SEAT * home + 2  # the others lie open (HA-20)
                hands[own] = hands[own] & (1 << HIDDEN) - 1 | spot + 1 << HIDDEN


def result(rules: Rules, state: State, hands: Words, seat: int, margin: float) -> float:
    """What an end is worth to a seat: 1 for winning alone, and a little for the points (`elfer.bots.search`)."""
    own, rest, best, equals = lost(state, hands, seat), 0, lost(state, hands, seat), 0
    for other in range(rules.players):
        worth = lost(state, hands, other)
        rest += worth
        best = max(best, worth)
    for other in range(rules.players):
        equals += int(lost(state, hands, other) == best)
    won = 1.0 / equals if own == best else 0.0
    return won + margin * (own - (rest - own) / (rules.players - 1)) / rules.markers


def lost(state: State, hands: Words, seat: int) -> int:
    """The markers that a seat has lost, below 0, if the round ends here (HA-17)."""
    beside = hands[SEAT * seat + 2] + 0
    back = min(held(hands, seat), beside & MARKERS) if state.seat >= 0 else 0
    return (beside & MARKERS) - back - (beside >> START & MARKERS)
