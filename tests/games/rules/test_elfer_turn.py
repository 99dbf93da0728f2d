"""The rules of `elfer`, one by one: the turn, the rows, drawing, the end."""

from __future__ import annotations

import pytest

from elfer import game
from tests.games.positions.rows import (
    COLOURS,
    arrange,
    cards,
    dealt,
    deck,
    fitting,
    hand,
    lays,
    match_of,
    offers,
    play,
    refused,
    rows,
    turn,
    with_state,
    zone,
)

TWO = game("elfer", players=2)
THREE = game("elfer", players=3)


# --- EL-5: several cards on several rows ---------------------------------------------------------------------


@pytest.mark.rule("EL-5")
def test_a_turn_may_lay_any_number_of_cards_on_any_rows() -> None:
    state = arrange(TWO, ["r10 r9 y12 g11 g10 b20", "y1"], rows="r11 y11")
    state = play(TWO, state, "r10 y12 g11 r9 g10 end")
    assert turn(TWO, state) == 1
    assert rows(TWO, state) == set(cards("r9-11 y11-12 g10-11"))
    assert hand(TWO, state, 0) == {"b20"}


@pytest.mark.rule("EL-5")
def test_a_card_that_fits_only_now_may_follow_in_the_same_turn() -> None:
    state = arrange(TWO, ["r13 r14 y1", "y2"], rows="r11-12")
    assert offers(TWO, state) == {"r13"}
    assert offers(TWO, play(TWO, state, "r13")) == {"r14", "end"}


@pytest.mark.rule("EL-5")
def test_whoever_has_laid_draws_no_more() -> None:
    state = play(TWO, arrange(TWO, ["r10 y1", "y2"], rows="r11"), "r10")
    assert offers(TWO, state) == {"end"}
    refused(TWO, state, "draw", "already-laid", "end the turn")
    refused(TWO, state, "pass", "already-laid", "end the turn")


# --- EL-6, EL-7: the rows ------------------------------------------------------------------------------------


@pytest.mark.rule("EL-6")
def test_an_eleven_fits_at_any_time() -> None:
    state = arrange(TWO, ["y11 g11 b11 y20", "y1"], rows="r1-20")
    assert offers(TWO, state) == {"y11", "g11", "b11"}


@pytest.mark.rule("EL-6")
def test_a_row_begins_only_with_its_eleven() -> None:
    everything_yellow_but_the_eleven = "y1-10 y12-20"
    state = arrange(TWO, [everything_yellow_but_the_eleven, "y11"], rows="r11")
    assert offers(TWO, state) == {"draw"}
    refused(TWO, state, "y10", "does-not-fit", "y10 does not fit")
    refused(TWO, state, "y12", "does-not-fit", "y12 does not fit")


@pytest.mark.rule("EL-7")
def test_on_the_blue_eleven_only_the_blue_ten_and_the_blue_twelve_fit() -> None:
    state = arrange(TWO, ["r1-10 r12-20 y1-10 y12-20 g1-10 g12-20 b1-10 b12-20", "r11 y11 g11"], rows="b11")
    assert offers(TWO, state) == {"b10", "b12"}


@pytest.mark.rule("EL-7")
def test_the_yellow_nine_never_fits_beside_the_blue_ten() -> None:
    state = arrange(TWO, ["y9 b9", "y1"], rows="b10-11")
    refused(TWO, state, "y9", "does-not-fit", "y9 does not fit")
    assert offers(TWO, state) == {"b9"}


@pytest.mark.rule("EL-7")
def test_the_blue_fifteen_does_not_fit_beside_the_blue_twelve() -> None:
    state = arrange(TWO, ["b15 b13", "y1"], rows="b11-12")
    refused(TWO, state, "b15", "does-not-fit", "b15 does not fit")
    refused(TWO, play(TWO, state, "b13"), "b15", "does-not-fit", "b15 does not fit")


@pytest.mark.rule("EL-7")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_row_goes_down_to_the_one_and_up_to_the_twenty(colour: str) -> None:
    c = colour
    state = arrange(TWO, [f"{c}1-10 {c}12-20", "y1" if c != "y" else "r1"], rows=f"{c}11")
    for down, up in zip(range(10, 0, -1), range(12, 22), strict=True):
        assert lays(TWO, state) == {f"{c}{n}" for n in (down, up) if n <= 20}
        state = play(TWO, state, f"{c}{down} {c}{up}" if up <= 20 else f"{c}{down}")
    assert turn(TWO, state) is None


@pytest.mark.rule("EL-7")
@pytest.mark.parametrize(
    ("row", "other"), [("r11-20", "y1"), ("y1-11", "r20"), ("g11-20", "b1"), ("b11-20", "r1"), ("r1-11", "b20")]
)
def test_a_row_does_not_run_on_into_the_next_colour(row: str, other: str) -> None:
    state = arrange(TWO, [other, "y15"], rows=row)
    refused(TWO, state, other, "does-not-fit", f"{other} does not fit")
    assert offers(TWO, state) == {"draw"}


