"""Hand-made positions of games whose cards go from hand to hand, for tests that read like the rules.

Cards are written in notation: `r11` is the red 11, and `r9-12` stands for r9 r10 r11 r12. Stacks are written from
the bottom, ordered hands from their first place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from elfer import Game, Refused, dump, load
from elfer.table.windows import untimed

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
    rest: str,
    zones: Mapping[str, str] | None = None,
    private: Sequence[str] = (),
    **facts: Any,
) -> Position:
    """The position with these cards in hands and zones; those that are not named go beneath what is in `rest`.

    `private` are cards that each seat remembers; `facts` are fields that differ from the defaults below.
    """
    held: dict[str, list[str]] = {name: [] for name in game.layout.names}
    held |= {f"hand{n}": cards(text) for n, text in enumerate(hands)}
    held |= {name: cards(text) for name, text in (zones or {}).items()}
    named = {card for zone in held.values() for card in zone}
    held[rest] = [card for card in game.layout.deck.names if card not in named] + held[rest]
    position = {
        "zones": {name: " ".join(names) for name, names in held.items()},
        "public": "",
        "private": list(private) or [""] * game.players,
        "lacks": {},
        "doubts": [],
        "seed": "00" * 32,
        "events": [],
        "facts": facts,
    }
    return load(game, json.dumps(position))


# --- looking and playing -------------------------------------------------------------------------------------


def zone(game: Game[Any], state: Position, name: str) -> str:
    """The cards of a zone, in their order."""
    held: str = json.loads(dump(game, state))["zones"][name]
    return held


def hand(game: Game[Any], state: Position, seat: int) -> str:
    return zone(game, state, f"hand{seat}")


def turn(game: Game[Any], state: Position) -> int | None:
    """Whose turn it is; `None` when the round is over."""
    seats = game.to_act(state)
    return seats[0] if seats else None


def offers(game: Game[Any], state: Position, seat: int | None = None) -> set[str]:
    """What a seat, or the one whose turn it is, may do. Everything else must be refused (ALL-4)."""
    by = turn(game, state) if seat is None else seat
    assert by is not None, "the round is over"
    legal = [game.write(action) for action in game.legal(state, by)]
    assert len(set(legal)) == len(legal)
    for action in game.actions:
        if game.write(action) not in legal:
            with pytest.raises(Refused):
                game.apply(state, by, action)
    return set(legal)


def play(game: Game[Any], state: Position, text: str, seat: int | None = None) -> Position:
    """The state after these actions, each by that seat or the one whose turn it is: `take a, r5@b`."""
    for word in text.split(", "):
        by = turn(game, state) if seat is None else seat
        assert by is not None, f"the round is over before {word}"
        action = game.read(word)
        assert untimed(action) in game.legal(state, by), f"{word} is not offered to seat {by}"
        state = game.apply(state, by, action)
    return state


def refused(game: Game[Any], state: Position, text: str, code: str, *saying: str, seat: int | None = None) -> None:
    """Check that an action is refused with that code, in a sentence with these words, and that nothing changes."""
    by = turn(game, state) if seat is None else seat
    before = dump(game, state)
    with pytest.raises(Refused) as caught:
        game.apply(state, 0 if by is None else by, game.read(text))
    assert dump(game, state) == before
    assert caught.value.code == code, str(caught.value)
    missing = [words for words in saying if words not in str(caught.value)]
    assert not missing, f"“{caught.value}” does not say {missing}"


def known(game: Game[Any], state: Position, seat: int | None) -> set[str]:
    """The cards that a seat can place."""
    return set(game.layout.deck.show(game.layout.known(state.table, seat)).split())
