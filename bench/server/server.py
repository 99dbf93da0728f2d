"""Moves per second of our server, all durable, beside boardgame.io's own in-memory server, in one run.

Each server has a core of its own, and so has the load; then one and two of our processes on PostgreSQL share all
cores. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import uvloop

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))
import boardgame
import bots
import ours
from load import Load, Result
from sockets import Socket, connected

from tests.server import services

HERE = Path(__file__).parent
SERVER_CORE, LOAD_CORE = 0, 1


class Answer:
    def __init__(self, response: httpx.Response) -> None:
        self.body = response.content
        self.cookie = "; ".join(f"{name}={value}" for name, value in response.cookies.items())


class Side:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], port: int, api: int) -> None:
        self.process, self.port, self.api = process, port, api

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far, of the process and of those it has started."""
        return sum(map(_cpu, [self.process.pid, *_children(self.process.pid)]))

    def apart(self) -> tuple[float, float]:
        """The same of the process alone, and of those it has started."""
        return _cpu(self.process.pid), sum(map(_cpu, _children(self.process.pid)))

    @property
    def kib(self) -> int:
        """Memory in use."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0])

    @contextlib.asynccontextmanager
    async def http(self) -> AsyncIterator[Callable[..., Any]]:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.api}", timeout=60) as client:

            async def ask(method: str, path: str, body: Any, cookie: str = "") -> Answer:
                client.cookies.clear()
                headers = {"Cookie": cookie} if cookie else {}
                response = await client.request(method, path, json=body, headers=headers)
                response.raise_for_status()
                return Answer(response)

            yield ask


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def pinned(command: list[str]) -> list[str]:
    return ["taskset", "-c", str(SERVER_CORE), *command]


@contextlib.contextmanager
def started(command: list[str], ready: str, cwd: Path | None = None) -> Any:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=cwd)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        while ready not in line:
            if process.poll() is not None:
                raise RuntimeError(f"{command[0]} did not start")
            line = process.stdout.readline()
        yield process, line
    finally:
        process.terminate()
        process.wait(30)


SERVE = [sys.executable, "-m", "elfer", "serve", "--lang", "en", "--port", "0", "--rate", "100000"]
SERVE += ["--connections-per-address", "0"]


@contextlib.contextmanager
def our_server(folder: str) -> Any:
    command = [*SERVE, "--log-level", "warning", "--storage", f"sqlite:{folder}/elfer.db"]
    with started(pinned(command), "running") as (process, line):
        port = int(line.rsplit(":", 1)[1])
        yield Side(process, port, port)


@contextlib.contextmanager
def our_processes(processes: int, storage: str, hub: str) -> Any:
    """Several processes on PostgreSQL, wherever the machine lets them run."""
    command = [*SERVE, "--log-level", "warning", "--storage", storage, "--hub", hub, "--processes", str(processes)]
    with started(command, "running") as (process, line):
        port = int(line.rsplit(":", 1)[1])
        yield Side(process, port, port)


@contextlib.contextmanager
def our_server_with_bots(folder: str) -> Any:
    """On all cores: bots think in processes of their own."""
    command = [*SERVE, "--log-level", "warning", "--storage", f"sqlite:{folder}/elfer.db"]
    with started([*command, "--operator-token", bots.TOKEN], "running") as (process, line):
        port = int(line.rsplit(":", 1)[1])
        yield Side(process, port, port)


@contextlib.contextmanager
def their_server(port: int, node: str, folder: Path) -> Any:
    with started(pinned([node, "server.js", str(port)]), "ready", folder) as (process, _):
        yield Side(process, port, port + 1)


def installed(folder: str | None) -> Path | None:
    """boardgame.io, installed where that was asked for, or here; `None` if there is no Node."""
    if folder:
        return Path(folder)
    if not shutil.which("npm"):
        return None
    home = HERE / "boardgame"
    if not (home / "node_modules").exists():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=home, check=True)
    return home


async def ready(tables: list[Any], module: Any, load: Load) -> list[Any]:
    """These matches, begun as far as they must be to move."""
    if module is ours:
        for table in tables:
            ours.begin(table)
    await load.all_ready(len(tables))
    return tables


def leave(tables: list[Any]) -> None:
    for table in tables:
        for socket in table.sockets:
            socket.transport.abort()


async def saturated(side: Side, module: Any, args: argparse.Namespace) -> dict[str, Any]:
    """As many moves as the server can make."""
    load = Load()
    async with side.http() as http:
        opened = [await module.opened(side.port, load, http) for _ in range(args.matches)]
    tables = await ready(opened, module, load)
    with load.awake() if args.awake else contextlib.nullcontext():
        await load.saturate(min(module.WARM_UP, args.seconds), lambda: side.cpu)
        cpu, moves = side.cpu, load.all
        full, best = await load.saturate(args.seconds, lambda: side.cpu)
    leave(tables)
    return {"saturated": full, "best": best, "cpu_us": 1e6 * (side.cpu - cpu) / (load.all - moves)}


async def paced(side: Side, module: Any, rate: float, args: argparse.Namespace) -> dict[str, Any]:
    """So many moves a second; ours in short matches, which end and are followed by others all the time."""
    load, short = Load(), {"short": True} if module is ours else {}
    async with side.http() as http:
        opened = [await module.opened(side.port, load, http, **short) for _ in range(args.matches)]
    tables = await ready(opened, module, load)
    with load.awake() if args.awake else contextlib.nullcontext():
        await load.paced(rate, 2)
        result = await load.paced(rate, args.paced_seconds)
    await load.settled()
    leave(tables)
    return {"paced": result, "rate": rate}


async def measured(side: Side, module: Any, rate: float, args: argparse.Namespace) -> dict[str, Any]:
    """Saturated, then paced, with new matches."""
    return {**await saturated(side, module, args), **await paced(side, module, rate, args)}


async def idle(side: Side, count: int) -> tuple[int, float]:
    """So many sockets that say nothing; gives how many stayed, and KiB for each."""

    def got(socket: Socket, data: bytes) -> None:
        pass

    before = side.kib
    sockets: list[Socket] = []
    for start in range(0, count, 100):
        step = range(start, min(count, start + 100))
        sockets += await asyncio.gather(*(connected(side.port, "/ws", got) for _ in step))
    await asyncio.sleep(3)
    held, used = sum(not socket.closed for socket in sockets), side.kib - before
    for socket in sockets:
        socket.transport.abort()
    return held, used / held


async def on_postgres(args: argparse.Namespace) -> dict[str, Any]:
    """With one process and with two, all of it on all cores: the servers, PostgreSQL, Valkey and the load."""
    results: dict[str, Any] = {}
    os.sched_setaffinity(0, set(range(os.cpu_count() or 1)))
    args.awake = False  # the load must leave its core to the others
    for processes in (1, 2):
        with (
            services.postgres_server(durable=True) as database,
            services.valkey() as hub,
            our_processes(processes, database.url, hub.url) as side,
        ):
            results[f"{processes} on PostgreSQL"] = await measured(side, ours, args.cluster_rate, args)
    return results


COLUMNS = (
    "server",
    "moves/s",
    "in the best second",
    "CPU µs a move",
    "in the best second",
    "p50 / p99 ms",
    "paced at",
    "reached",
    "p50 / p99 ms",
)
HEAD = f"| {' | '.join(COLUMNS)} |\n|---|{'--:|' * (len(COLUMNS) - 1)}"


def line(name: str, result: dict[str, Any]) -> str:
    full, paced = result["saturated"], result["paced"]
    return (
        f"| {name} | {full.rate:,.0f} | {result['best'].rate:,.0f} | {result['cpu_us']:.0f} | "
        f"{result['best'].cpu_us:.0f} | {full.p50:.1f} / {full.p99:.1f} | "
        f"{result['rate']:,.0f} | {paced.rate:,.0f} | {paced.p50:.1f} / {paced.p99:.1f} |"
    )


def plain(result: dict[str, Any]) -> dict[str, Any]:
    return {key: vars(value) if isinstance(value, Result) else value for key, value in result.items()}


async def among_bots(args: argparse.Namespace) -> dict[str, Any]:
    os.sched_setaffinity(0, set(range(os.cpu_count() or 1)))
    with tempfile.TemporaryDirectory() as folder, our_server_with_bots(folder) as side:
        async with side.http() as http:
            result = await bots.among_bots(side.port, http, side.apart, args.bot_tables, args.seconds)
    print(bots.line(args.bot_tables, result))
    return result


async def main(args: argparse.Namespace) -> None:
    if args.bots:
        await among_bots(args)
        return
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, our_server(folder) as side:
        results["elfer"] = await measured(side, ours, args.rate, args)
    home = None if args.alone else installed(args.boardgame)
    if home is not None:
        with their_server(args.port, args.node, home) as side:
            theirs = await measured(side, boardgame, args.their_rate, args)
        results["boardgame.io"] = theirs
    print(HEAD)
    for name, result in results.items():
        print(line(name, result))
    if home is not None:
        us, them = results["elfer"], results["boardgame.io"]
        ratio, best = us["saturated"].rate / them["saturated"].rate, us["best"].rate / them["best"].rate
        cpu, least = them["cpu_us"] / us["cpu_us"], them["best"].cpu_us / us["best"].cpu_us
        print(f"\n{ratio:.2f} × the moves per second ({best:.2f} in the best seconds),")
        print(f"{cpu:.2f} × the moves per second of processor time ({least:.2f}).")
    if args.idle:
        with tempfile.TemporaryDirectory() as folder, our_server(folder) as side:
            held, each = await idle(side, args.idle)
        print(f"{held:,} of {args.idle:,} idle WebSockets held, {each:.1f} KiB each.")
        results["idle"] = {"held": held, "kib_each": each}
    if args.bot_tables:
        results["bots"] = await among_bots(args)
    if not args.alone and not args.no_postgres:
        shared = await on_postgres(args)
        print(f"\nOn {os.cpu_count()} cores that the servers share with PostgreSQL, Valkey and the load:\n\n{HEAD}")
        for name, result in shared.items():
            print(line(name, result))
        results |= shared
    if args.json:
        args.json.write_text(json.dumps({k: plain(v) for k, v in results.items()}, indent=1))


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--paced-seconds", type=float, default=30)
    parser.add_argument("--rate", type=float, default=3000, help="moves a second when our server is paced")
    parser.add_argument("--their-rate", type=float, default=700, help="the same for boardgame.io")
    parser.add_argument("--idle", type=int, default=10_000)
    parser.add_argument("--bot-tables", type=int, default=300, help="tables of four bots, and a person elsewhere")
    parser.add_argument("--bots", action="store_true", help="only that")
    parser.add_argument("--cluster-rate", type=float, default=1500, help="moves a second when paced on PostgreSQL")
    parser.add_argument("--alone", action="store_true", help="only our server on SQLite")
    parser.add_argument("--no-postgres", action="store_true", help="without one and two processes on PostgreSQL")
    parser.add_argument("--awake", action="store_true", help="let the load never sleep, as clients elsewhere would")
    parser.add_argument("--boardgame", help="a folder with server.js and boardgame.io installed")
    parser.add_argument("--node", default="node")
    parser.add_argument("--port", type=int, default=28_751, help="of boardgame.io; its lobby takes the next one")
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.sched_setaffinity(0, {LOAD_CORE})
    uvloop.run(main(parsed()))
