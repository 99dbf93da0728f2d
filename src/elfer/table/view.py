"""Views: the one place that decides what a seat is shown.

Everything that leaves the engine for a player, a bystander, a log or a metric is made here from what the seat
sees now. What it saw before and may remember is in `elfer.table.guess`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

from msgspec import Struct

from elfer.table import notation
from elfer.table.cards import Cards, Places
from elfer.table.events import HIDDEN, Event, Moved, Shuffled
from elfer.table.fields import BySeat
from elfer.table.layout import Layout
from elfer.table.live import Window
from elfer.table.table import EMPTY, Content, Table
from elfer.table.zones import Shape

if TYPE_CHECKING:
    from elfer.table.game import Game, State

S = TypeVar("S", bound="State")


FACE_DOWN = "?"


class ZoneView(Struct, frozen=True):
    """A zone as a seat sees it."""

    name: str
    shape: Shape
    owner: int | None
    count: int | None
    """How many cards it holds; `None` if that is hidden too."""
    cards: tuple[str, ...] | None
    """Their names: in the deck's order, or from bottom to top, or by place with "" for a free one. `None`: hidden.

    On places everyone sees where cards lie: one that is hidden is `FACE_DOWN`.
    """


class WindowView(Struct, frozen=True):
    """An open question, as a seat sees it."""

    asked: tuple[int, ...]
    seconds: int
    """How long players have; 0: as long as they like."""
    answered: bool
    """Whether this seat has answered. Whether others have, nobody is told."""


class View(Struct, frozen=True):
    """A moment of a round as a seat sees it (`seat` is `None` for a bystander)."""

    seat: int | None
    zones: tuple[ZoneView, ...]
    facts: dict[str, Any]
    """What else everyone knows: the fields of the game's state, sets of cards or places written out."""
    by_seat: dict[str, tuple[int, ...]]
    """Those of them that have a number for each seat."""
    to_act: tuple[int, ...]
    """Whom everyone waits for, as far as this seat can tell."""
    legal: tuple[str, ...]
    """What this seat may do now, in notation."""
    events: tuple[str, ...]
    """What the last action did, as far as this seat saw it."""
    points: tuple[int, ...] | None
    """The points of all seats, once the round is over."""
    window: WindowView | None = None


def view(game: Game[S], state: S, seat: int | None = None, before: tuple[S, View] | None = None) -> View:
    """What a seat, or with `None` a bystander, is shown.

    With `before`, an earlier state and what the same seat was shown of it, zones that are still the same are not
    looked at again; the view is the same without.
    """
    layout, table = game.layout, state.table
    common = _common(game, state)
    if before is None or not common.acting or before[1].points is not None:
        zones = zone_views(layout, table.zones, seat, not common.acting)
    else:
        zones = _zone_views_after(layout, before[0].table.zones, before[1], table.zones, seat)
    events = common.events
    if seat is not None and common.seen_by >> seat & 1:
        events = _written(layout, seen_events(layout, table, seat))
    return View(
        seat=seat,
        zones=zones,
        facts=common.facts,
        by_seat=common.by_seat,
        to_act=seen_to_act(game, state, seat) if table.window else common.acting,
        legal=() if seat is None else tuple(map(game.write, game.legal(state, seat))),
        events=events,
        points=common.points,
        window=_window_view(table.window, seat),
    )


def _window_view(window: Window | None, seat: int | None) -> WindowView | None:
    if window is None:
        return None
    return WindowView(window.asked, window.seconds, seat in window.asked and seat not in window.waiting)


def seen_to_act(game: Game[S], state: S, seat: int | None) -> tuple[int, ...]:
    """The seats that can act, as far as a seat can tell: it does not see who has answered in a window."""
    window = state.table.window
    return window.seen_by(seat).waiting if window else game.to_act(state)


class _Common(Struct, frozen=True):
    """What is the same for all who look at a state."""

    game: Any
    state: Any
    acting: tuple[int, ...]
    facts: dict[str, Any]
    by_seat: dict[str, tuple[int, ...]]
    points: tuple[int, ...] | None
    events: tuple[str, ...]
    """As a bystander saw them."""
    seen_by: int
    """The seats (bit by bit) that saw more of them."""


_latest: _Common | None = None


