"""Hand-made positions of `quartett`.

Numbers of which nobody is given a card are laid off already, by seat 0. Of the others, cards that are not named are
in the last hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elfer import Game
from elfer.games.quartett import QuartettState
from elfer.table.game import NOBODY
from tests.games.positions.rows import turn

Position = Any


def arrange(table: Game[Any], hands: Sequence[str], *, seat: int = 0) -> Position:
    """These hands, with this seat to ask."""
    deck, players = table.layout.deck, table.players
    held = [deck.read(text) for text in hands]
    named = sum(held)
    same = [sum(1 << colour * 20 + number for colour in range(4)) for number in range(20)]
    held[-1] |= sum(four for four in same if four & named) & ~named
    contents: dict[int, Any] = dict(enumerate(held))
    contents[players] = sum(four for four in same if not four & named)
    state = table.layout.laid(contents, bytes(32))
    return QuartettState(state, seat, NOBODY, 0, (0,) * players, (0,) * 20, ())


def play(table: Game[Any], state: Position, text: str) -> Position:
    """The state after these actions, each by the seat that is to act: `ask 1 r5, deny`."""
    for word in text.split(", "):
        seat = turn(table, state)
        assert seat is not None, f"the round is over before {word}"
        assert table.read(word) in table.legal(state, seat), f"{word} is not offered to seat {seat}"
        state = table.apply(state, seat, table.read(word))
    return state


def hand(table: Game[Any], state: Position, seat: int) -> str:
    return table.layout.deck.show(state.table.zones[seat])


def laid_off(table: Game[Any], state: Position, seat: int) -> str:
    return table.layout.deck.show(state.table.zones[table.players + seat])


def offers(table: Game[Any], state: Position) -> set[str]:
    seat = turn(table, state)
    assert seat is not None
    return {table.write(action) for action in table.legal(state, seat)}
