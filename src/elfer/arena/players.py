"""Who plays: bots by their names."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from elfer.arena.trouble import Trouble
from elfer.bots import Level, Player, UnknownBot, at_random, decide, named
from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.seed import Chance

PLAYERS = ("random", "greedy", *(level.value for level in Level))


class Seated(Struct, frozen=True):
    """A player with a name."""

    name: str
    player: Player

    @property
    def foreign(self) -> bool:
        """Whether the bot comes from elsewhere, so that what it does is checked."""
        return ":" in self.name

    def decides(self, game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
        """What the player does on that seat."""
        if self.player.bot is at_random and state.table.window is None:
            return at_random(game, state, seat, chance)  # looks at nothing but what is legal: no guess is needed
        return decide(self.player, game, state, seat, chance)


@lru_cache(maxsize=256)
def seated(game: Game[Any], name: str) -> Seated:
    """The player of that name: a level, `random`, `greedy`, or a bot of one's own as `module:name`.

    Its module is looked for where the command was given, too. Raises `Trouble`.
    """
    if ":" in name and (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        return Seated(name, named(game, name))
    except UnknownBot as why:
        if ":" in name:
            raise Trouble("trouble.no-such-bot", player=name, reason=str(why).partition(": ")[2]) from why
        raise Trouble("trouble.no-such-player", player=name, players=", ".join(PLAYERS)) from why
