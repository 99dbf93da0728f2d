"""Everything fails in the middle of matches: nothing that was acknowledged is lost, nothing happens twice, and every
table goes on by itself."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

from tests.server.chaos import (
    BOT_TABLES,
    KILLS,
    LONG,
    MATCHES,
    STORAGE_FAILURES,
    BotTable,
    ChaosMatch,
    ServerProcess,
    all_go_on,
    bots_go_on,
    bots_opened,
    checked,
    opened,
)
from tests.server.conftest import empty_schema
from tests.server.faults import (
    database_restarted,
    flooded_with_reviews,
    full_disk,
    killed,
    locked_database,
    long_match,
    restarted,
    small_disk,
    stopped,
    workers_hit,
)
from tests.server.play import play
from tests.server.services import Postgres, Valkey, postgres_server, valkey

Fault = Callable[[], Awaitable[object]]
FEW = max(1, MATCHES // 10)
"""Matches of people beside the bots while faults last that people wait for."""


def lasting(seconds: float) -> float:
    """How long a fault lasts: as long as it would, or not at all."""
    return seconds if LONG else 0.5


def test_killed_on_sqlite(tmp_path: Path) -> None:
    url, random = f"sqlite:{tmp_path / 'elfer.db'}", Random("sqlite")

    async def scenario() -> None:
        server = ServerProcess(url, "", tmp_path)
        try:
            await server.up()
            matches, tables = await opened([server], MATCHES), await bots_opened([server], BOT_TABLES)
            for kill in range(KILLS):
                await all_go_on(matches, 1 + random.randrange(3))
                await killed(server)
                await bots_go_on(tables, f"kill {kill + 1}")
            await ended(matches, tables)
        finally:
            server.kill()
        total, acknowledged = await checked(matches, url)
        print(f"sqlite: {KILLS} kills, {MATCHES} matches, {total} actions, {acknowledged} acknowledged, all there")

    play(scenario, patience=3600)


def test_one_of_three_processes_killed_at_a_time_and_valkey_restarted(tmp_path: Path) -> None:
    random = Random("cluster")

    async def scenario(url: str, hub: Valkey) -> None:
        servers = [ServerProcess(url, hub.url, tmp_path) for _ in range(3)]
        try:
            for server in servers:
                await server.up()
            matches, tables = await opened(servers, MATCHES), await bots_opened(servers, BOT_TABLES)
            for kill in range(KILLS):
                await all_go_on(matches, 1 + random.randrange(3))
                server = servers[kill % 3]
                server.kill()
                server.start()
                if kill % 2:
                    hub.stop()
                    await all_go_on(matches, 1)  # without any hub they go on, only more slowly
                    hub.start()
                await server.up()
                await bots_go_on(tables, f"kill {kill + 1}")
            await ended(matches, tables)
        finally:
            for server in servers:
                server.kill()
        total, acknowledged = await checked(matches, url)
        print(f"cluster: {KILLS} kills, {MATCHES} matches, {total} actions, {acknowledged} acknowledged, all there")

    with postgres_server(durable=True) as base, valkey() as hub:
        url = empty_schema(base.url)
        play(lambda: scenario(url, hub), patience=3600)


def test_every_fault_on_sqlite(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    path = disk / "elfer.db"
    url = f"sqlite:{path}"

    async def scenario(can_be_filled: bool) -> None:
        long = await long_match(url)
        server = ServerProcess(url, "", tmp_path)
        faults: dict[str, Fault] = {
            "a full disk": lambda: full_disk(server, disk, lasting(12)),
            "a locked database": lambda: locked_database(server, path, lasting(30)),
            "workers killed": lambda: workers_hit(server, signal.SIGKILL),
            "workers stopped": lambda: workers_hit(server, signal.SIGSTOP),
            "the server stopped": lambda: stopped(server, lasting(20)),
            "a flood of reviews": lambda: flooded_with_reviews(server, long, lasting(20)),
            "the server killed": lambda: killed(server),
        }
        if not can_be_filled:
            print("no disk of its own can be had here, so none was filled")
            del faults["a full disk"]
        try:
            await server.up()
            matches = await suffer([server], faults)
        finally:
            server.kill()
        await nothing_lost(matches, url)

    with small_disk(disk) as can_be_filled:
        play(lambda: scenario(can_be_filled), patience=3600)


def test_every_fault_on_a_cluster(tmp_path: Path) -> None:
    async def scenario(database: Postgres, url: str, hub: Valkey) -> None:
        long = await long_match(url)
        servers = [ServerProcess(url, hub.url, tmp_path) for _ in range(2)]
        one, other = servers
        faults: dict[str, Fault] = {
            "PostgreSQL restarted": lambda: database_restarted(one, database, lasting(5)),
            "Valkey restarted": lambda: restarted(hub, lasting(5)),
            "workers killed": lambda: workers_hit(one, signal.SIGKILL),
            "workers stopped": lambda: workers_hit(other, signal.SIGSTOP),
            "a server stopped": lambda: stopped(one, lasting(20)),
            "a flood of reviews": lambda: flooded_with_reviews(other, long, lasting(20)),
            "a server killed": lambda: killed(one),
        }
        try:
            for server in servers:
                await server.up()
            matches = await suffer(servers, faults)
        finally:
            for server in servers:
                server.kill()
        await nothing_lost(matches, url)

    with postgres_server(durable=True) as database, valkey() as hub:
        url = empty_schema(database.url)
        play(lambda: scenario(database, url, hub), patience=3600)


async def suffer(servers: list[ServerProcess], faults: dict[str, Fault]) -> list[ChaosMatch]:
    """One fault after the other: after each of them every table of bots goes on by itself, and people can play on."""
    matches, tables = await opened(servers, FEW), await bots_opened(servers, BOT_TABLES)
    await all_go_on(matches)
    await bots_go_on(tables, "the beginning")
    for name, fault in faults.items():
        said = await fault()
        took = await bots_go_on(tables, name)
        await all_go_on(matches, 1)
        assert not isinstance(said, dict) or set(said) <= {200, 503}, said
        assert not isinstance(said, str) or said in STORAGE_FAILURES, said
        print(f"{name}: {len(tables)} of {len(tables)} tables of bots went on within {took:.1f} s", said or "")
    await ended(matches, tables)
    return matches


async def nothing_lost(matches: list[ChaosMatch], url: str) -> None:
    total, acknowledged = await checked(matches, url)
    print(f"{total} actions of people, {acknowledged} acknowledged, all there")


async def ended(matches: list[ChaosMatch], tables: list[BotTable]) -> None:
    """All have gone on once more, and everybody leaves."""
    await all_go_on(matches)
    await bots_go_on(tables, "all of it")
    for match in matches:
        await match.finish()
    for table in tables:
        await table.finish()
