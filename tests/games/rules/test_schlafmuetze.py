"""The rules of `schlafmuetze`, one by one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elfer import Match, Setup, Stream, game, seed_from, view
from elfer.bots import at_random, decide, usual
from elfer.games.schlafmuetze import MOST_EXCHANGES
from elfer.table.game import Game
from elfer.table.windows import SECONDS
from tests.games.positions.hands import Position, arrange, hand, known, offers, play, refused, turn, zone

THREE, FOUR = game("schlafmuetze", 3), game("schlafmuetze", 4)
HANDS = ("r1 y1 g1 r2", "y2 g2 b2 r3", "y3 g3 b3 b1")
"""Three players, and nobody has a quartet."""
FULL = ("r1 y1 g1 b1", "r2 y2 g2 r3", "y3 g3 b3 b2")
"""Seat 0 has one."""


def at(table: Game[Any], *hands: str, seat: int = 0, given: tuple[int, str] | None = None, done: int = 0) -> Position:
    """The turn of a seat; with `given`, a card lies apart for the one to give back."""
    zones = {f"given{given[0]}": given[1]} if given else None
    facts: dict[str, Any] = {"seat": seat, "back": given is not None, "exchanges": done, "caps": [0] * table.players}
    return arrange(table, hands, rest="lying0", zones=zones, **facts)


def answers(table: Game[Any], state: Position, **said: str) -> Position:
    """The state after these answers: `s1="call down 300"`."""
    for seat, text in said.items():
        state = play(table, state, text, seat=int(seat[1:]))
    return state


# --- the deal ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SM-1")
@pytest.mark.parametrize("players", range(3, 9))
def test_as_many_quartets_as_players(players: int) -> None:
    table = game("schlafmuetze", players)
    names = {f"{colour}{number}" for colour in "rygb" for number in range(1, players + 1)}
    assert set(table.layout.deck.names) == names
    state = table.deal(seed_from("deal"))
    hands = [hand(table, state, seat).split() for seat in range(players)]
    assert [len(held) for held in hands] == [4] * players
    assert {card for held in hands for card in held} == names
    assert len({hand(table, table.deal(seed_from(str(n))), 0) for n in range(20)}) > 15


@pytest.mark.rule("SM-2")
@pytest.mark.parametrize("players", range(3, 9))
def test_the_player_left_of_the_dealer_begins(players: int) -> None:
    table = game("schlafmuetze", players)
    for number in range(players + 1):
        assert table.to_act(table.deal(seed_from("first"), number)) == ((number + 1) % players,)


# --- exchanging ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SM-2")
def test_an_exchange_with_the_left_neighbour_who_is_up_next() -> None:
    state = at(THREE, *HANDS)
    assert offers(THREE, state) == {"give r1", "give y1", "give g1", "give r2"}
    state = play(THREE, state, "give r2")
    assert (turn(THREE, state), hand(THREE, state, 0), zone(THREE, state, "given1")) == (1, "r1 y1 g1", "r2")
    assert offers(THREE, state) == {"give y2", "give g2", "give b2", "give r3", "call down"}
    state = play(THREE, state, "give r3")
    assert [hand(THREE, state, seat) for seat in range(3)] == [
        "r1 r3 y1 g1",
        "r2 y2 g2 b2",
        HANDS[2].replace("y3 g3 b3 b1", "y3 g3 b1 b3"),
    ]
    assert (turn(THREE, state), state.exchanges, zone(THREE, state, "given1")) == (1, 1, "")
    state = play(THREE, state, "give r2, give b1")
    assert (turn(THREE, state), hand(THREE, state, 1)) == (2, "y2 g2 b1 b2")
    assert turn(THREE, play(THREE, state, "give r2, give r1")) == 0


@pytest.mark.rule("SM-2")
def test_the_given_card_is_not_given_back() -> None:
    state = play(THREE, at(THREE, *HANDS), "give r2")
    refused(THREE, state, "give r2", "gift-not-back", "r2")
    refused(THREE, state, "give r1", "not-in-hand", "r1")
    refused(THREE, state, "give r1", "not-your-turn", seat=0)
    refused(THREE, state, "give y3", "not-your-turn", seat=2)
    refused(THREE, state, "silent", "nothing-put-down")


@pytest.mark.rule("SM-2", "ALL-3")
def test_only_the_two_see_what_they_exchange() -> None:
    state = play(THREE, at(THREE, *HANDS), "give r2")
    assert "r2" in known(THREE, state, 0) & known(THREE, state, 1)
    assert "r2" not in known(THREE, state, 2) | known(THREE, state, None)
    state = play(THREE, state, "give r3")
    assert known(THREE, state, 0) == {"r1", "y1", "g1", "r3", "r2"}
    assert known(THREE, state, 1) == {"r2", "y2", "g2", "b2", "r3"}
    assert known(THREE, state, 2) == {"y3", "g3", "b3", "b1"}
    # Handed on, nobody but those two can tell any more which of the four it was.
    state = play(THREE, state, "give y2")
    assert known(THREE, state, 0) == {"r1", "y1", "g1", "r3"}
    where = [THREE.layout.names[n] for n, out in enumerate(THREE.layout.ruled_out(state.table, 0)) if not out]
    assert where == ["hand1", "given2"]  # the red 2 is in one of these


# --- putting down --------------------------------------------------------------------------------------------


@pytest.mark.rule("SM-3")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_quartet_is_put_down_at_any_moment(seat: int) -> None:
    state = at(THREE, *FULL, seat=seat)
    assert "call down" in offers(THREE, state, 0)
    assert turn(THREE, state) == seat
    state = play(THREE, state, "call down", seat=0)
    assert zone(THREE, state, "lying0") == "r1 y1 g1 b1"
    assert hand(THREE, state, 0) == ""


@pytest.mark.rule("SM-3")
def test_nobody_is_told_that_it_could_be_put_down() -> None:
    state = at(THREE, *FULL, seat=1)
    assert THREE.to_act(state) == (1,)
    assert offers(THREE, state, 0) == {"call down"}
    assert [view(THREE, state, seat).legal for seat in (2, None)] == [(), ()]
    assert [view(THREE, state, seat).to_act for seat in (0, 1, 2, None)] == [(1,)] * 4


@pytest.mark.rule("SM-3")
def test_nobody_has_to_put_down() -> None:
    assert turn(THREE, play(THREE, at(THREE, *FULL), "give r1")) == 1


@pytest.mark.rule("SM-3")
def test_a_card_that_lies_apart_counts() -> None:
    state = at(THREE, "r1 y1 g1", "y2 g2 b2 r3", "y3 g3 b3 b1", given=(1, "r2"))
    state = play(THREE, state, "call down", seat=1)
    assert (zone(THREE, state, "lying1"), hand(THREE, state, 1), zone(THREE, state, "given1")) == (
        "r2 y2 g2 b2",
        "r3",
        "",
    )
    # With a quartet in the hand it is the given card that stays.
    state = at(THREE, "r1 y1 g1", "r2 y2 g2 b2", "y3 g3 b3 b1", given=(1, "r3"))
    state = play(THREE, state, "call down", seat=1)
    assert (zone(THREE, state, "lying1"), zone(THREE, state, "given1")) == ("r2 y2 g2 b2", "r3")


@pytest.mark.rule("SM-5")
def test_without_a_quartet_nothing_is_put_down_until_one_lies() -> None:
    state = at(THREE, *FULL)
    for seat in (1, 2):
        refused(THREE, state, "call down", "no-quartet", "no quartet", seat=seat)
        refused(THREE, state, "call down 300", "no-quartet", seat=seat)
        refused(THREE, state, "silent", "not-your-turn", seat=seat)
    state = play(THREE, state, "call down", seat=0)
    for seat in (1, 2):
        assert offers(THREE, state, seat) == {"call down", "silent"}
    refused(THREE, state, "call down", "not-asked", seat=0)


@pytest.mark.rule("SM-5")
def test_putting_down_makes_no_sound_and_exchanges_stop() -> None:
    state = play(THREE, at(THREE, *FULL, seat=1), "call down", seat=0)
    for seat in (0, 1, 2, None):
        assert view(THREE, state, seat).events == tuple(f"hand0>lying0 {c}1" for c in "rygb")
    refused(THREE, state, "give r2", "no-answer", "call down, silent", seat=1)
    assert state.table.window
    assert (state.table.window.asked, state.table.window.seconds) == ((1, 2), SECONDS)
    refused(THREE, state, f"call down {1000 * SECONDS + 1}", "too-late", seat=1)


@pytest.mark.rule("SM-4")
def test_the_last_to_put_down_gets_the_nightcap() -> None:
    state = play(THREE, at(THREE, *FULL), "call down", seat=0)
    late = answers(THREE, state, s1="call down 500", s2="call down 800")
    assert (turn(THREE, late), THREE.points(late)) == (None, (0, 0, 1))
    assert zone(THREE, late, "lying1") == "r2 r3 y2 g2"
    assert THREE.points(answers(THREE, state, s2="call down 500", s1="call down 800")) == (0, 1, 0)
    refused(THREE, late, "give r1", "round-over", seat=0)
    refused(THREE, late, "call down", "round-over", seat=1)


@pytest.mark.rule("SM-4", "LIVE-3")
@pytest.mark.parametrize(("gap", "points"), [(0, (0, 1, 1, 0)), (14, (0, 1, 1, 0)), (15, (0, 0, 1, 0))])
def test_all_who_are_last_at_the_same_time_get_one(gap: int, points: tuple[int, ...]) -> None:
    hands = ("r1 y1 g1 b1", "r2 y2 g2 r3", "y3 g3 b3 b2", "r4 y4 g4 b4")
    state = play(FOUR, at(FOUR, *hands, seat=2), "call down", seat=0)
    state = answers(FOUR, state, s3="call down 200", s1="call down 600", s2=f"call down {600 + gap}")
    assert FOUR.points(state) == points


@pytest.mark.rule("SM-5")
def test_all_who_stay_silent_get_one_and_nobody_else() -> None:
    hands = ("r1 y1 g1 b1", "r2 y2 g2 r3", "y3 g3 b3 b2", "r4 y4 g4 b4")
    state = play(FOUR, at(FOUR, *hands, seat=2), "call down", seat=0)
    one = answers(FOUR, state, s1="silent", s2="call down 3900", s3="call down 200")
    assert FOUR.points(one) == (0, 1, 0, 0)
    assert (hand(FOUR, one, 1), zone(FOUR, one, "lying1")) == ("r2 r3 y2 g2", "")
    assert FOUR.points(answers(FOUR, state, s1="silent", s2="silent", s3="call down 200")) == (0, 1, 1, 0)
    assert FOUR.points(answers(FOUR, state, s1="silent", s2="silent", s3="silent")) == (0, 1, 1, 1)


@pytest.mark.rule("SM-4")
def test_all_cards_are_put_down_also_what_lies_apart() -> None:
    state = at(THREE, "b3 y1 g1", "y2 g2 b2 r3", "r1 y3 g3 b1", given=(1, "r2"))
    state = play(THREE, state, "call down", seat=1)
    state = answers(THREE, state, s0="call down 300", s2="call down 400")
    assert (zone(THREE, state, "lying0"), zone(THREE, state, "lying2")) == ("y1 g1 b3", "r1 y3 g3 b1")
    quartets = at(THREE, "b1 y1 g1 r1", "y2 g2 b2", "r3 y3 g3 b3", seat=1, given=(2, "r2"))
    state = answers(THREE, play(THREE, quartets, "call down", seat=0), s1="silent", s2="call down 150")
    assert (zone(THREE, state, "lying2"), zone(THREE, state, "given2")) == ("r2 r3 y3 g3 b3", "")


@pytest.mark.rule("SM-4", "ALL-3")
def test_who_has_put_down_shows_only_when_all_have_answered() -> None:
    state = play(THREE, at(THREE, *FULL), "call down", seat=0)
    after = play(THREE, state, "call down 300", seat=1)
    for seat in (0, 2, None):
        assert view(THREE, after, seat) == view(THREE, state, seat)
    end = play(THREE, after, "silent", seat=2)
    assert view(THREE, end, 2).events[0] == "1: call down 300"


# --- the end -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SM-6")
def test_after_400_exchanges_it_ends_without_a_nightcap() -> None:
    assert MOST_EXCHANGES == 400
    state = play(THREE, at(THREE, *HANDS, done=398), "give r2, give r3")
    assert turn(THREE, state) == 1
    state = play(THREE, state, "give r2")
    assert turn(THREE, state) == 2
    state = play(THREE, state, "give b1")
    assert (turn(THREE, state), THREE.points(state)) == (None, (0, 0, 0))
    assert all(not THREE.legal(state, seat) for seat in range(3))


@pytest.mark.rule("SM-6", "ALL-6")
def test_fewest_nightcaps_win() -> None:
    assert THREE.rounds == 5
    match = Match.start(Setup.choose("schlafmuetze", 3, {"rounds": 12}), seed_from("caps"))
    random = Random(3)
    while not match.over:
        match = match.next_round() if match.round_over else match
        while match.to_act:
            seat = random.choice(match.to_act)
            match = match.apply(seat, random.choice(match.legal(seat)))
    assert len(match.scores) == 12
    assert len(set(match.totals)) > 1
    assert [place == 1 for place in match.places] == [total == min(match.totals) for total in match.totals]


# --- the bot -------------------------------------------------------------------------------------------------


def chosen(state: Position, seat: int) -> set[str]:
    return {THREE.write(usual(THREE)(THREE, state, seat, Stream(bytes(32), str(n)))) for n in range(30)}


def test_the_bot_collects_and_puts_down() -> None:
    assert chosen(at(THREE, *HANDS), 0) == {"give r2"}
    assert chosen(at(THREE, "r1 y1 r2 r3", "y2 g2 b2 g1", "y3 g3 b3 b1"), 0) == {"give r2", "give r3"}
    # What lies apart counts: with the red 3 that makes three, so the lonely 1 goes.
    state = at(THREE, "y1 g1 r2", "y3 g3 b2 r1", "b3 g2 y2 b1", given=(1, "r3"))
    assert chosen(state, 1) == {"give r1", "give b2"}
    assert chosen(at(THREE, *FULL), 0) == {"call down"}
    assert chosen(play(THREE, at(THREE, *FULL), "call down", seat=0), 2) == {"call down"}


def played(bots: set[int], rounds: int) -> tuple[list[int], int]:
    """Nightcaps by seat, and how many exchanges there were."""
    caps, exchanges = [0] * 4, 0
    for number in range(rounds):
        state, steps = FOUR.deal(seed_from(f"bots {number}"), number), 0
        while seats := FOUR.to_act(state):
            bot = usual(FOUR) if seats[0] in bots else at_random
            stream = Stream(seed_from(f"{number} {steps}"), "bot")
            state, steps = FOUR.apply(state, seats[0], decide(bot, FOUR, state, seats[0], stream)), steps + 1
        caps = [a + b for a, b in zip(caps, FOUR.points(state), strict=True)]
        exchanges += state.exchanges
    return caps, exchanges


def test_the_bot_beats_random_play() -> None:
    caps, _ = played({0, 2}, 25)
    assert caps[0] + caps[2] < 0.5 * (caps[1] + caps[3])
    assert played({0, 1, 2, 3}, 10)[1] < 0.2 * played(set(), 10)[1]
