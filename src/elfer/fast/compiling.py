"""Compiling kernels: plain functions, with all that they call, by Numba for the processor that is there.

A kernel knows nothing of it. Each of its functions is compiled with the compiled ones in place of those that it
calls, and with machine instructions in place of the six that `elfer.table.machine` only tells in Python.
"""

from __future__ import annotations

import dis
import inspect
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any

from elfer.table import machine

Compile = Callable[[FunctionType, bool], Any]
"""Compiles a function; the second tells whether it is the one that is entered from Python."""

INSTALL = "elfer.fast needs Numba and NumPy: pip install 'elfer[fast]'"


class NotInstalled(ImportError):
    """Numba or NumPy is not there."""


def needed() -> None:
    """Raises `NotInstalled`, saying what to install, unless kernels can be compiled here."""
    try:
        import numba  # noqa: F401
        import numpy  # noqa: F401
    except ImportError as why:
        raise NotInstalled(INSTALL) from why


@cache
def compiled(entry: FunctionType, kind: str = "") -> Callable[..., Any]:
    """The function, compiled when it is first called and kept on disk from then on, for each kind of arguments apart.

    Whoever waits for the first time is told so. What is kept is found again by the text of all that was compiled,
    since Numba itself would only look at the file in which the function stands.
    """
    needed()
    folder = _folder(entry, kind)
    with _kept_in(folder):
        made = linked(entry, _compiled, dict(_instructions()))
    if not is_kept(entry, kind):
        print(f"elfer.fast: compiling {entry.__name__}, once for this machine; takes some seconds", file=sys.stderr)
    function: Callable[..., Any] = made
    return function


def is_kept(entry: FunctionType, kind: str = "") -> bool:
    """Whether the function was compiled before, for this kind of arguments."""
    return any(_folder(entry, kind).rglob(f"*{entry.__name__}-*.nbi"))


def called(function: FunctionType) -> dict[str, FunctionType]:
    """By name, the functions that a function calls, as far as they are plain ones."""
    loads = [each.argval for each in dis.get_instructions(function) if each.opname == "LOAD_GLOBAL"]
    named = {name: function.__globals__.get(name) for name in loads}
    return {name: thing for name, thing in named.items() if isinstance(thing, FunctionType)}


def linked(entry: FunctionType, compile: Compile, known: dict[Any, Any]) -> Any:
    """The function, compiled, with the compiled ones in place of those that it calls.

    `known` are those that are compiled already, or that the machine has as instructions.
    """

    def made(function: FunctionType) -> Any:
        if function not in known:
            inner = {name: made(each) for name, each in called(function).items()}
            own = FunctionType(function.__code__, function.__globals__ | inner, function.__name__)
            own.__module__ = function.__module__
            known[function] = compile(own, function is entry)
        return known[function]

    return made(entry)


def _compiled(function: FunctionType, entered: bool) -> Any:
    """A function by itself: what is entered from Python is kept, all else becomes part of it."""
    from numba import njit

    how = {"cache": True, "nogil": True} if entered else {"forceinline": True}
    # Kernels make no arrays, so nobody need count who still uses one: that would take most of the time of a step.
    return njit(error_model="numpy", _nrt=False, **how)(function)


@cache
def _instructions() -> dict[Any, Any]:
    """By function of `elfer.table.machine`: the instruction that does the same."""
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    word, bit, vector = types.int64, ir.IntType(1), ir.VectorType
    certain = ir.Constant(bit, 1)

    def count(context: Any, a: Any) -> Any:
        return word(word), lambda context, builder, signature, given: builder.ctpop(given[0])

    def lowest(context: Any, a: Any) -> Any:
        return word(word), lambda context, builder, signature, given: builder.cttz(given[0], certain)

    def product(context: Any, a: Any, b: Any) -> Any:
        # Numba marks its own products of signed words as never overflowing, and LLVM then takes their sign as given.
        return word(word, word), lambda context, builder, signature, given: builder.mul(*given)

    def write(context: Any, row: Any, at: Any, bits: Any) -> Any:
        # Compilers do not find by themselves that a processor with vectors has one or two instructions for this.
        def stored(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            start = builder.gep(make_array(row)(context, builder, given[0]).data, [given[1]])
            spread = builder.zext(builder.bitcast(given[2], vector(bit, 64)), vector(ir.IntType(8), 64))
            builder.store(spread, builder.bitcast(start, spread.type.as_pointer()), align=8)
            return context.get_dummy_value()

        return types.none(row, word, word), stored

    def put(context: Any, row: Any, at: Any, number: Any) -> Any:
        def stored(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            byte = ir.IntType(8)
            start = builder.bitcast(make_array(row)(context, builder, given[0]).data, byte.as_pointer())
            builder.store(builder.trunc(given[2], byte), builder.gep(start, [given[1]]))
            return context.get_dummy_value()

        return types.none(row, word, word), stored

    def wrapped(number: int) -> int:
        return number

    machine_has = {machine.count: count, machine.lowest: lowest, machine.product: product}
    machine_has |= {machine.write: write, machine.put: put}
    made = {plain: intrinsic(instruction) for plain, instruction in machine_has.items()}
    return made | {machine.wrapped: njit(forceinline=True)(wrapped)}


def _folder(entry: FunctionType, kind: str) -> Path:
    """Where the compiled function is kept."""
    texts = sorted({inspect.getsource(sys.modules[each.__module__]) for each in _reached(entry, set())})
    own = Path(__file__).read_text("utf-8")
    print_of = sha256("\0".join([own, kind, *texts]).encode()).hexdigest()[:16]
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "elfer" / f"fast-{print_of}"


def _reached(function: FunctionType, met: set[FunctionType]) -> set[FunctionType]:
    """The function and all that it calls."""
    if function not in met:
        met.add(function)
        for each in called(function).values():
            _reached(each, met)
    return met


@contextmanager
def _kept_in(folder: Path) -> Iterator[None]:
    """Numba looks where to keep a function when it is decorated: let that be this folder."""
    from numba import config

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before
