"""What no position of `mogeln` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.fields import NOBODY
from elfer.table.windows import Window

if TYPE_CHECKING:
    from elfer.games.mogeln import Mogeln, MogelnState


def faults(game: Mogeln, state: MogelnState) -> Iterator[str]:
    """What contradicts what."""
    yield from _numbers(game, state)
    if state.table.zones[game.shown]:
        yield "no card lies shown between two moves"
    yield from _laid(game, state)
    if state.table.window:
        yield from _in_window(game, state, state.table.window)


def _numbers(game: Mogeln, state: MogelnState) -> Iterator[str]:
    holds = state.holds
    if state.wanted != game.true_now(state):
        yield "in wanted are expected the cards that are what is said"
    if min(*holds, *state.lays, *state.away) < 0 or state.passes + holds.count(0) >= game.players:
        yield "expected no negative numbers, and fewer passes than players who have cards"
    if (state.seat == NOBODY) != game.over(state.moves, holds):
        yield "the round is over (seat is -1) if and only if holds and moves say so"


def _laid(game: Mogeln, state: MogelnState) -> Iterator[str]:
    zones = state.table.zones
    for seat in range(game.players):
        laying = seat == state.seat
        if zones[game.laid[seat]] and not laying:
            yield f"seat {seat} has laid cards, though it is not its turn"
        if (zones[seat] != 0) != (state.holds[seat] > 0) and not (state.table.window and laying):
            yield f"holds: expected 0 for seat {seat} if and only if it has no cards"


def _in_window(game: Mogeln, state: MogelnState, window: Window) -> Iterator[str]:
    seat = state.seat
    if seat == NOBODY or not state.table.zones[game.laid[seat]] or not window.seconds:
        yield "a window is open: expected a card that was laid, and seconds to object"
    if not all(state.holds[other] and other != seat for other in window.asked):
        yield "asked are expected only others, who have cards"
