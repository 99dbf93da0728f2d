"""Search: it finds what is better, leaves the bot's own choice only for that, and knows no more than its seat."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from elfer import Stream, game, guess, seed_from
from elfer.bots import at_random, decide, usual
from elfer.bots.forgetting import kept_in_mind
from elfer.bots.search import STAGE, Search, Value, played_on, result, searching, values
from elfer.table.actions import DRAW, END, Action
from elfer.table.game import Game, State
from elfer.table.seed import Quick

ELFER = game("elfer", players=2)


def moment(table: Game[Any], seed: str, after: int) -> Any:
    """The last moment at which somebody could choose, after so many actions at most."""
    state, stream = table.deal(seed_from(seed)), Stream(seed_from(seed), "play")
    found = state
    for _ in range(after):
        if not (acting := table.to_act(state)):
            break
        found = state if len(table.legal(state, acting[0])) > 1 else found
        state = table.apply(state, acting[0], decide(usual(table), table, state, acting[0], stream))
    assert len(table.legal(found, table.to_act(found)[0])) > 1
    return found


def everything(table: Game[Any], state: State, seat: int) -> Any:
    return table.legal(state, seat)


def test_the_same_chance_finds_the_same() -> None:
    state = moment(ELFER, "same", 20)
    seat = ELFER.to_act(state)[0]
    found = [
        values(ELFER, state, seat, ELFER.legal(state, seat), usual(ELFER), Search(8), Quick(5)) for _ in range(2)
    ]
    assert found[0] == found[1]


def test_it_goes_out_when_it_can_whatever_the_bot_would_do() -> None:
    """A bot that never ends a round by itself: search sees that winning now is better."""

    def last(table: Game[Any], state: State, seat: int, chance: Any) -> Action:
        legal = table.legal(state, seat)
        return END if END in legal else legal[0]

    wins = 0
    bots = [searching(last, Search(16, caution=0.5), everything), last]
    for number in range(6):
        state, stream = ELFER.deal(seed_from(f"out {number}")), Quick(number)
        while acting := ELFER.to_act(state):
            bot = bots[(acting[0] + number) % 2]
            state = ELFER.apply(state, acting[0], decide(bot, ELFER, state, acting[0], stream))
        points = ELFER.points(state)
        wins += points[number % 2] < points[1 - number % 2]
    assert wins >= 5


def test_the_bots_own_choice_is_left_only_for_a_clear_gain() -> None:
    state = moment(ELFER, "caution", 60)
    seat = ELFER.to_act(state)[0]
    legal = ELFER.legal(state, seat)

    def first(table: Game[Any], state: State, seat: int, chance: Any) -> Action:
        return table.legal(state, seat)[0]

    fearful = searching(first, Search(8, caution=1e9), everything)
    assert all(fearful(ELFER, guess(ELFER, state, seat, Quick(n)), seat, Quick(n)) == legal[0] for n in range(5))


def test_it_compares_no_more_than_its_candidates() -> None:
    state = moment(ELFER, "candidates", 60)
    seat, asked = ELFER.to_act(state)[0], list[Action]()
    bot = usual(ELFER)

    def noting(table: Game[Any], state: State, seat: int) -> Any:
        asked.extend(legal := table.legal(state, seat))
        return legal

    assert searching(bot, Search(4, candidates=1), noting)(ELFER, state, seat, Quick(1)) in asked
    one = searching(bot, Search(4, candidates=1), noting)
    assert one(ELFER, state, seat, Quick(2)) == bot(ELFER, state, seat, Quick(2))


def test_what_is_clearly_worse_is_given_up_early() -> None:
    def lots(table: Game[Any], state: State, seat: int, chance: Any) -> Action:
        return at_random(table, state, seat, chance)

    state = moment(ELFER, "behind", 40)
    seat = ELFER.to_act(state)[0]
    found = values(ELFER, state, seat, ELFER.legal(state, seat), lots, Search(200), Quick(3))
    assert len(found[0].results) >= STAGE
    assert all(len(a.results) >= len(b.results) for a, b in pairwise(found))


def test_a_limit_of_time_ends_it_after_the_first_guess() -> None:
    state = moment(ELFER, "time", 20)
    seat = ELFER.to_act(state)[0]
    found = values(ELFER, state, seat, ELFER.legal(state, seat), usual(ELFER), Search(500, seconds=0.0), Quick(3))
    assert {len(value.results) for value in found} == {1}


def test_gains_are_counted_in_the_same_guesses() -> None:
    one, two = Value(END, [1.0, 1.0, 0.0, 0.0]), Value(DRAW, [0.0, 1.0])
    gain, error = one.gain(two)
    assert gain == 0.5
    assert error == pytest.approx(0.5)
    assert one.mean == 0.5
    assert two.gain(one)[0] == -0.5


@pytest.mark.parametrize(("points", "won"), [((0, 5), (1.0, 0.0)), ((3, 3), (0.5, 0.5)), ((9, 2), (0.0, 1.0))])
def test_the_worth_of_an_end(
    points: tuple[int, int], won: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In `elfer` the lowest points win; a shared win counts in part; more points ahead are a little better."""
    monkeypatch.setattr(type(ELFER), "points", lambda self, state: points)
    state = ELFER.deal(seed_from("end"))
    assert tuple(result(ELFER, state, seat) for seat in (0, 1)) == won
    with_points = [result(ELFER, state, seat, 0.5) for seat in (0, 1)]
    better = points.index(min(points))
    assert with_points[better] >= won[better]
    assert sum(with_points) == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["elfer", "master", "hawaiki", "brettspiel"])
def test_it_knows_no_more_than_its_seat(name: str) -> None:
    """Two states that a seat cannot tell apart: it finds the same in both."""
    table = game(name, players=3)
    for number in range(3):
        state = moment(table, f"exchange {number}", 15)
        seat = table.to_act(state)[0]
        other = guess(table, state, seat, Quick(number))
        legal = table.legal(state, seat)[:3]
        found = [values(table, world, seat, legal, usual(table), Search(2), Quick(9)) for world in (state, other)]
        assert found[0] == found[1]


def test_a_round_is_played_to_its_end_or_counted_as_it_stands() -> None:
    state = ELFER.forgetful(ELFER.deal(seed_from("on")))
    assert not ELFER.to_act(played_on(ELFER, state, usual(ELFER), Quick(1)))
    assert ELFER.to_act(played_on(ELFER, state, usual(ELFER), Quick(1), longest=3))


def test_somebody_forgetful_keeps_so_many_cards_in_mind() -> None:
    table = game("was-liegt-wo", players=2)
    state, stream = table.deal(seed_from("mind")), Stream(seed_from("mind"), "play")
    for _ in range(12):
        seat = table.to_act(state)[0]
        state = table.apply(state, seat, at_random(table, state, seat, stream))
    seat = table.to_act(state)[0]
    unseen = ~table.layout.visible(state.table, seat)
    known = table.layout.known(state.table, seat) & unseen
    assert known.bit_count() > 3
    for most in (0, 3, 200):
        faded = kept_in_mind(table, state, seat, most, Quick(4))
        left = table.layout.known(faded.table, seat) & unseen
        assert left & ~known == 0
        assert left.bit_count() == min(most, known.bit_count())
        guess(table, faded, seat, Quick(1))
