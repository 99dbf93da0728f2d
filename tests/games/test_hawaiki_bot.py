"""The bot of Hawaiki plays sensibly."""

from __future__ import annotations

from typing import Any

import pytest

from elfer import Game, Match, Setup, Stream, seed_from
from elfer.bots import Bot, Level, Player, at_random, decide, player, usual
from elfer.bots.plan import plan
from elfer.bots.reactions import Reflexes
from elfer.games.hawaiki.bot import look
from elfer.table.actions import DRAW, LayAt
from elfer.table.seed import Quick
from tests.games.boards import share
from tests.games.positions.hawaiki import STRICT, THREE, TWO, answer, arrange, dealt, play, table

SURE = Reflexes(overlooks=10**4, errs=10**4)


def kind(name: str) -> int:
    return TWO.layout.deck.card(name)


def chosen(hawaiki: Game[Any], state: Any, seat: int = 0) -> str:
    return hawaiki.write(decide(Player(usual(hawaiki), SURE), hawaiki, state, seat, Stream(bytes(32), "any")))


def losses(setup: Setup, bots: list[Bot], matches: int) -> list[int]:
    """The markers that each bot lost in so many matches; they change seats."""
    out = [0] * len(bots)
    for number in range(matches):
        match = Match.start(setup, seed_from(f"bots {number}"))
        stream = Stream(match.seed, "bots")
        while not match.over:
            if not match.to_act:
                match = match.next_round()
            seat = match.to_act[0]
            bot = bots[(seat + number) % len(bots)]
            match = match.apply(seat, decide(bot, match.game, match.state, seat, stream))
        for seat, total in enumerate(match.totals):
            out[(seat + number) % len(bots)] -= total
    return out


@pytest.mark.parametrize(
    "options", [{}, {"speech": "strict"}, {"one_hidden": "on", "sacrifice": "on", "second_chance": "on"}]
)
def test_the_bot_beats_random_play(options: dict[str, str]) -> None:
    setup = Setup.choose("hawaiki", 3, {"markers": 6, **options})
    bot = usual(setup.game)
    sensible, *others = losses(setup, [bot, at_random, at_random], 6)
    assert 2 * sensible < min(others)


def test_it_forms_combinations_announces_them_and_lets_the_leader_draw() -> None:
    state = arrange(STRICT, ["o5 y1 v3"], "v6 g7 o2", rest="hand1")
    assert chosen(STRICT, state) == "announce straight"
    state = play(STRICT, state, "announce straight")
    assert chosen(STRICT, state) == "o5@c"
    state = answer(STRICT, play(STRICT, state, "o5@c"))
    assert chosen(STRICT, state) == "name 2"


def test_it_gives_two_cards_to_one_or_where_that_is_more_to_two() -> None:
    for flush, named in (("two", "name 2"), ("printed", "name 1 2")):
        hawaiki = table(3, flush=flush)
        hands = ["g7 y1", "b1 b2 b3 b4", "o1 o2"]
        assert chosen(hawaiki, play(hawaiki, arrange(hawaiki, hands, "g1 g3 o7"), "g7@c")) == named


def test_it_notices_what_was_forgotten_and_says_thanks() -> None:
    state = play(STRICT, arrange(STRICT, ["v1 y1"], "v1 g3 o5"), "v1@a")
    assert chosen(STRICT, state, 1).startswith("call pair ")
    nothing = play(STRICT, arrange(STRICT, ["v2 y1"], "v1 g3 o7"), "v2@a")
    assert chosen(STRICT, nothing, 1) == "silent"
    thanks = play(STRICT, arrange(STRICT, ["g7 y1"], "g1 g3 o7"), "announce flush", "g7@c")
    thanks = play(STRICT, answer(STRICT, thanks), "name 1")
    assert chosen(STRICT, thanks, 1).startswith("call many-thanks ")


def test_it_lays_rather_than_draws_and_ends_the_round_if_it_can() -> None:
    assert chosen(THREE, arrange(THREE, ["v7 y6"])) == "v7@a"
    assert chosen(THREE, arrange(THREE, ["y6 y7"])) == "draw"
    assert chosen(THREE, arrange(THREE, ["v1 v2"], "v1 g4 o7")) == "v1@a"  # a pair, then the last card


def test_it_pays_a_marker_only_for_something() -> None:
    both = table(3, sacrifice="on", second_chance="on")
    assert chosen(both, arrange(both, ["g7 g6"], "g7 v1 | b3 | o5")) == "bury a"  # then a pair, and the last card
    assert chosen(both, arrange(both, ["v7 y6"], "g2 v1 | b3 | o5")) == "v7@a"
    assert chosen(both, arrange(both, ["v7 v6 v5"], "v1 | b3 | o5")) == "announce second-chance"


def test_it_picks_a_card_to_hide() -> None:
    hidden = table(3, one_hidden="on")
    assert chosen(hidden, dealt(hidden, 1), 2).startswith("hide ")


def test_it_leaves_the_next_player_no_combination() -> None:
    """Beside a 3 and a 6 the green 4 lets others form a straight; beside a 1 and a 6 it does so less often."""
    rows = look(TWO, arrange(TWO, ["g4 v1"], "g1 b3 o6"), 0, [LayAt(kind("g4"), 0), DRAW])  # type: ignore[arg-type]
    danger = plan(TWO).names.index("danger")
    quiet = look(TWO, arrange(TWO, ["g4 v1"], "g1 b1 o6"), 0, [LayAt(kind("g4"), 0), DRAW])  # type: ignore[arg-type]
    assert rows[0][danger] > quiet[0][danger]


def test_a_row_has_a_number_for_each_weight_and_all_levels_play_whole_rounds() -> None:
    everything = table(3, speech="strict", one_hidden="on", sacrifice="on", second_chance="on")
    width, chance = len(plan(everything).names), Quick(5)
    state, verbs = dealt(everything, 5), set()
    while acting := everything.to_act(state):
        legal = everything.legal(state, acting[0])
        verbs |= {type(action).__name__ for action in legal}
        assert {len(row) for row in look(everything, state, acting[0], legal)} == {width}  # type: ignore[arg-type]
        level = [Level.EASY, Level.NORMAL][chance.below(2)]
        state = everything.apply(
            state, acting[0], decide(player(everything, level), everything, state, acting[0], chance)
        )
    assert verbs >= {"Announce", "Bury", "Call", "Draw", "Hide", "LayAt", "Pass", "Silent"}


def test_whoever_knows_the_game_beats_whoever_has_just_learnt_it() -> None:
    assert share(TWO, player(TWO, Level.NORMAL), player(TWO, Level.EASY), 60) > 0.52
    assert share(TWO, player(TWO, Level.EASY), at_random, 30) > 0.7


def test_it_counts_what_can_follow_in_the_same_turn() -> None:
    [row] = look(TWO, arrange(TWO, ["v1 v2 y6"], "v1 g4 o7"), 0, [LayAt(kind("v1"), 0)])  # type: ignore[arg-type]
    assert row[plan(TWO).names.index("laid")] == 2  # a pair, and the violet 2 on it
