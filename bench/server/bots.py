"""Tables of bots, and people who play beside them: how long a move takes, and whether any table stands still."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable
from typing import Any

import httpx
import ours
from load import Load, Result
from sockets import Socket, connected

TOKEN = "a-token-of-the-benchmark"
"""Of the operator, to ask for the metrics."""
RATE = 20.0
"""Moves a second at the table of people."""


class Watched:
    """A table of bots, with somebody who looks on."""

    def __init__(self) -> None:
        self.moves, self.last, self.longest = 0, time.perf_counter(), 0.0

    async def begin(self, port: int, http: Any) -> None:
        """Open the table, and let bots take all seats."""
        host = (await http("POST", "/api/me", {"name": "Host"})).cookie
        wanted = {"setup": ours.LONG, "manner": {"level": "normal"}}
        code = json.loads((await http("POST", "/api/tables", wanted, host)).body)["code"]
        self.socket = await connected(port, "/ws", self.got, f"Cookie: {host}\r\n")
        for message in ({"type": "enter", "code": code}, {"type": "begin"}):
            self.socket.send(json.dumps(message).encode())
        self.last = time.perf_counter()

    def got(self, socket: Socket, data: bytes) -> None:
        if data[9:14] == b"moved":
            now = time.perf_counter()
            self.longest, self.last = max(self.longest, now - self.last), now
            self.moves += 1
        elif data[9:14] == b'ping"':
            socket.send(b'{"type":"pong","number":' + data[data.rindex(b":") + 1 :])


async def among_bots(
    port: int, http: Any, cpu: Callable[[], tuple[float, float]], tables: int, seconds: float
) -> dict[str, Any]:
    """So many tables of four bots, and people who move elsewhere.

    `cpu` tells how much processor time the server itself has used so far, and its workers.
    """
    watched = [Watched() for _ in range(tables)]
    for table in watched:
        await table.begin(port, http)
    load = Load()
    people = await ours.opened(port, load, http)
    ours.begin(people)
    await load.all_ready(1)
    while not all(table.moves for table in watched):
        await asyncio.sleep(0.1)
    for table in watched:
        table.moves, table.longest, table.last = 0, 0.0, time.perf_counter()
    before = cpu()
    measuring = asyncio.create_task(load.paced(RATE, seconds))
    overdue, waiting = 0, 0
    while not measuring.done():
        text = await _metrics(port)
        overdue = max(overdue, _number(text, "elfer_tables_overdue"))
        waiting = max(waiting, _number(text, "elfer_decisions_waiting"))
        await asyncio.sleep(0.5)
    result: Result = await measuring
    now, after = time.perf_counter(), cpu()
    still = max(max(table.longest, now - table.last) for table in watched)
    for socket in [*people.sockets, *(table.socket for table in watched)]:
        socket.transport.abort()
    moves = sum(table.moves for table in watched)
    each = [1e6 * (late - early) / max(1, moves) for early, late in zip(before, after, strict=True)]
    found = {"people": result, "bots": moves / seconds, "still": still, "overdue": overdue, "waiting": waiting}
    return {**found, "server_us": each[0], "workers_us": each[1]}


async def _metrics(port: int) -> str:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        answer = await client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        return answer.raise_for_status().text


def _number(text: str, name: str) -> int:
    return int(re.findall(rf"^{name}(?:\{{.*\}})? (\d+)", text, re.MULTILINE)[0])


def line(tables: int, result: dict[str, Any]) -> str:
    people = result["people"]
    return (
        f"{tables} tables of four bots, {result['bots']:,.0f} moves/s: a person's move elsewhere took "
        f"p50 {people.p50:.1f} ms, p99 {people.p99:.1f} ms; the longest between two moves of bots at one table "
        f"{result['still']:.1f} s, {result['overdue']} tables overdue, up to {result['waiting']} decisions waiting; "
        f"processor time of a move {result['server_us']:.0f} µs, and {result['workers_us']:.0f} µs to decide on it."
    )
