"""The rules of `ueberall` without help: players place the cards, and others may call "Falsch!"."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from elfer import Match, Setup, game, seed_from, view
from elfer.bots import Level, at_random, decide, player, usual
from elfer.games.ueberall import Ueberall
from elfer.table.seed import Stream, derived
from elfer.table.windows import SECONDS
from tests.games.positions.stacks import Position, arrange, called, do, lying, offers, refused, silence, zone

TWO: Ueberall = game("ueberall", 2, help="off")  # type: ignore[assignment]
THREE: Ueberall = game("ueberall", 3, help="off")  # type: ignore[assignment]
FOUR: Ueberall = game("ueberall", 4, help="off")  # type: ignore[assignment]
OTHERS = {"stack1": "g12 r18", "stack2": "y12 b18"}


def placed(zones: Mapping[str, str], table: Ueberall = THREE, seat: int = 0, rest: str = "middle") -> Position:
    players = range(table.players)
    done = [0 if zones.get(f"stack{s}") or zones.get(f"open{s}") or rest == f"stack{s}" else 1 for s in players]
    return arrange(table, zones, rest, seat=seat, done=done, choice="")


def quietly(table: Ueberall, state: Position, *steps: str) -> Position:
    """The steps, after each of which nobody calls."""
    for step in steps:
        state = silence(table, do(table, state, step))
    return state


# --- placing --------------------------------------------------------------------------------------------------


@pytest.mark.rule("UA-2")
def test_the_first_card_goes_to_the_middle() -> None:
    state = THREE.deal(seed_from("1"))
    assert offers(THREE, state, 2) == {"turn"}
    after = do(THREE, state, "2 turn")
    assert after.table.window is None
    assert lying(THREE, after, "middle", "turned") == f"{zone(THREE, state, 'stack2')[0]} | "
    assert THREE.to_act(after) == (1,)


@pytest.mark.rule("UA-9", "UA-4")
def test_players_place_the_cards_themselves() -> None:
    state = placed({"stack0": "r5 b19", "open0": "b8", "open1": "g4", "open2": "y9", **OTHERS, "middle": "b4"})
    assert offers(THREE, state, 0) == {"turn"}
    refused(THREE, state, 0, "b8@m", "joins-not")
    refused(THREE, state, 0, "call falsch", "not-a-moment")
    state = do(THREE, state, "0 turn")
    assert lying(THREE, state, "turned") == "r5"
    assert THREE.to_act(state) == (2, 1)
    assert state.table.window.seconds == SECONDS
    assert offers(THREE, state, 1) == {"call falsch", "silent"}
    assert offers(THREE, state, 0) == set()
    refused(THREE, state, 0, "r5@m", "not-asked")
    state = silence(THREE, state)
    assert offers(THREE, state, 0) == {"r5@m", "r5@1", "r5@0"}
    refused(THREE, state, 0, "turn", "put-away-first")
    refused(THREE, state, 0, "r5@2", "joins-not")
    refused(THREE, state, 0, "b8@m", "other-card")
    assert zone(THREE, do(THREE, state, "0 r5@m"), "middle")[-1] == "r5"
    assert THREE.to_act(quietly(THREE, state, "0 r5@m")) == (0,)  # UA-6
    assert lying(THREE, do(THREE, state, "0 r5@1"), "open1") == "g4 r5"
    assert lying(THREE, do(THREE, state, "0 r5@0"), "open0") == "b8 r5"
    assert THREE.to_act(quietly(THREE, state, "0 r5@0")) == (2,)


@pytest.mark.rule("UA-5", "UA-9")
def test_the_own_open_top_may_be_placed_or_left() -> None:
    state = placed({"stack0": "r15 b19", "open0": "b8 y5", "open1": "g4", **OTHERS, "middle": "b4"})
    assert offers(THREE, state, 0) == {"turn", "y5@m", "y5@1"}
    after = quietly(THREE, state, "0 y5@m")
    assert lying(THREE, after, "open0") == "b8"
    assert offers(THREE, after, 0) == {"turn"}
    assert offers(THREE, quietly(THREE, state, "0 turn"), 0) == {"r15@0"}


@pytest.mark.rule("UA-7")
def test_the_pile_is_turned_over_without_help_too() -> None:
    state = quietly(THREE, placed({"open0": "r7 b9", **OTHERS, "middle": "b4"}), "0 turn", "0 r7@0")
    assert lying(THREE, state, "open0", "stack0") == "r7 | b9"


# --- "Falsch!" ------------------------------------------------------------------------------------------------

MISTAKES = {
    "own pile, but the middle takes it": ({"stack0": "r5 b19", "middle": "b4"}, "0 r5@0"),
    "own pile, but another takes it": ({"stack0": "r5 b19", "open2": "y4", "middle": "b1"}, "0 r5@0"),
    "another's pile, but the middle takes it": ({"stack0": "r5 b19", "open1": "y4", "middle": "b4"}, "0 r5@1"),
    "another's pile with the open top": ({"stack0": "r9", "open0": "r5", "open1": "y4", "middle": "b4"}, "0 r5@1"),
    "left for the middle": ({"stack0": "r9 b19", "open0": "g5", "middle": "b4"}, "0 turn"),
    "left for another": ({"stack0": "r9 b19", "open0": "g5", "open2": "y4", "middle": "b1"}, "0 turn"),
    "left and turned over": ({"open0": "r9 b19 g5", "open2": "y4", "middle": "b1"}, "0 turn"),
}
RIGHT = {
    "in the middle": ({"stack0": "r5 b19 b20", "open1": "y4", "middle": "b4"}, "0 r5@m"),
    "on another's pile": ({"stack0": "r5 b19 b20", "open1": "y4", "open2": "g4", "middle": "b1"}, "0 r5@2"),
    "on their own pile": ({"stack0": "r5 b19 b20", "open0": "g4", "middle": "b1"}, "0 r5@0"),
    "the open top away": ({"stack0": "r9 b19", "open0": "g5", "middle": "b4"}, "0 g5@m"),
    "turned up": ({"stack0": "r9 b19", "open0": "g8", "middle": "b4"}, "0 turn"),
    "turned up what joins": ({"stack0": "r5 b19 b20", "open0": "g8", "middle": "b4"}, "0 turn"),
    "turned over": ({"open0": "r5 b19 g8", "middle": "b4"}, "0 turn"),
}


def moment(zones: Mapping[str, str], step: str) -> Position:
    """The window after a step of seat 0, who has turned up a card before if the step places that."""
    state = placed({**OTHERS, **zones})
    if step.split()[1].split("@")[0] == zones.get("stack0", "").split(" ")[0]:
        state = quietly(THREE, state, "0 turn")
    return do(THREE, state, step)


@pytest.mark.rule("UA-8")
@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_can_be_called(what: str) -> None:
    """Each other player gives the bottom card of their own stack under the offender's, and the turn ends."""
    state = moment(*MISTAKES[what])
    assert THREE.mistaken(state)
    before = {name: zone(THREE, state, name) for name in THREE.layout.names}
    after = called(THREE, state, "1 falsch 900")
    assert zone(THREE, after, "stack0")[-2:] == ["b18", "r18"]
    assert zone(THREE, after, "stack0")[:-2] == before["stack0"]
    assert lying(THREE, after, "stack1", "stack2", "turned") == "g12 | y12 | "
    assert zone(THREE, after, "open0") == before["open0"] + before["turned"]
    for name in ("open1", "open2", "middle"):  # the misplaced card stays
        assert zone(THREE, after, name) == before[name]
    assert THREE.to_act(after) == (2,)


