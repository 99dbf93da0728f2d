"""What happens next waits until everyone has been shown what happened before."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from elfer.server import log
from elfer.server.auto import GRACE_MS, Due, due, dues
from elfer.server.clockwork import Clockwork
from elfer.server.info import deadline
from elfer.server.manner import Pace
from elfer.server.pace import pause_ms
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
    found = due(now)
    assert found is not None
    assert found.at == now.turn_at


def test_a_bot_goes_on_earlier_when_everyone_has_seen_them() -> None:
    assert {found.at for found in dues(after_two_cards(), begun=3000)} == {3000}


def test_a_secret_answer_changes_nothing_about_when_bots_act() -> None:
    now = sitting(log.Started(at=1000), setup="ratefix.3")
    for seat in range(3):
        now = now.after(log.Acted(at=2000 + seat, seat=seat, do=f"guess {20 + seat}"))
    assert now.told_at == 2002
    assert now.turn_at > 4000
    answered = now.after(log.Acted(at=3000, seat=0, do="guess 20"))
    assert (answered.shown, answered.at) == (now.shown, 3000)
    assert (answered.told_at, answered.turn_at) == (now.told_at, now.turn_at)


def turned_up(setup: str, *, idle: bool) -> Sitting:
    """Somebody has turned up a card or put one away, and there is nothing to call, or there is."""
    people = [log.Sat(seat=s, person=f"p{s}", name="x") for s in range(3)]
    here = [log.Here(seat=s, process="p") for s in range(3)]
    now = sitting(*people, *here, log.Started(at=1000), setup=setup)
    for count in range(400):
        assert now.match is not None
        open_, game = now.match.state.table.window, now.match.game
        is_quick = open_ is not None and open_.seconds > 0
        if is_quick and game.idle(now.match.state) is idle:
            return now
        legal = [] if is_quick else now.match.legal(now.match.to_act[0])
        do = game.write(legal[count % len(legal)]) if legal else "silent"
        now = now.after(log.Acted(at=2000 + 9000 * count, seat=now.match.to_act[0], do=do))
    raise AssertionError("it never came to that")


@pytest.mark.parametrize("setup", ["schnipp-schnapp.3", "schnipp-schnapp.3.001", "ueberall.3.01"])
def test_nobody_waits_out_the_time_where_everyone_sees_that_there_is_nothing_to_call(setup: str) -> None:
    nothing, something = turned_up(setup, idle=True), turned_up(setup, idle=False)
    for now, waits in ((nothing, 1500), (something, 4000)):
        found = due(now)
        assert found is not None
        assert (found.by, found.at) == ("clock", now.turn_at + waits + GRACE_MS)
        assert deadline(now) == now.turn_at + 4000, "no screen may tell which it is"


@pytest.mark.parametrize("idle", [True, False])
def test_a_window_closes_as_soon_as_all_have_answered(idle: bool) -> None:
    now = turned_up("schnipp-schnapp.3", idle=idle)
    for seat in range(3):
        assert now.match is not None
        assert now.match.state.table.window is not None
        now = now.after(log.Acted(at=now.turn_at + 300 + seat, seat=seat, do="silent"))
    assert now.match is not None
    assert now.match.state.table.window is None
    assert now.turn_at == now.told_at == now.at, "nobody called, so there is nothing to look at"


def test_bots_answer_soon_so_that_only_people_are_waited_for() -> None:
    sat, here = log.Sat(seat=0, person="p0", name="x"), log.Here(seat=0, process="p")
    now = sitting(sat, here, log.Started(at=1000), setup="schnipp-schnapp.4")
    assert now.match is not None
    now = now.after(log.Acted(at=2000, seat=now.match.to_act[0], do="turn"))
    answered = []
    while (found := due(now)) is not None and found.by == "bot":
        assert found.seat is not None
        assert (found.at, pause_ms(now, found.seat, "silent", 1000) < 900) == (now.turn_at, True)
        answered.append(found.seat)
        now = now.after(log.Acted(at=found.at, seat=found.seat, do="silent", by="bot"))
    assert sorted(answered) == [1, 2, 3]
    now = now.after(log.Acted(at=5000, seat=0, do="silent"))
    assert now.match is not None
    assert now.match.state.table.window is None


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


# --- when bots act --------------------------------------------------------------------------------------------


def when(now: Sitting, what: Due, decided: dict[int, str], pause: int = 1000) -> int:
    """When something is done about what is due."""
    house = SimpleNamespace(settings=SimpleNamespace(bot_pause_ms=pause))
    room = SimpleNamespace(sitting=now, decided=decided)
    return Clockwork(house)._when(room, what)  # type: ignore[arg-type]


def test_a_bot_thinks_at_once_and_acts_when_its_time_has_come() -> None:
    now = sitting(log.Started(at=1000))
    assert now.match is not None
    seat = now.match.to_act[0]
    do = now.setup.game.write(now.match.legal(seat)[0])
    assert when(now, Due(5000, "bot", seat), {}) == 0
    assert when(now, Due(5000, "bot", seat), {seat: do}) == 5000 + pause_ms(now, seat, do, 1000) > 5500
    assert when(now, Due(5000, "bot", seat), {seat: do}, pause=0) == 5000


def test_a_stand_in_thinks_when_it_is_needed_and_nobody_waits_longer_than_the_clock() -> None:
    now = sitting(log.Started(at=1000))
    assert now.match is not None
    seat = now.match.to_act[0]
    do = now.setup.game.write(now.match.legal(seat)[0])
    assert when(now, Due(5000, "away", seat), {}) == 5000
    assert when(now, Due(5000, "away", seat), {seat: do}) > 5500
    assert [when(now, Due(5000, "clock", seat), decided) for decided in ({}, {seat: do})] == [5000, 5000]
    assert when(now, Due(5000, "bot", None), {}) == 6000
