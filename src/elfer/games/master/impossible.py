"""What no position of `master` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.games.master.board import BESIDE, BONUS, CONNECTION, CROSSINGS, ELEVENS, EVERYWHERE, JOKERS
from elfer.table.cards import each, together
from elfer.table.fields import NOBODY
from elfer.table.possible import over_when_out
from elfer.table.table import EMPTY, as_set

if TYPE_CHECKING:
    from elfer.games.master import Master, MasterState


def faults(game: Master, state: MasterState) -> Iterator[str]:
    """What contradicts what."""
    zones, taken = state.table.zones, game.taken(state)
    yield from _misplaced(game, state)
    if state.order not in CROSSINGS:
        yield f"order is {state.order}; expected the numbers 0 to 3, each once"
        return
    if state.wild != together(at for at, card in enumerate(zones[game.jokers]) if card != EMPTY):
        yield "in wild are expected the places of the jokers"
    if state.wild & zones[game.rows] or ELEVENS & ~taken:
        yield "on each place is expected a card or a joker at most, and on those of the 11s one of them"
    crossings, beside, across = CROSSINGS[state.order], 0, 0
    for at in each(taken):
        beside, across = beside | BESIDE[at], across | crossings.across[at]
    if state.fits != beside & ~taken or state.reach != across & ~taken:
        yield "in fits and reach are expected the free places beside a taken one, and above or below one"
    ends = [at for (at, _), link in crossings.between.items() if zones[game.links][link] != EMPTY]
    if together(ends) & ~taken:
        yield "a connection card leads to a free place"
    if state.passes < game.players:
        yield from over_when_out(state, zones[: game.players])
    elif state.seat != NOBODY:
        yield "all have passed; expected the round to be over (seat is -1)"


def _misplaced(game: Master, state: MasterState) -> Iterator[str]:
    """A fault for each zone that holds cards that never come there."""
    numbers, links = EVERYWHERE | JOKERS, together(range(CONNECTION, BONUS))
    bonus = together(range(BONUS, len(game.layout.deck)))
    holds = {"hand": numbers, "stock": numbers, "rows": EVERYWHERE, "jokers": JOKERS, "bonus": bonus, "won": bonus}
    for zone, content in zip(game.layout.zones, state.table.zones, strict=True):
        if as_set(content) & ~holds.get(zone.name, links):
            yield f"{zone} holds a card that never lies there"
