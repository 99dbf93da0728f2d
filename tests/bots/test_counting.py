"""Counts of chances are as sure as they say."""

from __future__ import annotations

from random import Random

import pytest

from elfer.bots.counting import beyond_luck, uncertainty, wanted


def counted(chance: float, within: float, random: Random) -> tuple[float, int]:
    """The chance as it is counted until that is enough, as a review does, and how many times that took."""
    won = times = 0
    while times < wanted(won, times, within):
        won, times = won + sum(random.random() < chance for _ in range(32)), times + 32
    return won / times, times


@pytest.mark.parametrize("chance", [0.0, 0.02, 0.1, 0.3, 0.5, 0.75, 1.0])
def test_two_counts_of_a_chance_hardly_differ(chance: float) -> None:
    random = Random(f"twice {chance}")
    pairs = [(counted(chance, 0.05, random)[0], counted(chance, 0.05, random)[0]) for _ in range(150)]
    # 19 of 20 differ by no more than 5 points: more than 15 of 150 that do would be a chance of 1 in 400.
    assert sum(abs(one - two) > 0.05 for one, two in pairs) <= 15


def test_what_is_nearly_sure_takes_fewer_times() -> None:
    random = Random("times")
    times = [counted(chance, 0.05, random)[1] for chance in (0.0, 0.05, 0.5)]
    assert times == sorted(times)
    assert 120 <= times[0] < 150
    assert uncertainty(0, times[0]) < 0.04
    assert 700 < times[2] < 850


@pytest.mark.parametrize("chance", [0.0, 0.05, 0.5, 0.9])
@pytest.mark.parametrize("times", [8, 40, 500])
def test_the_true_chance_is_no_further_away_than_is_said(chance: float, times: int) -> None:
    random = Random(f"near {chance} {times}")
    missed = 0
    for _ in range(200):
        won = sum(random.random() < chance for _ in range(times))
        missed += abs(won / times - chance) > uncertainty(won, times)
    assert missed <= 20


def test_the_best_of_many_must_be_further_ahead() -> None:
    assert [round(beyond_luck(many), 2) for many in (0, 1, 2, 11)] == [1.96, 1.96, 2.24, 2.84]
