"""What deserves a moment of its own in Mogeln: an objection, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.beats import Beat, Seen, Shown

if TYPE_CHECKING:
    from elfer.games.mogeln import Mogeln, MogelnState


def beats(game: Mogeln, seen: Seen[MogelnState]) -> Iterator[Beat]:
    """Who objects to whom, the card that was laid, and who takes the pile (MO-5 to MO-8)."""
    calls, taken = seen.calls(), seen.moved(game.pile, range(game.players))
    # What was slipped under unnoticed leaves what everyone saw as it was (MO-7), and then a number is up.
    if not calls or not taken or seen.before.piles == seen.after.piles:
        return
    accused, taker = seen.before.seat, taken[0].dst
    callers = [call for call in calls if taker in (accused, call.seat)]
    said = {"seat": str(accused), "word": callers[0].word}
    yield Beat(kind="say", says="objects", seat=callers[0].seat, facts=said, marks=calls)
    right = taker == accused
    if turned := seen.moved(game.pile, game.shown):
        card = seen.name(turned[0].card)
        shown = Shown(card, accused, best=not right)
        yield Beat(kind="reveal", says="was", seat=accused, facts={"card": card}, cards=(shown,), ms=1500)
    counted = seen.now(taker).count is not None
    says = ("right" if right else "wrong") + ("" if counted else "-uncounted")
    yield Beat(kind="outcome", says=says, seat=taker, n=len(taken), right=right)
