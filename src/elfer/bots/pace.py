"""How long a bot takes for what it does, so that people can follow, and so that the time tells nothing.

It follows from what everyone sees: the action that is then shown, whose it is, and numbers drawn for the moment. What
the hand left to choose from, and how long was thought about it, has no part in it. In an open window the answer has
none either, nor whose it is.

All is in shares of `USUAL_MS`: what an action takes at the normal pace that somebody has thought about.
"""

from __future__ import annotations

from typing import Any

from elfer.bots import Level, sheet_of
from elfer.bots.plan import plan
from elfer.table.actions import Action
from elfer.table.game import Game
from elfer.table.seed import Stream
from elfer.table.verbs import VERBS_OF

USUAL_MS = 620
ROTE = 0.3
"""What takes no thought."""
ANSWER = 0.7
"""An answer in a window."""
LEAST = 0.55
"""No action that is thought about takes less, however quick somebody is."""
LONGEST = 3.0
"""No action takes more, at any pace."""


def share(action: Action, tempo: float, stream: Stream, thinking: float = 0.0) -> float:
    """How long an action takes at that tempo, at a moment with these numbers; not less than what thinking takes.

    >>> from elfer.table.actions import DRAW, Lay
    >>> [round(share(do, 1.2, Stream(bytes(32), "moment")), 2) for do in (DRAW, Lay(0))]
    [0.28, 1.11]
    """
    if VERBS_OF[type(action)][0].rote:
        return max(thinking, ROTE * _about(stream))
    return max(thinking, LEAST, tempo * _about(stream))


def answer_share(tempo: float, stream: Stream, thinking: float = 0.0) -> float:
    """The same of an answer in a window, whatever it is and whoever gives it."""
    return max(thinking, ANSWER * tempo * _about(stream))


def thinking(game: Game[Any], level: Level) -> float:
    """The time in which a bot of that level has thought, in any case but the rarest: only looking ahead takes any."""
    search = sheet_of(plan(game), level, game.players).search
    if search is None:
        return 0.0
    return max(LEAST, 1000 * (search.seconds or 0) / USUAL_MS + 0.1)


def _about(stream: Stream) -> float:
    """Around 1: nobody is as regular as a clock."""
    return 0.8 + stream.below(401) / 1000
