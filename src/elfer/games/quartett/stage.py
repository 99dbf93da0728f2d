"""What deserves a moment of its own in Quartett: the question, the answer, and a quartet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.table.actions import Ask, Deny
from elfer.table.beats import Beat, Seen, Shown

if TYPE_CHECKING:
    from elfer.games.quartett import Quartett, QuartettState


ANSWER = 1200
"""Answers come again and again, so one stands for less than elsewhere, in ms."""


def beats(game: Quartett, seen: Seen[QuartettState]) -> Iterator[Beat]:
    """Question, answer and hand-over one after the other (QU-4), and what was laid off (QU-2)."""
    for seat, ask in seen.said(Ask):
        asked, card = str(ask.seat), seen.name(ask.card)
        yield Beat(kind="say", says="asks", seat=seat, facts={"seat": asked, "card": card}, cards=(Shown(card),))
    for seat, _ in seen.said(Deny):
        yield Beat(kind="outcome", says="denies", seat=seat, right=False, ms=ANSWER)
    for move in seen.moved(range(game.players), range(game.players)):
        card, facts = seen.name(move.card), {"seat": str(move.dst), "card": seen.name(move.card)}
        shown = Shown(card)
        yield Beat(kind="outcome", says="gives", seat=move.src, facts=facts, cards=(shown,), right=True, ms=ANSWER)
    for seat, zone in enumerate(game.quartets):
        if laid := seen.moved(seat, zone):
            cards = tuple(Shown(seen.name(move.card), seat, best=True) for move in laid)
            facts = {"number": str(game.layout.deck.values[laid[0].card])}
            yield Beat(kind="outcome", says="quartet", seat=seat, cards=cards, facts=facts, after=True)
