"""What a front end needs to know about games before anybody plays: titles, options, layouts, rules, words."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from elfer.match.registry import find, games
from elfer.match.setup import Setup
from elfer.server.messages import GameInfo, LayoutInfo, OptionInfo, RuleSection, ZoneInfo
from elfer.table.options import Option, options_of
from elfer.words import Words, catalogue
from elfer.words.rulebook import OptionWords, Rule, Rulebook, at_table, rulebook


@lru_cache
def all_games(lang: str) -> tuple[GameInfo, ...]:
    """All games, in a language."""
    return tuple(_game_info(name, lang) for name in sorted(games()))


def _game_info(name: str, lang: str) -> GameInfo:
    kind, book = find(name), rulebook(name, lang)
    options = tuple(_option_info(book, option) for option in options_of(kind.Options))
    return GameInfo(
        id=name,
        title=book.title,
        tagline=book.tagline,
        players=tuple(kind.seats),
        options=options,
        grounds=dict(kind.grounds),
    )


def _option_info(book: Rulebook, option: Option) -> OptionInfo:
    words = book.options.get(option.name, OptionWords(option.name))
    return OptionInfo(
        name=option.name,
        label=words.label,
        help=words.help,
        values=option.values,
        labels=tuple(words.values.get(str(value), str(value)) for value in option.values),
        default=option.default,
        range=option.is_range,
        players=option.players,
        when=option.when,
    )


@lru_cache(maxsize=256)
def layout_info(code: str, lang: str) -> LayoutInfo:
    """The zones, cards and places of a table. Raises `ValueError` if there is no such table code."""
    setup = Setup.read(code)
    layout, words = setup.game.layout, at_table(Words(lang), setup.name)
    zones = tuple(
        ZoneInfo(
            name=zone.name,
            label=words.zone(zone.name),
            shape=zone.shape.value,
            sight=zone.sight.value,
            owner=zone.owner,
            homes=zone.homes,
            columns=zone.columns,
            size=zone.size,
            over=zone.over,
            joins=tuple((join.upper, join.lower, join.bonus) for join in zone.joins),
            middle=zone.middle,
            row_order=zone.row_order,
            open_places=zone.open_places,
            wanted=zone.wanted,
        )
        for zone in layout.zones
    )
    return LayoutInfo(
        setup=setup.code,
        game=setup.name,
        title=rulebook(setup.name, lang).title,
        players=setup.players,
        zones=zones,
        cards={name: words.card(name) for name in layout.deck.names},
        places=layout.places,
    )


@lru_cache(maxsize=64)
def rules_of(game: str, lang: str) -> tuple[RuleSection, ...]:
    """A rulebook. Raises `ValueError` if there is no such game."""
    return tuple(
        RuleSection(
            title=section.title,
            items=tuple((part.id, part.text) if isinstance(part, Rule) else ("", part) for part in section.parts),
        )
        for section in rulebook(game, lang).sections
    )


@lru_cache
def words_of(lang: str) -> dict[str, Any]:
    """All sentences of a language; those that depend on a number as `{one, other}`."""
    plain: dict[str, Any] = msgspec.to_builtins(dict(catalogue(lang)))
    return plain
