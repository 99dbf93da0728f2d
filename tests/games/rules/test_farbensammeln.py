"""The rules of `farbensammeln`, one by one."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from elfer import Match, Setup, Stream, game, guess, seed_from, view
from elfer.bots import at_random, decide, usual
from elfer.table.game import Game
from tests.games.positions.hands import Position, arrange, hand, known, offers, play, refused, turn, zone

THREE, FOUR = game("farbensammeln", 3), game("farbensammeln", 4)
PILES = {"a": "b1", "b": "b2", "c": "b3", "d": "b4"}
HANDS = ("r5 r6 y7", "g1 g2 g3", "y1 y2 y3")


def at(
    table: Game[Any],
    *hands: str,
    seat: int = 0,
    piles: Mapping[str, str] = PILES,
    stock: str | None = "",
    rest: str = "stock",
    left: int = 50,
    loser: int = -1,
) -> Position:
    """The beginning of a seat's turn. What is not named lies under the stock; without a stock, under pile a."""
    facts: dict[str, Any] = {
        "seat": seat,
        "left": left,
        "taken": 0,
        "caller": -1,
        "safe": False,
        "ringed": -1,
        "loser": loser,
    }
    return arrange(table, hands, rest="a" if stock is None else rest, zones={**piles, "stock": stock or ""}, **facts)


def put(card: str, places: str = "abcd") -> set[str]:
    return {f"{card}@{place}" for place in places}


