"""What deserves a moment of its own in Schlafmütze: the race to put down, and who was last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.beats import Beat, Seen

if TYPE_CHECKING:
    from elfer.games.schlafmuetze import Schlafmuetze, SleepyState


def beats(game: Schlafmuetze, seen: Seen[SleepyState]) -> Iterator[Beat]:
    """How quickly everyone has put down, and who gets the nightcap (SM-5)."""
    sleepy = [seat for seat, cap in enumerate(seen.after.caps) if cap]
    if not sleepy:
        return
    if calls := seen.calls():
        yield Beat(kind="compare", says="race", marks=calls)
    for seat in sleepy:
        yield Beat(kind="outcome", says="sleepy", seat=seat, right=False)
