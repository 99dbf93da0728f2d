"""What players remember, checked against all worlds they could be in.

A tiny table with zones of every kind takes random operations. Beside it, for every observer, the set of all worlds
(full tables) that agree with everything it has observed is kept by brute force. What the table says that an observer
knows must be true in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from elfer.table.cards import Deck, each
from elfer.table.choices import Actions, ActionSet
from elfer.table.dealing import Deal, Dealing
from elfer.table.events import Moved, Shuffled
from elfer.table.game import NOTHING, Game, State
from elfer.table.guess import guess
from elfer.table.layout import Layout
from elfer.table.seed import Stream
from elfer.table.table import BOTTOM, EMPTY, TOP, Content, Misdeal, Table, as_set
from elfer.table.zones import Shape, Sight, Zone, hands

World = tuple[tuple[int, ...], ...]
"""By zone: the cards in order; those of a fan or bank sorted."""

HAND0, HAND1, APART, PILE, HEAP, SPOTS, SHELF, LANE = range(8)
ZONES = [
    Zone("hand", Shape.FAN, Sight.OWNER, 0),
    Zone("hand", Shape.FAN, Sight.OWNER, 1),
    Zone("apart", Shape.FAN, Sight.OWNER, 0),
    Zone("pile", Shape.STACK, Sight.CLOSED),
    Zone("heap", Shape.STACK, Sight.OPEN),
    Zone("spots", Shape.PLACES, Sight.CLOSED, size=2),
    Zone("shelf", Shape.BANK, Sight.OPEN),
    Zone("lane", Shape.PLACES, Sight.OPEN, size=2),
]
OBSERVERS = (0, 1, None)


def world_of(table: Table) -> World:
    return tuple(tuple(each(c) if isinstance(c, int) else c) for c in table.zones)


def is_set(zone: int) -> bool:
    return ZONES[zone].is_set


def taken(world: World, zone: int, card: int) -> tuple[int, ...]:
    if ZONES[zone].shape is Shape.PLACES:
        return tuple(EMPTY if c == card else c for c in world[zone])
    return tuple(c for c in world[zone] if c != card)


def put(content: tuple[int, ...], zone: int, card: int, at: int) -> tuple[int, ...]:
    if is_set(zone):
        return tuple(sorted((*content, card)))
    if ZONES[zone].shape is Shape.PLACES:
        return (*content[:at], card, *content[at + 1 :])
    return (*content, card) if at == TOP else (card, *content)


def moved(world: World, card: int, src: int, dst: int, at: int) -> World:
    out = list(world)
    out[src] = taken(world, src, card)
    out[dst] = put(world[dst], dst, card, at)
    return tuple(out)


class Brute:
    """A table, and for every observer all worlds that it could be."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        deck = Deck([f"r{n}" for n in range(1, 6)], range(1, 6))
        self.layout = Layout(deck, 2, ZONES)
        cards = self.random.sample(range(5), 5)
        contents: dict[int, Content] = {HAND0: 1 << cards[0] | 1 << cards[1], HAND1: 1 << cards[2]}
        contents[PILE] = (cards[3], cards[4])
        self.table = self.layout.laid(contents, self.random.randbytes(32))
        everything = {self.relabelled(names) for names in permutations(range(5))}
        self.worlds = {o: {w for w in everything if self.agrees(w, o)} for o in OBSERVERS}

    def relabelled(self, names: tuple[int, ...]) -> World:
        out = []
        for zone, content in enumerate(world_of(self.table)):
            cards = tuple(c if c == EMPTY else names[c] for c in content)
            out.append(tuple(sorted(cards)) if is_set(zone) else cards)
        return tuple(out)

    def sees(self, zone: int, observer: int | None) -> bool:
        return bool(self.layout.sees[zone] >> (2 if observer is None else observer) & 1)

    def agrees(self, world: World, observer: int | None) -> bool:
        truth = world_of(self.table)
        return all(
            world[z] == truth[z] if self.sees(z, observer) else shape(world[z]) == shape(truth[z])
            for z in range(len(ZONES))
        )

    def step(self) -> None:
        operation = self.random.choice(["move", "move", "move", "move", "shuffle", "carry", "tuck"])
        getattr(self, operation)()
        for observer in OBSERVERS:
            self.worlds[observer] = {w for w in self.worlds[observer] if self.agrees(w, observer)}
            assert world_of(self.table) in self.worlds[observer]

    def move(self) -> None:
        truth, random = world_of(self.table), self.random
        src = random.choice([z for z in range(len(ZONES)) if any(c != EMPTY for c in truth[z])])
        dst = random.choice([z for z in range(len(ZONES)) if z != src])
        at = random.choice([TOP, BOTTOM])
        if ZONES[dst].shape is Shape.PLACES:
            if EMPTY not in truth[dst]:
                return
            at = random.choice([n for n, c in enumerate(truth[dst]) if c == EMPTY])
        place = random.choice([n for n, c in enumerate(truth[src]) if c != EMPTY])
        card = truth[src][place]
        for observer in OBSERVERS:
            traceable = not is_set(src)
            seen = self.sees(src, observer) or self.sees(dst, observer)
            new = set()
            for world in self.worlds[observer]:
                could = [world[src][place]] if traceable else list(world[src])
                new |= {moved(world, c, src, dst, at) for c in could if not seen or c == card}
            self.worlds[observer] = new
        self.table = self.layout.move(self.table, card, src, dst, at=at)

    def shuffle(self) -> None:
        self.table = self.layout.shuffle(self.table, PILE)
        for observer in OBSERVERS:
            self.worlds[observer] = {
                (*w[:PILE], order, *w[PILE + 1 :]) for w in self.worlds[observer] for order in permutations(w[PILE])
            }

    def carry(self) -> None:
        at, over, src, dst = self.random.choice([TOP, BOTTOM]), self.random.random() < 0.5, HEAP, PILE
        pile = self.table.zones[src]
        one_by_one = self.layout.say(self.table, ())
        for card in reversed(pile) if over == (at == TOP) else pile:
            one_by_one = self.layout.move(one_by_one, card, src, dst, one_by_one.events, at=at)
        self.table = self.layout.carry(self.table, src, dst, at=at, over=over)
        assert self.table == one_by_one  # two ways to do one thing
        for observer in OBSERVERS:  # all follow it
            self.worlds[observer] = {self.carried(w, at, over) for w in self.worlds[observer]}

    def carried(self, world: World, at: int, over: bool) -> World:
        block = world[HEAP][::-1] if over else world[HEAP]
        out = list(world)
        out[HEAP], out[PILE] = (), world[PILE] + block if at == TOP else block + world[PILE]
        return tuple(out)

    def tuck(self) -> None:
        sources = self.random.sample([HEAP, SHELF, LANE], self.random.randint(0, 3))
        self.table = self.layout.tuck(self.table, sources, PILE)
        for observer in OBSERVERS:
            self.worlds[observer] = {t for w in self.worlds[observer] for t in self.tucked(w, sources)}

    def tucked(self, world: World, sources: list[int]) -> Iterator[World]:
        """Everyone sees which cards are tucked away, but not in which order."""
        cards = [card for src in sources for card in world[src] if card != EMPTY]
        left = list(world)
        for src in sources:
            left[src] = (EMPTY, EMPTY) if src == LANE else ()
        for order in permutations(cards):
            left[PILE] = (*order, *world[PILE])
            yield tuple(left)

    def check(self) -> None:
        self.layout.check(self.table)
        truth = world_of(self.table)
        for observer in OBSERVERS:
            worlds = self.worlds[observer]
            known = self.layout.known(self.table, observer)
            for world in worlds:
                for z, content in enumerate(truth):
                    for n, card in enumerate(content):
                        if card != EMPTY and known >> card & 1:
                            assert card in world[z], "remembered in a zone where it need not be"
                            assert is_set(z) or world[z][n] == card, "remembered on a place where it need not be"
                for z, out in enumerate(self.layout.ruled_out(self.table, observer)):
                    assert not any(out >> card & 1 for card in world[z] if card != EMPTY), "ruled out, but possible"


