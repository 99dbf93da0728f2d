"""Paths: moves that are made often, with all that is fixed worked out beforehand.

Each does exactly what `Layout.move` does, several times faster; tests play them side by side. A path is put together
from how a card is taken out of its zone, how it is put into the other, and what is remembered of it; only laying
a card out of a hand, which is most of what is ever done, is written out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from elfer.table.cards import Card, Cards, each
from elfer.table.events import Moved, Shuffled
from elfer.table.memory import Memory, spread, spread_all
from elfer.table.table import EMPTY, Content, Log, Misdeal, Table
from elfer.table.zones import Shape, Sight

if TYPE_CHECKING:
    from elfer.table.layout import Layout

Remember = Callable[[Memory, Cards, Content, Cards], Memory]
"""Memory after a card (as a set) left a content; `none_of` these it is."""


class Path(Protocol):
    """A way from one zone to another, along which one card goes (see `Layout.move`)."""

    def __call__(self, table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table: ...


class Placing(Protocol):
    """A way from one zone onto the places of another."""

    def __call__(self, table: Table, card: Card, at: int, log: Log = (), /) -> Table: ...


class Drawing(Protocol):
    """A way of cards that are drawn one by one (see `drawing`)."""

    def __call__(self, table: Table, lacks: Cards = 0, none_of: Cards = 0, keep: bool = False, /) -> Table: ...


class Shifting(Protocol):
    """A way for one card to another place of the stack that it is in (see `Layout.arrange`)."""

    def __call__(self, table: Table, card: Card, place: int, /) -> Table: ...


def path(layout: Layout, src: int, dst: int) -> Path:
    """The way of one card from `src` to `dst`, onto the top of a stack."""
    start, goal = layout.zones[src], layout.zones[dst]
    from_set, to_set = start.is_set, goal.is_set
    if not to_set and goal.shape is Shape.PLACES:
        raise Misdeal(f"a path to {layout.names[dst]} must say on which place")
    if from_set and to_set and goal.sight is Sight.OPEN:
        return _laying(layout, src, dst)
    bits, begun, remember = layout.deck.bits, _begun(layout, src, dst), _remembering(layout, src, dst)
    from_top = start.shape is Shape.STACK

    def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
        zones, bit, memory = [*table.zones], bits[card], table.memory
        before = zones[src]
        if from_set and before & bit:
            zones[src] = before ^ bit
        elif from_top and before and before[-1] == card:
            zones[src] = before[:-1]
        else:
            zones[src] = _without(layout, src, before, card)
        zones[dst] = zones[dst] | bit if to_set else (*zones[dst], card)
        if remember:
            memory = remember(memory, bit, before, none_of)
        return Table(tuple(zones), memory, table.seed, (*log, *begun[card]) if log else begun[card])

    return path


def _without(layout: Layout, zone: int, content: Content, card: Card) -> Content:
    """A zone without a card that is not on top of it."""
    if isinstance(content, int) or card not in content:
        raise Misdeal(f"{layout.deck.names[card]} is not in {layout.names[zone]}")
    at = content.index(card)
    return (*content[:at], *((EMPTY,) if layout.zones[zone].shape is Shape.PLACES else ()), *content[at + 1 :])


def _remembering(layout: Layout, src: int, dst: int) -> Remember | None:
    """What is remembered of a card on its way; `None`: nothing that is not seen anyway."""
    minds, start, goal = layout.minds, layout.zones[src], layout.zones[dst]
    from_set, moved = start.is_set, minds.moved

    def as_moved(memory: Memory, bit: Cards, before: Content, none_of: Cards) -> Memory:
        return moved(memory, bit, before if from_set else bit, src, dst, none_of)  # type: ignore[arg-type]

    def shown(memory: Memory, bit: Cards, before: Content, none_of: Cards) -> Memory:
        return Memory(memory.public | bit, memory.private, memory.lacks, memory.doubts)

    def followed(memory: Memory, bit: Cards, before: Content, none_of: Cards) -> Memory:
        if from_set and before != bit:
            return as_moved(memory, bit, before, none_of)
        lacks, doubts = memory.lacks, memory.doubts
        if not memory.public & bit and lacks[dst] & ~(lacks[src] | none_of):
            lacks = spread(lacks, src, dst, none_of)
        elif not doubts:
            return memory
        return Memory(memory.public, memory.private, lacks, spread_all(doubts, src, dst, none_of))

    if layout.sees[dst] == layout.everyone or dst in minds.secret[src]:
        return None
    if minds.secret[src] or minds.secret[dst]:
        return as_moved
    if layout.sees[src] == layout.everyone:
        return shown
    if not layout.sees[src] & ~layout.sees[dst]:  # whoever saw it still does
        return followed
    if start.is_set and goal.is_set and start.sight is goal.sight is Sight.OWNER:
        return _handing_on(layout, src, dst, as_moved)
    return as_moved


def _handing_on(layout: Layout, src: int, dst: int, as_moved: Remember) -> Remember:
    """From one owner's hand into another's, face down: the others no longer know what is where."""
    nothing = ((0,) * len(layout.zones),) * layout.players
    giver = layout.sees[src].bit_length() - 1
    seers = layout.sees[src] | layout.sees[dst]
    blind = [0 if seers >> seat & 1 else layout.deck.all for seat in range(layout.players)]

    def handed_on(memory: Memory, bit: Cards, before: Content, none_of: Cards) -> Memory:
        lacks, private, doubts, held = memory.lacks, [*memory.private], memory.doubts, before
        assert isinstance(held, int)
        if memory.public & held or lacks[dst] & ~lacks[src] or none_of or held == bit:
            return as_moved(memory, bit, before, none_of)
        rows, changed = [], False
        for seat, row in enumerate(doubts or nothing):
            gone, left = private[seat] & held & blind[seat], row[dst] & row[src]
            if gone or left != row[dst]:
                out = [cards | gone for cards in row] if gone else [*row]
                out[src] ^= gone
                out[dst] = left & ~gone
                private[seat] ^= gone
                row, changed = tuple(out), True
            rows.append(row)
        private[giver] |= bit
        return Memory(memory.public, tuple(private), lacks, tuple(rows) if changed else doubts)

    return handed_on


def _laying(layout: Layout, src: int, dst: int) -> Path:
    """From set to set, in the end for all to see: nobody has anything to remember."""
    bits, begun = layout.deck.bits, _begun(layout, src, dst)

    def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
        zones = [*table.zones]
        bit, held = bits[card], zones[src]
        if not held & bit:
            raise Misdeal(f"{layout.deck.names[card]} is not in {layout.names[src]}")
        zones[src] = held ^ bit
        zones[dst] |= bit
        events = (*log, *begun[card]) if log else begun[card]
        return Table(tuple(zones), table.memory, table.seed, events)

    return path


def placing(layout: Layout, src: int, dst: int) -> Placing:
    """The way of one card from a set onto open places, or from places to places: the same as `move` with `at`."""
    start, goal = layout.zones[src], layout.zones[dst]
    places = start.shape is goal.shape is Shape.PLACES and not (start.homes or goal.homes)
    if places and Sight.OPEN in (start.sight, goal.sight):
        return _turning(layout, src, dst)
    if not start.is_set or goal.is_set or goal.sight is not Sight.OPEN:
        raise Misdeal(f"a path from {layout.names[src]} to {layout.names[dst]} cannot be worked out beforehand")
    bits, begun = layout.deck.bits, _begun(layout, src, dst)

    def path(table: Table, card: Card, at: int, log: Log = (), /) -> Table:
        zones = [*table.zones]
        bit, held, lying = bits[card], zones[src], [*zones[dst]]
        if not held & bit or at < 0 or lying[at] != EMPTY:
            return layout.move(table, card, src, dst, log, at=at)  # which says what is wrong
        lying[at] = card
        zones[src] = held ^ bit
        zones[dst] = tuple(lying)
        events = (*log, *begun[card]) if log else begun[card]
        return Table(tuple(zones), table.memory, table.seed, events)

    return path


def _turning(layout: Layout, src: int, dst: int) -> Placing:
    """From places to places, one of them open. If it is turned face down, all remember which card it is."""
    bits, begun, turned_up = layout.deck.bits, _begun(layout, src, dst), layout.zones[dst].sight is Sight.OPEN

    def path(table: Table, card: Card, at: int, log: Log = (), /) -> Table:
        zones = [*table.zones]
        before, after, memory = [*zones[src]], [*zones[dst]], table.memory
        try:  # mostly it is turned over where it lies
            start = at if before[at] == card else before.index(card)
            free = at >= 0 and after[at] == EMPTY
        except (IndexError, ValueError):
            free = False
        if not free:
            return layout.move(table, card, src, dst, log, at=at)  # which says what is wrong
        before[start] = EMPTY
        after[at] = card
        zones[src] = tuple(before)
        zones[dst] = tuple(after)
        if not (turned_up or memory.public & bits[card]):
            memory = Memory(memory.public | bits[card], memory.private, memory.lacks, memory.doubts)
        events = (*log, *begun[card]) if log else begun[card]
        return Table(tuple(zones), memory, table.seed, events)

    return path


def drawing(layout: Layout, stock: int, apart: int, hand: int) -> Drawing:
    """The way of cards that are drawn one by one: each lies apart until the next is drawn, then joins the hand.

    `lacks` are cards that, as the rules tell everyone, the hand did not hold before, and `none_of` cards that a
    kept one is not. With `keep` the drawn card joins the hand at once.
    """
    come, go = path(layout, stock, apart), path(layout, apart, hand)

    def one_by_one(table: Table, lacks: Cards = 0, none_of: Cards = 0, keep: bool = False, /) -> Table:
        table = layout.rule_out(table, hand, lacks)
        log: Log = ()
        for card in each(table.zones[apart]):
            table = go(table, card, log, none_of)
            log = table.events
        card = table.zones[stock][-1]
        table = come(table, card, log)
        return go(table, card, table.events, none_of) if keep else table

    owned = layout.zones[apart].is_set and layout.zones[hand].is_set and layout.zones[hand].sight is Sight.OWNER
    if not owned or layout.sees[apart] != layout.sees[hand] or layout.sees[stock]:
        return one_by_one
    bits, drawn, kept = layout.deck.bits, _begun(layout, stock, apart), _begun(layout, apart, hand)

    def draw(table: Table, lacks: Cards = 0, none_of: Cards = 0, keep: bool = False, /) -> Table:
        zones = [*table.zones]
        memory, stack, lying = table.memory, zones[stock], zones[apart]
        card, known = stack[-1], memory.lacks
        bit, lacking = bits[card], known[hand] | lacks
        if known[apart] or memory.doubts or memory.public & (lying | bit) or lying & lying - 1:
            return one_by_one(table, lacks, none_of, keep)
        zones[stock] = stack[:-1]
        zones[apart] = bit
        events: Log = drawn[card]
        if lying:
            zones[hand] |= lying
            lacking &= none_of
            events = kept[lying.bit_length() - 1] + events
        if keep:
            zones[hand] |= bit
            zones[apart] = 0
            lacking &= none_of
            events += kept[card]
        if lacking != known[hand]:
            lists = [*known]
            lists[hand] = lacking
            memory = Memory(memory.public, memory.private, tuple(lists), ())
        return Table(tuple(zones), memory, table.seed, events)

    return draw


def handing(layout: Layout, src: int, dst: int) -> Path:
    """The way of one card from hand to hand that was named before, so that everyone can tell which it is.

    `move` would blur what is known of the hand that it comes from. This is as if it were shown on the way.
    """
    if not layout.zones[src].shape is layout.zones[dst].shape is Shape.FAN:
        raise Misdeal(f"{layout.names[src]} and {layout.names[dst]} are not two hands")
    bits, begun = layout.deck.bits, _begun(layout, src, dst)

    def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
        zones = [*table.zones]
        bit, held, old = bits[card], zones[src], table.memory
        if not held & bit:
            raise Misdeal(f"{layout.deck.names[card]} is not in {layout.names[src]}")
        zones[src] = held ^ bit
        zones[dst] |= bit
        memory = Memory(old.public | bit, old.private, old.lacks, old.doubts)
        return Table(tuple(zones), memory, table.seed, (*log, *begun[card]))

    return path


def shifting(layout: Layout, zone: int) -> Shifting:
    """The way of one card to another place of a stack, counted from 0: the same as `arrange` in that order."""
    bits, shuffled, here, seers = layout.deck.bits, (Shuffled(zone),), (zone,), layout.sees[zone]
    blind = [seat for seat in range(layout.players) if not seers >> seat & 1]

    def path(table: Table, card: Card, place: int, /) -> Table:
        zones, memory = [*table.zones], table.memory
        order, known = [*zones[zone]], memory.public
        if card not in order or not 0 <= place < len(order):
            raise Misdeal(f"{layout.deck.names[card]} cannot go to place {place} of {layout.names[zone]}")
        order.remove(card)
        order.insert(place, card)
        zones[zone] = tuple(order)
        for seat in blind:
            known |= memory.private[seat]
        if known and known & (cards := sum(map(bits.__getitem__, order))):  # else nobody has an order to forget
            memory = layout.minds.blur(memory, cards, here, seers)
        return Table(tuple(zones), memory, table.seed, shuffled)

    return path


def _begun(layout: Layout, src: int, dst: int) -> tuple[tuple[Moved], ...]:
    """For each card: the events of an action that begins with this move."""
    return tuple((Moved(card, src, dst),) for card in range(len(layout.deck)))
