"""Changes: what differs between two views of one seat, for those who hold the first and want the second.

A change is made from nothing but what the seat sees (`Views`), so it can tell no more than two views do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import is_not, ne
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from elfer.table.beats import Beat, staged
from elfer.table.cards import Card, Cards, Deck
from elfer.table.fields import BySeat
from elfer.table.table import EMPTY, Content, count_of
from elfer.table.view import View, Views, WindowView, ZoneView, facts_of
from elfer.table.zones import Shape

if TYPE_CHECKING:
    from elfer.table.game import State

S = TypeVar("S", bound="State")
T = TypeVar("T")

Splice = tuple[int, int, tuple[str, ...]]
"""From this place of a list on, so many are gone, and these have come instead."""


class Change(Struct, frozen=True):
    """The parts of a view that are new; what is left out has stayed as it was."""

    events: tuple[str, ...]
    """What the action did, as far as the seat saw it."""
    zones: dict[int, ZoneView] | UnsetType = UNSET
    """By their place in the list of zones: those that have changed by more than the next two can tell."""
    splices: dict[int, Splice] | UnsetType = UNSET
    """The zones whose list of cards has changed in one place."""
    counts: dict[int, int] | UnsetType = UNSET
    """The zones of which the seat sees only how many cards they hold."""
    facts: dict[str, Any] | UnsetType = UNSET
    to_act: tuple[int, ...] | UnsetType = UNSET
    legal: tuple[str, ...] | UnsetType = UNSET
    points: tuple[int, ...] | UnsetType | None = UNSET
    by_seat: dict[str, tuple[int, ...]] | UnsetType = UNSET
    window: WindowView | UnsetType | None = UNSET
    beats: tuple[Beat, ...] | UnsetType = UNSET
    """What of the action deserves a moment of its own, for a screen that plays it."""


NewInZones = tuple[dict[int, ZoneView] | UnsetType, dict[int, Splice] | UnsetType, dict[int, int] | UnsetType]
"""What is new in the zones: whole ones, lists of cards that changed in one place, numbers of cards."""


class Changes(Generic[S]):
    """What lies between two moments, for all who look; what several are told alike is worked out once.

    Most seats are told what a bystander is told; those that are not are known beforehand (`apart`).
    """

    def __init__(self, old: Views[S], new: Views[S]) -> None:
        self._old, self._new = old, new
        was, is_ = old.table.zones, new.table.zones
        # When a round ends hands are laid open that nothing else has happened to.
        self._ended = ended = old.over is not new.over
        numbers = range(len(is_))
        self._touched = list(numbers if ended else compress(numbers, map(is_not, was, is_)))
        self._windows = old.table.window is not None or new.table.window is not None
        could, can = old.offers(), new.offers()
        self._offered = sum([1 << seat for seat, may in enumerate(can) if may != could[seat]])
        """The seats (bit by bit) that may do something else than before."""
        self._seeing = self._see_more()
        """The seats that see more than a bystander of what has changed on the table."""
        self.apart = self._offered | self._seeing
        """The seats that are told something else than a bystander."""
        self._facts, self._by_seat = self._known() if old.facts != new.facts else (UNSET, UNSET)
        self._points = _new(old.points, new.points) if old.over or new.over else UNSET
        self._to_act = UNSET if self._windows or old.acting == new.acting else new.acting
        self._splices: dict[int, Splice | None] = {}
        self._told: dict[int | None, Change] = {}

    def of(self, seat: int | None) -> Change:
        """What must be told to a seat that has seen the old moment. Those that are told alike get the same one."""
        if seat is not None and not self.apart >> seat & 1:
            seat = None
        if (told := self._told.get(seat)) is None:
            told = self._told[seat] = self._change(seat)
        return told

    def _see_more(self) -> int:
        """The seats that see more than a bystander of what has changed on the table."""
        layout, more = self._new.layout, self._new.saw_more
        for n in self._touched:
            if (sees := layout.sees[n]) != layout.everyone:
                more |= sees
        for window in (self._old.table.window, self._new.table.window) if self._windows else ():
            if window is not None:  # whoever has answered knows it
                more |= sum(1 << seat for seat in window.asked if seat not in window.waiting)
        return more

    def _change(self, seat: int | None) -> Change:
        old, new = self._old, self._new
        if seat is not None and not self._seeing >> seat & 1:  # it is told what a bystander is, and what it may do
            return replace(self.of(None), legal=new.legal(seat))
        to_act = self._to_act
        window: WindowView | UnsetType | None = UNSET
        if self._windows:
            to_act, window = _new(old.to_act(seat), new.to_act(seat)), _new(old.window(seat), new.window(seat))
        legal = new.legal(seat) if seat is not None and self._offered >> seat & 1 else UNSET
        whole, splices, counts = self._new_in_zones(seat)
        beats = staged(old, new, seat) or UNSET if new.game.has_beats or new.over else UNSET
        facts, by_seat, points = self._facts, self._by_seat, self._points
        # By place rather than by name: it is made for nearly every seat after every action.
        return Change(new.events(seat), whole, splices, counts, facts, to_act, legal, points, by_seat, window, beats)

    def _new_in_zones(self, seat: int | None) -> NewInZones:
        """What is new in the zones, told as briefly as it can be."""
        old, new, layout = self._old, self._new, self._new.layout
        was, is_ = old.table.zones, new.table.zones
        whole: dict[int, ZoneView] = {}
        splices: dict[int, Splice] = {}
        counts: dict[int, int] = {}
        for n in self._touched:
            zone = layout.zones[n]
            open_ = new.opens(n, seat)
            opened = old.opens(n, seat) if self._ended else open_  # only the end of a round changes that
            if opened and open_ and (splice := self._splice(n)) is not None:
                splices[n] = splice
            elif not opened and not open_ and zone.shape is not Shape.PLACES:
                if zone.counted and (count := count_of(is_[n])) != count_of(was[n]):
                    counts[n] = count
            elif old.zone(n, seat) != (shown := new.zone(n, seat)):
                whole[n] = shown
        return whole or UNSET, splices or UNSET, counts or UNSET

    def _splice(self, number: int) -> Splice | None:
        if number not in self._splices:
            was, is_ = self._old.table.zones[number], self._new.table.zones[number]
            self._splices[number] = _splice(self._new.layout.deck, was, is_)
        return self._splices[number]

    def _known(self) -> tuple[dict[str, Any] | UnsetType, dict[str, tuple[int, ...]] | UnsetType]:
        old, new, alike = self._old, self._new, self._new.layout.deck.has_copies
        plain: dict[str, Any] = {}
        by_seat: dict[str, tuple[int, ...]] = {}
        facts = zip(facts_of(type(new.state)), old.facts, new.facts, strict=True)
        for (name, hint), was, is_ in compress(facts, map(ne, old.facts, new.facts)):
            if hint is BySeat:
                by_seat[name] = is_
                continue
            written = new.fact(hint, is_)
            if not alike or written != old.fact(hint, was):  # where cards look alike, some sets are written alike
                plain[name] = written
        return plain or UNSET, by_seat or UNSET


def _new(was: T, is_: T) -> T | UnsetType:
    return UNSET if was == is_ else is_


def _splice(deck: Deck, was: Content, is_: Content) -> Splice | None:
    """The one card by which two contents differ, as their lists of cards show it; `None` if they differ by more.

    Nearly every action moves a single card, and to say just that is shorter than to say what lies there now.
    """
    if isinstance(was, int) and isinstance(is_, int):
        return _splice_of_sets(deck, was, is_)
    if isinstance(was, int) or isinstance(is_, int) or (at := _differing(was, is_)) is None:
        return None
    gone, come = ([_name(deck, card) for card in content[at : at + 1]] for content in (was, is_))
    return (at, len(gone), tuple(come)) if gone != come else None  # of two that look alike nobody sees the change


def _splice_of_sets(deck: Deck, was: Cards, is_: Cards) -> Splice | None:
    one = was ^ is_
    if one & (one - 1) or not one or deck.has_copies:
        return None
    at = (is_ & (one - 1)).bit_count()
    return (at, 1, ()) if was & one else (at, 0, (deck.names[one.bit_length() - 1],))


def _differing(was: Sequence[Card], is_: Sequence[Card]) -> int | None:
    """The one place in which two lists differ; that may be the end of the shorter one."""
    common = min(len(was), len(is_))
    if len(was) == len(is_):
        places = [place for place in range(common) if was[place] != is_[place]]
        return places[0] if len(places) == 1 else None
    return common if abs(len(was) - len(is_)) == 1 and was[:common] == is_[:common] else None


def _name(deck: Deck, card: int) -> str:
    return "" if card == EMPTY else deck.names[card]


def changed(old: View, by: Change) -> View:
    zones = list(old.zones)
    for n, zone in (by.zones or {}).items():
        zones[n] = zone
    for n, (at, gone, come) in (by.splices or {}).items():
        cards = zones[n].cards or ()
        cards = cards[:at] + come + cards[at + gone :]
        zones[n] = replace(zones[n], count=len(cards) - cards.count(""), cards=cards)
    for n, count in (by.counts or {}).items():
        zones[n] = replace(zones[n], count=count)
    whole = {part: getattr(by, part) for part in ("to_act", "legal", "points", "window")}
    new = {part: value for part, value in whole.items() if value is not UNSET}
    facts, by_seat = old.facts | (by.facts or {}), old.by_seat | (by.by_seat or {})
    return replace(old, zones=tuple(zones), facts=facts, by_seat=by_seat, events=by.events, **new)
