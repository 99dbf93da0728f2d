"""Events: what an action did to the table. Everyone may read those that a view lets through."""

from __future__ import annotations

from msgspec import Struct

from elfer.table.actions import Action
from elfer.table.cards import Card

HIDDEN: Card = -1
"""Stands for a card that the reader of an event may not know."""


class Moved(Struct, frozen=True, gc=False, tag="moved"):
    """A card went from one zone to another."""

    card: Card
    src: int
    dst: int


class Shuffled(Struct, frozen=True, gc=False, tag="shuffled"):
    """The cards of a zone were mixed."""

    zone: int


class Said(Struct, frozen=True, gc=False, tag="said"):
    """A seat did something that moves no card, in the hearing of all."""

    seat: int
    action: Action


Event = Moved | Shuffled | Said
