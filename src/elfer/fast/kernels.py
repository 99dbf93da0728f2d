"""Kernels: rules of games over machine words, that stand beside the games and are found there like their bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from elfer.fast.compiling import compiled
from elfer.match.registry import games
from elfer.match.setup import Setup
from elfer.table.encode import Part
from elfer.table.game import Game

BYTES = 8
"""Bytes of a word."""


class NoKernel(ValueError):
    """A game cannot be played by a kernel."""


class Kernel:
    """The kernel of a game at one table: its module, what is fixed there, and how it is run."""

    def __init__(self, table: Setup | str, plain: bool = False) -> None:
        """`table` is a setup or a table code; if `plain`, the kernel runs as plain Python, which needs no compiler.

        Raises `NoKernel` if there is none.
        """
        self.setup = Setup.read(table) if isinstance(table, str) else table
        self.plain = plain
        self.game: Game[Any] = self.setup.game
        module = kernel_of(self.game)
        rules = module.rules(self.game) if module else None
        if module is None or rules is None:
            raise NoKernel(f"{self.game.id} has no kernel, so only the engine can play it")
        self.module = module
        self.rules = rules
        """What is fixed, as the kernel's functions take it."""

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the kernel."""
        function = getattr(self.module, name)
        return function if self.plain else compiled(function, self.kind)

    @cached_property
    def kind(self) -> str:
        """Which rules there are at all: compiled functions differ in it."""
        return "".join("-" if rule is None else "x" for rule in self.rules)

    @cached_property
    def cards(self) -> Any:
        """The cards that are shuffled."""
        return self.spots(self.module.cards(self.game))

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """What the kernel tells a seat, by words: parts of the engine's encoding, each from a word of its own on."""
        found: list[Part] = []
        end = 0
        for name in self.module.written(self.rules):
            found.append(Part(name, BYTES * words(end), self.game.encoder.part(name).length))
            end = found[-1].offset + found[-1].length
        return tuple(found)

    def words(self, values: Iterable[int]) -> Any:
        """Numbers as an array of words."""
        return list(values) if self.plain else _array(values, "int64")

    def spots(self, values: Iterable[int]) -> Any:
        """Cards as an array of what they are in the kernel."""
        return list(values) if self.plain else _array(values, "int8")

    def numbers(self, rows: int, columns: int) -> Any:
        """Room for a table of fractions."""
        return (
            [[0.0] * columns for _ in range(rows)] if self.plain else _array([0] * rows * columns, "float64", columns)
        )

    def rows(self, many: int) -> Any:
        """Room for the words of so many moments."""
        width = self.module.COLUMNS
        return [[0] * width for _ in range(many)] if self.plain else _array([0] * many * width, "int64", width)


def words(many: int) -> int:
    """How many words so many bytes take."""
    return -(-many // BYTES)


def _array(values: Iterable[int], kind: str, width: int = 0) -> Any:
    import numpy as np

    array = np.array(list(values), kind)
    return array.reshape(-1, width) if width else array


def kernel_of(game: Game[Any] | type[Game[Any]]) -> ModuleType | None:
    """The module `kernel` of a game, or of what it is built on."""
    for package in reversed(game.packages()):
        if find_spec(f"{package}.kernel"):
            return import_module(f"{package}.kernel")
    return None


def with_kernels() -> list[str]:
    """The ids of the games that have kernels."""
    return [name for name, kind in sorted(games().items()) if kernel_of(kind)]
