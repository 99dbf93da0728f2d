"""Beats: what of an action deserves a moment of its own, so that everyone can follow what happened.

A game says which (`Game.beats`), from an action as one seat saw it (`Seen`); here is how long each stands, and what
it can show. Screens play the beats one after the other and wait for them; so do bots and clocks. What a beat tells
comes from what its seat may see, so it can tell no more than the view does.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from elfer.table.actions import Call
from elfer.table.cards import Card
from elfer.table.events import HIDDEN, Event, Moved, Said
from elfer.table.memory import Memory
from elfer.table.table import Table
from elfer.table.view import FACE_DOWN, Views, seen_events

if TYPE_CHECKING:
    from elfer.table.game import State

S = TypeVar("S", bound="State")
A = TypeVar("A")

Kind = Literal["say", "reveal", "compare", "add-up", "outcome", "collect"]
"""Somebody says something; cards are turned up; they are compared; their numbers are added up; what comes of it; who
gets the cards."""

STANDS: dict[Kind, int] = {
    "say": 1300,
    "reveal": 1100,
    "compare": 2000,
    "add-up": 1400,
    "outcome": 1800,
    "collect": 900,
}
"""How long a beat stands at the normal pace, in ms."""
EACH_CARD = 350
"""How much longer for every card after the second, in ms."""


_BARE = Table((), Memory(0, (), ()), b"", ())


class Shown(Struct, frozen=True, omit_defaults=True):
    card: str
    """Its name; `FACE_DOWN` if it is not turned up yet."""
    seat: int | None = None
    """Whose it is."""
    best: bool = False
    """Whether it is the one that counts: the higher one, the one that was meant."""


class Mark(Struct, frozen=True, omit_defaults=True):
    """What a seat has said or done, as a number on a line: a guess, or the milliseconds of a call."""

    seat: int
    number: int
    word: str = ""
    """What was called."""
    best: bool = False


class Beat(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A moment that stands until its time is over or somebody taps it away."""

    kind: Kind
    says: str
    """The key of its sentence among the game's words (`beat.…`)."""
    seat: int | None = None
    """Who is spoken of."""
    facts: dict[str, str] = {}
    """What else the sentence names, in notation, as the parts of an action are."""
    n: int | None = None
    """The number that decides between one and many."""
    cards: tuple[Shown, ...] = ()
    marks: tuple[Mark, ...] = ()
    total: int | None = None
    """What the numbers on the cards add up to; between the marks it is the one that was to be met."""
    right: bool | None = None
    """Whether somebody was right; a beat that says so looks like it."""
    after: bool = False
    """Whether it stands after the cards have moved rather than before."""
    ms: int = 0
    """How long it stands at the normal pace."""


def lasting(beat: Beat) -> Beat:
    """The beat with the time that it needs."""
    more = max(0, len(beat.cards) - 2) if beat.kind in ("reveal", "add-up") else 0
    return beat if beat.ms else replace(beat, ms=STANDS[beat.kind] + EACH_CARD * more)


class Seen(Generic[S]):
    """An action as one seat saw it, or with `None` a bystander: what moved, what was said, what lay where."""

    def __init__(self, before: Views[S], after: Views[S], seat: int | None) -> None:
        self.seat, self.over = seat, after.over
        self.events: tuple[Event, ...] = seen_events(after.layout, after.table, seat)
        self.before, self.after = (replace(views.state, table=_BARE) for views in (before, after))
        """What everyone knew before, and knows now, beside the cards. The tables are bare."""
        self.was, self.now = partial(before.zone, seat=seat), partial(after.zone, seat=seat)
        """By zone: what lay there, and what lies there now."""
        self._names = after.layout.deck.names

    def said(self, kind: type[A]) -> list[tuple[int, A]]:
        """Who has said what, of one kind of action, in its order."""
        heard = (event for event in self.events if isinstance(event, Said))
        return [(event.seat, event.action) for event in heard if isinstance(event.action, kind)]

    def moved(self, src: int | range | None = None, dst: int | range | None = None) -> list[Moved]:
        """The cards that went from one of these zones to one of those, in their order; `None`: any."""
        moves = (event for event in self.events if isinstance(event, Moved))
        return [move for move in moves if _among(move.src, src) and _among(move.dst, dst)]

    def calls(self) -> tuple[Mark, ...]:
        return tuple(Mark(seat, call.after, call.word) for seat, call in self.said(Call))

    def name(self, card: Card) -> str:
        return FACE_DOWN if card == HIDDEN else self._names[card]


def _among(zone: int, zones: int | range | None) -> bool:
    return zones is None or (zone == zones if isinstance(zones, int) else zone in zones)


def staged(before: Views[S], after: Views[S], seat: int | None) -> tuple[Beat, ...]:
    if after.table.events is before.table.events:
        return ()  # a secret answer leaves what everyone saw as it was, and that was staged before
    won = [_won(after)] if after.over and not before.over else []
    return tuple(map(lasting, (*after.game.beats(Seen(before, after, seat)), *won)))


def _won(after: Views[S]) -> Beat:
    """Who has won the round, once the last card lies."""
    points = after.points or ()
    best = min(points) if after.game.lowest_wins else max(points)
    winners = [seat for seat, own in enumerate(points) if own == best]
    if len(winners) == 1:
        return Beat(kind="outcome", says="won", seat=winners[0], right=True, after=True)
    return Beat(kind="outcome", says="shared", facts={"seats": " ".join(map(str, winners))}, after=True)


def duration(beats: tuple[Beat, ...]) -> int:
    """How long they take at the normal pace, in ms."""
    return sum(beat.ms for beat in beats)