@pytest.mark.rule("EL-7")
def test_every_card_has_one_place_only() -> None:
    state = play(TWO, arrange(TWO, ["r10 y1", "y2"], rows="r11"), "r10")
    refused(TWO, state, "r10", "not-in-hand", "r10 is not in your hand")
    refused(TWO, state, "y2", "not-in-hand", "y2 is not in your hand")


@pytest.mark.rule("EL-5", "EL-6", "EL-7", "EL-8")
@pytest.mark.parametrize("seed", range(4))
def test_in_a_whole_round_just_those_cards_can_be_laid_that_fit(seed: int) -> None:
    state = dealt(TWO, seed)
    while (seat := turn(TWO, state)) is not None:
        if rows(TWO, state):
            can = fitting(TWO, rows(TWO, state)) & hand(TWO, state, seat)
            assert {TWO.write(a) for a in TWO.legal(state, seat)} & set(deck()) == can
        state = TWO.apply(state, seat, TWO.legal(state, seat)[0])


# --- EL-8: holding back --------------------------------------------------------------------------------------


@pytest.mark.rule("EL-8")
def test_whoever_can_lay_must_lay() -> None:
    state = arrange(TWO, ["r10 y12 g1", "y1"], rows="r11 y11")
    assert offers(TWO, state) == {"r10", "y12"}
    refused(TWO, state, "draw", "can-lay", "r10", "y12", "cannot draw or pass")
    refused(TWO, state, "pass", "can-lay", "r10", "y12", "cannot draw or pass")
    refused(TWO, state, "end", "nothing-laid", "before you have laid a card")


@pytest.mark.rule("EL-8")
def test_whoever_can_lay_must_lay_when_the_stock_is_empty_too() -> None:
    state = arrange(TWO, ["r10 g1", "y1"], rows="r11", rest="hand1")
    assert offers(TWO, state) == {"r10"}
    refused(TWO, state, "pass", "can-lay", "r10", "cannot draw or pass")


@pytest.mark.rule("EL-8")
def test_one_card_is_enough_and_the_others_may_be_held_back() -> None:
    state = arrange(TWO, ["r10 r12 y11 g1", "y1"], rows="r11")
    state = play(TWO, state, "r10")
    assert offers(TWO, state) == {"r12", "y11", "end"}
    state = play(TWO, state, "end")
    assert turn(TWO, state) == 1
    assert hand(TWO, state, 0) == {"r12", "y11", "g1"}


@pytest.mark.rule("EL-8")
def test_there_is_nothing_to_take() -> None:
    state = arrange(TWO, ["r10 g1", "y1"], rows="r11")
    refused(TWO, state, "take", "not-offered", "option")
    refused(TWO, arrange(TWO, ["g1", "y1"], rows="r11"), "take", "not-offered", "option")


# --- EL-9, EL-10, EL-11: drawing -----------------------------------------------------------------------------


@pytest.mark.rule("EL-9")
def test_whoever_cannot_lay_draws_the_top_card_of_the_stock() -> None:
    state = arrange(TWO, ["r1", "y1"], rows="r11", stock="r2 r3 r4 r5")
    assert offers(TWO, state) == {"draw"}
    refused(TWO, state, "pass", "must-draw", "draw a card")
    refused(TWO, state, "end", "must-draw", "draw a card")
    state = play(TWO, state, "draw")
    assert hand(TWO, state, 0) == {"r1", "r2"}
    assert zone(TWO, state, "stock")[0] == "r3"


@pytest.mark.rule("EL-9")
def test_a_drawn_card_that_fits_must_be_laid_at_once() -> None:
    state = arrange(TWO, ["r1", "y1"], rows="r11", stock="r10 r12")
    state = play(TWO, state, "draw")
    assert offers(TWO, state) == {"r10"}
    refused(TWO, state, "draw", "must-lay-drawn", "r10 fits and must be laid")
    refused(TWO, state, "pass", "must-lay-drawn", "r10 fits and must be laid")


@pytest.mark.rule("EL-9")
def test_after_a_drawn_card_the_turn_is_over_though_others_would_fit() -> None:
    state = arrange(TWO, ["r9 r1", "y1"], rows="r11", stock="r10")
    state = play(TWO, state, "draw r10")
    assert turn(TWO, state) == 1
    assert hand(TWO, state, 0) == {"r9", "r1"}
    assert "r9" in fitting(TWO, rows(TWO, state))
    refused(TWO, state, "r9", "not-your-turn", "seat 1 is to play", seat=0)


@pytest.mark.rule("EL-9")
def test_a_drawn_eleven_is_laid_and_the_turn_is_over() -> None:
    state = arrange(TWO, ["y10 y1", "g1"], rows="r11", stock="y11")
    assert turn(TWO, play(TWO, state, "draw y11")) == 1


