"""Thousands of games, all stepped at once on a GPU, a thread for each (docs/vectors.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from elfer.fast.gpu import needed, on_gpu
from elfer.fast.kernels import Kernel
from elfer.fast.stepping import bound
from elfer.fast.vectors import Vector
from elfer.match.setup import Setup

THREADS = 32
"""How many games are stepped together in one group: as many as go in step."""

Run = Callable[..., Any]


class GpuVector(Vector):
    """A vector whose arrays lie on the GPU. PyTorch, CuPy and JAX take them as they are, without a copy.

    Actions are an array of `int64` there too. Whether all are legal is looked at before anything is done, and waited
    for; with `trusting` nobody looks, and an action that is not legal leaves its game in a moment that cannot be.
    """

    def __init__(
        self,
        table: Setup | str | Kernel,
        many: int,
        seed: int = 0,
        seat: int | None = None,
        trusting: bool = False,
        others: Sequence[float] | None = None,
    ) -> None:
        """As for a `Vector`, but the others always play at random.

        Raises `NotInstalled` if there is no GPU, or nothing to compile for it with.
        """
        if others is not None:
            raise ValueError("on a GPU the other seats play at random; only in a Vector they play by the plan")
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

    @property
    def _widths(self) -> tuple[int, ...]:
        return tuple(array.shape[1] for array in (self._games, self._hands, self._rows, self._masks))

    def _all(self, name: str, *given: Any) -> list[Any]:
        return [self._run[name](*given)]

    def _function(self, name: str) -> Run:
        from numba import cuda

        groups, module, rules = -(-self.many // THREADS), self.kernel.module, self.kernel.rules
        cards = cuda.to_device(self.kernel.cards)

        def begin(_: Any, __: Any, *given: Any) -> None:
            *arrays, seed, seat, _weights = given
            beginning(module, rules, seat)[groups, THREADS](cards, *arrays, seed)

        def steps(_: Any, __: Any, *given: Any) -> None:
            *arrays, sign, seat, _weights = given
            stepping(module, rules, sign, seat, self._widths)[groups, THREADS](cards, *arrays)

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
            begin(rules, cards, games, hands, decks, rows, masks, seats, seed, seat, None, at, at + 1)

    return cuda.jit(run)


@cache
def stepping(module: ModuleType, rules: Any, sign: int, seat: int | None, widths: tuple[int, ...]) -> Any:
    """The program that steps all games.

    A group reads and writes the words of its games together, one beside the other, since memory is slow wherever the
    threads of a group are at places that lie apart. In between they lie in the memory that a group has for itself.
    """
    from numba import cuda, int64

    step, (load, store, clear) = on_gpu(bound(module)["step"]), together()
    game_width, hand_width, row_width, mask_width = widths
    # An odd number of words from one thread's to the next, so that they come to lie in different banks.
    game_room, hand_room, row_room, mask_room = [(THREADS, width | 1) for width in widths]

    def run(cards, games, hands, decks, rows, masks, seats, actions, rewards, done, finals):  # type: ignore
        own_games, own_hands = cuda.shared.array(game_room, int64), cuda.shared.array(hand_room, int64)
        own_rows, own_masks = cuda.shared.array(row_room, int64), cuda.shared.array(mask_room, int64)
        at, here = cuda.grid(1), cuda.threadIdx.x
        first = at - here
        load(games, own_games, first, game_width)
        load(hands, own_hands, first, hand_width)
        clear(own_rows[here], row_width)
        clear(own_masks[here], mask_width)
        cuda.syncthreads()
        if at < len(games):
            if done[at]:
                for each in range(rules.players):
                    rewards[at, each] = 0
            own = own_games[here], own_hands[here], decks[at], own_rows[here], own_masks[here]
            came = step(rules, cards, *own, actions[at], rewards[at], finals[at], sign, seat, None)
            actions[at], seats[at], done[at] = came
        cuda.syncthreads()
        store(games, own_games, first, game_width)
        store(hands, own_hands, first, hand_width)
        store(rows, own_rows, first, row_width)
        store(masks, own_masks, first, mask_width)

    return cuda.jit(run)


@cache
def together() -> tuple[Any, Any, Any]:
    """What the threads of a group do together: load the words of their games, store them, and clear some."""
    from numba import cuda

    several, in_kernels = THREADS, cuda.jit(device=True)

    def load(words: Any, own: Any, first: int, width: int) -> None:
        for at in range(cuda.threadIdx.x, min(several, len(words) - first) * width, several):
            own[at // width, at % width] = words[first + at // width, at % width]

    def store(words: Any, own: Any, first: int, width: int) -> None:
        for at in range(cuda.threadIdx.x, min(several, len(words) - first) * width, several):
            words[first + at // width, at % width] = own[at // width, at % width]

    def clear(own: Any, width: int) -> None:
        # Nothing that lay there before may be seen.
        for at in range(width):
            own[at] = 0

    return in_kernels(load), in_kernels(store), in_kernels(clear)


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
