"""Verbs: what an action is called, what it names, and how that is written. Everything else follows from it.

`elfer.table.actions` declares a verb beside each action. Notation, the sentences of `elfer.words` and the choices on
screens are made from what it declares; the browser gets the same table as data (`exported`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Literal, TypeVar

from msgspec import Struct

Kind = Literal["card", "place", "seat", "seats", "number", "word"]

PARTS: Mapping[str, Kind] = {
    "card": "card",
    "place": "place",
    "via": "place",
    "pile": "place",
    "seat": "seat",
    "seats": "seats",
    "number": "number",
    "after": "number",
    "word": "word",
}
"""What an action can name, and what kind of thing each is. Sentences have placeholders of the same names."""

_NUMBER = "[0-9]{1,5}"
_PATTERNS: Mapping[Kind, str] = {
    "card": r"[^@<\s]+",
    "place": r"[^@<\s]+",
    "seat": _NUMBER,
    "seats": f"{_NUMBER}(?: {_NUMBER})*",
    "number": _NUMBER,
    "word": "[a-z]+(?:-[a-z]+)*",
}
"""How each kind of thing is written, as regular expressions that Python and JavaScript read alike."""
_OPTIONAL = re.compile(r"\[(.+)\]")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Verb(Struct, frozen=True, dict=True):
    name: str
    form: str
    """How it is written: `ask {seat} {card}`. What stands in brackets is left out when there is nothing to say."""
    home: bool = False
    """Whether the place of the card's own name is meant, as no other is named."""
    like: str = ""
    """The verb that this is a case of: connecting is laying too."""
    role: Literal["", "lays", "instead", "ends", "quiet"] = ""
    """What it is in a turn: a card is laid, something is done instead, the turn is ended, a question not answered."""
    source: Literal["", "stock", "own", "held"] = ""
    """Where a card that nobody names comes from: the stock, the player's stack, a hand that is held out."""
    rote: bool = False
    """Whether everyone can see that it takes no thought: the rules leave nothing else, or the turn just goes on."""
    button: int = 0
    """Of what is done with one button: its rank among the others, from 1. 0: there is something to touch."""
    main: bool = True
    """Whether its button may be the one that stands out."""

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """What it names, in order."""
        return tuple(_PLACEHOLDER.findall(self.form))

    @property
    def family(self) -> str:
        """The verb that it is a case of, if only of itself."""
        return self.like or self.name

    @cached_property
    def word(self) -> str:
        """The word that it begins with; empty if it begins with a card."""
        return "" if self.form.startswith("{") else self.form.split(" ")[0]

    @cached_property
    def pattern(self) -> str:
        """What it is read by, with a group for each part."""
        optional = _OPTIONAL.sub(r"(?:\1)?", self.form)
        return _PLACEHOLDER.sub(lambda part: f"(?P<{part[1]}>{_PATTERNS[PARTS[part[1]]]})", optional)

    @cached_property
    def match(self) -> Callable[[str], re.Match[str] | None]:
        return re.compile(self.pattern).fullmatch

    def written(self, named: Mapping[str, str]) -> str:
        if optional := _OPTIONAL.search(self.form):
            said = all(map(named.get, _PLACEHOLDER.findall(optional[1])))
            return _OPTIONAL.sub(optional[1] if said else "", self.form).format_map(named)
        return self.form.format_map(named)


VERBS: dict[str, Verb] = {}
"""All verbs by their names."""
VERBS_OF: dict[Any, list[Verb]] = {}
"""By kind of action: how it is written. Where there are several, the first leaves out what goes without saying."""

A = TypeVar("A", bound=type[Struct])


def verb(form: str, name: str = "", **traits: Any) -> Callable[[A], A]:
    """Declare a verb of an action. Its parts are the action's fields, in the same order.

    Its role is that of the verb that it is a case of, unless it has one of its own.
    """
    if like := traits.get("like"):
        traits = {"role": VERBS[like].role, **traits}

    def declared(kind: A) -> A:
        found = Verb(name or str(kind.__struct_config__.tag), form, **traits)
        VERBS[found.name] = found
        VERBS_OF.setdefault(kind, []).append(found)
        return kind

    return declared


def plain(text: str) -> str:
    """A text as it would be written: capitals and blanks do not matter."""
    return " ".join(text.lower().split())


def readings(text: str) -> list[tuple[Verb, dict[str, str]]]:
    """All that a plain text might mean: verbs, and what each of them would name. Words come before cards."""
    found = [(verb, match) for verb in VERBS.values() if (match := verb.match(text))]
    found.sort(key=lambda pair: not pair[0].word)
    return [(verb, {part: name for part, name in match.groupdict().items() if name}) for verb, match in found]


def exported() -> dict[str, Any]:
    """The table of verbs for the browser: words before cards, each with the pattern that it is read by."""
    ordered = sorted(VERBS.values(), key=lambda verb: not verb.word)
    return {"parts": PARTS, "verbs": {verb.name: _exported(verb) for verb in ordered}}


def _exported(verb: Verb) -> dict[str, Any]:
    traits = ("home", "like", "role", "source", "button", "main")
    pattern = f"^{verb.pattern.replace('(?P<', '(?<')}$"
    return {"pattern": pattern, "parts": verb.parts, **{trait: getattr(verb, trait) for trait in traits}}