@pytest.mark.rule("UA-8")
@pytest.mark.parametrize("what", MISTAKES)
def test_all_that_a_called_mistake_brings_is_told_in_its_order(what: str) -> None:
    """The call, the cards of the others from the next one on, and what had been turned up meanwhile."""
    state = moment(*MISTAKES[what])
    turned = [f"turned>open0 {card}" for card in zone(THREE, state, "turned")]
    events = view(THREE, called(THREE, state, "1 falsch 900"), None).events
    assert [*events] == ["1: call falsch 900", "stack2>stack0 ?", "stack1>stack0 ?", *turned]


@pytest.mark.rule("UA-8", "LIVE-1")
@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_that_nobody_calls_counts_for_nothing(what: str) -> None:
    state = moment(*MISTAKES[what])
    after = silence(THREE, state)
    assert lying(THREE, after, "stack1", "stack2") == "g12 r18 | y12 b18"
    assert lying(THREE, after, "open0", "open1", "open2") == lying(THREE, state, "open0", "open1", "open2")
    assert THREE.to_act(after) == ((2,) if zone(THREE, state, "open0")[-1:] == ["r5"] else (0,))
    assert THREE.legal(after, 1) == ()


@pytest.mark.rule("UA-8")
def test_who_has_no_stack_gives_none() -> None:
    state = placed({"stack0": "r5 b19", "open1": "g9", "stack2": "y12 b18", "middle": "b4"})
    state = called(THREE, do(THREE, quietly(THREE, state, "0 turn"), "0 r5@0"), "2 falsch 900")
    assert lying(THREE, state, "stack0", "stack1", "open1", "stack2") == "b19 b18 |  | g9 | y12"


