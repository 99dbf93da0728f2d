"""Draws the table from what a view says: zones by their shape, whatever the game.

The places are drawn by `elfer.cli.board`, everything else here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rich.text import Text

from elfer.cli.board import places
from elfer.cli.cells import BAR, FELT, GOLD, HEAD, SIGNS, SOFT, TINT, WIDTH, Cell, card_style, head, line, short
from elfer.table.game import Game
from elfer.table.notation import taken_apart
from elfer.table.view import View, ZoneView
from elfer.table.zones import Shape, Sight
from elfer.words import ALL_COLOURS, Words, parse

ROOMY = 14
"""So many lines leave enough of a small screen for the story and the choices."""


class Seats(NamedTuple):
    """Who sits at the table, and the points so far where there are several rounds."""

    names: Sequence[str]
    totals: Sequence[int] | None = None


def draw(words: Words, game: Game[Any], view: View, seats: Seats, title: str) -> Text:
    """The whole table as this view shows it."""
    lines = [*_bar(words, view, title)]
    lines += _others(words, game, view, seats)
    lines += _facts(words, view)
    playable = {named["card"] for text in view.legal if "card" in (named := taken_apart(text)[1])}
    middle = [*places(words, game, view), *_banks(words, view, seats)]
    numbers = [found[1] for place in game.layout.places if (found := parse(place))]
    below = list(hands(words, game, view, seats, playable, min(numbers, default=1)))
    # A board that fills the screen anyway gets no air around it.
    air = [Text()] if len(lines) + len(middle) + len(below) <= ROOMY else []
    lines += [*air, *middle, *(air if middle else ()), *below]
    return Text("\n").join(_padded(row) for line in lines for row in _folded(line))


def hands(
    words: Words, game: Game[Any], view: View, seats: Seats, playable: Iterable[str] = (), lowest: int = 1
) -> Iterator[Text]:
    """The hands that can be seen: the viewer's own card by card, others (in a replay) on a line each."""
    fans = [zone for zone in _zones(view, Shape.FAN) if zone.cards]
    if own := [zone for zone in fans if zone.owner == view.seat]:
        yield _own_title(words, own)
        yield from _fan(words, _cards(own), set(playable), lowest)
    for zone in _held(game, view):  # hands whose order counts
        if zone.cards:
            yield _label(words, zone, seats).append_text(_in_order(zone.cards))
    for zone in fans:
        if zone.owner != view.seat:
            yield _label(words, zone, seats).append_text(_in_a_line(_cards([zone])))


def _own_title(words: Words, own: Sequence[ZoneView]) -> Text:
    """How many cards one has; one that was just drawn stands in its column too, but is named here."""
    hand, *apart = own
    count = words.say("count.cards", n=sum(zone.count or 0 for zone in own))
    title = Text(f" {words.say('table.yours', zone=words.zone(hand.name))} · {count}", GOLD)
    for zone in apart:
        title.append(f" · {words.say('table.labelled', name=words.zone(zone.name), what='')}", SOFT)
        title.append_text(_in_a_line(_cards([zone])))
    return title


def _cards(zones: Iterable[ZoneView]) -> list[str]:
    """The cards of zones, as far as they can be seen."""
    return [card for zone in zones for card in zone.cards or ()]


# --- the upper edge ------------------------------------------------------------------------------------------


def _bar(words: Words, view: View, title: str) -> Iterator[Text]:
    """The title, and the piles in the middle; below it, if there is no room for them."""
    piles = "   ".join(_stack(words, zone) for zone in _zones(view, Shape.STACK) if zone.owner is None)
    left = f" {title}  "
    rows = [left + piles.rjust(WIDTH - len(left) - 1)] if len(left + piles) < WIDTH else [left, f" {piles}"]
    return (Text(row.ljust(WIDTH), f"bold {BAR}") for row in rows)


