"""The bot of `farbensammeln` collects, watches its neighbour, and calls when it is time."""

from __future__ import annotations

from typing import Any

from elfer import game
from elfer.bots import Level, player
from elfer.table.seed import Quick
from tests.games.positions.hands import Position, play
from tests.games.rules.test_farbensammeln import at

THREE: Any = game("farbensammeln", 3)
RED = "r20 r19 r18 r17 r16 r15 r14 r13 r12 r11 r10 r9 r8 r7"
LOW = "r14 r13 r12 r11 r10 r9 r8 r7 r6 r5 r4 r3 r2 r1"
BLUE, YELLOW = (" ".join(f"{colour}{number}" for number in range(1, 15)) for colour in "by")


def done(state: Position, level: Level = Level.NORMAL) -> set[str]:
    """All that the bot of a level does there."""
    [seat] = THREE.to_act(state)
    bot = player(THREE, level).bot
    return {THREE.write(bot(THREE, state, seat, Quick(n))) for n in range(30)}


def test_a_high_open_card_of_ones_colour_is_taken_and_others_are_not() -> None:
    hands = ("r15 r16 r17 y7", "g1 g2 g4", "y1 y2 y3")
    for level in (Level.EASY, Level.NORMAL):
        assert done(at(THREE, *hands, piles={"a": "b20", "b": "r19"}), level) == {"take b"}
        assert done(at(THREE, *hands, piles={"a": "b20", "b": "g19"}), level) == {"draw"}
    assert done(at(THREE, RED, BLUE, YELLOW, piles={"a": "r1"})) == {"draw"}  # lower than all that it has


def test_what_has_another_colour_is_put_away_and_the_lowest_of_it_first() -> None:
    state = play(THREE, at(THREE, "r15 r16 r17 y7 y12 g3", "g1 g2 g4", "y1 y2 y3", stock="b5"), "draw")
    assert {action.split("@")[0] for action in done(state)} == {"g3"}


def test_easy_would_rather_keep_a_high_card_of_another_colour() -> None:
    state = play(THREE, at(THREE, "r15 r16 r17 y18 g19", "g1 g2 g4", "y1 y2 y3", stock="b5"), "draw")
    assert {action.split("@")[0] for action in done(state)} == {"y18"}
    assert {action.split("@")[0] for action in done(state, Level.EASY)} == {"r15"}


def test_hard_does_not_give_the_next_player_what_they_collect() -> None:
    """Seat 1 has taken a green card that lay open."""
    hands = ("r15 r16 r17 g8 y9", "g1 g2 b4", "y1 y2 b9 b10")
    state = at(THREE, *hands, seat=1, piles={"a": "g20", "b": "b2", "c": "b3", "d": "y20"}, stock="b6 b7 b8")
    state = play(THREE, state, "take a, b4@a, draw, b9@b, draw")
    assert {action.split("@")[0] for action in done(state, Level.HARD)} == {"y9"}
    assert {action.split("@")[0] for action in done(state)} == {"g8"}


def test_it_calls_with_a_good_hand_and_easy_with_any() -> None:
    good = play(THREE, at(THREE, RED, BLUE, YELLOW, piles={"a": "b20"}, stock="g5"), "draw")
    poor = play(THREE, at(THREE, LOW, BLUE, YELLOW, piles={"a": "b20"}, stock="g5"), "draw")
    assert done(good) == done(good, Level.EASY) == done(poor, Level.EASY) == {"announce schluss"}
    assert "announce schluss" not in done(poor)
