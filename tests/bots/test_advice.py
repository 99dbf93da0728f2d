"""Advice: all that can be done is compared, luck is not taken for skill, and nothing hidden matters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from elfer import all_games, game, seed_from
from elfer.bots import decide, usual
from elfer.bots.advice import HINT, Advice, advised, clearly_best, compared, player_on
from elfer.bots.plan import plan
from elfer.bots.reasons import AHEAD
from elfer.bots.search import Search, Value, counted, result
from elfer.table.actions import SILENT, Action, Call
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.seed import Chance, Quick

QUICKLY = replace(HINT, samples=6, nodes=2000)


def moments(table: Game[Any], seed: int, most: int = 300) -> Iterator[tuple[State, int]]:
    """Moments at which somebody has to choose."""
    state, chance = table.deal(seed_from(str(seed))), Quick(seed)
    for _ in range(most):
        acting = table.to_act(state)
        if not acting:
            return
        if len(table.legal(state, acting[0])) > 1:
            yield state, acting[0]
        state = table.step(state, acting[0], decide(usual(table), table, state, acting[0], chance))


def any_game(name: str) -> Game[Any]:
    seats = all_games()[name].seats
    return game(name, players=min(max(3, seats[0]), seats[-1]))


@pytest.mark.parametrize("name", sorted(all_games()))
def test_bots_that_remember_nothing_can_play_on_without_memory(name: str) -> None:
    table = any_game(name)
    for state, _ in [*moments(table, 3)][:40:10]:
        end, _ = counted(
            table, state if plan(table).remembers else table.forgetful(state), player_on(table), Quick(1)
        )
        assert abs(sum(result(table, end, seat) for seat in range(table.players)) - 1) < 1e-9


@pytest.mark.parametrize("name", sorted(all_games()))
def test_advice_is_legal_repeatable_and_says_how_sure_it_is(name: str) -> None:
    table = any_game(name)
    for state, seat in [*moments(table, 4)][5:40:12]:
        guessed = guess(table, state, seat, Quick(9))
        found = advised(table, guessed, seat, Quick(9), QUICKLY)
        assert found.best in table.legal(state, seat)
        assert found == advised(table, guessed, seat, Quick(9), QUICKLY)
        if found.worths:
            assert found.worths[0].action == found.best
            assert {worth.action for worth in found.worths} <= {*table.legal(state, seat)}
            assert len(found.worths) == min(HINT.candidates, len(table.legal(state, seat)))
            assert all(0 <= worth.chance <= 1 and worth.error > 0.01 for worth in found.worths)


def test_who_can_go_out_is_advised_to() -> None:
    """There is a card that wins at once: everything else is clearly worse, and shown as such."""
    table = game("elfer", players=2)
    for n in range(200):
        for state, seat in moments(table, n):
            wins = [a for a in table.legal(state, seat) if not table.to_act(after := table.step(state, seat, a))]
            wins = [a for a in wins if result(table, after, seat) == 1]
            if len(wins) == 1 and len(table.legal(state, seat)) > 1:
                found = advised(table, guess(table, state, seat, Quick(1)), seat, Quick(2))
                assert found.best == wins[0]
                assert found.worths[0].chance == 1
                return
    raise AssertionError("nobody ever had a choice and a last card")


def test_a_quick_moment_is_answered_at_once() -> None:
    table = game("schnipp-schnapp", players=3)
    state, seat = next((s, t) for s, t in moments(table, 5) if s.table.window)
    assert advised(table, guess(table, state, seat, Quick(1)), seat, Quick(1)).worths == ()


def test_rounds_are_played_on_with_the_times_that_people_take() -> None:
    table, calls = game("schnipp-schnapp", players=3), list[int]()
    for state, seat in moments(table, 5):
        answer = player_on(table)(table, state, seat, Quick(len(calls)))
        calls += [answer.after] if isinstance(answer, Call) else []
        assert answer == SILENT or not isinstance(answer, Call) or answer.after > 0
    assert len({*calls}) > 2


def test_the_luck_of_one_of_many_is_no_advice() -> None:
    """Twelve actions of the same worth: the one that happens to be ahead is not preferred, nor told to be better."""
    preferred = 0
    for n in range(100):
        chance = Quick(n)
        results = [[float(chance.below(2)) for _ in range(60)] for _ in range(12)]
        found = [Value(Call(str(k)), row) for k, row in enumerate(results)]
        found.sort(key=lambda value: -value.mean)
        preferred += clearly_best(found, Call("0")).action != Call("0")
    assert preferred <= 8


def test_what_is_found_by_looking_ahead_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that plays well from then on, but would do something else now, is corrected where that is worse."""
    table = game("elfer", players=2)
    good = usual(table)

    def worse(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
        own = good(game, state, seat, chance)
        if state.table.memory is game.layout.forgotten:  # in a round that is played on
            return own
        return next(action for action in game.legal(state, seat) if action != own)

    reasons = set()
    for n in range(3):
        for state, seat in [*moments(table, n)][4::8]:
            guessed = guess(table, state, seat, Quick(1))
            with monkeypatch.context() as patch:
                patch.setattr("elfer.bots.advice.usual", lambda game: worse)
                found: Advice = advised(table, guessed, seat, Quick(3), Search(samples=60, margin=0.0, nodes=30_000))
            assert found.best in table.legal(state, seat)
            reasons.add(found.reason)
    assert AHEAD in reasons


@pytest.mark.parametrize("name", sorted(all_games()))
def test_advice_does_not_depend_on_what_the_seat_cannot_know(name: str) -> None:
    table = any_game(name)
    for state, seat in [*moments(table, 6)][4:50:15]:
        dream = guess(table, state, seat, Quick(77))
        one, other = (
            advised(table, guess(table, s, seat, Quick(5)), seat, Quick(5), QUICKLY) for s in (state, dream)
        )
        assert one == other


def test_the_own_choice_is_compared_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However far it falls behind: else nothing could be told to be clearly better than it."""
    table = game("elfer", players=2)
    state, seat = next((s, t) for s, t in moments(table, 1) if len(table.legal(s, t)) > 2)
    good, bad, own = [*table.legal(state, seat)][:3]
    worth, counts = {good: 1.0, bad: 0.0, own: 0.0}, list[Action]()
    monkeypatch.setattr("elfer.bots.search.counted", lambda game, after, bot, luck: (worth[after], 1))
    monkeypatch.setattr("elfer.bots.search.result", lambda game, won, seat, margin: won - 0.1 * (len(counts) % 2))

    def stepped(world: State, seat: int, action: Action) -> Action:
        counts.append(action)
        return action

    monkeypatch.setattr(table, "step", stepped)
    compared(table, state, seat, own, Search(samples=64, candidates=3, margin=0.0), Quick(3))
    assert (counts.count(good), counts.count(own)) == (64, 64)
    assert counts.count(bad) < 64


def test_what_was_given_up_is_not_about_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has won as often as the best, in the few rounds that it was given."""
    table = game("elfer", players=2)
    state, seat = next((s, t) for s, t in moments(table, 1) if len(table.legal(s, t)) > 2)
    one, two, three = [*table.legal(state, seat)][:3]
    mixed = [1.0, 0.0] * 30
    found = [Value(one, mixed), Value(two, mixed), Value(three, [1.0, 0.0] * 4)]
    monkeypatch.setattr("elfer.bots.advice.usual", lambda game: lambda *moment: one)
    monkeypatch.setattr("elfer.bots.advice.compared", lambda *asked: found)
    worths = advised(table, state, seat, Quick(1)).worths
    assert [worth.is_even for worth in sorted(worths, key=lambda worth: worth.error)] == [True, True, False]
