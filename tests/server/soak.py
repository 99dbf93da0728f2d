"""Guests, matches and chats come and go for ten minutes: memory stays flat, and the database as small as retention.

python -m tests.server.soak [SECONDS]
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "bench" / "server"))

from sockets import Socket, connected  # noqa: E402

from tests.server.services import free_port  # noqa: E402

GUESTS = 24
KEPT_DAYS = 20
"""Of the short days of this world: everything is gone after so many seconds."""
EVERY = 10.0
"""Seconds between two looks at the server."""
FLAT = 1.10
"""The second half may need so much more than the first."""
TABLES = ("elfer.2", "schnipp-schnapp.3", "master.2", "ratefix.3", "mogeln.3", "elfer.4")


class Guest:
    """Somebody who plays a match with bots, talks, leaves, and is never seen again; then the next one comes."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.random = port, Random(number)
        self.matches = self.moves = self.lines = 0
        self._seen, self._seat_legal, self._over, self._between = 0, list[str](), False, False

    async def stay(self, until: float) -> None:
        while time.monotonic() < until:
            with contextlib.suppress(OSError, httpx.HTTPError):
                await self._visit(until)

    async def _visit(self, until: float) -> None:
        base = f"http://127.0.0.1:{self.port}"
        async with httpx.AsyncClient(base_url=base, timeout=60) as http:
            await http.post("/api/me", json={"name": f"Guest {self.random.randrange(1000)}"})
            wanted = {"setup": self.random.choice(TABLES), "manner": {"away_seconds": 0}}
            code = (await http.post("/api/tables", json=wanted)).json()["code"]
            cookie = f"Cookie: elfer={http.cookies['elfer']}\r\n"
        self._over, self._seat_legal, self._between = False, [], False
        socket = await connected(self.port, "/ws", self._got, cookie)
        try:
            socket.send(json.dumps({"type": "enter", "code": code}).encode())
            if self.random.random() < 0.3:  # some tables never begin
                await asyncio.sleep(self.random.random())
                return
            socket.send(b'{"type":"sit","seat":0}')
            socket.send(b'{"type":"begin"}')
            leaves = time.monotonic() + self.random.choice((2, 20, 60))  # some matches are never ended
            while not (socket.closed or self._over or time.monotonic() > min(leaves, until)):
                self._act(socket)
                await asyncio.sleep(0.02)
            self.matches += self._over
        finally:
            socket.transport.close()

    def _got(self, socket: Socket, data: bytes) -> None:
        message: dict[str, Any] = msgspec.json.decode(data)
        kind = message["type"]
        if kind == "ping":
            socket.send(json.dumps({"type": "pong", "number": message["number"]}).encode())
            return
        self._seen = message.get("number", self._seen)
        table = message.get("table") or {}
        self._over = self._over or table.get("phase") == "over"
        self._between = table.get("phase") == "between" or message.get("scores") is not None
        if kind in ("scene", "noted") and message.get("views"):
            self._seat_legal = message["views"][0]["legal"]
        elif kind == "moved" and message["changes"]:
            self._seat_legal = message["changes"][0].get("legal", self._seat_legal)

    def _act(self, socket: Socket) -> None:
        if self._seat_legal:
            act = {"type": "act", "seat": 0, "do": self.random.choice(self._seat_legal), "seen": self._seen}
            socket.send(json.dumps(act).encode())
            self._seat_legal = []
            self.moves += 1
        elif self._between:
            socket.send(b'{"type":"onward"}')
        if self.random.random() < 0.02:
            socket.send(json.dumps({"type": "say", "text": "la " * self.random.randrange(1, 60)}).encode())
            self.lines += 1


def memory(pid: int) -> int:
    """Resident memory of a process, in KiB."""
    [line] = [line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1])


def stored(folder: Path) -> int:
    """All files of the database, in KiB."""
    return sum(file.stat().st_size for file in folder.glob("elfer.db*")) // 1024


async def soak(seconds: float, folder: Path) -> bool:
    """Look at the server from time to time; whether the second half needed hardly more than the first."""
    port = free_port()
    keep = [f for what in ("guest", "unfinished", "unbegun", "chat") for f in (f"--keep-{what}-days", str(KEPT_DAYS))]
    command = [sys.executable, str(HERE / "soak_server.py"), "serve", "--port", str(port), *keep]
    command += ["--storage", f"sqlite:{folder / 'elfer.db'}", "--bot-pause-ms", "0", "--idle-rooms", "20"]
    command += ["--rate", "1000", "--connections-per-address", "0", "--log-level", "warning"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        async with httpx.AsyncClient() as http:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await http.get(f"http://127.0.0.1:{port}/health")).status_code == 200:
                        break
                await asyncio.sleep(0.05)
        end = time.monotonic() + seconds
        guests = [Guest(port, number) for number in range(GUESTS)]
        playing = asyncio.gather(*(guest.stay(end) for guest in guests))
        looks: list[tuple[int, int]] = []
        while (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(EVERY, left))
            looks.append((memory(server.pid), stored(folder)))
            done = [sum(getattr(g, what) for g in guests) for what in ("matches", "moves", "lines")]
            told = f"{looks[-1][0]:>8} KiB of memory, {looks[-1][1]:>8} KiB stored"
            print(f"{seconds - max(0, left - EVERY):5.0f} s: {told}; matches, moves, lines: {done}", flush=True)
        await playing
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(60)
    return _flat("memory", [look[0] for look in looks]) & _flat("stored", [look[1] for look in looks])


def _flat(what: str, values: list[int]) -> bool:
    """The first fifth is left out: caches fill, and nothing is old enough to go."""
    rest = values[len(values) // 5 :]
    first, second = max(rest[: len(rest) // 2]), max(rest[len(rest) // 2 :])
    print(f"{what}: at most {first} KiB in the first half, {second} KiB in the second: {second / first:.3f} times")
    return second <= FLAT * first


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="elfer-soak-") as name:
        flat = asyncio.run(soak(float(sys.argv[1]) if len(sys.argv) > 1 else 600.0, Path(name)))
    print("flat" if flat else "NOT flat: something grows")
    sys.exit(not flat)
