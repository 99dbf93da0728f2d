"""Boards: everyone plays the same deals on every seat."""

import math
from collections import Counter
from itertools import permutations

import pytest

import elfer
from elfer.arena import rounds
from elfer.arena.lineups import lineups, rotations
from elfer.arena.players import seated
from elfer.arena.run import Goal, run
from elfer.arena.standings import Standings, standings
from elfer.arena.tournament import Tournament
from elfer.arena.trouble import Trouble
from elfer.arena.workers import Here, workers
from elfer.bots import decide
from elfer.match.registry import games
from elfer.match.setup import Setup
from elfer.table.seed import Quick, seed_from
from tests.arena.toys import nearest

TOYS = "tests.arena.toys"


def played(tournament: Tournament, boards: int) -> Standings:
    tournament.check()
    return run(tournament, Goal(boards), Here())


def test_the_totals_do_not_depend_on_how_many_processes_play() -> None:
    tournament = Tournament(Setup.choose("elfer", 3), ("greedy", "random", "easy"), "jobs")
    alone = played(tournament, 4)
    with workers(2) as team:
        assert run(tournament, Goal(4), team) == alone
    assert played(Tournament(tournament.setup, tournament.players, "other"), 4) != alone


@pytest.mark.parametrize("players", [2, 3])
def test_those_who_play_alike_win_exactly_their_share(players: int) -> None:
    alike = ("greedy", f"{TOYS}:like_greedy")
    result = played(Tournament(Setup.choose("elfer", players), alike, "alike"), 3)
    for each in result.pairings:
        assert each.win.mean == pytest.approx(1 / players)
        assert each.win.error == pytest.approx(0)


def test_luck_alone_gives_exactly_the_share_of_chance() -> None:
    result = played(Tournament(Setup.choose("zweikampf", 2), ("random", "greedy"), "luck"), 20)
    assert [(each.win.mean, each.win.error) for each in result.pairings] == [(0.5, 0.0)] * 2


def test_who_plays_better_wins_more_and_is_rated_higher() -> None:
    result = played(Tournament(nearest(3), (f"{TOYS}:Bad", f"{TOYS}:good", "random"), "better"), 60)
    by_name = {each.player: each for each in result.standings}
    bad, good, random = (by_name[name] for name in (f"{TOYS}:Bad", f"{TOYS}:good", "random"))
    for better, worse in ((good, random), (random, bad)):
        assert better.win is not None
        assert worse.win is not None
        assert better.win.low > worse.win.high
        assert better.points is not None
        assert worse.points is not None
        assert better.points.mean < worse.points.mean
        assert better.rating is not None
        assert worse.rating is not None
        assert better.rating.mu > worse.rating.mu
    assert result.rounds == 60 * 6 * 3


def test_the_others_points_are_the_mean_of_theirs() -> None:
    [board] = [Tournament(nearest(3), ("random", f"{TOYS}:good"), "points").play(0)]
    first = standings(Tournament(nearest(3), ("random", f"{TOYS}:good"), "points"), [board]).pairings[0]
    points = [outcome.points for outcome in board.outcomes[0]]
    assert (first.player, first.against) == ("random", f"{TOYS}:good")
    assert first.points.mean == pytest.approx((points[0][0] + points[1][1] + points[2][2]) / 3)
    assert first.points.mean + 2 * first.others.mean == pytest.approx(sum(map(sum, points)) / 3)
    assert first.win.error is None


def test_in_which_order_boards_were_played_does_not_matter() -> None:
    tournament = Tournament(nearest(3), ("random", f"{TOYS}:good"), "order")
    boards = [tournament.play(board) for board in range(6)]
    assert standings(tournament, boards[::-1]) == standings(tournament, boards)


def test_a_shared_win_counts_in_part() -> None:
    tournament = Tournament(nearest(), ("random", f"{TOYS}:good"), "shared")
    points = [outcome.points for board in range(40) for outcome in tournament.play(board).outcomes[0]]
    assert any(len({*each}) == 1 for each in points)
    assert sum(each.win.mean for each in played(tournament, 40).pairings) == pytest.approx(1)


def test_only_the_first_sits_down_alone() -> None:
    result = played(Tournament(nearest(3), ("random", f"{TOYS}:good", f"{TOYS}:Bad"), "1", shape="first"), 5)
    assert [(each.player, each.against) for each in result.pairings] == [
        ("random", f"{TOYS}:good"),
        ("random", f"{TOYS}:Bad"),
    ]
    assert [each.win is None for each in result.standings] == [False, True, True]
    assert result.rounds == 5 * 2 * 3


