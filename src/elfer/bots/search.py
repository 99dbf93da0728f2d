"""Looking ahead where cards are hidden: guess them, play on to the end, and count.

Every guess is played on once for each action that is compared, with the same luck, so that what differs is due to the
action. How a round is played on is up to a bot, on all seats: the better it plays, the truer the count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from statistics import fmean
from time import perf_counter
from typing import Any

from msgspec import Struct

from elfer.bots.plain import Bot
from elfer.fast.ahead import Ahead
from elfer.fast.kernels import Kernel
from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.machine import source
from elfer.table.seed import Chance, Quick

LONGEST = 1000
"""Actions after which a round that is played on is counted as it stands."""
STAGE = 8
"""After so many guesses it is looked whether an action is clearly worse than the best."""
FAST_STAGE, STAGES, GROWTH = 32, 32, 4
"""The same for a kernel: after so many guesses, or a share of all that there may be, and again after another quarter
of those that there were. Looking too often costs time, and gives up what was only unlucky."""
CLEARLY = 2.0
"""By how many standard errors."""


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a bot looks ahead."""

    samples: int
    """How many guesses are played on at most; with none it looks ahead only where a kernel does (`fast`)."""
    candidates: int = 6
    """How many actions are compared at most: those that the bot itself thinks best."""
    caution: float = 1.0
    """By how many standard errors an action must be better than the bot's own choice to be preferred."""
    margin: float = 0.1
    """How much points count beside winning: what the widest lead is worth, where winning is worth 1."""
    seconds: float | None = None
    """After so long no further guess is begun. With a limit, two searches need not come to the same."""
    nodes: int | None = None
    """After so many actions, in all rounds that were played on, no further guess is begun."""
    fast: int | None = None
    """How many guesses where a compiled kernel plays them on (`elfer.fast`), which takes a hundredth of the time."""
    race: bool = True
    """Whether actions that fall far behind are given up. Who asks how much better one is than another wants all."""


class Value(Struct, frozen=True):
    """What came of an action, over so many guesses."""

    action: Action
    results: list[float]
    """By guess: 1 for a win, a part of it for a shared one, and a little for the points."""

    @property
    def mean(self) -> float:
        """The mean of the results."""
        return fmean(self.results)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return _error(self.results)

    def gain(self, other: Value) -> tuple[float, float]:
        """By how much it is better than another one in the same guesses, and the standard error of that."""
        gains = [mine - theirs for mine, theirs in zip(self.results, other.results, strict=False)]
        return fmean(gains), _error(gains)


def _error(numbers: Sequence[float]) -> float:
    """The standard error of their mean. (`statistics.stdev` counts in fractions, which takes longer than playing.)"""
    many = len(numbers)
    if many == 1:
        return 1.0
    mean = fmean(numbers)
    return sqrt(fsum([(number - mean) ** 2 for number in numbers]) / (many - 1) / many)


def values(
    game: Game[Any],
    state: State,
    seat: int,
    actions: Sequence[Action],
    bot: Bot,
    search: Search,
    chance: Chance,
    *,
    forgetful: bool = True,
    kept: Action | None = None,
) -> list[Value]:
    """What each of the actions brings the seat, the best first. Those that fall far behind are given up early.

    One may be kept however far it falls behind: whoever asks how much better another is needs to know it well.
    """
    found = [Value(action, []) for action in actions]
    racing, begun, nodes = found, perf_counter(), 0
    for n in range(search.samples):
        world, luck = guess(game, state, seat, chance), chance.below(1 << 16)
        world = game.forgetful(world) if forgetful else world
        for value in racing:
            end, taken = counted(game, game.step(world, seat, value.action), bot, Quick(luck))
            value.results.append(result(game, end, seat, search.margin))
            nodes += taken + 1
        if search.race and n % STAGE == STAGE - 1:
            racing = _still_racing(racing, kept)
            if len(racing) == 1:
                break
        if search.nodes is not None and nodes >= search.nodes:
            break
        if search.seconds is not None and perf_counter() - begun > search.seconds:
            break
    return sorted(found, key=lambda value: (-len(value.results), -value.mean))


