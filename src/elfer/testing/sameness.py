"""Kernel and engine in step: fed the same deal and the same actions they must agree on every moment of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from elfer.fast.kernels import Kernel
from elfer.fast.simulation import simulate
from elfer.match.registry import find
from elfer.table.cards import Card
from elfer.table.layout import Layout
from elfer.table.machine import source
from elfer.table.seed import derived, seed_from
from elfer.table.table import Events, Table, as_set
from elfer.testing.setups import all_setups

ROUNDS_OF_A_MATCH = 12
LONGEST = 5000
"""Moments of a round for which there is room."""


KEPT = ("_games", "_hands", "_decks", "_rows", "_masks", "seats", "actions", "rewards", "done")
"""What a vector keeps and tells."""


class Parted(AssertionError):
    """Kernel and engine do not agree."""


class Lockstep:
    """A kernel and the engine, at one table."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self._traced, self._rows = kernel, kernel.function("traced"), kernel.rows(LONGEST)
        self._points = kernel.function("points")

    def play(self, number: int, seed: str = "sameness") -> int:
        """Deal a round in the engine, let the kernel play it at random, and the engine follow.

        Returns how many actions there were. Raises `Parted`, saying where and how the two disagree.
        """
        kernel, game = self.kernel, self.kernel.game
        state = game.deal(derived(seed_from(seed), f"{kernel.setup.code} {number}"), number % ROUNDS_OF_A_MATCH)
        done = parts = 0
        try:
            while game.to_act(state):
                state, many = self._played(state, done, source(parts, number))
                done, parts = done + many, parts + 1
        except Parted as parted:
            raise Parted(f"{kernel.setup.code}, round {number} of seed {seed!r}: {parted}") from parted
        return done

    def _played(self, state: Any, done: int, chance: int) -> tuple[Any, int]:
        """Let the kernel play on, and the engine follow: where it is then, and how many actions there were.

        Mostly that is to the end of the round. A kernel that shuffles stops there, so that the engine can do so too.
        """
        kernel, game, module = self.kernel, self.kernel.game, self.kernel.module
        began, hands = module.moment(game, state)
        spots = kernel.spots(module.deck(game, state))
        many = self._traced(kernel.rules, began, kernel.words(hands), spots, self._rows, chance)
        written = self._rows[:many]
        last = [int(word) for word in written[-1]]
        with shuffled_by(game.layout, lambda cards: module.restocked(game, last, spots, cards)):
            return self._follow(state, written if kernel.plain else written.tolist(), done), int(many) - 1

    def _follow(self, state: Any, written: Sequence[Sequence[int]], done: int) -> Any:
        """Do in the engine what the kernel did, and compare every moment; returns the last one."""
        game, moment, action_set = self.kernel.game, self.kernel.module.moment, self.kernel.module.action_set
        width = len(began := _joined(moment(game, state)))
        _same("state", done, began, written[0][:width])
        for step, (row, after) in enumerate(pairwise(written), done):
            seat = game.to_act(state)[0]
            _same("legal", step, game.choices(state, seat), action_set(*row[width:-1]))
            state = game.step(state, seat, game.actions[row[-1]])
            _same("state", step + 1, _joined(moment(game, state)), after[:width])
        if written[-1][0] < 0:
            self._ended(state, written[-1][width - self.kernel.module.WORDS : width], done + len(written) - 1)
        return state

    def _ended(self, state: Any, hands: Sequence[int], done: int) -> None:
        """Compare what the end of a round is worth."""
        game, words = self.kernel.game, self.kernel.words(hands)
        _same("seats to act", done, game.to_act(state), ())
        points = tuple(self._points(words, seat) for seat in range(game.players))
        _same("points", done, game.points(state), points)


@contextmanager
def shuffled_by(layout: Layout, order: Callable[[int], Sequence[int]]) -> Iterator[None]:
    """Meanwhile a stack that is shuffled comes to lie as told, by kinds, instead of by its seed."""
    shuffle, copies = layout.shuffle, layout.deck.copies

    def shuffled(table: Table, zone: int, earlier: Events = ()) -> Table:
        table = shuffle(table, zone, earlier)
        left, stack = as_set(table.zones[zone]), list[Card]()
        for kind in order(left.bit_count()):
            among = left & copies[kind]
            _same("stack without the card on it", len(stack), bool(among), True)
            stack.append((among & -among).bit_length() - 1)
            left ^= among & -among
        return replace(table, zones=(*table.zones[:zone], tuple(stack), *table.zones[zone + 1 :]))

    vars(layout)["shuffle"] = shuffled
    try:
        yield
    finally:
        del vars(layout)["shuffle"]


def check_rollouts(kernel: Kernel, rounds: int) -> None:
    """Raise `Parted` unless rounds that are played a turn at a time come out as step by step."""
    at_once, by_steps = (simulate(kernel, rounds, how=how) for how in ("rollouts", "rollouts_by_steps"))
    if at_once != by_steps:
        raise Parted(f"{kernel.setup.code}: {at_once} a turn at a time, {by_steps} step by step")


def check_gpu_rollouts(kernel: Kernel, rounds: int) -> int:
    """Raise `Parted` unless so many rounds come out as on the processor. Returns how many actions there were."""
    here, there = (simulate(kernel, rounds, gpu=gpu) for gpu in (False, True))
    if here != there:
        raise Parted(f"{kernel.setup.code}: {here} on the processor, {there} on the GPU")
    return here.decisions


def check_gpu(kernel: Kernel, rounds: int) -> int:
    """Raise `Parted` unless rounds at random are the same on a GPU after every action, in every word that is kept of
    them and told of them. Returns how many actions there were."""
    from elfer.fast.gpu_vectors import GpuVector
    from elfer.fast.vectors import Vector

    here, there, steps = Vector(kernel, rounds), GpuVector(kernel, rounds), 0
    while not here.rounds.all():
        here.step()
        there.step()
        steps += 1
        for name in KEPT:
            if getattr(here, name).tobytes() != getattr(there, name).copy_to_host().tobytes():
                raise Parted(f"{kernel.setup.code}: {name} after {steps} actions")
    return steps * rounds


def kernels(name: str, plain: bool = False) -> list[Kernel]:
    """The kernels of a game for all tables at which the rules differ."""
    by_rules = {kernel.rules: kernel for setup in all_setups(find(name)) for kernel in [Kernel(setup, plain)]}
    return list(by_rules.values())


def _joined(moment: tuple[Sequence[int], list[int]]) -> list[int]:
    return [*moment[0], *moment[1]]


def _same(what: str, step: int, engine: object, kernel: object) -> None:
    if engine != kernel:
        raise Parted(f"{what} after {step} actions: {engine} in the engine, {kernel} in the kernel")