@pytest.mark.rule("EL-10")
def test_three_cards_that_do_not_fit_and_the_next_player_is_up() -> None:
    state = arrange(TWO, ["r1", "y1"], rows="r11", stock="r2 r3 r4 r10")
    state = play(TWO, state, "draw")
    assert offers(TWO, state) == {"draw"}
    state = play(TWO, state, "draw")
    assert (turn(TWO, state), offers(TWO, state)) == (0, {"draw"})
    state = play(TWO, state, "draw")
    assert turn(TWO, state) == 1
    assert hand(TWO, state, 0) == {"r1", "r2", "r3", "r4"}
    assert zone(TWO, state, "stock")[0] == "r10"


@pytest.mark.rule("EL-10")
@pytest.mark.parametrize("before", ["", "r2", "r2 r3"])
def test_the_first_second_or_third_card_may_be_the_one_that_fits(before: str) -> None:
    state = arrange(TWO, ["r1", "y1"], rows="r11", stock=f"{before} r10 r12")
    state = play(TWO, state, "draw " * (len(before.split()) + 1))
    assert offers(TWO, state) == {"r10"}
    assert turn(TWO, play(TWO, state, "r10")) == 1


@pytest.mark.rule("EL-10")
def test_each_turn_has_three_draws_of_its_own() -> None:
    state = arrange(THREE, ["r1", "y1", "g1"], rows="r11", stock="r2 r3 r4 y2 y3 y4 g2 g3 g4")
    seats = []
    for _ in range(9):
        seats.append(turn(THREE, state))
        state = play(THREE, state, "draw")
    assert seats == [0, 0, 0, 1, 1, 1, 2, 2, 2]


@pytest.mark.rule("EL-11")
def test_with_an_empty_stock_whoever_cannot_lay_passes() -> None:
    state = arrange(TWO, ["r1", "y1"], rows="r11", rest="hand1")
    assert offers(TWO, state) == {"pass"}
    refused(TWO, state, "draw", "stock-empty", "stock is empty")
    state = play(TWO, state, "pass")
    assert turn(TWO, state) == 1
    assert hand(TWO, state, 0) == {"r1"}


@pytest.mark.rule("EL-11")
@pytest.mark.parametrize("stock", ["r2", "r2 r3"])
def test_the_turn_ends_when_the_stock_empties_during_the_draw(stock: str) -> None:
    state = arrange(TWO, ["r1", "y1"], rows="r11", stock=stock, rest="hand1")
    for _ in stock.split():
        assert (turn(TWO, state), offers(TWO, state)) == (0, {"draw"})
        state = play(TWO, state, "draw")
    assert turn(TWO, state) == 1
    assert zone(TWO, state, "stock") == []
    assert hand(TWO, state, 0) == {"r1", *stock.split()}


@pytest.mark.rule("EL-11", "EL-9")
@pytest.mark.parametrize("stock", ["r10", "r2 r10", "r2 r3 r10"])
def test_the_last_card_of_the_stock_must_be_laid_if_it_fits(stock: str) -> None:
    state = arrange(TWO, ["r1", "y1"], rows="r11", stock=stock, rest="hand1")
    state = play(TWO, state, "draw " * len(stock.split()))
    assert offers(TWO, state) == {"r10"}
    refused(TWO, state, "draw", "must-lay-drawn", "r10")
    assert turn(TWO, play(TWO, state, "r10")) == 1


# --- EL-12: the end ------------------------------------------------------------------------------------------


@pytest.mark.rule("EL-12")
def test_the_round_ends_the_moment_the_last_card_is_laid() -> None:
    state = arrange(THREE, ["r10", "r9 y1", "g1"], rows="r11")
    state = play(THREE, state, "r10")
    assert turn(THREE, state) is None
    assert [list(THREE.legal(state, seat)) for seat in range(3)] == [[], [], []]
    for seat, action in [(0, "end"), (1, "r9"), (2, "draw")]:
        refused(THREE, state, action, "round-over", "over", seat=seat)


@pytest.mark.rule("EL-12")
def test_the_last_of_several_cards_ends_the_round() -> None:
    state = arrange(TWO, ["r10 r9 y11", "y1"], rows="r11")
    state = play(TWO, state, "y11 r10")
    assert turn(TWO, state) == 0
    assert turn(TWO, play(TWO, state, "r9")) is None


@pytest.mark.rule("EL-12")
def test_a_drawn_card_never_ends_the_round() -> None:
    state = arrange(TWO, ["r1", "y1"], rows="r11", stock="r10", rest="hand1")
    state = play(TWO, state, "draw r10")
    assert turn(TWO, state) == 1
    assert hand(TWO, state, 0) == {"r1"}


@pytest.mark.rule("EL-12")
def test_whoever_has_laid_the_last_card_has_won() -> None:
    match = with_state(match_of("elfer", 3), arrange(THREE, ["r10", "r9 y1", "g1"], rows="r11"))
    match = match.apply(0, THREE.read("r10"))
    assert match.over
    assert match.places == (1, 3, 2)
