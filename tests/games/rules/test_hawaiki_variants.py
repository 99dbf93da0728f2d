"""The rules of Hawaiki: one hidden card, the sacrifice, the second chance; and its bot."""

from __future__ import annotations

from typing import Any

import pytest

from elfer import Game, Stream, guess, view
from tests.games.positions.hawaiki import (
    HIDDEN,
    answer,
    arrange,
    asked,
    counts,
    dealt,
    events,
    hand,
    nothing_to_draw,
    offers,
    play,
    refused,
    table,
    tops,
    turn,
    zone,
)

SACRIFICE = table(3, sacrifice="on")
CHANCE = table(3, second_chance="on")
BOTH = table(3, sacrifice="on", second_chance="on")


def all_hidden(hawaiki: Game[Any], state: Any) -> Any:
    """The state after everybody has hidden the first card of the hand."""
    return answer(hawaiki, state, **{f"seat{s}": f"hide {zone(hawaiki, state, f'hand{s}')[0]}" for s in asked(state)})


# --- one hidden card -----------------------------------------------------------------------------------------


@pytest.mark.rule("HA-20")
def test_all_pick_their_hidden_card_at_the_same_time() -> None:
    hidden = table(3, one_hidden="on")
    state = dealt(hidden, 4)
    assert asked(state) == (0, 1, 2)
    assert state.table.window.seconds == 0  # nobody has to hurry
    for seat in range(3):
        assert offers(hidden, state, seat) == {f"hide {card}" for card in hand(hidden, state, seat)}
    pick = f"hide {hand(hidden, state, 1)[2]}"
    once = hidden.apply(state, 1, hidden.read(pick))
    assert view(hidden, once, 0) == view(hidden, state, 0)
    after = all_hidden(hidden, state)
    for seat in range(3):
        kept, *others = zone(hidden, state, f"hand{seat}")
        assert hand(hidden, after, seat) == [kept]
        assert zone(hidden, after, f"shown{seat}") == others
    assert turn(hidden, after) == state.first
    assert not any("hide" in event for event in events(hidden, after, 0))


@pytest.mark.rule("HA-20")
def test_nobody_else_sees_the_hidden_card() -> None:
    hidden = table(3, one_hidden="on", first="seat-0")
    after = all_hidden(hidden, dealt(hidden, 4))
    seen = {f"{z.name}{z.owner}": z.cards for z in view(hidden, after, 1).zones if z.owner is not None}
    assert seen["hand0"] is None
    assert len(seen["shown0"] or ()) == 5
    guesses = {tuple(hand(hidden, guess(hidden, after, 1, Stream(bytes(32), str(n))), 0)) for n in range(60)}
    assert len(guesses) > 10


@pytest.mark.rule("HA-20")
def test_a_pick_is_a_card_of_the_hand_and_is_made_once() -> None:
    state = dealt(HIDDEN, 4)
    missing = next(card for card in ("v1", "g1", "o1", "y1", "b1", "v2") if card not in hand(HIDDEN, state, 0))
    refused(HIDDEN, state, f"hide {missing}", "no-answer", seat=0)
    refused(HIDDEN, state, "draw", "no-answer", seat=0)
    once = HIDDEN.apply(state, 0, HIDDEN.read(f"hide {hand(HIDDEN, state, 0)[0]}"))
    refused(HIDDEN, once, f"hide {hand(HIDDEN, state, 0)[1]}", "answered", seat=0)


@pytest.mark.rule("HA-20")
def test_drawn_cards_lie_open() -> None:
    state = arrange(HIDDEN, ["v7", "y1"], shown=["b2", "b3"], stock="b6")
    state = play(HIDDEN, state, "draw")
    assert (hand(HIDDEN, state, 0), zone(HIDDEN, state, "shown0")) == (["v7"], ["b2", "b6"])
    assert events(HIDDEN, state, 1) == ["stock>shown0 b6"]
    given = play(HIDDEN, arrange(HIDDEN, ["o5", "y1"], "v6 g7 o2", shown=["y7", ""], stock="b6"), "o5@c")
    assert zone(HIDDEN, given, "shown1") == ["b6"]


