"""Figures with the error that they have: means over boards, and 95 % intervals around them.

Rounds on the same board are not independent of each other: that is the point of playing it in all rotations. So an
interval follows from how much the boards differ, never from how many rounds there were.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Annotated

from msgspec import Meta, Struct

SURE = 0.95
"""How often an interval holds what it is about."""
_Z = 1.959963984540054
"""That share of a normal distribution lies within so many standard deviations."""


class Figure(Struct, frozen=True):
    """A mean, and how far from it the true value may lie."""

    mean: float
    error: Annotated[float, Meta(ge=0)] | None
    """Half the width of the 95 % interval; none where a single board says nothing of it."""

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.error if self.error is not None else float("-inf")

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.error if self.error is not None else float("inf")


def figure(values: Sequence[float]) -> Figure:
    """The mean of independent values.

    >>> figure([2, 2, 4, 4]).mean, round(figure([2, 2, 4, 4]).low, 2)
    (3.0, 1.16)
    >>> figure([1])
    Figure(mean=1.0, error=None)
    """
    n, mean = len(values), fmean(values)
    return Figure(mean, quantile(n - 1) * stdev(values) / sqrt(n) if n > 1 else None)


def share(values: Sequence[float]) -> Figure:
    """The mean of shares from 0 to 1.

    Who has won every board so far need not win the next: where all values are 0, or all 1, the interval reaches as
    far as such a run would still be seen in one of twenty tries.

    >>> round(share([1.0] * 100).low, 2)
    0.97
    """
    found, n = figure(values), len(values)
    if n > 1 and (min(values) == 1 or max(values) == 0):
        return Figure(found.mean, 1 - (1 - SURE) ** (1 / n))
    return found


def quantile(freedom: int) -> float:
    """So many standard errors to either side hold the mean of normal values (Student's t, by its expansion).

    >>> [round(quantile(n), 2) for n in (3, 10, 100)]
    [3.18, 2.23, 1.98]
    """
    if freedom < 3:  # the expansion is made for large numbers
        return {1: 12.706, 2: 4.303}[freedom]
    z, v = _Z, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / v + second / v**2 + third / v**3 + fourth / v**4
