"""A player of `zweikampf`: there is nothing to decide."""

from __future__ import annotations

from elfer.games.zweikampf import DuelState, Zweikampf
from elfer.table.actions import TURN, Action
from elfer.table.seed import Stream


def choose(game: Zweikampf, state: DuelState, seat: int, stream: Stream) -> Action:
    """Turns up."""
    return TURN
