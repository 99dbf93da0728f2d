"""PettingZoo: every game as an environment in which one agent after the other is asked (extra `pettingzoo`).

>>> from elfer.envs.pettingzoo import env
>>> table = env("elfer", players=2)
>>> table.reset(seed=7)
>>> for agent in table.agent_iter():
...     seen, reward, ended, stopped, _ = table.last()
...     table.step(None if ended or stopped else int(seen["action_mask"].argmax()))

An episode is one round. `env` has the usual wrappers around it, `raw_env` has none.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from elfer.envs.drawing import drawn
from elfer.envs.turns import Moment, Turns
from elfer.match.match import round_seed
from elfer.match.registry import find
from elfer.match.setup import Setup
from elfer.table.options import Value
from elfer.table.seed import SEED_BYTES, seed_from

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing}; install it with: pip install 'elfer[pettingzoo]'", name=missing.name
    ) from None

Seen = dict[str, NDArray[Any]]
"""What an agent sees (`observation`), and what it may do (`action_mask`)."""

_USUAL_PLAYERS = 4


def env(
    game: str = "elfer",
    players: int | None = None,
    options: Mapping[str, Value] | None = None,
    render_mode: str | None = None,
    max_steps: int | None = None,
) -> AECEnv:
    """A table of a game, with PettingZoo's usual wrappers.

    Whoever does what is not allowed has lost: the round ends, and brings them one less than the worst that it could.
    """
    raw = raw_env(game, players, options, render_mode, max_steps)
    worst, _ = raw.turns.bounds
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, illegal_reward=worst - 1)))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # PettingZoo has no types, and names it so
    """A table of a game. Players are four, or as near to that as the game allows, unless it is said.

    After `max_steps` actions, or as many as the game's longest round has, a round is stopped (`truncations`) and
    counted as it stands.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str = "elfer",
        players: int | None = None,
        options: Mapping[str, Value] | None = None,
        render_mode: str | None = None,
        max_steps: int | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode cannot be {render_mode!r}; it can be 'ansi' or 'human', or None")
        if max_steps is not None and max_steps < 1:
            raise ValueError(f"max_steps cannot be {max_steps}; it is at least 1")
        seats = find(game).seats
        nearest = min(max(_USUAL_PLAYERS, seats[0]), seats[-1])
        self.turns = turns = Turns(Setup.choose(game, nearest if players is None else players, options))
        self.metadata = {**self.metadata, "name": f"{turns.game.id}_v0"}
        self.render_mode, self.max_steps = render_mode, max_steps
        self.possible_agents = [f"player_{seat}" for seat in range(turns.game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(turns.actions) for agent in self.possible_agents}
        self._seed, self._episode = b"", 0
        self._moment: Moment

    def _space(self) -> Dict:
        row, mask = (self.turns.game.encoder.length,), (self.turns.actions,)
        return Dict({"observation": Box(0, 255, row, np.uint8), "action_mask": Box(0, 1, mask, np.int8)})

    def observation_space(self, agent: str) -> Dict:
        """What an agent can ever see: rows of bytes, and masks with a byte for each action."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The numbers of all actions that an agent can ever do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new deal: the first of this seed, or without one the next of the seed before. `options` are not used."""
        if seed is not None or not self._seed:
            self._seed, self._episode = os.urandom(SEED_BYTES) if seed is None else seed_from(str(seed)), 0
        self._moment = self.turns.deal(round_seed(self._seed, self._episode))
        self._episode += 1
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()
        self._skip_agent_selection = None

    def observe(self, agent: str) -> Seen:
        """What the agent sees and remembers, as its game encodes it, and what it may do now."""
        seat = self._seats[agent]
        row, mask = self.turns.row(self._moment, seat), self.turns.mask(self._moment, seat)
        return {
            "observation": np.frombuffer(row, np.uint8).copy(),
            "action_mask": np.frombuffer(mask, np.int8).copy(),
        }

    def step(self, action: int | None) -> None:
        """The agent that is asked does what has this number. Raises `Refused`, which says why it may not."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked: expected the number of an action")
        self._moment = self.turns.after(self._moment, self._seats[agent], int(action))
        if self.turns.over(self._moment) or self._stopped():
            self._end()
        else:
            self.agent_selection = self._asked()
        if self.render_mode == "human":
            self.render()

    def _asked(self) -> str:
        return self.possible_agents[self.turns.seat(self._moment)]

    def _stopped(self) -> bool:
        """Whether the round goes on by the rules, but has become too long."""
        most = min(self.max_steps or self.turns.game.longest_round, self.turns.game.longest_round)
        return bool(self._moment.steps >= most and self.turns.game.to_act(self._moment.state))

    def _end(self) -> None:
        stopped = self._stopped()
        self.truncations = dict.fromkeys(self.agents, stopped)
        self.terminations = dict.fromkeys(self.agents, not stopped)
        self.rewards = dict(zip(self.agents, self.turns.returns(self._moment), strict=True))
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """What the agent that is asked sees, as text: printed (`human`) or given back (`ansi`)."""
        text = drawn(self.turns, self._moment)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to close."""
