"""Compiled functions do what the plain ones do. Only where Numba is installed (`elfer[fast]`)."""

import subprocess
import sys
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any

import pytest

from elfer import fast
from elfer.bots import at_random
from elfer.fast.ahead import Ahead
from elfer.fast.compiling import NotInstalled, called, compiled, needed
from elfer.fast.kernels import Kernel
from elfer.games.rows.kernel import bulk, steps
from elfer.table import machine
from elfer.table.guess import guess
from elfer.table.seed import Quick, seed_from
from elfer.testing.sameness import Lockstep

WORDS = [machine.wrapped(Random(7).getrandbits(64) * n + n) for n in range(1, 200)]


def coin(chance: int) -> int:
    """The sign of a product: compilers that take overflows for impossible get it wrong."""
    return 7 if machine_below(chance, 2) == 0 else 9


def bits(word: int) -> int:
    """The two that cannot be compiled by themselves."""
    return machine_count(word) * 64 + machine_lowest(word)


def filled(row: machine.Words, word: int) -> None:
    """A row in which a word is written bit by bit, and over it some bytes."""
    machine_write(row, 1, word)
    for at in range(5, 80, 7):
        machine_put(row, at, at * 3)


machine_below, machine_count, machine_lowest = machine.below, machine.count, machine.lowest
machine_write, machine_put = machine.write, machine.put


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


@pytest.mark.usefixtures("numba")
def test_rows_are_written_the_same_compiled() -> None:
    np, fill = pytest.importorskip("numpy"), compiled(filled)
    for word in WORDS[:20]:
        row = [-1] * 10
        array = np.array(row, "int64")
        filled(row, word)
        fill(array, word)
        assert array.tolist() == row


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


@pytest.mark.usefixtures("numba")
@pytest.mark.parametrize("code", ["elfer.3", "master.3"])
def test_looking_ahead_finds_the_same_compiled(code: str) -> None:
    def results(plain: bool) -> list[list[float]]:
        kernel = Kernel(code, plain)
        game: Any = kernel.game
        state, luck = game.deal(seed_from("compiled")), Quick(3)
        while len(game.legal(state, state.seat)) < 3:
            state = game.step(state, state.seat, at_random(game, state, state.seat, luck))
        numbers = [game.actions.numbers[action] for action in game.legal(state, state.seat)]
        weights = [luck.below(2001) / 1000 - 1 for _ in kernel.module.Weights._fields]
        ahead = Ahead(kernel, weights, guess(game, state, state.seat, luck), state.seat, numbers, 7)
        return ahead.results(6, range(len(numbers)), 0.1)

    found = results(plain=False)
    assert found == results(plain=True)
    assert len({one for row in found for one in row}) > 4


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
