"""Draws the table from what a view says: zones by their shape, whatever the game.

Every colour has a sign of its own, and every mark is a character: nothing is told by colour alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rich.text import Text

from elfer.table.cards import COLOURS
from elfer.table.game import Game
from elfer.table.view import View, ZoneView
from elfer.table.zones import Shape
from elfer.words import Words, parse

WIDTH = 80
HEAD = 12
"""Characters at the left of a row, for its name."""
SIGNS = dict(zip(COLOURS, "♦●▲■", strict=True))
FELT = "#dfe9e4 on #14463b"
BAR = "#ffffff on #0d312a"
FAINT = "#6f9488"
SOFT = "#bcd6cc"
GOLD = "bold #f5b82e"
INK = dict(zip(COLOURS, ("#b3261e", "#8f6400", "#1f6b3f", "#1c5582"), strict=True))
TINT = dict(zip(COLOURS, ("#ff9d8f", "#f5b82e", "#86d9a5", "#8fc4f2"), strict=True))
FREE = "·"


class Cell(NamedTuple):
    """One place in a line: what stands there, and whether it is marked as something to do."""

    text: str
    style: str
    marked: bool = False


class Seats(NamedTuple):
    """Who sits at the table, and the points so far where there are several rounds."""

    names: Sequence[str]
    totals: Sequence[int] | None = None


def draw(words: Words, game: Game[Any], view: View, seats: Seats, title: str) -> Text:
    """The whole table as this view shows it."""
    lines = [_bar(words, view, title)]
    lines += _others(words, view, seats)
    playable = {_card_of(text) for text in view.legal}
    lines += [Text(), *_places(words, game, view, playable)]
    lines += _banks(words, view, seats)
    lines += [Text(), *hands(words, view, seats, playable)]
    return Text("\n").join(_padded(line) for line in lines)


def hands(words: Words, view: View, seats: Seats, playable: Iterable[str] = ()) -> Iterator[Text]:
    """The fans that can be seen: the viewer's own card by card, others (in a replay) on a line each."""
    fans = [zone for zone in _zones(view, Shape.FAN) if zone.cards]
    own = [zone for zone in fans if zone.owner == view.seat]
    if own:
        count = words.say("count.cards", n=sum(zone.count or 0 for zone in own))
        title = Text(f" {words.say('table.yours', zone=words.zone(own[0].name))} · {count}", GOLD)
        for apart in own[1:]:  # a card that was just drawn stands in its column too, but is named here
            title.append(f" · {words.say('table.labelled', name=words.zone(apart.name), what='')}", SOFT)
            title.append_text(_in_a_line(apart.cards or ()))
        yield title
        yield from _fan(words, [card for zone in own for card in zone.cards or ()], set(playable))
    for zone in fans:
        if zone.owner != view.seat:
            yield _label(words, zone, seats).append_text(_in_a_line(zone.cards or ()))


# --- the upper edge ------------------------------------------------------------------------------------------


def _bar(words: Words, view: View, title: str) -> Text:
    right = "   ".join(_stack(words, zone) for zone in _zones(view, Shape.STACK))
    left = f" {title}"
    return Text(left + right.rjust(WIDTH - len(left) - 1) + " ", f"bold {BAR}")


def _stack(words: Words, zone: ZoneView) -> str:
    """A pile: how many cards, and the top one if it can be seen."""
    count = "?" if zone.count is None else str(zone.count)
    top = f" {short(zone.cards[-1])}" if zone.cards else ""
    return words.say("table.labelled", name=words.zone(zone.name), what=count + top)


