"""Layouts: the zones of a game, and the operations that change its table.

Each operation keeps three things right at once, so that no game can get them wrong: every card is in exactly one
place (ALL-1); whoever sees either end of a card's way sees the card, and nobody else does (ALL-3); and a seat
remembers what it has seen until the card is mixed with others out of its sight.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from elfer.table.actions import Action
from elfer.table.cards import Card, Cards, Deck, Places, each, together, writer
from elfer.table.events import Event, Moved, Shuffled
from elfer.table.memory import Memory, Minds, Remember
from elfer.table.seed import Stream, derived, parted
from elfer.table.table import EMPTY, TOP, Content, Events, Misdeal, Table, as_set, cards_of, count_of
from elfer.table.windows import Window, opened
from elfer.table.zones import Shape, Sight, Zone

_ONE = tuple(bytes([card]) for card in range(EMPTY + 1))
"""By card: a place on which it lies."""
_FREE = _ONE[EMPTY]

Way = tuple[bool, bool, bool, tuple[tuple[Moved], ...], Remember | None]
"""From one zone to another: whether the first is a set, or a stack, whether the second is a set, by card the events,
and what is remembered of a card."""


class Layout:
    """The zones of one game at one table, and the operations on them."""

    def __init__(
        self, deck: Deck, players: int, zones: Sequence[Zone], places: Sequence[str] = (), events_matter: bool = False
    ) -> None:
        """`events_matter`: the rules read what the last action did, so tables without memory keep it too."""
        self.deck = deck
        self.places = tuple(places) or deck.names
        """The names of the places that cards can lie on: where each card has its own, that of the card."""
        self.show_places = writer(self.places)
        """Writes a set of places for people."""
        self.players = players
        self.zones = tuple(zones)
        self.names = tuple(str(zone) for zone in self.zones)
        if len(set(self.names)) != len(self.names):
            raise Misdeal(f"two zones have one name: {' '.join(self.names)}")
        self.minds = Minds(deck.all, players, self.zones)
        self.everyone, self.sees = self.minds.everyone, self.minds.sees
        self.forgotten = self.minds.forgotten
        self._silent = None if events_matter else self.forgotten
        """The memory of tables that do not keep what the last action did either."""
        self._bits = deck.bits
        self._ways: list[list[Way | None]] = [[None] * len(self.zones) for _ in self.zones]
        """By the zones that a card goes from and to: what is fixed about it, worked out when it first goes there."""
        self._stacks = {number for number, zone in enumerate(self.zones) if zone.is_pile}
        self._bare = tuple(map(_bare, zones))
        if len(deck) > EMPTY and any(isinstance(content, bytes) for content in self._bare):
            raise Misdeal(f"on places can lie {EMPTY} different cards at most, not {len(deck)}")
        self._holder = tuple(map(_holder, range(len(zones)), zones))
        """By zone: in whose hand its cards are, if others can count them; other zones have numbers of their own."""

    def zone(self, name: str) -> int:
        return self.names.index(name)

    def in_order(self, zone: int, cards: Iterable[Card]) -> Content:
        """What a zone that is no set holds when these cards lie in it, from bottom to top or by place."""
        return tuple(cards) if zone in self._stacks else bytes(cards)

    def read_places(self, text: str) -> Places:
        """The set that `show_places` wrote; `ValueError` if a place is unknown."""
        return together(map(self.places.index, text.split()))

    # --- what is known ---------------------------------------------------------------------------------------

    def visible(self, table: Table, seat: int | None) -> Cards:
        """The cards that a seat (or, with `None`, a bystander) sees now."""
        mine = self.players if seat is None else seat
        out = 0
        for sees, content in zip(self.sees, table.zones, strict=True):
            if sees >> mine & 1:
                out |= as_set(content)
        return out

    def remembered(self, table: Table) -> Memory:
        """What is remembered at a table; `Misdeal` if it keeps no memory (`forget`)."""
        if table.memory is self.forgotten:
            raise Misdeal("this table keeps no memory: ask the one that it was made from")
        return table.memory

    def known(self, table: Table, seat: int | None) -> Cards:
        """The cards that a seat (or, with `None`, a bystander) can place: it sees them, or it remembers."""
        memory = self.remembered(table)
        return self.visible(table, seat) | memory.public | (0 if seat is None else memory.private[seat])

    def ruled_out(self, table: Table, seat: int | None) -> tuple[Cards, ...]:
        """By zone: the cards a seat cannot place, but can tell not to be there."""
        memory = self.remembered(table)
        unknown = self.deck.all & ~self.known(table, seat)
        own = memory.doubts[seat] if seat is not None and memory.doubts else (0,) * len(self.zones)
        return tuple((lack | doubt) & unknown for lack, doubt in zip(memory.lacks, own, strict=True))

    def copy(self, table: Table, zone: int, kind: Card) -> Card:
        """Which of the cards of that kind in a zone is meant: the one that most players know to be there.

        So nobody is told that another copy is left behind, which only the player who holds it can know.
        """
        among = as_set(table.zones[zone]) & self.deck.copies[kind]
        if among & among - 1:  # more than one
            for known in (table.memory.public, *table.memory.private):
                among = among & known or among
        if not among:
            raise Misdeal(f"no {self.deck.names[kind]} is in {self.names[zone]}")
        return (among & -among).bit_length() - 1

    def check(self, table: Table) -> None:
        """Raise `Misdeal` unless every card of the deck is in exactly one place (ALL-1), and no memory is wrong."""
        seen = 0
        for name, zone, content in zip(self.names, self.zones, table.zones, strict=True):
            cards = as_set(content)
            if seen & cards or cards.bit_count() != count_of(content):
                raise Misdeal(f"a card of {name} lies in two places")
            if zone.shape is Shape.PLACES and not zone.homes and len(content) != zone.size:
                raise Misdeal(f"{name} has {zone.size} places")
            seen |= cards
            if self.minds.secret[self.names.index(name)] and cards & table.memory.public:
                raise Misdeal(f"nobody can tell whether a card is in {name} or in a zone beside it")
        if seen != self.deck.all:
            raise Misdeal(f"in no place: {self.deck.show(self.deck.all & ~seen)}")
        for seat in (None, *range(self.players)):
            for name, out, content in zip(self.names, self.ruled_out(table, seat), table.zones, strict=True):
                if wrong := out & as_set(content):
                    raise Misdeal(f"{name} holds {self.deck.show(wrong)}, which it is remembered not to hold")

    # --- operations ------------------------------------------------------------------------------------------

    def laid(self, contents: Mapping[int, Content], seed: bytes) -> Table:
        """A new table with these contents."""
        zones: list[Content] = list(self._bare)
        for number, content in contents.items():
            zones[number] = content if isinstance(content, int) else self.in_order(number, content)
        return Table(tuple(zones), self.minds.oblivion, seed, ())

    def move(
        self,
        table: Table,
        card: Card,
        src: int,
        dst: int,
        earlier: Events = (),
        none_of: Cards = 0,
        at: int = TOP,
        named: bool = False,
    ) -> Table:
        """Move one card. `at` is the end of a stack (`TOP`, `BOTTOM`) or the place it goes to.

        `none_of` are cards that, as the rules tell everyone, the moved one is not. With `named` all can tell which
        one it is, as if it were shown on the way.
        """
        from_set, from_stack, to_set, moved, remember = self._ways[src][dst] or self._way(src, dst)
        zones, bit, memory = [*table.zones], self._bits[card], table.memory
        before = zones[src]
        if from_set and (left := before ^ bit) < before:
            zones[src] = left
        elif from_stack and before and before[-1] == card:
            zones[src] = before[:-1]
        else:
            zones[src] = self._without(before, card, src)
        zones[dst] = zones[dst] | bit if to_set else self._with(zones[dst], card, dst, at)
        if memory is self._silent:
            return Table(tuple(zones), memory, table.seed, ())
        if remember is not None and memory is not self.forgotten:
            if named:
                memory = self.minds.told(memory, bit)
            else:
                # What it could be taken for: out of a fan any of its cards, from a stack or a place itself.
                memory = remember(memory, bit, before if from_set else bit, none_of)
        return Table(tuple(zones), memory, table.seed, (*earlier, *moved[card]) if earlier else moved[card])

    def move_all(self, table: Table, cards: Iterable[Card], src: int, dst: int, earlier: Events = ()) -> Table:
        """Move these cards, one after the other."""
        table = self.say(table, earlier)
        for card in cards:
            table = self.move(table, card, src, dst, table.events)
        return table

    def draw(
        self, table: Table, src: int, apart: int, hand: int, lacks: Cards = 0, none_of: Cards = 0, keep: bool = False
    ) -> Table:
        """Draw the top card of a stock: it lies apart until the next is drawn, then it joins the hand.

        `lacks` are cards that, as the rules tell everyone, the hand does not hold, and `none_of` cards that a kept
        one is not. With `keep` the drawn card joins the hand at once.
        """
        zones, memory = [*table.zones], table.memory
        stack, joins, before = zones[src], zones[apart], memory.lacks
        card = stack[-1]
        bit = self._bits[card]
        simple = self._holder[apart] == self._holder[hand] and not (self.sees[src] or memory.doubts or before[apart])
        if not simple or memory.public & (joins | bit) or joins & joins - 1:
            return self._draw_step_by_step(table, src, apart, hand, lacks, none_of, keep)
        zones[src] = stack[:-1]
        zones[apart] = 0 if keep else bit
        if kept := joins | bit if keep else joins:
            zones[hand] |= kept
        if memory is self._silent:
            return Table(tuple(zones), memory, table.seed, ())
        events: Events = (Moved(card, src, apart),)
        if joins:
            events = Moved(joins.bit_length() - 1, apart, hand), *events
        if keep:
            events = *events, Moved(card, apart, hand)
        lacking = before[hand] | lacks
        if kept:
            lacking &= none_of
        if lacking != before[hand]:
            memory = self.minds.lacking(memory, hand, lacking)
        return Table(tuple(zones), memory, table.seed, events)

    def _draw_step_by_step(
        self, table: Table, src: int, apart: int, hand: int, lacks: Cards, none_of: Cards, keep: bool
    ) -> Table:
        """The same, whatever is remembered of these cards."""
        table = self.say(self.rule_out(table, hand, lacks), ())
        for lying in each(table.zones[apart]):
            table = self.move(table, lying, apart, hand, table.events, none_of)
        card = table.zones[src][-1]
        table = self.move(table, card, src, apart, table.events)
        return self.move(table, card, apart, hand, table.events, none_of) if keep else table

    def carry(
        self, table: Table, src: int, dst: int, earlier: Events = (), *, at: int = TOP, over: bool = False
    ) -> Table:
        """Put an open stack as a whole onto another stack, or under it (`at`); `over`: the other side up.

        The same as moving its cards one by one, in one go.
        """
        pile = table.zones[src]
        if self.sees[src] != self.everyone or not (src in self._stacks and dst in self._stacks) or src == dst:
            raise Misdeal(f"{self.names[src]} cannot be carried to {self.names[dst]}")
        block = pile[::-1] if over else pile
        zones, memory = [*table.zones], table.memory
        zones[src] = ()
        zones[dst] = zones[dst] + block if at == TOP else block + zones[dst]
        if self.sees[dst] != self.everyone and memory is not self.forgotten:
            memory = self.minds.told(memory, self.deck.together(pile))
        events = self._moves(table, earlier, src, dst, block if at == TOP else block[::-1])
        return Table(tuple(zones), memory, table.seed, events)

    def tuck(self, table: Table, sources: Sequence[int], dst: int, earlier: Events = ()) -> Table:
        """Put all cards of these open zones under a stack, in an order that the seed draws.

        Who cannot see into the stack knows that they lie there, but not how. (That what was tucked away earlier lies
        above what was tucked away later is not remembered: where unknown cards of a stack lie, memory never says.)
        """
        if dst not in self._stacks:
            raise Misdeal(f"nothing can be tucked under {self.names[dst]}")
        zones = [*table.zones]
        tucked: list[Card] = []
        for src in sources:
            if self.sees[src] != self.everyone or src == dst:
                raise Misdeal(f"{self.names[src]} cannot be tucked under {self.names[dst]}")
            cards = cards_of(zones[src])
            earlier = self._moves(table, earlier, src, dst, cards)
            tucked += cards
            zones[src] = self._bare[src]
        seed, stream = parted(table.seed, "tuck")
        zones[dst] = (*stream.shuffled(tucked), *zones[dst])
        if table.memory is self.forgotten:
            return Table(tuple(zones), table.memory, seed, earlier)
        among = self.deck.together(tucked)
        memory = self.minds.told(table.memory, among)  # where a single card lies all know
        if len(tucked) > 1:
            memory = self.minds.blur(memory, among, (dst,), self.sees[dst])
        return Table(tuple(zones), memory, seed, earlier)

    def _moves(self, table: Table, earlier: Events, src: int, dst: int, cards: Iterable[Card]) -> Events:
        if table.memory is self._silent:
            return ()
        moved = (self._ways[src][dst] or self._way(src, dst))[3]
        return (*earlier, *[moved[card][0] for card in cards])

    def lift(self, table: Table, src: int, dst: int, earlier: Events = ()) -> Table:
        """Move all cards of a stack in one go, as they lie. Everyone can tell that nothing is left of it.

        Where the cards are secret it is a part of what is hidden there, and nobody else can tell how many.
        """
        cards, memory = table.zones[src], table.memory
        if src not in self._stacks or src == dst or dst in self.minds.secret[src]:
            raise Misdeal(f"{self.names[src]} cannot be lifted to {self.names[dst]}")
        events = self._moves(table, earlier, src, dst, cards)
        if not cards:
            return Table(table.zones, memory, table.seed, events)
        zones, lifted = [*table.zones], self.deck.together(cards)
        zones[src] = ()
        zones[dst] = zones[dst] | lifted if self._bare[dst] == 0 else (*zones[dst], *cards)
        memory = self.minds.lifted(memory, lifted, src, dst)
        return Table(tuple(zones), memory, table.seed, events)

    def shuffle(self, table: Table, zone: int, earlier: Events = ()) -> Table:
        """Mix a stack. Who cannot see into it forgets the order, but not what lies in it."""
        content = table.zones[zone]
        if zone not in self._stacks:
            raise Misdeal(f"{self.names[zone]} has no order to shuffle")
        zones, memory = [*table.zones], table.memory
        zones[zone] = tuple(Stream(table.seed, "shuffle").shuffled(content))
        if len(content) > 1:
            memory = self.minds.blur(memory, self.deck.together(content), (zone,), self.sees[zone])
        events = () if memory is self._silent else (*earlier, Shuffled(zone))
        return Table(tuple(zones), memory, derived(table.seed, "shuffled"), events)

    def shift(self, table: Table, zone: int, card: Card, place: int) -> Table:
        """Put a card to another place of its stack. Who cannot see into it forgets the order, as after a shuffle."""
        if card not in (order := [*table.zones[zone]]) or not 0 <= place < len(order):
            raise Misdeal(f"{self.deck.names[card]} cannot go to place {place} of {self.names[zone]}")
        order.remove(card)
        order.insert(place, card)
        zones = [*table.zones]
        zones[zone] = tuple(order)
        memory = self.minds.blur(table.memory, self.deck.together(order), (zone,), self.sees[zone])
        return Table(tuple(zones), memory, table.seed, () if memory is self._silent else (Shuffled(zone),))

    def say(self, table: Table, events: tuple[Event, ...]) -> Table:
        """Nothing moves, but everyone hears it."""
        if table.memory is self._silent:
            return Table(table.zones, table.memory, table.seed, ()) if table.window else table
        return Table(table.zones, table.memory, table.seed, events)

    def hear(self, table: Table, window: Window) -> Table:
        """Nothing moves, but everyone hears what was answered in a window."""
        return self.say(table, window.heard())

    def ask(self, table: Table, seats: tuple[int, ...], seconds: int) -> Table:
        """Open a window: these seats answer, each in secret, and have so many seconds (0: as long as they like)."""
        window = opened(seats, self.players, seconds)
        return Table(table.zones, table.memory, table.seed, table.events, window)

    def answer(self, table: Table, seat: int, action: Action) -> Table:
        """Note an answer. Nobody else can tell: the events stay those of the action that opened the window."""
        if table.window is None or seat not in table.window.waiting:
            raise Misdeal(f"seat {seat} is not asked anything")
        return Table(table.zones, table.memory, table.seed, table.events, table.window.noted(seat, action))

    def forget(self, table: Table) -> Table:
        """The table without memory: nothing is remembered from now on, and nothing of it can be asked."""
        events = () if self._silent is self.forgotten else table.events
        return Table(table.zones, self.forgotten, table.seed, events, table.window)

    def show(self, table: Table, cards: Cards) -> Table:
        """From now on everyone can place these cards, though they stay where they are."""
        return Table(table.zones, self.minds.told(table.memory, cards), table.seed, table.events)

    def rule_out(self, table: Table, zone: int, cards: Cards) -> Table:
        """From now on everyone can tell that these cards are not in that zone: the rules let them conclude it."""
        memory = table.memory
        known = memory.lacks[zone]
        if known | cards == known or memory is self.forgotten:
            return table
        if self.minds.secret[zone]:
            raise Misdeal(f"nobody can tell what is in {self.names[zone]} and what is in the zones beside it")
        memory = self.minds.lacking(memory, zone, known | cards)
        return Table(table.zones, memory, table.seed, table.events)

    # --- one card from zone to zone --------------------------------------------------------------------------

    def _way(self, src: int, dst: int) -> Way:
        if src == dst:
            raise Misdeal(f"no card can go from {self.names[src]} to {self.names[dst]}")
        moved = tuple((Moved(card, src, dst),) for card in range(len(self.deck)))
        from_set, to_set, remember = self.zones[src].is_set, self.zones[dst].is_set, self.minds.along(src, dst)
        way = self._ways[src][dst] = from_set, src in self._stacks, to_set, moved, remember
        return way

    def _without(self, content: Content, card: Card, zone: int) -> Content:
        """A zone without a card of it that is not on top."""
        if isinstance(content, int) or card not in content:
            raise Misdeal(f"{self.deck.names[card]} is not in {self.names[zone]}")
        if isinstance(content, bytes):
            return content.replace(_ONE[card], _FREE)
        at = content.index(card)
        return content[:at] + content[at + 1 :]

    def _with(self, content: tuple[int, ...] | bytes, card: Card, zone: int, at: int) -> Content:
        """A zone that is not a set with one more card."""
        if isinstance(content, tuple):
            return (*content, card) if at == TOP else (card, *content)
        if not 0 <= at < len(content) or content[at] != EMPTY:
            raise Misdeal(f"place {at} of {self.names[zone]} is not free")
        return content[:at] + _ONE[card] + content[at + 1 :]


def _bare(zone: Zone) -> Content:
    if zone.is_set:
        return 0
    return () if zone.is_pile else _FREE * zone.size


def _holder(number: int, zone: Zone) -> int:
    if zone.owner is not None and zone.is_set and zone.sight is Sight.OWNER and zone.counted:
        return zone.owner
    return -1 - number
