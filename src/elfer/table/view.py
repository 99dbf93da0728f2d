"""Views: the one place that decides what a seat is shown.

Everything that leaves the engine for a player, a bystander, a log or a metric is made here from what the seat
sees now. What it saw before and may remember is in `elfer.table.memory`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_type_hints

from msgspec import Struct
from msgspec.structs import astuple

from elfer.table import notation
from elfer.table.cards import Cards, Places
from elfer.table.choices import NOTHING, ActionSet
from elfer.table.events import HIDDEN, Event, Moved, Shuffled
from elfer.table.fields import BySeat
from elfer.table.layout import Layout
from elfer.table.table import EMPTY, Content, Table, count_of
from elfer.table.zones import Shape

if TYPE_CHECKING:
    from elfer.table.game import Game, State

S = TypeVar("S", bound="State")


FACE_DOWN = "?"


class ZoneView(Struct, frozen=True):
    name: str
    shape: Shape
    owner: int | None
    """The seat that it lies before; `None`: it is everyone's."""
    count: int | None
    """How many cards it holds; `None` if that is hidden too."""
    cards: tuple[str, ...] | None
    """Their names: in the deck's order, or from bottom to top, or by place with "" for a free one. `None`: hidden.

    On places everyone sees where cards lie: one that is hidden is `FACE_DOWN`.
    """


class WindowView(Struct, frozen=True):
    """An open question, as a seat sees it."""

    asked: tuple[int, ...]
    """The seats that may answer."""
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


def view(game: Game[S], state: S, seat: int | None = None) -> View:
    """What a seat, or with `None` a bystander, is shown."""
    return Views(game, state).of(seat)


class Views(Generic[S]):
    """All that can be seen of a state, by whoever looks; what several see alike is worked out once.

    `before` are those of an earlier state: what has not changed since is not worked out again.
    """

    def __init__(self, game: Game[S], state: S, before: Views[S] | None = None) -> None:
        self.game, self.state = game, state
        self.layout, self.table = game.layout, state.table
        self.facts: tuple[Any, ...] = astuple(state)[1:]  # the table comes first
        """The fields of the state beside the table, in the order of `facts_of`."""
        self.acting = game.to_act(state)
        self.over = not self.acting
        self._hides, self.saw_more = _saw_more(self.layout, self.table)
        """Whether a card moved in the last action that not all saw; the seats (bit by bit) that did, if anybody."""
        self._to_bystander: tuple[str, ...] | None = None
        self._offers: list[ActionSet] | None = None
        self._zones: dict[tuple[int, bool], tuple[Content, ZoneView]] = {} if before is None else before._zones
        """By number, and whether its cards are seen; of this state or an earlier one."""

    def of(self, seat: int | None) -> View:
        hints = facts_of(type(self.state))
        known = [(name, hint, self.fact(hint, fact)) for (name, hint), fact in zip(hints, self.facts, strict=True)]
        return View(
            seat=seat,
            zones=tuple([self.zone(number, seat) for number in range(len(self.layout.zones))]),
            facts={name: value for name, hint, value in known if hint is not BySeat},
            by_seat={name: value for name, hint, value in known if hint is BySeat},
            to_act=self.to_act(seat),
            legal=self.legal(seat),
            events=self.events(seat),
            points=self.points,
            window=self.window(seat),
        )

    def fact(self, hint: Any, fact: Any) -> Any:
        return fact_of(self.layout, hint, fact, self.layout.deck.show)

    def opens(self, number: int, seat: int | None) -> bool:
        """Whether the seat sees the cards of a zone. When the round is over, hands are laid open."""
        if self.over and self.layout.zones[number].shape is Shape.FAN:
            return True
        return self.layout.sees[number] >> (self.layout.players if seat is None else seat) & 1 == 1

    def zone(self, number: int, seat: int | None) -> ZoneView:
        content, open_ = self.table.zones[number], self.opens(number, seat)
        found = self._zones.get((number, open_))
        if found is None or found[0] is not content:
            found = self._zones[number, open_] = content, _zone_view(self.layout, number, content, open_)
        return found[1]

    def events(self, seat: int | None) -> tuple[str, ...]:
        if seat is not None and self.saw_more >> seat & 1:
            return self._told(seat)
        if self._to_bystander is None:
            self._to_bystander = self._told(None)
        return self._to_bystander

    def _told(self, seat: int | None) -> tuple[str, ...]:
        layout, table = self.layout, self.table
        layout.remembered(table)  # whoever keeps no memory cannot say what was seen
        events = seen_events(layout, table, seat) if self._hides else table.events
        return tuple([_written(layout, event) for event in events])

    def offers(self) -> list[ActionSet]:
        """By seat: the set of what it may do now."""
        if self._offers is None:
            game, state, acting = self.game, self.state, self.acting
            asides = game.has_asides
            self._offers = [
                game.choices(state, seat) if seat in acting else game.beside(state, seat) if asides else NOTHING
                for seat in range(self.layout.players)
            ]
        return self._offers

    def legal(self, seat: int | None) -> tuple[str, ...]:
        if seat is None:
            return ()
        game = self.game
        can = game.allowed(self.state, seat) if self._offers is None else self._offers[seat]
        return game.write_all(game.actions.listed(can))

    def to_act(self, seat: int | None) -> tuple[int, ...]:
        return self.acting if self.table.window is None else seen_to_act(self.game, self.state, seat)

    @property
    def points(self) -> tuple[int, ...] | None:
        return self.game.points(self.state) if self.over else None

    def window(self, seat: int | None) -> WindowView | None:
        if (window := self.table.window) is None:
            return None
        return WindowView(window.asked, window.seconds, seat in window.asked and seat not in window.waiting)


