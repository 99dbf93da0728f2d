"""Whether a state can be a moment of its game: what holds for every game follows from the types of its fields.

A position need not be one that play leads to, as long as it can be played on: so people can set up their own. What a
game alone can tell, fields that contradict each other or the table, it says in `Game.faults`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from elfer.table.cards import Cards, Places
from elfer.table.fields import NOBODY, BySeat, Fixed, SeatNumber, SeatSet
from elfer.table.seed import SEED_BYTES
from elfer.table.table import Misdeal, Table
from elfer.table.view import field_types
from elfer.table.windows import Window, untimed

if TYPE_CHECKING:
    from elfer.table.game import Game, State

S = TypeVar("S", bound="State")


class BadPosition(ValueError):
    """What is no state of this game."""


def check(game: Game[S], state: S) -> None:
    """Raise `BadPosition`, saying what was expected, unless table and fields are possible and go together."""
    _check_table(game, state.table)
    for name, hint in field_types(type(state)).items():
        if name != "table":
            _check_field(game, name, hint, getattr(state, name))
    if state.table.window is not None:
        _check_window(game, state.table.window)
    for fault in game.faults(state):
        raise BadPosition(fault)
    _check_answers(game, state)
    for seat in game.to_act(state):
        expect(game.allowed(state, seat), f"seat {seat} is to act, but there is nothing that it could do")


def expect(holds: object, sentence: str) -> None:
    """Raise `BadPosition` with this sentence unless it holds."""
    if not holds:
        raise BadPosition(sentence)


def _check_table(game: Game[S], table: Table) -> None:
    layout, memory, players = game.layout, table.memory, game.players
    expect(len(table.seed) == SEED_BYTES, f"the seed has {len(table.seed)} bytes; expected {SEED_BYTES}")
    expect(len(memory.private) == players, f"private is known by {len(memory.private)} seats; expected {players}")
    expect(len(memory.doubts) in (0, players), f"doubts has {len(memory.doubts)} seats; expected none or {players}")
    try:
        layout.check(table)
    except Misdeal as error:
        raise BadPosition(str(error)) from None


def _check_field(game: Game[S], name: str, hint: Any, value: Any) -> None:
    if hint in (Cards, Places):
        size = len(game.layout.deck if hint is Cards else game.layout.places)
        expect(0 <= value < 1 << size, f"{name} is no set of the {size} {'cards' if hint is Cards else 'places'}")
        return
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        raise BadPosition(f"{name} is {value}: {error}") from None
    last = game.players - 1
    if hint == SeatNumber:
        expect(NOBODY <= value <= last, f"{name} is {value}; expected a seat from 0 to {last}, or -1 for nobody")
    if hint == SeatSet:
        expect(0 <= value < 1 << game.players, f"{name} is {value}; expected a set of the seats 0 to {last}")
    marks = getattr(hint, "__metadata__", ())
    if marks and isinstance(marks[0], Fixed):
        expect(len(value) == marks[0].n, f"{name} has {len(value)} numbers; expected {marks[0].n}")
    if hint == BySeat:
        expect(len(value) == game.players, f"{name} has {len(value)} numbers; expected one for each seat")


def _check_window(game: Game[S], window: Window) -> None:
    asked, last = window.asked, game.players - 1
    expect(game.has_windows, f"a window is open, but nobody is ever asked anything in {game.id}")
    seats = [seat for seat in range(game.players) if seat in asked]
    expect(sorted(asked) == seats, f"asked are {asked}; expected seats from 0 to {last}, each once")
    expect(window.waiting, "all have answered; expected a window in which somebody is waited for, or none")
    expect(window.seconds >= 0, f"a window is open for {window.seconds} seconds; expected 0 or more")


def _check_answers(game: Game[S], state: S) -> None:
    for seat, answer in enumerate(state.table.window.answers if state.table.window else ()):
        fits = answer is None or game.choices(state, seat) & game.actions.bits.get(untimed(answer), 0)
        expect(fits, f"the answer of seat {seat} is {answer}; expected one that it is offered")


def lying_apart(state: State, apart: Sequence[int], whose: int) -> Iterator[str]:
    """A fault unless one card lies apart before this seat, and none before the others (`NOBODY`: none at all)."""
    for seat, zone in enumerate(apart):
        if state.table.zones[zone].bit_count() != (seat == whose):
            yield f"{'one card' if seat == whose else 'no card'} was expected apart before seat {seat}"


def over_without_window(state: State) -> Iterator[str]:
    """A fault if somebody is still asked something though the round is over."""
    if state.seat == NOBODY and state.table.window:
        yield "the round is over (seat is -1): expected no window"


def over_when_out(state: State, hands: Sequence[Cards]) -> Iterator[str]:
    """A fault unless whose turn it is has cards, or the round is over because somebody has none."""
    if state.seat == NOBODY and all(hands):
        yield "the round is over (seat is -1); expected a hand that is empty"
    if state.seat != NOBODY and not hands[state.seat]:
        yield f"it is the turn of seat {state.seat}, whose hand is empty; expected one with cards"
