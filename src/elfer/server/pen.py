"""The pen of a log: whoever holds it writes, one at a time."""

from __future__ import annotations

import asyncio
from collections import deque


class Pen:
    """Like asyncio's lock, but when it lies there it can be taken without waiting.

    Who has waited longest gets it next; nobody can snatch it from them.
    """

    def __init__(self) -> None:
        self.held = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> bool:
        """Take it now; false if somebody holds it."""
        if self.held:
            return False
        self.held = True
        return True

    def lay_down(self) -> None:
        """Hand it to whoever has waited longest."""
        while self._waiting:
            next_ = self._waiting.popleft()
            if not next_.done():
                next_.set_result(None)
                return
        self.held = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was handed over just before
                self.lay_down()
            raise

    async def __aexit__(self, *error: object) -> None:
        self.lay_down()
