"""Zones that others cannot count, and stacks that are lifted as a whole: what the table remembers of them."""

from __future__ import annotations

from random import Random

import pytest

from elfer.table.cards import Deck, each
from elfer.table.layout import Layout
from elfer.table.table import Misdeal, Table, as_set
from elfer.table.zones import Shape, Sight, Zone

HAND0, HAND1, LAID0, LAID1, PILE, HEAP, ASIDE = range(7)


def layout(*, counted: bool) -> Layout:
    zones = [
        *(Zone("hand", Shape.FAN, Sight.OWNER, seat, counted=counted) for seat in range(2)),
        *(Zone("laid", Shape.STACK, Sight.OWNER, seat, counted=counted) for seat in range(2)),
        Zone("pile", Shape.STACK, Sight.CLOSED, counted=counted),
        Zone("heap", Shape.STACK, Sight.OPEN),
        Zone("aside", Shape.STACK, Sight.CLOSED, counted=counted),
    ]
    return Layout(Deck([f"r{n}" for n in range(1, 9)], range(1, 9)), 3, zones)


def start(board: Layout) -> Table:
    return board.laid({HAND0: 0b1111, HAND1: 0b110000, PILE: (6, 7)}, bytes(32))


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("seed", range(60))
def test_no_memory_is_wrong(seed: int, counted: bool) -> None:
    board, random = layout(counted=counted), Random(seed)
    table = start(board)
    for _ in range(25):
        src = random.choice([zone for zone in range(7) if as_set(table.zones[zone])])
        dst = random.choice([zone for zone in range(7) if zone != src])
        content = table.zones[src]
        card = random.choice(list(each(content))) if isinstance(content, int) else content[-1]
        before, table = table, board.move(table, card, src, dst)
        board.check(table)
        if content and not isinstance(content, int) and dst not in board.minds.secret[src]:
            lifted_is_moved(board, before, src, dst)


def lifted_is_moved(board: Layout, table: Table, src: int, dst: int) -> None:
    lifted, moved = board.lift(table, src, dst), board.say(table, ())
    for card in table.zones[src]:
        moved = board.move(moved, card, src, dst, moved.events)
    assert lifted.zones == moved.zones
    assert lifted.events == moved.events
    board.check(lifted)
    for seat in (None, 0, 1, 2):
        assert board.known(lifted, seat) == board.known(moved, seat)
        pairs = zip(board.ruled_out(lifted, seat), board.ruled_out(moved, seat), strict=True)
        assert all(knows & less == less for knows, less in pairs), "lifting tells at least as much"
    if any(lifted.memory.lacks) and not board.minds.secret[src]:
        unknown = board.deck.all & ~board.known(lifted, None)
        assert board.ruled_out(lifted, None)[src] == unknown


@pytest.mark.rule("ALL-3")
def test_what_a_player_does_in_secret_changes_nothing_that_others_know() -> None:
    board = layout(counted=False)
    table = board.move(start(board), 7, PILE, HEAP)
    table = board.move(table, 7, HEAP, HAND0)  # everyone saw it go there
    for card in (7, 0, 2):
        after = board.move(table, card, HAND0, LAID0)
        assert after.memory == table.memory
        table = after
    assert board.move(table, 2, LAID0, HAND0).memory == table.memory


@pytest.mark.rule("ALL-3")
def test_a_card_in_a_secret_zone_may_be_in_any_zone_of_its_owner() -> None:
    board = layout(counted=False)
    table = board.move(start(board), 7, PILE, HEAP)
    table = board.move(table, 7, HEAP, HAND0)
    bit, out = 1 << 7, board.ruled_out(table, 1)
    assert board.known(table, 1) & bit == 0
    assert [zone for zone in range(7) if not out[zone] & bit] == [HAND0, LAID0]
    table = board.lift(board.move(table, 0, HAND0, LAID0), LAID0, ASIDE)
    assert [zone for zone in range(7) if not board.ruled_out(table, 1)[zone] & bit] == [HAND0, LAID0, ASIDE]


@pytest.mark.rule("ALL-3")
def test_who_laid_a_card_that_somebody_took_can_tell_who_has_it() -> None:
    board = layout(counted=False)
    table = board.rule_out(start(board), ASIDE, board.deck.all)
    table = board.lift(table, PILE, ASIDE)
    table = board.lift(board.move(table, 0, HAND0, LAID0), LAID0, PILE)
    assert board.known(table, 0) == 0b1111
    table = board.lift(table, PILE, HAND1)
    assert board.known(table, 0) == 0b1110
    assert [zone for zone in range(7) if not board.ruled_out(table, 0)[zone] & 1] == [HAND1, LAID1]
    assert board.ruled_out(table, 2)[PILE] & 1
    assert not any(board.ruled_out(table, 2)[zone] & 1 for zone in (HAND0, HAND1, LAID0, LAID1, ASIDE))


def test_what_cannot_be_lifted() -> None:
    board = layout(counted=False)
    table = start(board)
    for src, dst in ((HAND0, PILE), (PILE, PILE), (LAID0, HAND0)):
        with pytest.raises(Misdeal, match="cannot be lifted"):
            board.lift(table, src, dst)
    assert board.lift(table, ASIDE, PILE).zones == table.zones


def test_a_stack_lifted_onto_an_empty_place_is_there_what_it_was() -> None:
    """What only one seat can tell not to be in the stack, it can tell of the place too, whatever lay there before."""
    board = layout(counted=True)
    table = board.move(start(board), 4, HAND1, HAND0)  # seat 1 knows where it is
    table = board.move(table, 0, HAND0, LAID0)  # it might be this one
    table = board.lift(board.move(table, 0, LAID0, ASIDE), ASIDE, HEAP)
    assert board.ruled_out(table, 1)[PILE] >> 4 & 1
    table = board.lift(table, PILE, ASIDE)
    assert board.ruled_out(table, 1)[ASIDE] >> 4 & 1
    assert not board.ruled_out(table, 2)[ASIDE] >> 4 & 1
