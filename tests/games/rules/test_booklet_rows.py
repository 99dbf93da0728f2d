"""The rules of `elfer-1210`, one by one, in all the booklet's row games that share them.

In all four games the twelves fit where a row lies from 1 to 11, and nothing fits in a colour beside it but what
opens a row.
"""

from __future__ import annotations

from typing import Any

import pytest

from elfer import BadOption, Game, Stream, game, seed_from
from tests.games.positions.rows import (
    BOOKLET,
    arrange,
    dealt,
    deck,
    fitting,
    hand,
    hands,
    lays,
    number,
    offers,
    play,
    refused,
    rows,
    shuffles,
    turn,
    zone,
)

KLASSIK = game("elfer-1210", players=3)
LYING = "r1-11 y1-11"


@pytest.fixture(params=BOOKLET)
def table(request: pytest.FixtureRequest) -> Game[Any]:
    return game(request.param, players=3)


def midgame(table: Game[Any], hands: list[str], stock: str = "", rest: str = "stock", seat: int = 0) -> Any:
    """Red and yellow lie from 1 to 11; in auslosen 11 is the opening number."""
    return arrange(table, hands, seat=seat, rows=LYING, stock=stock, rest=rest, opening=11)


# --- EK-1, EK-2: cards and deal ------------------------------------------------------------------------------


@pytest.mark.rule("EK-1")
@pytest.mark.parametrize("name", BOOKLET)
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(("size", "colours"), [(80, "rygb"), (60, "ryg")])
def test_either_deck_for_any_number_of_players(name: str, players: int, size: int, colours: str) -> None:
    table = game(name, players=players, deck=size)
    state = dealt(table, "deck")
    everything = [*zone(table, state, "stock"), *(card for one in hands(table, state) for card in one)]
    assert sorted(everything) == sorted(deck(colours))


@pytest.mark.rule("EK-1")
@pytest.mark.parametrize("name", BOOKLET)
def test_no_other_deck_and_no_choice_of_the_colour(name: str) -> None:
    assert game(name, players=2).options.deck == 80
    with pytest.raises(BadOption, match="80 or 60"):
        game(name, players=2, deck=40)
    with pytest.raises(BadOption, match="no option without"):
        game(name, players=2, deck=60, without="red")


@pytest.mark.rule("EK-1")
@pytest.mark.parametrize("name", BOOKLET)
def test_without_blue_nobody_lays_blue(name: str) -> None:
    table = game(name, players=2, deck=60)
    state = arrange(table, ["r12 g5", "g6"], rows=LYING, opening=11)
    refused(table, state, "b11", "not-in-hand", "b11 is not in your hand")
    assert not any(card.startswith("b") for card in fitting(table, rows(table, state), 11))


@pytest.mark.rule("EK-2")
@pytest.mark.parametrize("name", BOOKLET)
@pytest.mark.parametrize(
    ("size", "shares"),
    [(80, {2: 30, 3: 20, 4: 15, 5: 12, 6: 10, 7: 8, 8: 7}), (60, {2: 22, 3: 15, 4: 11, 5: 9, 6: 7, 7: 6, 8: 5})],
)
def test_about_a_quarter_is_not_dealt(name: str, size: int, shares: dict[int, int]) -> None:
    for players, share in shares.items():
        table = game(name, players=players, deck=size)
        state = dealt(table, "share")
        assert [len(one) for one in hands(table, state)] == [share] * players
        assert len(zone(table, state, "stock")) == size - players * share
        assert share == size * 3 // (4 * players)


@pytest.mark.rule("EK-2")
@pytest.mark.parametrize("name", BOOKLET)
@pytest.mark.parametrize("players", [0, 1, 9])
def test_two_to_eight_players(name: str, players: int) -> None:
    with pytest.raises(BadOption, match="2 to 8 players"):
        game(name, players=players)


# --- EK-3: direction -----------------------------------------------------------------------------------------


@pytest.mark.rule("EK-3")
def test_play_goes_to_the_right_after_laying(table: Game[Any]) -> None:
    state = midgame(table, ["r12 g5", "r14 g6", "r13 g7"])
    seats = []
    for card in ("r12", "r13", "r14"):
        seats.append(turn(table, state))
        state = play(table, state, f"{card} end")
    assert [*seats, turn(table, state)] == [0, 2, 1, 0]


