"""Farbensammeln in lockstep with a plain model of its rules, on random play that likes to collect and to call."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from elfer import Game, Stream, game, seed_from
from tests.games.plain.farbensammeln import Plain
from tests.games.positions.hands import hand, zone


def same(table: Game[Any], state: Any, plain: Plain) -> None:
    assert table.to_act(state) == (() if plain.seat is None else (plain.seat,))
    for seat in range(table.players):
        assert set(hand(table, state, seat).split()) == set(plain.hands[seat])
        legal = [table.write(action) for action in table.legal(state, seat)]
        assert set(legal) == (plain.actions() if seat == plain.seat else set())
        assert len(set(legal)) == len(legal)
    assert zone(table, state, "stock").split() == plain.stock
    assert {place: zone(table, state, place).split() for place in "abcd"} == plain.piles


def chosen(plain: Plain, random: Random, *, hurried: bool) -> str:
    actions = sorted(plain.actions())
    calls = [action for action in actions if action.startswith("announce")]
    if calls and random.random() < 0.1:
        return random.choice(calls)
    if hurried and "draw" in actions:
        return "draw"
    assert plain.seat is not None
    [(most, _)] = Counter(card[0] for card in plain.hands[plain.seat]).most_common(1)
    junk = [action for action in actions if "@" in action and action[0] != most]
    return random.choice(junk or actions)


@pytest.mark.rule("FS-1", "FS-3", "FS-4", "FS-6", "FS-7", "FS-8", "FS-9", "FS-10")
@pytest.mark.parametrize("deck", [80, 60])
def test_in_lockstep_with_the_plain_rules(deck: int) -> None:
    seen: Counter[str] = Counter()
    for players in range(3, 9):
        table, before = game("farbensammeln", players, deck=deck), None
        for number in range(12):
            seed = seed_from(f"lockstep {players} {deck} {number}")
            before = played(table, table.deal(seed, number, before), seed, seen)
    ends = ("called", "without risk", "by itself", "ringed", "last taken kept", "last taken put away")
    assert all(seen[how] > 3 for how in ends), seen


def played(table: Game[Any], state: Any, seed: bytes, seen: Counter[str]) -> Any:
    """A round in both at once."""
    random, names = Random(seed), table.layout.deck.names
    plain = Plain(Stream(seed, "deal").shuffled(names), table.players, table.to_act(state)[0])
    same(table, state, plain)
    hurried = random.random() < 0.5
    while plain.seat is not None:
        action = chosen(plain, random, hurried=hurried)
        state = table.apply(state, plain.seat, table.read(action))
        plain.do(action)
        if random.random() < 0.3 or plain.seat is None:
            same(table, state, plain)
    assert list(table.points(state)) == plain.points()
    assert (state.loser, state.ringed) == (plain.loser, -1 if plain.ringed is None else plain.ringed)
    seen["by itself" if plain.caller is None else "without risk" if plain.without_risk else "called"] += 1
    seen["ringed"] += plain.ringed is not None
    if plain.without_risk:
        seen["last taken put away" if action.startswith(f"{plain.taken}@") else "last taken kept"] += 1
    return state
