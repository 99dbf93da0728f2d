"""Ways that are worked out beforehand do the same as the table's general operations."""

from __future__ import annotations

from random import Random

import pytest

from elfer.table.cards import Deck
from elfer.table.layout import Layout
from elfer.table.table import Misdeal
from elfer.table.zones import Shape, Sight, Zone


def three_ordered_hands() -> Layout:
    deck = Deck([f"r{n}" for n in range(1, 10)], range(1, 10))
    return Layout(deck, 3, [Zone("hand", Shape.STACK, Sight.OWNER, seat) for seat in range(3)])


@pytest.mark.parametrize("seed", range(30))
def test_shifting_is_arranging(seed: int) -> None:
    layout, random = three_ordered_hands(), Random(seed)
    shift = [layout.shifting(zone) for zone in range(3)]
    table = layout.laid({0: (0, 1, 2), 1: (3, 4, 5), 2: (6, 7, 8)}, bytes(32))
    for _ in range(40):
        zone = random.choice([z for z in range(3) if table.zones[z]])
        hand = table.zones[zone]
        card, place = random.choice(hand), random.randrange(len(hand))
        if random.random() < 0.5:
            order = [other for other in hand if other != card]
            order.insert(place, card)
            after = layout.arrange(table, zone, order)
            assert shift[zone](table, card, place) == after
            table = after
        else:
            table = layout.move(table, card, zone, (zone + 1) % 3)
        layout.check(table)


def test_only_a_card_of_the_stack_goes_to_a_place_of_it() -> None:
    layout = three_ordered_hands()
    table = layout.laid({0: (0, 1, 2), 1: (3, 4, 5), 2: (6, 7, 8)}, bytes(32))
    for card, place in ((3, 0), (0, 3), (0, -1)):
        with pytest.raises(Misdeal, match=f"cannot go to place {place} of hand0"):
            layout.shifting(0)(table, card, place)


@pytest.mark.parametrize("seed", range(30))
def test_handing_on_and_stacking_are_moving(seed: int) -> None:
    """With four players, so that several look on without seeing anything."""
    deck, random = Deck([f"r{n}" for n in range(1, 13)], range(1, 13)), Random(seed)
    hands = [Zone("hand", Shape.FAN, Sight.OWNER, seat) for seat in range(4)]
    apart = [Zone("given", Shape.FAN, Sight.OWNER, seat) for seat in range(4)]
    layout = Layout(deck, 4, [*hands, *apart, Zone("heap", Shape.STACK, Sight.OPEN)])
    table = layout.laid({seat: 0b111 << 3 * seat for seat in range(4)}, bytes(32))
    for _ in range(60):
        src = random.choice([zone for zone in range(9) if table.zones[zone]])
        dst = random.choice([zone for zone in range(9) if zone != src])
        content = table.zones[src]
        card = content[-1] if src == 8 else random.choice([c for c in range(12) if content >> c & 1])
        after = layout.move(table, card, src, dst)
        assert layout.path(src, dst)(table, card) == after
        table = layout.say(after, ())
        layout.check(table)
