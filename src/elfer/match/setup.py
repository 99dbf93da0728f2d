"""Setups and table codes: a game, the number of players and all options, in one short string.

A table code is the id of the game, the number of players, and one character (or more, where an option has more than
36 values) for each option in its order: how far, counted round through the values, the chosen one is from the
default, in the digits 0–9a–z. Zeros at the end are left out, so a table with nothing but defaults is `elfer.4`, and
`elfer.2.31` is four rounds (3 further than 1) with the second deck. Options that are added later at the end leave
old codes valid.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from elfer.match.registry import find
from elfer.table.game import Game
from elfer.table.options import BadOption, Option, Value, chosen, options_of

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class BadCode(ValueError):
    """A text that is no table code."""


class Setup(Struct, frozen=True, dict=True):
    """What is fixed before the first deal.

    >>> setup = Setup.choose("elfer", 2, {"deck": 60, "rounds": "4"})
    >>> setup.code
    'elfer.2.31'
    >>> Setup.read("elfer.2.31") == setup
    True
    """

    kind: type[Game[Any]]
    players: int
    options: Struct

    @staticmethod
    def choose(name: str, players: int, values: Mapping[str, Value] | None = None) -> Setup:
        """A setup with these options, the others at their defaults. Raises a `ValueError` that says why."""
        return Setup.of(find(name), players, values or {})

    @staticmethod
    def of(kind: type[Game[Any]], players: int, values: Mapping[str, Value]) -> Setup:
        """The same for a game that need not be registered."""
        if players not in kind.seats:
            first, last = kind.seats[0], kind.seats[-1]
            raise BadOption(f"{kind.id} is for {first} to {last} players, not {players}")
        return Setup(kind, players, chosen(kind.Options, players, values))

    @staticmethod
    def read(code: str, kind: type[Game[Any]] | None = None) -> Setup:
        """The setup that a table code stands for. A game that is not registered is given as `kind`."""
        name, *rest = code.strip().lower().split(".")
        if len(rest) not in (1, 2) or not rest[0].isdecimal():
            raise BadCode(f"“{code}” is no table code; one looks like elfer.4 or elfer.2.31")
        if kind is None or kind.id != name:
            kind = find(name)
        digits = rest[1] if len(rest) == 2 else ""
        values: dict[str, Value] = {}
        for option in options_of(kind.Options):
            width = _width(option)
            values[option.name] = _value(option, digits[:width].ljust(width, "0"), code)
            digits = digits[width:]
        if digits.strip("0"):
            raise BadCode(f"“{code}” has more digits than {name} has options")
        return Setup.of(kind, int(rest[0]), values)

    @property
    def name(self) -> str:
        """The id of the game."""
        return self.kind.id

    @cached_property
    def code(self) -> str:
        """The table code."""
        digits = "".join(
            _digits(option, getattr(self.options, option.name)) for option in options_of(type(self.options))
        ).rstrip("0")
        return f"{self.name}.{self.players}" + (f".{digits}" if digits else "")

    @cached_property
    def game(self) -> Game[Any]:
        """The game, set up."""
        return self.kind(self.players, self.options)


def _width(option: Option) -> int:
    width, span = 1, len(_DIGITS)
    while span < len(option.values):
        width, span = width + 1, span * len(_DIGITS)
    return width


def _digits(option: Option, value: Value) -> str:
    values = option.values
    steps = (values.index(value) - values.index(option.default)) % len(values)
    out = ""
    for _ in range(_width(option)):
        steps, digit = divmod(steps, len(_DIGITS))
        out = _DIGITS[digit] + out
    return out


def _value(option: Option, digits: str, code: str) -> Value:
    values = option.values
    if any(digit not in _DIGITS for digit in digits) or (steps := int(digits, 36)) >= len(values):
        raise BadCode(f"“{code}”: “{digits}” stands for no value of {option.name}")
    return values[(values.index(option.default) + steps) % len(values)]
