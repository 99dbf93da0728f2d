"""What deserves a moment of its own in Schwarzer Peter: a pair, and who is left with the single card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.beats import Beat, Seen, Shown

if TYPE_CHECKING:
    from elfer.games.schwarzer_peter import PeterState, SchwarzerPeter


def beats(game: SchwarzerPeter, seen: Seen[PeterState]) -> Iterator[Beat]:
    """A pair that a drawn card has made (SP-4), and the end (SP-5)."""
    for seat in range(game.players):
        if pair := seen.moved(seat, game.players + seat):
            cards = tuple(Shown(seen.name(move.card), seat) for move in pair)
            yield Beat(kind="collect", says="pair", seat=seat, cards=cards, ms=1300)
    for move in seen.moved(dst=game.peter):
        shown = Shown(seen.name(move.card), move.src, best=True)
        yield Beat(kind="outcome", says="peter", seat=move.src, cards=(shown,), right=False)
