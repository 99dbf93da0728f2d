"""What no position of a row game can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.fields import NOBODY
from elfer.table.possible import lying_apart, over_when_out

if TYPE_CHECKING:
    from elfer.games.rows import RowGame, RowState


def faults(game: RowGame, state: RowState) -> Iterator[str]:
    """What contradicts what."""
    zones = state.table.zones
    if game.layout.deck.all & ~(game.in_play | zones[game.box]):
        yield "all cards that are not in play are expected in the box"
    if state.offer & ~state.fits or state.fits & ~(game.in_play ^ zones[game.rows]):
        yield "in fits are expected cards in play that are not laid, and in offer some of them"
    if state.laid and state.drawn:
        yield "cards were laid and drawn in one turn; expected laid or drawn"
    yield from lying_apart(state, game.drawn, state.seat if state.drawn else NOBODY)
    yield from over_when_out(state, zones[: game.players])
