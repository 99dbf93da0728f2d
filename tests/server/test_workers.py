"""Workers that hang, die or have too much to do hold up nobody but whoever asked them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from elfer.bots import Level, review
from elfer.bots.review import Review
from elfer.server import bots as bots_module
from elfer.server import clockwork, log
from elfer.server import house as house_module
from elfer.server import reviews as reviews_module
from elfer.server.jobs import LookBack, Think
from elfer.server.moves import transitions
from elfer.server.sitting import Sitting
from elfer.server.storage import Kept
from elfer.server.worker import READY, packed
from elfer.server.workers import Broken, Busy, Late, Lost, Worker, Workers
from tests.server.bot_tables import bot_table, goes_on, going, until
from tests.server.chaos import BotTable, ServerProcess, alive
from tests.server.play import PATIENCE, House, Player, close_all, play, seated, serving
from tests.server.worlds import LITTLE


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clockwork, "WATCH_SECONDS", 0.2)
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.2)


# --- workers ---------------------------------------------------------------------------------------------------


def worker_of(workers: Workers) -> int:
    """The process of a worker that has nothing to do."""
    return workers._idle[-1]._process.pid


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_is_killed_or_stopped_holds_up_no_table(tmp_path: Path, blow: signal.Signals) -> None:
    async def scenario() -> None:
        async with going(tmp_path, bot_seconds=0.5) as (house, _, room):
            players = house.app.house.bots._players
            for _ in range(3):
                await until(lambda: bool(players._idle))
                os.kill(worker_of(players), blow)
                await goes_on(room)

    play(scenario)


def test_a_stopped_worker_costs_only_the_one_decision_it_was_making(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers = Workers(2)
        game = Think("secret.2", b"", 0, bytes(32), Level.NORMAL)
        for worker in (await Worker.start(), await Worker.start()):
            workers._idle.append(worker)
        os.kill(stopped := worker_of(workers), signal.SIGSTOP)
        late, fine = await asyncio.gather(workers.do(game, 0.5), workers.do(game, PATIENCE), return_exceptions=True)
        assert isinstance(late, Late)
        assert not alive(stopped)  # and nothing of it is left
        assert len(workers._idle) == 1  # the other one can do more, though its job failed
        assert isinstance(fine, Broken)
        assert "BadCode" in str(fine) or "UnknownGame" in str(fine)  # what went wrong, and where,
        assert "secret" not in str(fine)  # but never with what
        await workers.stop()

    play(scenario)


def test_a_decision_that_was_lost_with_its_worker_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, bot_pause_ms=60_000) as house:
            host, room = await bot_table(house)
            bots, match = house.app.house.bots, room.sitting.match
            assert match is not None
            [seat] = match.to_act
            wanted = await bots.choose(room.sitting, seat, Level.NORMAL)  # its worker has nothing to do then
            monkeypatch.setattr(type(match), "legal", None)  # a bot that gives up would look for anything allowed
            pid = worker_of(bots._players)
            os.kill(pid, signal.SIGSTOP)  # so that it dies with the question in its hands
            asked = asyncio.create_task(bots.choose(room.sitting, seat, Level.NORMAL))
            await until(lambda: not bots._players._idle)
            os.kill(pid, signal.SIGKILL)
            assert await asked == wanted
            monkeypatch.undo()
            await host.close()

    play(scenario)


def test_no_table_waits_for_somebody_who_looks_ahead_at_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One bot thinks for ever, and holds up neither a quick one nor another that thinks."""
    monkeypatch.setattr(bots_module, "thinking", lambda game, level: float(level is Level.HARD))

    async def scenario() -> None:
        async with serving(tmp_path, bot_pause_ms=60_000, bot_workers=2, bot_seconds=60) as house:
            tables = [await bot_table(house) for _ in range(2)]
            bots, (one, other) = house.app.house.bots, [room.sitting for _, room in tables]
            assert one.match is not None
            assert other.match is not None
            seat, elsewhere = one.match.to_act[0], other.match.to_act[0]
            wanted = await bots.choose(one, seat, Level.HARD)  # its worker has nothing to do then
            os.kill(stopped := worker_of(bots._thinkers), signal.SIGSTOP)
            slow = [asyncio.create_task(bots.choose(one, seat, Level.HARD)) for _ in range(3)]
            await until(lambda: bots._thinkers.waiting == 2)  # a table has one worker, and no more
            assert await bots.choose(one, seat, Level.NORMAL)
            assert await bots.choose(other, elsewhere, Level.NORMAL)
            assert await bots.choose(other, elsewhere, Level.HARD)
            assert not any(task.done() for task in slow)
            os.kill(stopped, signal.SIGKILL)
            assert await asyncio.gather(*slow) == [wanted] * 3
            await close_all([host for host, _ in tables])

    play(scenario)


