"""The rules of Hawaiki: what has to be said (`speech: strict`), and when there is nothing left to draw."""

from __future__ import annotations

import pytest

from elfer import Stream, guess, view
from elfer.table.options import BadOption
from tests.games.positions.hawaiki import (
    STRICT,
    STRICT_TWO,
    THREE,
    TWO,
    answer,
    arrange,
    asked,
    counts,
    dealt,
    events,
    hand,
    lacking,
    nothing_to_draw,
    offers,
    play,
    refused,
    table,
    tops,
    turn,
    zone,
)

CALLS = {"call pair", "call straight", "call flush", "call triplet", "silent"}
STRICT_FOUR = table(4, speech="strict")


# --- announcing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("HA-5", "HA-15")
def test_an_announcement_comes_before_the_card() -> None:
    state = arrange(STRICT, ["v1 y1 b7"], "v1 g3 o5")
    assert offers(STRICT, state) == {"v1@a", "y1@a", "announce pair", "draw"}
    state = play(STRICT, state, "announce pair")
    assert events(STRICT, state) == ["0: announce pair"]
    assert offers(STRICT, state) == {"v1@a"}
    state = play(STRICT, state, "v1@a")
    refused(STRICT, state, "announce pair", "not-asked", seat=0)
    state = answer(STRICT, state)
    assert (turn(STRICT, state), counts(STRICT, state)) == (0, [2, 2, 2])
    assert turn(STRICT, play(STRICT, state, "draw")) == 2


@pytest.mark.rule("HA-13")
def test_what_no_card_forms_cannot_be_announced() -> None:
    state = arrange(STRICT, ["v1 y1 b7"], "v1 g3 o5")
    for word in ("straight", "flush", "triplet"):
        refused(STRICT, state, f"announce {word}", "forms-none", word)
    state = play(STRICT, state, "announce pair")
    refused(STRICT, state, "announce pair", "announced-already", "pair")
    refused(STRICT, state, "announce straight", "announced-already", "pair")
    refused(STRICT, state, "y1@a", "not-as-announced", "pair")
    refused(STRICT, state, "draw", "not-as-announced", "pair")
    refused(STRICT, state, "v1@b", "top-differs")
    refused(STRICT, state, "v2@a", "not-in-hand")


@pytest.mark.rule("HA-10", "HA-13")
def test_what_stood_there_before_cannot_be_announced() -> None:
    assert offers(STRICT, arrange(STRICT, ["g7 y1"], "g1 g3 g5")) == {"g7@a", "g7@b", "g7@c", "y1@a", "draw"}
    assert "announce straight" not in offers(STRICT, arrange(STRICT, ["y6 y1"], "v5 g6 o7"))
    assert "announce straight" in offers(STRICT, arrange(STRICT, ["v6 y1"], "v3 g4 o5"))


@pytest.mark.rule("HA-13")
def test_everybody_can_tell_that_a_card_is_there_that_forms_what_was_announced() -> None:
    state = play(STRICT, arrange(STRICT, ["o4 y1 b2"], "v5 g3 o7"), "announce straight")
    for number in range(20):
        guessed = guess(STRICT, state, 1, Stream(bytes(32), str(number)))
        assert STRICT.legal(guessed, 0)


@pytest.mark.rule("HA-15")
def test_by_themselves_means_that_nobody_can_announce_or_call() -> None:
    state = arrange(THREE, ["v1 y1 b7"], "v1 g3 o5")
    assert offers(THREE, state) == {"v1@a", "y1@a", "draw"}
    refused(THREE, state, "announce pair", "not-offered")
    refused(THREE, state, "call pair", "nothing-to-call")
    refused(THREE, state, "silent", "nothing-to-call")
    state = play(THREE, state, "v1@a")
    assert (asked(state), turn(THREE, state)) == ((), 0)


@pytest.mark.rule("HA-15")
@pytest.mark.parametrize("seconds", [2, 4, 10])
def test_how_long_the_windows_are_open(seconds: int) -> None:
    strict = table(3, speech="strict", window=seconds)
    state = play(strict, arrange(strict, ["o5 y1"], "v6 g7 o2"), "announce straight", "o5@c")
    assert (asked(state), state.table.window.seconds) == ((1, 2), seconds)
    refused(strict, state, f"call pair {1000 * seconds + 1}", "too-late", str(seconds), seat=1)
    state = play(strict, answer(strict, state), "name 1")
    assert (asked(state), state.table.window.seconds) == ((1,), seconds)
    for wrong in (1, 11):
        with pytest.raises(BadOption):
            table(3, speech="strict", window=wrong)


