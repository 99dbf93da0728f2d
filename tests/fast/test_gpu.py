"""Kernels on a GPU; where there is none, only that (`python -m elfer.testing.kernels --gpu` compares all)."""

import pytest

from elfer import fast
from elfer.fast import gpu

TABLES = ("elfer.4", "falscher-anfang.3", "master.4", "brettspiel.2")


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


@pytest.mark.skipif(not there_is_one(), reason="needs an NVIDIA GPU")
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("how", ["rollouts", "rollouts_by_steps"])
def test_a_gpu_plays_the_same_rounds(table: str, how: str) -> None:
    assert fast.simulate(table, 100_000, seed=7, how=how, gpu=True) == fast.simulate(table, 100_000, seed=7)
