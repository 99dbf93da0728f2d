"""Kernels on an NVIDIA GPU, compiled by numba-cuda: the same functions, with a thread for each game.

Needs the extra `gpu` (`pip install 'elfer[gpu]'`) and a GPU.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from elfer.fast.compiling import NotInstalled, linked
from elfer.fast.kernels import Kernel
from elfer.table import machine

INSTALL = "kernels on a GPU need numba-cuda and an NVIDIA GPU: pip install 'elfer[gpu]'"
BLOCKS, THREADS = 132 * 32, 64
"""How many threads play at a time, in how many groups: several for each of a large GPU's processors."""


def needed() -> None:
    """Raises `NotInstalled`, saying what to install, unless there is a GPU that kernels can be compiled for."""
    try:
        from numba import cuda
    except ImportError as why:
        raise NotInstalled(INSTALL) from why
    if not cuda.is_available():
        raise NotInstalled(INSTALL)


def totals(kernel: Kernel, how: str, seed: int, rounds: int, count: int) -> list[int]:
    """What a function of the kernel adds up over so many rounds: the first `count` of its totals."""
    needed()
    from numba import cuda

    found = cuda.to_device(kernel.words([0] * count))
    program = summing(kernel.module, kernel.rules, how, count)
    program[BLOCKS, THREADS](cuda.to_device(kernel.cards), found, seed, 0, rounds)
    return [int(total) for total in found.copy_to_host()]


@cache
def summing(module: ModuleType, rules: Any, how: str, count: int) -> Any:
    """The program in which each thread plays some of the rounds, and adds what came of them to the totals."""
    from numba import cuda, int8, int64

    play, words, cards_of_deck = on_gpu(getattr(module, how)), module.WORDS, module.CARDS

    def run(cards: Any, totals: Any, seed: int, first: int, rounds: int) -> None:
        hands, deck = cuda.local.array(words, int64), cuda.local.array(cards_of_deck, int8)
        own = cuda.local.array(count, int64)
        for at in range(count):
            own[at] = 0
        for number in range(first + cuda.grid(1), first + rounds, cuda.gridsize(1)):
            play(rules, cards, hands, deck, own, seed, number, 1)
        for at in range(count):
            cuda.atomic.add(totals, at, own[at])

    return cuda.jit(run)


def on_gpu(function: FunctionType) -> Any:
    """A function of a kernel, for threads of a GPU to call."""
    return linked(function, _compiled, dict(_instructions()))


def _compiled(function: FunctionType, entered: bool) -> Any:
    from numba import cuda

    return cuda.jit(device=True)(function)


@cache
def _instructions() -> dict[Any, Any]:
    """By function of `elfer.table.machine`: what does the same on a GPU."""
    from numba import cuda, int64, uint64

    def count(word: int) -> Any:
        return cuda.popc(word)

    def lowest(word: int) -> Any:
        return cuda.ffs(word) - 1

    def product(a: int, b: int) -> Any:
        # Products of signed words are taken never to overflow, those of unsigned ones are not.
        return int64(uint64(a) * uint64(b))

    def wrapped(number: int) -> int:
        return number

    has = {machine.count: count, machine.lowest: lowest, machine.product: product, machine.wrapped: wrapped}
    return {plain: cuda.jit(device=True)(own) for plain, own in has.items()}
