"""Quick moments and secret choices: windows in which several seats answer, and none sees another's answer.

A game opens a window (`Layout.ask`) and says what follows when all have answered (`Game.closed`). The engine has no
clock: a call carries the time it took, and whoever lets the time run out is `silent` (LIVE-1, LIVE-5).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from elfer.table.actions import SILENT, Action, Call, Silent
from elfer.table.events import Said

SIMULTANEOUS = 15
"""Milliseconds: calls closer than this count as simultaneous (LIVE-3)."""
QUICKEST = 100
"""Milliseconds: nobody reacts in less (LIVE-2)."""
NO_ANSWER: Action = SILENT
"""The answer of whoever gives none (LIVE-1)."""
SECONDS = 4
"""How long a window is open where the game has no option for it."""
IDLE_SECONDS = 1.5
"""How long one is where everyone can see that there is nothing to call (`Game.idle`): time to look, and to err."""


class Window(Struct, frozen=True, gc=False):
    """An open question to several seats. What was answered, and by whom, nobody sees before all have answered."""

    asked: tuple[int, ...]
    waiting: tuple[int, ...]
    """Those of the asked who have not answered yet."""
    answers: tuple[Action | None, ...]
    """By seat."""
    seconds: int
    """How long players have; 0: as long as they like."""

    def noted(self, seat: int, action: Action) -> Window:
        waiting, answers = self.waiting, [*self.answers]
        at = waiting.index(seat)
        answers[seat] = action
        return Window(self.asked, waiting[:at] + waiting[at + 1 :], tuple(answers), self.seconds)

    def seen_by(self, seat: int | None) -> Window:
        """The window as far as a seat knows: the others might all be thinking still."""
        if seat is None or seat not in self.asked or seat in self.waiting:
            return opened(self.asked, len(self.answers), self.seconds)
        return opened(self.asked, len(self.answers), self.seconds).noted(seat, self.answers[seat] or Silent())

    def calls(self, *words: str) -> dict[int, int]:
        """By seat, how long it took to call one of these words."""
        return {s: a.after for s in self.asked if type(a := self.answers[s]) is Call and a.word in words}

    def heard(self) -> tuple[Said, ...]:
        """All that was answered, the quickest call first, silence left out: to be told when the window closes."""
        said = [Said(s, a) for s, a in enumerate(self.answers) if a is not None and type(a) is not Silent]
        if self.seconds:  # else nobody is quicker than another
            said.sort(key=lambda s: s.action.after if type(s.action) is Call else 0)
        return tuple(said)


def opened(asked: tuple[int, ...], players: int, seconds: int) -> Window:
    return Window(asked, asked, (None,) * players, seconds)


def untimed(action: Action) -> Action:
    """The action as it is offered and numbered: a call without its time."""
    return Call(action.word) if type(action) is Call and action.after else action


def timed(action: Action, after: int) -> Action:
    """The action as it is done after so many milliseconds: only of a call does it matter, and none takes 0."""
    return Call(action.word, after) if type(action) is Call else action


def first(calls: Mapping[int, int]) -> tuple[int, ...]:
    """The seat that called first, or all that did so at the same time (LIVE-3).

    >>> first({0: 520, 1: 400, 2: 414}), first({0: 520, 1: 400, 2: 416}), first({})
    ((1, 2), (1,), ())
    """
    if len(calls) < 2:
        return tuple(calls)
    bound = min(calls.values()) + SIMULTANEOUS
    return tuple([seat for seat, after in calls.items() if after < bound])


def last(calls: Mapping[int, int]) -> tuple[int, ...]:
    """The seat that called last, or all that did so at the same time (LIVE-3).

    >>> last({0: 520, 1: 400, 2: 506}), last({0: 520, 1: 400, 2: 504})
    ((0, 2), (0,))
    """
    slowest = max(calls.values(), default=0)
    return tuple(seat for seat, after in calls.items() if slowest - after < SIMULTANEOUS)


def believed(claimed: int, waited: float, round_trip: float = 0) -> int:
    """How long a call took, in milliseconds, as far as it is believed (LIVE-2).

    `claimed` is what the player's screen says. Whoever asked has waited for the answer so long, of which at most
    the round trip was spent on the way.

    >>> believed(300, 340, 50), believed(30, 60, 50), believed(100, 900, 50)
    (300, 100, 850)
    """
    return max(claimed, QUICKEST, round(waited - round_trip))
