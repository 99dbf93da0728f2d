"""The rules of `zweikampf`, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from elfer import Match, Setup, game, guess, seed_from, view
from elfer.bots import usual
from elfer.games.zweikampf.bot import choose
from elfer.table.seed import Stream
from tests.games.positions.stacks import Position, arrange, do, lying, offers, refused, zone

DUEL = game("zweikampf", 2)


def placed(
    stack0: str, stack1: str, rest: str = "stack1", compared: int = 0, seed: int = 0, **open_: str
) -> Position:
    return arrange(DUEL, {"stack0": stack0, "stack1": stack1, **open_}, rest, seed, compared=compared)


def both(state: Position, times: int = 1) -> Position:
    """Both turn up."""
    return do(DUEL, state, *(["0 turn", "1 turn"] * times))


@pytest.mark.rule("ZK-1")
def test_twenty_cards_of_two_colours_for_each() -> None:
    state = DUEL.deal(seed_from("1"))
    stacks = [zone(DUEL, state, "stack0"), zone(DUEL, state, "stack1")]
    assert [len(stack) for stack in stacks] == [20, 20]
    assert sorted(stacks[0] + stacks[1]) == sorted(f"{colour}{n}" for colour in "ry" for n in range(1, 21))
    assert len({tuple(zone(DUEL, DUEL.deal(seed_from(str(n))), "stack0")) for n in range(10)}) == 10
    assert DUEL.seats == range(2, 3)


@pytest.mark.rule("ZK-1", "ALL-3")
def test_nobody_looks_at_the_stacks() -> None:
    state = DUEL.deal(seed_from("1"))
    for seat in (0, 1, None):
        assert [seen.cards for seen in view(DUEL, state, seat).zones] == [None, None, (), ()]
        assert DUEL.layout.known(state.table, seat) == 0


@pytest.mark.rule("ZK-2")
def test_both_turn_up_in_any_order() -> None:
    state = placed("r5 r6", "y7 y8")
    assert DUEL.to_act(state) == (0, 1)
    for first, second in ((0, 1), (1, 0)):
        once = do(DUEL, state, f"{first} turn")
        assert DUEL.to_act(once) == (second,)
        assert len(zone(DUEL, once, f"open{first}")) == 1
        assert offers(DUEL, once, second) == {"turn"}
        assert offers(DUEL, once, first) == set()
        refused(DUEL, once, first, "turn", "not-your-turn")
        assert DUEL.to_act(do(DUEL, once, f"{second} turn")) == (0, 1)


@pytest.mark.rule("ZK-2")
@pytest.mark.parametrize(("mine", "yours", "winner"), [("r5", "y7", 1), ("y7", "r5", 0), ("r20", "r1", 0)])
def test_the_higher_card_takes_both_under_the_own_stack(mine: str, yours: str, winner: int) -> None:
    state = both(placed(f"{mine} r11 r12", f"{yours} r13 r14", rest="stack0"))
    assert lying(DUEL, state, "open0", "open1") == " | "
    assert set(zone(DUEL, state, f"stack{winner}")[-2:]) == {mine, yours}
    assert zone(DUEL, state, f"stack{winner}")[:2] == (["r13", "r14"] if winner else ["r11", "r12"])
    assert len(zone(DUEL, state, "stack1")) == (4 if winner else 2)
    assert state.compared == 1


@pytest.mark.rule("ZK-3")
@pytest.mark.parametrize("ties", [1, 2, 3])
def test_after_equal_cards_one_more_each_until_one_is_higher(ties: int) -> None:
    equal = " ".join(f"r{n}" for n in range(1, ties + 1))
    state = placed(f"{equal} r9 r11", f"{equal.replace('r', 'y')} y10 y12", rest="stack0")
    tied = both(state, ties)
    assert lying(DUEL, tied, "open0", "open1") == f"{equal} | {equal.replace('r', 'y')}"
    assert DUEL.to_act(tied) == (0, 1)
    after = both(tied)
    taken = {*equal.split(), *equal.replace("r", "y").split(), "r9", "y10"}
    assert set(zone(DUEL, after, "stack1")) == {"y12", *taken}
    assert zone(DUEL, after, "stack1")[0] == "y12"
    assert lying(DUEL, after, "open0", "open1") == " | "
    assert after.compared == ties + 1


@pytest.mark.rule("ZK-4")
def test_whoever_has_no_cards_left_has_lost() -> None:
    for loser in (0, 1):
        stacks = ("r5", "y7") if loser == 0 else ("y7", "r5")
        state = placed(*stacks, rest=f"stack{1 - loser}")
        assert DUEL.to_act(state) == (0, 1)
        state = both(state)
        assert DUEL.to_act(state) == ()
        assert DUEL.points(state) == ((0, 1) if loser == 0 else (1, 0))
        refused(DUEL, state, 0, "turn", "round-over")


@pytest.mark.rule("ZK-4")
def test_whoever_cannot_go_on_after_a_tie_has_lost() -> None:
    for loser in (0, 1):
        state = both(placed("r5", "y5", rest=f"stack{1 - loser}"))
        assert DUEL.to_act(state) == ()
        assert DUEL.points(state) == ((0, 1) if loser == 0 else (1, 0))


@pytest.mark.rule("ZK-4", "ALL-6")
def test_it_is_a_draw_if_neither_can_go_on() -> None:
    order = " ".join(f"r{n}" for n in range(1, 21))
    state = both(placed(order, order.replace("r", "y")), 20)
    assert DUEL.to_act(state) == ()
    assert DUEL.points(state) == (0, 0)
    match = Match.start(Setup.choose("zweikampf", 2), bytes(32))
    drawn = Match(match.setup, match.seed, state, 40, (DUEL.points(state),))
    assert drawn.places == (1, 1)


@pytest.mark.rule("ZK-5")
def test_won_cards_go_under_in_a_drawn_order() -> None:
    ends = set()
    for seed in range(30):
        start = placed("r5 y5 r9", "r3 y8 y6", rest="stack0", seed=seed)
        state = both(start)
        assert both(start) == state  # by the seed alone
        ends.add(tuple(zone(DUEL, state, "stack0")[-2:]))
    assert ends == {("r5", "r3"), ("r3", "r5")}
    tied = {
        tuple(zone(DUEL, both(placed("r5 r9 r11", "y5 y8 y12", rest="stack0", seed=seed), 2), "stack0")[-4:])
        for seed in range(250)
    }
    assert len(tied) == 24


@pytest.mark.rule("ZK-5")
def test_every_order_is_drawn_anew() -> None:
    state, orders = placed("r20 r19 r18 r17 r16 r15 r14 r13", "y1-9", rest="stack0"), []
    for _ in range(8):
        state = both(state)
        orders.append(zone(DUEL, state, "stack0")[-1][0])
    assert set(orders) == {"r", "y"}


@pytest.mark.rule("ZK-5")
@pytest.mark.parametrize(
    ("stack0", "stack1", "points"),
    [("y20 r1-5", "", (0, 1)), ("y20 r1-19 y1-10", "", (1, 0)), ("r2-20 y1", "r1 y20", (0, 0))],
)
def test_after_five_thousand_comparisons_more_cards_win(stack0: str, stack1: str, points: tuple[int, int]) -> None:
    assert DUEL.longest_round == 10_000
    state = both(placed(stack0, stack1, compared=4998))
    assert DUEL.to_act(state) == (0, 1)
    state = both(state)
    assert DUEL.to_act(state) == ()
    assert DUEL.points(state) == points


@pytest.mark.rule("ALL-3")
def test_everyone_knows_what_lies_in_a_stack_but_not_where() -> None:
    state = both(placed("r5 r6", "y7 y8", rest="stack0"))
    taken = DUEL.layout.deck.read("r5 y7")
    for seat in (0, 1, None):
        assert not DUEL.layout.known(state.table, seat) & taken
        guessed = {
            tuple(zone(DUEL, guess(DUEL, state, seat, Stream(bytes([n]) * 32, "g")), "stack1")) for n in range(40)
        }
        assert all({"r5", "y7"} <= set(stack) for stack in guessed)
        assert len({stack.index("r5") for stack in guessed}) == 3


def test_the_bot_turns_up() -> None:
    state: Any = DUEL.deal(bytes(32))
    assert usual(DUEL) is choose
    assert DUEL.write(choose(DUEL, state, 0, Stream(bytes(32), "bot"))) == "turn"
