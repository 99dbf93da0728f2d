"""`ratefix`: Ratefix, rule 6 of the booklet."""

from __future__ import annotations

from math import inf
from typing import Annotated, ClassVar

from msgspec import Meta

from elfer.games.booklet import NUMBERS, BookletGame, DeckOptions
from elfer.games.ratefix import stage
from elfer.table.actions import SILENT, Guess
from elfer.table.cards import each
from elfer.table.game import Actions, ActionSet, Deal, Dealing, State, Table, Window
from elfer.table.possible import expect
from elfer.table.zones import Shape, Sight, Zones


class RatefixState(State, frozen=True, gc=False):
    """A moment of a round: a window is open in which all guess, or the round is over."""

    turn: Annotated[int, Meta(ge=1)]
    """Which turn it is, from 1."""
    turns: int
    """How many turns there are: each uses up a card of every stack."""


class Ratefix(BookletGame[RatefixState]):
    id, seats, state = "ratefix", range(2, 9), RatefixState
    longest_round = 80 // 2  # every card of a stack is one answer of its owner
    Options = DeckOptions
    beats = stage.beats
    rests: ClassVar = {
        "RA-2": "guess, silent, stack>middle, no-answer",
        "RA-3": "middle>won, middle>rest",
        "RA-4": "middle>kept, kept>won",
        "RA-5": "over, round-over",
    }

    def setup(self) -> None:
        players, size, zones = self.players, self.options.deck, Zones(self.players)
        zones.each("stack", Shape.STACK, Sight.CLOSED)
        self.won = zones.each("won", Shape.BANK, Sight.OPEN)
        self.middle = zones.one("middle", Shape.STACK, Sight.CLOSED)
        self.kept = zones.one("kept", Shape.BANK, Sight.OPEN)
        rest = zones.one("rest", Shape.STACK, Sight.CLOSED)
        self.layout = self.lay_out(zones, size)
        self.bounds = 0, size
        self.each = size // 2 // players
        self.deals = Dealing(range(size), each=self.each, rest=rest)  # RA-1
        self._everyone = tuple(range(players))
        self.actions = Actions([SILENT, *map(Guess, range(players, players * NUMBERS + 1))])  # RA-2

    def begin(self, deal: Deal[RatefixState]) -> RatefixState:
        return self._asked(deal.table(), 1, self.each)

    def _asked(self, table: Table, turn: int, turns: int) -> RatefixState:
        """Everyone's top card goes face down into the middle, and all are asked (RA-2)."""
        for seat in self._everyone:
            table = self.layout.move(table, table.zones[seat][-1], seat, self.middle, table.events)
        # Nobody must be quick, so there is no clock; whoever does not want to guess says so.
        return RatefixState(self.layout.ask(table, self._everyone, 0), turn, turns)

    def choices(self, state: RatefixState, seat: int) -> ActionSet:
        return self.actions.all

    def closed(self, state: RatefixState, table: Table, window: Window) -> RatefixState:
        """The cards are turned up, and go to the nearest guess or stay in the middle (RA-3, RA-4, RA-6)."""
        layout, values, kept = self.layout, self.layout.deck.values, table.zones[self.kept]
        winner = nearest(window, sum([values[card] for card in table.zones[self.middle]]))
        to = self.kept if winner is None else self.won[winner]
        table = layout.hear(table, window)
        table = layout.lift(table, self.middle, to, table.events)
        if kept and winner is not None:
            table = self.layout.move_all(table, each(kept), self.kept, to, table.events)
        if state.turn == state.turns:
            return RatefixState(table, state.turn, state.turns)
        return self._asked(table, state.turn + 1, state.turns)

    def points(self, state: RatefixState) -> tuple[int, ...]:
        return tuple(state.table.zones[won].bit_count() for won in self.won)  # RA-5

    def expects(self, state: RatefixState) -> None:
        zones, window, left = state.table.zones, state.table.window, state.turns - state.turn
        expect(left >= 0, f"turn is {state.turn}; expected one from 1 to {state.turns}, which is turns")
        enough = all(len(stack) >= left for stack in zones[: self.players])
        expect(enough, "in each stack at least as many cards are expected as there are turns left")
        guessed = len(zones[self.middle]) == (self.players if window else 0)
        expect(guessed, "in the middle is expected a card of each player while all are asked, and none else")
        asked = len(window.asked) == self.players and not window.seconds if window else not left
        expect(asked, "expected a window without a clock in which all are asked, until the last turn is over")


def nearest(window: Window, total: int) -> int | None:
    """The seat whose guess is nearest; `None` if several are, or if nobody has guessed (RA-4)."""
    off = [abs(answer.number - total) if type(answer) is Guess else inf for answer in window.answers]
    least = min(off)
    return off.index(least) if off.count(least) == 1 and least < inf else None
