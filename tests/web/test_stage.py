"""What happens can be followed: it stands until its time is over or somebody taps, and nothing is drawn before that.

The page's clock is stopped and put forward by hand, so no test depends on how fast the machine is.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.web import player
from tests.web.staged import Stage, dealt, recorded

UP = ".board [data-spot^='place:']"


def stop_the_clock(page: Page) -> None:
    """From now on time goes by only where a test says so."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def sent_acts(visitor: Any) -> list[str]:
    """The actions that the page sends, as a list that grows."""
    acts: list[str] = []

    def note(frame: Any) -> None:
        if '"act"' in str(frame):
            acts.append(str(frame))

    visitor.page.on("websocket", lambda socket: socket.on("framesent", note))
    return acts


def lying_open(page: Page) -> list[str]:
    """The cards that lie face up, each with its place."""
    labels = page.locator(UP).evaluate_all("cells => cells.map((cell) => cell.ariaLabel)")
    return [label for label in labels if re.search(r": (red|yellow) ", label)]


def turn_two_different(page: Page) -> list[str]:
    """Turn up cards until two differ; both, as they lie there."""
    for count in range(60):
        player.settled(page)
        assert not page.locator(player.RESULT).count()
        player.touch_one(page, Random(count))
        answered(page)
        if page.locator(player.BEAT).count() and "Two different numbers" in page.locator(player.BEAT).inner_text():
            return lying_open(page)
    pytest.fail("all cards are alike")


def answered(page: Page) -> None:
    """Wait for the answer to a touch. Where a bot's move that came late stands before it, time goes by for that."""
    for patience in range(600):
        if page.locator(".table[data-busy=false]").count():
            return
        page.wait_for_timeout(50)
        if patience > 60:
            page.clock.run_for(100)
    pytest.fail("no answer came")


def turned_back(page: Page, two: list[str]) -> None:
    """Wait until they are, without any time going by for the page."""
    page.wait_for_function(
        """two => {
          const seen = [...document.querySelectorAll('.board [data-spot]')].map((cell) => cell.ariaLabel)
          return !two.every((label) => seen.includes(label))
        }""",
        arg=two,
        polling=50,
    )


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_two_different_cards_stay_up_for_two_seconds_or_until_tapped(visit: Any, size: str) -> None:
    visitor = visit(size)
    acts = sent_acts(visitor)
    page = visitor.go("/")
    page.clock.install()
    player.start_against_bots(page, "was-liegt-wo")
    player.settled(page)
    stop_the_clock(page)
    beat = page.locator(player.BEAT)
    two = turn_two_different(page)
    assert len(two) == 2
    page.wait_for_timeout(200)  # bots wait for nobody here: what they did is there, and waits
    page.clock.run_for(1990)
    expect(beat).to_contain_text("Two different numbers")
    assert lying_open(page) == two
    page.clock.run_for(20)
    turned_back(page, two)

    two, before = turn_two_different(page), len(acts)
    assert len(two) == 2
    page.wait_for_timeout(200)
    page.locator(".cell.taken").last.click(force=True)
    turned_back(page, two)
    assert len(acts) == before, "the tap that skips lays nothing"
    assert visitor.errors == []


def boxes(found: Locator) -> list[FloatRect]:
    return [box for thing in found.all() if (box := thing.bounding_box()) is not None]


def overlap(one: FloatRect, other: FloatRect) -> bool:
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 1 and down > 1


def test_a_guess_is_settled_before_everyones_eyes(visit: Any) -> None:
    """The cards are added up, the guesses are compared, the cards are taken: one after the other."""
    visitor = visit("phone")
    page = visitor.go("/")
    page.clock.install()
    player.start_against_bots(page, "ratefix")
    player.settled(page)
    guess, beat = page.locator(".guess .button"), page.locator(player.BEAT)
    first = int(re.sub(r"\D", "", guess.inner_text()))
    for button, number in (("One more", first + 1), ("One less", first), ("One less", first - 1)):
        page.get_by_role("button", name=button).click()
        expect(guess).to_contain_text(str(number))
    for part in boxes(page.locator(".guess, .acts .button")):
        assert not [pile for pile in boxes(page.locator("main .pile")) if overlap(part, pile)]
    stop_the_clock(page)
    guess.click()
    expect(beat).to_contain_text("Together that is")
    page.clock.run_for(2090)
    total = beat.locator(".sum").inner_text()
    expect(beat.locator(".said")).to_contain_text(total)
    page.clock.run_for(20)
    expect(beat.locator("li:not(.aim)")).not_to_have_count(0)
    expect(beat.locator(".aim")).to_have_text(total)
    expect(beat.locator("li.best")).not_to_have_count(0)
    page.clock.run_for(1970)
    expect(beat.locator(".aim")).to_have_text(total)
    page.clock.run_for(40)
    expect(beat.locator(".aim")).to_have_count(0)
    assert visitor.errors == []


