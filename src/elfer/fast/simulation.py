"""Many rounds of random play at once."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from msgspec import Struct

from elfer.fast.gpu import totals
from elfer.fast.kernels import Kernel
from elfer.match.setup import Setup
from elfer.table.machine import wrapped

_PORTION = 1 << 14
"""Rounds that a thread plays before it looks for more."""
_SEATS = 8
_TOTALS = 2 + 2 * _SEATS


class Tally(Struct, frozen=True):
    """What came of many rounds."""

    rounds: int
    decisions: int
    """Actions of players. More than half of them are forced in random play."""
    choices: int
    """Those among more than one."""
    won: tuple[int, ...]
    """By seat, how many rounds it won, alone or with others."""
    points: tuple[int, ...]
    """By seat, the points of all rounds together."""


def simulate(
    table: Setup | str | Kernel,
    rounds: int,
    seed: int = 0,
    threads: int = 1,
    how: str = "rollouts",
    gpu: bool = False,
) -> Tally:
    """Play so many first rounds of matches at random: every legal action is equally likely.

    Round *n* of a seed is the same however many rounds or threads there are, on a GPU as elsewhere, and whether a
    turn is played at once or, to compare, step by step (`how="rollouts_by_steps"`).
    """
    kernel = table if isinstance(table, Kernel) else Kernel(table)
    seed = wrapped(seed)
    if gpu:
        decisions, choices, *by_seat = totals(kernel, how, seed, rounds, _TOTALS)
    else:
        decisions, choices, *by_seat = _on_threads(kernel, how, seed, rounds, threads)
    players = kernel.game.players
    return Tally(rounds, decisions, choices, tuple(by_seat[:players]), tuple(by_seat[_SEATS : _SEATS + players]))


def _on_threads(kernel: Kernel, how: str, seed: int, rounds: int, threads: int) -> list[int]:
    run, cards = kernel.function(how), kernel.cards

    def portion(first: int) -> Sequence[int]:
        words, deck = kernel.words([0] * kernel.module.WORDS), kernel.spots([0] * kernel.module.CARDS)
        own = kernel.words([0] * _TOTALS)
        run(kernel.rules, cards, words, deck, own, seed, first, min(_PORTION, rounds - first))
        return [int(total) for total in own]

    portion(rounds)  # No rounds: so it is compiled before several threads would wait for it.
    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(portion, range(0, rounds, _PORTION)))
    return [sum(column) for column in zip([0] * _TOTALS, *parts, strict=True)]
