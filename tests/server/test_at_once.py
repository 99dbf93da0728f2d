"""The short way of an action: it waits for nothing but storage, and whatever goes wrong the long way takes over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from elfer.server import log
from elfer.server.client import Client
from elfer.server.pen import Pen
from elfer.server.socket import PING_PARTS
from elfer.server.storage import Appended
from elfer.server.storage.batch import Tail
from tests.server.play import Player, close_all, play, seated, serving


def test_a_pen_goes_to_who_has_waited_longest() -> None:
    async def scenario() -> None:
        pen, order = Pen(), []

        async def write(name: str) -> None:
            async with pen:
                order.append(name)
                await asyncio.sleep(0)

        assert pen.take()
        assert not pen.take()
        waiting = [asyncio.create_task(write(name)) for name in "abc"]
        await asyncio.sleep(0)
        waiting[0].cancel()
        pen.lay_down()
        assert pen.held  # it was handed on, not laid on the table
        await asyncio.gather(*waiting, return_exceptions=True)
        assert order == ["b", "c"]
        assert not pen.held

    play(scenario)


def test_a_pen_that_was_handed_to_somebody_who_left_is_handed_on() -> None:
    async def scenario() -> None:
        pen = Pen()
        assert pen.take()
        gone = asyncio.create_task(pen.__aenter__())
        await asyncio.sleep(0)
        pen.lay_down()
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert pen.take()

    play(scenario)


async def acting(players: list[Player]) -> tuple[Player, int, str]:
    """Whose turn it is, and what they may do."""
    await asyncio.sleep(0.05)  # so that all have heard of the last move
    [found] = [
        (p, seat, view.legal[0]) for p in players for seat, view in p.views.items() if seat is not None and view.legal
    ]
    return found


Append = Callable[[str, int, Sequence[bytes], Appended], None]


def failing(right: Append) -> Append:
    """Once, storage says that it failed, though nobody knows whether it did."""
    return once(right, OSError("no room left"))


def second(right: Append) -> Append:
    """Once, somebody else was first."""
    return once(right, False)


def once(right: Append, wrong: bool | Exception) -> Append:
    calls = 0

    def append(match: str, number: int, bodies: Sequence[bytes], then: Appended) -> None:
        nonlocal calls
        calls += 1
        if calls > 1:
            right(match, number, bodies, then)
        else:
            asyncio.get_running_loop().call_soon(then, wrong)

    return append


@pytest.mark.parametrize("trouble", [failing, second])
def test_what_does_not_work_at_once_goes_the_long_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Callable[[Append], Append]
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "elfer.3", 3)
            await players[0].ask(type="begin")
            inner, long = house.app.house, []
            write = inner.write

            async def counted(*args: Any) -> Any:
                long.append(args)
                return await write(*args)

            monkeypatch.setattr(inner, "write", counted)
            for _ in range(5):
                player, seat, do = await acting(players)
                assert (await player.act(seat, do))["type"] == "moved"
            assert long == []
            monkeypatch.setattr(inner.storage, "append_then", trouble(inner.storage.append_then))
            for _ in range(3):
                player, seat, do = await acting(players)
                assert (await player.act(seat, do))["type"] == "moved"
            assert len(long) == 1
            [room] = inner.rooms.values()
            assert room.sitting.match is not None
            assert room.sitting.match.steps == 8
            assert len(await inner.storage.tail(room.sitting.id, 1)) == room.sitting.number
            await close_all(players)

    play(scenario)


def test_what_other_processes_have_written_is_read_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where somebody is writing just then, and whatever is wrong with one of the tables."""

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            inner, reads = house.app.house, []
            player = await Player(house, "Anna").be()
            for _ in range(4):
                await player.open(setup="elfer.2")
            rooms, tails = list(inner.rooms.values()), inner.storage.tails

            async def counted(asked: Sequence[Tail]) -> list[list[bytes]]:
                reads.append(len(asked))
                return await tails(asked)

            monkeypatch.setattr(inner.storage, "tails", counted)
            written, broken = log.written(log.Renamed(seat=0, name="else")), log.written(log.Dealt())
            for room in rooms:
                body = broken if room is rooms[1] else written
                assert await inner.storage.append(room.sitting.id, 2, [body])
            assert rooms[2].pen.take()
            for room in rooms:
                inner._heard(room.sitting.id, b"")
            await inner.tasks.finish(0.2)
            assert (reads, [room.sitting.number for room in rooms]) == ([3], [2, 1, 1, 2])
            assert [room.pen.held for room in rooms] == [False, False, True, False]
            inner._heard(rooms[2].sitting.id, b"")
            rooms[2].pen.lay_down()
            await inner.tasks.finish()
            assert rooms[2].sitting.chairs[0].name == "else"
            await close_all([player])

    play(scenario)


def test_pings_are_spread_over_their_period(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are connected: between two of them, moves have their turn."""

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = [await Player(house, f"p{n}").be() for n in range(5)]
            code = await players[0].open(setup="elfer.4")
            for player in players:
                await player.enter(code)
            order: list[str] = []
            monkeypatch.setattr(Client, "ping", lambda client: order.append("ping"))
            sleep = asyncio.sleep

            async def slept(seconds: float) -> None:
                order.append("sleep")
                await sleep(0)
                if len(order) > 2 * PING_PARTS:
                    raise asyncio.CancelledError

            monkeypatch.setattr("elfer.server.socket.asyncio.sleep", slept)
            with pytest.raises(asyncio.CancelledError):
                await house.app.sockets.ping_all()
            monkeypatch.undo()
            first = order[: 5 + PING_PARTS]
            assert (first.count("ping"), first.count("sleep")) == (5, PING_PARTS)
            assert "ping ping" not in " ".join(first)
            await close_all(players)

    play(scenario)


def test_a_pong_is_read_at_once_and_a_wrong_one_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            player = await Player(house, "Anna").be()
            await player.enter(await player.open(setup="elfer.2"))
            [client] = house.app.sockets.clients
            service, slow = house.app.sockets.service, []
            monkeypatch.setattr(service, "receive", lambda *args: slow.append(args))
            number = client.round_trips.sent(0.0)
            assert service.receive_at_once(client, b'{"type":"pong","number":%d}' % number)
            assert client.round_trips.shortest > 0
            assert service.receive_at_once(client, b'{"type":"pong","number":12345}')
            refusal = await player.until(lambda message: message["type"] == "refusal")
            assert refusal["code"] == "no-such-ping"
            assert slow == []
            await close_all([player])

    play(scenario)
