"""Tries at passphrases: whoever guesses waits, longer each time, and nobody else waits for them."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from elfer.server.address import MOST_ADDRESSES, place_of
from elfer.server.declined import Declined

T = TypeVar("T")

FREE_TRIES = 3
"""People mistype; only then they wait."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0
"""Seconds. It doubles, but not for ever: or else anybody could keep the owner of an account out."""
FORGOTTEN_AFTER = 900.0
MOST_WAITING = 32
"""Passphrases that wait to be hashed: a second or two of work."""
MOST_FROM_ONE = 8


class Record:
    """What is remembered of the tries at one name."""

    def __init__(self) -> None:
        self.wrong = 0
        self.until = 0.0


class Tries:
    """Counts wrong passphrases by name, whether or not there is such an account, so that waiting tells nothing.

    Where the owner has signed in from before, tries are counted apart: strangers cannot make them wait.
    """

    def __init__(self, most: int = MOST_ADDRESSES) -> None:
        self._most = most
        self._records: OrderedDict[tuple[str, str], Record] = OrderedDict()
        self._homes: OrderedDict[tuple[str, str], None] = OrderedDict()

    def begin(self, name: str, host: str | None) -> None:
        """Somebody tries. Raises `Declined` if it is too soon; else it counts as wrong until `right` is called."""
        now, record = time.monotonic(), self._record(self._key(name, host))
        if now < record.until:
            seconds = math.ceil(record.until - now)
            raise Declined("too-many-tries", f"{seconds} s", seconds=seconds)
        if now > record.until + FORGOTTEN_AFTER:
            record.wrong = 0
        record.wrong += 1
        wait = 0.0
        if record.wrong >= FREE_TRIES:
            wait = min(FIRST_WAIT * 2.0 ** (record.wrong - FREE_TRIES), LONGEST_WAIT)
        record.until = now + wait

    def take_back(self, name: str, host: str | None) -> None:
        """It was no try after all."""
        record = self._record(self._key(name, host))
        record.wrong, record.until = max(0, record.wrong - 1), time.monotonic()

    def right(self, name: str, host: str | None) -> None:
        """The passphrase was right."""
        self._records.pop(self._key(name, host), None)
        self._homes[name, place_of(host)] = None
        self._homes.move_to_end((name, place_of(host)))
        if len(self._homes) > self._most:
            self._homes.popitem(last=False)

    def _key(self, name: str, host: str | None) -> tuple[str, str]:
        home = (name, place_of(host))
        return home if home in self._homes else (name, "")

    def _record(self, key: tuple[str, str]) -> Record:
        record = self._records.pop(key, None) or Record()
        self._records[key] = record
        if len(self._records) > self._most:
            self._records.popitem(last=False)
        return record


class Hashing:
    """Hashes are slow on purpose, so they have a thread of their own, and only so many wait for it."""

    def __init__(self, most: int = MOST_WAITING, from_one: int = MOST_FROM_ONE) -> None:
        self._most, self._from_one = most, from_one
        self._thread = ThreadPoolExecutor(1, "elfer-argon2")
        self._waiting: Counter[str] = Counter()

    async def run(self, host: str | None, do: Callable[..., T], *args: str) -> T:
        """Have something hashed. Raises `Declined` at once if too many wait, in all or from that address."""
        place = place_of(host)
        if self._waiting.total() >= self._most or self._waiting[place] >= self._from_one:
            raise Declined("sign-in-busy")
        self._waiting[place] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, do, *args)
        finally:
            self._waiting[place] -= 1
            if not self._waiting[place]:
                del self._waiting[place]

    def stop(self) -> None:
        self._thread.shutdown()
