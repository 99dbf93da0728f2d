"""A hint at the terminal: what to do, why, and what each action is worth, with a bar and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from elfer.bots.advice import Advice, Worth
from elfer.table.game import Game
from elfer.words import Words
from elfer.words.reasons import reason

WIDTH = 20
"""Signs of a bar that stands for being sure to win."""
NAMED = 3
"""So many actions that are about as good are named one by one."""


def hinted(words: Words, game: Game[Any], advice: Advice, who: Sequence[str]) -> list[Text]:
    """The hint in lines."""
    best = game.write(advice.best)
    said = words.say("web.hint-is", what=words.offer(best, who))
    why = reason(words, advice.reason, best, who)
    lines = [Text(f" {said}. {words.say('table.because', why=why)}" if why else f" {said}", "bold")]
    offers = [words.offer(game.write(worth.action), who) for worth in advice.worths]
    wide = max(map(len, offers), default=0)
    lines += [_worth(words, worth, f"{offer:{wide}}") for worth, offer in zip(advice.worths, offers, strict=True)]
    if even := [offer for worth, offer in zip(advice.worths, offers, strict=True) if worth.is_even][1:]:
        many = words.say("web.hint-even-many", n=len(even))
        lines.append(Text(f" {many if len(even) > NAMED else words.say('web.hint-even', others=', '.join(even))}"))
    return lines


def _worth(words: Words, worth: Worth, offer: str) -> Text:
    chance, error = f"{100 * worth.chance:3.0f}", f"{100 * worth.error:.0f}"
    said = words.say("web.hint-chance", chance=chance, error=error)
    return Text(f"   {offer}  {bar(worth.chance, worth.error)} {said}", "" if worth.is_even else "dim")


def bar(chance: float, error: float, width: int = WIDTH) -> str:
    """A chance as a bar that ends in a line as wide as it may be off.

    >>> bar(0.5, 0.1)
    '████████────········'
    """
    least, most = max(0, round((chance - error) * width)), min(width, round((chance + error) * width))
    return "█" * least + "─" * (most - least) + "·" * (width - most)
