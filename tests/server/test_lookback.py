"""A match that is over, looked at again; and a hint while it runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from elfer import Match, Setup, all_games
from elfer.bots import review
from elfer.bots.review import Review
from elfer.match import record
from elfer.server.lookback import DealtRound, Lookback, deals
from elfer.server.messages import Hint
from elfer.table.change import changed
from elfer.table.seed import Stream, derived
from elfer.table.view import View
from tests.server.play import PATIENCE, Player, play, serving
from tests.server.worlds import LITTLE

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[2] / "docs/shuffle-vectors.json").read_text("utf-8"))
SEEDS = ("seed of the match", "seed of the round")


async def at_table(house: object, setup: str) -> tuple[Player, str]:
    """One person on both seats of a table whose match has begun."""
    one = await Player(house, "Anna").be()  # type: ignore[arg-type]
    code = await one.open(setup=setup)
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


def test_every_round_can_be_dealt_again_when_the_match_is_over(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            one, _ = await at_table(house, Setup.choose("elfer", 2, {"rounds": 2}).code)
            path = f"/api/matches/{one.table['match']}/deals"
            early = await one.http.get(path)
            assert (early.status_code, early.json()["code"]) == (409, "not-over")
            hands = [one.views[seat].zones[seat].cards for seat in range(2)]
            await to_the_end(one)
            await one.ask(type="onward")
            await to_the_end(one)
            first, second = msgspec.json.decode((await one.http.get(path)).content, type=tuple[DealtRound, ...])
            assert [list(zone) for zone in first.zones[:2]] == [list(hand or ()) for hand in hands]
            [room] = house.app.house.rooms.values()
            assert room.sitting.match is not None
            for number, dealt in enumerate((first, second)):
                assert (len(dealt.cards), dealt.each) == (80, 20)
                stream = Stream(derived(room.sitting.match.seed, f"round {number}"), "deal")
                orders = [stream.shuffled(dealt.cards) for _ in range(40)]  # dealt again where there was no 11
                assert any({*order[:20]} == {*dealt.zones[0]} for order in orders)
            await one.close()

    play(scenario)


@pytest.mark.parametrize("vector", VECTORS["starts"], ids=lambda vector: vector["table"])
def test_starts_are_as_in_the_published_vectors(vector: dict[str, Any]) -> None:
    match = Match.start(Setup.read(vector["table"]), bytes.fromhex(vector["seed of the match"]))
    assert derived(match.seed, "round 0").hex() == vector["seed of the round"]
    [dealt] = deals([record.header(match, [""] * match.game.players)])
    told = {**msgspec.to_builtins(dealt), "cards": " ".join(dealt.cards), "zones": [*map(" ".join, dealt.zones)]}
    assert told == {key: value for key, value in vector.items() if key not in ("table", *SEEDS)}


def test_there_is_a_vector_for_every_game() -> None:
    assert [vector["table"].split(".")[0] for vector in VECTORS["starts"]] == sorted(all_games())


def reviews_in(answer: httpx.Response) -> list[Review]:
    """All that was told of a review, one after the other."""
    return [msgspec.json.decode(line, type=Review) for line in answer.content.splitlines()]


def test_a_review_gets_better_until_it_is_done_and_is_kept_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "USUAL", LITTLE)

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            one, _ = await at_table(house, "elfer.2")
            path = f"/api/matches/{one.table['match']}/review/"
            early = await one.http.get(f"{path}0")
            assert (early.status_code, early.json()["code"]) == (409, "not-over")
            await to_the_end(one)
            first, *parts = reviews_in(await one.http.get(f"{path}0", timeout=PATIENCE))
            assert (first, len(parts) > 5) == (Review(done=0.0), True)
            done = [part.done for part in parts]
            assert (done[-1], done[-2] < 1) == (1.0, True)
            assert parts[0].outlooks[0].error > parts[-1].outlooks[0].error > 0
            last = parts[-1]
            assert all(abs(sum(outlook.chances) - 1) < 0.01 for outlook in last.outlooks)
            assert [outlook.step for outlook in last.outlooks] == sorted(outlook.step for outlook in last.outlooks)
            assert all(turn.might - turn.chance > turn.error for turn in last.turns)

            assert reviews_in(await one.http.get(f"{path}0")) == [last]
            *meanwhile, other = reviews_in(await one.http.get(f"{path}1", timeout=PATIENCE))
            assert other.outlooks == last.outlooks
            # The chances are the same for all seats: they were not counted again.
            assert all(part.outlooks in ((), last.outlooks) for part in meanwhile)
            missing = await one.http.get(f"{path}7")
            assert (missing.status_code, missing.json()["code"]) == (404, "no-such-seat")
            await one.close()

    play(scenario)


def test_a_hint_is_something_that_one_may_do(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            one, code = await at_table(house, "elfer.2")
            seat, legal = await with_a_choice(one)
            path = f"/api/tables/{code}/hint/{seat}"
            answer = await one.http.get(path, timeout=PATIENCE)
            hint = msgspec.json.decode(answer.content, type=Hint)
            assert hint.do == hint.options[0].do
            assert {option.do for option in hint.options} == {*legal}
            assert all(0 <= option.chance <= 1 and 0 < option.error < 0.5 for option in hint.options)
            assert hint.options[0].even
            assert (await one.http.get(path, timeout=PATIENCE)).content == answer.content, (
                "the same moment, the same hint"
            )
            idle = await one.http.get(f"/api/tables/{code}/hint/{1 - seat}")
            assert (idle.status_code, idle.json()["code"]) == (409, "nothing-to-do")
            other = await Player(house, "Ben").be()
            foreign = await other.http.get(path)
            assert (foreign.status_code, foreign.json()["code"]) == (409, "not-your-seat")
            await other.close()
            await one.close()

    play(scenario)


async def with_a_choice(one: Player) -> tuple[int, tuple[str, ...]]:
    """The seat that has something to choose, and what."""
    while True:
        seat = next(seat for seat, view in one.views.items() if view.legal and seat is not None)
        if 1 < len(one.views[seat].legal) < 12:
            return seat, one.views[seat].legal
        await one.act(seat, one.views[seat].legal[0])
