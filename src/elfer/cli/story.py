"""Tells what happened, from the events of a view: what the seat did not see is not told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from elfer.table import notation
from elfer.table.events import HIDDEN, Moved
from elfer.table.game import Game
from elfer.table.view import View
from elfer.table.zones import Shape
from elfer.words import Words, taken_apart


class Deed(Struct, frozen=True):
    """Something a seat did, as the predicate of a sentence: “lays red 11”."""

    seat: int
    did: str
    is_end: bool = False
    """Whether it only ended the turn, which goes without saying after anything else."""


def deed(words: Words, game: Game[Any], after: View, seat: int, action: str) -> Deed:
    """What an action in notation did, as the view after it shows it."""
    person = "you" if seat == after.seat else "they"
    verb, named = taken_apart(action)
    if verb in ("draw", "take"):
        return Deed(seat, _drew(words, game, after, f"{person}.{verb}"))
    if verb == "give" and not any(named["card"] in event.split() for event in after.events):
        return Deed(seat, words.say(f"{person}.give"))  # it was handed on face down
    key = f"{person}.{verb}-seen" if verb == "give" else f"{person}.{verb}"
    did = words.say(key, **{part: words.card(name) for part, name in named.items()})
    return Deed(seat, did, is_end=verb == "end")


def _drew(words: Words, game: Game[Any], after: View, key: str) -> str:
    layout = game.layout
    events = [notation.read_event(layout, text) for text in after.events]
    drawn = [e.card for e in events if isinstance(e, Moved) and layout.zones[e.src].shape is Shape.STACK]
    if HIDDEN in drawn or not drawn:
        return words.say(key, n=len(drawn))
    return words.say(f"{key}-seen", cards=words.cards(layout.deck.names[card] for card in drawn))


def tell(words: Words, deeds: Iterable[Deed], names: Sequence[str]) -> list[str]:
    """One line for each turn."""
    lines = []
    for seat, group in groupby(deeds, key=lambda deed: deed.seat):
        turn = list(group)
        said = [deed.did for deed in turn if not deed.is_end] or [turn[0].did]
        lines.append(words.say("story.line", who=names[seat], did=", ".join(said)))
    return lines
