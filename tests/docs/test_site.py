"""The documentation site: it is built without a warning and without a network, and everything is in it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from elfer.match.registry import games
from elfer.table.game import Game
from elfer.words import LANGUAGES
from elfer.words.rulebook import EVERY_GAME, rulebook

ROOT = Path(__file__).parents[2]
SITE = ROOT / "docs/site"

ALONE = """
import runpy, sys

def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo"):
        raise RuntimeError(f"{event}: {arguments}")

sys.addaudithook(refuse)
sys.path.insert(0, "docs/site")
sys.argv[0] = "docs/site/publish.py"
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""Builds the site where nothing can be asked of another machine."""


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The modules that build the site, by name."""
    monkeypatch.syspath_prepend(SITE)
    yield import_module
    for file in SITE.glob("*.py"):
        sys.modules.pop(file.stem, None)


def built(out: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", ALONE, "--out", str(out)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_the_site_is_whole(tmp_path: Path) -> None:
    """One test, since building costs the most: strict, so links, anchors and warnings are looked at by the way."""
    done = built(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    html = tmp_path / "html"
    assert len(games()) >= 18
    for lang in LANGUAGES:
        for name in (EVERY_GAME, *games()):
            has_its_rules((html / f"rules/{lang}/{name}.html").read_text("utf-8"), name, lang)
    for name, kind in games().items():
        tells_how_it_is_encoded((html / f"games/{name}.html").read_text("utf-8"), kind(kind.seats[0]))
    has_all_pages(html)


def has_its_rules(page: str, name: str, lang: str) -> None:
    book = rulebook(name, lang)
    assert f'lang="{lang}"' in page[:200]
    assert f"<h1>{book.title}<" in page
    assert re.findall(r'<li id="([A-Z]+-\d+)">', page) == list(book.rules)
    for other in LANGUAGES:
        assert other == lang or f'href="../{other}/{name}.html"' in page


def tells_how_it_is_encoded(page: str, game: Game[Any]) -> None:
    told = re.sub(r" +", " ", re.sub(r"<[^>]+>", " ", page))
    rows = re.findall(r"(\S[^\n]*?)\s*\n\s*(\d+)\s*\n\s*(\d+)\s*\n", told)
    assert [(part.name, str(part.offset), str(part.length)) for part in game.encoder.parts] == rows
    least, most = game.encoder.utility_bounds
    for said in (f"{game.encoder.length:,} bytes", f"{len(game.actions):,} actions", f"{least:,} and {most:,}"):
        assert said in told


def has_all_pages(html: Path) -> None:
    found = {str(file.relative_to(html)) for file in html.rglob("*.html")}
    guides = {file.stem for file in (ROOT / "docs").glob("*.md")} - {"hosting", "server", "strength"}
    assert {f"{guide}.html" for guide in guides} <= found
    assert {"index.html", "project/architecture.html", "project/contributing.html", "project/changelog.html"} <= found
    assert {"servers/hosting.html", "servers/server.html", "bench/strength.html", "bench/engine.html"} <= found
    assert {f"start/{who}.html" for who in ("players", "hosts", "builders", "contributors")} <= found
    for page in (html / "api").glob("*.html"):
        assert "TypeAliasForwardRef" not in page.read_text("utf-8")
    api = (html / "api/play.html").read_text("utf-8")
    assert re.search(r"do_lay\(state,.*seat,.*lay\)", api)  # in backticks, and no name
    assert all(f'id="elfer.{name}"' in api for name in ("game", "Game.deal", "Game.apply", "Stream", "Refused"))


def test_what_is_wrong_ends_the_build(
    site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    publish = site("publish")
    pages = {"conf.py": "", "index.rst": "Home\n====\n"}

    def gather(to: Path) -> None:
        for name, text in pages.items():
            (to / name).write_text(text)

    monkeypatch.setattr(publish, "gather", gather)
    assert publish.main(["--out", str(tmp_path)]) == 0
    pages["index.rst"] += "\n:doc:`nowhere`\n"
    assert publish.main(["--out", str(tmp_path)]) == 1
    assert "nowhere" in capsys.readouterr().err
    pages["index.rst"] = "Home\n====\n\n.. raw:: html\n\n   <script src='https://example.org/x.js'></script>\n"
    assert publish.main(["--out", str(tmp_path)]) == 1
    assert "https://example.org/x.js is loaded from elsewhere" in capsys.readouterr().err


def test_what_is_not_there_is_said_without_a_traceback(
    site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    publish = site("publish")
    sources = site("sources")
    monkeypatch.setattr(sources, "WEB", tmp_path)
    monkeypatch.setattr(sources, "pages", dict)
    assert publish.main(["--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith(f"no font in {tmp_path}/assets: ")


PAGE = '<h1 id="top">A</h1><a href="b.html#there">b</a><a href="#top">a</a><a href="https://example.org">far</a>'


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("", None),
        ('<a href="c.html">', "the link c.html leads nowhere"),
        ('<a href="b.html#here">', "the link b.html#here leads nowhere"),
        ('<a href="#nowhere">', "the link #nowhere leads nowhere"),
        ('<a href="../outside.html">', "the link ../outside.html leads nowhere"),
        ('<img src="x.png">', "x.png is not there"),
        ('<img src="data:image/png;base64,">', None),
        ('<img src="//example.org/x.png">', "//example.org/x.png is loaded from elsewhere"),
        ('<img srcset="https://example.org/x.png 2x">', "https://example.org/x.png is loaded from elsewhere"),
        ('<script src="http://example.org/x.js">', "http://example.org/x.js is loaded from elsewhere"),
        (
            '<link rel="stylesheet" href="https://example.org/x.css">',
            "https://example.org/x.css is loaded from elsewhere",
        ),
        ('<p style="background: url(https://example.org/x)">', "https://example.org/x is loaded from elsewhere"),
    ],
)
def test_links_lead_somewhere_and_nothing_is_loaded_from_elsewhere(
    site: Any, tmp_path: Path, more: str, fault: str | None
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (tmp_path / "outside.html").write_text("")
    (folder / "a.html").write_text(PAGE + more)
    (folder / "b.html").write_text('<p id="there">')
    assert site("links").faults(folder) == ([f"{folder / 'a.html'}: {fault}"] if fault else [])


@pytest.mark.parametrize(
    "rule", ["@import 'https://example.org/x';", "a { b: url(//example.org/x) }", "a { b: url(x) }"]
)
def test_style_sheets_load_only_what_is_there(site: Any, tmp_path: Path, rule: str) -> None:
    (tmp_path / "a.css").write_text(rule)
    assert len(site("links").faults(tmp_path)) == 1
    (tmp_path / "x").write_text("")
    assert len(site("links").faults(tmp_path)) == ("example" in rule)


def test_links_are_turned_from_the_repository_to_the_site(site: Any, tmp_path: Path) -> None:
    sources = site("sources")
    text = "[a](../ARCHITECTURE.md#views) [b](bots.md) [c](https://example.org) [d](#here) [e](../deploy/Caddyfile)"
    there = "[a](../project/architecture.md#views) [b](../bots.md) [c](https://example.org) [d](#here) "
    there += "[e](../files/deploy/Caddyfile)"
    assert sources.turned(text, "docs/hosting.md", "servers/hosting.md", tmp_path) == there
    assert (tmp_path / "files/deploy/Caddyfile").read_bytes() == (ROOT / "deploy/Caddyfile").read_bytes()
    assert sources.turned("[a](server.md)", "docs/bots.md", "bots.md", tmp_path) == "[a](servers/server.md)"
    code = "```md\n[a](nowhere.md)\n\n```"
    assert sources.turned(code, "docs/hosting.md", "servers/hosting.md", tmp_path) == "```md\n[a](nowhere.md)\n```"
    with pytest.raises(sources.BadLink, match=r"docs/hosting.md links docs/nowhere.md"):
        sources.turned("[a](nowhere.md)", "docs/hosting.md", "servers/hosting.md", tmp_path)


def test_a_rule_is_shown_with_all_that_it_says(site: Any) -> None:
    page = site("rulebooks").book_page("elfer", "de")
    rule = rulebook("elfer", "de").rules["EL-11"]
    assert rule.is_reading
    assert rule.text.split("\n")[0] in page
    assert page.count('class="note"') == sum(
        r.is_reading + r.is_option for r in rulebook("elfer", "de").rules.values()
    )


def test_a_game_is_told_as_it_is(site: Any) -> None:
    made = site("made")
    elfer, ratefix = map(made.game_page, ("elfer", "ratefix"))
    for said in (
        "| players | 2 to 6 players |",
        "| the round is won by | fewest points |",
        "| levels of bots | easy, normal",
        "| OpenSpiel | `elfer_elfer` |",
        "| kernel | [yes](../fast.md) |",
        "| `deck` | `80`, `60` | `80` |",
        "| `without` | `red`, `yellow`, `green`, `blue` | `blue` |",
        "| `rounds` | 1 to 12 | `1` |",
        "| `lay` | 0–79 | `r1` | `b20` |",
        "| `draw` | 80 | `draw` | `draw` |",
        "; few are good.",
    ):
        assert said in elfer
    assert "the round is won by | most points" in ratefix
    assert "; many are good." in ratefix
    assert "| kernel | no |" in ratefix


def test_lists_have_all_games(site: Any) -> None:
    table = site("made").all_games()
    for name, kind in games().items():
        assert f"[{rulebook(name, 'en').title}]({name}.md) | `{name}` | {kind.seats[0]} " in table
        assert f"| [`{name}`]({name}.md) | " in table
        assert f"\n{name}\n" in table
    for lang in LANGUAGES:
        shelf = site("rulebooks").shelf(lang)
        assert all(f"[{rulebook(name, lang).title}]({name}.md)" in shelf for name in (EVERY_GAME, *games()))
