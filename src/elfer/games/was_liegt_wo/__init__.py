"""`was-liegt-wo`: Was liegt wo?, rule 13 of the booklet: turn up two cards, and take them if they are equal."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from elfer.games.booklet import BookletGame, alike
from elfer.games.was_liegt_wo import stage
from elfer.table.actions import Action, TurnAt
from elfer.table.cards import Places, each
from elfer.table.game import NOBODY, Actions, ActionSet, Deal, Dealing, Refused, TurnState
from elfer.table.possible import expect, expect_over
from elfer.table.table import Events, Table, as_set, occupied
from elfer.table.zones import Shape, Sight, Zones

GRID, UP = 0, 1
"""The zones of the cards that lie face down, and of those that are turned up where they lie."""
COLUMNS = 8
"""How many cards lie side by side: with eight even 80 cards can be hit with a finger on a phone."""


class Options(Struct, frozen=True, kw_only=True):
    deck: Literal[40, 80] = 40  # WL-1
    again: Literal["off", "on"] = "off"  # WL-3


class GridState(TurnState, frozen=True, gc=False):
    """A moment of the game. Two cards that differ lie open until the next card is turned up, so that all see them."""

    free: Places
    """Where a card can be turned up now. Those that will be turned back first are among them."""
    up: Places
    """Where cards lie face up: none, the first of a turn, or both of the turn before."""


class WasLiegtWo(BookletGame[GridState]):
    id, seats, state = "was-liegt-wo", range(2, 9), GridState
    Options = Options
    beats = stage.beats
    rests: ClassVar = {
        "WL-2": "turn-at, grid>up, up>grid, up>won, not-your-turn, lies-face-up, card-is-taken",
        "WL-4": "over, round-over",
    }

    def setup(self) -> None:
        size, players = self.options.deck, self.players
        self.bounds = 0, size // 2
        self.deals = Dealing(range(size), each=0, rest=GRID)  # WL-1
        zones, grid = Zones(players), {"size": size, "columns": COLUMNS}
        zones.one("grid", Shape.PLACES, Sight.CLOSED, **grid)
        self.up = zones.one("up", Shape.PLACES, Sight.OPEN, **grid, over="grid")
        self.won = zones.each("won", Shape.BANK, Sight.OPEN)
        names = [str(place) for place in range(1, size + 1)]
        self.layout = self.lay_out(zones, size, places=names)
        self.actions = Actions(map(TurnAt, range(size)))

    def begin(self, deal: Deal[GridState]) -> GridState:
        return GridState(deal.table(), self.after_dealer(deal.number), self.layout.deck.all, 0)

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
        seat, left, up, values = state.seat, state.free ^ place, table.zones[UP], self.layout.deck.values
        one, two = up[state.up.bit_length() - 1], up[place.bit_length() - 1]
        if values[one] != values[two]:
            return GridState(table, self.next[seat], state.free | state.up, state.up | place)
        table = self.layout.move_all(table, (one, two), UP, self.won[seat], table.events)
        if not left:
            return GridState(table, NOBODY, 0, 0)  # WL-4
        return GridState(table, seat if self.options.again == "on" else self.next[seat], left, 0)  # WL-3

    def points(self, state: GridState) -> tuple[int, ...]:
        return tuple(state.table.zones[zone].bit_count() // 2 for zone in self.won)

    def why_not(self, state: GridState, seat: int, action: Action) -> Refused:
        assert isinstance(action, TurnAt)
        place = self.layout.places[action.at]
        return Refused("lies-face-up" if state.up >> action.at & 1 else "card-is-taken", place=place)

    def expects(self, state: GridState) -> None:
        grid, up = map(as_set, state.table.zones[:2])
        even = all((same & (grid | up)).bit_count() % 2 == 0 for same in alike(self.options.deck))
        expect(even, "of each number an even number of cards is expected on the grid")
        pair = any(same & up == up for same in alike(self.options.deck) if up.bit_count() > 1)
        expect(up.bit_count() <= 2 and not pair, "up: expected two cards at most, and a pair to be won")
        expect_over(state, over=not grid | up)

    def follows(self, state: GridState) -> dict[str, object]:
        down, up = map(occupied, state.table.zones[:2])
        expect(not down & up, "two cards lie on one place, one of them face up; expected one")
        return {"up": up, "free": down | up if up & up - 1 else down}
