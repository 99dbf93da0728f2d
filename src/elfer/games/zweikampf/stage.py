"""What deserves a moment of its own in the duel: two cards that are compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.beats import Beat, Seen, Shown

if TYPE_CHECKING:
    from elfer.games.zweikampf import DuelState, Zweikampf

QUICKLY = 1000
"""A duel compares cards some hundred times, so a comparison stands for less than elsewhere, in ms."""


def beats(game: Zweikampf, seen: Seen[DuelState]) -> Iterator[Beat]:
    """When both cards lie there, they are compared; the higher one takes all that lies open (ZK-2, ZK-3)."""
    if seen.after.compared == seen.before.compared:
        return
    top = [_top(game, seen, seat) for seat in (0, 1)]
    values = [game.layout.deck.values[card] for card in top]
    cards = tuple(Shown(seen.name(card), seat, best=values[seat] > values[1 - seat]) for seat, card in enumerate(top))
    if values[0] == values[1]:
        yield Beat(kind="compare", says="tie", cards=cards, n=2 * len(seen.now(game.open[0]).cards or ()))
        return
    winner = int(values[1] > values[0])
    yield Beat(kind="compare", says="higher", seat=winner, cards=cards, n=_taken(seen, winner), ms=QUICKLY)


def _taken(seen: Seen[DuelState], winner: int) -> int:
    return len(seen.moved(range(2, 4), winner))


def _top(game: Zweikampf, seen: Seen[DuelState], seat: int) -> int:
    """The card that a seat has turned up for this comparison."""
    turned = seen.moved(seat, game.open[seat])
    if turned:
        return turned[-1].card
    return game.layout.deck.names.index((seen.was(game.open[seat]).cards or ())[-1])
