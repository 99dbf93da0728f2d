"""What no position of `zweikampf` can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elfer.games.zweikampf import DuelState, Zweikampf


def faults(game: Zweikampf, state: DuelState) -> Iterator[str]:
    """What contradicts what."""
    mine, yours, my_open, your_open = map(len, state.table.zones)
    behind = mine if my_open < your_open else yours
    if abs(my_open - your_open) > 1 or (my_open != your_open and not behind):
        yield "expected equally many open cards, or one less of a player who can turn one up"
    if state.compared < 0:
        yield f"compared is {state.compared}; expected 0 or more"
