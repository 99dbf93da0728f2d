"""What deserves a moment of its own in Überall anschließen: a call, and whether it was right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.beats import Beat, Seen

if TYPE_CHECKING:
    from elfer.games.ueberall import JoinState, Ueberall


def beats(game: Ueberall, seen: Seen[JoinState]) -> Iterator[Beat]:
    """Who noticed something, and who gets cards for it (UA-8, UA-9)."""
    calls = seen.calls()
    if not calls:
        return
    yield Beat(kind="say", says="calls", seat=calls[0].seat, facts={"word": calls[0].word}, marks=calls)
    stacks = range(game.players)
    given = seen.moved(stacks, stacks)
    if not given:
        return
    right = given[0].dst == seen.before.seat
    yield Beat(kind="outcome", says="right" if right else "wrong", seat=given[0].dst, n=len(given), right=right)
