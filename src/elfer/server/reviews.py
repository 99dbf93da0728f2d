"""Reviews of matches that are over: thought about in the background, told as far as they have come, and kept.

A review takes from seconds to a minute. It goes on when nobody waits for it any more, so whoever comes back finds it
done; whoever asks for the same meanwhile is told the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec

from elfer.bots.review import Outlook, Review
from elfer.server import jobs
from elfer.server.declined import Declined
from elfer.server.workers import Broken, Busy, Late, Lost, Workers

PATIENCE_SECONDS = 900.0
"""How long a review may take. How much is thought is counted (`elfer.bots.review.Effort`); this is for a worker that
hangs."""
MOST_KEPT = 256
"""So many reviews are kept; the oldest goes first."""
NOTHING_YET = msgspec.json.encode(Review(done=0.0))

Make = Callable[[list[Outlook]], Awaitable[jobs.Review]]
"""Makes the job, with the chances that are known already."""

_log = logging.getLogger(__name__)


class Thinking:
    """One review that is being made."""

    def __init__(self) -> None:
        self.latest = NOTHING_YET
        self.is_over = False
        self._news = asyncio.Event()

    def tell(self, review: bytes) -> None:
        """This is how far it has come."""
        self.latest = review
        self._wake()

    def end(self) -> None:
        """Nothing more will come."""
        self.is_over = True
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def lines(self) -> AsyncIterator[bytes]:
        """What is known now, and then whatever is new, until nothing more will come."""
        while True:
            told, news = self.latest, self._news
            yield told + b"\n"
            while self.latest is told:
                if self.is_over:
                    return
                await news.wait()
                news = self._news


class Reviews:
    """All reviews of this process."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._kept: dict[tuple[str, int], bytes] = {}
        """By match and seat, the oldest first."""
        self._running: dict[tuple[str, int], Thinking] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def of(self, match: str, seat: int, make: Make) -> AsyncIterator[bytes]:
        """The review of a match for a seat, line by line as it gets better. Raises `Declined` if too many wait."""
        if (kept := self._kept.get((match, seat))) is not None:
            yield kept + b"\n"
            return
        if (thinking := self._running.get((match, seat))) is None:
            if self._workers.full:
                raise Declined("bots-busy")
            thinking = self._begin(match, seat, make)
        async for line in thinking.lines():
            yield line

    def _begin(self, match: str, seat: int, make: Make) -> Thinking:
        thinking = self._running[match, seat] = Thinking()
        task = asyncio.create_task(self._think(match, seat, make, thinking))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return thinking

    async def _think(self, match: str, seat: int, make: Make, thinking: Thinking) -> None:
        try:
            job = await make(self._outlooks(match))
            answer = await self._workers.do(job, PATIENCE_SECONDS, match, thinking.tell)
            self._keep(match, seat, answer)
            thinking.tell(answer)
        except (Busy, Lost, Late, Declined) as why:
            _log.warning("review cut off", extra={"match": match, "why": str(why)})
        except Broken as why:
            _log.error("review failed", extra={"match": match, "trace": str(why)})
        finally:
            del self._running[match, seat]
            thinking.end()

    def _outlooks(self, match: str) -> list[Outlook]:
        """The chances in the course of a match, if they were counted for another seat."""
        found = next((text for (other, _), text in self._kept.items() if other == match), None)
        return [] if found is None else list(msgspec.json.decode(found, type=Review).outlooks)

    def _keep(self, match: str, seat: int, review: bytes) -> None:
        self._kept[match, seat] = review
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]

    async def stop(self) -> None:
        """Give up what is being thought about, and end the worker."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._workers.stop()
