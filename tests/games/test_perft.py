"""Exact counts: all lines of play from small positions to the end, in the engine and in the plain model.

The cards that a position does not name lie in the box. A count is the number of lines, the number of moments in all
of them together (each counted once for every way that leads to it), and all the points at their ends added up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import msgspec
import pytest

import elfer
from tests.games.plain.rows import COLOURS, Card, Options, PlainRows, cards_of, name, opening_cards

ALL_CARDS = [(colour, number) for colour in COLOURS for number in range(1, 21)]
BLOCKING = ("none", "take-three", "draw-to-fit")

Count = tuple[int, int, int]


def text(cards: Iterable[Card]) -> str:
    return " ".join(map(name, cards))


@dataclass
class Position:
    """The start of a turn."""

    label: str
    game: str
    hands: list[str]
    stock: str
    """The last card is the top."""
    rows: str
    golden: list[Count]
    """The count; where the option `blocking` exists, one for each of its values."""
    turn: int = 0
    options: Options = field(default_factory=dict)
    opening_number: int | None = None

    def model(self, blocking: str) -> PlainRows:
        hands = [cards_of(hand) for hand in self.hands]
        opening = None
        if not self.rows:  # EL-3, FA-2
            held = [card for card in opening_cards(self.game, COLOURS) if any(card in hand for hand in hands)]
            opening = held[0] if held else None
        return PlainRows(
            self.game,
            hands,
            cards_of(self.stock),
            cards_of(self.rows),
            self.turn,
            blocking,
            self.opening_number,
            opening,
        ).begin_turn(self.turn)

    def engine(self, blocking: str) -> tuple[elfer.Game[Any], elfer.State]:
        options = self.options if self.game == "elfer" else self.options | {"blocking": blocking}
        game = elfer.game(self.game, len(self.hands), **options)
        model = self.model(blocking)
        placed = [*chain(*model.hands), *model.stock, *model.laid]
        fits = text(card for card in ALL_CARDS if card not in model.laid and model.fits(card))
        zones = dict.fromkeys(game.layout.names, "")
        zones |= {f"hand{seat}": hand for seat, hand in enumerate(self.hands)}
        zones |= {"rows": self.rows, "stock": self.stock, "box": text(c for c in ALL_CARDS if c not in placed)}
        plain = {
            "zones": zones,
            "public": "",
            "private": [""] * len(self.hands),
            "lacks": {},
            "doubts": [],
            "seed": "00" * 32,
            "events": [],
            "facts": {"seat": self.turn, "fits": fits, "offer": fits, "laid": False, "drawn": 0},
        }
        return game, elfer.load(game, msgspec.json.encode(plain))


POSITIONS = [
    Position(
        "opened with the red 11",
        "elfer",
        ["r11 r12 y10 y12 r8", "y11 r10 r13 y9 y13"],
        "r9 y14 r14 y8",
        "",
        [(3057, 11841, 41727)],
    ),
    Position(
        "opened with the green 11 by the last of three",
        "elfer",
        ["g10 b12 g12 b14", "b10 g9 b13 g8", "g11 b11 g13 b9"],
        "g14 b8 g7",
        "",
        [(11506, 38561, 358832)],
        turn=2,
    ),
    Position(
        "a drawn card that fits ends the turn",
        "elfer",
        ["r2 r18 y14 g9", "r4 r17 y9 r5", "y12 y8 y13 g12"],
        "g11 r3 g10 r16 r15",
        "r6 r7 r8 r9 r10 r11 r12 r13 r14 y10 y11",
        [(892, 3533, 36578)],
    ),
    Position(
        "nothing left to draw",
        "elfer",
        ["r14 r15 y8 g11", "y9 y7 g12 r16", "g10 r9 g13 y6"],
        "",
        "r10 r11 r12 r13 y10 y11 y12",
        [(3780, 14127, 102715)],
    ),
    Position(
        "without red",
        "elfer",
        ["y11 y12 g10 b9 b13", "g11 b11 y10 b10 b12"],
        "g12 y9 y13",
        "",
        [(4648, 13336, 72716)],
        options={"deck": 60, "without": "red"},
    ),
    Position(
        "opened with the yellow 11",
        "elfer-1210",
        ["y10 r12 r13 y7", "y11 r10 y9 y14", "y12 y13 r9 r14"],
        "y8 r8 r11",
        "",
        [(90, 440, 2464), (2090, 9068, 59244), (11713, 47893, 317574)],
        turn=1,
    ),
    Position(
        "two against the stock",
        "elfer-1210",
        ["r14 r8 y13", "r13 y8 y9 y7"],
        "y14 r7 r15",
        "r9 r10 r11 r12 y10 y11 y12",
        [(30, 149, 475), (2464, 9768, 54607), (3809, 14768, 78805)],
    ),
    Position(
        "nobody can open",
        "zahlenwechsel",
        ["r9 r13 y9", "r8 y13 y8"],
        "y11 y12 r11 r10 r12 y10 r14 y14",
        "",
        [(199, 1150, 2396), (37548, 159793, 434456), (65066, 276208, 770166)],
    ),
    Position(
        "three ways to open",
        "zahlenwechsel",
        ["r10 r11 r12", "r9 y12 r13", "y10 y11 r8"],
        "y13 y9",
        "",
        [(48, 260, 1389), (777, 3515, 23170), (1277, 6032, 35854)],
    ),
    Position(
        "any card opens",
        "auslosen",
        ["r5 r6 y5 y7", "y6 r9 r7 y3", "r8 y4 y8 r10"],
        "r4 r3 y9",
        "",
        [(545, 2795, 18130), (3455, 19526, 83315), (4359, 24712, 97286)],
    ),
    Position(
        "opened with the red 19",
        "auslosen",
        ["y18 r20 r17 g20", "r18 y20 y19 g18"],
        "y17 y16 g19 r16",
        "r19",
        [(16, 107, 390), (44021, 187294, 1207845), (71958, 292547, 2021047)],
        opening_number=19,
    ),
    Position(
        "opened with the red 1",
        "falscher-anfang",
        ["r2 y19 y2", "y20 y1 r3", "r1 r4 y18"],
        "r20 y3 r19",
        "",
        [(70, 406, 2117), (2607, 12253, 55353), (3530, 17034, 73674)],
        turn=2,
    ),
    Position(
        "the halves meet",
        "falscher-anfang",
        ["r9 y2 r11", "r10 y1 r12"],
        "y3 y20 r8",
        "r1 r2 r3 r4 r5 r6 r7 r13 r14 r15 r16 r17 r18 r19 r20",
        [(30, 142, 218), (618, 2232, 8430), (1284, 4723, 15084)],
    ),
    Position(
        "prelaid",
        "falscher-anfang",
        ["r2 r18 y3", "r3 y2 r19", "y4 r4 y19"],
        "y18 r17",
        "r1 r20 y1 y20",
        [(22, 148, 433), (594, 2812, 12673), (739, 3536, 14969)],
        turn=2,
        options={"prelaid": "on"},
    ),
]


def count_engine(game: elfer.Game[Any], state: elfer.State) -> Count:
    """The count from here, in the engine."""
    seats = game.to_act(state)
    if not seats:
        return 1, 1, sum(game.points(state))
    [seat] = seats
    counts = [count_engine(game, game.apply(state, seat, action)) for action in game.legal(state, seat)]
    return added_up(counts)


def count_model(model: PlainRows) -> Count:
    """The count from here, in the plain model."""
    if model.over:
        return 1, 1, sum(model.points())
    counts = []
    for action in model.legal():
        after = model.copy()
        after.play(action)
        counts.append(count_model(after))
    return added_up(counts)


def added_up(counts: list[Count]) -> Count:
    """The count of a moment from those that follow it."""
    lines, moments, points = map(sum, zip(*counts, strict=True))
    return lines, moments + 1, points


@pytest.mark.rule(
    "EL-4", "EL-5", "EL-9", "EL-10", "EL-11", "EL-12", "EK-4", "EK-6", "EK-8", "EK-9", "ZW-5", "AL-3", "FA-1"
)
@pytest.mark.parametrize(
    ("position", "blocking", "golden"),
    [
        pytest.param(position, blocking, golden, id=f"{position.game}, {position.label}, {blocking}")
        for position in POSITIONS
        for blocking, golden in zip(BLOCKING, position.golden, strict=False)
    ],
)
def test_the_tree_of_a_small_position_has_its_known_size(position: Position, blocking: str, golden: Count) -> None:
    assert count_engine(*position.engine(blocking)) == golden
    assert count_model(position.model(blocking)) == golden
