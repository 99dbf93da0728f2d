"""Refusals: an action that is not legal is answered with the reason, and nothing changes (ALL-4).

Behind a refusal, like behind all that is done or happens, lies a rule: its ground. A game says it once, as data: its
rules, and what rests on each (`Game.rests`). What rests on a rule is named by a

- code of a refusal (`does-not-fit`), or one with the action that was tried (`stock-empty take`);
- verb (`lay`), with the word that is said where it matters (`call schnapp`);
- way of a card from zone to zone (`stock>hand`), with a word where the zone was empty before (`hand>rows first`) or
  was mixed then (`c>stock shuffled`);
- `over`: the end of a round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from elfer.table.actions import Action

Grounds = Mapping[str, str]
"""By what rests on it: the id of a rule."""


class Refused(ValueError):
    """An action that the rules do not allow. `code` and `facts` say why, for programs; `str` says it in English."""

    in_english: ClassVar[Callable[[str], str]] = str
    """The sentence of a code. Its words stand with those of all languages, above this layer: `elfer` sets it."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return Refused.in_english(self.code).format(**self.facts)


def resting(rules: Mapping[str, str]) -> dict[str, str]:
    """The grounds, from the rules and what rests on each; of two rules for one thing the later one is its ground.

    >>> resting({"EL-9": "draw, stock>drawn"})
    {'draw': 'EL-9', 'stock>drawn': 'EL-9'}
    """
    return {thing: rule for rule, things in rules.items() for thing in things.split(", ")}


GENERAL = resting(
    {
        "ALL-4": "unreadable, not-an-action, no-such-seat, no-next-round",
        "LIVE-1": "answered, not-asked, no-answer, too-late",
    }
)


def ground(known: Grounds, what: str, tried: str = "") -> str:
    """The id of the rule behind a thing; behind a refusal without one, it is that of what was tried. Else empty.

    >>> known = resting({"HA-12": "call", "HA-14": "call thanks", "HA-21": "bury"})
    >>> ground(known, "call thanks"), ground(known, "call pair"), ground(known, "once-a-round", "bury")
    ('HA-14', 'HA-12', 'HA-21')
    """
    for text in (f"{what} {tried}", tried):
        while text:
            if text in known:
                return known[text]
            text = text.rpartition(" ")[0]
    return ""


def named(action: Action) -> str:
    """What grounds call an action: its verb, and the word that is said.

    >>> from elfer.table.actions import DRAW, Call
    >>> named(DRAW), named(Call("schnapp", 431))
    ('draw', 'call schnapp')
    """
    verb = str(action.__struct_config__.tag)
    return f"{verb} {action.word}" if hasattr(action, "word") else verb
