"""Why the server declines a message: a code for programs, and facts for a sentence in the reader's language.

What the rules of a game refuse is an `elfer.table.refusal.Refused`; this is all the rest. The sentences stand in the
catalogues of `elfer.words`, section `declined`.
"""

from __future__ import annotations

from elfer.table.refusal import Refused
from elfer.words import Words


class Declined(Exception):
    """Something that cannot be done now, or not by this person. `expected` says what could."""

    def __init__(self, code: str, expected: str = "", /, **facts: object) -> None:
        super().__init__(code, expected, facts)
        self.code, self.expected, self.facts = code, expected, facts


def sentence(words: Words, why: Declined | Refused) -> str:
    """The reason, for a person."""
    if isinstance(why, Refused):
        return words.refusal(why)
    return words.say(f"declined.{why.code}", **why.facts)
