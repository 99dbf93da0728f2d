"""Quick moments: windows in which several people may call at once, and how their reaction times are judged (LIVE-2).

The rules have no clock: a call carries its reaction time. What counts is the time at the player's own screen, which
only the player's device knows; so the server believes it within bounds that it measures itself.
"""

from __future__ import annotations

from collections import deque

from msgspec import Struct

from elfer.table.actions import Call
from elfer.table.game import State
from elfer.table.verbs import VERBS_OF, plain
from elfer.table.windows import Window, believed

SILENT = "silent"
"""What is played for whoever has not answered in time."""
(_CALL,) = VERBS_OF[Call]


def window(state: State) -> Window | None:
    """The window that is open now."""
    return state.table.window


class Judged(Struct, frozen=True):
    """How a call was judged, for the one who called. All in milliseconds."""

    claimed: int
    believed: int
    round_trip: int


def judge(claimed: int, shown: float, arrived: float, round_trip: float) -> Judged:
    """What to believe of a claimed reaction time; `shown` and `arrived` are moments of the server's clock, in ms.

    >>> judge(claimed=350, shown=0, arrived=400, round_trip=60)
    Judged(claimed=350, believed=350, round_trip=60)
    >>> judge(claimed=20, shown=0, arrived=400, round_trip=60)
    Judged(claimed=20, believed=340, round_trip=60)
    """
    return Judged(claimed, believed(claimed, arrived - shown, round_trip), round(round_trip))


def call_of(do: str) -> tuple[str, int] | None:
    """The word and the claimed time of a call in notation; `None` if it is none.

    >>> call_of("call schnapp 431"), call_of("r11")
    (('schnapp', 431), None)
    """
    found = _CALL.match(plain(do))
    return (found["word"], int(found["after"] or 0)) if found else None


def judged_call(word: str, judged: Judged) -> str:
    """The call as it goes into the log."""
    return _CALL.written({"word": word, "after": str(judged.believed)})


class RoundTrips:
    """The round trips of one connection, measured by the server's own pings.

    The shortest of the last few counts: a device that holds back one answer gains nothing.
    """

    KEPT = 8

    def __init__(self) -> None:
        self._sent: dict[int, float] = {}
        self._last: deque[float] = deque(maxlen=self.KEPT)
        self._count = 0

    def sent(self, now_ms: float) -> int:
        """A ping goes out; gives its number. Unanswered ones are forgotten in time."""
        self._count += 1
        self._sent[self._count] = now_ms
        self._sent.pop(self._count - self.KEPT, None)
        return self._count

    def answered(self, number: int, now_ms: float) -> bool:
        """A pong came in; whether there was such a ping."""
        if (then := self._sent.pop(number, None)) is None:
            return False
        self._last.append(now_ms - then)
        return True

    @property
    def shortest(self) -> float:
        """In ms; 0 as long as nothing is known, which is the side of caution."""
        return min(self._last, default=0.0)
