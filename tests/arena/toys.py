"""A small game and small bots to try the arena on."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from msgspec import Struct

from elfer.arena.players import Seated
from elfer.arena.tuning import Vector
from elfer.bots import Player, greedy
from elfer.match.setup import Setup
from elfer.table.actions import Action, Draw, Lay
from elfer.table.cards import each, rows_deck
from elfer.table.dealing import Deal
from elfer.table.game import NOBODY, Actions, ActionSet, Dealing, Game, Layout, SeatNumber, State
from elfer.table.seed import Chance
from elfer.table.zones import Shape, Sight, Zone, hands

CARDS = 40
AIM = 17


class NearestState(State, frozen=True):
    seat: SeatNumber
    laid: tuple[int, ...] = ()


class Nearest(Game[NearestState]):
    """Everyone has five of forty cards and lays one; whoever comes nearest to 17 wins."""

    id, seats, state, lowest_wins = "nearest", range(2, 5), NearestState, True

    def setup(self) -> None:
        zones = [Zone("pile", Shape.STACK, Sight.OPEN), Zone("away", Shape.STACK, Sight.CLOSED)]
        self.layout = Layout(rows_deck(CARDS, ["red"]), self.players, [*hands(self.players), *zones])
        self.pile, self.away = self.players, self.players + 1
        self.actions = Actions(map(Lay, range(CARDS)))

    def dealing(self, number: int = 0) -> Dealing:
        return Dealing(range(CARDS), each=5, rest=self.away)

    def begin(self, deal: Deal[NearestState]) -> NearestState:
        return NearestState(deal.table(), 0)

    def choices(self, state: NearestState, seat: int) -> ActionSet:
        hand: int = state.table.zones[seat]
        return hand

    def do_lay(self, state: NearestState, seat: int, lay: Lay) -> NearestState:
        table = self.layout.move(state.table, lay.card, seat, self.pile)
        turn = seat + 1 if seat + 1 < self.players else NOBODY
        return NearestState(table, turn, (*state.laid, lay.card))

    def points(self, state: NearestState) -> tuple[int, ...]:
        far = [abs(card - AIM) for card in state.laid]
        return (*far, *[CARDS] * (self.players - len(far)))


def nearest(players: int = 2) -> Setup:
    return Setup.of(Nearest, players, {})


def aiming(at: float, game: Game[Any], state: State, seat: int) -> Action:
    """Lays the card that is nearest to a number."""
    hand: int = state.table.zones[seat]
    return Lay(min(each(hand), key=lambda card: abs(card - at)))


def good(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
    return aiming(AIM, game, state, seat)


class Bad:
    """A bot may be a class, too."""

    def __call__(self, game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
        return aiming(CARDS, game, state, seat)


def like_greedy(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
    return greedy(game, state, seat, chance)


def cheat(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
    return Lay(next(card for card in range(CARDS) if Lay(card) not in game.legal(state, seat)))


def stranger(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
    return Draw()


def failing(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
    raise KeyError("which card?")


def dying(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
    os._exit(1)


class Aim(Struct, frozen=True):
    """Somebody who lays what is nearest to a number, and a second number that does nothing."""

    names: tuple[str, ...] = ("aim", "idle")
    start: Vector = (34.0, 3.0)

    def seated(self, values: Vector) -> Seated:
        return Seated("aim", Player(partial(_aimed, values[0])))


def _aimed(at: float, game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
    return aiming(at, game, state, seat)
