"""The rules of `ueberall`, one by one, with help. Without help: test_ueberall_calls.py."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from elfer import Game, game, seed_from, view
from elfer.games.ueberall import Ueberall
from tests.games.positions.stacks import Position, arrange, do, lying, offers, refused, zone

TWO: Ueberall = game("ueberall", 2)  # type: ignore[assignment]
THREE: Ueberall = game("ueberall", 3)  # type: ignore[assignment]


def placed(
    zones: Mapping[str, str], table: Game[Position] = THREE, *, seat: int = 0, rest: str = "middle"
) -> Position:
    """The turn of a seat, who is done not counted; the rest lies in the middle, beneath what is named."""
    players = range(table.players)
    done = [0 if zones.get(f"stack{s}") or zones.get(f"open{s}") or rest == f"stack{s}" else 1 for s in players]
    return arrange(table, zones, rest, seat=seat, done=done, choice="")


@pytest.mark.rule("UA-1")
@pytest.mark.parametrize("deck", [80, 60])
@pytest.mark.parametrize("players", range(2, 9))
def test_all_cards_are_dealt_evenly_and_nobody_looks(players: int, deck: int) -> None:
    table = game("ueberall", players, deck=deck)
    state = table.deal(seed_from("1"))
    stacks = [zone(table, state, f"stack{seat}") for seat in range(players)]
    assert sorted(card for stack in stacks for card in stack) == sorted(table.layout.deck.names)
    assert len(table.layout.deck) == deck
    assert max(map(len, stacks)) - min(map(len, stacks)) <= 1
    assert all(seen.cards in (None, ()) for seat in range(players) for seen in view(table, state, seat).zones)
    assert {name[0] for name in table.layout.deck.names} == set("rygb" if deck == 80 else "ryg")


@pytest.mark.rule("UA-2")
@pytest.mark.parametrize("players", [2, 3, 8])
def test_the_first_card_in_the_middle_is_a_whole_turn(players: int) -> None:
    table = game("ueberall", players)
    state = table.deal(seed_from("1"))
    first = players - 1  # to the right of seat 0, who deals
    assert table.to_act(state) == (first,)
    assert offers(table, state, first) == {"turn"}
    top = zone(table, state, f"stack{first}")[0]
    state = do(table, state, f"{first} turn")
    assert lying(table, state, "middle") == top
    assert table.to_act(state) == (players - 2,)
    assert table.to_act(table.deal(seed_from("1"), number=1)) == (players - 2,)


@pytest.mark.rule("UA-2")
def test_play_goes_to_the_right() -> None:
    state = do(THREE, placed({"stack0": "r5", "stack1": "r7 r13", "stack2": "r9 r15", "middle": "y10"}), "0 turn")
    assert THREE.to_act(state) == (2,)
    assert THREE.to_act(do(THREE, state, "2 turn")) == (1,)
    assert THREE.to_act(do(THREE, state, "2 turn", "1 turn")) == (0,)


@pytest.mark.rule("UA-3")
@pytest.mark.parametrize(
    ("middle", "card", "joins"),
    [
        ("r4", "r5", True),
        ("r4", "b5", True),
        ("g20", "y1", True),
        ("r20", "r1", True),
        ("b1", "r2", True),
        ("r5", "b4", False),
        ("r5", "b5", False),
        ("r4", "r6", False),
        ("y1", "g20", False),
        ("r20", "y20", False),
        ("y19", "b1", False),
    ],
)
def test_a_card_joins_if_it_is_one_higher(middle: str, card: str, joins: bool) -> None:
    state = do(THREE, placed({"stack0": f"{card} b13", "stack1": "g12", "stack2": "y12", "middle": middle}), "0 turn")
    assert (zone(THREE, state, "middle")[-1] == card) == joins
    assert zone(THREE, state, "open0") == ([] if joins else [card])
    assert THREE.to_act(state) == ((0,) if joins else (2,))


@pytest.mark.rule("UA-3")
def test_an_empty_pile_takes_nothing() -> None:
    state = do(THREE, placed({"stack0": "r1 r2", "stack1": "g12", "stack2": "y12", "middle": "b9"}), "0 turn")
    assert lying(THREE, state, "open0", "open1", "open2") == "r1 |  | "


@pytest.mark.rule("UA-4")
def test_the_middle_comes_first() -> None:
    others = {"open1": "g4", "stack1": "g12", "open2": "y4", "stack2": "y12"}
    state = do(THREE, placed({"stack0": "r5 b19", "middle": "b4", **others}), "0 turn")
    assert lying(THREE, state, "open1", "open2") == "g4 | y4"
    assert zone(THREE, state, "middle")[-1] == "r5"


@pytest.mark.rule("UA-4")
def test_then_the_pile_of_another_player() -> None:
    others = {"open1": "g8", "stack1": "g12", "open2": "y4", "stack2": "y12"}
    state = do(THREE, placed({"stack0": "r5 b19", "middle": "b14", **others}), "0 turn")
    assert lying(THREE, state, "open0", "open1", "open2") == " | g8 | y4 r5"
    assert THREE.to_act(state) == (0,)


@pytest.mark.rule("UA-4")
def test_of_several_piles_the_player_chooses() -> None:
    zones = {"stack0": "r5 b19", "open1": "g4", "stack1": "g12", "open2": "y4", "stack2": "y12", "middle": "b14"}
    state = do(THREE, placed({**zones, "open0": "r4"}), "0 turn")  # the player's own pile is none of them
    assert lying(THREE, state, "turned") == "r5"
    assert offers(THREE, state, 0) == {"r5@1", "r5@2"}
    refused(THREE, state, 0, "turn", "put-away-first")
    refused(THREE, state, 0, "r5@m", "joins-not")
    refused(THREE, state, 0, "r5@0", "joins-not")
    refused(THREE, state, 0, "r4@1", "other-card")
    refused(THREE, state, 0, "call falsch", "not-offered")
    refused(THREE, state, 2, "turn", "not-your-turn")
    assert lying(THREE, do(THREE, state, "0 r5@1"), "open1", "open2", "turned") == "g4 r5 | y4 | "
    assert lying(THREE, do(THREE, state, "0 r5@2"), "open1", "open2", "turned") == "g4 | y4 r5 | "
    assert THREE.to_act(do(THREE, state, "0 r5@2")) == (0,)


@pytest.mark.rule("UA-4")
def test_else_it_goes_on_the_own_pile_and_the_turn_is_over() -> None:
    zones = {"stack0": "r5 b19", "open0": "r4", "open1": "g8", "stack1": "g12", "stack2": "y12", "middle": "b14"}
    state = do(THREE, placed(zones), "0 turn")
    assert lying(THREE, state, "open0", "open1") == "r4 r5 | g8"
    assert THREE.to_act(state) == (2,)


@pytest.mark.rule("UA-5")
def test_the_own_open_top_goes_before_the_next_turning_up() -> None:
    """To the middle first, then to others, one after the other."""
    zones = {
        "stack0": "r4 b19",
        "open0": "b10 r6 g5",
        "open1": "b4",
        "stack1": "g12",
        "stack2": "y12",
        "middle": "y3",
    }
    state = do(THREE, placed(zones), "0 turn")
    assert zone(THREE, state, "middle")[-3:] == ["r4", "g5", "r6"]
    assert lying(THREE, state, "open0", "open1") == "b10 | b4"
    assert THREE.to_act(state) == (0,)


@pytest.mark.rule("UA-5")
def test_the_own_open_top_goes_when_the_turn_begins() -> None:
    zones = {
        "stack0": "r8 b19",
        "stack2": "y12",
        "open2": "g17 b9 y11",
        "open1": "b3",
        "stack1": "g1",
        "middle": "y3",
    }
    state = do(THREE, placed({**zones, "open0": "g10"}), "0 turn")
    assert lying(THREE, state, "open0", "open2") == "g10 r8 | g17 b9 y11"
    zones["open0"] = "g9"
    state = do(THREE, placed({**zones, "stack0": "r10 b19"}), "0 turn")
    assert lying(THREE, state, "open0", "open2") == "g9 r10 y11 | g17 b9"
    assert THREE.to_act(state) == (2,)


@pytest.mark.rule("UA-5", "UA-4")
def test_of_several_piles_the_player_chooses_for_the_open_top_too() -> None:
    zones = {"stack0": "r4 b19", "open0": "r6", "open1": "b5", "stack1": "g12", "open2": "y5", "stack2": "y12"}
    state = do(THREE, placed({**zones, "middle": "y3"}), "0 turn")
    assert offers(THREE, state, 0) == {"r6@1", "r6@2"}
    assert lying(THREE, do(THREE, state, "0 r6@2"), "open0", "open1", "open2") == " | b5 | y5 r6"


@pytest.mark.rule("UA-6")
def test_the_turn_goes_on_as_long_as_cards_can_be_put_away() -> None:
    state = placed({"stack0": "r4 g5 b6 b19 r1", "stack1": "g12", "stack2": "y12", "middle": "y3"})
    for card in ("r4", "g5", "b6"):
        state = do(THREE, state, "0 turn")
        assert zone(THREE, state, "middle")[-1] == card
        assert THREE.to_act(state) == (0,)
        refused(THREE, state, 0, "b19@m", "turn-up")
    assert THREE.to_act(do(THREE, state, "0 turn")) == (2,)


@pytest.mark.rule("UA-7")
def test_a_used_up_stack_is_the_open_pile_turned_over() -> None:
    state = placed({"stack0": "r1", "open0": "r7 b9 g11", "stack1": "g3 y19", "stack2": "y16", "middle": "b13"})
    state = do(THREE, state, "0 turn")
    assert lying(THREE, state, "open0", "stack0") == "r7 b9 g11 r1 | "  # not before it is needed
    state = do(THREE, state, "2 turn", "1 turn", "0 turn")
    assert lying(THREE, state, "open0", "stack0") == "r7 | b9 g11 r1"
    assert THREE.layout.known(state.table, None) & THREE.layout.deck.read("r7 b9 g11 r1")
    told = [event for event in view(THREE, state, None).events if event.endswith(("r7", "g11"))]
    assert told == ["open0>stack0 g11", "open0>stack0 r7", "stack0>open0 r7"]
    state = do(THREE, state, "2 turn", "1 turn", "0 turn")
    assert lying(THREE, state, "open0", "stack0") == "r7 b9 | g11 r1"


@pytest.mark.rule("UA-7")
def test_the_lowest_card_of_a_pile_turned_over_is_turned_up_and_goes_where_it_must() -> None:
    state = do(THREE, placed({"open0": "g14 b9", "stack1": "g3", "stack2": "y16", "middle": "b13"}), "0 turn")
    assert zone(THREE, state, "middle")[-1] == "g14"
    assert lying(THREE, state, "open0", "stack0") == " | b9"
    assert THREE.to_act(state) == (0,)


@pytest.mark.rule("UA-7")
def test_the_pile_is_turned_over_as_often_as_needed() -> None:
    state = placed({"stack0": "r1", "stack1": "g3", "stack2": "y16", "middle": "b13"})
    for _ in range(9):
        state = do(THREE, state, f"{state.seat} turn")
    assert lying(THREE, state, "open0", "open1", "open2") == "r1 | g3 | y16"


@pytest.mark.rule("UA-10")
def test_who_has_no_cards_is_done_and_left_out() -> None:
    state = placed({"stack0": "r4", "stack1": "g5 y9", "stack2": "y6", "middle": "b3"})
    state = do(THREE, state, "0 turn")
    assert state.done == (1, 0, 0)
    assert THREE.to_act(state) == (2,)
    state = do(THREE, state, "2 turn", "1 turn")  # y6 lies open; g5 joins the middle
    assert zone(THREE, state, "middle")[-1] == "g5"
    state = do(THREE, state, "1 turn")
    assert state.done == (1, 0, 2)  # y6 went at the beginning of the turn of seat 2
    assert THREE.to_act(state) == (1,)
    assert THREE.points(state) == (2, 0, 1)


@pytest.mark.rule("UA-10")
def test_it_ends_when_all_cards_lie_in_the_middle() -> None:
    state = placed({"stack0": "r5", "stack1": "y4", "middle": "b3"}, TWO)
    state = do(TWO, state, "0 turn", "1 turn")
    assert state.done == (2, 1)
    assert TWO.to_act(state) == ()
    assert len(zone(TWO, state, "middle")) == 80
    assert TWO.points(state) == (0, 1)
    refused(TWO, state, 0, "turn", "round-over")


@pytest.mark.rule("UA-10")
def test_the_last_one_goes_on_alone() -> None:
    state = do(TWO, placed({"stack0": "r4", "stack1": "y9 y6 g5", "middle": "b3"}, TWO), "0 turn")
    lain = []
    for _ in range(5):
        assert TWO.to_act(state) == (1,)
        state = do(TWO, state, "1 turn")
        lain.append(lying(TWO, state, "open1", "stack1"))
    assert lain == ["y9 | y6 g5", "y9 y6 | g5", "y9 | ", "y9 | ", "y9 | "]


@pytest.mark.rule("UA-9")
def test_with_help_nothing_is_called() -> None:
    state = placed({"stack0": "r5 b19", "stack1": "g12", "stack2": "y12", "middle": "y3"})
    assert do(THREE, state, "0 turn").table.window is None
    refused(THREE, state, 0, "silent", "not-offered")
    assert game("ueberall", 3, help="on").options == THREE.options
