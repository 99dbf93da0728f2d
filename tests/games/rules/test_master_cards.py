"""The rules of `master`, one by one: jokers and connection cards."""

from __future__ import annotations

import pytest

from elfer import game, guess, view
from elfer.table.seed import Stream
from tests.games.positions.master import (
    ALL_BUT,
    arrange,
    cards,
    connection_cards,
    hand,
    jokers_at,
    offers,
    on_table,
    play,
    refused,
    turn,
    zone,
)

TWO = game("master", 2)


# --- jokers --------------------------------------------------------------------------------------------------


@pytest.mark.rule("MA-10")
def test_a_joker_goes_where_its_card_could_be_laid() -> None:
    state = arrange(TWO, ["j", "b1"], rows="r10 y12", order="rygb")
    beside = {"r9", "r12", "y10", "y13", "g10", "g12", "b10", "b12"}
    connected = {"j@y10<r10", "j@r12<y12", "j@g12<y12"}
    assert offers(TWO, state) == {f"j@{place}" for place in beside} | connected | {"draw"}
    refused(TWO, state, "j@r10", "place-not-empty", "r10")
    refused(TWO, state, "j@r8", "does-not-fit", "r8")


@pytest.mark.rule("MA-10")
def test_a_joker_counts_towards_the_four() -> None:
    state = play(TWO, arrange(TWO, ["j r9 r8 r7 r6", "b1"]), "j@r10, r9, r8, r7")
    assert offers(TWO, state) == {"end"}


@pytest.mark.rule("MA-10")
def test_whoever_has_no_joker_lays_none() -> None:
    state = arrange(TWO, ["r10 r1", "b1"], rows="y9-10")
    refused(TWO, state, "j@y8", "no-joker")
    refused(TWO, state, "j@r9<y9", "no-joker")


@pytest.mark.rule("MA-10", "MA-11")
def test_a_card_is_not_laid_over_its_joker() -> None:
    state = arrange(TWO, ["r10 r1", "b1"], jokers="r10")
    refused(TWO, state, "r10", "joker-lies-there", "r10", "exchange")


@pytest.mark.rule("MA-11")
def test_exchanges_before_between_and_after_laying_do_not_count() -> None:
    state = arrange(TWO, ["r10 y10 g10 r9 r8 r7 b10 b1", "b2"], jokers="r10 y10 g10 b10")
    state = play(TWO, state, "swap r10, swap y10, r9, r8, swap g10, r7, j@y9")
    assert offers(TWO, state) == {"swap b10", "end"}
    state = play(TWO, state, "swap b10, end")
    assert turn(TWO, state) == 1
    assert hand(TWO, state) == ["b1", "j", "j", "j"]
    assert jokers_at(TWO, state) == {"y9"}
    assert on_table(TWO, state) == set(cards("r7-10 y10 g10 b10"))


@pytest.mark.rule("MA-11")
def test_an_exchange_puts_the_card_in_the_place_of_the_joker() -> None:
    state = arrange(TWO, ["r10 b1", "b2"], jokers="r10")
    state = play(TWO, state, "swap r10")
    assert hand(TWO, state) == ["b1", "j"]
    assert jokers_at(TWO, state) == set()
    assert view(TWO, state, 1).facts["wild"] == ""
    assert on_table(TWO, state) == {"r10"}
    assert play(TWO, state, "j@r9, end").laid == 0


@pytest.mark.rule("MA-11")
def test_everyone_knows_who_took_the_joker() -> None:
    state = play(TWO, arrange(TWO, ["r10 y10 b1", "b2"], jokers="r10"), "swap r10, y10, end")
    for number in range(20):
        other = guess(TWO, state, 1, Stream(bytes(32), f"other {number}"))
        assert "j" in hand(TWO, other)


@pytest.mark.rule("MA-11")
def test_only_the_holder_of_the_card_exchanges() -> None:
    state = arrange(TWO, ["r9 y10", "r10"], jokers="r10")
    refused(TWO, state, "swap r10", "not-in-hand", "r10")
    refused(TWO, state, "swap y10", "no-joker-lies-there", "y10")
    refused(TWO, state, "swap r9", "no-joker-lies-there")