def seen_to_act(game: Game[S], state: S, seat: int | None) -> tuple[int, ...]:
    """The seats that can act, as far as a seat can tell: it does not see who has answered in a window."""
    window = state.table.window
    return window.seen_by(seat).waiting if window else game.to_act(state)


@lru_cache(maxsize=4096)
def _written(layout: Layout, event: Event) -> str:
    """An event in notation: the same come again and again."""
    return notation.write_event(layout, _alike(layout, event))


def _alike(layout: Layout, event: Event) -> Event:
    """The event with the first card that looks like the one that moved: copies cannot be told apart."""
    if not isinstance(event, Moved) or event.card == HIDDEN or not layout.deck.has_copies:
        return event
    return Moved(layout.deck.kind[event.card], event.src, event.dst)


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
    count = count_of(content) if zone.counted or cards is not None else None
    return ZoneView(zone.name, zone.shape, zone.owner, count, cards)


def _saw_more(layout: Layout, table: Table) -> tuple[bool, int]:
    hides, more, sees = False, 0, layout.sees
    for event in table.events:
        if type(event) is Moved and (seers := sees[event.src] | sees[event.dst]) != layout.everyone:
            hides = True
            more |= seers
    return hides, more


def seen_events(layout: Layout, table: Table, seat: int | None) -> tuple[Event, ...]:
    """The events with every card hidden that the seat cannot tell.

    Where nobody else can count the cards, it does not see either how many of them moved, nor what a player does
    among their own.
    """
    public = layout.remembered(table).public
    if len(table.events) > 1 and Shuffled in map(type, table.events):
        public = 0
    out: list[Event] = []
    for event in table.events:
        if isinstance(event, Moved) and event.card != HIDDEN:
            event = _seen_move(layout, event, layout.players if seat is None else seat, public)
            if event.card == HIDDEN and _unnoticed(layout, event, out):
                continue
        out.append(event)
    return tuple(out)


def _seen_move(layout: Layout, event: Moved, mine: int, public: Cards) -> Moved:
    """A move as a seat sees it; of a card that everyone can place, one that was asked for, say, all see which."""
    if public >> event.card & 1:
        return event
    seen = (layout.sees[event.src] | layout.sees[event.dst]) >> mine & 1
    card = layout.deck.kind[event.card] if seen else HIDDEN
    return event if card == event.card else Moved(card, event.src, event.dst)


def _unnoticed(layout: Layout, event: Moved, before: list[Event]) -> bool:
    """Whether nobody else notices that a hidden card moved, or that it was more than one."""
    src, dst = layout.zones[event.src], layout.zones[event.dst]
    if src.counted or dst.counted:
        return False
    among_own = src.owner is not None and src.owner == dst.owner
    return among_own or (bool(before) and before[-1] == event)


def fact_of(layout: Layout, hint: Any, value: Any, write: Callable[[Cards], str]) -> Any:
    """A field of a state as it is shown; sets of cards or places are written out."""
    if hint is Cards:
        return write(value)
    return layout.show_places(value) if hint is Places else value


@cache
def field_types(kind: type[State]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def facts_of(kind: type[State]) -> tuple[tuple[str, Any], ...]:
    return tuple((name, hint) for name, hint in field_types(kind).items() if name != "table")