def _still_racing(racing: list[Value], kept: Action | None) -> list[Value]:
    best = max(racing, key=lambda value: value.mean)
    still = []
    for value in racing:
        behind, error = best.gain(value)
        if behind <= CLEARLY * error or value.action == kept:
            still.append(value)
    return still


def values_by(
    kernel: Kernel,
    weights: Sequence[float],
    state: State,
    seat: int,
    actions: Sequence[Action],
    search: Search,
    chance: Chance,
) -> list[Value]:
    """The same by a kernel, which guesses and plays on by itself, from a guess that was made for the seat."""
    found = [Value(action, []) for action in actions]
    numbers = [kernel.game.actions.numbers[action] for action in actions]
    ahead = Ahead(kernel, weights, state, seat, numbers, source(chance.below(1 << 16), chance.below(1 << 16)))
    racing, begun, guesses = found, perf_counter(), 0
    while len(racing) > 1 or not guesses:
        stage = _stage(search, guesses, perf_counter() - begun)
        if stage < 1:
            break
        results = ahead.results(stage, [actions.index(value.action) for value in racing], search.margin)
        for value, more in zip(racing, results, strict=True):
            value.results.extend(more)
        guesses += stage
        racing = _still_racing(racing, None) if search.race else racing
    return sorted(found, key=lambda value: (-len(value.results), -value.mean))


def _stage(search: Search, guesses: int, spent: float) -> int:
    """How many guesses a kernel makes next, after so many in so many seconds: no more than there is time for."""
    most = search.fast or search.samples
    stage = min(max(FAST_STAGE, most // STAGES, guesses // GROWTH), most - guesses)
    if search.seconds is None or not guesses:
        return stage
    return min(stage, int((search.seconds - spent) * guesses / spent))


def played_on(game: Game[Any], state: State, bot: Bot, chance: Chance, longest: int = LONGEST) -> State:
    """How the round ends when the bot plays on all seats."""
    return counted(game, state, bot, chance, longest)[0]


def counted(game: Game[Any], state: State, bot: Bot, chance: Chance, longest: int = LONGEST) -> tuple[State, int]:
    """The same, with how many actions it took."""
    for n in range(longest):
        acting = game.to_act(state)
        if not acting:
            return state, n
        state = game.step(state, acting[0], bot(game, state, acting[0], chance))
    return state, longest


def result(game: Game[Any], state: State, seat: int, margin: float = 0.0) -> float:
    """What the end of a round is worth to a seat: 1 for winning alone, and a little for the points."""
    points = [-own for own in game.points(state)] if game.lowest_wins else list(game.points(state))
    best, own = max(points), points[seat]
    won = 1 / points.count(best) if own == best else 0.0
    if not margin:
        return won
    least, most = game.bounds
    rest = (sum(points) - own) / (len(points) - 1)
    return won + margin * (own - rest) / ((most - least) or 1)


def searching(
    bot: Bot,
    search: Search,
    ranked: Callable[[Game[Any], State, int], Sequence[Action]],
    *,
    forgetful: bool = True,
    kernel: Kernel | None = None,
    weights: Sequence[float] = (),
) -> Bot:
    """A bot that looks ahead, and leaves another bot's choice only for one that is clearly better.

    If there is a kernel, it plays on, by the same plan with these weights.
    """

    def choose(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
        own = bot(game, state, seat, chance)
        others = [action for action in ranked(game, state, seat) if action != own][: search.candidates - 1]
        if not others:
            return own
        if kernel is not None:
            found = values_by(kernel, weights, state, seat, [own, *others], search, chance)
        else:
            found = values(game, state, seat, [own, *others], bot, search, chance, forgetful=forgetful)
        usual = next(value for value in found if value.action == own)
        best = found[0]
        gain, error = best.gain(usual)
        return best.action if gain > search.caution * error else own

    return choose
