"""Options: what can be chosen about a game before it starts, as data from which a form can be drawn.

A game declares its options as a frozen msgspec struct: each field is a range (`Annotated[int, Meta(ge=1, le=12)]`)
or a choice (`Literal[80, 60]`), with its default. In `Meta(extra=…)` it may say `players`, the numbers of players
for which another value than the default can be chosen, and `when`, the values other options must have for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

Value = int | str

Rounds = Annotated[int, Meta(ge=1, le=12)]
"""How many rounds a match has."""


class BadOption(ValueError):
    """An option that does not exist, or a value that it cannot have."""


class Option(Struct, frozen=True):
    name: str
    values: tuple[Value, ...]
    default: Value
    is_range: bool
    """Whether the values are all the numbers between the first and the last."""
    players: tuple[int, ...] = ()
    """If given: only with so many players can it differ from the default."""
    when: dict[str, Value] = {}
    """Only where other options have these values does it matter."""

    def read(self, text: Value) -> Value:
        """The value that a text means."""
        for value in self.values:
            if str(value) == str(text).strip().lower():
                return value
        raise BadOption(f"{self.name} cannot be {text!r}; it can be {self.expected()}")

    def expected(self) -> str:
        """The possible values, for a message."""
        if self.is_range:
            return f"{self.values[0]} to {self.values[-1]}"
        return " or ".join(", ".join(map(str, self.values)).rsplit(", ", 1))


@cache
def options_of(kind: type[Struct]) -> tuple[Option, ...]:
    """The options that a struct declares, in its order."""
    hints = get_type_hints(kind, include_extras=True)
    fields = msgspec.structs.fields(kind)
    return tuple(_option(field.name, hints[field.name], field.default) for field in fields)


def _option(name: str, hint: Any, default: Any) -> Option:
    meta = Meta()
    if get_origin(hint) is Annotated:
        hint, meta = get_args(hint)
    is_range = get_origin(hint) is not Literal
    if is_range:
        if meta.ge is None or meta.le is None:
            raise TypeError(f"the option {name} needs a lower and an upper bound")
        values: tuple[Value, ...] = tuple(range(int(meta.ge), int(meta.le) + 1))
    else:
        values = get_args(hint)
    extra = meta.extra or {}
    return Option(name, values, default, is_range, tuple(extra.get("players", ())), extra.get("when", {}))


def chosen(kind: type[Struct], players: int, values: Mapping[str, Value]) -> Struct:
    """The options with these values, and defaults for the rest. Raises `BadOption` and says what was expected."""
    options = {option.name: option for option in options_of(kind)}
    if unknown := values.keys() - options.keys():
        names = ", ".join(options) or "none"
        raise BadOption(f"there is no option {', '.join(sorted(unknown))}; there are: {names}")
    picked = kind(**{name: options[name].read(value) for name, value in values.items()})
    check(picked, players)
    return picked


def check(picked: Struct, players: int) -> None:
    """Raise `BadOption` if these options cannot be played together by so many players."""
    for option in options_of(type(picked)):
        value = getattr(picked, option.name)
        option.read(value)
        if value == option.default:
            continue
        if option.players and players not in option.players:
            allowed = " or ".join(map(str, option.players))
            raise BadOption(f"{option.name} can be {value} only with {allowed} players, not with {players}")
        for other, needed in option.when.items():
            if getattr(picked, other) != needed:
                raise BadOption(f"{option.name} can be chosen only where {other} is {needed}")
