"""Bots of the games of secrets, memory and quickness: every level plays whole rounds sensibly, with every option."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from elfer import Game, game, seed_from
from elfer.bots import Level, Player, at_random, decide, levels, player, sheet_of
from elfer.bots.plan import plan
from elfer.match.registry import games
from elfer.table.actions import Call
from elfer.table.seed import Quick
from elfer.table.windows import untimed

SKILL = {
    "mogeln": 3,
    "quartett": 3,
    "farbensammeln": 3,
    "ratefix": 2,
    "was-liegt-wo": 2,
    "schnipp-schnapp": 3,
    "schlafmuetze": 3,
    "ueberall": 2,
}
"""With the fewest players of each."""
LUCK = ("schwarzer-peter", "zweikampf")
QUICK = ("schnipp-schnapp", "schlafmuetze", "ueberall")
LEVELS = (Level.EASY, Level.NORMAL, Level.HARD)
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "mogeln": [{"counts": "shown"}, {"colours": "sorted"}, {"goal": "last"}, {"goal": "last", "counts": "shown"}],
    "quartett": [{"answers": "honour"}],
    "farbensammeln": [{"deck": 60}],
    "ratefix": [{"deck": 60}],
    "was-liegt-wo": [{"again": "on"}, {"deck": 80}],
    "schnipp-schnapp": [{"together": "on"}],
    "ueberall": [{"help": "off"}, {"deck": 60}],
}
LONGEST = 400
"""Actions after which a round of this test is not played on."""


def tables() -> list[Any]:
    named = [(name, options) for name in (*SKILL, *LUCK) for options in [{}, *OPTIONS.get(name, [])]]
    return [pytest.param(name, options, id=" ".join(map(str, (name, *options.values())))) for name, options in named]


def acting(table: Game[Any], state: Any) -> int:
    """Who acts: whoever may act out of turn does not let the moment pass."""
    beside = [seat for seat in range(table.players) if table.beside(state, seat)]
    return beside[0] if beside else table.to_act(state)[0]


def ended(table: Game[Any], seed: str, who: Sequence[Player], longest: int) -> tuple[Any, int]:
    """The end of a round, or where it stood after so many actions; and how many there were."""
    state, chance, steps = table.deal(seed_from(seed)), Quick(seed.encode()), 0
    while table.to_act(state) and steps < longest:
        seat = acting(table, state)
        state, steps = table.apply(state, seat, decide(who[seat], table, state, seat, chance)), steps + 1
    return state, steps


def share(table: Game[Any], one: Player, others: Player, boards: int) -> float:
    """The part of rounds that one wins alone against a table of others, on all seats in turn."""
    won = 0.0
    for board in range(boards):
        for own in range(table.players):
            who = [one if seat == own else others for seat in range(table.players)]
            state, _ = ended(table, f"board {board}", who, table.longest_round)
            points = [-n for n in table.points(state)] if table.lowest_wins else [*table.points(state)]
            won += (points[own] == max(points)) / points.count(max(points))
    return won / (boards * table.players)


@pytest.mark.parametrize(("name", "options"), tables())
def test_all_levels_play_whole_rounds_with_every_option(name: str, options: dict[str, Any]) -> None:
    players = {"zweikampf": 2}.get(name, 4)
    table = game(name, players, **options)
    who = [player(table, [*LEVELS, Level.NORMAL][seat]) for seat in range(players)]
    state, steps = ended(table, "levels", who, LONGEST)
    # Where cards go to and fro a round can take longer; where they do not, nobody may go round in circles.
    endless = name in ("mogeln", "zweikampf", *QUICK)
    assert endless or not table.to_act(state), f"after {steps} actions"


@pytest.mark.parametrize("memory", [0, 3])
@pytest.mark.parametrize("name", sorted(games()))
def test_whoever_forgets_never_believes_the_impossible(name: str, memory: int) -> None:
    """A guess from what is left in mind always agrees with the table; else `decide` would raise `Misdeal`."""
    for options in [{}, *OPTIONS.get(name, [])]:
        table = game(name, games()[name].seats[0], **options)
        forgetful = Player(at_random, memory=memory)
        _, steps = ended(table, f"forgetful {memory}", [forgetful] * table.players, 120)
        assert steps > 5


@pytest.mark.parametrize("name", SKILL)
def test_levels_differ_in_what_they_do_or_how_quickly(name: str) -> None:
    table = game(name, SKILL[name], **({"help": "off"} if name == "ueberall" else {}))
    state, chance = table.deal(seed_from("differ")), Quick(5)
    normal, easy = player(table, Level.NORMAL), player(table, Level.EASY)
    differing = 0
    for step in range(150):
        if not table.to_act(state):
            break
        seat = acting(table, state)
        one, other = (decide(who, table, state, seat, Quick(step)) for who in (normal, easy))
        differing += one != other
        state = table.apply(state, seat, decide(normal, table, state, seat, chance))
    assert differing


@pytest.mark.parametrize("name", QUICK)
def test_in_quick_games_the_better_are_quicker_and_overlook_less_and_none_is_more_than_human(name: str) -> None:
    table = game(name, SKILL[name])
    easy, normal, hard = (player(table, level).reflexes for level in LEVELS)
    assert easy.least > normal.least > hard.least >= 200
    assert easy.spread > normal.spread > hard.spread >= 200
    assert easy.overlooks < normal.overlooks < hard.overlooks
    assert easy.errs <= normal.errs < hard.errs


def test_no_call_of_any_level_comes_sooner_than_a_person_could_make_it() -> None:
    for name in (*QUICK, "mogeln"):
        table = game(name, 4, **({"help": "off"} if name == "ueberall" else {}))
        state, chance, calls = table.deal(seed_from("calls")), Quick(6), 0
        for _ in range(200):
            if not table.to_act(state):
                break
            seat = acting(table, state)
            action = decide(player(table, Level.HARD), table, state, seat, chance)
            if isinstance(action, Call) and state.table.window:
                assert action.after >= 200
                calls += 1
            state = table.apply(state, seat, action)
        assert calls or name == "ueberall"  # where nobody errs there is nothing to call


@pytest.mark.parametrize("name", LUCK)
def test_in_games_of_luck_all_levels_play_alike(name: str) -> None:
    table = game(name, games()[name].seats[0])
    assert levels(table) == [Level.NORMAL]
    assert len({sheet_of(plan(table), level, table.players).search for level in Level}) == 1


@pytest.mark.parametrize(("name", "boards"), [("mogeln", 1), ("quartett", 2), ("farbensammeln", 3), ("ratefix", 12)])
def test_normal_beats_random_play_and_easy(name: str, boards: int) -> None:
    table = game(name, SKILL[name])
    normal, fair = player(table, Level.NORMAL), 1 / table.players
    assert share(table, normal, Player(at_random), boards) > 1.5 * fair
    assert share(table, normal, player(table, Level.EASY), boards) > 1.2 * fair


def test_normal_wins_at_mogeln_against_players_who_hide_cards_at_random() -> None:
    """They do half of what they do at random, so they hide much and unforeseeably."""
    table = game("mogeln", 3, deck=60)
    normal = player(table, Level.NORMAL)

    def careless(of: Game[Any], state: Any, seat: int, chance: Any) -> Any:
        legal = of.legal(state, seat)
        return untimed(normal.bot(of, state, seat, chance)) if chance.below(2) else legal[chance.below(len(legal))]

    assert share(table, normal, Player(careless), 2) > 0.5


@pytest.mark.parametrize("players", [3, 4])
def test_players_who_forget_do_not_ask_each_other_the_same_for_ever(players: int) -> None:
    table = game("quartett", players)
    for number in range(3):
        state, steps = ended(table, f"circles {number}", [player(table, Level.EASY)] * players, 3000)
        assert not table.to_act(state), f"after {steps} actions"
