"""What can go wrong under a running server. Each fault lasts for a while, and is over when it returns."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx

from elfer.match import record
from elfer.match.match import Match
from elfer.match.setup import Setup
from elfer.server.backup import import_record
from elfer.server.storage import storage_for
from tests.server.chaos import PATIENCE, ServerProcess
from tests.server.services import Postgres, Valkey


@contextlib.contextmanager
def small_disk(folder: Path, mebibytes: int = 64) -> Iterator[bool]:
    """A disk of its own in that folder, which can be filled; false where none can be had."""
    size = f"size={mebibytes}m"
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], check=False).returncode:
        yield False
        return
    try:
        yield True
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


async def complaint(server: ServerProcess) -> str:
    """Why the server says that it cannot work. It may take a moment until it cannot: there is room within pages."""
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=60) as http:
        while (answer := await http.get(f"http://127.0.0.1:{server.port}/health")).status_code == 200:
            await asyncio.sleep(0.1)
    return str(answer.json()["code"])


async def full_disk(server: ServerProcess, folder: Path, seconds: float) -> str:
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as out:
        for size in (1 << 20, 1 << 10, 1):
            with contextlib.suppress(OSError):
                while out.write(bytes(size)) == size:
                    pass
    said = await complaint(server)
    await asyncio.sleep(seconds)
    ballast.unlink()
    return said


async def locked_database(server: ServerProcess, path: Path, seconds: float) -> str:
    with contextlib.closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        said = await complaint(server)
        await asyncio.sleep(seconds)
        other.execute("ROLLBACK")
    return said


async def killed(server: ServerProcess) -> None:
    """The server, at once; a new one is started in its place."""
    server.kill()
    server.start()
    await server.up()


async def stopped(server: ServerProcess, seconds: float) -> None:
    """The whole server stands still, as on a machine that was suspended."""
    server.send(signal.SIGSTOP)
    await asyncio.sleep(seconds)
    server.send(signal.SIGCONT)


async def workers_hit(server: ServerProcess, blow: signal.Signals) -> None:
    """All processes that the server has started."""
    for worker in server.workers():
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, blow)


async def restarted(service: Postgres | Valkey, seconds: float) -> None:
    await asyncio.to_thread(service.stop)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(service.start)


async def database_restarted(server: ServerProcess, database: Postgres, seconds: float) -> str:
    await asyncio.to_thread(database.stop)
    said = await complaint(server)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(database.start)
    return said


async def flooded_with_reviews(server: ServerProcess, match: str, seconds: float) -> dict[int, int]:
    """Ten questions a second about one match that is over; gives how often each status was the answer."""
    answers: dict[int, int] = {}

    async def ask(http: httpx.AsyncClient, n: int) -> None:
        answer = await http.get(f"/api/matches/{match}/{('review', 'lookback')[n % 2]}/{n // 2 % 6}")
        answers[answer.status_code] = answers.get(answer.status_code, 0) + 1

    address = f"http://127.0.0.1:{server.port}"
    async with httpx.AsyncClient(base_url=address, timeout=120) as http, asyncio.TaskGroup() as group:
        for n in range(int(10 * seconds)):
            group.create_task(ask(http, n))
            await asyncio.sleep(0.1)
    return answers


async def long_match(url: str) -> str:
    """A match of six that is over, put into a storage; gives its id."""
    chance = random.Random("long")
    match = Match.start(Setup.choose("elfer", 6, {}), bytes(32))
    lines = record.header(match, [f"Bot {n}" for n in range(6)], b"", ())
    while not match.over:
        if match.round_over:
            match = match.next_round()
            continue
        seat = match.to_act[0]
        action = chance.choice(match.legal(seat))
        match = match.apply(seat, action)
        lines += record.lines(seat, match.game.write(action), match)
    storage = storage_for(url)
    await storage.start()
    try:
        kept = await storage.by_code(await import_record(storage, lines.splitlines()))
    finally:
        await storage.stop()
    assert kept is not None
    return kept.id
