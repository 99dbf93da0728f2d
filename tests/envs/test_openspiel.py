"""The games in OpenSpiel: its own tests and algorithms, and nothing but what the engine says."""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra “openspiel”)")

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts, mcts

from elfer.bots.reactions import USUAL, timed
from elfer.envs.openspiel import register, short_name
from elfer.match.registry import games
from elfer.table.game import Game
from elfer.table.options import BadOption
from elfer.table.seed import Stream, seed_from
from tests.envs.test_turns import STRICT, WITH_WINDOWS
from tests.envs.toys import Duel

GAMES = sorted(games())
ROUNDS = int(os.environ.get("ELFER_ENVS_ROUNDS", "1"))
"""How many rounds OpenSpiel's own test plays of each game."""
LONG = ["mogeln", "ueberall"]
"""Random rounds of which, with these options, take thousands of actions; only the full test plays them to the end."""

register(Duel)
register()


def load(name: str, **params: Any) -> Any:
    values = {**STRICT.get(name, {}), **params}
    return pyspiel.load_game(short_name(games()[name]), values)


def dealt(game: Any, seed: int = 1) -> Any:
    random, state = Random(seed), game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def states(game: Any, seed: int, most: int = 300) -> Iterator[Any]:
    """The states of a random round."""
    random, state = Random(seed), dealt(game, seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        state = state.clone()
        if state.is_simultaneous_node():
            choices = [state.legal_actions(player) or [0] for player in range(game.num_players())]
            state.apply_actions([random.choice(numbers) for numbers in choices])
        else:
            state.apply_action(random.choice(state.legal_actions()))


@pytest.mark.parametrize("name", GAMES)
def test_its_own_test_passes(name: str) -> None:
    if name in LONG and ROUNDS == 1:
        pytest.skip("takes seconds: make envs")
    players = load(name).get_type().min_num_players
    pyspiel.random_sim_test(load(name, players=players), num_sims=ROUNDS, serialize=True, verbose=False)


@pytest.mark.parametrize("name", WITH_WINDOWS)
def test_its_own_test_passes_in_turn(name: str) -> None:
    if name in LONG and ROUNDS == 1:
        pytest.skip("takes seconds: make envs")
    players = load(name).get_type().min_num_players
    pyspiel.random_sim_test(load(name, players=players, in_turn=True), ROUNDS, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_returns_are_the_points_of_the_engine(name: str) -> None:
    """The same deal and the same actions, without OpenSpiel."""
    *_, last = states(load(name, in_turn=True), 3, most=1000)
    game, history = last.course.turns.game, last.full_history()
    chance = tuple(move.action for move in history if move.player == pyspiel.PlayerId.CHANCE)
    state, steps = game.deal(seed_from(f"deal {chance}")), 0
    for move in history[len(chance) :]:
        if move.action == len(game.actions):
            continue  # waits
        after = USUAL.after(Stream(state.table.seed, f"reaction {steps} {move.player}"))
        state = game.apply(state, move.player, timed(game.actions[move.action], after, state.table.window))
        steps += 1
    assert state == last.course.moment.state
    points = game.points(state) if last.is_terminal() else [0] * game.players
    assert last.returns() == [-float(n) if game.lowest_wins else float(n) for n in points]
    assert last.is_terminal() or name in LONG


@pytest.mark.parametrize("name", GAMES)
def test_legal_actions_are_those_of_the_engine(name: str) -> None:
    for state in states(load(name), 4, most=100):
        turns, now = state.course.turns, state.course.moment.state
        for player in range(turns.game.players):
            mask = turns.game.encoder.mask(now, player)
            legal = [n for n, may in enumerate(mask) if may]
            moves = state.is_simultaneous_node() or state.current_player() == player
            assert [n for n in state.legal_actions(player) if n != turns.wait] == (legal if moves else [])


@pytest.mark.parametrize("name", WITH_WINDOWS)
def test_answering_at_once_and_in_turn_come_to_the_same(name: str) -> None:
    at_once = load(name)
    in_turn = load(name, in_turn=True)
    assert at_once.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    assert in_turn.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    random, one, other, met = Random(5), dealt(at_once), dealt(in_turn), False
    for _ in range(200):
        if one.is_terminal():
            break
        if one.is_simultaneous_node():
            met = True
            waiting = one.course.moment.state.table.window.waiting
            answers = [random.choice(one.legal_actions(player) or [0]) for player in range(at_once.num_players())]
            assert [p for p in range(at_once.num_players()) if one.legal_actions(p)] == sorted(waiting)
            one.apply_actions(answers)
            for player in waiting:
                assert other.current_player() == player
                other.apply_action(answers[player])
        else:
            action = random.choice(one.legal_actions())
            one.apply_action(action)
            other.apply_action(action)
        assert one.course.moment == other.course.moment
    assert met or name == "schlafmuetze"


# --- what nobody may know ---------------------------------------------------------------------------------------


def shown(state: Any, player: int) -> tuple[Any, ...]:
    return (
        state.information_state_string(player),
        state.observation_string(player),
        state.information_state_tensor(player),
        state.observation_tensor(player),
    )


@pytest.mark.parametrize("name", GAMES)
def test_what_is_resampled_is_the_same_for_the_player_and_tells_nothing(name: str) -> None:
    random, other_cards = Random(6), False
    for state in list(states(load(name, in_turn=True), 6, most=150))[::6]:
        for player in {state.current_player(), 0} - {pyspiel.PlayerId.TERMINAL}:
            other = state.resample_from_infostate(player, random.random)
            assert shown(other, player) == shown(state, player)
            if state.current_player() == player:
                assert other.current_player() == player
                assert other.legal_actions() == state.legal_actions()
            assert not other.history()
            other_cards |= other.course.moment.state.table.zones != state.course.moment.state.table.zones
            again = other.resample_from_infostate(player, random.random)
            assert shown(again, player) == shown(state, player)
    assert other_cards


@pytest.mark.parametrize("name", GAMES)
def test_a_guess_depends_on_nothing_but_what_the_player_knows(name: str) -> None:
    """Resampled from two states that a player cannot tell apart, by the same chance, everything is the same."""
    for state in list(states(load(name, in_turn=True), 7, most=90))[::9]:
        if (player := state.current_player()) >= 0:
            other = state.resample_from_infostate(player, lambda: 0.25)
            one, two = (each.resample_from_infostate(player, lambda: 0.75) for each in (state, other))
            assert one.course.moment == two.course.moment
            assert [shown(one, p) for p in range(one.num_players())] == [
                shown(two, p) for p in range(one.num_players())
            ]


@pytest.mark.parametrize("name", WITH_WINDOWS)
def test_an_answer_is_known_only_to_who_gave_it(name: str) -> None:
    tried = 0
    for state in (each for seed in range(3) for each in states(load(name, in_turn=True), seed)):
        player, window = state.current_player(), state.is_terminal() or state.course.moment.state.table.window
        if state.is_terminal() or window is None or len(window.waiting) < 2 or tried > 10:
            continue
        after = [state.child(number) for number in state.legal_actions()]
        own = {each.information_state_string(player) for each in after}
        assert len({state.information_state_string(player), *own}) == 1 + len(after)
        for other in set(range(state.num_players())) - {player}:
            assert {each.information_state_string(other) for each in after} == {state.information_state_string(other)}
        tried += 1
    assert tried


def test_who_waits_beside_the_turn_is_not_noticed() -> None:
    game = load("schlafmuetze", players=3)
    for state in (each for seed in range(60) for each in states(game, seed, most=60)):
        wait = state.course.turns.wait
        if not state.is_terminal() and wait in state.legal_actions():
            player, after = state.current_player(), state.child(wait)
            assert state.action_to_string(wait) == "wait"
            for other in range(3):
                same = after.information_state_string(other) == state.information_state_string(other)
                assert same == (other != player)
            return
    raise AssertionError("nobody could ever wait")


def test_what_is_slipped_under_unnoticed_is_known_to_nobody_else() -> None:
    game = load("mogeln", players=3, counts="hidden", in_turn=True)
    state = dealt(game)
    player = state.current_player()
    slips = [number for number in state.legal_actions() if state.action_to_string(number).startswith("slip")]
    after = [state.child(number) for number in slips[:4]]
    assert len({each.information_state_string(player) for each in (state, *after)}) == 5
    for other in set(range(3)) - {player}:
        assert len({each.information_state_string(other) for each in (state, *after)}) == 1


def test_an_information_state_recalls_what_an_observation_forgets() -> None:
    """Two courses that lead to the same table by another order."""
    state = dealt(pyspiel.load_game("elfer_duel"))
    one, other = state.clone(), state.clone()
    card = state.legal_actions()[0]
    one.apply_action(card)
    other.apply_action(state.legal_actions()[-1])
    assert other.action_to_string(0, state.legal_actions()[-1]) == "pass"
    other.apply_action(other.legal_actions()[0])
    other.apply_action(card)
    assert one.information_state_string(0) != other.information_state_string(0)


# --- deals and states -------------------------------------------------------------------------------------------


def test_there_are_as_many_deals_as_were_asked_for() -> None:
    game = pyspiel.load_game("elfer_elfer(players=2,deals=3)")
    before = game.new_initial_state()
    assert before.chance_outcomes() == [(n, pytest.approx(1 / 3)) for n in range(3)]
    assert before.resample_from_infostate(0, lambda: 0.5).is_chance_node()
    hands = {before.child(n).course.moment.state.table.zones for n in range(3)}
    assert len(hands) == 3
    assert len({dealt(pyspiel.load_game("elfer_elfer"), seed).course.moment.state.table for seed in range(20)}) == 20


def test_a_state_that_was_pickled_or_copied_goes_on_alike() -> None:
    game = load("mogeln", players=3)
    *_, state = states(game, 8, most=40)
    copies = [state.clone(), pickle.loads(pickle.dumps(state))]
    for each in copies:
        assert [shown(each, player) for player in range(3)] == [shown(state, player) for player in range(3)]
        assert each.history() == state.history()


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"players": 9}, "is for 2 to 6 players"),
        ({"deals": -1}, "1 to 65536"),
        ({"players": 2, "deck": 61}, "it can be 80 or 60"),
    ],
)
def test_wrong_parameters_are_told(wrong: dict[str, Any], expected: str) -> None:
    with pytest.raises(BadOption, match=expected):
        load("elfer", **wrong)


