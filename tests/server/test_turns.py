"""Those who wait for a worker take turns, and nobody waits for what another party has still to do."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

import pytest

from elfer.server.turns import Turns
from tests.server.play import play


class Counter:
    """Serves whoever comes until told to go on, and notes in which order."""

    def __init__(self, count: int) -> None:
        self.turns, self.served = Turns(count), list[str]()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._over: dict[str, asyncio.Event] = {}

    async def come(self, *names: str) -> None:
        """They come one after the other; the first letter is the party."""
        for name in names:
            self._over[name] = asyncio.Event()
            self._tasks[name] = asyncio.create_task(self._one(name, name[0]))
            await asyncio.sleep(0)

    async def _one(self, name: str, party: Hashable) -> None:
        async with self.turns.of(party):
            self.served.append(name)
            await self._over[name].wait()

    async def over(self, name: str) -> None:
        self._over[name].set()
        await self._tasks[name]
        await asyncio.sleep(0)

    async def gives_up(self, name: str) -> None:
        self._tasks[name].cancel()
        with pytest.raises(asyncio.CancelledError):
            await self._tasks[name]
        await asyncio.sleep(0)


def test_parties_take_turns_however_much_one_of_them_wants() -> None:
    async def scenario() -> None:
        counter = Counter(1)
        await counter.come("a1", "a2", "a3", "b1", "c1", "b2")
        assert counter.turns.waiting == 5
        for name in ("a1", "b1", "c1", "a2", "b2", "a3"):
            assert counter.served[-1] == name
            await counter.over(name)
        assert counter.turns.waiting == 0

    play(scenario)


def test_a_party_is_served_once_at_a_time_and_leaves_the_other_place_to_others() -> None:
    async def scenario() -> None:
        counter = Counter(2)
        await counter.come("a1", "a2", "b1")
        assert counter.served == ["a1", "b1"]
        await counter.over("b1")
        assert counter.served == ["a1", "b1"]  # though there is a place
        await counter.come("c1")
        assert counter.served == ["a1", "b1", "c1"]
        await counter.over("a1")
        assert counter.served[-1] == "a2"
        for name in ("c1", "a2"):
            await counter.over(name)

    play(scenario)


def test_who_gives_up_holds_up_nobody() -> None:
    async def scenario() -> None:
        counter = Counter(1)
        await counter.come("a1", "b1", "b2", "c1")
        await counter.gives_up("b1")
        await counter.over("a1")
        assert counter.served == ["a1", "b2"]
        await counter.gives_up("b2")
        assert counter.served == ["a1", "b2", "c1"]
        await counter.over("c1")
        await counter.come("d1")
        assert counter.served[-1] == "d1"
        await counter.over("d1")

    play(scenario)


def test_who_gives_up_at_the_very_moment_of_the_turn_passes_it_on() -> None:
    async def scenario() -> None:
        turns = Turns(1)
        async with turns.of("a"):
            waiting = [asyncio.ensure_future(turns._begin(party)) for party in "bc"]
            await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.wait_for(waiting[1], 10)
        turns._end("c")
        assert turns._free == 1

    play(scenario)
