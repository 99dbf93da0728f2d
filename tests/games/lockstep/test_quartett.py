"""Quartett in lockstep with a plain model of its rules, on random play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elfer import Game, Stream, game, seed_from
from tests.games.plain.quartett import Plain


def same(table: Game[Any], state: Any, plain: Plain) -> None:
    deck, seat = table.layout.deck, plain.to_act()
    assert table.to_act(state) == (() if seat is None else (seat,))
    for other in range(table.players):
        assert set(deck.show(state.table.zones[other]).split()) == plain.hands[other]
        assert state.table.zones[table.players + other].bit_count() == 4 * len(plain.quartets[other])
        legal = [table.write(action) for action in table.legal(state, other)]
        assert set(legal) == (plain.actions() if other == seat else set())
        assert len(set(legal)) == len(legal)
    assert list(state.marks) == plain.marks
    assert list(table.points(state)) == plain.points()
    noted = list(zip(state.denied[::3], state.denied[1::3], state.denied[2::3], strict=True))
    assert {(asker, denier, deck.card(card)) for asker, denier, card in plain.lies} <= set(noted)


@pytest.mark.rule("QU-1", "QU-2", "QU-3", "QU-4", "QU-5", "QU-6", "QU-7")
@pytest.mark.parametrize("answers", ["auto", "honour"])
@pytest.mark.parametrize("players", range(3, 9))
def test_in_lockstep_with_the_plain_rules(players: int, answers: str) -> None:
    table = game("quartett", players, answers=answers)
    fines = 0
    for number in range(3 if answers == "auto" else 2):
        seed = seed_from(f"lockstep {players} {number}")
        state, random = table.deal(seed), Random(seed)
        names = [table.layout.deck.names[card] for card in Stream(seed, "deal").shuffled(range(80))]
        plain = Plain(names, players, answers == "honour")
        before = plain.marks[:]
        same(table, state, plain)
        while (seat := plain.to_act()) is not None:
            actions = sorted(plain.actions())
            # Mostly the truth, so that the rounds are not too long.
            action = actions[-1] if actions[0] == "deny" and random.random() < 0.6 else random.choice(actions)
            state = table.apply(state, seat, table.read(action))
            plain.do(action)
            same(table, state, plain)
        assert sum(plain.points()) == 0
        assert not state.denied
        fines += before != plain.marks
    assert bool(fines) == (answers == "honour")
