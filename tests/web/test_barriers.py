"""axe-core finds no barrier on any page: in any language, theme and type size, on a phone and on a desktop."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web import player
from tests.web.conftest import Visitor
from tests.web.staged import Stage, recorded

LOOKS = [
    ("de", "light", "phone", "large"),
    ("de", "dark", "desktop", "normal"),
    ("en", "light", "desktop", "large"),
    ("en", "dark", "phone", "large"),
    ("fr", "light", "phone", "normal"),
    ("fr", "dark", "desktop", "large"),
]
PLAIN = ("/", "/about", "/nope", "/game/elfer", "/game/hawaiki", "/game/brettspiel", "/game/all", "/me")
TABLES = ("elfer", "master", "brettspiel", "was-liegt-wo", "mogeln", "quartett", "hawaiki", "schwarzer-peter")


def violations(page: Page, axe: str, *rules: str) -> list[str]:
    """What axe finds, of these rules or of all."""
    page.evaluate(axe)  # not as a script of the page, which its security policy would not let in
    only = {"runOnly": rules} if rules else {}
    found = page.evaluate("how => axe.run(document, how)", {"resultTypes": ["violations"], **only})["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0]['failureSummary'][:300]}" for one in found
    ]


@pytest.fixture(scope="module")
def tables(browser: Browser, server: str) -> Iterator[tuple[Visitor, dict[str, str]]]:
    """Somebody who sits at many tables, and the codes of these."""
    host, codes = Visitor(browser, server), {}

    def code() -> str:
        host.page.wait_for_url("**/t/*")
        return host.page.url.rsplit("/", 1)[-1]

    for game in (*TABLES, "schnipp-schnapp", "zweikampf"):
        player.start_against_bots(host.go("/"), game)
        player.settled(host.page)
        player.touch_one(host.page, Random(game))
        codes[game] = code()
    player.play_to_result(host.page, "axe")
    host.go("/game/elfer").get_by_role("button", name="Invite friends").click()
    codes["lobby"] = code()
    host.page.get_by_role("button", name="Bot", exact=True).first.click()
    host.page.wait_for_selector("button.who")
    yield host, codes
    host.context.close()


@pytest.mark.parametrize(("lang", "theme", "size", "type_"), LOOKS)
def test_no_page_has_a_barrier(
    browser: Browser, server: str, tables: Any, axe: str, lang: str, theme: str, size: str, type_: str
) -> None:
    host, codes = tables
    visitor = Visitor(browser, server, size, lang, theme=theme, type=type_)
    visitor.context.add_cookies(host.context.cookies())
    page, seen = visitor.page, {}

    def look(name: str) -> None:
        seen[name] = violations(page, axe)

    for path in PLAIN:
        visitor.go(path).wait_for_load_state("networkidle")
        look(path)
    for game in TABLES:
        visitor.go(f"/t/{codes[game]}").wait_for_selector(".table")
        player.settled(page)
        look(game)
    for tool in page.locator("header .tool").all():  # leave, hint, rules, story, settings
        tool.click()
        page.wait_for_timeout(100)
        look(f"tool {tool.inner_text()}")
        page.keyboard.press("Escape")
    visitor.go(f"/t/{codes['schnipp-schnapp']}")
    for n in range(60):
        player.settled(page)
        if page.locator(".call, .result").count():
            break
        player.touch_one(page, Random(n))
    look("a quick moment")
    visitor.go(f"/t/{codes['zweikampf']}").wait_for_selector(player.RESULT)
    tabs = page.get_by_role("tab").all()
    assert len(tabs) == 3
    for n, tab in enumerate(tabs):
        tab.click()
        page.wait_for_timeout(150)
        look(f"result {n}")
    visitor.go(f"/t/{codes['lobby']}").wait_for_selector("main:not([aria-busy=true])")
    look("lobby")
    page.locator("button.who").first.click()
    page.wait_for_selector(".cast")
    look("who plays")
    page.keyboard.press("Escape")
    visitor.go(f"/report/{codes['zweikampf']}").wait_for_selector("main li")
    look("report")
    visitor.go("/").locator(".hero .button").last.click()
    page.wait_for_selector("dialog")
    look("friends")
    visitor.go("/t/ZZZZZ").wait_for_selector("main [role=alert]")
    look("no such table")
    visitor.go(f"/tv/{codes['elfer']}").wait_for_selector(".table")
    look("tv")
    visitor.context.close()
    stranger = Visitor(browser, server, size, lang, theme=theme, type=type_)  # a bystander can talk
    page = stranger.go(f"/t/{codes['elfer']}")
    page.wait_for_selector(".watching")
    page.locator("header button.tool").nth(2).click()
    page.wait_for_selector("dialog")
    look("chat")
    stranger.context.close()
    assert {name: found for name, found in seen.items() if found} == {}


_OPEN = """() => {
  for (const node of document.querySelectorAll('.stage [aria-hidden]')) node.removeAttribute('aria-hidden')
  for (const one of document.getAnimations()) one.finish()
}"""
"""What is said to screen readers elsewhere is looked at too: whoever sees it must be able to read it."""
_HALFWAY = """() => {
  for (const one of document.getAnimations()) { one.pause(); one.currentTime = 600 }
}"""


@pytest.mark.parametrize(("lang", "theme", "size", "type_"), LOOKS)
def test_no_beat_has_a_barrier(visit: Any, axe: str, lang: str, theme: str, size: str, type_: str) -> None:
    stage, seen = Stage(visit(size, lang, theme=theme, type=type_)), {}
    shown: set[tuple[Any, ...]] = set()
    told: dict[str, list[list[dict[str, Any]]]] = recorded("beats")
    for game, actions in told.items():
        found = recorded(game)
        for beat in (beat for beats in actions for beat in beats):
            kind = (beat["kind"], beat.get("right"), bool(beat.get("cards")), bool(beat.get("marks")))
            if kind in shown:
                continue
            shown.add(kind)
            page = stage.show(found, found["moments"][-1]["view"])
            stage.happens({**beat, "ms": 600_000})
            page.wait_for_selector(player.BEAT)
            barriers = violations(page, axe)
            page.evaluate(_OPEN)
            seen[f"{game} {beat['says']}"] = barriers + violations(page, axe, "color-contrast")
    assert {kind for kind, *_ in shown} == {"say", "reveal", "compare", "add-up", "outcome", "collect"}
    assert {name: found for name, found in seen.items() if found} == {}


@pytest.mark.parametrize(("lang", "theme", "size", "type_"), LOOKS)
def test_no_winning_moment_has_a_barrier(visit: Any, axe: str, lang: str, theme: str, size: str, type_: str) -> None:
    stage, found = Stage(visit(size, lang, theme=theme, type=type_, speed="normal")), recorded("quartett")
    page = stage.show(found, found["moments"][-1]["view"])
    stage.ends([40, 8, 24, 8])
    page.wait_for_selector(".winning svg")
    page.evaluate(_HALFWAY)
    assert violations(page, axe) == []
    assert page.locator(".winning svg").count() > 10
