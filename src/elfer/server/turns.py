"""Who is next, where more want to be served than can be at once."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class Turns:
    """So many are served at once, but of each party only one; parties that wait take turns.

    So a party that wants much waits for itself, and not the others for it.
    """

    def __init__(self, count: int) -> None:
        self._free = count
        self._served: set[Hashable] = set()
        self._lines: dict[Hashable, deque[asyncio.Future[None]]] = {}
        """Those who wait, by party; the party whose turn is next comes first."""

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._lines.values()))

    @asynccontextmanager
    async def of(self, party: Hashable) -> AsyncIterator[None]:
        """Wait until it is the party's turn; the turn lasts as long as this does."""
        await self._begin(party)
        try:
            yield
        finally:
            self._end(party)

    async def _begin(self, party: Hashable) -> None:
        if self._free and party not in self._served:
            self._serve(party)
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(party, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # the turn came just before
                self._end(party)
            raise

    def _serve(self, party: Hashable) -> None:
        self._free -= 1
        self._served.add(party)

    def _end(self, party: Hashable) -> None:
        self._free += 1
        self._served.discard(party)
        if (line := self._lines.pop(party, None)) is not None:
            self._lines[party] = line  # behind all others: it was its turn just now
        for next_ in list(self._lines):
            if next_ not in self._served and (mine := self._first(next_)) is not None:
                self._serve(next_)
                mine.set_result(None)
                return

    def _first(self, party: Hashable) -> asyncio.Future[None] | None:
        """The first in the party's line who still waits; the others go behind all other parties."""
        line = self._lines.pop(party)
        while line:
            mine = line.popleft()
            if not mine.done():
                if line:
                    self._lines[party] = line
                return mine
        return None
