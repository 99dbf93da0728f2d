"""How to play Elfer raus! Das Brettspiel.

Two tiles next to each other in one turn allow to hand one on: so look for such pairs, and save them, a pair for each
turn. What is handed on should not fit at once, and open nothing for you. Otherwise lay as much as you can.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from elfer.games.brettspiel import BoardState, Brettspiel, board
from elfer.games.brettspiel.board import COLUMNS, MOST_LAID
from elfer.table.actions import Action, End, Give, Lay, LayAt
from elfer.table.cards import Card, Cards, Places, together

Row = tuple[float, ...]


class Weights(Struct, frozen=True):
    """What counts in laying a tile, handing one on or ending the turn. The numbers on tiles count in tens."""

    number: float = 1.0
    """The number on the tile that is laid."""
    out: float = 5.0
    """It is the last tile."""
    across: float = 0.0
    """Own tiles that it opens in other rows, over a bridge or a connection area."""
    opens: float = 0.0
    """Fields that it opens for tiles of others."""
    waiting: float = 0.0
    """Tiles of others on from there in the row: as long as the tile is held back they cannot be laid."""
    bonus: float = 0.0
    """It is the first at a bridge with a bonus symbol."""
    pair: float = 0.0
    """It lies next to another one of this turn, so that a tile may be handed on."""
    partner: float = 0.0
    """There is no such pair yet, and an own tile next to it can follow at once."""
    joker: float = 0.0
    """A joker is laid."""
    symbol: float = 0.0
    """A symbol tile is laid."""
    rest: float = 0.0
    """No own tile fits any more after it."""
    more: float = 0.0
    """Tiles that one can get rid of after it in this turn, the one that is handed on among them."""
    fitting: float = 0.0
    """Fields after it that fit own tiles."""
    pairs: float = 0.0
    """Pairs that are left after it, each of which could be laid from own tiles alone."""
    end: float = 0.0
    """The turn is ended and no tile handed on."""
    next: float = 0.0
    """Tiles that one could get rid of in the next turn."""
    ready: float = 0.0
    """There is a pair for the next turn."""
    reach: float = 0.0
    """Fields that could be filled from own tiles alone, one after the other."""
    near: float = 0.0
    """Fields of own tiles beyond these, up to two tiles away from what lies or could be laid."""
    saved: float = 0.0
    """Pairs in the reach."""
    give: float = 0.0
    """A tile is handed on."""
    give_number: float = 0.0
    """The number on the tile that is handed on."""
    give_joker: float = 0.0
    """It is a joker."""
    give_fits: float = 0.0
    """It could be laid at once."""
    give_far: float = 0.0
    """It could not be laid either after one tile of others."""
    give_beside: float = 0.0
    """Own tiles next to it in the row."""
    give_opens: float = 0.0
    """Own tiles that it opens, wherever they are."""
    give_partner: float = 0.0
    """Empty fields next to it in the row for tiles of others, which may make a pair with it."""


BOLD = ("number", "opens", "joker")
CAREFUL = ("pairs", "ready", "give_fits")

_PLACES = range(len(board.FIELDS))
_ROW: Places = ((1 << board.LENGTH) - 1) << 1
_ROWS: Places = sum(_ROW << place for place in _PLACES[::COLUMNS])
"""All fields of number and joker tiles."""
_UP = tuple(_ROW << place - place % COLUMNS & -2 << place for place in _PLACES)
"""By field: those on from it with higher numbers."""
_DOWN = tuple(_ROW << place - place % COLUMNS & (1 << place) - 1 for place in _PLACES)
"""By field: those on from it with lower numbers."""
_OPENED = board.opened(symbols=False)
_OTHER_END = board.bonus_pairs()
_AREAS = together(field for number in board.AREAS for field in board.numbered(number))
_BRIDGES = together(join.upper for join in board.printed() if not _AREAS >> join.upper & 1)
"""The upper ends of bridges."""
_DECK = board.tiles()
_WORTH = tuple(number / 10 for number in _DECK.values)
_NOT_LAID: Row = (0,) * 12
_NOT_GIVEN: Row = (0,) * 8


def _goes(name: str) -> Places:
    """The fields that a tile can lie on; those of a symbol tile do not count."""
    if name in board.FIELDS:
        return 1 << board.FIELDS.index(name)
    return sum(1 << at for at in board.numbered(int(name[1:]))) if name[1:].isdigit() else 0


_GOES = tuple(map(_goes, _DECK.names))
"""By tile: the fields that it can lie on."""


def look(game: Brettspiel, state: BoardState, seat: int, legal: Sequence[Action]) -> list[Row]:
    """What speaks for each of the actions and against it."""
    seen = _Seen(game, state, seat)
    return [seen.row(action) for action in legal]


def _next_to(fields: Places) -> Places:
    """Their neighbours in the rows."""
    return (fields << 1 | fields >> 1) & _ROWS


def _beside(fields: Places) -> Places:
    """All that tiles on these fields open, at least where they do not lie themselves."""
    areas, opened = fields & _AREAS, _next_to(fields)
    opened |= (fields & _BRIDGES) << COLUMNS | fields >> COLUMNS & _BRIDGES
    if areas:
        areas |= areas << COLUMNS | areas >> COLUMNS
        opened |= (areas | areas << 2 * COLUMNS | areas >> 2 * COLUMNS) & _AREAS
    return opened


def _pairs(fields: Places) -> int:
    """How many pairs of neighbours in the rows there are, each field in one of them at most."""
    lower, many = fields & fields >> 1, 0
    while lower:
        lower &= ~(3 * (lower & -lower))
        many += 1
    return many


class _Left:
    """What is left to a seat after an action: so many tiles, and the fields that fit them at once."""

    def __init__(self, own: Places, open: Places, tiles: int) -> None:
        self.tiles, self.first = tiles, own & open
        reach = more = self.first
        while more:
            more = _beside(more) & own & ~reach
            reach |= more
        self.reach: Places = reach
        """The fields that own tiles can fill one after the other, whatever others do."""

    def shed(self, lays: int, paired: bool) -> int:
        """How many tiles one can get rid of with so many to lay, and one to hand on if there is a pair."""
        laid = min(lays, self.reach.bit_count(), self.tiles)
        return laid + (paired and self.tiles > laid)


class _Seen:
    """What a seat has before it."""

    def __init__(self, game: Brettspiel, state: BoardState, seat: int) -> None:
        zones = state.table.zones
        hand: Cards = zones[seat]
        self.tiles = hand.bit_count()
        self.taken, self.open, self.fits, self.fresh = state.taken, state.open, state.fits, state.fresh
        self.free: Places = _ROWS & ~state.taken
        own, twice, rest = 0, 0, hand
        while rest:
            tile = rest.bit_length() - 1
            twice |= own & _GOES[tile]
            own |= _GOES[tile]
            rest ^= 1 << tile
        self.own: Places = own & self.free
        self.twice: Places = twice
        """Fields of jokers of which the hand has several."""
        self.from_hand = not (zones[game.bonus] or state.drawn)
        self.lays = MOST_LAID - state.laid
        self.counts = not (zones[game.bonus] or state.free)
        self.paired = bool(self.fresh & self.fresh << 1)
        self.bag = bool(zones[game.bag])

    def row(self, action: Action) -> Row:
        """What speaks for an action."""
        if isinstance(action, Lay):
            return self.laid(action.card, _GOES[action.card].bit_length() - 1)
        if isinstance(action, LayAt):
            if _GOES[action.card]:
                return self.laid(action.card, action.at)
            return (_WORTH[action.card], self.tiles == 1, *(0,) * 7, 1, *(0,) * 4, *(0,) * 6, *_NOT_GIVEN)
        if isinstance(action, End):
            return (0, 0, *_NOT_LAID, 1, *self.ended(self.own, self.tiles), *_NOT_GIVEN)
        if isinstance(action, Give):
            return self.given(action.card)
        return (0, 0, *_NOT_LAID, *(0,) * 6, *_NOT_GIVEN)

    def laid(self, card: Card, at: int) -> Row:
        """What speaks for a tile on a field."""
        up, down, bit = _UP[at], _DOWN[at], 1 << at
        own = self.without(card) & ~bit if self.from_hand else self.own & ~bit
        new = _OPENED[at] & self.free & ~(self.open | bit)
        above, under = self.taken & up, (self.taken & down).bit_length()
        span = (up & (above & -above) - 1 if above else up) | down >> under << under
        left = _Left(own, self.open & ~bit | new, self.tiles - self.from_hand)
        lays, fresh = self.lays - self.counts, self.fresh | bit
        pairs = not self.paired and bool(self.fresh & _next_to(bit))
        later = (lays > 0 and _next_to(fresh) & left.first) or (lays > 1 and _next_to(left.first) & own)
        return (
            _WORTH[card],
            self.tiles == 1,
            (new & own & ~(up | down)).bit_count(),
            (new & ~own).bit_count(),
            (span & ~own).bit_count(),
            self.bag and at in _OTHER_END and not self.taken >> _OTHER_END[at] & 1,
            pairs,
            lays > 0 and not (self.paired or pairs) and bool(own & _next_to(bit)),
            _GOES[card] != bit,
            0,
            not left.first,
            left.shed(lays, self.paired or pairs or bool(later)),
            left.first.bit_count(),
            _pairs(left.reach),
            *(0,) * 6,
            *_NOT_GIVEN,
        )

    def without(self, card: Card) -> Places:
        """The fields of own tiles once this one has left the hand."""
        return self.own & ~(_GOES[card] & ~self.twice)

    def ended(self, own: Places, tiles: int) -> Row:
        """What speaks for ending the turn with these tiles."""
        left = _Left(own, self.open, tiles)
        ready = bool(_next_to(left.first) & own)
        around = left.reach | self.open
        one = _beside(around) & self.free
        near = (one | _beside(around | one)) & own & ~left.reach
        next_turn = left.shed(MOST_LAID, ready)
        return next_turn, ready, left.reach.bit_count(), near.bit_count(), _pairs(left.reach)

    def given(self, card: Card) -> Row:
        """What speaks for handing on a tile."""
        goes, own, fits = _GOES[card], self.without(card), self.fits >> card & 1
        soon = self.open | _beside(self.open & ~own) & self.free
        beside = _next_to(goes)
        return (
            0,
            self.tiles == 1,
            *_NOT_LAID,
            0,
            *self.ended(own, self.tiles - 1),
            1,
            _WORTH[card],
            goes & goes - 1 != 0,
            fits,
            goes != 0 and not goes & soon,
            (beside & own).bit_count(),
            (_beside(goes & self.free) & own).bit_count(),
            (beside & self.free & ~own).bit_count(),
        )
