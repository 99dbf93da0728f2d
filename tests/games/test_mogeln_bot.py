"""The bot of `mogeln` lays, hides and objects sensibly."""

from __future__ import annotations

from typing import Any

from elfer import game, seed_from
from elfer.bots import Level, player
from elfer.bots.plan import plan
from elfer.bots.reasons import names, reason
from elfer.table.actions import Call
from elfer.table.seed import Quick
from tests.games.positions.mogeln import Position, arrange, play

THREE: Any = game("mogeln", 3)
SHOWN: Any = game("mogeln", 3, counts="shown")
LAST: Any = game("mogeln", 3, goal="last")
TRUE = ["r1 g7 b9", "y1 y2 y3", "g1 g2 g3"]
FALSE = ["r5 g7 b9", "y1 y2 y3", "g1 g2 g3"]


def done(table: Any, state: Position, seat: int, level: Level = Level.NORMAL, times: int = 60) -> set[str]:
    """All that the bot of a level does there."""
    bot = player(table, level).bot
    return {table.write(bot(table, state, seat, Quick(n))) for n in range(times)}


def test_what_is_true_is_laid_on_top_and_only_what_is_of_no_use_goes_under_it() -> None:
    for level in Level:
        assert done(THREE, arrange(THREE, TRUE), 0, level) <= {"r1", "slip g7", "slip b9"}
    assert done(THREE, arrange(THREE, TRUE), 0, Level.EASY) == {"r1"}
    # Blue 9 comes up later than green 7, so it is of no use for longer.
    assert done(THREE, arrange(THREE, TRUE), 0, Level.NORMAL) == {"r1", "slip b9"}


def test_nothing_is_hidden_where_all_can_count() -> None:
    for level in Level:
        assert done(SHOWN, arrange(SHOWN, TRUE), 0, level) == {"r1"}
        assert not any(action.startswith("slip") for action in done(SHOWN, arrange(SHOWN, FALSE), 0, level))


def test_without_a_true_card_it_bluffs_or_passes_on_and_dares_less_on_a_high_pile() -> None:
    assert done(THREE, arrange(THREE, FALSE), 0, Level.EASY) == {"b9", "pass"}
    high = arrange(THREE, FALSE, pile="b10-19", number=1)
    assert done(THREE, high, 0, Level.EASY) == {"pass"}


def test_what_cannot_be_true_is_called_by_everyone() -> None:
    """Seat 1 holds all four ones itself."""
    state = play(THREE, arrange(THREE, ["r5 g7 b9", "r1 y1 g1 b1", "g2 g3"]), "r5")
    for level in Level:
        assert done(THREE, state, 1, level) == {"call gemogelt"}


def test_whoever_lays_the_last_card_is_always_called() -> None:
    state = play(THREE, arrange(THREE, ["r1", "y1 y2 y3", "g1 g2 g3"]), "r1")
    for level in Level:
        assert "silent" not in done(THREE, state, 1, level)


def test_normal_suspects_hidden_cards_and_easy_does_not_think_of_it() -> None:
    state = play(THREE, arrange(THREE, TRUE), "r1")
    assert done(THREE, state, 1) >= {"call more-than-one", "silent"}
    assert "call more-than-one" not in done(THREE, state, 1, Level.EASY)


def test_a_high_pile_is_not_risked() -> None:
    state = play(THREE, arrange(THREE, TRUE, pile="b10-19 y10-19"), "r1")
    assert done(THREE, state, 1) == {"silent"}


def test_where_the_last_one_left_wins_cards_are_kept_and_objections_are_meant_to_be_wrong() -> None:
    assert done(LAST, arrange(LAST, TRUE), 0) == {"pass", "b9"}
    assert done(LAST, arrange(LAST, ["r5", "y1", "g1"]), 0) == {"pass"}  # the last card is never given away
    state = play(LAST, arrange(LAST, TRUE), "b9")
    assert "silent" not in done(LAST, state, 1)


def test_reasons_fit_what_is_done() -> None:
    def why(table: Any, state: Position, seat: int, action: str) -> str | None:
        return reason(table, state, seat, table.read(action))

    state = arrange(THREE, TRUE)
    assert [why(THREE, state, 0, action) for action in ("r1", "g7", "slip g7", "pass")] == [
        *("true", "bluff", "hide", None),
    ]
    assert why(THREE, arrange(THREE, FALSE), 0, "pass") == "wait"
    state = play(THREE, arrange(THREE, TRUE), "r1")
    assert [why(THREE, state, 1, action) for action in ("call gemogelt", "call more-than-one", "silent")] == [
        *("doubt", "several", "quiet"),
    ]
    assert why(LAST, arrange(LAST, TRUE), 0, "pass") is None
    assert {"true", "certain"} <= names(plan(THREE), 3)


def test_nobody_hides_so_much_that_a_round_of_normal_players_is_over_at_once_or_goes_on_for_ever() -> None:
    bot = player(THREE, Level.NORMAL)
    for number in range(3):
        state, chance = THREE.deal(seed_from(f"length {number}")), Quick(number)
        while seats := THREE.to_act(state):
            action = bot.bot(THREE, state, seats[0], chance)
            state = THREE.step(state, seats[0], Call(action.word, 300 + seats[0]) if type(action) is Call else action)
        assert 20 < state.moves < 1500