@pytest.mark.rule("HA-20")
def test_open_cards_are_played_like_hand_cards() -> None:
    state = arrange(HIDDEN, ["v7", "y1"], shown=["g1 b2 y7", "b3"])
    assert offers(HIDDEN, state) == {"v7@a", "g1@a", "g1@b", "draw"}
    state = play(HIDDEN, state, "g1@b")
    assert (turn(HIDDEN, state), sorted(zone(HIDDEN, state, "shown0"))) == (1, ["b2", "y7"])
    state = arrange(HIDDEN, ["v7", "y1"], shown=["v7 b2", "b3"])
    state = play(HIDDEN, state, "v7@a")  # the open one of two that look alike
    assert (hand(HIDDEN, state, 0), zone(HIDDEN, state, "shown0"), turn(HIDDEN, state)) == (["v7"], ["b2"], 1)


@pytest.mark.rule("HA-20")
def test_whoever_plays_the_hidden_card_may_hide_another() -> None:
    state = play(HIDDEN, arrange(HIDDEN, ["v7", "y1"], shown=["b2 b4", "b3"]), "v7@a")
    assert turn(HIDDEN, state) == 0
    assert offers(HIDDEN, state) == {"hide b2", "hide b4", "pass"}
    refused(HIDDEN, state, "draw", "hide-first")
    refused(HIDDEN, state, "b2@a", "hide-first")
    refused(HIDDEN, state, "hide b3", "not-in-sight", "b3")
    state = play(HIDDEN, state, "hide b4")
    assert (hand(HIDDEN, state, 0), zone(HIDDEN, state, "shown0"), turn(HIDDEN, state)) == (["b4"], ["b2"], 1)
    assert hand(HIDDEN, guess(HIDDEN, state, 1, Stream(bytes(32), "any")), 0) == ["b4"]  # all saw which it was
    refused(HIDDEN, state, "hide b3", "nothing-to-hide")


@pytest.mark.rule("HA-20")
def test_declining_is_final() -> None:
    state = play(HIDDEN, arrange(HIDDEN, ["v7", "y1"], shown=["v2 v4", "b3"]), "v7@a", "pass")
    assert turn(HIDDEN, state) == 1
    state = play(HIDDEN, state, "draw", "v2@a")
    assert turn(HIDDEN, state) == 1  # nothing to hide any more
    assert (hand(HIDDEN, state, 0), zone(HIDDEN, state, "shown0")) == ([], ["v4"])


@pytest.mark.rule("HA-20")
def test_another_card_is_hidden_after_all_effects_and_before_going_again() -> None:
    state = play(HIDDEN, arrange(HIDDEN, ["o5", "y1"], "v6 g7 o2", shown=["b2 b4", "b3"]), "o5@c")
    assert counts(HIDDEN, state) == [2, 3]
    assert offers(HIDDEN, state) == {"hide b2", "hide b4", "pass"}
    state = play(HIDDEN, state, "hide b2")
    assert turn(HIDDEN, state) == 0
    assert offers(HIDDEN, state) == {"draw"}
    strict = table(2, one_hidden="on", speech="strict")
    state = play(strict, arrange(strict, ["o5", "y1"], "v6 g7 o2", shown=["b2 b4", "b3"]), "o5@c")
    state = answer(strict, state, seat1="call straight 300")
    assert len(offers(strict, state)) == 4  # with the card just drawn
    assert turn(strict, play(strict, state, "pass")) == 1


@pytest.mark.rule("HA-16", "HA-17", "HA-20")
def test_open_and_hidden_cards_count_alike() -> None:
    state = arrange(HIDDEN, ["v7", "y1"], shown=["", "b3 b4"])
    assert counts(HIDDEN, state) == [1, 3]
    state = play(HIDDEN, state, "v7@a")
    assert (turn(HIDDEN, state), HIDDEN.points(state)) == (None, (0, -3))
    declined = play(HIDDEN, arrange(HIDDEN, ["", "y1"], shown=["v7", "b3 b4"]), "v7@a")
    assert turn(HIDDEN, declined) is None


@pytest.mark.rule("HA-20")
def test_without_the_option_nothing_lies_open() -> None:
    state = dealt(BOTH, 3)
    assert asked(state) == ()
    assert [zone(BOTH, state, f"shown{seat}") for seat in range(3)] == [[], [], []]
    refused(BOTH, state, f"hide {hand(BOTH, state, state.first)[0]}", "not-offered")


# --- sacrifice -----------------------------------------------------------------------------------------------


