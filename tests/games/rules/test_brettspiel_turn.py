"""The rules of the board game: a turn."""

from __future__ import annotations

import pytest

from elfer import Stream, guess
from tests.games.plain.brettspiel import neighbours, number, row, tile_for
from tests.games.positions.brettspiel import (
    THREE,
    TWO,
    all_but,
    arrange,
    events,
    gives,
    hand,
    lacking,
    lays,
    lying,
    offers,
    play,
    refused,
    turn,
    words,
    zone,
)

# --- a turn --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BR-8")
def test_whoever_can_lay_must() -> None:
    state = arrange(TWO, ["r10 g1"], board="r11", bag="g2")
    assert offers(TWO, state) == {"r10"}
    refused(TWO, state, "end", "nothing-laid")
    for action in ("draw", "pass"):
        refused(TWO, state, action, "can-lay", "r10")
    assert offers(TWO, play(TWO, state, "r10")) == {"end"}


@pytest.mark.rule("BR-8")
def test_at_most_three_tiles_in_any_rows() -> None:
    state = arrange(TWO, ["r10 y12 b11 g11 r9 b1"], board="r11 y11", bag="g2")
    state = play(TWO, state, "r10", "y12")
    assert offers(TWO, state) == {"r9", "b11", "g11", "end"}
    state = play(TWO, state, "g11")
    assert offers(TWO, state) == {"end"}
    refused(TWO, state, "b11", "three-laid", "3")
    refused(TWO, state, "draw", "already-laid")
    assert turn(TWO, play(TWO, state, "end")) == 1
    assert events(TWO, play(TWO, state, "end")) == ["0: end"]


@pytest.mark.rule("BR-8")
def test_the_opening_eleven_is_one_of_the_three() -> None:
    state = play(TWO, arrange(TWO, ["r11 r10 r9 r8 b11"]), "r11", "r10")
    assert lays(TWO, state) == {"r9", "b11"}
    assert lays(TWO, play(TWO, state, "r9")) == set()


@pytest.mark.rule("BR-9")
def test_a_tile_lies_next_to_another_in_its_row() -> None:
    tiles = "y9 y14 r12 j13 b10 g11 y1 r18"
    state = arrange(TWO, [tiles], board="y10-12 r11")
    assert lays(TWO, state) == {"y9", "j13@y13", "r12", "g11"}
    for tile in ("y14", "b10", "y1", "r18"):
        refused(TWO, state, tile, "does-not-fit", tile)
    refused(TWO, state, "j13@r13", "field-closed", "r13")
    assert lays(TWO, play(TWO, state, "r12")) == {"y9", "j13@y13", "j13@r13", "g11"}


@pytest.mark.rule("BR-9")
def test_an_eleven_may_always_be_laid() -> None:
    for fields in ("y18", "g1", "r11 y11 b11", "b12 b10"):
        assert "g11" in lays(TWO, arrange(TWO, ["g11 g20 r2"], board=fields))


@pytest.mark.rule("BR-4", "BR-9")
def test_over_the_bridge() -> None:
    """Worked example: the yellow 18 lies, and the red 18 may follow."""
    state = arrange(TWO, ["y18 r18 r19 b18 g1"], board="y19")
    state = play(TWO, state, "y18")
    assert lays(TWO, state) == {"r18"}
    assert lays(TWO, play(TWO, state, "r18")) == {"r19"}


@pytest.mark.rule("BR-3", "BR-10")
def test_on_a_connection_area_all_may_follow_in_any_order() -> None:
    """Worked example: the yellow 1 was just laid, and the blue 1 may follow although nothing lies beside it."""
    state = play(TWO, arrange(TWO, ["y1 b1 r1 g1 b2 g5"], board="y2"), "y1")
    assert lays(TWO, state) == {"b1", "r1", "g1"}
    assert lays(TWO, play(TWO, state, "g1")) == {"b1", "r1"}
    assert lays(TWO, play(TWO, state, "b1")) == {"b2", "r1", "g1"}
    state = play(TWO, arrange(TWO, ["r20 b20 g20 y20 g5"], board="r19"), "r20")
    assert lays(TWO, state) == {"b20", "g20", "y20"}


