"""Kernels on a GPU; where there is none, only that (`python -m elfer.testing.kernels --gpu` compares all)."""

import pytest

from elfer import fast
from elfer.fast import gpu
from elfer.testing.sameness import check_gpu

TABLES = ("elfer.4", "falscher-anfang.3", "master.4", "brettspiel.2", "hawaiki.4")


def there_is_one() -> bool:
    try:
        gpu.needed()
    except fast.NotInstalled:
        return False
    return True


@pytest.mark.skipif(there_is_one(), reason="there is a GPU")
def test_where_there_is_no_gpu_it_is_said_what_is_needed() -> None:
    with pytest.raises(fast.NotInstalled, match=r"an NVIDIA GPU: pip install 'elfer\[gpu\]'"):
        fast.simulate(fast.Kernel("elfer.4", plain=True), rounds=10, gpu=True)


def test_on_a_gpu_the_others_play_at_random() -> None:
    pytest.importorskip("numpy")
    from elfer.fast.gpu_vectors import GpuVector

    with pytest.raises(ValueError, match="on a GPU the other seats play at random"):
        GpuVector("elfer.4", 10, seat=0, others=[0.0] * 17)


on_gpu = pytest.mark.skipif(not there_is_one(), reason="needs an NVIDIA GPU")


@on_gpu
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("how", ["rollouts", "rollouts_by_steps"])
def test_a_gpu_plays_the_same_rounds(table: str, how: str) -> None:
    assert fast.simulate(table, 100_000, seed=7, how=how, gpu=True) == fast.simulate(table, 100_000, seed=7)


@on_gpu
@pytest.mark.parametrize("table", ["elfer.4", "zahlenwechsel.8", "hawaiki.4"])
def test_vectors_are_the_same_after_every_action(table: str) -> None:
    assert check_gpu(fast.Kernel(table), 500) > 50_000


@on_gpu
def test_what_a_vector_tells_is_taken_without_a_copy() -> None:
    torch = pytest.importorskip("torch")
    from elfer.fast.gpu_vectors import GpuVector

    vector = GpuVector("elfer.4", 100, seed=7)
    seen, legal = (torch.as_tensor(array, device="cuda") for array in (vector.observations, vector.masks))
    for _ in range(50):
        vector.step(torch.multinomial(legal.float(), 1)[:, 0])
        assert seen.cpu().numpy().tobytes() == vector.observations.copy_to_host().tobytes()
    assert vector.rounds.copy_to_host().sum() >= 0


@on_gpu
def test_what_is_not_legal_is_refused() -> None:
    import numpy as np
    from numba import cuda

    from elfer.fast.gpu_vectors import GpuVector
    from elfer.fast.vectors import IllegalAction

    vector = GpuVector("elfer.4", 100, seed=7)
    before, actions = vector.observations.copy_to_host(), np.argmax(vector.masks.copy_to_host(), axis=1)
    actions[40] = np.argmin(vector.masks.copy_to_host()[40])
    with pytest.raises(IllegalAction, match=r"game 40, seat \d: \d+ \(.*\) is not legal"):
        vector.step(cuda.to_device(actions))
    assert before.tobytes() == vector.observations.copy_to_host().tobytes()
