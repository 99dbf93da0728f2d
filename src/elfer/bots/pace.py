"""How long a bot takes for what it does, so that people can follow, and so that the time tells nothing.

It follows from what everyone sees: the action that is then shown, whose it is, and numbers drawn for the moment. What
the hand left to choose from, and how long was thought about it, has no part in it. In an open window the answer has
none either, nor whose it is.
"""

from __future__ import annotations

from elfer.table.actions import Action
from elfer.table.seed import Stream
from elfer.table.verbs import VERBS_OF

ROTE = 0.3
"""What takes no thought, of the time that other actions take."""
ANSWER = 0.7
"""The same of an answer in a window."""
LEAST = 0.5
"""No other action takes less, however quick somebody is: the thinking must be over by then, or it would show."""
LONGEST = 1.5 * 1.6
"""No action takes more, at any pace."""


def share(action: Action, tempo: float, stream: Stream) -> float:
    """How long an action takes, 1 being usual: that of somebody of this tempo, at a moment with these numbers.

    >>> from elfer.table.actions import DRAW, Lay
    >>> round(share(DRAW, 1.2, Stream(bytes(32), "a")), 2), round(share(Lay(0), 1.2, Stream(bytes(32), "a")), 2)
    """
    if VERBS_OF[type(action)][0].rote:
        return ROTE * _about(stream)
    return max(LEAST, tempo * _about(stream))


def answer_share(stream: Stream) -> float:
    """The same of an answer in a window, whatever it is and whoever gives it."""
    return ANSWER * _about(stream)


def _about(stream: Stream) -> float:
    """Around 1: nobody is as regular as a clock."""
    return 0.8 + stream.below(401) / 1000
