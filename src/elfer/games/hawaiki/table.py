"""The table of `hawaiki`: three piles, a stock, hands; what can be done at it, what fits, how cards are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Literal

from msgspec import Meta, Struct

from elfer.games.hawaiki.tops import FITS, FLUSH, KINDS, MASKS, STRAIGHT, formed, hawaiki_deck
from elfer.table.actions import DRAW, PASS, SILENT, Action, Announce, Bury, Call, Hide, LayAt, Name
from elfer.table.cards import Card, Cards, each
from elfer.table.game import NOBODY, Actions, BySeat, Deal, Dealing, Game, Layout, SeatNumber, SeatSet, TurnState
from elfer.table.table import Events, Table
from elfer.table.zones import Shape, Sight, Zones

HAND = 6
PILES = ("a", "b", "c")
THANKS = ("", "thanks", "many-thanks")
"""By how many cards one was given at once: what one says (HA-14)."""
SECOND_CHANCE = Announce("second-chance")
FIRST_TURN, SECOND_TURN = 1, 2

OffOn = Literal["off", "on"]
Combination = Literal[0, 1, 2, 4, 8]
"""`PAIR`, `STRAIGHT`, `FLUSH` or `TRIPLET`; 0 is none."""


class Options(Struct, frozen=True, kw_only=True):
    markers: Annotated[int, Meta(ge=3, le=10)] = 10  # HA-2
    first: Literal["random", "seat-0"] = "random"  # HA-3
    flush: Literal["two", "printed"] = "two"  # HA-8
    speech: Literal["auto", "strict"] = "auto"  # HA-15
    window: Annotated[int, Meta(ge=2, le=10, extra={"when": {"speech": "strict"}})] = 4  # HA-15
    one_hidden: OffOn = "off"  # HA-20
    sacrifice: OffOn = "off"  # HA-21
    second_chance: OffOn = "off"  # HA-22


class HawaikiState(TurnState, frozen=True, gc=False):
    first: SeatNumber
    """Who began the round."""
    winner: SeatNumber
    """Who has laid the last card; `NOBODY` as long as all have cards."""
    markers: BySeat
    start: BySeat
    """The markers with which the round began."""
    announced: Combination
    """The combination announced for the card that will be laid (HA-5)."""
    forgotten: Combination
    """The combination that the card just laid forms and that was not announced: the others may call it (HA-12)."""
    due: Combination
    """The announced combination whose effect is still to come; `PAIR` also when only going again is left of it."""
    thanks: Annotated[int, Meta(ge=0, le=len(THANKS) - 1)]
    """How many cards those who are asked to say thanks have drawn (HA-14); 0 if that is not the question."""
    bare: bool
    """Whether the hidden card was played, so that another may be hidden (HA-20)."""
    begun: bool
    """Whether it is no longer before the turn: something was done in it already (HA-21, HA-22)."""
    double: Annotated[int, Meta(ge=0, le=SECOND_TURN)]
    """`FIRST_TURN` or `SECOND_TURN` of two in a row (HA-22); 0 else."""
    buried: SeatSet
    """The seats that have made their sacrifice in this round (HA-21)."""
    chanced: SeatSet
    """The seats that have taken their second chance in this round (HA-22)."""
    passed: SeatSet
    """The seats that have passed since something last happened (HA-19)."""


class HawaikiTable(Game[HawaikiState]):
    """What Hawaiki is played with."""

    Options = Options
    state = HawaikiState
    direction = -1  # HA-3

    def setup(self) -> None:
        options, zones = self.options, Zones(self.players)
        self.strict = options.speech == "strict"
        self.one_hidden = options.one_hidden == "on"
        self.sacrifice = options.sacrifice == "on"
        self.second_chance = options.second_chance == "on"
        self.alone = 1 if options.flush == "printed" else 2
        """How many cards a single player draws for a flush (HA-8)."""
        self.bounds = -options.markers, 0
        hands = zones.each("hand", Shape.FAN, Sight.OWNER)
        self.piles = tuple([zones.one(pile, Shape.STACK, Sight.OPEN) for pile in PILES])
        self.stock = zones.one("stock", Shape.STACK, Sight.CLOSED)
        self.shown = zones.each("shown", Shape.FAN, Sight.OPEN)
        self.layout = Layout(hawaiki_deck(), self.players, zones, PILES)
        self.deals = Dealing(range(2 * KINDS), each=HAND, rest=self.stock)  # HA-3
        self._from = [(*self.piles[at:], *self.piles[:at]) for at in range(len(PILES))]
        """By pile: it, and the others."""
        self._drawn_to = self.shown if self.one_hidden else hands
        """By seat: where it puts what it draws (HA-20)."""
        self._set_up_actions()

    def _set_up_actions(self) -> None:
        seats, piles, kinds = range(self.players), range(len(PILES)), range(KINDS)
        singles = [Name((seat,)) for seat in seats]
        names = [*singles, *(Name(two) for two in combinations(seats, 2))]
        lays, hides, buries = [LayAt(kind, at) for at in piles for kind in kinds], map(Hide, kinds), map(Bury, piles)
        calls, thanks = [*map(Call, MASKS)], [*map(Call, THANKS[1:])]
        says = {mask: Announce(word) for word, mask in MASKS.items()}
        offers: tuple[Action, ...] = (*lays, *hides, *buries, *says.values(), SECOND_CHANCE, *names, *calls, *thanks)
        self.actions = actions = Actions((*offers, SILENT, DRAW, PASS))
        self._first_hide, self._buries = actions.numbers[Hide(0)], actions.each(*map(Bury, piles))
        self._says = {mask: actions.just(say) for mask, say in says.items()}
        self._calls, self._thanks = actions.just(*calls, SILENT), [actions.just(call, SILENT) for call in thanks]
        self._second, self._draw, self._pass = actions.each(SECOND_CHANCE, DRAW, PASS)
        may = {STRAIGHT: singles, FLUSH: names}
        self._names = [
            {made: actions.just(*(name for name in among if seat not in name.seats)) for made, among in may.items()}
            for seat in seats
        ]
        """By seat and combination: whom one may name (HA-7, HA-8)."""

    # --- the deal --------------------------------------------------------------------------------------------

    def begin(self, deal: Deal[HawaikiState]) -> HawaikiState:
        before, lying, stock = deal.before, deal.lying, [*deal.lying[self.stock]]
        lying |= {pile: (stock.pop(),) for pile in self.piles}
        lying[self.stock] = tuple(stock)
        if before is not None:  # HA-3, HA-19
            first = before.first if before.winner == NOBODY else before.winner
            markers = self.left(before)
        else:
            first = deal.stream.below(self.players) if self.options.first == "random" else 0
            markers = (self.options.markers,) * self.players  # HA-2
        table = deal.table()
        if self.one_hidden:
            table = self.layout.ask(table, tuple(range(self.players)), 0)  # HA-20
        return HawaikiState(table, first, first, NOBODY, markers, markers, 0, 0, 0, 0, False, False, 0, 0, 0, 0)

    def left(self, state: HawaikiState) -> tuple[int, ...]:
        """The markers that each has when as many as cards in hand are given back (HA-17)."""
        if state.seat == NOBODY:
            return state.markers
        return tuple(max(have - self.held(state, s).bit_count(), 0) for s, have in enumerate(state.markers))

    # --- what a seat has, and what fits ----------------------------------------------------------------------

    def held(self, state: HawaikiState, seat: int) -> Cards:
        """The hand cards of a seat, open or not."""
        zones = state.table.zones
        cards: Cards = zones[seat] | zones[self.shown[seat]]
        return cards

    def keeps_last(self, state: HawaikiState, seat: int) -> bool:
        """Whether the seat must not lay because it would be the last card in the second of two turns (HA-22)."""
        return state.double == SECOND_TURN and self.held(state, seat).bit_count() == 1

    def fitting(self, state: HawaikiState) -> Cards:
        """The kinds that fit on some pile."""
        a, b, c = (state.table.zones[pile] for pile in self.piles)
        fitting: Cards = FITS[a[-1]] | FITS[b[-1]] | FITS[c[-1]]
        return fitting

    def can_draw(self, table: Table) -> bool:
        """Whether there is a stock, or cards to make a new one of (HA-19)."""
        zones = table.zones
        return bool(zones[self.stock]) or any(len(zones[pile]) > 1 for pile in self.piles)

    def _moves(self, state: HawaikiState, kinds: Cards) -> Iterator[tuple[Card, int, int]]:
        """Where which of these kinds fits, and which combination it would form there."""
        for at, pile in enumerate(self.piles):
            for kind in each(kinds & FITS[state.table.zones[pile][-1]]):
                yield kind, at, self._formed(state.table, kind, at)

    def _formed(self, table: Table, kind: Card, at: int) -> int:
        zones, (pile, one, other) = table.zones, self._from[at]
        return formed(kind, zones[pile][-1], zones[one][-1], zones[other][-1])

    # --- drawing ---------------------------------------------------------------------------------------------

    def _drawn(self, table: Table, seat: int, cards: int, earlier: Events = ()) -> tuple[Table, int]:
        """The seat draws so many cards, as far as there are any: and how many it got."""
        for got in range(cards):
            if not table.zones[self.stock]:
                if not self.can_draw(table):
                    return table, got
                table = self._reshuffled(table, earlier)
                earlier = table.events
            table = self.layout.move(table, table.zones[self.stock][-1], self.stock, self._drawn_to[seat], earlier)
            earlier = table.events
        return table, cards

    def _reshuffled(self, table: Table, earlier: Events) -> Table:
        """The piles, but for their tops, become the new stock (HA-19). That is done when somebody has to draw."""
        table = self.layout.say(table, earlier)
        for pile in self.piles:
            table = self.layout.move_all(table, table.zones[pile][:-1], pile, self.stock, table.events)
        return self.layout.shuffle(table, self.stock, table.events)
