"""The board and the tiles of `brettspiel`, as data: to correct the board, correct the table.

A field is a place with a name: colour and number (`y13`). Each row has a symbol field at either end, which counts as
number 0 and 21 (`y0` beside the 1, `y21` beside the 20).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from elfer.games.places import neighbours
from elfer.table.cards import COLOURS, Deck, Places
from elfer.table.zones import Join

# --- the table ---------------------------------------------------------------------------------------------------

ROWS = {"yellow": "square", "red": "triangle", "blue": "star", "green": "circle"}
"""The rows from top to bottom (BR-1), each with the symbol of its ends (BR-18)."""

AREAS = (1, 11, 20)
"""Numbers whose fields a connection area joins (BR-3)."""

BRIDGES = {
    ("yellow", "red"): {5: "", 13: "bonus", 18: ""},
    ("red", "blue"): {6: "bonus", 15: "bonus"},
    ("blue", "green"): {3: "", 8: "bonus", 16: ""},
}
"""Between neighbouring rows: the numbers whose fields a bridge joins, and which carry a bonus symbol (BR-4)."""

OPENER = 11
"""The number that may always be laid (BR-9)."""

JOKERS = (3, 7, 13, 17)
"""The numbers of the joker tiles, one for every row (BR-2)."""

SYMBOL_WORTH = 11
"""What a symbol tile counts at the end (BR-22)."""

MOST_LAID = 3
"""How many own tiles may be laid in a turn (BR-8)."""

# --- what follows from it ----------------------------------------------------------------------------------------

LENGTH = 20
COLUMNS = LENGTH + 2
ENDS = {1: 0, LENGTH: LENGTH + 1}
"""The numbers beside a symbol field, and that field."""

FIELDS = tuple(f"{row[0]}{number}" for row in ROWS for number in range(COLUMNS))
"""The names of all fields, row by row from the top."""


def field(row: str, number: int) -> int:
    return list(ROWS).index(row) * COLUMNS + number


def numbered(number: int) -> tuple[int, ...]:
    return tuple(field(row, number) for row in ROWS)


def symbol_fields(symbol: str) -> tuple[int, ...]:
    return tuple(field(row, end) for row, own in ROWS.items() if own == symbol for end in ENDS.values())


def tiles() -> Deck:
    """All tiles: the number tiles, colour after colour, then the jokers, then the symbol tiles (BR-2, BR-18)."""
    numbers = [number for number in range(1, LENGTH + 1) if number not in JOKERS]
    named = [(f"{colour[0]}{number}", number) for colour in COLOURS for number in numbers]
    named += [(f"j{number}", number) for number in JOKERS for _ in numbered(number)]
    named += [(symbol, SYMBOL_WORTH) for symbol in ROWS.values() for _ in symbol_fields(symbol)]
    return Deck([name for name, _ in named], [worth for _, worth in named])


def joined() -> Iterator[tuple[int, int]]:
    """The pairs of number fields that are neighbours: in rows, on connection areas, over bridges (BR-9)."""
    yield from ((field(row, number), field(row, number + 1)) for row in ROWS for number in range(1, LENGTH))
    for number in AREAS:
        yield from combinations(numbered(number), 2)
    yield from ((join.upper, join.lower) for join in printed())


def printed() -> Iterator[Join]:
    """What the board shows between its rows: areas and bridges (BR-3, BR-4)."""
    for (upper, lower), numbers in BRIDGES.items():
        yield from (Join(field(upper, number), field(lower, number)) for number in AREAS)
        yield from (Join(field(upper, number), field(lower, number), bool(mark)) for number, mark in numbers.items())


def bonus_pairs() -> dict[int, int]:
    """For each field at a bonus symbol: the other one (BR-11)."""
    ends = [(join.upper, join.lower) for join in printed() if join.bonus]
    return dict(ends) | {lower: upper for upper, lower in ends}


def opened(symbols: bool) -> tuple[Places, ...]:
    """By field: the fields that a tile on it opens. A symbol tile opens none."""
    beside = list(neighbours(len(FIELDS), joined()))
    if symbols:
        for row in ROWS:
            for number, end in ENDS.items():
                beside[field(row, number)] |= 1 << field(row, end)  # BR-19
    return tuple(beside)
