"""What no position of `quartett` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.games.booklet import NUMBERS, complete
from elfer.table.fields import NOBODY

if TYPE_CHECKING:
    from elfer.games.quartett import Quartett, QuartettState


def faults(game: Quartett, state: QuartettState) -> Iterator[str]:
    """What contradicts what."""
    yield from _quartets(game, state)
    yield from _question(game, state)
    yield from _memory(game, state)


def _quartets(game: Quartett, state: QuartettState) -> Iterator[str]:
    hands, laid_off = state.table.zones[: game.players], state.table.zones[game.players :]
    deck = len(game.layout.deck)
    if any(complete(hand, deck) for hand in hands) or any(complete(cards, deck) != cards for cards in laid_off):
        yield "expected complete quartets where they are laid off, and none in a hand"
    if any(hands) != (state.seat != NOBODY) or (any(hands) and not hands[state.seat]):
        yield "seat: expected one that has cards, or -1 when nobody has any"


def _question(game: Quartett, state: QuartettState) -> Iterator[str]:
    is_asked = state.asked != NOBODY
    if state.wanted.bit_count() != is_asked:
        yield "expected a card that is wanted if and only if somebody is asked"
    if is_asked and not (game.honour and state.asked != state.seat and state.table.zones[state.asked]):
        yield "asked: expected another seat with cards, where players answer themselves"


def _memory(game: Quartett, state: QuartettState) -> Iterator[str]:
    seats, deck = range(game.players), len(game.layout.deck)
    if len(state.seekers) != NUMBERS or not all(0 <= seekers < 1 << game.players for seekers in state.seekers):
        yield f"seekers: expected {NUMBERS} sets of seats"
    askers, deniers, cards = (state.denied[n::3] for n in range(3))
    if not {*askers, *deniers} <= {*seats} or not {*cards} <= {*range(deck)} or len(cards) != len(askers):
        yield "denied: expected for each denial who asked, who denied, which card"
