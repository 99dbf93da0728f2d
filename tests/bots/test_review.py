"""Reviews: chances that two counts agree on, and turning points that a player could have seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from elfer import Match, Setup, all_games, seed_from
from elfer.bots import Bot, at_random, decide, review, usual
from elfer.bots.review import (
    MOST_TOLD,
    Effort,
    Outlook,
    Review,
    TurningPoint,
    decisions,
    laid_open,
    reviews,
    spread,
    told,
    turning_point,
)
from elfer.bots.search import Search, Value
from elfer.match.record import Step
from elfer.table.actions import Action
from elfer.table.cards import each
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.position import dump
from elfer.table.seed import Chance, Quick
from elfer.table.zones import Sight

LOOK = Search(samples=40, candidates=4, margin=0.0, nodes=4000)
QUICKLY = Effort(0.2, 60_000, LOOK, replace(LOOK, race=False))


@pytest.fixture(autouse=True)
def _a_few_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "MOMENTS", 5)
    monkeypatch.setattr(review, "DECISIONS", 3)


def played(setup: Setup, seed: str, careless: int | None = None) -> list[Step]:
    """A round that bots play; one of them does anything."""
    match, chance = Match.start(setup, seed_from(seed)), Quick(len(seed))
    steps = [Step(match)]
    while not match.round_over:
        seat = match.to_act[0]
        action = decide(at_random if seat == careless else usual(match.game), match.game, match.state, seat, chance)
        match = match.apply(seat, action)
        steps.append(Step(match, seat, match.game.write(action)))
    return steps


def usual_setup(name: str) -> Setup:
    seats = all_games()[name].seats
    return Setup.choose(name, min(max(3, seats[0]), seats[-1]), {})


ELFER = played(Setup.choose("elfer", 2, {}), "a careless player", careless=0)


def test_two_reviews_agree_on_the_chances() -> None:
    """By other luck, and yet the curve is the same within five points, but for one of twenty."""
    differences = list[float]()
    for seed in "ab":
        steps = played(Setup.choose("schlafmuetze", 3, {}), seed)
        one, two = ([*reviews(steps, [], chance=Quick(n))][-1] for n in (1, 2))
        assert max(outlook.error for outlook in one.outlooks) < 0.05
        for here, there in zip(one.outlooks, two.outlooks, strict=True):
            assert any(0.15 < chance < 0.85 for chance in here.chances)
            differences += [abs(a - b) for a, b in zip(here.chances, there.chances, strict=True)]
    assert len(differences) >= 30
    assert sum(difference > 0.05 for difference in differences) <= len(differences) // 10
    assert max(differences) < 0.1


def test_a_review_goes_on_until_it_is_done() -> None:
    found = [*reviews(ELFER, [0, 1], effort=QUICKLY)]
    done = [one.done for one in found]
    assert done == sorted(done)
    assert (done[0] < 0.5, done[-1], done[-2] < 1) == (True, 1.0, True)
    assert found == [*reviews(ELFER, [0, 1], effort=QUICKLY)], "the same match, the same review"
    assert len(found[-1].outlooks) == 5
    assert all(0.99 < sum(outlook.chances) < 1.01 for outlook in found[-1].outlooks)


def test_what_was_thought_too_little_about_says_so() -> None:
    little, more = ([*reviews(ELFER, [], effort=Effort(0.05, nodes))][-1] for nodes in (1000, 60_000))
    assert little.done == 1
    assert max(outlook.error for outlook in little.outlooks) > 0.1
    assert max(outlook.error for outlook in more.outlooks) < 0.1


def test_chances_that_are_known_are_not_counted_again() -> None:
    known = (Outlook(0, 0, (0.4, 0.6), 0.03),)
    found = [*reviews(ELFER, [0], known, QUICKLY)]
    assert {one.outlooks for one in found} == {known}
    assert found[0].done == 0 or found[0].done < found[-1].done == 1


@pytest.mark.parametrize("name", sorted(all_games()))
def test_every_game_can_be_reviewed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "BATCH", 2)
    steps = played(usual_setup(name), name)[:250]
    effort = Effort(0.5, 500, *[Search(samples=2, candidates=2, margin=0.0, nodes=100)] * 2)
    *_, last = reviews(steps, [0], effort=effort)
    assert last.outlooks
    assert all(0.99 < sum(outlook.chances) < 1.01 for outlook in last.outlooks)


@pytest.mark.parametrize("name", sorted(all_games()))
def test_cards_that_somebody_could_place_lie_where_they_lay(name: str) -> None:
    steps, chance = played(usual_setup(name), name), Quick(1)
    changed = 0
    for step in steps[:60:7]:
        game, state = step.match.game, step.match.state
        opened = laid_open(game, state, chance)
        for zone, was, now in zip(game.layout.zones, state.table.zones, opened.table.zones, strict=True):
            if zone.sight is not Sight.CLOSED and zone.counted:
                assert was == now
        assert opened.table.memory == state.table.memory, "nobody knows more than before"
        assert cards(game, opened) == cards(game, state)
        changed += opened.table.zones != state.table.zones
    hidden = any(zone.sight is Sight.CLOSED for zone in steps[0].match.game.layout.zones)
    assert changed or not hidden or name in WITHOUT_STOCK


WITHOUT_STOCK = ("mogeln", "schwarzer-peter")
"""Games in which all cards are in somebody's hand."""


