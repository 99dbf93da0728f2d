"""Compiled functions do what the plain ones do. Only where Numba is installed (`elfer[fast]`)."""

import subprocess
import sys
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any

import pytest

from elfer import fast
from elfer.fast.compiling import NotInstalled, called, compiled, needed
from elfer.fast.kernels import Kernel
from elfer.games.rows.kernel import bulk, steps
from elfer.table import machine
from elfer.testing.sameness import Lockstep

WORDS = [machine.wrapped(Random(7).getrandbits(64) * n + n) for n in range(1, 200)]


def coin(chance: int) -> int:
    """The sign of a product: compilers that take overflows for impossible get it wrong."""
    return 7 if machine_below(chance, 2) == 0 else 9


def bits(word: int) -> int:
    """The two that cannot be compiled by themselves."""
    return machine_count(word) * 64 + machine_lowest(word)


machine_below, machine_count, machine_lowest = machine.below, machine.count, machine.lowest


@pytest.fixture
def numba(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Numba, with a folder of its own for what is compiled."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiled.cache_clear()
    yield pytest.importorskip("numba")
    compiled.cache_clear()


@pytest.mark.usefixtures("numba")
def test_what_kernels_are_written_with_is_the_same_compiled() -> None:
    ones: list[FunctionType] = [bits, machine.turned, coin]  # type: ignore[list-item]
    for function in ones:
        made = compiled(function)
        assert [made(word) for word in WORDS] == [function(word) for word in WORDS]
    low = [word & (1 << 40) - 1 for word in WORDS]
    made = compiled(machine.picked)
    assert all(made(word, n) == machine.picked(word, n) for word in low for n in range(word.bit_count()))
    twos: list[FunctionType] = [machine.below, machine.below_too, machine.source]  # type: ignore[list-item]
    for function in twos:
        made = compiled(function)
        assert [made(word, 79) for word in WORDS] == [function(word, 79) for word in WORDS]


def test_a_compiled_kernel_agrees_with_the_engine(
    numba: Any, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kernel = Kernel("elfer-1210.4.002")  # drawing to fit uses most of the rules
    assert sum(map(Lockstep(kernel).play, range(20))) > 1000
    assert fast.simulate(kernel, 50, seed=3) == fast.simulate(Kernel("elfer-1210.4.002", plain=True), 50, seed=3)
    assert "elfer.fast: compiling rollouts, once for this machine" in capfd.readouterr().err
    assert list(tmp_path.rglob("*.nbi"))
    compiled.cache_clear()
    fast.simulate(Kernel("elfer-1210.4.002"), 1)
    assert capfd.readouterr().err == ""


def test_functions_are_found_by_what_is_called_not_by_names_of_fields() -> None:
    assert set(called(bulk.counted)) == {"points"}  # type: ignore[arg-type]
    assert "drawn" not in called(steps.legal)  # type: ignore[arg-type]


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(NotInstalled, match=r"pip install 'elfer\[fast\]'"):
        needed()


def test_nothing_else_needs_the_extra() -> None:
    said = "import sys, elfer, elfer.fast; print(sorted({'numpy', 'numba', 'llvmlite'} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
