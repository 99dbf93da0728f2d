"""`quartett` where the asked players answer themselves: denials, true and wrong, and what they cost (QU-5)."""

from __future__ import annotations

from typing import Any

import pytest

from elfer import game, guess, view
from elfer.bots import decide, usual
from elfer.table.seed import Stream
from tests.games.positions.quartett import arrange, hand, laid_off, offers, play
from tests.games.positions.rows import refused, turn

THREE: Any = game("quartett", 3, answers="honour")
FOUR: Any = game("quartett", 4, answers="honour")
FIVES = ["r5 r6", "y5 y6", "g5 g6", "b5 b6"]


def card(name: str) -> int:
    return int(FOUR.layout.deck.card(name))


# --- answering -----------------------------------------------------------------------------------------------


@pytest.mark.rule("QU-5")
def test_the_asked_player_answers() -> None:
    state = play(FOUR, arrange(FOUR, FIVES), "ask 1 y5")
    assert (turn(FOUR, state), offers(FOUR, state)) == (1, {"give y5", "deny"})
    assert view(FOUR, state).events == ("0: ask 1 y5",)
    assert (view(FOUR, state).facts["asked"], view(FOUR, state).facts["wanted"]) == (1, "y5")
    assert [hand(FOUR, state, seat) for seat in range(4)] == FIVES
    for seat in (0, 2, 3):
        assert not FOUR.legal(state, seat)
        refused(FOUR, state, "ask 1 y5", "not-your-turn", seat=seat)
    refused(FOUR, state, "give y6", "asked-for-other", "y5")
    refused(FOUR, state, "ask 0 r5", "answer-first", "y5")


@pytest.mark.rule("QU-4", "QU-5")
def test_the_card_is_handed_over_and_the_asker_goes_on() -> None:
    state = play(FOUR, arrange(FOUR, FIVES), "ask 1 y5, give y5")
    assert (turn(FOUR, state), hand(FOUR, state, 0), hand(FOUR, state, 1)) == (0, "r5 r6 y5", "y6")
    assert (state.asked, state.wanted, state.denied) == (-1, 0, ())
    for action in ("give r5", "deny"):
        refused(FOUR, state, action, "nobody-asked")


@pytest.mark.rule("QU-5")
def test_who_does_not_have_the_card_can_only_deny() -> None:
    state = play(FOUR, arrange(FOUR, FIVES), "ask 2 y5")
    assert offers(FOUR, state) == {"deny"}
    refused(FOUR, state, "give y5", "not-in-hand", "y5")
    state = play(FOUR, state, "deny")
    assert turn(FOUR, state) == 2
    assert view(FOUR, state).events == ("2: deny",)


@pytest.mark.rule("QU-4", "QU-5")
def test_who_denies_is_the_next_to_ask_whether_it_is_true_or_not() -> None:
    state = play(FOUR, arrange(FOUR, FIVES), "ask 1 y5, deny")
    assert (turn(FOUR, state), hand(FOUR, state, 1)) == (1, "y5 y6")
    assert state.marks == (0, 0, 0, 0)  # nothing has come to light yet


# --- wrong denials -------------------------------------------------------------------------------------------


@pytest.mark.rule("QU-5")
def test_a_wrong_denial_comes_to_light_when_the_card_is_handed_to_somebody_else() -> None:
    state = play(FOUR, arrange(FOUR, FIVES), "ask 1 y5, deny, ask 3 r5, deny, ask 1 y5, give y5")
    assert state.marks == (5, -5, 0, 0)
    assert turn(FOUR, state) == 3


@pytest.mark.rule("QU-5")
def test_a_wrong_denial_comes_to_light_when_the_card_is_handed_to_the_asker_after_all() -> None:
    state = play(FOUR, arrange(FOUR, FIVES), "ask 1 y5, deny, ask 0 b5, deny, ask 1 y5, give y5")
    assert state.marks == (5, -5, 0, 0)


@pytest.mark.rule("QU-5", "QU-2")
def test_a_wrong_denial_comes_to_light_when_the_card_is_laid_off() -> None:
    state = arrange(FOUR, ["r5 r6", "y5 g5 b5", "g6", "y6 b6"])
    state = play(FOUR, state, "ask 1 y5, deny, ask 0 r5, give r5")
    assert {"r5", "y5", "g5", "b5"} == set(laid_off(FOUR, state, 1).split())
    assert state.marks == (5, -5, 0, 0)
    assert state.denied == ()


@pytest.mark.rule("QU-5", "QU-2")
def test_all_four_cards_of_a_quartet_come_to_light() -> None:
    state = arrange(FOUR, ["r5 r6", "y5 g5 b5", "g6", "y6 b6"])
    asked = "ask 1 y5, deny, ask 0 r5, deny, ask 1 g5, deny, ask 0 r5, deny, ask 1 b5, deny"
    state = play(FOUR, state, f"{asked}, ask 0 r5, give r5")
    # Seat 1 has denied three cards, and seat 0 the red 5 twice.
    assert state.marks == (15 - 10, 10 - 15, 0, 0)


@pytest.mark.rule("QU-5")
def test_each_denial_is_paid_for_to_each_asker() -> None:
    state = arrange(FOUR, FIVES)
    twice = "ask 1 y5, deny, ask 0 b5, deny, ask 1 y5, deny"  # by seat 0
    state = play(FOUR, state, f"{twice}, ask 2 b5, deny, ask 1 y5, deny, ask 3 g5, deny, ask 1 y5, give y5")
    assert state.marks == (10, -15, 5, 0)


