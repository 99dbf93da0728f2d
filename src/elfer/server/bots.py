"""Bots think in processes of their own, so that nobody waits for them; and they get only what their seat may know.

The server makes a guess of the state for the seat, in which everything hidden is made up, and sends that. So whatever
a bot does, and wherever it runs, it cannot see a card that its seat does not.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from typing import ParamSpec, TypeVar

from elfer.bots import Level, answer, simple
from elfer.match.setup import Setup
from elfer.server.declined import Declined
from elfer.server.sitting import Sitting
from elfer.table.guess import guess
from elfer.table.position import dump, load
from elfer.table.seed import Stream, derived

LONG_SECONDS = 30.0
P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger(__name__)


@lru_cache(maxsize=64)
def _setup(code: str) -> Setup:
    return Setup.read(code)


def think(table: str, position: bytes, seat: int, seed: bytes, level: str) -> str:
    """In the worker: what the bot does, in notation."""
    game, plays = _setup(table).game, Level(level)
    state, stream = load(game, position), Stream(seed, "think")
    return game.write(answer(plays.bot(game), game, state, seat, stream, plays.reflexes))


def advise(table: str, position: bytes, seat: int, seed: bytes) -> str:
    """In the worker: what the best bot would do with all the time in the world."""
    game = _setup(table).game
    return game.write(simple(game)(game, load(game, position), seat, Stream(seed, "think")))


def _ready() -> None:
    """In the worker: the server decides when to stop, not whoever presses Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Bots:
    """A pool of thinking processes. It starts with the first bot."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.workers, self.seconds = workers, seconds
        self._pool: ProcessPoolExecutor | None = None
        self.late = 0
        """How often a bot has not answered in time."""

    async def choose(self, sitting: Sitting, seat: int, level: Level) -> str:
        """What the bot does on that seat."""
        return await self._asked(sitting, seat, think, level.value)

    async def hint(self, sitting: Sitting, seat: int) -> str:
        """What a bot would do in a person's place."""
        return await self._asked(sitting, seat, advise)

    async def _asked(self, sitting: Sitting, seat: int, do: Callable[..., str], *args: str) -> str:
        """Within its time, or else the first thing that is allowed."""
        match = sitting.match
        assert match is not None
        game = match.game
        # Named by the moment: a decision does not depend on what was decided elsewhere.
        seed = derived(derived(sitting.secret, "bots"), f"{match.number} {match.steps} {seat}")
        dreamt = dump(game, guess(game, match.state, seat, Stream(seed, "guess")))
        try:
            task = self._started().submit(do, sitting.setup.code, dreamt, seat, seed, *args)
            return await asyncio.wait_for(asyncio.wrap_future(task), self.seconds)
        except TimeoutError:
            self.late += 1
            _log.warning("bot late", extra={"match": sitting.id, "seat": seat})
            self._replace()  # whatever it hangs on must not block the others
        except BrokenProcessPool:
            _log.warning("bot process lost", extra={"match": sitting.id})
            self._replace()
        return game.write(match.legal(seat)[0])

    async def work(self, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have something longer thought about, in the same processes. Raises `Declined` if it takes too long."""
        try:
            task = self._started().submit(do, *args, **kwargs)
            return await asyncio.wait_for(asyncio.wrap_future(task), LONG_SECONDS)
        except (TimeoutError, BrokenProcessPool):
            self._replace()
            raise Declined("bots-busy") from None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, context, initializer=_ready)
        return self._pool

    def _replace(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    async def stop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.get_running_loop().run_in_executor(None, lambda: pool.shutdown(cancel_futures=True))
