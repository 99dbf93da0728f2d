"""Hand-made positions of the board game, for tests that read like the rules.

Tiles are written as in notation (`r5`, `j13`, `star`), fields too (`y13`, `y0`); `r9-12` stands for r9 r10 r11 r12.
On the board only fields are named: each has the tile that belongs there. A bag is written from the top. What is open
and what fits is worked out from the plain rules, not by the engine.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from elfer import Game, Refused, dump, game, load, seed_from, view
from tests.games.plain.brettspiel import NUMBER_FIELDS, SYMBOL_FIELDS, fields_of, is_open, tile_for

ELEVENS = {"r11", "y11", "g11", "b11"}


def table(players: int = 2, **options: Any) -> Game[Any]:
    return game("brettspiel", players, **options)


def words(text: str) -> list[str]:
    """The tiles or fields of a text, ranges written out."""
    out = []
    for word in text.split():
        first, dash, last = word.partition("-")
        numbers = range(int(first[1:]), int(last) + 1) if dash else []
        out += [f"{word[0]}{number}" for number in numbers] or [word]
    return out


def all_but(*fields: str) -> str:
    """All number fields but these."""
    return " ".join(field for field in NUMBER_FIELDS if field not in fields)


class Labels:
    """Tells tiles that look alike apart: the first j3 is `j3`, the next `j3'`."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()

    def __call__(self, tiles: Iterable[str]) -> list[str]:
        out = []
        for tile in tiles:
            out.append(tile + "'" * self.used[tile])
            self.used[tile] += 1
        return out


def arrange(
    brettspiel: Game[Any],
    hands: Sequence[str],
    *,
    board: str = "",
    bag: str = "",
    rest: str = "bag",
    seat: int = 0,
    first: int = 0,
    **facts: Any,
) -> Any:
    """The position at the beginning of a seat's turn, or, with other facts, in the middle of it.

    Tiles that are not named go to the zone `rest`: to the bottom of the bag, or into a hand (`hand1`).
    """
    symbols = brettspiel.options.symbols == "on"
    lying = words(board)
    tiles = {f"hand{n}": words(text) for n, text in enumerate(hands)}
    tiles |= {f"hand{n}": [] for n in range(len(hands), brettspiel.players)}
    tiles |= {f"drawn{n}": [] for n in range(brettspiel.players)}
    tiles |= {"bag": words(bag)[::-1], "bonus": [], "box": [] if symbols else list(map(tile_for, SYMBOL_FIELDS))}
    left = Counter(map(tile_for, NUMBER_FIELDS + SYMBOL_FIELDS))
    left -= Counter(map(tile_for, lying))
    for held in tiles.values():
        assert not Counter(held) - left, f"too many of {Counter(held) - left}"
        left -= Counter(held)
    tiles[rest] = [*left.elements(), *tiles[rest]]
    label = Labels()
    places = {field: label([tile_for(field)])[0] for field in lying}
    zones = {name: " ".join(label(held)) for name, held in tiles.items()}
    zones["board"] = " ".join(places.get(field, "-") for field in brettspiel.layout.places)
    fields = NUMBER_FIELDS + (SYMBOL_FIELDS if symbols else [])
    free = [field for field in fields if is_open(field, lying)]
    position = {
        "zones": zones,
        "public": "",
        "private": [""] * brettspiel.players,
        "lacks": {},
        "doubts": [],
        "seed": "00" * 32,
        "events": [],
        "facts": {
            "seat": seat,
            "first": first,
            "taken": " ".join(lying),
            "open": " ".join(free),
            "fits": fitting(free),
            "fresh": "",
            "laid": 0,
            "drawn": 0,
            "free": False,
            **facts,
        },
    }
    return load(brettspiel, json.dumps(position))


def fitting(free: Iterable[str]) -> str:
    """The tiles that belong on these fields, those that look alike all of them."""
    tiles = set(map(tile_for, free))
    label = Labels()
    return " ".join(name for tile in sorted(tiles) for name in label([tile] * len(fields_of(tile))))


