"""Who does the work: this process, several of this machine, or those of a Ray cluster.

All give the same results, in whatever order they come; what is computed must follow from its item alone.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from logging import ERROR
from multiprocessing import get_context, parent_process
from typing import Any, Protocol, TypeVar

from elfer.arena.ledger import fingerprint
from elfer.arena.trouble import Trouble

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 3
"""How many items wait for each worker, so that none is idle, and little is done in vain when no more is wanted."""


class Workers(Protocol):
    """Work on many items at once."""

    def each(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """What the task makes of each item, as soon as it is there."""


class Here:
    """Works in this process, on one item after the other."""

    def each(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """What the task makes of each item."""
        return map(task, items)


class Processes:
    """Works in several processes of this machine. Tasks and items are sent to them, so both must be picklable."""

    def __init__(self, pool: ProcessPoolExecutor, jobs: int) -> None:
        self._pool, self._ahead = pool, AHEAD * jobs

    def each(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """What the task makes of each item, as soon as it is there."""
        rest = iter(items)
        running = {self._pool.submit(task, item) for item in islice(rest, self._ahead)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {self._pool.submit(task, item) for item in islice(rest, len(done))}
                yield from map(Future.result, done)
        except BrokenProcessPool as error:
            raise Trouble("trouble.worker-died") from error
        finally:
            for future in running:
                future.cancel()


class Ray:
    """Works on a cluster: whatever Ray is connected to."""

    def __init__(self, ray: Any) -> None:
        self._ray, self._call, self._program = ray, ray.remote(_call), fingerprint()

    def each(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """What the task makes of each item, as soon as it is there."""
        ray, rest, shared = self._ray, iter(items), self._ray.put(task)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = [self._call.remote(shared, item, self._program) for item in islice(rest, ahead)]
        while running:
            done, running = ray.wait(running)
            running += [self._call.remote(shared, item, self._program) for item in islice(rest, len(done))]
            try:
                yield from ray.get(done)
            except ray.exceptions.RayTaskError as error:
                if isinstance(error.cause, Trouble):
                    raise error.cause from error
                raise


def workers(jobs: int, ray: str | None = None) -> AbstractContextManager[Workers]:
    """So many processes of this machine, or the Ray cluster of this address (`local`: one on this machine)."""
    if ray is not None:
        return _cluster(ray, jobs)
    return nullcontext(Here()) if jobs == 1 else _processes(jobs)


@contextmanager
def _processes(jobs: int) -> Iterator[Workers]:
    # Forking is not safe where threads run, and whoever shows progress has one.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin)
    try:
        yield Processes(pool, jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Prepare a process: it does not outlive whoever started it, and leaves the keyboard to them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _cluster(address: str, jobs: int) -> Iterator[Workers]:
    try:
        import ray
    except ImportError as error:
        raise Trouble("trouble.no-ray") from error
    where: dict[str, Any] = {"num_cpus": jobs} if address == "local" else {}
    ray.init(address=address or None, log_to_driver=False, logging_level=ERROR, include_dashboard=False, **where)
    try:
        yield Ray(ray)
    finally:
        ray.shutdown()


def _call(task: Callable[[T], R], item: T, program: str) -> R:
    """Do the work where the same program is installed; another one could come to something else."""
    if fingerprint() != program:
        raise Trouble("trouble.other-program")
    return task(item)
