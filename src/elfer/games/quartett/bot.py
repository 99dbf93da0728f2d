"""A player of `quartett` who listens: who asks for a number holds a card of it, who had to deny does not."""

from __future__ import annotations

from elfer.games.quartett import DENIAL, Quartett, QuartettState, missing
from elfer.table.actions import DENY, Action, Ask
from elfer.table.cards import Card, Cards, each
from elfer.table.seed import Stream

LIES = 12
"""One of so many questions that could be answered with the card is denied (QU-5). It hardly ever pays."""
SURE = 1000
"""How likely it is that somebody holds a card, in thousandths."""
SEEKER = 4
"""How many times likelier whoever has asked for a number holds a certain card of it."""
DENIED = 8
"""How many times less likely whoever has denied a card holds it."""


def choose(game: Quartett, state: QuartettState, seat: int, stream: Stream) -> Action:
    """Truthfully what was asked; else the question that promises most."""
    if state.asked == seat:
        legal = game.legal(state, seat)
        return legal[0] if stream.below(LIES) else DENY
    best: list[Action] = []
    most = -1
    for card in each(missing(state.table.zones[seat])):
        for asked, likely in likelihoods(game, state, seat, card).items():
            worth = promise(game, state, seat, card, likely)
            if worth > most:
                best, most = [], worth
            if worth == most:
                best.append(Ask(asked, card))
    return best[stream.below(len(best))]


def promise(game: Quartett, state: QuartettState, seat: int, card: Card, likely: int) -> int:
    """What a question is worth: the surest card first, of the number that most is there of."""
    hand: Cards = state.table.zones[seat]
    held = (hand & game.same[card]).bit_count()
    return likely * (held + 1) if likely < SURE else likely * (held + 4)


def likelihoods(game: Quartett, state: QuartettState, seat: int, card: Card) -> dict[int, int]:
    """By seat that can be asked: how likely it holds the card, in thousandths."""
    layout, table = game.layout, state.table
    others = [other for other in range(game.players) if other != seat and table.zones[other]]
    known = layout.known(table, seat)
    if known >> card & 1:
        return {other: SURE * (table.zones[other] >> card & 1) for other in others}
    out = layout.ruled_out(table, seat)
    weights = {other: 0 if out[other] >> card & 1 else _weight(state, other, card, known) for other in others}
    total = sum(weights.values())
    return {other: SURE * weight // total if total else 0 for other, weight in weights.items()}


def _weight(state: QuartettState, other: int, card: Card, known: Cards) -> int:
    hand: Cards = state.table.zones[other]
    weight = DENIED * (hand & ~known).bit_count()
    if state.seekers[card % len(state.seekers)] >> other & 1:
        weight *= SEEKER
    denials = zip(state.denied[1::DENIAL], state.denied[2::DENIAL], strict=True)
    return weight // DENIED if (other, card) in denials else weight
