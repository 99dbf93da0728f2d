"""Guessing: a full table that agrees with all that a seat sees and remembers.

This is how a bot, or an analysis, gets to look at a game: it is handed a guessed state, in which everything its
seat may know is right and everything else is made up. A guess depends on nothing but the seat's knowledge and the
stream, so whatever is computed from it cannot leak a hidden card (ALL-3). From a guess further guesses can be made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from elfer.table.cards import Card, Cards, each
from elfer.table.seed import SEED_BYTES, Stream
from elfer.table.table import EMPTY, Content, Memory, Misdeal, Table
from elfer.table.view import seen_events

if TYPE_CHECKING:
    from elfer.table.game import Game, State

S = TypeVar("S", bound="State")

_SWAPS_PER_CARD = 4


def guess(game: Game[S], state: S, seat: int | None, stream: Stream) -> S:
    """A state that the seat (or, with `None`, a bystander) could just as well be in."""
    layout, table = game.layout, state.table
    known = layout.known(table, seat)
    unknown = layout.deck.all & ~known
    room = _room(game, state, seat, known, stream)
    for conclusion in game.concluded(state, unknown, stream):
        out = list(layout.ruled_out(table, seat))
        for zone, cards in conclusion.items():
            out[zone] |= cards & unknown
        if (dealt := _deal_out(list(each(unknown)), room, out, stream)) is not None:
            zones = tuple(
                _refilled(content, known, cards, stream)
                if len(cards) == _unknown_in(content, known)
                else _mingled(content, known, cards, stream)
                for content, cards in zip(table.zones, dealt, strict=True)
            )
            return replace(state, table=_dreamt(game, table, zones, seat, stream))
    raise Misdeal("no table agrees with what this seat knows; the game told its players something untrue")


def _dreamt(game: Game[S], table: Table, zones: tuple[Content, ...], seat: int | None, stream: Stream) -> Table:
    """The table with these zones and without anything that others know."""
    memory, nothing = table.memory, (0,) * len(zones)
    private = tuple(known if s == seat else 0 for s, known in enumerate(memory.private))
    doubts = tuple(row if s == seat else nothing for s, row in enumerate(memory.doubts))
    return Table(
        zones=zones,
        memory=Memory(memory.public, private, memory.lacks, doubts if any(map(any, doubts)) else ()),
        seed=bytes(stream.below(256) for _ in range(SEED_BYTES)),
        events=seen_events(game.layout, table, seat),
        window=table.window and table.window.seen_by(seat),
    )


def _room(game: Game[S], state: S, seat: int | None, known: Cards, stream: Stream) -> list[int]:
    """By zone: how many unknown cards it holds, or, where this seat cannot count them, might hold."""
    layout, zones = game.layout, state.table.zones
    mine = layout.players if seat is None else seat
    room = [_unknown_in(content, known) for content in zones]
    uncounted = [n for n, zone in enumerate(layout.zones) if not (zone.counted or layout.sees[n] >> mine & 1)]
    if not uncounted:
        return room
    supposed = game.supposed(state)
    free = sum(room[zone] for zone in uncounted)
    placed = {zone: _count(zones[zone]) - room[zone] for zone in uncounted}
    least = {zone: int(supposed.get(zone, 0) > placed[zone] == 0) for zone in uncounted}
    might = {zone: max(supposed.get(zone, 0) - placed[zone], least[zone]) for zone in uncounted}
    while (over := sum(might.values()) - free) != 0:
        if over < 0:
            able = [zone for zone in uncounted if supposed.get(zone, 0)] or uncounted
        else:  # if need be, somebody holds nothing: that was the last card
            able = [z for z in uncounted if might[z] > least[z]] or [z for z in uncounted if might[z]]
        might[able[stream.below(len(able))]] += 1 if over < 0 else -1
    for zone in uncounted:
        room[zone] = might[zone]
    return room


def _count(content: Content) -> int:
    return content.bit_count() if isinstance(content, int) else sum(card != EMPTY for card in content)


def _unknown_in(content: Content, known: Cards) -> int:
    if isinstance(content, int):
        return (content & ~known).bit_count()
    return sum(card != EMPTY and not known >> card & 1 for card in content)


def _refilled(content: Content, known: Cards, cards: list[Card], stream: Stream) -> Content:
    """The content with its unknown cards replaced by these."""
    if isinstance(content, int):
        return content & known | sum(1 << card for card in cards)
    fresh = iter(stream.shuffled(cards))
    return tuple(card if card == EMPTY or known >> card & 1 else next(fresh) for card in content)


def _mingled(content: Content, known: Cards, cards: list[Card], stream: Stream) -> Content:
    """The known cards of a content in their order, with so many others among them."""
    if isinstance(content, int):
        return _refilled(content, known, cards, stream)
    kept = [card for card in content if known >> card & 1]
    sources = stream.shuffled([iter(kept)] * len(kept) + [iter(stream.shuffled(cards))] * len(cards))
    return tuple(map(next, sources))


def _deal_out(
    cards: list[Card], room: Sequence[int], out: Sequence[Cards], stream: Stream
) -> list[list[Card]] | None:
    """Cards to zones with that much room, none where it is ruled out; `None` if there is no way."""
    cards = stream.shuffled(cards)
    if not any(out):
        dealt, start = [], 0
        for size in room:
            dealt.append(cards[start : start + size])
            start += size
        return dealt
    held: list[list[Card]] = [[] for _ in room]
    for card in cards:
        free = [zone for zone, size in enumerate(room) if len(held[zone]) < size and not out[zone] >> card & 1]
        if free:
            # Each free slot is equally likely.
            pick = stream.below(sum(room[zone] - len(held[zone]) for zone in free))
            for zone in free:
                pick -= room[zone] - len(held[zone])
                if pick < 0:
                    held[zone].append(card)
                    break
        elif not _make_room(card, held, room, out, set()):
            return None
    _mix(held, out, stream)
    return held


def _make_room(
    card: Card, held: list[list[Card]], room: Sequence[int], out: Sequence[Cards], tried: set[int]
) -> bool:
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


def _mix(held: list[list[Card]], out: Sequence[Cards], stream: Stream) -> None:
    """Exchange allowed pairs at random, until how the cards were dealt out no longer shows."""
    slots = [(zone, place) for zone, cards in enumerate(held) for place in range(len(cards))]
    for _ in range(_SWAPS_PER_CARD * len(slots)):
        a, i = slots[stream.below(len(slots))]
        b, j = slots[stream.below(len(slots))]
        one, two = held[a][i], held[b][j]
        if not (out[a] >> two & 1 or out[b] >> one & 1):
            held[a][i], held[b][j] = two, one
