"""The rules of `mogeln` about objections: who may call what, whose call counts, who takes the pile."""

from __future__ import annotations

from typing import Any

import pytest

from elfer import Game, game, view
from tests.games.positions.mogeln import arrange, hand, lay, offers, pile, play, refused, up, zone

THREE = game("mogeln", 3)
FOUR = game("mogeln", 4)
SHOWN = game("mogeln", 3, counts="shown")


def before(table: Game[Any] = THREE, **more: Any) -> Any:
    hands = ["r5 r6 r7 r8", "y1 y2 y3", "g1 g2 g3", "b1 b2 b3"]
    return arrange(table, hands[: table.players], number=5, pile="b8 b9", rest="hand2", **more)


def took(table: Game[Any], state: Any) -> list[int]:
    """Who holds the cards of the pile."""
    return [seat for seat in range(table.players) if {"b8", "b9"} <= set(hand(table, state, seat))]


@pytest.mark.rule("MO-5")
def test_all_others_are_asked_after_every_lay_and_nobody_goes_on_meanwhile() -> None:
    state = play(THREE, before(), "r5")
    assert THREE.to_act(state) == (1, 2)
    assert state.table.window.seconds == 4
    for seat in (1, 2):
        assert offers(THREE, state, seat) == {"call gemogelt", "call more-than-one", "silent"}
        refused(THREE, state, seat, "pass", "no-answer")
        refused(THREE, state, seat, "y1", "no-answer")
    assert offers(THREE, state, 0) == set()
    refused(THREE, state, 0, "call gemogelt", "not-asked")
    state = THREE.apply(state, 2, THREE.read("silent"))
    refused(THREE, state, 2, "call gemogelt", "answered")


@pytest.mark.rule("MO-5")
def test_without_a_lay_there_is_nothing_to_call() -> None:
    refused(THREE, before(), 0, "call gemogelt", "nothing-laid-to-call")
    refused(THREE, before(), 0, "silent", "nothing-laid-to-call")
    refused(THREE, before(), 1, "call gemogelt", "not-your-turn")
    after = lay(THREE, before(), "r6")
    assert up(THREE, after) == (1, 6)
    refused(THREE, after, 2, "call gemogelt", "not-your-turn")


@pytest.mark.rule("MO-5")
@pytest.mark.parametrize("caller", [1, 2])
@pytest.mark.parametrize(("card", "true"), [("r5", True), ("r6", False), ("r8", False)])
def test_the_top_card_decides_who_takes_the_whole_pile(caller: int, card: str, true: bool) -> None:
    state = lay(THREE, before(), card, calls={caller: "gemogelt 700"})
    taker = caller if true else 0
    assert took(THREE, state) == [taker]
    assert card in hand(THREE, state, taker)
    assert pile(THREE, state) == []
    assert zone(THREE, state, "shown") == []


@pytest.mark.rule("MO-5")
def test_everyone_sees_the_challenged_card_and_remembers_who_has_it() -> None:
    state = lay(FOUR, before(FOUR), "r6", calls={3: "gemogelt 700"})
    for seat in (None, 1, 2, 3):
        assert "pile>shown r6" in view(FOUR, state, seat).events
        out = FOUR.layout.ruled_out(state.table, seat)
        it = FOUR.layout.deck.read("r6")
        nowhere = [name for name, cards in zip(FOUR.layout.names, out, strict=True) if cards & it]
        assert set(nowhere) == set(FOUR.layout.names) - {"hand0", "laid0"}


@pytest.mark.rule("MO-6")
@pytest.mark.parametrize("caller", [1, 2, 3])
@pytest.mark.parametrize("card", ["r5", "r6"])
def test_the_player_after_the_layer_begins_the_next_pile(caller: int, card: str) -> None:
    state = lay(FOUR, before(FOUR), card, calls={caller: "gemogelt 700"})
    assert up(FOUR, state) == (1, 1)
    assert state.piles == 1
    assert sum(state.lays) == 0


@pytest.mark.rule("MO-6", "MO-10")
def test_who_is_out_does_not_begin_the_next_pile() -> None:
    table = game("mogeln", 4, goal="last")
    state = arrange(table, ["r5 r6", "", "g1 g2", "b1"], number=5)
    assert up(table, lay(table, state, "r6", calls={2: "gemogelt 300"})) == (2, 1)


# --- more than one -------------------------------------------------------------------------------------------


@pytest.mark.rule("MO-7")
def test_several_cards_lie_in_the_order_in_which_they_were_slipped() -> None:
    state = lay(THREE, before(), "slip r8", "slip r6", "r7")
    assert pile(THREE, state) == ["b8", "b9", "r8", "r6", "r7"]
    assert hand(THREE, state, 0) == ["r5"]
    assert up(THREE, state) == (1, 6)


@pytest.mark.rule("MO-7")
def test_slipping_needs_a_card_to_lay_on_top_and_ends_in_laying_it() -> None:
    state = arrange(THREE, ["r5 r6", "y1", "g1"])
    assert offers(THREE, state, 0) == {"r5", "r6", "slip r5", "slip r6", "pass"}
    refused(THREE, state, 0, "slip y1", "not-in-hand", "y1")
    state = play(THREE, state, "slip r5")
    assert THREE.to_act(state) == (0,)
    assert offers(THREE, state, 0) == {"r6"}
    refused(THREE, state, 0, "slip r6", "nothing-on-top", "r6")
    refused(THREE, state, 0, "pass", "slipped-so-lay")
    refused(THREE, state, 0, "r5", "not-in-hand")


