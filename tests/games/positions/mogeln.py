"""Hand-made positions of `mogeln`, for tests that read like the rules.

Cards are written in notation: `r5` is the red 5, `r5-7` stands for r5 r6 r7. Piles are written from the bottom.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
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


def arrange(
    game: Game[Any],
    hands: Sequence[str],
    *,
    pile: str = "",
    seat: int = 0,
    number: int = 1,
    piles: int = 0,
    passes: int = 0,
    moves: int = 0,
    rest: str = "aside",
) -> Position:
    """The position at the beginning of a seat's turn. Cards that are not named go to the zone `rest`."""
    zones: dict[str, list[str]] = {name: [] for name in game.layout.names}
    zones["pile"] = cards(pile)
    for owner, hand in enumerate(hands):
        zones[f"hand{owner}"] = cards(hand)
    named = [card for content in zones.values() for card in content]
    zones[rest] += [card for card in game.layout.deck.names if card not in named]
    lays = len(zones["pile"])
    plain = {
        "zones": {name: " ".join(content) for name, content in zones.items()},
        "public": "",
        "private": [""] * game.players,
        "lacks": {},
        "doubts": [],
        "seed": "00" * 32,
        "events": [],
        "facts": {
            "seat": seat,
            "number": number,
            "wanted": " ".join(wanted(game, number, piles)),
            "piles": piles,
            "passes": passes,
            "moves": moves,
            "holds": [len(zones[f"hand{owner}"]) for owner in range(game.players)],
            "lays": [lays, *[0] * (game.players - 1)],
            "away": [len(zones["aside"]), *[0] * (game.players - 1)],
        },
    }
    return load(game, json.dumps(plain))


def wanted(game: Game[Any], number: int, piles: int) -> list[str]:
    """The cards that are true (MO-2, MO-9)."""
    colours = "rygb"[: game.options.deck // 20]
    if game.options.colours == "sorted":
        colours = colours[piles % len(colours)]
    return [f"{colour}{number}" for colour in colours]


def play(game: Game[Any], state: Position, *actions: str) -> Position:
    """Actions of whoever's turn it is; in a window it is nobody's."""
    for action in actions:
        assert state.table.window is None, "somebody has laid: use `lay`"
        [seat] = game.to_act(state)
        state = game.apply(state, seat, game.read(action))
    return state


def lay(
    game: Game[Any],
    state: Position,
    *actions: str,
    calls: Mapping[int, str] | None = None,
) -> Position:
    """A lay, with the slips before it, and the calls that follow; who does not call is silent."""
    state = play(game, state, *actions)
    assert state.table.window is not None
    for seat in game.to_act(state):
        word = (calls or {}).get(seat)
        state = game.apply(state, seat, game.read(f"call {word}" if word else "silent"))
    assert state.table.window is None
    return state


def zone(game: Game[Any], state: Position, name: str) -> list[str]:
    text: str = json.loads(dump(game, state))["zones"][name]
    return text.split()


def hand(game: Game[Any], state: Position, seat: int) -> list[str]:
    return sorted(zone(game, state, f"hand{seat}"))


def pile(game: Game[Any], state: Position) -> list[str]:
    return zone(game, state, "pile")


def up(game: Game[Any], state: Position) -> tuple[int, int]:
    """Who is up, and with which number."""
    [seat] = game.to_act(state)
    return seat, state.number


def offers(game: Game[Any], state: Position, seat: int) -> set[str]:
    return {game.write(action) for action in game.legal(state, seat)}


def refused(game: Game[Any], state: Position, seat: int, action: str, code: str, *parts: str) -> None:
    before = dump(game, state)
    with pytest.raises(Refused) as refusal:
        game.apply(state, seat, game.read(action))
    assert refusal.value.code == code
    assert all(part in str(refusal.value) for part in parts), str(refusal.value)
    assert dump(game, state) == before
