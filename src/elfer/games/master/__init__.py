"""`master`: Elfer raus! Master, with jokers, connection cards and bonus cards."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from elfer.games.master import board, refusals
from elfer.games.master.board import CROSSINGS, EVERYWHERE, JOKER, JOKERS, LENGTH, PLACES, Order
from elfer.games.master.refusals import MOST_LAID
from elfer.table.actions import DRAW, END, PASS, Connect, Draw, End, Lay, LayAt, Pass, Swap
from elfer.table.cards import Card, Cards, each, together
from elfer.table.events import Said
from elfer.table.game import NOBODY, NOTHING, ActionSet, Count, Deal, Dealing, Game, Layout, SeatNumber, TurnState
from elfer.table.options import Rounds
from elfer.table.seed import Stream
from elfer.table.table import Content, Events, Table
from elfer.table.zones import Shape, Sight, Zones

STANDARD: Order = (0, 1, 2, 3)
HAND_SIZE = {2: 20, 3: 20, 4: 15, 5: 12, 6: 12}  # MA-4
CONNECTIONS_EACH = {2: 4, 3: 4, 4: 3, 5: 3, 6: 2}  # MA-2


class Options(Struct, frozen=True, kw_only=True):
    rows: Literal["random", "standard"] = "random"  # MA-3
    first: Literal["random", "seat-0"] = "random"  # MA-4
    rounds: Rounds = 1  # MA-23


class MasterState(TurnState, frozen=True, gc=False):
    first: SeatNumber
    """Who began the round."""
    order: Order
    fits: Cards
    """Empty places beside a taken one in their row."""
    reach: Cards
    """Empty places right above or below a taken one: a connection card can lead to them."""
    wild: Cards
    """Places on which jokers stand."""
    laid: Annotated[int, Meta(ge=0, le=MOST_LAID)]
    """How many cards were laid in this turn."""
    swapped: bool
    """Whether a joker was exchanged in this turn."""
    passes: Count
    """How many players have passed one after the other."""


class Master(Game[MasterState]):
    id = "master"
    seats = range(2, 7)
    Options = Options
    state = MasterState
    rests = refusals.RESTS
    why_not = refusals.why_not
    expects = refusals.expects
    follows = refusals.follows

    # --- cards and deal --------------------------------------------------------------------------------------

    def setup(self) -> None:
        players, deck, zones = self.players, board.master_deck(), Zones(self.players)
        rows, over = {"homes": True, "middle": 11, "row_order": "order", "open_places": "fits"}, {"over": "rows"}
        zones.each("hand", Shape.FAN, Sight.OWNER)
        self.rows = zones.one("rows", Shape.PLACES, Sight.OPEN, columns=LENGTH, **rows)
        self.jokers = zones.one("jokers", Shape.PLACES, Sight.OPEN, columns=LENGTH, size=PLACES, **over)
        self.links = zones.one("links", Shape.PLACES, Sight.OPEN, columns=LENGTH, size=PLACES - LENGTH, **over)
        self.stock = zones.one("stock", Shape.STACK, Sight.CLOSED)
        self.bonus = zones.one("bonus", Shape.BANK, Sight.OPEN)
        self.box = zones.one("box", Shape.BANK, Sight.OPEN)
        self.connections = zones.each("connections", Shape.BANK, Sight.OPEN)
        self.won = zones.each("won", Shape.BANK, Sight.OPEN)
        self.layout = Layout(deck, players, zones, places=deck.names[:PLACES])
        self.actions = board.actions()
        self._draw, self._end, self._pass = self.actions.each(DRAW, END, PASS)
        self.bounds = -deck.worth(EVERYWHERE | JOKERS), deck.worth(deck.all >> board.BONUS << board.BONUS)

        own = CONNECTIONS_EACH[players]
        out: dict[int, Content] = {
            self.rows: board.ELEVENS,  # MA-3
            self.bonus: together(range(board.BONUS, len(deck))),
            self.box: together(range(board.CONNECTION + own * players, board.BONUS)),
        }
        for seat, zone in enumerate(self.connections):
            out[zone] = together(range(board.CONNECTION + own * seat, board.CONNECTION + own * (seat + 1)))
        shuffled = tuple(each(EVERYWHERE & ~board.ELEVENS | JOKERS))
        self.deals = Dealing(shuffled, each=HAND_SIZE[players], rest=self.stock, out=out)

    def begin(self, deal: Deal[MasterState]) -> MasterState:
        standard = self.options.rows == "standard"
        order = STANDARD if standard else tuple(Stream(deal.seed, "rows").shuffled(STANDARD))
        if deal.before is not None:
            first = self.next[deal.before.first]  # MA-4
        else:  # a later round that is dealt without those before it counts from its own seed
            lot = 0 if self.options.first == "seat-0" else Stream(deal.seed, "first").below(self.players)
            first = (lot + deal.number) % self.players
        return MasterState(deal.table(), first, first, order, board.FIRST_FITS, 0, 0, 0, False, 0)

    # --- your turn -------------------------------------------------------------------------------------------

    def choices(self, state: MasterState, seat: int) -> ActionSet:
        hand: Cards = state.table.zones[seat]
        may = self._instead(state, hand)
        if state.laid < MOST_LAID:  # MA-5
            may |= (hand & state.fits) << board.LAYS
            if hand & JOKERS:
                may |= state.fits << board.JOKERS_LAID  # MA-10
            if state.table.zones[self.connections[seat]]:
                may |= self._connected(state, hand)
        if state.laid or state.fits:  # MA-12: before laying, there must be a card that can be laid, if only the joker
            may |= (hand & state.wild) << board.SWAPS
        return may

    def _instead(self, state: MasterState, hand: Cards) -> ActionSet:
        """What can be done instead of laying a card, or another one."""
        if state.laid:
            return self._end
        if state.swapped:
            return NOTHING  # MA-12
        if state.table.zones[self.stock]:
            return self._draw  # MA-7
        return NOTHING if hand & state.fits else self._pass  # MA-8

    def do_lay(self, state: MasterState, seat: int, lay: Lay) -> MasterState:
        return self._laid(state, seat, state.table, lay.card, lay.card)

    def _laid(
        self, state: MasterState, seat: int, table: Table, card: Card, at: int, earlier: Events = ()
    ) -> MasterState:
        """One more card lies: what fits now, whether a half row is full (MA-19), whether it was the last (MA-20)."""
        wild = state.wild
        if card == JOKER:
            table = self.layout.move(table, self.layout.copy(table, seat, JOKER), seat, self.jokers, earlier, at=at)
            wild |= 1 << at
        else:
            table = self.layout.move(table, card, seat, self.rows, earlier)
        zones = table.zones
        free = EVERYWHERE ^ (zones[self.rows] | wild)
        if not board.HALF[at] & free and zones[self.bonus]:
            bonus = zones[self.bonus].bit_length() - 1
            table = self.layout.move(table, bonus, self.bonus, self.won[seat], table.events)
        fits, reach = state.fits | board.BESIDE[at], state.reach | CROSSINGS[state.order].across[at]
        turn, laid = seat if zones[seat] else NOBODY, state.laid + 1
        return replace(
            state, table=table, seat=turn, fits=fits & free, reach=reach & free, wild=wild, laid=laid, passes=0
        )

    def taken(self, state: MasterState) -> Cards:
        """The places on which a number card or a joker lies."""
        taken: Cards = state.table.zones[self.rows] | state.wild
        return taken

    def do_draw(self, state: MasterState, seat: int, draw: Draw) -> MasterState:
        """MA-5: the turn is over, so nothing can follow (MA-9)."""
        table = self.layout.move(state.table, state.table.zones[self.stock][-1], self.stock, seat)
        return self._next_turn(state, table)

    def do_end(self, state: MasterState, seat: int, end: End) -> MasterState:
        return self._next_turn(state, self.layout.say(state.table, (Said(seat, end),)))

    def do_pass(self, state: MasterState, seat: int, action: Pass) -> MasterState:
        table = self.layout.rule_out(state.table, seat, state.fits)  # MA-8: no number card of this hand fits
        after = self._next_turn(state, self.layout.say(table, (Said(seat, action),)), state.passes + 1)
        return after if after.passes < self.players else replace(after, seat=NOBODY)  # MA-22

    def _next_turn(self, state: MasterState, table: Table, passes: int = 0) -> MasterState:
        turn = self.next[state.seat]
        return replace(state, table=table, seat=turn, laid=0, swapped=False, passes=passes)

    # --- jokers ----------------------------------------------------------------------------------------------

    def do_lay_at(self, state: MasterState, seat: int, lay: LayAt) -> MasterState:
        return self._laid(state, seat, state.table, lay.card, lay.at)

    def do_swap(self, state: MasterState, seat: int, swap: Swap) -> MasterState:
        """MA-11: the card for the joker. No bonus is earned by it (MA-19)."""
        joker = state.table.zones[self.jokers][swap.card]
        table = self.layout.move(state.table, swap.card, seat, self.rows)
        table = self.layout.move(table, joker, self.jokers, seat, table.events, at=swap.card)
        return replace(state, table=table, wild=state.wild ^ 1 << swap.card, swapped=True, passes=0)

    # --- connection cards ------------------------------------------------------------------------------------

    def _connected(self, state: MasterState, hand: Cards) -> ActionSet:
        """MA-14: over a connection card from right above or right below, where a card lies."""
        joker, reach, may = hand & JOKERS, state.reach, NOTHING
        if not reach & (EVERYWHERE if joker else hand):
            return may
        taken = self.taken(state)
        around = taken | taken << PLACES  # after the last colour comes the first
        for far, rows in CROSSINGS[state.order].leads:
            reached, block = around >> LENGTH * far & rows & reach, PLACES * (far - 1)
            may |= (reached & hand) << board.CONNECTIONS + block
            if joker:
                may |= reached << board.JOKERS_CONNECTED + block
        return may

    def do_connect(self, state: MasterState, seat: int, connect: Connect) -> MasterState:
        """MA-14: the connection card, and at once the card that it leads to."""
        own = self.connections[seat]
        link = CROSSINGS[state.order].between[connect.at, connect.via]
        card = state.table.zones[own].bit_length() - 1
        table = self.layout.move(state.table, card, own, self.links, at=link)
        return self._laid(state, seat, table, connect.card, connect.at, table.events)

    # --- the end ---------------------------------------------------------------------------------------------

    def points(self, state: MasterState) -> tuple[int, ...]:
        zones, worth = state.table.zones, self.layout.deck.worth
        return tuple(worth(zones[self.won[seat]]) - worth(zones[seat]) for seat in range(self.players))  # MA-21
