"""The bots of the row games: what their plan sees, and how well it plays."""

from __future__ import annotations

from typing import Any

import pytest

from elfer import Game, Stream, game, seed_from
from elfer.bots import Bot, Level, Player, at_random, decide, greedy, player, usual
from elfer.bots.plan import plan
from elfer.table.seed import Quick
from tests.games.positions.rows import BOOKLET, ROW_GAMES, arrange, play

ELFER = game("elfer", players=2)


def seen(of: Game[Any], state: Any, action: str) -> dict[str, float]:
    """What the plan sees in an action, without what it does not see."""
    legal = of.legal(state, state.seat)
    row = plan(of).look(of, state, state.seat, legal)[legal.index(of.read(action))]  # type: ignore[misc]
    return {name: value for name, value in zip(plan(of).names, row, strict=True) if value}


def chosen(of: Game[Any], state: Any, level: Level = Level.NORMAL) -> str:
    who = Player(player(of, level).bot)
    return of.write(decide(who, of, state, state.seat, Stream(bytes(32), "any")))


# --- what it sees ----------------------------------------------------------------------------------------------


def test_it_sees_which_cards_wait_beyond_a_card_and_whose_they_may_be() -> None:
    state = arrange(ELFER, ["r12 r13 r14 r17 y11", "b1"], rows="r11")
    assert seen(ELFER, state, "r12") == {"own": 3, "follow": 1, "soon": 1, "blocked": 5, "number": 12 / 20}
    assert seen(ELFER, state, "y11") == {"gift": 2, "blocked": 19, "number": 11 / 20}


def test_a_row_goes_on_to_one_side_only() -> None:
    state = arrange(ELFER, ["r9 r8 r6 r13 y1", "b1"], rows="r10 r11 r12")
    assert seen(ELFER, state, "r9") == {"own": 2, "follow": 1, "blocked": 6, "number": 9 / 20}
    assert seen(ELFER, state, "r13") == {"gift": 1, "blocked": 7, "number": 13 / 20}


def test_nothing_is_beyond_the_card_that_closes_a_row() -> None:
    false_start = game("falscher-anfang", players=2)
    state = arrange(false_start, ["r10 r3 y20", "b1"], rows="r1 r2 r4-9 r11-20")
    assert seen(false_start, state, "r10") == {"number": 10 / 20}


def test_where_a_row_begins_at_both_ends_what_is_left_of_it_lies_between() -> None:
    false_start = game("falscher-anfang", players=2)
    state = arrange(false_start, ["r3 r5 r17 y20", "b1"], rows="r1 r2 r18-20")
    assert seen(false_start, state, "r3") == {"own": 2, "soon": 1, "gift": 1, "blocked": 12, "number": 3 / 20}
    assert seen(false_start, state, "r17") == {"own": 2, "gift": 1, "blocked": 12, "number": 17 / 20}


def test_it_sees_when_nothing_would_be_left_to_lay() -> None:
    state = arrange(ELFER, ["r12 y1 y2", "b1"], rows="r11")
    assert seen(ELFER, state, "r12")["stuck"]


def test_further_cards_of_a_turn_are_seen_as_such() -> None:
    state = play(ELFER, arrange(ELFER, ["r10 r12 r13 y11 y1", "b1 b2"], rows="r11"), "r10")
    assert seen(ELFER, state, "end") == {}
    assert seen(ELFER, state, "r12") == {
        **{"own": 1, "follow": 1, "blocked": 7, "number": 12 / 20},
        **{"more": 1, "more_own": 1, "more_blocked": 7, "more_number": 12 / 20, "reserve": 2, "hurry": 1 / 2},
    }


def test_hurry_grows_with_how_near_anybody_is_to_going_out() -> None:
    three = game("elfer", players=3)
    state = play(three, arrange(three, ["r10 r12 y1", "b1 b2 b3 b4", "b5 b6 b7 b8 b9"], rows="r11"), "r10")
    assert seen(three, state, "r12")["hurry"] == 1 / 4


@pytest.mark.parametrize(("blocking", "drawing"), [("take-three", "take"), ("draw-to-fit", "draw")])
def test_it_sees_that_it_draws_though_it_could_lay(blocking: str, drawing: str) -> None:
    table = game("elfer-1210", players=2, blocking=blocking)
    state = arrange(table, ["r10 y1", "b1"], rows="r11")
    assert seen(table, state, drawing) == {"draw": 1}


def test_it_sees_that_it_keeps_a_drawn_card() -> None:
    table = game("elfer-1210", players=2, blocking="draw-to-fit")
    state = play(table, arrange(table, ["r10 y1", "b1"], rows="r11", stock="b2 b3 r12"), "draw draw draw")
    assert seen(table, state, "end") == {"keep": 1}
    assert seen(table, state, "r12") == {"gift": 1, "blocked": 8, "number": 12 / 20}


