"""Ratings of players who all may have met others, by openskill (extra `arena`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

from msgspec import Struct

from elfer.arena.lineups import Lineup


class Rating(Struct, frozen=True):
    """How strong somebody plays: the mean of what is believed, and its standard deviation."""

    mu: float
    sigma: float


Finish = tuple[Lineup, Sequence[int]]
"""By seat, which player sat there and which place it had."""


def ratings(players: int, finishes: Iterable[Finish]) -> list[Rating] | None:
    """The ratings after these rounds, one after the other; nothing where openskill is not installed.

    Every seat is a side of its own. Whoever sits on several of them gains and loses on all, so that what one gains
    another loses. Bots do not change, so time alone makes no rating less sure (`tau`).
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce(tau=0.0)
    now = [Rating(model.mu, model.sigma)] * players
    for lineup, ranks in finishes:
        sides = [[model.create_rating([now[player].mu, now[player].sigma])] for player in lineup]
        rated = [side[0] for side in model.rate(sides, ranks=[*map(float, ranks)])]
        for player in {*lineup}:
            own = [after for sits, after in zip(lineup, rated, strict=True) if sits == player]
            gains = (each.mu - now[player].mu for each in own)
            now[player] = Rating(now[player].mu + sum(gains), fmean(each.sigma for each in own))
    return now
