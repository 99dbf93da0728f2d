"""Sides that write down what the player sees at every decision: our vectors, and environments of others.

Each is a name, what plays for a while, and how many decisions, real choices and games that were; the last two are not
counted here.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from peers import UNO_ENV, rlcard

import elfer
from elfer.fast.vectors import Vector

GAMES = 2048
"""Games of a vector: as many as a core has near at hand."""
STEPS = 200
EIGHTS = "OpenSpiel crazy_eights (Python, observation_tensor)"
PGX = ("kuhn_poker", "leduc_holdem")
"""The two card games that run fastest there."""
PGX_GAMES = 4096
PGX_STEPS = 20
ROUNDS = 20
Counts = tuple[int, int, int]
Sided = tuple[str, Callable[[], Any], Callable[[Any], Counts]]


def ours(setup: elfer.Setup) -> Sided:
    """A vector with default options, at random."""
    vector = Vector(setup, GAMES)

    def play() -> int:
        for _ in range(STEPS):
            vector.step()
        return GAMES * STEPS

    return f"{setup.name} ({setup.players} players), with observations", play, _only_decisions


def theirs(rng: Random) -> Iterator[Sided]:
    """Those of the peers that are installed."""
    for make in (rlcard_uno, open_spiel_eights, *[_pgx(name) for name in PGX]):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                yield make(rng)
        except ImportError:
            continue


def rlcard_uno(rng: Random) -> Sided:
    """UNO through `env.step`, which encodes what the player sees; 2 players."""
    (side,) = [side for side in rlcard(rng) if side.name == UNO_ENV]
    return side.name, lambda: sum(side.play() for _ in range(ROUNDS)), _only_decisions


def open_spiel_eights(rng: Random) -> Sided:
    """The peer that is fastest without observations, from Python: four players, the tensor at every decision."""
    import pyspiel

    game = pyspiel.load_game("crazy_eights(players=4)")

    def play() -> int:
        return sum(_eights(game.new_initial_state(), rng.random) for _ in range(ROUNDS))

    return EIGHTS, play, _only_decisions


def _eights(state: Any, random: Callable[[], float]) -> int:
    decisions = 0
    while actions := state.legal_actions():
        if not state.is_chance_node():
            state.observation_tensor()
            decisions += 1
        state.apply_action(actions[int(random() * len(actions))])
    return decisions


def _pgx(name: str) -> Callable[[Random], Sided]:
    def side(rng: Random) -> Sided:
        return f"pgx {name} (on the CPU)", _stepped(name, rng), _only_decisions

    return side


def _stepped(name: str, rng: Random) -> Callable[[], int]:
    """Steps at random of many games at once, compiled; a round that ends is followed by another one."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    game = pgx.make(name)
    step = auto_reset(game.step, game.init)

    def one(state: Any, key: Any) -> Any:
        chosen, dealt = jax.random.split(key)
        chances = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return step(state, jax.random.categorical(chosen, chances), dealt)

    many = jax.jit(lambda state, key: jax.vmap(one)(state, jax.random.split(key, PGX_GAMES)))
    key = jax.random.PRNGKey(rng.randrange(1 << 31))
    state = jax.jit(jax.vmap(game.init))(jax.random.split(key, PGX_GAMES))

    def play() -> int:
        nonlocal key, state
        for _ in range(PGX_STEPS):
            key, own = jax.random.split(key)
            state = many(state, own)
        jax.block_until_ready(state)
        return PGX_GAMES * PGX_STEPS

    return play


def _only_decisions(decisions: int) -> Counts:
    return decisions, 0, 0
