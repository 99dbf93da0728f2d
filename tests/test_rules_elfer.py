"""The rules of `elfer`, one by one."""

from __future__ import annotations

import pytest
from positions import (
    COLOURS,
    arrange,
    cards,
    dealt,
    deck,
    finished,
    fitting,
    hand,
    hands,
    in_play,
    lays,
    match_of,
    offers,
    play,
    refused,
    rows,
    shuffles,
    turn,
    with_state,
    zone,
)

from elfer import BadOption, Match, Setup, game, seed_from

TWO = game("elfer", players=2)
THREE = game("elfer", players=3)


# --- EL-1, EL-2: deal and direction --------------------------------------------------------------------------


@pytest.mark.rule("EL-1")
@pytest.mark.parametrize(("players", "each"), [(2, 20), (3, 20), (4, 15), (5, 12), (6, 10)])
def test_the_deal(players: int, each: int) -> None:
    table = game("elfer", players=players)
    state = dealt(table, "deal")
    held = hands(table, state)
    stock = zone(table, state, "stock")
    assert [len(one) for one in held] == [each] * players
    assert len(stock) == 80 - players * each
    assert sorted([*stock, *(card for one in held for card in one)]) == sorted(deck())
    assert not rows(table, state)


@pytest.mark.rule("EL-1")
@pytest.mark.parametrize("players", [0, 1, 7, 8])
def test_two_to_six_players(players: int) -> None:
    with pytest.raises(BadOption, match="2 to 6 players"):
        game("elfer", players=players)


@pytest.mark.rule("EL-1")
def test_the_deal_is_shuffled() -> None:
    firsts = [sorted(hand(TWO, dealt(TWO, seed), 0)) for seed in range(20)]
    assert len({tuple(one) for one in firsts}) == 20
    assert set().union(*firsts) == set(deck())


@pytest.mark.rule("EL-2")
def test_play_goes_clockwise_after_laying() -> None:
    state = arrange(THREE, ["r10 r1", "r12 y1", "r13 g1"], rows="r11")
    seats = []
    for card in ("r10", "r12", "r13"):
        seats.append(turn(THREE, state))
        state = play(THREE, state, f"{card} end")
    assert [*seats, turn(THREE, state)] == [0, 1, 2, 0]


@pytest.mark.rule("EL-2")
def test_play_goes_clockwise_after_the_opening() -> None:
    state = arrange(THREE, ["y1", "r11 y2", "y3"], seat=1)
    assert turn(THREE, play(THREE, state, "r11")) == 2


@pytest.mark.rule("EL-2")
def test_play_goes_clockwise_after_drawing() -> None:
    state = arrange(THREE, ["r1", "y1", "g1"], rows="r11", stock="r2 r3 r4", seat=2)
    assert turn(THREE, play(THREE, state, "draw draw draw")) == 0


@pytest.mark.rule("EL-2")
def test_play_goes_clockwise_after_a_pass() -> None:
    state = arrange(THREE, ["r1", "y1", "g1"], rows="r11", rest="hand2")
    assert turn(THREE, play(THREE, state, "pass")) == 1


@pytest.mark.rule("EL-2")
def test_play_goes_clockwise_after_a_drawn_card_was_laid() -> None:
    state = arrange(THREE, ["r1", "y1", "g1"], rows="r11", stock="r10")
    assert turn(THREE, play(THREE, state, "draw r10")) == 1


# --- EL-3: who opens -----------------------------------------------------------------------------------------


@pytest.mark.rule("EL-3")
@pytest.mark.parametrize(
    ("seed", "undealt", "opener"), [(0, "", "r11"), (1, "r", "y11"), (8, "ry", "g11"), (39, "ryg", "b11")]
)
def test_the_first_eleven_that_was_dealt_opens(seed: int, undealt: str, opener: str) -> None:
    state = dealt(TWO, seed)
    stock = zone(TWO, state, "stock")
    assert all(f"{colour}11" in stock for colour in undealt)
    assert opener not in stock
    [holder] = [seat for seat in (0, 1) if opener in hand(TWO, state, seat)]
    assert turn(TWO, state) == holder
    assert offers(TWO, state) == {opener}


