"""What no position of `schwarzer-peter` can be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from elfer.games.booklet import complete
from elfer.table.cards import together
from elfer.table.fields import NOBODY

if TYPE_CHECKING:
    from elfer.games.schwarzer_peter import PeterState, SchwarzerPeter


def faults(game: SchwarzerPeter, state: PeterState) -> Iterator[str]:
    """What contradicts what."""
    zones, hands, deck = state.table.zones, state.table.zones[: game.players], len(game.layout.deck)
    if state.seat == NOBODY:
        if state.offered or any(hands) or state.peter == NOBODY:
            yield "the round is over (seat is -1): expected a Black Peter, and no cards in hands"
        return
    able = [seat for seat in (state.seat, *game.after[state.seat]) if hands[seat]]
    if able[:2] != [state.seat, state.drawer] or zones[game.peter] or state.peter != NOBODY:
        yield "the round goes on: expected a player with cards as seat, and the next one with cards as drawer"
    held = together(chain(*hands))
    if complete(held, deck) == held:
        yield "each card in the hands has its twin in another; expected a single one, which stays till the end"
    if any(len(hand) > game.places - (seat != state.seat) for seat, hand in enumerate(hands)):
        yield f"a hand is too large; expected {game.places} cards at most, and one less out of turn"
    if not 0 <= state.shifts < max(len(hands[state.seat]), 1):
        yield f"shifts is {state.shifts}; expected fewer than cards in the hand"