@pytest.mark.rule("EK-3")
def test_play_goes_to_the_right_after_drawing(table: Game[Any]) -> None:
    state = midgame(table, ["g5", "g6", "g7"], stock="g8 g9 b6")
    assert turn(table, play(table, state, "draw draw draw")) == 2


@pytest.mark.rule("EK-3")
def test_play_goes_to_the_right_after_a_pass(table: Game[Any]) -> None:
    state = midgame(table, ["g5", "g6", "g7"], rest="hand1")
    assert turn(table, play(table, state, "pass")) == 2


@pytest.mark.rule("EK-3")
@pytest.mark.parametrize(
    ("name", "opener"), [("elfer-1210", "r11"), ("zahlenwechsel", "y10"), ("falscher-anfang", "r20")]
)
@pytest.mark.parametrize(("seat", "after"), [(0, 2), (1, 0), (2, 1)])
def test_play_goes_to_the_right_after_the_opening(name: str, opener: str, seat: int, after: int) -> None:
    table = game(name, players=3)
    held = ["g5", "g6", "g7"]
    held[seat] += f" {opener}"
    assert turn(table, play(table, arrange(table, held, seat=seat), opener)) == after


@pytest.mark.rule("EK-3")
@pytest.mark.parametrize(("blocking", "actions"), [("take-three", "take"), ("draw-to-fit", "draw draw draw end")])
def test_play_goes_to_the_right_after_blocking(blocking: str, actions: str) -> None:
    table = game("elfer-1210", players=3, blocking=blocking)
    state = midgame(table, ["r12 g5", "g6", "g7"], stock="g8 g9 b6")
    assert turn(table, play(table, state, actions)) == 2


# --- EK-4: one colour a turn ---------------------------------------------------------------------------------


@pytest.mark.rule("EK-4")
@pytest.mark.parametrize(("first", "second", "other"), [("r12", "r13", "y12"), ("y12", "y13", "r12")])
def test_the_first_card_fixes_the_colour(table: Game[Any], first: str, second: str, other: str) -> None:
    state = midgame(table, ["r12 r13 y12 y13 g5", "g6", "g7"])
    assert offers(table, state) == {"r12", "y12"}
    state = play(table, state, first)
    assert offers(table, state) == {second, "end"}
    refused(table, state, other, "one-colour", f"{other} has another colour")
    state = play(table, state, second)
    refused(table, state, other, "one-colour", f"{other} has another colour")
    assert offers(table, state) == {"end"}


@pytest.mark.rule("EK-4")
@pytest.mark.parametrize(
    ("name", "opener"),
    [("elfer-1210", "g11"), ("zahlenwechsel", "g10"), ("auslosen", "g11"), ("falscher-anfang", "g1")],
)
def test_a_card_that_opens_a_row_of_another_colour_must_wait(name: str, opener: str) -> None:
    table = game(name, players=2)
    state = midgame(table, [f"r12 {opener} b5", "b6"])
    assert offers(table, state) == {"r12", opener}
    refused(table, play(table, state, "r12"), opener, "one-colour", f"{opener} has another colour")


@pytest.mark.rule("EK-4")
def test_a_row_that_was_just_opened_may_grow_in_the_same_turn() -> None:
    state = midgame(KLASSIK, ["g11 g10 g12 g9 r12", "b5", "b6"])
    assert offers(KLASSIK, play(KLASSIK, state, "g11")) == {"g10", "g12", "end"}
    assert offers(KLASSIK, play(KLASSIK, state, "g11 g10")) == {"g9", "g12", "end"}


@pytest.mark.rule("EK-4")
def test_each_turn_has_a_colour_of_its_own(table: Game[Any]) -> None:
    state = midgame(table, ["r12 y13 g5", "g6", "y12 g7"])
    state = play(table, state, "r12 end")
    assert offers(table, state) == {"y12"}
    state = play(table, state, "y12 end draw")
    assert turn(table, state) == 1


@pytest.mark.rule("EK-4")
def test_the_example_of_the_red_eight_and_the_green_twelve() -> None:
    state = arrange(KLASSIK, ["r8 r13 g12 b1", "b2", "b3"], rows="r9-12 g11")
    assert offers(KLASSIK, play(KLASSIK, state, "r8")) == {"r13", "end"}
    assert offers(KLASSIK, play(KLASSIK, state, "g12")) == {"end"}


