"""What no position of `ratefix` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.windows import Window

if TYPE_CHECKING:
    from elfer.games.ratefix import Ratefix, RatefixState


def faults(game: Ratefix, state: RatefixState) -> Iterator[str]:
    """What contradicts what."""
    zones, window = state.table.zones, state.table.window
    if not 1 <= state.turn <= state.turns:
        yield f"turn is {state.turn}; expected one from 1 to {state.turns}, which is turns"
    if any(len(stack) < state.turns - state.turn for stack in zones[: game.players]):
        yield "in each stack at least as many cards are expected as there are turns left"
    if len(zones[game.middle]) != (game.players if window else 0):
        yield "in the middle is expected a card of each player while all are asked, and none else"
    if (window is None and state.turn < state.turns) or (window and not _asks_all(game, window)):
        yield "expected a window without a clock in which all are asked, until the last turn is over"


def _asks_all(game: Ratefix, window: Window) -> bool:
    return len(window.asked) == game.players and not window.seconds
