"""How sure one can be of a chance that was counted."""

from __future__ import annotations

from functools import cache
from math import sqrt
from statistics import NormalDist

SURE = 1.96
"""Standard errors within which 19 of 20 counts lie."""


@cache
def beyond_luck(many: int) -> float:
    """By how many standard errors the best of so many must be ahead to be no mere luck, 19 times of 20.

    Of many that are equally good, one is always ahead of the others.

    >>> round(beyond_luck(1), 2), round(beyond_luck(11), 2)
    (1.96, 2.84)
    """
    return NormalDist().inv_cdf(1 - 0.025 / max(1, many))


def shrunk(won: float, times: int) -> float:
    """A cautious estimate of a chance: who has won 10 times of 10 need not win always (Agresti and Coull)."""
    return (won + SURE**2 / 2) / (times + SURE**2)


def uncertainty(won: float, times: int) -> float:
    """How far away from what was counted the true chance is at most, 19 times of 20."""
    likely = shrunk(won, times)
    return abs(won / times - likely) + SURE * sqrt(likely * (1 - likely) / (times + SURE**2))


def wanted(won: float, times: int, within: float) -> float:
    """How many times it takes, as far as is known, until two counts differ by less than that, 19 times of 20.

    And so many that what has never happened in them is rarer than half of it (the rule of three).
    """
    likely = shrunk(won, times)
    return max(6 / within, 2 * SURE**2 * likely * (1 - likely) / within**2)
