"""How to play Elfer raus! Das Brettspiel.

Two tiles next to each other in one turn allow to hand one on: so look for such pairs, and save them, a pair for each
turn. What is handed on should not fit at once. Otherwise lay as much as you can, the high numbers first.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from elfer.games.brettspiel import BoardState, Brettspiel, board
from elfer.games.brettspiel.board import COLUMNS, MOST_LAID
from elfer.table.actions import Action, End, Give, Lay, LayAt
from elfer.table.cards import Card, Cards, Places, each

HASTE = 4
"""From so few tiles in a hand on the round is near its end."""

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
    spoils: float = 0.0
    """It would have made a pair in a later turn."""
    joker: float = 0.0
    """A joker is laid."""
    symbol: float = 0.0
    """A symbol tile is laid."""
    rest: float = 0.0
    """No own tile fits any more after it."""
    late_number: float = 0.0
    """The number on the tile, the more the nearer others are to going out."""
    end: float = 0.0
    """The turn is ended and no tile handed on."""
    kept: float = 0.0
    """The turn is ended though so many own tiles fit."""
    ready: float = 0.0
    """The turn is ended with a pair for the next one in the hand."""
    late_end: float = 0.0
    """The turn is ended when others are near to going out."""
    few_end: float = 0.0
    """The turn is ended though few own tiles are left."""
    give: float = 0.0
    """A tile is handed on."""
    give_number: float = 0.0
    """The number on the tile that is handed on."""
    give_fits: float = 0.0
    """It could be laid at once."""
    give_beside: float = 0.0
    """Own tiles next to it in the row."""
    give_blocked: float = 0.0
    """It cannot be laid before own tiles next to it are."""


BOLD = ("number", "opens", "joker")
CAREFUL = ("spoils", "ready", "give_fits")

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
_DECK = board.tiles()
_WORTH = tuple(number / 10 for number in _DECK.values)
_NOT_LAID: Row = (0,) * 12
_NOT_GIVEN: Row = (0,) * 5
_NOT_ENDED: Row = (0,) * 10


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


class _Seen:
    """What a seat has before it."""

    def __init__(self, game: Brettspiel, state: BoardState, seat: int) -> None:
        zones = state.table.zones
        hand: Cards = zones[seat]
        self.hand, self.last = hand, hand.bit_count() == 1
        self.taken, self.open, self.fits, self.fresh = state.taken, state.open, state.fits, state.fresh
        self.free: Places = _ROWS & ~state.taken
        own, rest = 0, hand
        while rest:
            tile = rest.bit_length() - 1
            own |= _GOES[tile]
            rest ^= 1 << tile
        self.own: Places = own & self.free
        self.paired = bool(self.fresh & self.fresh << 1)
        self.may_pair = not self.paired and state.laid < MOST_LAID - 1
        self.bag = bool(zones[game.bag])
        fewest = min([zones[other].bit_count() for other in game.others[seat]])
        self.late = (HASTE - fewest) / HASTE if fewest < HASTE else 0
        self.few = (HASTE - hand.bit_count()) / HASTE if hand.bit_count() < HASTE else 0

    def row(self, action: Action) -> Row:
        """What speaks for an action."""
        if isinstance(action, Lay):
            return self.laid(action.card, _GOES[action.card].bit_length() - 1, joker=False)
        if isinstance(action, LayAt):
            if _GOES[action.card]:
                return self.laid(action.card, action.at, joker=True)
            number = _WORTH[action.card]
            return (number, self.last, *(0,) * 8, 1, 0, number * self.late, *_NOT_ENDED)
        if isinstance(action, End):
            return (*_NOT_LAID, 0, 1, *self.ended(0, 0), *_NOT_GIVEN)
        if isinstance(action, Give):
            return self.given(action.card)
        return (*_NOT_LAID, 0, *_NOT_ENDED)

    def laid(self, card: Card, at: int, joker: bool) -> Row:
        """What speaks for a tile on a field."""
        up, down, bit, number = _UP[at], _DOWN[at], 1 << at, _WORTH[card]
        own, beside = self.own & ~bit, bit << 1 | bit >> 1
        new = _OPENED[at] & self.free & ~(self.open | bit)
        above, under = self.taken & up, (self.taken & down).bit_length()
        span = (up & (above & -above) - 1 if above else up) | down >> under << under
        pairs = not self.paired and bool(self.fresh & beside)
        partner = not pairs and bool(own & beside)
        return (
            number,
            self.last,
            (new & own & ~(up | down)).bit_count(),
            (new & ~own).bit_count(),
            (span & ~own).bit_count(),
            self.bag and at in _OTHER_END and not self.taken >> _OTHER_END[at] & 1,
            pairs,
            partner and self.may_pair,
            partner and not self.may_pair,
            joker,
            0,
            not own & (self.open | new),
            number * self.late,
            *_NOT_ENDED,
        )

    def ended(self, gone: Places, tile: Cards) -> Row:
        """What speaks for ending the turn, without a tile that is handed on."""
        kept = (self.hand & self.fits & ~tile).bit_count()
        own = self.own & ~gone
        fitting = own & self.open
        return kept, bool((fitting << 1 | fitting >> 1) & own), self.late, self.few

    def given(self, card: Card) -> Row:
        """What speaks for handing on a tile."""
        fields, fits = _GOES[card], self.fits >> card & 1
        beside = ((fields << 1 | fields >> 1) & self.own).bit_count()
        ended = self.ended(fields, 1 << card)
        blocked = not fits and self.blocked(fields)
        return (0, self.last, *(0,) * 11, 0, *ended, 1, _WORTH[card], fits, beside, blocked)

    def blocked(self, fields: Places) -> bool:
        """Whether nobody else has a tile that opens one of these fields."""
        around = 0
        for at in each(fields & self.free):
            around |= _OPENED[at]
        return not around & self.free & ~self.own