def shape(content: tuple[int, ...]) -> tuple[bool, ...]:
    return tuple(card == EMPTY for card in content)


@pytest.mark.rule("ALL-1", "ALL-3")
@pytest.mark.parametrize("seed", range(200))
def test_memory_is_true_in_every_world_it_cannot_tell_apart(seed: int) -> None:
    brute = Brute(seed)
    for _ in range(14):
        brute.step()
        brute.check()


class Table2(Game[State]):
    """Just enough of a game to guess at the tiny table."""

    id = "table2"
    seats = range(2, 3)
    state = State

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        super().__init__(2)

    def setup(self) -> None:
        self.actions = Actions(())

    def dealing(self, number: int = 0) -> Dealing:
        raise NotImplementedError

    def begin(self, deal: Deal[State]) -> State:
        raise NotImplementedError

    def choices(self, state: State, seat: int) -> ActionSet:
        return NOTHING

    def points(self, state: State) -> tuple[int, ...]:
        return (0, 0)


@pytest.mark.rule("ALL-3")
def test_guesses_are_possible_worlds() -> None:
    """Of what cards tell only together memory keeps a part, so a few guesses among hundreds may be off."""
    possible = total = 0
    for seed in range(40):
        brute = Brute(seed)
        game = Table2(brute.layout)
        for step in range(14):
            brute.step()
            for observer in OBSERVERS:
                stream = Stream(bytes([seed, step]) * 16, "guess")
                guessed = guess(game, State(brute.table), observer, stream)
                game.layout.check(guessed.table)
                assert brute.agrees(world_of(guessed.table), observer)
                possible += world_of(guessed.table) in brute.worlds[observer]
                total += 1
    assert total == 40 * 14 * 3
    assert possible > 0.98 * total