@pytest.mark.rule("UA-9")
@pytest.mark.parametrize("what", RIGHT)
def test_a_wrong_caller_takes_a_card(what: str) -> None:
    """The bottom card of the called player's stack goes under the caller's; the turn goes on as if nothing was."""
    state = moment(*RIGHT[what])
    assert not THREE.mistaken(state)
    stack = zone(THREE, state, "stack0")
    after = called(THREE, state, "1 falsch 900")
    assert zone(THREE, after, "stack1") == ["g12", "r18", *stack[-1:]]
    assert zone(THREE, after, "stack0") == stack[:-1]
    assert lying(THREE, after, "stack2") == "y12 b18"
    assert zone(THREE, after, "turned") == zone(THREE, state, "turned")
    assert THREE.to_act(after) == ((2,) if what == "on their own pile" else (0,))


@pytest.mark.rule("UA-9")
def test_from_a_player_without_a_stack_nothing_is_taken() -> None:
    state = quietly(THREE, placed({"stack0": "r5", "open0": "b19", **OTHERS, "middle": "b4"}), "0 turn")
    state = called(THREE, do(THREE, state, "0 r5@m"), "1 falsch 900")
    assert lying(THREE, state, "open0", "stack1") == "b19 | g12 r18"


@pytest.mark.rule("UA-9", "LIVE-3")
@pytest.mark.parametrize(
    ("calls", "taker"),
    [
        (["1 falsch 900", "2 falsch 700"], 2),
        (["1 falsch 700", "2 falsch 900"], 1),
        (["1 falsch 700", "2 falsch 715"], 1),
        (["1 falsch 700", "2 falsch 714"], 2),  # simultaneous: the next in turn
        (["3 falsch 700", "1 falsch 714"], 3),
    ],
)
def test_of_several_wrong_callers_the_quickest_counts(calls: list[str], taker: int) -> None:
    zones = {"stack0": "r5 b19 b20", "stack1": "g12", "stack2": "y12", "stack3": "r12", "middle": "b4"}
    state = do(FOUR, quietly(FOUR, placed(zones, FOUR), "0 turn"), "0 r5@m")
    state = called(FOUR, state, *calls)
    assert [len(zone(FOUR, state, f"stack{s}")) for s in range(4)] == [1, *(1 + (s == taker) for s in (1, 2, 3))]
    said = [event for event in state.table.events if hasattr(event, "action")]
    assert len(said) == 2


@pytest.mark.rule("UA-9", "LIVE-3")
def test_of_simultaneous_callers_the_next_in_turn_counts() -> None:
    zones = {"stack0": "g12", "stack1": "r5 b19 b20", "stack2": "y12", "stack3": "r12", "middle": "b4"}
    state = do(FOUR, quietly(FOUR, placed(zones, FOUR, seat=1), "1 turn"), "1 r5@m")
    state = called(FOUR, state, "2 falsch 700", "3 falsch 700", "0 falsch 714")
    assert lying(FOUR, state, "stack0", "stack2", "stack3") == "g12 b20 | y12 | r12"


# --- the end --------------------------------------------------------------------------------------------------


@pytest.mark.rule("UA-10")
def test_who_is_yet_to_place_the_last_card_is_not_done() -> None:
    state = placed({"stack0": "r5 b19", **OTHERS, "middle": "b4"})
    state = called(THREE, do(THREE, state, "0 turn"), "1 falsch 300")
    assert lying(THREE, state, "stack0", "open0", "turned", "stack1") == " |  | r5 | g12 r18 b19"
    assert state.done == (0, 0, 0)
    assert offers(THREE, state, 0) == {"r5@m", "r5@0"}
    assert silence(THREE, do(THREE, state, "0 r5@m")).done == (1, 0, 0)


@pytest.mark.rule("UA-10")
def test_done_only_after_the_window() -> None:
    zones = {"stack0": "r5", "open1": "y4", "stack1": "g12 r18", "stack2": "y12 b18", "middle": "b4"}
    state = do(THREE, quietly(THREE, placed(zones), "0 turn"), "0 r5@1")
    assert state.done == (0, 0, 0)
    called_back = called(THREE, state, "2 falsch 300")
    assert called_back.done == (0, 0, 0)
    assert lying(THREE, called_back, "stack0") == "b18 r18"
    state = silence(THREE, state)
    assert state.done == (1, 0, 0)
    assert THREE.to_act(state) == (2,)
    state = do(THREE, state, "2 turn")
    assert state.table.window.asked == (1,)  # whoever is done calls no more


