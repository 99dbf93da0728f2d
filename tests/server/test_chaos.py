"""Servers are killed in the middle of matches: nothing that was acknowledged is lost, and nothing happens twice."""

from __future__ import annotations

from pathlib import Path
from random import Random

from chaos import KILLS, MATCHES, ServerProcess, all_go_on, checked, opened
from conftest import fresh_schema
from play import play
from services import Valkey, postgres, valkey


def test_killed_on_sqlite(tmp_path: Path) -> None:
    url, random = f"sqlite:{tmp_path / 'elfer.db'}", Random("sqlite")

    async def scenario() -> None:
        server = ServerProcess(url, "", tmp_path)
        try:
            await server.up()
            matches = await opened([server], MATCHES)
            for _ in range(KILLS):
                await all_go_on(matches, 1 + random.randrange(3))
                server.kill()
                server.start()
                await server.up()
            await all_go_on(matches)
            for match in matches:
                await match.finish()
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
            matches = await opened(servers, MATCHES)
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
            await all_go_on(matches)
            for match in matches:
                await match.finish()
        finally:
            for server in servers:
                server.kill()
        total, acknowledged = await checked(matches, url)
        print(f"cluster: {KILLS} kills, {MATCHES} matches, {total} actions, {acknowledged} acknowledged, all there")

    with postgres(durable=True) as base, valkey() as hub:
        url = fresh_schema(base)
        play(lambda: scenario(url, hub), patience=3600)
