"""Points, rounds and places of the row games, rule by rule."""

from __future__ import annotations

import pytest

from elfer import BadOption, Match, Refused, game
from tests.games.positions.rows import (
    BOOKLET,
    ROW_GAMES,
    arrange,
    finished,
    hand,
    hands,
    match_of,
    play,
    rows,
    with_state,
)

TWO = game("elfer", players=2)
THREE = game("elfer", players=3)


@pytest.mark.rule("EL-13")
def test_a_nineteen_and_a_two_left_over_count_twenty_one() -> None:
    state = arrange(TWO, ["r10", "g19 b2"], rows="r11")
    assert TWO.points(play(TWO, state, "r10")) == (0, 21)


@pytest.mark.rule("EL-13")
def test_every_number_counts_what_it_says_in_every_colour() -> None:
    state = arrange(TWO, ["r10", "r1-9 r12-20 y1-20 g1-20 b1-20"], rows="r11")
    assert TWO.points(play(TWO, state, "r10")) == (0, 4 * 210 - 10 - 11)


@pytest.mark.rule("EL-13")
def test_the_lowest_total_over_several_rounds_wins() -> None:
    match = match_of("elfer", 3, rounds=3)
    scored = Match(match.setup, match.seed, match.state, 0, ((0, 30, 12), (40, 0, 12), (3, 0, 7)))
    assert scored.totals == (43, 30, 31)
    assert scored.places == (3, 1, 2)


@pytest.mark.rule("EL-13")
def test_the_points_of_the_rounds_add_up() -> None:
    match = finished(match_of("elfer", 4, rounds=3))
    for _ in range(2):
        left = [sum(int(card[1:]) for card in one) for one in hands(match.game, match.state)]
        assert match.scores[-1] == tuple(left)
        match = finished(match.next_round())
    assert match.over
    assert match.totals == tuple(sum(column) for column in zip(*match.scores, strict=True))
    best = min(match.totals)
    assert [place == 1 for place in match.places] == [total == best for total in match.totals]


@pytest.mark.rule("EL-14")
def test_one_round_unless_told() -> None:
    match = finished(match_of("elfer", 2))
    assert match.over
    with pytest.raises(Refused, match="last"):
        match.next_round()


@pytest.mark.rule("EL-14", "EK-7")
@pytest.mark.parametrize("name", ROW_GAMES)
@pytest.mark.parametrize("rounds", [2, 5, 12])
def test_so_many_rounds_as_chosen(name: str, rounds: int) -> None:
    match = finished(match_of(name, 2, rounds=rounds))
    for done in range(1, rounds):
        assert not match.over
        assert len(match.scores) == done
        match = finished(match.next_round())
    assert match.over
    assert len(match.scores) == rounds


@pytest.mark.rule("EL-14", "EK-7")
@pytest.mark.parametrize("name", ROW_GAMES)
@pytest.mark.parametrize("rounds", [-1, 0, 13])
def test_one_to_twelve_rounds(name: str, rounds: int) -> None:
    with pytest.raises(BadOption, match="1 to 12"):
        game(name, players=2, rounds=rounds)


@pytest.mark.rule("EL-14")
def test_every_round_is_dealt_anew() -> None:
    match = match_of("elfer", 2, rounds=12)
    deals = [frozenset(hand(match.game, match.state, 0))]
    for _ in range(11):
        match = finished(match).next_round()
        assert not rows(match.game, match.state)
        deals.append(frozenset(hand(match.game, match.state, 0)))
    assert len(set(deals)) == 12


@pytest.mark.rule("EL-14")
def test_the_next_round_waits_for_the_end_of_this_one() -> None:
    with pytest.raises(Refused) as caught:
        match_of("elfer", 2, rounds=2).next_round()
    assert caught.value.code == "no-next-round"


@pytest.mark.rule("ALL-6")
def test_equal_points_share_the_place() -> None:
    match = with_state(match_of("elfer", 3), arrange(THREE, ["r10", "y3 g4", "b7"], rows="r11"))
    match = match.apply(0, THREE.read("r10"))
    assert match.totals == (0, 7, 7)
    assert match.places == (1, 2, 2)


@pytest.mark.rule("ALL-6")
def test_several_players_can_win_by_equal_totals() -> None:
    match = match_of("elfer", 4, rounds=2)
    scored = Match(match.setup, match.seed, match.state, 0, ((0, 25, 10, 10), (10, 0, 0, 30)))
    assert scored.totals == (10, 25, 10, 40)
    assert scored.places == (1, 3, 1, 4)


@pytest.mark.rule("ALL-6")
def test_all_can_be_level() -> None:
    match = match_of("elfer", 2, rounds=2)
    assert match.places == (1, 1)
    assert Match(match.setup, match.seed, match.state, 0, ((0, 9), (9, 0))).places == (1, 1)


@pytest.mark.rule("ALL-6")
@pytest.mark.parametrize("name", BOOKLET)
def test_places_are_by_total_in_every_row_game(name: str) -> None:
    match = match_of(name, 3, rounds=2)
    scored = Match(match.setup, match.seed, match.state, 0, ((0, 8, 5), (5, 0, 0)))
    assert scored.places == (1, 3, 1)