@pytest.mark.rule("MO-7")
@pytest.mark.parametrize("caller", [1, 2])
@pytest.mark.parametrize("table", [THREE, SHOWN])
@pytest.mark.parametrize(
    ("actions", "several"), [(["r5"], False), (["r6"], False), (["slip r6", "r5"], True), (["slip r5", "r6"], True)]
)
def test_more_than_one(table: Game[Any], actions: list[str], several: bool, caller: int) -> None:
    state = lay(table, before(table), *actions, calls={caller: "more-than-one 300"})
    taker = 0 if several else caller
    assert took(table, state) == [taker]
    assert {action.split()[-1] for action in actions} <= set(hand(table, state, taker))
    assert up(table, state) == (1, 1)
    assert not [event for event in view(table, state, 2 if taker != 2 else 1).events if "shown" in event]


@pytest.mark.rule("MO-7")
def test_being_caught_tells_everyone_that_there_were_two_at_least() -> None:
    state = arrange(THREE, ["r5-9", "y1 y2", "g1"], number=5)
    caught = lay(THREE, state, "slip r6", "slip r7", "r5", calls={1: "more-than-one 300"})
    assert caught.holds == (4 + 2, 2, 1)
    assert lay(THREE, state, "slip r6", "r7", calls={1: "gemogelt 300"}).holds == (4 + 1, 2, 1)


@pytest.mark.rule("MO-5", "MO-7")
@pytest.mark.parametrize(("actions", "taker"), [(["slip r6", "r5"], 2), (["slip r5", "r6"], 0)])
def test_cheated_tests_the_top_card_only(actions: list[str], taker: int) -> None:
    state = lay(THREE, before(), *actions, calls={2: "gemogelt 300"})
    assert took(THREE, state) == [taker]
    assert {"r5", "r6"} <= set(hand(THREE, state, taker))


@pytest.mark.rule("MO-7", "MO-10")
def test_the_last_cards_laid_at_once() -> None:
    state = arrange(THREE, ["r5 r6", "y1 y2", "g1"], number=5)
    out = lay(THREE, state, "slip r6", "r5", calls={1: "gemogelt 300"})
    assert THREE.to_act(out) == ()
    assert THREE.points(out) == (1, 0, 0)
    caught = lay(THREE, state, "slip r6", "r5", calls={1: "more-than-one 300"})
    assert hand(THREE, caught, 0) == ["r5", "r6"]
    assert up(THREE, caught) == (1, 1)


# --- whose call counts ---------------------------------------------------------------------------------------


@pytest.mark.rule("MO-8")
@pytest.mark.parametrize(
    ("calls", "counts"),
    [
        ({1: "gemogelt 500", 2: "gemogelt 400"}, 2),
        ({1: "gemogelt 400", 2: "gemogelt 500"}, 1),
        ({1: "gemogelt 414", 3: "gemogelt 400"}, 1),  # 14 ms apart is simultaneous (LIVE-3)
        ({1: "gemogelt 416", 3: "gemogelt 400"}, 3),  # 16 ms apart is not
        ({1: "gemogelt 415", 3: "gemogelt 400"}, 3),
        ({2: "gemogelt 410", 3: "gemogelt 400"}, 2),
        ({1: "gemogelt 900", 2: "gemogelt 410", 3: "gemogelt 400"}, 2),
    ],
)
def test_the_quickest_call_counts_and_of_simultaneous_ones_the_next_in_turn(
    calls: dict[int, str], counts: int
) -> None:
    state = lay(FOUR, before(FOUR), "r5", calls=calls)
    assert took(FOUR, state) == [counts]


@pytest.mark.rule("MO-8")
def test_the_next_in_turn_is_counted_from_the_layer() -> None:
    state = arrange(FOUR, ["r1 r2", "y1 y2", "g5 g6", "b1"], number=5, seat=2, pile="b8 b9", rest="hand3")
    state = lay(FOUR, state, "g5", calls={1: "gemogelt 400", 3: "gemogelt 410", 0: "gemogelt 405"})
    assert took(FOUR, state) == [3]


@pytest.mark.rule("MO-7", "MO-8")
@pytest.mark.parametrize(("cheated", "several", "taker"), [(300, 400, 0), (400, 300, 2)])
def test_of_different_calls_the_quickest_counts_too(cheated: int, several: int, taker: int) -> None:
    calls = {1: f"gemogelt {cheated}", 2: f"more-than-one {several}"}
    assert took(THREE, lay(THREE, before(), "r6", calls=calls)) == [taker]


@pytest.mark.rule("MO-8")
def test_all_calls_are_told_the_quickest_first() -> None:
    state = lay(FOUR, before(FOUR), "r5", calls={1: "gemogelt 500", 3: "more-than-one 400"})
    assert view(FOUR, state).events[:2] == ("3: call more-than-one 400", "1: call gemogelt 500")


# --- the window ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MO-11")
@pytest.mark.parametrize("seconds", range(2, 11))
def test_how_long_one_may_object(seconds: int) -> None:
    table = game("mogeln", 3, window=seconds)
    state = play(table, before(table), "r5")
    assert state.table.window.seconds == seconds
    refused(table, state, 1, f"call gemogelt {1000 * seconds + 1}", "too-late", str(seconds))
    assert table.to_act(table.apply(state, 1, table.read(f"call gemogelt {1000 * seconds}"))) == (2,)


@pytest.mark.rule("MO-11")
def test_the_window_is_four_seconds_unless_chosen_otherwise() -> None:
    assert THREE.options.window == 4
    for seconds in (1, 11):
        with pytest.raises(ValueError, match="window"):
            game("mogeln", 3, window=seconds)
