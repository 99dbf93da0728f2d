"""What no position of the board game can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.cards import each, together
from elfer.table.fields import NOBODY
from elfer.table.possible import lying_apart, over_when_out
from elfer.table.table import EMPTY

if TYPE_CHECKING:
    from elfer.games.brettspiel import BoardState, Brettspiel


def faults(game: Brettspiel, state: BoardState) -> Iterator[str]:
    """What contradicts what."""
    yield from _fields(game, state)
    yield from _tiles(game, state)
    yield from lying_apart(state, game.apart, state.seat if state.drawn else NOBODY)
    yield from over_when_out(state, state.table.zones[: game.players])


def _fields(game: Brettspiel, state: BoardState) -> Iterator[str]:
    bits = game.layout.deck.bits
    lying = {at: card for at, card in enumerate(state.table.zones[game.board]) if card != EMPTY}
    if any(not game.tiles[at] & bits[card] for at, card in lying.items()):
        yield "a tile lies on a field that is not its own"
    if state.taken != together(lying) or state.open & state.taken or state.fresh & ~state.taken:
        yield "taken, open, fresh: expected the fields with a tile, fields without one, and some of the first"
    fitting = 0
    for at in each(state.open):
        fitting |= game.tiles[at]
    if state.fits != fitting:
        yield "in fits are expected the tiles that have an open field"


def _tiles(game: Brettspiel, state: BoardState) -> Iterator[str]:
    bonus = state.table.zones[game.bonus]
    if state.table.zones[game.box] & ~game.symbol_tiles or bonus & game.number_tiles or bonus & bonus - 1:
        yield "expected only symbol tiles in the box, and as a bonus one joker or symbol tile at most"
    if state.drawn and (state.laid or state.free or bonus):
        yield "tiles were laid and drawn in one turn; expected laid or drawn"