def test_who_looks_ahead_leaves_the_processor_to_others() -> None:
    async def scenario() -> None:
        workers = [Workers(1, patient=patient) for patient in (False, True)]
        for pool in workers:
            await pool.do(LONG, PATIENCE)
        usual, patient = (os.getpriority(os.PRIO_PROCESS, worker_of(pool)) for pool in workers)
        assert patient == min(19, usual + 10)
        await asyncio.gather(*(pool.stop() for pool in workers))

    play(scenario)


def test_hints_and_reviews_wait_for_no_player(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, bot_seconds=60) as house:
            guest = await finished(house)
            [player] = await seated(house, "elfer.2", 1)
            await player.ask(type="begin")
            await until(lambda: bool(player.views[0].legal and house.app.house.bots._players._idle))
            os.kill(stopped := worker_of(house.app.house.bots._players), signal.SIGSTOP)
            hint = await player.http.get(f"/api/tables/{player.table['code']}/hint/0")
            assert hint.json()["do"] in player.views[0].legal
            assert (await guest.http.get(f"/api/matches/{guest.table['match']}/deals")).status_code == 200
            os.kill(stopped, signal.SIGKILL)
            await close_all([guest, player])

    play(scenario)


def test_time_counts_from_when_a_worker_begins(tmp_path: Path) -> None:
    """Three jobs that each take most of their time, and one worker: none of them is late."""

    async def scenario() -> None:
        workers = Workers(1)
        await asyncio.gather(workers.do(LONG, PATIENCE), return_exceptions=True)  # so that the worker is there
        took = asyncio.get_running_loop().time()
        await workers.do(LONG, PATIENCE)
        took = asyncio.get_running_loop().time() - took
        answers = await asyncio.gather(*(workers.do(LONG, 4 * took + 1) for _ in range(8)))
        assert len(set(answers)) == 1
        await workers.stop()

    play(scenario)


