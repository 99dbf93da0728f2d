"""What deserves a moment of its own in the search for pairs: the second card of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.beats import Beat, Seen, Shown

if TYPE_CHECKING:
    from elfer.games.was_liegt_wo import GridState, WasLiegtWo


def beats(game: WasLiegtWo, seen: Seen[GridState]) -> Iterator[Beat]:
    """Two cards that differ stand until everyone has read them, and a pair until everyone has seen it (WL-2)."""
    seat = seen.before.seat
    if taken := seen.moved(game.up, game.won[seat]):
        cards = tuple(Shown(seen.name(move.card), best=True) for move in taken)
        yield Beat(kind="collect", says="pair", seat=seat, cards=cards)
    elif seen.after.up.bit_count() == 2:
        cards = tuple(Shown(card) for card in seen.now(game.up).cards or () if card)
        yield Beat(kind="compare", says="different", seat=seat, cards=cards, after=True)
