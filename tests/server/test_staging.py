"""What happens next waits until everyone has been shown what happened before."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from elfer.server import log
from elfer.server.auto import due
from elfer.server.manner import Pace
from elfer.server.sitting import Sitting
from tests.server.play import Player, play, serving
from tests.server.test_parts import sitting

DIFFERENT_MS = 2000
"""How long two different cards of was-liegt-wo stand."""


def after_two_cards(pace: Pace = Pace.NORMAL) -> Sitting:
    """Two cards that differ lie open; the first was turned up at 2000 and the second at 3000."""
    start = sitting(log.Started(at=1000), setup="was-liegt-wo.3", pace=pace)
    assert start.match is not None
    seat = start.match.to_act[0]
    for other in range(2, 41):
        now = start
        for at, place in ((2000, 1), (3000, other)):
            now = now.after(log.Acted(at=at, seat=seat, do=f"turn {place}"))
        assert now.match is not None
        if now.match.state.up:  # type: ignore[attr-defined]
            return now
    raise AssertionError("all cards are alike")


@pytest.mark.parametrize(("pace", "tempo"), [(Pace.CALM, 1.6), (Pace.NORMAL, 1.0), (Pace.BRISK, 0.6)])
def test_a_bot_waits_until_the_beats_are_over(pace: Pace, tempo: float) -> None:
    now = after_two_cards(pace)
    assert now.turn_at == 3000 + tempo * DIFFERENT_MS
    found = due(now, 700)
    assert found is not None
    assert found.at == now.turn_at + 700


def test_a_bot_goes_on_earlier_when_everyone_has_seen_them() -> None:
    found = due(after_two_cards(), 700, begun=3000)
    assert found is not None
    assert found.at == 3700


def test_a_secret_answer_changes_nothing_about_when_bots_act() -> None:
    now = sitting(log.Started(at=1000), setup="ratefix.3")
    for seat in range(3):
        now = now.after(log.Acted(at=2000 + seat, seat=seat, do=f"guess {20 + seat}"))
    assert now.told_at == 2002
    assert now.turn_at > 4000
    answered = now.after(log.Acted(at=3000, seat=0, do="guess 20"))
    assert (answered.shown, answered.at) == (now.shown, 3000)
    assert (answered.told_at, answered.turn_at) == (now.told_at, now.turn_at)


def test_where_nothing_is_staged_nobody_waits() -> None:
    now = sitting(log.Started(at=1000))
    assert now.match is not None
    seat = now.match.to_act[0]
    do = now.setup.game.write(now.match.legal(seat)[0])
    assert now.after(log.Acted(at=2000, seat=seat, do=do)).turn_at == 2000


def test_bots_wait_for_the_slowest_screen_but_for_no_bystander(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, bot_pause_ms=1) as house:
            people = [await Player(house, name).be() for name in ("Anna", "Ben", "Cleo")]
            code = await people[0].open(setup="was-liegt-wo.3", manner={"pace": "calm"})
            for player in people:
                await player.enter(code)
            for seat, player in enumerate(people[:2]):
                await player.ask(type="sit", seat=seat)
            await people[0].ask(type="begin")
            [room] = house.app.house.rooms.values()
            room.sitting = replace(after_two_cards(Pace.CALM), at=3500)  # something else was noted since then
            number = room.sitting.shown
            assert room.begun() == room.sitting.turn_at
            await people[0].send(type="watched", number=number)
            await people[0].ask(type="resync")
            assert room.begun() == room.sitting.turn_at
            await people[1].send(type="watched", number=number - 1)
            await people[1].ask(type="resync")
            assert room.begun() == room.sitting.turn_at
            await people[1].send(type="watched", number=number)
            await people[1].ask(type="resync")
            assert room.begun() == room.sitting.told_at == 3000
            for player in people:
                await player.close()

    play(scenario)
