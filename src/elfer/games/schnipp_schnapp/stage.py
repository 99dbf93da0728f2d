"""What deserves a moment of its own in Schnipp-Schnapp: who called what, and whether it was right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.beats import Beat, Seen, Shown

if TYPE_CHECKING:
    from elfer.games.schnipp_schnapp import SchnippSchnapp, SnapState


def beats(game: SchnippSchnapp, seen: Seen[SnapState]) -> Iterator[Beat]:
    """The calls, the piles that were won by them (SS-3, SS-4), and the ones that were called wrongly (SS-5)."""
    calls = seen.calls()
    if not calls:
        return
    said, cards = {"word": calls[0].word}, _tops(game, seen)
    yield Beat(kind="say", says="calls", seat=calls[0].seat, facts=said, marks=calls, cards=cards)
    for seat in range(game.players):
        won = [move for move in seen.moved(dst=seat) if move.src != game.open[seat]]
        if won:
            yield Beat(kind="outcome", says="wins", seat=seat, n=len(won), right=True)
    for seat in range(game.players):
        if lost := seen.moved(game.open[seat], game.schnipp):
            yield Beat(kind="outcome", says="wrong", seat=seat, n=len(lost), right=False)
    if not seen.moved():
        yield Beat(kind="outcome", says="nothing")


def _tops(game: SchnippSchnapp, seen: Seen[SnapState]) -> tuple[Shown, ...]:
    """What lay on top of the piles that moved because of the calls."""
    touched = {move.src for move in seen.moved()}
    tops = ((seat, seen.was(zone).cards or ()) for seat, zone in enumerate(game.open) if zone in touched)
    return tuple(Shown(cards[-1], seat) for seat, cards in tops if cards)
