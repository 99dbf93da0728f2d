"""Thousands of games, all stepped at once on a GPU, a thread for each (docs/vectors.md)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from elfer.fast.gpu import needed, on_gpu
from elfer.fast.kernels import Kernel
from elfer.fast.stepping import bound
from elfer.fast.vectors import Vector
from elfer.match.setup import Setup

THREADS = 64
"""How many games are stepped together in one group."""

Run = Callable[..., Any]


class GpuVector(Vector):
    """A vector whose arrays lie on the GPU. PyTorch, CuPy and JAX take them as they are, without a copy.

    Actions are an array of `int64` there too. Whether all are legal is looked at before anything is done, and waited
    for; with `trusting` nobody looks, and an action that is not legal leaves its game in a moment that cannot be.
    """

    def __init__(
        self, table: Setup | str | Kernel, many: int, seed: int = 0, seat: int | None = None, trusting: bool = False
    ) -> None:
        """As for a `Vector`. Raises `NotInstalled` if there is no GPU, or nothing to compile for it with."""
        needed()
        self.trusting = trusting
        super().__init__(table, many, seed, seat=seat)

    def _zeros(self, shape: int | tuple[int, int], kind: Any) -> Any:
        import numpy as np
        from numba import cuda

        return cuda.to_device(np.zeros(shape, kind))

    def _numbers(self, actions: Any) -> Any:
        from numba import cuda

        numbers = cuda.as_cuda_array(actions)
        if numbers.shape != (self.many,) or numbers.dtype != "int64":
            raise ValueError(f"expected {self.many} numbers of int64, not {numbers.dtype} of shape {numbers.shape}")
        return numbers

    def _told(self, wanted: Any) -> None:
        if self.trusting:
            self.actions.copy_to_device(wanted)
        else:
            super()._told(wanted)

    def _all(self, name: str, *given: Any) -> list[Any]:
        return [self._run[name](*given)]

    def _function(self, name: str) -> Run:
        from numba import cuda

        groups, module, rules = -(-self.many // THREADS), self.kernel.module, self.kernel.rules
        cards = cuda.to_device(self.kernel.cards)

        def begin(_: Any, __: Any, *given: Any) -> None:
            *arrays, seed, seat = given
            beginning(module, rules, seat)[groups, THREADS](cards, *arrays, seed)

        def steps(_: Any, __: Any, *given: Any) -> None:
            *arrays, sign, seat = given
            stepping(module, rules, sign, seat)[groups, THREADS](cards, *arrays)

        def refused(games: Any, actions: Any) -> int:
            found = cuda.to_device([self.many])
            refusing(module)[groups, THREADS](games, actions, found)
            (first,) = found.copy_to_host()
            return -1 if first == self.many else int(first)

        runs: dict[str, Run] = {"begin": begin, "steps": steps, "refused": refused}
        return runs[name]


@cache
def beginning(module: ModuleType, rules: Any, seat: int | None) -> Any:
    """The program that deals all games anew."""
    from numba import cuda

    begin = on_gpu(bound(module)["begin"])

    def run(cards, games, hands, decks, rows, masks, seats, seed):  # type: ignore
        for at in range(cuda.grid(1), len(games), cuda.gridsize(1)):
            begin(rules, cards, games, hands, decks, rows, masks, seats, seed, seat, at, at + 1)

    return cuda.jit(run)


@cache
def stepping(module: ModuleType, rules: Any, sign: int, seat: int | None) -> Any:
    """The program that steps all games."""
    from numba import cuda

    steps = on_gpu(bound(module)["steps"])

    def run(cards, games, hands, decks, rows, masks, seats, actions, rewards, done, finals):  # type: ignore
        for at in range(cuda.grid(1), len(games), cuda.gridsize(1)):
            given = cards, games, hands, decks, rows, masks, seats, actions, rewards, done, finals
            steps(rules, *given, sign, seat, at, at + 1)

    return cuda.jit(run)


@cache
def refusing(module: ModuleType) -> Any:
    """The program that finds the first game in which an action is not legal."""
    from numba import cuda

    refused = on_gpu(bound(module)["refused"])

    def run(games, actions, found):  # type: ignore
        for at in range(cuda.grid(1), len(games), cuda.gridsize(1)):
            if refused(games, actions, at, at + 1) >= 0:
                cuda.atomic.min(found, 0, at)

    return cuda.jit(run)
