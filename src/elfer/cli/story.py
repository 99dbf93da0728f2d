"""Tells what happened, from the events of a view: what the seat did not see is not told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from elfer.table import notation
from elfer.table.events import HIDDEN, Moved, Said
from elfer.table.game import Game
from elfer.table.notation import taken_apart
from elfer.table.verbs import VERBS
from elfer.table.view import View
from elfer.table.zones import Sight
from elfer.words import Words

SPELT = 4
"""So many cards are named one by one."""


class Deed(Struct, frozen=True):
    """Something a seat did, as the predicate of a sentence (“lays red 11”), or that just happened (no seat)."""

    seat: int | None
    did: str
    is_end: bool = False
    """Whether it only ended the turn, which goes without saying after anything else."""


class Teller:
    """Tells a game in one language, with the names of its seats."""

    def __init__(self, words: Words, game: Game[Any], names: Sequence[str]) -> None:
        self.words, self.game, self.names = words, game, names

    def deeds(self, after: View, seat: int, action: str, *, answer: bool = False) -> list[Deed]:
        """What an action in notation did, as the view after it shows it.

        An answer in a window is told only through the events, when the window is closed.
        """
        layout = self.game.layout
        events = [notation.read_event(layout, text) for text in after.events]
        moves = [event for event in events if isinstance(event, Moved)]
        said = [event for event in events if isinstance(event, Said)]
        verb, named = taken_apart(action)
        out = [self._said(after, event) for event in said if answer or notation.write(layout, event.action) != action]
        if not answer and (events or seat == after.seat):
            did, moves = self._did(after, seat, verb, named, moves)
            out.insert(0, Deed(seat, did, is_end=VERBS[verb].role == "ends"))
        return [*out, *self._moved(after, moves)]

    def _said(self, after: View, event: Said) -> Deed:
        text = notation.write(self.game.layout, event.action)
        verb, named = taken_apart(text)
        if "after" in named:
            verb += "-after"
        key, facts = f"{_person(after, event.seat)}.{verb}", self.words.named(named, self.names)
        return Deed(event.seat, self.words.say(key, **facts))

    def _did(
        self, after: View, seat: int, verb: str, named: dict[str, str], moves: list[Moved]
    ) -> tuple[str, list[Moved]]:
        """The predicate, and the moves that it does not tell."""
        tells = VERBS[verb].tells
        about = self._about(tells, seat, moves)
        cards = [m.card for m in about if tells == "turned" or not self.owner(m.src) == self.owner(m.dst) == seat]
        key = f"{_person(after, seat)}.{verb}"
        variant = self._variant(key, about, cards)
        facts = {**self.words.named(named, self.names), "n": len(cards)}
        if variant == "-seen":
            names = [self.game.layout.deck.names[card] for card in cards]
            facts |= {"cards": self.words.cards(names), "the": self.words.the(names)}
        return self.words.say(key + variant, **facts), [m for m in moves if m not in about] if tells else moves

    def _about(self, tells: str, seat: int, moves: Sequence[Moved]) -> list[Moved]:
        """The moves that a sentence is about: the one that turns up a card, or those of the player's own cards."""
        if tells == "turned":
            return [m for m in moves if self.is_open(m.dst) and not self.is_open(m.src)][:1]
        return [m for m in moves if seat in (self.owner(m.src), self.owner(m.dst))]

    def _variant(self, key: str, about: Sequence[Moved], cards: Sequence[int]) -> str:
        """A verb may have a sentence for cards that are all hidden, and one for cards that change hands in sight."""
        if f"{key}-hidden" in self.words.entries and all(m.card == HIDDEN for m in about):
            return "-hidden"
        return "-seen" if f"{key}-seen" in self.words.entries and cards and HIDDEN not in cards else ""

    def _moved(self, after: View, moves: Sequence[Moved]) -> Iterator[Deed]:
        """Cards that went from one zone to another, several in one line."""
        for (src, dst), group in groupby(moves, key=lambda m: (m.src, m.dst)):
            cards = [move.card for move in group]
            if not self._goes_without_saying(src, dst):
                is_got = self.owner(dst) is not None
                yield self._went(after, src, dst, self._what(cards, self._counted(src, dst), as_object=is_got))

    def _goes_without_saying(self, src: int, dst: int) -> bool:
        """What a player does with the own cards, a card that is turned over, or one that only goes on from where it
        was laid face down."""
        among_own = self.owner(src) == self.owner(dst) is not None
        goes_on = self.owner(dst) is None and not self._counted(src, dst)
        return among_own or goes_on or self.together(src, dst)

    def _what(self, cards: Sequence[int], counted: bool, *, as_object: bool) -> str:
        """Cards by name if they are few and seen, else how many."""
        if HIDDEN not in cards and len(cards) <= SPELT:
            names = [self.game.layout.deck.names[card] for card in cards]
            return self.words.the(names) if as_object else self.words.cards(names)
        return self.words.say("count.cards", n=len(cards)) if counted else self.words.say("count.some")

    def _went(self, after: View, src: int, dst: int, what: str) -> Deed:
        getter, giver = self.owner(dst), self.owner(src)
        if getter is None:
            return Deed(None, self.words.say("story.moved", what=what, src=self.place(src), dst=self.place(dst)))
        key = f"{_person(after, getter)}.get"
        if giver is None:
            return Deed(getter, self.words.say(key, what=what))
        key += "-from-you" if giver == after.seat else "-from"
        return Deed(getter, self.words.say(key, what=what, who=self.words.seat(giver, self.names)))

    def _counted(self, src: int, dst: int) -> bool:
        """Whether everyone can tell how many cards went from one zone to the other."""
        zones = self.game.layout.zones
        return zones[src].counted or zones[dst].counted

    def owner(self, zone: int) -> int | None:
        return self.game.layout.zones[zone].owner

    def is_open(self, zone: int) -> bool:
        return self.game.layout.zones[zone].sight is Sight.OPEN

    def together(self, one: int, other: int) -> bool:
        """Whether one zone is drawn over the other: a card that goes from one to the other was turned over."""
        zones = self.game.layout.zones
        return zones[one].over == zones[other].name or zones[other].over == zones[one].name

    def place(self, zone: int) -> str:
        """A zone, and whose it is."""
        name, owner = self.words.zone(self.game.layout.zones[zone].name), self.owner(zone)
        return name if owner is None else f"{name} ({self.names[owner]})"


def _person(after: View, seat: int) -> str:
    """How a sentence speaks of a seat."""
    return "you" if seat == after.seat else "they"


def tell(words: Words, deeds: Iterable[Deed], names: Sequence[str]) -> list[str]:
    """One line for each turn."""
    lines = []
    for seat, group in groupby(deeds, key=lambda deed: deed.seat):
        turn = list(group)
        said = [deed.did for deed in turn if not deed.is_end] or [turn[0].did]
        if seat is None:
            lines += [f"{did[:1].upper()}{did[1:]}." for did in said]
        else:
            lines.append(words.say("story.line", who=names[seat], did=", ".join(said)))
    return lines
