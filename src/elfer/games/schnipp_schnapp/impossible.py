"""What no position of `schnipp-schnapp` can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from elfer.table.fields import NOBODY
from elfer.table.possible import over_without_window
from elfer.table.windows import Window

if TYPE_CHECKING:
    from elfer.games.schnipp_schnapp import SchnippSchnapp, SnapState


def faults(game: SchnippSchnapp, state: SnapState) -> Iterator[str]:
    """What contradicts what."""
    barred = [seat for seat in range(game.players) if state.barred[seat]]
    if any(game.has_cards(state.table, seat) for seat in barred) or not {*state.barred} <= {0, 1}:
        yield "barred: expected 1 only for players without cards, and 0 for all others"
    if state.turned < 0:
        yield f"turned is {state.turned}; expected 0 or more"
    yield from over_without_window(state)
    if state.table.window:
        yield from _in_window(game, state, state.table.window, barred)
    elif state.seat != NOBODY and not game.has_cards(state.table, state.seat):
        yield f"it is the turn of seat {state.seat}, which has no cards; expected one that has"


def _in_window(game: SchnippSchnapp, state: SnapState, window: Window, barred: Sequence[int]) -> Iterator[str]:
    if window.seconds:
        if sorted((*window.asked, *barred)) != [*range(game.players)]:
            yield "asked are expected all who are not barred"
    elif not game.at_once or not all(game.has_cards(state.table, seat) for seat in window.asked):
        yield "expected a window without a clock only where all who have cards turn up together"
