"""Many matches of people and of bots that are played on and on, while everything under them fails."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec

from tests.server.services import dies_with_us, free_port, wait_until

sys.path.insert(0, str(Path(__file__).parents[2] / "bench" / "server"))
from sockets import Socket, connected

from elfer.server import log
from elfer.server.moves import transitions
from elfer.server.sitting import Sitting
from elfer.server.storage import storage_for

MATCHES = int(os.environ.get("ELFER_CHAOS_MATCHES", "8"))
KILLS = int(os.environ.get("ELFER_CHAOS_KILLS", "2"))
BOT_TABLES = int(os.environ.get("ELFER_CHAOS_BOT_TABLES", "2"))
LONG = "ELFER_CHAOS_KILLS" in os.environ
"""Whether faults last as long as they would, and tables must go on soon; else all is as short as can be."""
PATIENCE = 600.0
WITHIN = 10.0 if LONG else PATIENCE
"""So many seconds after a fault every table with bots has gone on by itself."""
STORAGE_FAILURES = ("storage-down", "storage-full", "storage-locked", "storage-read-only", "storage-unreachable")
EXPECTED = ("out-of-order", "not-your-turn", "no-next-round", "stopping", *STORAGE_FAILURES)
"""Whoever was cut off may not have seen everything; nothing worse may be said."""
PAUSE = 0.05
"""Seconds a player thinks, so that two hundred matches fit on a small machine."""


class ServerProcess:
    """A real `elfer serve`, on its own port, that can be killed."""

    def __init__(self, storage: str, hub: str, folder: Path) -> None:
        self.port = free_port()
        self._command = [*dies_with_us("KILL"), sys.executable, "-m", "elfer", "serve", "--port", str(self.port)]
        self._command += ["--storage", storage, "--rate", "1000", "--log-level", "warning"]
        self._command += ["--bot-pause-ms", "100", "--connections-per-address", "0"]
        self._command += ["--hub", hub] if hub else []
        self.log = folder / f"server-{self.port}.log"
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as out:
            self._process = subprocess.Popen(self._command, stdout=out, stderr=out)

    @property
    def pid(self) -> int:
        """Of the server itself: what was put before its command has become the server."""
        return self._process.pid

    def workers(self) -> list[int]:
        """The processes that it has started."""
        return children(self.pid)

    def send(self, blow: signal.Signals) -> None:
        self._process.send_signal(blow)

    def kill(self) -> None:
        """At once. No process that it has started may live on."""
        left = self.workers() if self._process.poll() is None else []
        self.send(signal.SIGKILL)
        self._process.wait()
        wait_until(lambda: not any(map(alive, left)), "a worker lives on")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(60)

    async def up(self) -> None:
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient() as http:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await http.get(f"http://127.0.0.1:{self.port}/health")).status_code == 200:
                        return
                if self._process.poll() is not None:
                    raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")
                await asyncio.sleep(0.05)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def alive(pid: int) -> bool:
    """Whether there is still such a process; one that only waits to be noticed has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Screen:
    """One player's connection to one match: acts whenever it can, and comes back whenever it is cut off."""

    def __init__(self, match: ChaosMatch, seat: int, cookie: str) -> None:
        self.match, self.seat, self.cookie = match, seat, cookie
        self.socket: Socket | None = None
        self.number, self.legal, self.waiting = 0, [""], ""
        self.round_over = False

    async def run(self) -> None:
        """Stay connected, to whichever server is there."""
        servers, n = self.match.servers, self.seat
        while not self.match.over:
            try:
                socket = await connected(
                    servers[n % len(servers)].port, "/ws", self._got, f"Cookie: {self.cookie}\r\n"
                )
            except OSError:
                n += 1
                await asyncio.sleep(0.05)
                continue
            self.socket, self.waiting, self.legal = socket, "", []
            socket.send(json.dumps({"type": "enter", "code": self.match.code}).encode())
            while not socket.closed and not self.match.over:
                self._act()
                await asyncio.sleep(PAUSE)
            n += 1
        if self.socket is not None:
            self.socket.transport.close()

    def _got(self, socket: Socket, data: bytes) -> None:
        if socket is not self.socket:
            return
        message: dict[str, Any] = msgspec.json.decode(data)
        kind = message["type"]
        if "number" in message and kind != "ping":
            self.number = message["number"]
        if kind == "scene":
            self.match.shown = max(self.match.shown, self.number)
            [view] = message["views"] or [{"legal": []}]
            self.legal, self.round_over = view["legal"], message["table"]["phase"] == "between"
        elif kind == "moved":
            self.match.shown = max(self.match.shown, self.number)
            [change] = message["changes"]
            self.legal, self.round_over = change.get("legal", self.legal), message.get("scores") is not None
        elif kind == "ping":
            socket.send(json.dumps({"type": "pong", "number": message["number"]}).encode())
        elif kind == "goodbye":
            socket.transport.close()
        if message.get("id") and message["id"] == self.waiting:
            self.waiting = ""
            if kind == "moved":
                self.match.acked.append((self.number, message["id"]))
            elif kind == "refusal" and message["code"] not in EXPECTED:
                self.match.refused.append(message)

    def _act(self) -> None:
        if self.waiting or self.socket is None or self.match.paused:
            return
        if self.legal:
            do = self.match.random.choice(self.legal)
            id = self.waiting = f"{self.seat}-{len(self.match.sent)}"
            self.match.sent[id] = (self.seat, do)
            act = {"type": "act", "seat": self.seat, "do": do, "seen": self.number, "id": id}
            self.socket.send(json.dumps(act).encode())
        elif self.round_over and self.seat == 0:
            self.socket.send(b'{"type":"onward"}')


