"""Überall anschließen in lockstep with a plain model of its rules, on random play."""

from __future__ import annotations

from random import Random

import pytest

from elfer import Game, Stream, game, seed_from
from tests.games.plain.ueberall import Plain
from tests.games.positions.stacks import Position

MOST = 3_000
"""Without help random play takes long; the beginning tells enough."""


def dealt(table: Game[Position], seed: bytes) -> list[list[str]]:
    """The hands, dealt one by one from the dealer's right neighbour on, to the right."""
    names = [table.layout.deck.names[card] for card in Stream(seed, "deal").shuffled(range(len(table.layout.deck)))]
    hands = [names[n :: table.players] for n in range(table.players)]
    return [hands[(table.players - 1 - seat) % table.players] for seat in range(table.players)]


def same(table: Game[Position], state: Position, plain: Plain) -> None:
    assert set(table.to_act(state)) == plain.to_act()
    for seat in range(table.players):
        assert {table.write(action) for action in table.legal(state, seat)} == plain.words(seat)
    names = table.layout.deck.names
    zones = [[names[card] for card in content] for content in state.table.zones]
    open_ = [plain.piles[str(seat)] for seat in range(table.players)]
    assert zones == [*plain.stacks, *open_, plain.turned, plain.piles["m"]]
    assert state.done == tuple(plain.done.get(seat, 0) for seat in range(table.players))


@pytest.mark.rule("UA-1", "UA-2", "UA-3", "UA-4", "UA-5", "UA-6", "UA-7", "UA-8", "UA-9", "UA-10")
@pytest.mark.parametrize("sense", [1, 4, 20])
@pytest.mark.parametrize("help_", ["on", "off"])
@pytest.mark.parametrize(("players", "deck"), [(2, 60), (3, 80), (5, 60), (8, 80)])
def test_in_lockstep_with_the_plain_rules(players: int, deck: int, help_: str, sense: int) -> None:
    """Of so many cards that could go to the middle, and moments to be silent in, one is overlooked."""
    table = game("ueberall", players, deck=deck, help=help_)
    seed = seed_from(f"lockstep {players} {help_} {sense}")
    state, random = table.deal(seed), Random(seed)
    plain = Plain(dealt(table, seed), helped=help_ == "on")
    for _ in range(MOST):
        same(table, state, plain)
        if not plain.to_act():
            break
        seat = random.choice(sorted(plain.to_act()))
        words = plain.words(seat)
        good = [word for word in words if word == "silent" or word.endswith("@m")]
        action = good[0] if good and random.randrange(sense) else random.choice(sorted(words))
        if action == "call falsch":
            time = 100 + 5 * random.randrange(12)
            action = f"{action} {time}"
            plain.answer(seat, time)
        elif action == "silent":
            plain.answer(seat, None)
        else:
            plain.do(action)
        state = table.apply(state, seat, table.read(action))
    if help_ == "on":
        assert not plain.to_act()
