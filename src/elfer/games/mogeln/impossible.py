"""What no position of `mogeln` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.fields import NOBODY

if TYPE_CHECKING:
    from elfer.games.mogeln import Mogeln, MogelnState


def faults(game: Mogeln, state: MogelnState) -> Iterator[str]:
    """What contradicts what."""
    zones, window, holds, seat = state.table.zones, state.table.window, state.holds, state.seat
    if state.wanted != game.true_now(state):
        yield "in wanted are expected the cards that are what is said"
    if min(*holds, *state.lays, *state.away) < 0 or state.passes + holds.count(0) >= game.players:
        yield "expected no negative numbers, and fewer passes than players who have cards"
    if (seat == NOBODY) != game.over(state.moves, holds):
        yield "the round is over (seat is -1) if and only if holds and moves say so"
    if zones[game.shown]:
        yield "no card lies shown between two moves"
    for other in range(game.players):
        lying, held = zones[game.laid[other]], zones[other] != 0
        if lying and other != seat:
            yield f"seat {other} has laid cards, though it is not its turn"
        if held != (holds[other] > 0) and not (window and other == seat):
            yield f"holds: expected 0 for seat {other} if and only if it has no cards"
    if window and (seat == NOBODY or not zones[game.laid[seat]] or not window.seconds):
        yield "a window is open: expected a card that was laid, and seconds to object"
    if window and not all(holds[other] and other != seat for other in window.asked):
        yield "asked are expected only others, who have cards"
