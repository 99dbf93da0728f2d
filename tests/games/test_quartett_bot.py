"""The bot of `quartett` listens, and hard thinks of what its own questions tell."""

from __future__ import annotations

from typing import Any

from elfer import game
from elfer.bots import Level, decide, player
from elfer.table.seed import Quick
from tests.games.positions.quartett import Position, arrange, play

FOUR: Any = game("quartett", 4)


def asked(state: Position, level: Level, times: int = 30) -> set[str]:
    """All that somebody of the level asks there."""
    [seat] = FOUR.to_act(state)
    who = player(FOUR, level)
    return {FOUR.write(decide(who, FOUR, state, seat, Quick(n))) for n in range(times)}


def test_who_asked_for_a_number_holds_what_is_left_of_it() -> None:
    """Seat 0 has asked two others for a five in vain, and seat 2 holds two: there is one that it can be."""
    state = play(FOUR, arrange(FOUR, ["r5 r6", "y6 y7", "g5 b5 r8", "y5 y8 r7"]), "ask 1 g5, ask 2 r7")
    assert not state.table.memory.public
    questions = asked(state, Level.NORMAL)
    assert all(question.startswith("ask 0 ") for question in questions if question[-1] == "5")
    assert asked(state, Level.EASY, 100) >= {"ask 1 y5", "ask 3 r5"}  # who does not listen asks anyone


def test_who_denied_a_card_is_not_asked_for_it() -> None:
    state = play(FOUR, arrange(FOUR, ["r5 r6", "g6 y7", "g5 y6 r8", "y5 b6 b5"]), "ask 1 y6, ask 3 g7, ask 2 r6")
    for level in (Level.NORMAL, Level.HARD):
        assert "ask 1 y6" not in asked(state, level)


def test_a_card_that_was_seen_to_go_somewhere_is_taken_at_once() -> None:
    state = play(FOUR, arrange(FOUR, ["r5 r6", "y5 y6 r7", "g5 g6", "b5 b6"]), "ask 1 y5, ask 3 g6")
    for level in (Level.NORMAL, Level.HARD):
        assert asked(state, level) == {"ask 0 y5"}


def test_hard_does_not_tell_of_a_number_that_nobody_knows_of() -> None:
    """It has got a six already; whoever hears of its fives could take them."""
    hands = ["r5 y5 r6", "y6 r7 y7 b9", "g5 g6 g7 g9 y9", "b5 b6 b7 r9"]
    state = play(FOUR, arrange(FOUR, hands), "ask 2 g6")
    assert FOUR.to_act(state) == (0,)
    assert {question[-1] for question in asked(state, Level.HARD)} == {"6"}
    assert {question[-1] for question in asked(state, Level.NORMAL)} == {"5", "6"}
