"""Looking ahead over machine words: guesses in bulk, each played on by the plan for every action that is compared.

What a seat cannot see lies in *slots*: so many tiles of another's hand, so many of the bag. A guess is the tiles of
all slots in another order, so that each lies where it may. One guess follows from the last by exchanging pairs of
tiles, as the engine mixes its own (`elfer.table.guess`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from elfer.games.brettspiel import HAND, BoardState, Brettspiel, board
from elfer.games.brettspiel.kernel.bulk import FIRST_GIVE, FIRST_OTHER
from elfer.games.brettspiel.kernel.fields import HALF, KIND, spot, spots, tile_number
from elfer.games.brettspiel.kernel.plan import GIVE, Weights, done, played_on
from elfer.games.brettspiel.kernel.steps import SIGHT, Rules, State, Words, points, take
from elfer.table.cards import each
from elfer.table.machine import turned
from elfer.table.slots import mixed

BAG = 8
"""From this number on, the home of a slot is a place in the deck; below it is a seat."""

_DECK = board.tiles()
MOST_POINTS = _DECK.worth(_DECK.all)
"""What all tiles are worth together."""
_LAYS = {tile_number(at): at // HALF * 64 + at % HALF for at in range(len(board.FIELDS))}
"""By the number of an action that lays a tile: the spot of the field."""
_GIVES = {FIRST_GIVE + number: GIVE + at for number, at in _LAYS.items() if number < 64}
_GIVES |= {FIRST_GIVE + 64 + kind: GIVE + KIND + kind for kind in range(8)}


class Slots(NamedTuple):
    """What is hidden from a seat: the tiles as they lie in a first guess, and what may lie where."""

    tiles: list[int]
    """By slot, the spot of its tile."""
    homes: list[int]
    allowed: list[int]
    """By slot, two words: the spots of the tiles that may lie there."""


def slots(game: Brettspiel, state: BoardState, seat: int) -> Slots:
    """The slots of a guess that was made for this seat."""
    table, layout, players = state.table, game.layout, game.players
    known, out = layout.known(table, seat), layout.ruled_out(table, seat)
    found = [(tile, other, other) for other in game.others[seat] for tile in each(table.zones[other] & ~known)]
    bag, first = table.zones[game.bag], BAG + HAND[players] * players
    found += [(tile, first + at, game.bag) for at, tile in enumerate(bag) if not known >> tile & 1]
    hidden = layout.deck.all & ~known
    allowed = [word for _, _, zone in found for word in spots(hidden & ~out[zone])]
    return Slots([spot(tile) for tile, _, _ in found], [home for _, home, _ in found], allowed)


def without(hands: Sequence[int], tiles: Sequence[int], homes: Sequence[int]) -> list[int]:
    """The hands without what is in slots."""
    left = list(hands)
    for at, home in zip(tiles, homes, strict=True):
        if home < BAG:
            if at >= KIND:
                left[3 * home + 2] -= 1 << 4 * (at - KIND)
            else:
                left[3 * home + (at >> 6)] ^= 1 << (at & SIGHT)
    return left


def spot_of(number: int) -> int:
    """An action by its number in the game, as `compared` takes it (`plan.done`)."""
    return _LAYS[number] if number in _LAYS else _GIVES[number] if number in _GIVES else FIRST_OTHER - number


def compared(
    rules: Rules,
    weights: Weights,
    state: State,
    known: Words,
    tiles: Words,
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
    tiles are left as the last guess has them.
    """
    for sample in range(samples):
        chance = mixed(tiles, allowed, chance)
        for at in range(len(actions)):
            put(known, tiles, homes, hands, deck)
            after = done(rules, state, hands, deck, actions[at] + 0)
            played_on(rules, weights, after, hands, deck, chance, longest)
            results[at][sample] = result(rules, hands, state.seat, margin)
        chance = turned(chance)
    return chance


def put(known: Words, tiles: Words, homes: Words, hands: Words, deck: Words) -> None:
    """Lay the tiles of all slots to where they belong."""
    for at in range(len(known)):
        hands[at] = known[at]
    for at in range(len(tiles)):
        home = homes[at]
        if home < BAG:
            take(hands, home, tiles[at] + 0)
        else:
            deck[home - BAG] = tiles[at]


def result(rules: Rules, hands: Words, seat: int, margin: float) -> float:
    """What an end is worth to a seat: 1 for winning alone, and a little for the points (`elfer.bots.search`)."""
    own = points(hands, seat)
    rest, equals = -own, 0
    least = own
    for other in range(rules.players):
        worth = points(hands, other)
        rest += worth
        least = min(least, worth)
        equals += int(worth == own)
    won = 1.0 / equals if own == least else 0.0
    return won + margin * (rest / (rules.players - 1) - own) / MOST_POINTS
