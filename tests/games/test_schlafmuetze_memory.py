"""What players remember in `schlafmuetze`, checked against all hands that there could be.

Cards go from hand to hand face down, so that memory blurs with nearly every exchange. For every seat the set of all
worlds that agree with what it has seen is kept by brute force beside a random round. What the table says that a seat
knows must hold in all of them, and guesses must be among them.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from elfer import Stream, game, guess, seed_from
from elfer.table.cards import Cards, each
from elfer.table.events import Moved

THREE = game("schlafmuetze", 3)
LYING = range(6, 9)

World = tuple[Cards, ...]
"""By zone: the cards in it."""


class Observer:
    """A seat that thinks of everything."""

    def __init__(self, seat: int, world: World) -> None:
        self.seat = seat
        others = [s for s in range(3) if s != seat]
        unseen = [*each(world[others[0]] | world[others[1]])]
        self.worlds: set[World] = set()
        for four in combinations(unseen, 4):
            one = sum(1 << card for card in four)
            dealt = {seat: world[seat], others[0]: one, others[1]: sum(1 << c for c in unseen) ^ one}
            self.worlds.add((*(dealt[s] for s in range(3)), *(0,) * 6))

    def sees(self, zone: int) -> bool:
        return bool(THREE.layout.sees[zone] >> self.seat & 1)

    def moved(self, event: Moved) -> None:
        src, dst = event.src, event.dst
        if self.sees(src) or self.sees(dst):
            self.worlds = {moved(w, event.card, src, dst) for w in self.worlds if w[src] >> event.card & 1}
        else:
            self.worlds = {moved(world, card, src, dst) for world in self.worlds for card in each(world[src])}


def moved(world: World, card: int, src: int, dst: int) -> World:
    out = list(world)
    out[src] ^= 1 << card
    out[dst] |= 1 << card
    return tuple(out)


def check(state: Any, observer: Observer) -> None:
    layout, table, worlds = THREE.layout, state.table, observer.worlds
    assert table.zones in worlds
    known = layout.known(table, observer.seat)
    in_all = list(table.zones)
    somewhere = [0] * 9
    for world in worlds:
        in_all = [cards & others for cards, others in zip(in_all, world, strict=True)]
        somewhere = [cards | others for cards, others in zip(somewhere, world, strict=True)]
    for zone, content in enumerate(table.zones):
        assert known & content & ~in_all[zone] == 0, "remembered where it need not be"
        assert layout.ruled_out(table, observer.seat)[zone] & somewhere[zone] == 0, "ruled out, but possible"


@pytest.mark.rule("SM-2", "ALL-3")
def test_memory_is_true_and_guesses_are_possible() -> None:
    """What cards tell only together is not remembered, so a guess may be off now and then."""
    possible = total = 0
    for seed in range(12):
        state, random = THREE.deal(seed_from(str(seed)), seed), Random(seed)
        observers = [Observer(seat, state.table.zones) for seat in range(3)]
        for step in range(30):
            if not (seats := THREE.to_act(state)) or state.table.window:
                break
            state = THREE.apply(state, seats[0], random.choice(THREE.legal(state, seats[0])))
            for observer in observers:
                for event in state.table.events:
                    assert isinstance(event, Moved)
                    observer.moved(event)
                check(state, observer)
                guessed = guess(THREE, state, observer.seat, Stream(bytes([seed, step]) * 16, "guess"))
                possible += guessed.table.zones in observer.worlds
                total += 1
    assert total > 500
    assert possible > 0.97 * total
