"""Vectors and engine in step: what is seen and legal, who is asked, and what a round brought must be the same."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any

from elfer.fast.kernels import Kernel
from elfer.fast.stepping import bound
from elfer.fast.vectors import Vector
from elfer.table.game import State
from elfer.table.machine import source
from elfer.table.seed import derived, seed_from
from elfer.testing.sameness import ROUNDS_OF_A_MATCH, Parted, shuffled_by


def watch(kernel: Kernel, rounds: int, seed: str = "sight") -> int:
    """Let a vector play rounds at random that were dealt in the engine, and the engine follow.

    Returns how many actions there were. Raises `Parted`, saying where and how the two disagree.
    """
    game, vector, actions = kernel.game, Vector(kernel, rounds), 0
    seeds = [derived(seed_from(seed), f"{kernel.setup.code} {number}") for number in range(rounds)]
    states = {at: game.deal(seeds[at], at % ROUNDS_OF_A_MATCH) for at in range(rounds)}
    put(vector, list(states.values()))
    while states:
        for at, state in states.items():
            same(vector, at, state)
        seats = {at: game.to_act(state)[0] for at, state in states.items()}
        vector.step()
        actions += len(states)
        for at, seat in seats.items():
            with shuffled_by(game.layout, partial(restocked, vector, at)) if not vector.done[at] else nullcontext():
                states[at] = game.step(states[at], seat, game.actions[int(vector.actions[at])])
        states = {at: state for at, state in states.items() if not ended(vector, at, state)}
    return actions


def restocked(vector: Vector, at: int, cards: int) -> Sequence[int]:
    """How a stack of so many cards lies that was shuffled in the last step."""
    kernel = vector.kernel
    stack: Sequence[int] = kernel.module.restocked(
        vector.game, vector._games[at].tolist(), vector._decks[at].tolist(), cards
    )
    return stack


def put(vector: Vector, states: Sequence[State]) -> None:
    """Let the games of a vector go on from moments of the engine."""
    kernel, functions = vector.kernel, bound(vector.kernel.module)
    for at, state in enumerate(states):
        moment, hands = kernel.module.moment(vector.game, state)
        game, row, mask = ([0] * len(words[at]) for words in (vector._games, vector._rows, vector._masks))
        deck = kernel.module.deck(vector.game, state)
        functions["shown"](kernel.rules, moment, game, hands, deck, row, mask, source(1, at), 0, source(2, at))
        vector._games[at], vector._hands[at], vector._rows[at], vector._masks[at] = game, hands, row, mask
        vector._decks[at], vector.seats[at] = deck, functions["acting"](kernel.rules, moment)


def same(vector: Vector, at: int, state: Any) -> None:
    """Raise `Parted` unless a game tells what the engine tells of this moment."""
    game, seat = vector.game, vector.game.to_act(state)[0]
    _same("asked", at, seat, int(vector.seats[at]))
    _same("legal", at, game.encoder.mask(state, seat), vector.masks[at].tobytes())
    _seen(vector, at, game.encoder.encode(state, seat), vector.observations[at].tobytes())
    waits = (seat + 1 + at % (game.players - 1)) % game.players
    _seen(vector, at, game.encoder.encode(state, waits), _written(vector, state, waits))


def ended(vector: Vector, at: int, state: Any) -> bool:
    """Whether the round is over by the engine. Raise `Parted` unless the vector says so too, and what it brought."""
    over = not vector.game.to_act(state)
    _same("over", at, over, bool(vector.done[at]))
    sign = -1 if vector.game.lowest_wins else 1
    brought = [sign * points for points in vector.game.points(state)] if over else [0] * vector.game.players
    _same("rewards", at, brought, vector.rewards[at].tolist())
    for seat in range(vector.game.players) if over else ():
        _seen(vector, at, vector.game.encoder.encode(state, seat), _written(vector, state, seat))
    return over


def _written(vector: Vector, state: Any, seat: int) -> bytes:
    """What the kernel says that a seat sees, asked or not, in a row that was full of something else."""
    kernel, row = vector.kernel, [-1] * vector._rows.shape[1]
    game, module = kernel.game, kernel.module
    module.observed(kernel.rules, *module.moment(game, state), module.deck(game, state), seat, row)
    return b"".join(word.to_bytes(8, "little", signed=True) for word in row)


def _seen(vector: Vector, at: int, engine: bytes, row: bytes) -> None:
    """Each part is that of the encoding, and there are zeros between them."""
    wanted = bytearray(len(row))
    for part in vector.parts:
        there = vector.game.encoder.part(part.name)
        wanted[part.offset : part.offset + part.length] = engine[there.offset : there.offset + there.length]
    for part in vector.parts:
        span = slice(part.offset, part.offset + part.length)
        _same(part.name, at, wanted[span].hex(), row[span].hex())
    _same("seen", at, wanted.hex(), row.hex())


def _same(what: str, at: int, engine: object, vector: object) -> None:
    if engine != vector:
        raise Parted(f"{what} in game {at}: {engine} in the engine, {vector} in the vector")
