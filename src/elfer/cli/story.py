"""Tells what happened, from the events of a view: what the seat did not see is not told.

A sentence is found by what happened: something that was said, or a card's way from zone to zone (`hand>pairs`), as
grounds name them (`elfer.table.refusal`); after a way may stand the verb of what the same player said with it. A game
may have words of its own for each in its rulebooks; empty words mean that nobody would mention it. All other ways are
told by the kinds of the two zones, never by their names. The browser tells the same (`web/src/table/story.ts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from elfer.table import notation
from elfer.table.events import HIDDEN, Event, Moved, Said, Shuffled
from elfer.table.game import Game
from elfer.table.notation import taken_apart
from elfer.table.refusal import named
from elfer.table.verbs import VERBS
from elfer.table.view import View
from elfer.table.zones import Sight, Zone
from elfer.words import Words

SPELT = 4
"""So many cards are named one by one."""


class Deed(Struct, frozen=True):
    """Something a seat did, as the predicate of a sentence (“lays red 11”), or that just happened (no seat)."""

    seat: int | None
    did: str
    is_end: bool = False
    """Whether it only ended the turn, which goes without saying after anything else."""


class Went(Struct, frozen=True):
    """Cards that went from one zone to another."""

    src: Zone
    dst: Zone
    cards: tuple[str, ...]
    """Their names; none if they were not all seen."""
    n: int
    is_counted: bool
    """Whether everyone can tell how many they are."""
    is_mixed: bool
    """Whether they were mixed there."""


def news(before: View, after: View) -> tuple[str, ...]:
    """The events that `after` tells beyond `before`.

    What a seat does in secret leaves standing what everyone saw last: an answer that the others do not hear of, or
    cards that they cannot count (`elfer.server.judging.secret`). All of that was told before.
    """
    is_secret = before.window is not None or any(zone.count is None for zone in after.zones)
    told = len(before.events)
    return after.events[told:] if is_secret and after.events[:told] == before.events else after.events


class Teller:
    """Tells a game in one language, with the names of its seats."""

    def __init__(self, words: Words, game: Game[Any], names: Sequence[str]) -> None:
        self.words, self.game, self.names = words, game, names

    def deeds(self, after: View, actor: int | None, before: View | None = None) -> list[Deed]:
        """What an action did, as the view after it shows it; `actor` is who acted, where that is told. What was told
        of the moment `before` is not told again."""
        if before is not None:
            after = replace(after, events=news(before, after))
        events = [notation.read_event(self.game.layout, text) for text in after.events]
        verbs = {event.seat: named(event.action).split()[0] for event in events if isinstance(event, Said)}
        out: list[Deed] = []
        for part in self._parts(after, events):
            deed = self._said(after, part) if isinstance(part, Said) else self._moved(after, actor, verbs, part)
            # What just happens may come about in several parts, of which one is enough.
            if deed.did and not (deed.seat is None and deed in out):
                out.append(deed)
        return out

    def _parts(self, after: View, events: Sequence[Event]) -> Iterator[Said | Went]:
        """The events in their order, with cards that go the same way together."""
        mixed = {event.zone for event in events if isinstance(event, Shuffled)}
        for way, group in groupby(
            events, key=lambda event: (event.src, event.dst) if isinstance(event, Moved) else ()
        ):
            if way:
                src, dst = way
                cards = [event.card for event in group if isinstance(event, Moved)]
                yield self._went(after, src, dst, cards, is_mixed=dst in mixed)
            else:
                yield from (event for event in group if isinstance(event, Said))

    def _went(self, after: View, src: int, dst: int, cards: Sequence[int], *, is_mixed: bool) -> Went:
        zones, deck = self.game.layout.zones, self.game.layout.deck
        names = () if HIDDEN in cards else tuple(deck.names[card] for card in cards)
        is_counted = bool(names) or any(after.zones[zone].count is not None for zone in (src, dst))
        return Went(zones[src], zones[dst], names, len(cards), is_counted, is_mixed)

    def _said(self, after: View, event: Said) -> Deed:
        verb, parts = taken_apart(notation.write(self.game.layout, event.action))
        key = self._own(_person(after, event.seat), (named(event.action), verb))
        if parts.get("seat", parts.get("seats")) == str(after.seat) and f"{key}-at-you" in self.words.entries:
            key += "-at-you"
        did = self.words.say(key, **self.words.named(parts, self.names)) if key else ""
        return Deed(event.seat, did, is_end=VERBS[verb].role == "ends")

    def _moved(self, after: View, actor: int | None, verbs: dict[int, str], went: Went) -> Deed:
        giver, getter = went.src.owner, went.dst.owner
        seat = next((one for one in (getter, giver, actor) if one is not None), None)
        way = f"{went.src.name}>{went.dst.name}"
        abouts = [f"{way} {verbs[seat]}"] if seat in verbs else []
        abouts += [f"{way} shuffled"] if went.is_mixed else []
        person = "story" if seat is None else _person(after, seat)
        key = self._own(person, (*abouts, way, _kind(went)))
        if giver is not None and giver == after.seat != seat and f"{key}-from-you" in self.words.entries:
            key += "-from-you"
        seat = None if key.startswith("story.") else seat
        return Deed(seat, self.words.say(key, **self._facts(went)) if key else "")

    def _own(self, person: str, abouts: Iterable[str]) -> str:
        """The key of the first of these for which there are words; empty if there are none."""
        keys = (key for about in abouts for key in (f"story.{about}", f"{person}.{about}"))
        return next((key for key in keys if key in self.words.entries), "")

    def _facts(self, went: Went) -> dict[str, Any]:
        """What a sentence can say of cards: which they are if few and seen, how many, and whose they were."""
        count = self.words.say("story.cards", n=went.n) if went.is_counted else self.words.say("story.some-cards")
        is_spelt = 0 < len(went.cards) <= SPELT
        what = self.words.listed(self.words.the([card]) for card in went.cards) if is_spelt else count
        who = "" if went.src.owner is None else self.words.seat(went.src.owner, self.names)
        return {"n": went.n, "what": what, "count": count, "who": who}


def _kind(went: Went) -> str:
    """What cards do in general that go such a way. Nobody speaks of what stays with one player, or on the table,
    unless it is turned up."""
    if went.src.owner == went.dst.owner:
        return "turned" if went.src.sight is Sight.CLOSED and went.dst.sight is Sight.OPEN else ""
    if went.dst.owner is None:
        return "laid" if went.cards else "laid-hidden"
    if went.src.owner is None:
        return "drawn" if went.src.sight is Sight.CLOSED else "taken"
    return "got"


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
            lines.append(words.say("story.line", who=names[seat], did=words.listed(said)))
    return lines
