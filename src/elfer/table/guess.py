"""Guessing: a full table that agrees with all that a seat sees and remembers.

This is how a bot, or an analysis, gets to look at a game: it is handed a guessed state, in which everything its
seat may know is right and everything else is made up. A guess depends on nothing but the seat's knowledge and the
source of chance, so whatever is computed from it cannot leak a hidden card (ALL-3). From a guess further guesses can
be made. Search takes a quick source (`elfer.table.seed.Quick`), whoever wants to repeat it a `Stream`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from elfer.table.cards import Card, Cards, bits, each
from elfer.table.memory import Memory
from elfer.table.seed import SEED_BYTES, Chance
from elfer.table.table import EMPTY, Content, Misdeal, Table, as_set
from elfer.table.view import seen_events

if TYPE_CHECKING:
    from elfer.table.game import Game, State

S = TypeVar("S", bound="State")

Held = list[list[Card]]
"""By zone: the cards that are dealt to it."""

_SWAPS_PER_CARD = 4


def guess(game: Game[S], state: S, seat: int | None, stream: Chance) -> S:
    """A state that the seat (or, with `None`, a bystander) could just as well be in."""
    layout, table = game.layout, state.table
    known = layout.known(table, seat)
    unknown = layout.deck.all & ~known
    mine = layout.players if seat is None else seat
    uncounted = [n for n, zone in enumerate(layout.zones) if not (zone.counted or layout.sees[n] >> mine & 1)]
    room, vague = _room(game, state, seat, known, uncounted, stream)
    for conclusion in game.concluded(state, unknown, stream):
        out = list(layout.ruled_out(table, seat))
        for zone, cards in conclusion.items():
            out[zone] |= cards & unknown
        if (dealt := _deal_out(list(each(unknown)), room, out, vague, stream)) is not None:
            zones = tuple(
                _mingled(content, known, dealt[n], stream)
                if n in uncounted
                else _refilled(content, known, dealt[n], stream)
                for n, content in enumerate(table.zones)
            )
            return replace(state, table=_dreamt(game, table, zones, seat, stream))
    raise Misdeal("no table agrees with what this seat knows; the game told its players something untrue")


def _dreamt(game: Game[S], table: Table, zones: tuple[Content, ...], seat: int | None, stream: Chance) -> Table:
    """The table with these zones and without anything that others know."""
    memory, nothing = table.memory, (0,) * len(zones)
    private = tuple(known if s == seat else 0 for s, known in enumerate(memory.private))
    doubts = tuple(row if s == seat else nothing for s, row in enumerate(memory.doubts))
    known = Memory(memory.public, private, memory.lacks, doubts if any(map(any, doubts)) else ())
    seed, events = bytes(stream.drawn(256, SEED_BYTES)), seen_events(game.layout, table, seat)
    return Table(zones, known, seed, events, table.window and table.window.seen_by(seat))


def _room(
    game: Game[S], state: S, seat: int | None, known: Cards, uncounted: list[int], stream: Chance
) -> tuple[list[int], list[int]]:
    """By zone: how many unknown cards it holds, or, where this seat cannot count them, might hold.

    The second list are the zones that might hold more or less than that. What really lies in them must not matter.
    """
    unknown = [as_set(content) & ~known for content in state.table.zones]
    room = [0 if n in uncounted else cards.bit_count() for n, cards in enumerate(unknown)]
    if not uncounted:
        return room, []
    supposed = game.supposed(state, seat)
    vague = [zone for zone, cards in supposed.items() if cards and zone in uncounted] or uncounted
    for zone in vague:
        room[zone] = supposed.get(zone, 0)
    _fit(room, vague, len(game.layout.deck) - known.bit_count(), stream)
    return room, vague


def _fit(room: list[int], vague: list[int], cards: int, stream: Chance) -> None:
    """Make room for just so many cards: more or less of it in the vague zones, but some in each if possible."""
    while (over := sum(room) - cards) != 0:
        able = vague if over < 0 else [z for z in vague if room[z] > 1] or [z for z in vague if room[z]][-1:]
        room[able[stream.below(len(able))]] += 1 if over < 0 else -1


def _refilled(content: Content, known: Cards, cards: list[Card], stream: Chance) -> Content:
    """The content with its unknown cards replaced by these."""
    if isinstance(content, int):
        return content & known | sum(1 << card for card in cards)
    mixed = iter(stream.shuffled(cards))
    return type(content)(card if card == EMPTY or known >> card & 1 else next(mixed) for card in content)


def _mingled(content: Content, known: Cards, cards: list[Card], stream: Chance) -> Content:
    """The known cards of a content in their order, with so many others among them."""
    if isinstance(content, int):
        return _refilled(content, known, cards, stream)
    kept = [card for card in content if known >> card & 1]
    sources = stream.shuffled([iter(kept)] * len(kept) + [iter(stream.shuffled(cards))] * len(cards))
    return tuple(map(next, sources))


def _deal_out(
    cards: list[Card], room: Sequence[int], out: Sequence[Cards], vague: Sequence[int], stream: Chance
) -> Held | None:
    """Cards to zones with that much room, none where it is ruled out; `None` if there is no way.

    In the vague zones room is only supposed: if need be they hold more, or less, but something as far as possible.
    """
    cards = stream.shuffled(cards)
    if not any(ruled_out for ruled_out, size in zip(out, room, strict=True) if size):
        dealt, start = [], 0
        for size in room:
            dealt.append(cards[start : start + size])
            start += size
        return dealt
    held: Held = [[] for _ in room]
    first = _one_each(cards, vague, out)
    for card, zone in first.items():
        held[zone].append(card)
    for card in cards:
        if card not in first and not _put(card, held, room, out, vague, stream):
            return None
    if any(len(held[zone]) < size for zone, size in enumerate(room) if zone not in vague):
        return None
    _mix(held, out, stream)
    return held


def _one_each(cards: Sequence[Card], zones: Sequence[int], out: Sequence[Cards]) -> dict[Card, int]:
    """A card for each of the zones, as far as possible; the first of them come first."""
    found: dict[Card, int] = {}

    def provide(zone: int, tried: set[Card]) -> bool:
        for card in cards:
            if card not in tried and not out[zone] >> card & 1:
                tried.add(card)
                if card not in found or provide(found[card], tried):
                    found[card] = zone
                    return True
        return False

    for zone in zones:
        provide(zone, set())
    return found


def _put(
    card: Card, held: Held, room: Sequence[int], out: Sequence[Cards], vague: Sequence[int], stream: Chance
) -> bool:
    """Place a card where there is room, each free slot being equally likely, or make room for it."""
    free = [
        (zone, left)
        for zone, size in enumerate(room)
        if size and (left := size - len(held[zone])) > 0 and not out[zone] >> card & 1
    ]
    if free:
        pick = stream.below(sum([left for _, left in free]))
        for zone, left in free:
            pick -= left
            if pick < 0:
                held[zone].append(card)
                return True
    if _make_room(card, held, room, out, set()):
        return True
    more = [zone for zone in vague if not out[zone] >> card & 1]
    if more:
        held[more[stream.below(len(more))]].append(card)
    return bool(more)


def _make_room(card: Card, held: Held, room: Sequence[int], out: Sequence[Cards], tried: set[int]) -> bool:
    """Place a card by moving others on (an augmenting path of the matching between cards and zones)."""
    for zone, size in enumerate(room):
        if not size or zone in tried or out[zone] >> card & 1:
            continue
        tried.add(zone)
        if len(held[zone]) < size:
            held[zone].append(card)
            return True
        for place, other in enumerate(held[zone]):
            if _make_room(other, held, room, out, tried):
                held[zone][place] = card
                return True
    return False


def _mix(held: Held, out: Sequence[Cards], stream: Chance) -> None:
    """Exchange allowed pairs at random, until how the cards were dealt out no longer shows."""
    cards = [card for zone in held for card in zone]
    size = max(cards, default=0) + 1
    rows = [bits(ruled_out, size) if zone else b"" for zone, ruled_out in zip(held, out, strict=True)]
    barred = [row for zone, row in zip(held, rows, strict=True) for _ in zone]
    drawn = stream.drawn(len(cards), 2 * _SWAPS_PER_CARD * len(cards)) if cards else []
    for i, j in zip(drawn[::2], drawn[1::2], strict=True):
        one, two = cards[i], cards[j]
        if not (barred[i][two] or barred[j][one]):  # quicker than to shift a large number
            cards[i], cards[j] = two, one
    rest = iter(cards)
    for zone in held:
        zone[:] = islice(rest, len(zone))
