"""A tournament: which players meet at which table, and what comes of each board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from elfer.arena import lineups, rounds
from elfer.arena.lineups import Lineup, Shape
from elfer.arena.players import Seated, seated
from elfer.match.setup import Setup
from elfer.table.game import Game
from elfer.table.seed import derived, seed_from


class Board(Struct, frozen=True):
    """How all rounds on one board came out."""

    board: int
    """Its number, from 0."""
    outcomes: tuple[tuple[rounds.Outcome, ...], ...]
    """By line-up, in each of its rotations."""


class Tournament(Struct, frozen=True):
    """Everything that the outcome of each board follows from.

    >>> tournament = Tournament(Setup.choose("elfer", 2), ("greedy", "random"), "7")
    >>> tournament.play(0) == tournament.play(0)
    True
    """

    setup: Setup
    players: tuple[str, ...]
    """By their names."""
    seed: str
    """Another text gives other boards."""
    shape: Shape = "pairs"
    """Who sits with whom (`elfer.arena.lineups`)."""
    matches: bool = False
    """Whether boards are whole matches; else they are single rounds."""

    def check(self) -> None:
        """Raise `Trouble` if it cannot be played."""
        lineups.check(self.shape, len(self.players), self.setup.players)
        for name in self.players:
            seated(game_of(self.setup), name)

    def lineups(self, board: int) -> tuple[Lineup, ...]:
        """Who sits with whom on this board."""
        return lineups.lineups(self.shape, len(self.players), self.setup.players, board)

    def play(self, board: int) -> Board:
        """Play one board with all its line-ups."""
        game, match = game_of(self.setup), self.matches
        seed, who = derived(seed_from(self.seed), f"board {board}"), [seated(game, name) for name in self.players]
        return Board(board, tuple(play_all(game, seed, lineup, who, match=match) for lineup in self.lineups(board)))


def play_all(
    game: Game[Any], seed: bytes, lineup: Lineup, who: Sequence[Seated], *, match: bool = False
) -> tuple[rounds.Outcome, ...]:
    """A board as one line-up plays it, in all its rotations."""
    turned = lineups.rotations(lineup)
    return tuple(rounds.play(game, seed, [who[player] for player in seats], match=match) for seats in turned)


@cache
def game_of(setup: Setup) -> Game[Any]:
    """The game of a setup, worked out once in each process: a setup that comes from another brings none along."""
    return setup.game
