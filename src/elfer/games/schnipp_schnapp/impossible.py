"""What no position of `schnipp-schnapp` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.fields import NOBODY

if TYPE_CHECKING:
    from elfer.games.schnipp_schnapp import SchnippSchnapp, SnapState


def faults(game: SchnippSchnapp, state: SnapState) -> Iterator[str]:
    """What contradicts what."""
    window, seat = state.table.window, state.seat
    barred = [other for other in range(game.players) if state.barred[other]]
    if any(game.has_cards(state.table, other) for other in barred) or not {*state.barred} <= {0, 1}:
        yield "barred: expected 1 only for players without cards, and 0 for all others"
    if state.turned < 0:
        yield f"turned is {state.turned}; expected 0 or more"
    if seat == NOBODY:
        if window:
            yield "the round is over (seat is -1): expected no window"
    elif window is None:
        if not game.has_cards(state.table, seat):
            yield f"it is the turn of seat {seat}, which has no cards; expected one that has"
    elif window.seconds:
        if sorted((*window.asked, *barred)) != [*range(game.players)]:
            yield "asked are expected all who are not barred"
    elif not game.at_once or not all(game.has_cards(state.table, other) for other in window.asked):
        yield "expected a window without a clock only where all who have cards turn up together"
