"""Thousands of games as one vector environment of Gymnasium (docs/vectors.md): a seat of each learns.

>>> env = TableVectorEnv("elfer.4", num_envs=2, seat=1)  # doctest: +SKIP
>>> observations, info = env.reset(seed=7)  # doctest: +SKIP
>>> *_, info = env.step(info["action_mask"].argmax(1))  # doctest: +SKIP

An episode is one round, and its reward comes at the end: that of the other environments.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

from elfer.bots import Level, weights_of
from elfer.fast.kernels import Kernel
from elfer.match.setup import Setup

try:
    import numpy as np
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

    from elfer.fast.vectors import Vector
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing}; install it with: pip install 'elfer[gymnasium]'", name=missing.name
    ) from None

Array: TypeAlias = "NDArray[Any]"
Others = Literal["random", "easy", "normal"]


class TableVectorEnv(VectorEnv[Array, Array, Array]):
    """One seat at each of many tables; the others play at random, or by the plan of the game's bot.

    What may be done is `info["action_mask"]`, and anything else is refused (`IllegalAction`), with nothing done.
    Where a round ends the next one is dealt at once: what was seen at the end is `info["final_obs"]`.
    """

    def __init__(
        self,
        table: Setup | str | Kernel = "elfer.4",
        num_envs: int = 1,
        seat: int = 0,
        threads: int = 1,
        copy: bool = True,
        others: Others = "random",
    ) -> None:
        """`table` is a setup, a table code or a kernel. Without `copy`, arrays that were given back are written again
        by the next step. With `others` they weigh things as a bot of that level does, but never look ahead. Raises
        `NoKernel` if no kernel tells what is seen in the game."""
        kernel = table if isinstance(table, Kernel) else Kernel(table)
        if others not in get_args(Others):
            raise ValueError(f"expected {', '.join(get_args(Others))} as the others, not {others}")
        weights = None if others == "random" else weights_of(kernel.game, Level(others))
        self.vector = vector = Vector(kernel, num_envs, threads=threads, seat=seat, others=weights)
        self.num_envs, self.seat, self._copy = num_envs, seat, copy
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = Box(0, 255, vector.observations.shape[1:], np.uint8)
        self.single_action_space = Discrete(vector.masks.shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal all games: the first deal of this seed, or without one the next of the seed before.

        `options` are not used.
        """
        super().reset(seed=seed)
        self.vector.reset(int(self.np_random.integers(1 << 62)))
        return self._given(self.vector.observations), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Do in each game the action with this number, and let the others play on."""
        vector, actions = self.vector, np.asarray(actions)
        if np.issubdtype(actions.dtype, np.integer):
            actions = np.where(actions < 0, len(vector.game.actions), actions)  # here -1 is no action either
        vector.step(actions)
        rewards, info = vector.rewards[:, self.seat], self._info()
        if vector.done.any():
            info |= {"final_obs": self._given(vector.finals), "_final_obs": vector.done.copy()}
        seen, done = self._given(vector.observations), vector.done.copy()
        return seen, self._given(rewards), done, np.zeros_like(done), info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._given(self.vector.masks)}

    def _given(self, array: Array) -> Array:
        return array.copy() if self._copy else array
