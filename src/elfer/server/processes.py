"""Several server processes on one machine, behind one address (`elfer serve --processes 4`).

A parent that serves nobody itself starts them, starts one that has died again, and passes on that all shall stop.
Each has a listening socket of its own for the same address (`SO_REUSEPORT`): so the kernel shares connections out
evenly, where on a single socket an idle process would take all of them and keep them, since a WebSocket stays. The
parent holds every socket, too: whoever connects while a process is started again waits, and is not turned away.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from elfer.server.diagnostics import set_up
from elfer.server.settings import LonelyProcesses, Settings

BACKLOG = 4096
FIRST_WAIT, LONGEST_WAIT = 0.25, 8.0
"""Seconds until a process that has died is started again; twice as long each time, until one lives for a while."""
LONG_LIFE = 30.0
STOP_SECONDS = 30.0
"""Who has not ended so long after being told is killed."""

_log = logging.getLogger(__name__)


class Part(Struct, frozen=True):
    """What a process must know, told on its standard input: a command line can be read by everyone on the machine."""

    settings: Settings
    number: int
    socket: int
    """The listening socket, as a file that it inherits."""
    numbers: str
    """The folder in which all processes leave what they have counted."""


class Family:
    """All processes, as the parent sees them."""

    def __init__(self, settings: Settings, started: Callable[[str], None]) -> None:
        self._settings, self._started = settings, started
        self._running: dict[int, Process] = {}
        self._up: set[int] = set()
        """Those that have ever been ready."""
        self._stop = asyncio.Event()
        self._said = self._failed = False

    async def run(self) -> int:
        """Until told to stop, or one cannot even begin."""
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, self._stop.set)
        with tempfile.TemporaryDirectory(prefix="elfer-") as folder, contextlib.ExitStack() as open_:
            sockets = listening(self._settings)
            for each in sockets:
                open_.callback(each.close)
            keeping = [asyncio.create_task(self._keep(n, each, Path(folder))) for n, each in enumerate(sockets)]
            await self._stop.wait()
            await self._end()
            await asyncio.gather(*keeping)
        return 1 if self._failed else 0

    async def _keep(self, number: int, listener: socket.socket, folder: Path) -> None:
        """Start a process, and again whenever it has ended."""
        wait, loop = FIRST_WAIT, asyncio.get_running_loop()
        while not self._stop.is_set():
            since = loop.time()
            process = await self._start(number, listener, folder)
            await self._watch(number, process)
            (folder / str(number)).unlink(missing_ok=True)
            if self._stop.is_set():
                return
            if number not in self._up:  # it never began, and has said why
                self._failed = True
                self._stop.set()
                return
            _log.error("process ended", extra={"number": number, "status": process.returncode, "again_in": wait})
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), wait)
            wait = FIRST_WAIT if loop.time() - since > LONG_LIFE else min(2 * wait, LONGEST_WAIT)

    async def _start(self, number: int, listener: socket.socket, folder: Path) -> Process:
        part = Part(self._settings, number, listener.fileno(), str(folder))
        # -P: what lies in the current folder must not take the place of a module. A session of its own: Ctrl-C comes
        # to the parent alone, which passes it on.
        command = (sys.executable, "-P", "-m", "elfer.server.process")
        process = self._running[number] = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, pass_fds=(listener.fileno(),), start_new_session=True
        )
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(part) + b"\n")
        with contextlib.suppress(OSError):  # it has ended already; whoever watches it sees that
            await process.stdin.drain()
        return process

    async def _watch(self, number: int, process: Process) -> None:
        """Hear when it is ready, and return when it has ended."""
        assert process.stdout is not None
        if line := await process.stdout.readline():
            self._up.add(number)
            if not self._said and len(self._up) == self._settings.processes:
                self._said = True
                self._started(line.decode().strip())
        await process.wait()
        self._running.pop(number, None)

    async def _end(self) -> None:
        """All shall end; who does not is killed."""
        for process in list(self._running.values()):
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
        end = asyncio.get_running_loop().time() + STOP_SECONDS
        while self._running and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)
        for process in list(self._running.values()):
            with contextlib.suppress(ProcessLookupError):
                process.kill()


def listening(settings: Settings) -> list[socket.socket]:
    """A socket for each process, all for one address. With port 0 the first chooses, and the others follow."""
    sockets: list[socket.socket] = []
    port = settings.port
    for _ in range(settings.processes):
        family = socket.AF_INET6 if ":" in settings.bind else socket.AF_INET
        one = socket.socket(family, socket.SOCK_STREAM)
        sockets.append(one)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        one.bind((settings.bind, port))
        one.listen(BACKLOG)
        port = one.getsockname()[1]
    return sockets


def check(settings: Settings) -> None:
    """Raises `LonelyProcesses` if several processes could not know of each other's moves."""
    shared = settings.storage.startswith(("postgresql:", "postgres:")) and settings.hub
    if settings.processes > 1 and not (shared and hasattr(socket, "SO_REUSEPORT")):
        raise LonelyProcesses(settings.processes)


def serve_several(settings: Settings, started: Callable[[str], None]) -> int:
    """Serve with several processes until told to stop. `started` is called once all of them can be reached."""
    check(settings)
    set_up(settings.log_level)

    async def run() -> int:
        return await Family(settings, started).run()

    return asyncio.run(run())
