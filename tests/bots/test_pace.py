"""How long bots take: what takes no thought nearly at once, and never so long that people wait for them."""

from __future__ import annotations

from statistics import fmean
from types import SimpleNamespace

import pytest

from elfer.bots import Level, decide, pace, player
from elfer.bots.cast import CAST
from elfer.bots.pace import ANSWER, LEAST, LONGEST, USUAL_MS, answer_share, share, thinking
from elfer.match.setup import Setup
from elfer.server import log
from elfer.server.manner import Manner, Pace
from elfer.server.pace import pause_ms
from elfer.server.sitting import Sitting
from elfer.table.actions import DRAW, END, PASS, TURN, Call, Lay
from elfer.table.seed import Quick, Stream, seed_from

ROUNDS = 50


def streams() -> list[Stream]:
    return [Stream(bytes(32), str(n)) for n in range(100)]


@pytest.mark.parametrize("action", [DRAW, PASS, END, TURN])
@pytest.mark.parametrize("tempo", [one.tempo for one in CAST])
def test_what_takes_no_thought_is_done_nearly_at_once(action: object, tempo: float) -> None:
    times = [USUAL_MS * share(action, tempo, stream) for stream in streams()]  # type: ignore[arg-type]
    assert 140 < min(times) < max(times) < 250


def test_everything_else_takes_a_time_that_fits_the_character() -> None:
    mean = {one.id: fmean(share(Lay(0), one.tempo, stream) for stream in streams()) for one in CAST}
    for one in CAST:
        assert mean[one.id] == pytest.approx(one.tempo, rel=0.05)
    assert mean["elfi"] < mean["mira"] < mean["rosa"]


def test_thinking_is_over_before_anything_is_done_that_is_thought_about() -> None:
    """Hard bots think for up to 300 ms (docs/server.md); however quick a character and a table are."""
    for stream in streams():
        for tempo in (one.tempo * table.tempo for one in CAST for table in Pace):
            assert 300 < USUAL_MS * LEAST <= USUAL_MS * share(Lay(0), tempo, stream)
            assert share(Lay(0), tempo, stream) <= LONGEST
            assert share(DRAW, tempo, stream, thinking=0.7) >= 0.7
            assert answer_share(tempo, stream, thinking=0.7) >= 0.7


def test_who_looks_ahead_takes_as_long_for_what_others_do_without_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Setup.choose("elfer", 3).game
    for search, least in ((None, 0), (SimpleNamespace(seconds=None), LEAST), (SimpleNamespace(seconds=2.0), 3.2)):
        monkeypatch.setattr(pace, "sheet_of", lambda *_, search=search: SimpleNamespace(search=search))
        assert least <= thinking(game, Level.HARD) <= least + 0.2


def test_answers_in_a_window_leave_time_to_see_what_was_asked() -> None:
    assert fmean(answer_share(1.0, stream) for stream in streams()) == pytest.approx(ANSWER, rel=0.05)


def waited(setup: Setup, number: int, table: Pace) -> float:
    """How many seconds three bots take of a round with one person; in a window all answer at the same time."""
    opened = log.Opened(unix_ms=0, commitment="", setup=setup.code, host="", manner=Manner(pace=table))
    sitting = Sitting.open("id", "CODE", seed_from(f"pace {number}"), opened)
    sitting = sitting.after(log.Sat(seat=0, person="p", name="P"))
    for seat in range(1, setup.players):
        character = CAST[(number + seat) % len(CAST)].id
        sitting = sitting.after(log.Staffed(seat=seat, level=Level.NORMAL, character=character))
    sitting, total = sitting.after(log.Started()), 0
    who, chance = player(setup.game, Level.NORMAL), Quick(number)
    while sitting.match is not None and not sitting.match.round_over:
        match = sitting.match
        seat, window = match.to_act[-1], match.state.table.window
        do = match.game.write(decide(who, match.game, match.state, seat, chance))
        if seat != 0 and (window is None or window.waiting == window.asked):
            total += pause_ms(sitting, seat, do, USUAL_MS)
        sitting = sitting.after(log.Acted(seat=seat, do=do))
    return total / 1000


@pytest.mark.parametrize(
    ("game", "rounds", "seconds"), [("elfer", ROUNDS, 45), ("schnipp-schnapp", 5, 6 * 60)], ids=lambda one: str(one)
)
def test_nobody_waits_long_for_three_bots(game: str, rounds: int, seconds: float) -> None:
    setup = Setup.choose(game, 4)
    times = [waited(setup, number, Pace.NORMAL) for number in range(rounds)]
    assert seconds / 3 < fmean(times) <= seconds
    assert waited(setup, 0, Pace.BRISK) < times[0] < waited(setup, 0, Pace.CALM)


def test_calls_are_thought_about() -> None:
    assert share(Call("schnapp"), 1.0, Stream(bytes(32), "0")) >= LEAST