@pytest.mark.rule("MA-12")
def test_an_exchange_before_laying_obliges_to_lay() -> None:
    state = play(TWO, arrange(TWO, ["r10 b1", "b2"], jokers="r10", stock="b3"), "swap r10")
    beside = {"r9", "r12", "y10", "y12", "g10", "g12", "b10", "b12"}
    assert offers(TWO, state) == {f"j@{place}" for place in beside} | {"j@y10<r10"}
    for action in ("draw", "pass", "end"):
        refused(TWO, state, action, "exchanged-so-lay", "must lay")
    assert "end" in offers(TWO, play(TWO, state, "j@r9"))


@pytest.mark.rule("MA-12")
def test_an_exchange_before_laying_obliges_with_an_empty_stock_too() -> None:
    state = arrange(TWO, ["r10 b1", "b2"], jokers="r10", rest="hand1")
    assert offers(TWO, state) == {"swap r10", "pass"}
    assert not offers(TWO, play(TWO, state, "swap r10")) & {"pass", "draw", "end"}


@pytest.mark.rule("MA-12")
@pytest.mark.parametrize("stock", ["j", ""])
def test_no_exchange_if_nothing_could_be_laid_afterwards(stock: str) -> None:
    state = arrange(TWO, ["r1", "y1 j"], rows=ALL_BUT, jokers="r1 y1", stock=stock, rest="hand1")
    assert offers(TWO, state) == {"draw" if stock else "pass"}
    refused(TWO, state, "swap r1", "nothing-left-to-lay", "no place is open")


@pytest.mark.rule("MA-11", "MA-12")
def test_an_exchange_after_the_last_open_place_was_filled() -> None:
    """A card was laid in this turn, so nothing is left to be obliged to."""
    state = arrange(TWO, ["r1 y1", "j j j"], rows=ALL_BUT, jokers="y1", rest="hand1")
    state = play(TWO, state, "r1")
    assert offers(TWO, state) == {"swap y1", "end"}
    assert hand(TWO, play(TWO, state, "swap y1, end")) == ["j"]


@pytest.mark.rule("MA-13")
def test_several_jokers_in_one_turn_and_the_last_card_may_be_one() -> None:
    state = play(TWO, arrange(TWO, ["j j j", "b1"]), "j@r10, j@r9, j@r8")
    assert turn(TWO, state) is None
    assert jokers_at(TWO, state) == {"r8", "r9", "r10"}
    assert TWO.points(state)[0] == 0


# --- connection cards ----------------------------------------------------------------------------------------


@pytest.mark.rule("MA-14", "MA-16", "MA-17")
def test_example_connections_over_two_rows() -> None:
    state = arrange(TWO, ["b9 r9 y1", "r8 r7 r5"], rows="y9-10", order="ybrg")
    state = play(TWO, state, "b9<y9, r9<b9, end")
    assert on_table(TWO, state) == set(cards("y9-10 b9 r9"))
    assert connection_cards(TWO, state) == [2, 4]
    state = play(TWO, state, "r8, r7")
    assert offers(TWO, state) == {"end"}
    refused(TWO, state, "r5", "does-not-fit")


@pytest.mark.rule("MA-10", "MA-14", "MA-16", "MA-17")
def test_example_a_joker_over_a_connection_and_four_cards() -> None:
    state = arrange(TWO, ["j b8 b6 b5 b4", "r1"], rows="y7-10", order="ybrg")
    state = play(TWO, state, "j@b7<y7, b8, b6, b5")
    assert jokers_at(TWO, state) == {"b7"}
    assert on_table(TWO, state) == set(cards("y7-10 b8 b6 b5"))
    assert offers(TWO, state) == {"end"}
    refused(TWO, state, "b4", "four-laid")


@pytest.mark.rule("MA-14")
def test_a_connection_card_lies_between_the_two_places() -> None:
    state = arrange(TWO, ["g9 y9 r1", "r2"], rows="b9", order="ygbr")
    state = play(TWO, state, "g9<b9, y9<g9")
    links = zone(TWO, state, "links")
    assert [place for place, card in enumerate(links) if card == "c"] == [8, 21 + 8]  # below yellow, below green
    assert connection_cards(TWO, state) == [2, 4]


@pytest.mark.rule("MA-14")
def test_connections_lead_up_and_down_from_cards_and_jokers() -> None:
    state = arrange(TWO, ["r9 g9 y1", "r2"], jokers="y9", rows="y10")
    assert offers(TWO, state) == {"r9<y9", "g9<y9", "draw"}
    refused(TWO, state, "r1<y1", "not-in-hand", "r1")
    state = arrange(TWO, ["r9 g8 y1", "r2"], jokers="y9", rows="y10")
    refused(TWO, state, "g8<y8", "nothing-to-connect", "y8")


