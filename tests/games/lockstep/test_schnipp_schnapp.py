"""Schnipp-Schnapp in lockstep with a plain model of its rules, on random play."""

from __future__ import annotations

from random import Random

import pytest

from elfer import Game, Stream, game, seed_from
from tests.games.plain.schnipp_schnapp import Plain
from tests.games.positions.stacks import Position

CALLING = {"always": 1.0, "often": 0.5, "now and then": 0.1}


def dealt(table: Game[Position], seed: bytes) -> list[list[str]]:
    """The hands, dealt one by one from the dealer's right neighbour on, to the right."""
    names = [table.layout.deck.names[card] for card in Stream(seed, "deal").shuffled(range(80))]
    hands = [names[n :: table.players] for n in range(table.players)]
    return [hands[(table.players - 1 - seat) % table.players] for seat in range(table.players)]


def same(table: Game[Position], state: Position, plain: Plain) -> None:
    assert set(table.to_act(state)) == plain.to_act()
    for seat in range(table.players):
        assert {table.write(action) for action in table.legal(state, seat)} == plain.words(seat)
    names = table.layout.deck.names
    zones = [[names[card] for card in content] for content in state.table.zones if isinstance(content, tuple)]
    assert zones == [*plain.stacks, *plain.piles, plain.schnipp]
    aside = [content for content in state.table.zones if isinstance(content, int)]
    assert [table.layout.deck.read(" ".join(cards)) for cards in plain.aside] == aside


@pytest.mark.rule("SS-1", "SS-2", "SS-3", "SS-4", "SS-5", "SS-6", "SS-7", "SS-8", "SS-9", "SS-10")
@pytest.mark.parametrize("calling", CALLING)
@pytest.mark.parametrize("together", ["off", "on"])
@pytest.mark.parametrize("players", [3, 4, 8])
def test_in_lockstep_with_the_plain_rules(players: int, together: str, calling: str) -> None:
    table = game("schnipp-schnapp", players, turns=150, together=together)
    for round_ in range(4):
        seed = seed_from(f"lockstep {players} {together} {calling} {round_}")
        state, random = table.deal(seed), Random(seed)
        plain = Plain(dealt(table, seed), turns=150, together=together == "on")
        same(table, state, plain)
        while plain.to_act():
            seat = random.choice(sorted(plain.to_act()))
            action = random.choice(sorted(plain.words(seat) - {"silent"}))
            if action != "turn" and random.random() > CALLING[calling]:
                action = "silent"
            if action == "turn":
                plain.turn(seat)
            elif action == "silent":
                plain.answer(seat, ("", 0))
            else:
                time = 100 + 5 * random.randrange(12)  # many at once
                action = f"{action} {time}"
                plain.answer(seat, (action.split()[1], time))
            state = table.apply(state, seat, table.read(action))
            same(table, state, plain)
        assert list(table.points(state)) == plain.points()
