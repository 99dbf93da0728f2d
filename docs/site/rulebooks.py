"""Rulebooks as pages: each rule with its id, which is also its address (`rules/en/elfer.html#EL-9`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby

from elfer.cli.rules import players
from elfer.match.registry import games
from elfer.words import DEFAULT, LANGUAGES, Words
from elfer.words.rulebook import EVERY_GAME, Rule, Section, rulebook

LANGUAGE_NAMES = {"de": "Deutsch", "en": "English", "fr": "Français"}
SHELVES = {"de": "Spielregeln", "en": "Rulebooks", "fr": "Règles des jeux"}
HOME = (DEFAULT, *(lang for lang in LANGUAGES if lang != DEFAULT))
"""The languages, that of the site first."""
ALONE = "---\norphan: true\n---\n"
"""Rulebooks are found from the lists and the games: in the navigation they would be half of it."""


def shelf(lang: str) -> str:
    """The list of all rulebooks in a language."""
    books = {name: rulebook(name, lang) for name in (EVERY_GAME, *games())}
    lines = "\n".join(f"- [{book.title}]({name}.md): {book.tagline}" for name, book in books.items())
    return f"# {SHELVES[lang]}\n\n{_links('index', lang)}\n\n{lines}\n"


def book_page(name: str, lang: str) -> str:
    """A rulebook in a language."""
    book, words = rulebook(name, lang), Words(lang)
    of = "" if name == EVERY_GAME else f" {players(words, name)}."
    sections = "\n\n".join(_section(section, words) for section in book.sections)
    return f"{ALONE}# {book.title}\n\n{_links(name, lang)}\n\n*{book.tagline}*{of}\n\n{sections}\n"


def _links(name: str, lang: str) -> str:
    """Links to the same page in the other languages, to the other rulebooks, and to the game."""
    links = [f"[{LANGUAGE_NAMES[other]}](../{other}/{name}.md)" for other in HOME if other != lang]
    if name != "index":
        links.append(f"[{SHELVES[lang]}](index.md)")
    if name in games():
        links.append(f"[`{name}`](../../games/{name}.md)")
    return " · ".join(links)


def _section(section: Section, words: Words) -> str:
    parts = "\n\n".join(_parts(section, words))
    return f"## {section.title}\n\n{parts}" if section.title else parts


def _parts(section: Section, words: Words) -> Iterator[str]:
    """Paragraphs and lists of rules, as HTML: in Markdown, Sphinx would write the ids in small letters."""
    for is_rule, parts in groupby(section.parts, lambda part: isinstance(part, Rule)):
        items = [_rule(part, words) if isinstance(part, Rule) else f"<p>{_inline(part)}</p>" for part in parts]
        yield "\n".join(['<ul class="rules">', *items, "</ul>"] if is_rule else items)


def _rule(rule: Rule, words: Words) -> str:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in _inline(rule.text).split("\n"))
    notes = {"reading": rule.is_reading, "option": rule.is_option}
    said = "".join(f'<p class="note">{escape(words.say(f"rules.{note}"))}</p>' for note in notes if notes[note])
    return f'<li id="{rule.id}"><a class="id" href="#{rule.id}">{rule.id}</a><div>{text}{said}</div></li>'


def _inline(text: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text, quote=False))