def test_a_full_queue_says_so_at_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers = Workers(1, most_waiting=2)
        asked = [asyncio.create_task(workers.do(LONG, PATIENCE)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await workers.do(LONG, PATIENCE)
        assert len(set(await asyncio.gather(*asked))) == 1
        await workers.stop()

    play(scenario)


def test_a_worker_that_cannot_start_is_lost_and_the_bot_does_what_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with going(tmp_path) as (house, _, room):
            players = house.app.house.bots._players
            await until(lambda: bool(players._idle))
            monkeypatch.setattr(sys, "executable", "/nowhere/python")
            os.kill(worker_of(players), signal.SIGKILL)
            with pytest.raises(Lost):
                await Workers(1).do(LONG, PATIENCE)
            await goes_on(room)

    play(scenario)


def test_a_worker_ends_with_its_server_even_in_the_middle_of_a_job() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "elfer.server.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.read(1) == READY
    process.stdin.write(b"".join(packed(LONG) for _ in range(2000)))
    process.stdin.close()
    assert process.wait(PATIENCE) == 0
    process.stdout.close()


def test_nothing_lives_on_after_the_server_was_killed(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:{tmp_path / 'elfer.db'}", "", tmp_path)

    async def scenario() -> None:
        await server.up()
        table = BotTable([server])
        await table.open()
        await until(lambda: table.shown > 10)
        started = server.workers()
        assert started
        server.kill()
        await until(lambda: not any(map(alive, started)))
        await table.finish()

    try:
        play(scenario)
    finally:
        server.kill()


# --- reviews ---------------------------------------------------------------------------------------------------


async def finished(house: House, table: str = "elfer.2") -> Player:
    """Somebody at a table where a match of bots is over."""
    host, room = await bot_table(house, table)
    await host.until(lambda m: (m.get("table") or {}).get("phase") == "over" or bool(m.get("places")))
    await until(lambda: room.sitting.revealed)
    return host


def test_a_flood_of_reviews_stops_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_module, "LONG_SECONDS", 0.05)  # hardly any is done in time
    monkeypatch.setattr(reviews_module, "PATIENCE_SECONDS", 0.05)

    async def scenario() -> None:
        async with serving(tmp_path, bot_pause_ms=10) as house:
            guest = await finished(house, "master.4")
            match = guest.table["match"]
            tables = [await bot_table(house) for _ in range(5)]
            asked = [
                asyncio.create_task(guest.http.get(f"/api/matches/{match}/{what}", timeout=PATIENCE))
                for _ in range(10)
                for what in ("record", "deals", *(f"{k}/{s}" for s in range(4) for k in ("review", "lookback")))
            ]
            await goes_on(*(room for _, room in tables), steps=20)
            for answer in await asyncio.gather(*asked):
                assert answer.status_code in (200, 503), answer.text
                assert answer.status_code == 200 or answer.json()["code"] == "bots-busy"
            await goes_on(*(room for _, room in tables))
            await close_all([guest, *(host for host, _ in tables)])

    play(scenario)


def test_who_asks_for_the_same_is_given_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "USUAL", LITTLE)

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            guest = await finished(house)
            path = f"/api/matches/{guest.table['match']}/review/0"
            answers = await asyncio.gather(*(guest.http.get(path, timeout=PATIENCE) for _ in range(30)))
            assert {answer.status_code for answer in answers} == {200}  # though no more than a few may wait
            assert len({answer.text.splitlines()[-1] for answer in answers}) == 1
            await guest.close()

    play(scenario)


def test_a_review_that_is_cut_off_says_how_far_it_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            guest = await finished(house)
            worker, seen = await Worker.start(), list[Review]()
            house.app.house.bots.reviews._workers._idle.append(worker)
            async with guest.http.stream(
                "GET", f"/api/matches/{guest.table['match']}/review/0", timeout=PATIENCE
            ) as lines:
                async for line in lines.aiter_lines():
                    seen.append(msgspec.json.decode(line, type=Review))
                    if len(seen) == 3:
                        await worker.kill()
            assert seen[0].done == 0 < seen[-1].done < 1
            assert seen[-1].outlooks
            monkeypatch.setattr(review, "USUAL", LITTLE)
            whole = await guest.http.get(f"/api/matches/{guest.table['match']}/review/0", timeout=PATIENCE)
            assert msgspec.json.decode(whole.content.splitlines()[-1], type=Review).done == 1, "it was not kept"
            await guest.close()

    play(scenario)


def _long() -> LookBack:
    """A job that takes a while: a whole match, looked at again."""
    entries: list[log.AnyEntry] = [log.Opened(unix_ms=0, commitment="", setup="elfer.4", host=""), log.Started()]
    sitting = Sitting.open("id", "CODE", bytes(32), entries[0])  # type: ignore[arg-type]
    sitting = transitions(sitting, entries[1:])[-1].after
    while sitting.match is not None and not sitting.match.over:
        seat = sitting.match.to_act[0]
        entries.append(log.Acted(seat=seat, do=sitting.match.game.write(sitting.match.legal(seat)[0])))
        sitting = sitting.after(entries[-1])
    return LookBack(Kept("id", "CODE", bytes(32), 0), [log.written(entry) for entry in entries], 0)


LONG = _long()
