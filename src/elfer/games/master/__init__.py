"""`master`: Elfer raus! Master, with jokers, connection cards and bonus cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct

from elfer.games.master.board import (
    BESIDE,
    BITS,
    BONUS,
    CONNECTION,
    ELEVENS,
    EVERYWHERE,
    FIRST_FITS,
    FREE,
    HALF,
    JOKER,
    JOKERS,
    LAY,
    LAY_JOKER,
    LENGTH,
    PLACES,
    SWAP,
    WAYS,
    Order,
    master_deck,
    numbered_actions,
)
from elfer.games.master.grounds import GROUNDS
from elfer.games.master.refusals import MOST_LAID, REASONS, why_not
from elfer.table.actions import DRAW, END, PASS, Action, Connect, Draw, End, Lay, LayAt, Pass, Swap
from elfer.table.cards import Cards, together
from elfer.table.dealing import Dealing, in_blocks
from elfer.table.events import Said
from elfer.table.game import NOBODY, Game, SeatNumber, State
from elfer.table.layout import Layout
from elfer.table.options import Rounds
from elfer.table.seed import Stream
from elfer.table.table import Content, Table
from elfer.table.zones import Shape, Sight, Zone, hands

STANDARD: Order = (0, 1, 2, 3)
HAND_SIZE = {2: 20, 3: 20, 4: 15, 5: 12, 6: 12}  # MA-4
CONNECTIONS_EACH = {2: 4, 3: 4, 4: 3, 5: 3, 6: 2}  # MA-2


class Options(Struct, frozen=True, kw_only=True):
    rows: Literal["random", "standard"] = "random"  # MA-3
    first: Literal["random", "seat-0"] = "random"  # MA-4
    rounds: Rounds = 1  # MA-23


class MasterState(State, frozen=True, gc=False):
    """A moment of a round."""

    seat: SeatNumber
    """Whose turn it is; `NOBODY` when the round is over."""
    first: SeatNumber
    """Who began the round."""
    order: Order
    fits: Cards
    """Empty places beside a taken one in their row."""
    reach: Cards
    """Empty places right above or below a taken one: a connection card can lead to them."""
    wild: Cards
    """Places on which jokers stand."""
    laid: int
    """How many cards were laid in this turn."""
    swapped: bool
    """Whether a joker was exchanged in this turn."""
    passes: int
    """How many players have passed one after the other."""


Step = Callable[[MasterState, int, Any], MasterState | None]
"""What an action of the seat leads to; `None` if it is not legal."""


class Master(Game[MasterState]):
    id = "master"
    seats = range(2, 7)
    Options = Options
    state = MasterState
    grounds = GROUNDS
    reasons = REASONS

    # --- the table -------------------------------------------------------------------------------------------

    def setup(self) -> None:
        players, deck = self.players, master_deck()
        zones = [
            *hands(players),
            Zone("rows", Shape.PLACES, Sight.OPEN, homes=True, columns=LENGTH),
            Zone("jokers", Shape.PLACES, Sight.OPEN, size=PLACES, columns=LENGTH, over="rows"),
            Zone("links", Shape.PLACES, Sight.OPEN, size=PLACES - LENGTH, columns=LENGTH, over="rows"),
            Zone("stock", Shape.STACK, Sight.CLOSED),
            Zone("bonus", Shape.BANK, Sight.OPEN),
            Zone("box", Shape.BANK, Sight.OPEN),
            *(Zone("connections", Shape.BANK, Sight.OPEN, seat) for seat in range(players)),
            *(Zone("won", Shape.BANK, Sight.OPEN, seat) for seat in range(players)),
        ]
        self.layout = Layout(deck, players, zones, places=deck.names[:PLACES])
        self.actions = (*numbered_actions(), DRAW, END, PASS)
        self.rows, self.jokers, self.links, self.stock, self.bonus, self.box = range(players, players + 6)
        self.connections = self.box + 1
        """Of seat 0; those of the others follow."""
        self.won = self.connections + players

        # Shuffled as bits, so that a hand is the sum of its cards.
        self._shuffled = [1 << card for card in (*FREE, *range(JOKER, CONNECTION))]
        each = CONNECTIONS_EACH[players]
        self._set_out: dict[int, Content] = {
            self.rows: ELEVENS,
            self.bonus: together(range(BONUS, len(deck))),
            self.box: together(range(CONNECTION + each * players, BONUS)),
        }
        """What every round begins with, beside the shuffled cards."""
        for seat in range(players):
            mine = range(CONNECTION + each * seat, CONNECTION + each * (seat + 1))
            self._set_out[self.connections + seat] = together(mine)
        self._bits = {place: 1 << place for place in FREE}
        self._seats = (*((seat,) for seat in range(players)), ())
        self._next = tuple((seat + 1) % players for seat in range(players))  # MA-4
        self._ended = tuple((Said(seat, END),) for seat in range(players))
        self._passed = tuple((Said(seat, PASS),) for seat in range(players))
        self._lay = tuple(self.layout.path(seat, self.rows) for seat in range(players))
        self._draw = tuple(self.layout.path(self.stock, seat) for seat in range(players))
        self._lay_joker = tuple(self.layout.placing(seat, self.jokers) for seat in range(players))
        self._take_joker = tuple(self.layout.path(self.jokers, seat) for seat in range(players))
        self._link = tuple(self.layout.placing(self.connections + seat, self.links) for seat in range(players))
        self._win = tuple(self.layout.path(self.bonus, self.won + seat) for seat in range(players))
        self._steps: dict[type[Action], Step] = {
            Lay: self._after_lay,
            LayAt: self._after_lay_at,
            Connect: self._after_connect,
            Swap: self._after_swap,
            Draw: self._after_draw,
            End: self._after_end,
            Pass: self._after_pass,
        }

    def dealing(self, number: int = 0) -> Dealing:
        return in_blocks([bit.bit_length() - 1 for bit in self._shuffled], HAND_SIZE[self.players])

    def deal(self, seed: bytes, number: int = 0, before: MasterState | None = None) -> MasterState:
        size = HAND_SIZE[self.players]
        dealt = size * self.players
        cards = Stream(seed, "deal").shuffled(self._shuffled)
        contents = dict(enumerate([sum(cards[n : n + size]) for n in range(0, dealt, size)])) | self._set_out
        contents[self.stock] = tuple([bit.bit_length() - 1 for bit in cards[dealt:]])
        table = self.layout.laid(contents, seed)
        order = STANDARD if self.options.rows == "standard" else tuple(Stream(seed, "rows").shuffled(STANDARD))
        first = self._first(seed, number) if before is None else self._next[before.first]
        return MasterState(table, first, first, order, FIRST_FITS, 0, 0, 0, False, 0)

    def _first(self, seed: bytes, number: int) -> int:
        """Who begins (MA-4). A later round that is dealt without those before it counts from its own seed."""
        first = 0 if self.options.first == "seat-0" else Stream(seed, "first").below(self.players)
        return (first + number) % self.players

    def to_act(self, state: MasterState) -> tuple[int, ...]:
        return self._seats[state.seat]

    def points(self, state: MasterState) -> tuple[int, ...]:
        zones, worth = state.table.zones, self.layout.deck.worth
        return tuple(worth(zones[self.won + seat]) - worth(zones[seat]) for seat in range(self.players))  # MA-21

    def taken(self, state: MasterState) -> Cards:
        """The places on which a number card or a joker lies."""
        taken: Cards = state.table.zones[self.rows] | state.wild
        return taken

    # --- what may be done ------------------------------------------------------------------------------------

    def legal(self, state: MasterState, seat: int) -> Sequence[Action]:
        if seat != state.seat or seat < 0:
            return ()
        zones, laid = state.table.zones, state.laid
        hand: Cards = zones[seat]
        fits, joker = hand & state.fits, hand & JOKERS
        # From the last action to the first, because the highest card of a set is the one that is found fastest.
        out: list[Action] = []
        if laid:
            out.append(END)
        elif not state.swapped:
            if zones[self.stock]:
                out.append(DRAW)  # MA-7
            elif not fits:
                out.append(PASS)  # MA-8
        # MA-12: an exchange before laying needs a card that can be laid, if only the joker.
        if (swaps := hand & state.wild) and (laid or state.fits):
            _add(out, SWAP, swaps)
        if laid < MOST_LAID:
            reach = state.reach if joker else state.reach & hand
            if reach and zones[self.connections + seat]:
                self._add_connections(out, state, hand, reach)
            if joker:
                _add(out, LAY_JOKER, state.fits)
            if fits:
                _add(out, LAY, fits)
        out.reverse()
        return out

    def _add_connections(self, out: list[Action], state: MasterState, hand: Cards, reach: Cards) -> None:
        to, joker, taken = WAYS[state.order].to, hand & JOKERS, self.taken(state)
        while reach:
            place = reach.bit_length() - 1
            reach ^= BITS[place]
            held = hand & BITS[place]
            for way in to[place]:
                if way.via & taken:
                    if joker:
                        out.append(way.joker)
                    if held:
                        out.append(way.card)

    # --- doing it --------------------------------------------------------------------------------------------

    def apply(self, state: MasterState, seat: int, action: Action) -> MasterState:
        if seat != state.seat or seat < 0:
            raise self.out_of_turn(state, seat)
        step = self._steps.get(type(action))
        after = step(state, seat, action) if step else None
        if after is None:
            raise why_not(self, state, seat, action)
        return after

    def _after_lay(self, state: MasterState, seat: int, action: Lay) -> MasterState | None:
        table, card = state.table, action.card
        if not self._bits.get(card, 0) & table.zones[seat] & state.fits or state.laid == MOST_LAID:
            return None
        return self._after_laid(state, seat, self._lay[seat](table, card), card, state.wild)

    def _after_lay_at(self, state: MasterState, seat: int, action: LayAt) -> MasterState | None:
        table, bit = state.table, self._bits.get(action.at, 0)
        if action.card != JOKER or not bit & state.fits or state.laid == MOST_LAID or not table.zones[seat] & JOKERS:
            return None
        table = self._lay_joker[seat](table, self.layout.copy(table, seat, JOKER), action.at)
        return self._after_laid(state, seat, table, action.at, state.wild | bit)

    def _after_connect(self, state: MasterState, seat: int, action: Connect) -> MasterState | None:
        """MA-14: the connection card, and at once the card that it leads to."""
        table, at = state.table, action.at
        bank, bit, wild = self.connections + seat, self._bits.get(at, 0), state.wild
        link = WAYS[state.order].between.get((at, action.via))
        if link is None or state.laid == MOST_LAID or not table.zones[bank]:
            return None
        if not bit & state.reach or not self.taken(state) >> action.via & 1:
            return None
        if not (
            table.zones[seat] & bit if action.card == at else action.card == JOKER and table.zones[seat] & JOKERS
        ):
            return None
        table = self._link[seat](table, table.zones[bank].bit_length() - 1, link)
        if action.card == at:
            table = self._lay[seat](table, at, table.events)
        else:
            table = self._lay_joker[seat](table, self.layout.copy(table, seat, JOKER), at, table.events)
            wild |= bit
        return self._after_laid(state, seat, table, at, wild)

    def _after_laid(self, state: MasterState, seat: int, table: Table, place: int, wild: Cards) -> MasterState:
        """One more card lies: what fits now, whether a half row is full (MA-19), whether it was the last (MA-20)."""
        zones = table.zones
        free = EVERYWHERE ^ (zones[self.rows] | wild)
        fits = (state.fits | BESIDE[place]) & free
        reach = (state.reach | WAYS[state.order].across[place]) & free
        if not HALF[place] & free and zones[self.bonus]:
            table = self._win[seat](table, zones[self.bonus].bit_length() - 1, table.events)
        turn = seat if zones[seat] else NOBODY
        return MasterState(table, turn, state.first, state.order, fits, reach, wild, state.laid + 1, state.swapped, 0)

    def _after_swap(self, state: MasterState, seat: int, action: Swap) -> MasterState | None:
        """MA-11: the card for the joker. No bonus is earned by it (MA-19)."""
        table, card = state.table, action.card
        bit = self._bits.get(card, 0)
        if not bit & table.zones[seat] & state.wild or not (state.laid or state.fits):
            return None
        joker = table.zones[self.jokers][card]
        table = self._lay[seat](table, card)
        table = self._take_joker[seat](table, joker, table.events)
        return MasterState(
            table, seat, state.first, state.order, state.fits, state.reach, state.wild ^ bit, state.laid, True, 0
        )

    def _after_draw(self, state: MasterState, seat: int, action: Draw) -> MasterState | None:
        """MA-5: the turn is over, so nothing can follow (MA-9)."""
        table = state.table
        stock = table.zones[self.stock]
        if state.laid or state.swapped or not stock:
            return None
        return self._next_turn(state, self._draw[seat](table, stock[-1]))

    def _after_end(self, state: MasterState, seat: int, action: End) -> MasterState | None:
        return self._next_turn(state, self.layout.say(state.table, self._ended[seat])) if state.laid else None

    def _after_pass(self, state: MasterState, seat: int, action: Pass) -> MasterState | None:
        table = state.table
        if state.laid or state.swapped or table.zones[self.stock] or table.zones[seat] & state.fits:
            return None
        table = self.layout.rule_out(table, seat, state.fits)  # MA-8: no number card of this hand fits
        table = self.layout.say(table, self._passed[seat])
        passes = state.passes + 1
        turn = NOBODY if passes == self.players else self._next[seat]  # MA-22
        return MasterState(
            table, turn, state.first, state.order, state.fits, state.reach, state.wild, 0, False, passes
        )

    def _next_turn(self, state: MasterState, table: Table) -> MasterState:
        turn, fits, reach = self._next[state.seat], state.fits, state.reach
        return MasterState(table, turn, state.first, state.order, fits, reach, state.wild, 0, False, 0)


def _add(out: list[Action], actions: Sequence[Action], places: Cards) -> None:
    """The actions of these places, the last first."""
    while places:
        place = places.bit_length() - 1
        out.append(actions[place])
        places ^= BITS[place]
