"""Mogeln in lockstep with a plain model of its rules, on random play."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from elfer import Game, game, seed_from
from tests.games.plain.mogeln import Call, Plain


def zone(table: Game[Any], state: Any, name: str) -> list[str]:
    deck, content = table.layout.deck, state.table.zones[table.layout.zone(name)]
    return deck.shown(content) if isinstance(content, int) else [deck.names[card] for card in content]


def hand(table: Game[Any], state: Any, seat: int) -> list[str]:
    return sorted(zone(table, state, f"hand{seat}"))


def same(table: Game[Any], state: Any, plain: Plain) -> None:
    for seat in range(table.players):
        assert hand(table, state, seat) == sorted(plain.hands[seat])
    assert zone(table, state, "pile") == plain.pile
    assert zone(table, state, "aside") == plain.aside
    if plain.over:
        assert table.to_act(state) == ()
        return
    assert state.number == plain.number
    assert zone(table, state, f"laid{plain.seat}") == plain.prepared
    others = [seat for seat in range(table.players) if seat not in (plain.seat, *plain.out)]
    assert set(table.to_act(state)) == (set(others) if plain.objecting else {plain.seat})
    if not plain.objecting:
        for seat in range(table.players):
            legal = [table.write(action) for action in table.legal(state, seat)]
            assert set(legal) == (plain.actions() if seat == plain.seat else set())
            assert len(set(legal)) == len(legal)


def drawn_calls(random: Random, seats: tuple[int, ...], eager: float) -> dict[int, Call]:
    """Who calls what, and when: often so close that it is hard to tell who was first."""
    start = random.randrange(100, 1900)
    return {
        seat: (start + random.randrange(40), random.choice(["gemogelt", "more-than-one"]))
        for seat in seats
        if random.random() < eager
    }


@pytest.mark.rule("MO-2", "MO-3", "MO-4", "MO-5", "MO-6", "MO-7", "MO-8", "MO-9", "MO-10", "MO-11")
@pytest.mark.parametrize("goal", ["first", "last"])
@pytest.mark.parametrize("colours", ["mixed", "sorted"])
@pytest.mark.parametrize(("players", "deck"), [(3, 80), (4, 60), (6, 80)])
def test_in_lockstep_with_the_plain_rules(players: int, deck: int, colours: str, goal: str) -> None:
    counts = "hidden" if players % 2 else "shown"
    table = game("mogeln", players, deck=deck, colours=colours, goal=goal, counts=counts)
    seen: Counter[str] = Counter()
    for number, (eager, passing) in enumerate([(0.03, 0.1), (0.1, 0.3), (0.15, 0.9)]):
        seed = seed_from(f"lockstep {players} {colours} {goal} {number}")
        state, random = table.deal(seed), Random(seed)
        hands = [hand(table, state, seat) for seat in range(players)]
        plain = Plain(hands, 0, colours=deck // 20, sorted_piles=colours == "sorted", last_wins=goal == "last")
        same(table, state, plain)
        while not plain.over and sum(seen.values()) < 1200 * (number + 1):
            if plain.objecting:
                seats = table.to_act(state)
                calls = drawn_calls(random, seats, eager)
                for seat in random.sample(seats, len(seats)):
                    after, word = calls.get(seat, (0, ""))
                    state = table.apply(state, seat, table.read(f"call {word} {after}" if word else "silent"))
                plain.answered(calls)
                seen["called" if calls else "silent"] += 1
            else:
                passes = not plain.prepared and random.random() < passing
                action = "pass" if passes else random.choice(sorted(plain.actions() - {"pass"}))
                state = table.apply(state, plain.seat, table.read(action))
                plain.do(action)
                seen[action.split()[0] if " " in action or action == "pass" else "lay"] += 1
            same(table, state, plain)
        if plain.over:
            seen["over"] += 1
            assert [seat for seat, won in enumerate(table.points(state)) if won] == plain.winners()
    assert seen.keys() == {"called", "silent", "pass", "slip", "lay", "over"}
