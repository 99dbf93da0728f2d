"""What all drawings are made of: styles, cards in few characters, and cells in lines.

Every colour has a sign of its own, and every mark is a character: nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.text import Text

from elfer.words import ALL_COLOURS, Words, parse

WIDTH = 80
HEAD = 12
"""Characters at the left of a row, for its name."""
SIGNS = dict(zip(ALL_COLOURS, "♦●▲■⬢★", strict=True))
FELT = "#dfe9e4 on #14463b"
BAR = "#ffffff on #0d312a"
FAINT = "#6f9488"
SOFT = "#bcd6cc"
GOLD = "bold #f5b82e"
INK = dict(zip(ALL_COLOURS, ("#b3261e", "#8f6400", "#1f6b3f", "#1c5582", "#6a3a9c", "#a84a00"), strict=True))
TINT = dict(zip(ALL_COLOURS, ("#ff9d8f", "#f5b82e", "#86d9a5", "#8fc4f2", "#cbaaf5", "#ffb070"), strict=True))
FREE = "·"


class Cell(NamedTuple):
    """One place in a line: what stands there, and whether it is marked as something to do."""

    text: str
    style: str
    marked: bool = False


def short(name: str) -> str:
    """A card in few characters: ♦11."""
    parts = parse(name)
    return f"{SIGNS[parts[0]]}{parts[1]}" if parts else name


def card_style(name: str, bright: bool = True) -> str:
    parts = parse(name)
    ink = INK[parts[0]] if parts else "#333333"
    return f"bold {ink} on #fbf8f0" if bright else f"{ink} on #b4bfb8"


def head(words: Words, colour: str | None) -> Text:
    text = f" {SIGNS[colour]} {words.say(f'colour.{colour}')}" if colour else ""
    return Text(text.ljust(HEAD), TINT[colour] if colour else "")


def line(head: Text, cells: Iterable[Cell], width: int = 2) -> Text:
    """Cells side by side; marked ones stand in brackets, which neighbours share."""
    before = False
    for cell in cells:
        head.append({(0, 1): "[", (1, 1): "|", (1, 0): "]", (0, 0): " "}[before, cell.marked], GOLD)
        head.append(cell.text.rjust(width), cell.style)
        before = cell.marked
    return head.append("]" if before else "", GOLD)
