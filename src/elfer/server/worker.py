"""A worker: a process that does one job after the other and says what came out (`python -m elfer.server.worker`).

It reads jobs from standard input and ends when that is closed. The operating system closes it however the server
ends, so no worker outlives its server; a thread of its own reads, so that this holds in the middle of a job too.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
import threading
import traceback
from collections.abc import Iterator
from queue import SimpleQueue
from typing import BinaryIO

import msgspec

from elfer.server.jobs import Done, Failed, Job, Outcome, Part, parts

LENGTH = struct.Struct("!I")
"""Before every message, how many bytes it has."""
READY = b"."
"""What a worker says first, when it can take jobs."""
PATIENT = "--patient"
"""Told to a worker whose jobs are long: it leaves the processor to whoever else needs it."""


def packed(message: Job | Outcome) -> bytes:
    """A message as it goes through the pipe."""
    body = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(body)) + body


def main() -> None:
    """Work until the server is gone."""
    # The server decides when to stop, not whoever presses Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if PATIENT in sys.argv:
        os.nice(10)
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # whatever a bot prints must not get among the answers
        jobs: SimpleQueue[Job] = SimpleQueue()
        threading.Thread(target=_listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
        answers.write(READY)
        while True:
            answers.flush()
            for outcome in _outcomes(jobs.get()):
                answers.write(packed(outcome))
                answers.flush()


def _listen(stdin: BinaryIO, jobs: SimpleQueue[Job]) -> None:
    while head := stdin.read(LENGTH.size):
        [length] = LENGTH.unpack(head)
        jobs.put(msgspec.msgpack.decode(stdin.read(length), type=Job))
    os._exit(0)


def _outcomes(job: Job) -> Iterator[Outcome]:
    """All that is said about a job: how far it has come, and in the end the answer."""
    try:
        answer = b""
        for n, part in enumerate(parts(job)):
            if n:
                yield Part(answer)
            answer = part
        yield Done(answer)
    except Exception as error:
        # Where it failed and how, but not what the error says: that could name a card, and goes into a log.
        yield Failed("".join(traceback.format_tb(error.__traceback__)) + type(error).__name__)


if __name__ == "__main__":
    main()
