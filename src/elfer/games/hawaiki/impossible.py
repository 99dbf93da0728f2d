"""What no position of `hawaiki` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.games.hawaiki.tops import NAMING, PAIR, WORDS
from elfer.table.fields import NOBODY
from elfer.table.windows import Window

if TYPE_CHECKING:
    from elfer.games.hawaiki import Hawaiki
    from elfer.games.hawaiki.moment import HawaikiState


def faults(game: Hawaiki, state: HawaikiState) -> Iterator[str]:
    """What contradicts what."""
    zones, window = state.table.zones, state.table.window
    for name in ("announced", "forgotten", "due"):
        if getattr(state, name) not in (0, *WORDS):
            yield f"{name} is {getattr(state, name)}; expected {', '.join(map(str, WORDS))}, or 0 for none"
    if not all(zones[pile] for pile in game.piles) or any(zones[z] and not game.one_hidden for z in game.shown):
        yield "expected a card on each pile, and hands laid open only where one card is hidden"
    if not all(0 <= now <= then for now, then in zip(state.markers, state.start, strict=True)):
        yield "markers: expected for each seat between 0 and what it started with"
    if state.seat == NOBODY:
        if window:
            yield "the round is over (seat is -1): expected no window"
        return
    if state.winner not in (NOBODY, state.seat):
        yield f"winner is {state.winner}; expected the seat whose turn it is, or -1"
    if not all(game.held(state, seat) or seat == state.winner for seat in range(game.players)):
        yield "somebody has no cards; expected the winner"
    if window:
        yield from _in_window(game, state, window)
    elif state.forgotten or state.thanks or (state.winner != NOBODY and not (state.due & NAMING or state.bare)):
        yield "forgotten, thanks and winner are expected only until all that follows from a card is settled"
    elif state.due & ~(NAMING | PAIR) or (state.due == PAIR and not state.bare):
        yield f"due is {state.due}, which is not chosen about; expected a straight, a flush, or a card to hide"
    if state.announced and (window or state.due or state.bare or not game.strict):
        yield "an announcement is expected only before a card is laid, in strict speech"
    if (state.bare and not game.one_hidden) or (state.double and not game.second_chance):
        yield "bare and double are expected only under the options that they belong to"


def _in_window(game: Hawaiki, state: HawaikiState, window: Window) -> Iterator[str]:
    if window.seconds:
        others = [seat for seat in range(game.players) if seat != state.seat]
        fitting = {*window.asked} <= {*others} if state.thanks else {*window.asked} == {*others}
        if not (game.strict and fitting):
            yield "expected a window with a clock only in strict speech, and the others asked"
    elif not game.one_hidden or state.thanks or any(state.table.zones[zone] for zone in game.shown):
        yield "expected a window without a clock only at the start, where everyone hides a card"
