"""How to play Elfer raus! Master.

A card that others wait for is worth more in the hand than on the table: as long as it is held back they must draw.
So cards are laid where little opens, high ones first, and a half row is brought near its end only by whoever can fill
it. Jokers are laid rather than a card that opens a row; connections are kept for the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from elfer.games.master import Master, MasterState
from elfer.games.master.board import BESIDE, EVERYWHERE, HALF, JOKER, LENGTH, PLACES, WORTH
from elfer.table.actions import Action, Connect, Draw, End, Lay, LayAt, Swap
from elfer.table.cards import Cards

HASTE = 6
"""From so few cards in a hand on the round is near its end."""

Row = tuple[float, ...]


class Weights(Struct, frozen=True):
    """What counts in laying a card, drawing one or ending the turn. The numbers on cards count in tens."""

    points: float = 1.0
    """The number on the card that leaves the hand."""
    out: float = 5.0
    """It is the last card."""
    bonus: float = 0.0
    """It fills a half row, and there is a bonus card for that."""
    chain: float = 0.0
    """Own cards that can then be laid, one after the other."""
    opens: float = 0.0
    """Places that it opens for cards of others."""
    opens_high: float = 0.0
    """The numbers of those places."""
    waiting: float = 0.0
    """Cards of others on from there in the row: as long as the card is held back they cannot be laid."""
    leaves_one: float = 0.0
    """One place of the half row is left then, which others may fill."""
    leaves_two: float = 0.0
    """Two places of the half row are left then, of which others may fill one."""
    own_last: float = 0.0
    """One or two places of the half row are left, and the cards for them are in the hand."""
    joker: float = 0.0
    """A joker is laid."""
    link: float = 0.0
    """A connection card is used."""
    swap: float = 0.0
    """A joker is taken back."""
    draw: float = 0.0
    """A card is drawn."""
    draw_kept: float = 0.0
    """It is drawn though so many own cards fit."""
    end: float = 0.0
    """The turn is ended."""
    kept: float = 0.0
    """It is ended though so many own cards fit."""
    late_points: float = 0.0
    """The number on the card, the more the nearer others are to going out."""
    late_end: float = 0.0
    """The turn is ended when others are near to going out."""
    few_end: float = 0.0
    """The turn is ended though few own cards are left."""
    few_special: float = 0.0
    """A joker or a connection card is used when few own cards are left."""
    dry_end: float = 0.0
    """The turn is ended when there is no stock, so that nobody has to draw."""


BOLD = ("points", "bonus", "own_last")
CAREFUL = ("waiting", "opens", "leaves_one")

_UP = tuple(((1 << LENGTH - place % LENGTH - 1) - 1) << place + 1 for place in range(PLACES))
"""By place: those on from it with higher numbers."""
_DOWN = tuple(((1 << place % LENGTH) - 1) << place - place % LENGTH for place in range(PLACES))
"""By place: those on from it with lower numbers."""
_ONWARDS = tuple((_UP if place % LENGTH > 10 else _DOWN)[place] for place in range(PLACES))
"""By place: those on from it, away from the 11."""
_NUMBER = tuple((place % LENGTH + 1) / 10 for place in range(PLACES))
_JOKER_NUMBER = WORTH / 10
_NOWHERE: Row = (0,) * 10
_SWAP: Row = (*_NOWHERE, 0, 0, 1, *(0,) * 9)
_PASS: Row = (0,) * 22
_PLAIN: Row = (0,) * 12
"""What is left to say of a number card that is laid without a connection while nobody is near to going out."""


def look(game: Master, state: MasterState, seat: int, legal: Sequence[Action]) -> list[Row]:
    """What speaks for each of the actions and against it."""
    seen = _Seen(game, state, seat)
    return [seen.row(action) for action in legal]


class _Seen:
    """What a seat has before it."""

    __slots__ = ("bonus", "cards", "dry", "few", "fits", "free", "hand", "late", "places")

    def __init__(self, game: Master, state: MasterState, seat: int) -> None:
        zones = state.table.zones
        whole: Cards = zones[seat]
        self.hand: Cards = whole & EVERYWHERE
        self.cards = whole.bit_count()
        self.free: Cards = EVERYWHERE ^ game.taken(state)
        self.fits = state.fits
        self.bonus = bool(zones[game.bonus])
        self.dry = not zones[game.stock]
        fewest = min([zones[other].bit_count() for other in game.others[seat]])
        self.late = (HASTE - fewest) / HASTE if fewest < HASTE else 0
        self.few = (HASTE - self.cards) / HASTE if self.cards < HASTE else 0
        self.places: dict[int, Row] = {}

    def row(self, action: Action) -> Row:
        """What speaks for an action."""
        kind = type(action)
        if kind is Lay:
            return self.laid(action.card, _NUMBER[action.card], 0, 0)  # type: ignore[union-attr]
        if isinstance(action, LayAt | Connect):
            joker = action.card == JOKER
            number = _JOKER_NUMBER if joker else _NUMBER[action.at]
            return self.laid(action.at, number, joker, kind is Connect)
        if kind is Swap:
            return _SWAP
        kept = (self.hand & self.fits).bit_count()
        if kind is Draw:
            return (*_NOWHERE, 0, 0, 0, 1, kept, 0, 0, 0, 0, 0, 0, 0)
        if kind is End:
            return (*_NOWHERE, 0, 0, 0, 0, 0, 1, kept, 0, self.late, self.few, 0, self.dry)
        return _PASS

    def laid(self, at: int, number: float, joker: float, link: float) -> Row:
        """What speaks for laying a card of that number there, a joker or not, over a connection or not."""
        place = self.places.get(at)
        if place is None:
            place = self.places[at] = self.place(at)
        if not (joker or link or self.late):
            return (number, *place, *_PLAIN)
        few = self.few if joker or link else 0
        return (number, *place, joker, link, 0, 0, 0, 0, 0, number * self.late, 0, 0, few, 0)

    def place(self, at: int) -> Row:
        """What speaks for a card on that place, whichever card it is."""
        hand, free = self.hand, self.free & ~(1 << at)
        new, left, onwards = BESIDE[at] & free & ~self.fits, HALF[at] & free, _ONWARDS[at] & free
        theirs = new & ~hand
        waiting, count = (onwards & ~hand).bit_count(), theirs.bit_count()
        high = count * _NUMBER[at]
        if count == 1:
            high += 0.1 if theirs >> at else -0.1
        chain = _run(hand, at, new & hand) if new & hand else 0
        if not self.bonus or (few := left.bit_count()) > 2:
            return (self.cards == 1, 0, chain, count, high, waiting, 0, 0, 0)
        own = few > 0 and not left & ~hand
        ends = few == 1 and not own, few == 2 and not own, own
        return (self.cards == 1, not few, chain, count, high, waiting, *ends)


def _run(hand: Cards, at: int, new: Cards) -> int:
    """How many cards of the hand follow on a place one after the other, on the sides where there was no place."""
    run = 0
    if new & _UP[at]:
        above = (hand & _UP[at]) >> at + 1
        run = (above ^ above + 1).bit_length() - 1
    if new & _DOWN[at]:
        gap = _DOWN[at] & ~hand
        run += at - (gap.bit_length() or at - at % LENGTH)
    return run
