"""A seat of many tables as a vector environment. Here the kernel runs as plain Python."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import NormalizeReward, RecordEpisodeStatistics

from elfer.bots import Level, weights_of
from elfer.envs.gymnasium import TableVectorEnv
from elfer.fast.kernels import Kernel, NoKernel
from elfer.fast.vectors import IllegalAction, Vector


def env(many: int = 3, seat: int = 1, **how: Any) -> TableVectorEnv:
    return TableVectorEnv(Kernel("elfer-1210.3", plain=True), many, seat, **how)


def play(table: Any, seed: int, steps: int = 120) -> list[Any]:
    """All that came of always doing what comes first."""
    seen, info = table.reset(seed=seed)
    came = [(seen.copy(), np.zeros(3), np.zeros(3), np.zeros(3))]
    for _ in range(steps):
        *told, info = table.step(info["action_mask"].argmax(1))
        came.append(tuple(array.copy() for array in told))
    return came


def test_spaces_hold_what_is_given() -> None:
    table = env()
    seen, info = table.reset(seed=7)
    sample = table.action_space.sample(mask=tuple(info["action_mask"]))
    assert seen in table.observation_space
    assert sample in table.action_space
    assert info["action_mask"].shape == (3, 84)
    seen, reward, over, stopped, info = table.step(sample)
    assert np.array_equal(seen, table.vector.observations)
    assert seen in table.observation_space
    assert (reward.dtype, over.dtype, stopped.dtype) == (np.float32, np.bool_, np.bool_)
    assert reward.shape == over.shape == stopped.shape == (3,)
    assert table.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_the_same_seed_brings_the_same() -> None:
    one, other = play(env(), 7), play(env(threads=2), 7)
    pairs = zip(one, other, strict=True)
    assert all(np.array_equal(a, b) for these, those in pairs for a, b in zip(these, those, strict=True))
    table = env()
    first, second = table.reset(seed=7)[0], table.reset()[0]
    assert np.array_equal(first, one[0][0])
    assert not np.array_equal(first, second)
    assert np.array_equal(table.reset(seed=7)[0], first)
    assert np.array_equal(table.reset()[0], second)


def test_rewards_come_at_the_end_of_rounds() -> None:
    table = env()
    _, info = table.reset(seed=3)
    ended = 0
    for _ in range(200):
        _, rewards, over, stopped, info = table.step(info["action_mask"].argmax(1))
        assert not stopped.any()
        assert not rewards[~over].any()
        assert ("final_obs" in info) == over.any()
        ended += over.sum()
        for at in np.flatnonzero(over):
            hand = info["final_obs"][at, :80]
            assert info["_final_obs"][at]
            assert rewards[at] == -sum(n % 20 + 1 for n in np.flatnonzero(hand))
    assert ended > 8


@pytest.mark.parametrize("action", [-1, 84, 83])
def test_what_the_mask_forbids_is_refused(action: int) -> None:
    table = env()
    seen, info = table.reset(seed=7)
    wanted = info["action_mask"].argmax(1)
    wanted[1] = action
    with pytest.raises(IllegalAction, match="game 1, seat 1"):
        table.step(wanted)
    assert np.array_equal(table.vector.observations, seen)


@pytest.mark.parametrize("copy", [True, False])
def test_what_was_given_is_kept_only_if_it_is_copied(copy: bool) -> None:
    table = env(copy=copy)
    seen, info = table.reset(seed=7)
    before = seen.copy()
    mask = info["action_mask"].copy()
    table.step(mask.argmax(1))
    assert np.array_equal(seen, before) == copy
    assert np.array_equal(info["action_mask"], mask) == copy


def test_wrappers_of_gymnasium_take_it() -> None:
    table = RecordEpisodeStatistics(NormalizeReward(env()))
    _, info = table.reset(seed=7)
    episodes = 0
    for _ in range(120):
        *_, info = table.step(info["action_mask"].argmax(1))
        episodes += int(info.get("_episode", np.zeros(3)).sum())
    assert episodes > 3
    table.close()


def test_others_play_as_they_are_asked_to() -> None:
    kernel = Kernel("elfer-1210.3", plain=True)
    for others in ("random", "easy", "normal"):
        table = TableVectorEnv(kernel, 3, 1, others=others)
        weights = None if others == "random" else weights_of(kernel.game, Level(others))
        vector, (_, info) = Vector(kernel, 3, seat=1, others=weights), table.reset(seed=7)
        vector.reset(table.vector.seed)
        for _ in range(60):
            vector.step(info["action_mask"].argmax(1))
            seen, *_, info = table.step(info["action_mask"].argmax(1))
            assert np.array_equal(seen, vector.observations)
    with pytest.raises(ValueError, match="expected random, easy, normal as the others, not champion"):
        TableVectorEnv(kernel, others="champion")  # type: ignore[arg-type]


def test_only_tables_with_a_kernel_are_taken() -> None:
    with pytest.raises(NoKernel, match="quartett has no kernel"):
        TableVectorEnv("quartett.4")
    with pytest.raises(ValueError, match="seat"):
        env(seat=3)
