"""Whether a state can be a moment of its game: what holds for every game follows from the types of its fields.

A position need not be one that play leads to, as long as it can be played on: so people can set up their own. What a
game alone can tell, fields that contradict each other or the table, it says in `Game.expects` and `Game.follows`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import msgspec

from elfer.table.cards import Cards, Places
from elfer.table.fields import NOBODY, BySeat, Fixed, Most, SeatNumber, SeatSet
from elfer.table.seed import SEED_BYTES
from elfer.table.table import Misdeal, Table
from elfer.table.view import fact_of, field_types
from elfer.table.windows import Window, untimed

if TYPE_CHECKING:
    from elfer.table.game import Game, State

S = TypeVar("S", bound="State")


class BadPosition(ValueError):
    """What is no state of this game."""


def check(game: Game[S], state: S) -> None:
    """Raise `BadPosition`, saying what was expected, unless table and fields are possible and go together."""
    _check_table(game, state.table)
    hints = field_types(type(state))
    for name, hint in hints.items():
        if name != "table":
            _check_field(game, name, hint, getattr(state, name))
    if state.table.window is not None:
        _check_window(game, state.table.window)
        expect("seat" not in hints or state.seat != NOBODY, "the round is over (seat is -1): expected no window")
    game.expects(state)
    for name, value in game.follows(state).items():
        was = getattr(state, name)
        facts = [fact_of(game.layout, hints[name], fact, game.layout.deck.write) or "empty" for fact in (was, value)]
        expect(was == value, "{} is {}; expected {}, as follows from the rest".format(name, *facts))
    _check_answers(game, state)
    for seat in game.to_act(state):
        expect(game.allowed(state, seat), f"seat {seat} is to act, but there is nothing that it could do")


def expect(holds: object, sentence: str) -> None:
    """Raise `BadPosition` with this sentence unless it holds."""
    if not holds:
        raise BadPosition(sentence)


def converted(name: str, value: Any, hint: Any) -> Any:
    """The value of a field, as its type has it. Raises `BadPosition` if it is none."""
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        raise BadPosition(f"{name} is {value}: {error}") from None


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
    converted(name, value, hint)
    last = game.players - 1
    if hint == SeatNumber:
        expect(NOBODY <= value <= last, f"{name} is {value}; expected a seat from 0 to {last}, or -1 for nobody")
    if hint == SeatSet:
        expect(0 <= value < 1 << game.players, f"{name} is {value}; expected a set of the seats 0 to {last}")
    if isinstance(value, tuple):
        _check_numbers(game, name, hint, value)


def _check_numbers(game: Game[S], name: str, hint: Any, value: tuple[int, ...]) -> None:
    kind, mark = get_args(hint)
    for number in value if SeatSet in get_args(kind) else ():
        _check_field(game, name, SeatSet, number)
    if hint == BySeat:
        expect(len(value) == game.players, f"{name} has {len(value)} numbers; expected one for each seat")
    if isinstance(mark, Fixed):
        expect(len(value) == mark.n, f"{name} has {len(value)} numbers; expected {mark.n}")
    if isinstance(mark, Most):
        expect(len(value) % mark.width == 0, f"{name} has {len(value)} numbers; expected {mark.width} in each row")
        for at in range(mark.seats):
            for seat in value[at :: mark.width]:
                _check_field(game, name, SeatNumber, seat)
                expect(seat != NOBODY, f"{name}: expected a seat, not -1 for nobody")


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


def expect_apart(state: State, apart: Sequence[int], whose: int) -> None:
    """One card lies apart before this seat, and none before the others (`NOBODY`: none at all)."""
    for seat, zone in enumerate(apart):
        cards, lying = "one card" if seat == whose else "no card", state.table.zones[zone].bit_count()
        expect(lying == (seat == whose), f"{cards} was expected apart before seat {seat}")


def expect_over(state: State, over: bool) -> None:
    """The round is over just when the rest of the state says so."""
    expected = "-1, as the round is over" if over else "the seat whose turn it is, as the round goes on"
    expect((state.seat == NOBODY) == over, f"seat is {state.seat}; expected {expected}")


def expect_over_when_out(state: State, hands: Sequence[Cards]) -> None:
    """Whose turn it is has cards, or the round is over because somebody has none."""
    if state.seat == NOBODY:
        expect(not all(hands), "the round is over (seat is -1); expected a hand that is empty")
    else:
        expect(hands[state.seat], f"it is the turn of seat {state.seat}; expected one whose hand is not empty")
