"""Changes: what differs between two views of one seat, for those who hold the first and want the second.

A change is made from nothing but what the seat sees (`Views`), so it can tell no more than two views do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from elfer.table.fields import BySeat
from elfer.table.view import View, Views, WindowView, ZoneView, field_types

if TYPE_CHECKING:
    from elfer.table.game import State

S = TypeVar("S", bound="State")
T = TypeVar("T")


class Change(Struct, frozen=True):
    """The parts of a view that are new; what is left out has stayed as it was."""

    events: tuple[str, ...]
    """What the action did, as far as the seat saw it."""
    zones: dict[int, ZoneView] | UnsetType = UNSET
    """By their place in the list of zones."""
    facts: dict[str, Any] | UnsetType = UNSET
    to_act: tuple[int, ...] | UnsetType = UNSET
    legal: tuple[str, ...] | UnsetType = UNSET
    points: tuple[int, ...] | UnsetType | None = UNSET
    by_seat: dict[str, tuple[int, ...]] | UnsetType = UNSET
    window: WindowView | UnsetType | None = UNSET


class Changes(Generic[S]):
    """What lies between two moments, for all who look; what several are told alike is worked out once."""

    def __init__(self, old: Views[S], new: Views[S]) -> None:
        self._old, self._new = old, new
        contents = enumerate(zip(old.table.zones, new.table.zones, strict=True))
        # When a round ends hands are laid open that nothing else has happened to.
        self._touched = [n for n, (was, is_) in contents if was is not is_ or old.over is not new.over]
        self._sees = [new.layout.sees[n] for n in self._touched]
        self._told: dict[tuple[Any, ...], Change] = {}
        """By which of the touched zones somebody sees, and what else is not the same for all."""
        self._facts, self._by_seat = self._known()
        self._points = _new(old.points, new.points)
        self._windows = old.table.window is not None or new.table.window is not None
        self._to_act = UNSET if self._windows else _new(old.acting, new.acting)

    def of(self, seat: int | None) -> Change:
        """What must be told to a seat that has seen the old moment. Seats that are told the same get the same one."""
        old, new = self._old, self._new
        mine = new.layout.players if seat is None else seat
        seen = 0
        for sees in self._sees:
            seen = seen << 1 | sees >> mine & 1
        events, legal = new.events(seat), _new(old.legal(seat), new.legal(seat))
        if self._windows:
            to_act, window = _new(old.to_act(seat), new.to_act(seat)), _new(old.window(seat), new.window(seat))
        else:
            to_act, window = self._to_act, UNSET
        key = seen, id(events), legal, to_act, window
        if (told := self._told.get(key)) is None:
            told = self._told[key] = Change(
                events, self._zones(seat), self._facts, to_act, legal, self._points, self._by_seat, window
            )
        return told

    def _zones(self, seat: int | None) -> dict[int, ZoneView] | UnsetType:
        told: dict[int, ZoneView] = {}
        for n in self._touched:
            was, zone = self._old.zone(n, seat), self._new.zone(n, seat)
            if was != zone:
                told[n] = zone
        return told or UNSET

    def _known(self) -> tuple[dict[str, Any] | UnsetType, dict[str, tuple[int, ...]] | UnsetType]:
        """The facts that are new, plain ones and those by seat."""
        old, new = self._old, self._new
        plain: dict[str, Any] = {}
        by_seat: dict[str, tuple[int, ...]] = {}
        for name, hint in field_types(type(new.state)).items():
            was, value = getattr(old.state, name), getattr(new.state, name)
            if was is value or name == "table" or was == value:
                continue
            if old.fact(name) != (fact := new.fact(name)):  # two sets of cards that look alike are written alike
                (by_seat if hint is BySeat else plain)[name] = fact
        return plain or UNSET, by_seat or UNSET


def _new(was: T, is_: T) -> T | UnsetType:
    return UNSET if was == is_ else is_


def changed(old: View, by: Change) -> View:
    """The view after a change."""
    zones = list(old.zones)
    for n, zone in (by.zones or {}).items():
        zones[n] = zone
    return replace(
        old,
        zones=tuple(zones),
        facts=old.facts | (by.facts or {}),
        events=by.events,
        to_act=old.to_act if by.to_act is UNSET else by.to_act,
        legal=old.legal if by.legal is UNSET else by.legal,
        points=old.points if by.points is UNSET else by.points,
        by_seat=old.by_seat | (by.by_seat or {}),
        window=old.window if by.window is UNSET else by.window,
    )
