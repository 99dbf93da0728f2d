"""Plans and sheets: what a level of a game plays by."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from elfer import Stream, game, seed_from
from elfer.bots import Level, Player, UnknownBot, at_random, decide, levels, named, player, sheet_of, usual
from elfer.bots.plan import Plan, Sheet, Sheets, plan, weighing
from elfer.match.registry import games
from elfer.table.actions import Action
from elfer.table.game import Game, State

ELFER = game("elfer", players=3)


class Sizes(Struct, frozen=True):
    high: float = 0.0
    last: float = 0.0


def sizes(of: Game[Any], state: State, seat: int, legal: Any) -> list[tuple[float, ...]]:
    return [(number, number == len(legal) - 1) for number in range(len(legal))]


def several(choices: int = 2) -> Any:
    """A moment at which somebody can choose."""
    state, stream = ELFER.deal(seed_from("plans")), Stream(seed_from("plans"), "play")
    while len(ELFER.legal(state, ELFER.to_act(state)[0])) < choices:
        state = ELFER.apply(state, seat := ELFER.to_act(state)[0], at_random(ELFER, state, seat, stream))
    return state


def test_the_action_that_adds_up_to_most_is_chosen() -> None:
    state = several(3)
    seat, stream = state.seat, Stream(bytes(32), "")
    legal = ELFER.legal(state, seat)
    assert weighing(sizes, Sizes(high=1.0))(ELFER, state, seat, stream) == legal[-1]
    assert weighing(sizes, Sizes(high=-1.0))(ELFER, state, seat, stream) == legal[0]
    assert weighing(sizes, Sizes(high=1.0, last=-9.0))(ELFER, state, seat, stream) == legal[-2]


def test_among_equals_it_is_any_of_them_and_only_of_them() -> None:
    state = several(3)
    bot = weighing(sizes, Sizes(last=-1.0))
    chosen = {bot(ELFER, state, state.seat, Stream(bytes(32), str(n))) for n in range(60)}
    assert chosen == set(ELFER.legal(state, state.seat)[:-1])


class Written(Plan):
    """A plan with sheets that are written here."""

    def __init__(self, sheets: Sheets) -> None:
        super().__init__(())
        self.sheets = sheets


def test_a_sheet_holds_from_so_many_players_on() -> None:
    two, four = Sheet(players=2, weights={"points": 2.0}), Sheet(players=4, weights={"points": 4.0})
    how = Written(Sheets(normal=[four, two]))
    assert [sheet_of(how, Level.NORMAL, players).weights["points"] for players in (2, 3, 4, 6)] == [2, 2, 4, 4]


def test_a_level_without_a_sheet_plays_like_the_one_below_and_takes_over_its_numbers() -> None:
    normal = Sheet(weights={"points": 3.0})
    hard = Sheet(memory=7)
    how = Written(Sheets(normal=[normal], hard=[hard]))
    assert sheet_of(how, Level.EASY, 2) == normal
    assert (
        sheet_of(how, Level.CHAMPION, 2) == sheet_of(how, Level.HARD, 2) == Sheet(weights={"points": 3.0}, memory=7)
    )
    easy = Sheet(weights={"cards": -1.0})
    assert sheet_of(Written(Sheets(easy=[easy], normal=[normal])), Level.EASY, 2) == easy
    assert sheet_of(Written(Sheets(easy=[easy], normal=[normal])), Level.HARD, 2) == normal


def test_a_number_that_the_plan_does_not_have_is_named() -> None:
    with pytest.raises(ValueError, match="the plan has no pionts; it has points, lead, cards"):
        Written(Sheets()).weights({"pionts": 1.0})


def test_what_a_character_is_inclined_to_counts_more(monkeypatch: pytest.MonkeyPatch) -> None:
    how = Written(Sheets())
    monkeypatch.setattr(how.module, "BOLD", ("lead",), raising=False)
    assert how.weights({"points": 1.0, "lead": 2.0}, "bold").lead == 3.0
    assert how.weights({"points": 1.0, "lead": 2.0}, "bold").points == 1.0
    assert how.weights({"points": 1.0, "lead": 2.0}, "careful").lead == 2.0


@pytest.mark.parametrize("name", sorted(games()))
def test_every_sheet_of_every_game_fits_its_plan(name: str) -> None:
    kind = games()[name]
    for players in kind.seats:
        how = plan(table := kind(players))
        for level in Level:
            how.weights(sheet_of(how, level, players).weights)
            assert isinstance(player(table, level), Player)
        assert Level.NORMAL in levels(table)
        for inclined in ("BOLD", "CAREFUL"):
            assert set(getattr(how.module, inclined, ())) <= set(how.names)


@pytest.mark.parametrize("name", sorted(games()))
def test_a_champion_has_a_limit_of_time_that_its_pauses_can_hide(name: str) -> None:
    for sheet in plan(games()[name](games()[name].seats[0])).sheets.champion:
        assert sheet.search is not None
        assert sheet.search.seconds is not None


class Last:
    """A bot of one's own."""

    def __call__(self, of: Game[Any], state: State, seat: int, stream: Any) -> Action:
        return of.legal(state, seat)[-1]


def first(of: Game[Any], state: State, seat: int, stream: Any) -> Action:
    return of.legal(state, seat)[0]


NUMBER = 11


def test_players_have_names() -> None:
    state = several(2)
    legal, stream = ELFER.legal(state, state.seat), Stream(bytes(32), "")
    assert decide(named(ELFER, "tests.bots.test_plan:Last"), ELFER, state, state.seat, stream) == legal[-1]
    assert decide(named(ELFER, "tests.bots.test_plan:first"), ELFER, state, state.seat, stream) == legal[0]
    assert named(ELFER, "random").bot is at_random
    for name in ("greedy", "easy", "normal", "hard", "champion"):
        assert decide(named(ELFER, name), ELFER, state, state.seat, stream) in legal


@pytest.mark.parametrize("name", ["norml", "tests.bots.nowhere:first", "tests.bots.test_plan:second", ""])
def test_an_unknown_player_is_said_to_be_one(name: str) -> None:
    with pytest.raises(UnknownBot, match="there is no bot"):
        named(ELFER, name)


def test_what_cannot_be_called_is_no_bot() -> None:
    with pytest.raises(UnknownBot, match="is no bot"):
        named(ELFER, "tests.bots.test_plan:NUMBER")


def test_a_game_without_a_bot_gains_points_where_it_can() -> None:
    table = game("master", players=2)
    how = Plan(())
    assert how.names[0] == "points"
    wins = 0
    for number in range(6):
        state, stream = table.deal(seed_from(f"general {number}")), Stream(seed_from(f"general {number}"), "play")
        bots = [how.bot(how.weights({})), at_random][:: 1 if number % 2 else -1]
        while acting := table.to_act(state):
            state = table.apply(state, acting[0], decide(bots[acting[0]], table, state, acting[0], stream))
        points = table.points(state)
        wins += points[1 - number % 2] > points[number % 2]
    assert wins >= 4
    assert usual(table) is not None
