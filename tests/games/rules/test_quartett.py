"""The rules of `quartett`, one by one: the deal, asking, the end, and what the questions tell. Denials apart."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elfer import Game, Match, Setup, game, guess, seed_from, view
from elfer.bots import at_random, decide, usual
from elfer.games.quartett import Quartett
from elfer.table.seed import Stream
from tests.games.positions.quartett import arrange, hand, laid_off, offers, play
from tests.games.positions.rows import refused, turn

THREE: Any = game("quartett", 3)
FOUR: Any = game("quartett", 4)
FIVE: Any = game("quartett", 5)
PLAYERS = range(3, 9)
MIXED = [[f"{'rygb'[(n + k) % 4]}{k}" for k in range(5, 21)] for n in range(4)]
"""Four hands with one card of each number from 5 on."""


@pytest.fixture
def stacked(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A way to say in which order the cards are dealt."""

    def stack(hands: list[list[str]]) -> None:
        """By seat, from the first that is dealt to: what it gets."""
        deck = FIVE.layout.deck
        order = [deck.card(card) for cards in zip(*hands, strict=True) for card in cards]
        scripted = type("S", (), {"shuffled": lambda _, cards: order})
        monkeypatch.setattr("elfer.table.game.Stream", lambda seed, label: scripted())

    return stack


def sixteen(*numbers: int) -> list[str]:
    """All cards of these four numbers."""
    return [f"{colour}{number}" for number in numbers for colour in "rygb"]


# --- the deal ------------------------------------------------------------------------------------------------


