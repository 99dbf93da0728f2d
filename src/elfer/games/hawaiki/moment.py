"""What can be chosen about Hawaiki, and what a moment of it is."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from elfer.table.actions import Announce
from elfer.table.game import BySeat, SeatNumber, SeatSet, State

HAND = 6
PILES = ("a", "b", "c")
THANKS = ("", "thanks", "many-thanks")
"""By how many cards one was given at once: what one says (HA-14)."""
SECOND_CHANCE = Announce("second-chance")
FIRST_TURN, SECOND_TURN = 1, 2

OffOn = Literal["off", "on"]


class Options(Struct, frozen=True, kw_only=True):
    markers: Annotated[int, Meta(ge=3, le=10)] = 10  # HA-2
    first: Literal["random", "seat-0"] = "random"  # HA-3
    flush: Literal["two", "printed"] = "two"  # HA-8
    speech: Literal["auto", "strict"] = "auto"  # HA-15
    window: Annotated[int, Meta(ge=2, le=10, extra={"when": {"speech": "strict"}})] = 4  # HA-15
    one_hidden: OffOn = "off"  # HA-20
    sacrifice: OffOn = "off"  # HA-21
    second_chance: OffOn = "off"  # HA-22


class HawaikiState(State, frozen=True, gc=False):
    """A moment of Hawaiki. A combination is `PAIR`, `STRAIGHT`, `FLUSH` or `TRIPLET`; 0 is none."""

    seat: SeatNumber
    """Whose turn it is; `NOBODY` when the round is over."""
    first: SeatNumber
    """Who began the round."""
    winner: SeatNumber
    """Who has laid the last card; `NOBODY` as long as all have cards."""
    markers: BySeat
    start: BySeat
    """The markers with which the round began."""
    announced: int
    """The combination announced for the card that will be laid (HA-5)."""
    forgotten: int
    """The combination that the card just laid forms and that was not announced: the others may call it (HA-12)."""
    due: int
    """The announced combination whose effect is still to come; `PAIR` also when only going again is left of it."""
    thanks: Annotated[int, Meta(ge=0, le=len(THANKS) - 1)]
    """How many cards those who are asked to say thanks have drawn (HA-14); 0 if that is not the question."""
    bare: bool
    """Whether the hidden card was played, so that another may be hidden (HA-20)."""
    begun: bool
    """Whether it is no longer before the turn: something was done in it already (HA-21, HA-22)."""
    double: Annotated[int, Meta(ge=0, le=SECOND_TURN)]
    """`FIRST_TURN` or `SECOND_TURN` of two in a row (HA-22); 0 else."""
    buried: SeatSet
    """The seats that have made their sacrifice in this round (HA-21)."""
    chanced: SeatSet
    """The seats that have taken their second chance in this round (HA-22)."""
    passed: SeatSet
    """The seats that have passed since something last happened (HA-19)."""
