"""Natural batching: whatever queues up while the database is busy goes there together, next. So commits are grouped,
and so are reads."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Generic, NamedTuple, TypeVar

_log = logging.getLogger(__name__)


class Append(NamedTuple):
    """Entries to be added to one log, from `number` on."""

    match: str
    number: int
    bodies: Sequence[bytes]


class Tail(NamedTuple):
    """The entries of one log from `number` on, asked for."""

    match: str
    number: int


Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Group(Generic[Asked, Answer]):
    """Collects what is asked for a function that takes many at a time, and runs once at a time.

    In one batch are `most`, in the order in which they were asked: so it stays short, whatever has queued up.
    """

    def __init__(self, do: Callable[[list[Asked]], Awaitable[Sequence[Answer | Exception]]], most: int = 500) -> None:
        self._do, self._most = do, most
        self._queue: list[tuple[Asked, Callable[[Answer | Exception], None]]] = []
        self._running: asyncio.Task[None] | None = None

    def ask(self, asked: Asked, then: Callable[[Answer | Exception], None]) -> None:
        """`then` is called when its batch is done, with what came out for it, or with why nothing did."""
        if self._running is None:
            self._loop = asyncio.get_running_loop()  # asked seldom: in CPython 3.11 it is a call to the kernel
            self._running = self._loop.create_task(self._run())
        self._queue.append((asked, then))

    def add(self, asked: Asked) -> asyncio.Future[Answer]:
        """`ask`, for whoever wants to wait."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.ask(asked, partial(_settle, future))
        return future

    async def drain(self) -> None:
        """Return when nothing is left to do."""
        while self._running is not None:
            await asyncio.shield(self._running)

    async def _run(self) -> None:
        while self._queue:
            batch, self._queue = self._queue[: self._most], self._queue[self._most :]
            answers: Sequence[Answer | Exception]
            try:
                answers = await self._do([asked for asked, _ in batch])
            except Exception as error:
                answers = [error] * len(batch)
            # Later, so that the database works on the next batch while what came of this one is told.
            self._loop.call_soon(_tell, [then for _, then in batch], answers)
        self._running = None


def _tell(thens: Sequence[Callable[[Answer | Exception], None]], answers: Sequence[Answer | Exception]) -> None:
    for then, answer in zip(thens, answers, strict=True):
        try:
            then(answer)
        except Exception:  # all others are to hear of theirs
            _log.exception("telling what was stored failed")


def _settle(future: asyncio.Future[Answer], answer: Answer | Exception) -> None:
    if future.done():  # whoever waited may have gone
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
