"""How bots react in quick moments: after a human time, and not always rightly (LIVE-4)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from elfer.table.actions import SILENT, Action, Call
from elfer.table.seed import Chance
from elfer.table.windows import QUICKEST, Window


class Reflexes(Struct, frozen=True):
    """How quick and how reliable somebody is."""

    least: int = 260
    """Milliseconds that even a good moment takes."""
    spread: int = 480
    """How much longer most moments take at most; a few take much longer."""
    overlooks: int = 12
    """One of so many calls is not made."""
    errs: int = 60
    """One of so many answers is any answer."""

    def after(self, chance: Chance) -> int:
        """A reaction time: bunched in the middle, with a long tail, as people's are."""
        time = self.least + sum(chance.below(self.spread // 3) for _ in range(3))
        while chance.below(5) == 0:
            time += chance.below(self.spread)
        return time


USUAL = Reflexes()
SLOW = Reflexes(least=450, spread=900, overlooks=6, errs=20)


def reacted(action: Action, legal: Sequence[Action], window: Window, reflexes: Reflexes, chance: Chance) -> Action:
    """What comes of an answer that somebody would give with all the time in the world."""
    if chance.below(reflexes.errs) == 0:
        action = legal[chance.below(len(legal))]
    elif SILENT in legal and chance.below(reflexes.overlooks) == 0:
        action = SILENT
    if isinstance(action, Call) and not action.after:
        return timed(action, reflexes.after(chance), window)
    return action


def timed(action: Action, after: int, window: Window | None) -> Action:
    """The action, if it is a call in a window, made after so many milliseconds, as far as there is time."""
    if isinstance(action, Call) and window is not None and window.seconds:
        return Call(action.word, min(max(after, QUICKEST), 1000 * window.seconds))
    return action
