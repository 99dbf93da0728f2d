"""The actions of all games: one small vocabulary.

Each has a notation that people can read and type; `elfer.table.notation` reads and writes it.
"""

from __future__ import annotations

from msgspec import Struct

from elfer.table.cards import Card


class Lay(Struct, frozen=True, gc=False, tag="lay"):
    """Lay a card where it belongs: `r11`."""

    card: Card


class LayAt(Struct, frozen=True, gc=False, tag="lay-at"):
    """Lay a card that can lie on several places on one of them: `j@b7`."""

    card: Card
    at: int


class Connect(Struct, frozen=True, gc=False, tag="connect"):
    """Lay a card on a place that a connection from another place leads to: `b9<y9`, `j@b7<y7`."""

    card: Card
    at: int
    via: int


class Swap(Struct, frozen=True, gc=False, tag="swap"):
    """Put a card where a joker stands for it, and take the joker: `swap b7`."""

    card: Card


class Give(Struct, frozen=True, gc=False, tag="give"):
    """Hand a card on to the neighbour, face down: `give r5`."""

    card: Card


class Draw(Struct, frozen=True, gc=False, tag="draw"):
    """Draw the top card of the stock: `draw`."""


class Take(Struct, frozen=True, gc=False, tag="take"):
    """Take the cards that the rules give for not laying: `take`."""


class End(Struct, frozen=True, gc=False, tag="end"):
    """End the turn: `end`."""


class Pass(Struct, frozen=True, gc=False, tag="pass"):
    """Do nothing because nothing can be done: `pass`."""


Action = Lay | LayAt | Connect | Swap | Give | Draw | Take | End | Pass

DRAW, TAKE, END, PASS = Draw(), Take(), End(), Pass()
