"""Thousands of games, all stepped at once, for programs that learn (docs/vectors.md).

What is seen, what is legal and what a round has brought are NumPy arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from elfer.fast.compiling import INSTALL, NotInstalled, compiled
from elfer.fast.kernels import Kernel, NoKernel, words
from elfer.fast.stepping import AT_RANDOM, BESIDE, bound
from elfer.match.setup import Setup
from elfer.table.machine import wrapped

try:
    import numpy as np
except ImportError as missing:
    raise NotInstalled(INSTALL) from missing


class IllegalAction(ValueError):
    """An action is not legal in its game; none was done in any."""


class Vector:
    """Many games at one table, each at its own moment.

    The arrays belong to this object, which writes them in place: whoever wants to keep what they say copies it.
    """

    def __init__(
        self,
        table: Setup | str | Kernel,
        many: int,
        seed: int = 0,
        threads: int = 1,
        seat: int | None = None,
        others: Sequence[float] | None = None,
    ) -> None:
        """`table` is a setup, a table code or a kernel. With `seat` only that seat is asked, and the others play at
        random, or by the plan of the game's bot: then `others` are its weights (`elfer.bots.weights_of`), in their
        order. Raises `NoKernel` if no kernel tells what is seen in the game."""
        self.kernel = kernel = table if isinstance(table, Kernel) else Kernel(table)
        self.game, self.many, self.seat, self.seed = kernel.game, many, seat, seed
        self._check(threads, others)
        self._weights = None if others is None else kernel.module.Weights(*map(float, others))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._bounds = [many * n // threads for n in range(threads + 1)]
        self.parts = kernel.parts
        """What an observation is made of. Each part begins at a multiple of eight bytes; between them are zeros."""
        module, actions, last = kernel.module, len(kernel.game.actions), kernel.parts[-1]
        width = words(last.offset + last.length)
        told = len(module.State._fields) + module.OPTIONS
        self._games, self._hands = self._words(told + BESIDE), self._words(module.WORDS)
        self._decks, self._actions = self._zeros((many, module.CARDS), np.int8), self._zeros(many, np.int64)
        self._rows, self._masks = self._words(width), self._words(words(actions))
        self._finals = self._words(1 if seat is None else width)
        self._run = {name: self._function(name) for name in ("begin", "steps", "refused")}
        self.observations = self._rows.view(np.uint8)
        """By game, a row of bytes: what the seat sees that is asked."""
        self.masks = self._masks.view(np.int8)[:, :actions]
        """By game and action, 1 for what is legal."""
        self.seats = self._zeros(many, np.int8)
        """By game, the seat that is asked."""
        self.actions = self._actions
        """By game, the action that was done last."""
        self.rewards = self._zeros((many, self.game.players), np.float32)
        """By game and seat, what the round has brought that has just ended: more is better. Else 0."""
        self.done = self._zeros(many, np.bool_)
        """By game, whether a round has just ended."""
        self.rounds = self._games[:, told + 1]
        """By game, the number of its round."""
        self.finals = self._finals.view(np.uint8)
        """By game, what `seat` saw at the end of the last round that has ended."""
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Deal all games anew, by this seed or else the same as before."""
        self.seed = self.seed if seed is None else seed
        self.rewards[:], self.done[:], self.actions[:] = 0, False, AT_RANDOM
        state = self._games, self._hands, self._decks, self._rows, self._masks, self.seats
        self._all("begin", self.kernel.rules, self.kernel.cards, *state, wrapped(self.seed), self.seat, self._weights)

    def step(self, actions: Any = None) -> None:
        """Do in each game the action with this number, or one at random where it is -1 or none is given.

        Where a round ends by it the next one begins at once, and what is seen is already of that one.
        Raises `IllegalAction`, and then nothing was done.
        """
        if actions is None:
            self.actions[:] = AT_RANDOM
        else:
            self._told(self._numbers(actions))
        state = self._games, self._hands, self._decks, self._rows, self._masks, self.seats, self.actions
        came = self.rewards, self.done.view(np.int8), self._finals, -1 if self.game.lowest_wins else 1
        self._all("steps", self.kernel.rules, self.kernel.cards, *state, *came, self.seat, self._weights)

    def part(self, name: str) -> Any:
        """A part of all observations; `KeyError` if there is none of that name."""
        found = {part.name: part for part in self.parts}[name]
        return self.observations[:, found.offset : found.offset + found.length]

    def _numbers(self, actions: Any) -> Any:
        """Actions as the vector takes them."""
        numbers = np.asarray(actions)
        if numbers.shape != (self.many,) or not np.issubdtype(numbers.dtype, np.integer):
            raise ValueError(f"expected {self.many} numbers of actions, not {numbers.dtype} of shape {numbers.shape}")
        return numbers.astype(np.int64)

    def _told(self, wanted: Any) -> None:
        """Take actions over, if all are legal."""
        for at in self._all("refused", self._games, wanted):
            if at >= 0:
                number, many = int(wanted[at]), len(self.game.actions)
                said = self.game.write(self.game.actions[number]) if 0 <= number < many else "no action"
                raise IllegalAction(
                    f"game {at}, seat {self.seats[at]}: {number} ({said}) is not legal; nothing was done"
                )
        self.actions[:] = wanted

    def _all(self, name: str, *given: Any) -> list[Any]:
        """Run a function on all games, in as many threads as there are."""
        run, spans = self._run[name], pairwise(self._bounds)
        if self._pool is None:
            return [run(*given, 0, self.many)]
        run(*given, 0, 0)  # No games: so it is compiled before several threads would wait for it.
        return list(self._pool.map(lambda span: run(*given, *span), spans))

    def _function(self, name: str) -> Callable[..., Any]:
        function = bound(self.kernel.module)[name]
        return _on_lists(function) if self.kernel.plain else compiled(function, self.kernel.kind + self._how)

    @property
    def _how(self) -> str:
        """By whom the seats are played: functions that are compiled differ in it."""
        return "" if self.seat is None else "+" if self._weights is None else "+plan"

    def _words(self, width: int) -> Any:
        return self._zeros((self.many, width), np.int64)

    def _zeros(self, shape: int | tuple[int, int], kind: Any) -> Any:
        return np.zeros(shape, kind)

    def _check(self, threads: int, others: Sequence[float] | None) -> None:
        if not hasattr(self.kernel.module, "observed"):
            raise NoKernel(f"{self.game.id} has no kernel that tells what is seen")
        if self.many < 1 or threads < 1:
            raise ValueError(f"expected at least one game and one thread, not {self.many} and {threads}")
        if self.seat is not None and self.seat not in range(self.game.players):
            raise ValueError(f"expected a seat from 0 to {self.game.players - 1}, not {self.seat}")
        if others is not None and self.seat is None:
            raise ValueError("expected a seat that is asked, so that the others can play by the plan")
        if others is not None and len(others) != len(names := self.kernel.module.Weights._fields):
            raise ValueError(f"expected {len(names)} weights ({', '.join(names)}), not {len(others)}")


def _on_lists(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same for a kernel in plain Python, which reckons with Python's own numbers."""

    def run(*given: Any) -> Any:
        lists = [each.tolist() if isinstance(each, np.ndarray) else each for each in given]
        result = function(*lists)
        for array, values in zip(given, lists, strict=True):
            if isinstance(array, np.ndarray):
                array[...] = values
        return result

    return run
