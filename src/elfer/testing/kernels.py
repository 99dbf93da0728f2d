"""Play rounds of kernels and engine in step, and say whether they agree: `python -m elfer.testing.kernels`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from elfer.fast import gpu
from elfer.fast.compiling import NotInstalled, needed
from elfer.fast.kernels import Kernel, NoKernel, with_kernels
from elfer.match.registry import UnknownGame
from elfer.match.setup import Setup
from elfer.testing.sameness import Lockstep, Parted, check_gpu, check_gpu_rollouts, check_rollouts, kernels

AT_ONCE = 100
"""Rounds of a vector that are followed at a table."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 1 if kernel and engine disagree, 2 if there is nothing to compare."""
    parser = argparse.ArgumentParser(prog="python -m elfer.testing.kernels", description=__doc__)
    parser.add_argument("games", nargs="*", help="ids of games (all that have kernels, if none is named)")
    parser.add_argument("--rounds", type=int, default=1000, help="of each game, over all its tables (%(default)s)")
    parser.add_argument("--plain", action="store_true", help="run the kernel as plain Python, without a compiler")
    parser.add_argument(
        "--gpu", action="store_true", help="compare the kernel on a GPU with the one on the processor"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="(%(default)s)")
    chosen = parser.parse_args(arguments)
    try:
        if not chosen.plain:
            needed()
        if chosen.gpu:
            gpu.needed()
        tables = {name: kernels(name, chosen.plain) for name in chosen.games or with_kernels()}
    except (NotInstalled, NoKernel, UnknownGame) as why:
        print(why, file=sys.stderr)
        return 2
    # A GPU cannot be used in a process that was forked from one that did so.
    how = get_context("spawn" if chosen.gpu else None)
    with ProcessPoolExecutor(chosen.processes, how) as pool:
        at = partial(at_table, plain=chosen.plain) if not chosen.gpu else on_gpu
        return max([compare(pool, name, found, chosen.rounds, at) for name, found in tables.items()])


def compare(
    pool: ProcessPoolExecutor, name: str, found: Sequence[Kernel], rounds: int, at: Callable[[str, int], int]
) -> int:
    """Compare one game at all its tables, which share the rounds; says what came of it."""
    each = -(-rounds // len(found))
    jobs = [pool.submit(at, kernel.setup.code, each) for kernel in found]
    try:
        actions = sum(job.result() for job in jobs)
    except Parted as parted:
        for job in jobs:
            job.cancel()
        print(f"{name}: not the same: {parted}", file=sys.stderr)
        return 1
    print(f"{name}: {len(found)} tables, {each * len(found):,} rounds, {actions:,} actions: all the same", flush=True)
    return 0


def at_table(code: str, rounds: int, plain: bool) -> int:
    """Compare one table; returns how many actions were looked at."""
    kernel = Kernel(Setup.read(code), plain)
    check_rollouts(kernel, rounds)
    lockstep = Lockstep(kernel)
    if not plain and hasattr(kernel.module, "observed"):
        from elfer.testing.sight import watch  # NumPy is there if a compiler is

        watch(kernel, min(rounds, AT_ONCE))
    return sum(map(lockstep.play, range(rounds)))


def on_gpu(code: str, rounds: int) -> int:
    """The same for the kernel on a GPU and the one on the processor, which play the same rounds at once."""
    kernel = Kernel(Setup.read(code))
    return check_gpu(kernel, rounds) if hasattr(kernel.module, "observed") else check_gpu_rollouts(kernel, rounds)


if __name__ == "__main__":
    sys.exit(main())
