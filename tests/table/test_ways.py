"""What is worked out once for a way from zone to zone, and what is done in one go, is what follows step by step."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from elfer.table.actions import END, SILENT, Call
from elfer.table.cards import Cards, Deck
from elfer.table.events import Said
from elfer.table.layout import Layout
from elfer.table.memory import Memory
from elfer.table.table import EMPTY, Events, Misdeal, Table
from elfer.table.windows import opened
from elfer.table.zones import Shape, Sight, Zone


def three_ordered_hands() -> Layout:
    deck = Deck([f"r{n}" for n in range(1, 10)], range(1, 10))
    return Layout(deck, 3, [Zone("hand", Shape.STACK, Sight.OWNER, seat) for seat in range(3)])


@pytest.mark.parametrize("seed", range(30))
def test_whoever_cannot_see_a_hand_forgets_its_order_when_a_card_is_shifted(seed: int) -> None:
    layout, random = three_ordered_hands(), Random(seed)
    table = layout.laid({0: (0, 1, 2), 1: (3, 4, 5), 2: (6, 7, 8)}, bytes(32))
    for _ in range(40):
        zone = random.choice([z for z in range(3) if table.zones[z]])
        hand = table.zones[zone]
        card, place = random.choice(hand), random.randrange(len(hand))
        before = table
        if random.random() < 0.5:
            table = layout.shift(table, zone, card, place)
            assert table.zones[zone][place] == card
            assert sorted(table.zones[zone]) == sorted(hand)
            for seat in range(3):
                known = layout.known(before, seat)
                lost = 0 if seat == zone else sum(1 << c for c in hand if known >> c & 1)
                assert layout.known(table, seat) == known ^ lost
                others = [out for z, out in enumerate(layout.ruled_out(table, seat)) if z != zone]
                assert all(out & lost == lost for out in others), "that they are in this hand is still known"
        else:
            table = layout.move(table, card, zone, (zone + 1) % 3)
        layout.check(table)


def test_only_a_card_of_the_stack_goes_to_a_place_of_it() -> None:
    layout = three_ordered_hands()
    table = layout.laid({0: (0, 1, 2), 1: (3, 4, 5), 2: (6, 7, 8)}, bytes(32))
    for card, place in ((3, 0), (0, 3), (0, -1)):
        with pytest.raises(Misdeal, match=f"cannot go to place {place} of hand0"):
            layout.shift(table, 0, card, place)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_worked_out_for_a_way_is_what_follows_in_general(seed: int) -> None:
    """With four players, so that several look on without seeing anything."""
    deck, random = Deck([f"r{n}" for n in range(1, 13)], range(1, 13)), Random(seed)
    hands = [Zone("hand", Shape.FAN, Sight.OWNER, seat) for seat in range(4)]
    apart = [Zone("given", Shape.FAN, Sight.OWNER, seat) for seat in range(4)]
    heap, stock = Zone("heap", Shape.STACK, Sight.OPEN), Zone("stock", Shape.STACK, Sight.CLOSED)
    layout = Layout(deck, 4, [*hands, *apart, heap, stock])
    table = layout.laid({seat: 0b111 << 3 * seat for seat in range(4)}, bytes(32))
    for _ in range(60):
        src = random.choice([zone for zone in range(10) if table.zones[zone]])
        dst = random.choice([zone for zone in range(10) if zone != src])
        content, none_of = table.zones[src], random.choice([0, random.getrandbits(12)])
        card = content[-1] if src >= 8 else random.choice([c for c in range(12) if content >> c & 1])
        none_of &= ~(1 << card)
        before = 1 << card if src >= 8 else content
        after = layout.move(table, card, src, dst, none_of=none_of)
        assert after.memory == in_general(layout, table.memory, 1 << card, before, src, dst, none_of)
        table = layout.say(after, ())
        layout.check(table)


@pytest.mark.parametrize("seed", range(60))
def test_a_card_is_drawn_in_one_go_as_it_is_step_by_step(seed: int) -> None:
    """Cards are also laid and shown meanwhile, so that sometimes all know what lies apart, or on top of the stock."""
    deck, random = Deck([f"r{n}" for n in range(1, 25)], range(1, 25)), Random(seed)
    hands = [Zone("hand", Shape.FAN, Sight.OWNER, seat) for seat in range(3)]
    apart = [Zone("drawn", Shape.FAN, Sight.OWNER, seat) for seat in range(3)]
    layout = Layout(
        deck, 3, [*hands, *apart, Zone("heap", Shape.BANK, Sight.OPEN), Zone("stock", Shape.STACK, Sight.CLOSED)]
    )
    heap, stock = 6, 7
    cards = random.sample(range(24), 24)
    table = layout.laid({0: 1 << cards[0], 1: 1 << cards[1], 2: 1 << cards[2], stock: tuple(cards[3:])}, bytes(32))
    forgetful = layout.forget(table)
    while table.zones[stock]:
        seat, keep = random.randrange(3), random.random() < 0.3
        held = table.zones[seat] | table.zones[3 + seat] | 1 << table.zones[stock][-1]
        lacks, none_of = (random.getrandbits(24) & ~held for _ in range(2))
        step_by_step = layout._draw_step_by_step(table, stock, 3 + seat, seat, lacks, none_of, keep)
        table = layout.draw(table, stock, 3 + seat, seat, lacks, none_of, keep)
        forgetful = layout.draw(forgetful, stock, 3 + seat, seat, lacks, none_of, keep)
        assert table == step_by_step
        assert (forgetful.zones, forgetful.memory is layout.forgotten) == (table.zones, True)
        if random.random() < 0.2:
            table = layout.show(table, 1 << random.randrange(24))
        if random.random() < 0.2:
            table = layout.rule_out(table, 3 + seat, random.getrandbits(24) & ~table.zones[3 + seat])
        if random.random() < 0.2 and table.zones[seat]:
            card = table.zones[seat].bit_length() - 1
            table, forgetful = (layout.move(it, card, seat, heap) for it in (table, forgetful))
        layout.check(table)


def in_general(
    layout: Layout, memory: Memory, card: Cards, before: Cards, src: int, dst: int, none_of: Cards
) -> Memory:
    if layout.sees[dst] == layout.everyone:
        return memory
    return layout.minds._unseen(src, dst)(memory, card, before, none_of)


@pytest.mark.parametrize("events_matter", [True, False])
def test_no_operation_remembers_anything_at_a_table_without_memory(events_matter: bool) -> None:
    deck = Deck([f"r{n}" for n in range(1, 10)], range(1, 10))
    hands = [Zone("hand", Shape.FAN, Sight.OWNER, seat) for seat in range(2)]
    stacks = [Zone("heap", Shape.STACK, Sight.OPEN), Zone("stock", Shape.STACK, Sight.CLOSED)]
    zones = [*hands, *stacks, Zone("apart", Shape.FAN, Sight.OWNER, 0)]
    layout = Layout(deck, 2, zones, events_matter=events_matter)
    heap, stock, apart = 2, 3, 4
    said: Events = (Said(0, END),)
    table = layout.say(layout.laid({0: 0b11, 1: 0b100, heap: (3, 4), stock: (5, 6, 7, 8)}, bytes(32)), said)
    forgetful = layout.forget(table)
    assert forgetful.events == (said if events_matter else ())
    operations: list[Callable[[Table], Table]] = [
        lambda table: layout.move(table, 0, 0, 1),
        lambda table: layout.move(table, 0, 0, 1, named=True),
        lambda table: layout.move(table, 4, heap, stock),
        lambda table: layout.draw(table, stock, apart, 0, lacks=0b1000),
        lambda table: layout.carry(table, heap, stock),
        lambda table: layout.tuck(table, [heap], stock),
        lambda table: layout.lift(table, stock, 1),
        lambda table: layout.shuffle(table, stock),
        lambda table: layout.shift(table, stock, 5, 2),
        lambda table: layout.show(table, 0b1),
        lambda table: layout.rule_out(table, 1, 0b1),
        lambda table: layout.draw(table, stock, apart, 0, lacks=0b1000, none_of=0b1, keep=True),
        lambda table: layout.draw(layout.draw(table, stock, apart, 0), stock, apart, 0, keep=True),
        lambda table: layout.say(table, said),
        lambda table: layout.say(layout.ask(table, (0, 1), 4), said),
        lambda table: layout.hear(layout.ask(table, (0, 1), 4), opened((0, 1), 2, 4).noted(1, Call("thanks", 7))),
        lambda table: layout.answer(layout.ask(table, (0, 1), 4), 1, SILENT),
    ]
    for operation in operations:
        remembered, forgotten = operation(table), operation(forgetful)
        assert forgotten.memory is layout.forgotten
        assert (forgotten.zones, forgotten.seed) == (remembered.zones, remembered.seed)
        assert forgotten.window == remembered.window
        assert forgotten.events == (remembered.events if events_matter else ())


def test_nothing_is_concluded_of_a_hand_whose_cards_nobody_can_count() -> None:
    deck = Deck([f"r{n}" for n in range(1, 6)], range(1, 6))
    own = [Zone(name, Shape.FAN, Sight.OWNER, seat, counted=False) for name in ("hand", "drawn") for seat in range(2)]
    layout = Layout(deck, 2, [*own, Zone("stock", Shape.STACK, Sight.CLOSED)])
    table = layout.laid({0: 0b1, 1: 0b10, 4: (2, 3, 4)}, bytes(32))
    assert layout.draw(table, 4, 2, 0).memory == layout.move(table, 4, 4, 2).memory
    with pytest.raises(Misdeal, match="nobody can tell what is in hand0"):
        layout.draw(table, 4, 2, 0, lacks=0b100)


@pytest.mark.parametrize(("cards", "fits"), [(255, True), (256, False)])
def test_on_places_lie_cards_of_a_deck_of_which_each_is_a_byte(cards: int, fits: bool) -> None:
    deck, board = Deck(map(str, range(cards)), [0] * cards), Zone("board", Shape.PLACES, Sight.OPEN, size=2)
    if fits:
        layout = Layout(deck, 2, [board, Zone("bag", Shape.BANK, Sight.CLOSED)])
        table = layout.move(layout.laid({1: deck.all}, bytes(32)), cards - 1, 1, 0, at=1)
        assert list(table.zones[0]) == [EMPTY, cards - 1]
    else:
        with pytest.raises(Misdeal, match="255 different cards at most, not 256"):
            Layout(deck, 2, [board])
