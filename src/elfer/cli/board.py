"""Draws places: rows of cards with their gaps, and what joins the rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rich.text import Text

from elfer.cli.cells import FAINT, GOLD, HEAD, SOFT, Cell, card_style, head, line, short
from elfer.table.game import Game
from elfer.table.notation import taken_apart
from elfer.table.verbs import VERBS
from elfer.table.view import FACE_DOWN, View, ZoneView
from elfer.table.zones import Shape, Zone
from elfer.words import Words, parse

FREE = "·"
JOKER = "J"
OTHER = "✶"
JOIN, BONUS = "│", "+"
BACK = "#dfe9e4 on #8a3324"


class Lying(NamedTuple):
    """What lies on the places of a zone and of those drawn over it, and which places are open."""

    cards: dict[str, str]
    """By the name of a place: the card on it."""
    open: set[str]
    mine: set[str]
    """Places that the viewer can lay a card on now."""


def places(words: Words, game: Game[Any], view: View) -> Iterator[Text]:
    """Every zone of places; a zone that lies over another is drawn with it."""
    zones = list(zip(game.layout.zones, view.zones, strict=True))
    for zone, seen in zones:
        if zone.shape is Shape.PLACES and not zone.over and seen.cards is not None:
            over = [(z, s) for z, s in zones if z.over == zone.name and s.cards is not None]
            yield from _rows(words, game, view, zone, seen, over)


def _rows(
    words: Words, game: Game[Any], view: View, zone: Zone, seen: ZoneView, over: Sequence[tuple[Zone, ZoneView]]
) -> Iterator[Text]:
    names = game.layout.places if zone.homes or zone.size == len(game.layout.places) else None
    size = len(names) if names else len(seen.cards or ())
    columns = zone.columns or size
    keys = names or [str(place) for place in range(size)]
    lying = _lying(view, zone, seen, over, keys)
    first = [parse(name) for name in keys[:columns]]
    numbers = [found[1] for found in first if found] if all(first) else list(range(1, columns + 1))
    width = 2 if names else 3  # a card that can lie anywhere shows its colour too
    if any(first) or not names:  # places that are called by their number need no heading
        yield line(Text(" " * HEAD), (Cell(str(n), FAINT) for n in numbers), width)
    aside = {name for z in view.zones if z.shape is Shape.BANK for name in z.cards or ()}
    starts = [start for start in range(0, size, columns) if not set(keys[start : start + columns]) <= aside]
    if zone.row_order:
        starts = [columns * row for row in view.facts[zone.row_order]]
    gaps = _gaps(zone, over, starts, columns, keys, lying)
    for start, gap in zip(starts, gaps, strict=True):
        row = keys[start : start + columns]
        colours = {found[0] for name in row if (found := parse(name))}
        colour = colours.pop() if names and len(colours) == 1 else None
        yield line(head(words, colour), (_place(name, colour, lying) for name in row), width)
        if any(cell.text for cell in gap):
            yield line(Text(" " * HEAD), gap, width)


def _lying(
    view: View, zone: Zone, seen: ZoneView, over: Sequence[tuple[Zone, ZoneView]], keys: Sequence[str]
) -> Lying:
    cards = (
        {card: card for card in seen.cards or ()} if zone.homes else dict(zip(keys, seen.cards or (), strict=True))
    )
    for _, above in over:
        if above.cards is not None and len(above.cards) == len(keys):
            cards |= {place: card for place, card in zip(keys, above.cards, strict=True) if card}
    cards = {place: card for place, card in cards.items() if card}
    acts = [taken_apart(text) for text in view.legal]
    mine = {named.get("place", named["card"]) for verb, named in acts if VERBS[verb].role == "lays"}
    # Where not everyone knows which places are open, only the viewer's own are marked.
    told = str(view.facts[zone.open_places]).split() if zone.open_places else []
    return Lying(cards, (set(told) | mine) - cards.keys(), mine)


def _place(name: str, colour: str | None, lying: Lying) -> Cell:
    number = short(name) if colour is None else name.lstrip(colour[0])
    if (card := lying.cards.get(name)) == FACE_DOWN:
        return Cell(name, BACK)
    if card is not None:
        stand_in = JOKER if card.startswith("j") else OTHER
        label = number if card == name else short(card) if colour is None or parse(card) else stand_in
        return Cell(label, card_style(card))
    if name in lying.open:
        return Cell(number, GOLD if name in lying.mine else SOFT, marked=True)
    return Cell(FREE, FAINT)


def _gaps(
    zone: Zone,
    over: Sequence[tuple[Zone, ZoneView]],
    starts: Sequence[int],
    columns: int,
    keys: Sequence[str],
    lying: Lying,
) -> list[list[Cell]]:
    """Below each row: what joins it with the next one, printed on the board or laid there."""
    gaps = [[Cell("", "")] * columns for _ in starts]
    for join in zone.joins:
        row, column = divmod(join.upper, columns)
        unspent = join.bonus and not {keys[join.upper], keys[join.lower]} & lying.cards.keys()
        gaps[row][column] = Cell(BONUS if unspent else JOIN, GOLD if unspent else FAINT)
    for _, above in over:
        if above.cards is not None and len(above.cards) == len(keys) - columns:
            for place, card in enumerate(above.cards):
                if card:
                    gaps[place // columns][place % columns] = Cell(JOIN, GOLD)
    return gaps