def test_together_all_sit_at_one_table_in_every_order() -> None:
    tournament = Tournament(nearest(3), ("random", f"{TOYS}:good", f"{TOYS}:Bad"), "1", shape="together")
    result = played(tournament, 40)
    assert [(each.player, each.against) for each in result.pairings] == [(name, None) for name in tournament.players]
    assert sum(each.win.mean for each in result.pairings) == pytest.approx(1)
    orders = [lineup for board in range(6) for lineup in lineups("together", 4, 4, board)]
    assert Counter(seats for order in orders for seats in rotations(order)) == Counter(permutations(range(4)))


def test_a_round_is_the_first_of_a_match_and_a_match_is_all_of_them() -> None:
    setup = Setup.choose("elfer", 2, {"rounds": 2})
    seed, who = seed_from("match"), [seated(setup.game, "greedy"), seated(setup.game, "random")]
    both = rounds.play(setup.game, seed, who, match=True)
    match, chances = elfer.Match.start(setup, seed), rounds.chances(seed, 2)
    while not match.over:
        if match.round_over:
            match = match.next_round()
        [seat] = match.to_act
        legal = match.legal(seat)
        state = match.state
        action = legal[0] if len(legal) == 1 else who[seat].decides(setup.game, state, seat, chances[seat])
        match = match.apply(seat, action)
    assert both.points == match.totals
    first = rounds.play(setup.game, seed, who)
    assert first.points == match.scores[0]
    assert first.steps < both.steps


@pytest.mark.parametrize("name", games())
def test_every_game_can_be_played(name: str) -> None:
    setup = Setup.choose(name, games()[name].seats[0])
    who = [seated(setup.game, "easy"), *[seated(setup.game, "random")] * (setup.players - 1)]
    outcome = rounds.play(setup.game, seed_from("every game"), who)
    assert len(outcome.points) == setup.players
    assert 0 < outcome.steps <= setup.kind.longest_round


def test_a_random_player_reacts_like_a_person_where_it_must_be_quick() -> None:
    game = Setup.choose("schnipp-schnapp", 3).game
    state, random = game.deal(seed_from("quick")), seated(game, "random")
    while state.table.window is None:
        [seat] = game.to_act(state)
        state = game.step(state, seat, game.legal(state, seat)[0])
    seat = game.to_act(state)[0]
    for n in range(80):
        assert random.decides(game, state, seat, Quick(n)) == decide(random.player, game, state, seat, Quick(n))


# --- what cannot be played -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("cheat", "the bot “tests.arena.toys:cheat” did “r"),
        ("stranger", "the bot “tests.arena.toys:stranger” did “Draw()” in nearest, which the rules do not allow"),
        ("failing", "the bot “tests.arena.toys:failing” failed in nearest on seat 1: KeyError: 'which card?'"),
    ],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_breaks_the_rules_is_named(bot: str, said: str, jobs: int) -> None:
    tournament = Tournament(nearest(), ("random", f"{TOYS}:{bot}"), "1")
    tournament.check()
    with workers(jobs) as team, pytest.raises(Trouble) as trouble:
        run(tournament, Goal(3), team)
    assert said in str(trouble.value)


def test_a_process_that_dies_is_no_riddle() -> None:
    tournament = Tournament(nearest(), ("random", f"{TOYS}:dying"), "1")
    with workers(2) as team, pytest.raises(Trouble, match="a process that played has died"):
        run(tournament, Goal(3), team)


@pytest.mark.parametrize(
    ("players", "shape", "said"),
    [
        (("random",), "pairs", "1 player cannot compete: name at least two"),
        (("random", "greedy", "easy"), "together", "3 players cannot sit together at a table of 2"),
        (("random", "nobody"), "pairs", "there is no player “nobody”; there are random, greedy, easy"),
        (("random", "no.such:bot"), "pairs", "the bot “no.such:bot” cannot be loaded (No module named 'no')"),
        (("random", "math:bot"), "pairs", "the bot “math:bot” cannot be loaded (module 'math' has no attribute"),
        (("random", "math:pi"), "pairs", "the bot “math:pi” cannot be loaded (it cannot be called with"),
    ],
)
def test_what_cannot_be_played_is_said(players: tuple[str, ...], shape: str, said: str) -> None:
    with pytest.raises(Trouble) as trouble:
        Tournament(nearest(), players, "1", shape=shape).check()  # type: ignore[arg-type]
    assert said in str(trouble.value)


def test_rotations_are_as_many_as_make_a_difference() -> None:
    assert rotations((0, 1, 0, 1)) == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert len(rotations((0, 1, 2, 3))) == 4
    assert math.prod(len(rotations(lineup)) for lineup in lineups("pairs", 3, 3)) == 3**6
