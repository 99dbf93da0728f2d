"""The registry: finds the games by itself.

Every module under `elfer.games` that defines a `Game` with an `id` is a game, and so is every `Game` that an
installed package names as an entry point in the group `elfer.games`.
"""

from __future__ import annotations

import pkgutil
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from elfer.table.game import Game


class UnknownGame(ValueError):
    """There is no game of that name."""


@cache
def games() -> dict[str, type[Game[Any]]]:
    """All games by their id."""
    found: dict[str, type[Game[Any]]] = {}
    package = import_module("elfer.games")
    for module in pkgutil.iter_modules(package.__path__, "elfer.games."):
        for thing in vars(import_module(module.name)).values():
            if isinstance(thing, type) and issubclass(thing, Game) and "id" in vars(thing):
                found[thing.id] = thing
    for entry in entry_points(group="elfer.games"):
        kind = entry.load()
        found[kind.id] = kind
    return found


def find(name: str) -> type[Game[Any]]:
    """The game of that id. Raises `UnknownGame` with the names that come near."""
    known = games()
    if name in known:
        return known[name]
    near = get_close_matches(name, known, n=3) or sorted(known)
    raise UnknownGame(f"there is no game “{name}”; did you mean {' or '.join(near)}?")
