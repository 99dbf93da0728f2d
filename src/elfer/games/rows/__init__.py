"""Row rules: what `elfer` and its kin have in common.

Each colour is a row of numbers. A card fits when a card beside its place lies, or when it may open its row. The
cards that fit are kept as one set: a laid card leaves it, its free neighbours join it.

A game declares what is its own: who opens and with what, how far a turn goes, in which direction play goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from elfer.games.places import along_rows, neighbours
from elfer.games.rows import refusals
from elfer.games.rows.refusals import MOST_DRAWN
from elfer.table.actions import DRAW, END, PASS, TAKE, Draw, End, Lay, Pass, Take
from elfer.table.cards import COLOURS, Card, Cards, each, rows_deck, together
from elfer.table.game import NOBODY, Actions, ActionSet, Deal, Dealing, Game, Layout, Said, TurnState
from elfer.table.options import Rounds
from elfer.table.seed import Stream
from elfer.table.table import Events, Table
from elfer.table.zones import Shape, Sight, Zones

LENGTH = 20
"""Places in a row."""

Blocking = Literal["none", "take-three", "draw-to-fit"]


class RowState(TurnState, frozen=True, gc=False):
    fits: Cards
    """Cards whose place is open."""
    offer: Cards
    """Those of them that this turn allows: all, one colour (EK-4), or the card that opens the game (EL-3)."""
    laid: bool
    """Whether a card was laid in this turn."""
    drawn: Annotated[int, Meta(ge=0, le=MOST_DRAWN)]
    """How many cards were drawn in this turn."""


class Begins(IntEnum):
    HOLDER = 0
    """The holder of a certain card, who opens with it (EL-3)."""
    AFTER_DEALER = 1
    LOT = 2


class Start(Struct, frozen=True):
    seat: int
    offer: Cards
    shown: Cards = 0
    """The card whose holder has shown up because it opens the game."""
    undealt: Cards = 0
    """Cards that, as the opening tells everyone, nobody was dealt."""


class RowOptions(Struct, frozen=True, kw_only=True):
    deck: Literal[80, 60] = 80  # EK-1
    rounds: Rounds = 1  # EK-7
    blocking: Blocking = "none"  # EK-8


class RowGame(Game[RowState]):
    """The rules that the row games share. As it stands it plays the booklet's way; `elfer` differs."""

    seats = range(2, 9)
    lowest_wins = True  # EL-13
    Options: ClassVar[type[Struct]] = RowOptions
    state = RowState
    rests = refusals.BOOKLET
    why_not = refusals.why_not
    expects = refusals.expects
    direction = -1  # EK-3

    one_colour: ClassVar[bool] = True
    """Whether all cards of a turn have the colour of the first (EK-4)."""
    on_after_drawn: ClassVar[bool] = True
    """Whether the turn goes on when a drawn card was laid (EK-6)."""
    on_after_opening: ClassVar[bool] = False
    """Whether the turn goes on after the card that opens the game (EL-4, EK-9)."""
    one_opener: ClassVar[bool] = False
    """Whether a row that was opened by one card is closed to its other openers (ZW-3)."""
    any_opens: ClassVar[bool] = False
    """Whether any card opens the game, and then those of its number the other rows (AL-2)."""

    # --- what a game declares --------------------------------------------------------------------------------

    def colours(self) -> Sequence[str]:
        """The colours in play (EK-1)."""
        return COLOURS[: self.options.deck // LENGTH]

    def share(self, shuffled: int) -> int:
        """How many of the shuffled cards each player gets (EK-2)."""
        return shuffled * 3 // 4 // self.players

    def prelaid(self) -> Cards:
        """Cards that lie on the table from the start."""
        return 0

    def openers(self) -> Cards:
        """Cards that open a row (EL-6)."""
        return self.in_play if self.any_opens else self.numbered(11)

    def begins(self) -> Begins:
        return Begins.HOLDER

    def order(self) -> Sequence[Card]:
        """The cards of which a holder begins: that of the first one that was dealt (EL-3)."""
        return list(each(self.first_fits))

    # --- what follows from it --------------------------------------------------------------------------------

    def start(self, hands: Sequence[Cards], number: int, stream: Stream) -> Start | None:
        """Who begins round `number`, and what may be laid; `None` to deal again (EL-3)."""
        match self.begins():
            case Begins.HOLDER:
                return self.first_dealt(self._order, hands)
            case Begins.AFTER_DEALER:
                return Start(self.after_dealer(number), self.first_fits)
            case Begins.LOT:
                return Start(stream.below(self.players), self.first_fits)

    def opened_by(self, card: Card) -> Cards:
        """The cards that open a row, once the game was opened with that card."""
        return self.numbered(card % LENGTH + 1) if self.any_opens else self.first_fits

    # --- for their declarations ------------------------------------------------------------------------------

    def numbered(self, *numbers: int) -> Cards:
        return self.in_play & together(row + number - 1 for row in range(0, 4 * LENGTH, LENGTH) for number in numbers)

    def first_dealt(self, order: Iterable[Card], hands: Sequence[Cards]) -> Start | None:
        """The holder of the first of these cards that was dealt opens with it; `None` if none was."""
        undealt = 0
        for card in order:
            bit = 1 << card
            for seat, hand in enumerate(hands):
                if hand & bit:
                    return Start(seat, bit, bit, undealt)
            undealt |= bit
        return None

    # --- cards and deal --------------------------------------------------------------------------------------

    def setup(self) -> None:
        zones, deck = Zones(self.players), rows_deck(LENGTH)
        self.in_play: Cards = together(
            LENGTH * COLOURS.index(colour) + place for colour in self.colours() for place in range(LENGTH)
        )
        self.blocking: Blocking = getattr(self.options, "blocking", "none")
        rows = {"homes": True, "columns": LENGTH, "middle": 11, "open_places": "fits"}
        zones.each("hand", Shape.FAN, Sight.OWNER)
        self.rows = zones.one("rows", Shape.PLACES, Sight.OPEN, **rows)
        self.stock = zones.one("stock", Shape.STACK, Sight.CLOSED)
        self.box = zones.one("box", Shape.BANK, Sight.OPEN)
        self.drawn = zones.each("drawn", Shape.FAN, Sight.OWNER)
        """By seat, where a drawn card lies apart until it is laid or kept: the others know that the hand holds
        nothing that fits, but not yet what was drawn."""
        self.layout = Layout(deck, self.players, zones)
        self.bounds = 0, deck.worth(self.in_play)
        self.actions = actions = Actions([*map(Lay, range(len(deck))), DRAW, TAKE, END, PASS])
        self._draw, self._take, self._end, self._pass = actions.each(DRAW, TAKE, END, PASS)

        self._row = tuple((1 << LENGTH) - 1 << card // LENGTH * LENGTH for card in range(len(deck)))
        self._beside = neighbours(len(deck), along_rows(LENGTH, len(COLOURS)))
        prelaid = self.prelaid()
        self.first_fits: Cards = self.openers()
        for card in each(prelaid):
            self.first_fits |= self._beside[card]
        self.first_fits &= ~prelaid
        shuffled, out = tuple(each(self.in_play & ~prelaid)), {self.rows: prelaid, self.box: deck.all ^ self.in_play}
        self.deals = Dealing(shuffled, each=self.share(len(shuffled)), rest=self.stock, out=out)
        self._order, self._may_block = tuple(self.order()), self.blocking != "none"
        # Looked at for every laid card: on the object that is faster than on its class.
        self._one_colour, self._one_opener = self.one_colour, self.one_opener

    def begin(self, deal: Deal[RowState]) -> RowState | None:
        start = self.start([deal.lying[seat] for seat in range(self.players)], deal.number, deal.stream)
        if start is None:
            return None
        table = deal.table()
        if start.shown:
            table = self.layout.show(table, start.shown)
        if start.undealt:
            for seat in range(self.players):
                table = self.layout.rule_out(table, seat, start.undealt)
        return RowState(table, start.seat, self.first_fits, start.offer, False, 0)

    # --- your turn -------------------------------------------------------------------------------------------

    def choices(self, state: RowState, seat: int) -> ActionSet:
        zones = state.table.zones
        can: Cards = zones[seat] & state.offer
        if state.drawn:
            return self._after_drawing(state, zones[self.drawn[seat]] & state.offer, can)
        if state.laid:
            return can | self._end
        if not can:
            return self._draw if zones[self.stock] else self._pass  # EL-9, EL-11
        if self._may_block and zones[self.rows] and zones[self.stock]:
            return can | (self._take if self.blocking == "take-three" else self._draw)  # EK-8
        return can

    def _after_drawing(self, state: RowState, fitting: Cards, could: Cards) -> ActionSet:
        """A drawn card that fits must be laid (EL-9, EK-5), unless its player could have laid before (EK-8)."""
        if fitting and not could:
            return fitting
        more = state.drawn < MOST_DRAWN and state.table.zones[self.stock]
        return fitting | (self._draw if more else self._end)

    def do_lay(self, state: RowState, seat: int, lay: Lay) -> RowState:
        card, fits, lying = lay.card, state.fits, state.table.zones[self.rows]
        src, on = seat, True
        if state.drawn:
            src, on = self.drawn[seat], self.on_after_drawn
        if not lying:
            fits, on = self.opened_by(card), on and self.on_after_opening
        if self._one_opener and not lying & self._row[card]:
            fits &= ~self._row[card]
        table = self.layout.move(state.table, card, src, self.rows)
        zones = table.zones
        # Not `~`: with a negative number `&` takes longer.
        fits = (fits | self._beside[card]) & (self.in_play ^ zones[self.rows])
        if not zones[seat]:
            return RowState(table, NOBODY, fits, 0, False, 0)  # EL-12
        if on:
            return RowState(table, seat, fits, fits & self._row[card] if self._one_colour else fits, True, 0)
        return RowState(table, self.next[seat], fits, fits, False, 0)

    def do_draw(self, state: RowState, seat: int, draw: Draw) -> RowState:
        table, fits, drawn = state.table, state.fits, state.drawn + 1
        stock, apart = table.zones[self.stock], self.drawn[seat]
        # Whoever must draw holds nothing that fits, and everyone can tell. Where drawing is free (EK-8) nobody can,
        # so there the turn does not end by itself either: that would tell whether the third card fitted.
        if self.blocking == "draw-to-fit":
            table = self.layout.draw(table, self.stock, apart, seat)
            return RowState(table, seat, fits, state.offer, False, drawn)
        last = drawn == MOST_DRAWN or len(stock) == 1
        ends = last and not fits >> stock[-1] & 1  # EL-10, EL-11
        table = self.layout.draw(table, self.stock, apart, seat, fits, fits | table.zones[self.rows], ends)
        return self._next_turn(state, table) if ends else RowState(table, seat, fits, state.offer, False, drawn)

    def do_take(self, state: RowState, seat: int, take: Take) -> RowState:
        table = state.table
        taken = table.zones[self.stock][: -MOST_DRAWN - 1 : -1]  # EK-8
        return self._next_turn(state, self.layout.move_all(table, taken, self.stock, seat))

    def do_end(self, state: RowState, seat: int, end: End) -> RowState:
        table = state.table
        said: Events = (Said(seat, end),)
        if state.drawn:
            drawn = self.drawn[seat]
            table = self.layout.move(table, table.zones[drawn].bit_length() - 1, drawn, seat)
            said = (*table.events, *said)
        return self._next_turn(state, self.layout.say(table, said))

    def do_pass(self, state: RowState, seat: int, action: Pass) -> RowState:
        # Whoever must pass holds nothing that fits, and everyone can tell.
        table = self.layout.rule_out(state.table, seat, state.fits)
        return self._next_turn(state, self.layout.say(table, (Said(seat, action),)))

    def _next_turn(self, state: RowState, table: Table) -> RowState:
        return RowState(table, self.next[state.seat], state.fits, state.fits, False, 0)

    # --- the end ---------------------------------------------------------------------------------------------

    def points(self, state: RowState) -> tuple[int, ...]:
        zones, worth = state.table.zones, self.layout.deck.worth
        return tuple(worth(zones[seat] | zones[self.drawn[seat]]) for seat in range(self.players))
