"""The games as PettingZoo environments: its own tests, and nothing but what the engine says."""

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra “pettingzoo”)")

import numpy as np
from pettingzoo.test import api_test, render_test, seed_test

from elfer.bots.reactions import USUAL, timed
from elfer.envs.pettingzoo import env, raw_env
from elfer.match.match import round_seed
from elfer.match.registry import games
from elfer.table.refusal import Refused
from elfer.table.seed import Stream, seed_from

GAMES = sorted(games())
CYCLES = int(os.environ.get("ELFER_ENVS_CYCLES", "40"))
"""How long PettingZoo's own tests play: so many actions of each agent."""
# What its own card games are spared, by name: observations with a mask, and none left at the end.
EXPECTED = [
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
]


@pytest.fixture(autouse=True)
def _as_its_own() -> Iterator[None]:
    with warnings.catch_warnings():
        for text in EXPECTED:
            warnings.filterwarnings("ignore", text)
        yield


def played(table: Any, seed: int, rewards: dict[str, float]) -> list[tuple[str, int, Any]]:
    """A random round of a table: who did what, and saw what before."""
    table.reset(seed=seed)
    random, done = Random(seed), []
    for agent in table.agent_iter():
        seen, reward, ended, stopped, _ = table.last()
        if ended or stopped:
            rewards[agent] = reward
            table.step(None)
            continue
        assert not reward
        number = random.choice(np.flatnonzero(seen["action_mask"]).tolist())
        done.append((agent, number, seen))
        table.step(number)
    return done


@pytest.mark.parametrize("name", GAMES)
def test_its_own_tests_pass(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(name), num_cycles=CYCLES)
    seed_test(lambda: env(name), num_cycles=CYCLES)
    render_test(lambda render_mode: env(name, render_mode=render_mode))
    assert "seat " in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_rewards_are_the_points_of_the_engine(name: str) -> None:
    """The same deal and the same actions, without the environment."""
    table = env(name, max_steps=2000)
    rewards: dict[str, float] = {}
    done = played(table, 5, rewards)
    game = table.unwrapped.turns.game
    state = game.deal(round_seed(seed_from("5"), 0))
    steps = 0
    for agent, number, seen in done:
        seat = table.possible_agents.index(agent)
        assert bytes(seen["observation"]) == game.encoder.encode(state, seat)
        assert bytes(seen["action_mask"])[: len(game.actions)] == game.encoder.mask(state, seat)
        if number == len(game.actions):
            continue  # waits
        after = USUAL.after(Stream(state.table.seed, f"reaction {steps} {seat}"))
        state = game.apply(state, seat, timed(game.actions[number], after, state.table.window))
        steps += 1
    points = game.points(state)
    assert rewards == dict(zip(table.possible_agents, (-n if game.lowest_wins else n for n in points), strict=True))


def test_the_same_seed_gives_the_same_rounds_and_another_another() -> None:
    def first(table: Any, seed: int | None) -> bytes:
        table.reset(seed=seed)
        return b"".join(bytes(table.observe(agent)["observation"]) for agent in table.agents)

    table, other = env("elfer", 2), env("elfer", 2)
    rounds = [first(table, seed) for seed in (3, None, None)]
    assert rounds == [first(other, seed) for seed in (3, None, None)]
    assert len({*rounds, first(other, 4)}) == 4
    assert first(table, 3) == rounds[0]
    assert first(env("elfer", 2), None) != first(env("elfer", 2), None)


def test_what_an_agent_saw_does_not_change_later() -> None:
    table = env("elfer", 2)
    table.reset(seed=1)
    agent = table.agent_selection
    seen = table.observe(agent)
    kept = {name: array.copy() for name, array in seen.items()}
    table.step(int(seen["action_mask"].argmax()))
    assert all((seen[name] == kept[name]).all() for name in seen)
    seen["observation"][:] = 0  # a learner may write to what it got
    assert table.observe(agent)["observation"].any()


def test_a_round_is_stopped_after_so_many_actions() -> None:
    table = env("elfer", 3, max_steps=5)
    assert len(played(table, 1, {})) == 5
    table.reset(seed=1)
    for _ in range(5):
        assert not any(table.truncations.values())
        table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert table.rewards == dict(
        zip(table.agents, table.unwrapped.turns.returns(table.unwrapped._moment), strict=True)
    )


@pytest.mark.parametrize("max_steps", [None, 100])
def test_a_round_is_stopped_when_it_is_too_long_for_the_game(
    max_steps: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games()["elfer"], "longest_round", 7)
    table = env("elfer", 2, max_steps=max_steps)
    table.reset(seed=1)
    for _ in range(7):
        assert not any(table.truncations.values())
        table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())


def test_who_does_what_is_not_allowed_loses() -> None:
    table = env("elfer", 2)
    table.reset(seed=1)
    agent = table.agent_selection
    wrong = int(table.observe(agent)["action_mask"].argmin())
    table.step(wrong)
    assert table.rewards == {agent: -841.0, **{other: 0 for other in table.agents if other != agent}}
    assert all(table.terminations.values())


def test_without_wrappers_a_wrong_action_is_refused_with_a_reason() -> None:
    table = raw_env("elfer", 2)
    table.reset(seed=1)
    wrong = int(table.observe(table.agent_selection)["action_mask"].argmin())
    with pytest.raises(Refused, match=r"\w+ \w+"):
        table.step(wrong)
    with pytest.raises(ValueError, match="expected the number of an action"):
        table.step(None)


def test_options_and_players_are_those_of_the_game() -> None:
    assert env("elfer", 2, {"deck": 60}).unwrapped.turns.setup.code == "elfer.2.01"
    assert [env(name).unwrapped.turns.game.players for name in ("elfer", "zweikampf", "schlafmuetze")] == [4, 2, 4]
    assert str(env("elfer")) == "elfer_v0"


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"game": "elfen"}, "did you mean elfer"),
        ({"players": 9}, "is for 2 to 6 players"),
        ({"options": {"deck": 61}}, "it can be 80 or 60"),
        ({"render_mode": "rgb_array"}, "'ansi' or 'human'"),
        ({"max_steps": 0}, "at least 1"),
    ],
)
def test_wrong_settings_are_told(wrong: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        env(**wrong)


def test_without_the_extra_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import elfer.envs.pettingzoo"
    tried = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert tried.returncode == 1
    assert "pip install 'elfer[pettingzoo]'" in tried.stderr


def test_elfer_itself_needs_no_numpy() -> None:
    code = "import sys, elfer, elfer.envs.turns; print('numpy' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60).stdout == "False\n"
    )