def _common(game: Game[S], state: S) -> _Common:
    """Worked out once, for whoever looks first: the others of the table look right after."""
    global _latest
    if _latest is None or _latest.state is not state or _latest.game is not game:
        layout, events, acting = game.layout, state.table.events, game.to_act(state)
        seen_by = 0
        for event in events:
            if isinstance(event, Moved):
                seers = layout.sees[event.src] | layout.sees[event.dst]
                seen_by |= 0 if seers == layout.everyone else seers
        written = _written(layout, seen_events(layout, state.table, None))
        points = None if acting else game.points(state)
        hints, known = field_types(type(state)), facts(game, state, layout.deck.show)
        by_seat = {name: value for name, value in known.items() if hints[name] is BySeat}
        plain = {name: value for name, value in known.items() if hints[name] is not BySeat}
        _latest = _Common(game, state, acting, plain, by_seat, points, written, seen_by)
    return _latest


def _written(layout: Layout, events: tuple[Event, ...]) -> tuple[str, ...]:
    return tuple([notation.write_event(layout, _alike(layout, event)) for event in events])


def _alike(layout: Layout, event: Event) -> Event:
    """The event with the first card that looks like the one that moved: copies cannot be told apart."""
    if not isinstance(event, Moved) or event.card == HIDDEN:
        return event
    return Moved(layout.deck.kind[event.card], event.src, event.dst)


def zone_views(layout: Layout, contents: tuple[Any, ...], seat: int | None, over: bool) -> tuple[ZoneView, ...]:
    """All zones as a seat sees them. When the round is over the hands are laid open and counted."""
    mine = layout.players if seat is None else seat
    return tuple(
        [
            _zone_view(layout, n, content, bool(sees >> mine & 1) or (over and layout.zones[n].shape is Shape.FAN))
            for n, (content, sees) in enumerate(zip(contents, layout.sees, strict=True))
        ]
    )


def _zone_views_after(
    layout: Layout, were: tuple[Any, ...], shown: View, contents: tuple[Any, ...], seat: int | None
) -> tuple[ZoneView, ...]:
    """The same while a round goes on, when most zones are as they were."""
    mine, zones = layout.players if seat is None else seat, list(shown.zones)
    for n, (was, content) in enumerate(zip(were, contents, strict=True)):
        if was is not content:
            zones[n] = _zone_view(layout, n, content, bool(layout.sees[n] >> mine & 1))
    return tuple(zones)


@lru_cache(maxsize=8192)  # one action changes few zones, and all who see one see the same
def _zone_view(layout: Layout, number: int, content: Content, open_: bool) -> ZoneView:
    zone, deck = layout.zones[number], layout.deck
    cards: tuple[str, ...] | None = None
    if open_:
        if isinstance(content, int):
            cards = tuple(deck.shown(content))
        else:
            cards = tuple("" if card == EMPTY else deck.names[card] for card in content)
    elif zone.shape is Shape.PLACES and not isinstance(content, int):
        cards = tuple("" if card == EMPTY else FACE_DOWN for card in content)
    count = content.bit_count() if isinstance(content, int) else sum(c != EMPTY for c in content)
    return ZoneView(zone.name, zone.shape, zone.owner, count if zone.counted or cards is not None else None, cards)


def seen_events(layout: Layout, table: Table, seat: int | None) -> tuple[Event, ...]:
    """The events with every card hidden that the seat cannot tell.

    Where nobody else can count the cards, it does not see either how many of them moved, nor what a player does
    among the own ones.
    """
    mine = layout.players if seat is None else seat
    out: list[Event] = []
    mixed = any(isinstance(event, Shuffled) for event in table.events)
    for event in table.events:
        if isinstance(event, Moved) and event.card != HIDDEN:
            card = HIDDEN
            if table.memory.public >> event.card & 1 and not mixed:
                card = event.card  # one that was asked for, say: everyone can place just this one
            elif (layout.sees[event.src] | layout.sees[event.dst]) >> mine & 1:
                card = layout.deck.kind[event.card]
            seen = Moved(card, event.src, event.dst)
            if card == HIDDEN and not (layout.zones[event.src].counted or layout.zones[event.dst].counted):
                owner = layout.zones[event.src].owner
                among_own = owner is not None and owner == layout.zones[event.dst].owner
                if among_own or (out and out[-1] == seen):
                    continue
            event = seen
        out.append(event)
    return tuple(out)


def facts(game: Game[S], state: S, write: Callable[[Cards], str]) -> dict[str, Any]:
    """The fields of a state beside the table, which are known to all; `write` writes sets of cards."""
    hints = field_types(type(state))
    writers = {Cards: write, Places: game.layout.show_places}
    return {
        name: writers[hints[name]](getattr(state, name)) if hints[name] in writers else getattr(state, name)
        for name in state.__struct_fields__
        if name != "table"
    }


def field_types(kind: type[State]) -> dict[str, Any]:
    """The declared type of each field of a state."""
    if kind not in _field_types:
        _field_types[kind] = get_type_hints(kind, include_extras=True)
    return _field_types[kind]


_field_types: dict[type, dict[str, Any]] = {}