@pytest.mark.rule("QU-5")
def test_a_lie_that_everyone_sees_through_is_paid_for_too() -> None:
    state = play(FOUR, arrange(FOUR, FIVES), "ask 1 y5, give y5, ask 2 y6, deny")  # all know that seat 0 has y5
    state = play(FOUR, state, "ask 0 y5, deny")
    assert (turn(FOUR, state), state.marks) == (0, (0, 0, 0, 0))
    state = play(FOUR, state, "ask 3 y6, deny, ask 0 y5, give y5")
    assert state.marks == (-5, 0, 5, 0)


@pytest.mark.rule("QU-5")
def test_only_denials_of_that_card_come_to_light() -> None:
    state = arrange(FOUR, FIVES)
    state = play(FOUR, state, "ask 1 y5, deny, ask 0 b5, deny, ask 1 y6, deny, ask 0 b5, deny, ask 1 y6, give y6")
    assert state.marks == (5, -5, 0, 0)
    assert state.denied[:3] == (0, 1, card("y5"))
    assert play(FOUR, state, "ask 1 y5, give y5").marks == (10, -10, 0, 0)


# --- true denials --------------------------------------------------------------------------------------------


@pytest.mark.rule("QU-5")
def test_a_true_denial_is_never_paid_for() -> None:
    state = play(FOUR, arrange(FOUR, FIVES), "ask 2 y5, deny, ask 1 y5, give y5")
    assert state.marks == (0, 0, 0, 0)
    assert state.denied == ()


@pytest.mark.rule("QU-5")
@pytest.mark.parametrize("lied", [False, True])
def test_not_even_if_the_card_comes_to_that_hand_later(lied: bool) -> None:
    """Seat 2 denies truly, gets the card, and hands it on."""
    state = play(FOUR, arrange(FOUR, FIVES), "ask 2 y5, deny")
    if lied:
        state = play(FOUR, state, "ask 1 y5, deny, ask 2 b5, deny")  # seat 1 lies, and it is up to seat 2 again
    state = play(FOUR, state, "ask 1 y5, give y5")
    fined = (0, -5, 5, 0) if lied else (0, 0, 0, 0)
    assert (hand(FOUR, state, 2), state.marks) == ("y5 g5 g6", fined)
    state = play(FOUR, state, "ask 3 r5, deny, ask 2 y5, give y5")
    assert state.marks == fined


@pytest.mark.rule("QU-5")
def test_before_and_after_the_card_came() -> None:
    """Seat 2 denies truly, gets the card, denies it wrongly, and hands it over: one fine."""
    state = play(FOUR, arrange(FOUR, FIVES), "ask 2 y5, deny, ask 1 y5, give y5, ask 0 b5, deny")
    state = play(FOUR, state, "ask 2 y5, deny, ask 0 b5, deny, ask 2 y5, give y5")
    assert state.marks == (5, 0, -5, 0)


@pytest.mark.rule("QU-5")
def test_a_denial_that_must_be_true_is_not_noted() -> None:
    state = play(FOUR, arrange(FOUR, FIVES), "ask 1 y5, give y5, ask 1 b5, deny")  # seat 1 might have b5
    assert state.denied == (0, 1, card("b5"))
    state = play(FOUR, state, "ask 3 r6, deny, ask 1 y5, deny")  # seat 0 has it, as everyone knows
    assert state.denied == (0, 1, card("b5"), 1, 3, card("r6"))
    state = play(FOUR, state, "ask 3 r6, deny, ask 1 r6, deny")  # seat 1 has asked for r6 itself
    assert state.denied == (0, 1, card("b5"), *(1, 3, card("r6")) * 2)


@pytest.mark.rule("QU-5", "ALL-3")
def test_a_denial_proves_nothing() -> None:
    state = play(FOUR, arrange(FOUR, FIVES), "ask 1 y5, deny")
    assert not state.table.memory.lacks[1]
    holders = set()
    for number in range(60):
        other = guess(FOUR, state, 3, Stream(bytes(32), str(number)))
        holders |= {seat for seat in range(4) if other.table.zones[seat] >> card("y5") & 1}
    assert holders == {1, 2}  # seat 0 asks for it, so it does not hold it
    shown = [view(FOUR, play(FOUR, arrange(FOUR, hands), "ask 1 y5, deny"), 3) for hands in (FIVES, OTHER_FIVES)]
    assert shown[0] == shown[1]


OTHER_FIVES = ["r5 r6", "g5 y6", "y5 g6", "b5 b6"]


@pytest.mark.rule("QU-5")
def test_the_bot_tells_the_truth() -> None:
    """A wrong denial costs five marks, and a quartet brings four."""
    state = play(FOUR, arrange(FOUR, FIVES), "ask 1 y5")
    answers = {FOUR.write(decide(usual(FOUR), FOUR, state, 1, Stream(bytes(32), str(n)))) for n in range(40)}
    assert answers == {"give y5"}
    state = play(FOUR, arrange(FOUR, FIVES), "ask 2 y5")
    assert FOUR.write(decide(usual(FOUR), FOUR, state, 2, Stream(bytes(32), ""))) == "deny"
