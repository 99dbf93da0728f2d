"""What bots say: at moments that everyone has seen, now and then, in three languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from elfer.bots import Level, decide, player, sayings
from elfer.bots.cast import CAST
from elfer.bots.sayings import MOMENTS, QUIET, Moment
from elfer.match.setup import Setup
from elfer.server import log
from elfer.server.manner import Manner
from elfer.server.sitting import Sitting
from elfer.table.seed import Quick, seed_from
from elfer.table.view import view
from elfer.words import LANGUAGES, catalogue

Step = tuple[Sitting, log.Acted, Sitting]


def round_of(game: str, number: int, *, speaking: bool = True) -> Iterator[Step]:
    """What happens in a round of four characters, one action after the other."""
    setup = Setup.choose(game, 4)
    opened = log.Opened(unix_ms=0, commitment=f"{number}", setup=setup.code, host="", manner=Manner(sayings=speaking))
    now = Sitting.open("id", "CODE", seed_from(f"sayings {number}"), opened)
    for seat in range(4):
        now = now.after(log.Staffed(seat=seat, level=Level.NORMAL, character=CAST[seat].id))
    now, who, chance = now.after(log.Started()), player(setup.game, Level.NORMAL), Quick(number)
    while now.match is not None and not now.match.round_over:
        seat = now.match.to_act[0]
        do = setup.game.write(decide(who, setup.game, now.match.state, seat, chance))
        entry = log.Acted(seat=seat, do=do)
        before, now = now, now.after(entry)
        yield before, entry, now


def said(step: Step) -> tuple[int, Moment] | None:
    """Who says something to an action, and to which moment."""
    before, _, after = step
    if after.shown == before.shown or after.saying is None:
        return None
    character, moment = after.saying.says.split("-", 1)
    assert character == after.chairs[after.saying.seat].character
    return after.saying.seat, next(one for one in MOMENTS if one == moment)


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody says something whenever there is something to say."""
    monkeypatch.setattr(sayings, "QUIET", -1)
    monkeypatch.setattr(sayings, "CHANCE", dict.fromkeys(MOMENTS, 100))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_character_has_something_to_say_to_every_moment(lang: str) -> None:
    words = catalogue(lang)
    lines = {key: text for key, text in words.items() if key.startswith("saying.")}
    assert lines.keys() == {f"saying.{one.id}-{moment}" for one in CAST for moment in MOMENTS}
    assert len(set(lines.values())) == len(lines)  # and something of its own
    assert all(isinstance(text, str) and len(text) <= 50 for text in lines.values())
    assert {key for key in words if key.startswith("cast.")} == {f"cast.{one.id}" for one in CAST}


@pytest.mark.parametrize("game", ["elfer", "hawaiki", "mogeln", "schnipp-schnapp"])
def test_bots_speak_sparingly(game: str) -> None:
    shown, spoken = 0, 0
    for number in range(3):
        last = -QUIET
        for step in round_of(game, number):
            after = step[2]
            shown += after.shown > step[0].shown
            if said(step) is not None:
                assert after.match is not None
                assert after.shown - last > QUIET or after.match.round_over
                last, spoken = after.shown, spoken + 1
    assert 0 < spoken <= shown / QUIET + 3  # and at the end of each round


def test_where_it_is_switched_off_nobody_says_anything(talkative: None) -> None:
    assert any(map(said, round_of("hawaiki", 0)))
    assert not any(map(said, round_of("hawaiki", 0, speaking=False)))


def test_whoever_replays_a_match_hears_the_same() -> None:
    for before, entry, after in round_of("mogeln", 1):
        assert before.after(entry).saying == after.saying


def test_who_has_won_or_lost_says_so(talkative: None) -> None:
    for number in range(4):
        *_, last = round_of("elfer", number)
        spoken, match = said(last), last[2].match
        assert spoken is not None
        assert match is not None
        best, worst = min(match.scores[-1]), max(match.scores[-1])
        assert match.scores[-1][spoken[0]] == {"won": best, "lost": worst}[spoken[1]]


def hands(sitting: Sitting) -> list[int | None]:
    """How many cards everyone sees in the hand of each seat."""
    assert sitting.match is not None
    zones = view(sitting.match.game, sitting.match.state, None).zones
    return [zone.count for zone in zones if zone.name == "hand"]


def test_of_cards_is_said_what_everyone_has_seen(talkative: None) -> None:
    found: Counter[str] = Counter()
    for game in ("elfer", "auslosen", "hawaiki"):
        for number in range(4):
            for step in round_of(game, number):
                if (spoken := said(step)) is None:
                    continue
                seat, moment = spoken
                was, now = hands(step[0])[seat], hands(step[2])[seat]
                assert was is not None
                assert now is not None
                found[moment] += 1
                if moment == "last-card":
                    assert (was, now, step[1].seat) == (2, 1, seat)
                if moment == "hit":
                    assert was < now
                    assert step[1].seat != seat
                if moment == "eleven":
                    assert step[1].do.endswith("11")
                    assert step[1].seat == seat
                if moment == "lucky":
                    assert step[1].seat == seat
    assert {"last-card", "hit", "eleven", "lucky", "won"} <= found.keys()


def test_of_doubts_is_said_what_came_of_them(talkative: None) -> None:
    """Whoever laid takes the pile if the doubt was right, and whoever doubted if it was not (MO-6)."""
    found: Counter[str] = Counter()
    for number in range(4):
        for step in round_of("mogeln", number):
            spoken, match = said(step), step[0].match
            if spoken is None or spoken[1] in ("won", "lost", "last-card"):
                continue
            assert match is not None
            seat, moment = spoken
            laid = match.state.seat == seat
            was, now = hands(step[0])[seat], hands(step[2])[seat]
            found[moment] += 1
            assert laid is (moment in ("caught", "honest"))
            if was is not None and now is not None:
                assert (now > was) is (moment in ("caught", "mistaken"))
    assert found.keys() <= {"caught", "honest", "right", "mistaken"}
    assert {"caught", "honest"} <= found.keys()


def test_who_is_merely_asked_for_a_card_was_not_caught(talkative: None) -> None:
    moments = {spoken[1] for step in round_of("quartett", 0) if (spoken := said(step))}
    assert moments
    assert not moments & {"caught", "honest"}


def test_who_answered_last_in_a_window_changes_nothing_about_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sayings, "QUIET", -1)
    monkeypatch.setattr(sayings, "CHANCE", {**dict.fromkeys(MOMENTS, 0), "hit": 100})
    compared = 0
    for number in range(3):
        for before, _, _ in round_of("mogeln", number):
            assert before.match is not None
            window = before.match.state.table.window
            if window is None or window.waiting != window.asked or len(window.asked) < 2:
                continue
            said = []
            for order in (window.asked, window.asked[::-1]):
                now = before
                for seat in order:
                    do = "call gemogelt 500" if seat == window.asked[0] else "silent"
                    now = now.after(log.Acted(seat=seat, do=do))
                said.append(now.saying)
            assert said[0] == said[1]
            compared += now.shown > before.shown
    assert compared > 20
