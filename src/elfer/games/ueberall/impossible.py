"""What no position of `ueberall` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfer.games.ueberall.refusals import NOTHING
from elfer.table.events import HIDDEN, Moved
from elfer.table.fields import NOBODY

if TYPE_CHECKING:
    from elfer.games.ueberall import JoinState, Ueberall


def faults(game: Ueberall, state: JoinState) -> Iterator[str]:
    """What contradicts what."""
    zones, window, seat = state.table.zones, state.table.window, state.seat
    turned = zones[game.turned]
    if (seat == NOBODY) != all(state.done) or len(turned) > 1 or (seat == NOBODY and (turned or window)):
        yield "expected one card turned up at most, and nothing to do if and only if all are done (seat is -1)"
        return
    for other, place in enumerate(state.done):
        cards = zones[other] or zones[game.players + other] or (other == seat and (turned or window))
        if (place == 0) != bool(cards) or not 0 <= place <= game.players:
            yield f"done: expected a place for seat {other} if and only if it has no cards"
    if game.helped and (window or bool(turned) > bool(state.choice)):
        yield "with help expected no window, and a choice of piles for a card that lies turned up"
    card = NOTHING if seat == NOBODY else game.at_hand(state)
    if state.choice and (not game.helped or card == NOTHING or state.choice != game.right(zones, card, seat)):
        yield "choice: expected the piles of other players that the card at hand joins"
    if window and any(state.done[other] or other == seat for other in window.asked):
        yield "asked are expected only others, who are not done"
    if window and not (window.seconds and zones[game.middle] and _tells_moves(state)):
        yield "a window is open: expected events that begin and end with a card that moved, and cards in the middle"


def _tells_moves(state: JoinState) -> bool:
    """Whether the events are those of a card that was turned up or laid, about which the others may call."""
    ends = (*state.table.events[:1], *state.table.events[-1:])
    return len(ends) == 2 and all(isinstance(event, Moved) and event.card != HIDDEN for event in ends)
