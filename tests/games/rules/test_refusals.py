"""ALL-4 in the row games: a refusal gives the reason, and what it says is so."""

from __future__ import annotations

from typing import Any

import pytest

from elfer import Game, Refused, Stream, dump, game, seed_from
from tests.games.positions.rows import (
    BOOKLET,
    ROW_GAMES,
    arrange,
    beside,
    dealt,
    deck,
    hand,
    offers,
    play,
    refused,
    rows,
    turn,
    zone,
)

pytestmark = pytest.mark.rule("ALL-4")
LYING = "r1-11 y1-11"


# --- reasons that the rules leave no doubt about -------------------------------------------------------------


@pytest.mark.parametrize("name", ROW_GAMES)
def test_whoever_can_only_pass_is_told_so(name: str) -> None:
    table = game(name, players=2)
    state = arrange(table, ["g5", "g6"], rows=LYING, rest="hand1", opening=11)
    assert offers(table, state) == {"pass"}
    refused(table, state, "end", "must-pass", "pass")
    refused(table, state, "draw", "stock-empty", "stock is empty")


@pytest.fixture(params=BOOKLET)
def draw_to_fit(request: pytest.FixtureRequest) -> Game[Any]:
    return game(request.param, players=2, blocking="draw-to-fit")


def drawn(table: Game[Any], mine: str, stock: str, rest: str = "stock") -> Any:
    """Red and yellow lie from 1 to 11, so r12 and y12 fit; the stock's named cards have been drawn."""
    state = arrange(table, [mine, "g6"], rows=LYING, stock=stock, rest=rest, opening=11)
    return play(table, state, "draw " * len(stock.split()))


@pytest.mark.rule("EK-8")
@pytest.mark.parametrize("stock", ["y12", "g8 y12", "g8 g9 y12"])
def test_whoever_must_lay_the_drawn_card_is_told_so(draw_to_fit: Game[Any], stock: str) -> None:
    state = drawn(draw_to_fit, "g5", stock)
    assert offers(draw_to_fit, state) == {"y12"}
    for word in ("draw", "end", "pass"):
        refused(draw_to_fit, state, word, "must-lay-drawn", "y12 fits and must be laid")


@pytest.mark.rule("EK-8")
@pytest.mark.parametrize("mine", ["g5", "r12 g5"])
def test_whoever_must_draw_on_is_told_so(draw_to_fit: Game[Any], mine: str) -> None:
    state = drawn(draw_to_fit, mine, "g8")
    assert offers(draw_to_fit, state) == {"draw"}
    for word in ("end", "pass"):
        refused(draw_to_fit, state, word, "must-draw", "draw a card")


@pytest.mark.rule("EK-8")
@pytest.mark.parametrize("third", ["y12", "b5"])
def test_whoever_has_drawn_three_cards_is_told_that_it_is_enough(draw_to_fit: Game[Any], third: str) -> None:
    state = drawn(draw_to_fit, "r12 g5", f"g8 g9 {third}")
    refused(draw_to_fit, state, "draw", "drawn-enough", "3")


@pytest.mark.rule("EK-8")
@pytest.mark.parametrize("last", ["y12", "b5"])
def test_whoever_has_drawn_the_last_card_is_told_that_the_stock_is_empty(draw_to_fit: Game[Any], last: str) -> None:
    state = drawn(draw_to_fit, "r12 g5", last, rest="hand1")
    refused(draw_to_fit, state, "draw", "stock-empty", "stock is empty")


# --- no refusal says what is not so --------------------------------------------------------------------------


def is_so(table: Game[Any], state: Any, refusal: Refused, word: str, mine: set[str]) -> bool:
    """Whether what a refusal claims can be seen to be true by what is offered and what lies."""
    can = {table.write(action) for action in table.legal(state, turn(table, state) or 0)}
    cards = can & set(deck())
    claims = {
        "not-in-hand": word not in mine,
        "does-not-fit": word in mine and not beside(word) & rows(table, state),
        "opening-card": not rows(table, state) and bool(cards or word in mine),
        "one-colour": word in mine and "end" in can and all(card[0] != word[0] for card in cards),
        "lay-drawn-card": word in mine and bool({"draw", "end"} & can or len(cards) == 1),
        "can-lay": set(str(refusal.facts.get("cards")).split()) == cards and cards != set(),
        "already-laid": state.laid and "end" in can,
        "stock-empty": not zone(table, state, "stock"),
        "nothing-laid": bool(cards) and "end" not in can,
        "must-lay-drawn": cards == {refusal.facts.get("card")} == can,
        "must-draw": can == {"draw"},
        "must-pass": can == {"pass"},
        "drawn-enough": "draw" not in can and "end" in can,
        "not-offered": getattr(table.options, "blocking", "none") != "take-three",
    }
    return claims.get(refusal.code, True)


VERBS = {"draw", "take", "end", "pass"}
BLOCKING = ("none", "take-three", "draw-to-fit")
TABLES = [("elfer", "none"), *((name, blocking) for name in BOOKLET for blocking in BLOCKING)]


@pytest.mark.parametrize(("name", "blocking"), TABLES)
def test_no_refusal_says_what_is_not_so(name: str, blocking: str) -> None:
    table = game(name, players=3, **({} if name == "elfer" else {"deck": 60, "blocking": blocking}))
    state, chance = dealt(table, "honest"), Stream(seed_from("honest"), "choices")
    wrong: dict[tuple[str, str], str] = {}
    while (seat := turn(table, state)) is not None:
        before, legal = dump(table, state), table.legal(state, seat)
        mine = hand(table, state, seat)
        if blocking == "draw-to-fit":
            mine |= set(zone(table, state, f"drawn{seat}"))
        for word in sorted((mine | VERBS) - set(map(table.write, legal))):
            action = table.read(word)
            with pytest.raises(Refused) as caught:
                table.apply(state, seat, action)
            if not is_so(table, state, caught.value, word, mine):
                offered = " ".join(map(table.write, legal))
                wrong[word if word in VERBS else "card", caught.value.code] = (
                    f"“{word}” where {offered} is offered: {caught.value}"
                )
        assert dump(table, state) == before
        state = table.apply(state, seat, legal[chance.below(len(legal))])
    assert not wrong, "\n".join(wrong.values())
