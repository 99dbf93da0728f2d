"""Runs the server: uvicorn with what was measured to be fast, and a stop that loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
import sys
from collections.abc import Callable

import uvicorn

from elfer.server.app import App
from elfer.server.diagnostics import set_up
from elfer.server.doors import door_protocol, raise_file_limit
from elfer.server.lean import LeanProtocol
from elfer.server.numbers import Numbers
from elfer.server.settings import Settings

HARD_LIMIT = 256 * 1024
"""Larger frames are not even read. Those between this and the largest message are, to say what is wrong."""
SWITCH_SECONDS = 0.001
"""How long the writer thread waits for the interpreter's lock; Python's own 5 ms would be most of the latency."""


class Server(uvicorn.Server):
    """Says goodbye to its clients before it closes their connections."""

    def __init__(self, app: App, config: uvicorn.Config, started: Callable[[str], None]) -> None:
        super().__init__(config)
        self._app, self._started = app, started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.start()  # here, so that whoever started it is told what is wrong; uvicorn would only log it
        await super().startup(sockets)
        if self.started:
            ports = [s.getsockname()[1] for server in self.servers for s in server.sockets]
            self._started(f"http://{self._app.settings.bind}:{ports[0]}")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.house.stopping = True
        for server in self.servers:
            server.close()
        await self._app.sockets.stop()
        await self._app.house.bots.reviews.stop()  # who waits for one would hold up the end
        await super().shutdown(sockets)


def serve(
    settings: Settings,
    started: Callable[[str], None] = lambda url: None,
    listener: socket.socket | None = None,
    numbers: Numbers | None = None,
) -> int:
    """Serve until told to stop. `started` is called with the address once people can come.

    One of several processes is given the socket it listens on, and where to leave its numbers.
    """
    set_up(settings.log_level)
    sys.setswitchinterval(SWITCH_SECONDS)
    raise_file_limit()
    app = App(settings, numbers)
    app.house.storage.claim()  # before anything is printed: whoever started it sees why it cannot be
    # Python looks for cycles among new objects when so many more were made than dropped. Moves drop as many as they
    # make, so all that is alive becomes new before it looks again: with a limit of 10,000 it looked at some 100,000
    # at once, for up to 20 ms. What it has looked at so is looked at again after ten times, and not after a hundred:
    # that took up to 30 ms. All else is looked at seldom: nothing of a move forms a cycle.
    gc.freeze()
    gc.set_threshold(700, 10, 500)
    config = uvicorn.Config(
        app,
        host=settings.bind,
        port=settings.port,
        http=door_protocol(app.doors),
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=app.doors.proxies.names,  # given even if empty: the environment names nobody
        ws=LeanProtocol,
        ws_per_message_deflate=False,
        ws_max_size=HARD_LIMIT,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        loop="auto",
        lifespan="on",
        access_log=False,
        log_config=None,
        log_level=logging.ERROR,  # a warning for each thing that a peer does wrong could fill the disk
        server_header=False,
        timeout_graceful_shutdown=10,
        backlog=4096,
    )
    server = Server(app, config, started)
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve(None if listener is None else [listener]))
    return 0 if server.started else 1