@pytest.mark.rule("EL-3")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_opening_follows_the_order_red_yellow_green_blue(players: int) -> None:
    table = game("elfer", players=players)
    seats = set()
    for seed in range(40):
        state = dealt(table, seed)
        held = hands(table, state)
        opener = next(card for card in ("r11", "y11", "g11", "b11") if any(card in one for one in held))
        seat = turn(table, state)
        assert seat is not None
        assert opener in held[seat]
        assert [table.write(action) for action in table.legal(state, seat)] == [opener]
        seats.add(seat)
    assert seats == set(range(players))


@pytest.mark.rule("EL-3")
@pytest.mark.parametrize("seed", [16])
def test_no_eleven_was_dealt_so_the_cards_are_dealt_again(seed: int) -> None:
    first, second = shuffles(TWO, seed, 2)
    assert not {"r11", "y11", "g11", "b11"} & set(first[:40])
    state = dealt(TWO, seed)
    assert set().union(*hands(TWO, state)) == set(second[:40])
    assert set(zone(TWO, state, "stock")) == set(second[40:])
    assert {"r11", "y11", "g11", "b11"} & set(second[:40])


@pytest.mark.rule("EL-3")
def test_one_eleven_is_enough_to_play_the_first_deal() -> None:
    [first] = shuffles(TWO, 39, 1)
    assert {"r11", "y11", "g11", "b11"} & set(first[:40]) == {"b11"}
    assert set().union(*hands(TWO, dealt(TWO, 39))) == set(first[:40])


@pytest.mark.rule("EL-3")
def test_nothing_but_the_opening_card_may_open() -> None:
    state = arrange(TWO, ["r11 y11 r10", "b11"])
    refused(TWO, state, "y11", "opening-card", "opened with r11")
    refused(TWO, state, "r10", "opening-card", "opened with r11")
    refused(TWO, state, "draw", "opening-card", "opened with r11")
    refused(TWO, state, "pass", "opening-card", "opened with r11")
    refused(TWO, state, "b11", "not-your-turn", "seat 0 is to play", seat=1)
    assert offers(TWO, state) == {"r11"}


@pytest.mark.rule("EL-3")
def test_the_holder_of_the_red_eleven_opens_every_round() -> None:
    match = match_of("elfer", 3, rounds=6)
    while True:
        held = hands(match.game, match.state)
        opener = next(card for card in ("r11", "y11", "g11", "b11") if any(card in one for one in held))
        [seat] = match.to_act
        assert opener in held[seat]
        match = finished(match)
        if match.over:
            break
        match = match.next_round()
    assert match.number == 5


# --- EL-4: the opening is the whole turn ---------------------------------------------------------------------


@pytest.mark.rule("EL-4")
def test_the_opening_eleven_is_the_whole_turn() -> None:
    state = arrange(TWO, ["r11 r10 r12 y11", "r9 g1"])
    state = play(TWO, state, "r11")
    assert turn(TWO, state) == 1
    refused(TWO, state, "r10", "not-your-turn", "seat 1 is to play", seat=0)
    refused(TWO, state, "end", "not-your-turn", "seat 1 is to play", seat=0)


@pytest.mark.rule("EL-4")
def test_only_the_first_eleven_of_the_round_ends_the_turn() -> None:
    state = arrange(TWO, ["y11 y10 y1", "r9 g1"], rows="r11")
    state = play(TWO, state, "y11")
    assert turn(TWO, state) == 0
    assert offers(TWO, state) == {"y10", "end"}


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
    refused(TWO, state, "draw", "can-lay", "r10", "y12", "you must")
    refused(TWO, state, "pass", "can-lay", "r10", "y12", "you must")
    refused(TWO, state, "end", "nothing-laid", "have to lay a card")


@pytest.mark.rule("EL-8")
def test_whoever_can_lay_must_lay_when_the_stock_is_empty_too() -> None:
    state = arrange(TWO, ["r10 g1", "y1"], rows="r11", rest="hand1")
    assert offers(TWO, state) == {"r10"}
    refused(TWO, state, "pass", "can-lay", "r10", "you must")


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
def test_the_next_turn_has_three_draws_of_its_own() -> None:
    state = arrange(TWO, ["r1", "y1"], rows="r11", stock="r2 r3 r4 y2 y3 y4 g1")
    assert turn(TWO, play(TWO, state, "draw draw draw draw draw")) == 1
    assert turn(TWO, play(TWO, state, "draw draw draw draw draw draw")) == 0


