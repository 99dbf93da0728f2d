"""Single keys with the time they took, for moments in which quickness counts."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

with suppress(ImportError):  # not on every system; there, answers are typed and ended with Enter
    import termios
    import tty

ESCAPE, INTERRUPT, END = "\x1b", "\x03", "\x04"


def at_hand() -> bool:
    """Whether single keys can be read."""
    return "termios" in globals() and sys.stdin.isatty()


@contextmanager
def raw() -> Iterator[None]:
    """Keys arrive one by one and are not shown. Those pressed before do not count."""
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    try:
        tty.setcbreak(fd)
        termios.tcflush(fd, termios.TCIFLUSH)
        yield
    finally:
        termios.tcflush(fd, termios.TCIFLUSH)
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


def pressed(seconds: float, keys: str) -> tuple[str, int] | None:
    """The first of these keys that is pressed, and after how many milliseconds; `None` when the time is up.

    Raises `KeyboardInterrupt` and `EOFError` as `input` does.
    """
    start = time.perf_counter()
    with raw():
        while (left := start + seconds - time.perf_counter()) > 0:
            if not select.select([sys.stdin], [], [], left)[0]:
                break
            after = round(1000 * (time.perf_counter() - start))
            key = sys.stdin.read(1)
            if key == INTERRUPT:
                raise KeyboardInterrupt
            if key in ("", END):
                raise EOFError
            if key in keys:
                return key, after
    return None
