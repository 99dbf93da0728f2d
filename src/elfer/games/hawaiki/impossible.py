"""What no position of `hawaiki` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.games.hawaiki.tops import NAMING, PAIR, WORDS
from elfer.table.fields import NOBODY
from elfer.table.possible import over_without_window
from elfer.table.windows import Window

if TYPE_CHECKING:
    from elfer.games.hawaiki import Hawaiki
    from elfer.games.hawaiki.moment import HawaikiState


def faults(game: Hawaiki, state: HawaikiState) -> Iterator[str]:
    """What contradicts what."""
    yield from _combinations(state)
    yield from _on_the_table(game, state)
    yield from over_without_window(state)
    if state.seat != NOBODY:
        yield from _winner(game, state)
        yield from _settled(state) if state.table.window is None else _in_window(game, state, state.table.window)
        yield from _options(game, state)


def _combinations(state: HawaikiState) -> Iterator[str]:
    for name in ("announced", "forgotten", "due"):
        if getattr(state, name) not in (0, *WORDS):
            yield f"{name} is {getattr(state, name)}; expected {', '.join(map(str, WORDS))}, or 0 for none"


def _on_the_table(game: Hawaiki, state: HawaikiState) -> Iterator[str]:
    zones = state.table.zones
    if not all(zones[pile] for pile in game.piles) or any(zones[z] and not game.one_hidden for z in game.shown):
        yield "expected a card on each pile, and hands laid open only where one card is hidden"
    if not all(0 <= now <= then for now, then in zip(state.markers, state.start, strict=True)):
        yield "markers: expected for each seat between 0 and what it started with"


def _winner(game: Hawaiki, state: HawaikiState) -> Iterator[str]:
    if state.winner not in (NOBODY, state.seat):
        yield f"winner is {state.winner}; expected the seat whose turn it is, or -1"
    if not all(game.held(state, seat) or seat == state.winner for seat in range(game.players)):
        yield "somebody has no cards; expected the winner"


def _settled(state: HawaikiState) -> Iterator[str]:
    """Where nobody is asked, all is settled but what the player chooses about."""
    chooses = state.due & NAMING or state.bare
    if state.forgotten or state.thanks or (state.winner != NOBODY and not chooses):
        yield "forgotten, thanks and winner are expected only until all that follows from a card is settled"
    if state.due & ~(NAMING | PAIR) or (state.due == PAIR and not state.bare):
        yield f"due is {state.due}, which is not chosen about; expected a straight, a flush, or a card to hide"


def _in_window(game: Hawaiki, state: HawaikiState, window: Window) -> Iterator[str]:
    if window.seconds:
        others = [seat for seat in range(game.players) if seat != state.seat]
        fitting = {*window.asked} <= {*others} if state.thanks else {*window.asked} == {*others}
        if not (game.strict and fitting):
            yield "expected a window with a clock only in strict speech, and the others asked"
    elif not game.one_hidden or state.thanks or any(state.table.zones[zone] for zone in game.shown):
        yield "expected a window without a clock only at the start, where everyone hides a card"


def _options(game: Hawaiki, state: HawaikiState) -> Iterator[str]:
    if state.announced and (state.table.window or state.due or state.bare or not game.strict):
        yield "an announcement is expected only before a card is laid, in strict speech"
    if (state.bare and not game.one_hidden) or (state.double and not game.second_chance):
        yield "bare and double are expected only under the options that they belong to"
