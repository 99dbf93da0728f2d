"""Small tournaments for the tests of bots: the same deal from every seat."""

from __future__ import annotations

from typing import Any

from elfer import Game, seed_from
from elfer.bots import Bot, Level, Player, decide, player
from elfer.bots.search import result
from elfer.table.seed import Quick, Stream


def share(game: Game[Any], one: Bot | Player, others: Bot | Player, boards: int) -> float:
    """Which part of the rounds somebody wins at tables of others, over so many deals from all seats."""
    won = 0.0
    for number in range(boards):
        for seat in range(game.players):
            who = [others] * game.players
            who[seat] = one
            won += result(game, played(game, f"board {number}", who), seat)
    return won / boards / game.players


def played(game: Game[Any], seed: str, who: list[Bot | Player]) -> Any:
    """How a round ends; everything that is done in it is legal."""
    state, chance = game.deal(seed_from(seed)), Quick(seed.encode())
    while acting := game.to_act(state):
        state = game.apply(state, acting[0], decide(who[acting[0]], game, state, acting[0], chance))
    return state


def chosen(game: Game[Any], state: Any, level: Level = Level.NORMAL, seat: int = 0) -> str:
    """What somebody of that level does, in notation."""
    return game.write(decide(player(game, level), game, state, seat, Stream(bytes(32), "any")))