@pytest.mark.rule("HA-15")
def test_the_window_is_an_option_of_strict_speech_only() -> None:
    with pytest.raises(BadOption):
        table(3, window=5)
    assert STRICT.options.window == 4


# --- forgotten combinations ----------------------------------------------------------------------------------


@pytest.mark.rule("HA-12")
@pytest.mark.parametrize("lay", ["v1@a", "v7@a"])
def test_after_every_card_the_others_may_call(lay: str) -> None:
    """A window that opens only when something was forgotten would tell that it was."""
    state = play(STRICT, arrange(STRICT, [f"{lay[:2]} y1"], "v1 g3 o5"), lay)
    assert asked(state) == (1, 2)
    for seat in (1, 2):
        assert offers(STRICT, state, seat) == CALLS
    assert offers(STRICT, state, 0) == set()
    once = STRICT.apply(state, 2, STRICT.read("call flush 200"))
    assert view(STRICT, once, 1) == view(STRICT, state, 1)
    refused(STRICT, once, "silent", "answered", seat=2)
    refused(STRICT, once, "draw", "no-answer", seat=1)  # nobody lays or draws before it closes


@pytest.mark.rule("HA-12")
@pytest.mark.parametrize(
    ("lay", "piles", "word"),
    [
        ("v1@a", "v1 g3 o5", "pair"),
        ("o5@c", "v6 g7 o2", "straight"),
        ("g7@c", "g1 g3 o7", "flush"),
        ("y3@c", "v3 g3 y5", "triplet"),
    ],
)
def test_a_forgotten_combination(lay: str, piles: str, word: str) -> None:
    state = play(STRICT, arrange(STRICT, [f"{lay[:2]} y1"], piles, stock="b6 b7"), lay)
    unnoticed = answer(STRICT, state)
    assert (turn(STRICT, unnoticed), counts(STRICT, unnoticed)) == (2, [1, 2, 2])
    assert (events(STRICT, unnoticed), unnoticed.forgotten) == ([], 0)
    noticed = answer(STRICT, state, seat1=f"call {word} 800")
    assert (turn(STRICT, noticed), counts(STRICT, noticed)) == (2, [2, 2, 2])
    assert events(STRICT, noticed, 0) == [f"1: call {word} 800", "stock>hand0 b6"]
    # two call it, and the card is drawn once
    both = answer(STRICT, state, seat1=f"call {word} 800", seat2=f"call {word} 500")
    assert (turn(STRICT, both), counts(STRICT, both)) == (2, [2, 2, 2])
    assert events(STRICT, both)[:2] == [f"2: call {word} 500", f"1: call {word} 800"]


@pytest.mark.rule("HA-12")
def test_a_false_call_has_no_effect() -> None:
    state = play(STRICT, arrange(STRICT, ["v7 y1"], "v1 g3 o5"), "v7@a")
    state = answer(STRICT, state, seat1="call pair 300", seat2="call flush 300")
    assert (turn(STRICT, state), counts(STRICT, state)) == (2, [1, 2, 2])
    forgotten = play(STRICT, arrange(STRICT, ["v1 y1"], "v1 g3 o5"), "v1@a")
    forgotten = answer(STRICT, forgotten, seat1="call straight 300")
    assert (turn(STRICT, forgotten), counts(STRICT, forgotten)) == (2, [1, 2, 2])
    announced = play(STRICT, arrange(STRICT, ["v1 y1"], "v1 g3 o5"), "announce pair", "v1@a")
    announced = answer(STRICT, announced, seat1="call pair 300")
    assert (turn(STRICT, announced), counts(STRICT, announced)) == (0, [1, 2, 2])


# --- thanks --------------------------------------------------------------------------------------------------


@pytest.mark.rule("HA-14")
@pytest.mark.parametrize(("said", "cards"), [("call thanks 300", 3), ("silent", 4)])
def test_thanks_for_a_straight(said: str, cards: int) -> None:
    state = play(STRICT, arrange(STRICT, ["o5 y1"], "v6 g7 o2"), "announce straight", "o5@c")
    state = play(STRICT, answer(STRICT, state), "name 2")
    assert offers(STRICT, state, 2) == {"call thanks", "silent"}
    state = answer(STRICT, state, seat2=said)
    assert (turn(STRICT, state), counts(STRICT, state)) == (0, [1, 2, cards])
    after = play(STRICT, state, "draw", "draw")
    lay = next(action for action in sorted(offers(STRICT, after)) if "@" in action)
    assert offers(STRICT, play(STRICT, after, lay), 0) == CALLS  # thanks are no longer the question


