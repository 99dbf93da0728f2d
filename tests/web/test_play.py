"""Every game, from the home page to the result, on a phone and on a desktop."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from elfer.match.registry import games
from tests.web import player

MOVED = 0.05
"""So much of the screen may move at once: half of what counts as good for a whole page."""


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("game", games())
def test_a_game_from_home_to_result(visit: Any, game: str, size: str) -> None:
    visitor = visit(size)
    visitor.context.add_init_script(player.SHIFTS)
    page = visitor.go("/")
    player.start_against_bots(page, game)
    player.play_to_result(page, f"{game} {size}")
    expect(page.locator("section.result table tbody tr")).not_to_have_count(0)
    assert [shift for shift in page.evaluate("window.shifts") if shift[0] > MOVED] == []
    assert visitor.errors == []