class ChaosMatch:
    """A match, what was sent, and what was acknowledged."""

    def __init__(self, servers: list[ServerProcess], number: int) -> None:
        self.servers, self.random = servers, Random(number)
        self.code = self.id = ""
        self.sent: dict[str, tuple[int, str]] = {}
        self.acked: list[tuple[int, str]] = []
        self.refused: list[dict[str, Any]] = []
        self.shown = 0
        self.over = self.paused = False
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """A table of two, that has begun."""
        cookies = []
        base = f"http://127.0.0.1:{self.servers[0].port}"
        async with httpx.AsyncClient(base_url=base, timeout=60) as http:
            for seat in range(2):
                answer = await http.post("/api/me", json={"name": f"P{seat}"}, headers={"Cookie": ""})
                cookies.append(f"elfer={answer.cookies['elfer']}")
                http.cookies.clear()
            wanted = {"setup": "elfer.2.b", "manner": {"away_seconds": 3600}}
            made = await http.post("/api/tables", json=wanted, headers={"Cookie": cookies[0]})
            self.code, self.id = made.json()["code"], made.json()["match"]
        asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        def got(socket: Socket, data: bytes) -> None:
            asked.put_nowait(msgspec.json.decode(data))

        for seat in (1, 0):
            socket = await connected(self.servers[0].port, "/ws", got, f"Cookie: {cookies[seat]}\r\n")
            wishes: list[dict[str, Any]] = [{"type": "enter", "code": self.code}, {"type": "sit", "seat": seat}]
            for wish in wishes + ([{"type": "begin"}] if seat == 0 else []):
                socket.send(json.dumps({**wish, "id": wish["type"]}).encode())
                async with asyncio.timeout(PATIENCE):
                    while (await asked.get()).get("id") != wish["type"]:
                        pass
            socket.transport.close()
        self.screens = [Screen(self, seat, cookies[seat]) for seat in range(2)]
        self._tasks = [asyncio.create_task(screen.run()) for screen in self.screens]

    async def finish(self) -> None:
        self.over = True
        await asyncio.gather(*self._tasks)

    async def check(self, entries: list[log.AnyEntry], kept_secret: bytes) -> int:
        """Every acknowledged action is in the log, at its number; none is there twice; gives how many there are."""
        first, *rest = entries
        assert isinstance(first, log.Opened)
        taken = transitions(Sitting.open(self.id, self.code, kept_secret, first), rest)  # raises if one is not legal
        done = {s.after.shown: s.entry for s in taken if isinstance(s.entry, log.Acted)}
        for number, id in self.acked:
            entry = done[number]
            assert (entry.seat, entry.do) == self.sent[id], (self.code, number)
        assert len({number for number, _ in self.acked}) == len(self.acked)
        # What is in the log was sent, in that order, each at most once.
        for seat in range(2):
            wanted = iter([do for who, do in self.sent.values() if who == seat])
            for entry in done.values():
                if entry.seat == seat:
                    assert entry.by == "person"
                    assert any(do == entry.do for do in wanted), (self.code, entry)
        assert not self.refused, self.refused[:3]
        return len(done)


