"""Tuning: numbers that a bot plays by are moved until it wins more.

It is a natural evolution strategy, in its separable form. Every generation draws candidates around a mean, lets them
all play the same boards, and moves the mean towards the better and away from the worse, by their ranks; so does the
spread with which the next ones are drawn. Results are full of luck, and this makes use of all of them: on linear
plans with such luck it came nearer to the best than the cross-entropy method, which looks at the best only.

A candidate sits down alone to a table of each of several others, since who beats one need not beat another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import exp, log, sqrt
from random import Random
from statistics import fmean
from time import monotonic
from typing import Protocol

from msgspec import Struct

from elfer.arena.figures import Figure, figure, share
from elfer.arena.ledger import Ledger
from elfer.arena.players import Seated, seated
from elfer.arena.standings import won
from elfer.arena.tournament import game_of, play_all
from elfer.arena.trouble import Trouble
from elfer.arena.workers import Workers
from elfer.match.setup import Setup
from elfer.table.seed import derived, seed_from

Vector = tuple[float, ...]

START = "start"
"""As an opponent: whoever plays by the numbers with which tuning began."""
SELF = "self"
"""As an opponent: whoever plays by the mean of the generation."""
METHOD = "snes"
"""What a file of generations was made by; another method goes another way from there."""
MEAN_RATE = 1.5
"""How far the mean moves with a generation."""


class Tunable(Protocol):
    """Whoever plays by numbers. It is sent to other processes."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the numbers are called."""

    @property
    def start(self) -> Vector:
        """What they are now."""

    def seated(self, values: Vector) -> Seated:
        """The player who plays by these."""


class Method(Struct, frozen=True):
    """How it is searched."""

    candidates: int = 24
    """In each generation."""
    boards: int = 16
    """That all of them play."""


class Generation(Struct, frozen=True):
    """How it stands after a generation."""

    generation: int
    """Its number, from 1."""
    mean: Vector
    spread: Vector
    best: float
    """The share of wins of the best candidate; it had luck, too."""
    average: float
    """The share of wins of all candidates."""
    seconds: float
    """How long it took."""


class Trial(Struct, frozen=True):
    """One player's turn at a board: the numbers, and where the others' come from."""

    candidate: int
    values: Vector
    mean: Vector
    board: str


class Tuning(Struct, frozen=True):
    """Everything that the numbers that are found follow from."""

    setup: Setup
    tunable: Tunable
    against: tuple[str, ...]
    seed: str
    method: Method = Method()

    def check(self) -> None:
        """Raise `Trouble` if there is nothing to tune, or nobody to play against."""
        if not self.tunable.names:
            raise Trouble("trouble.nothing-to-tune", game=self.setup.name)
        for name in self.against:
            self._opponent(name, self.tunable.start)

    def _opponent(self, name: str, mean: Vector) -> Seated:
        if name in (START, SELF):
            return self.tunable.seated(self.tunable.start if name == START else mean)
        return seated(game_of(self.setup), name)

    def play(self, trial: Trial) -> tuple[int, list[float]]:
        """The number of the candidate, and its share of wins against each of the opponents."""
        game, own = game_of(self.setup), self.tunable.seated(trial.values)
        seed, lineup = derived(seed_from(self.seed), trial.board), (0, *(1,) * (self.setup.players - 1))
        shares = []
        for name in self.against:
            outcomes = play_all(game, seed, lineup, (own, self._opponent(name, trial.mean)))
            # In its n-th rotation the line-up has moved on by n seats, and with it whoever sits alone.
            wins = [won(outcome.points, lowest_wins=game.lowest_wins)[n] for n, outcome in enumerate(outcomes)]
            shares.append(fmean(wins))
        return trial.candidate, shares

    def first(self) -> Generation:
        """Where it begins: around the numbers as they are."""
        start = self.tunable.start
        usual = fmean(map(abs, start)) / 4 or 1.0
        return Generation(0, start, tuple(max(abs(value) / 2, usual) for value in start), 0.0, 0.0, 0.0)

    def next(self, now: Generation, workers: Workers, progress: Callable[[float], None]) -> Generation:
        """The generation after this one. `progress` hears which part of it is done."""
        begun, number = monotonic(), now.generation + 1
        chance = Random(derived(seed_from(self.seed), f"generation {number}"))
        steps = [tuple(chance.gauss(0, 1) for _ in now.mean) for _ in range(self.method.candidates)]
        drawn = [_after(now, step) for step in steps]
        trials = [
            Trial(n, values, now.mean, f"{number} {board}")
            for board in range(self.method.boards)
            for n, values in enumerate(drawn)
        ]
        shares: list[list[float]] = [[] for _ in drawn]
        for done, (n, found) in enumerate(workers.each(self.play, trials), 1):
            shares[n].append(fmean(found))
            progress(done / len(trials))
        reached = [fmean(each) for each in shares]
        ranked = sorted(range(len(drawn)), key=lambda n: (-reached[n], n))
        mean, spread = _moved(now, [steps[n] for n in ranked])
        return Generation(number, mean, spread, max(reached), fmean(reached), monotonic() - begun)


