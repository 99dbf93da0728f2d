"""`brettspiel`: Elfer raus! Das Brettspiel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from elfer.games.brettspiel import board
from elfer.games.brettspiel.refusals import REASONS, out_of_turn, why_not
from elfer.table.actions import DRAW, END, PASS, Action, Draw, End, Give, Lay, LayAt, Pass
from elfer.table.cards import Card, Cards, Places, each, together
from elfer.table.events import Said
from elfer.table.game import NOBODY, Game, SeatNumber, State
from elfer.table.options import Rounds
from elfer.table.seed import Stream
from elfer.table.table import Content, Layout, Log, Table
from elfer.table.zones import Shape, Sight, Zone, hands

MOST_DRAWN = 3
HAND = {2: 20, 3: 20, 4: 15}
"""By players: how many tiles each draws (BR-5)."""


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
        self.symbols = self.options.symbols == "on"
        self._set_up_tiles()
        self._set_up_fields()
        self._seats = (*((seat,) for seat in range(players)), ())
        self._next = tuple((seat + 1) % players for seat in range(players))
        self._ended = tuple((Said(seat, END),) for seat in range(players))
        self._lay = {src: self.layout.placing(src, self.board) for src in (*range(players), self.bonus, *self.apart)}
        self._draw = tuple(self.layout.path(self.bag, zone) for zone in self.apart)
        self._keep = tuple(self.layout.path(zone, seat) for seat, zone in enumerate(self.apart))

    def _set_up_tiles(self) -> None:
        deck = self.layout.deck
        homes = {card: board.FIELDS.index(name) for card, name in enumerate(deck.names) if name in board.FIELDS}
        goes = {deck.card(f"j{number}"): board.numbered(number) for number in board.JOKERS}
        goes |= {deck.card(symbol): board.symbol_fields(symbol) for symbol in board.ROWS.values()}
        self._home: dict[Card, int] = homes
        """The field of each number tile."""
        self._specials = {
            kind: (deck.copies[kind], tuple((1 << at, LayAt(kind, at)) for at in places))
            for kind, places in goes.items()
        }
        """By kind of joker or symbol tile: the tiles that look like it, its fields, and what lays it there."""
        self._fields = {
            (kind, action.at): (copies, field)
            for kind, (copies, spots) in self._specials.items()
            for field, action in spots
        }
        self._lays = {card: Lay(card) for card in homes}
        self._gives = {kind: Give(kind) for kind in (*homes, *goes)}
        lays_at = (action for _, spots in self._specials.values() for _, action in spots)
        self.actions = (*self._lays.values(), *lays_at, *self._gives.values(), DRAW, END, PASS)

        self._numbers: Cards = together(homes)
        self._jokers: Cards = sum(deck.copies[deck.card(f"j{number}")] for number in board.JOKERS)
        self.symbol_tiles: Cards = deck.all & ~self._numbers & ~self._jokers
        self._first_fits: Cards = together(card for card in homes if deck.values[card] == board.OPENER)
        self._shuffled = tuple(each(deck.all if self.symbols else deck.all & ~self.symbol_tiles))

    def _set_up_fields(self) -> None:
        copies = self.layout.deck.copies
        self._opens = board.opened(self.symbols)
        self._first_open: Places = together(board.numbered(board.OPENER))
        self._other_end = board.bonus_pairs()
        fields: dict[Card, tuple[int, ...]] = {card: (place,) for card, place in self._home.items()}
        fields |= {kind: tuple(action.at for _, action in spots) for kind, (_, spots) in self._specials.items()}
        self._tiles: dict[Places, Cards] = {1 << at: copies[kind] for kind, places in fields.items() for at in places}
        """By field: the tiles that can lie there."""
        self._alike = {1 << at: together(places) for places in fields.values() for at in places}
        """By field: the fields that the same tiles can lie on."""

    # --- the start -------------------------------------------------------------------------------------------

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
        contents[self.box] = 0 if self.symbols else self.symbol_tiles
        table = self.layout.laid(contents, seed)
        for other in without:
            table = self.layout.rule_out(table, other, self._first_fits)
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
        zones = state.table.zones
        if waiting := zones[self.bonus]:  # BR-11, BR-22
            _, spots = self._specials[self.layout.deck.kind[waiting.bit_length() - 1]]
            return [action for field, action in spots if not field & state.taken]
        hand = zones[self.apart[seat] if state.drawn else seat]
        can = self._playable(state, hand)
        out = _picked(self._lays, can & self._numbers)
        if can > self._numbers:  # jokers and symbol tiles come after them in the deck
            for copies, spots in self._specials.values():
                if can & copies:
                    where = self._where(state, copies)
                    out += [action for field, action in spots if field & where]
        if state.laid:
            if state.fresh & state.fresh << 1:  # BR-13
                out += _picked(self._gives, hand & self._numbers)
                out += [self._gives[kind] for kind, (copies, _) in self._specials.items() if hand & copies]
            out.append(END)
        elif not out:
            out.append(DRAW if zones[self.bag] else PASS)  # BR-14, BR-15
        return out

    def _playable(self, state: BoardState, hand: Cards) -> Cards:
        """The tiles of a hand that can be laid now."""
        can = hand & state.fits if state.laid < board.MOST_LAID else 0  # BR-8
        return can | hand & ~self.symbol_tiles if state.free else can  # BR-20

    def _where(self, state: BoardState, copies: Cards) -> Places:
        """Fields that are not barred to these jokers or symbol tiles."""
        return ~state.taken if state.free and copies & self._jokers else state.open

    def apply(self, state: BoardState, seat: int, action: Action) -> BoardState:
        if seat != state.seat or seat < 0:
            raise out_of_turn(self, state, seat)
        zones, after = state.table.zones, None
        src = self.apart[seat] if state.drawn else seat
        if zones[self.bonus]:
            if isinstance(action, LayAt):
                after = self._lay_bonus(state, seat, action)
        elif isinstance(action, Lay):
            at = self._home.get(action.card, -1)
            if at >= 0 and self._playable(state, zones[src]) & 1 << action.card:
                after = self._after_lay(state, seat, action.card, src, at)
        elif isinstance(action, LayAt):
            after = self._lay_at(state, seat, action, src)
        elif isinstance(action, Give):
            after = self._give(state, seat, action.card)
        elif state.laid:
            if isinstance(action, End):
                after = self._next_turn(state, self.layout.say(state.table, self._ended[seat]))
        elif not zones[src] & state.fits:
            after = self._cannot_lay(state, seat, action)
        if after is None:
            raise why_not(self, state, seat, action)
        return after

    def _lay_bonus(self, state: BoardState, seat: int, action: LayAt) -> BoardState | None:
        """The bonus tile goes where the player wants it (BR-11, BR-22)."""
        copies, field = self._fields.get((action.card, action.at), (0, 0))
        card = (copies & state.table.zones[self.bonus]).bit_length() - 1
        if card < 0 or field & state.taken:
            return None
        return self._after_lay(state, seat, card, self.bonus, action.at)

    def _lay_at(self, state: BoardState, seat: int, action: LayAt, src: int) -> BoardState | None:
        """A joker or a symbol tile is laid."""
        copies, field = self._fields.get((action.card, action.at), (0, 0))
        if not copies & self._playable(state, state.table.zones[src]) or not field & self._where(state, copies):
            return None
        return self._after_lay(state, seat, self.layout.copy(state.table, src, action.card), src, action.at)

    def _give(self, state: BoardState, seat: int, kind: Card) -> BoardState | None:
        """A tile is handed on (BR-13); if it was the last, that wins (BR-16)."""
        table, neighbour = state.table, self._next[seat]
        if not state.fresh & state.fresh << 1 or not self.layout.deck.copies.get(kind, 0) & table.zones[seat]:
            return None
        table = self.layout.move(table, self.layout.copy(table, seat, kind), seat, neighbour)
        return self._next_turn(state, table, neighbour if table.zones[seat] else NOBODY)

    def _cannot_lay(self, state: BoardState, seat: int, action: Action) -> BoardState | None:
        """Draw (BR-14), or pass when there is nothing to draw (BR-15). Either tells that the hand holds nothing."""
        table = self.layout.rule_out(state.table, seat, state.fits)
        if table.zones[self.bag]:
            return self._after_draw(state, seat, table) if isinstance(action, Draw) else None
        if isinstance(action, Pass):
            return self._next_turn(state, self.layout.say(table, (Said(seat, PASS),)))
        return None

    def _after_draw(self, state: BoardState, seat: int, table: Table) -> BoardState:
        bag, fits, drawn = table.zones[self.bag], state.fits, state.drawn + 1
        log: Log = ()
        if state.drawn:
            table = self._kept(table, seat, log, fits)
            log = table.events
        table = self._draw[seat](table, bag[-1], log)
        if drawn == MOST_DRAWN or len(bag) == 1:
            if not 1 << bag[-1] & fits:
                return self._next_turn(state, self._kept(table, seat, table.events, fits))
            table = self.layout.rule_out(table, self.apart[seat], ~fits & self.layout.deck.all)  # else it were over
        return BoardState(table, seat, state.first, state.taken, state.open, fits, 0, 0, drawn, False)

    def _kept(self, table: Table, seat: int, log: Log, none_of: Cards) -> Table:
        """The drawn tile, which as everyone can tell is none of these, goes into the hand."""
        return self._keep[seat](table, table.zones[self.apart[seat]].bit_length() - 1, log, none_of)

    def _after_lay(self, state: BoardState, seat: int, card: Card, src: int, at: int) -> BoardState:
        table = self._lay[src](state.table, card, at)
        taken, opened, fits = self._filled(state.taken, state.open, state.fits, at)
        if not table.zones[seat]:  # BR-16
            return BoardState(table, NOBODY, state.first, taken, opened, fits, 0, 0, 0, False)
        symbol, fresh, laid = bool(1 << card & self.symbol_tiles), state.fresh, state.laid
        if not symbol:
            fresh |= 1 << at  # BR-21
        if src != self.bonus and (symbol or not state.free):
            laid += 1
        after = BoardState(table, seat, state.first, taken, opened, fits, fresh, laid, 0, symbol)
        return self._rewarded(after, at) if at in self._other_end else after

    def _rewarded(self, state: BoardState, at: int) -> BoardState:
        """The first tile at a bonus symbol brings another out of the bag, which may bring the next (BR-11)."""
        table, bag = state.table, state.table.zones[self.bag]
        if at not in self._other_end or state.taken >> self._other_end[at] & 1 or not bag:  # BR-15
            return state
        card = bag[-1]
        if card not in self._home:
            return replace(state, table=self.layout.move(table, card, self.bag, self.bonus, table.events))
        at = self._home[card]
        table = self.layout.move(table, card, self.bag, self.board, table.events, at=at)
        taken, opened, fits = self._filled(state.taken, state.open, state.fits, at)
        fresh = state.fresh | 1 << at
        return self._rewarded(
            BoardState(table, state.seat, state.first, taken, opened, fits, fresh, state.laid, 0, False), at
        )

    def _filled(self, taken: Places, opened: Places, fits: Cards, at: int) -> tuple[Places, Places, Cards]:
        """What is taken, what is open and what fits, once a tile lies on a field."""
        field = 1 << at
        taken |= field
        new = self._opens[at] & ~(taken | opened)
        opened = opened & ~field | new
        if not opened & self._alike[field]:
            fits &= ~self._tiles[field]
        while new:
            field = new & -new
            fits |= self._tiles[field]
            new ^= field
        return taken, opened, fits

    def _next_turn(self, state: BoardState, table: Table, seat: int | None = None) -> BoardState:
        seat = self._next[state.seat] if seat is None else seat
        return BoardState(table, seat, state.first, state.taken, state.open, state.fits, 0, 0, 0, False)


def _picked(actions: Mapping[Card, Action], cards: Cards) -> list[Action]:
    """The actions of these cards."""
    out = []
    while cards:
        card = cards.bit_length() - 1
        out.append(actions[card])
        cards ^= 1 << card
    out.reverse()
    return out