def dealt(brettspiel: Game[Any], seed: int | str, number: int = 0, before: Any = None) -> Any:
    """A deal from a seed that people can write."""
    return brettspiel.deal(seed_from(str(seed)), number, before)


TWO, THREE = table(2), table(3)
SYMBOLS = table(2, symbols="on")


# --- looking and playing -------------------------------------------------------------------------------------


def zone(brettspiel: Game[Any], state: Any, name: str) -> list[str]:
    """The tiles of a zone as they look; the bag from the top."""
    held = [tile.rstrip("'") for tile in json.loads(dump(brettspiel, state))["zones"][name].split()]
    return held[::-1] if name == "bag" else held


def hand(brettspiel: Game[Any], state: Any, seat: int) -> list[str]:
    return sorted(zone(brettspiel, state, f"hand{seat}"))


def lying(brettspiel: Game[Any], state: Any) -> dict[str, str]:
    """The tiles on the board by their fields."""
    tiles = zone(brettspiel, state, "board")
    return {field: tile for field, tile in zip(brettspiel.layout.places, tiles, strict=True) if tile != "-"}


def turn(brettspiel: Game[Any], state: Any) -> int | None:
    """Whose turn it is; `None` when the round is over."""
    seats = brettspiel.to_act(state)
    return seats[0] if seats else None


def offers(brettspiel: Game[Any], state: Any) -> set[str]:
    """What the seat whose turn it is may do. Everything else must be refused (ALL-4)."""
    seat = turn(brettspiel, state)
    assert seat is not None, "the round is over"
    legal = {brettspiel.write(action) for action in brettspiel.legal(state, seat)}
    for action in brettspiel.actions:
        if brettspiel.write(action) not in legal:
            with pytest.raises(Refused):
                brettspiel.apply(state, seat, action)
    return legal


def lays(brettspiel: Game[Any], state: Any) -> set[str]:
    """What can be laid."""
    return {offer for offer in offers(brettspiel, state) if offer not in ("draw", "end", "pass") and " " not in offer}


def gives(brettspiel: Game[Any], state: Any) -> set[str]:
    """What can be handed on."""
    return {offer.removeprefix("give ") for offer in offers(brettspiel, state) if offer.startswith("give ")}


def play(brettspiel: Game[Any], state: Any, *actions: str) -> Any:
    """The state after these actions, each by the seat whose turn it is."""
    for action in actions:
        seat = turn(brettspiel, state)
        assert seat is not None, f"the round is over before {action}"
        assert brettspiel.read(action) in brettspiel.legal(state, seat), f"{action} is not offered to seat {seat}"
        state = brettspiel.apply(state, seat, brettspiel.read(action))
    return state


def events(brettspiel: Game[Any], state: Any, seat: int | None = None) -> list[str]:
    """What a seat saw of the last action."""
    return list(view(brettspiel, state, seat).events)


def refused(brettspiel: Game[Any], state: Any, action: str, code: str, *saying: str, seat: int | None = None) -> None:
    """Check that an action is refused with that code, in a sentence with these words, and that nothing changes."""
    by = turn(brettspiel, state) if seat is None else seat
    before = dump(brettspiel, state)
    with pytest.raises(Refused) as caught:
        brettspiel.apply(state, 0 if by is None else by, brettspiel.read(action))
    assert dump(brettspiel, state) == before
    assert caught.value.code == code, str(caught.value)
    assert all(part in str(caught.value) for part in saying), str(caught.value)


def open_fields(brettspiel: Game[Any], state: Any) -> set[str]:
    """The fields where a tile may be laid."""
    return set(str(view(brettspiel, state).facts["open"]).split())


def lacking(brettspiel: Game[Any], state: Any, seat: int) -> set[str]:
    """The tiles that, as everybody can tell, are not in a hand."""
    return set(brettspiel.layout.deck.shown(brettspiel.layout.ruled_out(state.table, None)[seat]))
