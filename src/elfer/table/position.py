"""The text form of a whole state: JSON that people can read, paste into a report, and load again to the byte.

It tells everything, hidden cards and memory included: for the engine's side of the table only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from elfer.table import notation
from elfer.table.cards import Cards, Places
from elfer.table.layout import Layout
from elfer.table.memory import Memory
from elfer.table.possible import BadPosition, converted
from elfer.table.table import EMPTY, Content, Misdeal, Table
from elfer.table.view import fact_of, facts_of, field_types
from elfer.table.windows import Window, opened

__all__ = ["BadPosition", "dump", "load"]

if TYPE_CHECKING:
    from elfer.table.game import Game, State

S = TypeVar("S", bound="State")

_FREE = "-"


def dump(game: Game[S], state: S) -> bytes:
    """A state as JSON. The same state gives the same bytes."""
    layout, table = game.layout, state.table
    memory, write = layout.remembered(table), layout.deck.write
    named = [(name, _write_content(layout, content)) for name, content in zip(layout.names, table.zones, strict=True)]
    plain: dict[str, Any] = {
        "zones": dict(named),
        "public": write(memory.public),
        "private": [write(cards) for cards in memory.private],
        "lacks": _write_rows(layout, memory.lacks),
        "doubts": [_write_rows(layout, row) for row in memory.doubts],
        "seed": table.seed.hex(),
        "events": [notation.write_event(layout, event) for event in table.events],
        "facts": {n: fact_of(layout, hint, getattr(state, n), write) for n, hint in facts_of(type(state))},
    }
    if table.window is not None:
        plain["window"] = _write_window(layout, table.window)
    return msgspec.json.encode(plain)


def load(game: Game[S], text: bytes | str) -> S:
    """The state that `dump` wrote. Raises `BadPosition` and says what is wrong."""
    layout = game.layout
    read = layout.deck.read
    try:
        plain: dict[str, Any] = msgspec.json.decode(text, type=dict[str, Any])
        contents = plain["zones"]
        zones = tuple(_read_content(layout, n, contents[name]) for n, name in enumerate(layout.names))
        if len(contents) != len(zones):
            raise BadPosition(f"unknown zones: {', '.join(set(contents) - set(layout.names))}")
        memory = Memory(
            read(plain["public"]),
            tuple(read(cards) for cards in plain["private"]),
            _read_rows(layout, plain["lacks"]),
            tuple(_read_rows(layout, row) for row in plain["doubts"]),
        )
        events = tuple(notation.read_event(layout, event) for event in plain["events"])
        window = _read_window(layout, plain["window"]) if "window" in plain else None
        table = Table(zones, memory, bytes.fromhex(plain["seed"]), events, window)
        state = game.state(table, **_read_facts(game, plain["facts"]))
        game.check(state)
        return state
    except KeyError as error:
        raise BadPosition(f"{error} is missing or unknown in this position") from None
    except (ValueError, TypeError, AttributeError, IndexError, Misdeal) as error:
        raise BadPosition(str(error)) from None


def _write_content(layout: Layout, content: Content) -> str:
    if isinstance(content, int):
        return layout.deck.write(content)
    return " ".join(_FREE if card == EMPTY else layout.deck.labels[card] for card in content)


def _read_content(layout: Layout, zone: int, text: str) -> Content:
    if layout.zones[zone].is_set:
        return layout.deck.read(text)
    return layout.in_order(zone, (EMPTY if name == _FREE else layout.deck.card(name) for name in text.split()))


def _write_rows(layout: Layout, rows: tuple[Cards, ...]) -> dict[str, str]:
    return {name: layout.deck.write(row) for name, row in zip(layout.names, rows, strict=True) if row}


def _read_rows(layout: Layout, named: dict[str, str]) -> tuple[Cards, ...]:
    return tuple(layout.deck.read(named.get(name, "")) for name in layout.names)


def _write_window(layout: Layout, window: Window) -> dict[str, Any]:
    answers = [None if answer is None else notation.write(layout, answer) for answer in window.answers]
    return {"asked": window.asked, "answers": answers, "seconds": window.seconds}


def _read_window(layout: Layout, plain: dict[str, Any]) -> Window:
    window = opened(tuple(plain["asked"]), layout.players, int(plain["seconds"]))
    for seat, answer in enumerate(plain["answers"]):
        if answer is not None:
            window = window.noted(seat, notation.read(layout, answer))
    return window


def _read_facts(game: Game[S], plain: dict[str, Any]) -> dict[str, Any]:
    hints = field_types(game.state)
    readers = {Cards: game.layout.deck.read, Places: game.layout.read_places}
    return {
        name: readers[hints[name]](value) if hints[name] in readers else converted(name, value, hints[name])
        for name, value in plain.items()
    }
