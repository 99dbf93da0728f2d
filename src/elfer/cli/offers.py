"""What a person can choose from, numbered, in words or in notation, or as something to type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elfer.cli.cells import WIDTH
from elfer.table.actions import Action
from elfer.table.game import Game
from elfer.table.notation import taken_apart
from elfer.table.verbs import VERBS, VERBS_OF
from elfer.words import Words
from elfer.words.questions import question

MOST_LINES = 4
"""Of choices in full words."""
MOST_COUNTED = 9
"""Choices that are only numbers; of more it is enough to say which."""
MOST_CHOICES = 40
"""More are not listed: the person is told what to type."""


class Offers:
    """The legal actions of a moment, for people."""

    def __init__(
        self, words: Words, game: Game[Any], legal: Sequence[Action], names: Sequence[str], room: int = MOST_CHOICES
    ) -> None:
        """`room` is how many lines there are for the choices."""
        self.words, self.game, self.legal, self.names = words, game, legal, names
        self.texts = [game.write(action) for action in legal]
        self.named = [(VERBS[verb], named) for verb, named in map(taken_apart, self.texts)]
        """Of each: its verb, and what it names."""
        spelt = [words.offer(text, names) for text in self.texts]
        # Many choices, as with jokers, are listed in notation, or they would push the table off the screen.
        self.shown = spelt if lines_of(spelt) <= min(MOST_LINES, room) else self.texts
        self.counting = self._counting()
        self.form = self._form(room)
        """What to type, where a list would be too long."""
        self.lines = lines_of(self.shown) if self.form is None else -(-len(self.form) // (WIDTH - 1))
        """How many lines it takes to say it."""

    def _counting(self) -> str | None:
        """The word that all choices are, if they are that word and a number: then the number alone is enough."""
        both = zip(self.texts, self.named, strict=True)
        pairs = [text.split(" ") for text, (verb, _) in both if verb.role != "quiet"]
        first = {pair[0] for pair in pairs}
        alike = len(first) == 1 and all(len(pair) == 2 and pair[1].isdecimal() for pair in pairs)
        return first.pop() if alike and len(pairs) > 1 else None

    def _form(self, room: int) -> str | None:
        say = self.words.say
        if self.counting and len(self.legal) > MOST_COUNTED:
            numbers = sorted(int(text.split(" ")[1]) for text in self.texts if " " in text)
            example = self.texts[-1] if self.named[-1][0].role == "quiet" else self.texts[0]
            return say("ask.range", first=numbers[0], last=numbers[-1], example=example)
        if len(self.legal) <= MOST_CHOICES and lines_of(self.shown) <= max(1, room):
            return None
        examples: dict[str, str] = {}
        for text, (verb, _) in zip(self.texts, self.named, strict=True):
            examples.setdefault(verb.name, text)
        return say("ask.form", examples=", ".join(examples.values()))

    def title(self, window: bool) -> str:
        """What the moment asks, or, where there is nothing to choose, what it is about."""
        if len(self.legal) > 1:
            return question(self.words, self.texts, self.names)
        if window:
            return self.words.say("turn.secret")
        if self.named[0][0].role == "lays":
            return self.words.say("turn.fitting")
        nothing_else = self.named[0][0].role in ("instead", "ends")
        return self.words.say("turn.none" if nothing_else and self._lays_cards_home() else "turn.act")

    def _lays_cards_home(self) -> bool:
        """Whether cards are laid where they belong in this game, so that it is worth saying that none can be."""
        verbs = (verb for kind in {type(action) for action in self.game.actions} for verb in VERBS_OF[kind])
        return any(verb.home and verb.role == "lays" for verb in verbs)

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
