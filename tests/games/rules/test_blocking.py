"""EK-8, the option `blocking`: taking or drawing cards instead of laying, though one could lay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from elfer import BadOption, Game, game, view
from tests.games.positions.rows import BOOKLET, arrange, dealt, hand, offers, play, refused, rows, turn, zone

pytestmark = pytest.mark.rule("EK-8")
LYING = "r1-11 y1-11"


@pytest.fixture(params=BOOKLET)
def take_three(request: pytest.FixtureRequest) -> Game[Any]:
    return game(request.param, players=3, blocking="take-three")


@pytest.fixture(params=BOOKLET)
def draw_to_fit(request: pytest.FixtureRequest) -> Game[Any]:
    return game(request.param, players=3, blocking="draw-to-fit")


def at_turn(table: Game[Any], mine: str, stock: str = "", rest: str = "stock") -> Any:
    """Red and yellow lie from 1 to 11, so r12 and y12 fit; the others hold g6 and g7."""
    return arrange(table, [mine, "g6", "g7"], rows=LYING, stock=stock, rest=rest, opening=11)


def held(table: Game[Any], state: Any, seat: int) -> set[str]:
    """The hand, and the drawn card that lies apart."""
    return hand(table, state, seat) | set(zone(table, state, f"drawn{seat}"))


# --- the option ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOOKLET)
def test_no_blocking_unless_told(name: str) -> None:
    table = game(name, players=3)
    state = at_turn(table, "r12 g5")
    assert offers(table, state) == {"r12"}
    refused(table, state, "take", "not-offered", "option")
    refused(table, state, "draw", "can-lay", "r12", "cannot draw or pass")


@pytest.mark.parametrize("name", BOOKLET)
def test_three_ways_of_blocking(name: str) -> None:
    with pytest.raises(BadOption, match="none, take-three or draw-to-fit"):
        game(name, players=3, blocking="take-two")


def test_the_modern_edition_knows_no_blocking() -> None:
    with pytest.raises(BadOption, match="no option blocking"):
        game("elfer", players=3, blocking="take-three")


# --- take-three ----------------------------------------------------------------------------------------------


def test_instead_of_laying_one_may_take_three_cards(take_three: Game[Any]) -> None:
    state = at_turn(take_three, "r12 g5", stock="g8 y12 b5 b6")
    assert offers(take_three, state) == {"r12", "take"}
    state = play(take_three, state, "take")
    assert hand(take_three, state, 0) == {"r12", "g5", "g8", "y12", "b5"}
    assert zone(take_three, state, "stock")[0] == "b6"


def test_after_taking_the_turn_is_over(take_three: Game[Any]) -> None:
    state = play(take_three, at_turn(take_three, "r12 g5", stock="y12 r13 g8"), "take")
    assert turn(take_three, state) == 2
    refused(take_three, state, "r12", "not-your-turn", "seat 2 is to play", seat=0)
    assert rows(take_three, state) == rows(take_three, at_turn(take_three, "r12 g5"))


@pytest.mark.parametrize("stock", ["g8", "g8 g9"])
def test_fewer_are_taken_if_fewer_are_left(take_three: Game[Any], stock: str) -> None:
    state = at_turn(take_three, "r12 g5", stock=stock, rest="hand1")
    assert offers(take_three, state) == {"r12", "take"}
    state = play(take_three, state, "take")
    assert hand(take_three, state, 0) == {"r12", "g5", *stock.split()}
    assert zone(take_three, state, "stock") == []
    assert turn(take_three, state) == 2


def test_three_are_taken_if_just_three_are_left(take_three: Game[Any]) -> None:
    state = play(take_three, at_turn(take_three, "r12 g5", stock="g8 g9 b5", rest="hand1"), "take")
    assert hand(take_three, state, 0) == {"r12", "g5", "g8", "g9", "b5"}
    assert turn(take_three, state) == 2


def test_nothing_is_taken_from_an_empty_stock(take_three: Game[Any]) -> None:
    state = at_turn(take_three, "r12 g5", rest="hand1")
    assert offers(take_three, state) == {"r12"}
    refused(take_three, state, "take", "stock-empty", "stock is empty")


def test_who_cannot_lay_draws_and_does_not_take(take_three: Game[Any]) -> None:
    state = at_turn(take_three, "g5", stock="g8 g9 b5 b6")
    assert offers(take_three, state) == {"draw"}
    refused(take_three, state, "take", "must-draw", "draw a card")
    state = play(take_three, state, "draw")
    assert offers(take_three, state) == {"draw"}
    refused(take_three, state, "take", "must-draw", "draw a card")
    assert turn(take_three, play(take_three, state, "draw draw")) == 2


def test_a_card_that_had_to_be_drawn_and_fits_must_be_laid(take_three: Game[Any]) -> None:
    state = play(take_three, at_turn(take_three, "g5", stock="r12 g8"), "draw")
    assert offers(take_three, state) == {"r12"}
    refused(take_three, state, "take", "must-lay-drawn", "r12 fits and must be laid")


def test_after_laying_nothing_can_be_taken(take_three: Game[Any]) -> None:
    state = play(take_three, at_turn(take_three, "r12 r13 g5"), "r12")
    assert offers(take_three, state) == {"r13", "end"}
    refused(take_three, state, "take", "already-laid", "laid a card in this turn")


def test_who_could_lay_takes_three_and_does_not_draw_one(take_three: Game[Any]) -> None:
    refused(take_three, at_turn(take_three, "r12 g5"), "draw", "can-lay", "r12")


def test_who_has_taken_lays_as_usual_in_the_next_turn(take_three: Game[Any]) -> None:
    state = at_turn(take_three, "r12 g5", stock="y12 b5 b6 b7 b8 b9 g8 g9 g13")
    state = play(take_three, state, "take draw draw draw draw draw draw")
    assert turn(take_three, state) == 0
    assert offers(take_three, state) == {"r12", "y12", "take"}


# --- draw-to-fit: who could lay ------------------------------------------------------------------------------


def test_who_could_lay_may_draw_instead(draw_to_fit: Game[Any]) -> None:
    state = at_turn(draw_to_fit, "r12 y12 g5")
    assert offers(draw_to_fit, state) == {"r12", "y12", "draw"}
    refused(draw_to_fit, state, "take", "not-offered", "option")


def test_after_the_first_draw_only_the_drawn_card_may_be_laid(draw_to_fit: Game[Any]) -> None:
    state = play(draw_to_fit, at_turn(draw_to_fit, "r12 g5", stock="y12 g8"), "draw")
    assert offers(draw_to_fit, state) == {"y12", "draw"}
    refused(draw_to_fit, state, "r12", "lay-drawn-card", "not r12")


def test_a_drawn_card_that_does_not_fit_is_drawn_on(draw_to_fit: Game[Any]) -> None:
    state = play(draw_to_fit, at_turn(draw_to_fit, "r12 g5", stock="g8 g9"), "draw")
    assert offers(draw_to_fit, state) == {"draw"}
    refused(draw_to_fit, state, "r12", "lay-drawn-card", "not r12")
    refused(draw_to_fit, state, "g8", "does-not-fit", "g8 does not fit")


def test_the_draw_stops_at_the_first_drawn_card_that_is_laid(draw_to_fit: Game[Any]) -> None:
    state = play(draw_to_fit, at_turn(draw_to_fit, "r12 g5", stock="y12 g8"), "draw y12")
    assert turn(draw_to_fit, state) == 0
    assert offers(draw_to_fit, state) == {"end"}
    refused(draw_to_fit, state, "draw", "already-laid", "end the turn")
    refused(draw_to_fit, state, "r12", "one-colour", "r12 has another colour")
    assert turn(draw_to_fit, play(draw_to_fit, state, "end")) == 2


def test_further_cards_of_its_colour_may_follow(draw_to_fit: Game[Any]) -> None:
    state = at_turn(draw_to_fit, "r12 y13 g5", stock="y14 y12")
    state = play(draw_to_fit, state, "draw draw y12")
    assert offers(draw_to_fit, state) == {"y13", "end"}
    assert offers(draw_to_fit, play(draw_to_fit, state, "y13")) == {"y14", "end"}


def test_a_fitting_card_may_be_kept(draw_to_fit: Game[Any]) -> None:
    state = play(draw_to_fit, at_turn(draw_to_fit, "r12 g5", stock="y12 g8 g9"), "draw draw")
    assert held(draw_to_fit, state, 0) == {"r12", "g5", "y12", "g8"}
    assert offers(draw_to_fit, state) == {"draw"}
    refused(draw_to_fit, state, "y12", "lay-drawn-card", "not y12")


def test_three_cards_are_the_most(draw_to_fit: Game[Any]) -> None:
    state = play(draw_to_fit, at_turn(draw_to_fit, "r12 g5", stock="g8 g9 b5 y12"), "draw draw draw")
    assert (turn(draw_to_fit, state), offers(draw_to_fit, state)) == (0, {"end"})
    refused(draw_to_fit, state, "draw", "drawn-enough", "3")
    state = play(draw_to_fit, state, "end")
    assert turn(draw_to_fit, state) == 2
    assert hand(draw_to_fit, state, 0) == {"r12", "g5", "g8", "g9", "b5"}
    assert zone(draw_to_fit, state, "stock")[0] == "y12"


def test_the_third_card_may_be_laid(draw_to_fit: Game[Any]) -> None:
    state = play(draw_to_fit, at_turn(draw_to_fit, "r12 g5", stock="g8 g9 y12 b5"), "draw draw draw")
    assert offers(draw_to_fit, state) == {"y12", "end"}
    state = play(draw_to_fit, state, "y12 end")
    assert turn(draw_to_fit, state) == 2
    assert hand(draw_to_fit, state, 0) == {"r12", "g5", "g8", "g9"}


def test_the_third_card_may_be_kept(draw_to_fit: Game[Any]) -> None:
    state = play(draw_to_fit, at_turn(draw_to_fit, "r12 g5", stock="g8 g9 y12 b5"), "draw draw draw")
    state = play(draw_to_fit, state, "end")
    assert turn(draw_to_fit, state) == 2
    assert hand(draw_to_fit, state, 0) == {"r12", "g5", "g8", "g9", "y12"}
    assert zone(draw_to_fit, state, "drawn0") == []


@pytest.mark.parametrize("stock", ["g8", "g8 g9"])
def test_when_the_stock_has_run_out_the_turn_ends_by_end(draw_to_fit: Game[Any], stock: str) -> None:
    state = at_turn(draw_to_fit, "r12 g5", stock=stock, rest="hand1")
    state = play(draw_to_fit, state, "draw " * len(stock.split()))
    assert (turn(draw_to_fit, state), offers(draw_to_fit, state)) == (0, {"end"})
    refused(draw_to_fit, state, "draw", "stock-empty", "stock is empty")
    state = play(draw_to_fit, state, "end")
    assert turn(draw_to_fit, state) == 2
    assert hand(draw_to_fit, state, 0) == {"r12", "g5", *stock.split()}


def test_the_last_card_of_the_stock_may_be_laid_or_kept(draw_to_fit: Game[Any]) -> None:
    state = play(draw_to_fit, at_turn(draw_to_fit, "r12 g5", stock="y12", rest="hand1"), "draw")
    assert offers(draw_to_fit, state) == {"y12", "end"}
    assert hand(draw_to_fit, play(draw_to_fit, state, "end"), 0) == {"r12", "g5", "y12"}
    assert hand(draw_to_fit, play(draw_to_fit, state, "y12 end"), 0) == {"r12", "g5"}


def test_with_an_empty_stock_whoever_can_lay_must_lay(draw_to_fit: Game[Any]) -> None:
    state = at_turn(draw_to_fit, "r12 g5", rest="hand1")
    assert offers(draw_to_fit, state) == {"r12"}
    refused(draw_to_fit, state, "draw", "stock-empty", "stock is empty")


def test_after_laying_nothing_can_be_drawn(draw_to_fit: Game[Any]) -> None:
    state = play(draw_to_fit, at_turn(draw_to_fit, "r12 r13 g5"), "r12")
    assert offers(draw_to_fit, state) == {"r13", "end"}
    refused(draw_to_fit, state, "draw", "already-laid", "laid a card in this turn")


def test_a_kept_card_is_laid_as_any_other_in_the_next_turn(draw_to_fit: Game[Any]) -> None:
    state = at_turn(draw_to_fit, "r12 g5", stock="y12 g8 g9 b5 b6 b7 b8 b9 g13")
    state = play(draw_to_fit, state, "draw draw draw end draw draw draw end draw draw draw end")
    assert turn(draw_to_fit, state) == 0
    assert offers(draw_to_fit, state) == {"r12", "y12", "draw"}


@pytest.mark.rule("EL-13")
def test_a_drawn_card_that_lies_apart_counts_as_in_hand(draw_to_fit: Game[Any]) -> None:
    state = play(draw_to_fit, at_turn(draw_to_fit, "r12 g5", stock="b13"), "draw")
    assert draw_to_fit.points(state) == (12 + 5 + 13, 6, 7)


# --- draw-to-fit: who could not lay --------------------------------------------------------------------------


@pytest.mark.parametrize("before", ["", "g8", "g8 g9"])
def test_who_could_not_lay_must_lay_the_drawn_card_that_fits(draw_to_fit: Game[Any], before: str) -> None:
    state = at_turn(draw_to_fit, "g5", stock=f"{before} r12 b5")
    state = play(draw_to_fit, state, "draw " * (len(before.split()) + 1))
    assert offers(draw_to_fit, state) == {"r12"}
    refused(draw_to_fit, state, "draw", "must-lay-drawn", "r12 fits and must be laid")
    assert offers(draw_to_fit, play(draw_to_fit, state, "r12")) == {"end"}


def test_who_could_not_lay_must_lay_the_last_card_of_the_stock_if_it_fits(draw_to_fit: Game[Any]) -> None:
    state = play(draw_to_fit, at_turn(draw_to_fit, "g5", stock="g8 r12", rest="hand1"), "draw draw")
    assert offers(draw_to_fit, state) == {"r12"}


def test_who_could_not_lay_draws_three_at_most(draw_to_fit: Game[Any]) -> None:
    state = at_turn(draw_to_fit, "g5", stock="g8 g9 b5 r12")
    assert offers(draw_to_fit, state) == {"draw"}
    state = play(draw_to_fit, state, "draw draw")
    assert offers(draw_to_fit, state) == {"draw"}
    state = play(draw_to_fit, state, "draw")
    assert offers(draw_to_fit, state) == {"end"}
    assert turn(draw_to_fit, play(draw_to_fit, state, "end")) == 2


def test_who_could_not_lay_and_finds_the_stock_empty_passes(draw_to_fit: Game[Any]) -> None:
    assert offers(draw_to_fit, at_turn(draw_to_fit, "g5", rest="hand1")) == {"pass"}


# --- before the game is opened -------------------------------------------------------------------------------


@pytest.mark.parametrize("blocking", ["take-three", "draw-to-fit"])
@pytest.mark.parametrize(
    ("name", "mine", "openers"),
    [
        ("elfer-1210", "r11 g5", {"r11"}),
        ("zahlenwechsel", "r12 y10 g5", {"r12", "y10"}),
        ("auslosen", "r12 g5", {"r12", "g5"}),
        ("falscher-anfang", "r20 r1 g5", {"r20"}),
    ],
)
def test_the_card_that_opens_the_game_must_be_laid(blocking: str, name: str, mine: str, openers: set[str]) -> None:
    table = game(name, players=3, blocking=blocking)
    state = arrange(table, [mine, "g6", "g7"])
    assert offers(table, state) == openers
    refused(table, state, "take" if blocking == "take-three" else "draw", "opening-card", *openers)


@pytest.mark.parametrize("blocking", ["take-three", "draw-to-fit"])
@pytest.mark.parametrize("name", BOOKLET)
def test_no_deal_offers_blocking_before_the_opening(blocking: str, name: str) -> None:
    table = game(name, players=3, blocking=blocking)
    for seed in range(10):
        state = dealt(table, seed)
        allowed = {table.write(action) for action in table.legal(state, turn(table, state) or 0)}
        assert "take" not in allowed
        assert "draw" not in allowed or allowed == {"draw"}


@pytest.mark.parametrize("blocking", ["take-three", "draw-to-fit"])
def test_a_drawn_card_that_opens_zahlenwechsel_must_be_laid(blocking: str) -> None:
    table = game("zahlenwechsel", players=3, blocking=blocking)
    state = arrange(table, ["g5", "g6", "g7"], stock="g8 r12 y10")
    assert offers(table, state) == {"draw"}
    state = play(table, state, "draw draw")
    assert offers(table, state) == {"r12"}
    assert turn(table, play(table, state, "r12")) == 2


@pytest.mark.parametrize(("blocking", "actions"), [("take-three", "take"), ("draw-to-fit", "draw")])
def test_with_the_ends_laid_out_the_game_is_open_from_the_start(blocking: str, actions: str) -> None:
    table = game("falscher-anfang", players=3, blocking=blocking, prelaid="on")
    state = arrange(table, ["r2 g5", "g6", "g7"], rows="r1 r20 y1 y20 g1 g20 b1 b20")
    assert offers(table, state) == {"r2", actions}


# --- nobody can tell -----------------------------------------------------------------------------------------


def watched(table: Game[Any], state: Any, text: str, by: Sequence[int | None] = (1, 2, None)) -> list[bytes]:
    """All that the others and a bystander see while seat 0 does this."""
    seen = []
    for step in ["", *text.split()]:
        state = play(table, state, step)
        seen += [msgspec.json.encode(view(table, state, other)) for other in by]
    return seen


@pytest.mark.parametrize("actions", ["draw draw draw end", "draw", "draw draw"])
def test_nobody_can_tell_whether_a_draw_was_free(draw_to_fit: Game[Any], actions: str) -> None:
    free = at_turn(draw_to_fit, "r12 g5", stock="g8 g9 b5 b6")
    forced = at_turn(draw_to_fit, "b7 g5", stock="g8 g9 b5 b6")
    assert watched(draw_to_fit, free, actions) == watched(draw_to_fit, forced, actions)


@pytest.mark.parametrize("actions", ["draw y12 end", "draw y12 y13 end"])
def test_nobody_can_tell_from_a_laid_card_whether_the_draw_was_free(draw_to_fit: Game[Any], actions: str) -> None:
    free = at_turn(draw_to_fit, "r12 y13 g5", stock="y12 b6")
    forced = at_turn(draw_to_fit, "b7 y13 g5", stock="y12 b6")
    assert watched(draw_to_fit, free, actions) == watched(draw_to_fit, forced, actions)


def test_nobody_can_tell_whether_the_third_card_was_kept_though_it_fits(draw_to_fit: Game[Any]) -> None:
    kept = at_turn(draw_to_fit, "r12 g5", stock="g8 g9 y12 b6")
    useless = at_turn(draw_to_fit, "b7 g5", stock="g8 g9 b5 b6")
    assert watched(draw_to_fit, kept, "draw draw draw end") == watched(draw_to_fit, useless, "draw draw draw end")


def test_nobody_can_tell_what_was_kept_when_the_stock_ran_out(draw_to_fit: Game[Any]) -> None:
    kept = at_turn(draw_to_fit, "r12 g5", stock="y12", rest="hand1")
    useless = at_turn(draw_to_fit, "r12 g5", stock="g8", rest="hand1")
    by = (2, None)  # seat 1 holds all the rest, and so sees what the stock did not hold
    assert watched(draw_to_fit, kept, "draw end", by) == watched(draw_to_fit, useless, "draw end", by)


def test_nobody_sees_which_cards_were_taken(take_three: Game[Any]) -> None:
    one = at_turn(take_three, "r12 g5", stock="g8 g9 b5 b6 y12 r13 r14")
    other = at_turn(take_three, "r12 g5", stock="y12 r13 r14 b6 g8 g9 b5")
    assert watched(take_three, one, "take") == watched(take_three, other, "take")
