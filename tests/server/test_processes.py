"""Several server processes behind one address: whatever happens to one of them, tables go on, and none is left."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from elfer.server.numbers import merged
from elfer.server.processes import listening
from elfer.server.settings import Settings
from tests.server.chaos import alive, children
from tests.server.conftest import empty_schema
from tests.server.play import PATIENCE, House, Player, close_all, play
from tests.server.services import Valkey, dies_with_us, wait_until

TOKEN = "of-the-operator-alone"
PROCESSES = 2


class Running:
    """A parent, and what it has started."""

    def __init__(self, parent: subprocess.Popen[str], url: str) -> None:
        self.parent, self.url = parent, url

    @property
    def processes(self) -> list[int]:
        return children(self.parent.pid)

    def answering(self) -> set[str]:
        """The processes that answer on the one address, by what they call themselves."""
        return {httpx.get(f"{self.url}/health").json()["process"] for _ in range(40)}


@contextmanager
def running(folder: Path, storage: str, hub: str) -> Iterator[Running]:
    command = [*dies_with_us("KILL"), sys.executable, "-m", "elfer", "serve", "--lang", "en", "--port", "0"]
    command += ["--storage", storage, "--hub", hub, "--processes", str(PROCESSES), "--rate", "1000"]
    command += ["--operator-token", TOKEN, "--connections-per-address", "0"]
    with (folder / "server.log").open("w") as output:
        parent = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=output, text=True)
    assert parent.stdout is not None
    try:
        line = next((line for line in parent.stdout if "http://" in line), "")
        assert line, (folder / "server.log").read_text()
        yield Running(parent, line[line.index("http://") :].strip())
    finally:
        left = children(parent.pid) if parent.poll() is None else []
        parent.kill()
        parent.wait()
        parent.stdout.close()
        wait_until(lambda: not any(map(alive, left)), "a process lives on")


def family(server: Running) -> list[int]:
    """All processes that the parent has started, and those that they have started."""
    return [*server.processes, *(grandchild for child in server.processes for grandchild in children(child))]


async def newcomer(server: Running, name: str) -> Player:
    house = House(cast(Any, None), cast(Any, None), server.url)  # it runs in processes of its own
    return await Player(house, name).be()


async def seated_at(server: Running, count: int) -> tuple[list[Player], str]:
    """Players at a table that has begun, and its code. As a rule they are not all connected to one process."""
    players = [await newcomer(server, f"P{n}") for n in range(count)]
    code = await players[0].open(setup=f"elfer.{count}")
    for seat, player in enumerate(players):
        await player.enter(code)
        await player.ask(type="sit", seat=seat)
    await players[0].ask(type="begin")
    return players, code


async def moves(players: list[Player], count: int) -> None:
    for _ in range(count):
        seat = await to_act(players)
        answer = await players[seat].act(seat, players[seat].views[seat].legal[0])
        assert answer["type"] == "moved", answer
        await asyncio.gather(*(player.caught_up(answer["number"]) for player in players))


async def to_act(players: list[Player]) -> int:
    """The seat whose turn it is, once its player was told."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for seat, player in enumerate(players):
                if seat in player.views and player.views[seat].legal:
                    return seat
            await asyncio.sleep(0.01)


def test_players_of_one_table_on_several_processes_and_one_is_killed(
    tmp_path: Path, postgres_url: str, valkey_server: Valkey
) -> None:
    with running(tmp_path, empty_schema(postgres_url), valkey_server.url) as server:
        first = server.answering()
        assert len(first) == PROCESSES
        before = set(server.processes)
        assert len(before) == PROCESSES
        assert all(Path(f"/proc/{pid}/cmdline").read_bytes().count(b"postgresql") == 0 for pid in before)

        async def scenario() -> None:
            players, code = await seated_at(server, 6)
            await moves(players, 12)
            os.kill(min(before), signal.SIGKILL)
            for player in players:  # whoever was cut off comes back, to whichever process
                with suppress(ConnectionClosed, ConnectionError):
                    await player.ask(type="resync")
                    continue
                await player.enter(code)
            await moves(players, 12)
            await close_all(players)

        play(scenario)
        wait_until(lambda: len(server.answering()) == PROCESSES, "the killed one was not started again", PATIENCE)
        after = set(server.processes)
        assert len(after) == PROCESSES
        assert before - after == {min(before)}
        numbers = httpx.get(f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
        assert {f'process="{n}"' for n in range(PROCESSES)} <= set(
            numbers.replace("{", " ").replace("}", " ").split()
        )


@pytest.mark.parametrize("blow", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_parent(
    tmp_path: Path, postgres_url: str, valkey_server: Valkey, blow: signal.Signals
) -> None:
    with running(tmp_path, empty_schema(postgres_url), valkey_server.url) as server:
        started = family(server)
        assert len(started) >= PROCESSES
        heard: list[str] = []

        async def scenario() -> None:
            player = await newcomer(server, "Anna")
            await player.enter(await player.open(setup="elfer.2"))
            server.parent.send_signal(blow)
            await player.until(lambda message: message["type"] == "goodbye")
            heard.append("goodbye")
            await close_all([player])

        play(scenario)
        assert heard == ["goodbye"]
        server.parent.wait(PATIENCE)
        wait_until(lambda: not any(map(alive, started)), "a process lives on", PATIENCE)
        assert server.parent.returncode == (-signal.SIGKILL if blow is signal.SIGKILL else 0)


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
@pytest.mark.parametrize(
    "more", [(), ("--storage", "postgresql://nobody@127.0.0.1:1/x"), ("--hub", "valkey://127.0.0.1:1")]
)
def test_processes_that_could_not_know_of_each_other_are_refused(tmp_path: Path, lang: str, more: tuple[str]) -> None:
    command = [sys.executable, "-m", "elfer", "serve", "--lang", lang, "--port", "0", "--processes", "2", *more]
    refused = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE)
    assert refused.returncode == 2
    assert "--storage postgresql://" in refused.stderr
    assert "--hub valkey://" in refused.stderr
    assert refused.stdout == ""


def test_a_process_that_cannot_begin_ends_them_all(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "elfer", "serve", "--port", "0", "--processes", "2"]
    command += ["--storage", "postgresql://nobody@127.0.0.1:1/x", "--hub", "valkey://127.0.0.1:1"]
    failed = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE)
    assert failed.returncode == 1
    assert "http://" not in failed.stdout


def test_every_process_has_a_socket_for_the_same_address() -> None:
    sockets = listening(Settings(port=0, processes=3))
    try:
        assert len({each.getsockname() for each in sockets}) == 1
        assert len({each.fileno() for each in sockets}) == 3
    finally:
        for each in sockets:
            each.close()


def test_numbers_of_several_processes_stand_under_one_heading() -> None:
    text = '# HELP a All.\n# TYPE a counter\na{x="1"} 2\n# TYPE b histogram\nb_bucket{le="+Inf"} 3\nb_count 3\n'
    both = merged({"0": text, "1": text}).splitlines()
    assert both == [
        "# HELP a All.",
        "# TYPE a counter",
        'a{process="0",x="1"} 2',
        'a{process="1",x="1"} 2',
        "# TYPE b histogram",
        'b_bucket{process="0",le="+Inf"} 3',
        'b_count{process="0"} 3',
        'b_bucket{process="1",le="+Inf"} 3',
        'b_count{process="1"} 3',
    ]