def cards(game: Game[Any], state: State) -> list[int]:
    zones = (each(zone) if isinstance(zone, int) else zone for zone in state.table.zones)
    return sorted(card for zone in zones for card in zone if card >= 0)


# --- turning points --------------------------------------------------------------------------------------------


def points(steps: list[Step], seat: int, effort: Effort) -> Iterator[TurningPoint]:
    for n in spread(decisions(steps, seat), 18):
        if (found := turning_point(steps, n, seat, Quick(n), effort)) is not None:
            yield found


def test_a_careless_player_has_turning_points_and_they_are_sure() -> None:
    found = [*points(ELFER, 0, Effort())]
    assert found
    for point in found:
        assert point.might - point.chance > point.error > 0
        assert point.done != point.better
        assert (ELFER[point.step + 1].seat, ELFER[point.step + 1].do) == (0, point.done)
        match = ELFER[point.step].match
        assert point.better in map(match.game.write, match.legal(0))


def test_a_turning_point_is_what_the_player_could_have_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that the seat could not place are others: what would have been better, and by what, is the same."""
    steps, seat, seen = played(Setup.choose("elfer", 3, {}), "hidden", careless=1), 1, list[bytes]()

    def looked_at(game: Game[Any]) -> Bot:
        def choose(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
            seen.append(dump(game, state))
            return usual(game)(game, state, seat, chance)

        return choose

    monkeypatch.setattr(review, "usual", looked_at)
    differ = 0
    for n in spread(decisions(steps, seat), 18):
        match = steps[n].match
        dream = replace(match, state=guess(match.game, match.state, seat, Quick(123)))
        differ += dream.state.table.zones != match.state.table.zones
        dreamt = [*steps[:n], replace(steps[n], match=dream), *steps[n + 1 :]]
        assert turning_point(steps, n, seat, Quick(n), QUICKLY) == turning_point(dreamt, n, seat, Quick(n), QUICKLY)
    assert differ > 3
    assert seen[::2] == seen[1::2]


def test_what_is_forced_or_quick_is_no_decision() -> None:
    snap = played(usual_setup("schnipp-schnapp"), "quick")
    assert [decisions(snap, seat) for seat in range(3)] == [[], [], []]
    elfer = played(Setup.choose("elfer", 2, {}), "forced")
    for n in decisions(elfer, 0):
        assert len(elfer[n].match.legal(0)) > 1
        assert elfer[n + 1].seat == 0


def test_only_the_clearest_turning_points_are_told_in_the_order_of_play() -> None:
    def point(step: int, seat: int, gain: float) -> TurningPoint:
        return TurningPoint(step, seat, "r1", "r2", 0.1, 0.1 + gain, 0.01, None)

    found = [point(9, 0, 0.1), point(1, 0, 0.2), point(5, 0, 0.3), point(7, 0, 0.4), point(3, 1, 0.06)]
    assert [(one.step, one.seat) for one in told(found)] == [(1, 0), (3, 1), (5, 0), (7, 0)]
    assert MOST_TOLD == 3


def test_a_review_of_nothing_is_done_at_once() -> None:
    start = played(Setup.choose("elfer", 2, {}), "nothing")[:1]
    *_, last = reviews(start, [0], effort=QUICKLY)
    assert (last.done, last.turns, len(last.outlooks)) == (1.0, (), 1)
    assert isinstance(last, Review)


def test_luck_is_no_turning_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """All actions are worth the same: what looked best of many is looked at again, in other guesses."""
    steps = played(Setup.choose("master", 2, {}), "luck", careless=0)
    step = max(decisions(steps, 0), key=lambda n: len(steps[n].match.legal(0)))
    chance = Quick(5)

    def by_luck(actions: list[Action], many: int) -> list[Value]:
        found = [Value(action, [float(chance.below(2)) for _ in range(many)]) for action in actions]
        return sorted(found, key=lambda value: -value.mean)

    legal = [*steps[step].match.legal(0)]
    assert len(legal) > 4
    monkeypatch.setattr(review, "compared", lambda *asked: by_luck(legal, 40))
    monkeypatch.setattr(review, "values", lambda game, state, seat, actions, *rest, **how: by_luck(actions, 200))
    found = [turning_point(steps, step, 0, Quick(n), QUICKLY) for n in range(200)]
    assert sum(point is not None for point in found) <= 10  # one of forty by chance, on one side
