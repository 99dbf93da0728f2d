"""Rulebooks: each stands beside its game, one Markdown file for each language.

At the top, between lines of `+++`, TOML gives the name, the tagline and the words for the options. Below, every
list item is a rule and ends in its anchor: `{#EL-1}`, with `.read` if it is our reading of an unclear rule and
`.option` if it can be chosen at the table. A long rule may go on in further paragraphs, indented like its lines.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from msgspec import Struct, convert

from elfer.match.registry import find, games
from elfer.words import DEFAULT, LANGUAGES, Entry, Plural, Words, catalogue

_ANCHOR = re.compile(r"\s*\{#(?P<id>[\w-]+)(?P<marks>(?: \.\w+)*)\}$")


EVERY_GAME = "all"
"""In place of a game: the rules that hold in all of them."""


class BadRulebook(ValueError):
    """A rulebook that cannot be read; says where."""


class OptionWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What an option is called."""

    label: str
    help: str = ""
    values: dict[str, str] = {}


class FrontMatter(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands above the text."""

    name: str
    tagline: str = ""
    options: dict[str, OptionWords] = {}
    cards: dict[str, str] = {}
    """What cards and places that are not a colour and a number are called, as something that is laid: “a joker”."""
    zones: dict[str, str] = {}
    calls: dict[str, str] = {}
    """What the words of calls and announcements are, as they are said: “Schnapp!”."""
    facts: dict[str, str] = {}
    """What the fields of the state are called that are shown at the table; others are not shown."""
    questions: dict[str, str | Plural] = {}
    """What is asked where there is a choice, by verb and by what is still open (`elfer.words.questions`)."""
    beats: dict[str, str | Plural] = {}
    """What is said at the moments that deserve one; `-you` at the end of a key: to the one who is spoken of,
    `-at-you`: to the other one."""
    reasons: dict[str, str] = {}
    """Why one would do something, by what the bot saw in it (`elfer.bots.reasons`): predicates of which the action is
    the subject, as `elfer.words.reasons` says them."""
    story: dict[str, str | Plural] = {}
    they: dict[str, str | Plural] = {}
    you: dict[str, str | Plural] = {}
    """How the game tells what happened: by itself, of others, and to the one who did it. The keys are sayings and
    ways of cards, as grounds name them, or kinds of ways (`elfer.cli.story`); nobody mentions what is empty."""
    refusals: dict[str, str] = {}
    """Reasons for refusals that only this game has, by their codes."""


class Rule(Struct, frozen=True):
    """One rule. Its text may have `**bold**` words, and is one line for each of its paragraphs."""

    id: str
    text: str
    is_reading: bool = False
    is_option: bool = False


class Section(Struct, frozen=True):
    """A heading and what stands under it, in order: paragraphs and rules. The introduction has no title."""

    title: str
    parts: tuple[str | Rule, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(part for part in self.parts if isinstance(part, Rule))


class Rulebook(Struct, frozen=True):
    """The rules of a game in one language."""

    front: FrontMatter
    sections: tuple[Section, ...] = ()

    @property
    def title(self) -> str:
        return self.front.name

    @property
    def tagline(self) -> str:
        return self.front.tagline

    @property
    def options(self) -> dict[str, OptionWords]:
        return self.front.options

    @property
    def rules(self) -> dict[str, Rule]:
        """All rules by their ids."""
        return {rule.id: rule for section in self.sections for rule in section.rules}


def rulebook(game: str, lang: str) -> Rulebook:
    """The rulebook of a game, in English or else in any language if there is none in this one.

    A game that brings none along has an empty one.
    """
    if game == EVERY_GAME:
        return _read("elfer.games", lang, game)
    packages = find(game).packages()
    return _read(packages[-1], lang, game) if packages else Rulebook(FrontMatter(game))


@cache
def _read(package: str, lang: str, name: str) -> Rulebook:
    for choice in dict.fromkeys((lang, DEFAULT, *LANGUAGES)):
        file = files(package).joinpath(f"{choice}.md")
        if file.is_file():
            return parsed(file.read_text("utf-8"), f"{name}/{choice}.md")
    return Rulebook(FrontMatter(name))


def at_table(words: Words, game: str) -> Words:
    """The same language, with the words that a game, and what it is built on, brings along."""
    return Words(words.lang, own_words(game, words.lang))


def own_words(game: str, lang: str) -> dict[str, Entry]:
    """The words that a game, and what it is built on, brings along, by their keys."""
    out: dict[str, Entry] = {}
    for package in find(game).packages():
        front = _read(package, lang, package).front
        own: dict[str, Mapping[str, Entry]] = {
            "name": front.cards,
            "zone": front.zones,
            "said": front.calls,
            "fact": front.facts,
            "question": front.questions,
            "beat": front.beats,
            "reason": front.reasons,
            "story": front.story,
            "they": front.they,
            "you": front.you,
            "refusal": front.refusals,
        }
        out.update({f"{part}.{key}": text for part, sentences in own.items() for key, text in sentences.items()})
    return out


def reasons(game: str) -> dict[str, str]:
    """The English reasons for refusals that a game has beyond those of every game, by their codes."""
    words = own_words(game, DEFAULT)
    return {key.partition(".")[2]: str(text) for key, text in words.items() if key.startswith("refusal.")}


@cache
def in_english(code: str) -> str:
    """The sentence of a refusal of any game; what no words are known for stands for itself."""
    said = catalogue(DEFAULT).get(f"refusal.{code}")
    return str(said or next((own[code] for own in map(reasons, games()) if code in own), code))


def parsed(text: str, where: str = "rulebook") -> Rulebook:
    """The rulebook that a text is. Raises `BadRulebook`."""
    try:
        before, front, body = re.split(r"^\+\+\+$", text, maxsplit=2, flags=re.MULTILINE)
        head = convert(tomllib.loads(front), FrontMatter)
    except ValueError as error:
        raise BadRulebook(f"{where}: the front matter between two lines of +++: {error}") from None
    if before.strip():
        raise BadRulebook(f"{where}: text before the first +++")
    sections = tuple(_section(part, where) for part in re.split(r"^## ", "\n" + body, flags=re.MULTILINE))
    book = Rulebook(head, sections)
    if len(book.rules) != sum(len(section.rules) for section in sections):
        raise BadRulebook(f"{where}: a rule stands twice")
    return book


def _section(text: str, where: str) -> Section:
    title, _, body = text.partition("\n")
    body = re.sub(r"^# .*$", "", body, flags=re.MULTILINE)  # the title is in the front matter
    parts = re.split(r"\n\s*\n(?!  )|\n(?=- )", body)
    return Section(title.strip(), tuple(_part(_lines(part), where) for part in parts if part.strip()))


def _lines(text: str) -> str:
    """A text, with one line for each paragraph."""
    # Not `split()`: that would lose the no-break spaces of French.
    return "\n".join(re.sub(r"[ \n]+", " ", part).strip(" ") for part in re.split(r"\n\s*\n", text.strip(" \n")))


def _part(text: str, where: str) -> str | Rule:
    if not text.startswith("- "):
        return text
    anchor = _ANCHOR.search(text)
    if anchor is None:
        raise BadRulebook(f"{where}: this rule has no anchor at its end: {text[:60]}")
    marks = anchor["marks"].split()
    return Rule(anchor["id"], text[2 : anchor.start()], ".read" in marks, ".option" in marks)