class BotTable:
    """A table where only bots play, and somebody looks on. When a match is over, another one begins."""

    def __init__(self, servers: list[ServerProcess], number: int = 0) -> None:
        self.servers, self._number = servers, number
        self.shown = 0
        """How many changes were seen, at all its matches."""
        self._seen = 0
        self.over = False
        self._code, self._cookie = "", ""
        self._socket: Socket | None = None
        self._watching: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self._begin()
        self._watching = asyncio.create_task(self._watch())

    async def _begin(self) -> None:
        """A table of four, that nobody sits at yet."""
        server = self.servers[self._number % len(self.servers)]
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as http:
            if not self._cookie:
                answer = await http.post("/api/me", json={"name": "Watcher"})
                self._cookie = f"elfer={answer.cookies['elfer']}"
            made = await http.post("/api/tables", json={"setup": "elfer.4.b"}, headers={"Cookie": self._cookie})
            self._code, self._seen = made.json()["code"], 0

    async def _watch(self) -> None:
        n = self._number
        while not self.over:
            if not self._code:
                with contextlib.suppress(httpx.HTTPError, KeyError):
                    await self._begin()
            try:
                port = self.servers[n % len(self.servers)].port
                socket = self._socket = await connected(port, "/ws", self._got, f"Cookie: {self._cookie}\r\n")
            except OSError:
                n += 1
                await asyncio.sleep(0.05)
                continue
            socket.send(json.dumps({"type": "enter", "code": self._code}).encode())
            while not socket.closed and not self.over and self._code:
                await asyncio.sleep(PAUSE)
            socket.transport.close()
            n += 1

    def _got(self, socket: Socket, data: bytes) -> None:
        message: dict[str, Any] = msgspec.json.decode(data)
        kind, table = message["type"], message.get("table") or {}
        if kind == "ping":
            socket.send(json.dumps({"type": "pong", "number": message["number"]}).encode())
        elif kind in ("scene", "moved", "changed") and message["number"] > self._seen:
            self._seen = message["number"]
            self.shown += 1
        if table.get("phase") == "gathering":
            socket.send(b'{"type":"begin"}')
        elif table.get("phase") == "over" or kind == "goodbye":
            self._code = self._code if kind == "goodbye" else ""
            socket.transport.close()

    async def finish(self) -> None:
        self.over = True
        if self._watching is not None:
            await self._watching


async def until(true: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(what)
        await asyncio.sleep(0.05)


async def all_go_on(matches: list[ChaosMatch], moves: int = 3) -> None:
    """Wait until something new was shown in every match."""
    goals = [match.shown + moves for match in matches]

    def all_there() -> bool:
        return all(match.shown >= goal for match, goal in zip(matches, goals, strict=True))

    await until(all_there, "a match stands still")


async def bots_go_on(tables: Sequence[BotTable], after: str) -> float:
    """Wait until every table of bots has gone on by itself; gives how many seconds that took."""
    goals, start = [table.shown + 3 for table in tables], time.monotonic()

    def standing() -> list[int]:
        return [n for n, (table, goal) in enumerate(zip(tables, goals, strict=True)) if table.shown < goal]

    try:
        await until(lambda: not standing(), "", WITHIN)
    except TimeoutError:
        raise TimeoutError(f"after {after}: tables {standing()} of bots stand still") from None
    return time.monotonic() - start


async def bots_opened(servers: list[ServerProcess], count: int) -> list[BotTable]:
    tables = [BotTable(servers, number) for number in range(count)]
    for table in tables:
        await table.open()
    return tables


async def opened(servers: list[ServerProcess], count: int) -> list[ChaosMatch]:
    matches = [ChaosMatch(servers, number) for number in range(count)]
    for start in range(0, count, 10):
        await asyncio.gather(*(match.open() for match in matches[start : start + 10]))
    return matches


async def checked(matches: list[ChaosMatch], url: str) -> tuple[int, int]:
    """All logs, beside what the players were told; gives how many actions there are, and how many acknowledged."""
    storage = storage_for(url)
    await storage.start()
    total = 0
    for match in matches:
        kept = await storage.by_id(match.id)
        assert kept is not None
        total += await match.check([log.read(body) for body in await storage.tail(match.id, 1)], kept.secret)
    await storage.stop()
    return total, sum(len(match.acked) for match in matches)
