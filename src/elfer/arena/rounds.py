"""Rounds and matches among bots, as quickly as the engine goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

from elfer.arena.players import Seated
from elfer.arena.trouble import Trouble
from elfer.match.match import round_seed
from elfer.table.game import Game, State
from elfer.table.refusal import Refused
from elfer.table.seed import Chance, Quick, derived
from elfer.table.windows import untimed

S = TypeVar("S", bound=State)


class Outcome(Struct, frozen=True, array_like=True):
    """How a round, or a match, came out."""

    points: tuple[int, ...]
    """By seat."""
    steps: int
    """How many actions it took."""


def chances(seed: bytes, players: int) -> list[Chance]:
    """The chance by which each seat decides.

    It belongs to the seat and not to whoever sits there: players who decide alike play the same round wherever they
    sit, so that nothing but their differences makes a difference.
    """
    return [Quick(derived(seed, f"seat {seat}")) for seat in range(players)]


def play(
    game: Game[S], seed: bytes, who: Sequence[Seated], *, match: bool = False, luck: bytes | None = None
) -> Outcome:
    """One round with this seed, or a match that begins with it; the players may be given luck of another seed."""
    decide_by = chances(seed if luck is None else luck, game.players)
    scores: list[tuple[int, ...]] = []
    steps, state = 0, None
    while not scores or (match and not game.match_over(scores)):
        number = len(scores)
        state, length = _round(game, game.deal(round_seed(seed, number), number, state), who, decide_by)
        scores.append(game.points(state))
        steps += length
    return Outcome(tuple(map(sum, zip(*scores, strict=True))), steps)


def _round(game: Game[S], state: S, who: Sequence[Seated], luck: Sequence[Chance]) -> tuple[S, int]:
    """The end of a round, and how many actions there were; one that goes on too long ends as it stands (ALL-5)."""
    steps, some_beside = 0, type(game).beside is not Game.beside
    while (seats := game.to_act(state)) and steps < game.longest_round:
        seat = _beside(game, state, seats) if some_beside else seats[0]
        state = _acted(game, state, seat, who[seat], luck[seat])
        steps += 1
    return state, steps


def _beside(game: Game[S], state: S, seats: Sequence[int]) -> int:
    """Who acts where somebody may act out of turn: bots do not let the moment pass."""
    others = (seat for seat in game.others[seats[0]] if seat not in seats)
    return next((seat for seat in others if game.allowed(state, seat)), seats[0])


def _acted(game: Game[S], state: S, seat: int, who: Seated, chance: Chance) -> S:
    if state.table.window is None and game.allowed(state, seat).bit_count() == 1:
        return game.step(state, seat, game.legal(state, seat)[0])  # there is nothing to think about
    if not who.foreign:
        return game.step(state, seat, who.decides(game, state, seat, chance))
    try:
        action = who.decides(game, state, seat, chance)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise Trouble("trouble.bot-failed", player=who.name, game=game.id, seat=seat, reason=reason) from error
    try:
        return game.apply(state, seat, action)
    except Refused as refused:
        did = game.write(action) if untimed(action) in game.numbers else repr(action)
        reason = str(refused)
        raise Trouble("trouble.illegal", player=who.name, game=game.id, action=did, reason=reason) from refused
