"""Many matches that are played on and on, while the servers under them are killed and started again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from services import dies_with_us, free_port

sys.path.insert(0, str(Path(__file__).parents[2] / "bench" / "server"))
from sockets import Socket, connected

from elfer.server import log
from elfer.server.moves import steps
from elfer.server.sitting import Sitting
from elfer.server.storage import storage_for

MATCHES = int(os.environ.get("ELFER_CHAOS_MATCHES", "8"))
KILLS = int(os.environ.get("ELFER_CHAOS_KILLS", "2"))
PATIENCE = 600.0
EXPECTED = ("out-of-order", "not-your-turn", "no-next-round", "storage-down", "stopping")
"""Whoever was cut off may not have seen everything; nothing worse may be said."""
PAUSE = 0.05
"""Seconds a player thinks, so that two hundred matches fit on a small machine."""


class ServerProcess:
    """A real `elfer serve`, on its own port, that can be killed."""

    def __init__(self, storage: str, hub: str, folder: Path) -> None:
        self.port = free_port()
        self._command = [*dies_with_us("KILL"), sys.executable, "-m", "elfer", "serve", "--port", str(self.port)]
        self._command += ["--storage", storage, "--rate", "1000", "--log-level", "warning"]
        self._command += ["--hub", hub] if hub else []
        self.log = folder / f"server-{self.port}.log"
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as out:
            self._process = subprocess.Popen(self._command, stdout=out, stderr=out)

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

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
            wanted = {"table": "elfer.2.b", "manner": {"away_seconds": 3600}}
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
        taken = steps(Sitting.open(self.id, self.code, kept_secret, first), rest)  # raises if one is not legal
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


async def until(true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
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
