"""Views and memory as numbers, the same way for every game, for programs that learn.

The encoding of a moment for a seat is one row of bytes of fixed length. Zones and seats are turned so that the
reader is always seat 0: own hand first, then the neighbours clockwise. It is made of

- for each zone, one byte per kind of card: in a fan or bank, or where each card has its own place, the number of
  copies the seat can place there; in a stack, 1 + its distance from the top (where the seat cannot count them, only
  the cards that it can place count); on numbered places, 1 + its place;
- for each zone that the seat does not see, one byte per kind: whether the seat can tell that it is not there;
- for each zone, how many cards it holds (255 for hidden, or for more);
- whether a window is open; for each seat, whether it can act, as far as the reader can tell;
- the fields of the game's state: a set of cards as one byte per card, a set of places as one byte per place, a seat
  as one byte per seat, numbers by seat as one byte each from the reader on, a tuple of numbers as one byte for each,
  anything else (numbers up to 255, negative ones as 256 more, yes or no) as one byte.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from elfer.table.cards import Cards, Places, each
from elfer.table.fields import BySeat, Most
from elfer.table.table import EMPTY, Content
from elfer.table.view import field_types, seen_to_act
from elfer.table.zones import Shape

if TYPE_CHECKING:
    from elfer.table.game import Game, State

S = TypeVar("S", bound="State")

_MOST = 255


def encode(game: Game[S], state: S, seat: int) -> bytes:
    """What a seat sees and remembers, as bytes."""
    layout, table = game.layout, state.table
    known = layout.known(table, seat)
    ruled_out = layout.ruled_out(table, seat)
    order = turned(game, seat)
    kinds = _Kinds(game)
    out = bytearray()
    for zone in order:
        hidden = not layout.zones[zone].counted and not layout.sees[zone] >> seat & 1
        content = table.zones[zone]
        if hidden and not isinstance(content, int):
            content = tuple(card for card in content if known >> card & 1)
        out += kinds.placed(zone, content, known)
    for zone in order:
        if layout.sees[zone] != layout.everyone:
            out += kinds.among(ruled_out[zone])
    for zone in order:
        content = table.zones[zone]
        count = content.bit_count() if isinstance(content, int) else sum(card != EMPTY for card in content)
        hidden = not layout.zones[zone].counted and not layout.sees[zone] >> seat & 1
        out.append(_MOST if hidden else min(count, _MOST))
    acting = seen_to_act(game, state, seat)
    out.append(state.table.window is not None)
    out += bytes((seat + n) % game.players in acting for n in range(game.players))
    hints = field_types(type(state))
    for name in state.__struct_fields__:
        if name != "table":
            out += _field(game, hints[name], getattr(state, name), seat)
    return bytes(out)


def turned(game: Game[Any], seat: int) -> list[int]:
    """The zones in the reader's order: those of each name together, the reader's own first."""
    names = list(dict.fromkeys(zone.name for zone in game.layout.zones))

    def key(number: int) -> tuple[int, int]:
        zone = game.layout.zones[number]
        return names.index(zone.name), 0 if zone.owner is None else (zone.owner - seat) % game.players

    return sorted(range(len(game.layout.zones)), key=key)


class _Kinds:
    """Bytes by kind of card."""

    def __init__(self, game: Game[Any]) -> None:
        self.layout = game.layout
        self.column = {kind: n for n, kind in enumerate(sorted(set(game.layout.deck.kind)))}

    def among(self, cards: Cards) -> bytes:
        """How many of each kind are in a set."""
        out = bytearray(len(self.column))
        for card in each(cards):
            out[self.column[self.layout.deck.kind[card]]] += 1
        return bytes(out)

    def placed(self, zone: int, content: Content, known: Cards) -> bytes:
        """Where in a zone the known cards lie."""
        if isinstance(content, int):
            return self.among(content & known)
        out = bytearray(len(self.column))
        stack = self.layout.zones[zone].shape is Shape.STACK
        for place, card in enumerate(content):
            if card != EMPTY and known >> card & 1:
                number = len(content) - place if stack else 1 + place
                out[self.column[self.layout.deck.kind[card]]] = min(number, _MOST)
        return bytes(out)


def _field(game: Game[Any], hint: Any, value: Any, seat: int) -> bytes:
    if hint is Cards:
        return bytes(value >> card & 1 for card in range(len(game.layout.deck)))
    if hint is Places:
        return bytes(value >> place & 1 for place in range(len(game.layout.places)))
    marks = getattr(hint, "__metadata__", ())
    if marks == ("seat",):
        return bytes(value == (seat + n) % game.players for n in range(game.players))
    if hint is BySeat:
        return bytes(_number(value[(seat + n) % game.players]) for n in range(game.players))
    if marks and isinstance(marks[0], Most):
        newest = value[-marks[0].n :]
        return bytes(map(_number, newest)).ljust(marks[0].n, b"\0")
    if isinstance(value, tuple):
        return bytes(map(_number, value))
    return bytes([_number(value)])


def _number(value: int) -> int:
    return min(int(value), _MOST) if value >= 0 else max(int(value), -_MOST // 2) % (_MOST + 1)