@pytest.mark.rule("MA-14")
def test_a_place_beside_a_card_may_be_reached_over_a_connection_too() -> None:
    state = arrange(TWO, ["y9 y1", "r2"], rows="r9 y10")
    assert offers(TWO, state) == {"y9", "y9<r9", "draw"}


@pytest.mark.rule("MA-14", "MA-17")
def test_a_connection_needs_its_very_card() -> None:
    """No connection card is put down without the card, and none stands for a card."""
    state = arrange(TWO, ["y8 y10 b9", "r2"], rows="r9")
    assert offers(TWO, state) == {"y10", "draw"}
    refused(TWO, state, "y9<r9", "not-in-hand")


@pytest.mark.rule("MA-15")
def test_the_top_and_the_bottom_row_are_no_neighbours() -> None:
    state = arrange(TWO, ["r9 g9 j", "r2"], rows="b9", order="rygb")
    assert {text for text in offers(TWO, state) if "<" in text} == {"g9<b9", "j@g9<b9"}
    refused(TWO, state, "r9<b9", "rows-apart", "b9 r9")
    refused(TWO, state, "j@r9<b9", "rows-apart")


@pytest.mark.rule("MA-15")
def test_a_row_between_is_not_jumped_over() -> None:
    state = arrange(TWO, ["g9 r1", "r2"], rows="r9", order="rygb")
    refused(TWO, state, "g9<r9", "rows-apart")


@pytest.mark.rule("MA-16")
def test_a_row_goes_on_in_both_directions_from_a_connected_card() -> None:
    state = play(TWO, arrange(TWO, ["y5 y4 y6 y8", "r2"], rows="r5-10", connections=[1, 0]), "y5<r5")
    assert offers(TWO, state) == {"y4", "y6", "end"}


@pytest.mark.rule("MA-16")
def test_the_next_player_may_connect_from_there() -> None:
    state = play(TWO, arrange(TWO, ["y5 y1", "g5 g1"], rows="r5-10"), "y5<r5, end")
    assert offers(TWO, state) == {"g5<y5", "draw"}


@pytest.mark.rule("MA-17")
def test_the_fourth_card_over_a_connection_and_none_after_it() -> None:
    state = arrange(TWO, ["y5 y6 y7 y8 y9", "r2"], rows="r5-10")
    state = play(TWO, state, "y5<r5, y6<r6, y7<r7")
    assert offers(TWO, state) == {"y8", "y8<r8", "y9<r9", "end"}
    state = play(TWO, state, "y8<r8")
    assert offers(TWO, state) == {"end"}
    assert connection_cards(TWO, state) == [0, 4]
    refused(TWO, state, "y9<r9", "four-laid")


@pytest.mark.rule("MA-17")
def test_no_connection_after_the_fourth_card_though_connection_cards_are_left() -> None:
    state = play(TWO, arrange(TWO, ["y5 y6 y7 y8 y9", "r2"], rows="r5-10"), "y5<r5, y6, y7, y8")
    assert connection_cards(TWO, state) == [3, 4]
    assert offers(TWO, state) == {"end"}


@pytest.mark.rule("MA-17")
def test_no_connection_cards_left() -> None:
    state = arrange(TWO, ["y5 y1", "r2"], rows="r5-10", connections=[0, 4])
    assert offers(TWO, state) == {"draw"}
    refused(TWO, state, "y5<r5", "no-connection-cards")


@pytest.mark.rule("MA-18")
def test_no_connection_to_a_taken_place() -> None:
    state = arrange(TWO, ["j y10", "r2"], rows="r9-10 y9", jokers="y10")
    assert not {text for text in offers(TWO, state) if text.startswith(("j@y9", "j@y10", "y10"))}
    refused(TWO, state, "j@y9<r9", "place-not-empty", "y9")
    refused(TWO, state, "y10<r10", "joker-lies-there", "y10")


@pytest.mark.rule("MA-18")
def test_no_second_connection_card_between_two_places() -> None:
    state = play(TWO, arrange(TWO, ["y9 j y1", "r2"], rows="r9"), "y9<r9")
    refused(TWO, state, "j@y9<r9", "connected-already", "r9 y9")
    refused(TWO, state, "j@r9<y9", "connected-already")
    state = arrange(TWO, ["j y1", "r2"], rows="r9 y9", links=[("y9", "r9")])
    refused(TWO, state, "j@r9<y9", "connected-already")
