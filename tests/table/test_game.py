"""What the base class of all games does: sets of actions, checked and unchecked steps, tables without memory."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elfer import game
from elfer.bots.reactions import timed
from elfer.match.registry import games
from elfer.table.actions import DRAW, END, Ask, Call, Lay
from elfer.table.choices import Actions
from elfer.table.encode import encode
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.position import dump
from elfer.table.refusal import Refused
from elfer.table.seed import Stream, seed_from
from elfer.table.table import Misdeal
from elfer.table.view import view


@pytest.mark.parametrize("many", [1, 7, 8, 9, 30, 83])
def test_a_set_of_actions_is_listed_in_the_order_of_their_numbers(many: int) -> None:
    random, actions = Random(many), Actions([*map(Lay, range(81)), DRAW, END])
    for _ in range(50):
        picked = sorted(random.sample(range(83), many))
        assert actions.listed(sum(1 << number for number in picked)) == tuple(actions[number] for number in picked)


def test_lists_of_actions_stay_right_when_there_are_too_many_to_keep() -> None:
    actions = Actions(map(Lay, range(15)))
    for _ in range(2):
        assert all(len(actions.listed(among)) == among.bit_count() for among in range(1 << 15))
    assert actions.listed.cache_info().currsize <= 1 << 13  # type: ignore[attr-defined]


def test_sets_of_actions_are_sums_of_single_ones() -> None:
    actions = Actions([*map(Lay, range(5)), DRAW, END])
    assert actions.each(DRAW, END) == (1 << 5, 1 << 6)
    assert actions.just(DRAW, END) == sum(actions.each(DRAW, END))
    assert [actions.numbers[action] for action in actions] == list(range(7))


def played(table: Game[Any], seed: str, most: int = 120) -> list[tuple[State, int, Any]]:
    """Moments of a random round, with what is done then."""
    random, state = Random(seed), table.deal(seed_from(seed))
    out: list[tuple[State, int, Any]] = []
    while (seats := table.to_act(state)) and len(out) < most:
        seat = random.choice(seats)
        action = timed(random.choice(table.legal(state, seat)), random.randrange(2000), state.table.window)
        out.append((state, seat, action))
        state = table.apply(state, seat, action)
    return out


@pytest.mark.parametrize("name", sorted(games()))
def test_a_step_is_what_apply_does_without_looking(name: str) -> None:
    table = game(name, max(3, games()[name].seats[0]) if 3 in games()[name].seats else games()[name].seats[0])
    for state, seat, action in played(table, name):
        assert dump(table, table.step(state, seat, action)) == dump(table, table.apply(state, seat, action))


@pytest.mark.parametrize("name", sorted(games()))
def test_nothing_that_is_remembered_can_be_asked_at_a_table_without_memory(name: str) -> None:
    table = game(name, games()[name].seats[0])
    state, seat, action = played(table, name, 10)[-1]
    for forgetful in (table.forgetful(state), table.step(table.forgetful(state), seat, action)):
        with pytest.raises(Misdeal, match="keeps no memory"):
            guess(table, forgetful, seat, Stream(bytes(32), "guess"))
        with pytest.raises(Misdeal, match="keeps no memory"):
            encode(table, forgetful, seat)
        with pytest.raises(Misdeal, match="keeps no memory"):
            dump(table, forgetful)
        with pytest.raises(Misdeal, match="keeps no memory"):
            view(table, forgetful, seat)


def test_a_call_is_legal_with_any_time_that_there_was() -> None:
    table = game("schnipp-schnapp", 3)
    state, seat, _ = next(moment for moment in played(table, "calls") if moment[0].table.window)
    offered = table.actions.listed(table.allowed(state, seat))
    assert Call("schnipp") in offered
    for after in (0, 1, 4000):
        assert table.apply(state, seat, Call("schnipp", after)) == table.step(state, seat, Call("schnipp", after))
    for after in (-1, 4001):
        with pytest.raises(Refused, match="too late"):
            table.apply(state, seat, Call("schnipp", after))
    with pytest.raises(Refused, match="cannot be answered now"):
        table.apply(state, seat, Call("hello", 431))


def test_a_verb_that_a_game_allows_but_does_not_know_is_named() -> None:
    table = game("elfer", 3)
    with pytest.raises(NotImplementedError, match="has no do_ask"):
        table._undone(table.deal(bytes(32)), 0, Ask(1, 2))


def test_what_is_an_action_of_another_game_is_not_read_however_often() -> None:
    table = game("elfer", 4)
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            table.read("ask 2 r5")
        assert refused.value.code == "unreadable"