@pytest.mark.rule("HA-21")
def test_the_sacrifice() -> None:
    state = arrange(SACRIFICE, ["v1 y6 y7"], "g1 v1 | b7 g3 | o5", stock="b1")
    assert offers(SACRIFICE, state) == {"v1@a", "bury a", "bury b", "draw"}
    state = play(SACRIFICE, state, "bury b")
    assert (turn(SACRIFICE, state), tops(SACRIFICE, state), state.markers) == (0, "v1 b7 o5", (9, 10, 10))
    assert zone(SACRIFICE, state, "stock")[-1] == "g3"
    assert events(SACRIFICE, state) == ["b>stock g3"]
    assert offers(SACRIFICE, state) == {"v1@a", "y7@b", "draw"}  # the turn is still to come, the sacrifice is made
    refused(SACRIFICE, state, "bury a", "once-a-round")
    assert SACRIFICE.points(state) == (-4, -2, -2)
    for seat in range(3):  # everybody knows where it lies
        guessed = guess(SACRIFICE, state, seat, Stream(bytes(32), "any"))
        assert zone(SACRIFICE, guessed, "stock")[-1] == "g3"


@pytest.mark.rule("HA-21")
def test_once_per_round_and_player() -> None:
    state = play(SACRIFICE, arrange(SACRIFICE, ["v2 y6 y7"], "g1 v1 | b7 g3 | o5"), "bury b", "draw", "bury a")
    assert state.markers == (9, 10, 9)
    state = play(SACRIFICE, state, "draw", "draw")
    assert "bury a" not in offers(SACRIFICE, state)
    assert dealt(SACRIFICE, 1, 1, state).buried == 0


@pytest.mark.rule("HA-21")
def test_when_the_sacrifice_is_not_allowed() -> None:
    piles = "v3 v1 | g3 | o5"
    single = arrange(SACRIFICE, ["v2"], piles)
    refused(SACRIFICE, single, "bury a", "single-hand-card")
    assert "bury a" in offers(SACRIFICE, arrange(SACRIFICE, ["v2 v4"], piles))
    assert "bury a" not in offers(SACRIFICE, single)
    refused(SACRIFICE, arrange(SACRIFICE, ["v2 v4"], piles), "bury b", "pile-of-one")
    last = arrange(SACRIFICE, ["v2 v4"], piles, markers=[1, 5, 5])
    refused(SACRIFICE, last, "bury a", "keeps-last-marker")
    assert "bury a" in offers(SACRIFICE, arrange(SACRIFICE, ["v2 v4"], piles, markers=[2, 5, 5]))
    again = play(SACRIFICE, arrange(SACRIFICE, ["v1 v4 v6"], piles), "v1@a")  # a pair: the turn has begun
    refused(SACRIFICE, again, "bury a", "before-the-turn")
    refused(CHANCE, arrange(CHANCE, ["v2 v4"], piles), "bury a", "not-offered")


@pytest.mark.rule("HA-21")
def test_a_combination_uncovered_by_a_sacrifice_has_no_effect() -> None:
    state = play(SACRIFICE, arrange(SACRIFICE, ["g7 y6"], "g1 v1 | g3 | g5"), "bury a")
    assert (turn(SACRIFICE, state), counts(SACRIFICE, state)) == (0, [2, 2, 2])
    state = play(SACRIFICE, state, "g7@a")  # the flush stands there already
    assert (turn(SACRIFICE, state), counts(SACRIFICE, state)) == (2, [1, 2, 2])


@pytest.mark.rule("HA-21")
def test_not_after_an_announcement() -> None:
    strict = table(3, sacrifice="on", second_chance="on", speech="strict")
    state = arrange(strict, ["v1 v4 v6"], "v3 v1 | g3 | o5")
    assert {"bury a", "announce second-chance", "announce pair"} < offers(strict, state)
    state = play(strict, state, "announce pair")
    refused(strict, state, "bury a", "before-the-turn")
    refused(strict, state, "announce second-chance", "before-the-turn")


# --- second chance -------------------------------------------------------------------------------------------


@pytest.mark.rule("HA-22")
@pytest.mark.parametrize("first", ["v7@a", "draw"])
@pytest.mark.parametrize("second", ["g7@b", "draw"])
def test_two_turns_in_a_row(first: str, second: str) -> None:
    state = arrange(CHANCE, ["v7 g7 y6"], stock="b2 b4")
    assert "announce second-chance" in offers(CHANCE, state)
    state = play(CHANCE, state, "announce second-chance")
    assert (events(CHANCE, state), state.markers) == (["0: announce second-chance"], (9, 10, 10))
    refused(CHANCE, state, "announce second-chance", "once-a-round")
    state = play(CHANCE, state, first)
    assert turn(CHANCE, state) == 0
    state = play(CHANCE, state, second)
    assert turn(CHANCE, state) == 2
    state = play(CHANCE, state, "draw")
    assert "announce second-chance" in offers(CHANCE, state)  # once for each player
    state = play(CHANCE, state, "draw")
    refused(CHANCE, state, "announce second-chance", "once-a-round")
    assert dealt(CHANCE, 1, 1, state).chanced == 0


