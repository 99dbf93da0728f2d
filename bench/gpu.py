"""How fast kernels play at random on an NVIDIA GPU, beside the card games of pgx on the same one, as ratios.

    python bench/gpu.py [--seconds 3] [--games elfer,master] [--players 4] [--json FILE]

Time of the clock, after a first run that is not counted, since it compiles. Both sides play at many tables at once,
each at as many as suit it best; see bench/README.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from engine import WIDTH, nearest
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

import elfer
from elfer import fast
from elfer.fast.kernels import kernel_of, with_kernels

PORTION = 4_000_000
"""Rounds of ours that are played at once."""
PEERS = ("leduc_holdem", "kuhn_poker", "sparrow_mahjong")
TABLES = (1 << 16, 1 << 19, 1 << 21)
"""How many rounds pgx plays side by side: whatever of these is fastest counts."""
STEPS = 64
WARM = 200
"""Steps that are not counted, after which games are at all kinds of moments."""


class Rates(NamedTuple):
    """By second."""

    decisions: float
    choices: float | None
    games: float | None


def ours(name: str, players: int, seconds: float) -> Rates:
    """A kernel with default options."""
    kernel = fast.Kernel(elfer.Setup.choose(name, nearest(elfer.all_games()[name].seats, players)))
    fast.simulate(kernel, PORTION, gpu=True)
    start, played, seed = perf_counter(), [], 1
    while (took := perf_counter() - start) < seconds:
        played.append(fast.simulate(kernel, PORTION, seed=seed, gpu=True))
        seed += 1
    decisions, choices = sum(tally.decisions for tally in played), sum(tally.choices for tally in played)
    return Rates(decisions / took, choices / took, sum(tally.rounds for tally in played) / took)


def seeing(name: str, players: int, seconds: float) -> Rates:
    """The same a step at a time, with what seats see and may do written after each; at its best number of tables."""
    from numba import cuda

    from elfer.fast.gpu_vectors import GpuVector

    def at(many: int) -> Rates:
        vector = GpuVector(elfer.Setup.choose(name, nearest(elfer.all_games()[name].seats, players)), many)
        for _ in range(WARM):
            vector.step()
        cuda.synchronize()
        start, steps = perf_counter(), 0
        while (took := perf_counter() - start) < seconds / len(TABLES):
            for _ in range(STEPS):
                vector.step()
            cuda.synchronize()
            steps += STEPS
        return Rates(
            many * steps / took, None, int(vector.rounds.copy_to_host().sum()) / (steps + WARM) * steps / took
        )

    return max(at(many) for many in TABLES)


def theirs(name: str, seconds: float) -> Rates:
    """A game of pgx with uniformly random actions, begun anew where it ended, at its best number of tables."""
    return max(at_tables(name, many, seconds / len(TABLES)) for many in TABLES)


def at_tables(name: str, many: int, seconds: float) -> Rates:
    import jax

    state, run = player_of(name, many)
    state = jax.block_until_ready(run(state, jax.random.PRNGKey(0)))
    start, runs = perf_counter(), 0
    while (took := perf_counter() - start) < seconds:
        runs += 1
        state = jax.block_until_ready(run(state, jax.random.PRNGKey(runs)))
    return Rates(many * STEPS * runs / took, None, None)


def player_of(name: str, many: int) -> tuple[Any, Callable[[Any, Any], Any]]:
    """Where so many rounds begin, and what plays each of them on for some steps."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def once(state: Any, key: Any) -> tuple[Any, None]:
        lot, luck = jax.random.split(key)
        legal = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return step(state, jax.random.categorical(lot, legal), jax.random.split(luck, many)), None

    def run(state: Any, key: Any) -> Any:
        return jax.lax.scan(once, state, jax.random.split(key, STEPS))[0]

    return jax.jit(begin)(jax.random.split(jax.random.PRNGKey(0), many)), jax.jit(run)


def table(rates: dict[str, Rates]) -> Table:
    """The result, for people: each side, and how many times the fastest of pgx it is."""
    best = max([found.decisions for name, found in rates.items() if name.startswith("pgx")], default=0.0)
    out = Table(box=SIMPLE)
    out.add_column("side")
    for what in ("decisions/s", "choices/s", "games/s", "× pgx's fastest"):
        out.add_column(what, justify="right")
    for name, found in rates.items():
        cells = ["–" if rate is None else f"{rate:.3g}" for rate in found]
        out.add_row(name, *cells, f"{found.decisions / best:.3g}" if best else "–")
    return out


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Random play of kernels on a GPU, beside pgx.")
    parser.add_argument("--seconds", type=float, default=3, help="how long to measure each side (3)")
    parser.add_argument("--games", help="ids of games, with commas between (all that have kernels)")
    parser.add_argument("--players", type=int, default=4, help="at our tables, or the nearest number allowed (4)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the result there")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    chosen, rates = parse(arguments), {}
    try:
        for name in chosen.games.split(",") if chosen.games else with_kernels():
            rates[name] = ours(name, chosen.players, chosen.seconds)
            if hasattr(kernel_of(elfer.all_games()[name]), "observed"):
                rates[f"{name}, with observations"] = seeing(name, chosen.players, chosen.seconds)
    except fast.NotInstalled as why:
        print(why, file=sys.stderr)
        return 2
    try:
        for name in PEERS:
            rates[f"pgx {name}"] = theirs(name, chosen.seconds)
    except ImportError as why:
        print(f"pgx is not measured: {why}", file=sys.stderr)
    console = Console() if Console().is_terminal else Console(width=WIDTH)
    console.print(table(rates))
    if chosen.json:
        found = {name: each._asdict() for name, each in rates.items()}
        chosen.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
