"""Many random rounds of the games, with every invariant checked: `python -m elfer.testing --rounds 100000`."""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from elfer.match.registry import find, games
from elfer.match.setup import Setup
from elfer.table.seed import derived, seed_from
from elfer.testing.conformance import Broken, check_round, check_without_memory
from elfer.testing.golden import GOLDEN_SEED, golden_setup, playthrough
from elfer.testing.setups import all_setups

_BATCH = 250


def main() -> int:
    """Returns 1 if anything is broken."""
    parser = argparse.ArgumentParser(prog="python -m elfer.testing", description=__doc__)
    parser.add_argument("games", nargs="*", help="ids of games (all, if none is named)")
    parser.add_argument("--rounds", type=int, default=1000, help="random rounds of each game (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first round, to go on where one stopped")
    parser.add_argument("--seed", default="soak", help="another seed gives other rounds (%(default)s)")
    parser.add_argument(
        "--closely", type=float, default=0.0005, help="share of moments looked at closely (%(default)s)"
    )
    parser.add_argument(
        "--forgetful", action="store_true", help="only play each round with and without memory, and compare"
    )
    parser.add_argument("--golden", type=Path, metavar="FOLDER", help="write golden playthroughs there instead")
    args = parser.parse_args()
    names = [find(name).id for name in args.games] or sorted(games())
    if args.golden:
        for name in names:
            setup = golden_setup(find(name))
            (args.golden / f"{setup.code}.txt").write_text(playthrough(setup, GOLDEN_SEED), "utf-8")
        return 0
    ok, closely = True, None if args.forgetful else args.closely
    with ProcessPoolExecutor(os.cpu_count()) as pool, _progress() as progress:
        for name in names:
            task = progress.add_task(name, total=args.rounds)
            end = args.first + args.rounds
            jobs = [
                pool.submit(_batch, name, first, min(_BATCH, end - first), args.seed, closely)
                for first in range(args.first, end, _BATCH)
            ]
            steps = longest = 0
            try:
                for job in as_completed(jobs):
                    played, length, most = job.result()
                    progress.advance(task, played)
                    steps, longest = steps + length, max(longest, most)
                print(f"{name}: {args.rounds:,} rounds, {steps:,} actions, longest round {longest}, nothing broken")
            except Broken as broken:
                ok = False
                for job in jobs:
                    job.cancel()
                print(f"{name}: BROKEN: {broken}", file=sys.stderr)
    return 0 if ok else 1


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True))


def _batch(name: str, first: int, rounds: int, seed: str, closely: float | None) -> tuple[int, int, int]:
    """Rounds, their actions together, the longest. The setups take turns, so that all of them get their share."""
    setups: list[Setup] = list(all_setups(find(name)))
    lengths = [
        _played(setups[n % len(setups)], derived(seed_from(seed), f"{name} {n}"), closely)
        for n in range(first, first + rounds)
    ]
    return rounds, sum(lengths), max(lengths)


def _played(setup: Setup, seed: bytes, closely: float | None) -> int:
    if closely is None:
        return check_without_memory(setup, seed)
    return check_round(setup, seed, closely)


if __name__ == "__main__":
    sys.exit(main())
