"""What is tuned of a game's bot: the weights of its plan at one level, and the file where they stand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from elfer.arena.players import Seated
from elfer.arena.tournament import game_of
from elfer.arena.trouble import Trouble
from elfer.arena.tuning import Vector
from elfer.bots import Level, Player, player, sheet_of
from elfer.bots.plan import Plan, Sheet, Sheets, plan
from elfer.match.setup import Setup

DIGITS = 4
"""So many of a weight count; the rest is luck."""


class Knobs(Struct, frozen=True):
    """The weights of a level at a table, or some of them. A level that looks ahead is tuned without."""

    setup: Setup
    level: Level
    only: tuple[str, ...] = ()
    """The names of those that are tuned; none: all."""

    def check(self) -> None:
        """Raise `Trouble` if a name is none of the game's weights."""
        known = self._plan.names
        if unknown := [name for name in self.only if name not in known]:
            raise Trouble("trouble.no-weight", name=unknown[0], game=self.setup.name, names=", ".join(known))

    @property
    def _plan(self) -> Plan:
        return plan(game_of(self.setup))

    @property
    def names(self) -> tuple[str, ...]:
        return self.only or self._plan.names

    @property
    def start(self) -> Vector:
        weights = _weights(self.setup, self.level)
        return tuple(float(getattr(weights, name)) for name in self.names)

    def seated(self, values: Vector) -> Seated:
        return Seated("tuned", _player(self.setup, self.level, self.names, values))

    def named(self, values: Vector) -> dict[str, float]:
        """These values by their names, without digits that say nothing."""
        return {name: float(f"{value:.{DIGITS}g}") for name, value in zip(self.names, values, strict=True)}

    @property
    def file(self) -> Path:
        """Where the weights of this game stand: beside it, even if its plan is that of what it is built on."""
        return Path(str(files(game_of(self.setup).packages()[-1]) / "bot.toml"))

    def write(self, values: Vector) -> Path:
        """Put these weights into the game's sheets, for this level from so many players on."""
        path, how = self.file, self._plan
        text = path.read_text("utf-8") if path.exists() else ""
        weights = asdict(_weights(self.setup, self.level)) | self.named(values)
        sheets = with_weights(how.sheets, self.level, self.setup.players, weights)
        head = "".join(takewhile(lambda line: line.startswith("#"), text.splitlines(keepends=True)))
        path.write_text(head + written(sheets), "utf-8")
        return path


def _weights(setup: Setup, level: Level) -> Any:
    game = game_of(setup)
    how = plan(game)
    return how.weights(sheet_of(how, level, game.players).weights)


@lru_cache(maxsize=256)
def _player(setup: Setup, level: Level, names: tuple[str, ...], values: Vector) -> Player:
    game = game_of(setup)
    changed = replace(_weights(setup, level), **dict(zip(names, values, strict=True)))
    return replace(player(game, level), bot=plan(game).bot(changed))


def with_weights(sheets: Sheets, level: Level, players: int, weights: Mapping[str, float]) -> Sheets:
    """The sheets with these weights for a level from so many players on; what else its sheet says stays."""
    own: list[Sheet] = getattr(sheets, level.value)
    below = [sheet for sheet in own if sheet.players <= players]
    now = max(below, key=lambda sheet: sheet.players) if below else Sheet()
    changed = replace(now, players=players, weights=dict(weights))
    others = [sheet for sheet in own if sheet.players != players]
    return replace(sheets, **{level.value: sorted([*others, changed], key=lambda sheet: sheet.players)})


def written(sheets: Sheets) -> str:
    """The sheets as TOML.

    >>> print(written(Sheets(normal=[Sheet(players=4, weights={"far": 0.5}, memory=3)])), end="")
    [[normal]]
    players = 4
    memory = 3
    [normal.weights]
    far = 0.5
    """
    parts = []
    for level, all_ in asdict(sheets).items():
        for sheet in all_:
            plain: dict[str, Any] = msgspec.to_builtins(sheet)
            usual = msgspec.to_builtins(Sheet())
            said = {key: value for key, value in plain.items() if key == "players" or value != usual[key]}
            inner = {key: value for key, value in said.items() if isinstance(value, dict)}
            lines = [f"[[{level}]]", *_lines({key: said[key] for key in said if key not in inner})]
            for key, values in inner.items():
                lines += [f"[{level}.{key}]", *_lines(values)]
            parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _lines(values: Mapping[str, Any]) -> list[str]:
    # Numbers and yes or no are all that sheets hold, and TOML writes them as JSON does.
    return [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in values.items() if value is not None]