@pytest.mark.parametrize("size", ["phone", "landscape", "desktop", "small"])
def test_no_beat_covers_the_hand_or_leaves_the_screen(visit: Any, size: str) -> None:
    visitor = visit(size)
    stage = Stage(visitor)
    told: dict[str, list[list[dict[str, Any]]]] = recorded("beats")
    for game, actions in told.items():
        found, seen = recorded(game), dict[tuple[Any, ...], dict[str, Any]]()
        for beat in (beat for beats in actions for beat in beats):
            seen.setdefault((beat["kind"], beat["says"], beat.get("right"), beat.get("seat") == 0), beat)
        page = stage.show(found, found["moments"][-1]["view"])
        for key, beat in seen.items():
            stage.happens({**beat, "ms": 600_000})
            page.wait_for_selector(player.BEAT)
            [panel] = boxes(page.locator(player.BEAT))
            width, height = page.evaluate("[innerWidth, innerHeight]")
            assert panel["x"] >= 0, (game, key)
            assert panel["x"] + panel["width"] <= width, (game, key)
            assert panel["y"] >= 0, (game, key)
            assert panel["y"] + panel["height"] <= height, (game, key)
            assert not [hand for hand in boxes(page.locator(".hand")) if overlap(panel, hand)], (game, key)
            page.keyboard.press("Escape")
            page.wait_for_selector(player.BEAT, state="detached")
    assert visitor.errors == []


def test_the_touch_that_skips_a_beat_does_nothing_else(visit: Any) -> None:
    stage, found = Stage(visit("phone")), recorded("elfer")
    page = stage.show(found, dealt(found, ["r1", "r2"], ["r1"]))
    card, beat = page.locator(".hand button.can"), page.locator(player.BEAT)
    won = {"kind": "outcome", "says": "won", "seat": 1, "right": True, "ms": 600_000}
    for skip in (player.touch, lambda thing: thing.press("Enter"), lambda thing: thing.press(" ")):
        stage.happens(won, {**won, "seat": 2})
        expect(beat).to_contain_text("Bot 2")
        skip(card)
        expect(beat).to_contain_text("Jonas")
        skip(card)
        expect(beat).to_have_count(0)
        assert stage.did == []
    player.touch(card)
    stage.settle("r1")


def test_no_button_of_a_quick_moment_covers_a_card(visit: Any) -> None:
    visitor = visit("phone")
    page = visitor.go("/")
    player.start_against_bots(page, "schnipp-schnapp")
    for count in range(30):
        player.settled(page)
        if page.locator(".call").count():
            break
        player.touch_one(page, Random(count))
    piles = boxes(page.locator("main .pile"))
    assert len(piles) >= 2
    for button in boxes(page.locator(".quick button")):
        assert not [pile for pile in piles if overlap(button, pile)]
    assert visitor.errors == []


def test_the_result_waits_for_the_last_beat_and_can_be_shared_as_a_picture(visit: Any) -> None:
    visitor = visit("desktop")
    page = visitor.go("/")
    page.clock.install()
    player.start_against_bots(page, "zweikampf")
    page.evaluate(
        """([offered, beat]) => new Promise((done) => {
          const timer = setInterval(() => {
            const stands = document.querySelector(beat)
            if (/win the round|wins the round/.test(stands?.innerText)) return clearInterval(timer), done()
            if (stands) document.querySelector('.table').click()
            else document.querySelector(offered)?.click()
          }, 5)
        })""",
        [player.OFFERED, player.BEAT],
    )
    stop_the_clock(page)
    expect(page.locator(player.RESULT)).to_have_count(0)
    page.clock.resume()
    expect(page.locator(player.RESULT)).to_be_visible(timeout=15_000)
    with page.expect_download() as told:
        page.get_by_role("button", name="Share the result").click()
    assert told.value.suggested_filename.endswith(".png")
    assert told.value.path().read_bytes().startswith(b"\x89PNG")
    assert visitor.errors == []
