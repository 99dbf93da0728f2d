"""A player of `ueberall` who puts cards where they must go, and notices when others do not."""

from __future__ import annotations

from elfer.games.ueberall import WRONG, JoinState, Ueberall
from elfer.table.actions import SILENT, TURN, Action, LayAt
from elfer.table.cards import each
from elfer.table.seed import Stream


def choose(game: Ueberall, state: JoinState, seat: int, stream: Stream) -> Action:
    """Puts the card at hand away if it joins, on the pile of whoever is nearest to the end; calls mistakes."""
    if state.table.window:
        return WRONG if game.mistaken(state) else SILENT
    legal = game.legal(state, seat)
    lays = [action for action in legal if isinstance(action, LayAt)]
    if not lays:
        return TURN
    card = lays[0].card
    places = list(each(game.right(state.table.zones, card, seat)))
    if not places:  # it joins nowhere: it goes on the bot's pile if it was just turned up, else it lies well
        return TURN if TURN in legal else LayAt(card, 1 + seat)
    return LayAt(card, min(places, key=lambda at: _cards_left(game, state, at)))


def _cards_left(game: Ueberall, state: JoinState, at: int) -> int:
    """How many cards the owner of a pile has yet to put away."""
    zones = state.table.zones
    return len(zones[at - 1]) + len(zones[game.piles[at]]) if at else 0
