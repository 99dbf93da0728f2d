"""Bots of `master` play like people who know the game."""

from __future__ import annotations

from typing import Any

from elfer import game
from elfer.bots import Level, at_random, levels, player
from elfer.bots.plan import plan
from elfer.games.master.bot import look
from elfer.table.actions import Connect, Draw, End, Lay, LayAt, Swap
from tests.games.boards import chosen, played, share
from tests.games.positions.master import arrange

TWO, FOUR = game("master", 2), game("master", 4)
SOME = "y1-9 b1-9"


def test_it_goes_out_when_it_can() -> None:
    state = arrange(TWO, ["r12", SOME])
    assert chosen(TWO, state) == "r12"


def test_it_fills_a_half_row_for_the_bonus() -> None:
    state = arrange(TWO, ["r1 b12 g2 g3", SOME], rows="r2-10")
    assert chosen(TWO, state) == "r1"


def test_it_keeps_the_way_shut_that_others_wait_for() -> None:
    """Beyond the red 12 lie nine cards of others, beyond the blue 2 only one of its own."""
    state = arrange(TWO, ["r12 b1 b2 y4 g2 g4", "r13-21 g6-9"], rows="b3-10", connections=[0, 0])
    assert chosen(TWO, state) == "b2"
    assert chosen(TWO, state, Level.EASY) == "r12"  # it sees the higher number only


def test_it_takes_a_joker_back() -> None:
    state = arrange(TWO, ["r12 y5 y6 y7", "g1-9"], jokers="r12", connections=[0, 0])
    assert chosen(TWO, state) == "swap r12"


def test_it_saves_connection_cards() -> None:
    state = arrange(TWO, ["r10 y1 y2 y9 g3 g4 b5 b6", "g12-21"], rows="r12 y10")
    assert "<" not in chosen(TWO, state)


def test_a_row_has_a_number_for_each_weight() -> None:
    state = arrange(TWO, ["r12 r13 y10 g12 j", "b1-9"], jokers="r12")
    verbs = set()
    for do in ("swap r12", "r13", "end"):
        legal = TWO.legal(state, 0)
        verbs |= {type(action) for action in legal}
        assert {len(row) for row in look(TWO, state, 0, legal)} == {len(plan(TWO).names)}  # type: ignore[arg-type]
        state = TWO.apply(state, 0, TWO.read(do))
    assert verbs == {Connect, Draw, End, Lay, LayAt, Swap}


def seen(state: Any) -> dict[str, dict[str, float]]:
    """By what seat 0 can do, what the plan sees in it beside what is 0."""
    legal = TWO.legal(state, 0)
    rows = [dict(zip(plan(TWO).names, row, strict=True)) for row in look(TWO, state, 0, legal)]  # type: ignore[arg-type]
    return {TWO.write(a): {name: n for name, n in row.items() if n} for a, row in zip(legal, rows, strict=True)}


def test_it_sees_what_an_action_does() -> None:
    state = arrange(TWO, ["r1 y12 y13 g12 b10 j", "b1-9 y14-21 g13-21"], rows="r2-10 b12", jokers="g12")
    found = seen(state)
    assert found["r1"] == {"points": 0.1, "bonus": 1}
    assert found["y12"] == {"points": 1.2, "chain": 1, "waiting": 8}
    assert found["b10"] == {"points": 1, "opens": 1, "opens_high": 0.9, "waiting": 9}
    assert found["j@b10"] == found["b10"] | {"points": 1.1, "joker": 1}
    assert found["swap g12"] == {"swap": 1}
    assert found["draw"] == {"draw": 1, "draw_kept": 3}
    assert {row.get("link") for do, row in found.items() if "<" in do} == {1}


def test_all_levels_differ_and_play_whole_rounds() -> None:
    assert levels(TWO) == levels(FOUR) == [*Level]
    one = player(TWO, Level.EASY)
    played(TWO, "levels", [one, player(TWO, Level.NORMAL)])


def test_looking_ahead_gives_what_is_legal() -> None:
    state = arrange(TWO, ["r12 r13 b10", "b9 g12 g13"], connections=[0, 0])
    assert chosen(TWO, state, Level.HARD) in {TWO.write(action) for action in TWO.legal(state, 0)}


def test_whoever_knows_the_game_beats_whoever_has_just_learnt_it() -> None:
    normal, easy = player(TWO, Level.NORMAL), player(TWO, Level.EASY)
    assert share(TWO, normal, easy, 15) > 0.75
    assert share(TWO, easy, at_random, 15) > 0.6
    assert share(FOUR, player(FOUR, Level.NORMAL), player(FOUR, Level.EASY), 6) > 0.4
