"""The short way of an action: it waits for nothing but storage, and whatever goes wrong the long way takes over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from elfer.server.pen import Pen
from elfer.server.storage import Appended
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
