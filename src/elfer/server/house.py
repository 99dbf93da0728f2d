"""The house: all tables, as this server process knows them. The only place that writes to a log.

Any process may handle any message. It looks at the sitting as it knows it, and asks storage to append the next
number. If somebody else was first, it reads what they wrote and looks at the message again. Only when the entry is
durable does anybody hear of it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from elfer.match.fair import commitment
from elfer.match.setup import Setup
from elfer.server import log
from elfer.server.bots import Bots
from elfer.server.chat import chat_line, read_chat
from elfer.server.clockwork import Clockwork
from elfer.server.declined import Declined
from elfer.server.hub import Hub
from elfer.server.log import AnyEntry
from elfer.server.manner import Manner
from elfer.server.metrics import Metrics
from elfer.server.moves import MOST_COMINGS, Transition, transitions, with_ending
from elfer.server.played import rows
from elfer.server.room import Reply, Room
from elfer.server.settings import Settings
from elfer.server.sitting import Phase, Sitting
from elfer.server.storage import Kept, Storage
from elfer.server.storage.batch import Tail
from elfer.server.storage.failure import StorageFailed
from elfer.server.tasks import Tasks
from elfer.server.who import CODE_LENGTH, Signer, new_code, new_id
from elfer.table.seed import SEED_BYTES

SWEEP_SECONDS = 5.0
DEAD_AFTER_MS = 20_000
"""A process that has given no sign for so long is gone, and the people who were connected to it are away."""
PROBE_SECONDS = 3.0
"""A storage that has not written a line by then cannot be worked with."""

Plan = Callable[[Sitting], Sequence[AnyEntry]]
Finished = Callable[[bool], None]
"""Is told whether an entry was written."""

_log = logging.getLogger(__name__)


class House:
    """Opens tables, loads rooms and writes logs."""

    def __init__(self, settings: Settings, storage: Storage, hub: Hub, process: str, metrics: Metrics) -> None:
        self.settings, self.storage, self.hub, self.process = settings, storage, hub, process
        self.metrics = metrics
        self.bots = Bots(settings.workers, settings.bot_seconds, metrics)
        self.clockwork = Clockwork(self)
        self.schedule = self.clockwork.schedule
        self.rooms: dict[str, Room] = {}
        """By match. Those that nobody is at are dropped when there are too many, the oldest first."""
        self._codes: dict[str, str] = {}
        self.stopping = False
        self.tasks = Tasks()
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._probing: asyncio.Task[None] | None = None
        self._unnoted: dict[str, Sitting] = {}
        """Matches whose players could not be noted in their histories yet."""
        self._behind: dict[Room, None] = {}
        """Rooms of which another process has said that they have gone on, and nobody has begun to read."""

    async def start(self) -> None:
        await self.storage.start()
        self.signer = Signer(await self.storage.secret("signer", secrets.token_bytes(SEED_BYTES)))
        await self.storage.beat(self.process, _now_ms())
        await self.hub.start(self._heard)
        self._looking_after = [asyncio.create_task(self._sweep()), asyncio.create_task(self.clockwork.watch())]

    async def stop(self) -> None:
        """Finish what is being written; nothing new begins."""
        self.stopping = True
        for task in self._looking_after:
            task.cancel()
        for room in self.rooms.values():
            if room.timer is not None:
                room.timer.cancel()
        await self.tasks.finish()
        for room in list(self.rooms.values()):
            async with room.pen:
                pass
        await self.hub.stop()
        await self.bots.stop()
        await self.storage.stop()

    # --- tables -----------------------------------------------------------------------------------------------

    async def open_table(self, setup: Setup, host: str, manner: Manner, after: str = "") -> Sitting:
        """A new table. Its secret is drawn now, and its commitment is the first thing in the log."""
        secret, now = secrets.token_bytes(SEED_BYTES), _now_ms()
        opened = log.Opened(
            unix_ms=now, commitment=commitment(secret), setup=setup.code, host=host, manner=manner, after=after
        )
        length = CODE_LENGTH
        while True:
            kept = Kept(new_id(), new_code(length), secret, now)
            if await self.storage.found(kept, log.written(opened)):
                break
            length += 1  # the short ones are getting scarce
        self.metrics.count("elfer_tables_opened_total")
        sitting = Sitting.open(kept.id, kept.code, secret, opened)
        self._keep(Room(sitting, (), self.signer))
        return sitting

    async def room_by_code(self, code: str) -> Room:
        """The room of a table. Raises `Declined` if there is none."""
        if (room := self.open_room(code)) is not None:
            return room
        code = code.strip().upper()
        kept = await self.storage.by_code(code) if code.isascii() and code.isalnum() else None
        room = None if kept is None else await self._load(kept)
        if room is None:
            raise Declined("no-such-table", code=code)
        return room

    def open_room(self, code: str) -> Room | None:
        """The room of a table that is in memory."""
        match = self._codes.get(code.strip().upper())
        return None if match is None else self.rooms[match]

    async def room_of(self, match: str) -> Room | None:
        if match in self.rooms:
            return self.rooms[match]
        kept = await self.storage.by_id(match) if match.isascii() and "\0" not in match else None
        return None if kept is None else await self._load(kept)

    async def _load(self, kept: Kept) -> Room | None:
        """The room, replayed from its log; once, however many ask for it at the same time. `None` if it is gone."""
        if (room := self.rooms.get(kept.id)) is not None:
            return room
        if (loading := self._loading.get(kept.id)) is None:
            loading = self._loading[kept.id] = asyncio.ensure_future(self._replay(kept))
            loading.add_done_callback(lambda _: self._loading.pop(kept.id, None))
        return await asyncio.shield(loading)

    async def _replay(self, kept: Kept) -> Room | None:
        entries = [log.read(body) for body in await self.storage.tail(kept.id, 1)]
        if log.has_run_out(entries):
            return None
        first, *rest = entries
        assert isinstance(first, log.Opened)
        taken = transitions(Sitting.open(kept.id, kept.code, kept.secret, first), rest)
        sitting = taken[-1].after if taken else Sitting.open(kept.id, kept.code, kept.secret, first)
        room = Room(sitting, taken, self.signer)
        room.chat.extend(chat_line(chatted) for chatted in await self.storage.chat(kept.id, room.chat.maxlen or 0))
        self._keep(room)
        self.metrics.count("elfer_rooms_loaded_total")
        if sitting.match is not None:
            await self._note_played(sitting)  # in case the process that should have was killed
        return room

    def _keep(self, room: Room) -> None:
        self.rooms[room.sitting.id] = room
        self._codes[room.sitting.code] = room.sitting.id
        self.hub.subscribe(room.sitting.id)
        if len(self.rooms) > self.settings.idle_rooms:
            idle = [r for r in self.rooms.values() if not r.clients and not r.pen.held and r is not room]
            for old in idle[: max(0, len(self.rooms) - self.settings.idle_rooms)]:
                self.forget(old)

    def forget(self, room: Room) -> None:
        """Drop a room from memory; its log has everything."""
        if self.rooms.get(room.sitting.id) is room:
            del self.rooms[room.sitting.id], self._codes[room.sitting.code]
            self.hub.unsubscribe(room.sitting.id)
        if room.timer is not None:
            room.timer.cancel()

    # --- writing ----------------------------------------------------------------------------------------------

    async def write(self, room: Room, plan: Plan, reply: Reply | None = None) -> list[Transition]:
        """Add what the plan says to the log, and tell everyone. If it raises `Declined` or `Refused`, nothing is.

        The plan is asked again whenever somebody else was first.
        """
        if self.stopping:
            raise Declined("stopping")
        async with room.pen:
            while True:
                taken = with_ending(transitions(room.sitting, plan(room.sitting)))
                if not taken:
                    return []
                if await self._append(room, taken):
                    break
                self.metrics.count("elfer_conflicts_total")
                await self._read_on(room)
            if any(isinstance(transition.entry, (log.Started, log.Revealed)) for transition in taken):
                await self._note_played(taken[-1].after)
            self._told(room, taken, reply)
        self.schedule(room)
        return taken

    async def _append(self, room: Room, taken: Sequence[Transition]) -> bool:
        """Whether these entries were the first with their numbers. Raises `StorageFailed`."""
        bodies = [log.written(transition.entry) for transition in taken]
        try:
            return await self.storage.append(room.sitting.id, taken[0].before.number + 1, bodies)
        except Exception:
            # Nobody knows whether it was written. If it was, the next append finds its number taken and reads on.
            self.metrics.count("elfer_storage_failures_total")
            raise

    def write_at_once(self, room: Room, entries: Sequence[AnyEntry], reply: Reply, finished: Finished) -> bool:
        """`write`, begun without waiting for anything: so nearly every action goes, since this is half the work.

        False if it needs more, such as the pen, or the end of a match; then nothing has been done. `finished` is
        told later whether it was written: not if somebody else was first, and perhaps not if storage is down.
        """
        if self.stopping or room.pen.held or len(entries) != 1:
            return False
        before, [entry] = room.sitting, entries
        transition = Transition(before, entry, before.after(entry))
        if transition.ends_round() and transition.after.phase is Phase.OVER:
            return False
        room.pen.take()
        durable = partial(self._written, room, transition, reply, finished)
        self.storage.append_then(before.id, before.number + 1, [log.written(entry)], durable)
        return True

    def _written(
        self, room: Room, transition: Transition, reply: Reply, finished: Finished, first: bool | Exception
    ) -> None:
        """What came of an entry that nobody has waited for."""
        try:
            if first is True:
                self._told(room, [transition], reply)
                self.schedule(room)
            elif first is not False:
                self.metrics.count("elfer_storage_failures_total")
            finished(first is True)
        finally:
            room.pen.lay_down()

    def _told(self, room: Room, taken: list[Transition], reply: Reply | None) -> None:
        """The entries are durable: the other processes hear of it, and everyone here."""
        self.metrics.count("elfer_entries_total", len(taken))
        self.hub.publish(room.sitting.id)
        room.advance(taken, reply)

    async def _read_on(self, room: Room) -> None:
        """What others have written. The room's lock is held."""
        tail = await self.storage.tail(room.sitting.id, room.sitting.number + 1)
        room.advance(transitions(room.sitting, map(log.read, tail)))

    async def refresh(self, room: Room) -> None:
        async with room.pen:
            await self._read_on(room)
        self._correct_presence(room)
        self.schedule(room)

    async def _note_played(self, sitting: Sitting) -> None:
        """Who plays, and how it ended, for their histories. A failure is made good later: the match goes on."""
        try:
            await self.storage.note_played(rows(sitting))
            self._unnoted.pop(sitting.id, None)
        except StorageFailed:
            self._unnoted[sitting.id] = sitting

    async def probe(self) -> None:
        """Write something that means nothing. Raises `StorageFailed` if that cannot be done."""
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self.storage.beat(self.process, _now_ms()))
            self._probing.add_done_callback(lambda task: task.cancelled() or task.exception())
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await asyncio.shield(self._probing)
        except TimeoutError:
            raise StorageFailed("storage-locked") from None

    async def can_write(self) -> bool:
        try:
            await self.probe()
        except StorageFailed:
            return False
        return True

    # --- what others say --------------------------------------------------------------------------------------

    def _heard(self, match: str, word: bytes) -> None:
        """Another process says that a match has gone on, or passes a line of chat."""
        room = self.rooms.get(match)
        if room is None:
            return
        if word:
            room.say(chat_line(read_chat(word)))
        else:
            if not self._behind:
                self.tasks.add(self._read_behind())
            self._behind[room] = None

    async def _read_behind(self) -> None:
        """Read on in all rooms that others have told of, in one go: under load it is many at a time."""
        rooms, self._behind = self._behind, {}
        free = [room for room in rooms if room.pen.take()]
        for room in rooms.keys() - free:  # somebody is writing there
            self.tasks.add(self.refresh(room))
        try:
            tails = await self.storage.tails([Tail(room.sitting.id, room.sitting.number + 1) for room in free])
            for room, tail in zip(free, tails, strict=True):
                try:
                    room.advance(transitions(room.sitting, map(log.read, tail)))
                except Exception:  # all others are to go on
                    _log.exception("reading on failed", extra={"match": room.sitting.id})
        finally:
            for room in free:
                room.pen.lay_down()
        for room in free:
            self._correct_presence(room)
            self.schedule(room)

    async def _sweep(self) -> None:
        """From time to time: give a sign of life, find processes that have died, catch up with what was missed."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for part in (self._give_sign, self._catch_up, self._note_unnoted):
                try:
                    await part()
                except StorageFailed as why:
                    _log.warning("sweep failed", extra={"why": why.code})
                except Exception:
                    _log.exception("sweep failed")

    async def _give_sign(self) -> None:
        await self.storage.beat(self.process, _now_ms())

    async def _catch_up(self) -> None:
        alive = await self.storage.alive(_now_ms() - DEAD_AFTER_MS)
        # Whoever holds the pen will find out; waiting for one would hold up all others.
        there = [room for room in self.rooms.values() if room.clients and not room.pen.held]
        numbers = await self.storage.numbers([room.sitting.id for room in there])
        for room in there:
            if numbers.get(room.sitting.id, 0) > room.sitting.number:
                await self.refresh(room)
            await self._note_dead(room, alive | {self.process})
            self._correct_presence(room)

    async def _note_unnoted(self) -> None:
        for sitting in list(self._unnoted.values()):
            await self._note_played(sitting)

    async def _note_dead(self, room: Room, alive: set[str]) -> None:
        def plan(sitting: Sitting) -> list[AnyEntry]:
            return [
                log.Away(at=room.now(sitting), seat=seat)
                for seat, chair in enumerate(sitting.chairs)
                if chair.process and chair.process not in alive and not sitting.done
            ]

        if plan(room.sitting):
            await self.write(room, plan)

    # --- who is here ------------------------------------------------------------------------------------------

    async def arrived(self, room: Room, seats: Iterable[int]) -> None:
        """The people of these seats are connected, here."""
        await self._presence(
            room, lambda sitting: [s for s in seats if sitting.chairs[s].process != self.process], True
        )

    async def left(self, room: Room, seats: Iterable[int]) -> None:
        """A connection is gone: its seats are away, unless another device of theirs is here."""

        def gone(sitting: Sitting) -> list[int]:
            here = room.present()
            return [s for s in seats if s not in here and sitting.chairs[s].process == self.process]

        await self._presence(room, gone, False)

    async def _presence(self, room: Room, which: Callable[[Sitting], list[int]], here: bool) -> None:
        def plan(sitting: Sitting) -> list[AnyEntry]:
            if sitting.done or (here and sitting.comings >= MOST_COMINGS):
                return []
            at, found = room.now(sitting), which(sitting)
            if here:
                return [log.Here(at=at, seat=seat, process=self.process) for seat in found]
            return [log.Away(at=at, seat=seat) for seat in found]

        if not self.stopping and which(room.sitting):
            await self.write(room, plan)

    def _correct_presence(self, room: Room) -> None:
        """Another process may have called somebody away who is connected here too, or it could not be noted then."""
        sitting = room.sitting
        missing = [seat for seat in room.present() if sitting.chairs[seat].away]
        if missing and not (self.stopping or sitting.done or sitting.comings >= MOST_COMINGS):
            self.tasks.add(self.arrived(room, missing))


def _now_ms() -> int:
    return int(1000 * time.time())
