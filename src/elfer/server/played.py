"""History: which person played which match, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from elfer.server.messages import GameStatistics, Score
from elfer.server.sitting import Sitting
from elfer.server.storage import Outcome, Played

CURVE = 50
"""So many of the last matches are told one by one."""


def rows(sitting: Sitting) -> list[Played]:
    """A row for each seat that a person holds."""
    match = sitting.match
    assert match is not None
    over = match.over
    return [
        Played(
            match=sitting.id,
            code=sitting.code,
            seat=seat,
            person=chair.person,
            setup=sitting.setup.code,
            game=sitting.setup.name,
            started_ms=sitting.opened.unix_ms,
            points=match.totals[seat] if over else None,
            place=match.places[seat] if over else None,
        )
        for seat, chair in enumerate(sitting.chairs)
        if chair.person
    ]


def statistics(outcomes: Iterable[Outcome]) -> list[GameStatistics]:
    """By game, how somebody has done, from how all matches ended."""
    games: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        games.setdefault(outcome.game, []).append(outcome)
    return [
        GameStatistics(
            game=game,
            all=_score(ended),
            people=_score([one for one in ended if one.people]),
            bots=_score([one for one in ended if not one.people]),
        )
        for game, ended in sorted(games.items())
    ]


def _score(ended: Sequence[Outcome]) -> Score:
    points = [one.points for one in ended]
    won = sum(one.place == 1 for one in ended)
    return Score(played=len(ended), won=won, points=sum(points), curve=tuple(points[-CURVE:]))
