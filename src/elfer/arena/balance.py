"""How a game is balanced: who profits from the seat, how long it takes, how much is luck, and what options change.

Equal players play every board twice, with the same cards and other luck. What comes out alike is due to the cards. In
addition somebody sits down to tables of weaker players: how much more than the share of chance is won there is skill.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from statistics import fmean, quantiles
from typing import Any

from msgspec import Struct

from elfer.arena import rounds
from elfer.arena.figures import Figure, figure, quantile, share
from elfer.arena.players import seated
from elfer.arena.standings import won
from elfer.arena.tournament import game_of, play_all
from elfer.arena.workers import Workers
from elfer.match.match import round_seed
from elfer.match.setup import Setup
from elfer.table.game import Game
from elfer.table.options import BadOption, Option, Value, options_of
from elfer.table.seed import derived, seed_from

WEAKER = ("random", "greedy", "easy")
"""Against whom skill is measured; changed rules only against the first of them."""
SKILLED = 4
"""One of so many boards is also played against weaker players: these play it on every seat."""
ONLY_MATCHES = ("rounds",)
"""Options that say how many rounds there are, and change nothing in one (`Game.rounds`)."""


class Sample(Struct, frozen=True):
    """What happened on one board."""

    board: int
    wins: tuple[tuple[float, ...], tuple[float, ...]]
    """Both times, the share of the win by who was to act first, second and so on."""
    steps: tuple[int, int]
    """How many actions there were, both times."""
    skill: tuple[float, ...]
    """Against each of the weaker players, where they have played: the share of wins."""


class Trials(Struct, frozen=True):
    """Rounds at one table, from which its balance is seen."""

    setup: Setup
    player: str
    weaker: tuple[str, ...]
    seed: str

    def play(self, board: int) -> Sample:
        """Play one board."""
        game, seed = game_of(self.setup), derived(seed_from(self.seed), f"board {board}")
        who = seated(game, self.player)
        first = _first(game, seed)
        both = [
            rounds.play(game, seed, [who] * game.players, luck=derived(seed, f"again {again}")) for again in range(2)
        ]
        wins = [_from(first, won(outcome.points, lowest_wins=game.lowest_wins), game) for outcome in both]
        skill = [self._skill(game, seed, weaker) for weaker in self.weaker] if board % SKILLED == 0 else ()
        return Sample(board, (wins[0], wins[1]), (both[0].steps, both[1].steps), tuple(skill))

    def _skill(self, game: Game[Any], seed: bytes, weaker: str) -> float:
        lineup = (0, *(1,) * (game.players - 1))
        outcomes = play_all(game, seed, lineup, (seated(game, self.player), seated(game, weaker)))
        return fmean(won(each.points, lowest_wins=game.lowest_wins)[n] for n, each in enumerate(outcomes))


def _first(game: Game[Any], seed: bytes) -> int:
    """Who is first to act in the round of this seed."""
    return game.to_act(game.deal(round_seed(seed, 0)))[0]


def _from(first: int, by_seat: Sequence[float], game: Game[Any]) -> tuple[float, ...]:
    return tuple(by_seat[seat] for seat in (first, *game.others[first]))


class Length(Struct, frozen=True):
    """How many actions a round has."""

    mean: Figure
    low: float
    """One of twenty rounds is shorter."""
    high: float
    """One of twenty rounds is longer."""
    all: list[int]


class Measured(Struct, frozen=True):
    """The balance of one table."""

    what: str
    """Which option differs from the usual ones; empty: none."""
    code: str
    """The code of the table."""
    positions: list[Figure]
    """The share of wins of who acts first, second and so on."""
    length: Length
    deal: Figure
    """Which part of who wins is decided by the cards that were dealt."""
    skill: list[Figure]
    """The share of wins at a table of each of the weaker players."""


class Report(Struct, frozen=True):
    """The balance of a game."""

    game: str
    player: str
    """Who sits on all seats."""
    weaker: tuple[str, ...]
    """The players that its skill is measured against."""
    boards: int
    seed: str
    usual: Measured
    """All options at their defaults."""
    options: list[Measured]
    """One option changed at a time."""

    @property
    def chance(self) -> float:
        """The share that everyone would win if seats were worth the same."""
        return 1 / len(self.usual.positions)


def measured(what: str, trials: Trials, samples: Sequence[Sample]) -> Measured:
    """What the boards of a table tell."""
    by_position = zip(*([fmean(both) for both in zip(*sample.wins, strict=True)] for sample in samples), strict=True)
    steps = [step for sample in samples for step in sample.steps]
    low, *_, high = quantiles(steps, n=20)
    mean = figure([fmean(sample.steps) for sample in samples])
    skill = zip(*(sample.skill for sample in samples if sample.skill), strict=True)
    return Measured(
        what,
        trials.setup.code,
        [share(values) for values in by_position],
        Length(mean, low, high, steps),
        _due_to_deal(samples),
        [share(values) for values in skill],
    )


def _due_to_deal(samples: Sequence[Sample]) -> Figure:
    """Which part of the differences between results comes back when the same cards are played again.

    That some seats win more often is no luck of the cards, so it is taken off before.
    """
    usual = [fmean(column) for column in zip(*(wins for each in samples for wins in each.wins), strict=True)]
    alike, all_ = [], []
    for sample in samples:
        one, two = ([win - mean for win, mean in zip(wins, usual, strict=True)] for wins in sample.wins)
        alike.append(fmean(a * b for a, b in zip(one, two, strict=True)))
        all_.append(fmean((a * a + b * b) / 2 for a, b in zip(one, two, strict=True)))
    if not any(all_):
        return Figure(0.0, 0.0)
    ratio = fmean(alike) / fmean(all_)
    rest = [a - ratio * b for a, b in zip(alike, all_, strict=True)]
    n = len(samples)
    error = quantile(n - 1) * sqrt(fmean(each**2 for each in rest) / n) / fmean(all_)
    return Figure(ratio, error)


def variants(setup: Setup) -> Iterator[tuple[str, Setup]]:
    """The same table with each value of each option that another number of rounds is not; the table itself first."""
    yield "", setup
    own = {option.name: getattr(setup.options, option.name) for option in options_of(setup.kind.Options)}
    for option in options_of(setup.kind.Options):
        if option.name in ONLY_MATCHES:
            continue
        for value in _values(option):
            if value != own[option.name]:
                yield from _variant(setup, own, option, value)


def _values(option: Option) -> Sequence[Value]:
    """All values of a choice; of a range its ends."""
    return (option.values[0], option.values[-1]) if option.is_range else option.values


def _variant(setup: Setup, own: dict[str, Value], option: Option, value: Value) -> Iterator[tuple[str, Setup]]:
    needed = {name: other for name, other in option.when.items() if own[name] != other}
    changes = {option.name: value, **needed}
    try:
        yield (
            ", ".join(f"{name}={new}" for name, new in changes.items()),
            Setup.of(setup.kind, setup.players, {**own, **changes}),
        )
    except BadOption:
        return  # not with so many players


def balance(
    setup: Setup,
    player: str,
    boards: int,
    seed: str,
    workers: Workers,
    progress: Callable[[float], None] = lambda part: None,
) -> Report:
    """Measure a table, and what each of its options changes. `progress` hears which part is done."""
    tables = [*variants(setup)]
    found = []
    for n, (what, table) in enumerate(tables):
        trials = Trials(table, player, WEAKER if n == 0 else WEAKER[:1], seed)
        samples: dict[int, Sample] = {}
        for sample in workers.each(trials.play, range(boards)):
            samples[sample.board] = sample
            progress((n + len(samples) / boards) / len(tables))
        found.append(measured(what, trials, [samples[board] for board in range(boards)]))
    usual, *options = found
    return Report(setup.name, player, WEAKER, boards, seed, usual, options)
