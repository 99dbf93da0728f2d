"""`brettspiel`: Elfer raus! Das Brettspiel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, takewhile
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from elfer.games.brettspiel import board, refusals
from elfer.games.brettspiel.board import MOST_LAID
from elfer.games.places import gathered
from elfer.table.actions import DRAW, END, PASS, Draw, End, Give, Lay, LayAt, Pass
from elfer.table.cards import Card, Cards, Places, each, together
from elfer.table.events import Said
from elfer.table.game import NOBODY, NOTHING, Actions, ActionSet, Deal, Dealing, Game, Layout, SeatNumber, TurnState
from elfer.table.options import Rounds
from elfer.table.seed import Chance
from elfer.table.table import Table
from elfer.table.zones import Shape, Sight, Zones

MOST_DRAWN = 3
HAND = {2: 20, 3: 20, 4: 15}
"""By players: how many tiles each draws (BR-5)."""


class Options(Struct, frozen=True, kw_only=True):
    symbols: Literal["off", "on"] = "off"  # BR-18
    first: Literal["random", "seat-0"] = "random"  # BR-6
    rounds: Rounds = 1  # BR-17


class BoardState(TurnState, frozen=True, gc=False):
    first: SeatNumber
    """Who was asked first for an 11 (BR-6)."""
    taken: Places
    open: Places
    """Empty fields next to a tile, and the empty fields of the 11s."""
    fits: Cards
    """Tiles that have an open field (of those that look alike all)."""
    fresh: Places
    """Number fields that were filled in this turn (BR-13)."""
    laid: Annotated[int, Meta(ge=0, le=MOST_LAID)]
    """How many of the three tiles of this turn were laid."""
    drawn: Annotated[int, Meta(ge=0, le=MOST_DRAWN)]
    """How many tiles were drawn in this turn because nothing could be laid (BR-14)."""
    free: bool
    """Whether a symbol tile was laid just now, so that any tile may follow (BR-20)."""


class Brettspiel(Game[BoardState]):
    id = "brettspiel"
    seats = range(2, 5)
    lowest_wins = True  # BR-17
    Options = Options
    state = BoardState
    rests = refusals.RESTS
    why_not = refusals.why_not
    expects = refusals.expects
    follows = refusals.follows

    # --- the board and the tiles -----------------------------------------------------------------------------

    def setup(self) -> None:
        zones, deck = Zones(self.players), board.tiles()
        shown = {"columns": board.COLUMNS, "joins": tuple(board.printed()), "middle": board.OPENER + 1}
        zones.each("hand", Shape.FAN, Sight.OWNER)
        self.board = zones.one("board", Shape.PLACES, Sight.OPEN, size=len(board.FIELDS), open_places="open", **shown)
        self.bag = zones.one("bag", Shape.STACK, Sight.CLOSED)
        self.bonus = zones.one("bonus", Shape.BANK, Sight.OPEN)
        self.box = zones.one("box", Shape.BANK, Sight.OPEN)
        self.apart = zones.each("drawn", Shape.FAN, Sight.OWNER)
        """By seat, where a drawn tile lies apart until it is laid or kept (BR-14): the others know that the
        hand holds nothing that can be laid, but not yet what was drawn."""
        self.layout = Layout(deck, self.players, zones, board.FIELDS)
        self.bounds = 0, deck.worth(deck.all)
        self._set_up_tiles()

    def _set_up_tiles(self) -> None:
        deck, symbols = self.layout.deck, self.options.symbols == "on"
        self._home = {card: board.FIELDS.index(name) for card, name in enumerate(deck.names) if name in board.FIELDS}
        """The field of each number tile."""
        jokers = {deck.card(f"j{number}"): board.numbered(number) for number in board.JOKERS}
        ends = {deck.card(symbol): board.symbol_fields(symbol) for symbol in board.ROWS.values()}
        lays_at = [[LayAt(kind, at) for at in fields] for kind, fields in (jokers | ends).items()]
        kinds = (*self._home, *jokers, *ends)
        self.actions = actions = Actions(
            [*map(Lay, self._home), *chain.from_iterable(lays_at), *map(Give, kinds), DRAW, END, PASS]
        )
        self._draw, self._end, self._pass = actions.each(DRAW, END, PASS)
        self._first_give = actions.numbers[Give(kinds[0])]
        ways = [{lay.at: actions.just(lay) for lay in lays} for lays in lays_at]
        alike = map(deck.copies.__getitem__, (*jokers, *ends))
        self._special = [*zip(alike, map(together, ways), map(gathered, ways), strict=True)]
        """Of each kind of joker and symbol tile: those that look alike, their fields, and what lays one there."""

        self.number_tiles: Cards = together(self._home)
        self.symbol_tiles: Cards = sum(deck.copies[kind] for kind in ends)
        self._joker_fields: Places = together(chain.from_iterable(jokers.values()))
        away = 0 if symbols else self.symbol_tiles  # BR-18
        shuffled = tuple(each(deck.all & ~away))
        self.deals = Dealing(shuffled, each=HAND[self.players], rest=self.bag, out={self.box: away})
        self._first_fits: Cards = together(card for card in self._home if deck.values[card] == board.OPENER)
        self._first_open: Places = together(board.numbered(board.OPENER))

        self._set_up_fields({card: (at,) for card, at in self._home.items()} | jokers | ends)
        self._opens, self._other_end = board.opened(symbols), board.bonus_pairs()

    def _set_up_fields(self, goes: Mapping[Card, tuple[int, ...]]) -> None:
        deck = self.layout.deck
        self.tiles = {at: deck.copies[kind] for kind, fields in goes.items() for at in fields}
        """By field: the tiles that can lie there."""
        self._alike = {at: together(fields) for fields in goes.values() for at in fields}
        """By field: all fields for the same tiles."""
        self._tiles_of, self._everywhere = gathered(self.tiles), together(self.tiles)

    # --- the opening -----------------------------------------------------------------------------------------

    def begin(self, deal: Deal[BoardState]) -> BoardState:
        if deal.before is not None:
            first = self.next[deal.before.first]
        else:
            first = deal.stream.below(self.players) if self.options.first == "random" else 0
        asked, elevens, found = (first, *self.others[first]), self._first_fits, 0
        without = [*takewhile(lambda seat: not deal.lying[seat] & elevens, asked)]
        if len(without) < self.players:
            seat = asked[len(without)]  # BR-6
        else:
            seat, found = self._search(asked, deal.lying)
        table = deal.table()
        for other in without:
            table = self.layout.rule_out(table, other, elevens)
        if found:
            table = self.layout.show(table, found)
        return BoardState(table, seat, first, 0, self._first_open, elevens, 0, 0, 0, False)

    def _search(self, asked: Sequence[int], lying: dict[int, Any]) -> tuple[int, Cards]:
        """Everyone draws in turn until somebody finds an 11 (BR-7): who, and which. All 11s are in the bag."""
        while True:
            for seat in asked:
                *bag, card = lying[self.bag]
                lying[self.bag] = tuple(bag)
                lying[seat] |= 1 << card
                if self._first_fits >> card & 1:
                    return seat, 1 << card

    def concluded(self, state: BoardState, unknown: Cards, stream: Chance) -> Iterator[Mapping[int, Cards]]:
        hand, elevens = state.table.zones[state.seat], self._first_fits
        if state.taken or not hand & unknown or hand & elevens & ~unknown:
            yield {}
            return
        # Whoever begins holds an 11 (BR-6).
        others = [zone for zone in (*range(self.players), self.bag) if zone != state.seat]
        for card in stream.shuffled(each(unknown & elevens)):
            yield dict.fromkeys(others, 1 << card)

    # --- your turn -------------------------------------------------------------------------------------------

    def choices(self, state: BoardState, seat: int) -> ActionSet:
        zones, where = state.table.zones, state.open
        if waiting := zones[self.bonus]:
            return self._lays(waiting, ~state.taken)  # BR-11, BR-22
        hand: Cards = zones[self.apart[seat] if state.drawn else seat]
        can = hand & state.fits if state.laid < MOST_LAID else 0  # BR-8
        if state.free:  # BR-20
            can |= hand & ~self.symbol_tiles
            where |= self._joker_fields & ~state.taken
        if state.laid:
            pair = state.fresh & state.fresh << 1  # BR-13
            return self._lays(can, where) | self._end | (self._gives(hand) if pair else NOTHING)
        if can:
            return self._lays(can, where)
        return self._draw if zones[self.bag] else self._pass  # BR-14, BR-15

    def _lays(self, tiles: Cards, where: Places) -> ActionSet:
        """What lays these tiles: a number tile on its own field, others on theirs as far as they are among these."""
        may = tiles & self.number_tiles
        if tiles != may:
            for alike, fields, lays in self._special:
                if tiles & alike:
                    may |= lays(where & fields)
        return may

    def do_lay(self, state: BoardState, seat: int, lay: Lay) -> BoardState:
        return self._laid(state, seat, lay.card, self._home[lay.card])

    def do_lay_at(self, state: BoardState, seat: int, lay: LayAt) -> BoardState:
        return self._laid(state, seat, lay.card, lay.at)

    def _laid(self, state: BoardState, seat: int, kind: Card, at: int) -> BoardState:
        src = self.bonus if state.table.zones[self.bonus] else self.apart[seat] if state.drawn else seat
        card = kind if kind in self._home else self.layout.copy(state.table, src, kind)
        table = self.layout.move(state.table, card, src, self.board, at=at)
        symbol = self.symbol_tiles >> card & 1 == 1
        counts = src != self.bonus and (symbol or not state.free)  # BR-11, BR-19, BR-20
        state = self._filled(state, table, at, state.laid + counts, symbol)
        if not table.zones[seat]:  # BR-16
            return replace(state, seat=NOBODY, fresh=0, laid=0, drawn=0, free=False)
        return self._rewarded(state, at) if at in self._other_end else state

    def _filled(self, state: BoardState, table: Table, at: int, laid: int, free: bool) -> BoardState:
        """A tile lies on the field: which fields are open now, and which tiles fit there (BR-9)."""
        field, tiles = 1 << at, self.tiles[at]
        taken = state.taken | field
        empty = self._everywhere ^ taken
        opened = self._opens[at] & empty
        places, fits = (state.open | opened) & empty, state.fits | self._tiles_of(opened)
        if not places & self._alike[at]:
            fits = (fits | tiles) ^ tiles
        fresh = state.fresh if tiles & self.symbol_tiles else state.fresh | field  # BR-21
        return replace(
            state, table=table, taken=taken, open=places, fits=fits, fresh=fresh, laid=laid, drawn=0, free=free
        )

    def do_end(self, state: BoardState, seat: int, end: End) -> BoardState:
        return self._next_turn(state, self.layout.say(state.table, (Said(seat, end),)))

    def _next_turn(self, state: BoardState, table: Table) -> BoardState:
        turn = self.next[state.seat]
        return replace(state, table=table, seat=turn, fresh=0, laid=0, drawn=0, free=False)

    # --- the bridge bonus ------------------------------------------------------------------------------------

    def _rewarded(self, state: BoardState, at: int) -> BoardState:
        """Whoever lays the first tile at a bonus symbol draws another one for its field (BR-11)."""
        other, bag = self._other_end.get(at), state.table.zones[self.bag]
        if other is None or state.taken >> other & 1 or not bag:  # BR-15
            return state
        card, events = bag[-1], state.table.events
        if card not in self._home:  # the player chooses the field
            return replace(state, table=self.layout.move(state.table, card, self.bag, self.bonus, events))
        at = self._home[card]
        table = self.layout.move(state.table, card, self.bag, self.board, events, at=at)
        return self._rewarded(self._filled(state, table, at, state.laid, state.free), at)

    # --- handing on ------------------------------------------------------------------------------------------

    def _gives(self, tiles: Cards) -> ActionSet:
        """What hands on one of these tiles; those that look alike are one choice."""
        kinds = tiles & self.number_tiles
        for number, (alike, *_) in enumerate(self._special, len(self._home)):
            if tiles & alike:
                kinds |= 1 << number
        return kinds << self._first_give

    def do_give(self, state: BoardState, seat: int, give: Give) -> BoardState:
        """A tile is handed on (BR-13); if it was the last, that wins (BR-16)."""
        card = self.layout.copy(state.table, seat, give.card)
        table = self.layout.move(state.table, card, seat, self.next[seat])
        after = self._next_turn(state, table)
        return after if table.zones[seat] else replace(after, seat=NOBODY)

    # --- when one cannot lay ---------------------------------------------------------------------------------

    def do_draw(self, state: BoardState, seat: int, draw: Draw) -> BoardState:
        """BR-14. Whoever draws holds nothing that can be laid, and everyone can tell."""
        bag, fits, drawn, apart = state.table.zones[self.bag], state.fits, state.drawn + 1, self.apart[seat]
        last, fitting = drawn == MOST_DRAWN or len(bag) == 1, fits >> bag[-1] & 1
        table = self.layout.draw(state.table, self.bag, apart, seat, fits, fits, last and not fitting)
        if last and not fitting:
            return self._next_turn(state, table)
        if last:
            table = self.layout.rule_out(table, apart, ~fits & self.layout.deck.all)  # else it were over
        return replace(state, table=table, drawn=drawn)

    def do_pass(self, state: BoardState, seat: int, action: Pass) -> BoardState:
        table = self.layout.rule_out(state.table, seat, state.fits)
        return self._next_turn(state, self.layout.say(table, (Said(seat, action),)))

    # --- end and points --------------------------------------------------------------------------------------

    def points(self, state: BoardState) -> tuple[int, ...]:
        return tuple(self.layout.deck.worth(state.table.zones[seat]) for seat in range(self.players))  # BR-16, BR-22