@pytest.mark.rule("HA-14")
def test_thanks_for_a_flush() -> None:
    state = play(STRICT, arrange(STRICT, ["g7 y1"], "g1 g3 o7"), "announce flush", "g7@c")
    state = answer(STRICT, state)
    one, two = play(STRICT, state, "name 1"), play(STRICT, state, "name 1 2")
    assert (asked(one), offers(STRICT, one, 1)) == ((1,), {"call many-thanks", "silent"})
    assert counts(STRICT, answer(STRICT, one, seat1="call many-thanks 100")) == [1, 4, 2]
    assert counts(STRICT, answer(STRICT, one)) == [1, 5, 2]
    assert (asked(two), offers(STRICT, two, 1)) == ((1, 2), {"call thanks", "silent"})
    assert counts(STRICT, answer(STRICT, two, seat2="call thanks 100")) == [1, 4, 3]


@pytest.mark.rule("HA-8", "HA-14")
def test_thanks_for_the_printed_flush() -> None:
    printed = table(3, speech="strict", flush="printed")
    state = play(printed, arrange(printed, ["g7 y1"], "g1 g3 o7"), "announce flush", "g7@c")
    state = play(printed, answer(printed, state), "name 1")
    assert offers(printed, state, 1) == {"call thanks", "silent"}


@pytest.mark.rule("HA-9", "HA-14")
def test_thanks_for_a_triplet_by_all_others() -> None:
    state = arrange(STRICT_FOUR, ["y3 b1"], "v3 g3 y5", stock="b1 b2 b3 o5 o6")
    state = answer(STRICT_FOUR, play(STRICT_FOUR, state, "announce triplet", "y3@c"))
    assert asked(state) == (1, 2, 3)
    state = answer(STRICT_FOUR, state, seat2="call thanks 100")
    assert (turn(STRICT_FOUR, state), counts(STRICT_FOUR, state)) == (0, [1, 4, 3, 4])
    assert "o5" in hand(STRICT_FOUR, state, 3)  # in the order of play
    assert "o6" in hand(STRICT_FOUR, state, 1)


@pytest.mark.rule("HA-14")
def test_no_thanks_for_the_own_draw_nor_for_a_pair_nor_for_the_penalty() -> None:
    state = arrange(STRICT, ["v1 y1"], "v1 g3 o5")
    assert turn(STRICT, play(STRICT, state, "draw")) == 2
    assert turn(STRICT, answer(STRICT, play(STRICT, state, "announce pair", "v1@a"))) == 0
    assert turn(STRICT, answer(STRICT, play(STRICT, state, "v1@a"), seat1="call pair 300")) == 2


@pytest.mark.rule("HA-16")
def test_penalties_after_the_last_card_count() -> None:
    """Whoever laid the last card has won the round all the same."""
    state = play(STRICT, arrange(STRICT, ["v1"], "v1 g3 o5"), "v1@a")
    assert asked(state) == (1, 2)
    caught = answer(STRICT, state, seat1="call pair 300")
    assert (turn(STRICT, caught), caught.winner, STRICT.points(caught)) == (None, 0, (-1, -2, -2))
    assert turn(STRICT, dealt(STRICT, 1, 1, caught)) == 0
    assert STRICT.points(answer(STRICT, state)) == (0, -2, -2)
    state = answer(STRICT, play(STRICT, arrange(STRICT, ["y3"], "v3 g3 y5"), "announce triplet", "y3@c"))
    state = answer(STRICT, state, seat1="call thanks 300")
    assert (turn(STRICT, state), STRICT.points(state)) == (None, (0, -3, -4))


# --- nothing to draw -----------------------------------------------------------------------------------------


@pytest.mark.rule("HA-19")
def test_the_piles_become_a_new_stock() -> None:
    state = nothing_to_draw(THREE, ["y1 y2"], "b1 b2 b3 v1 | o1 g3 | o5")
    assert zone(THREE, state, "stock") == []
    state = play(THREE, state, "draw")
    assert (tops(THREE, state), turn(THREE, state)) == ("v1 g3 o5", 2)
    assert [zone(THREE, state, pile) for pile in "abc"] == [["v1"], ["g3"], ["o5"]]
    drawn = next(card for card in hand(THREE, state, 0) if card not in ("y1", "y2"))
    assert sorted([drawn, *zone(THREE, state, "stock")]) == ["b1", "b2", "b3", "o1"]
    assert "shuffle stock" in events(THREE, state)
    orders = set()
    for seed in range(20):
        other = nothing_to_draw(THREE, ["y1 y2"], "b1 b2 b3 v1 | o1 g3 | o5", seed=f"{seed:02x}" * 32)
        orders.add(tuple(zone(THREE, play(THREE, other, "draw"), "stock")))
    assert len(orders) > 5