def _others(words: Words, view: View, seats: Seats) -> Iterator[Text]:
    """Who else sits there, from the viewer's left on: name, cards, points, and whose turn it is."""
    players = len(seats.names)
    start = 0 if view.seat is None else view.seat + 1
    others = [seat % players for seat in range(start, start + players) if seat % players != view.seat]
    per_line = 4 if len(others) > 3 and seats.totals is None else 3
    for first in range(0, len(others), per_line):
        line = Text()
        for seat in others[first : first + per_line]:
            line.append_text(_seat(words, view, seats, seat, WIDTH // per_line))
        yield line


def _seat(words: Words, view: View, seats: Seats, seat: int, width: int) -> Text:
    acting = seat in view.to_act
    text = Text().append(" ▶ " if acting else "   ", GOLD).append(seats.names[seat][:12], GOLD if acting else "bold")
    count = sum(zone.count or 0 for zone in _zones(view, Shape.FAN) if zone.owner == seat)
    text.append(" " + words.say("count.cards", n=count))
    if seats.totals is not None:
        text.append(" " + words.say("count.points-short", n=seats.totals[seat]), SOFT)
    text.truncate(width, pad=True)
    return text


# --- places and banks ----------------------------------------------------------------------------------------


def _places(words: Words, game: Game[Any], view: View, playable: set[str]) -> Iterator[Text]:
    aside = {name for zone in _zones(view, Shape.BANK) for name in zone.cards or ()}
    for zone, drawn in zip(game.layout.zones, view.zones, strict=True):
        if zone.shape is not Shape.PLACES or drawn.cards is None:
            continue
        names = game.layout.deck.names if zone.homes else drawn.cards
        lying = set(drawn.cards) - {""}
        columns = zone.columns or len(names)
        # A game that knows which places are open says so in the fact `fits`; else only the viewer's own are marked.
        fits = {*str(view.facts.get("fits", "")).split(), *playable} - lying if zone.homes else set()
        width = 2 if zone.homes else 3  # a card that can lie anywhere shows its colour too
        yield _numbers(columns, width)
        for first in range(0, len(names), columns):
            row = names[first : first + columns]
            if set(row) <= aside:  # a colour that is not in play
                continue
            colours = {parsed[0] for name in row if (parsed := parse(name))}
            colour = colours.pop() if zone.homes and len(colours) == 1 else None
            yield _line(_head(words, colour), (_place(name, colour, lying, fits, playable) for name in row), width)


def _numbers(columns: int, width: int) -> Text:
    return _line(Text(" " * HEAD), (Cell(str(n), FAINT) for n in range(1, columns + 1)), width)


def _place(name: str, colour: str | None, lying: set[str], fits: set[str], playable: set[str]) -> Cell:
    label = short(name) if colour is None else name.lstrip(colour[0])
    if name in lying:
        return Cell(label, _card_style(name))
    if name in fits:
        return Cell(label, GOLD if name in playable else SOFT, marked=True)
    return Cell(FREE, FAINT)


def _banks(words: Words, view: View, seats: Seats) -> Iterator[Text]:
    for zone in _zones(view, Shape.BANK):
        if zone.count:
            cards = Text(words.say("count.cards", n=zone.count)) if zone.cards is None else _in_a_line(zone.cards)
            yield _label(words, zone, seats).append_text(cards)


def _label(words: Words, zone: ZoneView, seats: Seats) -> Text:
    owner = "" if zone.owner is None else f"{seats.names[zone.owner]} · "
    return Text().append(" " + words.say("table.labelled", name=owner + words.zone(zone.name), what=""), SOFT)


# --- cards ---------------------------------------------------------------------------------------------------


def short(name: str) -> str:
    """A card in few characters: ♦11."""
    parts = parse(name)
    return f"{SIGNS[parts[0]]}{parts[1]}" if parts else name


def _fan(words: Words, cards: Sequence[str], playable: set[str]) -> Iterator[Text]:
    """A hand, sorted: each colour on its line, each number in its column, so that it can be held against the rows."""
    for colour in COLOURS:
        held = {parts[1]: name for name in cards if (parts := parse(name)) and parts[0] == colour}
        if held:
            cells = (
                Cell(str(n), _card_style(held[n], held[n] in playable), held[n] in playable)
                if n in held
                else Cell("", "")
                for n in range(1, max(held) + 1)
            )
            yield _line(_head(words, colour), cells)
    if others := [name for name in cards if parse(name) is None]:
        yield _line(Text(" " * HEAD), (Cell(name, _card_style(name), name in playable) for name in others))


def _in_a_line(cards: Sequence[str]) -> Text:
    """Cards by colour on one line, runs drawn together: ♦ 3 7–9  ■ 1."""
    parts = []
    for colour in COLOURS:
        if numbers := sorted(found[1] for name in cards if (found := parse(name)) and found[0] == colour):
            parts.append(Text(f"{SIGNS[colour]} {' '.join(_runs(numbers))}", TINT[colour]))
    parts += [Text(name) for name in cards if parse(name) is None]
    return Text("  ").join(parts)


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    start = 0
    for end in range(1, len(numbers) + 1):
        if end == len(numbers) or numbers[end] != numbers[end - 1] + 1:
            run = numbers[start:end]
            yield f"{run[0]}–{run[-1]}" if len(run) > 2 else " ".join(map(str, run))
            start = end


def _card_style(name: str, bright: bool = True) -> str:
    parts = parse(name)
    ink = INK[parts[0]] if parts else "#333333"
    return f"bold {ink} on #fbf8f0" if bright else f"{ink} on #b4bfb8"


# --- lines ---------------------------------------------------------------------------------------------------


def _head(words: Words, colour: str | None) -> Text:
    text = f" {SIGNS[colour]} {words.say(f'colour.{colour}')}" if colour else ""
    return Text(text.ljust(HEAD), TINT[colour] if colour else "")


def _line(head: Text, cells: Iterable[Cell], width: int = 2) -> Text:
    """Cells side by side; marked ones stand in brackets, which neighbours share."""
    before = False
    for cell in cells:
        head.append({(0, 1): "[", (1, 1): "|", (1, 0): "]", (0, 0): " "}[before, cell.marked], GOLD)
        head.append(cell.text.rjust(width), cell.style)
        before = cell.marked
    return head.append("]" if before else "", GOLD)


def _padded(line: Text) -> Text:
    """On felt to the right edge; a line that is too long goes on below."""
    felt = Text(style=FELT).append_text(line)
    felt.pad_right(max(0, WIDTH - felt.cell_len))
    return felt


def _zones(view: View, shape: Shape) -> Iterator[ZoneView]:
    return (zone for zone in view.zones if zone.shape is shape)


def _card_of(action: str) -> str:
    """The card that an action in notation begins with; a verb is no card's name."""
    return re.split(r"[^a-z0-9]", action, maxsplit=1)[0]