@pytest.mark.rule("EL-11")
def test_with_an_empty_stock_whoever_cannot_lay_passes() -> None:
    state = arrange(TWO, ["r1", "y1"], rows="r11", rest="hand1")
    assert offers(TWO, state) == {"pass"}
    refused(TWO, state, "draw", "stock-empty", "stock is empty")
    state = play(TWO, state, "pass")
    assert turn(TWO, state) == 1
    assert hand(TWO, state, 0) == {"r1"}


@pytest.mark.rule("EL-11")
def test_with_an_empty_stock_the_turn_is_passed_not_ended() -> None:
    state = arrange(TWO, ["r1", "y1"], rows="r11", rest="hand1")
    refused(TWO, state, "end", "must-pass", "pass")


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


# --- EL-15: two players with one colour less -----------------------------------------------------------------


@pytest.mark.rule("EL-15")
@pytest.mark.parametrize("without", ["red", "yellow", "green", "blue"])
def test_two_players_may_take_a_colour_out(without: str) -> None:
    table = game("elfer", players=2, deck=60, without=without)
    state = dealt(table, "sixty")
    dealt_out = [*zone(table, state, "hand0"), *zone(table, state, "hand1"), *zone(table, state, "stock")]
    assert sorted(dealt_out) == sorted(deck(COLOURS.replace(without[0], "")))
    assert [len(one) for one in hands(table, state)] == [20, 20]
    assert not rows(table, state)


@pytest.mark.rule("EL-15")
def test_blue_is_taken_out_unless_told() -> None:
    table = game("elfer", players=2, deck=60)
    assert set(in_play(table)) == set(deck("ryg"))
    assert set(zone(table, dealt(table, 1), "box")) == set(deck("b"))


@pytest.mark.rule("EL-15")
def test_all_eighty_cards_unless_told() -> None:
    assert zone(TWO, dealt(TWO, 1), "box") == []
    with pytest.raises(BadOption, match="deck is 60"):
        game("elfer", players=2, without="red")


@pytest.mark.rule("EL-15")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_only_two_players_may_take_a_colour_out(players: int) -> None:
    with pytest.raises(BadOption, match="only with 2 players"):
        game("elfer", players=players, deck=60)


@pytest.mark.rule("EL-15")
@pytest.mark.parametrize("deck_size", [40, 70, 81])
def test_there_is_no_other_deck(deck_size: int) -> None:
    with pytest.raises(BadOption, match="80 or 60"):
        Setup.choose("elfer", 2, {"deck": deck_size})


@pytest.mark.rule("EL-15", "EL-3")
@pytest.mark.parametrize("without", ["red", "yellow", "green", "blue"])
@pytest.mark.parametrize(("seed", "missing"), [(0, 0), (3, 1), (1, 2)])
def test_the_opening_order_runs_through_the_colours_that_are_left(without: str, seed: int, missing: int) -> None:
    table = game("elfer", players=2, deck=60, without=without)
    order = [f"{colour}11" for colour in COLOURS if colour != without[0]]
    state = dealt(table, seed)
    assert set(order[:missing]) <= set(zone(table, state, "stock"))
    seat = turn(table, state)
    assert seat is not None
    assert order[missing] in hand(table, state, seat)
    assert offers(table, state) == {order[missing]}


@pytest.mark.rule("EL-15", "EL-3")
@pytest.mark.parametrize("without", ["red", "yellow", "green", "blue"])
def test_none_of_the_three_elevens_was_dealt_so_the_cards_are_dealt_again(without: str) -> None:
    table = game("elfer", players=2, deck=60, without=without)
    first, second = shuffles(table, 17, 2)
    assert not {f"{colour}11" for colour in COLOURS} & set(first[:40])
    assert set().union(*hands(table, dealt(table, 17))) == set(second[:40])


@pytest.mark.rule("EL-15")
def test_cards_that_were_taken_out_never_come_into_play() -> None:
    table = game("elfer", players=2, deck=60, without="yellow")
    state = arrange(table, ["r10 r1", "g1"], rows="r11")
    refused(table, state, "y11", "not-in-hand", "y11 is not in your hand")
    match = finished(Match.start(Setup.choose("elfer", 2, {"deck": 60, "without": "yellow"}), seed_from("out")))
    assert set(zone(match.game, match.state, "box")) == set(deck("y"))
    assert sum(match.totals) == sum(int(card[1:]) for one in hands(match.game, match.state) for card in one)
