"""One seat after the other is asked: who, what it may do, and what others can tell of it."""

from random import Random

import pytest

from elfer.envs.drawing import drawn
from elfer.envs.turns import WAIT, Moment, Turns
from elfer.match.registry import games
from elfer.match.setup import Setup
from elfer.table.actions import Call
from elfer.table.encode import encode
from elfer.table.game import NOBODY
from elfer.table.options import Value
from elfer.table.refusal import Refused
from elfer.table.seed import Stream, seed_from
from elfer.table.view import view

GAMES = sorted(games())
STRICT: dict[str, dict[str, Value]] = {
    "hawaiki": {"speech": "strict", "one_hidden": "on"},
    "ueberall": {"help": "off"},
}
"""Options with which there is more to answer."""
WITH_WINDOWS = ["hawaiki", "mogeln", "ratefix", "schlafmuetze", "schnipp-schnapp", "ueberall"]


def a_table(name: str, players: int | None = None) -> Turns:
    seats = games()[name].seats
    return Turns(Setup.choose(name, players or min(max(3, seats[0]), seats[-1]), STRICT.get(name)))


def moments(turns: Turns, seed: str, most: int = 400) -> list[Moment]:
    """The moments of a random round, as far as that."""
    random, moment = Random(seed), turns.deal(seed_from(seed))
    out = [moment]
    while not turns.over(moment) and len(out) < most:
        seat = turns.seat(moment)
        moment = turns.after(moment, seat, random.choice(turns.numbers(moment, seat)))
        out.append(moment)
    return out


@pytest.mark.parametrize("name", GAMES)
def test_whoever_is_asked_may_do_what_the_engine_says(name: str) -> None:
    turns = a_table(name)
    game = turns.game
    for moment in moments(turns, "legal"):
        seat, asked_for = turns.seat(moment), game.to_act(moment.state)
        for other in range(game.players):
            mask = turns.mask(moment, other)
            assert mask[: len(game.actions)] == game.encoder.mask(moment.state, other)
            assert [n for n, may in enumerate(mask) if may] == turns.numbers(moment, other)
        if asked_for:
            assert sum(turns.mask(moment, seat))
            assert seat in asked_for or game.beside(moment.state, seat)
        else:
            assert seat == NOBODY


@pytest.mark.parametrize("name", GAMES)
def test_a_round_brings_the_points_of_the_engine(name: str) -> None:
    turns = a_table(name)
    last = moments(turns, "points", most=30_000)[-1]
    points = turns.game.points(last.state)
    assert turns.over(last)
    assert turns.returns(last) == (tuple(-n for n in points) if turns.game.lowest_wins else points)
    least, most = turns.bounds
    assert all(least <= points <= most for points in turns.returns(last))


@pytest.mark.parametrize("name", WITH_WINDOWS)
def test_nobody_can_tell_what_another_has_answered(name: str) -> None:
    """Whatever the first seat answers in a window, the others see the same until all have answered."""
    turns = a_table(name)
    opened = [moment for n in range(3) for moment in moments(turns, f"answers {n}") if open_to(moment) > 1]
    assert opened
    for moment in opened[:20]:
        seat = turns.seat(moment)
        for number in turns.numbers(moment, seat)[:5]:
            after = turns.after(moment, seat, number)
            assert turns.seat(after) != seat
            for other in set(range(turns.game.players)) - {seat}:
                assert turns.row(after, other) == turns.row(moment, other)
                assert turns.mask(after, other) == turns.mask(moment, other)
                assert view(turns.game, after.state, other) == view(turns.game, moment.state, other)


def open_to(moment: Moment) -> int:
    """How many have not answered yet."""
    window = moment.state.table.window
    return len(window.waiting) if window else 0


