"""The rules of `auslosen`, one by one."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from elfer import game
from tests.games.positions.rows import (
    arrange,
    cards,
    dealt,
    finished,
    hand,
    match_of,
    offers,
    play,
    refused,
    rows,
    shuffles,
    turn,
)

TWO = game("auslosen", players=2)
THREE = game("auslosen", players=3)
CHI_SQUARE_AT_ONE_IN_A_THOUSAND = {2: 10.83, 3: 13.82, 4: 16.27, 5: 18.47, 6: 20.52, 7: 22.46, 8: 24.32}


# --- AL-1: the lot -------------------------------------------------------------------------------------------


@pytest.mark.rule("AL-1")
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("number", [0, 3])
def test_the_lot_is_fair(players: int, number: int) -> None:
    table = game("auslosen", players=players)
    drawn = Counter(turn(table, dealt(table, f"lot {n}", number)) for n in range(100 * players))
    distance = sum((drawn[seat] - 100) ** 2 / 100 for seat in range(players))
    assert distance < CHI_SQUARE_AT_ONE_IN_A_THOUSAND[players]


@pytest.mark.rule("AL-1")
def test_the_seed_decides_the_lot() -> None:
    for seed in range(20):
        assert turn(THREE, dealt(THREE, seed)) == turn(THREE, dealt(game("auslosen", players=3), seed))


@pytest.mark.rule("AL-1")
def test_the_lot_does_not_follow_the_cards() -> None:
    """Neither the holder of the red 11 nor that of any other card is the one who begins."""
    begins: Counter[str] = Counter()
    for seed in range(300):
        state = dealt(TWO, seed)
        begins.update(hand(TWO, state, turn(TWO, state) or 0))
    assert len(begins) == 80
    assert all(70 < times < 155 for times in begins.values())  # 112.5 expected


@pytest.mark.rule("AL-1")
def test_the_lot_is_drawn_anew_in_every_round() -> None:
    match = match_of("auslosen", 4, rounds=12)
    seats = [match.to_act[0]]
    for _ in range(11):
        match = finished(match).next_round()
        seats.append(match.to_act[0])
    steps = {(after - before) % 4 for before, after in pairwise(seats)}
    assert len(steps) > 2


@pytest.mark.rule("AL-1")
def test_the_first_deal_is_played_whatever_it_is() -> None:
    for seed in range(30):
        [first] = shuffles(TWO, seed, 1)
        assert hand(TWO, dealt(TWO, seed), 0) | hand(TWO, dealt(TWO, seed), 1) == set(first[:60])


# --- AL-2: any card opens ------------------------------------------------------------------------------------


@pytest.mark.rule("AL-2")
def test_any_card_of_the_hand_opens() -> None:
    state = dealt(THREE, 1)
    assert offers(THREE, state) == hand(THREE, state, turn(THREE, state) or 0)


@pytest.mark.rule("AL-2")
def test_every_card_of_the_deck_can_be_the_one() -> None:
    state = arrange(TWO, ["r1-20 y1-20 g1-20 b1-19", "b20"])
    assert len(offers(TWO, state)) == 79
    state = arrange(TWO, ["b20 r1", "b19"])
    assert rows(TWO, play(TWO, state, "b20")) == {"b20"}


@pytest.mark.rule("AL-2")
@pytest.mark.parametrize("number", range(1, 21))
@pytest.mark.parametrize("colour", "rb")
def test_its_number_opens_every_colour(number: int, colour: str) -> None:
    card = f"{colour}{number}"
    rest = " ".join(other for other in cards("r1-20 y1-20 g1-20 b1-20") if other not in (card, f"y{number % 20 + 1}"))
    state = play(TWO, arrange(TWO, [f"{card} y{number % 20 + 1}", rest]), f"{card} end")
    same_number = {f"{c}{number}" for c in "rygb" if c != colour}
    beside = {f"{colour}{n}" for n in (number - 1, number + 1) if 1 <= n <= 20}
    assert offers(TWO, state) == same_number | beside


@pytest.mark.rule("AL-2")
def test_the_opening_player_lays_a_card_of_the_own_hand() -> None:
    state = arrange(TWO, ["r5", "y5"])
    refused(TWO, state, "y5", "not-in-hand", "y5 is not in your hand")
    refused(TWO, state, "draw", "opening-card", "opened with r5")
    refused(TWO, state, "pass", "opening-card", "opened with r5")
    refused(TWO, state, "end", "opening-card", "opened with r5")


# --- AL-3: going on ------------------------------------------------------------------------------------------


@pytest.mark.rule("AL-3")
def test_the_opening_player_may_go_on_with_cards_that_join() -> None:
    state = arrange(THREE, ["y7 y8 y6 y10 r7 b1", "r1", "r2"])
    state = play(THREE, state, "y7")
    assert turn(THREE, state) == 0
    assert offers(THREE, state) == {"y6", "y8", "end"}
    state = play(THREE, state, "y8 y6")
    assert offers(THREE, state) == {"end"}
    refused(THREE, state, "y10", "does-not-fit", "y10 does not fit")


@pytest.mark.rule("AL-3", "EK-4")
def test_but_not_with_the_same_number_of_another_colour() -> None:
    state = play(THREE, arrange(THREE, ["y7 r7 b1", "r1", "r2"]), "y7")
    assert offers(THREE, state) == {"end"}
    refused(THREE, state, "r7", "one-colour", "r7 has another colour")


@pytest.mark.rule("AL-3")
def test_the_opening_player_need_not_go_on() -> None:
    state = play(THREE, arrange(THREE, ["y7 y8 b1", "r1", "r2"]), "y7 end")
    assert turn(THREE, state) == 2


@pytest.mark.rule("AL-3", "EL-12")
def test_a_hand_in_sequence_is_out_in_the_first_turn() -> None:
    state = arrange(THREE, ["g3 g4 g5 g6 g7", "r1", "r2"])
    state = play(THREE, state, "g5 g4 g3 g6 g7")
    assert turn(THREE, state) is None
    assert THREE.points(state) == (0, 1, 2)


# --- AL-4: afterwards ----------------------------------------------------------------------------------------


@pytest.mark.rule("AL-4")
def test_a_row_is_continued_or_a_colour_begun_with_the_opening_number() -> None:
    state = arrange(TWO, ["y5 y9 r7 r8 b7 b11 g11", "r1"], rows="y6-8", opening=7)
    assert offers(TWO, state) == {"y5", "y9", "r7", "b7"}
    for word in ("r8", "b11", "g11"):
        refused(TWO, state, word, "does-not-fit", f"{word} does not fit")


@pytest.mark.rule("AL-4")
def test_no_other_number_opens_a_colour() -> None:
    mine = " ".join(f"{colour}{n}" for colour in "rgb" for n in range(1, 21) if n != 7)
    assert offers(TWO, arrange(TWO, [mine, "y1"], rows="y7", opening=7)) == {"draw"}


@pytest.mark.rule("AL-4")
def test_the_opening_number_stays_whatever_is_laid_later() -> None:
    state = arrange(TWO, ["y7 y8 g1", "b8 b7 g2"])
    assert offers(TWO, play(TWO, state, "y7 y8 end")) == {"b7"}
    state = arrange(TWO, ["y7 r8 g1", "y8 b8 b7 g2"])
    assert offers(TWO, play(TWO, state, "y7 end y8 end draw draw draw")) == {"b7"}


@pytest.mark.rule("AL-4")
@pytest.mark.parametrize(("opener", "wrong"), [("r20", "y1"), ("y1", "r20"), ("b20", "r1"), ("r1", "b20")])
def test_an_end_of_a_row_has_one_neighbour(opener: str, wrong: str) -> None:
    state = play(TWO, arrange(TWO, [f"{opener} g5", f"{wrong} g6"]), f"{opener} end")
    refused(TWO, state, wrong, "does-not-fit", f"{wrong} does not fit")


@pytest.mark.rule("AL-4")
def test_who_can_do_neither_draws_up_to_three() -> None:
    state = arrange(THREE, ["r8", "g1", "g2"], rows="y7", stock="b6 b8 b9 b7", opening=7)
    assert turn(THREE, play(THREE, state, "draw draw draw")) == 2
    state = arrange(THREE, ["r8", "g1", "g2"], rows="y7", stock="b6 r7 b9 b7", opening=7)
    state = play(THREE, state, "draw draw")
    assert offers(THREE, state) == {"r7"}
    assert offers(THREE, play(THREE, state, "r7")) == {"r8", "end"}


@pytest.mark.rule("AL-2", "AL-4")
def test_the_opening_number_of_one_round_says_nothing_for_the_next() -> None:
    match = finished(match_of("auslosen", 2, rounds=2)).next_round()
    [seat] = match.to_act
    assert {match.game.write(a) for a in match.legal(seat)} == hand(match.game, match.state, seat)
