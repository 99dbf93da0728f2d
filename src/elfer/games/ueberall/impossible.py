"""What no position of `ueberall` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.games.ueberall.refusals import NOTHING
from elfer.table.events import HIDDEN, Moved
from elfer.table.fields import NOBODY
from elfer.table.windows import Window

if TYPE_CHECKING:
    from elfer.games.ueberall import JoinState, Ueberall


def faults(game: Ueberall, state: JoinState) -> Iterator[str]:
    """What contradicts what."""
    window, turned, over = state.table.window, state.table.zones[game.turned], state.seat == NOBODY
    if over != all(state.done) or len(turned) > 1 or (over and (turned or window)):
        yield "expected one card turned up at most, and nothing to do if and only if all are done (seat is -1)"
        return
    yield from _done(game, state)
    yield from _choice(game, state)
    if window:
        yield from _in_window(game, state, window)


def _done(game: Ueberall, state: JoinState) -> Iterator[str]:
    zones = state.table.zones
    under_way = state.table.window or zones[game.turned]
    for seat, place in enumerate(state.done):
        cards = zones[seat] or zones[game.players + seat] or (seat == state.seat and under_way)
        if (place == 0) != bool(cards) or not 0 <= place <= game.players:
            yield f"done: expected a place for seat {seat} if and only if it has no cards"


def _choice(game: Ueberall, state: JoinState) -> Iterator[str]:
    zones, seat = state.table.zones, state.seat
    if game.helped and (state.table.window or bool(zones[game.turned]) > bool(state.choice)):
        yield "with help expected no window, and a choice of piles for a card that lies turned up"
    card = NOTHING if seat == NOBODY else game.at_hand(state)
    if state.choice and (not game.helped or card == NOTHING or state.choice != game.right(zones, card, seat)):
        yield "choice: expected the piles of other players that the card at hand joins"


def _in_window(game: Ueberall, state: JoinState, window: Window) -> Iterator[str]:
    if any(state.done[other] or other == state.seat for other in window.asked):
        yield "asked are expected only others, who are not done"
    if not (window.seconds and state.table.zones[game.middle] and _tells_moves(state)):
        yield "a window is open: expected events that begin and end with a card that moved, and cards in the middle"


def _tells_moves(state: JoinState) -> bool:
    """Whether the events are those of a card that was turned up or laid, about which the others may call."""
    ends = (*state.table.events[:1], *state.table.events[-1:])
    return len(ends) == 2 and all(isinstance(event, Moved) and event.card != HIDDEN for event in ends)
