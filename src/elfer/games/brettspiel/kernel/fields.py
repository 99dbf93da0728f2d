"""The board in machine words: a set of fields is two words of 44, the two upper rows and the two lower ones.

What joins fields is the same in each row but for bridges and areas, so it is found by shifts and a few masks, which
come from the table of the board.
"""

from __future__ import annotations

from elfer.games.brettspiel import board
from elfer.table.cards import Card, Cards, each
from elfer.table.machine import lowest
from elfer.table.zones import Join

HALF = 2 * board.COLUMNS
"""Fields of a word."""
WIDTH = board.COLUMNS
_LOW = (1 << HALF) - 1


def _twice(*numbers: int) -> int:
    """The fields of these numbers in two rows."""
    return sum(1 << number | 1 << WIDTH + number for number in numbers)


def _within(word: int, bonus: bool) -> int:
    """The ends of bridges between the two rows of a word; only those with a bonus symbol, or all."""
    first = 2 * word * WIDTH
    upper = [j.upper - first for j in _bridges(bonus) if j.upper // HALF == word == j.lower // HALF]
    return sum(1 << at | 1 << at + WIDTH for at in upper)


def _between(bonus: bool) -> int:
    """The upper ends of bridges from one word to the other."""
    return sum(1 << join.upper for join in _bridges(bonus) if join.upper < HALF <= join.lower)


def _bridges(bonus: bool) -> list[Join]:
    areas = [at for number in board.AREAS for at in board.numbered(number)]
    return [join for join in board.printed() if join.upper not in areas and (join.bonus or not bonus)]


ALL = _LOW
ENDS = _twice(*board.ENDS.values())
"""The symbol fields."""
NUMBERS = _LOW & ~ENDS
AREAS = _twice(*board.AREAS)
OPENERS = _twice(board.OPENER)
JOKER_NUMBERS = board.JOKERS
JOKER_COLUMNS = tuple(_twice(number) for number in board.JOKERS)
UPPER, LOWER, MIDDLE = _within(0, False), _within(1, False), _between(False)
"""The ends of bridges in the upper word and in the lower one, and the upper ends of those between them."""
BONUS_UPPER, BONUS_LOWER, BONUS_MIDDLE = _within(0, True), _within(1, True), _between(True)
_NUMBERS = range(1, board.LENGTH + 1)
KIND = 64 + HALF
"""The spot of the first kind."""
DIGITS = tuple(_twice(*(each for each in _NUMBERS if each & digit)) for digit in (1, 2, 4, 8, 16))
"""By binary digit: the fields of the numbers that have it."""

_NAMES = board.tiles().names
_KINDS = [*(f"j{number}" for number in board.JOKERS), *board.ROWS.values()]


def spot(card: Card) -> int:
    """What a tile of the engine is in words."""
    name = _NAMES[card]
    if name in board.FIELDS:
        at = board.FIELDS.index(name)
        return at // HALF * 64 + at % HALF
    return KIND + _KINDS.index(name)


def spots(cards: Cards) -> tuple[int, int]:
    """A set of tiles by their spots, in two words; those that look alike are one."""
    together = 0
    for card in each(cards):
        together |= 1 << spot(card)
    return together & (1 << 64) - 1, together >> 64


def over(bit0: int, bit1: int, upper: int, lower: int, middle: int) -> tuple[int, int]:
    """The other end of the bridge at a field; the masks say where bridges are."""
    in0, in1 = bit0 & upper, bit1 & lower
    end0 = in0 << WIDTH & ALL | in0 >> WIDTH | bit1 << WIDTH & middle
    end1 = in1 << WIDTH & ALL | in1 >> WIDTH | (bit0 & middle) >> WIDTH
    return end0, end1


def beside(bit0: int, bit1: int, ends: int) -> tuple[int, int]:
    """The fields that a tile on this one opens (BR-9, BR-19); `ends` are the symbol fields that are in play."""
    end0, end1 = over(bit0, bit1, UPPER, LOWER, MIDDLE)
    may = NUMBERS | ends
    own0, own1 = bit0 & NUMBERS, bit1 & NUMBERS
    end0 |= (own0 << 1 | own0 >> 1) & may
    end1 |= (own1 << 1 | own1 >> 1) & may
    area = (bit0 | bit1) & AREAS
    column = area | area << WIDTH & ALL | area >> WIDTH
    return end0 | column & ~bit0, end1 | column & ~bit1


def bonus_end(bit0: int, bit1: int) -> tuple[int, int]:
    """The other end of the bridge with a bonus symbol at a field (BR-11)."""
    return over(bit0, bit1, BONUS_UPPER, BONUS_LOWER, BONUS_MIDDLE)


def tile_number(at: int) -> int:
    """The number that the engine gives to laying a tile on a field: number tiles, jokers, symbol tiles."""
    row, number = at // WIDTH, at % WIDTH
    if number == 0 or number == WIDTH - 1:
        return 80 + 2 * row + (1 if number else 0)
    jokers = 0
    for joker in JOKER_NUMBERS:
        if number == joker:
            return 64 + 4 * jokers + row
        if number > joker:
            jokers += 1
    return 16 * (row ^ 1) + number - 1 - jokers


def field_of(word: int, bit: int) -> int:
    """The number of a field."""
    return HALF * word + lowest(bit)
