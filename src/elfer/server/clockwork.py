"""The clockwork: makes happen what happens by itself, at every table that somebody is at.

A table on which something is due has a timer, or somebody who is at work on it. Whatever goes wrong, it is tried
again, after a while that grows; and a watch looks at all tables from time to time, in case nobody is.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from elfer.bots.pace import LONGEST
from elfer.server import log
from elfer.server.auto import Due, dues
from elfer.server.declined import Declined
from elfer.server.judging import SILENT, window
from elfer.server.log import AnyEntry
from elfer.server.pace import deal_ms, pause_ms
from elfer.server.room import Room
from elfer.server.sitting import Sitting
from elfer.table.refusal import Refused

if TYPE_CHECKING:
    from elfer.server.house import House

WATCH_SECONDS = 2.0
OVERDUE_MS = 10_000
"""What should have happened so long ago, and has not, is overdue."""
FIRST_WAIT, LONGEST_WAIT = 0.25, 4.0
"""Seconds from a failure to the next try; twice as long each time."""

_log = logging.getLogger(__name__)


class Clockwork:
    """The timers of all rooms of a house."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def watch(self) -> None:
        """Look after all tables. It needs no storage, so it goes on when that does not."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for room in list(self._house.rooms.values()):
                if room.timer is None and room.clients:
                    self._look_after(room)

    def _look_after(self, room: Room) -> None:
        try:
            self.schedule(room)
        except Exception:  # all other tables are to be looked after too, and what was decided here is of no use
            room.decided = {}
            _log.exception("nothing is set to happen", extra={"match": room.sitting.id})

    def schedule(self, room: Room) -> None:
        """Set the timer for what happens next by itself. A match that nobody is at waits."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        elif room.is_left_to_people():
            return
        if not room.clients or self._house.stopping or room.at_work == room.sitting.shown:
            return
        if room.decided_on != room.sitting.shown:
            room.decided, room.decided_on = {}, room.sitting.shown
        dues = [(self._when(room, due), n, due) for n, due in enumerate(self._dues(room))]
        if not dues:
            return
        at, _, next_ = min(dues)
        wait = max(0, at - room.now(room.sitting)) / 1000
        if room.failures:
            wait = max(wait, min(FIRST_WAIT * 2 ** (room.failures - 1), LONGEST_WAIT))
        room.timer = asyncio.get_running_loop().call_later(wait, self._fire, room, next_)

    def overdue(self) -> int:
        """How many tables that somebody is at should have gone on long ago. It is never anything but 0, or there
        is a fault."""
        return sum(self._is_overdue(room) for room in self._house.rooms.values() if room.clients)

    def _is_overdue(self, room: Room) -> bool:
        first = min((due.at for due in self._dues(room)), default=None)
        patience = OVERDUE_MS + round(LONGEST * self._house.settings.bot_pause_ms)
        return first is not None and room.now(room.sitting) - first > patience

    def _dues(self, room: Room) -> list[Due]:
        return dues(room.sitting, room.begun() if self._house.settings.bot_pause_ms else room.sitting.told_at)

    def _when(self, room: Room, what: Due) -> int:
        """When something is to be done about it: bots think at once, and act when their time has come."""
        usual = self._house.settings.bot_pause_ms
        if what.by == "clock":
            return what.at
        if what.seat is None:
            return what.at + deal_ms(room.sitting, usual)
        if (do := room.decided.get(what.seat)) is not None:
            return what.at + pause_ms(room.sitting, what.seat, do, usual)
        return 0 if what.by == "bot" else what.at

    def _fire(self, room: Room, what: Due) -> None:
        # Noted here, not when the task begins: whoever schedules in between would set another one to the same work.
        room.timer, room.at_work = None, room.sitting.shown
        self._house.tasks.add(self._happen(room, what, room.sitting.shown))

    async def _happen(self, room: Room, what: Due, decided_on: int) -> None:
        try:
            if room.sitting.shown != decided_on:  # somebody has acted, or is back
                return
            if what.seat is None or what.seat in room.decided:
                await self._do(room, what)
                room.failures = 0
            else:
                await self._think(room, what.seat, what)
        except Refused:
            room.failures = 0  # it was decided on something that has changed
            room.decided = {}
        except Declined as why:  # storage is down, or the server stops
            room.failures += 1
            _log.warning("tried again", extra={"match": room.sitting.id, "why": why.code})
        except Exception:
            room.failures += 1
            room.decided = {}
            _log.exception("nothing happened", extra={"match": room.sitting.id})
        finally:
            if room.at_work == decided_on:  # else somebody decides on what has happened meanwhile
                room.at_work = None
            self.schedule(room)

    async def _think(self, room: Room, seat: int, what: Due) -> None:
        """Let a bot decide."""
        sitting = room.sitting
        do = await self._chosen(sitting, seat, what)
        if room.sitting.shown == sitting.shown:  # else somebody has acted, or is back
            room.decided[seat] = do

    async def _do(self, room: Room, what: Due) -> None:
        """Deal, or do what a bot has decided."""
        shown, do = room.sitting.shown, "" if what.seat is None else room.decided[what.seat]

        def plan(sitting: Sitting) -> list[AnyEntry]:
            if sitting.shown != shown:  # somebody has acted, or is back
                return []
            if what.seat is None:
                return [log.Dealt(at=room.now(sitting))]
            return [log.Acted(at=room.now(sitting), seat=what.seat, do=do, by=what.by)]

        await self._house.write(room, plan)
        if what.seat is not None:
            room.decided.pop(what.seat, None)  # what stays secret leaves the others as they were decided

    async def _chosen(self, sitting: Sitting, seat: int, what: Due) -> str:
        assert sitting.match is not None
        open_ = window(sitting.match.state)
        if what.by == "clock" and open_ is not None and open_.seconds:
            return SILENT
        self._house.metrics.count("elfer_bot_decisions_total")
        return await self._house.bots.choose(sitting, seat, sitting.chairs[seat].level or sitting.manner.level)
