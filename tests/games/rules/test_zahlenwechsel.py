"""The rules of `zahlenwechsel`, one by one."""

from __future__ import annotations

import pytest

from elfer import game
from tests.games.positions.rows import (
    arrange,
    dealt,
    finished,
    hand,
    hands,
    match_of,
    offers,
    play,
    refused,
    rows,
    shuffles,
    turn,
)

TWO = game("zahlenwechsel", players=2)
THREE = game("zahlenwechsel", players=3)


# --- ZW-1: what opens a row ----------------------------------------------------------------------------------


@pytest.mark.rule("ZW-1")
def test_any_ten_eleven_or_twelve_opens_the_game() -> None:
    state = arrange(TWO, ["r1-20 b1-20", "y1-20 g1-20"])
    assert offers(TWO, state) == {"r10", "r11", "r12", "b10", "b11", "b12"}
    for opener in offers(TWO, state):
        assert rows(TWO, play(TWO, state, opener)) == {opener}


@pytest.mark.rule("ZW-1")
def test_nothing_else_opens_the_game() -> None:
    state = arrange(TWO, ["r9 r13 y1 b11", "y2"])
    assert offers(TWO, state) == {"b11"}
    refused(TWO, state, "r9", "opening-card", "opened with", "r10")
    refused(TWO, state, "r13", "opening-card", "opened with", "r12")


@pytest.mark.rule("ZW-1")
def test_so_it_is_in_every_deal() -> None:
    openers = {f"{colour}{number}" for colour in "rygb" for number in (10, 11, 12)}
    for seed in range(12):
        state = dealt(THREE, seed)
        assert offers(THREE, state) == (hand(THREE, state, 2) & openers or {"draw"})


@pytest.mark.rule("ZW-1")
def test_there_is_no_order_of_colours() -> None:
    state = arrange(TWO, ["r11 b12 g1", "y1"])
    assert offers(TWO, state) == {"r11", "b12"}
    assert rows(TWO, play(TWO, state, "b12")) == {"b12"}


@pytest.mark.rule("ZW-1")
@pytest.mark.parametrize("opened", ["r10", "r11", "r12"])
def test_each_row_is_opened_by_a_number_of_its_own(opened: str) -> None:
    state = arrange(TWO, ["y9-13", "g9-13 b9-13 r1"], rows=opened)
    assert offers(TWO, state) == {"y10", "y11", "y12"}
    state = play(TWO, state, "y12 end")
    assert offers(TWO, state) == {"g10", "g11", "g12", "b10", "b11", "b12"}


@pytest.mark.rule("ZW-1", "ZW-3")
def test_rows_that_were_opened_by_different_numbers_grow_side_by_side() -> None:
    state = arrange(TWO, ["r8-9 r11-14 y8-9 y10 y12-14 g8-11 g13-14 b8-14", "r1"], rows="r10 y11 g12")
    assert offers(TWO, state) == {"r9", "r11", "y10", "y12", "g11", "g13", "b10", "b11", "b12"}


# --- ZW-2: who begins ----------------------------------------------------------------------------------------


@pytest.mark.rule("ZW-2")
@pytest.mark.parametrize("players", range(2, 9))
def test_the_player_to_the_right_of_seat_0_begins_the_first_round(players: int) -> None:
    table = game("zahlenwechsel", players=players)
    assert {turn(table, dealt(table, seed)) for seed in range(12)} == {players - 1}


@pytest.mark.rule("ZW-2")
@pytest.mark.parametrize(
    ("players", "beginners"), [(2, [1, 0, 1, 0, 1, 0]), (3, [2, 1, 0, 2, 1, 0]), (4, [3, 2, 1, 0, 3, 2])]
)
def test_the_deal_moves_one_seat_to_the_right_each_round(players: int, beginners: list[int]) -> None:
    match = match_of("zahlenwechsel", players, rounds=6)
    seats = [match.to_act[0]]
    for _ in range(5):
        match = finished(match).next_round()
        seats.append(match.to_act[0])
    assert seats == beginners


@pytest.mark.rule("ZW-2")
def test_who_can_open_must() -> None:
    state = arrange(TWO, ["r10 g1", "y1"])
    refused(TWO, state, "draw", "opening-card", "opened with r10")
    refused(TWO, state, "pass", "opening-card", "opened with r10")


@pytest.mark.rule("ZW-2")
@pytest.mark.parametrize("before", ["", "g1", "g1 g2"])
def test_who_cannot_open_draws_up_to_three_cards(before: str) -> None:
    state = arrange(THREE, ["r1", "y1", "y2"], stock=f"{before} b12 b11")
    assert offers(THREE, state) == {"draw"}
    state = play(THREE, state, "draw " * (len(before.split()) + 1))
    assert offers(THREE, state) == {"b12"}
    refused(THREE, state, "draw", "must-lay-drawn", "b12 fits and must be laid")


@pytest.mark.rule("ZW-2")
def test_who_cannot_open_after_three_cards_is_done() -> None:
    state = arrange(THREE, ["r1", "y1", "y2"], stock="g1 g2 g3 b12")
    state = play(THREE, state, "draw draw draw")
    assert turn(THREE, state) == 2
    assert hand(THREE, state, 0) == {"r1", "g1", "g2", "g3"}


# --- ZW-3: no gap --------------------------------------------------------------------------------------------


