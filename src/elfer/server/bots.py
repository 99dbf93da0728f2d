"""Bots think in processes of their own, so that nobody waits for them; and they get only what their seat may know.

Whoever plays at once, whoever looks ahead, whoever wants a hint, whoever looks back and whoever wants a review have
workers of their own: however long others think, and however many reviews are asked for, no table waits for them, and
nobody who only wants to see a match again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable

import msgspec

from elfer.bots import Level
from elfer.bots.pace import thinking
from elfer.match.match import Match
from elfer.server.declined import Declined
from elfer.server.jobs import Advise, Job, Think
from elfer.server.metrics import Metrics
from elfer.server.reviews import Reviews
from elfer.server.sitting import Sitting
from elfer.server.workers import Broken, Busy, Late, Lost, Workers
from elfer.table.guess import guess
from elfer.table.position import dump
from elfer.table.seed import Stream, derived
from elfer.table.view import view

LONG_SECONDS = 30.0
"""How long a hint or a look back may take."""
HINTS_WAITING, LONG_WAITING = 32, 8
"""More than so many wait for nothing: they are told at once to try again."""
TRIES = 2
"""A decision that was lost with its worker is made again, once."""

_log = logging.getLogger(__name__)


class Bots:
    """Everything that is thought about."""

    def __init__(self, workers: int, seconds: float, metrics: Metrics) -> None:
        self.seconds, self._metrics = seconds, metrics
        self._players = Workers(workers)
        self._thinkers = Workers(workers, patient=True)
        self._advisers = Workers(1, HINTS_WAITING)
        self._readers = Workers(1, LONG_WAITING)
        self.reviews = Reviews(Workers(1, LONG_WAITING, patient=True))
        self._running: dict[Hashable, asyncio.Task[bytes]] = {}
        """By what somebody wants to know of a match that is over."""

    @property
    def waiting(self) -> int:
        """How many decisions wait for a worker."""
        return self._players.waiting + self._thinkers.waiting

    async def choose(self, sitting: Sitting, seat: int, level: Level) -> str:
        """What the bot does on that seat; if it comes to no decision, the first thing that is allowed."""
        job = thought(sitting, seat, level)
        # Whoever looks ahead takes a thousand times as long as others, and none of these waits for that.
        workers = self._thinkers if thinking(sitting.setup.game, level) else self._players
        for _ in range(TRIES):
            try:
                return (await workers.do(job, self.seconds, sitting.id)).decode()
            except Lost as why:
                _log.warning("bot lost", extra={"match": sitting.id, "seat": seat, "why": str(why)})
            except Late:
                self._metrics.count("elfer_bots_late_total")
                _log.warning("bot late", extra={"match": sitting.id, "seat": seat})
                break  # it would be late again
            except Broken as why:
                _log.error("bot failed", extra={"match": sitting.id, "seat": seat, "trace": str(why)})
                break
        assert sitting.match is not None
        return sitting.match.game.write(sitting.match.legal(seat)[0])

    async def hint(self, sitting: Sitting, seat: int) -> bytes:
        """What a bot would do in a person's place, as JSON. Raises `Declined` if too many ask."""
        return await _declined(self._advisers, Advise(*_asked(sitting, seat)), LONG_SECONDS, sitting.id)

    async def look(self, what: Hashable, make: Callable[[], Awaitable[Job]]) -> bytes:
        """Something about a match that is over. Whoever asks for the same meanwhile is given the same.

        Raises `Declined` if too many ask, or if it takes too long.
        """
        if (running := self._running.get(what)) is None:
            running = self._running[what] = asyncio.create_task(self._looked(make))
            running.add_done_callback(lambda _: self._running.pop(what, None))
        return await asyncio.shield(running)

    async def _looked(self, make: Callable[[], Awaitable[Job]]) -> bytes:
        if self._readers.full:
            raise Declined("bots-busy")  # before the log is read for nothing
        return await _declined(self._readers, await make(), LONG_SECONDS)

    async def stop(self) -> None:
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        pools = (self._players, self._thinkers, self._advisers, self._readers, self.reviews)
        await asyncio.gather(*(pool.stop() for pool in pools))


def thought(sitting: Sitting, seat: int, level: Level) -> Think:
    """The decision of a seat, to be made in another process: from nothing but what the seat may know."""
    return Think(*_asked(sitting, seat), level, sitting.chairs[seat].character)


def _asked(sitting: Sitting, seat: int) -> tuple[str, bytes, int, bytes]:
    """What a worker is sent about a moment: the table, a guess, the seat, and what chance is drawn from."""
    match = sitting.match
    assert match is not None
    seed = derived(derived(sitting.secret, "bots"), _moment(sitting, match, seat))
    guessed = guess(match.game, match.state, seat, Stream(seed, "guess"))
    return sitting.setup.code, dump(match.game, guessed), seat, seed


def _moment(sitting: Sitting, match: Match, seat: int) -> str:
    """A name for the moment as the seat knows it, so that a decision depends on nothing that was decided elsewhere.

    The number of actions would not do: it counts what others did in secret, and a hint that changes would tell.
    """
    seen = msgspec.json.encode(view(match.game, match.state, seat)).decode()
    return f"{match.number} {sitting.shown} {seat} {seen}"


async def _declined(workers: Workers, job: Job, seconds: float, whose: Hashable = None) -> bytes:
    try:
        return await workers.do(job, seconds, whose)
    except (Busy, Lost, Late):
        raise Declined("bots-busy") from None
    except Broken as why:
        _log.error("job failed", extra={"trace": str(why)})
        raise Declined("server-error") from None
