"""A match: one or more rounds of a game whose points add up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from elfer.match.setup import Setup
from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.refusal import Refused
from elfer.table.seed import derived


class Match(Struct, frozen=True, gc=False):
    """A moment of a match. Like a state it never changes: every step gives a new one.

    >>> from elfer.table.seed import seed_from
    >>> match = Match.start(Setup.choose("elfer", 2), seed_from("a quick one"))
    >>> while not match.over:
    ...     [seat] = match.to_act
    ...     match = match.apply(seat, match.legal(seat)[0])
    >>> match.totals, match.places
    ((3, 0), (2, 1))
    """

    setup: Setup
    seed: bytes
    """From it follow the seeds of all rounds."""
    state: State
    """The moment of the round that is played."""
    steps: int = 0
    """Actions in this round."""
    scores: tuple[tuple[int, ...], ...] = ()
    """The points of the rounds that have ended."""

    @staticmethod
    def start(setup: Setup, seed: bytes) -> Match:
        """The first deal."""
        return Match(setup, seed, setup.game.deal(round_seed(seed, 0)))

    @property
    def game(self) -> Game[Any]:
        """The game, set up."""
        return self.setup.game

    @property
    def number(self) -> int:
        """The number of the round, from 0."""
        return len(self.scores) - self.round_over

    @property
    def round_over(self) -> bool:
        """Whether the round has ended, by its rules or because it has become too long (ALL-5)."""
        return _is_over(self.setup.game, self.state, self.steps)

    @property
    def over(self) -> bool:
        """Whether its last round has ended."""
        return self.round_over and self.game.match_over(self.scores)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that can act; none between rounds and at the end."""
        return () if self.round_over else self.game.to_act(self.state)

    def legal(self, seat: int) -> Sequence[Action]:
        """All that the seat may do now."""
        return () if self.round_over else self.game.legal(self.state, seat)

    def apply(self, seat: int, action: Action) -> Match:
        """The match after an action; when it ends the round, the points are noted. Raises `Refused`."""
        game, steps, scores = self.setup.game, self.steps + 1, self.scores
        if _is_over(game, self.state, self.steps):
            raise Refused("round-over")
        state = game.apply(self.state, seat, action)
        if _is_over(game, state, steps):
            scores = (*scores, game.points(state))
        return Match(self.setup, self.seed, state, steps, scores)

    def next_round(self) -> Match:
        """The deal of the next round."""
        if not self.round_over or self.over:
            raise Refused("no-next-round")
        seed = round_seed(self.seed, len(self.scores))
        state = self.game.deal(seed, len(self.scores), self.state)
        return Match(self.setup, self.seed, state, 0, self.scores)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return tuple(map(sum, zip(*self.scores, strict=True))) if self.scores else (0,) * self.setup.players

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat by its total, from 1; a tie shares the place (ALL-6)."""
        return places(self.totals, lowest_wins=self.game.lowest_wins)


def _is_over(game: Game[Any], state: State, steps: int) -> bool:
    return not game.to_act(state) or steps >= game.longest_round


def round_seed(seed: bytes, number: int) -> bytes:
    """The seed of a round of a match."""
    return derived(seed, f"round {number}")


def places(totals: Sequence[int], *, lowest_wins: bool) -> tuple[int, ...]:
    """Places from 1, shared by ties; the place after a tie of two is two further on.

    >>> places([7, 0, 7, 21], lowest_wins=True)
    (2, 1, 2, 4)
    """
    sign = 1 if lowest_wins else -1
    return tuple(1 + sum(sign * other < sign * total for other in totals) for total in totals)