@pytest.mark.rule("ZW-3")
@pytest.mark.parametrize(
    ("opener", "near", "not_yet"),
    [("r10", {"r9", "r11"}, "r12"), ("r11", {"r10", "r12"}, "r9"), ("r12", {"r11", "r13"}, "r10")],
)
def test_an_open_row_takes_only_the_neighbours_of_its_opener(opener: str, near: set[str], not_yet: str) -> None:
    mine = " ".join(card for card in ("r8", "r9", "r10", "r11", "r12", "r13", "r14") if card != opener)
    state = play(TWO, arrange(TWO, [f"{opener} y1", mine]), opener)
    assert offers(TWO, state) == near
    refused(TWO, state, not_yet, "does-not-fit", f"{not_yet} does not fit")


@pytest.mark.rule("ZW-3")
def test_the_twelve_fits_again_once_the_eleven_lies() -> None:
    state = play(TWO, arrange(TWO, ["r10 y1", "r11 r12 y2"]), "r10")
    assert offers(TWO, state) == {"r11"}
    assert offers(TWO, play(TWO, state, "r11")) == {"r12", "end"}


@pytest.mark.rule("ZW-3")
def test_the_ten_fits_again_once_the_eleven_lies() -> None:
    state = play(TWO, arrange(TWO, ["r12 y1", "r11 r10 y2"]), "r12")
    assert offers(TWO, state) == {"r11"}
    assert offers(TWO, play(TWO, state, "r11")) == {"r10", "end"}


@pytest.mark.rule("ZW-3")
def test_a_later_row_takes_only_the_neighbours_of_its_opener_too() -> None:
    state = arrange(TWO, ["y12 y10 y11 y13 g1", "y14"], rows="r10")
    assert offers(TWO, play(TWO, state, "y12")) == {"y11", "y13", "end"}


@pytest.mark.rule("ZW-3")
def test_an_open_row_leaves_the_openers_of_the_others_alone() -> None:
    state = play(TWO, arrange(TWO, ["r10 y1", "r12 y12 g11 b10"]), "r10")
    assert offers(TWO, state) == {"y12", "g11", "b10"}


@pytest.mark.rule("ZW-3")
def test_the_example_of_the_blue_twelve_and_the_green_ten() -> None:
    state = arrange(TWO, ["b13 r1", "g9-11 g12 b10"], stock="r4 b12")
    state = play(TWO, state, "draw draw b12")
    assert turn(TWO, state) == 1
    refused(TWO, state, "b10", "does-not-fit", "b10 does not fit")
    assert offers(TWO, play(TWO, state, "g10 g9 g11")) == {"g12", "end"}


# --- ZW-4: no redeal -----------------------------------------------------------------------------------------


@pytest.mark.rule("ZW-4")
def test_nobody_was_dealt_an_opener_and_still_the_first_deal_is_played() -> None:
    table = game("zahlenwechsel", players=8, deck=60)
    openers = {f"{colour}{number}" for colour in "ryg" for number in (10, 11, 12)}
    [first] = shuffles(table, 147683, 1)
    assert not openers & set(first[:40])
    state = dealt(table, 147683)
    assert set().union(*hands(table, state)) == set(first[:40])
    assert (turn(table, state), offers(table, state)) == (7, {"draw"})


@pytest.mark.rule("ZW-4")
def test_play_passes_on_until_someone_can_open() -> None:
    state = arrange(THREE, ["r1", "y1", "g1"], stock="r2 r3 r4 g2 g3 g4 y2 y10")
    state = play(THREE, state, "draw draw draw")
    assert (turn(THREE, state), rows(THREE, state)) == (2, set())
    state = play(THREE, state, "draw draw draw")
    assert (turn(THREE, state), rows(THREE, state)) == (1, set())
    state = play(THREE, state, "draw draw y10")
    assert (turn(THREE, state), rows(THREE, state)) == (0, {"y10"})


@pytest.mark.rule("ZW-4")
def test_with_an_empty_stock_whoever_cannot_open_passes() -> None:
    state = arrange(TWO, ["r1", "y1"], rest="hand1")
    assert offers(TWO, state) == {"pass"}
    state = play(TWO, state, "pass")
    assert turn(TWO, state) == 1
    assert {"r10", "b12"} <= offers(TWO, state)


# --- ZW-5: the opening is the whole turn ---------------------------------------------------------------------


@pytest.mark.rule("ZW-5")
@pytest.mark.parametrize("opener", ["r10", "r11", "r12"])
def test_the_card_that_opens_the_game_is_the_whole_turn(opener: str) -> None:
    state = arrange(THREE, ["r9-13 y11", "y1", "y2"])
    state = play(THREE, state, opener)
    assert turn(THREE, state) == 2
    refused(THREE, state, "end", "not-your-turn", "seat 2 is to play", seat=0)


@pytest.mark.rule("ZW-5")
def test_so_it_is_when_it_was_drawn() -> None:
    state = arrange(THREE, ["b13 r1", "y1", "y2"], stock="r4 b12")
    assert turn(THREE, play(THREE, state, "draw draw b12")) == 2


@pytest.mark.rule("ZW-5")
def test_a_card_that_opens_a_later_row_is_not() -> None:
    state = arrange(THREE, ["y12 y13 g1", "y1", "y2"], rows="r10")
    assert offers(THREE, play(THREE, state, "y12")) == {"y13", "end"}
    drawn = arrange(THREE, ["y13 g1", "y1", "y2"], rows="r10", stock="y12")
    assert offers(THREE, play(THREE, drawn, "draw y12")) == {"y13", "end"}
