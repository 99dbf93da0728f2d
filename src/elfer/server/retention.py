"""What is kept how long, and the cleaning that runs by itself.

A match goes in two steps, so that nothing is ever written to a log that is gone. First it is closed, by an entry like
any other: whoever writes at the same moment was first, and then the match stays; every process that has it open hears
of it. Two hours later it is deleted. Any number of processes may clean at the same time.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

from elfer.server import log
from elfer.server.house import DEAD_AFTER_MS, House
from elfer.server.metrics import Metrics
from elfer.server.settings import Settings
from elfer.server.storage import Standing, Storage
from elfer.server.who import COOKIE_DAYS, FIRST_DAY

FIRST_SECONDS, EVERY_SECONDS = 60.0, 3600.0
BATCH = 20
"""Matches that are looked at together; between two batches whatever else is to be done gets its turn."""
PAUSE_SECONDS = 0.05
DAY_MS = 24 * 3600 * 1000
HOUR_MS = 3600 * 1000
CLOSED_FOR_MS = 2 * HOUR_MS
"""How long a match that is too old is closed before it is deleted. By then every process has cleaned once itself,
and has no room in memory any more that does not know."""
LOOK_AGAIN_MS = DAY_MS
"""Every match is looked at so often at least, so that a setting that was changed counts before long."""
PROCESS_MS = DAY_MS
SESSION_MS = (COOKIE_DAYS + 1) * DAY_MS
"""By then no cookie is good any more that was made before the session ended."""

_log = logging.getLogger(__name__)


class Periods(Struct, frozen=True):
    """For how many days each kind of thing is kept after its last change; 0 is for ever."""

    guests: int = 0
    """Matches that are over, in which nobody with an account has played."""
    unfinished: int = 0
    """Matches that have begun and were left."""
    unbegun: int = 0
    """Tables at which no match has begun."""
    chat: int = 0

    @staticmethod
    def of(settings: Settings) -> Periods:
        return Periods(
            guests=settings.keep_guest_days,
            unfinished=settings.keep_unfinished_days,
            unbegun=settings.keep_unbegun_days,
            chat=settings.keep_chat_days,
        )

    @staticmethod
    def before(now_ms: int, days: int) -> int:
        return now_ms - days * DAY_MS

    def goes_at(self, match: Standing) -> int | None:
        """When a match is too old; `None` if it is kept for ever."""
        last = read_last(match)
        if match.imported or last is None:  # what the operator took in stays, and what cannot be read too
            return None
        changed = match.opened_ms + last.at
        if isinstance(last, log.Closed) and last.by == "time":
            return changed + CLOSED_FOR_MS
        if match.over or isinstance(last, log.Closed):
            return None if match.account else _end(changed, self.guests)
        return _end(changed, self.unfinished if match.started else self.unbegun)


def _end(changed_ms: int, days: int) -> int | None:
    return changed_ms + days * DAY_MS if days else None


def read_last(match: Standing) -> log.AnyEntry | None:
    """The last entry; `None` if it is of no kind that this version knows."""
    try:
        return log.read(match.last)
    except msgspec.MsgspecError:
        return None


def connected(entries: Iterable[log.AnyEntry]) -> set[str]:
    """The processes to which people of a match are connected, by its log."""
    seats: dict[int, str] = {}
    for entry in entries:
        if isinstance(entry, log.Here):
            seats[entry.seat] = entry.process
        elif isinstance(entry, (log.Away, log.Stood)):
            seats.pop(entry.seat, None)
    return set(seats.values())


class Cleaner:
    """Takes away what is too old. `busy` says which matches somebody is at here, `closed` hears of those that go.

    `alone`: no server runs, so nothing has to wait after it was closed.
    """

    def __init__(
        self,
        storage: Storage,
        periods: Periods,
        metrics: Metrics,
        busy: Callable[[str], bool] = lambda match: False,
        closed: Callable[[str], None] = lambda match: None,
        alone: bool = False,
    ) -> None:
        self.storage, self.periods, self.metrics = storage, periods, metrics
        self._busy, self._closed, self._alone = busy, closed, alone

    async def clean(self, now_ms: int) -> Counter[str]:
        """Once through everything that is due to be looked at; gives what was taken away, by kind."""
        done: Counter[str] = Counter()
        alive = await self.storage.alive(now_ms - DEAD_AFTER_MS)
        while batch := await self.storage.to_look_at(now_ms, BATCH):
            later: dict[str, int] = {}
            for match in batch:
                later[match.id] = await self._look(match, now_ms, alive, done)
                await asyncio.sleep(0)
            await self.storage.look_again({id: when for id, when in later.items() if when})
            await asyncio.sleep(PAUSE_SECONDS)
        if self.periods.chat:
            done["chat"] += await self.storage.remove_chat(Periods.before(now_ms, self.periods.chat))
        if now_ms - SESSION_MS >= FIRST_DAY * DAY_MS:  # until then undated cookies may be good
            done["session"] += await self.storage.remove_ended(now_ms - SESSION_MS)
        done["process"] += await self.storage.remove_processes(now_ms - PROCESS_MS)
        for what, n in done.items():
            self.metrics.count("elfer_cleaned_total", n, label=f'what="{what}"')
        return done

    async def _look(self, match: Standing, now_ms: int, alive: set[str], done: Counter[str]) -> int:
        """Take one step with a match, if it is too old; gives when to look at it again, 0 if it is gone."""
        soon = now_ms + HOUR_MS
        end = self.periods.goes_at(match)
        if end is None or end > now_ms:
            return min(end or now_ms + LOOK_AGAIN_MS, now_ms + LOOK_AGAIN_MS)
        if isinstance(last := read_last(match), log.Closed) and last.by == "time":
            self._closed(match.id)
            return await self._remove(match, done)
        # After the end of a match nobody notes any more who goes, so its log would have them there for ever.
        if self._busy(match.id) or (not match.over and await self._somebody_at(match, alive)):
            return soon
        entry = log.Closed(at=now_ms - match.opened_ms, by="time")
        if not await self.storage.append(match.id, match.number + 1, [log.written(entry)]):
            return soon  # somebody has just done something
        self._closed(match.id)
        if self._alone:
            return await self._remove(match, done)
        done["closed"] += 1
        return now_ms + CLOSED_FOR_MS

    async def _remove(self, match: Standing, done: Counter[str]) -> int:
        done["match" if match.started else "table"] += await self.storage.remove(match.id)
        await asyncio.sleep(PAUSE_SECONDS)
        return 0

    async def _somebody_at(self, match: Standing, alive: set[str]) -> bool:
        entries = [log.read(body) for body in await self.storage.tail(match.id, 1)]
        return bool(connected(entries) & alive)


class Cleaning:
    """The cleaning of a running server."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.cleaner = Cleaner(
            house.storage, Periods.of(house.settings), house.metrics, busy=self._busy, closed=self._dropped
        )

    async def run(self) -> None:
        """Shortly after the start, and then every hour; several processes not all at the same moment."""
        if self.house.settings.keep_all:
            return
        wait = FIRST_SECONDS
        while True:
            await asyncio.sleep(wait * random.uniform(0.75, 1.25))
            wait = EVERY_SECONDS
            try:
                done = await self.cleaner.clean(int(1000 * time.time()))
                await self.drop_stale()
            except Exception:  # the storage is down; the next time will do
                _log.exception("cleaning failed")
            else:
                if +done:
                    _log.info("cleaned", extra=dict(+done))

    def _busy(self, match: str) -> bool:
        room = self.house.rooms.get(match)
        return room is not None and bool(room.clients)

    def _dropped(self, match: str) -> None:
        """A match was closed or deleted here: whoever asks for it next is told what the storage says."""
        room = self.house.rooms.get(match)
        if room is not None and not room.pen.held:
            self.house.forget(room)
        self.house.hub.publish(match)

    async def drop_stale(self) -> None:
        """Forget rooms that nobody is at and that others have closed, deleted or written to."""
        idle = [room for room in self.house.rooms.values() if not room.clients and not room.pen.held]
        numbers = await self.house.storage.numbers([room.sitting.id for room in idle])
        for room in idle:
            known = numbers.get(room.sitting.id)
            if known != room.sitting.number and not room.clients and not room.pen.held:
                self.house.forget(room)
