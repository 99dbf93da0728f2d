"""Tables at which only bots play, and somebody looks on: to see whether they go on by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from elfer.server.room import Room
from tests.server.play import PATIENCE, House, Player, serving

BOTS = "elfer.4.b"
"""Several rounds, so that it lasts."""


async def bot_table(house: House, code: str = BOTS) -> tuple[Player, Room]:
    """A table where only bots play, and its host looks on."""
    host = await Player(house, "Host").be()
    join = await host.open(setup=code)
    await host.enter(join)
    await host.ask(type="begin")
    [room] = [room for room in house.app.house.rooms.values() if room.sitting.code == join]
    return host, room


async def goes_on(*rooms: Room, steps: int = 5) -> None:
    """Wait until each of these tables has gone on by itself."""
    goals = [room.sitting.number + steps for room in rooms]
    async with asyncio.timeout(PATIENCE):
        while not all(room.sitting.number >= goal for room, goal in zip(rooms, goals, strict=True)):
            await asyncio.sleep(0.02)


@asynccontextmanager
async def going(tmp_path: Path, **more: Any) -> AsyncIterator[tuple[House, Player, Room]]:
    """A server with a bot table that has begun."""
    async with serving(tmp_path, **{"bot_pause_ms": 10, **more}) as house:
        host, room = await bot_table(house)
        await goes_on(room)
        yield house, host, room
        await host.close()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.02)
