"""What the boards of a tournament add up to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from msgspec import Struct

from elfer.arena.figures import Figure, figure, share
from elfer.arena.lineups import Lineup, rotations
from elfer.arena.ratings import Finish, Rating, ratings
from elfer.arena.tournament import Board, Tournament
from elfer.match.match import places


class Pairing(Struct, frozen=True):
    """One player alone against a table of another; `against` is none where all sit at one table."""

    player: str
    against: str | None
    win: Figure
    """The share of rounds won; a shared win counts in part."""
    points: Figure
    """The points of the player."""
    others: Figure
    """The points of each of the others."""


class Standing(Struct, frozen=True):
    """How a player did against all others."""

    player: str
    win: Figure | None
    """The mean over all tables that the player sat down to alone; none if it only ever was a table for others."""
    points: Figure | None
    rating: Rating | None
    """None where the library for it is not installed."""


class Standings(Struct, frozen=True):
    """The result of a tournament."""

    table: str
    """The code of the table."""
    seed: str
    boards: int
    rounds: int
    chance: float
    """The share that everyone would win if all were equal."""
    standings: list[Standing]
    pairings: list[Pairing]


class _Alone(Struct):
    """What a player got on each board, alone at a table."""

    wins: list[float]
    points: list[float]
    others: list[float]


Key = tuple[int, int | None]


def standings(tournament: Tournament, boards: Sequence[Board]) -> Standings:
    """The result of these boards; in which order they were played does not matter."""
    boards = sorted(boards, key=lambda board: board.board)
    found = _collected(tournament, boards)
    finishes = [*_finishes(tournament, boards)]
    rated = ratings(len(tournament.players), finishes)
    return Standings(
        table=tournament.setup.code,
        seed=tournament.seed,
        boards=len(boards),
        rounds=len(finishes),
        chance=1 / tournament.setup.players,
        standings=[
            _standing(name, [alone for (one, _), alone in found.items() if one == n], rated[n] if rated else None)
            for n, name in enumerate(tournament.players)
        ],
        pairings=[_pairing(tournament.players, *key, alone) for key, alone in sorted(found.items(), key=_order)],
    )


def wins(tournament: Tournament, boards: Sequence[Board]) -> list[Figure]:
    """The shares of wins alone, which are found much more quickly than everything."""
    return [share(alone.wins) for alone in _collected(tournament, boards).values()]


def _collected(tournament: Tournament, boards: Sequence[Board]) -> dict[Key, _Alone]:
    found: dict[Key, _Alone] = {}
    for board in boards:
        for key, win, points, others in _board(tournament, board):
            alone = found.setdefault(key, _Alone([], [], []))
            alone.wins.append(win)
            alone.points.append(points)
            alone.others.append(others)
    return found


def _order(item: tuple[Key, object]) -> tuple[int, int]:
    (one, other), _ = item
    return one, -1 if other is None else other


def _pairing(names: Sequence[str], one: int, other: int | None, alone: _Alone) -> Pairing:
    against = None if other is None else names[other]
    return Pairing(names[one], against, share(alone.wins), figure(alone.points), figure(alone.others))


def _standing(name: str, tables: Sequence[_Alone], rating: Rating | None) -> Standing:
    if not tables:
        return Standing(name, None, None, rating)
    wins = [fmean(board) for board in zip(*(alone.wins for alone in tables), strict=True)]
    points = [fmean(board) for board in zip(*(alone.points for alone in tables), strict=True)]
    return Standing(name, share(wins), figure(points), rating)


def _board(tournament: Tournament, board: Board) -> Iterator[tuple[Key, float, float, float]]:
    """Of each player who sat alone at a table: the share of wins, its points and those of the others."""
    lowest = tournament.setup.kind.lowest_wins
    for lineup, outcomes in zip(tournament.lineups(board.board), board.outcomes, strict=True):
        turned, points = rotations(lineup), [outcome.points for outcome in outcomes]
        wins = [won(each, lowest_wins=lowest) for each in points]
        for key in _alone(lineup):
            own = [seats.index(key[0]) for seats in turned]
            got = [each[seat] for each, seat in zip(points, own, strict=True)]
            rest = [(sum(each) - mine) / (len(each) - 1) for each, mine in zip(points, got, strict=True)]
            yield key, fmean(w[seat] for w, seat in zip(wins, own, strict=True)), fmean(got), fmean(rest)


def _alone(lineup: Lineup) -> list[Key]:
    """Who sits alone at a table, and against whom."""
    several = len({*lineup}) > 2
    return [
        (one, None if several else next(other for other in lineup if other != one))
        for one in sorted({*lineup})
        if lineup.count(one) == 1
    ]


def _finishes(tournament: Tournament, boards: Sequence[Board]) -> Iterator[Finish]:
    lowest = tournament.setup.kind.lowest_wins
    for board in boards:
        for lineup, outcomes in zip(tournament.lineups(board.board), board.outcomes, strict=True):
            for seats, outcome in zip(rotations(lineup), outcomes, strict=True):
                yield seats, places(outcome.points, lowest_wins=lowest)


def won(points: Sequence[int], *, lowest_wins: bool) -> list[float]:
    """By seat, its part of the win: a shared one counts in part.

    >>> won([3, 7, 7], lowest_wins=False)
    [0.0, 0.5, 0.5]
    """
    best = (min if lowest_wins else max)(points)
    part = 1 / list(points).count(best)
    return [part if each == best else 0.0 for each in points]
