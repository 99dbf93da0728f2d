"""The text form of actions and events: short, readable, typed by people and kept in records.

Actions: a card is its name (`r11`, `b9`), and laying it is written as the card alone; the other verbs are their own
names (`draw`, `take`, `end`, `pass`).

Events: `hand2>rows r11` (a card moved), `stock>hand2 ?` (one that the reader may not know), `shuffle stock`,
`2: pass` (a seat did something that moves no card).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elfer.table.actions import DRAW, END, PASS, TAKE, Action, Lay
from elfer.table.cards import Deck
from elfer.table.events import HIDDEN, Event, Moved, Said, Shuffled

if TYPE_CHECKING:
    from elfer.table.table import Layout

_VERBS: dict[str, Action] = {"draw": DRAW, "take": TAKE, "end": END, "pass": PASS}
_WORDS = {action: word for word, action in _VERBS.items()}

_MOVED = re.compile(r"([a-z]+\d*)>([a-z]+\d*) (\S+)")
_SHUFFLED = re.compile(r"shuffle ([a-z]+\d*)")
_SAID = re.compile(r"(\d+): (.+)")


def write(deck: Deck, action: Action) -> str:
    """An action as text."""
    return deck.names[action.card] if isinstance(action, Lay) else _WORDS[action]


def read(deck: Deck, text: str) -> Action:
    """The action that a text means; capitals and blanks around it do not matter. `ValueError` if it means none."""
    word = text.strip().lower()
    if word in _VERBS:
        return _VERBS[word]
    try:
        return Lay(deck.card(word))
    except KeyError:
        raise ValueError(f"“{text}” is neither a card nor one of {', '.join(_VERBS)}") from None


def write_event(layout: Layout, event: Event) -> str:
    """An event as text."""
    if isinstance(event, Moved):
        card = "?" if event.card == HIDDEN else layout.deck.labels[event.card]
        return f"{layout.names[event.src]}>{layout.names[event.dst]} {card}"
    if isinstance(event, Shuffled):
        return f"shuffle {layout.names[event.zone]}"
    return f"{event.seat}: {write(layout.deck, event.action)}"


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
            return Said(int(said[1]), read(layout.deck, said[2]))
    except (KeyError, ValueError):
        pass
    raise ValueError(f"“{text}” is no event; expected e.g. “stock>hand0 ?”, “shuffle stock” or “2: pass”")