def _after(now: Generation, step: Vector) -> Vector:
    """A candidate: so many times the spread away from the mean."""
    return tuple(mean + wide * far for mean, wide, far in zip(now.mean, now.spread, step, strict=True))


def _moved(now: Generation, ranked: Sequence[Vector]) -> tuple[Vector, Vector]:
    """The next mean and spread, from the steps of all candidates, the best first."""
    parts, names = _parts(len(ranked)), len(now.mean)
    rate = (3 + log(names)) / (5 * sqrt(names))
    columns = [*zip(*ranked, strict=True)]
    along = tuple(MEAN_RATE * sum(part * far for part, far in zip(parts, steps, strict=True)) for steps in columns)
    wider = (sum(part * (far**2 - 1) for part, far in zip(parts, steps, strict=True)) for steps in columns)
    spread = (wide * exp(rate / 2 * more) for wide, more in zip(now.spread, wider, strict=True))
    return _after(now, along), tuple(spread)


def _parts(candidates: int) -> list[float]:
    """How much each place counts: the better half for its steps, the worse half a little against them.

    >>> [round(part, 2) for part in _parts(4)]
    [0.48, 0.02, -0.25, -0.25]
    """
    parts = [max(0.0, log(candidates / 2 + 1) - log(place)) for place in range(1, candidates + 1)]
    return [part / sum(parts) - 1 / candidates for part in parts]


def tune(
    tuning: Tuning,
    workers: Workers,
    ledger: Ledger[Generation],
    progress: Callable[[float], None] = lambda part: None,
) -> Iterator[Generation]:
    """One generation after the other, those of the file first."""
    now = tuning.first()
    for now in ledger.found:
        yield now
    while True:
        now = tuning.next(now, workers, progress)
        ledger.add(now)
        yield now


# --- whether it is better -----------------------------------------------------------------------------------


class Comparison(Struct, frozen=True):
    """How two sets of numbers do against the same opponents on the same boards."""

    opponents: list[str]
    before: list[Figure]
    """By opponent, the share of wins."""
    after: list[Figure]
    gain: Figure
    """What is won more often, over all opponents."""

    @property
    def better(self) -> bool:
        """Whether that is no luck."""
        return self.gain.low > 0


def compare(
    tuning: Tuning,
    values: Vector,
    boards: int,
    workers: Workers,
    progress: Callable[[float], None] = lambda part: None,
) -> Comparison:
    """Whether these numbers are better than those at the start, on boards that nobody has seen.

    They also meet a table of whoever plays by those at the start, who win there exactly what chance gives.
    """
    against = tuple(dict.fromkeys((START, *(name for name in tuning.against if name != SELF))))
    fresh = Tuning(tuning.setup, tuning.tunable, against, tuning.seed)
    both = (tuning.tunable.start, values)
    numbered = [(n, board) for board in range(boards) for n in range(2)]
    trials = (Trial(2 * board + n, both[n], values, f"check {board}") for n, board in numbered)
    found = {}
    for n, shares in workers.each(fresh.play, trials):
        found[n] = shares
        progress(len(found) / (2 * boards))
    before, after = ([found[2 * board + n] for board in range(boards)] for n in range(2))
    gains = [fmean(new) - fmean(old) for old, new in zip(before, after, strict=True)]
    return Comparison(list(against), _shares(before), _shares(after), figure(gains))


def _shares(boards: Sequence[Sequence[float]]) -> list[Figure]:
    """By opponent."""
    return [share(column) for column in zip(*boards, strict=True)]
