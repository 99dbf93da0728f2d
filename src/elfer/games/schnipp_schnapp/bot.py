"""A player of `schnipp-schnapp` who calls when it is right."""

from __future__ import annotations

from elfer.games.schnipp_schnapp import SCHNAPP, SCHNIPP, SchnippSchnapp, SnapState
from elfer.table.actions import SILENT, TURN, Action
from elfer.table.seed import Stream


def choose(game: SchnippSchnapp, state: SnapState, seat: int, stream: Stream) -> Action:
    """If both calls are right, the one that wins more cards."""
    zones, window = state.table.zones, state.table.window
    if window is None or not window.seconds:
        return TURN
    won = sum(len(zones[game.open[s]]) for owners in game.matching(state) if seat in owners for s in owners)
    left = len(zones[game.schnipp]) if game.schnipp_due(state) else 0
    if not won and not left:
        return SILENT
    return SCHNAPP if won >= left else SCHNIPP
