"""Group commit by natural batching: whatever queues up while a commit runs is committed together, next."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple


class Append(NamedTuple):
    """Entries to be added to one log, from `number` on."""

    match: str
    number: int
    bodies: Sequence[bytes]


Commit = Callable[[list[Append]], Awaitable[list[bool]]]
"""Makes a batch durable at once; says of each part whether it was first."""


class GroupCommit:
    """Collects appends for a commit function that runs one batch at a time."""

    MOST = 500
    """Appends in one batch: a commit stays short, whatever has queued up."""

    def __init__(self, commit: Commit) -> None:
        self._commit = commit
        self._queue: list[tuple[Append, asyncio.Future[bool]]] = []
        self._running: asyncio.Task[None] | None = None

    def add(self, append: Append) -> asyncio.Future[bool]:
        """Done when it is durable, with whether it was first."""
        if self._running is None:
            self._loop = asyncio.get_running_loop()  # asked seldom: in CPython 3.11 it is a call to the kernel
            self._running = self._loop.create_task(self._run())
        future: asyncio.Future[bool] = self._loop.create_future()
        self._queue.append((append, future))
        return future

    async def drain(self) -> None:
        """Return when nothing is left to commit."""
        while self._running is not None:
            await asyncio.shield(self._running)

    async def _run(self) -> None:
        while self._queue:
            batch, self._queue = self._queue[: self.MOST], self._queue[self.MOST :]
            # Always in one order, or two processes could wait for each other's rows. Stable, so that in this process
            # the earlier of two with the same number is first.
            batch.sort(key=lambda item: item[0][:2])
            try:
                results = await self._commit([append for append, _ in batch])
            except Exception as error:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                continue
            for (_, future), first in zip(batch, results, strict=True):
                if not future.done():  # whoever waited may have gone
                    future.set_result(first)
        self._running = None
