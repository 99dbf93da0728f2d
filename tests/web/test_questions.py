"""Every choice at the table says what it asks, and is made where one would point."""

from __future__ import annotations

from typing import Any

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
