"""`was-liegt-wo`: What lies where? Turn up two cards, and take them if they show the same number."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from elfer.games.booklet import after_dealer, colours_deck
from elfer.games.was_liegt_wo import impossible, refusals, stage
from elfer.games.was_liegt_wo.grounds import GROUNDS
from elfer.table.actions import TurnAt
from elfer.table.cards import Places, each
from elfer.table.choices import Actions, ActionSet
from elfer.table.dealing import Dealing, in_blocks
from elfer.table.game import NOBODY, Game, SeatNumber, State
from elfer.table.layout import Layout
from elfer.table.seed import Stream
from elfer.table.table import Events, Table
from elfer.table.zones import Shape, Sight, Zone

GRID, UP = 0, 1
"""The zones of the cards that lie face down, and of those that are turned up where they lie."""
COLUMNS = 8
"""How many cards lie side by side: with eight even 80 cards can be hit with a finger on a phone."""
CLOCKWISE = 1


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
    reasons = refusals.REASONS
    why_not = refusals.why_not
    faults = impossible.faults
    beats = stage.beats

    def setup(self) -> None:
        size, players = self.options.deck, self.players
        grid = Zone("grid", Shape.PLACES, Sight.CLOSED, size=size, columns=COLUMNS)
        up = Zone("up", Shape.PLACES, Sight.OPEN, size=size, columns=COLUMNS, over="grid")
        won = [Zone("won", Shape.BANK, Sight.OPEN, seat) for seat in range(players)]
        names = [str(place) for place in range(1, size + 1)]
        self.layout = Layout(colours_deck(size), players, [grid, up, *won], names)
        self.up, self.won = UP, tuple(range(2, 2 + players))
        self.actions = Actions(map(TurnAt, range(size)))

    def dealing(self, number: int = 0) -> Dealing:
        return in_blocks(range(self.options.deck), 0)

    def deal(self, seed: bytes, number: int = 0, before: GridState | None = None) -> GridState:
        cards = tuple(Stream(seed, "deal").shuffled(range(self.options.deck)))
        first = after_dealer(number, self.players, CLOCKWISE)
        return GridState(self.layout.laid({GRID: cards}, seed), first, self.layout.deck.all, 0)

    def choices(self, state: GridState, seat: int) -> ActionSet:
        return state.free  # the action of a place has its number

    def do_turn_at(self, state: GridState, seat: int, turn: TurnAt) -> GridState:
        table, up, place = state.table, state.up, 1 << turn.at
        earlier: Events = ()
        if up & up - 1:  # WL-2: everyone has seen the two cards of the turn before
            for at in each(up):
                table = self.layout.move(table, table.zones[UP][at], UP, GRID, earlier, 0, at)
                earlier = table.events
            up = 0
        table = self.layout.move(table, table.zones[GRID][turn.at], GRID, UP, earlier, 0, turn.at)
        if up:
            return self._compared(state, table, place)
        return GridState(table, seat, state.free ^ place, place)

    def _compared(self, state: GridState, table: Table, place: Places) -> GridState:
        """After the second card: are they a pair (WL-2)?"""
        seat, first, second = state.seat, state.up.bit_length() - 1, place.bit_length() - 1
        one, two = table.zones[UP][first], table.zones[UP][second]
        following = (seat + CLOCKWISE) % self.players
        if self.layout.deck.values[one] != self.layout.deck.values[two]:
            return GridState(table, following, state.free | state.up, state.up | place)
        for card in (one, two):
            table = self.layout.move(table, card, UP, self.won[seat], table.events)
        left = state.free ^ place
        if not left:  # WL-4
            following = NOBODY
        elif self.options.again == "on":  # WL-3
            following = seat
        return GridState(table, following, left, 0)

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, self.options.deck // 2

    def points(self, state: GridState) -> tuple[int, ...]:
        return tuple(state.table.zones[zone].bit_count() // 2 for zone in self.won)