def tiny() -> tuple[Layout, Table]:
    layout = Layout(Deck(["a", "b", "c", "d", "e"], [1] * 5), 2, ZONES)
    return layout, layout.laid({HAND0: 0b11, PILE: (2, 3, 4)}, bytes(32))


def test_a_card_cannot_come_from_where_it_is_not() -> None:
    layout, table = tiny()
    for card, src, dst, message in (
        (0, HAND1, HEAP, "a is not in hand1"),
        (0, PILE, HAND1, "a is not in pile"),
        (2, HAND0, SHELF, "c is not in hand0"),
        (0, SPOTS, SHELF, "a is not in spots"),
        (0, HAND0, HAND0, "no card can go from hand0 to hand0"),
    ):
        with pytest.raises(Misdeal, match=message):
            layout.move(table, card, src, dst)


def test_a_place_holds_one_card() -> None:
    layout, table = tiny()
    table = layout.move(table, 0, HAND0, SPOTS, at=1)
    for at in (1, 2, -1):
        with pytest.raises(Misdeal, match=f"place {at} of spots is not free"):
            layout.move(table, 1, HAND0, SPOTS, at=at)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize(
    ("stock", "apart", "hand"),
    [(PILE, APART, HAND0), (HEAP, APART, HAND0), (PILE, APART, HAND1), (PILE, HAND1, SHELF)],
)
def test_drawing_is_a_chain_of_moves(seed: int, stock: int, apart: int, hand: int) -> None:
    brute = Brute(seed)
    layout, random = brute.layout, brute.random
    for _ in range(14):
        brute.step()
        table = brute.table
        while table.zones[stock]:
            lacks, none_of, keep = random.getrandbits(5), random.getrandbits(5), random.random() < 0.3
            moves = layout.rule_out(layout.say(table, ()), hand, lacks)
            for lying in each(table.zones[apart]):
                moves = layout.move(moves, lying, apart, hand, moves.events, none_of)
            card = table.zones[stock][-1]
            moves = layout.move(moves, card, stock, apart, moves.events)
            if keep:
                moves = layout.move(moves, card, apart, hand, moves.events, none_of)
            table = layout.draw(table, stock, apart, hand, lacks, none_of, keep)
            assert table == moves


def test_turning_over_is_moving_from_place_to_place() -> None:
    """What lies face down after all have seen it they can place."""
    down, up = (Zone(sight.value, Shape.PLACES, sight, size=4) for sight in (Sight.CLOSED, Sight.OPEN))
    layout = Layout(Deck(["a", "b", "c"], [1] * 3), 2, [down, up])
    table = layout.laid({0: (0, 1, 2, EMPTY)}, bytes(32))
    one = layout.move(table, 1, 0, 1, at=1)
    assert [*map(tuple, one.zones)] == [(0, EMPTY, 2, EMPTY), (EMPTY, 1, EMPTY, EMPTY)]
    two = layout.move(one, 0, 0, 1, one.events, at=3)
    assert [*map(tuple, two.zones)] == [(EMPTY, EMPTY, 2, EMPTY), (EMPTY, 1, EMPTY, 0)]
    again = layout.move(two, 1, 1, 0, at=1)
    assert (again.memory.public, two.memory.public) == (0b10, 0)
    for card, at, message in ((2, 1, "not free"), (2, -1, "not free"), (2, 4, "not free"), (1, 0, "b is not in")):
        with pytest.raises(Misdeal, match=message):
            layout.move(one, card, 0, 1, at=at)


