"""The rules of `falscher-anfang`, one by one."""

from __future__ import annotations

import pytest

from elfer import BadOption, game
from tests.games.positions.rows import (
    arrange,
    dealt,
    deck,
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
    zone,
)

TWO = game("falscher-anfang", players=2)
THREE = game("falscher-anfang", players=3)
PRELAID = game("falscher-anfang", players=3, prelaid="on")
ENDS = "r1 r20 y1 y20 g1 g20 b1 b20"


# --- FA-1: both ends -----------------------------------------------------------------------------------------


@pytest.mark.rule("FA-1")
def test_every_one_and_every_twenty_opens() -> None:
    state = arrange(TWO, ["r1-18 y1-20 g1-20 b1-20", "r19"], rows="r20")
    assert offers(TWO, state) == {"r1", "y1", "y20", "g1", "g20", "b1", "b20"}


@pytest.mark.rule("FA-1")
def test_an_eleven_opens_nothing() -> None:
    state = arrange(TWO, ["y11 r11 y10 y12", "g5"], rows="r20")
    assert offers(TWO, state) == {"draw"}
    refused(TWO, state, "y11", "does-not-fit", "y11 does not fit")


@pytest.mark.rule("FA-1")
@pytest.mark.parametrize(("end", "near", "other", "far"), [("r1", "r2", "r20", "r19"), ("r20", "r19", "r1", "r2")])
def test_each_half_is_open_on_its_own(end: str, near: str, other: str, far: str) -> None:
    state = arrange(TWO, [f"r2 r19 {other} g5", "g6"], rows=end)
    assert offers(TWO, state) == {near, other}
    refused(TWO, state, far, "does-not-fit", f"{far} does not fit")
    assert offers(TWO, play(TWO, state, other)) == {near, far, "end"}


@pytest.mark.rule("FA-1")
def test_from_the_one_up_and_from_the_twenty_down_until_they_meet() -> None:
    state = arrange(TWO, ["r2-19 g5", "g6"], rows="r1 r20")
    for low in range(2, 10):
        assert offers(TWO, state) - {"end"} == {f"r{low}", f"r{21 - low}"}
        state = play(TWO, state, f"r{low} r{21 - low}")
    assert offers(TWO, state) == {"r10", "r11", "end"}
    assert offers(TWO, play(TWO, state, "r10")) == {"r11", "end"}
    assert offers(TWO, play(TWO, state, "r11 r10")) == {"end"}


@pytest.mark.rule("FA-1")
@pytest.mark.parametrize("last", range(2, 20))
def test_any_card_may_close_a_row(last: int) -> None:
    lying = " ".join(f"r{n}" for n in range(1, 21) if n != last)
    state = arrange(TWO, [f"r{last} g5", "g6"], rows=lying)
    assert offers(TWO, state) == {f"r{last}"}
    assert rows(TWO, play(TWO, state, f"r{last}")) == set(deck("r"))


@pytest.mark.rule("FA-1")
def test_one_half_alone_may_run_to_the_other_end() -> None:
    up = arrange(TWO, ["r20 r19 g5", "g6"], rows="r1-18")
    assert offers(TWO, up) == {"r20", "r19"}
    assert offers(TWO, play(TWO, up, "r19")) == {"r20", "end"}
    down = arrange(TWO, ["r1 r2 g5", "g6"], rows="r3-20")
    assert offers(TWO, down) == {"r1", "r2"}
    assert offers(TWO, play(TWO, down, "r2")) == {"r1", "end"}


@pytest.mark.rule("FA-1")
def test_the_example_of_the_red_seven_and_the_red_eight() -> None:
    state = arrange(TWO, ["r7 r8 g5", "g6"], rows="r1-6 r9-20")
    assert offers(TWO, state) == {"r7", "r8"}
    assert offers(TWO, play(TWO, state, "r7")) == {"r8", "end"}
    assert offers(TWO, play(TWO, state, "r8")) == {"r7", "end"}


# --- FA-2: the opening ---------------------------------------------------------------------------------------

ORDER = ["r20", "r1", "y20", "y1", "g20", "g1", "b20", "b1"]


@pytest.mark.rule("FA-2")
@pytest.mark.parametrize(
    ("seed", "opener"),
    [(1, "r20"), (15, "r1"), (8, "y20"), (80, "y1"), (0, "g20"), (52, "g1"), (706, "b20"), (7039, "b1")],
)
def test_the_first_of_the_list_that_was_dealt_opens(seed: int, opener: str) -> None:
    table = game("falscher-anfang", players=8)
    state = dealt(table, seed)
    assert set(ORDER[: ORDER.index(opener)]) <= set(zone(table, state, "stock"))
    assert opener in hand(table, state, turn(table, state) or 0)
    assert offers(table, state) == {opener}


