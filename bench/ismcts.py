"""How well our bots play beside OpenSpiel's own search for hidden information, and how long both take for a decision.

    python bench/ismcts.py [--game elfer] [--bot champion] [--boards 10] [--simulations 1000] [--jobs 2] [--json FILE]

Two players, duplicate deals. OpenSpiel's ISMCTS plays the game as it is registered with OpenSpiel. It is a bot of the
arena, too; in this folder: `elfer arena elfer champion ismcts:thousand --players 2 --boards 20 --only-first`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, quantiles, stdev
from time import process_time
from typing import Any

from open_spiel.python.algorithms import ismcts, mcts
from pyspiel import load_game

import elfer
from elfer.arena.players import Seated
from elfer.arena.rounds import play
from elfer.bots import Player, at_random, named
from elfer.bots.search import played_on
from elfer.envs.course import Course
from elfer.envs.openspiel import ElferGame, ElferState, register, short_name
from elfer.envs.turns import Moment, Turns
from elfer.fast.ahead import prepare
from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.options import options_of
from elfer.table.seed import Chance, Quick, seed_from

SIMULATIONS = 1000
EXPLORING = 2.0
"""How much it looks at what it has looked at little, in standard deviations of what random rounds bring a seat.

The widest gap between two results, by which OpenSpiel's games are scaled to 1, is many times that in ours: it would
only look at everything equally often.
"""
ROUNDS = 200
"""Random rounds by which that is found out."""


def thousand(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
    """What OpenSpiel's search does there with a thousand simulations."""
    return searched(game, state, seat, chance, SIMULATIONS)


def searched(game: Game[Any], state: State, seat: int, chance: Chance, simulations: int) -> Action:
    """The same with so many. `state` is a guess, from which it guesses anew for each."""
    from numpy.random import RandomState

    registered = _registered(game)
    here = registered.new_initial_state()
    here.course = Course(registered.turns, Moment(state))
    luck = RandomState(chance.below(1 << 16))
    evaluator, exploring = rollouts(registered.turns, luck), EXPLORING * spread(game)
    bot = ismcts.ISMCTSBot(registered, evaluator, exploring, max_simulations=simulations, random_state=luck)
    bot.set_resampler(
        lambda state, player: state.resample_from_infostate(player, luck.uniform)
    )  # its own has no seed
    action: Action = registered.turns.game.actions[bot.step(here)]
    return action


def rollouts(turns: Turns, luck: Any) -> mcts.Evaluator:
    """Plays a round on at random, as OpenSpiel's own evaluator does; where turns are plain, by the engine itself."""
    plain = not turns.some_beside and not turns.game.has_windows
    return Rollouts(turns, luck) if plain else mcts.RandomRolloutEvaluator(1, luck)


class Rollouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]
    """The same in a tenth of the time, since no step of a round goes through OpenSpiel's states.

    So its search is compared at its quickest.
    """

    def __init__(self, turns: Turns, luck: Any) -> None:
        super().__init__(1, luck)
        self._turns, self._random = turns, Random(luck.randint(1 << 31)).random

    def evaluate(self, state: ElferState) -> list[float]:
        """What the round brings each seat."""
        assert state.course is not None
        game, random = self._turns.game, self._random
        here = game.forgetful(state.course.moment.state)
        for _ in range(game.longest_round):
            acting = game.to_act(here)
            if not acting:
                break
            among = game.choices(here, acting[0])
            here = game.step(here, acting[0], game.actions.pick(among, int(random() * among.bit_count())))
        return [float(points) for points in self._turns.returns(Moment(here))]


@lru_cache(maxsize=8)
def _registered(game: Game[Any]) -> ElferGame:
    register(type(game))
    options = {option.name: getattr(game.options, option.name) for option in options_of(type(game).Options)}
    loaded: ElferGame = load_game(short_name(type(game)), {"players": game.players, **options})
    return loaded


@lru_cache(maxsize=8)
def spread(game: Game[Any]) -> float:
    """The standard deviation of the points that random rounds bring a seat."""
    luck = Quick(1)
    ends = [played_on(game, game.deal(seed_from(f"spread {n}")), at_random, luck) for n in range(ROUNDS)]
    return stdev([float(game.points(end)[0]) for end in ends])


class Timed:
    """A bot that notes how long it takes where there is a choice, in seconds of the processor."""

    def __init__(self, player: Player) -> None:
        self.player, self.seconds = player, list[float]()

    def __call__(self, game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
        start = process_time()
        action = self.player.bot(game, state, seat, chance)
        self.seconds.append(process_time() - start)
        return action


@dataclass
class Board:
    """One deal, played on both seats."""

    won: float
    """The share of rounds that our bot wins."""
    ours: list[float]
    theirs: list[float]
    """How long both took for each decision."""


def board(name: str, bot: str, simulations: int, number: int) -> Board:
    """Play one."""
    game = elfer.game(name, players=2)
    ours = Timed(named(game, bot))
    theirs = Timed(Player(partial(searched, simulations=simulations)))
    one, other = (Seated(name, Player(each)) for name, each in (("ours", ours), ("theirs", theirs)))
    seed, won = seed_from(f"ismcts {number}"), 0.0
    for seat, who in enumerate(([one, other], [other, one])):
        points = play(game, seed, who).points
        won += winning(points, seat, game.lowest_wins) / 2
    return Board(won, ours.seconds, theirs.seconds)


def winning(points: tuple[int, ...], seat: int, lowest_wins: bool) -> float:
    """Who has won: 1 alone, a part of it with others."""
    best = min(points) if lowest_wins else max(points)
    return 1 / points.count(best) if points[seat] == best else 0.0


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Our bots beside OpenSpiel's ISMCTS, with two players.")
    parser.add_argument("--game", default="elfer", help="the id of a game (elfer)")
    parser.add_argument("--bot", default="champion", help="who plays for us: a level, or module:function (champion)")
    parser.add_argument("--boards", type=int, default=10, help="how many deals, each played on both seats (10)")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS, help="of ISMCTS for a decision (1000)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play (1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the result there")
    return parser.parse_args(arguments)


def told(name: str, seconds: Sequence[float]) -> str:
    """How long decisions took."""
    ms = sorted(1000 * each for each in seconds)
    slowest = quantiles(ms, n=100)[-1] if len(ms) > 1 else ms[0]
    return f"{name}: {len(ms)} decisions, {fmean(ms):,.1f} ms each, the slowest hundredth from {slowest:,.1f} ms"


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = parse(arguments)
    prepare([elfer.Setup.choose(chosen.game, 2).code])
    each = partial(board, chosen.game, chosen.bot, chosen.simulations)
    with ProcessPoolExecutor(chosen.jobs) as pool:
        boards = list(pool.map(each, range(chosen.boards)))
    shares = [100 * each.won for each in boards]
    interval = 1.96 * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else 100.0
    ours, theirs = [[*chain(*times)] for times in zip(*[(each.ours, each.theirs) for each in boards], strict=True)]
    print(f"{chosen.game}: {chosen.bot} wins {fmean(shares):.1f} ± {interval:.1f} % of {2 * len(boards)} rounds")
    print(told(chosen.bot, ours))
    print(told(f"ISMCTS with {chosen.simulations} simulations", theirs))
    if chosen.json:
        chosen.json.write_text(json.dumps({"won": shares, "ours": ours, "theirs": theirs}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