def test_observations_of_other_kinds_are_refused() -> None:
    game = load("elfer")
    with pytest.raises(ValueError, match="only observations of one player"):
        game.make_py_observer(pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.NONE))
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"size": 3})


def test_an_observation_has_the_parts_of_the_encoder() -> None:
    game = load("elfer", players=2)
    observer, state = game.make_py_observer(), dealt(game)
    observer.set_from(state, 0)
    assert observer.dict["hand+0"].sum() == 20
    assert [part.name for part in state.course.turns.game.encoder.parts] == list(observer.dict)


# --- algorithms -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_its_search_plays(name: str) -> None:
    if name in LONG and ROUNDS == 1:
        pytest.skip("takes seconds: make envs")
    game = load(name, in_turn=True)
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, max_simulations=4, random_state=chance)
    state = dealt(game)
    for _ in range(4):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_regret_minimisation_comes_near_to_equilibrium() -> None:
    """Only if information states tell apart what a player can tell apart, and nothing else, does it converge."""
    np.random.seed(1)
    game = pyspiel.load_game("elfer_duel(deals=6)")
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    gains = []
    for rounds in (1, 250):
        for _ in range(rounds):
            solver.iteration()
        gains.append(exploitability.nash_conv(game, solver.average_policy()))
    assert gains[-1] < gains[0] / 4


