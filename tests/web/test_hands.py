"""What hands do at the table: drag, press in time, ask for a hint, look why a card does not fit."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web import player


def my_turn_with_a_card(page: Page) -> None:
    """Go on until a card of the hand can be laid, and another cannot."""
    for count in range(200):
        player.settled(page)
        if page.locator(".hand button.can").count() and page.locator(".hand button:not(.can)").count():
            return
        if page.locator(player.RESULT).count():
            page.get_by_role("button", name="Play again").click()
            expect(page.locator(player.RESULT)).to_have_count(0)
        else:
            player.touch_one(page, Random(count))
    pytest.fail("no card could ever be laid")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_card_is_dragged_to_its_place(visit: Any, size: str) -> None:
    page = visit(size).go("/")
    player.start_against_bots(page, "elfer")
    my_turn_with_a_card(page)
    card = page.locator(".hand button.can").first
    name = (card.get_attribute("data-spot") or "").removeprefix("card:")
    here, there = player.free_point(card), page.locator(f'[data-spot="place:{name}"]').bounding_box()
    assert here
    assert there
    page.mouse.move(*here)
    page.mouse.down()
    page.mouse.move(there["x"] + 10, there["y"] + 20, steps=6)
    page.mouse.up()
    expect(page.locator(f'.hand [data-spot="card:{name}"]')).to_have_count(0)
    expect(page.locator(f'[data-spot="place:{name}"].taken, i[data-spot="place:{name}"]')).to_have_count(1)


def test_a_quick_moment_is_answered_with_the_space_bar(visit: Any) -> None:
    visitor = visit("desktop")
    page = visitor.go("/")
    player.start_against_bots(page, "schnipp-schnapp")
    race = page.locator(player.BEAT)
    for _ in range(30):  # the space bar turns a card, or answers
        player.settled(page)
        quick = page.locator(".call:not([disabled])").count() > 0
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Space")
        if quick:
            page.wait_for_selector(f"{player.BEAT}, {player.OFFERED}")
        if race.count():
            break
    expect(race).to_contain_text("Snap!")
    assert visitor.errors == []


def test_a_hint_from_the_bot(visit: Any) -> None:
    page = visit("phone").go("/")
    player.start_against_bots(page, "elfer")
    page.wait_for_selector(player.OFFERED)
    for _ in range(60):
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(page.locator(".tip")).to_contain_text("Hint: ")
        if (compare := page.locator("button.tip")).count():
            break
        assert not page.locator(player.RESULT).count()
        player.touch_one(page, Random("hint"))  # there is nothing to choose yet
        player.settled(page)
    compare.click()
    rows = page.get_by_role("dialog").locator("li")
    expect(rows.nth(1)).to_be_visible()
    assert "give or take" in (rows.first.get_by_role("img").get_attribute("aria-label") or "")
    page.keyboard.press("Escape")
    expect(rows).to_have_count(0)


def test_why_a_card_does_not_fit(visit: Any) -> None:
    page = visit("phone").go("/")
    player.start_against_bots(page, "elfer")
    my_turn_with_a_card(page)
    dull, told = page.locator(".hand button:not(.can)"), page.get_by_role("alert")
    for n in range(dull.count()):
        dull.nth(n).focus()
        page.keyboard.press("Enter")
        expect(told).to_be_visible()
        page.keyboard.press("Escape")
        expect(told).to_be_hidden()


@pytest.mark.parametrize("game", ["elfer", "quartett", "ratefix", "was-liegt-wo"])
def test_the_shuffle_is_checked_in_the_browser(visit: Any, game: str) -> None:
    visitor = visit("desktop")
    page = visitor.go("/")
    player.start_against_bots(page, game)
    player.play_to_result(page, "fair")
    page.get_by_role("tab", name="Check the shuffle").click()
    page.get_by_role("button", name="Check now").click()
    for line in (
        "The secret is the one that was promised.",
        "What your browser added to the shuffle is in it.",
        "cards were shuffled again here, and every seat and every pile got just what that order gives.",
        "What you were shown at the start is just that.",
    ):
        expect(page.get_by_role("status").get_by_role("listitem").filter(has_text=line)).to_be_visible()
    expect(page.locator(".check .bad")).to_have_count(0)
    expect(page.get_by_text("Not checked here: the moves")).to_be_visible()
    assert visitor.errors == []


def test_whoever_comes_later_is_told_what_cannot_be_checked(visit: Any) -> None:
    visitor = visit("phone")
    page = visitor.go("/")
    player.start_against_bots(page, "elfer")
    player.play_to_result(page, "late")
    page.reload()

    def exchanged(route: Any) -> None:
        """Another deal than the seed's: the first two hands have changed places."""
        deals = route.fetch().json()
        zones = deals[0]["zones"]
        zones[0], zones[1] = zones[1], zones[0]
        route.fulfill(json=deals)

    page.route("**/deals*", exchanged)
    page.get_by_role("tab", name="Check the shuffle").click()
    page.get_by_role("button", name="Check now").click()
    expect(page.locator(".check .bad")).to_have_text("Round 1 was not dealt as the seed says!")
    expect(page.get_by_text("You came after the deal")).to_be_visible()
    expect(page.get_by_text("What you were shown at the start")).to_have_count(0)


def test_the_match_is_looked_at_again(visit: Any) -> None:
    page = visit("phone").go("/")
    player.start_against_bots(page, "elfer")
    player.play_to_result(page, "again")
    page.get_by_role("tab", name="Look back").click()
    expect(page.get_by_text("The cards are dealt.")).to_be_visible()
    page.get_by_role("button", name="One move on").click()
    expect(page.locator(".told")).not_to_have_text("The cards are dealt.")
    expect(page.get_by_role("img", name="Chances of winning")).to_be_visible(timeout=40_000)
    before = page.url
    page.get_by_role("tab", name="Points").click()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function("old => location.href !== old", arg=before)
    page.wait_for_selector(player.OFFERED)
    expect(page.locator(player.RESULT)).to_have_count(0)
