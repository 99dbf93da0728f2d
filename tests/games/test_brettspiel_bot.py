"""Bots of the board game play like people who know it."""

from __future__ import annotations

import pytest

from elfer.bots import Level, at_random, player, ranked, sheet_of
from elfer.bots.plan import plan
from elfer.games.brettspiel.bot import look
from elfer.table.actions import Draw, End, Give, Lay, LayAt
from tests.games.boards import chosen, played, share
from tests.games.positions.brettspiel import arrange, table

TWO, SYMBOLS = table(2), table(2, symbols="on")
THEIRS = "g1 g2 g4 g5 g6"


@pytest.fixture(autouse=True)
def by_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a kernel is compiled, with which it would look ahead."""
    monkeypatch.setattr("elfer.bots.ready", lambda game: None)


def test_it_goes_out_when_it_can() -> None:
    """With the last tile, laid or handed on."""
    state = arrange(TWO, ["r12 y1", THEIRS], board="r11")
    state = TWO.apply(state, 0, TWO.read("r12"))
    assert chosen(TWO, state) == "end"  # one tile is left, and there is no pair to hand it on
    state = arrange(TWO, ["y5 r18", THEIRS], board="y4 r11", fresh="y4", laid=1)
    assert chosen(TWO, state) == "y5"
    state = TWO.apply(state, 0, TWO.read("y5"))
    assert chosen(TWO, state) == "give r18"


def test_it_looks_for_two_tiles_next_to_each_other() -> None:
    """The 12 counts more, but the 10 and the 9 allow to hand a tile on: with all three it gets rid of four."""
    state = arrange(TWO, ["y9 y10 r12 g18 r5", THEIRS], board="y11 r11")
    assert chosen(TWO, state, Level.EASY) == "r12"
    done = []
    while state.seat == 0:
        done.append(chosen(TWO, state))
        state = TWO.apply(state, 0, TWO.read(done[-1]))
    assert sorted(done[:3]) == ["r12", "y10", "y9"]
    assert done[3].startswith("give")
    state = arrange(TWO, ["y9 y10 r12 g18 r5", THEIRS], board="y11 r11", laid=1)
    assert chosen(TWO, state) == "y10", "of two more tiles only these make a pair"


def test_it_saves_a_pair_for_a_later_turn() -> None:
    """It can hand one on already, so it would rather lay the 12 than one of the two that make a pair next time."""
    state = arrange(TWO, ["g10 g9 r12 b18 r5", THEIRS], board="y9-11 r11 g11", fresh="y9 y10", laid=2)
    how = plan(TWO)
    in_order = ranked(how, how.weights(sheet_of(how, Level.NORMAL, 2).weights))(TWO, state, 0)
    assert [TWO.write(action) for action in in_order if isinstance(action, Lay)] == ["r12", "g10"]


def test_it_keeps_what_opens_the_way_for_its_own_tiles() -> None:
    """Neither fits, but the red 14 and 15 open the way for more of its own."""
    state = arrange(TWO, ["r14 r15 r16 g18", THEIRS], board="y9-11 r11", fresh="y9 y10", laid=3)
    assert chosen(TWO, state) == "give g18"


def test_it_hands_on_what_does_not_fit() -> None:
    state = arrange(TWO, ["b19 g20 y2", THEIRS], board="y9-11 b18", fresh="y9 y10", laid=3)
    assert chosen(TWO, state) == "give g20"


def test_a_row_has_a_number_for_each_weight() -> None:
    verbs, width = set(), len(plan(SYMBOLS).names)
    for number in range(4):
        state, chance = SYMBOLS.deal(bytes([number] * 32)), 0
        while acting := SYMBOLS.to_act(state):
            legal = SYMBOLS.legal(state, acting[0])
            verbs |= {type(action) for action in legal}
            assert {len(row) for row in look(SYMBOLS, state, acting[0], legal)} == {width}  # type: ignore[arg-type]
            chance += 7
            state = SYMBOLS.step(state, acting[0], legal[chance % len(legal)])
    assert verbs >= {Draw, End, Give, Lay, LayAt}


def test_it_plays_whole_rounds_with_symbols() -> None:
    state = played(SYMBOLS, "symbols", [player(SYMBOLS, Level.NORMAL), player(SYMBOLS, Level.EASY)])
    assert 0 in SYMBOLS.points(state)


def test_normal_looks_ahead_only_where_a_kernel_does(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel, asked = object(), []
    monkeypatch.setattr("elfer.bots.searching", lambda bot, search, ranked, **how: asked.append(how["kernel"]))
    player(TWO, Level.NORMAL)
    assert asked == []
    monkeypatch.setattr("elfer.bots.ready", lambda game: kernel)
    player(TWO, Level.NORMAL)
    player(table(3), Level.NORMAL)
    player(TWO, Level.EASY)
    assert asked == [kernel]


def test_looking_ahead_gives_what_is_legal() -> None:
    state = arrange(TWO, ["r12 y1 y2", "g12 g20"], board="r11 g11", bag="b1", rest="hand1")
    assert chosen(TWO, state, Level.HARD) == "r12"


def test_whoever_knows_the_game_beats_whoever_has_just_learnt_it() -> None:
    normal, easy = player(TWO, Level.NORMAL), player(TWO, Level.EASY)
    assert share(TWO, normal, easy, 20) > 0.55
    assert share(TWO, easy, at_random, 15) > 0.55
