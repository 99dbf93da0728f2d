"""`zweikampf`: Zweikampf, rule 8 of the booklet."""

from __future__ import annotations

from typing import ClassVar

from elfer.games.booklet import BookletGame
from elfer.games.zweikampf import stage
from elfer.table.actions import TURN, Turn
from elfer.table.game import Actions, ActionSet, Count, Deal, State
from elfer.table.possible import expect
from elfer.table.zones import Shape, Sight, Zones

CARDS = 40
MOST_COMPARED = 5_000


class DuelState(State, frozen=True, gc=False):
    """A moment of the duel. Whoever has fewer open cards than the other is yet to turn one up."""

    compared: Count
    """How often two cards were compared."""


class Zweikampf(BookletGame[DuelState]):
    id, seats, state = "zweikampf", range(2, 3), DuelState
    longest_round = 2 * MOST_COMPARED  # ZK-5
    beats = stage.beats
    bounds = (0, 1)
    rests: ClassVar = {"ZK-2": "turn, stack>open, open>stack, not-your-turn", "ZK-4": "over, round-over"}

    def setup(self) -> None:
        zones = Zones(2)
        zones.each("stack", Shape.STACK, Sight.CLOSED)
        self.open = zones.each("open", Shape.STACK, Sight.OPEN)
        self.layout = self.lay_out(zones, CARDS)  # ZK-1
        self.actions = Actions([TURN])

    def begin(self, deal: Deal[DuelState]) -> DuelState:
        return DuelState(deal.table(), 0)

    def to_act(self, state: DuelState) -> tuple[int, ...]:
        mine, yours, my_open, your_open = state.table.zones
        if len(my_open) != len(your_open):
            return (0,) if len(my_open) < len(your_open) else (1,)
        # Without a card to turn up the duel is lost, after a tie too (ZK-4).
        return (0, 1) if mine and yours and state.compared < MOST_COMPARED else ()

    def choices(self, state: DuelState, seat: int) -> ActionSet:
        return self.actions.all

    def do_turn(self, state: DuelState, seat: int, turn: Turn) -> DuelState:
        table = self.layout.move(state.table, state.table.zones[seat][-1], seat, self.open[seat])
        _, _, mine, yours = table.zones
        if len(mine) != len(yours):
            return DuelState(table, state.compared)
        values = self.layout.deck.values
        one, other = values[mine[-1]], values[yours[-1]]
        if one != other:  # ZK-2, ZK-5; else each turns up one more (ZK-3)
            table = self.layout.tuck(table, self.open, int(other > one), table.events)
        return DuelState(table, state.compared + 1)

    def points(self, state: DuelState) -> tuple[int, ...]:
        # Equally many cards lie open, so whoever has lost (ZK-4), or has fewer cards (ZK-5), has the smaller stack.
        mine, yours = map(len, state.table.zones[:2])
        return int(mine > yours), int(yours > mine)

    def expects(self, state: DuelState) -> None:
        mine, yours, my_open, your_open = map(len, state.table.zones)
        behind = mine if my_open < your_open else yours
        even = my_open == your_open or (abs(my_open - your_open) == 1 and behind)
        expect(even, "expected equally many open cards, or one less of a player who can turn one up")
