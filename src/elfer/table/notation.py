"""The text form of actions and events: short, readable, typed by people and kept in records.

Actions: a card is its name (`r11`, `b9`); laying it is written as the card alone, with its place where that is not
the card's own (`j@b7`), and with the place it is connected to (`b9<y9`, `j@b7<y7`). All others are a word and what
they name: `draw`, `swap b7`, `ask 2 r5`, `call schnapp 431`.

Events: `hand2>rows r11` (a card moved), `stock>hand2 ?` (one that the reader may not know), `shuffle stock`,
`2: pass` (a seat did something that moves no card).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from elfer.table.actions import Action, Call, Connect, Lay, LayAt
from elfer.table.cards import Card, Place
from elfer.table.events import HIDDEN, Event, Moved, Said, Shuffled

if TYPE_CHECKING:
    from elfer.table.layout import Layout

_LAID = re.compile(r"([^@<\s]+)(?:@([^@<\s]+))?(?:<([^@<\s]+))?")
_MOVED = re.compile(r"([a-z]+\d*)>([a-z]+\d*) (\S+)")
_SHUFFLED = re.compile(r"shuffle ([a-z]+\d*)")
_SAID = re.compile(r"(\d+): (.+)")
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_NUMBER = re.compile(r"[0-9]{1,5}")


def _word(kind: type[Action]) -> str:
    """What an action begins with; `take` and `take b` are two actions of one word."""
    return kind.__struct_config__.tag.removesuffix("-at").removesuffix("-from")  # type: ignore[union-attr]


_KINDS: dict[Callable[..., Action], tuple[str, list[Any]]] = {
    kind: (_word(kind), list(get_type_hints(kind, include_extras=True).values()))
    for kind in get_args(Action)
    if kind not in (Lay, LayAt, Connect)
}
"""By kind of action: its word, and what kind of thing each of its parts is."""
_WORDS = list(dict.fromkeys(word for word, _ in _KINDS.values()))


def write(layout: Layout, action: Action) -> str:
    """An action as text."""
    names, places = layout.deck.names, layout.places
    match action:
        case Lay(card):
            return names[card]
        case LayAt(card, at):
            return f"{names[card]}@{places[at]}"
        case Connect(card, at, via):
            where = "" if names[card] == places[at] else f"@{places[at]}"
            return f"{names[card]}{where}<{places[via]}"
        case Call(word, after):
            return f"call {word} {after}" if after else f"call {word}"
    word, parts = _KINDS[type(action)]
    if not parts:
        return word
    values = (getattr(action, field) for field in action.__struct_fields__)
    return " ".join([word, *(_written(layout, part, value) for part, value in zip(parts, values, strict=True))])


def _written(layout: Layout, part: Any, value: Any) -> str:
    if part in (Card, Place):
        name: str = (layout.deck.names if part is Card else layout.places)[value]
        return name
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def read(layout: Layout, text: str) -> Action:
    """The action that a text means; capitals and blanks do not matter. `ValueError` if it means none."""
    plain = " ".join(text.lower().split())
    for action in _readings(layout, plain):
        # Only what would be written so: no zeros in front, no second name of a card, nothing left over.
        if write(layout, action) == plain:
            return action
    raise ValueError(f"“{text}” is neither a card nor one of {', '.join(_WORDS)}")


def _readings(layout: Layout, plain: str) -> Iterator[Action]:
    """All that a text might mean."""
    word, *given = plain.split(" ")
    for kind, (name, parts) in _KINDS.items():
        if name == word:
            with suppress(KeyError, ValueError, TypeError):
                if parts == [tuple[int, ...]]:
                    yield kind(tuple(map(_number, given)))
                else:
                    yield kind(*(_part(layout, part, text) for part, text in zip(parts, given, strict=False)))
    if laid := _LAID.fullmatch(plain):
        card, place = layout.deck.card, layout.places.index
        name, at, via = laid.groups()
        with suppress(KeyError, ValueError):
            if via:
                yield Connect(card(name), place(at or name), place(via))
            else:
                yield LayAt(card(name), place(at)) if at else Lay(card(name))


def _part(layout: Layout, part: Any, text: str) -> int | str:
    if part is Card:
        return layout.deck.card(text)
    if part is Place:
        return layout.places.index(text)
    if part is int:
        return _number(text)
    if _WORD.fullmatch(text):
        return text
    raise ValueError(f"“{text}” is no word")


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"“{text}” is no number")
    return int(text)


def write_event(layout: Layout, event: Event) -> str:
    """An event as text."""
    if isinstance(event, Moved):
        card = "?" if event.card == HIDDEN else layout.deck.labels[event.card]
        return f"{layout.names[event.src]}>{layout.names[event.dst]} {card}"
    if isinstance(event, Shuffled):
        return f"shuffle {layout.names[event.zone]}"
    return f"{event.seat}: {write(layout, event.action)}"


def read_event(layout: Layout, text: str) -> Event:
    """The event that a text means; `ValueError` if it means none."""
    try:
        if moved := _MOVED.fullmatch(text):
            src, dst, name = moved.groups()
            card = HIDDEN if name == "?" else layout.deck.card(name)
            return Moved(card, layout.zone(src), layout.zone(dst))
        if shuffled := _SHUFFLED.fullmatch(text):
            return Shuffled(layout.zone(shuffled[1]))
        if said := _SAID.fullmatch(text):
            return Said(int(said[1]), read(layout, said[2]))
    except (KeyError, ValueError):
        pass
    raise ValueError(f"“{text}” is no event; expected e.g. “stock>hand0 ?”, “shuffle stock” or “2: pass”")