@pytest.mark.parametrize("name", GAMES)
def test_a_guess_asks_the_same_seat_which_sees_the_same(name: str) -> None:
    turns, hidden = a_table(name), False
    for number, moment in enumerate(moments(turns, "guess", most=120)[::3]):
        seat = turns.seat(moment)
        if seat == NOBODY:
            continue
        guessed = turns.guessed(moment, seat, Stream(seed_from("guess"), str(number)))
        assert turns.seat(guessed) == seat
        assert turns.mask(guessed, seat) == turns.mask(moment, seat)
        assert turns.row(guessed, seat) == encode(turns.game, moment.state, seat)
        hidden |= guessed.state.table.zones != moment.state.table.zones
    assert hidden  # something was made up


def with_a_quartet(turns: Turns) -> Moment:
    """A moment in which a seat that is not to act holds a quartet."""
    for n in range(200):
        for moment in moments(turns, f"quartet {n}", most=60):
            if not turns.over(moment) and turns.seat(moment) not in turns.game.to_act(moment.state):
                return moment
    raise AssertionError("nobody ever held a quartet out of turn")


def test_who_could_act_beside_the_turn_is_asked_and_may_wait() -> None:
    turns = a_table("schlafmuetze")
    moment = with_a_quartet(turns)
    seat = turns.seat(moment)
    assert [turns.write(number) for number in turns.numbers(moment, seat)] == ["call down", WAIT]
    assert turns.wait is not None
    waited = turns.after(moment, seat, turns.wait)
    assert waited.state is moment.state
    assert turns.seat(waited) != seat
    put_down = turns.after(moment, seat, turns.numbers(moment, seat)[0])
    assert put_down.state.table.window is not None


def test_a_guess_keeps_asking_whoever_could_act_beside_the_turn() -> None:
    """Also where somebody else, who would be asked earlier, gets a quartet in the guess."""
    turns = a_table("schlafmuetze")
    moment = with_a_quartet(turns)
    assert turns.wait is not None
    [acting] = turns.game.to_act(moment.state)
    passed = turns.after(moment, turns.seat(moment), turns.wait)
    while turns.seat(passed) != acting:
        passed = turns.after(passed, turns.seat(passed), turns.wait)
    for n in range(300):
        for now in (moment, passed):
            guessed = turns.guessed(now, turns.seat(now), Stream(seed_from("beside"), str(n)))
            assert turns.seat(guessed) == turns.seat(now)


def test_nobody_else_may_wait() -> None:
    turns = a_table("schlafmuetze")
    moment = turns.deal(seed_from("wait"))
    acting = turns.game.to_act(moment.state)[0]
    assert turns.wait is not None
    assert not turns.mask(moment, acting)[turns.wait]
    for number in (turns.wait, turns.actions, -1):
        with pytest.raises(Refused):
            turns.after(moment, acting, number)


def test_calls_take_a_time_that_is_drawn_and_follows_from_the_deal() -> None:
    turns = a_table("schnipp-schnapp")
    times: set[int] = set()
    for _ in range(2):
        seen = set()
        for moment in moments(turns, "times"):
            window = moment.state.table.window
            if window and window.seconds:
                seen |= {answer.after for answer in window.answers if type(answer) is Call}
        assert len(seen) > 3
        assert not times or times == seen
        times = seen
    assert all(100 <= time <= 4000 for time in times)


def test_what_is_drawn_shows_one_seat_only() -> None:
    turns = a_table("elfer", 2)
    moment = turns.deal(seed_from("7"))
    seat = turns.seat(moment)
    guessed = turns.guessed(moment, seat, Stream(seed_from("7"), "draw"))
    assert drawn(turns, guessed) == drawn(turns, moment)
    assert f"hand{1 - seat}: 20 hidden" in drawn(turns, moment)
    assert "points: " in drawn(turns, moments(turns, "7", most=30_000)[-1])


def test_a_round_that_is_too_long_is_over() -> None:
    turns = a_table("elfer", 2)
    moment = turns.deal(seed_from("7"))
    late = Moment(moment.state, turns.game.longest_round)
    assert turns.over(late)
    assert turns.seat(late) == NOBODY
    assert not any(turns.mask(late, 0) + turns.mask(late, 1))
