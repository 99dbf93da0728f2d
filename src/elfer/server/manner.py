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
        if self is Clock.OFF or self is Clock.CORRESPONDENCE:
            return None
        return 90 if self is Clock.RELAXED else 20


class Manner(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the host has set."""

    clock: Clock = Clock.OFF
    away_seconds: Annotated[int, Meta(ge=0, le=3600)] = 30
    """After so long without a connection a bot stands in, until the person is back."""
    level: Level = Level.SIMPLE
    """Of the bots that stand in, and of those in seats that are empty at the start."""
    chat: bool = True
    emotes: bool = True
    spectators: bool = True

    @property
    def stands_in(self) -> bool:
        return self.clock is not Clock.CORRESPONDENCE
