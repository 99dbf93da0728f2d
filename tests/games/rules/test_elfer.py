"""The rules of `elfer`, one by one: the deal, the opening, the smaller deck."""

from __future__ import annotations

import pytest

from elfer import BadOption, Match, Setup, game, seed_from
from tests.games.positions.rows import (
    COLOURS,
    arrange,
    dealt,
    deck,
    finished,
    hand,
    hands,
    in_play,
    match_of,
    offers,
    play,
    refused,
    rows,
    shuffles,
    turn,
    zone,
)

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