@pytest.mark.rule("FA-2")
@pytest.mark.parametrize(
    ("seed", "opener"), [(0, "r20"), (4, "r1"), (26, "y20"), (40, "y1"), (7, "g20"), (1078, "g1")]
)
def test_so_it_is_with_three_colours(seed: int, opener: str) -> None:
    table = game("falscher-anfang", players=8, deck=60)
    state = dealt(table, seed)
    assert set(ORDER[: ORDER.index(opener)]) <= set(zone(table, state, "stock"))
    assert opener in hand(table, state, turn(table, state) or 0)
    assert offers(table, state) == {opener}


@pytest.mark.rule("FA-2")
def test_none_of_the_list_was_dealt_so_the_cards_are_dealt_again() -> None:
    table = game("falscher-anfang", players=8, deck=60)
    first, second = shuffles(table, 1285, 2)
    assert not set(ORDER) & set(first[:40])
    assert set().union(*hands(table, dealt(table, 1285))) == set(second[:40])


@pytest.mark.rule("FA-2")
def test_nothing_but_the_opening_card_may_open() -> None:
    state = arrange(TWO, ["r20 r1 y20 r11", "y1"])
    for word in ("r1", "y20", "r11", "draw", "pass"):
        refused(TWO, state, word, "opening-card", "opened with r20")


@pytest.mark.rule("FA-2")
def test_the_holder_opens_whatever_the_round() -> None:
    match = match_of("falscher-anfang", 3, rounds=4)
    for _ in range(4):
        held = hands(match.game, match.state)
        opener = next(card for card in ORDER if any(card in one for one in held))
        [seat] = match.to_act
        assert opener in held[seat]
        match = finished(match)
        match = match if match.over else match.next_round()
    assert match.over


# --- FA-3: the ends laid out ---------------------------------------------------------------------------------


@pytest.mark.rule("FA-3")
@pytest.mark.parametrize(
    ("size", "ends", "shares"),
    [
        (80, ENDS, {2: 27, 3: 18, 4: 13, 5: 10, 6: 9, 7: 7, 8: 6}),
        (60, "r1 r20 y1 y20 g1 g20", {2: 20, 3: 13, 4: 10, 5: 8, 6: 6, 7: 5, 8: 5}),
    ],
)
def test_all_ones_and_twenties_lie_and_are_not_shuffled_in(size: int, ends: str, shares: dict[int, int]) -> None:
    for players, share in shares.items():
        table = game("falscher-anfang", players=players, deck=size, prelaid="on")
        for seed in range(5):
            state = dealt(table, seed)
            assert rows(table, state) == set(ends.split())
            assert [len(one) for one in hands(table, state)] == [share] * players
            assert len(zone(table, state, "stock")) == size - len(ends.split()) - players * share
            dealt_out = set(zone(table, state, "stock")).union(*hands(table, state))
            assert dealt_out == set(deck("rygb"[: size // 20])) - set(ends.split())


@pytest.mark.rule("FA-3")
def test_the_twos_and_the_nineteens_fit_from_the_start() -> None:
    fits = {f"{colour}{n}" for colour in "rygb" for n in (2, 19)}
    seen = set()
    for seed in range(10):
        state = dealt(PRELAID, seed)
        mine = hand(PRELAID, state, turn(PRELAID, state) or 0)
        assert offers(PRELAID, state) == (fits & mine or {"draw"})
        seen |= fits & mine
    assert seen == fits


@pytest.mark.rule("FA-3")
@pytest.mark.parametrize("players", range(2, 9))
def test_the_player_to_the_right_of_the_dealer_begins(players: int) -> None:
    table = game("falscher-anfang", players=players, prelaid="on")
    assert {turn(table, dealt(table, seed)) for seed in range(12)} == {players - 1}


@pytest.mark.rule("FA-3")
def test_the_deal_moves_one_seat_to_the_right_each_round() -> None:
    match = match_of("falscher-anfang", 3, rounds=5, prelaid="on")
    seats = [match.to_act[0]]
    for _ in range(4):
        match = finished(match).next_round()
        seats.append(match.to_act[0])
    assert seats == [2, 1, 0, 2, 1]


@pytest.mark.rule("FA-3")
def test_the_first_turn_is_a_turn_like_any_other() -> None:
    state = arrange(PRELAID, ["r2 r3 r19 y2 g5", "g6", "g7"], rows=ENDS)
    assert offers(PRELAID, state) == {"r2", "r19", "y2"}
    state = play(PRELAID, state, "r2")
    assert (turn(PRELAID, state), offers(PRELAID, state)) == (0, {"r3", "r19", "end"})


@pytest.mark.rule("FA-3")
def test_whoever_begins_and_cannot_lay_draws() -> None:
    state = arrange(PRELAID, ["r5 g5", "g6", "g7"], rows=ENDS, stock="r6 b19")
    state = play(PRELAID, state, "draw draw")
    assert offers(PRELAID, state) == {"b19"}


@pytest.mark.rule("FA-3")
def test_nothing_lies_unless_told() -> None:
    assert not rows(THREE, dealt(THREE, 1))
    with pytest.raises(BadOption, match="off or on"):
        game("falscher-anfang", players=2, prelaid="half")
