"""Tuning: numbers that a bot plays by are moved until it wins more.

It is the cross-entropy method. Every generation draws candidates around a mean, lets them all play the same boards,
and moves the mean towards the best of them; how far candidates are drawn from it follows from how far the best were.
A candidate sits down alone to a table of each of several others, since who beats one need not beat another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import log, sqrt
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
RATE = 0.5
"""How far a generation moves mean and spread towards what its best say."""
LEAST_SPREAD = 0.02
"""As a part of what it was at the beginning: below it nothing more is found."""


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
    boards: int = 12
    """That all of them play; the better half plays as many again."""


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
        drawn = [now.mean, *_drawn(now, chance, self.method.candidates - 1)]
        shares: dict[int, list[float]] = {n: [] for n in range(len(drawn))}
        half = range(self.method.boards), range(self.method.boards, 2 * self.method.boards)
        racing, done, total = [*shares], 0, self.method.boards * (len(drawn) + len(drawn) // 2)
        for boards in half:
            trials = [Trial(n, drawn[n], now.mean, f"{number} {board}") for board in boards for n in racing]
            for n, found in workers.each(self.play, trials):
                shares[n].append(fmean(found))
                progress((done := done + 1) / total)
            racing = sorted(racing, key=lambda n: (-fmean(shares[n]), n))[: len(drawn) // 2]
        best = [drawn[n] for n in racing[: max(2, len(drawn) // 4)]]
        mean, spread = _moved(now, best, self.first().spread)
        values = [fmean(each) for each in shares.values()]
        return Generation(number, mean, spread, max(values), fmean(values), monotonic() - begun)


def _drawn(now: Generation, chance: Random, candidates: int) -> list[Vector]:
    ways = list(zip(now.mean, now.spread, strict=True))
    return [tuple(chance.gauss(mean, spread) for mean, spread in ways) for _ in range(candidates)]


def _moved(now: Generation, best: Sequence[Vector], widest: Vector) -> tuple[Vector, Vector]:
    """The next mean and spread: towards the best, the better the more.

    The spread follows from how far the best are from the old mean. So it grows where they lie far away on one side,
    and stays where they lie anywhere.
    """
    shares = [log(len(best) + 0.5) - log(place) for place in range(1, len(best) + 1)]
    shares = [each / sum(shares) for each in shares]
    means, spreads = [], []
    for values, mean, spread, wide in zip(zip(*best, strict=True), now.mean, now.spread, widest, strict=True):
        away = [value - mean for value in values]
        means.append(mean + RATE * sum(part * each for part, each in zip(shares, away, strict=True)))
        square = sum(part * each**2 for part, each in zip(shares, away, strict=True))
        spreads.append(max(sqrt((1 - RATE) * spread**2 + RATE * square), LEAST_SPREAD * wide))
    return tuple(means), tuple(spreads)


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