# --- going out -------------------------------------------------------------------------------------------------


def test_it_goes_out_when_the_whole_hand_can_be_laid() -> None:
    state = arrange(ELFER, ["r12 r13 y11 y10 y9", "b1 b2"], rows="r11")
    while state.seat == 0:
        assert seen(ELFER, state, chosen(ELFER, state))["out"]
        state = play(ELFER, state, chosen(ELFER, state))
    assert ELFER.points(state)[0] == 0


@pytest.mark.parametrize("name", BOOKLET)
def test_where_a_turn_has_one_colour_only_a_hand_of_one_colour_goes_out(name: str) -> None:
    table = game(name, players=2)
    one, two = "r12 r13 r14", "r12 r13 y10"
    lying = {"falscher-anfang": "r1-11 r20 y1-9"}.get(name, "r11 y11")
    state = arrange(table, [one, "b1 b2"], rows=lying, opening=11)
    assert seen(table, state, "r12")["out"]
    state = arrange(table, [two, "b1 b2"], rows=lying, opening=11)
    assert "out" not in seen(table, state, "r12")


def test_a_drawn_card_can_be_the_first_of_the_last() -> None:
    table = game("elfer-1210", players=2, blocking="draw-to-fit")
    state = play(table, arrange(table, ["r10 r13", "b1 b2"], rows="r11", stock="r12"), "draw")
    assert seen(table, state, "r12")["out"]
    state = play(table, arrange(table, ["r10 y13", "b1 b2"], rows="r11", stock="r12"), "draw")
    assert "out" not in seen(table, state, "r12")


def test_a_row_that_one_card_opens_is_closed_to_its_other_openers() -> None:
    table = game("zahlenwechsel", players=2)
    assert "out" not in seen(table, arrange(table, ["r10 r12", "b1 b2"], rows="y11"), "r10")
    assert seen(table, arrange(table, ["r10 r11 r12", "b1 b2"], rows="y11"), "r10")["out"]


def test_whoever_opens_the_game_with_any_card_does_not_go_out() -> None:
    table = game("auslosen", players=2)
    assert "out" not in seen(table, arrange(table, ["r3 r9", "b1 b2"]), "r3")


# --- how it plays ----------------------------------------------------------------------------------------------


def test_elfer_one_card_a_turn_is_enough() -> None:
    state = play(ELFER, arrange(ELFER, ["r10 r12 y11 g3 g4 b7", "b1 b2 b3 b4 b5"], rows="r11"), "r10")
    assert chosen(ELFER, state) == "end"


def test_elfer_it_opens_the_way_for_own_cards_rather_than_for_others() -> None:
    state = arrange(ELFER, ["r12 r14 r16 r18 y11 y1", "b1 b2 b3 b4"], rows="r11")
    assert chosen(ELFER, state) == "r12"


def share(of: Game[Any], one: Bot, others: Bot, boards: int) -> float:
    """The share of rounds that one wins against a table of others, on every seat of the same deals.

    They are asked without a guess: they look at nothing that it would change, and it takes most of the time.
    """
    won = 0
    for board in range(boards):
        for place in range(of.players):
            state, chance = of.forgetful(of.deal(seed_from(f"rows {board}"))), Quick(board)
            while acting := of.to_act(state):
                [seat] = acting
                state = of.step(state, seat, (one if seat == place else others)(of, state, seat, chance))
            won += not of.points(state)[place]
    return won / boards / of.players


@pytest.mark.parametrize("name", ROW_GAMES)
def test_normal_beats_those_without_a_plan_and_easy_does_not_beat_normal(name: str) -> None:
    two, four = game(name, players=2), game(name, players=4)
    for other in (at_random, greedy):
        assert share(two, usual(two), other, 40) > 0.55
        assert share(four, usual(four), other, 20) > 0.3
    assert share(two, player(two, Level.EASY).bot, usual(two), 40) < 0.45
    assert share(four, player(four, Level.EASY).bot, usual(four), 30) < 0.25


OPTIONS: list[dict[str, Any]] = [{}, {"deck": 60}, {"blocking": "take-three"}, {"blocking": "draw-to-fit"}]


@pytest.mark.parametrize("name", ROW_GAMES)
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_easy_and_normal_play_whole_rounds(name: str, players: int, options: dict[str, Any]) -> None:
    if name == "elfer" and ("blocking" in options or (options and players > 2)):
        return
    table = game(name, players=players, **options)
    state, chance = table.deal(seed_from("levels")), Quick(5)
    who = [player(table, level) for level in (Level.EASY, Level.NORMAL)]
    while acting := table.to_act(state):
        [seat] = acting
        state = table.apply(state, seat, decide(who[seat % 2], table, state, seat, chance))
    assert 0 in table.points(state)
