"""A player of `was-liegt-wo` who forgets some of what was turned back (WL-5).

The bot is told every card that has ever been turned up, which nobody could remember. So each time it acts it thinks
of most of them only, drawn anew by lot: what does not come to mind at this card may do so at the next.
"""

from __future__ import annotations

from elfer.games.was_liegt_wo import GRID, UP, GridState, WasLiegtWo
from elfer.table.actions import Action, TurnAt
from elfer.table.cards import Places, each
from elfer.table.seed import Stream
from elfer.table.table import EMPTY

FORGETS = 4
"""At any moment one of so many cards does not come to mind."""


def choose(game: WasLiegtWo, state: GridState, seat: int, stream: Stream, forgets: int = FORGETS) -> Action:
    """The second card of a pair that comes to mind, or a card that does not."""
    mind = remembered(game, state, stream, forgets)
    if pairs := [place for place in mind if pairs_up(game, state, mind, place)]:
        return TurnAt(pairs[stream.below(len(pairs))])
    unknown = [place for place in each(state.free) if place not in mind] or list(each(state.free))
    return TurnAt(unknown[stream.below(len(unknown))])


def remembered(game: WasLiegtWo, state: GridState, stream: Stream, forgets: int) -> dict[int, int]:
    """The numbers that come to mind, by place. What lies face up now needs no memory."""
    values, out = game.layout.deck.values, {}
    for place in each(state.free):
        card, up = state.table.zones[GRID][place], state.table.zones[UP][place]
        if up != EMPTY:
            out[place] = values[up]
        elif state.table.memory.public >> card & 1 and stream.below(forgets):
            out[place] = values[card]
    return out


def pairs_up(game: WasLiegtWo, state: GridState, mind: dict[int, int], place: int) -> bool:
    """Whether a card that comes to mind makes a pair: with the one turned up, or with another of them."""
    if first := turned_up(state):
        number: int = game.layout.deck.values[state.table.zones[UP][first.bit_length() - 1]]
        return mind[place] == number
    return list(mind.values()).count(mind[place]) > 1


def turned_up(state: GridState) -> Places:
    """The first card of this turn, if it is the second that is to be turned up."""
    return state.up & ~state.free
