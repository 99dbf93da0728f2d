"""The board game in lockstep with a plain model of its rules, on random play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elfer import Game, Stream, game, seed_from, view
from tests.games.plain.brettspiel import Plain, box


def shuffled(brettspiel: Game[Any], seed: bytes) -> list[str]:
    """The tiles in the order in which a seed draws them."""
    names = list(brettspiel.layout.deck.names)
    if brettspiel.options.symbols == "off":
        names = names[:-8]
    return Stream(seed, "deal").shuffled(names)


def same(brettspiel: Game[Any], state: Any, plain: Plain) -> None:
    names = brettspiel.layout.deck.names
    assert brettspiel.to_act(state) == (() if plain.seat is None else (plain.seat,))
    for seat in range(brettspiel.players):
        held = state.table.zones[seat] | state.table.zones[brettspiel.layout.zone(f"drawn{seat}")]
        assert brettspiel.layout.deck.shown(held) == sorted(plain.hands[seat], key=names.index)
        legal = [brettspiel.write(action) for action in brettspiel.legal(state, seat)]
        assert set(legal) == (plain.actions() if seat == plain.seat else set())
        assert len(set(legal)) == len(legal)
    zones = {zone.name: zone for zone in view(brettspiel, state).zones if zone.owner is None}
    lying = dict(zip(brettspiel.layout.places, zones["board"].cards or (), strict=True))
    assert {field: tile for field, tile in lying.items() if tile} == plain.board
    assert zones["bonus"].cards == ((plain.waiting,) if plain.waiting else ())
    assert [names[card] for card in state.table.zones[brettspiel.layout.zone("bag")]] == plain.bag


@pytest.mark.rule("BR-8", "BR-9", "BR-11", "BR-13", "BR-14", "BR-15", "BR-16", "BR-20")
@pytest.mark.parametrize("symbols", ["off", "on"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_lockstep_with_the_plain_rules(players: int, symbols: str) -> None:
    brettspiel = game("brettspiel", players, symbols=symbols)
    assert sorted(box(symbols == "on")) == sorted(shuffled(brettspiel, bytes(32)))
    seen: dict[str, int] = {}
    for number in range(15):
        seed = seed_from(f"lockstep {players} {symbols} {number}")
        state, random = brettspiel.deal(seed), Random(seed)
        plain = Plain(shuffled(brettspiel, seed), players, state.first)
        same(brettspiel, state, plain)
        while plain.seat is not None:
            action = random.choice(sorted(plain.actions()))
            state = brettspiel.apply(state, plain.seat, brettspiel.read(action))
            plain.do(action)
            same(brettspiel, state, plain)
            verb = action.split()[0] if " " in action or action in ("draw", "pass", "end") else "lay"
            for what in (verb, "bonus" if plain.waiting else "", "free" if plain.free_tile else ""):
                seen[what] = seen.get(what, 0) + 1
        assert list(brettspiel.points(state)) == plain.points()
    assert {"lay", "draw", "give", "end", "bonus"} <= seen.keys()
    assert ("free" in seen) == (symbols == "on")