def test_its_learners_environment_runs_with_simultaneous_moves() -> None:
    environment = rl_environment.Environment(load("ratefix", players=2))
    step, random = environment.reset(), Random(1)
    for _ in range(200):
        if step.last():
            break
        legal = step.observations["legal_actions"]
        if environment.is_turn_based or not step.is_simultaneous_move():
            step = environment.step([random.choice(legal[step.current_player()])])
        else:
            step = environment.step([random.choice(numbers or [0]) for numbers in legal])
    assert step.last()
    assert len(step.rewards) == 2


def test_its_own_bots_play_it() -> None:
    state = dealt(load("elfer", players=3))
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(3)]
    assert max(pyspiel.evaluate_bots(state, bots, 1)) == 0


# --- without it -------------------------------------------------------------------------------------------------


def test_python_ends_well_after_registering() -> None:
    """What OpenSpiel holds on to outlives Python, and must not need it then."""
    code = """
from elfer.envs.openspiel import register
import pyspiel
print(len(register()), pyspiel.load_game("elfer_elfer"))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("18 elfer_elfer(")


def test_without_the_extra_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import elfer.envs.openspiel"
    tried = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert tried.returncode == 1
    assert "pip install 'elfer[openspiel]'" in tried.stderr


def test_every_game_that_has_windows_is_known_to_have_them() -> None:
    assert [name for name in GAMES if games()[name].closed is not Game.closed] == WITH_WINDOWS
