"""How a table is run: what a host may set beside the rules of the game."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Meta, Struct

from elfer.bots import Level


class Clock(Enum):
    """How long a person may think."""

    OFF = "off"
    RELAXED = "relaxed"
    QUICK = "quick"
    CORRESPONDENCE = "correspondence"
    """No clock, and nobody is ever stood in for: the table waits for days."""

    @property
    def seconds(self) -> int | None:
        return _SECONDS.get(self._value_)


class Pace(Enum):
    """How long the screens dwell on what happens, and bots on what they do."""

    CALM = "calm"
    NORMAL = "normal"
    BRISK = "brisk"

    def lasts(self, ms: int) -> int:
        """How long something takes at this pace that takes so long at the normal one."""
        return round(ms * self.tempo) if ms else 0

    @property
    def tempo(self) -> float:
        return _TEMPO[self]


_SECONDS = {"relaxed": 90, "quick": 20}
"""By value: in CPython 3.11 to look at a member of an enumeration takes long, and this is asked after every move."""
_TEMPO = {Pace.CALM: 1.6, Pace.NORMAL: 1.0, Pace.BRISK: 0.6}


class Manner(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the host has set."""

    clock: Clock = Clock.OFF
    away_seconds: Annotated[int, Meta(ge=0, le=3600)] = 30
    """After so long without a connection a bot stands in, until the person is back."""
    level: Level = Level.NORMAL
    """Of the bots that stand in, and of those in seats that are empty at the start."""
    pace: Pace = Pace.NORMAL
    chat: bool = True
    emotes: bool = True
    sayings: bool = True
    """Whether bots say something now and then."""
    spectators: bool = True

    @property
    def stands_in(self) -> bool:
        return self.clock is not Clock.CORRESPONDENCE