# --- EK-5, EK-6: drawing -------------------------------------------------------------------------------------


@pytest.mark.rule("EK-5")
def test_three_cards_that_do_not_fit_and_the_next_player_is_up(table: Game[Any]) -> None:
    state = midgame(table, ["g5", "g6", "g7"], stock="g8 g9 b6 r12")
    for _ in range(3):
        assert (turn(table, state), offers(table, state)) == (0, {"draw"})
        state = play(table, state, "draw")
    assert turn(table, state) == 2
    assert hand(table, state, 0) == {"g5", "g8", "g9", "b6"}
    assert zone(table, state, "stock")[0] == "r12"


@pytest.mark.rule("EK-5")
@pytest.mark.parametrize("before", ["", "g8", "g8 g9"])
def test_the_first_drawn_card_that_fits_stops_the_draw_and_must_be_laid(table: Game[Any], before: str) -> None:
    state = midgame(table, ["g5", "g6", "g7"], stock=f"{before} r12 y12")
    state = play(table, state, "draw " * (len(before.split()) + 1))
    assert offers(table, state) == {"r12"}
    refused(table, state, "draw", "must-lay-drawn", "r12 fits and must be laid")
    refused(table, state, "pass", "must-lay-drawn", "r12 fits and must be laid")
    assert rows(table, play(table, state, "r12")) >= {"r12"}


@pytest.mark.rule("EK-5", "EL-8")
def test_whoever_can_lay_does_not_draw(table: Game[Any]) -> None:
    state = midgame(table, ["r12 g5", "g6", "g7"])
    assert offers(table, state) == {"r12"}
    refused(table, state, "draw", "can-lay", "r12", "cannot draw or pass")
    refused(table, state, "pass", "can-lay", "r12", "cannot draw or pass")
    refused(table, state, "end", "nothing-laid", "before you have laid a card")


@pytest.mark.rule("EK-6")
def test_further_cards_of_its_colour_may_follow_a_drawn_card(table: Game[Any]) -> None:
    state = midgame(table, ["r13 r14 y13 g5", "g6", "g7"], stock="r12")
    state = play(table, state, "draw r12")
    assert (turn(table, state), offers(table, state)) == (0, {"r13", "end"})
    state = play(table, state, "r13")
    assert offers(table, state) == {"r14", "end"}
    assert turn(table, play(table, state, "end")) == 2


@pytest.mark.rule("EK-6")
def test_but_they_need_not_follow(table: Game[Any]) -> None:
    state = midgame(table, ["r13 g5", "g6", "g7"], stock="r12")
    assert turn(table, play(table, state, "draw r12 end")) == 2


@pytest.mark.rule("EK-6", "EK-4")
def test_no_card_of_another_colour_follows_a_drawn_card() -> None:
    """A card drawn earlier in the turn does not fit, so only what the drawn card makes fit can follow."""
    state = midgame(KLASSIK, ["g5 g10 g12", "g6", "g7"], stock="b5 g11")
    state = play(KLASSIK, state, "draw draw g11")
    assert offers(KLASSIK, state) == {"g10", "g12", "end"}


@pytest.mark.rule("EK-6")
def test_whoever_has_laid_a_drawn_card_draws_no_more(table: Game[Any]) -> None:
    state = play(table, midgame(table, ["g5", "g6", "g7"], stock="r12 r13"), "draw r12")
    assert offers(table, state) == {"end"}
    refused(table, state, "draw", "already-laid", "end the turn")


@pytest.mark.rule("EK-6", "EL-12")
def test_a_drawn_card_can_clear_the_way_for_the_last_one(table: Game[Any]) -> None:
    state = midgame(table, ["r13", "g6", "g7"], stock="r12")
    assert turn(table, play(table, state, "draw r12 r13")) is None


@pytest.mark.rule("EK-5", "EK-6")
def test_the_example_of_the_green_ten() -> None:
    state = arrange(KLASSIK, ["g9 r1", "b2", "b3"], rows="r11 g11", stock="y3 g10 g12")
    state = play(KLASSIK, state, "draw draw")
    assert offers(KLASSIK, state) == {"g10"}
    assert offers(KLASSIK, play(KLASSIK, state, "g10")) == {"g9", "end"}


