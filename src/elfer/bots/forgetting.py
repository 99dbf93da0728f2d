"""How much of what it saw somebody keeps in mind."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from elfer.table.cards import Cards, each, together
from elfer.table.game import Game, State
from elfer.table.memory import Memory
from elfer.table.seed import Chance


def kept_in_mind(game: Game[Any], state: State, seat: int, most: int, chance: Chance) -> State:
    """The same moment, with no more in the seat's mind than so many cards that it does not see now.

    What can be concluded from what others did is forgotten wholly: who forgets cards does not conclude either.
    """
    layout, table = game.layout, state.table
    remembered: Cards = table.memory.public | table.memory.private[seat]
    remembered &= ~layout.visible(table, seat)
    kept = together(chance.shuffled(each(remembered))[:most])
    private = tuple(kept & own for own in table.memory.private)
    memory = Memory(table.memory.public & kept, private, (0,) * len(layout.zones))
    return replace(state, table=replace(table, memory=memory))
