"""What no position of `schlafmuetze` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.cards import COLOURS
from elfer.table.fields import NOBODY
from elfer.table.possible import lying_apart
from elfer.table.windows import Window

if TYPE_CHECKING:
    from elfer.games.schlafmuetze import Schlafmuetze, SleepyState


def faults(game: Schlafmuetze, state: SleepyState) -> Iterator[str]:
    """What contradicts what."""
    if state.seat == NOBODY:
        if state.back or state.table.window:
            yield "the round is over (seat is -1): expected nothing to be given back, and no window"
        return
    if any(state.caps):
        yield "the round goes on: expected no caps"
    yield from _passing_on(game, state) if state.table.window is None else _in_window(game, state, state.table.window)


def _in_window(game: Schlafmuetze, state: SleepyState, window: Window) -> Iterator[str]:
    quiet = [seat for seat in range(game.players) if seat not in window.asked]
    lying = [seat for seat in range(game.players) if state.table.zones[game.lying[seat]]]
    if lying != quiet or len(quiet) != 1 or not window.seconds:
        yield "a window is open: expected a quartet before one player, and all others asked"


def _passing_on(game: Schlafmuetze, state: SleepyState) -> Iterator[str]:
    zones = state.table.zones
    yield from lying_apart(state, game.given, game.following[state.seat] if state.back else NOBODY)
    for seat in range(game.players):
        size = len(COLOURS) - (state.back and seat == state.seat)
        if zones[seat].bit_count() != size or zones[game.lying[seat]]:
            yield f"hand{seat} holds {zones[seat].bit_count()} cards; expected {size}, and none lying before it"
