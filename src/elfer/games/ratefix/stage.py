"""What deserves a moment of its own in Ratefix: the sum, and whose guess is nearest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.actions import Guess
from elfer.table.beats import Beat, Mark, Seen, Shown

if TYPE_CHECKING:
    from elfer.games.ratefix import Ratefix, RatefixState


def beats(game: Ratefix, seen: Seen[RatefixState]) -> Iterator[Beat]:
    """The cards are turned up and added up, all guesses are looked at, and the nearest takes them (RA-3, RA-4)."""
    turned = seen.moved(src=game.middle)
    if not turned:
        return
    cards, values = tuple(Shown(seen.name(move.card)) for move in turned), game.layout.deck.values
    total = sum(values[move.card] for move in turned)
    yield Beat(kind="add-up", says="sum", cards=cards, total=total, facts={"number": str(total)})
    guesses = [(seat, guess.number) for seat, guess in seen.said(Guess)]
    least = min((abs(number - total) for _, number in guesses), default=0)
    marks = tuple(Mark(seat, number, best=abs(number - total) == least) for seat, number in guesses)
    won = turned[0].dst
    if won == game.kept:
        yield Beat(kind="compare", says="kept", marks=marks, total=total, facts={"number": str(total)})
        return
    winner, taken = game.won.index(won), len(seen.moved(dst=won))
    yield Beat(kind="compare", says="nearest", seat=winner, marks=marks, total=total, facts={"number": str(total)})
    yield Beat(kind="collect", says="takes", seat=winner, cards=cards, n=taken)
