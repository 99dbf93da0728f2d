"""Playing a tournament: board after board, until there are enough of them or the result is sure enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from msgspec import Struct

from elfer.arena.ledger import Ledger, fingerprint
from elfer.arena.standings import Standings, standings, wins
from elfer.arena.tournament import Board, Tournament
from elfer.arena.workers import Workers

STAGE = 20
"""After so many boards each it is looked whether the result is sure enough; after many boards less often.

Always after the same numbers of boards, so that where it ends does not depend on which was done first.
"""


class Goal(Struct, frozen=True):
    """When it is enough."""

    boards: int
    """At most so many."""
    error: float | None = None
    """Fewer, if no share of wins is less sure than that."""

    def reached(self, tournament: Tournament, boards: Sequence[Board]) -> bool:
        """Whether these boards, from the first on, are enough."""
        if len(boards) >= self.boards:
            return True
        if self.error is None or not is_stage(len(boards)):
            return False
        return all(win.error is not None and win.error <= self.error for win in wins(tournament, boards))


def is_stage(boards: int) -> bool:
    """Whether it is looked at the result after so many boards: at least ten times while their number doubles.

    >>> [n for n in range(1, 900) if is_stage(n)][-22:]
    [200, 220, 240, 260, 280, 300, 320, 340, 360, 380, 400, 440, 480, 520, 560, 600, 640, 680, 720, 760, 800, 880]
    """
    step = STAGE << max(0, (boards // (10 * STAGE)).bit_length() - 1)
    return boards > 0 and boards % step == 0


class Contest(Struct, frozen=True):
    """A tournament that is played until it is enough, and the file in which its boards are kept."""

    tournament: Tournament
    goal: Goal
    into: Path | None = None


def run(
    tournament: Tournament,
    goal: Goal,
    workers: Workers,
    into: Path | None = None,
    progress: Callable[[int], None] = lambda boards: None,
) -> Standings:
    """Play until the goal is reached, and say how it stands then. `progress` hears how many boards there are.

    What the file `into` holds of the same tournament is not played again.
    """
    [boards] = run_all([Contest(tournament, goal, into)], workers, lambda number, boards: progress(boards))
    return standings(tournament, boards)


def run_all(
    contests: Sequence[Contest],
    workers: Workers,
    progress: Callable[[int, int], None] = lambda number, boards: None,
) -> list[Sequence[Board]]:
    """Play several at once, so that no worker waits for the last boards of one; returns the boards of each.

    `progress` hears of which contest there are how many boards. Which boards count does not depend on who was quick.
    """
    with ExitStack() as kept:
        ledgers = [kept.enter_context(Ledger(each.into, header(each.tournament), Board)) for each in contests]
        both = zip(contests, ledgers, strict=True)
        series = [_Series(each.tournament, each.goal, {b.board: b for b in ledger.found}) for each, ledger in both]
        for number, one in enumerate(series):
            progress(number, one.progress)
        for number, board in workers.each(_played, _missing(series)):
            ledgers[number].add(board)
            series[number].add(board)
            progress(number, series[number].progress)
            if all(one.reached for one in series):
                break
    return [one.enough for one in series]


def _played(item: tuple[int, Tournament, int]) -> tuple[int, Board]:
    number, tournament, board = item
    return number, tournament.play(board)


def _missing(series: Sequence[_Series]) -> Iterator[tuple[int, Tournament, int]]:
    """What is still to be played, always of the contest that has come least far: all of them end together."""
    left = {number: one.missing() for number, one in enumerate(series)}
    far = dict.fromkeys(left, 0.0)
    while left:
        number = min(left, key=far.__getitem__)
        board = next(left[number], None)
        if board is None:
            del left[number]
        else:
            far[number] = board / series[number].goal.boards
            yield number, series[number].tournament, board


class _Series:
    """The boards so far. Only those without a gap before them count."""

    def __init__(self, tournament: Tournament, goal: Goal, boards: dict[int, Board]) -> None:
        self.tournament, self.goal, self.boards = tournament, goal, boards
        self.enough: list[Board] = []
        self.reached = False
        self._grow()

    def missing(self) -> Iterator[int]:
        """The boards that are still to be played, as long as more are wanted."""
        for number in count():
            if self.reached or number >= self.goal.boards:
                return
            if number not in self.boards:
                yield number

    @property
    def progress(self) -> int:
        """How many boards there are of those that may be played."""
        return min(len(self.boards), self.goal.boards)

    def add(self, board: Board) -> None:
        self.boards[board.board] = board
        self._grow()

    def _grow(self) -> None:
        while not self.reached and len(self.enough) in self.boards:
            self.enough.append(self.boards[len(self.enough)])
            self.reached = self.goal.reached(self.tournament, self.enough)


def header(tournament: Tournament) -> dict[str, str]:
    """All that the boards follow from."""
    return {
        "elfer": "arena",
        "table": tournament.setup.code,
        "players": " ".join(tournament.players),
        "seed": tournament.seed,
        "shape": tournament.shape,
        "boards": "matches" if tournament.matches else "rounds",
        "program": fingerprint(tournament.setup.kind, tournament.players),
    }