# --- what holds as in elfer ----------------------------------------------------------------------------------


@pytest.mark.rule("EL-11")
def test_with_an_empty_stock_whoever_cannot_lay_passes(table: Game[Any]) -> None:
    state = midgame(table, ["g5", "g6", "g7"], rest="hand1")
    assert offers(table, state) == {"pass"}
    refused(table, state, "draw", "stock-empty", "stock is empty")


@pytest.mark.rule("EL-11")
@pytest.mark.parametrize("stock", ["g8", "g8 g9"])
def test_the_turn_ends_when_the_stock_empties_during_the_draw(table: Game[Any], stock: str) -> None:
    state = midgame(table, ["g5", "g6", "g7"], stock=stock, rest="hand1")
    assert turn(table, play(table, state, "draw " * len(stock.split()))) == 2


@pytest.mark.rule("EL-12")
def test_the_round_ends_the_moment_the_last_card_is_laid(table: Game[Any]) -> None:
    state = play(table, midgame(table, ["r12", "r13", "g7 b2"]), "r12")
    assert turn(table, state) is None
    assert table.points(state) == (0, 13, 9)
    refused(table, state, "r13", "round-over", "over", seat=2)


@pytest.mark.rule("EL-3", "EK-1")
@pytest.mark.parametrize(
    ("players", "size", "openers"),
    [(2, 80, {0: "r11", 3: "y11", 26: "g11", 105: "b11"}), (8, 60, {0: "r11", 3: "y11", 1: "g11"})],
)
def test_the_first_eleven_that_was_dealt_opens(players: int, size: int, openers: dict[int, str]) -> None:
    table = game("elfer-1210", players=players, deck=size)
    for seed, opener in openers.items():
        state = dealt(table, seed)
        stock = zone(table, state, "stock")
        assert next(card for card in ("r11", "y11", "g11", "b11") if card not in stock) == opener
        assert opener in hands(table, state)[turn(table, state) or 0]
        assert offers(table, state) == {opener}


@pytest.mark.rule("EL-3")
@pytest.mark.parametrize(("players", "size", "seed", "cards"), [(2, 80, 159, 60), (8, 80, 26, 56), (8, 60, 17, 40)])
def test_no_eleven_was_dealt_so_the_cards_are_dealt_again(players: int, size: int, seed: int, cards: int) -> None:
    table = game("elfer-1210", players=players, deck=size)
    first, second = shuffles(table, seed, 2)
    assert not {"r11", "y11", "g11", "b11"} & set(first[:cards])
    assert set().union(*hands(table, dealt(table, seed))) == set(second[:cards])


@pytest.mark.rule("EK-9")
@pytest.mark.parametrize(
    ("name", "opener", "near"), [("elfer-1210", "r11", "r10 r12"), ("falscher-anfang", "r20", "r1 r19")]
)
def test_the_opening_card_is_the_whole_turn(name: str, opener: str, near: str) -> None:
    table = game(name, players=3)
    state = play(table, arrange(table, [f"{opener} {near}", "g5", "g6"]), opener)
    assert turn(table, state) == 2


@pytest.mark.rule("EL-7", "EK-4")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("elfer-1210", marks=pytest.mark.rule("EL-6")),
        pytest.param("zahlenwechsel", marks=pytest.mark.rule("ZW-1", "ZW-3")),
        pytest.param("auslosen", marks=pytest.mark.rule("AL-4")),
        pytest.param("falscher-anfang", marks=pytest.mark.rule("FA-1")),
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_in_whole_rounds_just_those_cards_can_be_laid_that_fit(name: str, seed: int) -> None:
    table = game(name, players=3)
    state, chance = dealt(table, seed), Stream(seed_from(str(seed)), "choices")
    opening: int | None = None
    colour = ""  # of the first card laid in this turn
    while (seat := turn(table, state)) is not None:
        lying = rows(table, state)
        if lying:
            fits = {card for card in fitting(table, lying, opening) if card.startswith(colour)}
            assert lays(table, state) == fits & hand(table, state, seat)
        legal = table.legal(state, seat)
        action = legal[chance.below(len(legal))]
        word = table.write(action)
        if word in deck():
            colour = word[0]
            opening = opening or number(word)
        state = table.apply(state, seat, action)
        if turn(table, state) != seat or word == "end":
            colour = ""
