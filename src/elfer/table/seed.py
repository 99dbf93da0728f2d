"""Chance: everything random in a game comes from a 32-byte seed, in a way that any language can repeat.

How words are made from a seed and a label, numbers from words, orders from numbers and seeds from seeds stands in
docs/shuffle.md, with vectors to test against.
"""

from __future__ import annotations

import hmac
import struct
from collections.abc import Iterable
from hashlib import sha256, sha512
from operator import lt
from random import Random
from typing import Protocol, TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_SPAN = 1 << 16
_WORDS_IN_BLOCK = 16
_FIRST_WORDS = struct.Struct(f">{_WORDS_IN_BLOCK}H").unpack_from
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class Chance(Protocol):
    """Where random numbers come from: a `Stream`, which anyone can repeat, or `Quick`, where nobody needs to."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely."""

    def drawn(self, n: int, times: int) -> list[int]:
        """So many numbers from 0 to n - 1, one after the other."""

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The things in a new order, all orders equally likely."""


class Quick:
    """Numbers of Python's own generator, for search and simulations: the same for the same seed, but no hashes.

    >>> Quick(7).below(100) == Quick(7).below(100), sorted(Quick(7).shuffled("cab"))
    (True, ['a', 'b', 'c'])
    """

    __slots__ = ("_random",)

    def __init__(self, seed: int | bytes | Random) -> None:
        self._random = (seed if isinstance(seed, Random) else Random(seed)).random

    def below(self, n: int) -> int:
        return int(self._random() * n)

    def drawn(self, n: int, times: int) -> list[int]:
        random = self._random
        return [int(random() * n) for _ in range(times)]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        out, random = list(things), self._random
        for last in range(len(out) - 1, 0, -1):
            j = int(random() * (last + 1))
            out[last], out[j] = out[j], out[last]
        return out


class Stream:
    """An endless stream of fair numbers from a seed and a label."""

    __slots__ = ("_block", "_label", "_seed", "_words")

    def __init__(self, seed: bytes, label: str, words: Iterable[int] = ()) -> None:
        """`words` come before those of the blocks."""
        _check(seed)
        self._seed, self._label = seed, label
        self._block = 0
        self._words = [*words][::-1]  # the next word is the last

    def _fetch(self, wanted: int) -> list[int]:
        """Have at least so many words ready."""
        words = self._words
        if (missing := wanted - len(words)) > 0:
            first = self._block
            self._block = last = first - -missing // _WORDS_IN_BLOCK
            # HMAC, written out: all blocks of a stream begin alike, and what is hashed of that is copied.
            key, blocks = self._seed.ljust(64, b"\0"), []
            inner, outer = sha256(key.translate(_INNER) + self._label.encode() + b"\0"), sha256(key.translate(_OUTER))
            for number in range(first, last):
                message, block = inner.copy(), outer.copy()
                message.update(number.to_bytes(4, "big"))
                block.update(message.digest())
                blocks.append(block.digest())
            words[:0] = struct.unpack(f">{_WORDS_IN_BLOCK * (last - first)}H", b"".join(blocks))[::-1]
        return words

    def below(self, n: int) -> int:
        if not 0 < n <= _SPAN:
            raise ValueError(f"a number below {n} cannot be drawn; 1 to {_SPAN} can")
        while (word := self._fetch(1).pop()) >= _SPAN - _SPAN % n:
            pass
        return word % n

    def drawn(self, n: int, times: int) -> list[int]:
        """The same as asking so many times for a number below n."""
        limit, out = _SPAN - _SPAN % n, list[int]()
        while (missing := times - len(out)) > 0:
            words = self._fetch(missing)
            out += [word % n for word in words[: -missing - 1 : -1] if word < limit]
            del words[-missing:]
        return out

    def shuffled(self, things: Iterable[T]) -> list[T]:
        out = list(things)
        sizes = range(len(out), 1, -1)
        if not sizes:
            return out
        words = self._fetch(len(sizes))
        taken = words[: -len(sizes) - 1 : -1]
        # Mostly one look at the largest word tells that none is dropped.
        if max(taken) < _SPAN - len(out) or all(map(lt, taken, [_SPAN - _SPAN % n for n in sizes])):
            del words[-len(sizes) :]
        else:
            taken = [*map(self.below, sizes)]
        last = len(out)
        for word in taken:
            j = word % last
            last -= 1
            out[last], out[j] = out[j], out[last]
        return out


def _check(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, this one has {len(seed)}")


def derived(seed: bytes, label: str) -> bytes:
    """The seed that belongs to a label: knowing it tells nothing about the seed it came from."""
    _check(seed)
    return hmac.digest(seed, label.encode(), "sha256")


def parted(seed: bytes, label: str) -> tuple[bytes, Stream]:
    """The seed that comes after this one, and a stream of which the first words cost no further hash."""
    both = sha512(seed + label.encode()).digest()
    return both[:SEED_BYTES], Stream(seed, label, _FIRST_WORDS(both, SEED_BYTES))


def seed_from(text: str) -> bytes:
    """A seed for people: 64 hexadecimal digits are the seed itself, any other text stands for its own seed.

    >>> seed_from("00" * 32) == bytes(32)
    True
    >>> seed_from("7").hex()[:16]
    '332db25e4a139148'
    """
    if len(text) == 2 * SEED_BYTES:
        try:
            return bytes.fromhex(text)
        except ValueError:
            pass
    return derived(bytes(SEED_BYTES), f"seed {text}")
