"""A bot for `schwarzer-peter`: it remembers what it gave away, and does not leave a new card at the end."""

from __future__ import annotations

from elfer.games.schwarzer_peter import PeterState, SchwarzerPeter, twin
from elfer.table.actions import OFFER, Action, Shift
from elfer.table.seed import Stream

REMEMBERS = True


def choose(game: SchwarzerPeter, state: PeterState, seat: int, stream: Stream) -> Action:
    if state.offered:
        return _drawn_from(game, state, seat, stream)
    hand = state.table.zones[seat]
    untouched = state.shifts == len(hand) - 1
    # With two players the neighbour has just seen where the drawn card went: at the end.
    if not untouched or (game.players > 2 and stream.below(2)):
        return OFFER
    return Shift(hand[-1], 1 + stream.below(len(hand) - 1))


def _drawn_from(game: SchwarzerPeter, state: PeterState, seat: int, stream: Stream) -> Action:
    """A card that makes a pair, if its place is known; else rather one that is not known to be useless."""
    mine, known = state.table.zones[seat], game.layout.known(state.table, seat)
    ranked: dict[int, list[Action]] = {0: [], 1: [], 2: []}
    for card, pull in zip(state.table.zones[state.seat], game.legal(state, seat), strict=True):
        ranked[1 if not known >> card & 1 else 0 if twin(card) in mine else 2].append(pull)
    best = ranked[0] or ranked[1] or ranked[2]
    return best[stream.below(len(best))]
