"""Means, intervals and ratings."""

import sys
from random import Random
from statistics import fmean, stdev

import pytest

from elfer.arena.figures import figure, quantile, share
from elfer.arena.ratings import Rating, ratings


def test_an_interval_holds_the_truth_in_nineteen_of_twenty_cases() -> None:
    chance = Random(11)
    few = ([chance.gauss(0.3, 2) for _ in range(5)] for _ in range(2000))
    many = ([chance.random() - 0.2 for _ in range(30)] for _ in range(2000))
    for samples in (few, many):
        found = [figure(sample) for sample in samples]
        assert fmean(each.low <= 0.3 <= each.high for each in found) == pytest.approx(0.95, abs=0.015)


def test_what_happens_on_one_board_is_not_independent() -> None:
    """Ten rounds on each board that come out alike say no more than one, and the interval must know."""
    chance = Random(7)
    boards = [float(chance.random() < 0.5) for _ in range(50)]
    by_board = share([fmean([board] * 10) for board in boards])
    by_round = figure([board for board in boards for _ in range(10)])
    assert by_board.error
    assert by_round.error
    assert by_board.error > 3 * by_round.error
    assert by_board.error == pytest.approx(2.0096 * stdev(boards) / 50**0.5, rel=1e-3)


@pytest.mark.parametrize(
    ("freedom", "t"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (29, 2.045), (999, 1.962)]
)
def test_student(freedom: int, t: float) -> None:
    assert quantile(freedom) == pytest.approx(t, rel=2e-3)


def test_who_has_won_everything_need_not_win_for_ever() -> None:
    assert share([1.0] * 20).low == pytest.approx(0.05 ** (1 / 20))
    assert share([0.0] * 20).high == pytest.approx(1 - 0.05 ** (1 / 20))
    assert share([0.5] * 20).error == 0


def test_one_board_says_nothing_of_the_error() -> None:
    assert (figure([3]).mean, figure([3]).error, share([1.0]).error) == (3, None, None)
    assert share([1.0]).low == float("-inf")
    assert share([1.0]).high == float("inf")


# --- ratings -------------------------------------------------------------------------------------------------


def test_ratings_follow_who_wins() -> None:
    better = ratings(3, [((0, 1, 2), (1, 2, 3)), ((2, 0, 1), (3, 1, 2))] * 20)
    assert better is not None
    assert better[0].mu > better[1].mu > better[2].mu
    assert all(each.sigma < 25 / 3 for each in better)


def test_what_one_gains_another_loses_even_on_several_seats() -> None:
    for lineup, places in (((0, 1, 1, 1), (1, 2, 3, 4)), ((1, 0, 0, 0), (4, 1, 2, 2))):
        two = ratings(2, [(lineup, places)])
        assert two is not None
        assert two[0].mu > 25
        assert two[0].mu + two[1].mu == pytest.approx(50)


def test_those_who_always_share_stay_equal() -> None:
    equal = ratings(2, [((0, 1), (1, 1))] * 5)
    assert equal is not None
    assert equal[0].mu == pytest.approx(equal[1].mu)
    assert ratings(2, []) == [Rating(25.0, 25 / 3)] * 2


def test_without_the_library_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert ratings(2, [((0, 1), (1, 2))]) is None
