"""Every game on every screen: nothing is cut off or too small to read or to touch, and a tap lays its card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from elfer.match.registry import games
from tests.web import player
from tests.web.conftest import Visitor
from tests.web.staged import Stage, dealt, recorded
from tests.web.test_barriers import violations

DOUBLE = "document.addEventListener('readystatechange', () => { document.documentElement.style.fontSize = '200%' })"
"""Text at 200 %, as somebody has set it in the browser."""
SCREENS = ("phone", "landscape", "small", "tablet", "desktop", "phone with large text")
HANDS = ("phone", "landscape", "small", "tablet", "phone with large text")
"""Where a thumb plays."""
CARDS = [f"{colour}{number}" for colour in "rygb" for number in (1, 3, 9, 13, 18)]

_FAULTS = """thumbs => {
  const faults = []
  const box = (node) => node.getBoundingClientRect()
  const named = (node) => `${node.className} ${node.getAttribute('aria-label') ?? node.textContent}`.slice(0, 80)
  const over = document.documentElement.scrollWidth - innerWidth
  if (over > 0) faults.push(`the page is ${over} px too wide`)

  // Text, but for the pictures of cards that lie aside: their holders say what they are.
  const texts = document.createTreeWalker(document.querySelector('.table'), NodeFilter.SHOW_TEXT)
  for (let text; (text = texts.nextNode()); ) {
    const node = text.parentElement
    if (!text.data.trim() || !node.checkVisibility({ opacityProperty: true }) || node.closest('.unseen')) continue
    const picture = node.closest('svg')
    if (picture && !picture.closest('.hand, .cell')) continue
    const scale = picture ? node.getScreenCTM().a : 1
    const size = parseFloat(getComputedStyle(node).fontSize) * scale
    if (size && size < 11.99) faults.push(`text of ${size.toFixed(1)} px: ${text.data.trim()}`)
  }

  // What is touched, but for cards that lie over each other: those are looked at by themselves.
  if (thumbs) for (const node of document.querySelectorAll('.table :is(a, button, input)')) {
    if (node.closest('.hand') || !node.checkVisibility()) continue
    const { width, height } = box(node)
    const said = `${Math.round(width)} × ${Math.round(height)} px for a thumb: ${named(node)}`
    if (Math.min(width, height) < 43.99) faults.push(said)
  }

  // Whatever is called for must come into sight, whole or at least in its middle, with nothing over it.
  const reached = (node) => {
    node.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { x, y, width, height } = box(node)
    const [left, top] = [Math.max(x, 0), Math.max(y, 0)]
    const [right, bottom] = [Math.min(x + width, innerWidth), Math.min(y + height, innerHeight)]
    for (const down of [0.5, 0.25, 0.1, 0.75]) for (const along of [0.5, 0.2, 0.08, 0.35, 0.8]) {
      const found = document.elementFromPoint(left + along * (right - left), top + down * (bottom - top))
      if (found && node.contains(found)) return y >= -1 && y + height <= innerHeight + 1
    }
    return false
  }
  for (const node of document.querySelectorAll('.row, .hand button, .seat, button.pile, .acts button, button.cell'))
    if (!reached(node)) faults.push(`out of reach: ${named(node)}`)
  scrollTo(0, 0)

  // What is moved up and down can be moved by keyboard, too.
  for (const node of document.querySelectorAll('main, .board'))
    if (node.scrollHeight > node.clientHeight + 2 && node.tabIndex < 0) faults.push(`no keyboard: ${named(node)}`)

  // What ends a turn is not hit by a thumb that goes for a card.
  const all = (what) => [...document.querySelectorAll(what)]
  const [buttons, raised] = [all('.acts .button'), all('.hand .can')]
  const below = Math.min(...raised.map((node) => box(node).top))
  for (const node of buttons) {
    const { x, width, bottom } = box(node)
    const near = raised.some((card) => box(card).right > x && box(card).left < x + width)
    if (near && below - bottom < 12) faults.push(`${Math.round(below - bottom)} px from the cards: ${named(node)}`)
  }
  return [...new Set(faults)]
}"""

_FACELESS = """() => {
  const pictures = [...document.querySelectorAll('.seat:not(.compact) .picture')]
  return pictures.filter((picture) => !picture.checkVisibility()).length
}"""
"""How many of the other players are shown without their picture, though there are not many of them."""

_VISIBLE = """name => {
  const card = document.querySelector(`.hand [data-spot="card:${name}"]`)
  const around = card.getBoundingClientRect()
  const seen = []
  for (let y = around.top + 1; y < around.bottom; y += 2) for (let x = around.left + 1; x < around.right; x += 2)
    if (card.contains(document.elementFromPoint(x, y))) seen.push([x, y])
  const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  // The widest part of it that is free from edge to edge, at the height of its middle.
  const middle = (top + bottom) / 2
  const line = xs.filter((_, n) => Math.abs(ys[n] - middle) < 2)
  return { x: (left + right) / 2, y: middle, wide: Math.max(...line) - Math.min(...line) + 2, high: bottom - top + 2 }
}"""


@pytest.fixture(scope="module")
def stages(browser: Browser, server: str) -> Iterator[Any]:
    """A table for each screen, at which things are shown one after the other."""
    found: dict[str, Stage] = {}

    def stage(screen: str, **settings: Any) -> Stage:
        key = f"{screen} {settings}"
        if key not in found:
            visitor = Visitor(browser, server, screen.split()[0], "de", **settings)
            if "large text" in screen:
                visitor.context.add_init_script(DOUBLE)
            found[key] = Stage(visitor)
        return found[key]

    yield stage
    for one in found.values():
        one.visitor.context.close()


@pytest.mark.parametrize("screen", SCREENS)
def test_every_game_has_room(stages: Any, screen: str) -> None:
    stage, faults = stages(screen), []
    for game in games():
        found = recorded(game)
        for moment in (found["moments"][0], found["moments"][-1]):
            page = stage.show(found, moment["view"])
            faults += [f"{game}: {fault}" for fault in page.evaluate(_FAULTS, screen in HANDS)]
            if screen in ("phone", "landscape", "tablet", "desktop") and (faceless := page.evaluate(_FACELESS)):
                faults.append(f"{game}: {faceless} players without a picture")
            zone = next((zone for zone in found["layout"]["zones"] if zone["shape"] == "places"), None)
            rows = page.locator(".board .row").count()
            assert bool(rows) == bool(zone), game
            if zone and zone["homes"]:
                assert rows == len(found["layout"]["places"]) // zone["columns"], game
    assert not faults, "\n".join(faults)
    for tool in stage.visitor.page.locator("header .tool, header .logo:visible").all():
        expect(tool).to_be_in_viewport(ratio=1)
    assert stage.visitor.errors == []


def test_what_has_no_room_is_moved(stages: Any) -> None:
    """On a very small phone: rows and piles are moved up and down, and all are reached."""
    stage, moved = stages("tiny"), []
    for game in ("elfer", "master", "was-liegt-wo", "ratefix", "ueberall"):
        page = stage.show(recorded(game), recorded(game)["moments"][0]["view"])
        assert page.evaluate(_FAULTS, False) == [], game
        moved += page.evaluate("[...document.querySelectorAll('main, .board')].map((one) => one.tabIndex >= 0)")
    assert True in moved


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("playable", [CARDS, CARDS[::6]], ids=["all", "some"])
def test_the_middle_of_what_is_seen_of_a_card_lays_it(stages: Any, screen: str, playable: list[str]) -> None:
    stage = stages(screen)
    page = stage.show(recorded("mogeln"), dealt(recorded("mogeln"), CARDS, [*playable, "pass"]))
    for card in playable:
        page.locator(f'.hand [data-spot="card:{card}"]').scroll_into_view_if_needed()
        seen = page.evaluate(_VISIBLE, card)
        assert min(seen["wide"], seen["high"]) >= 43, f"{card}: {seen}"
        tap(page, screen, seen["x"], seen["y"])
        stage.settle(card)
    assert stage.did == playable


def tap(page: Page, screen: str, x: float, y: float) -> None:
    (page.mouse.click if screen == "desktop" else page.touchscreen.tap)(x, y)


@pytest.mark.parametrize("screen", ["phone", "tablet", "landscape"])
def test_no_card_is_folded_away_that_has_room(stages: Any, screen: str) -> None:
    found = recorded("elfer")
    view = dealt(found, ["r1"], ["r8"])
    rows = next(zone for zone in view["zones"] if zone["name"] == "rows")
    rows["cards"] = ["r9", "r10", "r11", "r12", "y11"]
    view["facts"]["fits"] = "r8 r13 y10 y12 g11 b11"
    page = stages(screen).show(found, view)
    for card in rows["cards"]:
        assert page.locator(f'.cell.taken[data-spot="place:{card}"]').count() == 1, card


@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_two_taps_lay_a_card_for_whoever_likes(stages: Any, screen: str) -> None:
    stage = stages(screen, twice=True)
    page = stage.show(recorded("mogeln"), dealt(recorded("mogeln"), CARDS, [*CARDS, "pass"]))
    for card in ("r9", "b18", "b18", "r9"):
        page.locator(f'.hand [data-spot="card:{card}"]').dispatch_event("click")
        page.wait_for_selector(f'.hand [data-spot="card:{card}"]:is(.chosen, .can)')
    stage.settle("b18")
    assert stage.did == ["b18"]
    assert page.locator(".hand .chosen").get_attribute("data-spot") == "card:r9"
    assert page.locator(".say").inner_text() == "Noch einmal tippen, dann liegt sie."


@pytest.mark.parametrize("size", ["television", "desktop"])
def test_a_television_is_read_from_three_metres_away(stages: Any, size: str) -> None:
    """Names and the QR code are three times as large as they would be on a page that is held in hands."""
    stage, found = stages(size), recorded("elfer")
    stage.page.route("**/qr.svg", lambda route: route.fulfill(content_type="image/svg+xml", body=QR))
    seen = found["moments"][-1]["bystander"]
    page = stage.show(found, None, "tv", phase="gathering")
    page.wait_for_function("() => document.querySelector('.tv img')?.complete")
    assert page.locator(".tv img").bounding_box()["width"] >= 3 * 128
    assert letters(page, ".tv main li") >= 3 * 30.4
    page = stage.show(found, seen, "tv")
    assert letters(page, ".seat b") >= 3 * 14
    assert page.evaluate(_FAULTS, False) == []
    page = stage.show(found, seen, "tv", phase="over", places=[2, 1, 3, 4], scores=[[12, 0, 30, 44]])
    told = page.locator(".done li").all_inner_texts()
    assert [line.split() for line in told] == [
        ["1", "Bot", "2", "0"], ["2", "Maximiliane", "12"], ["3", "Jonas", "30"], ["4", "Lea", "44"],
    ]  # fmt: skip
    assert letters(page, ".done .points") >= 36
    assert stage.visitor.errors == []


@pytest.mark.parametrize("game", ["elfer", "brettspiel"])
def test_a_look_back_shows_the_table_and_the_steps_at_once(visit: Any, game: str) -> None:
    visitor = visit("phone")
    page = visitor.go("/")
    player.start_against_bots(page, game)
    player.play_to_result(page, "look back")
    page.get_by_role("tab", name="Look back").click()
    page.wait_for_selector(".look .board")
    for width, height in ((360, 740), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        expect(page.locator(".steer")).to_be_in_viewport(ratio=1)
        apart = [page.locator(f".look {part}").bounding_box() for part in (".seats", ".ticker", ".stock", ".hand")]
        for row in page.locator(".look .row").all():
            assert not [part for part in apart if lie_over(row.bounding_box(), part)], (width, height)
    assert visitor.errors == []


def test_whoever_comes_later_can_scan_their_way_in_where_there_is_room(stages: Any) -> None:
    """A code is read from ten times its width away; on the largest usual screens it is then a foot wide."""
    stage, shown = stages("television"), set()
    stage.page.route("**/qr.svg", lambda route: route.fulfill(content_type="image/svg+xml", body=QR))
    for game in sorted(games()):
        found = recorded(game)
        view = found["moments"][-1]["bystander"]
        page = stage.show(found, view, "tv")
        if page.locator(".later").count():
            shown.add(game)
            code = page.locator(".later").bounding_box()
            assert code["width"] >= 340
            things = page.locator(".seat, .pile, .bank, .facts, .tale li").all()
            assert not [thing for thing in things if lie_over(code, thing.bounding_box())], game
    assert {"quartett", "mogeln", "schnipp-schnapp", "ratefix", "zweikampf"} <= shown
    assert not {"elfer", "master", "brettspiel"} & shown
    found = recorded("quartett")
    page = stage.show(found, found["moments"][-1]["bystander"], "tv", manner={"spectators": False})
    assert not page.locator(".later").count()


def lie_over(one: Any, other: Any) -> bool:
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return bool(across > 1 and down > 1)


QR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h8v8h-8Z"/></svg>'


def letters(page: Page, what: str) -> float:
    """The size of the smallest text that is found there."""
    size: float = page.locator(what).evaluate_all(
        "nodes => Math.min(...nodes.map((node) => parseFloat(getComputedStyle(node).fontSize)))"
    )
    return size


@pytest.mark.parametrize(
    ("screen", "theme"), [("landscape", "dark"), ("small", "light"), ("phone with large text", "light")]
)
def test_large_type_has_room_and_no_barrier(stages: Any, axe: str, screen: str, theme: str) -> None:
    stage, seen = stages(screen, theme=theme, type="large"), {}
    for game in ("elfer", "master", "mogeln", "ratefix"):
        found = recorded(game)
        page = stage.show(found, found["moments"][0]["view"])
        seen[game] = page.evaluate(_FAULTS, True) + violations(page, axe)
    page.locator("header .tool").last.click()
    page.wait_for_selector("dialog")
    seen["settings"] = violations(page, axe)
    page.keyboard.press("Escape")
    assert {name: found for name, found in seen.items() if found} == {}
