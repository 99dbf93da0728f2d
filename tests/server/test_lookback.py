"""A match that is over, looked at again; and a hint while it runs."""

from __future__ import annotations

from pathlib import Path

import msgspec
from play import Player, play, serving

from elfer.server.lookback import Lookback, Review
from elfer.table.change import changed
from elfer.table.view import View


async def at_table(house: object, table: str) -> tuple[Player, str]:
    """One person on both seats of a table whose match has begun."""
    one = await Player(house, "Anna").be()  # type: ignore[arg-type]
    code = await one.open(table=table)
    await one.enter(code)
    for seat in range(2):
        await one.ask(type="sit", seat=seat)
    await one.ask(type="begin")
    return one, code


async def to_the_end(one: Player) -> None:
    while any(view.legal for view in one.views.values()):
        seat = next(seat for seat, view in one.views.items() if view.legal)
        await one.act(seat or 0, one.views[seat].legal[0])


def test_every_moment_is_shown_as_the_seat_saw_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            one, _ = await at_table(house, "elfer.2")
            early = await one.http.get(f"/api/matches/{one.table['match']}/lookback/0")
            assert (early.status_code, early.json()["code"]) == (409, "not-over")
            await to_the_end(one)
            answer = await one.http.get(f"/api/matches/{one.table['match']}/lookback/1")
            found = msgspec.json.decode(answer.content, type=Lookback)
            seen: View = found.first
            for moment in found.moments:
                assert seen.seat == 1
                other = next(zone for zone in seen.zones if zone.name == "hand" and zone.owner == 0)
                assert other.cards is None
                seen = changed(seen, moment.change)
            assert seen.points is not None
            assert [moment.seat for moment in found.moments].count(0) > 0
            missing = await one.http.get(f"/api/matches/{one.table['match']}/lookback/7")
            assert (missing.status_code, missing.json()["code"]) == (404, "no-such-seat")
            await one.close()

    play(scenario)


def test_a_review_gives_chances_that_end_with_the_winner(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            one, _ = await at_table(house, "elfer.2")
            await to_the_end(one)
            answer = await one.http.get(f"/api/matches/{one.table['match']}/review/0", timeout=60)
            found = msgspec.json.decode(answer.content, type=Review)
            assert all(abs(sum(chance.chances) - 1) < 0.01 for chance in found.chances)
            assert [chance.step for chance in found.chances] == sorted(chance.step for chance in found.chances)
            assert all(turn.might > turn.chance for turn in found.turns)
            await one.close()

    play(scenario)


def test_a_hint_is_something_that_one_may_do(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            one, code = await at_table(house, "elfer.2")
            seat = next(seat for seat, view in one.views.items() if view.legal)
            answer = await one.http.get(f"/api/tables/{code}/hint/{seat}", timeout=60)
            assert answer.json()["do"] in one.views[seat].legal
            idle = await one.http.get(f"/api/tables/{code}/hint/{1 - (seat or 0)}")
            assert (idle.status_code, idle.json()["code"]) == (409, "nothing-to-do")
            other = await Player(house, "Ben").be()
            foreign = await other.http.get(f"/api/tables/{code}/hint/{seat}")
            assert (foreign.status_code, foreign.json()["code"]) == (409, "not-your-seat")
            await other.close()
            await one.close()

    play(scenario)
