"""`schlafmuetze`: Schlafmütze, rule 7 of the booklet."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from elfer.games.booklet import BookletGame, complete
from elfer.games.schlafmuetze import stage
from elfer.table import windows
from elfer.table.actions import SILENT, Action, Call, Give
from elfer.table.cards import COLOURS, Cards, each
from elfer.table.fields import BySeat
from elfer.table.game import NOBODY, NOTHING, Actions, ActionSet, Deal, Dealing, Events, Refused, Table, TurnState
from elfer.table.options import Rounds
from elfer.table.possible import expect, expect_apart
from elfer.table.zones import Shape, Sight, Zones

DOWN = Call("down")
QUARTET = len(COLOURS)
MOST_EXCHANGES = 400
"""After so many exchanges a round ends (SM-6)."""


class Options(Struct, frozen=True, kw_only=True):
    rounds: Rounds = 5  # SM-6


class SleepyState(TurnState, frozen=True, gc=False):
    back: bool
    """Whether the left neighbour is to give another card back."""
    exchanges: Annotated[int, Meta(ge=0, le=MOST_EXCHANGES)]
    """How many exchanges were made (SM-6)."""
    caps: BySeat
    """Who got a nightcap in this round."""


class Schlafmuetze(BookletGame[SleepyState]):
    id, seats, state = "schlafmuetze", range(3, 9), SleepyState
    lowest_wins = True  # SM-6
    Options = Options
    beats = stage.beats
    bounds = (0, 1)
    rests: ClassVar = {
        "SM-2": "give, hand>given, given>hand, hand>hand, not-your-turn, gift-not-back",
        "SM-3": "call down, hand>lying, given>lying",
        "SM-4": "answered",
        "SM-5": "silent, no-quartet, nothing-put-down",
        "SM-6": "over, round-over",
    }

    def setup(self) -> None:
        zones, size = Zones(self.players), QUARTET * self.players  # SM-1
        self.deals = Dealing(range(size), each=QUARTET)
        zones.each("hand", Shape.FAN, Sight.OWNER)
        # A given card lies apart: it may not be given back (SM-2), and nobody else has seen it.
        self.given = zones.each("given", Shape.FAN, Sight.OWNER)
        self.lying = zones.each("lying", Shape.BANK, Sight.OPEN)
        self.layout = self.lay_out(zones, size, numbers=self.players)
        self.actions = Actions([*map(Give, range(size)), DOWN, SILENT])
        self._down, self._silent = self.actions.just(DOWN), self.actions.just(SILENT)
        self._nobody = (0,) * self.players

    def begin(self, deal: Deal[SleepyState]) -> SleepyState:
        return SleepyState(deal.table(), self.after_dealer(deal.number), False, 0, self._nobody)  # SM-2

    def to_act(self, state: SleepyState) -> tuple[int, ...]:
        if state.table.window:
            return state.table.window.waiting
        return self.only[self.next[state.seat] if state.back else state.seat]

    def choices(self, state: SleepyState, seat: int) -> ActionSet:
        if state.table.window:
            return self._down | self._silent
        hand: Cards = state.table.zones[seat]
        return hand | self._down if self.quartet(state.table, seat) else hand

    def do_give(self, state: SleepyState, seat: int, give: Give) -> SleepyState:
        giver, exchanges, move = state.seat, state.exchanges, self.layout.move
        if not state.back:
            table = move(state.table, give.card, seat, self.given[self.next[seat]])
            return SleepyState(table, giver, True, exchanges, self._nobody)
        table = move(state.table, give.card, seat, giver)
        table = move(table, table.zones[self.given[seat]].bit_length() - 1, self.given[seat], seat, table.events)
        over = exchanges + 1 == MOST_EXCHANGES  # SM-6
        return SleepyState(table, NOBODY if over else seat, False, exchanges + 1, self._nobody)

    def beside(self, state: SleepyState, seat: int) -> ActionSet:
        """Whoever has a quartet may put it down at any moment (SM-3)."""
        return self._down if self._may_put_down(state, seat) and self.quartet(state.table, seat) else NOTHING

    def _may_put_down(self, state: SleepyState, seat: int) -> bool:
        return state.seat != NOBODY and state.table.window is None and 0 <= seat < self.players

    def quartet(self, table: Table, seat: int) -> Cards:
        """The quartet that a seat holds, a card lying apart for it included; 0 if there is none."""
        return complete(table.zones[seat] | table.zones[self.given[seat]], numbers=self.players)

    def do_call(self, state: SleepyState, seat: int, call: Call) -> SleepyState:
        """A quartet lies: nothing is said, but the others may notice (SM-4, SM-5)."""
        table = self._laid(state.table, self.quartet(state.table, seat), seat)
        table = self.layout.ask(table, tuple(sorted(self.others[seat])), windows.SECONDS)
        return SleepyState(table, state.seat, state.back, state.exchanges, self._nobody)

    def _laid(self, table: Table, cards: Cards, seat: int, earlier: Events = ()) -> Table:
        """These cards of a seat, as far as it has them, come to lie before it."""
        table = self.layout.say(table, earlier)
        for zone in (seat, self.given[seat]):
            table = self.layout.move_all(table, each(cards & table.zones[zone]), zone, self.lying[seat], table.events)
        return table

    def closed(self, state: SleepyState, table: Table, window: windows.Window) -> SleepyState:
        calls = window.calls(DOWN.word)
        silent = [seat for seat in window.asked if seat not in calls]
        late = silent or windows.last(calls)  # SM-5
        table = self.layout.hear(table, window)
        for seat in calls:
            table = self._laid(table, self.layout.deck.all, seat, table.events)
        return SleepyState(table, NOBODY, False, state.exchanges, tuple(int(s in late) for s in range(self.players)))

    def points(self, state: SleepyState) -> tuple[int, ...]:
        return state.caps

    def refusal(self, state: SleepyState, seat: int, action: Action) -> Refused:
        if self._may_put_down(state, seat) and windows.untimed(action) == DOWN:
            return Refused("no-quartet")
        return super().refusal(state, seat, action)

    def why_not(self, state: SleepyState, seat: int, action: Action) -> Refused:
        if isinstance(action, Give):
            code = "gift-not-back" if state.table.zones[self.given[seat]] >> action.card & 1 else "not-in-hand"
            return Refused(code, card=self.layout.deck.names[action.card])
        return Refused("nothing-put-down")

    def expects(self, state: SleepyState) -> None:
        zones, window, seats = state.table.zones, state.table.window, range(self.players)
        if state.seat == NOBODY:
            return expect(not state.back, "the round is over (seat is -1): expected nothing to be given back")
        expect(not any(state.caps), "the round goes on: expected no caps")
        down = [seat for seat in seats if zones[self.lying[seat]]]
        if window:
            quiet = [seat for seat in seats if seat not in window.asked]
            put_down = down == quiet and len(down) == 1 and window.seconds
            return expect(put_down, "a window is open: expected a quartet before one player, and all others asked")
        expect(not down, "expected no cards before a player unless the others are asked whether they notice")
        expect_apart(state, self.given, self.next[state.seat] if state.back else NOBODY)
        for seat in seats:
            held, size = zones[seat].bit_count(), QUARTET - (state.back and seat == state.seat)
            expect(held == size, f"hand{seat} holds {held} cards; expected {size}")
