"""The kernel of the board game: its fields (`fields`) and rules (`steps`) over machine words, the plan of its bot
(`plan`), what seats see (`observed`), and what `elfer.fast` runs (`bulk`, `ahead`). Here it is told what is fixed at
a table, and what a state of the engine is in words."""

from __future__ import annotations

from elfer.games.brettspiel import HAND, BoardState, Brettspiel, board
from elfer.games.brettspiel.kernel.ahead import compared, slots, spot_of, without
from elfer.games.brettspiel.kernel.bulk import (
    COLUMNS,
    FIRST_GIVE,
    FIRST_OTHER,
    HANDS,
    rollouts,
    rollouts_by_steps,
    traced,
)
from elfer.games.brettspiel.kernel.fields import ALL, HALF, KIND, spot, tile_number
from elfer.games.brettspiel.kernel.observed import (
    OPTIONS,
    acted,
    at_random,
    is_legal,
    legal,
    legal_of,
    masked,
    observed,
    state_of,
    written,
)
from elfer.games.brettspiel.kernel.plan import Weights, planned
from elfer.games.brettspiel.kernel.steps import Rules, State, dealt, points
from elfer.table.cards import Cards, Places, each

__all__ = ["CARDS", "COLUMNS", "WORDS", "action_set", "cards", "deck", "moment"]
__all__ += ["Weights", "compared", "points", "rollouts", "rollouts_by_steps", "rules", "slots", "spot", "spot_of"]
__all__ += ["traced", "without"]
__all__ += ["OPTIONS", "State", "acted", "at_random", "dealt", "is_legal", "legal", "legal_of"]
__all__ += ["masked", "observed", "planned", "state_of", "written"]

WORDS = HANDS
"""How many words the hands take: three for each of four seats."""
CARDS = 88
"""How many tiles there are at most."""

_FIELDS = range(len(board.FIELDS))


def rules(game: Brettspiel) -> Rules | None:
    """What is fixed at this table; nothing if the game has rules of its own."""
    if type(game) is not Brettspiel:
        return None
    options, share = game.options, HAND[game.players]
    lot, symbols = options.first == "random", options.symbols == "on"
    shuffled = len(game.dealing().cards)
    return Rules(game.players, 1 if lot else None, 1 if symbols else None, share, share * game.players, shuffled)


def cards(game: Brettspiel) -> list[int]:
    """The spots of the tiles that are shuffled."""
    return [spot(card) for card in game.dealing().cards]


def moment(game: Brettspiel, state: BoardState) -> tuple[State, list[int]]:
    """A state of the engine in words, and the hands beside it."""
    zones, seat = state.table.zones, state.seat
    apart = zones[game.apart[seat]] if seat >= 0 else 0
    bonus = zones[game.bonus]
    words = State(
        seat,
        *halves(state.taken),
        *halves(state.open),
        *halves(state.fresh),
        state.laid,
        state.drawn,
        int(state.free),
        spot(apart.bit_length() - 1) if apart else -1,
        spot(bonus.bit_length() - 1) - KIND if bonus else -1,
        len(zones[game.bag]),
    )
    hands = [word for hand in zones[: game.players] for word in hand_words(hand)]
    return words, hands + [0] * (WORDS - len(hands))


def hand_words(hand: Cards) -> list[int]:
    """A hand in words."""
    words = [0, 0, 0]
    for card in each(hand):
        at = spot(card)
        if at >= KIND:
            words[2] += 1 << 4 * (at - KIND)
        else:
            words[at >> 6] |= 1 << (at & 63)
    return words


def deck(game: Brettspiel, state: BoardState) -> list[int]:
    """The deck of that moment: only the bag counts of it."""
    spots = [0] * HAND[game.players] * game.players + [spot(card) for card in state.table.zones[game.bag]]
    return spots + [0] * (CARDS - len(spots))


def action_set(lay0: int, lay1: int, give0: int, give1: int, kinds: int, what: int) -> int:
    """What is legal, as the engine's set of actions."""
    lays, gives = lay0 | lay1 << HALF, give0 | give1 << HALF
    out = kinds << FIRST_GIVE + 64 | (1 << FIRST_OTHER + what if what else 0)
    for at in _FIELDS:
        number = tile_number(at)
        out |= (lays >> at & 1) << number | (gives >> at & 1) << FIRST_GIVE + number
    return out


def halves(fields: Places) -> tuple[int, int]:
    """A set of fields in two words."""
    return fields & ALL, fields >> HALF
