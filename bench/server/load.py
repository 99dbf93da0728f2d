"""Load: moves as fast as the server answers them, or so many a second; and how long each took to be seen by all."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol


class Playing(Protocol):
    """A match that can make its next move."""

    def move(self) -> None: ...


class Load:
    """Drives many matches; each has at most one move under way."""

    def __init__(self) -> None:
        self.pace: float | None = None
        self.times: list[float] = []
        self._waiting: deque[Playing] = deque()
        self._beside: set[asyncio.Task[None]] = set()
        self.all = 0

    def ready(self, table: Playing) -> None:
        """The match can make a move."""
        if self.pace is None and self.running:
            table.move()
        else:
            self._waiting.append(table)

    running = False

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that is done while matches go on, such as to begin another one."""
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def settled(self) -> None:
        """All that was begun beside is done."""
        await asyncio.gather(*self._beside)

    def done(self, table: Playing, seconds: float) -> None:
        """All its clients have seen its last move."""
        self.all += 1
        self.times.append(seconds)
        self.ready(table)

    @contextmanager
    def awake(self) -> Iterator[None]:
        """Never sleep: look for news again and again.

        The load stands for clients on other machines. If it slept between messages, the server's core would spend a
        sixth of its time on waking it, which it does not do for clients that are elsewhere.
        """
        loop, on = asyncio.get_running_loop(), True

        def look() -> None:
            if on:
                loop.call_soon(look)

        look()
        try:
            yield
        finally:
            on = False

    async def all_ready(self, count: int) -> None:
        """Wait until so many matches can begin."""
        async with asyncio.timeout(300):
            while len(self._waiting) < count:
                await asyncio.sleep(0.1)

    async def saturate(self, seconds: float, cpu: Callable[[], float]) -> tuple[Result, Slice]:
        """Every match moves at once when its last move was seen. Gives the whole, and its best second.

        Where other programs share the machine, the best second is nearest to what the server can do.
        """
        self.pace, self.running = None, True
        for _ in range(len(self._waiting)):
            self._waiting.popleft().move()
        await asyncio.sleep(1)
        self.times, start, slices = [], time.perf_counter(), []
        while (began := time.perf_counter()) - start < seconds:
            used, moves = cpu(), len(self.times)
            await asyncio.sleep(1)
            moves = len(self.times) - moves
            slices.append(Slice(moves / (time.perf_counter() - began), 1e6 * (cpu() - used) / max(1, moves)))
        result = Result(self.times, time.perf_counter() - start)
        self.running = False
        await asyncio.sleep(2)  # what is under way is seen by all
        return result, Slice(max(s.rate for s in slices), min(s.cpu_us for s in slices))

    async def paced(self, rate: float, seconds: float) -> Result:
        """So many moves a second, evenly; what is late is caught up with."""
        self.pace, self.times = rate, []
        start, sent, late = time.perf_counter(), 0, 0
        while (now := time.perf_counter() - start) < seconds:
            due = int(now * rate) - sent
            for _ in range(due):
                if not self._waiting:
                    late += 1
                else:
                    self._waiting.popleft().move()
                sent += 1
            await asyncio.sleep(0.0005)
        took = time.perf_counter() - start
        await asyncio.sleep(1)
        return Result(self.times, took)


class Slice(NamedTuple):
    """A second of a run."""

    rate: float
    cpu_us: float
    """Of the server's processor time, for each move."""


class Result:
    """What was measured."""

    def __init__(self, times: list[float], seconds: float) -> None:
        self.count, self.rate = len(times), len(times) / seconds
        ordered = sorted(times) or [0.0]
        self.p50, self.p99 = (1000 * ordered[int(len(ordered) * part)] for part in (0.5, 0.99))

    def __str__(self) -> str:
        return f"{self.rate:,.0f} moves/s, p50 {self.p50:.1f} ms, p99 {self.p99:.1f} ms"
