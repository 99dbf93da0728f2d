"""Draws places: rows of cards with their gaps, and what joins the rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from rich.text import Text

from elfer.cli.cells import FAINT, GOLD, HEAD, SOFT, Cell, card_style, head, line, short
from elfer.table.game import Game
from elfer.table.layout import Layout
from elfer.table.notation import taken_apart
from elfer.table.verbs import VERBS
from elfer.table.view import FACE_DOWN, View
from elfer.table.zones import Shape, Zone
from elfer.words import Words, parse

FREE = "·"
JOKER = "J"
OTHER = "✶"
JOIN, BONUS = "│", "+"
BACK = "#dfe9e4 on #8a3324"


class Board(NamedTuple):
    """A zone of places with those drawn over it, ready to be drawn."""

    keys: Sequence[str]
    """What the places are called, row by row."""
    is_named: bool
    """Whether the places have names, which say their colour and number; others are only counted."""
    columns: int
    starts: Sequence[int]
    """The first place of each row, from top to bottom."""
    cards: Mapping[str, str]
    """By the name of a place: the card on it."""
    open: Set[str]
    """Free places that a card can be laid on now."""
    mine: Set[str]
    """Places that the viewer can lay a card on now."""

    def row(self, start: int) -> Sequence[str]:
        return self.keys[start : start + self.columns]

    @property
    def width(self) -> int:
        """Characters of a cell: a card that can lie anywhere shows its colour too."""
        return 2 if self.is_named else 3


def places(words: Words, game: Game[Any], view: View) -> Iterator[Text]:
    """Every zone of places; a zone that lies over another is drawn with it."""
    zones = list(zip(game.layout.zones, view.zones, strict=True))
    for zone, seen in zones:
        if zone.shape is Shape.PLACES and not zone.over and seen.cards is not None:
            over = [above.cards for other, above in zones if other.over == zone.name and above.cards is not None]
            yield from _drawn(words, zone, _board(game.layout, view, zone, seen.cards, over), over)


def _keys(layout: Layout, zone: Zone) -> tuple[Sequence[str], bool]:
    """What the places of a zone are called, and whether these are names."""
    is_named = zone.homes or zone.size == len(layout.places)
    return (layout.places, True) if is_named else ([str(place) for place in range(zone.size)], False)


def _drawn(words: Words, zone: Zone, board: Board, over: Sequence[Sequence[str]]) -> Iterator[Text]:
    # Of zones drawn over another, one that is a row shorter lies between the rows, all others on the places.
    between = [cards for cards in over if len(cards) == len(board.keys) - board.columns]
    yield from _heading(board)
    for start, gap in zip(board.starts, _gaps(zone, board, between), strict=True):
        yield _row(words, board, start)
        if any(cell.text for cell in gap):
            yield line(Text(" " * HEAD), gap, board.width)


def _board(layout: Layout, view: View, zone: Zone, ground: Sequence[str], over: Sequence[Sequence[str]]) -> Board:
    keys, is_named = _keys(layout, zone)
    columns = zone.columns or len(keys)
    cards = _lying(zone, keys, ground, over)
    acts = [(VERBS[verb], named) for verb, named in map(taken_apart, view.legal)]
    mine = {named.get("place", named["card"]) for verb, named in acts if verb.role == "lays"}
    # Where not everyone knows which places are open, only the viewer's own are marked.
    told = str(view.facts[zone.open_places]).split() if zone.open_places else []
    return Board(
        keys, is_named, columns, _starts(view, zone, keys, columns), cards, {*told, *mine} - cards.keys(), mine
    )


def _lying(zone: Zone, keys: Sequence[str], ground: Sequence[str], over: Sequence[Sequence[str]]) -> dict[str, str]:
    """By place: the card on it, the uppermost one."""
    layers = [zip(ground if zone.homes else keys, ground, strict=True)]
    layers += [zip(keys, cards, strict=True) for cards in over if len(cards) == len(keys)]
    return {place: card for layer in layers for place, card in layer if card}


def _starts(view: View, zone: Zone, keys: Sequence[str], columns: int) -> list[int]:
    """The first place of each row, from top to bottom; rows of cards that are out of play are left out."""
    if zone.row_order:
        return [columns * row for row in view.facts[zone.row_order]]
    aside = {name for other in view.zones if other.shape is Shape.BANK for name in other.cards or ()}
    return [start for start in range(0, len(keys), columns) if not aside.issuperset(keys[start : start + columns])]


def _heading(board: Board) -> Iterator[Text]:
    """The numbers over the columns; places that are called by their number need none."""
    first = [parse(name) for name in board.row(0)]
    if any(first) or not board.is_named:
        numbers = [found[1] if found else column for column, found in enumerate(first, 1)]
        yield line(Text(" " * HEAD), (Cell(str(number), FAINT) for number in numbers), board.width)


def _row(words: Words, board: Board, start: int) -> Text:
    row = board.row(start)
    colours = {found[0] for name in row if (found := parse(name))}
    colour = colours.pop() if board.is_named and len(colours) == 1 else None
    return line(head(words, colour), (_place(name, colour, board) for name in row), board.width)


def _place(name: str, colour: str | None, board: Board) -> Cell:
    number = short(name) if colour is None else name.lstrip(colour[0])
    if (card := board.cards.get(name)) == FACE_DOWN:
        return Cell(name, BACK)
    if card is not None:
        return Cell(number if card == name else _stand_in(card, colour), card_style(card))
    if name in board.open:
        return Cell(number, GOLD if name in board.mine else SOFT, marked=True)
    return Cell(FREE, FAINT)


def _stand_in(card: str, colour: str | None) -> str:
    """A card on a place that is not its own: in a row of one colour there is room for a sign only."""
    if colour is None or parse(card):
        return short(card)
    return JOKER if card.startswith("j") else OTHER


def _gaps(zone: Zone, board: Board, between: Sequence[Sequence[str]]) -> list[list[Cell]]:
    """Below each row: what joins it with the next one, printed on the board or laid there."""
    gaps = [[Cell("", "")] * board.columns for _ in board.starts]
    for join in zone.joins:
        row, column = divmod(join.upper, board.columns)
        unspent = join.bonus and not {board.keys[join.upper], board.keys[join.lower]} & board.cards.keys()
        gaps[row][column] = Cell(BONUS, GOLD) if unspent else Cell(JOIN, FAINT)
    for place, card in (laid for cards in between for laid in enumerate(cards)):
        if card:
            gaps[place // board.columns][place % board.columns] = Cell(JOIN, GOLD)
    return gaps
