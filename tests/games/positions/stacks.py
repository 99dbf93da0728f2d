"""Hand-made positions of the games with stacks that are turned up, for tests that read like the rules.

Cards are written in notation: `r11` is the red 11, and `r9-12` stands for r9 r10 r11 r12. Closed stacks are written
from the top, so that the first card is turned up first; open piles from the bottom, so that the last card shows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from elfer import Game, Refused, dump, load

Position = Any


def cards(text: str) -> list[str]:
    """The cards of a text, ranges written out."""
    out = []
    for word in text.split():
        first, _, last = word[1:].partition("-")
        out += [f"{word[0]}{number}" for number in range(int(first), int(last or first) + 1)]
    return out


def arrange(game: Game[Any], zones: Mapping[str, str], rest: str, seed: int = 0, **facts: Any) -> Position:
    """The position with these zones and facts. All cards that are not named lie at the bottom of the zone `rest`."""
    held = {name: cards(zones.get(name, "")) for name in game.layout.names}
    assert zones.keys() <= held.keys()
    for name in held:
        if name.startswith("stack"):
            held[name].reverse()
    named = {card for content in held.values() for card in content}
    held[rest] = [card for card in game.layout.deck.names if card not in named] + held[rest]
    position = {
        "zones": {name: " ".join(content) for name, content in held.items()},
        "public": "",
        "private": [""] * game.players,
        "lacks": {},
        "doubts": [],
        "seed": f"{seed:02x}" * 32,
        "events": [],
        "facts": facts,
    }
    return load(game, json.dumps(position))


def zone(game: Game[Any], state: Position, name: str) -> list[str]:
    """The cards of a zone: stacks from the top, open piles from the bottom."""
    held: list[str] = json.loads(dump(game, state))["zones"][name].split()
    return held[::-1] if name.startswith("stack") else held


def lying(game: Game[Any], state: Position, *names: str) -> str:
    """The cards of some zones, zones parted by a bar."""
    return " | ".join(" ".join(zone(game, state, name)) for name in names)


def do(game: Game[Any], state: Position, *steps: str) -> Position:
    """The state after these actions: `0 turn`, `2 call schnapp 300`."""
    for step in steps:
        seat, _, text = step.partition(" ")
        assert int(seat) in game.to_act(state), f"seat {seat} is not to act: {game.to_act(state)}"
        state = game.apply(state, int(seat), game.read(text))
    return state


def silence(game: Game[Any], state: Position) -> Position:
    """The state after the open window, if there is one, has closed and nobody else has called."""
    window = state.table.window
    return do(game, state, *(f"{seat} silent" for seat in window.waiting)) if window else state


def called(game: Game[Any], state: Position, *calls: str) -> Position:
    """The state after these calls in the open window, and the silence of all others: `2 schnapp 300`."""
    for call in calls:
        seat, word = call.split(" ", 1)
        state = do(game, state, f"{seat} call {word}")
    return silence(game, state)


def offers(game: Game[Any], state: Position, seat: int) -> set[str]:
    """What a seat may do. Everything else must be refused (ALL-4)."""
    legal = [game.write(action) for action in game.legal(state, seat)]
    assert len(set(legal)) == len(legal)
    for action in game.actions:
        if game.write(action) not in legal:
            with pytest.raises(Refused):
                game.apply(state, seat, action)
    return set(legal)


def refused(game: Game[Any], state: Position, seat: int, text: str, code: str) -> None:
    """Check that an action is refused with that code, and that nothing changes."""
    before = dump(game, state)
    with pytest.raises(Refused) as caught:
        game.apply(state, seat, game.read(text))
    assert dump(game, state) == before
    assert caught.value.code == code, str(caught.value)