# --- the deal ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-1")
@pytest.mark.parametrize(
    ("deck", "sizes"), [(80, {3: 14, 4: 11, 5: 9, 6: 7, 7: 6, 8: 6}), (60, {3: 11, 4: 8, 5: 7, 6: 6, 7: 5, 8: 4})]
)
def test_just_over_half_of_the_deck_is_dealt(deck: int, sizes: dict[int, int]) -> None:
    for players, size in sizes.items():
        table = game("farbensammeln", players, deck=deck)
        state = table.deal(seed_from("deal"))
        assert [len(hand(table, state, seat).split()) for seat in range(players)] == [size] * players
        stock = zone(table, state, "stock").split()
        assert len(stock) == deck - size * players
        assert table.layout.sees[table.layout.zone("stock")] == 0
    assert {name[0] for name in table.layout.deck.names} == set("rygb"[: deck // 20])


@pytest.mark.rule("FS-2")
def test_seat_0_begins_then_the_loser() -> None:
    assert {turn(THREE, THREE.deal(seed_from(str(n)))) for n in range(10)} == {0}
    for loser in range(3):
        before = at(THREE, *HANDS, seat=-1, loser=loser)
        assert turn(THREE, THREE.deal(seed_from("next"), 1, before)) == loser


@pytest.mark.rule("FS-2")
def test_play_goes_clockwise() -> None:
    state = at(FOUR, *HANDS, "b11 b12 b13", seat=2)
    seats: list[int] = []
    for _ in range(5):
        seats += FOUR.to_act(state)
        state = play(FOUR, state, "draw")
        state = FOUR.apply(state, seats[-1], FOUR.legal(state, seats[-1])[0])
    assert seats == [2, 3, 0, 1, 2]


# --- a turn --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-3")
def test_a_card_is_taken_from_the_stock_or_from_the_top_of_a_pile() -> None:
    state = at(THREE, *HANDS, piles=PILES | {"b": "b2 b20"}, stock="g20")
    assert offers(THREE, state) == {"draw", "take a", "take b", "take c", "take d"}
    refused(THREE, state, "r5@a", "take-a-card-first")
    refused(THREE, state, "announce schluss", "take-a-card-first")
    after = play(THREE, state, "draw")
    assert (zone(THREE, after, "drawn0"), "g20" in zone(THREE, after, "stock")) == ("g20", False)
    after = play(THREE, state, "take b")
    assert (zone(THREE, after, "drawn0"), zone(THREE, after, "b")) == ("b20", "b2")
    refused(THREE, after, "draw", "card-taken-already")
    refused(THREE, after, "take a", "card-taken-already")


@pytest.mark.rule("FS-3")
def test_then_one_card_is_put_away_face_up_and_the_next_is_up() -> None:
    state = play(THREE, at(THREE, *HANDS, stock="g20"), "draw")
    assert offers(THREE, state) == put("r5") | put("r6") | put("y7")
    refused(THREE, state, "g1@a", "not-in-hand", "g1")
    after = play(THREE, state, "y7@c")
    assert (hand(THREE, after, 0), zone(THREE, after, "c"), turn(THREE, after)) == ("r5 r6 g20", "b3 y7", 1)
    assert zone(THREE, after, "drawn0") == ""


@pytest.mark.rule("FS-3")
@pytest.mark.parametrize(
    ("take", "stock", "piles"), [("draw", "b20", PILES), ("take b", "", PILES | {"b": "b2 b20"})]
)
def test_the_card_just_taken_is_kept_in_this_turn_wherever_it_came_from(
    take: str, stock: str, piles: Mapping[str, str]
) -> None:
    state = play(THREE, at(THREE, *HANDS, stock=stock, piles=piles), take)
    assert zone(THREE, state, "drawn0") == "b20"
    assert offers(THREE, state) == put("r5") | put("r6") | put("y7")
    refused(THREE, state, "b20@a", "just-taken-stays", "b20")
    state = play(THREE, state, "r5@a")
    assert hand(THREE, state, 0) == "r6 y7 b20"
    state = play(THREE, state, "draw, g1@a, draw, y1@a, draw")
    assert "b20@a" in offers(THREE, state)  # in a later turn it may go


@pytest.mark.rule("FS-3", "ALL-3")
def test_nobody_is_shown_the_drawn_card() -> None:
    state = play(THREE, at(THREE, *HANDS, stock="g20"), "draw")
    assert view(THREE, state, 1).events == ("stock>drawn0 ?",)
    assert view(THREE, play(THREE, state, "r5@a"), 1).events == ("drawn0>hand0 ?", "hand0>a r5")


@pytest.mark.rule("FS-3", "ALL-3")
def test_all_remember_what_was_taken_openly_and_nobody_what_was_drawn() -> None:
    state = play(THREE, at(THREE, *HANDS, stock="g20"), "take a, y7@a, draw, g1@b")
    assert known(THREE, state, 2) & {"b1", "r5", "r6", "g20", "g2"} == {"b1"}
    for number in range(10):
        assert "b1" in hand(THREE, guess(THREE, state, 2, Stream(bytes(32), str(number))), 0).split()


@pytest.mark.rule("FS-4")
def test_the_first_four_cards_begin_a_pile_each() -> None:
    state = at(THREE, "r5 y7", "g1 y2", "y1 r3", piles={})
    for place in "abcd":
        assert offers(THREE, state) == {"draw"} | {f"take {other}" for other in "abcd" if other < place}
        state = play(THREE, state, "draw")
        seat = turn(THREE, state)
        held = hand(THREE, state, seat or 0).split()
        assert offers(THREE, state) == {f"{card}@{place}" for card in held}
        other = "b" if place != "b" else "c"
        refused(THREE, state, f"{held[0]}@{other}", "new-pile-comes-first", place)
        state = play(THREE, state, f"{held[0]}@{place}")
    assert put(hand(THREE, state, 1).split()[0]) <= offers(THREE, play(THREE, state, "draw"))


@pytest.mark.rule("FS-4")
def test_a_new_pile_is_begun_where_one_was_used_up() -> None:
    state = play(THREE, at(THREE, *HANDS), "take c")
    assert offers(THREE, state) == {"r5@c", "r6@c", "y7@c"}
    state = at(THREE, *HANDS, piles={"b": "b2", "d": "b4"})
    refused(THREE, state, "take a", "no-open-card-there", "a")
    assert offers(THREE, play(THREE, state, "take d")) == {"r5@a", "r6@a", "y7@a"}


@pytest.mark.rule("FS-5", "FS-7")
def test_only_the_colour_with_the_highest_sum_counts() -> None:
    state = at(THREE, "r5 r6 y12 b11", "g1 g2 g3 y20 b20", "y1 y2 b3", piles={})
    assert THREE.points(state) == (12, 20, 3)
    assert THREE.points(at(THREE, "r5 r6 y12 r2", "g1", "y1")) == (13, 1, 1)


# --- Schluß --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-6")
@pytest.mark.parametrize("take", ["draw", "take d"])
def test_schluss_is_called_with_a_hand_of_one_colour_on_taking_a_card(take: str) -> None:
    state = at(THREE, "r5 r6 r7", "g1 g2 y4", "y1 y2 y3", stock="y20")
    assert "announce schluss" not in offers(THREE, state)
    state = play(THREE, state, take)
    assert "announce schluss" in offers(THREE, state)
    state = play(THREE, state, "announce schluss")
    assert (turn(THREE, state), THREE.points(state), state.caller) == (None, (18, 4, 6), 0)
    refused(THREE, state, "r5@a", "round-over", seat=0)


@pytest.mark.rule("FS-6")
def test_the_taken_card_counts_only_in_the_colour_of_the_hand() -> None:
    for top, points in (("r20", 38), ("b20", 18), ("y20", 18)):
        state = at(THREE, "r5 r6 r7", "g1 g2 g3", "y1 y2 y3", stock=top)
        assert THREE.points(play(THREE, state, "draw, announce schluss"))[0] == points
    low = at(THREE, "r1 r2 r3", "g1", "y1", stock="b20")  # even if it alone were worth more
    assert THREE.points(play(THREE, low, "draw, announce schluss"))[0] == 6


@pytest.mark.rule("FS-6")
def test_no_call_with_two_colours_even_if_the_taken_card_would_fit() -> None:
    for hands in ("r5 r6 y7", "r5 g6 y7"):
        state = play(THREE, at(THREE, hands, *HANDS[1:], stock="r7"), "draw")
        assert "announce schluss" not in offers(THREE, state)
        refused(THREE, state, "announce schluss", "hand-not-one-colour", "one colour")
    # The odd card was drawn: that one need not fit.
    assert "announce schluss" in offers(THREE, play(THREE, at(THREE, "r5 r6 r8", *HANDS[1:], stock="y7"), "draw"))


@pytest.mark.rule("FS-6")
def test_nobody_has_to_call() -> None:
    state = play(THREE, at(THREE, "r5 r6 r7", *HANDS[1:], stock="r8"), "draw, r5@a")
    assert (turn(THREE, state), hand(THREE, state, 0)) == (1, "r6 r7 r8")


@pytest.mark.rule("FS-7")
def test_all_hands_are_shown() -> None:
    state = at(THREE, "r5 r6 r7", *HANDS[1:], stock="b9")
    state = play(THREE, state, "draw, announce schluss")
    shown = {f"{z.name}{z.owner}": z.cards for z in view(THREE, state, 2).zones if z.owner is not None}
    assert (shown["hand0"], shown["drawn0"], shown["hand1"]) == (("r5", "r6", "r7"), ("b9",), ("g1", "g2", "g3"))


@pytest.mark.rule("FS-8")
def test_the_caller_must_be_highest_or_the_points_are_ringed() -> None:
    state = at(THREE, "r5 r6 r7", "g1 g18 y3", "y1 y2 y4", stock="b9")
    after = play(THREE, state, "draw, announce schluss")
    assert (after.ringed, after.loser, THREE.points(after)) == (0, 0, (0, 19, 7))


@pytest.mark.rule("FS-8")
def test_tied_for_highest_is_enough() -> None:
    state = at(THREE, "r5 r6 r7", "g1 g17 y3", "y1 y2 y4", stock="b9")
    after = play(THREE, state, "draw, announce schluss")
    assert (after.ringed, after.loser, THREE.points(after)) == (-1, 2, (18, 18, 7))


@pytest.mark.rule("FS-8")
@pytest.mark.parametrize(
    ("caller", "sums", "loser"),
    [(0, "4 9 8 7", 3), (1, "7 4 9 7", 3), (2, "7 7 4 9", 0), (3, "9 7 9 4", 1), (1, "8 4 8 8", 2)],
)
def test_if_the_call_was_good_the_lowest_sum_loses_first_after_the_caller(caller: int, sums: str, loser: int) -> None:
    hands = [f"{colour}{number}" for colour, number in zip("rygb", sums.split(), strict=True)]
    hands[caller] = "rygb"[caller] + "1 " + "rygb"[caller] + "19"
    state = at(FOUR, *hands, seat=caller, piles={})
    state = play(FOUR, state, "draw, announce schluss")
    assert (state.loser, state.ringed) == (loser, -1)


# --- an empty stock ------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-9")
def test_schluss_ohne_risiko_once_the_stock_is_used_up() -> None:
    state = at(THREE, *HANDS, piles=PILES | {"b": "b2 y20"}, stock=None)
    assert offers(THREE, state) == {"take a", "take b", "take c", "take d"}
    refused(THREE, state, "draw", "stock-empty")
    state = play(THREE, state, "take b")
    assert "announce schluss-ohne-risiko" in offers(THREE, state)
    state = play(THREE, state, "announce schluss-ohne-risiko")
    assert turn(THREE, state) == 0
    assert offers(THREE, state) == put("r5") | put("r6") | put("y7") | put("y20")
    for again in ("announce schluss-ohne-risiko", "announce schluss"):
        refused(THREE, state, again, "called-so-put-away")
    state = play(THREE, state, "r5@c")
    assert (turn(THREE, state), zone(THREE, state, "c"), hand(THREE, state, 0)) == (None, "b3 r5", "r6 y7 y20")
    assert (state.caller, state.safe, state.ringed, state.loser) == (0, True, -1, 1)


@pytest.mark.rule("FS-9")
@pytest.mark.parametrize(("away", "points"), [("r5", 27), ("r6", 27), ("y7", 20), ("y20", 11)])
def test_without_risk_one_card_is_put_away_and_all_the_rest_count(away: str, points: int) -> None:
    """The card put away may be the one just taken (the yellow 20) or another; it counts for nobody."""
    state = at(THREE, *HANDS, piles=PILES | {"b": "b2 y20"}, stock=None)
    state = play(THREE, state, f"take b, announce schluss-ohne-risiko, {away}@d")
    assert zone(THREE, state, "d") == f"b4 {away}"
    assert sorted(f"{hand(THREE, state, 0)} {away}".split()) == ["r5", "r6", "y20", "y7"]
    assert THREE.points(state) == (points, 6, 6)
    assert [len(hand(THREE, state, seat).split()) for seat in range(3)] == [3, 3, 3]  # as many as everybody


@pytest.mark.rule("FS-4", "FS-9")
def test_without_risk_too_a_card_goes_where_there_is_no_pile() -> None:
    state = play(THREE, at(THREE, *HANDS, stock=None), "take c, announce schluss-ohne-risiko")
    assert offers(THREE, state) == {"r5@c", "r6@c", "y7@c", "b3@c"}
    refused(THREE, state, "b3@a", "new-pile-comes-first", "c")


@pytest.mark.rule("FS-9")
def test_without_risk_the_caller_need_not_be_highest_and_may_lose() -> None:
    state = at(THREE, "r1 y2", "g9", "b9", seat=0, piles={"b": "y20"}, stock=None)
    state = play(THREE, state, "take b, announce schluss-ohne-risiko, y20@b")
    assert (THREE.points(state), state.ringed, state.loser) == ((2, 9, 9), -1, 0)


@pytest.mark.rule("FS-9")
def test_no_call_without_risk_while_there_is_a_stock_or_after_its_last_card() -> None:
    state = play(THREE, at(THREE, *HANDS), "take a")
    refused(THREE, state, "announce schluss-ohne-risiko", "stock-not-used-up")
    last = at(THREE, *HANDS, piles=PILES, stock="g20", rest="a")
    refused(THREE, last, "announce schluss-ohne-risiko", "take-a-card-first")
    state = play(THREE, last, "draw")
    assert zone(THREE, state, "stock") == ""
    refused(THREE, state, "announce schluss-ohne-risiko", "last-card-from-stock")


@pytest.mark.rule("FS-6", "FS-9")
def test_the_call_with_risk_stays_possible() -> None:
    state = play(THREE, at(THREE, "r5 r6 r7", *HANDS[1:], stock=None), "take b")
    assert {"announce schluss", "announce schluss-ohne-risiko"} <= offers(THREE, state)
    state = play(THREE, state, "announce schluss")
    assert (state.safe, THREE.points(state)) == (False, (18, 6, 6))


@pytest.mark.rule("FS-10")
@pytest.mark.parametrize("players", [3, 5, 8])
def test_two_more_turns_of_each_after_the_stock(players: int) -> None:
    table, random = game("farbensammeln", players, deck=60), Random(1)
    state, after_last = table.deal(seed_from("stock")), -1
    while seats := table.to_act(state):
        legal = [a for a in table.legal(state, seats[0]) if not table.write(a).startswith("announce")]
        draw = [a for a in legal if table.write(a) == "draw"]
        state = table.apply(state, seats[0], (draw or [random.choice(legal)])[0])
        if not state.taken and not zone(table, state, "stock"):
            after_last += 1
    assert after_last == 2 * players
    assert (state.caller, state.ringed) == (-1, -1)
    assert table.points(state)[state.loser] == min(table.points(state))


@pytest.mark.rule("FS-10")
@pytest.mark.parametrize("players", [3, 8])
def test_thirty_turns_of_each_at_most(players: int) -> None:
    table = game("farbensammeln", players)
    state, turns = table.deal(seed_from("thirty")), 0
    while seats := table.to_act(state):
        legal = [a for a in table.legal(state, seats[0]) if not table.write(a).startswith("announce")]
        piles = [a for a in legal if table.write(a).startswith("take")]
        state = table.apply(state, seats[0], (piles or legal)[0])
        turns += not state.taken
    assert turns == 30 * players
    assert len(zone(table, state, "stock").split()) > 0


@pytest.mark.rule("FS-10")
def test_the_last_turn_of_all_can_be_the_one_that_empties_the_stock() -> None:
    state = at(THREE, "r5", "g1", "y1", seat=2, left=1, stock="g20", rest="a")
    state = play(THREE, state, "draw, y1@a")
    assert (turn(THREE, state), zone(THREE, state, "stock")) == (None, "")
    ties = at(THREE, "r5", "g5", "y1", seat=2, left=1, stock="b5")
    assert play(THREE, ties, "draw, y1@a").loser == 0  # the first after the last turn


@pytest.mark.rule("FS-11", "ALL-6")
def test_points_add_up_and_the_highest_total_wins() -> None:
    assert THREE.rounds == 3
    match = Match.start(Setup.choose("farbensammeln", 3, {"rounds": 2}), seed_from("total"))
    random = Random(2)
    while not match.over:
        match = match.next_round() if match.round_over else match
        while match.to_act:
            match = match.apply(match.to_act[0], random.choice(match.legal(match.to_act[0])))
    assert match.totals == tuple(map(sum, zip(*match.scores, strict=True)))
    assert [place == 1 for place in match.places] == [total == max(match.totals) for total in match.totals]


# --- the bot -------------------------------------------------------------------------------------------------


def test_the_bot_beats_random_play() -> None:
    totals = [0] * 4
    for number in range(6):
        state, steps = FOUR.deal(seed_from(f"bots {number}")), 0
        while seats := FOUR.to_act(state):
            bot = usual(FOUR) if seats[0] in (0, 2) else at_random
            stream = Stream(seed_from(f"{number} {steps}"), "bot")
            state, steps = FOUR.apply(state, seats[0], decide(bot, FOUR, state, seats[0], stream)), steps + 1
        totals = [a + b for a, b in zip(totals, FOUR.points(state), strict=True)]
    assert totals[0] + totals[2] > 1.5 * (totals[1] + totals[3])


@pytest.mark.rule("FS-9")
@pytest.mark.parametrize(("top", "away"), [("y20", "y20"), ("r4", "b9"), ("b8", "b8")])
def test_after_the_call_without_risk_the_bot_puts_away_what_costs_it_least(top: str, away: str) -> None:
    state = at(THREE, "r18 r19 b9" if top != "y20" else "r18 r19 r20", *HANDS[1:], piles={"a": top}, stock=None)
    state = play(THREE, state, "take a, announce schluss-ohne-risiko")
    assert THREE.write(decide(usual(THREE), THREE, state, 0, Stream(bytes(32), "any"))).startswith(f"{away}@")
