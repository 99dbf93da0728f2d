"""What a person can choose from, numbered, in words or in notation, or as something to type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elfer.cli.cells import WIDTH
from elfer.table.actions import SILENT, Action, Lay
from elfer.table.game import Game
from elfer.table.notation import taken_apart
from elfer.table.verbs import VERBS
from elfer.words import Words

MOST_LINES = 4
"""Of choices in full words."""
MOST_COUNTED = 9
"""Choices that are only numbers; of more it is enough to say which."""
MOST_CHOICES = 40
"""More are not listed: the person is told what to type."""


class Offers:
    """The legal actions of a moment, for people."""

    def __init__(self, words: Words, game: Game[Any], legal: Sequence[Action], names: Sequence[str]) -> None:
        self.words, self.game, self.legal = words, game, legal
        self.texts = [game.write(action) for action in legal]
        spelt = [words.offer(text, names) for text in self.texts]
        # Many choices, as with jokers, are listed in notation, or they would push the table off the screen.
        self.shown = spelt if lines_of(spelt) <= MOST_LINES else self.texts
        self.counting = self._counting()
        self.form = self._form()
        """What to type, where a list would be too long."""

    def _counting(self) -> str | None:
        """The word that all choices are, if they are that word and a number: then the number alone is enough."""
        pairs = [text.split(" ") for text, action in zip(self.texts, self.legal, strict=True) if action != SILENT]
        first = {pair[0] for pair in pairs}
        alike = len(first) == 1 and all(len(pair) == 2 and pair[1].isdecimal() for pair in pairs)
        return first.pop() if alike and len(pairs) > 1 else None

    def _form(self) -> str | None:
        say = self.words.say
        if self.counting and len(self.legal) > MOST_COUNTED:
            numbers = sorted(int(text.split(" ")[1]) for text in self.texts if " " in text)
            example = self.texts[-1] if self.legal[-1] == SILENT else self.texts[0]
            return say("ask.range", first=numbers[0], last=numbers[-1], example=example)
        if len(self.legal) <= MOST_CHOICES:
            return None
        examples: dict[str, str] = {}
        for text in self.texts:
            examples.setdefault(taken_apart(text)[0], text)
        return say("ask.form", examples=", ".join(examples.values()))

    def title(self, window: bool) -> str:
        """What the moment is about."""
        named = [taken_apart(text) for text in self.texts]
        fit = len({names["card"] for verb, names in named if VERBS[verb].family == "lay"})
        if window:
            return self.words.say("turn.secret")
        if fit:
            return self.words.say("turn.fitting", n=fit)
        only_draws = {verb for verb, _ in named} <= {"draw", "take", "end", "pass"}
        laying = any(isinstance(action, Lay) for action in self.game.actions)
        return self.words.say("turn.none" if only_draws and laying else "turn.act")

    def numbered(self, answer: str) -> Action | None:
        """The choice of that number; an empty answer is the only one there is."""
        if answer == "":
            return self.legal[0] if len(self.legal) == 1 else None
        if self.counting:
            text = f"{self.counting} {int(answer)}"
            return self.legal[self.texts.index(text)] if text in self.texts else None
        return self.legal[int(answer) - 1] if 1 <= int(answer) <= len(self.legal) else None


def lines_of(offers: Sequence[str]) -> int:
    """How many lines so many numbered choices take."""
    widest = max(map(len, offers)) + len(str(len(offers))) + 4
    return -(-len(offers) // max(1, WIDTH // widest))
