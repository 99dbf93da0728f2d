"""The rules of `master`, one by one: setup, turn, bonus and end. Jokers and connections have their own file."""

from __future__ import annotations

import string
import tomllib
from collections import Counter
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from elfer import Game, Match, Setup, game, guess, seed_from
from elfer.table.options import BadOption
from elfer.table.seed import Stream
from elfer.testing import check_setup
from elfer.words.rulebook import reasons
from tests.games.positions.master import (
    ALL_BUT,
    DECK,
    ELEVENS,
    arrange,
    cards,
    connection_cards,
    hand,
    offers,
    on_table,
    play,
    refused,
    turn,
    won,
    zone,
)

TWO = game("master", 2)
THREE = game("master", 3)
PLAYERS = range(2, 7)


def dealt(table: Game[Any], seed: int) -> Any:
    return table.deal(seed_from(str(seed)))


# --- material and setup --------------------------------------------------------------------------------------


@pytest.mark.rule("MA-1")
def test_the_cards() -> None:
    names = Counter(TWO.layout.deck.names)
    assert names == Counter(DECK) + Counter({"j": 4, "c": 15, "x": 7})
    assert len(DECK) == 84


@pytest.mark.rule("MA-2")
@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 4), (4, 3), (5, 3), (6, 2)])
def test_connection_cards_lie_open_before_the_players(players: int, each: int) -> None:
    table = game("master", players)
    state = dealt(table, 1)
    assert connection_cards(table, state) == [each] * players
    assert zone(table, state, "box") == ["c"] * (15 - each * players)
    for seat in range(players):
        assert table.layout.sees[table.layout.zone(f"connections{seat}")] == table.layout.everyone


@pytest.mark.rule("MA-3")
def test_the_elevens_are_the_four_rows_from_the_start() -> None:
    state = dealt(THREE, 1)
    assert zone(THREE, state, "rows") == ELEVENS
    everything = arrange(TWO, ["r1-10 r12-21 y1-10 y12-21 g1-10 g12-21 b1-10 b12-21", ""], stock="j")
    assert offers(TWO, everything) == {"r10", "r12", "y10", "y12", "g10", "g12", "b10", "b12", "draw"}


@pytest.mark.rule("MA-3")
def test_the_order_of_the_rows_is_drawn_or_standard() -> None:
    assert {dealt(game("master", 2, rows="standard"), seed).order for seed in range(20)} == {(0, 1, 2, 3)}
    orders = Counter(dealt(TWO, seed).order for seed in range(400))
    assert len(orders) == 24
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    assert dealt(TWO, 1) == dealt(TWO, 1)


@pytest.mark.rule("MA-3", "MA-14")
@pytest.mark.parametrize(("order", "reached"), [("rygb", {"y9"}), ("yrgb", {"y9", "g9"}), ("gbry", {"b9", "y9"})])
def test_the_order_of_the_rows_says_which_are_neighbours(order: str, reached: set[str]) -> None:
    state = arrange(TWO, ["y9 g9 b9", "r1"], rows="r9", order=order)
    assert offers(TWO, state) == {"draw"} | {f"{card}<r9" for card in reached}


@pytest.mark.rule("MA-4")
@pytest.mark.parametrize(("players", "size"), [(2, 20), (3, 20), (4, 15), (5, 12), (6, 12)])
def test_the_deal(players: int, size: int) -> None:
    table = game("master", players)
    state = dealt(table, 1)
    hands = [hand(table, state, seat) for seat in range(players)]
    assert [len(held) for held in hands] == [size] * players
    stock = zone(table, state, "stock")
    assert len(stock) == 84 - size * players
    shuffled = Counter(card for held in [*hands, stock] for card in held)
    assert shuffled == Counter(DECK) - Counter(ELEVENS) + Counter({"j": 4})
    assert zone(table, state, "bonus") == ["x"] * 7
    assert won(table, state) == [0] * players


