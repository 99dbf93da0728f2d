"""The reason for an action is what the plan saw in it most, and nothing that was not so."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct

from elfer import game, seed_from
from elfer.bots import at_random
from elfer.bots.plan import Plan, Sheet, Sheets
from elfer.bots.reasons import names, reason
from elfer.table.actions import Action, Lay
from elfer.table.game import Game, State
from elfer.table.seed import Quick


class Weights(Struct, frozen=True):
    """What counts."""

    first: float = 2.0
    second: float = -1.0
    third: float = 0.0


Rows = dict[str, tuple[float, ...]]
ELFER = game("elfer", players=3)


def planned(rows: Rows, monkeypatch: pytest.MonkeyPatch) -> Plan:
    """A plan for which the cards of a hand are worth this."""

    def look(game: Game[Any], state: State, seat: int, legal: Sequence[Action]) -> list[tuple[float, ...]]:
        return [rows[game.write(action)] for action in legal]

    own = Plan([])
    own.module = SimpleNamespace(look=look)  # type: ignore[assignment]
    own.look, own.Weights, own.names = look, Weights, ("first", "second", "third")
    monkeypatch.setattr("elfer.bots.reasons.plan", lambda game: own)
    return own


def moment() -> tuple[State, int, list[str]]:
    """A moment at which somebody can do three things."""
    state, chance = ELFER.deal(seed_from("7")), Quick(7)
    while True:
        [seat] = ELFER.to_act(state)
        legal = [ELFER.write(action) for action in ELFER.legal(state, seat)]
        if len(legal) == 3:
            return state, seat, legal
        state = ELFER.step(state, seat, at_random(ELFER, state, seat, chance))


STATE, SEAT, (A, B, C) = moment()


def why(do: str) -> str | None:
    return reason(ELFER, STATE, SEAT, ELFER.read(do))


def test_what_exceeds_the_others_most_is_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    planned({A: (1.0, -0.5, 9), B: (0.9, 1.0, 0), C: (0.9, 1.0, 0)}, monkeypatch)
    assert why(A) == "second-not"
    planned({A: (1.0, 0.9, 0), B: (0.0, 1.0, 0), C: (0.9, 1.0, 9)}, monkeypatch)
    assert why(A) == "first"


def test_what_counts_for_nothing_is_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    planned({A: (0, 0, 5), B: (0, 0, 0), C: (0, 0, 1)}, monkeypatch)
    assert [why(do) for do in (A, B, C)] == [None, None, None]


def test_there_is_no_reason_for_what_the_plan_would_not_do(monkeypatch: pytest.MonkeyPatch) -> None:
    planned({A: (1.0, 3.0, 0), B: (0.0, 0.0, 0), C: (0.0, 0.5, 0)}, monkeypatch)
    assert (why(A), why(B)) == (None, "second-not")


def test_there_is_no_reason_where_many_small_things_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Many(Struct, frozen=True):
        """Five of the same."""

        a: float = 1
        b: float = 1
        c: float = 1
        d: float = 1
        e: float = 1

    own = planned({A: (1, 1, 1, 1, 1), B: (0, 0, 0, 0, 0), C: (0, 0, 0, 0, 0)}, monkeypatch)
    own.Weights, own.names = Many, ("a", "b", "c", "d", "e")
    assert why(A) is None


def test_there_is_no_reason_without_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    planned({A: (1, 0, 0), B: (0, 0, 0), C: (0, 0, 0)}, monkeypatch)
    assert reason(ELFER, STATE, (SEAT + 1) % 3, ELFER.read(A)) is None
    monkeypatch.setattr(ELFER, "legal", lambda state, seat: (ELFER.read(A),))
    assert why(A) is None


def test_a_plan_that_chooses_by_itself_says_why_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Plan([])

    def told(game: Game[Any], state: State, seat: int, action: Lay, weights: Weights) -> str | None:
        return "first" if action == ELFER.read(A) and weights.first == 7 else None

    own.module = SimpleNamespace(reason=told, REASONS=("first",))  # type: ignore[assignment]
    own.look, own.Weights, own.names = None, Weights, ("first", "second", "third")
    own.sheets = Sheets(normal=[Sheet(weights={"first": 7})])
    monkeypatch.setattr("elfer.bots.reasons.plan", lambda game: own)
    assert (why(A), why(B)) == ("first", None)
    assert names(own, 3) == {"first"}


def test_a_plan_without_reasons_gives_none() -> None:
    own = Plan([])
    own.module, own.look = SimpleNamespace(), None  # type: ignore[assignment]
    assert names(own, 3) == set()


def test_names_follow_the_sign_of_the_weight_and_the_number_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    own = planned({}, monkeypatch)
    own.sheets = Sheets(normal=[Sheet(), Sheet(players=4, weights={"first": -1, "third": 3})])
    assert names(own, 3) == {"first", "second-not"}
    assert names(own, 4) == {"first-not", "second-not", "third"}
