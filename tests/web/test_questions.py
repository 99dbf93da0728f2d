"""Every choice at the table says what it asks, and is made where one would point."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.staged import Stage, dealt, recorded


def test_who_draws_is_asked_and_the_seats_can_be_tapped(visit: Any) -> None:
    stage, found = Stage(visit("phone")), recorded("hawaiki")
    page = stage.show(found, dealt(found, ["y6", "b5"], ["name 1", "name 2", "name 3"]))
    asks, names = page.get_by_text("Who draws a card?"), page.locator(".bar .acts button")
    expect(names).to_have_count(3)
    above, below = asks.bounding_box(), names.first.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    page.locator('[data-spot="seat:2"] button.who').tap()
    stage.settle("name 2")


def test_a_joker_is_laid_on_the_board_with_nothing_over_it(visit: Any) -> None:
    stage, found = Stage(visit("phone")), recorded("master")
    page = stage.show(found, dealt(found, ["j", "b2"], ["j@r10", "j@r12", "j@y10", "draw"]))
    page.locator('.hand [data-spot="card:j"]').tap()
    expect(page.get_by_text("Where do you lay a joker?")).to_be_visible()
    expect(page.locator(".more")).to_have_count(0)
    page.locator('[data-spot="place:y10"]').tap()
    stage.settle("j@y10")


def test_after_a_flush_one_seat_or_two_are_tapped(visit: Any) -> None:
    stage, found = Stage(visit("phone")), recorded("hawaiki")
    names = ["name 1", "name 2", "name 3", "name 1 2", "name 1 3", "name 2 3"]
    page = stage.show(found, dealt(found, ["y6", "b5"], names))
    expect(page.get_by_text("Who draws: one player, or two?")).to_be_visible()
    first, second = (page.locator(f'[data-spot="seat:{seat}"] button.who') for seat in (3, 1))
    first.tap()
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".more button")).to_have_text(["Lea", "Bot 2 and Lea", "Jonas and Lea"])
    assert stage.did == []
    second.tap()
    stage.settle("name 1 3")
    first.tap()
    page.get_by_role("button", name="Lea", exact=True).last.tap()
    stage.settle("name 3")


@pytest.mark.parametrize("size", ["phone", "landscape", "small"])
@pytest.mark.parametrize(
    ("lang", "asks"), [("de", "„Schnapp!“, „Schnipp!“ oder nichts?"), ("en", "“Snap!”, “Snip!”, or nothing?")]
)
def test_a_quick_moment_says_what_it_asks(visit: Any, size: str, lang: str, asks: str) -> None:
    visitor = visit(size, lang=lang)
    stage, found = Stage(visitor), recorded("schnipp-schnapp")
    view = next(moment["view"] for moment in found["moments"] if (moment["view"]["window"] or {}).get("seconds"))
    page = stage.show(found, view)
    said, calls = page.locator(".quick > p"), page.locator(".quick .call")
    expect(said).to_have_text(asks)
    expect(said).to_be_in_viewport(ratio=1)
    above, below = said.bounding_box(), calls.first.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    for pile in page.locator("main .pile").all():
        box = pile.bounding_box()
        assert box is None or box["y"] + box["height"] <= above["y"] or box["x"] + box["width"] <= above["x"]


def test_a_long_sentence_of_the_story_is_not_cut_off_on_a_phone(visit: Any) -> None:
    stage, found = Stage(visit("phone", lang="de")), recorded("ratefix")
    view = found["moments"][-1]["view"]
    page = stage.show(found, {**view, "events": []})
    shown = page.locator(".ticker > span:last-child")
    for event, said in (("1: guess 41", "tippt auf 41"), ("middle>kept r5", "Niemand liegt allein am nächsten")):
        stage.tells(event)
        expect(shown).to_contain_text(said)
        wide, high = shown.evaluate(
            "node => [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight]"
        )
        assert (wide, high) == (0, 0), said
