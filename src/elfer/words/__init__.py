"""Everything that is said to people, in German, English and French.

The sentences are data: one catalogue for each language, `de.toml`, `en.toml` and `fr.toml`, with the same keys and
the same placeholders; what the characters of bots say stands apart (`cast.de.toml`). The rulebooks stand beside their
games; `elfer.words.rulebook` reads them.

>>> Words("en").say("count.cards", n=1), Words("de").say("count.cards", n=2)
('1 card', '2 Karten')
>>> Words("fr").offer("r11")
'Poser le 11 rouge'
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from elfer.table.beats import Beat
from elfer.table.cards import COLOURS
from elfer.table.notation import taken_apart
from elfer.table.refusal import Refused
from elfer.table.verbs import PARTS
from elfer.words.french import elided

LANGUAGES = ("de", "en", "fr")
DEFAULT = "en"

ALL_COLOURS = (*COLOURS, "violet", "orange")
"""The colours of all decks, in the order in which they are shown."""

_COLOURS = {colour[0]: colour for colour in ALL_COLOURS}
_NUMBERED = re.compile(f"([{''.join(_COLOURS)}])([0-9]+)")


class Plural(Struct, frozen=True):
    """A sentence that depends on its number `n`."""

    one: str
    other: str


Entry = str | Plural


@cache
def catalogue(lang: str) -> Mapping[str, Entry]:
    """All sentences of a language by their keys (`count.cards`)."""
    sections = [*_sections(f"{lang}.toml"), *_sections(f"cast.{lang}.toml")]
    return {f"{section}.{key}": _entry(value) for section, words in sections for key, value in words.items()}


def _sections(file: str) -> Iterable[tuple[str, dict[str, Any]]]:
    return tomllib.loads(files(__name__).joinpath(file).read_text("utf-8")).items()


def _entry(value: str | dict[str, str]) -> Entry:
    return value if isinstance(value, str) else Plural(**value)


class Words:
    """One language."""

    def __init__(self, lang: str = DEFAULT, more: Mapping[str, Entry] | None = None) -> None:
        self.lang = lang
        self.entries = {**catalogue(lang), **(more or {})}

    def say(self, key: str, /, **facts: Any) -> str:
        """The sentence of that key with these facts; the number `n` decides between one and many."""
        entry = self.entries[key]
        if isinstance(entry, Plural):
            # In French nothing is singular too: « 0 carte ».
            one = facts["n"] == 1 or (self.lang == "fr" and facts["n"] == 0)
            entry = entry.one if one else entry.other
        return (elided(entry, facts) if self.lang == "fr" else entry).format(**facts)

    def card(self, name: str) -> str:
        """A card or place by its short name: `r11` is “red 11”. Others are called what their game calls them."""
        if f"name.{name}" in self.entries:
            return self.say(f"name.{name}")
        parts = parse(name)
        return self.say(f"card.{parts[0]}", number=parts[1]) if parts else name

    def cards(self, names: Iterable[str]) -> str:
        """Several cards, with commas between them."""
        return ", ".join(map(self.card, names))

    def the(self, names: Iterable[str]) -> str:
        """Cards with their articles, where the language has one; what a game calls by name has its own."""
        return ", ".join(
            self.card(name) if f"name.{name}" in self.entries else self.say("card.the", card=self.card(name))
            for name in names
        )

    def zone(self, name: str) -> str:
        """The name of a zone; one that no catalogue knows keeps its own."""
        key = f"zone.{name}"
        return self.say(key) if key in self.entries else name

    def offer(self, action: str, who: Sequence[str] = ()) -> str:
        """An action, in notation, as something that one can do: “Lay red 11”, “Draw a card”."""
        verb, named = taken_apart(action)
        said = self.say(f"offer.{verb}", **self.named(named, who))
        return said[:1].upper() + said[1:]

    def named(self, named: Mapping[str, str], who: Sequence[str] = ()) -> dict[str, str]:
        """What an action names, for people; `who` are the names of the seats."""
        said = {part: self._named(part, name, who) for part, name in named.items()}
        return said | {"the": self.the([named["card"]])} if "card" in named else said

    def _named(self, part: str, name: str, who: Sequence[str]) -> str:
        match PARTS[part]:
            case "number":
                return name
            case "word":
                return self.say(f"said.{name}") if f"said.{name}" in self.entries else name
            case "seat" | "seats":
                return self.listed(self._inside(self.seat(int(seat), who)) for seat in name.split())
        return self.card(name)

    def _inside(self, name: str) -> str:
        """A name in the middle of a sentence: whoever is “You” at its beginning is “you” there."""
        return self.say("seat.you-named") if name == self.say("seat.you") else name

    def seat(self, seat: int, who: Sequence[str] = ()) -> str:
        """What a seat is called."""
        return who[seat] if seat < len(who) else self.say("seat.number", number=seat)

    def beat(self, beat: Beat, viewer: int | None, who: Sequence[str] = ()) -> str:
        """The sentence of a beat, for the seat that looks on."""
        key = f"beat.{beat.says}"
        if viewer is not None and beat.seat == viewer and f"{key}-you" in self.entries:
            key += "-you"
        elif viewer is not None and beat.facts.get("seat") == str(viewer) and f"{key}-at-you" in self.entries:
            key += "-at-you"
        facts: dict[str, Any] = self.named(beat.facts, who)
        if beat.seat is not None:
            facts["who"] = self.seat(beat.seat, who)
        return self.say(key, n=beat.n, **facts)

    def fact(self, name: str) -> str | None:
        """What a field of the state is called that is shown at the table; `None` if it is not shown."""
        return self.say(f"fact.{name}") if f"fact.{name}" in self.entries else None

    def refusal(self, refused: Refused) -> str:
        """Why an action was refused."""
        facts = dict(refused.facts)
        for fact in ("card", "cards"):
            if fact in facts:
                facts[fact] = self.cards(str(facts[fact]).split())
        said = self.say(f"refusal.{refused.code}", **facts)
        return said[:1].upper() + said[1:]

    def listed(self, things: Iterable[str]) -> str:
        """Things in a row: “a, b and c”."""
        *head, last = things
        return self.say("list.and", head=", ".join(head), last=last) if head else last


def parse(name: str) -> tuple[str, int] | None:
    """The colour and the number of a card by its short name; `None` if it has none.

    >>> parse("b9"), parse("joker")
    (('blue', 9), None)
    """
    found = _NUMBERED.fullmatch(name)
    return (_COLOURS[found[1]], int(found[2])) if found else None


def language(asked: str | None, environ: Mapping[str, str]) -> str:
    """The language that was asked for, else that of the environment as far as there is a catalogue, else English.

    >>> language(None, {"LANG": "de_AT.UTF-8"}), language(None, {"LC_ALL": "C", "LANG": "fr_FR"})
    ('de', 'en')
    """
    if asked is not None:
        return asked
    where = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    lang = re.split(r"[_.@-]", where)[0].lower()
    return lang if lang in LANGUAGES else DEFAULT
