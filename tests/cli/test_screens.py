"""The screens read no game and name no verb: what they show follows from the table of verbs and from the layout."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import elfer
from elfer.match.registry import games
from elfer.table.verbs import VERBS

ROOT = Path(elfer.__file__).parents[2]
TERMINAL, PAGE = ROOT / "src/elfer/cli", ROOT / "web/src"
SCREENS = [
    *sorted(TERMINAL.glob("*.py")),
    *sorted(
        path
        for path in (*PAGE.rglob("*.ts"), *PAGE.rglob("*.svelte"))
        if "generated" not in path.parts and not path.name.endswith(".test.ts")
    ),
]
OTHERWISE = {
    "admin.py": {"name"},
    "admin_listings.py": {"name"},
    "Dev.svelte": {"end"},
    "Friends.svelte": {"pass"},
    "QuickMoment.svelte": {"call"},
    "SetUp.svelte": {"pass"},
    "TablePage.svelte": {"pass", "turn"},
    "live.svelte.ts": {"turn"},
    "start.ts": {"pass"},
}
"""Quoted words that are no verbs there: somebody's name, the end of a fixture, a sound, pass and play, an event."""
PICTURES = {"hints.ts", "pictures.ts", "symbols.ts"}
"""Where games and cards are given their pictures, by name; whatever has none there is drawn plainly."""
PROGRAM = "elfer"
"""The name of a game, but of the program too."""


@cache
def of_games() -> tuple[set[str], set[str]]:
    """The fields of the states of all games, and the names of their zones."""
    tables = [kind(kind.seats[0]) for kind in games().values()]
    fields = {field for table in tables for field in table.deal(bytes(32)).__struct_fields__}
    return fields, {zone.name for table in tables for zone in table.layout.zones}


def named(path: Path, text: str) -> Iterator[str]:
    """Verbs, games, fields and zones that a screen calls by name."""
    if path.suffix == ".svelte":
        text = text.split("<style")[0]
    quotes = "'`" if path.suffix == ".svelte" else "'`\""  # the attributes of a page stand in double ones
    quoted = set(re.findall(rf"[{quotes}]([a-z][a-z0-9-]*)(?=[{quotes} ])", text))
    sentences = set(re.findall(r"\b(?:you|they|offer)\.(\w+)", text))
    yield from ((quoted | sentences) & {*VERBS}) - OTHERWISE.get(path.name, set())
    if path.name in PICTURES:
        return
    yield from quoted & ({*games()} - {PROGRAM})
    fields, zones = of_games()
    read = re.findall(r"(?:facts|by_seat)\??\.?(?:\[['\"`]|get\(['\"]|)(\w+)", text)
    yield from {*read} & fields
    compared = re.findall(r"\bname\b\s*(?:[=!]==?|in)\s*[\[(]?['\"`](\w+)", text)
    yield from {*compared} & zones


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.name)
def test_a_screen_names_no_verb_and_nothing_of_a_game(path: Path) -> None:
    assert [*named(path, path.read_text("utf-8"))] == []


@pytest.mark.parametrize("path", [path for path in SCREENS if path.suffix == ".py"], ids=lambda path: path.name)
def test_the_terminal_knows_no_kind_of_action_and_no_game(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "elfer.table.actions":
            assert [alias.name for alias in node.names] == ["Action"]
        if isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith("elfer.games")
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith("elfer.games") for alias in node.names)


@pytest.mark.parametrize(
    ("file", "line", "found"),
    [
        ("x.ts", "verb === 'silent'", ["silent"]),
        ("x.svelte", "const TIPS = ['call', 'lay-at']", ["call", "lay-at"]),
        ("x.ts", "words.say(`they.draw${seen}`)", ["draw"]),
        ("x.ts", "words.say('they.draw-seen')", ["draw"]),
        ("x.py", 'VERBS[verb].family == "lay"', ["lay"]),
        ("x.py", 'texts.index("call schnapp")', ["call"]),
        ("x.svelte", '<p class="name">', []),
        ("x.ts", "layout.game === 'master'", ["master"]),
        ("x.ts", "view.facts.fits", ["fits"]),
        ("x.py", 'view.facts["order"]', ["order"]),
        ("x.py", 'view.by_seat.get("marks")', ["marks"]),
        ("x.py", "view.facts[zone.open_places]", []),
        ("x.ts", "zones.find(({ name }) => name === 'stock')", ["stock"]),
        ("x.py", 'zone.name in ("hand", "drawn")', ["hand"]),
    ],
)
def test_what_is_named_is_found(file: str, line: str, found: list[str]) -> None:
    assert sorted(named(Path(file), line)) == found
