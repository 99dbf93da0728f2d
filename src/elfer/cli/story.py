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
        person = "you" if event.seat == after.seat else "they"
        return Deed(event.seat, self.words.say(f"{person}.{verb}", **self.words.named(named, self.names)))

    def _did(
        self, after: View, seat: int, verb: str, named: dict[str, str], moves: list[Moved]
    ) -> tuple[str, list[Moved]]:
        """The predicate, and the moves that it does not tell.

        A verb has another sentence where there is a card that others do not see, or one that all see.
        """
        person = "you" if seat == after.seat else "they"
        key = f"{person}.{verb}"
        facts: dict[str, Any] = {**self.words.named(named, self.names)}
        own = [m for m in moves if seat in (self.owner(m.src), self.owner(m.dst))]
        tells = VERBS[verb].tells
        rest = [m for m in moves if m not in own] if tells == "own" else moves
        if tells == "turned":
            up = next((m for m in moves if self.is_open(m.dst) and not self.is_open(m.src)), None)
            own, rest = [up] if up else [], [m for m in moves if m is not up]
        cards = [m.card for m in own if tells == "turned" or not self.owner(m.src) == self.owner(m.dst) == seat]
        if f"{key}-hidden" in self.words.entries and not any(m.card != HIDDEN for m in own):
            key += "-hidden"
        elif f"{key}-seen" in self.words.entries:
            facts["n"] = len(cards)
            if cards and HIDDEN not in cards:
                key += "-seen"
                names = [self.game.layout.deck.names[card] for card in cards]
                facts |= {"cards": self.words.cards(names), "the": self.words.the(names)}
        return self.words.say(key, **facts), rest

    def _moved(self, after: View, moves: Sequence[Moved]) -> Iterator[Deed]:
        """Cards that went from one zone to another, several in one line; not those among one player's own."""
        layout, names = self.game.layout, self.game.layout.deck.names
        for (src, dst), group in groupby(moves, key=lambda m: (m.src, m.dst)):
            cards = [move.card for move in group]
            if self.owner(src) == self.owner(dst) is not None or self.together(src, dst):
                continue
            spelt = HIDDEN not in cards and len(cards) <= SPELT
            counted = layout.zones[src].counted or layout.zones[dst].counted
            if not counted and self.owner(dst) is None:
                continue  # it only goes on from where it was laid face down
            many = self.words.say("count.cards", n=len(cards)) if counted else self.words.say("count.some")
            what = self.words.cards(names[card] for card in cards) if spelt else many
            getter, giver = self.owner(dst), self.owner(src)
            if getter is None:
                text = self.words.say("story.moved", what=what, src=self.place(src), dst=self.place(dst))
                yield Deed(None, text)
                continue
            key = "you.get" if getter == after.seat else "they.get"
            key += "" if giver is None else "-from-you" if giver == after.seat else "-from"
            who = "" if giver is None else self.words.seat(giver, self.names)
            yield Deed(getter, self.words.say(key, what=what, who=who))

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
