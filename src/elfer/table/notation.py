"""The text form of actions and events: short, readable, typed by people and kept in records.

Actions: a card is its name (`r11`, `b9`); laying it is written as the card alone, with its place where that is not
the card's own (`j@b7`), and with the place it is connected to (`b9<y9`, `j@b7<y7`). All others are a word and what
they name: `draw`, `swap b7`, `ask 2 r5`, `call schnapp 431`.

Events: `hand2>rows r11` (a card moved), `stock>hand2 ?` (one that the reader may not know), `shuffle stock`,
`2: pass` (a seat did something that moves no card).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from elfer.table.actions import Action
from elfer.table.events import HIDDEN, Event, Moved, Said, Shuffled
from elfer.table.verbs import PARTS, VERBS, VERBS_OF, Verb, plain, readings

if TYPE_CHECKING:
    from elfer.table.layout import Layout

_MOVED = re.compile(r"([a-z]+\d*)>([a-z]+\d*) (\S+)")
_SHUFFLED = re.compile(r"shuffle ([a-z]+\d*)")
_SAID = re.compile(r"(\d+): (.+)")

_KINDS: dict[str, Callable[..., Action]] = {verb.name: kind for kind, verbs in VERBS_OF.items() for verb in verbs}
"""By verb: the kind of action."""


def write(layout: Layout, action: Action) -> str:
    *shorter, verb = VERBS_OF[type(action)]
    values = (getattr(action, field) for field in action.__struct_fields__)
    named = {part: _name(layout, part, value) for part, value in zip(verb.parts, values, strict=True)}
    # Where a card lies on the place of its own name, that goes without saying.
    return (shorter[0] if shorter and named["place"] == named["card"] else verb).written(named)


def _name(layout: Layout, part: str, value: Any) -> str:
    match PARTS[part]:
        case "card":
            return str(layout.deck.names[value])
        case "place":
            return str(layout.places[value])
        case "seats":
            return " ".join(map(str, value))
    return "" if part == "after" and not value else str(value)


def read(layout: Layout, text: str) -> Action:
    """The action that a text means; capitals and blanks do not matter. `ValueError` if it means none."""
    asked = plain(text)
    for verb, named in readings(asked):
        with suppress(KeyError, ValueError):
            action = _action(layout, verb, named)
            # Only what would be written so: no zeros in front, no second name of a card.
            if write(layout, action) == asked:
                return action
    words = dict.fromkeys(verb.word for verb in VERBS.values() if verb.word)
    raise ValueError(f"“{text}” is neither a card nor one of {', '.join(words)}")


def _action(layout: Layout, verb: Verb, named: dict[str, str]) -> Action:
    """The action of a verb that names these things; `KeyError` or `ValueError` if there is no such card or place."""
    kind = _KINDS[verb.name]
    unsaid = {"place": named.get("card", ""), "after": "0"}
    return kind(*(_value(layout, part, named.get(part) or unsaid[part]) for part in VERBS_OF[kind][-1].parts))


def _value(layout: Layout, part: str, name: str) -> int | str | tuple[int, ...]:
    match PARTS[part]:
        case "card":
            return layout.deck.card(name)
        case "place":
            return layout.places.index(name)
        case "seats":
            return tuple(map(int, name.split(" ")))
        case "word":
            return name
    return int(name)


def taken_apart(action: str) -> tuple[str, dict[str, str]]:
    """The verb of an action in notation, and what it names. `ValueError` if it can be none.

    >>> taken_apart("draw"), taken_apart("b9<y9"), taken_apart("ask 2 r5")
    (('draw', {}), ('connect', {'card': 'b9', 'via': 'y9'}), ('ask', {'seat': '2', 'card': 'r5'}))
    """
    for verb, named in readings(action):
        return verb.name, named
    raise ValueError(f"“{action}” is no action; expected e.g. “draw”, “r11” or “ask 2 r5”")


def write_event(layout: Layout, event: Event) -> str:
    if isinstance(event, Moved):
        card = "?" if event.card == HIDDEN else layout.deck.labels[event.card]
        return f"{layout.names[event.src]}>{layout.names[event.dst]} {card}"
    if isinstance(event, Shuffled):
        return f"shuffle {layout.names[event.zone]}"
    return f"{event.seat}: {write(layout, event.action)}"


def read_event(layout: Layout, text: str) -> Event:
    """The event that a text means; `ValueError` if it means none."""
    with suppress(KeyError, ValueError):
        if moved := _MOVED.fullmatch(text):
            src, dst, name = moved.groups()
            card = HIDDEN if name == "?" else layout.deck.card(name)
            return Moved(card, layout.zone(src), layout.zone(dst))
        if shuffled := _SHUFFLED.fullmatch(text):
            return Shuffled(layout.zone(shuffled[1]))
        if said := _SAID.fullmatch(text):
            return Said(int(said[1]), read(layout, said[2]))
    raise ValueError(f"“{text}” is no event; expected e.g. “stock>hand0 ?”, “shuffle stock” or “2: pass”")
