"""One of several server processes (`python -m elfer.server.process`); `elfer.server.processes` starts it.

It is told what to do on standard input, and stops in good order when that is closed. The operating system closes it
however the parent ends, so no process outlives it.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from typing import BinaryIO

import msgspec

from elfer.server.numbers import Numbers
from elfer.server.processes import Part
from elfer.server.serve import serve


def main() -> int:
    """Serve until the parent says so, or is gone."""
    part = msgspec.json.decode(sys.stdin.buffer.readline(), type=Part)
    threading.Thread(target=_end_with_parent, args=(sys.stdin.buffer,), daemon=True).start()

    def started(url: str) -> None:
        print(url, flush=True)

    listener = socket.socket(fileno=part.socket)
    return serve(part.settings, started, listener, Numbers(part.numbers, part.number))


def _end_with_parent(stdin: BinaryIO) -> None:
    stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
