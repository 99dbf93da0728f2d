"""The text form of actions and events: short, readable, typed by people and kept in records.

Actions: a card is its name (`r11`, `b9`); laying it is written as the card alone, with its place where that is not
the card's own (`j@b7`), and with the place it is connected to (`b9<y9`, `j@b7<y7`). The other verbs are their own
names: `draw`, `take`, `end`, `pass`, `swap b7`, `give r5`.

Events: `hand2>rows r11` (a card moved), `stock>hand2 ?` (one that the reader may not know), `shuffle stock`,
`2: pass` (a seat did something that moves no card).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elfer.table.actions import DRAW, END, PASS, TAKE, Action, Connect, Give, Lay, LayAt, Swap
from elfer.table.events import HIDDEN, Event, Moved, Said, Shuffled

if TYPE_CHECKING:
    from elfer.table.table import Layout

_VERBS: dict[str, Action] = {"draw": DRAW, "take": TAKE, "end": END, "pass": PASS}
_WORDS = {action: word for word, action in _VERBS.items()}

_LAID = re.compile(r"([^@<\s]+)(?:@([^@<\s]+))?(?:<([^@<\s]+))?")
_WITH_CARD = re.compile(r"(swap|give) +(\S+)")
_MOVED = re.compile(r"([a-z]+\d*)>([a-z]+\d*) (\S+)")
_SHUFFLED = re.compile(r"shuffle ([a-z]+\d*)")
_SAID = re.compile(r"(\d+): (.+)")


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
        case Swap(card):
            return f"swap {names[card]}"
        case Give(card):
            return f"give {names[card]}"
    return _WORDS[action]


def read(layout: Layout, text: str) -> Action:
    """The action that a text means; capitals and blanks around it do not matter. `ValueError` if it means none."""
    word = text.strip().lower()
    if word in _VERBS:
        return _VERBS[word]
    card, place = layout.deck.card, layout.places.index
    try:
        if verb := _WITH_CARD.fullmatch(word):
            return Swap(card(verb[2])) if verb[1] == "swap" else Give(card(verb[2]))
        if laid := _LAID.fullmatch(word):
            name, at, via = laid.groups()
            if via:
                return Connect(card(name), place(at or name), place(via))
            return LayAt(card(name), place(at)) if at else Lay(card(name))
    except (KeyError, ValueError):
        pass
    raise ValueError(f"“{text}” is neither a card nor one of {', '.join(_VERBS)}")


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
