"""The pages that are made from the games: what each is, how programs see it, and the rulebooks in all languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from rulebooks import HOME, LANGUAGE_NAMES, book_page, shelf
from uses import listed, row

from elfer.bots import levels
from elfer.cli.rules import players
from elfer.envs.openspiel import short_name
from elfer.fast.kernels import kernel_of
from elfer.match.registry import find, games
from elfer.table.game import Game
from elfer.table.options import Option, options_of
from elfer.words import DEFAULT, LANGUAGES, Words
from elfer.words.rulebook import EVERY_GAME, OptionWords, rulebook

WORDS = Words(DEFAULT)
ROOT = Path(__file__).parents[2]
PICTURES = "docs/screenshots"

Row = tuple[object, ...]


def made() -> Iterator[tuple[str, str]]:
    """All of them: where each stands in the site, and its text."""
    yield "games/index.md", all_games()
    for name in games():
        yield f"games/{name}.md", game_page(name)
    for lang in LANGUAGES:
        yield f"rules/{lang}/index.md", shelf(lang)
        for name in (EVERY_GAME, *games()):
            yield f"rules/{lang}/{name}.md", book_page(name, lang)


def all_games() -> str:
    """The list of the games, and what each uses of what all share."""
    titles = [(f"[{rulebook(name, DEFAULT).title}]({name}.md)", *_listed(name)) for name in games()]
    uses = [(f"[`{name}`]({name}.md)", lines, *map(listed, parts)) for name, (lines, *parts) in _uses()]
    pages = "\n".join(games())
    return f"""# The games

{len(titles)} games from five rulebooks. Each has a page with its options and what programs need to know of it. The
[rules that hold in every game](../rules/{DEFAULT}/{EVERY_GAME}.md) have a page of their own.

{_table(("game", "name in programs", "players", "rules"), titles)}

## What each uses of what all share

A game says in a few lines what is its own. Beside the verbs of its actions, these are the operations and
mechanisms of the table that it uses beyond moving cards ([architecture](../project/architecture.md#the-table)).

{_table(("game", "lines of Python", "built on", "verbs", "of the table"), uses)}

```{{toctree}}
:hidden:
:titlesonly:

{pages}
```
"""


def _listed(name: str) -> Row:
    return f"`{name}`", players(WORDS, name), rules_of(name)


def _uses() -> Iterator[tuple[str, Any]]:
    for name in games():
        yield name, row(name)


def rules_of(name: str) -> str:
    """Links to the rulebooks of a game."""
    return " · ".join(f"[{LANGUAGE_NAMES[lang]}](../rules/{lang}/{name}.md)" for lang in HOME)


def game_page(name: str) -> str:
    """What a game is, and how programs see it at its fewest players."""
    kind = find(name)
    book, game = rulebook(name, DEFAULT), kind(kind.seats[0])
    return f"""# {book.title} ({name})

{book.tagline}

{picture(name)}
{_table(("", ""), facts(game))}

## Table options

{options(kind, book.options)}

## For programs

These are the figures for {game.players} players, the fewest, with all options at their defaults:
`elfer.game("{name}", players={game.players})`. [Encodings](../encodings.md) explains the parts.

### Observation

A row of **{game.encoder.length:,} bytes** (`game.encoder.length`).

{game.encoder.describe()}

### Actions

**{len(game.actions):,} actions** (`game.actions`), numbered from 0. A seat's mask has a byte for each.

{_table(("verb", "numbers", "from", "to"), verbs(game))}

### Utility

The points of a round are between **{game.encoder.utility_bounds[0]:,} and {game.encoder.utility_bounds[1]:,}** \
(`game.encoder.utility_bounds`); {"few" if game.lowest_wins else "many"} are good.
"""


def picture(name: str) -> str:
    """A table of the game, if there is a picture of one."""
    file = f"{PICTURES}/table-{name}-desktop.jpg"
    return f"![A table of this game](../files/{file})\n" if (ROOT / file).exists() else ""


def facts(game: Game[Any]) -> list[Row]:
    """What there is to a game, in two columns."""
    return [
        ("rules", rules_of(game.id)),
        ("players", players(WORDS, game.id)),
        ("the round is won by", "fewest points" if game.lowest_wins else "most points"),
        ("play it", f"`elfer play {game.id}`"),
        ("levels of bots", ", ".join(level.value for level in levels(game))),
        ("PettingZoo", f'`env("{game.id}")`'),
        ("OpenSpiel", f"`{short_name(type(game))}`"),
        ("kernel", "[yes](../fast.md)" if kernel_of(game) else "no"),
    ]


def options(kind: type[Game[Any]], words: dict[str, OptionWords]) -> str:
    """The options of a game as a table."""
    rows = [_option(option, words.get(option.name, OptionWords(option.name))) for option in options_of(kind.Options)]
    return _table(("option", "values", "default", ""), rows) if rows else "This game has none."


def _option(option: Option, words: OptionWords) -> Row:
    values = option.expected() if option.is_range else ", ".join(f"`{value}`" for value in option.values)
    return f"`{option.name}`", values, f"`{option.default}`", f"**{words.label}.** {words.help}"


def verbs(game: Game[Any]) -> Iterator[Row]:
    """The actions of a game by verb, with the numbers and the notation of the first and the last of each."""
    first = 0
    for verb, group in groupby(game.actions, lambda action: str(type(action).__struct_config__.tag)):
        actions = list(group)
        last = first + len(actions) - 1
        numbers = f"{first}–{last}" if last > first else first
        yield f"`{verb}`", numbers, f"`{game.write(actions[0])}`", f"`{game.write(actions[-1])}`"
        first = last + 1


def _table(head: Row, rows: Iterable[Row]) -> str:
    lines = (head, ("---",) * len(head), *rows)
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
