"""Changes: what differs between two views of one seat, for those who hold the first and want the second.

A change is made from nothing but two views, so it can tell no more than they do.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from elfer.table.view import View, WindowView, ZoneView


class Change(Struct, frozen=True):
    """The parts of a view that are new; what is left out has stayed as it was."""

    seat: int | None
    events: tuple[str, ...]
    """What the action did, as far as this seat saw it."""
    zones: dict[int, ZoneView] | UnsetType = UNSET
    """By their place in the list of zones."""
    facts: dict[str, Any] | UnsetType = UNSET
    to_act: tuple[int, ...] | UnsetType = UNSET
    legal: tuple[str, ...] | UnsetType = UNSET
    points: tuple[int, ...] | UnsetType | None = UNSET
    by_seat: dict[str, tuple[int, ...]] | UnsetType = UNSET
    window: WindowView | UnsetType | None = UNSET


def change(old: View, new: View) -> Change:
    """What must be told to somebody who has seen the old view."""
    zones = {
        n: zone for n, (was, zone) in enumerate(zip(old.zones, new.zones, strict=True)) if was is not zone != was
    }
    facts = {name: fact for name, fact in new.facts.items() if old.facts[name] != fact}
    return Change(
        new.seat,
        new.events,
        zones or UNSET,
        facts or UNSET,
        UNSET if old.to_act == new.to_act else new.to_act,
        UNSET if old.legal == new.legal else new.legal,
        UNSET if old.points == new.points else new.points,
        {name: fact for name, fact in new.by_seat.items() if old.by_seat[name] != fact} or UNSET,
        UNSET if old.window == new.window else new.window,
    )


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