# --- bonus ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BR-11")
def test_the_first_at_a_bonus_symbol_draws_a_tile_and_lays_it() -> None:
    """Worked example: a grey 13 in the yellow row; the red 16 comes; the red 13 brings nothing more."""
    state = arrange(TWO, ["j13 g1", "j13 g2"], board="y12 r12", bag="r16 b1")
    state = play(TWO, state, "j13@y13")
    assert lying(TWO, state) == {"y12": "y12", "r12": "r12", "y13": "j13", "r16": "r16"}
    assert events(TWO, state, 1) == ["hand0>board j13", "bag>board r16"]
    state = play(TWO, state, "end", "j13@r13")
    assert set(lying(TWO, state)) == {"y12", "r12", "y13", "r13", "r16"}
    assert zone(TWO, state, "bag")[0] == "b1"


@pytest.mark.rule("BR-4", "BR-11")
@pytest.mark.parametrize("field", ["y13", "r13", "r6", "b6", "r15", "b15", "b8", "g8"])
def test_from_both_sides_of_each_bonus_symbol(field: str) -> None:
    beside = f"{row(field)}{number(field) + 1}"
    tile = tile_for(field)
    action = tile if tile == field else f"{tile}@{field}"
    state = play(TWO, arrange(TWO, [f"{tile} r1"], board=beside, bag="g19"), action)
    assert set(lying(TWO, state)) == {beside, field, "g19"}
    [other] = [near for near in neighbours(field) if row(near) != row(field)]
    state = play(TWO, arrange(TWO, [f"{tile} r1"], board=f"{beside} {other}", bag="g19"), action)
    assert set(lying(TWO, state)) == {beside, other, field}, "the second tile at a bonus symbol earns nothing"


@pytest.mark.rule("BR-11")
@pytest.mark.parametrize(
    "field", ["y5", "r5", "y18", "r18", "b3", "g3", "b16", "g16", "y6", "g6", "y15", "b13", "r8"]
)
def test_other_fields_bring_nothing(field: str) -> None:
    beside = f"{row(field)}{number(field) + 1}"
    tile = tile_for(field)
    state = arrange(TWO, [f"{tile} r1"], board=beside, bag="g19")
    state = play(TWO, state, tile if tile == field else f"{tile}@{field}")
    assert set(lying(TWO, state)) == {beside, field}


@pytest.mark.rule("BR-11", "BR-12")
def test_a_bonus_tile_can_bring_the_next_and_does_not_count() -> None:
    state = arrange(TWO, ["j13 y14 y15 y16 r1"], board="y12", bag="b6 g8 r20 y1")
    state = play(TWO, state, "j13@y13")
    assert set(lying(TWO, state)) == {"y12", "y13", "b6", "g8", "r20"}
    assert events(TWO, state) == ["hand0>board j13", "bag>board b6", "bag>board g8", "bag>board r20"]
    state = play(TWO, state, "y14", "y15")
    assert lays(TWO, state) == set(), "one and two more are three"
    assert "y14" in lays(TWO, play(TWO, arrange(TWO, ["j13 y14 r1"], board="y12", bag="b1"), "j13@y13"))


@pytest.mark.rule("BR-9", "BR-11")
def test_a_bonus_tile_opens_the_fields_beside_it() -> None:
    state = play(TWO, arrange(TWO, ["j13 g18 g20 j17 r20 r2"], board="y12", bag="g19"), "j13@y13")
    assert lays(TWO, state) == {"g18", "g20"}
    assert lays(TWO, play(TWO, state, "g18")) == {"g20", "j17@g17"}


