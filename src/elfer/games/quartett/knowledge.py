"""What the questions tell everyone about the hands, beyond what the table's memory can hold. Only for guessing.

Whoever asks for a number holds a card of it (QU-3), though nobody knows which. And no hand holds all four cards of
a number, or they would have been laid off (QU-2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from elfer.games.booklet import NUMBERS
from elfer.table.cards import Cards, each
from elfer.table.seed import Chance

if TYPE_CHECKING:
    from elfer.games.quartett import Quartett, QuartettState

ATTEMPTS = 40

Hands = dict[int, Cards]


def possibilities(
    game: Quartett, state: QuartettState, unknown: Cards, stream: Chance
) -> Iterator[Mapping[int, Cards]]:
    """Ways to place the cards that the askers must hold. They are drawn, so in the end there is one without."""
    hidden = [seat for seat in range(game.players) if state.table.zones[seat] & unknown]
    for attempt in range(ATTEMPTS):
        held = dict.fromkeys(hidden, 0)
        for quartet, seekers in zip(game.same, state.seekers, strict=False):
            could = {s: quartet & unknown & ~state.table.memory.lacks[s] for s in hidden if seekers >> s & 1}
            for seat, card in _one_each(could, stream).items():
                held[seat] |= card
        out = {seat: sum(cards for other, cards in held.items() if other != seat) for seat in range(game.players)}
        if attempt < ATTEMPTS // 2:
            _break_quartets(game, state, unknown, held, out, stream)
        yield out
    yield {}


def _one_each(could: Mapping[int, Cards], stream: Chance) -> Hands:
    """For each seat one of the cards that it could hold, no card twice; nothing if there is no way."""
    if not could:
        return {}
    [seat, cards], *rest = could.items()
    for card in stream.shuffled(each(cards)):
        others = _one_each({other: left & ~(1 << card) for other, left in rest}, stream)
        if len(others) == len(rest):
            return {seat: 1 << card, **others}
    return {}


def _break_quartets(
    game: Quartett, state: QuartettState, unknown: Cards, held: Hands, out: Hands, stream: Chance
) -> None:
    """Of each number that could be complete in a hand, rule one card out there."""
    for seat, cards in held.items():
        hand = state.table.zones[seat]
        ruled_out = out[seat] | state.table.memory.lacks[seat] & unknown | ~unknown & ~hand
        for quartet in game.same[:NUMBERS]:
            could = list(each(quartet & unknown & ~cards))
            if could and not quartet & ruled_out and len(could) <= (hand & unknown).bit_count():
                out[seat] |= 1 << could[stream.below(len(could))]
