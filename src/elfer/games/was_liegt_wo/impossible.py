"""What no position of `was-liegt-wo` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.games.booklet import alike
from elfer.table.cards import together
from elfer.table.fields import NOBODY
from elfer.table.table import EMPTY, as_set

if TYPE_CHECKING:
    from elfer.games.was_liegt_wo import GridState, WasLiegtWo


def faults(game: WasLiegtWo, state: GridState) -> Iterator[str]:
    """What contradicts what."""
    grid, up = state.table.zones[:2]
    down, lying_up = (together(at for at, card in enumerate(zone) if card != EMPTY) for zone in (grid, up))
    if state.up != lying_up or down & lying_up or lying_up.bit_count() > 2:
        yield "up: expected the places of the cards that lie face up, two at most"
    two = lying_up & lying_up - 1
    if state.free != (down | lying_up if two else down):
        yield "free: expected the places of the cards that can be turned up"
    left = as_set(grid) | as_set(up)
    if any((left & same).bit_count() % 2 for same in alike(game.options.deck)):
        yield "of each number an even number of cards is expected on the grid"
    if two and any(as_set(up) & same == as_set(up) for same in alike(game.options.deck)):
        yield "a pair lies face up; expected it to be won"
    if (state.seat == NOBODY) != (left == 0):
        yield "the round is over (seat is -1) if and only if no card is left"