@pytest.mark.rule("BR-11")
def test_a_bonus_joker_goes_where_the_player_wants_it() -> None:
    state = play(TWO, arrange(TWO, ["r6 r5 g20", "y1"], board="r7 b17", bag="j17 y2"), "r6")
    assert zone(TWO, state, "bonus") == ["j17"]
    assert hand(TWO, state, 0) == ["g20", "r5"]
    assert turn(TWO, state) == 0
    assert offers(TWO, state) == {"j17@y17", "j17@r17", "j17@g17"}
    assert events(TWO, state, 1) == ["hand0>board r6", "bag>bonus j17"]
    for action in ("end", "r5", "draw", "give r5", "j3@y3"):
        refused(TWO, state, action, "lay-bonus", "j17")
    refused(TWO, state, "j17@b17", "field-taken", "b17")
    state = play(TWO, state, "j17@g17")
    assert lying(TWO, state)["g17"] == "j17"
    assert zone(TWO, state, "bonus") == []
    assert state.laid == 1
    assert offers(TWO, state) == {"r5", "end"}


@pytest.mark.rule("BR-11")
def test_a_bonus_joker_can_bring_the_next() -> None:
    state = play(TWO, arrange(TWO, ["r6 r1"], board="r7", bag="j13 j13 g20 y2"), "r6", "j13@y13")
    assert zone(TWO, state, "bonus") == ["j13"]
    assert offers(TWO, state) == {"j13@r13", "j13@b13", "j13@g13"}
    state = play(TWO, state, "j13@r13")
    assert zone(TWO, state, "bonus") == []
    assert zone(TWO, state, "bag")[0] == "g20", "the symbol was used up"


@pytest.mark.rule("BR-11")
def test_the_last_bonus_joker_of_a_number_has_one_field_left() -> None:
    state = arrange(TWO, ["r6 r1"], board="r7 y7 b7", bag="j7 y2")
    assert offers(TWO, play(TWO, state, "r6")) == {"j7@g7"}


# --- handing on ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BR-13")
def test_after_two_tiles_side_by_side_one_may_be_handed_on() -> None:
    state = arrange(THREE, ["r10 r9 g1 j3", "b1", "y1"], board="r11", bag="g4")
    state = play(THREE, state, "r10")
    assert gives(THREE, state) == set()
    refused(THREE, state, "give g1", "no-pair")
    state = play(THREE, state, "r9")
    assert gives(THREE, state) == {"g1", "j3"}
    refused(THREE, state, "give b1", "not-in-hand", "b1")
    state = play(THREE, state, "give j3")
    assert hand(THREE, state, 0) == ["g1"]
    assert hand(THREE, state, 1) == ["b1", "j3"]
    assert turn(THREE, state) == 1, "that was the end of the turn"
    assert events(THREE, state, 0) == events(THREE, state, 1) == ["hand0>hand1 j3"]
    assert events(THREE, state, 2) == events(THREE, state) == ["hand0>hand1 ?"]


@pytest.mark.rule("BR-13")
def test_the_last_seat_hands_on_to_the_first() -> None:
    state = play(THREE, arrange(THREE, ["b1", "y1", "r10 r9 g1"], board="r11", seat=2), "r10", "r9", "give g1")
    assert hand(THREE, state, 0) == ["b1", "g1"]


@pytest.mark.rule("BR-13")
@pytest.mark.parametrize(("board", "laid", "may"), [
    ("r11", "r10 r9", True),
    ("r11", "r12 r10", False),
    ("r11 y11", "r10 y10", False),
    ("y2 r2", "y1 r1", False),
    ("y19", "y18 r18", False),
    ("r8", "j7@r7 r6", True),
    ("r12 r14", "j13@r13", False),
    ("r9", "r10 g11 r11", True),
    ("y19 r19", "y20 r20", False),
])  # fmt: skip
def test_what_is_side_by_side(board: str, laid: str, may: bool) -> None:
    tiles = " ".join(action.partition("@")[0] for action in laid.split())
    state = arrange(TWO, [f"{tiles} b2", "b4"], board=board, rest="hand1")
    assert bool(gives(TWO, play(TWO, state, *laid.split()))) is may


