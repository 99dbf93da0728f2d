"""For everyone: by keyboard, in every language, with a screen reader, on a slow device."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import elfer
from tests.web import player

BUILT = Path(elfer.__file__).parent / "web"
BUDGET = 150_000


def test_the_language_changes_in_mid_game(visit: Any) -> None:
    page = visit("desktop").go("/")
    player.start_against_bots(page, "elfer")
    page.wait_for_selector(player.OFFERED)
    expect(page.get_by_role("button", name="Rules")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Français").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Règles")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator(".say")).to_contain_text("vous")  # "À vous" or the question, which depends on the deal
    # What the server says follows, too. Which reason it is depends on the deal.
    reasons, told = re.compile("ne convient pas|ouvre le jeu|peut poser"), page.get_by_role("alert")
    for count in range(100):
        player.settled(page)
        assert not page.locator(player.RESULT).count()
        if page.locator(".hand button.can").count() and (dull := page.locator(".hand button:not(.can)")).count():
            dull.first.focus()
            page.keyboard.press("Enter")
            expect(told).to_contain_text(reasons)
            return
        player.touch_one(page, Random(count))
    pytest.fail("every card could always be laid")


def test_keyboard_only(visit: Any) -> None:
    page = visit("desktop").go("/")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Play now":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(player.OFFERED, timeout=15_000)
    for _ in range(400):
        page.wait_for_selector(f"{player.OFFERED}, {player.RESULT}", timeout=20_000)
        if page.locator(player.RESULT).count():
            break
        if page.locator(".hand button.can").count():
            page.evaluate("document.activeElement.blur()")
            focus_playable(page)
            page.keyboard.press("Enter")
        else:
            page.evaluate("document.activeElement.blur()")
            page.keyboard.press("Space")
        page.wait_for_timeout(40)
    expect(page.locator(player.RESULT)).to_be_visible()


def focus_playable(page: Page) -> None:
    """Tab into the hand, then go along it."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.hand') !== null"):
            break
    page.keyboard.press("Home")
    for _ in range(20):
        if page.evaluate("document.activeElement.classList.contains('can')"):
            return
        page.keyboard.press("ArrowRight")


def test_moves_are_announced(visit: Any) -> None:
    page = visit("desktop").go("/")
    player.start_against_bots(page, "elfer")
    random, spoken = Random(0), page.locator("[aria-live=polite]").first
    for _ in range(6):  # a touch may only choose a card; what it does then depends on the deal
        page.wait_for_selector(player.OFFERED)
        player.touch_one(page, random)
        page.wait_for_timeout(300)
        if spoken.text_content():
            break
    expect(spoken).not_to_be_empty()


def test_large_text_keeps_everything_in_reach(visit: Any) -> None:
    visitor = visit("phone")
    page = visitor.go("/")
    page.add_style_tag(content="html { font-size: 200% }")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page = visitor.go("/game/elfer")
    page.add_style_tag(content="html { font-size: 200% }")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_first_load_is_small(visit: Any) -> None:
    visitor = visit("desktop")
    loaded: set[str] = set()
    visitor.page.on("request", lambda request: loaded.add(request.url.split("/", 3)[-1]))
    visitor.go("/").wait_for_load_state("networkidle")
    player.start_against_bots(visitor.page, "elfer")
    files = [BUILT / name for name in loaded if name.endswith((".js", ".css"))]
    assert len(files) > 4
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= BUDGET


_WATCH = """(parts) => {
  window.seen = Object.fromEntries(parts.map((part) => [part, []]))
  const look = () => {
    for (const part of parts) {
      const { top, height } = document.querySelector(part)?.getBoundingClientRect() ?? {}
      const box = `${Math.round(top)}+${Math.round(height)}`
      if (top !== undefined && !window.seen[part].includes(box)) window.seen[part].push(box)
    }
    requestAnimationFrame(look)
  }
  look()
}"""


SHIFT = {"elfer": 0.01, "master": 0.02, "quartett": 0.02}
"""So much of the screen may move at once, by the game: a sentence that is centred anew, cards to choose from."""


@pytest.mark.parametrize("game", SHIFT)
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_nothing_jumps_at_the_table(visit: Any, size: str, game: str) -> None:
    visitor = visit(size)
    visitor.context.add_init_script(player.SHIFTS)
    page = visitor.go("/")
    player.start_against_bots(page, game)
    player.settled(page)  # bots may begin, and in quartett ask many questions, each with its beats
    page.evaluate("window.shifts = []")
    page.evaluate(_WATCH, [".seats", ".ticker", ".board", ".now", ".mine-area", ".hand"])
    player.play_to_result(page, "steady")
    boxes = page.evaluate("window.seen")
    assert {part: places for part, places in boxes.items() if len(places) > 1} == {}
    assert [shift for shift in page.evaluate("window.shifts") if shift[0] >= SHIFT[game]] == []


def test_the_rules_can_be_read_offline(browser: Any, server: str) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.goto(server)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => caches.keys().then((names) => names.length > 0)")
    page.reload()
    context.set_offline(True)
    page.goto(server + "/game/elfer")
    expect(page.get_by_text("EL-1", exact=True)).to_be_visible()
    context.close()


@pytest.mark.parametrize("path", ["/", "/game/elfer", "/game/brettspiel", "/me"])
def test_a_page_is_as_wide_as_the_phone_and_stays_as_it_came(visit: Any, path: str) -> None:
    visitor = visit("phone")
    visitor.context.add_init_script(player.SHIFTS)
    page = visitor.go(path)
    page.locator("main a, main button").last.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    assert page.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [360, 360]
    assert sum(value for value, _ in page.evaluate("window.shifts")) < 0.1
