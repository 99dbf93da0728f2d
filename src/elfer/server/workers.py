"""A pool of worker processes, as the server sees it. One worker that hangs or dies costs nobody else their answer."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Hashable

import msgspec

from elfer.server.jobs import Failed, Job, Outcome, Part
from elfer.server.turns import Turns
from elfer.server.worker import LENGTH, PATIENT, READY, packed

START_SECONDS = 30.0
"""A worker that is not ready by then never will be."""

Heard = Callable[[bytes], None]
"""Is told how far a long job has come."""


class Busy(Exception):
    """As many jobs are waiting as may."""


class Lost(Exception):
    """The worker is gone, or could not be started."""


class Late(Exception):
    """The worker did not answer in time."""


class Broken(Exception):
    """The job itself failed, with this trace."""


class Worker:
    """One process. It does one job at a time."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @staticmethod
    async def start(*, patient: bool = False) -> Worker:
        """A worker that is ready. Raises `Lost`."""
        # -P: what lies in the current folder must not take the place of a module.
        command = [sys.executable, "-P", "-m", "elfer.server.worker", *([PATIENT] if patient else [])]
        try:
            worker = Worker(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE))
        except OSError as error:
            raise Lost(str(error)) from None
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker._read(len(READY))
        except TimeoutError:
            await worker.kill()
            raise Lost("a worker did not start in time") from None
        except BaseException:
            await worker.kill()
            raise
        return worker

    @property
    def alive(self) -> bool:
        """Whether it has not ended, as far as is known."""
        return self._process.returncode is None

    async def do(self, job: Job, heard: Heard | None = None) -> bytes:
        """The answer to a job; meanwhile, how far it has come is heard. Raises `Lost` and `Broken`."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(packed(job))
            await self._process.stdin.drain()
        except OSError:
            raise Lost("a worker is gone") from None
        while isinstance(outcome := await self._outcome(), Part):
            if heard is not None:
                heard(outcome.answer)
        if isinstance(outcome, Failed):
            raise Broken(outcome.trace)
        return outcome.answer

    async def _outcome(self) -> Outcome:
        [length] = LENGTH.unpack(await self._read(LENGTH.size))
        outcome: Outcome = msgspec.msgpack.decode(await self._read(length), type=Outcome)
        return outcome

    async def _read(self, size: int) -> bytes:
        assert self._process.stdout is not None
        try:
            return await self._process.stdout.readexactly(size)
        except (asyncio.IncompleteReadError, OSError):
            raise Lost("a worker is gone") from None

    async def kill(self) -> None:
        """End it, whatever it is doing."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    async def stop(self) -> None:
        """Let it end by itself: it does when nothing can come any more."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(2):
                await self._process.wait()
        except TimeoutError:
            await self.kill()


class Workers:
    """At most so many workers, started when they are needed; those who have jobs for them take turns."""

    def __init__(self, count: int, most_waiting: int | None = None, *, patient: bool = False) -> None:
        """`patient`: they leave the processor to whoever else needs it."""
        self._most_waiting, self._patient = most_waiting, patient
        self._turns = Turns(count)
        self._idle: list[Worker] = []

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return self._turns.waiting

    @property
    def full(self) -> bool:
        """Whether no more jobs may wait."""
        return self._most_waiting is not None and self.waiting >= self._most_waiting

    async def do(self, job: Job, seconds: float, whose: Hashable = None, heard: Heard | None = None) -> bytes:
        """The answer to a job. Its time counts from when a worker begins with it.

        Raises `Busy`, `Lost`, `Late` and `Broken`.
        """
        if self.full:
            raise Busy
        async with self._turns.of(object() if whose is None else whose):
            return await self._done(job, seconds, heard)

    async def _done(self, job: Job, seconds: float, heard: Heard | None) -> bytes:
        worker = await self._ready()
        try:
            async with asyncio.timeout(seconds):
                answer = await worker.do(job, heard)
        except Broken:
            self._idle.append(worker)
            raise
        except TimeoutError:
            await worker.kill()  # whatever it hangs on must not hold up the next job
            raise Late(f"no answer in {seconds:g} s") from None
        except BaseException:
            await worker.kill()
            raise
        self._idle.append(worker)
        return answer

    async def _ready(self) -> Worker:
        while self._idle:
            if (worker := self._idle.pop()).alive:
                return worker
        return await Worker.start(patient=self._patient)

    async def stop(self) -> None:
        """End the workers that have nothing to do; those that have end with their jobs."""
        idle, self._idle = self._idle, []
        await asyncio.gather(*(worker.stop() for worker in idle))
