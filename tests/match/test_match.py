"""Setups, table codes, rounds and places."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elfer import BadCode, BadOption, Match, Refused, Setup, UnknownGame, all_games, seed_from
from elfer.games.elfer import Elfer
from elfer.match.match import places
from elfer.match.registry import find
from elfer.table.actions import PASS, Pass
from elfer.table.cards import Deck
from elfer.table.choices import Actions, ActionSet
from elfer.table.dealing import Deal, Dealing
from elfer.table.game import Game, State
from elfer.table.layout import Layout
from elfer.table.options import options_of
from elfer.table.zones import hands
from elfer.testing import all_setups, check_setup

EVERY_SETUP = [setup for kind in all_games().values() for setup in all_setups(kind)]


def test_the_registry_finds_the_games() -> None:
    row_games = {"elfer", "elfer-1210", "zahlenwechsel", "auslosen", "falscher-anfang"}
    assert row_games <= all_games().keys()
    assert all(kind.id == name for name, kind in all_games().items())


def test_an_unknown_game_is_answered_with_names_that_come_near() -> None:
    with pytest.raises(UnknownGame, match="did you mean elfer"):
        find("elfre")
    with pytest.raises(UnknownGame, match=r"auslosen or .* or elfer or"):
        find("chess")


def test_options_are_data_for_a_form() -> None:
    rounds, deck, without = options_of(Elfer.Options)
    assert (rounds.values, rounds.default, rounds.is_range) == (tuple(range(1, 13)), 1, True)
    assert (deck.values, deck.default, deck.players) == ((80, 60), 80, (2,))
    assert (without.values[0], without.default, without.when) == ("red", "blue", {"deck": 60})


@pytest.mark.parametrize(
    ("name", "players", "values", "message"),
    [
        ("elfer", 7, {}, "elfer is for 2 to 6 players, not 7"),
        ("elfer", 0, {}, "2 to 6 players"),
        ("elfer", 4, {"rounds": 13}, "rounds cannot be 13; it can be 1 to 12"),
        ("elfer", 4, {"rounds": "many"}, "rounds cannot be 'many'"),
        ("elfer", 2, {"deck": 40}, "deck cannot be 40; it can be 80 or 60"),
        ("elfer", 3, {"deck": 60}, "deck can be 60 only with 2 players, not with 3"),
        ("elfer", 2, {"without": "red"}, "without can be chosen only where deck is 60"),
        ("elfer", 2, {"colour": "red"}, "there is no option colour; there are: rounds, deck, without"),
        ("auslosen", 2, {"blocking": "all"}, "it can be none, take-three or draw-to-fit"),
    ],
)
def test_bad_options_say_what_was_expected(name: str, players: int, values: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        Setup.choose(name, players, values)


def test_a_game_checks_its_options_itself() -> None:
    with pytest.raises(BadOption, match="only with 2 players"):
        Elfer(4, Elfer.Options(deck=60))


def test_table_codes_fix_everything() -> None:
    codes = [setup.code for setup in EVERY_SETUP]
    assert len(set(codes)) == len(codes)
    for setup in EVERY_SETUP:
        assert Setup.read(setup.code) == setup
        assert len(setup.code) <= len(setup.name) + 11


def test_a_table_code_as_people_type_it() -> None:
    setup = Setup.read("  ELFER.2.31 ")
    assert (setup.players, setup.options) == (2, Elfer.Options(rounds=4, deck=60))
    assert Setup.read("elfer.4.00").code == "elfer.4"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", "is no table code"),
        ("elfer", "one looks like elfer.4"),
        ("elfer.four", "is no table code"),
        ("elfer.4.1.1", "is no table code"),
        ("elfer.4.z", "“z” stands for no value of rounds"),
        ("elfer.4.-", "“-” stands for no value of rounds"),
        ("elfer.4.0001", "more digits than elfer has options"),
        ("elfer.9", "2 to 6 players"),
        ("elfer.3.01", "only with 2 players"),
        ("elf.4", "did you mean elfer"),
    ],
)
def test_bad_codes_say_what_is_wrong(code: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Setup.read(code)


@given(st.text(max_size=20))
def test_any_text_is_a_code_or_refused(text: str) -> None:
    try:
        setup = Setup.read(text)
    except (BadCode, BadOption, UnknownGame):
        return
    assert Setup.read(setup.code) == setup


@pytest.mark.rule("ALL-6")
def test_ties_share_the_place() -> None:
    assert places([5, 3, 5, 9], lowest_wins=True) == (2, 1, 2, 4)
    assert places([5, 3, 5, 9], lowest_wins=False) == (2, 4, 2, 1)
    assert places([4, 4, 4], lowest_wins=True) == (1, 1, 1)


def finished(match: Match) -> Match:
    while match.to_act:
        [seat] = match.to_act
        match = match.apply(seat, match.legal(seat)[0])
    return match


@pytest.mark.rule("EL-13", "EL-14", "EK-7")
@pytest.mark.parametrize("name", ["elfer", "elfer-1210"])
def test_points_of_the_rounds_add_up(name: str) -> None:
    match = Match.start(Setup.choose(name, 3, {"rounds": 3}), seed_from("three rounds"))
    for number in range(3):
        assert (match.number, match.over) == (number, False)
        match = finished(match)
        assert match.round_over
        assert len(match.scores) == number + 1
        assert 0 in match.scores[-1]
        assert match.number == number
        if number < 2:
            assert not match.over
            match = match.next_round()
    assert match.over
    assert match.totals == tuple(sum(score[seat] for score in match.scores) for seat in range(3))
    assert match.totals[match.places.index(1)] == min(match.totals)
    with pytest.raises(Refused, match="next round cannot begin"):
        match.next_round()
    with pytest.raises(Refused, match="round is over"):
        match.apply(0, PASS)


def test_the_next_round_waits_for_the_end_of_this_one() -> None:
    match = Match.start(Setup.choose("elfer", 2, {"rounds": 2}), seed_from("early"))
    with pytest.raises(Refused, match="not over"):
        match.next_round()


def test_every_round_has_its_own_deal() -> None:
    match = Match.start(Setup.choose("auslosen", 2, {"rounds": 2}), seed_from("deals"))
    again = finished(match).next_round()
    assert again.state.table.zones != match.state.table.zones


class Patience(Game[State]):
    """A game that never ends by itself: two players pass and pass."""

    id = "patience"
    seats = range(2, 3)
    longest_round = 50
    state = State

    def setup(self) -> None:
        self.layout = Layout(Deck(["a", "b"], [1, 2]), 2, hands(2))
        self.actions = Actions([PASS])

    def dealing(self, number: int = 0) -> Dealing:
        return Dealing((), each=0, out={0: 0b01, 1: 0b10})

    def begin(self, deal: Deal[State]) -> State:
        return State(deal.table())

    def to_act(self, state: State) -> tuple[int, ...]:
        return (0, 1)

    def choices(self, state: State, seat: int) -> ActionSet:
        return self.actions.just(PASS)

    def do_pass(self, state: State, seat: int, action: Pass) -> State:
        return State(self.layout.say(state.table, ()))

    def points(self, state: State) -> tuple[int, ...]:
        return (1, 2)


@pytest.mark.rule("ALL-5")
def test_a_round_without_end_is_counted_as_it_stands() -> None:
    match = Match.start(Setup.of(Patience, 2, {}), bytes(32))
    for _ in range(50):
        assert match.to_act == (0, 1)
        match = match.apply(1, PASS)
    assert (match.to_act, match.legal(0), match.over) == ((), (), True)
    assert (match.totals, match.places) == ((1, 2), (2, 1))
    with pytest.raises(Refused, match="round is over"):
        match.apply(0, PASS)
    assert Elfer.longest_round == 20_000


def test_a_game_of_ones_own_can_be_checked() -> None:
    check_setup(Setup.of(Patience, 2, {}), rounds=2)
