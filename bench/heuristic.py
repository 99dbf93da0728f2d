"""“H”: a linear heuristic for `elfer` with a handful of numbers, to measure bots against.

It lays one card a turn, unless it can go out: the one for which most adds up. In this folder, as a bot of the arena:

    elfer arena elfer normal heuristic:H --players 2 --boards 200 --only-first

Its numbers were found by the cross-entropy method over duplicate deals, against a table of the mean so far and
against one that lays all it can, with two players and with four:

    python bench/heuristic.py --players 2 [--generations 15] [--boards 30] [--jobs 2]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from operator import mul
from random import Random
from statistics import fmean, pstdev
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from elfer import Setup, seed_from
from elfer.arena.players import Seated
from elfer.arena.standings import won
from elfer.arena.tournament import game_of, play_all
from elfer.arena.workers import workers
from elfer.bots import Player
from elfer.games.rows import LENGTH, RowGame, RowState
from elfer.table.actions import END, Action, Lay
from elfer.table.cards import Card, Cards
from elfer.table.game import Game, State
from elfer.table.seed import Chance, derived

CANDIDATES, BEST, BOARDS = 20, 5, 30
"""In each generation so many candidates play so many boards; the next one is drawn around the best of them."""
LEAST = 0.05
"""How wide it is searched at least, beside what the best differ in."""


class Numbers(Struct, frozen=True):
    """How much each thing counts of a card."""

    own: float = 1.0
    """Own cards beyond it in its row."""
    blocked: float = 0.0
    """Cards beyond it that others may have: they wait as long as it is held back."""
    opens: float = 0.0
    """Places beside it that open for cards of others."""
    hurry: float = 0.0
    """The same, the more the nearer another player is to going out: whole with one card left, half with two."""
    number: float = 0.0
    """Its own number, a 20 being 1."""


TUNED = {2: Numbers(1.0, -0.05, -0.3, -0.45, 0.0), 4: Numbers(1.0, -0.1, -0.3, -0.5, 0.0)}
"""By the number of players, from so many on; as this module finds them."""


def heuristic(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
    """What it does."""
    return chosen(TUNED[max(players for players in TUNED if players <= game.players)], game, state, seat, chance)


def lays_all(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
    """Lays all it can, in any order."""
    legal = game.legal(state, seat)
    lays = [action for action in legal if isinstance(action, Lay)] or legal
    return lays[chance.below(len(lays))]


H = heuristic
G = lays_all


def chosen(numbers: Numbers, game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
    """The best card, once it is the first of a turn or one can go out; else whatever there is to do."""
    legal = game.legal(state, seat)
    lays = [action for action in legal if isinstance(action, Lay)]
    assert isinstance(game, RowGame)
    assert isinstance(state, RowState)
    if END in legal and not goes_out(game, state, seat):
        return END
    if not lays:
        return legal[chance.below(len(legal))]
    if len(lays) == 1:
        return lays[0]
    weights = astuple(numbers)
    worth = [sum(map(mul, weights, look(game, state, seat, action.card))) for action in lays]
    best = [action for action, value in zip(lays, worth, strict=True) if value == max(worth)]
    return best[chance.below(len(best))]


def look(game: RowGame, state: RowState, seat: int, card: Card) -> tuple[float, ...]:
    """What speaks for a card, as `Numbers` names it."""
    zones = state.table.zones
    hand, lying = zones[seat], zones[game.rows]
    waits = [one for one in beyond(card) if one != card and not lying >> one & 1]
    theirs = [one for one in waits if not hand >> one & 1]
    opens = sum(abs(one - card) == 1 for one in theirs)
    near = 1 / min(zones[other].bit_count() or 1 for other in game.others[seat])
    return len(waits) - len(theirs), len(theirs), opens, opens * near, (card % LENGTH + 1) / LENGTH


def beyond(card: Card) -> range:
    """The cards from it on, away from the 11 in its row; all of the row for an 11."""
    row, place = card - card % LENGTH, card % LENGTH
    middle = LENGTH // 2
    return range(row if place <= middle else card, row + LENGTH if place >= middle else card + 1)


def goes_out(game: RowGame, state: RowState, seat: int) -> bool:
    """Whether the whole hand can be laid in this turn."""
    hand: Cards = state.table.zones[seat]
    while hand:
        lays = [action.card for action in game.legal(state, seat) if isinstance(action, Lay)]
        if not lays:
            return False
        state = game.step(state, seat, Lay(lays[0]))
        hand = state.table.zones[seat]
        if hand and state.seat != seat:
            return False
    return True


# --- how its numbers were found ------------------------------------------------------------------------------


class Trial(Struct, frozen=True):
    """Numbers that are tried on a board, against a table of others and against one that lays all it can."""

    setup: Setup
    number: int
    tried: Numbers
    others: Numbers
    board: str


def tried(trial: Trial) -> tuple[int, float]:
    """The number of the candidate, and its share of wins over both tables."""
    game, shares = game_of(trial.setup), []
    own = Seated("tried", Player(partial(chosen, trial.tried)))
    for other in (partial(chosen, trial.others), lays_all):
        lineup = (0, *(1,) * (game.players - 1))
        outcomes = play_all(game, derived(seed_from("H"), trial.board), lineup, (own, Seated("other", Player(other))))
        shares += [won(outcome.points, lowest_wins=True)[seat] for seat, outcome in enumerate(outcomes)]
    return trial.number, fmean(shares)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Find the numbers of the heuristic for so many players.")
    parser.add_argument("--players", type=int, default=2, help="at the table (2)")
    parser.add_argument("--generations", type=int, default=15, help="how many (15)")
    parser.add_argument("--boards", type=int, default=BOARDS, help=f"for each candidate ({BOARDS})")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play (1)")
    chosen = parser.parse_args(arguments)
    setup, chance, free = Setup.choose("elfer", chosen.players), Random(1), len(astuple(Numbers())) - 1
    mean, spread = [0.0] * free, [0.5] * free  # own cards count 1: only how the others relate to it matters
    with workers(chosen.jobs) as team:
        for generation in range(chosen.generations):
            drawn = [[chance.gauss(*each) for each in zip(mean, spread, strict=True)] for _ in range(CANDIDATES)]
            now = Numbers(1.0, *mean)
            trials = [
                Trial(setup, number, Numbers(1.0, *values), now, f"{generation} {board}")
                for board in range(chosen.boards)
                for number, values in enumerate(drawn)
            ]
            wins: list[list[float]] = [[] for _ in drawn]
            for number, share in team.each(tried, trials):
                wins[number].append(share)
            ranked = sorted(range(CANDIDATES), key=lambda number: -fmean(wins[number]))
            columns = [*zip(*(drawn[number] for number in ranked[:BEST]), strict=True)]
            mean, spread = [*map(fmean, columns)], [LEAST + pstdev(column) for column in columns]
            print(generation + 1, Numbers(1.0, *(round(value, 2) for value in mean)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
