"""Views and memory as numbers, the same way for every game, for programs that learn.

The encoding of a moment for a seat is one row of bytes of fixed length, made of named parts that follow one another
(`Encoder.parts`). What they say, and how, stands in docs/encodings.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import compress, repeat
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args

from msgspec import Struct

from elfer.table.cards import Card, Cards, Places, bits, together
from elfer.table.fields import NOBODY, BySeat, Fixed, Most, SeatNumber, SeatSet
from elfer.table.table import EMPTY, count_of
from elfer.table.view import field_types, seen_to_act

if TYPE_CHECKING:
    from elfer.table.game import Game, State

S = TypeVar("S", bound="State")

_MOST = 255
_MOST_KEPT = 1 << 12
Write = Callable[[Any, int], bytes]
"""How a value of a field is written for a seat."""


class Part(Struct, frozen=True):
    name: str
    offset: int
    length: int


class Encoder(Generic[S]):
    """The encodings of one game at one table: what is the same for all moments is worked out once.

    >>> from elfer import game, seed_from
    >>> elfer = game("elfer", players=2)
    >>> encoder = Encoder(elfer)
    >>> encoder.length, encoder.part("not hand+1")
    (1134, Part(name='not hand+1', offset=640, length=80))
    >>> encoder.utility_bounds
    (0, 840)
    >>> state = elfer.deal(seed_from("7"))
    >>> len(encoder.encode(state, 0)), sum(encoder.mask(state, *elfer.to_act(state)))
    (1134, 1)
    """

    def __init__(self, game: Game[S]) -> None:
        self.game, self._layout = game, game.layout
        deck = game.layout.deck
        kinds = sorted(set(deck.kind))
        self._columns = len(kinds)
        column = {kind: n for n, kind in enumerate(kinds)}
        self._column = tuple(column[kind] for kind in deck.kind)
        self._copies = [(column[kind], deck.copies[kind]) for kind in kinds if deck.copies[kind].bit_count() > 1]
        self._further = deck.all & ~together(kinds)
        """The cards that look like one with a lower number."""
        self._firsts = bits(deck.all ^ self._further, len(deck))
        self._spread, self._placed = (lru_cache(_MOST_KEPT)(way) for way in (self._of_set, self._in_order))
        # From moment to moment, and from seat to seat, most zones stay as they are.
        self._orders = tuple(tuple(turned(game, seat)) for seat in range(game.players))
        self._looks = tuple(tuple(map(self._look, order, repeat(seat))) for seat, order in enumerate(self._orders))
        hints = field_types(game.state)
        self._fields = tuple((name, *_field(game, hints[name])) for name in hints if name != "table")
        self._stacks = tuple(zone.is_pile for zone in game.layout.zones)
        self.parts = tuple(self._parted())
        """What an encoding is made of, in order, without gaps."""
        self.length = self.parts[-1].offset + self.parts[-1].length
        self._by_name = {part.name: part for part in self.parts}

    @property
    def utility_bounds(self) -> tuple[int, int]:
        """The least and the most points that a seat can have at the end of a round."""
        return self.game.bounds

    def part(self, name: str) -> Part:
        return self._by_name[name]

    def describe(self) -> str:
        """All parts as a table in Markdown."""
        rows = [f"| `{part.name}` | {part.offset} | {part.length} |" for part in self.parts]
        return "\n".join(("| part | offset | bytes |", "|---|--:|--:|", *rows))

    def mask(self, state: S, seat: int) -> bytes:
        """By number of action: 1 if the seat may do it now, else 0."""
        return bits(self.game.allowed(state, seat), len(self.game.actions))

    def encode(self, state: S, seat: int) -> bytes:
        """What a seat sees and remembers."""
        layout, table = self._layout, state.table
        memory, zones = layout.remembered(table), table.zones
        remembered = memory.public | memory.private[seat]
        unknown = layout.deck.all & ~layout.known(table, seat)
        doubts = memory.doubts[seat] if memory.doubts else None
        planes, ruled_out, counts = [], [], bytearray()
        for zone, seen, counted, open_ in self._looks[seat]:
            content = zones[zone]
            if isinstance(content, int):
                planes.append(self._spread(content if seen else content & remembered))
            else:
                planes.append(self._placed(zone, content, None if seen else remembered, counted))
            count = count_of(content)
            counts.append(count if counted and count < _MOST else _MOST)
            if not open_:
                out = memory.lacks[zone] if doubts is None else memory.lacks[zone] | doubts[zone]
                ruled_out.append(self._spread(out & unknown))
        acting = bytearray(self.game.players)
        for other in seen_to_act(self.game, state, seat):
            acting[other - seat] = 1
        fields = [write(getattr(state, name), seat) for name, _, write in self._fields]
        return b"".join((*planes, *ruled_out, counts, _BYTES[table.window is not None], acting, *fields))

    def _parted(self) -> list[Part]:
        sizes: list[tuple[str, int]] = []
        names = [self._relative(zone) for zone in self._orders[0]]
        sizes += [(name, self._columns) for name in names]
        unseen = [zone for zone in self._orders[0] if self._layout.sees[zone] != self._layout.everyone]
        sizes += [(f"not {self._relative(zone)}", self._columns) for zone in unseen]
        sizes += [("counts", len(names)), ("window", 1), ("to act", self.game.players)]
        sizes += [(f"facts.{name}", length) for name, length, _ in self._fields]
        out, offset = [], 0
        for name, length in sizes:
            out.append(Part(name, offset, length))
            offset += length
        return out

    def _relative(self, zone: int) -> str:
        """The name of a zone as its reader says it; this one is seat 0."""
        it = self._layout.zones[zone]
        return it.name if it.owner is None else f"{it.name}+{it.owner}"

    def _of_set(self, cards: Cards) -> bytes:
        """How many of each kind are in a set."""
        row = bits(cards, len(self._column))
        if not self._copies:
            return row
        out = bytearray(compress(row, self._firsts))
        if cards & self._further:
            for column, copies in self._copies:
                out[column] = (cards & copies).bit_count()
        return bytes(out)

    def _in_order(self, zone: int, content: Sequence[Card], known: Cards | None, counted: bool) -> bytes:
        """Where in a stack, or on which places, the known cards lie (`None`: all are known)."""
        if content.count(EMPTY) == len(content) or known == 0:
            return bytes(self._columns)
        if known is not None:
            content = [card if card != EMPTY and known >> card & 1 else EMPTY for card in content]
            if not counted:  # how many others lie between them nobody can tell
                content = [card for card in content if card != EMPTY]
        many, column = len(content), self._column
        values: Iterable[int] = range(many, 0, -1) if self._stacks[zone] else range(1, many + 1)
        if many > _MOST:
            values = [min(value, _MOST) for value in values]
        out = bytearray(self._columns)
        for card, value in zip(content, values, strict=True):
            if card != EMPTY:
                out[column[card]] = value
        return bytes(out)

    def _look(self, zone: int, seat: int) -> tuple[int, bool, bool, bool]:
        """A zone, and whether the seat sees its cards, can count them, and whether all see them."""
        seers = self._layout.sees[zone]
        seen = seers >> seat & 1 == 1
        return zone, seen, seen or self._layout.zones[zone].counted, seers == self._layout.everyone


def encode(game: Game[S], state: S, seat: int) -> bytes:
    """What a seat sees and remembers, as bytes (`Encoder`)."""
    return game.encoder.encode(state, seat)


def turned(game: Game[Any], seat: int) -> list[int]:
    """The zones in the reader's order: those of each name together, the reader's own first."""
    names = list(dict.fromkeys(zone.name for zone in game.layout.zones))

    def key(number: int) -> tuple[int, int]:
        zone = game.layout.zones[number]
        return names.index(zone.name), 0 if zone.owner is None else (zone.owner - seat) % game.players

    return sorted(range(len(game.layout.zones)), key=key)


_BYTES = tuple(bytes([number]) for number in range(_MOST + 1))


def _seats(seats: int, players: int, seat: int) -> bytes:
    """A set of seats, from the reader on."""
    row = bits(seats, players)
    return row[seat:] + row[:seat]


def _field(game: Game[Any], hint: Any) -> tuple[int, Write]:
    """How many bytes a field of this type takes, and how it is written."""
    players, deck, places = game.players, len(game.layout.deck), len(game.layout.places)
    mark = next(iter(getattr(hint, "__metadata__", ())), None)
    if hint in (Cards, Places):
        size = deck if hint is Cards else places
        return size, lambda value, seat: bits(value, size)
    if hint == SeatNumber:
        alone = [*(bits(1 << n, players) for n in range(players)), bytes(players)]
        return players, lambda value, seat: alone[NOBODY if value == NOBODY else (value - seat) % players]
    if hint == SeatSet:
        return players, lambda value, seat: _seats(value, players, seat)
    if hint == BySeat:
        return players, lambda value, seat: bytes(map(_number, (*value[seat:], *value[:seat])))
    if isinstance(mark, Most):
        return mark.n * mark.width, lambda value, seat: _rows(mark, value, players, seat)
    if isinstance(mark, Fixed) and get_args(hint.__origin__)[0] == SeatSet:
        return mark.n * players, lambda value, seat: b"".join([_seats(seats, players, seat) for seats in value])
    if isinstance(mark, Fixed):
        return mark.n, lambda value, seat: bytes(map(_number, value))
    return 1, lambda value, seat: _BYTES[_number(value)]


def _rows(most: Most, value: tuple[int, ...], players: int, seat: int) -> bytes:
    """The newest rows, each number 1 more, so that 0 stands for none; seats are counted from the reader on."""
    newest = value[-most.n * most.width :]
    is_seat = (True,) * most.seats + (False,) * (most.width - most.seats)
    out = [(number - seat) % players if is_seat[at % most.width] else number for at, number in enumerate(newest)]
    return bytes([_number(number + 1) for number in out]).ljust(most.n * most.width, b"\0")


def _number(value: int) -> int:
    return min(int(value), _MOST) if value >= 0 else max(int(value), -_MOST // 2) % (_MOST + 1)
