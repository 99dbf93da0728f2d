"""The rules of `schnipp-schnapp`, one by one. The second way to play: test_schnipp_schnapp_together.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from elfer import game, seed_from, view
from elfer.games.schnipp_schnapp import SchnippSchnapp
from elfer.table.windows import SECONDS
from tests.games.positions.stacks import Position, arrange, called, do, lying, offers, refused, silence, zone

FOUR: SchnippSchnapp = game("schnipp-schnapp", 4)  # type: ignore[assignment]
PILES = {
    "stack0": "r7 r1",
    "open1": "b3 y7",
    "stack1": "y1 y2",
    "open2": "b4 g12",
    "stack2": "g1 g2",
    "open3": "b5 b7",
    "stack3": "b1 b2",
}
"""Seat 0 turns up a 7, and the piles of seats 1 and 3 show 7s, too."""


def placed(zones: Mapping[str, str], seat: int = 0, rest: str = "quartets0", **facts: Any) -> Position:
    return arrange(FOUR, zones, rest, **{"seat": seat, "turned": 0, "barred": (0, 0, 0, 0), **facts})


def turned(zones: Mapping[str, str], **facts: Any) -> Position:
    """The window after seat 0 has turned up a card."""
    return do(FOUR, placed(zones, **facts), "0 turn")


def piles(state: Position) -> str:
    return lying(FOUR, state, "open0", "open1", "open2", "open3", "schnipp")


# --- deal and turn --------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-1")
@pytest.mark.parametrize("players", range(3, 9))
def test_all_cards_are_dealt_evenly(players: int) -> None:
    table = game("schnipp-schnapp", players)
    state = table.deal(seed_from("1"))
    held = [zone(table, state, f"stack{s}") + zone(table, state, f"quartets{s}") for s in range(players)]
    assert sorted(card for cards in held for card in cards) == sorted(table.layout.deck.names)
    assert len(table.layout.deck) == 80
    assert max(map(len, held)) - min(map(len, held)) <= 1
    assert all(z.cards is None for s in range(players) for z in view(table, state, s).zones if z.name == "stack")


@pytest.mark.rule("SS-1")
def test_quartets_in_the_deal_are_put_aside() -> None:
    table, seen = game("schnipp-schnapp", 3), 0
    for seed in range(40):
        state = table.deal(seed_from(str(seed)))
        for seat in range(3):
            aside, stack = (zone(table, state, f"{name}{seat}") for name in ("quartets", "stack"))
            numbers = [card[1:] for card in stack]
            assert all(numbers.count(number) < 4 for number in numbers)
            assert all([card[1:] for card in aside].count(card[1:]) == 4 for card in aside)
            seen += len(aside)
    assert seen


@pytest.mark.rule("SS-2")
def test_each_turns_up_a_card_in_turn_to_the_right() -> None:
    state = FOUR.deal(seed_from("1"))
    assert FOUR.to_act(FOUR.deal(seed_from("1"), number=1)) == (2,)
    for seat in (3, 2, 1, 0, 3):
        assert FOUR.to_act(state) == (seat,)
        assert offers(FOUR, state, seat) == {"turn"}
        refused(FOUR, state, seat, "call schnapp", "no-call-now")
        refused(FOUR, state, (seat + 1) % 4, "turn", "not-your-turn")
        top, lay = zone(FOUR, state, f"stack{seat}")[0], zone(FOUR, state, f"open{seat}")
        state = do(FOUR, state, f"{seat} turn")
        assert zone(FOUR, state, f"open{seat}") == [*lay, top]
        assert state.table.window.asked == (0, 1, 2, 3)
        assert state.table.window.seconds == SECONDS
        assert all(offers(FOUR, state, s) == {"call schnapp", "call schnipp", "silent"} for s in range(4))
        state = silence(FOUR, state)


# --- Schnapp --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-3")
@pytest.mark.parametrize("winner", [0, 1, 3])
def test_the_first_owner_takes_the_equal_piles_under_the_own_stack(winner: int) -> None:
    others = [seat for seat in (0, 1, 3) if seat != winner]
    calls = [f"{winner} schnapp 500", *(f"{seat} schnapp 515" for seat in others)]
    state = called(FOUR, turned(PILES), *calls)
    assert piles(state) == " |  | b4 g12 |  | "
    under = {0: "r7 b5 b7 b3 y7", 1: "b3 y7 r7 b5 b7", 3: "b5 b7 b3 y7 r7"}[winner]  # each turned over, own first
    before = {0: "r1", 1: "y1 y2", 3: "b1 b2"}[winner]
    assert lying(FOUR, state, f"stack{winner}") == f"{before} {under}"
    for seat in others:
        assert lying(FOUR, state, f"stack{seat}") == {0: "r1", 1: "y1 y2", 3: "b1 b2"}[seat]
    assert FOUR.to_act(state) == (3,)
    assert FOUR.layout.known(state.table, None) & FOUR.layout.deck.read("r7") != 0


@pytest.mark.rule("SS-3")
def test_silent_owners_lose_their_piles_too() -> None:
    state = called(FOUR, turned(PILES), "1 schnapp 3900")
    assert piles(state) == " |  | b4 g12 |  | "


@pytest.mark.rule("SS-3", "LIVE-1")
def test_nothing_happens_if_nobody_calls() -> None:
    assert piles(silence(FOUR, turned(PILES))) == "r7 | b3 y7 | b4 g12 | b5 b7 | "


@pytest.mark.rule("SS-3", "LIVE-1")
def test_a_missed_moment_is_gone() -> None:
    """The 7s of seats 1 and 3 lie there from before; only a new 7 counts."""
    state = turned({**PILES, "stack0": "r8 r7"})
    assert FOUR.matching(state) == []
    assert piles(called(FOUR, state, "1 schnapp 300")) == "r8 |  | b4 g12 | b5 b7 | b3 y7"


@pytest.mark.rule("SS-4")
def test_a_wrong_schnapp_makes_the_schnipp() -> None:
    state = called(FOUR, turned({**PILES, "stack0": "r8 r1"}), "2 schnapp 300")
    assert piles(state) == "r8 | b3 y7 |  | b5 b7 | b4 g12"


@pytest.mark.rule("SS-4")
def test_schnapp_by_one_who_owns_no_matching_card() -> None:
    """The owners are right though, even if they were slower."""
    state = called(FOUR, turned(PILES), "2 schnapp 300", "3 schnapp 900")
    assert piles(state) == " |  |  |  | b4 g12"
    assert lying(FOUR, state, "stack3") == "b1 b2 b5 b7 b3 y7 r7"


@pytest.mark.rule("SS-4")
def test_wrong_callers_piles_go_on_the_schnipp_in_the_order_of_the_calls() -> None:
    zones = {**PILES, "stack0": "r8 r1", "schnipp": "g19 g20"}
    state = called(FOUR, turned(zones), "0 schnapp 600", "2 schnapp 300", "3 schnipp 450")
    assert piles(state) == " | b3 y7 |  |  | g19 g20 b4 g12 b5 b7 r8"
    state = called(FOUR, turned(zones), "1 schnapp 300", "2 schnapp 300", "3 schnapp 300")
    assert piles(state) == "r8 |  |  |  | g19 g20 b5 b7 b4 g12 b3 y7"  # at the same time: in the order of play


@pytest.mark.rule("SS-6", "LIVE-3")
def test_simultaneous_schnapps_are_undecided() -> None:
    state = called(FOUR, turned(PILES), "1 schnapp 514", "3 schnapp 500", "0 schnapp 515")
    assert piles(state) == "r7 |  | b4 g12 |  | "
    assert lying(FOUR, state, "stack1", "stack3") == "y1 y2 b3 y7 | b1 b2 b5 b7"
    state = called(FOUR, turned(PILES), "1 schnapp 515", "3 schnapp 500")
    assert lying(FOUR, state, "stack1", "stack3") == "y1 y2 | b1 b2 b5 b7 b3 y7 r7"


# --- Schnipp --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-4")
@pytest.mark.parametrize("winner", range(4))
def test_when_the_number_on_the_schnipp_appears_the_first_takes_it(winner: int) -> None:
    zones = {**PILES, "stack0": "r8 r1", "schnipp": "g19 g8"}
    late = [f"{seat} schnipp 515" for seat in range(4) if seat != winner]
    state = called(FOUR, turned(zones), f"{winner} schnipp 500", *late)
    assert piles(state) == "r8 | b3 y7 | b4 g12 | b5 b7 | "
    assert zone(FOUR, state, f"stack{winner}")[-2:] == ["g19", "g8"]
    assert zone(FOUR, state, f"stack{winner}")[0] == zone(FOUR, turned(zones), f"stack{winner}")[0]


@pytest.mark.rule("SS-4", "LIVE-3")
def test_simultaneous_schnipps_leave_it() -> None:
    zones = {**PILES, "stack0": "r8 r1", "schnipp": "g19 g8"}
    state = called(FOUR, turned(zones), "1 schnipp 500", "3 schnipp 514")
    assert piles(state) == "r8 | b3 y7 | b4 g12 | b5 b7 | g19 g8"


@pytest.mark.rule("SS-4")
def test_only_the_card_just_turned_up_counts_for_the_schnipp() -> None:
    state = turned({**PILES, "stack0": "r8 r1", "schnipp": "g19 g7"})  # the 7s of seats 1 and 3 lie there already
    assert not FOUR.schnipp_due(state)
    assert piles(called(FOUR, state, "2 schnipp 500")) == "r8 | b3 y7 |  | b5 b7 | g19 g7 b4 g12"
    assert not FOUR.schnipp_due(turned({**PILES, "stack0": "r19 r1", "schnipp": "g19 g7"}))  # only its top


@pytest.mark.rule("SS-5")
def test_schnipp_without_a_schnipp() -> None:
    state = called(FOUR, turned({**PILES, "stack0": "r8 r1"}), "2 schnipp 300")
    assert piles(state) == "r8 | b3 y7 |  | b5 b7 | b4 g12"
    state = called(FOUR, turned(PILES), "1 schnipp 300")  # nor instead of Schnapp
    assert piles(state) == "r7 |  | b4 g12 | b5 b7 | b3 y7"


@pytest.mark.rule("SS-5")
def test_schnapp_instead_of_schnipp() -> None:
    zones = {**PILES, "stack0": "r8 r1", "schnipp": "g19 g8"}
    state = called(FOUR, turned(zones), "1 schnapp 300", "2 schnipp 900")
    assert piles(state) == "r8 |  | b4 g12 | b5 b7 | b3 y7"  # what was right comes first
    assert lying(FOUR, state, "stack2") == "g1 g2 g19 g8"


@pytest.mark.rule("SS-5")
def test_a_wrong_call_without_an_open_pile_costs_nothing() -> None:
    for word in ("schnapp", "schnipp"):
        zones = {**PILES, "stack0": "r8 r1", "open2": ""}
        state = called(FOUR, turned(zones), f"2 {word} 300")
        assert piles(state) == "r8 | b3 y7 |  | b5 b7 | "
        assert state.barred == (0, 0, 0, 0)


@pytest.mark.rule("SS-3", "SS-4", "SS-5")
def test_both_calls_can_be_right_at_once() -> None:
    zones = {**PILES, "schnipp": "g19 g7"}
    state = called(FOUR, turned(zones), "2 schnipp 300", "1 schnapp 400")
    assert piles(state) == " |  | b4 g12 |  | "
    assert lying(FOUR, state, "stack1", "stack2") == "y1 y2 b3 y7 r7 b5 b7 | g1 g2 g19 g7"
    state = called(FOUR, turned(zones), "0 schnipp 300", "1 schnapp 400", "2 schnapp 200")
    assert piles(state) == " |  |  |  | b4 g12"
    assert lying(FOUR, state, "stack0") == "r1 g19 g7"


# --- stacks used up, players without cards ----------------------------------------------------------------------


@pytest.mark.rule("SS-7")
def test_a_used_up_stack_is_the_open_pile_turned_over() -> None:
    zones = {**PILES, "stack0": "", "open0": "r2 r3 r4"}
    state = placed(zones)
    assert lying(FOUR, state, "open0") == "r2 r3 r4"
    state = do(FOUR, state, "0 turn")
    assert lying(FOUR, state, "open0", "stack0") == "r2 | r3 r4"
    state = silence(FOUR, turned({**PILES, "stack0": "r8", "open0": "r2"}))
    assert lying(FOUR, state, "open0", "stack0") == "r2 r8 | "


@pytest.mark.rule("SS-8")
def test_whoever_has_no_cards_is_left_out_but_may_call_schnipp() -> None:
    zones = {**PILES, "stack0": "r8 r1", "stack3": "", "open3": "", "schnipp": "g19 g8"}
    state = turned(zones)
    assert offers(FOUR, state, 3) == {"call schnipp", "silent"}
    refused(FOUR, state, 3, "call schnapp", "no-answer")
    assert FOUR.to_act(silence(FOUR, state)) == (2,)
    back = called(FOUR, state, "3 schnipp 300")
    assert lying(FOUR, back, "stack3") == "g19 g8"
    assert FOUR.to_act(back) == (3,)


@pytest.mark.rule("SS-8")
def test_a_wrong_call_can_cost_the_last_card() -> None:
    state = called(FOUR, turned({**PILES, "stack0": "r8 r1", "stack3": ""}), "3 schnapp 300")
    assert lying(FOUR, state, "stack3", "open3", "schnipp") == " |  | b5 b7"
    assert state.barred == (0, 0, 0, 0)  # there were cards when the call was made
    assert FOUR.to_act(state) == (2,)


@pytest.mark.rule("SS-8")
def test_a_wrong_call_without_cards_bars_until_somebody_wins_the_schnipp() -> None:
    zones = {**PILES, "stack0": "r9 r8", "stack3": "", "open3": "", "schnipp": "g19 g8", "stack2": "y8 g2"}
    state = called(FOUR, turned(zones), "3 schnipp 300")
    assert state.barred == (0, 0, 0, 1)
    state = do(FOUR, state, "2 turn")
    assert state.table.window.asked == (0, 1, 2)
    assert offers(FOUR, state, 3) == set()
    refused(FOUR, state, 3, "call schnipp", "not-asked")
    assert silence(FOUR, state).barred == (0, 0, 0, 1)
    assert called(FOUR, state, "1 schnipp 300", "2 schnipp 314").barred == (0, 0, 0, 1)
    state = called(FOUR, state, "1 schnipp 300")
    assert state.barred == (0, 0, 0, 0)
    assert do(FOUR, state, "1 turn").table.window.asked == (0, 1, 2, 3)


# --- the end --------------------------------------------------------------------------------------------------

ALONE = {"stack0": "r7 r1", "open1": "y7"}


@pytest.mark.rule("SS-9")
def test_it_ends_when_one_has_all_cards_in_play() -> None:
    state = called(FOUR, turned(ALONE), "0 schnapp 300")
    assert FOUR.to_act(state) == ()
    state = called(FOUR, turned({**ALONE, "schnipp": "g9"}), "0 schnapp 300")
    assert FOUR.to_act(state) == (0,)  # the Schnipp is in play


@pytest.mark.rule("SS-9")
def test_it_ends_when_all_cards_lie_in_the_schnipp() -> None:
    state = called(FOUR, turned({"stack0": "r7", "open1": "y8"}), "0 schnapp 300", "1 schnipp 400")
    assert lying(FOUR, state, "schnipp") == "r7 y8"
    assert FOUR.to_act(state) == ()


@pytest.mark.rule("SS-9")
@pytest.mark.parametrize("turns", [100, 400, 1000])
def test_it_ends_after_so_many_turned_up_cards(turns: int) -> None:
    table = game("schnipp-schnapp", 4, turns=turns)
    state = arrange(table, PILES, "quartets0", seat=0, turned=turns - 2, barred=(0, 0, 0, 0))
    state = silence(table, do(table, state, "0 turn"))
    state = do(table, state, "3 turn")
    assert state.turned == turns
    assert len(table.to_act(state)) == 4  # the last one can be called, too
    state = silence(table, state)
    assert table.to_act(state) == ()
    refused(table, state, 2, "turn", "round-over")
    assert game("schnipp-schnapp", 4).options.turns == 400


@pytest.mark.rule("SS-9", "ALL-6")
def test_quartets_count() -> None:
    zones = {
        "stack0": "r1 y1 g1 r2 y2 g2 b2",
        "open0": "b1",
        "stack1": "r3 y3 g3",
        "open2": "b3",
        "quartets2": "r4 y4 g4 b4 r5 y5 g5 b5",
        "schnipp": "r6 y6 g6 b6",
    }
    state = placed(zones, rest="quartets3")
    assert FOUR.points(state) == (2, 0, 2, 80 // 4 - 6)
