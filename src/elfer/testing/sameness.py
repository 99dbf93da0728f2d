"""Kernel and engine in step: fed the same deal and the same actions they must agree on every moment of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elfer.fast.kernels import Kernel
from elfer.fast.simulation import simulate
from elfer.match.registry import find
from elfer.table.machine import source
from elfer.table.seed import derived, seed_from
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
        kernel, game, module = self.kernel, self.kernel.game, self.kernel.module
        state = game.deal(derived(seed_from(seed), f"{kernel.setup.code} {number}"), number % ROUNDS_OF_A_MATCH)
        began, hands = module.moment(game, state)
        spots = kernel.spots(module.deck(game, state))
        many = self._traced(kernel.rules, began, kernel.words(hands), spots, self._rows, source(0, number))
        written = self._rows[:many]
        try:
            self._follow(state, written if kernel.plain else written.tolist())
        except Parted as parted:
            raise Parted(f"{kernel.setup.code}, round {number} of seed {seed!r}: {parted}") from parted
        return int(many) - 1

    def _follow(self, state: Any, written: Sequence[Sequence[int]]) -> None:
        """Do in the engine what the kernel did, and compare every moment."""
        game, moment, action_set = self.kernel.game, self.kernel.module.moment, self.kernel.module.action_set
        width = len(began := _joined(moment(game, state)))
        _same("state", 0, began, written[0][:width])
        for step, row in enumerate(written[:-1]):
            _same("legal", step, game.choices(state, state.seat), action_set(*row[width:-1]))
            state = game.step(state, state.seat, game.actions[row[-1]])
            _same("state", step + 1, _joined(moment(game, state)), written[step + 1][:width])
        _same("seats to act", len(written) - 1, game.to_act(state), ())
        hands = self.kernel.words(written[-1][width - self.kernel.module.WORDS : width])
        points = tuple(self._points(hands, seat) for seat in range(game.players))
        _same("points", len(written) - 1, game.points(state), points)


def check_rollouts(kernel: Kernel, rounds: int) -> None:
    """Raise `Parted` unless rounds that are played a turn at a time come out as step by step."""
    at_once, by_steps = (simulate(kernel, rounds, how=how) for how in ("rollouts", "rollouts_by_steps"))
    if at_once != by_steps:
        raise Parted(f"{kernel.setup.code}: {at_once} a turn at a time, {by_steps} step by step")


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