@pytest.mark.rule("BR-13")
def test_bonus_tiles_count_as_laid_in_the_turn() -> None:
    state = arrange(TWO, ["r6 r1 b2"], board="r7", bag="r5 y1")
    assert gives(TWO, play(TWO, state, "r6")) == {"r1", "b2"}
    state = arrange(TWO, ["r6 r1 b2"], board="r7", bag="j3 y1")
    assert gives(TWO, play(TWO, state, "r6", "j3@r3")) == set()
    state = arrange(TWO, ["r6 r1 b2"], board="r7", bag="b6 g1")
    assert gives(TWO, play(TWO, state, "r6")) == set()


@pytest.mark.rule("BR-13")
def test_what_was_laid_in_another_turn_does_not_count() -> None:
    state = arrange(TWO, ["r10 r8 b2", "r9 b4"], board="r11", rest="bag", bag="g1")
    state = play(TWO, state, "r10", "end", "r9")
    assert gives(TWO, state) == set()
    state = play(TWO, state, "end", "r8")
    assert gives(TWO, state) == set()


@pytest.mark.rule("BR-13")
def test_the_giver_remembers_and_the_others_cannot_tell() -> None:
    state = arrange(THREE, ["r10 r9 g1 j3", "b1", "y1"], board="r11", bag="g4")
    state = play(THREE, state, "r10", "r9", "give g1")
    given = THREE.layout.deck.read("g1")
    assert [bool(THREE.layout.known(state.table, seat) & given) for seat in (0, 1, 2, None)] == [
        True,
        True,
        False,
        False,
    ]


# --- drawing and passing -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-14")
def test_the_first_drawn_tile_that_can_be_laid_must_be_laid() -> None:
    state = arrange(TWO, ["r8 r9 y1"], board="r11", bag="g1 r10 r12 g2")
    assert offers(TWO, state) == {"draw"}
    refused(TWO, state, "pass", "must-draw")
    refused(TWO, state, "end", "must-draw")
    state = play(TWO, state, "draw")
    assert offers(TWO, state) == {"draw"}
    state = play(TWO, state, "draw")
    assert offers(TWO, state) == {"r10"}
    refused(TWO, state, "draw", "drawn-fits", "r10")
    state = play(TWO, state, "r10")
    assert offers(TWO, state) == {"r9", "end"}
    state = play(TWO, state, "r9")
    assert offers(TWO, state) == {"r8", "end", *(f"give {tile}" for tile in ("r8", "y1", "g1"))}
    state = play(TWO, state, "r8")
    assert lays(TWO, state) == set()
    assert zone(TWO, state, "bag")[:2] == ["r12", "g2"]


@pytest.mark.rule("BR-14")
def test_after_three_drawn_tiles_the_turn_is_over() -> None:
    state = arrange(TWO, ["y1"], board="r11", bag="g1 g2 g4 r10")
    state = play(TWO, state, "draw", "draw")
    assert turn(TWO, state) == 0
    state = play(TWO, state, "draw")
    assert turn(TWO, state) == 1
    assert hand(TWO, state, 0) == ["g1", "g2", "g4", "y1"]
    assert (state.drawn, state.laid) == (0, 0)


@pytest.mark.rule("BR-14")
def test_the_third_drawn_tile_is_laid_if_it_can_be() -> None:
    state = play(TWO, arrange(TWO, ["y1"], board="r11", bag="g1 g2 j13 r12"), "draw", "draw")
    refused(TWO, state, "j13@r13", "not-yours")
    state = arrange(TWO, ["y1"], board="r11 r12", bag="g1 g2 j13 r14")
    state = play(TWO, state, "draw", "draw", "draw")
    assert turn(TWO, state) == 0
    assert offers(TWO, state) == {"j13@r13"}


@pytest.mark.rule("BR-14")
def test_a_drawn_joker_is_laid_on_a_field_of_the_players_choice() -> None:
    state = play(TWO, arrange(TWO, ["y1 g5"], board="r11-12 b11-12", bag="j13 g20"), "draw")
    assert offers(TWO, state) == {"j13@r13", "j13@b13"}
    state = play(TWO, state, "j13@r13")
    assert "g20" in lying(TWO, state), "a drawn tile releases a bonus like any other"