@pytest.mark.rule("HA-19")
def test_a_stock_that_is_not_empty_stays_as_it_is() -> None:
    state = play(THREE, nothing_to_draw(THREE, ["y1 y2"], "b1 b2 v1 | g3 | o5", stock="b7"), "draw")
    assert zone(THREE, state, "a") == ["b1", "b2", "v1"]
    assert zone(THREE, state, "stock") == []


@pytest.mark.rule("HA-8", "HA-14", "HA-19")
def test_an_effect_draws_only_what_there_is() -> None:
    state = nothing_to_draw(STRICT, ["g7 y1"], "g1 g3 o7")  # only the covered card can be drawn
    before = counts(STRICT, state)
    state = answer(STRICT, play(STRICT, state, "announce flush", "g7@c"))
    one, two = play(STRICT, state, "name 1"), play(STRICT, state, "name 1 2")
    assert counts(STRICT, one) == [1, before[1] + 1, before[2]]
    assert offers(STRICT, one, 1) == {"call thanks", "silent"}  # for the one card that was drawn
    assert asked(two) == (2,)
    assert counts(STRICT, answer(STRICT, two)) == [1, before[1], before[2] + 1]


@pytest.mark.rule("HA-19")
def test_with_nothing_to_draw_whoever_can_lay_must() -> None:
    state = nothing_to_draw(TWO, ["v2 y6"], "v1 g3 o5")
    assert offers(TWO, state) == {"v2@a"}
    refused(TWO, state, "draw", "stock-empty")
    refused(TWO, state, "pass", "can-lay", "v2")
    state = nothing_to_draw(TWO, ["y2 y6"], "v1 g3 o5")
    assert offers(TWO, state) == {"pass"}
    state = play(TWO, state, "pass")
    assert (turn(TWO, state), events(TWO, state)) == (1, ["0: pass"])
    assert lacking(TWO, state, "hand0") >= {"v2", "g1", "o7"}
    assert not lacking(TWO, state, "hand0") & {"y2", "y6", "b7"}


@pytest.mark.rule("HA-19")
def test_the_round_ends_when_all_pass_in_turn() -> None:
    stuck = arrange(THREE, ["y2 y6", "b2 b4"], "v1 g3 o5", rest="hand2", first=1, seat=1)
    assert offers(THREE, stuck) == {"pass"}
    state = play(THREE, stuck, "pass", "pass")
    assert turn(THREE, state) == 2
    state = arrange(THREE, ["y2 y6", "b2 b4"], "v1 g3 o5", rest="hand2", first=1, seat=1, passed=0b101)
    over = play(THREE, state, "pass")
    assert (turn(THREE, over), over.winner) == (None, -1)
    assert THREE.points(over) == (-2, -2, -10)
    assert turn(THREE, dealt(THREE, 1, 1, over)) == 1  # the same player begins again


@pytest.mark.rule("HA-19")
def test_a_card_that_is_laid_in_between_begins_the_passing_anew() -> None:
    state = arrange(THREE, ["y2 y6", "b2 b4"], "v1 g3 o5", rest="hand2", seat=1)
    state = play(THREE, state, "pass", "pass", "v2@a")
    assert state.passed == 0
    assert "draw" in offers(THREE, state)


@pytest.mark.rule("HA-19")
def test_so_does_a_combination() -> None:
    state = nothing_to_draw(TWO, ["o5 y1"], "v6 g7 o2", passed=0b10)
    state = play(TWO, state, "o5@c")  # a straight: the other draws the covered card, and nothing is left again
    assert offers(TWO, state) == {"pass"}
    assert turn(TWO, play(TWO, state, "pass")) == 1


@pytest.mark.rule("HA-12", "HA-19")
def test_a_penalty_is_drawn_from_a_new_stock_too() -> None:
    state = nothing_to_draw(STRICT_TWO, ["v1 y1"], "v1 g3 o5")
    state = answer(STRICT_TWO, play(STRICT_TWO, state, "v1@a"), seat1="call pair 300")
    assert hand(STRICT_TWO, state, 0) == ["v1", "y1"]