def test_handing_over_a_named_card_is_showing_it_on_the_way() -> None:
    """What everyone knows of the hand it comes from is kept, and all can place the card from now on."""
    heap = Zone("heap", Shape.BANK, Sight.OPEN)
    layout = Layout(Deck(["a", "b", "c", "d"], [1] * 4), 3, [*hands(3), heap])
    table = layout.rule_out(layout.laid({0: 0b0111, 1: 0b1000}, bytes(32)), 1, 0b0001)
    table = layout.show(table, 0b0001)
    handed = layout.move(table, 1, 0, 1, named=True)
    shown = layout.move(layout.move(table, 1, 0, 3), 1, 3, 1)
    assert (handed.zones, handed.memory) == (shown.zones, shown.memory)
    assert layout.known(handed, 2) == 0b0011
    assert handed.events == (Moved(1, 0, 1),)


def test_only_what_lies_open_can_be_carried_or_tucked() -> None:
    layout, table = tiny()
    for src, dst in ((PILE, HEAP), (HAND0, PILE), (HEAP, HEAP), (HEAP, HAND0), (SHELF, PILE)):
        with pytest.raises(Misdeal, match="cannot be carried"):
            layout.carry(table, src, dst)
    for src, dst in ((HAND0, PILE), (PILE, HEAP), (HEAP, HEAP), (HEAP, HAND0)):
        with pytest.raises(Misdeal, match="be tucked under"):
            layout.tuck(table, [src], dst)


def test_what_is_tucked_away_lies_under_the_stack_in_a_drawn_order() -> None:
    layout, table = tiny()
    orders = set()
    for seed in range(40):
        table = layout.laid({HEAP: (0,), SHELF: 0b10, LANE: (EMPTY, 2), PILE: (3, 4)}, bytes([seed]) * 32)
        after = layout.tuck(table, [HEAP, SHELF, LANE], PILE, (Shuffled(PILE),))
        assert after.zones[PILE][3:] == (3, 4)
        assert after.events == (Shuffled(PILE), Moved(0, HEAP, PILE), Moved(1, SHELF, PILE), Moved(2, LANE, PILE))
        assert after.seed != table.seed
        assert layout.known(after, None) == 0
        assert all(layout.ruled_out(after, None)[z] & 0b111 == (0 if z == PILE else 0b111) for z in range(len(ZONES)))
        orders.add(after.zones[PILE][:3])
    assert len(orders) == 6
    alone = layout.tuck(layout.laid({HEAP: (0,), PILE: (1, 2, 3, 4)}, bytes(32)), [HEAP], PILE)
    assert layout.known(alone, None) == 0b1  # a single card has its place


def test_only_a_stack_can_be_shuffled() -> None:
    layout, table = tiny()
    for zone in (HAND0, SPOTS, SHELF):
        with pytest.raises(Misdeal, match="no order"):
            layout.shuffle(table, zone)
    assert sorted(layout.shuffle(table, PILE).zones[PILE]) == [2, 3, 4]


def test_zone_names_are_unique() -> None:
    with pytest.raises(Misdeal, match="one name"):
        Layout(Deck(["a"], [1]), 2, [*ZONES, ZONES[0]])


def test_a_wrong_table_is_found() -> None:
    layout, table = tiny()
    zones = table.zones
    for wrong, message in (
        ((0b111, *zones[1:]), "two places"),
        ((0b1, *zones[1:]), "in no place: b"),
        ((*zones[:PILE], (2, 2, 3, 4), *zones[PILE + 1 :]), "two places"),
        ((*zones[:SPOTS], bytes([EMPTY]), *zones[SPOTS + 1 :]), "2 places"),
    ):
        with pytest.raises(Misdeal, match=message):
            layout.check(Table(wrong, table.memory, table.seed, ()))
    with pytest.raises(Misdeal, match="remembered not to hold"):
        layout.check(layout.rule_out(table, HAND0, 0b1))


def test_what_all_have_seen_is_public() -> None:
    layout, table = tiny()
    table = layout.move(table, 0, HAND0, HEAP)
    table = layout.move(table, 0, HEAP, PILE)
    assert [layout.known(table, seat) for seat in OBSERVERS] == [0b11, 0b1, 0b1]
    table = layout.shuffle(table, PILE)
    assert layout.known(table, None) == 0
    assert layout.ruled_out(table, None)[HAND1] == 0b1
    assert as_set(table.zones[PILE]) & 0b1
