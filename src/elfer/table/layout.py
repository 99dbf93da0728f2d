"""Layouts: the zones of a game, and the operations that change its table.

Each operation keeps three things right at once, so that no game can get them wrong: every card is in exactly one
place (ALL-1); whoever sees either end of a card's way sees the card, and nobody else does (ALL-3); and a seat
remembers what it has seen until the card is mixed with others out of its sight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from elfer.table import paths
from elfer.table.actions import Action
from elfer.table.cards import Card, Cards, Deck, Places, each, together
from elfer.table.events import Event, Moved, Shuffled
from elfer.table.live import opened
from elfer.table.memory import Memory, Minds
from elfer.table.seed import Stream, derived, parted
from elfer.table.table import EMPTY, TOP, Content, Log, Misdeal, Table, as_set
from elfer.table.zones import Shape, Zone


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
        self.minds = Minds(deck.all, players, self.zones)
        self.everyone, self.sees = self.minds.everyone, self.minds.sees
        self._moved: tuple[dict[int, tuple[Moved, ...]], ...] = tuple({} for _ in self.zones)
        self._stacks = {number for number, zone in enumerate(self.zones) if zone.shape is Shape.STACK}
        self._bare = tuple(0 if zone.is_set else (EMPTY,) * zone.size for zone in self.zones)

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
            zones[number] = content
        return Table(tuple(zones), self.minds.oblivion, seed, ())

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
            memory = self.minds.blur(table.memory, content, (dst,), self.sees[src] | self.sees[dst])
            table = Table(table.zones, memory, table.seed, table.events)
        return table

    def carry(self, table: Table, src: int, dst: int, log: Log = (), *, at: int = TOP, over: bool = False) -> Table:
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
        if self.sees[dst] != self.everyone:
            memory = self.minds.told(memory, self._set_of(pile))
        one_by_one = block if at == TOP else block[::-1]
        return Table(tuple(zones), memory, table.seed, (*log, *map(self._moves(src, dst), one_by_one)))

    def tuck(self, table: Table, sources: Sequence[int], dst: int, log: Log = ()) -> Table:
        """Put all cards of these open zones under a stack, in an order that the seed draws.

        Who cannot see into the stack knows that they lie there, but not how. (That what was tucked away earlier lies
        above what was tucked away later is not remembered: where unknown cards of a stack lie, memory never says.)
        """
        if dst not in self._stacks:
            raise Misdeal(f"nothing can be tucked under {self.names[dst]}")
        zones, events = [*table.zones], [*log]
        tucked: list[Card] = []
        for src in sources:
            if self.sees[src] != self.everyone or src == dst:
                raise Misdeal(f"{self.names[src]} cannot be tucked under {self.names[dst]}")
            content = zones[src]
            cards = [*each(content)] if isinstance(content, int) else [card for card in content if card != EMPTY]
            events += map(self._moves(src, dst), cards)
            tucked += cards
            zones[src] = self._bare[src]
        seed, stream = parted(table.seed, "tuck")
        zones[dst] = (*stream.shuffled(tucked), *zones[dst])
        among = self._set_of(tucked)
        memory = self.minds.told(table.memory, among)  # where a single card lies all know
        if len(tucked) > 1:
            memory = self.minds.blur(memory, among, (dst,), self.sees[dst])
        return Table(tuple(zones), memory, seed, tuple(events))

    def _moves(self, src: int, dst: int) -> Callable[[Card], Moved]:
        """By card: its move from zone to zone, made once and then looked up."""
        moves = self._moved[src]
        if dst not in moves:
            moves[dst] = tuple(Moved(card, src, dst) for card in range(len(self.deck)))
        return moves[dst].__getitem__

    def _set_of(self, cards: Iterable[Card]) -> Cards:
        return sum(map(self.deck.bits.__getitem__, cards))

    def lift(self, table: Table, src: int, dst: int, log: Log = ()) -> Table:
        """Move all cards of a stack in one go, as they lie. Everyone can tell that nothing is left of it.

        Where the cards are secret it is a part of what is hidden there, and nobody else can tell how many.
        """
        cards, memory = table.zones[src], table.memory
        if src not in self._stacks or src == dst or dst in self.minds.secret[src]:
            raise Misdeal(f"{self.names[src]} cannot be lifted to {self.names[dst]}")
        if not cards:
            return Table(table.zones, memory, table.seed, log)
        zones, lifted = [*table.zones], self._set_of(cards)
        zones[src] = ()
        zones[dst] = zones[dst] | lifted if self._bare[dst] == 0 else (*zones[dst], *cards)
        memory = self.minds.lifted(memory, lifted, src, dst)
        return Table(tuple(zones), memory, table.seed, (*log, *map(self._moves(src, dst), cards)))

    def shuffle(self, table: Table, zone: int, log: Log = ()) -> Table:
        """Mix a stack. Who cannot see into it forgets the order, but not what lies in it."""
        content = table.zones[zone]
        if zone not in self._stacks:
            raise Misdeal(f"{self.names[zone]} has no order to shuffle")
        mixed = tuple(Stream(table.seed, "shuffle").shuffled(content))
        memory = table.memory
        if len(content) > 1:
            memory = self.minds.blur(memory, together(content), (zone,), self.sees[zone])
        zones = (*table.zones[:zone], mixed, *table.zones[zone + 1 :])
        return Table(zones, memory, derived(table.seed, "shuffled"), (*log, Shuffled(zone)))

    def arrange(self, table: Table, zone: int, order: Sequence[Card], log: Log = ()) -> Table:
        """Put the cards of a stack in this order. Who cannot see into it forgets the order, as after a shuffle."""
        content = table.zones[zone]
        if isinstance(content, int) or sorted(content) != sorted(order):
            raise Misdeal(f"{self.names[zone]} holds other cards, or has no order")
        memory = self.minds.blur(table.memory, together(content), (zone,), self.sees[zone])
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
        return Table(table.zones, self.minds.told(table.memory, cards), table.seed, table.events)

    def rule_out(self, table: Table, zone: int, cards: Cards) -> Table:
        """From now on everyone can tell that these cards are not in that zone: the rules let them conclude it."""
        memory = table.memory
        known = memory.lacks[zone]
        if known | cards == known:
            return table
        if self.minds.secret[zone]:
            raise Misdeal(f"nobody can tell what is in {self.names[zone]} and what is in the zones beside it")
        lacks = [*memory.lacks]
        lacks[zone] = known | cards
        memory = Memory(memory.public, memory.private, tuple(lacks), memory.doubts)
        return Table(table.zones, memory, table.seed, table.events)

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
        memory = self.minds.moved(table.memory, bit, before, src, dst, none_of, whole=whole)
        return Table(tuple(zones), memory, table.seed, (*log, Moved(card, src, dst)))

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

    # --- ways that cards go often, worked out beforehand (`elfer.table.paths`) -------------------------------

    def path(self, src: int, dst: int) -> paths.Path:
        """The way of one card from `src` to `dst`: the same as `move`."""
        return paths.path(self, src, dst)

    def placing(self, src: int, dst: int) -> paths.Placing:
        """The way of one card onto open places, or from places to places: the same as `move` with `at`."""
        return paths.placing(self, src, dst)

    def drawing(self, stock: int, apart: int, hand: int) -> paths.Drawing:
        """The way of cards that are drawn one by one and lie apart until the next is drawn."""
        return paths.drawing(self, stock, apart, hand)

    def handing(self, src: int, dst: int) -> paths.Path:
        """The way of a card from hand to hand that was named before, so that everyone can tell which it is."""
        return paths.handing(self, src, dst)

    def shifting(self, zone: int) -> paths.Shifting:
        """The way of one card to another place of its stack: the same as `arrange`."""
        return paths.shifting(self, zone)
