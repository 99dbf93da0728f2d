"""`was-liegt-wo`: What lies where? Turn up two cards, and take them if they show the same number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from elfer.games.booklet import after_dealer, colours_deck, picked
from elfer.games.was_liegt_wo.grounds import GROUNDS
from elfer.games.was_liegt_wo.refusals import REASONS, why_not
from elfer.table.actions import Action, TurnAt
from elfer.table.cards import Places
from elfer.table.dealing import Dealing, in_blocks
from elfer.table.game import NOBODY, Game, SeatNumber, State
from elfer.table.layout import Layout
from elfer.table.seed import Stream
from elfer.table.table import Table
from elfer.table.zones import Shape, Sight, Zone

GRID, UP = 0, 1
"""The zones of the cards that lie face down, and of those that are turned up where they lie."""
COLUMNS = 8
"""How many cards lie side by side: with eight even 80 cards can be hit with a finger on a phone.
And a row is a byte."""
CLOCKWISE = 1
NOWHERE = -1


class Options(Struct, frozen=True, kw_only=True):
    deck: Literal[40, 80] = 40  # WL-1
    again: Literal["off", "on"] = "off"  # WL-3


class GridState(State, frozen=True, gc=False):
    """A moment of the game. Two cards that differ lie open until the next card is turned up, so that all see them."""

    seat: SeatNumber
    """Who turns up the next card; `NOBODY` when the round is over."""
    free: Places
    """Where a card can be turned up now. Those that will be turned back first are among them."""
    up: Places
    """Where cards lie face up: none, the first of a turn, or both of the turn before."""


class WasLiegtWo(Game[GridState]):
    id = "was-liegt-wo"
    seats = range(2, 9)
    Options = Options
    state = GridState
    grounds = GROUNDS
    reasons = REASONS

    def setup(self) -> None:
        size, players = self.options.deck, self.players
        grid = Zone("grid", Shape.PLACES, Sight.CLOSED, size=size, columns=COLUMNS)
        up = Zone("up", Shape.PLACES, Sight.OPEN, size=size, columns=COLUMNS, over="grid")
        won = [Zone("won", Shape.BANK, Sight.OPEN, seat) for seat in range(players)]
        names = [str(place) for place in range(1, size + 1)]
        self.layout = Layout(colours_deck(size), players, [grid, up, *won], names)
        self.won = tuple(range(2, 2 + players))
        self.actions = tuple(map(TurnAt, range(size)))
        self._places = {place: 1 << place for place in range(size)}
        rows = [self.actions[first : first + COLUMNS] for first in range(0, size, COLUMNS)]
        self._turns = [[tuple(picked(row, free)) for free in range(1 << COLUMNS)] for row in rows]
        """By row, and by which of its cards can be turned up: what turns them."""
        self._turn, self._back = self.layout.placing(GRID, UP), self.layout.placing(UP, GRID)
        self._take = tuple(self.layout.path(UP, zone) for zone in self.won)
        self._seats = (*((seat,) for seat in range(players)), ())
        self._again = self.options.again == "on"

    def dealing(self, number: int = 0) -> Dealing:
        return in_blocks(range(self.options.deck), 0)

    def deal(self, seed: bytes, number: int = 0, before: GridState | None = None) -> GridState:
        cards = tuple(Stream(seed, "deal").shuffled(range(self.options.deck)))
        first = after_dealer(number, self.players, CLOCKWISE)
        return GridState(self.layout.laid({GRID: cards}, seed), first, self.layout.deck.all, 0)

    def to_act(self, state: GridState) -> tuple[int, ...]:
        return self._seats[state.seat]

    def legal(self, state: GridState, seat: int) -> Sequence[Action]:
        if seat != state.seat or seat < 0:
            return ()
        out: list[Action] = []
        for turns, free in zip(self._turns, state.free.to_bytes(len(self._turns), "little"), strict=True):
            out += turns[free]
        return out

    def apply(self, state: GridState, seat: int, action: Action) -> GridState:
        if seat != state.seat or seat < 0:
            raise self.out_of_turn(state, seat)
        at = action.at if type(action) is TurnAt else NOWHERE
        table, up, place = state.table, state.up, self._places.get(at, 0)
        if not place & state.free:
            raise why_not(self, state, action)
        if up & up - 1:  # WL-2: everyone has seen the two cards of the turn before
            table = self._turned_back(table, up)
            table = self._turn(table, table.zones[GRID][at], at, table.events)
            return GridState(table, seat, state.free ^ place, place)
        table = self._turn(table, table.zones[GRID][at], at)
        if not up:
            return GridState(table, seat, state.free ^ place, place)
        return self._compared(state, table, place)

    def _turned_back(self, table: Table, up: Places) -> Table:
        lower, upper = (up & -up).bit_length() - 1, up.bit_length() - 1
        lying = table.zones[UP]
        table = self._back(table, lying[lower], lower)
        return self._back(table, lying[upper], upper, table.events)

    def _compared(self, state: GridState, table: Table, place: Places) -> GridState:
        """After the second card: are they a pair (WL-2)?"""
        seat, first, second = state.seat, state.up.bit_length() - 1, place.bit_length() - 1
        one, two = table.zones[UP][first], table.zones[UP][second]
        following = (seat + CLOCKWISE) % self.players
        if self.layout.deck.values[one] != self.layout.deck.values[two]:
            return GridState(table, following, state.free | state.up, state.up | place)
        for card in (one, two):
            table = self._take[seat](table, card, table.events)
        left = state.free ^ place
        if not left:  # WL-4
            following = NOBODY
        elif self._again:  # WL-3
            following = seat
        return GridState(table, following, left, 0)

    def points(self, state: GridState) -> tuple[int, ...]:
        return tuple(state.table.zones[zone].bit_count() // 2 for zone in self.won)
