"""The board game once more, told plainly.

Tiles and fields are words, the board is a dict, and nothing is kept that can be looked up. Written from the rules
alone, to be played in lockstep with the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

ROWS = "yrbg"
"""The rows from top to bottom (BR-1)."""
JOKERS = (3, 7, 13, 17)
AREAS = (1, 11, 20)
BRIDGES = [("y5", "r5"), ("y18", "r18"), ("b3", "g3"), ("b16", "g16")]
BONUS_BRIDGES = [("y13", "r13"), ("r6", "b6"), ("r15", "b15"), ("b8", "g8")]
SYMBOLS = {"square": "y", "triangle": "r", "star": "b", "circle": "g"}


def row(field: str) -> str:
    return field[0]


def number(field: str) -> int:
    return int(field[1:])


NUMBER_FIELDS = [f"{colour}{n}" for colour in ROWS for n in range(1, 21)]
SYMBOL_FIELDS = [f"{colour}{n}" for colour in ROWS for n in (0, 21)]


def fields_of(tile: str) -> list[str]:
    """Where a tile belongs."""
    if tile in SYMBOLS:
        return [f"{SYMBOLS[tile]}0", f"{SYMBOLS[tile]}21"]
    return [colour + tile[1:] for colour in ROWS] if tile[0] == "j" else [tile]


def tile_for(field: str) -> str:
    """The tile that belongs on a field."""
    if number(field) in (0, 21):
        return next(symbol for symbol, colour in SYMBOLS.items() if colour == row(field))
    return f"j{number(field)}" if number(field) in JOKERS else field


def box(symbols: bool) -> list[str]:
    """All tiles of the game."""
    return [tile_for(field) for field in NUMBER_FIELDS + (SYMBOL_FIELDS if symbols else [])]


def worth(tile: str) -> int:
    return 11 if tile in SYMBOLS else number(tile)


def neighbours(field: str) -> set[str]:
    """The fields from which a tile may be laid on this one (BR-9, BR-19)."""
    if field in SYMBOL_FIELDS:
        return {f"{row(field)}{1 if number(field) == 0 else 20}"}
    near = {f"{row(field)}{number(field) + step}" for step in (-1, 1)} & set(NUMBER_FIELDS)
    if number(field) in AREAS:
        near |= {colour + field[1:] for colour in ROWS}
    for bridge in BRIDGES + BONUS_BRIDGES:
        if field in bridge:
            near |= set(bridge)
    return near - {field}


def is_open(field: str, lying: Iterable[str]) -> bool:
    return field not in lying and (number(field) == 11 or bool(neighbours(field) & set(lying)))


def is_pair(one: str, other: str) -> bool:
    return row(one) == row(other) and number(one) - number(other) == 1


class Plain:
    """A round."""

    def __init__(self, order: Sequence[str], players: int, first: int) -> None:
        """From the tiles in the order in which they are drawn; the last is on top of what stays in the bag."""
        tiles, each = list(order), 15 if players == 4 else 20
        self.players = players
        self.hands = [tiles[each * seat : each * seat + each] for seat in range(players)]
        self.bag = tiles[each * players :]
        self.board: dict[str, str] = {}
        self.seat: int | None = first
        self.begin(first)
        self.new_turn()

    def begin(self, first: int) -> None:
        for n in range(self.players):
            self.seat = (first + n) % self.players
            if any(self.is_eleven(tile) for tile in self.hands[self.seat]):
                return
        self.seat = (first - 1) % self.players
        tile = ""
        while not self.is_eleven(tile):
            assert self.seat is not None
            self.seat = (self.seat + 1) % self.players
            tile = self.bag.pop()
            self.hands[self.seat].append(tile)

    @staticmethod
    def is_eleven(tile: str) -> bool:
        return tile in ("r11", "y11", "g11", "b11")

    def new_turn(self) -> None:
        self.own = 0
        self.filled: list[str] = []
        self.draws = 0
        self.free_tile = False
        self.waiting = ""

    @property
    def hand(self) -> list[str]:
        assert self.seat is not None
        return self.hands[self.seat]

    def may_lie(self, tile: str, field: str) -> bool:
        if field in self.board:
            return False
        anywhere = self.free_tile and tile not in SYMBOLS
        return anywhere or (self.own < 3 and is_open(field, self.board))

    def actions(self) -> set[str]:
        if self.seat is None:
            return set()
        if self.waiting:
            return {f"{self.waiting}@{field}" for field in fields_of(self.waiting) if field not in self.board}
        out = set()
        for tile in self.hand:
            for field in fields_of(tile):
                if self.may_lie(tile, field):
                    out.add(tile if tile == field else f"{tile}@{field}")
        if self.own:
            out.add("end")
            if any(is_pair(one, other) for one in self.filled for other in self.filled):
                out |= {f"give {tile}" for tile in self.hand}
        return out or ({"draw"} if self.bag else {"pass"})

    def do(self, action: str) -> None:
        assert self.seat is not None
        if action in ("end", "pass"):
            self.next_seat()
        elif action == "draw":
            self.draw()
        elif action.startswith("give "):
            tile = action.removeprefix("give ")
            self.hand.remove(tile)
            self.hands[(self.seat + 1) % self.players].append(tile)
            self.next_seat()
        else:
            tile, _, field = action.partition("@")
            self.lay(tile, field or tile)

    def draw(self) -> None:
        tile = self.bag.pop()
        self.hand.append(tile)
        self.draws += 1
        fits = any(is_open(field, self.board) for field in fields_of(tile))
        if not fits and (self.draws == 3 or not self.bag):
            self.next_seat()

    def lay(self, tile: str, field: str) -> None:
        if self.waiting:
            self.waiting = ""
        else:
            self.hand.remove(tile)
            if tile in SYMBOLS or not self.free_tile:
                self.own += 1
        self.free_tile = tile in SYMBOLS
        self.put(tile, field)

    def put(self, tile: str, field: str) -> None:
        """A tile comes to lie on a field, whoever laid it."""
        self.board[field] = tile
        if field not in SYMBOL_FIELDS:
            self.filled.append(field)
        if not self.hand:
            self.seat = None
            return
        for bridge in BONUS_BRIDGES:
            if field in bridge and sum(end in self.board for end in bridge) == 1 and self.bag:
                bonus = self.bag.pop()
                if len(fields_of(bonus)) > 1:
                    self.waiting = bonus
                else:
                    self.put(bonus, bonus)

    def next_seat(self) -> None:
        over = not self.hand
        assert self.seat is not None
        self.seat = None if over else (self.seat + 1) % self.players
        self.new_turn()

    def points(self) -> list[int]:
        return [sum(map(worth, hand)) for hand in self.hands]
