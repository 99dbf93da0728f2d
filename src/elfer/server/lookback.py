"""A match that is over, looked at again: every moment as a seat saw it, and how each round was dealt."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from elfer.match import record
from elfer.match.match import Match
from elfer.match.record import Step
from elfer.table.cards import each
from elfer.table.change import Change, Changes
from elfer.table.table import EMPTY
from elfer.table.view import View, Views


class Moment(Struct, frozen=True):
    """One step of a match, as a seat saw it: what is new since the one before."""

    round: int
    seat: int | None
    """Who acted; nobody at a deal."""
    do: str | None
    change: Change


class Lookback(Struct, frozen=True):
    """All that a seat, or a bystander, saw of a match."""

    first: View
    moments: tuple[Moment, ...]


class DealtRound(Struct, frozen=True):
    """The start of a round, laid open, and all that is needed beside its seed to deal it again (docs/shuffle.md)."""

    cards: tuple[str, ...]
    """Those that were shuffled, in the order before; none where the game does not tell how it deals."""
    each: int | None
    """How many every seat got, seat 0 first; nothing: all were dealt, one by one."""
    first: int
    direction: int
    away: int
    zones: tuple[tuple[str, ...], ...]
    """What lay in each zone."""


def lookback(text: Iterable[bytes], seat: int | None) -> Lookback:
    """Every moment of a record, as a seat saw it. Answers in an open window were nobody's to see."""
    first, *steps = list(record.replay(text))
    before, moments = Views(first.match.game, first.match.state), []
    shown = before.of(seat)
    for step in steps:
        now = Views(step.match.game, step.match.state, before)
        moments.append(Moment(step.match.number, step.seat, _public(step), Changes(before, now).of(seat)))
        before = now
    return Lookback(shown, tuple(moments))


def deals(text: Iterable[bytes]) -> tuple[DealtRound, ...]:
    """The start of every round of a record."""
    return tuple(_dealt(step.match) for step in record.replay(text) if step.seat is None)


def _dealt(match: Match) -> DealtRound:
    game, labels = match.game, match.game.layout.deck.labels
    how = game.dealing(match.number)
    zones = (each(zone) if isinstance(zone, int) else zone for zone in match.state.table.zones)
    lying = tuple(tuple(labels[card] for card in zone if card != EMPTY) for zone in zones)
    return DealtRound(tuple(labels[card] for card in how.cards), how.each, how.first, how.direction, how.away, lying)


def _public(step: Step) -> str | None:
    """What was done; while a window is open it stays secret."""
    return None if step.match.state.table.window is not None else step.do
