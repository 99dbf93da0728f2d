"""What happens in secret: actions of which nobody else may know even that they were done."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.view import Views


def secret(game: Game[Any], before: State, after: State, seat: int) -> bool:
    """Whether nobody else may know that the seat has acted: it answered in a window that is still open, or did
    something that nobody notices."""
    was, still = before.table.window, after.table.window
    if was is not None:
        return still is not None and len(still.waiting) < len(was.waiting)
    return _has_uncounted(game) and _unnoticed(game, before, after, seat)


def unnoticed(game: Game[Any], state: State, seat: int, action: Action) -> bool:
    """Whether nobody else would notice that the seat does this, where no window is open. It must be legal."""
    return _has_uncounted(game) and _unnoticed(game, state, game.step(state, seat, action), seat)


@lru_cache(maxsize=64)
def _has_uncounted(game: Game[Any]) -> bool:
    """Whether cards lie where others cannot count them: only there can something happen unnoticed."""
    return not all(zone.counted for zone in game.layout.zones)


def _unnoticed(game: Game[Any], before: State, after: State, seat: int) -> bool:
    was, now = Views(game, before), Views(game, after)
    return all(was.of(other) == now.of(other) for other in (None, *range(game.players)) if other != seat)