@pytest.mark.rule("HA-22")
def test_the_last_card_cannot_be_laid_in_the_second_turn() -> None:
    state = arrange(CHANCE, ["v7 g7"], stock="b2 v2")
    state = play(CHANCE, state, "announce second-chance", "v7@a")
    assert offers(CHANCE, state) == {"draw"}
    refused(CHANCE, state, "g7@b", "not-the-last-card")
    assert turn(CHANCE, play(CHANCE, state, "draw")) == 2


@pytest.mark.rule("HA-22")
def test_not_even_when_going_again() -> None:
    state = arrange(CHANCE, ["v7 v1 v2"], stock="b2 v2")
    state = play(CHANCE, state, "announce second-chance", "draw", "v1@a")  # the pair is formed in the second turn
    state = play(CHANCE, state, "v7@a")
    assert turn(CHANCE, state) == 2
    state = arrange(CHANCE, ["v1 v2"], double=2, begun=True)
    state = play(CHANCE, state, "v1@a")
    assert (turn(CHANCE, state), offers(CHANCE, state)) == (0, {"draw"})


@pytest.mark.rule("HA-22")
def test_the_last_card_may_be_laid_in_the_first_turn() -> None:
    state = play(CHANCE, arrange(CHANCE, ["v1 v2"]), "announce second-chance", "v1@a")  # a pair, and again
    assert "v2@a" in offers(CHANCE, state)
    state = play(CHANCE, state, "v2@a")
    assert (turn(CHANCE, state), CHANCE.points(state)) == (None, (-1, -2, -2))


@pytest.mark.rule("HA-22")
def test_when_the_second_chance_is_not_allowed() -> None:
    assert "announce second-chance" in offers(CHANCE, arrange(CHANCE, ["v2"]))
    last = arrange(CHANCE, ["v2 v4"], markers=[1, 5, 5])
    refused(CHANCE, last, "announce second-chance", "keeps-last-marker")
    again = play(CHANCE, arrange(CHANCE, ["v1 v4 v6"]), "v1@a")
    refused(CHANCE, again, "announce second-chance", "before-the-turn")
    refused(SACRIFICE, arrange(SACRIFICE, ["v2 v4"]), "announce second-chance", "not-offered")


@pytest.mark.rule("HA-21", "HA-22")
@pytest.mark.parametrize("order", [("bury a", "announce second-chance"), ("announce second-chance", "bury a")])
def test_both_before_the_first_of_the_two_turns(order: tuple[str, str]) -> None:
    piles = "v3 v1 | g3 | o5"
    state = play(BOTH, arrange(BOTH, ["v2 v4 v6"], piles), *order)
    assert state.markers == (8, 10, 10)
    state = play(BOTH, state, "v2@a")
    assert (turn(BOTH, state), turn(BOTH, play(BOTH, state, "v6@a"))) == (0, 2)
    between = play(BOTH, arrange(BOTH, ["v2 v4 v6"], piles), "announce second-chance", "draw")
    refused(BOTH, between, "bury a", "before-the-turn")
    two = arrange(BOTH, ["v2 v4"], piles, markers=[2, 5, 5])
    refused(BOTH, play(BOTH, two, "bury a"), "announce second-chance", "keeps-last-marker")


@pytest.mark.rule("HA-19", "HA-22")
def test_with_nothing_to_draw_the_last_card_of_the_second_turn_is_kept() -> None:
    two = table(2, second_chance="on")
    state = nothing_to_draw(two, ["v2"], double=2, begun=True)
    assert offers(two, state) == {"pass"}
    state = play(two, state, "pass")
    assert turn(two, state) == 1
    assert not two.layout.ruled_out(state.table, None)[0]  # nobody can tell whether it fits
    stuck = arrange(two, ["y2 y6", "b2 b4"], rest="a", double=1)
    assert two.write(two.legal(stuck, 0)[-1]) == "draw"


@pytest.mark.rule("HA-19", "HA-22")
def test_whoever_passes_twice_is_still_one_player() -> None:
    two = table(2, second_chance="on")
    state = play(two, nothing_to_draw(two, ["y2 y6"]), "announce second-chance", "pass", "pass")
    assert turn(two, state) == 1
