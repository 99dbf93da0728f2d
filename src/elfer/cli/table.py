"""Draws the table from what a view says: zones by their shape, whatever the game.

The places are drawn by `elfer.cli.board`, everything else here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rich.text import Text

from elfer.cli.board import places
from elfer.cli.cells import BAR, FELT, GOLD, HEAD, SIGNS, SOFT, TINT, WIDTH, Cell, card_style, head, line, short
from elfer.table.cards import COLOURS
from elfer.table.game import Game
from elfer.table.view import View, ZoneView
from elfer.table.zones import Shape
from elfer.words import Words, parse, taken_apart

ROOMY = 14
"""So many lines leave enough of a small screen for the story and the choices."""


class Seats(NamedTuple):
    """Who sits at the table, and the points so far where there are several rounds."""

    names: Sequence[str]
    totals: Sequence[int] | None = None


def draw(words: Words, game: Game[Any], view: View, seats: Seats, title: str) -> Text:
    """The whole table as this view shows it."""
    lines = [_bar(words, view, title)]
    lines += _others(words, view, seats)
    playable = {named["card"] for text in view.legal if (named := taken_apart(text)[1])}
    middle = [*places(words, game, view), *_banks(words, view, seats)]
    numbers = [found[1] for place in game.layout.places if (found := parse(place))]
    below = list(hands(words, view, seats, playable, min(numbers, default=1)))
    # A board that fills the screen anyway gets no air around it.
    air = [Text()] if len(lines) + len(middle) + len(below) <= ROOMY else []
    lines += [*air, *middle, *air, *below]
    return Text("\n").join(_padded(line) for line in lines)


def hands(words: Words, view: View, seats: Seats, playable: Iterable[str] = (), lowest: int = 1) -> Iterator[Text]:
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
        yield from _fan(words, [card for zone in own for card in zone.cards or ()], set(playable), lowest)
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


# --- banks ----------------------------------------------------------------------------------------------------


def _banks(words: Words, view: View, seats: Seats) -> Iterator[Text]:
    """What lies beside the play, as many to a line as there is room for."""
    row = Text()
    for zone in _zones(view, Shape.BANK):
        if not zone.count:
            continue
        cards = Text(words.say("count.cards", n=zone.count)) if zone.cards is None else _in_a_line(zone.cards)
        bank = _label(words, zone, seats).append_text(cards)
        if row and row.cell_len + bank.cell_len > WIDTH - 2:
            yield row
            row = Text()
        row = row.append("  ").append_text(bank) if row else bank
    if row:
        yield row


def _label(words: Words, zone: ZoneView, seats: Seats) -> Text:
    owner = "" if zone.owner is None else f"{seats.names[zone.owner]} · "
    return Text().append(" " + words.say("table.labelled", name=owner + words.zone(zone.name), what=""), SOFT)


# --- cards ---------------------------------------------------------------------------------------------------


def _fan(words: Words, cards: Sequence[str], playable: set[str], lowest: int) -> Iterator[Text]:
    """A hand, sorted: each colour on its line, each number in its column, so that it can be held against the rows."""
    for colour in COLOURS:
        held = {parts[1]: name for name in cards if (parts := parse(name)) and parts[0] == colour}
        if held:
            cells = (
                Cell(str(n), card_style(held[n], held[n] in playable), held[n] in playable)
                if n in held
                else Cell("", "")
                for n in range(lowest, max(held) + 1)
            )
            yield line(head(words, colour), cells)
    if others := [name for name in cards if parse(name) is None]:
        yield line(Text(" " * HEAD), (Cell(name, card_style(name), name in playable) for name in others))


def _in_a_line(cards: Sequence[str]) -> Text:
    """Cards by colour on one line, runs drawn together: ♦ 3 7–9  ■ 1."""
    parts = []
    for colour in COLOURS:
        if numbers := sorted(found[1] for name in cards if (found := parse(name)) and found[0] == colour):
            parts.append(Text(f"{SIGNS[colour]} {' '.join(_runs(numbers))}", TINT[colour]))
    others = Counter(name for name in cards if parse(name) is None)
    parts += [Text(name if count == 1 else f"{name} ×{count}") for name, count in others.items()]
    return Text("  ").join(parts)


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    start = 0
    for end in range(1, len(numbers) + 1):
        if end == len(numbers) or numbers[end] != numbers[end - 1] + 1:
            run = numbers[start:end]
            yield f"{run[0]}–{run[-1]}" if len(run) > 2 else " ".join(map(str, run))
            start = end


def _padded(line: Text) -> Text:
    """On felt to the right edge; a line that is too long goes on below."""
    felt = Text(style=FELT).append_text(line)
    felt.pad_right(max(0, WIDTH - felt.cell_len))
    return felt


def _zones(view: View, shape: Shape) -> Iterator[ZoneView]:
    return (zone for zone in view.zones if zone.shape is shape)