@pytest.mark.rule("MA-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_who_begins(players: int) -> None:
    first = game("master", players, first="seat-0")
    assert {first.to_act(dealt(first, seed)) for seed in range(20)} == {(0,)}
    drawn = game("master", players)
    assert {drawn.to_act(dealt(drawn, seed)) for seed in range(150)} == {(seat,) for seat in range(players)}


@pytest.mark.rule("MA-4")
def test_play_goes_clockwise() -> None:
    state = arrange(THREE, ["r10 r1", "y10 y1", "g10 g1"])
    seats = []
    for _ in range(6):
        seats.append(turn(THREE, state))
        state = play(THREE, state, "draw")
    assert seats == [0, 1, 2, 0, 1, 2]


@pytest.mark.rule("MA-4", "MA-23")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_next_seat_begins_the_next_round(players: int) -> None:
    match = Match.start(Setup.choose("master", players, {"rounds": players + 1}), seed_from("beginners"))
    beginners: list[int] = []
    while True:
        beginners += match.to_act
        random = Random(1)
        while match.to_act:
            [seat] = match.to_act
            match = match.apply(seat, random.choice(match.legal(seat)))
        if match.over:
            break
        match = match.next_round()
    assert beginners == [(beginners[0] + n) % players for n in range(players + 1)]


# --- a turn --------------------------------------------------------------------------------------------------


@pytest.mark.rule("MA-5")
def test_one_to_four_cards_on_any_rows() -> None:
    state = arrange(TWO, ["r10 r9 y12 g10 b10 b1", "r1"], connections=[0, 0])
    for laid in (["r10"], ["r10", "y12"], ["r10", "y12", "r9"], ["r10", "y12", "r9", "g10"]):
        after = play(TWO, state, ", ".join(laid))
        assert turn(TWO, after) == 0
        after = play(TWO, after, "end")
        assert turn(TWO, after) == 1
        assert on_table(TWO, after) == set(laid)


@pytest.mark.rule("MA-5")
def test_no_fifth_card() -> None:
    state = play(TWO, arrange(TWO, ["r10 r9 y12 g10 b10 b1 j", "r1"]), "r10, r9, y12, g10")
    assert offers(TWO, state) == {"end"}
    for card in ("b10", "j@b10", "j@y10<r10"):
        refused(TWO, state, card, "four-laid", "four cards", "end the turn")
    refused(TWO, state, "draw", "four-laid")


@pytest.mark.rule("MA-5")
def test_a_turn_with_laid_cards_never_ends_by_itself() -> None:
    """Otherwise everybody would know what is not in the hand."""
    state = play(TWO, arrange(TWO, ["r10 y1", "r1"]), "r10")
    assert offers(TWO, state) == {"end"}
    refused(TWO, state, "draw", "already-laid", "end the turn")
    refused(TWO, state, "pass", "already-laid")


@pytest.mark.rule("MA-5", "MA-9")
def test_the_top_card_of_the_stock_is_drawn_and_the_turn_is_over() -> None:
    state = arrange(TWO, ["r10 b12", "y1"], stock="r9 g5", jokers="b12")
    state = play(TWO, state, "draw")
    assert turn(TWO, state) == 1
    assert hand(TWO, state) == ["b12", "r10", "r9"]
    assert zone(TWO, state, "stock")[0] == "g5"
    for action in ("r10", "r9", "swap b12", "draw", "end"):
        refused(TWO, state, action, "not-your-turn", seat=0)


@pytest.mark.rule("MA-5")
def test_end_needs_a_laid_card() -> None:
    state = arrange(TWO, ["r10 b1", "y1"])
    refused(TWO, state, "end", "nothing-laid")
    refused(TWO, play(TWO, state, "r10, end"), "end", "nothing-laid")


@pytest.mark.rule("MA-6")
def test_a_card_goes_beside_its_neighbour_in_the_row_of_its_colour() -> None:
    state = arrange(TWO, ["r8 r14 r7 r15 y9 y13 g9", "b1"], rows="r9-10 r12-13", connections=[0, 0])
    assert offers(TWO, state) == {"r8", "r14", "draw"}
    refused(TWO, state, "r7", "does-not-fit", "r7 does not fit")
    refused(TWO, state, "y9", "does-not-fit", "y9 does not fit")
    refused(TWO, state, "b1", "not-in-hand")
    assert offers(TWO, play(TWO, state, "r8")) == {"r7", "r14", "end"}


@pytest.mark.rule("MA-6")
def test_the_ends_of_a_row_are_no_neighbours_of_the_next_colour() -> None:
    state = arrange(TWO, ["y1 r21", "b1"], rows="r12-20 y2-10", connections=[0, 0])
    assert offers(TWO, state) == {"y1", "r21", "draw"}
    state = arrange(TWO, ["y1", "b1"], rows="r12-21", connections=[0, 0])
    assert offers(TWO, state) == {"draw"}
    state = arrange(TWO, ["r21", "b1"], rows="y1-10", connections=[0, 0])
    assert offers(TWO, state) == {"draw"}


@pytest.mark.rule("MA-6")
def test_a_joker_counts_as_the_card_it_stands_for() -> None:
    state = arrange(TWO, ["r9 r8", "b1"], jokers="r10", connections=[0, 0])
    assert offers(TWO, state) == {"r9", "draw"}


@pytest.mark.rule("MA-7")
def test_drawing_although_a_card_fits() -> None:
    state = arrange(TWO, ["r10", "y10"], stock="g1")
    assert offers(TWO, state) == {"r10", "draw"}
    state = play(TWO, state, "draw")
    assert hand(TWO, state) == ["g1", "r10"]


@pytest.mark.rule("MA-7", "MA-8")
def test_nobody_passes_while_there_is_a_stock() -> None:
    refused(TWO, arrange(TWO, ["r1", "y10"], stock="g1"), "pass", "pass-too-early", "stock")
    refused(TWO, arrange(TWO, ["r10", "y10"], stock="g1"), "pass", "pass-too-early")


@pytest.mark.rule("MA-8")
def test_with_the_stock_empty_whoever_can_lay_must() -> None:
    state = arrange(TWO, ["r10 y1", "b1"], rest="hand1")
    assert offers(TWO, state) == {"r10"}
    refused(TWO, state, "pass", "can-lay", "r10")
    refused(TWO, state, "draw", "stock-empty")
    assert offers(TWO, play(TWO, state, "r10")) == {"end"}


@pytest.mark.rule("MA-8", "MA-13")
def test_laying_a_joker_is_laying_a_card() -> None:
    state = arrange(TWO, ["r10 j y1", "b1"], rest="hand1")
    assert "pass" not in offers(TWO, state)
    state = play(TWO, state, "j@g10, end")
    assert turn(TWO, state) == 1


@pytest.mark.rule("MA-8")
def test_whoever_cannot_lay_passes() -> None:
    state = arrange(TWO, ["y1 r1", "b1"], rest="hand1")
    assert offers(TWO, state) == {"pass"}
    assert turn(TWO, play(TWO, state, "pass")) == 1


@pytest.mark.rule("MA-8", "MA-13", "MA-17")
def test_nobody_has_to_use_jokers_connections_or_exchanges() -> None:
    state = arrange(TWO, ["y9 j g12", "b1"], rows="r7-9", jokers="r10 g12", rest="hand1")
    assert offers(TWO, state) >= {"pass", "y9<r9", "j@r6", "j@y9<r9", "swap g12"}
    assert not offers(TWO, state) & {"draw", "end"}


@pytest.mark.rule("MA-8")
def test_a_pass_tells_everyone_that_no_number_card_fits() -> None:
    state = play(THREE, arrange(THREE, ["y1 j", "b1", "b2"], rest="hand2"), "pass")
    fits = set(cards("r10 r12 y10 y12 g10 g12 b10 b12"))
    assert set(THREE.layout.deck.show(state.table.memory.lacks[0]).split()) == fits
    for number in range(20):
        other = guess(THREE, state, 1, Stream(bytes(32), f"other {number}"))
        assert not set(hand(THREE, other)) & fits


# --- bonus and end -------------------------------------------------------------------------------------------


@pytest.mark.rule("MA-19")
@pytest.mark.parametrize(
    ("rows", "last"), [("r2-10", "r1"), ("b1-4 b6-10", "b5"), ("y12-20", "y21"), ("g13-21", "g12")]
)
def test_the_last_missing_card_of_a_half_row_earns_a_bonus(rows: str, last: str) -> None:
    before = arrange(TWO, ["j", f"{last} j"], rows=rows, seat=1)
    state = play(TWO, before, last)
    assert won(TWO, state) == [0, 1]
    assert len(zone(TWO, state, "bonus")) == 6
    assert TWO.points(state)[1] - TWO.points(before)[1] == 11 + int(last[1:])


@pytest.mark.rule("MA-19")
@pytest.mark.parametrize(("rows", "card"), [("r3-10", "r2"), ("y12-19", "y20"), ("r2-9", "r10"), ("g14-21", "g12")])
def test_no_bonus_before_a_half_row_is_full(rows: str, card: str) -> None:
    state = play(TWO, arrange(TWO, [f"{card} b1", "b2"], rows=rows), card)
    assert won(TWO, state) == [0, 0]


@pytest.mark.rule("MA-19")
def test_the_half_below_and_the_half_above_the_eleven_are_two() -> None:
    state = arrange(TWO, ["r1 r21 b1", "b2"], rows="r2-10 r12-20")
    assert won(TWO, play(TWO, state, "r1")) == [1, 0]
    assert won(TWO, play(TWO, state, "r1, r21")) == [2, 0]


@pytest.mark.rule("MA-19")
def test_a_joker_completes_a_half_row_and_is_part_of_one() -> None:
    assert won(TWO, play(TWO, arrange(TWO, ["j b1", "b2"], rows="r2-10"), "j@r1")) == [1, 0]
    assert won(TWO, play(TWO, arrange(TWO, ["r1 b1", "b2"], rows="r2-4 r6-10", jokers="r5"), "r1")) == [1, 0]
    over = arrange(TWO, ["j b1", "b2"], rows="r1-4 r6-10 y5")
    assert won(TWO, play(TWO, over, "j@r5<y5")) == [1, 0]


@pytest.mark.rule("MA-19")
def test_whoever_lays_the_last_card_gets_the_bonus_and_nobody_else() -> None:
    state = play(TWO, arrange(TWO, ["r3 r2 b1", "r1 b2"], rows="r4-10"), "r3, r2, end")
    assert won(TWO, play(TWO, state, "r1, end")) == [0, 1]


@pytest.mark.rule("MA-19")
def test_exchanging_a_joker_earns_no_bonus() -> None:
    state = play(TWO, arrange(TWO, ["r1 b10 b1", "b2"], rows="r2-10", jokers="r1"), "swap r1, b10, end")
    assert won(TWO, state) == [0, 0]


@pytest.mark.rule("MA-19")
def test_the_eighth_half_row_earns_nothing() -> None:
    rows = "r12-21 y1-10 y12-21 g1-10 g12-21 b1-10 b12-21 r2-10"
    state = arrange(TWO, ["r1 j", "j"], rows=rows, won=[3, 4], rest="hand1")
    state = play(TWO, state, "r1")
    assert won(TWO, state) == [3, 4]
    assert turn(TWO, state) == 0


@pytest.mark.rule("MA-19")
def test_the_seventh_bonus_card_is_there_to_be_won() -> None:
    state = arrange(TWO, ["r1 b1", "b2"], rows="r2-10", won=[2, 4])
    assert won(TWO, play(TWO, state, "r1")) == [3, 4]


@pytest.mark.rule("MA-20")
@pytest.mark.parametrize("stock", ["", "r1"])
def test_the_round_ends_with_the_last_card_of_a_hand(stock: str) -> None:
    state = arrange(TWO, ["r10 r9", "b2"], stock=stock, rest="hand1")
    state = play(TWO, state, "r10")
    assert turn(TWO, state) == 0
    state = play(TWO, state, "r9")
    assert turn(TWO, state) is None
    refused(TWO, state, "end", "round-over")


@pytest.mark.rule("MA-20")
def test_the_last_card_may_lie_over_a_connection_and_connection_cards_may_be_left() -> None:
    state = play(TWO, arrange(TWO, ["y9", "b2"], rows="r9"), "y9<r9")
    assert turn(TWO, state) is None
    assert connection_cards(TWO, state) == [3, 4]


@pytest.mark.rule("MA-19", "MA-20")
@pytest.mark.parametrize("card", ["r1", "j@r1"])
def test_a_bonus_earned_by_the_last_card_counts(card: str) -> None:
    state = play(TWO, arrange(TWO, [card.partition("@")[0], "b2"], rows="r2-10"), card)
    assert turn(TWO, state) is None
    assert won(TWO, state) == [1, 0]
    assert TWO.points(state) == (11, -2)


@pytest.mark.rule("MA-20")
def test_an_exchanged_card_is_never_the_last() -> None:
    state = play(TWO, arrange(TWO, ["r10", "b2"], jokers="r10"), "swap r10")
    assert turn(TWO, state) == 0
    assert hand(TWO, state) == ["j"]


@pytest.mark.rule("MA-21")
def test_points() -> None:
    state = arrange(THREE, ["r4 j", "b21 b20 j j", "y1"], won=[2, 0, 1], connections=[4, 1, 0])
    assert THREE.points(state) == (22 - 4 - 11, -21 - 20 - 22, 11 - 1)


@pytest.mark.rule("MA-21", "ALL-6")
def test_the_most_points_win_and_ties_share() -> None:
    match = Match.start(Setup.choose("master", 3), seed_from("most"))
    state = arrange(match.game, ["r10", "y1", "b1"], won=[0, 1, 1])
    match = Match(match.setup, match.seed, state).apply(0, match.game.read("r10"))
    assert match.totals == (0, 10, 10)
    assert match.places == (3, 1, 1)


@pytest.mark.rule("MA-22")
def test_the_round_ends_when_all_pass_in_turn() -> None:
    """All places are taken, and jokers stand where the last cards belong."""
    state = arrange(THREE, ["r1", "y1", "j j"], rows=ALL_BUT, jokers="r1 y1", rest="hand2")
    for seat in (1, 2, None):
        state = play(THREE, state, "pass")
        assert turn(THREE, state) == seat
    assert THREE.points(state) == (-1, -1, -22)


@pytest.mark.rule("MA-22")
def test_a_laid_card_begins_the_count_of_passes_anew() -> None:
    state = arrange(THREE, ["r1", "y10 y1", "r10 j"], rest="hand2", connections=[0, 0, 0])
    state = play(THREE, state, "pass, y10, end")
    assert turn(THREE, state) == 2
    state = play(THREE, state, "j@g12, end, pass")
    assert turn(THREE, state) == 1
    assert offers(THREE, state) == {"pass"}
    state = play(THREE, state, "pass")
    assert turn(THREE, state) == 2  # two passes in a row, not three


@pytest.mark.rule("MA-22")
def test_whoever_does_not_pass_keeps_the_round_going() -> None:
    state = arrange(TWO, ["r1", "y1 j"], rest="hand1", passes=0)
    state = play(TWO, state, "pass")
    assert turn(TWO, state) == 1
    assert "pass" not in offers(TWO, state)


@pytest.mark.rule("MA-23")
def test_rounds_add_up() -> None:
    match = Match.start(Setup.choose("master", 2, {"rounds": 2}), seed_from("rounds"))
    first = arrange(match.game, ["r1", "y21 j"], rows="r2-10", won=[1, 0])
    match = Match(match.setup, match.seed, first).apply(0, match.game.read("r1"))
    assert (match.totals, match.over) == ((22, -32), False)
    match = match.next_round()
    second = arrange(match.game, ["y10", "r1"])
    match = Match(match.setup, match.seed, second, 0, match.scores).apply(0, match.game.read("y10"))
    assert (match.totals, match.over) == ((22, -33), True)


@pytest.mark.rule("MA-23")
def test_how_many_rounds_there_can_be() -> None:
    assert game("master", 4).rounds == 1
    assert [game("master", 4, rounds=rounds).rounds for rounds in (1, 12)] == [1, 12]
    for rounds in (0, 13):
        with pytest.raises(BadOption):
            game("master", 4, rounds=rounds)
    for players in (1, 7):
        with pytest.raises(BadOption):
            game("master", players)


# --- beyond the rules ----------------------------------------------------------------------------------------


def test_actions_are_the_same_at_every_table() -> None:
    assert len({game("master", players).actions for players in PLAYERS}) == 1
    assert game("master", 2, rows="standard", first="seat-0").actions == TWO.actions
    assert len(TWO.actions) == (1 + 1 + 1 + 3 + 3) * 84 + 3
    assert [TWO.read(TWO.write(action)) for action in TWO.actions] == list(TWO.actions)


@pytest.mark.parametrize("lang", ["de", "fr"])
def test_every_reason_is_said_in_every_language(lang: str) -> None:
    text = files("elfer.games.master").joinpath(f"{lang}.md").read_text("utf-8")
    said: dict[str, str] = tomllib.loads(text.split("+++")[1])["refusals"]
    assert said.keys() == reasons("master").keys()

    def placeholders(sentence: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(sentence)}

    for code, sentence in reasons("master").items():
        assert placeholders(said[code]) == placeholders(sentence)


@pytest.mark.parametrize("code", ["master.2", "master.3.1", "master.4.01", "master.5.112", "master.6"])
def test_conformance(code: str) -> None:
    check_setup(Setup.read(code), rounds=2, seed="master")
