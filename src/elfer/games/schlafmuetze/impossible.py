"""What no position of `schlafmuetze` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.cards import COLOURS
from elfer.table.fields import NOBODY
from elfer.table.possible import lying_apart

if TYPE_CHECKING:
    from elfer.games.schlafmuetze import Schlafmuetze, SleepyState


def faults(game: Schlafmuetze, state: SleepyState) -> Iterator[str]:
    """What contradicts what."""
    zones, window, seats = state.table.zones, state.table.window, range(game.players)
    if state.seat == NOBODY:
        if state.back or window:
            yield "the round is over (seat is -1): expected nothing to be given back, and no window"
        return
    if any(state.caps):
        yield "the round goes on: expected no caps"
    if window:
        quiet = [seat for seat in seats if seat not in window.asked]
        if [seat for seat in seats if zones[game.lying[seat]]] != quiet or len(quiet) != 1 or not window.seconds:
            yield "a window is open: expected a quartet before one player, and all others asked"
        return
    yield from lying_apart(state, game.given, game.following[state.seat] if state.back else NOBODY)
    for seat in seats:
        size = len(COLOURS) - (state.back and seat == state.seat)
        if zones[seat].bit_count() != size or zones[game.lying[seat]]:
            yield f"hand{seat} holds {zones[seat].bit_count()} cards; expected {size}, and none lying before it"
