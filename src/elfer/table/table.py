"""The table: zones with cards, what their players remember, and the operations that change it.

A `Table` is a frozen value. It changes only through the operations of its `Layout`: cards go along *paths* from
zone to zone, are shuffled, shown or ruled out. Each operation keeps three things right at once, so that no game
can get them wrong: every card is in exactly one place (ALL-1); whoever sees either end of a path sees the card, and
nobody else does (ALL-3); and a seat remembers what it has seen until the card is mixed with others out of its sight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from elfer.table.actions import Action
from elfer.table.cards import Card, Cards, Deck, Places, each, together
from elfer.table.events import Event, Moved, Shuffled
from elfer.table.live import Window, opened
from elfer.table.seed import Stream, derived
from elfer.table.zones import Shape, Sight, Zone

Content = int | tuple[int, ...]
"""What a zone holds: a set, or cards in order (bottom to top, or by place with `EMPTY` for a free one)."""

EMPTY = -1
TOP, BOTTOM = -1, 0

Log = tuple[Event, ...]
"""The events of an action so far: `()` when it begins, `table.events` when it goes on."""


class Memory(Struct, frozen=True, gc=False):
    """What players know beyond the cards they see now.

    `public` and `private` win over `lacks` and `doubts`, and sight wins over all: a card that can be placed is
    nowhere else anyway.
    """

    public: Cards
    """Cards that everyone can place. The table itself says where they lie."""
    private: tuple[Cards, ...]
    """By seat: cards that this seat can place beyond those."""
    lacks: tuple[Cards, ...]
    """By zone: cards that are not there, as everyone can tell ("who must draw holds nothing that fits")."""
    doubts: tuple[tuple[Cards, ...], ...] = ()
    """By seat and zone: the same, for what only this seat can tell. `()` as long as there is nothing."""


class Table(Struct, frozen=True, gc=False):
    """All cards of a game, and what is known of them."""

    zones: tuple[Any, ...]
    """What each zone holds. Whether that is a set or a tuple is as fixed as its shape, so nobody asks each time."""
    memory: Memory
    seed: bytes
    """Where the next shuffle comes from. Nobody sees it."""
    events: tuple[Event, ...]
    """What the last action did. While a window is open: the action that opened it."""
    window: Window | None = None
    """A question that is open; as soon as anything else happens at the table it is closed."""


class Path(Protocol):
    """A way from one zone to another, along which one card goes (see `Layout.move`)."""

    def __call__(self, table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table: ...


class Placing(Protocol):
    """A way from one zone onto the places of another."""

    def __call__(self, table: Table, card: Card, at: int, log: Log = (), /) -> Table: ...


class Drawing(Protocol):
    """A way of cards that are drawn one by one (see `Layout.drawing`)."""

    def __call__(self, table: Table, lacks: Cards = 0, none_of: Cards = 0, keep: bool = False, /) -> Table: ...


class Shifting(Protocol):
    """A way for one card to another place of the stack that it is in (see `Layout.arrange`)."""

    def __call__(self, table: Table, card: Card, place: int, /) -> Table: ...


class Misdeal(Exception):
    """A game asked the table for something impossible: a fault of the game, never of a player."""


class Layout:
    """The zones of one game at one table, and the operations on them."""

    def __init__(self, deck: Deck, players: int, zones: Sequence[Zone], places: Sequence[str] = ()) -> None:
        self.deck = deck
        self.places = tuple(places) or deck.names
        """The names of the places that cards can lie on: where each card has its own, that of the card."""
        self.players = players
        self.zones = tuple(zones)
        self.names = tuple(str(zone) for zone in self.zones)
        if len(set(self.names)) != len(self.names):
            raise Misdeal(f"two zones have one name: {' '.join(self.names)}")
        # Bit s stands for seat s, the bit after the last seat for a bystander.
        self.everyone = (1 << players + 1) - 1
        self.sees = tuple(self._seers(zone) for zone in self.zones)
        self._secret = tuple(self._hiding_place(zone) for zone in self.zones)
        self._bare = tuple(0 if zone.is_set else (EMPTY,) * zone.size for zone in self.zones)
        self._oblivion = Memory(0, (0,) * players, (0,) * len(self.zones))

    def _seers(self, zone: Zone) -> int:
        if zone.sight is Sight.OPEN:
            return self.everyone
        return 1 << zone.owner if zone.sight is Sight.OWNER and zone.owner is not None else 0

    def _hiding_place(self, zone: Zone) -> int:
        """The zones (bit *n* is zone *n*) among which a player moves cards without anybody noticing; 0: none.

        Whoever cannot count the cards of several zones of one owner cannot tell in which of them a card is.
        """
        if zone.counted or zone.sight is not Sight.OWNER:
            return 0
        return sum(
            1 << n
            for n, other in enumerate(self.zones)
            if other.owner == zone.owner and other.sight is Sight.OWNER and not other.counted
        )

    def zone(self, name: str) -> int:
        """The number of the zone of that name."""
        return self.names.index(name)

    def show_places(self, places: Places) -> str:
        """A set of places for people."""
        return " ".join(self.places[place] for place in each(places))

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

    def known(self, table: Table, seat: int | None) -> Cards:
        """The cards that a seat (or, with `None`, a bystander) can place: it sees them, or it remembers."""
        memory = table.memory
        return self.visible(table, seat) | memory.public | (0 if seat is None else memory.private[seat])

    def ruled_out(self, table: Table, seat: int | None) -> tuple[Cards, ...]:
        """By zone: the cards a seat cannot place, but can tell not to be there."""
        memory = table.memory
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
            listed = cards.bit_count() if isinstance(content, int) else sum(card != EMPTY for card in content)
            if seen & cards or cards.bit_count() != listed:
                raise Misdeal(f"a card of {name} lies in two places")
            if zone.shape is Shape.PLACES and not zone.homes and len(content) != zone.size:
                raise Misdeal(f"{name} has {zone.size} places")
            seen |= cards
            if self._secret[self.names.index(name)] and cards & table.memory.public:
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
            zones[number] = content
        return Table(tuple(zones), self._oblivion, seed, ())

    def move(
        self, table: Table, card: Card, src: int, dst: int, log: Log = (), none_of: Cards = 0, *, at: int = TOP
    ) -> Table:
        """Move one card. `at` is the end of a stack (`TOP`, `BOTTOM`) or the place it goes to.

        `none_of` are cards that, as the rules tell everyone, the moved one is not.
        """
        return self._move(table, card, src, dst, log, none_of, at, whole=False)

    def pour(self, table: Table, src: int, dst: int, log: Log = ()) -> Table:
        """Move all cards, from the top: a pile poured onto another is turned over. Everyone can follow it.

        Only the order of cards that had none before is known to nobody but those who see them.
        """
        content = table.zones[src]
        cards = each(content) if isinstance(content, int) else [c for c in reversed(content) if c != EMPTY]
        for card in cards:
            table = self._move(table, card, src, dst, log, 0, TOP, whole=True)
            log = table.events
        if isinstance(content, int) and content.bit_count() > 1 and not self.zones[dst].is_set:
            memory = self._blur(table.memory, content, 1 << dst, self.sees[src] | self.sees[dst])
            table = Table(table.zones, memory, table.seed, table.events)
        return table

    def carry(self, table: Table, src: int, dst: int, log: Log = (), *, at: int = TOP, over: bool = False) -> Table:
        """Put an open stack as a whole onto another stack, or under it (`at`); `over`: the other side up.

        The same as moving its cards one by one, in one go.
        """
        pile = table.zones[src]
        if self.sees[src] != self.everyone or not self._is_stack(src) or not self._is_stack(dst) or src == dst:
            raise Misdeal(f"{self.names[src]} cannot be carried to {self.names[dst]}")
        block = pile[::-1] if over else pile
        zones = [*table.zones]
        zones[src] = ()
        zones[dst] = zones[dst] + block if at == TOP else block + zones[dst]
        one_by_one = block if at == TOP else block[::-1]
        memory = table.memory
        if self.sees[dst] != self.everyone:
            memory = Memory(memory.public | together(pile), memory.private, memory.lacks, memory.doubts)
        return Table(tuple(zones), memory, table.seed, (*log, *[Moved(card, src, dst) for card in one_by_one]))

    def tuck(self, table: Table, sources: Sequence[int], dst: int, log: Log = ()) -> Table:
        """Put all cards of these open zones under a stack, in an order that the seed draws.

        Who cannot see into the stack knows that they lie there, but not how. (That what was tucked away earlier lies
        above what was tucked away later is not remembered: where unknown cards of a stack lie, memory never says.)
        """
        if not self._is_stack(dst):
            raise Misdeal(f"nothing can be tucked under {self.names[dst]}")
        zones, moves, tucked, among = [*table.zones], [*log], [], 0
        for src in sources:
            if self.sees[src] != self.everyone or src == dst:
                raise Misdeal(f"{self.names[src]} cannot be tucked under {self.names[dst]}")
            content = zones[src]
            for card in each(content) if isinstance(content, int) else content:
                if card != EMPTY:
                    moves.append(Moved(card, src, dst))
                    tucked.append(card)
                    among |= 1 << card
            zones[src] = self._bare[src]
        zones[dst] = (*Stream(table.seed, "tuck").shuffled(tucked), *zones[dst])
        old = table.memory
        memory = Memory(old.public | among, old.private, old.lacks, old.doubts)  # where a single card lies all know
        if len(tucked) > 1:
            memory = self._blur(memory, among, 1 << dst, self.sees[dst])
        return Table(tuple(zones), memory, derived(table.seed, "tucked"), tuple(moves))

    def _is_stack(self, zone: int) -> bool:
        return self.zones[zone].shape is Shape.STACK

    def lift(self, table: Table, src: int, dst: int, log: Log = ()) -> Table:
        """Move all cards of a stack in one go, as they lie. Everyone can tell that nothing is left of it.

        Where the cards are secret it is a part of what is hidden there, and nobody else can tell how many.
        """
        cards, memory = table.zones[src], table.memory
        if not self._is_stack(src) or src == dst or self._secret[src] >> dst & 1:
            raise Misdeal(f"{self.names[src]} cannot be lifted to {self.names[dst]}")
        if not cards:
            return Table(table.zones, memory, table.seed, log)
        zones, lifted = [*table.zones], sum(map(self.deck.bits.__getitem__, cards))
        zones[src] = ()
        zones[dst] = zones[dst] | lifted if self.zones[dst].is_set else (*zones[dst], *cards)
        if self._secret[src] | self._secret[dst]:
            memory = self._followed(memory, lifted, src, dst, 0)
        elif self.sees[dst] != self.everyone:
            memory = self._follow(memory, lifted, lifted, src, dst, 0, True, self._empty(memory, dst))
        if any(memory.lacks) and not self._secret[src]:  # else nothing would follow from it
            memory = self._emptied(memory, src)
        return Table(tuple(zones), memory, table.seed, (*log, *[Moved(card, src, dst) for card in cards]))

    def shuffle(self, table: Table, zone: int, log: Log = ()) -> Table:
        """Mix a stack. Who cannot see into it forgets the order, but not what lies in it."""
        content = table.zones[zone]
        if self.zones[zone].shape is not Shape.STACK or isinstance(content, int):
            raise Misdeal(f"{self.names[zone]} has no order to shuffle")
        mixed = tuple(Stream(table.seed, "shuffle").shuffled(content))
        memory = table.memory
        if len(content) > 1:
            memory = self._blur(memory, together(content), 1 << zone, self.sees[zone])
        zones = (*table.zones[:zone], mixed, *table.zones[zone + 1 :])
        return Table(zones, memory, derived(table.seed, "shuffled"), (*log, Shuffled(zone)))

    def arrange(self, table: Table, zone: int, order: Sequence[Card], log: Log = ()) -> Table:
        """Put the cards of a stack in this order. Who cannot see into it forgets the order, as after a shuffle."""
        content = table.zones[zone]
        if isinstance(content, int) or sorted(content) != sorted(order):
            raise Misdeal(f"{self.names[zone]} holds other cards, or has no order")
        memory = self._blur(table.memory, together(content), 1 << zone, self.sees[zone])
        zones = (*table.zones[:zone], tuple(order), *table.zones[zone + 1 :])
        return Table(zones, memory, table.seed, (*log, Shuffled(zone)))

    def say(self, table: Table, events: tuple[Event, ...]) -> Table:
        """Nothing moves, but everyone hears it."""
        return Table(table.zones, table.memory, table.seed, events)

    def ask(self, table: Table, seats: tuple[int, ...], seconds: int) -> Table:
        """Open a window: these seats answer, each in secret, and have so many seconds (0: as long as they like)."""
        window = opened(seats, self.players, seconds)
        return Table(table.zones, table.memory, table.seed, table.events, window)

    def answer(self, table: Table, seat: int, action: Action) -> Table:
        """Note an answer. Nobody else can tell: the events stay those of the action that opened the window."""
        if table.window is None or seat not in table.window.waiting:
            raise Misdeal(f"seat {seat} is not asked anything")
        return Table(table.zones, table.memory, table.seed, table.events, table.window.noted(seat, action))

    def show(self, table: Table, cards: Cards) -> Table:
        """From now on everyone can place these cards, though they stay where they are."""
        old = table.memory
        memory = Memory(old.public | cards, old.private, old.lacks, old.doubts)
        return Table(table.zones, memory, table.seed, table.events)

    def rule_out(self, table: Table, zone: int, cards: Cards) -> Table:
        """From now on everyone can tell that these cards are not in that zone: the rules let them conclude it."""
        memory = table.memory
        known = memory.lacks[zone]
        if known | cards == known:
            return table
        if self._secret[zone]:
            raise Misdeal(f"nobody can tell what is in {self.names[zone]} and what is in the zones beside it")
        lacks = [*memory.lacks]
        lacks[zone] = known | cards
        memory = Memory(memory.public, memory.private, tuple(lacks), memory.doubts)
        return Table(table.zones, memory, table.seed, table.events)

    def _empty(self, memory: Memory, zone: int) -> Cards:
        """All cards if everyone knows that nothing lies there."""
        return self.deck.all if memory.lacks[zone] == self.deck.all else 0

    def _emptied(self, memory: Memory, zone: int) -> Memory:
        """Everyone can tell that nothing is left in a zone."""
        lacks = memory.lacks
        lacks = (*lacks[:zone], self.deck.all, *lacks[zone + 1 :])
        return Memory(memory.public, memory.private, lacks, memory.doubts)

    # --- one card from zone to zone --------------------------------------------------------------------------

    def _move(
        self, table: Table, card: Card, src: int, dst: int, log: Log, none_of: Cards, at: int, *, whole: bool
    ) -> Table:
        bit = 1 << card
        zones = list(table.zones)
        # What it could be taken for: out of a fan any of its cards, from a stack or a place itself.
        before = zones[src] if self.zones[src].is_set else bit if card in zones[src] else 0
        if not before & bit or src == dst:
            raise Misdeal(f"{self.deck.names[card]} cannot go from {self.names[src]} to {self.names[dst]}")
        zones[src] = self._without(zones[src], card, src)
        zones[dst] = self._with(zones[dst], card, dst, at)
        memory = table.memory
        if self.sees[dst] != self.everyone:
            # From a stack or a place everyone sees which of the cards goes; out of a fan nobody can tell.
            traceable = whole or before == bit
            if self._secret[src] | self._secret[dst]:
                memory = self._followed(memory, bit, src, dst, none_of)
            else:
                memory = self._follow(memory, bit, before, src, dst, none_of, traceable)
        return Table(tuple(zones), memory, table.seed, (*log, Moved(card, src, dst)))

    def _followed(self, memory: Memory, moved: Cards, src: int, dst: int, none_of: Cards) -> Memory:
        """What players remember after cards went into or out of secret zones, or from one to the other.

        No card in a secret zone is ever remembered to be just there: it is in one of the zones beside it.
        """
        if self._secret[src] >> dst & 1:
            return memory  # nobody else noticed
        if not self._secret[dst]:
            return self._follow(memory, moved, moved, src, dst, none_of, True, self._empty(memory, dst))
        public, lacks, here = memory.public, memory.lacks, self._secret[dst]
        lost = moved if self.sees[src] == self.everyone else public & moved
        seen = none_of if moved & ~lost else lacks[dst]  # what all can place tells nothing of other cards
        private, doubts = memory.private, memory.doubts
        gone = [0 if self.sees[dst] >> seat & 1 else known & moved for seat, known in enumerate(private)]
        if doubts or any(gone):
            rows = doubts or ((0,) * len(self.zones),) * self.players
            doubts = tuple([_among(row, gone[s], lost, src, dst, here, none_of) for s, row in enumerate(rows)])
            private = tuple([known ^ cards for known, cards in zip(private, gone, strict=True)])
        return Memory(public & ~lost, private, _among(lacks, lost, 0, src, dst, here, seen), doubts)

    def _follow(
        self,
        memory: Memory,
        bit: Cards,
        before: Cards,
        src: int,
        dst: int,
        none_of: Cards,
        traceable: bool,
        empty: Cards = 0,
    ) -> Memory:
        """What players remember after a card went into a zone that not all can see.

        `empty` are all cards if nothing lay there, as everyone knew.
        """
        seers = self.sees[src] | self.sees[dst]
        public, private, lacks, doubts = memory.public, memory.private, memory.lacks, memory.doubts
        if seers == self.everyone:
            public |= bit
        else:
            if doubts:
                doubts = tuple([_spread(row, src, dst, none_of, empty) for row in doubts])
            if not traceable or bit & ~public:
                lacks = _spread(lacks, src, dst, none_of)
            away = seers & ~self.sees[dst]  # these saw it go and see it no more
            if away:
                private = tuple([known | bit if away >> s & 1 else known for s, known in enumerate(private)])
        memory = Memory(public, private, lacks, doubts)
        return memory if traceable else self._blur(memory, before, 1 << src | 1 << dst, seers)

    def _blur(self, memory: Memory, cards: Cards, here: int, seers: int) -> Memory:
        """Who is not among the seers can no longer place these cards, only tell that they are `here` (zones)."""
        if seers == self.everyone:
            return memory
        lost = memory.public & cards
        lacks = _only(memory.lacks, lost, here)
        private, doubts = list(memory.private), list(memory.doubts)
        for seat, known in enumerate(private):
            if seers >> seat & 1:
                private[seat] |= lost
            elif (gone := known & cards) or (doubts and lost):
                private[seat] ^= gone
                doubts = doubts or [(0,) * len(self.zones)] * self.players
                # Old doubts about what was public meanwhile no longer hold either.
                doubts[seat] = _only(doubts[seat], gone | lost, here)
        return Memory(memory.public ^ lost, tuple(private), lacks, tuple(doubts))

    def _without(self, content: Content, card: Card, zone: int) -> Content:
        if isinstance(content, int):
            return content ^ 1 << card
        if self.zones[zone].shape is Shape.PLACES:
            return tuple(EMPTY if c == card else c for c in content)
        return content[:-1] if content[-1] == card else tuple(c for c in content if c != card)

    def _with(self, content: Content, card: Card, zone: int, at: int) -> Content:
        if isinstance(content, int):
            return content | 1 << card
        if self.zones[zone].shape is Shape.STACK:
            return (*content, card) if at == TOP else (card, *content)
        if not 0 <= at < len(content) or content[at] != EMPTY:
            raise Misdeal(f"place {at} of {self.names[zone]} is not free")
        return (*content[:at], card, *content[at + 1 :])

    # --- paths: moves that are made often, worked out beforehand ---------------------------------------------

    def path(self, src: int, dst: int) -> Path:
        """The way of one card from `src` to `dst`: the same as `move`, with all that is fixed worked out now."""
        start, goal = self.zones[src], self.zones[dst]
        if start.is_set and goal.is_set and goal.sight is Sight.OPEN:
            return self._laying_path(src, dst)
        if self._is_stack(src) and self._is_stack(dst) and goal.sight is Sight.OPEN:
            return self._stacking_path(src, dst)
        if start.is_set and goal.shape is Shape.STACK and goal.sight is Sight.OPEN:
            return self._covering_path(src, dst)
        if self._secret[src] >> dst & 1 and start.is_set and self._is_stack(dst):
            return self._hiding_path(src, dst)
        if self._is_stack(src) and self._is_stack(dst) and start.sight is goal.sight is Sight.CLOSED:
            return self._passing_path(src, dst)
        if goal.is_set and goal.sight is Sight.OWNER and not (self._secret[src] | self._secret[dst]):
            if start.shape is Shape.STACK and start.sight is Sight.CLOSED:
                return self._drawing_path(src, dst)
            if start.is_set and self.sees[src] == self.sees[dst]:
                return self._keeping_path(src, dst)
            if start.is_set and start.sight is Sight.OWNER:
                return self._handing_path(src, dst)
            if not start.is_set and start.sight is Sight.OPEN:
                return self._taking_path(src, dst)

        def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
            return self.move(table, card, src, dst, log, none_of)

        return path

    def placing(self, src: int, dst: int) -> Placing:
        """The way of one card from a set onto open places, or from places to places: the same as `move` with `at`."""
        start, goal = self.zones[src], self.zones[dst]
        places = start.shape is goal.shape is Shape.PLACES and not (start.homes or goal.homes)
        if places and Sight.OPEN in (start.sight, goal.sight):
            return self._turning_path(src, dst)
        if not start.is_set or goal.is_set or goal.sight is not Sight.OPEN:
            raise Misdeal(f"a path from {self.names[src]} to {self.names[dst]} cannot be worked out beforehand")
        bits, begun = self.deck.bits, self._begun(src, dst)

        def path(table: Table, card: Card, at: int, log: Log = (), /) -> Table:
            zones = [*table.zones]
            bit, held, lying = bits[card], zones[src], [*zones[dst]]
            if not held & bit or at < 0 or lying[at] != EMPTY:
                return self.move(table, card, src, dst, log, at=at)  # which says what is wrong
            lying[at] = card
            zones[src] = held ^ bit
            zones[dst] = tuple(lying)
            events = (*log, *begun[card]) if log else begun[card]
            return Table(tuple(zones), table.memory, table.seed, events)

        return path

    def drawing(self, stock: int, apart: int, hand: int) -> Drawing:
        """The way of cards that are drawn one by one: each lies apart until the next is drawn, then joins the hand.

        `lacks` are cards that, as the rules tell everyone, the hand did not hold before, and `none_of` cards that a
        kept one is not. With `keep` the drawn card joins the hand at once.
        """
        come, go = self.path(stock, apart), self.path(apart, hand)

        def one_by_one(table: Table, lacks: Cards = 0, none_of: Cards = 0, keep: bool = False, /) -> Table:
            table = self.rule_out(table, hand, lacks)
            log: Log = ()
            for card in each(table.zones[apart]):
                table = go(table, card, log, none_of)
                log = table.events
            card = table.zones[stock][-1]
            table = come(table, card, log)
            return go(table, card, table.events, none_of) if keep else table

        owned = self.zones[apart].is_set and self.zones[hand].is_set and self.zones[hand].sight is Sight.OWNER
        if not owned or self.sees[apart] != self.sees[hand] or self.sees[stock]:
            return one_by_one
        bits, drawn, kept = self.deck.bits, self._begun(stock, apart), self._begun(apart, hand)

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

    def _turning_path(self, src: int, dst: int) -> Placing:
        """From places to places, one of them open. If it is turned face down, all remember which card it is."""
        bits, begun, turned_up = self.deck.bits, self._begun(src, dst), self.zones[dst].sight is Sight.OPEN

        def path(table: Table, card: Card, at: int, log: Log = (), /) -> Table:
            zones = [*table.zones]
            before, after, memory = [*zones[src]], [*zones[dst]], table.memory
            try:  # mostly it is turned over where it lies
                start = at if before[at] == card else before.index(card)
                free = at >= 0 and after[at] == EMPTY
            except (IndexError, ValueError):
                free = False
            if not free:
                return self.move(table, card, src, dst, log, at=at)  # which says what is wrong
            before[start] = EMPTY
            after[at] = card
            zones[src] = tuple(before)
            zones[dst] = tuple(after)
            if not (turned_up or memory.public & bits[card]):
                memory = Memory(memory.public | bits[card], memory.private, memory.lacks, memory.doubts)
            events = (*log, *begun[card]) if log else begun[card]
            return Table(tuple(zones), memory, table.seed, events)

        return path

    def handing(self, src: int, dst: int) -> Path:
        """The way of one card from hand to hand that was named before, so that everyone can tell which it is.

        `move` would blur what is known of the hand that it comes from. This is as if it were shown on the way.
        """
        if not self.zones[src].shape is self.zones[dst].shape is Shape.FAN:
            raise Misdeal(f"{self.names[src]} and {self.names[dst]} are not two hands")
        bits, begun = self.deck.bits, self._begun(src, dst)

        def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
            zones = [*table.zones]
            bit, held, old = bits[card], zones[src], table.memory
            if not held & bit:
                raise Misdeal(f"{self.deck.names[card]} is not in {self.names[src]}")
            zones[src] = held ^ bit
            zones[dst] |= bit
            memory = Memory(old.public | bit, old.private, old.lacks, old.doubts)
            return Table(tuple(zones), memory, table.seed, (*log, *begun[card]))

        return path

    def shifting(self, zone: int) -> Shifting:
        """The way of one card to another place of a stack, counted from 0: the same as `arrange` in that order."""
        bits, shuffled, here, seers = self.deck.bits, (Shuffled(zone),), 1 << zone, self.sees[zone]
        blind = [seat for seat in range(self.players) if not seers >> seat & 1]

        def path(table: Table, card: Card, place: int, /) -> Table:
            zones = [*table.zones]
            cards, memory = sum(map(bits.__getitem__, zones[zone])), table.memory
            order, known = [*zones[zone]], memory.public
            if not bits[card] & cards or not 0 <= place < len(order):
                raise Misdeal(f"{self.deck.names[card]} cannot go to place {place} of {self.names[zone]}")
            order.remove(card)
            order.insert(place, card)
            zones[zone] = tuple(order)
            for seat in blind:
                known |= memory.private[seat]
            if known & cards:  # else nobody has an order to forget
                memory = self._blur(memory, cards, here, seers)
            return Table(tuple(zones), memory, table.seed, shuffled)

        return path

    def _laying_path(self, src: int, dst: int) -> Path:
        """From set to set, in the end for all to see: nobody has anything to remember."""
        bits, begun = self.deck.bits, self._begun(src, dst)

        def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
            zones = [*table.zones]
            bit, held = bits[card], zones[src]
            if not held & bit:
                raise Misdeal(f"{self.deck.names[card]} is not in {self.names[src]}")
            zones[src] = held ^ bit
            zones[dst] |= bit
            events = (*log, *begun[card]) if log else begun[card]
            return Table(tuple(zones), table.memory, table.seed, events)

        return path

    def _stacking_path(self, src: int, dst: int) -> Path:
        """From the top of a stack onto an open one: nobody has anything to remember."""
        begun = self._begun(src, dst)

        def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
            zones = [*table.zones]
            stack = zones[src]
            if not stack or stack[-1] != card:
                return self.move(table, card, src, dst, log, none_of)
            zones[src] = stack[:-1]
            zones[dst] += (card,)
            events = (*log, *begun[card]) if log else begun[card]
            return Table(tuple(zones), table.memory, table.seed, events)

        return path

    def _covering_path(self, src: int, dst: int) -> Path:
        """From a set onto an open stack: nobody has anything to remember."""
        bits, begun = self.deck.bits, self._begun(src, dst)

        def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
            zones = [*table.zones]
            bit, held = bits[card], zones[src]
            if not held & bit:
                raise Misdeal(f"{self.deck.names[card]} is not in {self.names[src]}")
            zones[src] = held ^ bit
            zones[dst] += (card,)
            events = (*log, *begun[card]) if log else begun[card]
            return Table(tuple(zones), table.memory, table.seed, events)

        return path

    def _drawing_path(self, src: int, dst: int) -> Path:
        """From the top of a closed stack into a set that its owner sees."""
        bits, begun = self.deck.bits, self._begun(src, dst)

        def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
            zones = [*table.zones]
            memory = table.memory
            stack = zones[src]
            bit = bits[card]
            if memory.public & bit or stack[-1] != card:
                return self.move(table, card, src, dst, log, none_of)
            zones[src] = stack[:-1]
            zones[dst] |= bit
            events = (*log, *begun[card]) if log else begun[card]
            return Table(tuple(zones), _met(memory, src, dst, none_of), table.seed, events)

        return path

    def _hiding_path(self, src: int, dst: int) -> Path:
        """From a set onto a stack of one owner, where nobody else can count: there is nothing to notice."""
        bits, begun = self.deck.bits, self._begun(src, dst)

        def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
            zones = [*table.zones]
            bit, held = bits[card], zones[src]
            if not held & bit:
                raise Misdeal(f"{self.deck.names[card]} is not in {self.names[src]}")
            zones[src] = held ^ bit
            zones[dst] += (card,)
            events = (*log, *begun[card]) if log else begun[card]
            return Table(tuple(zones), table.memory, table.seed, events)

        return path

    def _passing_path(self, src: int, dst: int) -> Path:
        """From the top of a closed stack onto another."""
        bits, begun = self.deck.bits, self._begun(src, dst)

        def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
            zones = [*table.zones]
            memory, stack = table.memory, zones[src]
            if memory.public & bits[card] or not stack or stack[-1] != card:
                return self.move(table, card, src, dst, log, none_of)
            zones[src] = stack[:-1]
            zones[dst] += (card,)
            events = (*log, *begun[card]) if log else begun[card]
            return Table(tuple(zones), _met(memory, src, dst, none_of), table.seed, events)

        return path

    def _keeping_path(self, src: int, dst: int) -> Path:
        """From set to set of one owner, when the card lies alone: picking it up."""
        bits, begun = self.deck.bits, self._begun(src, dst)

        def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
            zones = [*table.zones]
            memory = table.memory
            bit = bits[card]
            if zones[src] != bit or (memory.public & bit and memory.doubts):
                return self.move(table, card, src, dst, log, none_of)
            zones[src] = 0
            zones[dst] |= bit
            if not memory.public & bit:
                memory = _met(memory, src, dst, none_of)
            events = (*log, *begun[card]) if log else begun[card]
            return Table(tuple(zones), memory, table.seed, events)

        return path

    def _handing_path(self, src: int, dst: int) -> Path:
        """From one owner's set into another's, face down: the others no longer know what is where."""
        bits, begun, nothing = self.deck.bits, self._begun(src, dst), (0,) * len(self.zones)
        giver = self.sees[src].bit_length() - 1
        blind = [seat for seat in range(self.players) if not (self.sees[src] | self.sees[dst]) >> seat & 1]

        def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
            zones = [*table.zones]
            memory, held, bit = table.memory, zones[src], bits[card]
            lacks, doubts, private = memory.lacks, memory.doubts, [*memory.private]
            if memory.public & held or lacks[dst] & ~lacks[src] or none_of or held == bit or not held & bit:
                return self.move(table, card, src, dst, log, none_of)
            zones[src] = held ^ bit
            zones[dst] |= bit
            private[giver] |= bit
            rows = [_spread(row, src, dst, 0) for row in doubts]
            for seat in blind:
                if gone := private[seat] & held:
                    private[seat] ^= gone
                    rows = rows or [nothing] * self.players
                    out = [row | gone for row in rows[seat]]
                    out[src] ^= gone
                    out[dst] ^= gone
                    rows[seat] = tuple(out)
            memory = Memory(memory.public, tuple(private), lacks, tuple(rows))
            events = (*log, *begun[card]) if log else begun[card]
            return Table(tuple(zones), memory, table.seed, events)

        return path

    def _taking_path(self, src: int, dst: int) -> Path:
        """From an open stack or open places into a set that its owner sees: all remember which card it is."""
        bits, begun = self.deck.bits, self._begun(src, dst)
        placed = self.zones[src].shape is Shape.PLACES

        def path(table: Table, card: Card, log: Log = (), none_of: Cards = 0, /) -> Table:
            zones = [*table.zones]
            old, lying = table.memory, [*zones[src]]
            try:
                at = lying.index(card)
            except ValueError:
                return self.move(table, card, src, dst, log, none_of)  # which says what is wrong
            if placed:
                lying[at] = EMPTY
            else:
                del lying[at]
            zones[src] = tuple(lying)
            zones[dst] |= bits[card]
            memory = Memory(old.public | bits[card], old.private, old.lacks, old.doubts)
            events = (*log, *begun[card]) if log else begun[card]
            return Table(tuple(zones), memory, table.seed, events)

        return path

    def _begun(self, src: int, dst: int) -> tuple[tuple[Moved], ...]:
        """For each card: the events of an action that begins with this move."""
        return tuple((Moved(card, src, dst),) for card in range(len(self.deck)))


def as_set(content: Content) -> Cards:
    """The set of cards of a content."""
    return content if isinstance(content, int) else together(c for c in content if c != EMPTY)


def _met(memory: Memory, src: int, dst: int, none_of: Cards) -> Memory:
    """An unseen card, but none of these, went from `src` to `dst`, and everyone can follow it."""
    lacks, doubts = memory.lacks, memory.doubts
    stay = lacks[src] | none_of
    if lacks[dst] | stay != stay:
        lacks = _spread(lacks, src, dst, none_of)
    elif not doubts:
        return memory
    return Memory(memory.public, memory.private, lacks, tuple([_spread(row, src, dst, none_of) for row in doubts]))


def _spread(rows: tuple[Cards, ...], src: int, dst: int, none_of: Cards, before: Cards = 0) -> tuple[Cards, ...]:
    """An unseen card, but none of these, went from `src` to `dst`: what neither can hold is still ruled out.

    `before` are cards that everyone knew not to be in `dst` until now.
    """
    left = (rows[dst] | before) & (rows[src] | none_of)
    return rows if left == rows[dst] else (*rows[:dst], left, *rows[dst + 1 :])


def _among(
    rows: tuple[Cards, ...], cards: Cards, told: Cards, src: int, dst: int, here: int, none_of: Cards
) -> tuple[Cards, ...]:
    """Unseen cards, but none of some, went from `src` to `dst`: they, and these, are in one of the zones `here`.

    So are those that are `told` of elsewhere; it is enough not to rule them out.
    """
    inside = rows[dst] & (rows[src] | none_of) & ~(cards | told)
    if inside == rows[dst] and not cards:
        return rows
    return tuple([inside if here >> zone & 1 else row | cards for zone, row in enumerate(rows)])


def _only(rows: tuple[Cards, ...], cards: Cards, here: int) -> tuple[Cards, ...]:
    """These cards are in one of the zones `here`, and in no other."""
    if not cards:
        return rows
    return tuple([row & ~cards if here >> zone & 1 else row | cards for zone, row in enumerate(rows)])
