"""The page of one's own games: how one has done against people, against bots, and over all."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from elfer.words import LANGUAGES, Words
from tests.web import player
from tests.web.test_barriers import violations

NEVER = {"played": 0, "won": 0, "points": 0, "curve": []}


def figures(page: Page) -> list[str]:
    return page.locator(".games li dd").all_text_contents()


def test_a_match_against_bots_is_counted_there(visit: Any) -> None:
    visitor = visit("phone")
    page = visitor.go("/")
    player.start_against_bots(page, "elfer")
    player.play_to_result(page, "statistics")
    page = visitor.go("/me")
    expect(page.locator(".games li")).to_have_count(1)
    over_all = figures(page)
    assert over_all[0] == "1"
    page.get_by_role("button", name="Against bots").click()
    assert figures(page) == over_all
    page.get_by_role("button", name="Against people").click()
    expect(page.locator(".games li")).to_have_count(0)
    expect(page.get_by_text("No match against other people is over yet.")).to_be_visible()
    assert visitor.errors == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_choice_shows_its_own_figures_and_curve(visit: Any, axe: str, lang: str) -> None:
    say = Words(lang).say
    people = {"played": 2, "won": 2, "points": 10, "curve": [3, 7]}
    bots = {"played": 3, "won": 0, "points": 100, "curve": [50, 20, 30]}
    both = {"played": 5, "won": 2, "points": 110, "curve": [3, 50, 20, 7, 30]}
    told = [
        {"game": "elfer", "all": both, "people": people, "bots": bots},
        {"game": "master", "all": bots, "people": NEVER, "bots": bots},
    ]
    visitor = visit("desktop", lang=lang)
    visitor.page.route("**/api/statistics*", lambda route: route.fulfill(json=told))
    page = visitor.go("/me")
    switch = page.get_by_role("group", name=say("web.rival"))
    for choice, shown, curves in (
        ("all", ["5", "2", "22", "3", "0"], 2),
        ("people", ["2", "2", "5"], 1),
        ("bots", ["3", "0", "33", "3", "0"], 2),
    ):
        button = switch.get_by_role("button", name=say(f"web.rival-{choice}"))
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".games svg")).to_have_count(curves)
        assert [text.split(",")[0].split(".")[0] for text in figures(page)][: len(shown)] == shown
    expect(page.locator(".games svg").first).to_have_attribute("aria-label", f"{say('web.over-time')}: 50, 20, 30")
    assert violations(page, axe) == []
    assert visitor.errors == []
