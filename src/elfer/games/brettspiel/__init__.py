"""`brettspiel`: Elfer raus! Das Brettspiel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from elfer.games.brettspiel import board
from elfer.games.brettspiel.board import MOST_LAID
from elfer.games.brettspiel.grounds import GROUNDS
from elfer.games.brettspiel.refusals import REASONS, why_not
from elfer.table.actions import DRAW, END, PASS, Action, Draw, End, Give, Lay, LayAt, Pass
from elfer.table.cards import Card, Cards, Places, each, together
from elfer.table.dealing import Dealing, in_blocks
from elfer.table.events import Said
from elfer.table.game import NOBODY, Game, SeatNumber, State
from elfer.table.layout import Layout
from elfer.table.options import Rounds
from elfer.table.seed import Stream
from elfer.table.table import Content, Table
from elfer.table.zones import Shape, Sight, Zone, hands

MOST_DRAWN = 3
HAND = {2: 20, 3: 20, 4: 15}
"""By players: how many tiles each draws (BR-5)."""
NOWHERE = (0, 0)


class Options(Struct, frozen=True, kw_only=True):
    symbols: Literal["off", "on"] = "off"  # BR-18
    first: Literal["random", "seat-0"] = "random"  # BR-6
    rounds: Rounds = 1  # BR-17


class BoardState(State, frozen=True, gc=False):
    """A moment of the board game."""

    seat: SeatNumber
    """Whose turn it is; `NOBODY` when the round is over."""
    first: SeatNumber
    """Who was asked first for an 11 (BR-6)."""
    taken: Places
    open: Places
    """Empty fields next to a tile, and the empty fields of the 11s."""
    fits: Cards
    """Tiles that have an open field (of those that look alike all)."""
    fresh: Places
    """Number fields that were filled in this turn (BR-13)."""
    laid: int
    """How many of the three tiles of this turn were laid."""
    drawn: int
    """How many tiles were drawn in this turn because nothing could be laid (BR-14)."""
    free: bool
    """Whether a symbol tile was laid just now, so that any tile may follow (BR-20)."""


class Brettspiel(Game[BoardState]):
    id = "brettspiel"
    seats = range(2, 5)
    lowest_wins = True  # BR-17
    Options = Options
    state = BoardState
    grounds = GROUNDS
    reasons = REASONS

    def setup(self) -> None:
        players, deck = self.players, board.tiles()
        zones = [
            *hands(players),
            Zone(
                "board",
                Shape.PLACES,
                Sight.OPEN,
                size=len(board.FIELDS),
                columns=board.COLUMNS,
                joins=tuple(board.printed()),
            ),
            Zone("bag", Shape.STACK, Sight.CLOSED),
            Zone("bonus", Shape.BANK, Sight.OPEN),
            Zone("box", Shape.BANK, Sight.OPEN),
            *(Zone("drawn", Shape.FAN, Sight.OWNER, seat) for seat in range(players)),
        ]
        self.board, self.bag, self.bonus, self.box = range(players, players + 4)
        self.apart = tuple(range(players + 4, len(zones)))
        """By seat, where a drawn tile lies apart until it is laid or kept (BR-14): the others know that the
        hand holds nothing that can be laid, but not yet what was drawn."""
        self.layout = Layout(deck, players, zones, board.FIELDS)
        self._set_up_tiles(self.options.symbols == "on")
        self._seats = (*((seat,) for seat in range(players)), ())
        self._next = tuple((seat + 1) % players for seat in range(players))
        self._ended = tuple((Said(seat, END),) for seat in range(players))
        self._lay = {src: self.layout.placing(src, self.board) for src in (*range(players), self.bonus, *self.apart)}
        self._draw = tuple(self.layout.drawing(self.bag, zone, seat) for seat, zone in enumerate(self.apart))

    def _set_up_tiles(self, symbols: bool) -> None:
        deck = self.layout.deck
        homes = {card: board.FIELDS.index(name) for card, name in enumerate(deck.names) if name in board.FIELDS}
        jokers = {deck.card(f"j{number}"): board.numbered(number) for number in board.JOKERS}
        ends = {deck.card(symbol): board.symbol_fields(symbol) for symbol in board.ROWS.values()}
        goes = jokers | ends
        self._home = {card: (at, 1 << card) for card, at in homes.items()}
        """The field of each number tile, and the tile as a set."""
        lays_at = {(kind, at): LayAt(kind, at) for kind, places in goes.items() for at in places}
        self._fields = {(kind, at): (deck.copies[kind], 1 << at) for kind, at in lays_at}
        """For a kind of joker or symbol tile on a field: the tiles that look alike, and the field as a set."""
        gives = {kind: Give(kind) for kind in (*homes, *goes)}
        self._gives = tuple((gives[kind], ~deck.copies[kind]) for kind in deck.kind)
        """For each tile: what hands it on, and the tiles that look different."""
        self.actions = (*map(Lay, homes), *lays_at.values(), *gives.values(), DRAW, END, PASS)
        self._specials = {
            card: (
                together(places),
                {
                    fields: tuple(lays_at[kind, at] for at in each(fields))[::-1]
                    for fields in _subsets(together(places))
                },
                ~deck.copies[kind],
            )
            for kind, places in goes.items()
            for card in each(deck.copies[kind])
        }
        """For each joker and symbol tile: its fields, what lays it there if only some of these are to be had (the
        last first), and the tiles that look different."""

        self._numbers: Cards = together(homes)
        self.symbol_tiles: Cards = sum(deck.copies[kind] for kind in ends)
        self._first_symbol: Card = min(ends)
        self._joker_fields: Places = sum(together(places) for places in jokers.values())
        self._shuffled = tuple(each(deck.all if symbols else deck.all & ~self.symbol_tiles))
        self._first_fits: Cards = together(card for card in homes if deck.values[card] == board.OPENER)
        self._first_open: Places = together(board.numbered(board.OPENER))
        self._set_up_fields(
            {card: (at,) for card, at in homes.items()} | goes, together(sum(ends.values(), ())), symbols
        )

    def _set_up_fields(self, goes: Mapping[Card, tuple[int, ...]], ends: Places, symbols: bool) -> None:
        tiles = {at: self.layout.deck.copies[kind] for kind, places in goes.items() for at in places}
        alike = {at: together(places) for places in goes.values() for at in places}
        opens, other_end = board.opened(symbols), board.bonus_pairs()
        self._spots = tuple(
            (
                1 << at,
                opens[at],
                1 << at & ~ends,
                1 << other_end[at] if at in other_end else 0,
                alike[at],
                ~tiles[at],
            )
            for at in range(len(board.FIELDS))
        )
        """Of each field: itself, those that a tile on it opens, itself if it has a number, the one across the bonus
        symbol, those for the same tiles, and all other tiles."""
        self._tiles = {among: sum(tiles[at] for at in each(among)) for beside in opens for among in _subsets(beside)}
        """By fields that a tile opens: the tiles that can lie there."""

    # --- the start -------------------------------------------------------------------------------------------

    def dealing(self, number: int = 0) -> Dealing:
        return in_blocks(self._shuffled, HAND[self.players])

    def deal(self, seed: bytes, number: int = 0, before: BoardState | None = None) -> BoardState:
        stream = Stream(seed, "deal")
        order, size, bits = stream.shuffled(self._shuffled), HAND[self.players], self.layout.deck.bits
        bag = order[size * self.players :]
        held = [sum(map(bits.__getitem__, order[size * n : size * (n + 1)])) for n in range(self.players)]
        if before is not None:
            first = self._next[before.first]
        else:
            first = stream.below(self.players) if self.options.first == "random" else 0
        asked = [(first + n) % self.players for n in range(self.players)]
        without, found = [], 0
        for seat in asked:  # BR-6
            if held[seat] & self._first_fits:
                break
            without.append(seat)
        else:
            seat, found = self._search(asked, held, bag)
        contents: dict[int, Content] = dict(enumerate(held))
        contents[self.bag] = tuple(bag)
        contents[self.box] = 0 if self.options.symbols == "on" else self.symbol_tiles
        table = self.layout.laid(contents, seed)
        for other in without:
            table = self.layout.rule_out(table, other, self._first_fits)
        if found:
            table = self.layout.show(table, found)
        return BoardState(table, seat, first, 0, self._first_open, self._first_fits, 0, 0, 0, False)

    def _search(self, asked: Sequence[int], held: list[Cards], bag: list[Card]) -> tuple[int, Cards]:
        """Everyone draws in turn until somebody finds an 11 (BR-7): who, and which. All 11s are in the bag."""
        while True:
            for seat in asked:
                bit = 1 << bag.pop()
                held[seat] |= bit
                if bit & self._first_fits:
                    return seat, bit

    def to_act(self, state: BoardState) -> tuple[int, ...]:
        return self._seats[state.seat]

    def points(self, state: BoardState) -> tuple[int, ...]:
        return tuple(self.layout.deck.worth(state.table.zones[seat]) for seat in range(self.players))  # BR-16, BR-22

    def concluded(self, state: BoardState, unknown: Cards, stream: Stream) -> Iterator[Mapping[int, Cards]]:
        hand, elevens = state.table.zones[state.seat], self._first_fits
        if state.taken or not hand & unknown or hand & elevens & ~unknown:
            yield {}
            return
        # Whoever begins holds an 11 (BR-6).
        others = [zone for zone in (*range(self.players), self.bag) if zone != state.seat]
        for card in stream.shuffled(each(unknown & elevens)):
            yield dict.fromkeys(others, 1 << card)

    # --- a turn ----------------------------------------------------------------------------------------------

    def legal(self, state: BoardState, seat: int) -> Sequence[Action]:
        if seat != state.seat or seat < 0:
            return ()
        zones, laid, where = state.table.zones, state.laid, state.open
        if waiting := zones[self.bonus]:  # BR-11, BR-22
            fields, lays_at, _ = self._specials[waiting.bit_length() - 1]
            return lays_at[fields & ~state.taken][::-1]
        hand = zones[self.apart[seat] if state.drawn else seat]
        can = hand & state.fits if laid < MOST_LAID else 0  # BR-8
        if state.free:  # BR-20
            can |= hand & ~self.symbol_tiles
            where |= self._joker_fields & ~state.taken
        if not laid and not can:
            return (DRAW,) if zones[self.bag] else (PASS,)  # BR-14, BR-15
        pair = laid and state.fresh & state.fresh << 1  # BR-13
        if not can and not pair:
            return (END,)
        lays, gives, bits, numbers = self.actions, self._gives, self.layout.deck.bits, self._numbers
        out: list[Action] = []  # the last first
        if laid:
            out.append(END)
            if pair:
                tiles = hand
                while tiles:
                    card = tiles.bit_length() - 1
                    give, others = gives[card]
                    out.append(give)
                    tiles &= others
        while can > numbers:  # jokers and symbol tiles come after the number tiles
            fields, lays_at, others = self._specials[can.bit_length() - 1]
            out += lays_at[where & fields]
            can &= others
        while can:
            card = can.bit_length() - 1
            out.append(lays[card])
            can ^= bits[card]
        out.reverse()
        return out

    def apply(self, state: BoardState, seat: int, action: Action) -> BoardState:
        if seat != state.seat or seat < 0:
            raise self.out_of_turn(state, seat)
        zones, laid = state.table.zones, state.laid
        src = self.apart[seat] if state.drawn else seat
        if type(action) is Lay:
            card = action.card
            at, tile = self._home.get(card, NOWHERE)
            may = state.free or (tile & state.fits and laid < MOST_LAID)  # BR-8, BR-20
            if not may or not tile & zones[src] or zones[self.bonus]:
                raise why_not(self, state, seat, action)
            symbol = False
        elif type(action) is LayAt:
            if zones[self.bonus]:
                src = self.bonus
            card, at = self._meant(state, src, action), action.at
            if card < 0:
                raise why_not(self, state, seat, action)
            symbol = card >= self._first_symbol
        elif type(action) is End and laid and not zones[self.bonus]:
            return self._next_turn(state, self.layout.say(state.table, self._ended[seat]))
        else:
            return self._apply_other(state, seat, action)

        table = self._lay[src](state.table, card, at)
        if src != self.bonus and (symbol or not state.free):
            laid += 1
        over = not table.zones[seat]  # BR-16
        taken, opened, fits, fresh = state.taken, state.open, state.fits, state.fresh
        while at >= 0:  # for the tile that was laid, and for all that it brings
            field, beside, number, across, alike, others = self._spots[at]
            taken |= field
            new = beside & ~(taken | opened)
            opened = opened & ~field | new
            fits |= self._tiles[new]
            if not opened & alike:
                fits &= others
            fresh |= number  # BR-21
            if over:
                return BoardState(table, NOBODY, state.first, taken, opened, fits, 0, 0, 0, False)
            if not across or taken & across:
                break
            table, at = self._rewarded(table)  # BR-11
        return BoardState(table, seat, state.first, taken, opened, fits, fresh, laid, 0, symbol)

    def _rewarded(self, table: Table) -> tuple[Table, int]:
        """Another tile comes out of the bag (BR-11), if there is one (BR-15): and the field it goes to, or -1."""
        bag = table.zones[self.bag]
        if not bag:
            return table, -1
        card = bag[-1]
        if card not in self._home:
            return self.layout.move(table, card, self.bag, self.bonus, table.events), -1
        at, _ = self._home[card]
        return self.layout.move(table, card, self.bag, self.board, table.events, at=at), at

    def _meant(self, state: BoardState, src: int, action: LayAt) -> Card:
        """Which joker or symbol tile is laid; -1 if none may be laid there."""
        copies, field = self._fields.get((action.card, action.at), NOWHERE)
        tiles = copies & state.table.zones[src]
        if src == self.bonus:
            where = ~state.taken  # BR-11, BR-22
        else:
            where = state.open if state.laid < MOST_LAID else 0  # BR-8
            if state.free:
                where |= self._joker_fields & ~state.taken  # BR-20
        if not tiles or not field & where:
            return -1
        several = tiles & tiles - 1
        return self.layout.copy(state.table, src, action.card) if several else tiles.bit_length() - 1

    def _apply_other(self, state: BoardState, seat: int, action: Action) -> BoardState:
        zones, after = state.table.zones, None
        if zones[self.bonus]:
            pass
        elif type(action) is Give:
            after = self._give(state, seat, action.card)
        elif not state.laid and not zones[self.apart[seat] if state.drawn else seat] & state.fits:
            after = self._cannot_lay(state, seat, action)
        if after is None:
            raise why_not(self, state, seat, action)
        return after

    def _give(self, state: BoardState, seat: int, kind: Card) -> BoardState | None:
        """A tile is handed on (BR-13); if it was the last, that wins (BR-16)."""
        table, neighbour = state.table, self._next[seat]
        if not state.fresh & state.fresh << 1 or not self.layout.deck.copies.get(kind, 0) & table.zones[seat]:
            return None
        card = kind if kind in self._home else self.layout.copy(table, seat, kind)
        table = self.layout.move(table, card, seat, neighbour)
        return self._next_turn(state, table, neighbour if table.zones[seat] else NOBODY)

    def _cannot_lay(self, state: BoardState, seat: int, action: Action) -> BoardState | None:
        """Draw (BR-14), or pass when there is nothing to draw (BR-15). Either tells that the hand holds nothing."""
        if state.table.zones[self.bag]:
            return self._after_draw(state, seat) if type(action) is Draw else None
        if type(action) is Pass:
            table = self.layout.rule_out(state.table, seat, state.fits)
            return self._next_turn(state, self.layout.say(table, (Said(seat, PASS),)))
        return None

    def _after_draw(self, state: BoardState, seat: int) -> BoardState:
        bag, fits, drawn = state.table.zones[self.bag], state.fits, state.drawn + 1
        last, fitting = drawn == MOST_DRAWN or len(bag) == 1, self.layout.deck.bits[bag[-1]] & fits
        table = self._draw[seat](state.table, fits, fits, last and not fitting)
        if last and not fitting:
            return self._next_turn(state, table)
        if last:
            table = self.layout.rule_out(table, self.apart[seat], ~fits & self.layout.deck.all)  # else it were over
        return BoardState(table, seat, state.first, state.taken, state.open, fits, 0, 0, drawn, False)

    def _next_turn(self, state: BoardState, table: Table, seat: int | None = None) -> BoardState:
        seat = self._next[state.seat] if seat is None else seat
        return BoardState(table, seat, state.first, state.taken, state.open, state.fits, 0, 0, 0, False)


def _subsets(places: Places) -> Iterator[Places]:
    """The subsets of a set of fields."""
    among = places
    while among:
        yield among
        among = among - 1 & places
    yield 0
