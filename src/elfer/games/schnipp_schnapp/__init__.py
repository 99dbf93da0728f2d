"""`schnipp-schnapp`: Schnipp-Schnapp, rule 10 of the booklet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from elfer.games.booklet import BookletGame, complete
from elfer.games.schnipp_schnapp import stage
from elfer.table import windows
from elfer.table.actions import SILENT, TURN, Action, Call, Turn
from elfer.table.cards import together
from elfer.table.fields import BySeat, Count, changed
from elfer.table.game import NOBODY, Actions, ActionSet, Deal, Refused, Table, TurnState, Window
from elfer.table.possible import expect
from elfer.table.table import BOTTOM
from elfer.table.zones import Shape, Sight, Zones

CARDS = 80
SCHNAPP, SCHNIPP = Call("schnapp"), Call("schnipp")


class Options(Struct, frozen=True, kw_only=True):
    turns: Annotated[int, Meta(ge=100, le=1000)] = 400  # SS-9
    together: Literal["off", "on"] = "off"  # SS-10


class SnapState(TurnState, frozen=True, gc=False):
    """A moment of the game: somebody is to turn up, or has turned up just now.

    An open window without a clock is one in which all turn up together (SS-10).
    """

    turned: Count
    """How many cards were turned up so far."""
    barred: BySeat
    """Who has no cards and may not call any more (SS-8)."""


class SchnippSchnapp(BookletGame[SnapState]):
    id, seats, state = "schnipp-schnapp", range(3, 9), SnapState
    Options = Options
    beats = stage.beats
    direction = -1  # SS-2
    rests: ClassVar = {
        "SS-2": "turn, stack>open, not-your-turn, no-call-now",
        "SS-3": "call schnapp, silent, open>stack",
        "SS-4": "call schnipp, open>schnipp, schnipp>stack",
        "SS-9": "over, round-over",
    }

    def setup(self) -> None:
        zones = Zones(self.players)
        zones.each("stack", Shape.STACK, Sight.CLOSED)
        self.open = zones.each("open", Shape.STACK, Sight.OPEN)
        self.aside = zones.each("quartets", Shape.BANK, Sight.OPEN)
        self.schnipp = zones.one("schnipp", Shape.STACK, Sight.OPEN)
        self.layout = self.lay_out(zones, CARDS)
        self.at_once = self.options.together == "on"
        self.bounds = 0, CARDS if self.at_once else CARDS // 4
        self.actions = Actions([TURN, SCHNAPP, SCHNIPP, SILENT])
        self._turn, self._schnipp = self.actions.just(TURN), self.actions.just(SCHNIPP, SILENT)
        self._calls = self.actions.all ^ self._turn

    def begin(self, deal: Deal[SnapState]) -> SnapState:
        self.lay_off(deal, self.aside, colours=4)  # SS-1
        dealer = self.after_dealer(deal.number - 1)
        return self._go_on(deal.table(), dealer, 0, (0,) * self.players)

    def choices(self, state: SnapState, seat: int) -> ActionSet:
        window = state.table.window
        if window is None or not window.seconds:
            return self._turn
        return self._calls if self.has_cards(state.table, seat) else self._schnipp

    def do_turn(self, state: SnapState, seat: int, turn: Turn) -> SnapState:
        return self._turned_up(state, state.table, (seat,))

    def closed(self, state: SnapState, table: Table, window: Window) -> SnapState:
        if window.seconds:
            return self._decided(state, self.layout.hear(table, window), window)
        return self._turned_up(state, table, window.asked)

    def _turned_up(self, state: SnapState, table: Table, seats: Sequence[int]) -> SnapState:
        """These turn up their top cards; then all who can may call."""
        table = self.layout.say(table, ())
        for seat in seats:
            table = self.turn_up(table, seat, self.open[seat], table.events)  # SS-7
        callers = [seat for seat, barred in enumerate(state.barred) if not barred]
        table = self.layout.ask(table, tuple(callers), windows.SECONDS)
        return SnapState(table, state.seat, state.turned + len(seats), state.barred)

    def _go_on(self, table: Table, seat: int, turned: int, barred: tuple[int, ...]) -> SnapState:
        """The next who has cards turns up, or all who have, unless it is over (SS-9)."""
        zones, opened = table.zones, self.open
        holders = [other for other in (*self.others[seat], seat) if zones[other] or zones[opened[other]]]
        alone = len(holders) == 1 and not zones[self.schnipp]
        # If all cards lie in the Schnipp, nobody can turn up what would win it.
        if turned >= self.options.turns or alone or not holders:
            return SnapState(table, NOBODY, turned, barred)
        if self.at_once:
            table = self.layout.ask(table, tuple(holders), 0)
        return SnapState(table, holders[0], turned, barred)

    # --- “Snap!” ---------------------------------------------------------------------------------------------

    def matching(self, state: SnapState) -> list[list[int]]:
        """The owners of open piles that show one number, for each number that has just appeared (SS-3, SS-10)."""
        tops, appeared = self._tops(state)
        equal = [number for number in dict.fromkeys(appeared) if number and tops.count(number) > 1]
        return [[seat for seat, top in enumerate(tops) if top == number] for number in equal]

    def schnipp_due(self, state: SnapState) -> bool:
        """Whether the number on top of the Schnipp has just appeared (SS-4)."""
        lying = state.table.zones[self.schnipp]
        return bool(lying) and self.layout.deck.values[lying[-1]] in self._tops(state)[1]

    def idle(self, state: SnapState) -> bool:
        # All that could be called lies open; only a wrong call is possible then (SS-4, SS-5).
        return not self.matching(state) and not self.schnipp_due(state)

    def _tops(self, state: SnapState) -> tuple[list[int], list[int]]:
        """By seat, the number that its open pile shows, or 0; and those that have just appeared."""
        zones, values = state.table.zones, self.layout.deck.values
        tops = [values[zones[zone][-1]] if zones[zone] else 0 for zone in self.open]
        return tops, tops if self.at_once else tops[state.seat : state.seat + 1]

    def _decided(self, state: SnapState, table: Table, window: Window) -> SnapState:
        """First what was called rightly has its effect, then what was called wrongly."""
        schnapps, schnipps = window.calls(SCHNAPP.word), window.calls(SCHNIPP.word)
        barred, groups, due = state.barred, self.matching(state), self.schnipp_due(state)
        for owners in groups:
            table = self._snapped(table, owners, {s: schnapps.pop(s) for s in owners if s in schnapps})
        if due:
            winner, *tied = windows.first(schnipps) or (NOBODY,)
            if winner != NOBODY and not tied:  # SS-4
                table = self._under(table, self.schnipp, winner)
                barred = (0,) * self.players  # SS-8
            schnipps = {}
        wrong = schnapps | schnipps
        in_turn = [seat for seat in (state.seat, *self.others[state.seat]) if seat in wrong]
        for seat in sorted(in_turn, key=wrong.__getitem__):
            table = self.layout.carry(table, self.open[seat], self.schnipp, table.events)  # SS-4, SS-5
            if not self.has_cards(state.table, seat):
                barred = changed(barred, seat, 1)
        return self._go_on(table, state.seat, state.turned, barred)

    def _snapped(self, table: Table, owners: Sequence[int], calls: Mapping[int, int]) -> Table:
        """What comes of "Schnapp" by these owners of piles with one number."""
        first = windows.first(calls)
        for seat in first:  # SS-6: if there are several, that is all
            table = self._under(table, self.open[seat], seat)
        if len(first) == 1:  # SS-3
            for other in self.others[first[0]]:
                if other in owners:
                    table = self._under(table, self.open[other], first[0])
        return table

    def _under(self, table: Table, pile: int, seat: int) -> Table:
        """A pile goes under the seat's stack, backs up."""
        return self.layout.carry(table, pile, seat, table.events, at=BOTTOM, over=True)

    def has_cards(self, table: Table, seat: int) -> bool:
        """Whether the seat has anything to turn up."""
        return bool(table.zones[seat] or table.zones[self.open[seat]])

    def points(self, state: SnapState) -> tuple[int, ...]:
        zones = state.table.zones
        piles = zip(zones, [zones[pile] for pile in self.open], [zones[aside] for aside in self.aside], strict=False)
        owned = [together(stack + pile) | aside for stack, pile, aside in piles]
        if self.at_once:
            return tuple(map(int.bit_count, owned))  # SS-10
        return tuple([complete(cards).bit_count() // 4 for cards in owned])  # SS-9

    def why_not(self, state: SnapState, seat: int, action: Action) -> Refused:
        return Refused("no-call-now")

    def expects(self, state: SnapState) -> None:
        window, seats = state.table.window, range(self.players)
        holders = [seat for seat in seats if self.has_cards(state.table, seat)]
        fitting = all(barred in (0, 1) and barred + (seat in holders) < 2 for seat, barred in enumerate(state.barred))
        expect(fitting, "barred: expected 1 only for players without cards, and 0 for all others")
        if window is None:
            able = state.seat in (NOBODY, *holders)
            expect(able, f"it is the turn of seat {state.seat}, which has no cards; expected one that has")
        elif window.seconds:
            callers = [seat for seat in seats if not state.barred[seat]]
            expect(sorted(window.asked) == callers, "asked are expected all who are not barred")
        else:
            all_turn = self.at_once and {*window.asked} <= {*holders}
            expect(all_turn, "expected a window without a clock only where all who have cards turn up together")
