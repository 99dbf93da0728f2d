"""Everything that is said to people, as JSON for the browser table.

`python -m elfer.words.export FOLDER` writes for each language the catalogue with the cast, all games and their
options (`de.json`), what bots say (`cast/de.json`), each rulebook (`rules/elfer.de.json`), and the verbs that
sentences are made of (`table/verbs.json`).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from elfer.bots import levels
from elfer.bots.cast import CAST
from elfer.match.registry import find, games
from elfer.table.options import Option, options_of
from elfer.table.verbs import exported as verbs
from elfer.words import LANGUAGES, catalogue
from elfer.words.rulebook import EVERY_GAME, OptionWords, Rule, Rulebook, own_words, rulebook

_BOTS_AND_RECORDS = ("arena", "balance", "replay", "review", "trouble", "tune")
TERMINAL_ONLY = ("ask", "cli", "command", "error", "help", "page", *_BOTS_AND_RECORDS)
"""Sections of the catalogues that a page never needs."""
SAYING = "saying"


def exported(lang: str) -> dict[str, Any]:
    """The catalogue of a language, the cast, and all games in it."""
    elsewhere = (*TERMINAL_ONLY, SAYING)
    words = {key: entry for key, entry in catalogue(lang).items() if key.split(".")[0] not in elsewhere}
    cast = [{"id": one.id, "name": one.name} for one in CAST]
    told = {"words": words, "cast": cast, "games": [_game(name, lang) for name in games()]}
    builtins: dict[str, Any] = msgspec.to_builtins(told)
    return builtins


def sayings(lang: str) -> dict[str, Any]:
    """What bots say. It is read when the first of them speaks: few words of it are ever said at a table."""
    return {key: entry for key, entry in catalogue(lang).items() if key.split(".")[0] == SAYING}


def _game(name: str, lang: str) -> dict[str, Any]:
    kind, book = find(name), rulebook(name, lang)
    return {
        "id": name,
        "title": book.title,
        "tagline": book.tagline,
        "players": list(kind.seats),
        "lowest_wins": kind.lowest_wins,
        "levels": [level.value for level in levels(kind(kind.seats[0]))],
        "options": [_option(option, book) for option in options_of(kind.Options)],
        "grounds": kind.grounds,
        "words": own_words(name, lang),
    }


def _option(option: Option, book: Rulebook) -> dict[str, Any]:
    words = book.options.get(option.name, OptionWords(option.name))
    return {
        "name": option.name,
        "label": words.label,
        "help": words.help,
        "values": option.values,
        "labels": [words.values.get(str(value), str(value)) for value in option.values],
        "default": option.default,
        "range": option.is_range,
        "players": option.players,
        "when": option.when,
    }


def rules(name: str, lang: str) -> list[dict[str, Any]]:
    """A rulebook, section by section; a rule is an object, a paragraph a text."""
    return [{"title": part.title, "parts": [_part(p) for p in part.parts]} for part in rulebook(name, lang).sections]


def _part(part: str | Rule) -> str | dict[str, Any]:
    if isinstance(part, str):
        return part
    marks = {"reading": part.is_reading, "option": part.is_option}
    return {"id": part.id, "text": part.text, **{mark: True for mark, is_set in marks.items() if is_set}}


def write(folder: Path) -> None:
    """Write all files into the folder."""
    for inner in ("cast", "rules", "table"):
        (folder / inner).mkdir(parents=True, exist_ok=True)
    (folder / "table/verbs.json").write_bytes(msgspec.json.encode(verbs()))
    for lang in LANGUAGES:
        (folder / f"{lang}.json").write_bytes(msgspec.json.encode(exported(lang)))
        (folder / "cast" / f"{lang}.json").write_bytes(msgspec.json.encode(sayings(lang)))
        for name in (EVERY_GAME, *games()):
            (folder / "rules" / f"{name}.{lang}.json").write_bytes(msgspec.json.encode(rules(name, lang)))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