@pytest.mark.rule("QU-1")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("number", [0, 1])
def test_all_cards_are_dealt_evenly_and_paid_for(players: int, number: int) -> None:
    table = game("quartett", players)
    state = table.deal(seed_from("deal"), number)
    sizes = [state.table.zones[s].bit_count() + state.table.zones[players + s].bit_count() for s in range(players)]
    assert sum(sizes) == 80
    assert max(sizes) - min(sizes) <= 1
    more = [(-1 - number - n) % players for n in range(80 % players)]  # to the right, from the dealer's neighbour on
    assert all(size == 80 // players + (seat in more) for seat, size in enumerate(sizes))
    assert state.marks == tuple(-size for size in sizes)
    assert len({table.deal(seed_from(str(n))).table.zones for n in range(9)}) == 9


@pytest.mark.rule("QU-2")
def test_quartets_are_laid_off_after_the_deal(stacked: Any) -> None:
    stacked([MIXED[0], MIXED[1], sixteen(1, 2, 3, 4), MIXED[2], MIXED[3]])
    state = FIVE.deal(bytes(32))
    seat = 2  # the third to the right of seat 0
    assert (hand(FIVE, state, seat), set(laid_off(FIVE, state, seat).split())) == ("", set(sixteen(1, 2, 3, 4)))
    assert all(not laid_off(FIVE, state, other) for other in range(5) if other != seat)
    assert state.marks == (-16,) * 5
    assert FIVE.points(state) == (-16, -16, 0, -16, -16)
    for seen in (None, 0, 2):
        assert view(FIVE, state, seen).zones[5 + seat].cards is not None


@pytest.mark.rule("QU-2")
def test_a_quartet_is_laid_off_as_soon_as_it_is_complete() -> None:
    state = arrange(THREE, ["r5 y5 g5 r6", "b5 y6", "g6"])
    state = play(THREE, state, "ask 1 b5")
    assert (hand(THREE, state, 0), laid_off(THREE, state, 0)[-11:]) == ("r6", "b18 b19 b20")
    assert {"r5", "y5", "g5", "b5"} <= set(laid_off(THREE, state, 0).split())
    events = ("0: ask 1 b5", "hand1>hand0 b5", *(f"hand0>quartets0 {colour}5" for colour in "rygb"))
    assert view(THREE, state).events == events
    assert turn(THREE, state) == 0


@pytest.mark.rule("QU-2")
def test_three_of_a_number_are_no_quartet() -> None:
    state = play(THREE, arrange(THREE, ["r5 y5", "g5", "b5"]), "ask 1 g5")
    assert hand(THREE, state, 0) == "r5 y5 g5"


# --- asking --------------------------------------------------------------------------------------------------


@pytest.mark.rule("QU-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_player_to_the_right_of_the_dealer_begins(players: int) -> None:
    table = game("quartett", players)
    for number in range(3):
        assert table.to_act(table.deal(seed_from("first"), number)) == ((-1 - number) % players,)


@pytest.mark.rule("QU-3")
def test_one_asks_any_other_for_a_card_of_a_number_one_holds() -> None:
    state = arrange(THREE, ["r5 y5 b7", "g5 r7 r9", "b5 y9"])
    cards = ["g5", "b5", "r7", "y7", "g7"]
    assert offers(THREE, state) == {f"ask {seat} {card}" for seat in (1, 2) for card in cards}
    assert not THREE.legal(state, 1)
    refused(THREE, state, "ask 1 r9", "number-not-held", "r9")
    refused(THREE, state, "ask 1 r5", "you-have-it", "r5")
    refused(THREE, state, "ask 0 g5", "ask-another")
    refused(THREE, state, "ask 0 r5", "ask-another")
    refused(THREE, state, "ask 0 g5", "not-your-turn", seat=1)


@pytest.mark.rule("QU-2", "QU-3", "QU-4")
def test_the_example_of_the_rulebook() -> None:
    """You are seat 0, then come Anna, Ben and Clara. Anna asks for a 5, so she has one: it can only be the blue 5."""
    state = arrange(FOUR, ["r5 g5 r8", "b5 r12 g12", "y12 y8", "y5 g8 b8"])
    state = play(FOUR, state, "ask 1 y5, ask 2 y12, ask 3 y5")
    assert (turn(FOUR, state), hand(FOUR, state, 1)) == (1, "r12 y5 y12 g12 b5")
    state = play(FOUR, state, "ask 0 b12")
    for number in range(20):
        assert "b5" in hand(FOUR, guess(FOUR, state, 0, Stream(bytes(32), str(number))), 1)
    state = play(FOUR, state, "ask 1 b5, ask 1 y5")
    assert {"r5", "y5", "g5", "b5"} <= set(laid_off(FOUR, state, 0).split())


@pytest.mark.rule("QU-4")
def test_who_has_the_card_hands_it_over_and_the_asker_goes_on() -> None:
    state = arrange(THREE, ["r5 b7", "g5 r7", "b5 y5"])
    state = play(THREE, state, "ask 1 g5")
    assert (hand(THREE, state, 0), hand(THREE, state, 1)) == ("r5 g5 b7", "r7")
    assert turn(THREE, state) == 0
    assert "ask 2 b5" in offers(THREE, state)
    state = play(THREE, state, "ask 1 r7, ask 2 b5, ask 2 y5")
    assert turn(THREE, state) == 0
    assert {"r5", "y5", "g5", "b5"} <= set(laid_off(THREE, state, 0).split())


@pytest.mark.rule("QU-4")
def test_who_does_not_have_it_is_the_next_to_ask() -> None:
    state = arrange(FOUR, ["r5", "y5", "g5", "b5"])
    after = play(FOUR, state, "ask 2 y5")
    assert turn(FOUR, after) == 2
    assert [hand(FOUR, after, seat) for seat in range(4)] == ["r5", "y5", "g5", "b5"]
    assert view(FOUR, after).events == ("0: ask 2 y5", "2: deny")
    assert turn(FOUR, play(FOUR, after, "ask 1 b5")) == 1


@pytest.mark.rule("QU-4", "QU-5")
def test_the_table_answers_by_default() -> None:
    assert Setup.choose("quartett", 4).game.options.answers == "auto"
    state = arrange(FOUR, ["r5", "y5", "g5", "b5"])
    for action in ("give r5", "deny"):
        refused(FOUR, state, action, "not-offered", "option")


# --- players without cards -----------------------------------------------------------------------------------


@pytest.mark.rule("QU-7")
def test_a_player_without_cards_is_not_asked() -> None:
    state = arrange(FOUR, ["r5", "", "g5", "b5"])
    assert offers(FOUR, state) == {f"ask {seat} {card}" for seat in (2, 3) for card in ("y5", "g5", "b5")}
    refused(FOUR, state, "ask 1 y5", "asked-has-none", "Seat 1")


@pytest.mark.rule("QU-7")
@pytest.mark.parametrize(
    ("hands", "giver", "following"),
    [
        (["r5 y5 g5", "b5 r6", "y6", "g6", "b6"], 1, 4),
        (["r5 y5 g5", "b5 r6", "y6", "g6 b6", ""], 1, 3),
        (["r5 y5 g5", "r6", "y6", "b5 g6", "b6"], 3, 4),
        (["r5 y5 g5", "r6 y6", "g6 b6", "", "b5"], 4, 2),  # seat 4 gives its last card
    ],
)
def test_the_right_to_ask_passes_to_the_right(hands: list[str], giver: int, following: int) -> None:
    state = play(FIVE, arrange(FIVE, hands), f"ask {giver} b5")
    assert not hand(FIVE, state, 0)
    assert turn(FIVE, state) == following


@pytest.mark.rule("QU-7", "QU-4")
def test_who_hands_over_the_last_card_is_no_longer_asked() -> None:
    state = play(THREE, arrange(THREE, ["r5 r6", "y5", "g5 b5 y6 g6 b6"]), "ask 1 y5")
    assert turn(THREE, state) == 0
    assert not any(action.startswith("ask 1") for action in offers(THREE, state))


@pytest.mark.rule("QU-2", "QU-7")
def test_whoever_lays_off_the_whole_hand_after_the_deal_does_not_begin(stacked: Any) -> None:
    stacked([sixteen(1, 2, 3, 4), *MIXED])
    assert FIVE.to_act(FIVE.deal(bytes(32))) == (3,)
    stacked([sixteen(*range(4 * n + 1, 4 * n + 5)) for n in range(5)])
    state = FIVE.deal(bytes(32))
    assert (FIVE.to_act(state), FIVE.points(state)) == ((), (0,) * 5)


# --- the end -------------------------------------------------------------------------------------------------


@pytest.mark.rule("QU-6")
def test_the_round_ends_when_all_quartets_are_laid_off() -> None:
    state = arrange(THREE, ["r5 y5 g5", "b5 r6", "y6 g6 b6"])
    state = play(THREE, state, "ask 1 b5")
    assert turn(THREE, state) == 2
    state = play(THREE, state, "ask 1 r6")
    assert turn(THREE, state) is None
    assert THREE.points(state) == (4 * 19, 0, 4)
    refused(THREE, state, "ask 1 r6", "round-over", seat=2)


@pytest.mark.rule("QU-6")
def test_most_marks_win() -> None:
    assert not Quartett.lowest_wins
    match = Match.start(Setup.choose("quartett", 3), seed_from("most"))
    match = Match(match.setup, match.seed, arrange(match.game, ["r5", "", "y5 g5 b5"], seat=2))
    match = match.apply(2, match.game.read("ask 0 r5"))
    assert (match.totals, match.places) == ((76, 0, 4), (1, 3, 2))


def random_round(table: Game[Any], seed: int, most: int = 10**6) -> list[Any]:
    random = Random(seed)
    states = [table.deal(random.randbytes(32))]
    while (seats := table.to_act(states[-1])) and len(states) < most:
        states.append(table.apply(states[-1], seats[0], random.choice(table.legal(states[-1], seats[0]))))
    return states


@pytest.mark.rule("QU-1", "QU-5", "QU-6", "ALL-5")
@pytest.mark.parametrize("answers", ["auto", "honour"])
@pytest.mark.parametrize("players", [3, 8])
def test_marks_are_conserved(players: int, answers: str) -> None:
    table = game("quartett", players, answers=answers)
    states = random_round(table, players)
    assert len(states) < table.longest_round / 2
    for state in states:
        quartets = sum(zone.bit_count() // 4 for zone in state.table.zones[players:])
        assert sum(state.marks) == -80  # what is in the till
        assert sum(table.points(state)) == -80 + 4 * quartets  # and what is left there if it pays now
    assert sum(table.points(states[-1])) == 0
    assert (len({state.marks for state in states}) > 1) == (answers == "honour")


@pytest.mark.rule("QU-6", "ALL-5")
def test_if_a_round_is_stopped_the_rest_stays_in_the_till(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Quartett, "longest_round", 120)
    match, random = Match.start(Setup.choose("quartett", 3), seed_from("stopped")), Random(1)
    while match.to_act:
        [seat] = match.to_act
        match = match.apply(seat, random.choice(match.legal(seat)))
    quartets = sum(zone.bit_count() // 4 for zone in match.state.table.zones[3:])
    assert match.steps == 120
    assert 0 < quartets < 20
    assert sum(match.totals) == 4 * quartets - 80


# --- what everyone can tell ----------------------------------------------------------------------------------


def guesses(table: Game[Any], state: Any, seat: int | None, count: int = 25) -> list[Any]:
    return [guess(table, state, seat, Stream(bytes(32), str(n))) for n in range(count)]


@pytest.mark.rule("QU-4", "ALL-3")
def test_a_card_that_was_asked_for_and_given_is_known_to_all() -> None:
    state = play(FOUR, arrange(FOUR, ["r5 r6", "y5 y6", "g5 g6", "b5 b6"]), "ask 1 y5")
    bit = 1 << FOUR.layout.deck.card("y5")
    for seat in (None, 2, 3):
        assert all(other.table.zones[0] & bit for other in guesses(FOUR, state, seat))
    state = play(FOUR, state, "ask 2 y6, ask 0 y5")  # it goes on to seat 2, with what was known of the hand
    assert all(other.table.zones[2] & bit for other in guesses(FOUR, state, None))


@pytest.mark.rule("QU-3", "QU-4", "ALL-3")
def test_a_question_tells_what_is_not_in_a_hand() -> None:
    state = play(FOUR, arrange(FOUR, ["r5 r6", "y5 y6", "g5 g6", "b5 b6"]), "ask 1 g5")
    bit = 1 << FOUR.layout.deck.card("g5")
    for seat in (None, 3):
        for other in guesses(FOUR, state, seat):
            assert not (other.table.zones[0] | other.table.zones[1]) & bit


@pytest.mark.rule("QU-3", "ALL-3")
def test_a_question_tells_that_the_asker_holds_another_card_of_the_number() -> None:
    hands = [" ".join(f"{colour}{number}" for number in (5, 6, 7)) for colour in "rygb"]
    state = play(FOUR, arrange(FOUR, hands), "ask 1 g6")
    sixes = FOUR.layout.deck.read("r6 y6 b6")
    for seat in (None, 3):
        held = {other.table.zones[0] & sixes for other in guesses(FOUR, state, seat)}
        assert 0 not in held
        assert len(held) > 1  # but not which one
    assert state.seekers[5] == 0b0001
    state = play(FOUR, state, "ask 0 r6")  # now everyone knows where it is
    assert state.seekers[5] == 0b0010
    state = play(FOUR, arrange(FOUR, hands), "ask 1 y5, ask 2 b5, ask 0 y5")
    assert state.seekers[4] == 0b0101  # seat 0 gave a card that all knew of, and still has the one it asked with


@pytest.mark.rule("QU-2", "QU-3")
@pytest.mark.parametrize("players", [3, 6])
def test_guesses_agree_with_all_questions(players: int) -> None:
    """Whoever has asked for a number holds, or has given since, a card of it; and nobody holds a quartet."""
    table = game("quartett", players)
    states = random_round(table, 4)
    for state in states[:: len(states) // 12]:
        for seat in (None, 0):
            for other in guesses(table, state, seat, 3):
                for number in range(20):
                    four = sum(1 << colour * 20 + number for colour in range(4))
                    for holder in range(players):
                        held = other.table.zones[holder] & four
                        assert held != four
                        assert held & ~state.table.memory.public or not state.seekers[number] >> holder & 1


# --- the bot -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answers", ["auto", "honour"])
def test_the_bot_beats_random_play(answers: str) -> None:
    won = 0
    for number in range(4):
        match = Match.start(Setup.choose("quartett", 4, {"answers": answers}), seed_from(f"bots {number}"))
        while match.to_act:
            [seat] = match.to_act
            bot = usual(match.game) if seat == number else at_random
            stream = Stream(match.seed, str(match.steps))
            match = match.apply(seat, decide(bot, match.game, match.state, seat, stream))
        won += match.places[number] == 1
    assert won >= 3


def test_the_bot_takes_what_it_knows_of() -> None:
    state = play(FOUR, arrange(FOUR, ["r5 r6", "y5 y6 r7", "g5 g6", "b5 b6"]), "ask 1 y5, ask 3 g6")
    assert turn(FOUR, state) == 3
    for number in range(10):
        action = decide(usual(FOUR), FOUR, state, 3, Stream(bytes(32), str(number)))
        assert FOUR.write(action) == "ask 0 y5"
