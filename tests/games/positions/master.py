"""Hand-made positions of `master`, for tests that read like the rules.

Cards are written in notation: `r10` is the red 10, `r7-10` stands for r7 r8 r9 r10, `j` is a joker. The four 11s
always lie. A stock is written from the top. What fits is worked out here from the rules alone, not by the engine.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from elfer import Game, Refused, dump, load

COLOURS = "rygb"
NUMBERS = range(1, 22)
DECK = [f"{colour}{number}" for colour in COLOURS for number in NUMBERS]
ELEVENS = [f"{colour}11" for colour in COLOURS]
ALL_BUT = "r2-10 r12-21 y2-10 y12-21 g1-10 g12-21 b1-10 b12-21"
"""With jokers on r1 and y1 all places are taken."""

Position = Any


def cards(text: str) -> list[str]:
    """The cards of a text, ranges written out."""
    out = []
    for word in text.split():
        first, _, last = word[1:].partition("-")
        out += [f"{word[0]}{n}" for n in range(int(first), int(last or first) + 1)] if first else [word]
    return out


def labels(name: str, first: int, count: int) -> list[str]:
    """Copies of a card, told apart: `j`, `j'`, `j''`."""
    return [name + "'" * n for n in range(first, first + count)]


def beside(place: str) -> set[str]:
    """The neighbours of a place in its row."""
    return {f"{place[0]}{near}" for near in (int(place[1:]) - 1, int(place[1:]) + 1) if near in NUMBERS}


def across(place: str, order: str) -> set[str]:
    """The places right above and right below (MA-15)."""
    row = order.index(place[0])
    return {f"{order[near]}{place[1:]}" for near in (row - 1, row + 1) if 0 <= near < 4}


def arrange(
    game: Game[Any],
    hands: Sequence[str],
    *,
    rows: str = "",
    jokers: str = "",
    order: str = "rygb",
    stock: str = "",
    rest: str = "stock",
    connections: Sequence[int] | None = None,
    links: Sequence[tuple[str, str]] = (),
    won: Sequence[int] = (),
    seat: int = 0,
    first: int = 0,
    passes: int = 0,
) -> Position:
    """The position at the beginning of a seat's turn.

    `jokers` are the places on which jokers stand; `links` are pairs of places with a connection card between them;
    `won` and `connections` say how many bonus and connection cards the seats have. Number cards and jokers that are
    not named go to the zone `rest`: beneath the named cards of the stock, or into a hand (`hand1`).
    """
    players = game.players
    zones: dict[str, list[str]] = {name: [] for name in game.layout.names}
    spare = labels("j", 0, 4)
    zones["rows"] = [*ELEVENS, *cards(rows)]
    zones["jokers"] = [spare.pop() if place in cards(jokers) else "-" for place in DECK]
    for name, text in [*((f"hand{n}", hand) for n, hand in enumerate(hands)), ("stock", stock)]:
        zones[name] = [spare.pop() if card == "j" else card for card in cards(text)]
    zones["stock"].reverse()
    named = {card for zone in zones.values() for card in zone}
    zones[rest] = [card for card in [*DECK, *spare] if card not in named] + zones[rest]

    between = [f"{order[g]}{n} {order[g + 1]}{n}" for g in range(3) for n in NUMBERS]
    linked = {" ".join(sorted(pair, key=lambda place: order.index(place[0]))) for pair in links}
    spare = labels("c", 0, 15)
    zones["links"] = [spare.pop() if pair in linked else "-" for pair in between]
    each = {2: 4, 3: 4, 4: 3, 5: 3, 6: 2}[players]
    for n, count in enumerate(connections or [each] * players):
        zones[f"connections{n}"] = [spare.pop() for _ in range(count)]
    zones["box"] = spare
    bonus = labels("x", 0, 7)
    for n, count in enumerate(won):
        zones[f"won{n}"] = [bonus.pop() for _ in range(count)]
    zones["bonus"] = bonus

    taken = {*zones["rows"], *cards(jokers)}
    free = [place for place in DECK if place not in taken]
    facts = {
        "seat": seat,
        "first": first,
        "order": [COLOURS.index(colour) for colour in order],
        "fits": " ".join(place for place in free if beside(place) & taken),
        "reach": " ".join(place for place in free if across(place, order) & taken),
        "wild": " ".join(cards(jokers)),
        "laid": 0,
        "swapped": False,
        "passes": passes,
    }
    position = {
        "zones": {name: " ".join(held) for name, held in zones.items()},
        "public": "",
        "private": [""] * players,
        "lacks": {},
        "doubts": [],
        "seed": "00" * 32,
        "events": [],
        "facts": facts,
    }
    return load(game, json.dumps(position))


# --- looking and playing -------------------------------------------------------------------------------------


def zone(game: Game[Any], state: Position, name: str) -> list[str]:
    """The names of the cards in a zone; the stock from the top, places with `-` where nothing lies."""
    held: list[str] = json.loads(dump(game, state))["zones"][name].replace("'", "").split()
    return held[::-1] if name == "stock" else held


def hand(game: Game[Any], state: Position, seat: int = 0) -> list[str]:
    return sorted(zone(game, state, f"hand{seat}"))


def on_table(game: Game[Any], state: Position) -> set[str]:
    """The number cards that lie in the rows, without the 11s."""
    return set(zone(game, state, "rows")) - set(ELEVENS)


def jokers_at(game: Game[Any], state: Position) -> set[str]:
    """The places on which jokers stand."""
    return {place for place, card in zip(DECK, zone(game, state, "jokers"), strict=True) if card != "-"}


def won(game: Game[Any], state: Position) -> list[int]:
    """How many bonus cards each seat has."""
    return [len(zone(game, state, f"won{seat}")) for seat in range(game.players)]


def connection_cards(game: Game[Any], state: Position) -> list[int]:
    """How many connection cards each seat has left."""
    return [len(zone(game, state, f"connections{seat}")) for seat in range(game.players)]


def turn(game: Game[Any], state: Position) -> int | None:
    """Whose turn it is; `None` when the round is over."""
    seats = game.to_act(state)
    return seats[0] if seats else None


def offers(game: Game[Any], state: Position) -> set[str]:
    """What the seat whose turn it is may do. Everything else must be refused (ALL-4)."""
    seat = turn(game, state)
    assert seat is not None, "the round is over"
    legal = [game.write(action) for action in game.legal(state, seat)]
    assert len(set(legal)) == len(legal)
    for action in game.actions:
        if game.write(action) not in legal:
            with pytest.raises(Refused):
                game.apply(state, seat, action)
    return set(legal)


def play(game: Game[Any], state: Position, text: str) -> Position:
    """The state after these actions, each by the seat whose turn it is: `r10, swap b7, end`."""
    for word in text.split(", "):
        seat = turn(game, state)
        assert seat is not None, f"the round is over before {word}"
        assert game.read(word) in game.legal(state, seat), f"{word} is not offered to seat {seat}"
        state = game.apply(state, seat, game.read(word))
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
