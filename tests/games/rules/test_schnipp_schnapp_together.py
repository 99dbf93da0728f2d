"""`schnipp-schnapp` when all turn up together (SS-10), and its bot."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from elfer import Match, Setup, game, seed_from
from elfer.bots import at_random, decide, usual
from elfer.games.schnipp_schnapp import SchnippSchnapp
from elfer.table.seed import Stream, derived
from elfer.table.windows import SECONDS
from tests.games.positions.stacks import Position, arrange, called, do, lying, offers, refused, silence

IN_TURN: SchnippSchnapp = game("schnipp-schnapp", 5)  # type: ignore[assignment]
FIVE: SchnippSchnapp = game("schnipp-schnapp", 5, together="on")  # type: ignore[assignment]
STACKS = {"stack0": "r7 r1", "stack1": "y7 y1", "stack2": "g7 g1", "stack3": "r9 g2", "stack4": "y9 b2"}
"""On "three" three 7s and two 9s appear."""
NAMES = [f"stack{seat}" for seat in range(5)]
PILES = [*(f"open{seat}" for seat in range(5)), "schnipp"]


def placed(zones: Mapping[str, str], table: SchnippSchnapp = FIVE, rest: str = "quartets0", **facts: Any) -> Position:
    """The moment before all turn up."""
    state = arrange(table, zones, rest, **{"seat": 0, "turned": 0, "barred": (0,) * 5, **facts})
    return table._go_on(state.table, 0, state.turned, state.barred)


def turned(zones: Mapping[str, str], **facts: Any) -> Position:
    state = placed(zones, **facts)
    return do(FIVE, state, *(f"{seat} turn" for seat in FIVE.to_act(state)))


@pytest.mark.rule("SS-10")
def test_players_without_open_piles_show_no_equal_numbers() -> None:
    state = turned({"stack0": "r7", "stack1": "y9", "stack2": "g10"})
    assert FIVE.matching(state) == []


@pytest.mark.rule("SS-10")
def test_all_turn_up_at_once() -> None:
    state = FIVE.deal(seed_from("1"))
    assert sorted(FIVE.to_act(state)) == [0, 1, 2, 3, 4]
    assert state.table.window is not None
    assert state.table.window.seconds == 0
    tops = [lying(FIVE, state, name).split()[0] for name in NAMES]
    for seat in (2, 0, 4, 1):
        assert offers(FIVE, state, seat) == {"turn"}
        state = do(FIVE, state, f"{seat} turn")
        refused(FIVE, state, seat, "turn", "answered")
        assert lying(FIVE, state, *PILES) == " |  |  |  |  | "  # nobody sees a card before all have turned
    state = do(FIVE, state, "3 turn")
    assert lying(FIVE, state, *PILES) == f"{' | '.join(tops)} | "
    assert state.turned == 5
    assert state.table.window is not None
    assert state.table.window.asked == (0, 1, 2, 3, 4)
    assert state.table.window.seconds == SECONDS
    assert sorted(FIVE.to_act(silence(FIVE, state))) == [0, 1, 2, 3, 4]


@pytest.mark.rule("SS-10", "SS-3")
def test_each_number_is_decided_by_itself() -> None:
    state = called(FIVE, turned(STACKS), "1 schnapp 600", "0 schnapp 700", "4 schnapp 300", "3 schnapp 400")
    assert lying(FIVE, state, *PILES) == " |  |  |  |  | "
    assert lying(FIVE, state, *NAMES) == "r1 | y1 y7 r7 g7 | g1 | g2 | b2 y9 r9"


@pytest.mark.rule("SS-10", "SS-6")
def test_what_is_simultaneous_is_looked_at_by_number() -> None:
    state = called(FIVE, turned(STACKS), "1 schnapp 300", "3 schnapp 310", "4 schnapp 305")
    assert lying(FIVE, state, *PILES) == " |  |  |  |  | "
    assert lying(FIVE, state, *NAMES) == "r1 | y1 y7 r7 g7 | g1 | g2 r9 | b2 y9"


@pytest.mark.rule("SS-10", "SS-4", "SS-5")
def test_wrong_calls_and_the_schnipp_when_all_turn_up() -> None:
    zones = {**STACKS, "stack2": "g10 g1", "schnipp": "b3 b9"}
    state = called(FIVE, turned(zones), "2 schnapp 200", "0 schnipp 300", "1 schnapp 250")
    assert lying(FIVE, state, *PILES) == " |  |  | r9 | y9 | g10"
    assert lying(FIVE, state, *NAMES) == "r1 b3 b9 | y1 y7 r7 | g1 | g2 | b2"


@pytest.mark.rule("SS-10", "SS-4")
@pytest.mark.parametrize("top", ["b7", "b9", "b10"])
def test_the_schnipp_is_due_whoever_turned_its_number_up(top: str) -> None:
    state = turned({**STACKS, "stack2": "g10 g1", "schnipp": f"b3 {top}"})
    assert FIVE.schnipp_due(state)
    assert lying(FIVE, called(FIVE, state, "2 schnipp 300"), "stack2", "schnipp") == f"g1 b3 {top} | "


@pytest.mark.rule("SS-10", "SS-8", "SS-7")
def test_whoever_has_no_cards_does_not_turn_up() -> None:
    state = placed({**STACKS, "stack1": "", "stack2": "", "open2": "g4 g5"})
    assert sorted(FIVE.to_act(state)) == [0, 2, 3, 4]
    state = do(FIVE, state, *(f"{seat} turn" for seat in FIVE.to_act(state)))
    assert lying(FIVE, state, "open1", "open2", "stack2") == " | g4 | g5"
    assert offers(FIVE, state, 1) == {"call schnipp", "silent"}
    assert state.turned == 4


@pytest.mark.rule("SS-10", "SS-9")
def test_the_end_when_all_turn_up() -> None:
    state = silence(FIVE, turned(STACKS, turned=394))
    assert state.turned == 399
    assert FIVE.to_act(state)
    state = do(FIVE, state, *(f"{seat} turn" for seat in FIVE.to_act(state)))
    assert FIVE.to_act(silence(FIVE, state)) == ()
    state = called(FIVE, turned({"stack0": "r7", "stack1": "y7"}), "0 schnapp 300")
    assert FIVE.to_act(state) == ()


@pytest.mark.rule("SS-10", "SS-9")
def test_the_most_cards_win() -> None:
    zones = {"stack0": "r1-3", "open0": "y1 y2", "stack1": "r4", "quartets1": "r5 y5 g5 b5", "schnipp": "g1"}
    assert FIVE.points(placed(zones, rest="quartets4")) == (5, 5, 0, 0, 69)
    assert IN_TURN.points(placed(zones, IN_TURN, rest="quartets4"))[:2] == (0, 1)


# --- the bot ----------------------------------------------------------------------------------------------------


def test_the_bot_calls_when_it_is_right() -> None:
    bot, stream = usual(FIVE), Stream(bytes(32), "bot")

    def would(state: Position) -> list[str]:
        return [FIVE.write(bot(FIVE, state, seat, stream)) for seat in range(5)]

    assert would(placed(STACKS)) == ["turn"] * 5
    assert would(turned(STACKS)) == ["call schnapp"] * 5
    assert would(turned({**STACKS, "stack2": "g10 g1"})) == ["call schnapp"] * 2 + ["silent"] + ["call schnapp"] * 2
    assert would(turned({**STACKS, "stack2": "g10 g1", "schnipp": "b9"}))[2] == "call schnipp"
    assert would(turned({**STACKS, "schnipp": "b1 b4 b5 b6 b9"})) == ["call schnipp"] * 5
    assert would(turned({**STACKS, "schnipp": "b1 b4"})) == ["call schnapp"] * 5


@pytest.mark.parametrize("together", ["off", "on"])
def test_the_bot_beats_random_play(together: str) -> None:
    setup, won = Setup.choose("schnipp-schnapp", 4, {"together": together, "turns": 100}), 0
    for number in range(6):
        match, random = Match.start(setup, seed_from(f"bot {number}")), Random(number)
        bots = [usual(setup.game) if seat == number % 4 else at_random for seat in range(4)]
        while match.to_act:
            seat = random.choice(match.to_act)
            stream = Stream(derived(match.seed, f"step {match.steps}"), "bot")
            match = match.apply(seat, decide(bots[seat], match.game, match.state, seat, stream))
        won += match.places[number % 4] == 1
    assert won >= 5
