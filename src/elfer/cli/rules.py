"""`elfer rules` and `elfer games`: what can be played, and how."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from elfer.match.registry import find, games
from elfer.words import Words
from elfer.words.rulebook import EVERY_GAME, Rule, rulebook

WIDEST = 96
MARGIN = 8
"""Rules stand to the right of their ids."""


class NoSuchRule(ValueError):
    """A rulebook has no rule of that id."""


def print_rulebook(words: Words, console: Console, game: str) -> None:
    """A whole rulebook."""
    book, width = rulebook(game, words.lang), min(console.width, WIDEST)
    console.rule(Text(book.title, "bold"), style="dim") if console.is_terminal else console.print(Text(book.title))
    for line in _wrapped(Text(book.tagline, "italic"), width):
        console.print(line)
    if game != EVERY_GAME:
        console.print(Text(players(words, game), "dim"))
    for section in book.sections:
        if section.title:
            console.print(Text(f"\n{section.title}", "bold underline"))
        for part in section.parts:
            console.print()
            if isinstance(part, Rule):
                print_rule(words, console, part)
            else:
                for line in _wrapped(inline(part), width):
                    console.print(line)


def print_rule(words: Words, console: Console, rule: Rule) -> None:
    """One rule, with its id in the margin."""
    text = inline(rule.text)
    if rule.is_reading:
        text.append(" " + words.say("rules.reading"), "dim italic")
    if rule.is_option:
        text.append(" " + words.say("rules.option"), "dim italic")
    margin = Text(rule.id.ljust(MARGIN), "dim")
    for paragraph in text.split("\n"):
        for line in _wrapped(paragraph, min(console.width, WIDEST) - MARGIN):
            console.print(margin + line)
            margin = Text(" " * MARGIN)


def one_rule(words: Words, console: Console, game: str, rule: str) -> None:
    """The rule of that id. Raises `NoSuchRule`."""
    rules = rulebook(game, words.lang).rules
    if rule.upper() not in rules:
        title = rulebook(game, words.lang).title
        raise NoSuchRule(words.say("error.rule", rule=rule, title=title, ids=", ".join(rules)))
    print_rule(words, console, rules[rule.upper()])


def print_games(words: Words, console: Console) -> None:
    """All games with the numbers of players and what they are about."""
    width = min(console.width, WIDEST)
    for game in games():
        book = rulebook(game, words.lang)
        console.print(Text.assemble((game, "bold"), "  ", book.title, "  ", (f"({players(words, game)})", "dim")))
        for line in _wrapped(Text(book.tagline, "italic"), width - 4):
            console.print(Text("    ") + line)


def players(words: Words, game: str) -> str:
    """For how many players a game is."""
    seats = find(game).seats
    if len(seats) == 1:
        return words.say("rules.players", n=seats.start)
    return words.say("rules.players-between", first=seats.start, last=seats.stop - 1)


def inline(text: str) -> Text:
    """Text with its `**bold**` words."""
    out = Text()
    for n, part in enumerate(text.split("**")):
        out.append(part, "bold" if n % 2 else "")
    return out


def _wrapped(text: Text, width: int) -> Iterator[Text]:
    # Not by rich: it also breaks lines at the no-break spaces that French has before its signs.
    start = 0
    for line in wrap(text.plain, width, break_on_hyphens=False, break_long_words=False):
        start = text.plain.index(line, start)
        yield text[start : start + len(line)]
        start += len(line)
