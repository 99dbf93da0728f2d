"""Windows: quick moments and secret choices, on a small game that has nothing else."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from elfer.bots import Player, at_random, decide
from elfer.bots.reactions import Reflexes, reacted
from elfer.match.match import Match
from elfer.match.record import digest, header, lines, replay
from elfer.match.setup import Setup
from elfer.table.actions import SILENT, TURN, Action, Call, Guess, Turn
from elfer.table.cards import rows_deck
from elfer.table.choices import Actions, ActionSet
from elfer.table.dealing import Deal, Dealing
from elfer.table.encode import encode
from elfer.table.game import NOBODY, Game, SeatNumber, State
from elfer.table.guess import guess
from elfer.table.layout import Layout
from elfer.table.position import dump, load
from elfer.table.refusal import Refused
from elfer.table.seed import Stream, seed_from
from elfer.table.table import Misdeal, Table
from elfer.table.view import view
from elfer.table.windows import Window, believed, first, last, opened, untimed
from elfer.table.zones import Shape, Sight, Zone
from elfer.testing import check_game

SNAP, BOO = Call("snap"), Call("boo")


class SnapState(State, frozen=True):
    seat: SeatNumber


class Snap(Game[SnapState]):
    """In turn, a card is turned up; whoever snaps it first gets it."""

    id, seats, state = "snap", range(2, 5), SnapState

    def setup(self) -> None:
        won = [Zone("won", Shape.BANK, Sight.OPEN, seat) for seat in range(self.players)]
        piles = [Zone("stock", Shape.STACK, Sight.CLOSED), Zone("up", Shape.STACK, Sight.OPEN)]
        self.layout = Layout(rows_deck(3), self.players, [*won, *piles])
        self.actions = Actions([TURN, SNAP, BOO, SILENT])
        self.stock, self.up = self.players, self.players + 1

    def dealing(self, number: int = 0) -> Dealing:
        return Dealing(range(12), each=0, rest=self.stock)

    def begin(self, deal: Deal[SnapState]) -> SnapState:
        return SnapState(deal.table(), 0)

    def choices(self, state: SnapState, seat: int) -> ActionSet:
        return self.actions.just(SNAP, BOO, SILENT) if state.table.window else self.actions.just(TURN)

    def do_turn(self, state: SnapState, seat: int, turn: Turn) -> SnapState:
        table = self.layout.move(state.table, state.table.zones[self.stock][-1], self.stock, self.up)
        return SnapState(self.layout.ask(table, tuple(range(self.players)), 4), seat)

    def closed(self, state: SnapState, table: Table, window: Window) -> SnapState:
        table = self.layout.say(table, window.heard())
        quickest = first(window.calls("snap"))
        if len(quickest) == 1:
            table = self.layout.move(table, table.zones[self.up][-1], self.up, quickest[0], table.events)
        turn = (state.seat + 1) % self.players if table.zones[self.stock] else NOBODY
        return SnapState(table, turn)

    def points(self, state: SnapState) -> tuple[int, ...]:
        return tuple(state.table.zones[seat].bit_count() for seat in range(self.players))


GAME = Snap(3)


def in_window() -> SnapState:
    return GAME.apply(GAME.deal(seed_from("live")), 0, TURN)


def answer(state: SnapState, *answers: tuple[int, Action]) -> SnapState:
    for seat, action in answers:
        state = GAME.apply(state, seat, action)
    return state


def test_a_game_with_windows_is_a_game_like_any_other() -> None:
    check_game(Snap)


# --- LIVE-1 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LIVE-1")
def test_nobody_goes_on_before_the_window_is_closed() -> None:
    state = in_window()
    assert GAME.to_act(state) == (0, 1, 2)
    for seat in range(3):
        with pytest.raises(Refused, match="cannot be answered now"):
            GAME.apply(state, seat, TURN)
    state = answer(state, (1, SILENT), (0, SNAP))
    assert GAME.to_act(state) == (2,)
    with pytest.raises(Refused, match="You have answered"):
        GAME.apply(state, 0, TURN)


@pytest.mark.rule("LIVE-1")
def test_the_window_closes_when_all_have_answered_and_silence_is_an_answer() -> None:
    state = answer(in_window(), (2, SILENT), (0, SILENT), (1, SILENT))
    assert state.table.window is None
    assert GAME.points(state) == (0, 0, 0)
    assert GAME.legal(state, 1) == (TURN,)
    assert state.table.events == ()  # silence makes no noise


@pytest.mark.rule("LIVE-1")
def test_afterwards_that_moment_can_no_longer_be_called() -> None:
    state = answer(in_window(), (2, SILENT), (0, SILENT), (1, SILENT))
    with pytest.raises(Refused):
        GAME.apply(state, 1, SNAP)
    with pytest.raises(Misdeal, match="not asked"):
        GAME.layout.answer(state.table, 1, SNAP)


@pytest.mark.rule("LIVE-1")
def test_a_call_after_the_time_is_up_comes_too_late() -> None:
    assert GAME.apply(in_window(), 1, Call("snap", 4000)).table.window
    with pytest.raises(Refused, match="too late: there were 4 seconds"):
        GAME.apply(in_window(), 1, Call("snap", 4001))
    with pytest.raises(Refused, match="too late"):
        GAME.apply(in_window(), 1, Call("snap", -1))


# --- LIVE-2, LIVE-3 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("LIVE-2")
@pytest.mark.parametrize(
    ("claimed", "waited", "round_trip", "counts"),
    [(400, 470, 70, 400), (40, 120, 80, 100), (120, 900, 80, 820), (400, 430, 80, 400), (0, 0, 0, 100)],
)
def test_the_time_at_the_own_screen_counts_within_what_is_believed(
    claimed: int, waited: int, round_trip: int, counts: int
) -> None:
    assert believed(claimed, waited, round_trip) == counts


@pytest.mark.rule("LIVE-3")
@pytest.mark.parametrize(("gap", "winners"), [(0, (0, 1)), (14, (0, 1)), (15, (0,)), (16, (0,))])
def test_calls_closer_than_15_ms_are_simultaneous(gap: int, winners: tuple[int, ...]) -> None:
    assert first({0: 500, 1: 500 + gap}) == winners
    assert last({0: 500, 1: 500 - gap}) == winners
    calls = (1, Call("snap", 500 + gap)), (0, Call("snap", 500)), (2, SILENT)
    assert GAME.points(answer(in_window(), *calls)) == ((1, 0, 0) if len(winners) == 1 else (0, 0, 0))


@pytest.mark.rule("LIVE-3")
def test_the_quickest_is_the_measure_not_the_neighbour() -> None:
    assert first({0: 500, 1: 510, 2: 520}) == (0, 1)
    assert last({0: 500, 1: 510, 2: 520}) == (1, 2)


def test_only_the_words_asked_for_are_counted() -> None:
    window = opened((0, 1, 2), 3, 4)
    answers: list[Action] = [Call("snap", 300), Call("boo", 200), SILENT]
    for seat, action in enumerate(answers):
        window = window.noted(seat, action)
    assert window.calls("snap") == {0: 300}
    assert window.calls("snap", "boo") == {0: 300, 1: 200}
    assert [said.seat for said in window.heard()] == [1, 0]


# --- LIVE-4 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LIVE-4")
def test_bots_take_a_human_time() -> None:
    times = sorted(Reflexes().after(Stream(seed_from("times"), str(n))) for n in range(2000))
    assert times[0] >= 200  # nobody is a machine
    assert 350 <= times[1000] <= 700  # the usual
    assert times[1900] > 2 * times[100]  # sometimes one is slow
    assert len(set(times)) > 400


@pytest.mark.rule("LIVE-4")
def test_bots_overlook_and_err_sometimes() -> None:
    window = opened((0, 1), 2, 4)
    answers = Counter(
        untimed(reacted(SNAP, (SNAP, BOO, SILENT), window, Reflexes(), Stream(seed_from("slips"), str(n))))
        for n in range(3000)
    )
    assert 0.03 < answers[SILENT] / 3000 < 0.2
    assert 0 < answers[BOO] / 3000 < 0.03
    never = Reflexes(overlooks=10**4, errs=10**4)
    assert untimed(reacted(SNAP, (SNAP, SILENT), window, never, Stream(seed_from("1"), "1"))) == SNAP


@pytest.mark.rule("LIVE-4")
def test_what_a_bot_calls_gets_its_time_at_the_door_and_stays_in_the_window() -> None:
    slow = Reflexes(least=60_000, overlooks=10**4, errs=10**4)
    call = decide(Player(lambda *_: SNAP, slow), GAME, in_window(), 1, Stream(seed_from("x"), "y"))
    assert call == Call("snap", 4000)
    quick = decide(lambda *_: SNAP, GAME, in_window(), 1, Stream(seed_from("x"), "y"))
    assert isinstance(quick, Call)
    assert 100 <= quick.after <= 4000
    assert decide(at_random, GAME, GAME.deal(seed_from("x")), 0, Stream(seed_from("x"), "y")) == TURN


def test_secret_choices_without_a_clock_are_not_hurried() -> None:
    window = opened((0, 1), 2, 0)
    assert window.seconds == 0
    assert window.noted(0, Guess(7)).heard()[0].action == Guess(7)


# --- LIVE-5 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LIVE-5", "ALL-2")
def test_a_replay_gives_the_same_result() -> None:
    match = Match.start(Setup.of(Snap, 3, {}), seed_from("replayed"))
    record, n = header(match), 0
    while match.to_act:
        seat = match.to_act[n % len(match.to_act)]
        action = at_random(GAME, match.state, seat, Stream(match.seed, str(n)))
        match, n = match.apply(seat, action), n + 1
        record += lines(seat, GAME.write(action), match)
    assert b"call snap " in record
    again = list(replay(record.splitlines(), Snap))[-1].match
    assert digest(again) == digest(match)
    assert sum(match.scores[0]) > 0


@pytest.mark.rule("LIVE-5")
def test_the_order_in_which_answers_arrive_does_not_matter() -> None:
    answers: list[tuple[int, Action]] = [(0, Call("snap", 900)), (1, Call("snap", 300)), (2, SILENT)]
    one, other = answer(in_window(), *answers), answer(in_window(), *answers[::-1])
    assert one == other
    assert GAME.points(one) == (0, 1, 0)


# --- secrecy -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ALL-3")
@pytest.mark.parametrize("seat", [None, 0, 2])
@pytest.mark.parametrize("theirs", [SILENT, Call("snap", 120), Call("boo", 3000)])
def test_nobody_sees_that_or_what_another_has_answered(seat: int | None, theirs: Action) -> None:
    before = in_window()
    after = GAME.apply(before, 1, theirs)
    seen = [msgspec.json.encode(view(GAME, state, seat)) for state in (before, after)]
    assert seen[0] == seen[1]
    guesses = [dump(GAME, guess(GAME, state, seat, Stream(bytes(32), "guess"))) for state in (before, after)]
    assert guesses[0] == guesses[1]
    if seat is not None:
        assert encode(GAME, before, seat) == encode(GAME, after, seat)


def test_a_seat_sees_that_it_has_answered_itself() -> None:
    state = GAME.apply(in_window(), 1, SNAP)
    mine, other = view(GAME, state, 1), view(GAME, state, 2)
    assert mine.window is not None
    assert other.window is not None
    assert (mine.window.answered, other.window.answered) == (True, False)
    assert (mine.to_act, other.to_act) == ((0, 2), (0, 1, 2))
    assert (mine.legal, other.legal) == ((), ("call snap", "call boo", "silent"))


def test_when_the_window_is_closed_all_hear_who_called_and_when() -> None:
    state = answer(in_window(), (0, Call("boo", 700)), (1, SILENT), (2, Call("snap", 431)))
    assert view(GAME, state, None).events[:2] == ("2: call snap 431", "0: call boo 700")


def test_a_position_with_an_open_window_can_be_written_and_read() -> None:
    state = answer(in_window(), (1, Call("snap", 431)))
    assert load(GAME, dump(GAME, state)) == state
    assert isinstance(state.table.window, Window)
    assert state.table.window.answers == (None, Call("snap", 431), None)