@pytest.mark.rule("BR-14")
def test_when_the_bag_empties_the_turn_is_over() -> None:
    state = play(
        TWO,
        arrange(TWO, ["y1", "r8"], board=all_but(*words("y1-2 r1-10 b1 b2 g1-2")), bag="r9 r2", rest="hand1"),
        "draw",
    )
    assert turn(TWO, state) == 0
    state = play(TWO, state, "draw")
    assert turn(TWO, state) == 1
    assert zone(TWO, state, "bag") == []
    state = arrange(TWO, ["y1 b1", "r8"], board="r11", bag="r10", rest="hand1")
    state = play(TWO, state, "draw")
    assert offers(TWO, state) == {"r10"}, "the last tile of the bag is laid if it can be"


@pytest.mark.rule("BR-14")
def test_everybody_knows_that_nothing_else_could_be_laid() -> None:
    state = arrange(TWO, ["y1 g5"], board="r11", bag="g1 r10 g2 g4")
    fits = {"r10", "r12", "y11", "g11", "b11"}
    state = play(TWO, state, "draw")
    assert events(TWO, state) == ["bag>drawn0 ?"]
    assert events(TWO, state, 0) == ["bag>drawn0 g1"]
    assert lacking(TWO, state, 0) == fits
    state = play(TWO, state, "draw")
    assert events(TWO, state) == ["drawn0>hand0 ?", "bag>drawn0 ?"]
    assert lacking(TWO, state, 0) == fits, "the tile that was kept could not be laid either"
    assert not lacking(TWO, state, TWO.layout.zone("drawn0")), "the one drawn last may be any"
    assert lacking(TWO, play(TWO, state, "r10"), 0) == fits - {"r10"}
    state = play(TWO, arrange(TWO, ["y1 g5"], board="r11", bag="g1 g4 g2 g6"), "draw", "draw", "draw")
    assert lacking(TWO, state, 0) == fits


@pytest.mark.rule("BR-14")
@pytest.mark.parametrize("bag", ["g1 g4 r10 g6", "r10"])
def test_everybody_knows_that_the_last_drawn_tile_fits(bag: str) -> None:
    """Else the turn would be over."""
    rest = "bag" if " " in bag else "hand1"
    state = arrange(THREE, ["y1 g5", "", "b2"], board="r11", bag=bag, rest=rest)
    state = play(THREE, state, *["draw"] * (3 if rest == "bag" else 1))
    guessed = set()
    for observer in (None, 0, 1, 2):
        for seed in range(10):
            other = guess(THREE, state, observer, Stream(bytes([seed]) * 32, "guess"))
            guessed |= offers(THREE, other)
    assert guessed <= {"r10", "r12", "y11", "g11", "b11"}
    assert len(guessed) > 1


@pytest.mark.rule("BR-15")
def test_with_an_empty_bag_whoever_cannot_lay_passes() -> None:
    state = arrange(TWO, ["y1 g5"], board="r11", rest="hand1")
    assert offers(TWO, state) == {"pass"}
    refused(TWO, state, "draw", "stock-empty")
    refused(TWO, state, "end", "must-pass")
    after = play(TWO, state, "pass")
    assert turn(TWO, after) == 1
    assert events(TWO, after) == ["0: pass"]
    assert lacking(TWO, after, 0) == {"r10", "r12", "y11", "g11", "b11"}


@pytest.mark.rule("BR-15")
def test_with_an_empty_bag_there_is_no_bonus() -> None:
    state = arrange(TWO, ["r6 r5 g20", "y1"], board="r7", rest="hand1")
    state = play(TWO, state, "r6")
    assert set(lying(TWO, state)) == {"r7", "r6"}
    assert offers(TWO, state) == {"r5", "end"}


@pytest.mark.rule("BR-11", "BR-15")
def test_the_bag_empties_in_a_chain_of_bonuses() -> None:
    state = play(TWO, arrange(TWO, ["r6 r5 g20"], board="r7", bag="g8", rest="hand1"), "r6")
    assert set(lying(TWO, state)) == {"r7", "r6", "g8"}
    assert zone(TWO, state, "bag") == []
    assert offers(TWO, state) == {"r5", "end"}
