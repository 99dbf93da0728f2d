"""What deserves a moment of its own in Hawaiki: a combination that a card has formed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.actions import Announce
from elfer.table.beats import Beat, Seen, Shown

if TYPE_CHECKING:
    from elfer.games.hawaiki import Hawaiki
    from elfer.games.hawaiki.table import HawaikiState


def beats(game: Hawaiki, seen: Seen[HawaikiState]) -> Iterator[Beat]:
    """What the tops of the piles form now (HA-6 to HA-10), once the card lies."""
    if not any(move.dst in game.piles for move in seen.moved()):
        return
    tops = tuple(Shown(cards[-1], best=True) for pile in game.piles if (cards := seen.now(pile).cards))
    for seat, said in seen.said(Announce):
        yield Beat(kind="outcome", says="formed", seat=seat, facts={"word": said.word}, cards=tops, after=True)
