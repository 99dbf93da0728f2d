"""The rules of the board game: the variant with symbols."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.positions.brettspiel import (
    SYMBOLS,
    TWO,
    all_but,
    arrange,
    dealt,
    gives,
    hand,
    lays,
    lying,
    offers,
    open_fields,
    play,
    refused,
    turn,
    zone,
)


@pytest.mark.rule("BR-18")
def test_eight_symbol_tiles_go_into_the_bag_too() -> None:
    names = ("square", "triangle", "star", "circle")
    on, off = dealt(SYMBOLS, 1), dealt(TWO, 1)
    tiles = Counter(tile for zone_name in ("hand0", "hand1", "bag") for tile in zone(SYMBOLS, on, zone_name))
    assert [tiles[name] for name in names] == [2, 2, 2, 2]
    assert zone(SYMBOLS, on, "box") == []
    assert Counter(zone(TWO, off, "box")) == dict.fromkeys(names, 2)
    refused(TWO, arrange(TWO, ["y1 g1"], board="y2"), "square@y0", "not-offered")
    assert "y0" not in open_fields(TWO, play(TWO, arrange(TWO, ["y1 g1"], board="y2"), "y1"))


@pytest.mark.rule("BR-18", "BR-19")
@pytest.mark.parametrize(("symbol", "colour"), [("square", "y"), ("triangle", "r"), ("star", "b"), ("circle", "g")])
def test_a_symbol_tile_goes_beside_the_one_or_the_twenty_of_its_row(symbol: str, colour: str) -> None:
    near = f"{colour}2 {colour}19"
    state = arrange(SYMBOLS, [f"{symbol} {colour}1 {colour}20 {'r' if colour == 'g' else 'g'}5"], board=near)
    assert lays(SYMBOLS, state) == {f"{colour}1", f"{colour}20"}
    refused(SYMBOLS, state, f"{symbol}@{colour}0", "field-closed", f"{colour}0")
    one = play(SYMBOLS, state, f"{colour}1")
    assert {lay for lay in lays(SYMBOLS, one) if "@" in lay} == {f"{symbol}@{colour}0"}
    both = play(SYMBOLS, one, f"{colour}20")
    assert {lay for lay in lays(SYMBOLS, both) if "@" in lay} == {f"{symbol}@{colour}0", f"{symbol}@{colour}21"}
    after = play(SYMBOLS, both, f"{symbol}@{colour}21")
    assert lying(SYMBOLS, after)[f"{colour}21"] == symbol


@pytest.mark.rule("BR-19")
def test_a_symbol_tile_is_one_of_the_three_and_its_field_holds_one() -> None:
    state = arrange(SYMBOLS, ["square square r10 r9 y5"], board="y1 r11")
    state = play(SYMBOLS, state, "square@y0", "r10")
    assert state.laid == 1, "the red 10 was the free tile"
    assert lays(SYMBOLS, state) == {"r9"}
    refused(SYMBOLS, state, "square@y0", "field-taken", "y0")
    state = arrange(SYMBOLS, ["square r10 r9 y2 y5"], board="y1 r11")
    state = play(SYMBOLS, state, "r10", "r9", "square@y0")
    assert state.laid == 3
    assert lays(SYMBOLS, state) == {"y2", "y5"}, "only the free tile is left"
    assert lays(SYMBOLS, play(SYMBOLS, state, "y5")) == set()


@pytest.mark.rule("BR-20")
def test_after_a_symbol_tile_any_own_tile_may_be_laid() -> None:
    state = arrange(SYMBOLS, ["square star g5 j17 r20 b19"], board="y1 r17 b1-2", bag="b18")
    state = play(SYMBOLS, state, "square@y0")
    free = {"g5", "r20", "b19", "j17@y17", "j17@b17", "j17@g17"}
    assert lays(SYMBOLS, state) == free | {"star@b0"}
    assert offers(SYMBOLS, state) - lays(SYMBOLS, state) == {"end"}
    refused(SYMBOLS, state, "star@b21", "field-closed", "b21")
    refused(SYMBOLS, state, "draw", "already-laid")
    after = play(SYMBOLS, state, "j17@g17")
    assert after.laid == 1, "it does not count"
    assert lays(SYMBOLS, after) == {"star@b0"}, "one tile only"


@pytest.mark.rule("BR-20")
def test_the_free_tile_can_be_left_alone() -> None:
    state = play(SYMBOLS, arrange(SYMBOLS, ["square square y2 g5"], board="y1 y20"), "square@y0")
    after = play(SYMBOLS, state, "end")
    assert turn(SYMBOLS, after) == 1
    assert after.free is False
    after = play(SYMBOLS, state, "square@y21")
    assert (after.laid, after.free) == (2, True), "another symbol tile is no free one"
    assert lays(SYMBOLS, after) == {"y2", "g5"}


@pytest.mark.rule("BR-20")
def test_with_three_laid_no_other_symbol_tile_may_follow() -> None:
    state = arrange(SYMBOLS, ["square square r10 r9 g5"], board="y1 y20 r11")
    state = play(SYMBOLS, state, "r10", "r9", "square@y0")
    refused(SYMBOLS, state, "square@y21", "three-laid")
    assert lays(SYMBOLS, state) == {"g5"}
    assert gives(SYMBOLS, state) == {"square", "g5"}


@pytest.mark.rule("BR-13", "BR-20")
def test_the_free_tile_counts_for_handing_on_and_can_release_a_bonus() -> None:
    state = arrange(SYMBOLS, ["square g8 g9 b2"], board="y1", bag="j3 r1")
    state = play(SYMBOLS, state, "square@y0", "g8")
    assert zone(SYMBOLS, state, "bonus") == ["j3"]
    state = play(SYMBOLS, state, "j3@y3")
    assert gives(SYMBOLS, state) == set()
    assert gives(SYMBOLS, play(SYMBOLS, state, "g9")) == {"b2"}


@pytest.mark.rule("BR-16", "BR-20")
def test_the_free_tile_can_win() -> None:
    state = arrange(SYMBOLS, ["square g8", "star j13"], board="y1", bag="j3 r1")
    state = play(SYMBOLS, state, "square@y0", "g8")
    assert turn(SYMBOLS, state) is None
    assert SYMBOLS.points(state) == (0, 24)
    assert zone(SYMBOLS, state, "bag")[0] == "j3"


@pytest.mark.rule("BR-16", "BR-19")
def test_a_symbol_tile_can_win() -> None:
    state = play(SYMBOLS, arrange(SYMBOLS, ["square", "star"], board="y1"), "square@y0")
    assert turn(SYMBOLS, state) is None
    assert SYMBOLS.points(state) == (0, 11)


@pytest.mark.rule("BR-21")
def test_a_symbol_tile_is_no_neighbour_but_can_be_handed_on() -> None:
    state = arrange(SYMBOLS, ["square y1 star b2"], board="y2")
    state = play(SYMBOLS, state, "y1", "square@y0")
    assert gives(SYMBOLS, state) == set()
    state = arrange(SYMBOLS, ["r10 r9 star b2", "g1"], board="r11")
    state = play(SYMBOLS, state, "r10", "r9")
    assert gives(SYMBOLS, state) == {"star", "b2"}
    assert hand(SYMBOLS, play(SYMBOLS, state, "give star"), 1) == ["g1", "star"]


@pytest.mark.rule("BR-14", "BR-20")
def test_a_drawn_symbol_tile_that_can_be_laid_must_be_laid() -> None:
    state = arrange(SYMBOLS, ["g5 g14"], board="y1", bag="star square b1")
    state = play(SYMBOLS, state, "draw")
    assert offers(SYMBOLS, state) == {"draw"}
    state = play(SYMBOLS, state, "draw")
    assert offers(SYMBOLS, state) == {"square@y0"}
    state = play(SYMBOLS, state, "square@y0")
    assert lays(SYMBOLS, state) == {"g5", "g14"}
    assert state.laid == 1


@pytest.mark.rule("BR-22")
def test_a_symbol_tile_as_a_bonus() -> None:
    state = play(SYMBOLS, arrange(SYMBOLS, ["r6 g18 g2", "y4"], board="r7", bag="square y1"), "r6")
    assert offers(SYMBOLS, state) == {"square@y0", "square@y21"}
    state = play(SYMBOLS, state, "square@y0")
    assert state.laid == 1, "a bonus tile does not count"
    assert "y1" not in open_fields(SYMBOLS, state), "a symbol tile opens no field"
    assert lays(SYMBOLS, state) == {"g18", "g2"}, "and it too grants a free tile"
    state = play(SYMBOLS, state, "g18")
    assert state.laid == 1
    assert lays(SYMBOLS, state) == set()


@pytest.mark.rule("BR-22")
def test_the_second_symbol_tile_always_has_a_field() -> None:
    state = arrange(SYMBOLS, ["r6 g18 g2", "y4"], board="r7 y1 y0", bag="square g19")
    assert offers(SYMBOLS, play(SYMBOLS, state, "r6")) == {"square@y21"}


@pytest.mark.rule("BR-22")
def test_symbol_tiles_count_eleven() -> None:
    state = arrange(SYMBOLS, ["r10", "star star circle j13 b2"], board="r11")
    assert SYMBOLS.points(play(SYMBOLS, state, "r10")) == (0, 48)


@pytest.mark.rule("BR-16", "BR-19")
def test_all_rows_are_full_and_only_symbol_tiles_are_left() -> None:
    full = f"{all_but()} y0 r0 b0"
    state = arrange(SYMBOLS, ["square star circle", "triangle circle"], board=full)
    assert offers(SYMBOLS, state) == {"square@y21", "star@b21", "circle@g0", "circle@g21"}
    state = play(SYMBOLS, state, "star@b21")
    assert offers(SYMBOLS, state) == {"square@y21", "circle@g0", "circle@g21", "end"}
    state = play(SYMBOLS, state, "end", "circle@g21", "triangle@r21")
    assert turn(SYMBOLS, state) is None
    assert SYMBOLS.points(state) == (22, 0)


@pytest.mark.rule("BR-15", "BR-19")
def test_symbol_tiles_that_have_no_open_field_yet() -> None:
    state = arrange(
        SYMBOLS,
        ["star circle", "b1 g1 g20 b20"],
        board=all_but("b1", "b20", "g1", "g20", "y1", "r1", "y20", "r20"),
        rest="hand1",
    )
    assert offers(SYMBOLS, state) == {"pass"}
    state = play(SYMBOLS, state, "pass", "b1", "end")
    assert offers(SYMBOLS, state) == {"star@b0"}
