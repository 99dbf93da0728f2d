"""The benchmarks of looking ahead count what they say they count. Nothing here is timed."""

from importlib import import_module
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console

import elfer
from elfer.bots import Player, decide
from elfer.bots.plain import at_random
from elfer.envs.course import Course
from elfer.fast.kernels import NoKernel
from elfer.table.seed import Quick, seed_from

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(BENCH)
    return import_module("search")


@pytest.fixture
def ismcts(monkeypatch: pytest.MonkeyPatch) -> Any:
    pytest.importorskip("pyspiel")
    monkeypatch.syspath_prepend(BENCH)
    return import_module("ismcts")


def test_ratios_are_of_rates(bench: Any) -> None:
    ours, peer = bench.Side("elfer.2", int), bench.Side(bench.HEARTS, int)
    ours.simulations, ours.seconds, peer.simulations, peer.seconds = 900, 2.0, 200, 4.0
    console = Console(width=118)
    with console.capture() as capture:
        console.print(bench.table([ours, peer], peer))
    assert [line.split()[-2:] for line in capture.get().splitlines()[3:5]] == [["450", "9.0"], ["50", "1.0"]]
    said = "Target: elfer.2 at least 10 × OpenSpiel ISMCTS on hearts (C++): not reached (9.0)"
    assert [*bench.verdicts([ours, peer], peer)] == [said]
    ours.simulations = 1000
    assert [line.endswith("reached (10.0)") for line in bench.verdicts([ours, peer], peer)] == [True]


def test_a_simulation_is_a_guess_for_an_action(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "GUESSES", 3)
    plain = bench.kernel_ahead
    monkeypatch.setattr(bench, "kernel_ahead", lambda game: plain(game, plain=True))
    side = bench.our_side("master.2")
    game = elfer.game("master", players=2)
    legal = [
        len(game.legal(state, game.to_act(state)[0])) for n in (0, 1) for state in [bench.first_decision(game, n)]
    ]
    assert min(legal) > 1
    side.turn()
    assert side.simulations == 3 * min(legal[0], bench.COMPARED)
    side.turn()
    assert side.simulations == 3 * sum(min(many, bench.COMPARED) for many in legal)
    with pytest.raises(NoKernel, match=r"quartett\.4 has no kernel that looks ahead"):
        bench.our_side("quartett.4")


def test_all_sides_take_turns(bench: Any) -> None:
    turns: list[str] = []

    def looks(name: str) -> Any:
        def search() -> int:
            turns.append(name)
            return 5

        return lambda: search

    sides = [bench.Side(name, looks(name)) for name in "ab"]
    bench.measure(sides, 0.0)
    assert turns == ["a", "b", "a", "b"]
    assert [side.simulations for side in sides] == [5, 5]  # the first turn does not count


def test_their_side_looks_from_the_first_decision(bench: Any) -> None:
    pytest.importorskip("pyspiel")
    side = bench.their_side(Random(1))
    side.turn()
    assert side.simulations == bench.THEIR_SIMULATIONS


def test_their_search_plays_our_game_and_knows_no_more_than_its_seat(ismcts: Any) -> None:
    game = elfer.game("elfer", players=2)
    state = game.deal(seed_from("3"))
    while len(game.legal(state, state.seat)) < 3:
        state = game.step(state, state.seat, game.legal(state, state.seat)[0])
    seat, hidden = state.seat, [*game.others[state.seat], game.stock]  # type: ignore[attr-defined]
    who = Player(lambda *given: ismcts.searched(*given, simulations=12))
    chosen = {decide(who, game, state, seat, Quick(5)) for _ in range(2)}
    assert len(chosen) == 1
    assert chosen <= {*game.legal(state, seat)}
    zones = [*state.table.zones]
    other, stock = hidden
    top, held = zones[stock][-1], zones[other].bit_length() - 1
    zones[stock] = (*zones[stock][:-1], held)
    zones[other] ^= 1 << held | 1 << top
    exchanged = replace(state, table=replace(state.table, zones=tuple(zones)))
    assert decide(who, game, exchanged, seat, Quick(5)) in chosen


@pytest.mark.parametrize("name", ["elfer", "master"])
def test_a_round_is_played_on_at_random_as_its_own_evaluator_does(ismcts: Any, name: str) -> None:
    turns, luck = ismcts._registered(elfer.game(name, players=2)).turns, ismcts.mcts.np.random.RandomState(5)
    here = ismcts._registered(turns.game).new_initial_state()
    here.course = Course(turns, turns.deal(seed_from("on")))
    theirs, ours = ismcts.mcts.RandomRolloutEvaluator(1, luck), ismcts.rollouts(turns, luck)
    assert type(ours) is ismcts.Rollouts
    results = [[evaluator.evaluate(here)[0] for _ in range(60)] for evaluator in (theirs, ours)]
    assert abs(fmean(results[0]) - fmean(results[1])) < 4 * stdev(results[0]) / sqrt(60)
    assert {type(result) for result in results[1]} == {float}


def test_where_turns_are_not_plain_its_own_evaluator_plays_on(ismcts: Any) -> None:
    for name in ("schlafmuetze", "ratefix"):  # something is done beside the turn, or everyone is asked at once
        turns = ismcts._registered(elfer.game(name, players=4)).turns
        assert (
            type(ismcts.rollouts(turns, ismcts.mcts.np.random.RandomState(5))) is ismcts.mcts.RandomRolloutEvaluator
        )


def test_it_explores_as_widely_as_results_differ(ismcts: Any) -> None:
    game = elfer.game("elfer", players=2)
    assert 5 < ismcts.spread(game) < (game.bounds[1] - game.bounds[0]) / 5


def test_a_board_is_played_on_both_seats(ismcts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ismcts, "searched", lambda *given, simulations: at_random(*given))
    played = ismcts.board("elfer", "greedy", 1, 3)
    again = ismcts.board("elfer", "greedy", 1, 3)
    assert played.won in (0.0, 0.5, 1.0)
    assert (played.won, len(played.ours)) == (again.won, len(again.ours))
    assert min(len(played.ours), len(played.theirs)) > 10


@pytest.mark.parametrize(
    ("points", "lowest", "won"), [((3, 5), True, 1.0), ((3, 5), False, 0.0), ((4, 4), True, 0.5)]
)
def test_who_wins(ismcts: Any, points: tuple[int, ...], lowest: bool, won: float) -> None:
    assert ismcts.winning(points, 0, lowest) == won
