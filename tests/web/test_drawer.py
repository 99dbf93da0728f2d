"""The rules drawer opens at the rule that just applied: to a refusal, a line of the story, the last thing done."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from elfer.words import Words
from tests.web import player
from tests.web.test_barriers import violations

_IN_VIEW = """rule => {
  const [here, room] = [rule, rule.closest('.body')].map((one) => one.getBoundingClientRect())
  return here.top >= room.top && here.bottom <= room.bottom
}"""


def my_turn_with_a_card(page: Page) -> None:
    """Go on until a card of the hand can be laid."""
    for count in range(40):
        player.settled(page)
        if page.locator(".hand button.can").count():
            return
        player.touch_one(page, Random(count))
    pytest.fail("no card could ever be laid")


def opened_at(page: Page, rule: str, drawer: str = "Rules") -> Locator:
    """The drawer, once it is open with that rule, and no other, marked and in view."""
    dialog = page.get_by_role("dialog", name=drawer)
    expect(dialog.locator(".rule.now .id")).to_have_text(rule)
    expect(dialog.locator(".rule.now")).to_be_focused()
    page.wait_for_function(_IN_VIEW, arg=dialog.locator(".rule.now").element_handle())
    return dialog


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_refusal_leads_to_its_rule(visit: Any, size: str) -> None:
    visitor = visit(size)
    page = visitor.go("/")
    player.start_against_bots(page, "elfer")
    my_turn_with_a_card(page)
    page.locator(".hand button:not(.can)").first.focus()
    page.keyboard.press("Enter")
    link = page.get_by_role("alert").get_by_role("button")
    # Either the card does not fit, or it is the turn of the card that opens the game.
    expect(link).to_have_text(re.compile(r"Rule EL-[37]$"))
    rule = (link.text_content() or "").removeprefix("Rule ")
    link.click()
    dialog = opened_at(page, rule)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert visitor.errors == []


@pytest.mark.parametrize("lang", ["de", "fr"])
def test_a_line_of_the_log_leads_to_its_rule(visit: Any, lang: str) -> None:
    say = Words(lang).say
    visitor = visit("phone", lang=lang)
    page = visitor.go("/")
    player.start_against_bots(page, "elfer", say("web.against-bots"))
    my_turn_with_a_card(page)
    player.touch(page.locator(".hand button.can").first)
    page.get_by_role("button", name=say("web.story")).click()
    own = page.get_by_role("dialog", name=say("web.story")).locator("li.own:has(i)").first
    link = own.get_by_role("button")
    # A card was laid or drawn; the first one of all opens the game.
    expect(link).to_have_text(re.compile("EL-[359]$"))
    rule = link.text_content() or ""
    assert link.get_attribute("aria-label") == say("web.rule", id=rule)
    link.click()
    dialog = opened_at(page, rule, say("web.rules"))
    # One panel at a time.
    expect(page.get_by_role("dialog")).to_have_count(1)
    dialog.get_by_role("button").first.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert visitor.errors == []


def test_the_button_opens_at_what_happened_last(visit: Any) -> None:
    page = visit("desktop").go("/")
    player.start_against_bots(page, "zweikampf")
    page.locator(".acts .main").click()
    page.wait_for_selector(player.OFFERED)
    page.get_by_role("button", name="Rules").click()
    opened_at(page, "ZK-2")


def test_a_rule_of_every_game_is_shown_below_the_games_own(visit: Any) -> None:
    """What is no action of the game at all is refused by a rule that stands in another rulebook."""
    visitor = visit("desktop")
    page = visitor.go("/")
    player.start_against_bots(page, "schnipp-schnapp")
    page.wait_for_selector(player.OFFERED)
    page.evaluate("""() => {
      const send = WebSocket.prototype.send
      WebSocket.prototype.send = function (text) {
        send.call(this, String(text).replace('"do":"turn"', '"do":"fly"'))
      }
    }""")
    page.locator(".acts .main").click()
    page.get_by_role("alert").get_by_role("button", name="Rule ALL-4").click()
    dialog = opened_at(page, "ALL-4")
    expect(dialog.locator("#rule-SS-1")).to_have_count(1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_notice_drawer_and_log_have_no_barrier(visit: Any, axe: str, theme: str) -> None:
    page = visit("phone", theme=theme).go("/")
    player.start_against_bots(page, "elfer")
    my_turn_with_a_card(page)
    page.locator(".hand button:not(.can)").first.focus()
    page.keyboard.press("Enter")
    link = page.get_by_role("alert").get_by_role("button")
    expect(link).to_be_visible()
    assert violations(page, axe) == []
    rule = (link.text_content() or "").removeprefix("Rule ")
    link.click()
    opened_at(page, rule)
    assert violations(page, axe) == []
    page.keyboard.press("Escape")
    player.touch(page.locator(".hand button.can").first)
    page.get_by_role("button", name="Log").click()
    expect(page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()
    assert violations(page, axe) == []
