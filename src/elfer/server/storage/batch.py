"""Natural batching: whatever queues up while the database is busy goes there together, next. So commits are grouped,
and so are reads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, NamedTuple, TypeVar


class Append(NamedTuple):
    """Entries to be added to one log, from `number` on."""

    match: str
    number: int
    bodies: Sequence[bytes]


class Tail(NamedTuple):
    """The entries of one log from `number` on, asked for."""

    match: str
    number: int


Asked = TypeVar("Asked", bound=Append | Tail)
Answer = TypeVar("Answer")


class Group(Generic[Asked, Answer]):
    """Collects what is asked for a function that takes many at a time, and runs once at a time."""

    MOST = 500
    """In one batch: it stays short, whatever has queued up."""

    def __init__(self, do: Callable[[list[Asked]], Awaitable[Sequence[Answer]]]) -> None:
        self._do = do
        self._queue: list[tuple[Asked, asyncio.Future[Answer]]] = []
        self._running: asyncio.Task[None] | None = None

    def add(self, asked: Asked) -> asyncio.Future[Answer]:
        """Done when its batch is, with what came out for it."""
        if self._running is None:
            self._loop = asyncio.get_running_loop()  # asked seldom: in CPython 3.11 it is a call to the kernel
            self._running = self._loop.create_task(self._run())
        future: asyncio.Future[Answer] = self._loop.create_future()
        self._queue.append((asked, future))
        return future

    async def drain(self) -> None:
        """Return when nothing is left to do."""
        while self._running is not None:
            await asyncio.shield(self._running)

    async def _run(self) -> None:
        while self._queue:
            batch, self._queue = self._queue[: self.MOST], self._queue[self.MOST :]
            # Always in one order, or two processes could wait for each other's rows. Stable, so that in this process
            # the earlier of two with the same number is first.
            batch.sort(key=lambda item: item[0][:2])
            try:
                results = await self._do([asked for asked, _ in batch])
            except Exception as error:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                continue
            for (_, future), answer in zip(batch, results, strict=True):
                if not future.done():  # whoever waited may have gone
                    future.set_result(answer)
        self._running = None
