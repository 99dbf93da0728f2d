"""The peers: OpenSpiel and RLCard, each played as fast as its own interface lets a random player go."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

OPEN_SPIEL_GAMES = ("crazy_eights", "hearts", "go_fish")
CRAZY_EIGHTS = "OpenSpiel crazy_eights (Python)"
UNO = "RLCard UNO"
UNO_ENV = "RLCard UNO (env.step)"
UNO_RUN = "RLCard UNO (env.run)"
TRIAL_ROUNDS = 20
_SEEDS = 1 << 31


@dataclass(frozen=True)
class Side:
    """One that takes turns with the others: plays a round when asked."""

    name: str
    play: Callable[[], Any]
    """Plays one round; this is timed."""
    count: Callable[[Any], int] = int
    """The decisions of the round that `play` returned; this is not timed."""


def all_peers(rng: Random) -> tuple[list[Side], list[str]]:
    """The sides of the peers that are installed, and the names of those that are not."""
    sides: list[Side] = []
    missing = []
    for name, makes in (("OpenSpiel", open_spiel), ("RLCard", rlcard)):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                sides += makes(rng)
        except ImportError:
            missing.append(name)
    return sides, missing


def open_spiel(rng: Random) -> list[Side]:
    """For each game: driven from Python, with the fewest calls where that is fair, and by OpenSpiel's own bots."""
    import pyspiel

    driven, hurried, bots = [], [], []
    for name in OPEN_SPIEL_GAMES:
        game = pyspiel.load_game(name)
        even = all(_deals_evenly(game.new_initial_state(), rng) for _ in range(TRIAL_ROUNDS))
        driven.append(Side(f"OpenSpiel {name} (Python)", _by_the_book(game, rng, even)))
        if even:
            hurried.append(Side(f"OpenSpiel {name} (fewest calls)", _fewest_calls(game, rng), decisions_of))
        bots.append(Side(f"OpenSpiel {name} (C++ bots)", _bots(pyspiel, game, rng), decisions_of))
    return [*driven, *hurried, *bots]


def decisions_of(state: Any) -> int:
    """How many actions of an OpenSpiel state's history were a player's, not chance's."""
    return sum(step.player >= 0 for step in state.full_history())


def _deals_evenly(state: Any, rng: Random) -> bool:
    """Whether, all through a round, the outcomes of every chance node are equally likely."""
    while not state.is_terminal():
        if not state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        if max(weights) - min(weights) > 1e-9:
            return False
        state.apply_action(rng.choice(actions))
    return True


def _by_the_book(game: Any, rng: Random, even: bool) -> Callable[[], int]:
    """The loop of OpenSpiel's own example, with a cheap choice among the chance outcomes."""
    random = rng.random

    def among_weights(outcomes: list[tuple[int, float]]) -> int:
        point, action = random(), 0
        for action, weight in outcomes:  # noqa: B007
            point -= weight
            if point < 0:
                break
        return action

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                action = outcomes[int(random() * len(outcomes))][0] if even else among_weights(outcomes)
            else:
                legal = state.legal_actions()
                action = legal[int(random() * len(legal))]
                decisions += 1
            state.apply_action(action)
        return decisions

    return play


def _fewest_calls(game: Any, rng: Random) -> Callable[[], Any]:
    """Two calls a node: `legal_actions` also lists chance outcomes, and nothing once the round is over."""
    random = rng.random

    def play() -> Any:
        state = game.new_initial_state()
        actions, apply = state.legal_actions, state.apply_action
        while legal := actions():
            apply(legal[int(random() * len(legal))])
        return state

    return play


def _bots(pyspiel: Any, game: Any, rng: Random) -> Callable[[], Any]:
    """The whole round in C++."""
    bots = [pyspiel.make_uniform_random_bot(player, rng.randrange(_SEEDS)) for player in range(game.num_players())]

    def play() -> Any:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, int(rng.random() * _SEEDS))
        return state

    return play


def rlcard(rng: Random) -> list[Side]:
    """UNO three times: on the bare game; through the environment, which also encodes each view; and as RLCard itself
    lets its random agents play."""
    from rlcard import make
    from rlcard.agents import RandomAgent

    random = rng.random
    env = make("uno", config={"seed": rng.randrange(_SEEDS)})
    game = env.game

    def bare() -> int:
        state, _ = game.init_game()
        decisions = 0
        while not game.is_over():
            legal = state["legal_actions"]
            state, _ = game.step(legal[int(random() * len(legal))])
            decisions += 1
        return decisions

    def encoded() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(random() * len(legal))])
            decisions += 1
        return decisions

    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def by_agents() -> int:
        trajectories, _ = env.run(is_training=False)
        # A player's states and actions take turns, beginning and ending with a state.
        return sum(len(states_and_actions) // 2 for states_and_actions in trajectories)

    return [Side(UNO, bare), Side(UNO_ENV, encoded), Side(UNO_RUN, by_agents)]