@pytest.mark.rule("UA-10", "UA-8", "ALL-6")
def test_who_gives_the_last_card_away_is_done() -> None:
    zones = {"stack0": "r5 b19", "stack1": "g12", "stack2": "y12", "middle": "b4"}
    state = called(THREE, do(THREE, quietly(THREE, placed(zones), "0 turn"), "0 r5@0"), "1 falsch 300")
    assert state.done == (0, 1, 1)
    assert THREE.to_act(state) == (0,)
    assert THREE.points(state) == (0, 1, 1)
    state = do(THREE, state, "0 turn")
    assert state.table.window is None  # nobody is left to call
    assert THREE.to_act(state) == (0,)
    assert THREE.to_act(do(THREE, state, "0 b19@0")) == (0,)


@pytest.mark.rule("UA-10")
def test_it_ends_when_all_cards_lie_in_the_middle() -> None:
    state = placed({"stack0": "r4", "stack1": "y5", "middle": "b3"}, TWO)
    state = quietly(TWO, state, "0 turn", "0 r4@m", "1 turn", "1 y5@m")
    assert state.done == (1, 2)
    assert TWO.to_act(state) == ()
    assert TWO.points(state) == (1, 0)


# --- bots -----------------------------------------------------------------------------------------------------


def test_the_bot_places_rightly_and_calls_mistakes() -> None:
    bot, stream = usual(THREE), Stream(bytes(32), "bot")
    for what, (zones, step) in (MISTAKES | RIGHT).items():
        state = moment(zones, step)
        assert THREE.write(bot(THREE, state, 1, stream)) == ("call falsch" if what in MISTAKES else "silent")
    state = placed({"stack0": "r5 b19", "open0": "g8", "open1": "y7", "open2": "b7", **OTHERS, "middle": "b4"})
    assert THREE.write(bot(THREE, state, 0, stream)) in ("g8@1", "g8@2")
    state = placed({"stack0": "r5 b19", "open1": "y4", "open2": "b7", **OTHERS, "middle": "b4"})
    assert THREE.write(bot(THREE, state, 0, stream)) == "turn"
    assert THREE.write(bot(THREE, quietly(THREE, state, "0 turn"), 0, stream)) == "r5@m"
    state = placed({"stack0": "r13 b19", "open0": "g3", "open1": "y4", **OTHERS, "middle": "b4"})
    assert THREE.write(bot(THREE, quietly(THREE, state, "0 turn"), 0, stream)) == "r13@0"


def test_the_bot_gives_cards_to_whoever_is_nearest_to_the_end() -> None:
    helped = game("ueberall", 3)
    zones = {"stack0": "r5 b19", "open1": "g4", "stack1": "g12 g13", "open2": "y4", "stack2": "y12", "middle": "b14"}
    state = do(helped, arrange(helped, zones, "middle", seat=0, done=(0, 0, 0), choice=""), "0 turn")
    assert helped.write(usual(helped)(helped, state, 0, Stream(bytes(32), "bot"))) == "r5@2"


def test_the_bot_beats_random_play() -> None:
    won = 0
    for number in range(6):
        match, random = (
            Match.start(Setup.choose("ueberall", 2, {"help": "off"}), seed_from(f"bot {number}")),
            Random(number),
        )
        bots = [usual(TWO), at_random] if number % 2 else [at_random, usual(TWO)]
        while match.to_act:
            seat = random.choice(match.to_act)
            stream = Stream(derived(match.seed, f"step {match.steps}"), "bot")
            match = match.apply(seat, decide(bots[seat], match.game, match.state, seat, stream))
        won += match.places[0 if number % 2 else 1] == 1
    assert won == 6


def test_easy_sees_the_middle_and_overlooks_the_piles_of_others() -> None:
    easy, stream = player(THREE, Level.EASY).bot, Stream(bytes(32), "bot")
    zones = {"stack0": "r5 b19", "open1": "y4", **OTHERS, "middle": "b4"}
    state = quietly(THREE, placed(zones), "0 turn")
    assert THREE.write(easy(THREE, state, 0, stream)) == "r5@m"
    state = quietly(THREE, placed({**zones, "middle": "b9"}), "0 turn")
    placings = {THREE.write(easy(THREE, state, 0, Stream(bytes(32), str(n)))) for n in range(20)}
    assert placings == {"r5@0", "r5@1"}  # it does not notice that the yellow 4 takes it
    assert THREE.write(usual(THREE)(THREE, state, 0, stream)) == "r5@1"