def _stack(words: Words, zone: ZoneView) -> str:
    """A pile: how many cards, and the top one if it can be seen."""
    count = "?" if zone.count is None else str(zone.count)
    top = f" {short(zone.cards[-1])}" if zone.cards else ""
    return words.say("table.labelled", name=words.zone(zone.name), what=count + top)


def _others(words: Words, game: Game[Any], view: View, seats: Seats) -> Iterator[Text]:
    """Who else sits there, from the viewer's left on: name, cards, points, and whose turn it is."""
    players, viewer = range(len(seats.names)), view.seat
    # From the viewer's left on, who comes last then; a bystander begins with the first seat.
    round_ = [*players] if viewer is None else [*players[viewer + 1 :], *players[: viewer + 1]]
    shown = [_seat(words, game, view, seats, seat) for seat in round_]
    if any(_piles(game, view, seat) or _by_seat(words, view, seat) for seat in round_):
        # What lies before each player takes room, the viewer's own too.
        yield from _abreast(shown, 1 if max(text.cell_len for text in shown) > WIDTH // 2 else 2)
    else:
        others = shown if viewer is None else shown[:-1]
        yield from _abreast(others, 4 if len(others) > 3 and seats.totals is None else 3)


def _abreast(texts: Sequence[Text], per_line: int) -> Iterator[Text]:
    """Texts side by side, so many to a line, each in its column."""
    for text in texts:
        text.truncate(WIDTH // per_line, pad=True)
    for first in range(0, len(texts), per_line):
        yield Text().join(texts[first : first + per_line])


def _seat(words: Words, game: Game[Any], view: View, seats: Seats, seat: int) -> Text:
    acting = seat in view.to_act
    text = Text().append(" ▶ " if acting else "   ", GOLD).append(seats.names[seat][:12], GOLD if acting else "bold")
    fans = [zone for zone in (*_zones(view, Shape.FAN), *_held(game, view)) if zone.owner == seat]
    if fans:
        counts = [zone.count for zone in fans if zone.count is not None]
        text.append(" " + (words.say("count.cards", n=sum(counts)) if counts else "?"))
    if seats.totals is not None:
        text.append(" " + words.say("count.points-short", n=seats.totals[seat]), SOFT)
    for zone in _piles(game, view, seat):
        text.append(" · ", SOFT).append(_stack(words, zone))
    for name, number in _by_seat(words, view, seat):
        text.append(f" · {words.say('table.labelled', name=name, what=str(number))}", SOFT)
    return text


def _held(game: Game[Any], view: View) -> list[ZoneView]:
    """Stacks that are held in the hand: their owners see them, so their order counts."""
    pairs = zip(game.layout.zones, view.zones, strict=True)
    return [seen for zone, seen in pairs if zone.shape is Shape.STACK and zone.sight is Sight.OWNER]


def _piles(game: Game[Any], view: View, seat: int) -> list[ZoneView]:
    """The stacks that lie before a seat."""
    held = _held(game, view)
    return [zone for zone in _zones(view, Shape.STACK) if zone.owner == seat and zone.count and zone not in held]


# --- facts ----------------------------------------------------------------------------------------------------


def _facts(words: Words, view: View) -> Iterator[Text]:
    """What else is known to all, as far as the game has a name for it."""
    shown = [
        words.say("table.labelled", name=label, what=_value(value))
        for name, value in view.facts.items()
        if (label := words.fact(name))
    ]
    if shown:
        yield Text(" " + "   ".join(shown), GOLD)


def _by_seat(words: Words, view: View, seat: int) -> list[tuple[str, int]]:
    """The numbers that a game keeps by seat, with their names."""
    named = ((words.fact(name), numbers[seat]) for name, numbers in view.by_seat.items())
    return [(label, number) for label, number in named if label and number]


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return " ".join(map(short, value.split())) if isinstance(value, str) else str(value)


# --- banks ----------------------------------------------------------------------------------------------------


def _banks(words: Words, view: View, seats: Seats) -> Iterator[Text]:
    """What lies beside the play, as many to a line as there is room for; a seat is named before its first bank."""
    row, owner = Text(), None
    banks = (zone for zone in _zones(view, Shape.BANK) if zone.count)
    for zone in sorted(banks, key=lambda zone: -1 if zone.owner is None else zone.owner):
        cards = Text(words.say("count.cards", n=zone.count)) if zone.cards is None else _in_a_line(zone.cards)
        bank = _label(words, zone, seats, is_named=zone.owner != owner).append_text(cards)
        owner = zone.owner
        if row and row.cell_len + bank.cell_len > WIDTH - 2:
            yield row
            row = Text()
        row = row.append("  ").append_text(bank) if row else bank
    if row:
        yield row


def _label(words: Words, zone: ZoneView, seats: Seats, *, is_named: bool = True) -> Text:
    owner = f"{seats.names[zone.owner]} · " if is_named and zone.owner is not None else ""
    return Text().append(" " + words.say("table.labelled", name=owner + words.zone(zone.name), what=""), SOFT)


# --- cards ---------------------------------------------------------------------------------------------------


def _fan(words: Words, cards: Sequence[str], playable: set[str], lowest: int) -> Iterator[Text]:
    """A hand, sorted: each colour on its line, each number in its column, so that it can be held against the rows."""
    copies = Counter(cards)
    for colour in ALL_COLOURS:
        held = {parts[1]: name for name in cards if (parts := parse(name)) and parts[0] == colour}
        if held:
            columns = range(lowest, max(held) + 1)
            cells = (_held_card(n, held[n], copies, playable) if n in held else Cell("", "") for n in columns)
            yield line(head(words, colour), cells)
    if others := [name for name in cards if parse(name) is None]:
        yield line(Text(" " * HEAD), (Cell(name, card_style(name), name in playable) for name in others))


def _held_card(number: int, name: str, copies: Mapping[str, int], playable: set[str]) -> Cell:
    text = f"{number}²" if copies[name] == 2 else str(number)
    return Cell(text, card_style(name, name in playable), name in playable)


def _in_a_line(cards: Sequence[str]) -> Text:
    """Cards by colour on one line, runs drawn together: ♦ 3 7–9  ■ 1."""
    parts = []
    for colour in ALL_COLOURS:
        if numbers := sorted(found[1] for name in cards if (found := parse(name)) and found[0] == colour):
            parts.append(Text(f"{SIGNS[colour]} {' '.join(_runs(numbers))}", TINT[colour]))
    others = Counter(name for name in cards if parse(name) is None)
    parts += [Text(name if count == 1 else f"{name} ×{count}") for name, count in others.items()]
    return Text("  ").join(parts)


def _in_order(cards: Sequence[str]) -> Text:
    """Cards side by side, each with its place: 1 ♦3  2 ■1."""
    parts = [Text(f"{n} ", SOFT).append(short(card), card_style(card)) for n, card in enumerate(cards, 1)]
    return Text("  ").join(parts)


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    start = 0
    for end in range(1, len(numbers) + 1):
        if end == len(numbers) or numbers[end] != numbers[end - 1] + 1:
            run = numbers[start:end]
            yield f"{run[0]}–{run[-1]}" if len(run) > 2 else " ".join(map(str, run))
            start = end


def _folded(line: Text) -> Iterator[Text]:
    """A line that is too long goes on below, broken at a blank."""
    while line.cell_len > WIDTH:
        at = line.plain.rfind(" ", 4, WIDTH)
        row, line = line.divide([at])
        yield row
        line = Text("   ").append_text(line)
    yield line


def _padded(line: Text) -> Text:
    """On felt to the right edge."""
    felt = Text(style=FELT).append_text(line)
    felt.pad_right(max(0, WIDTH - felt.cell_len))
    return felt


def _zones(view: View, shape: Shape) -> Iterator[ZoneView]:
    return (zone for zone in view.zones if zone.shape is shape)
