"""Plays through the page as a person would: touches what is offered, and knows no rule."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect

OFFERED = (
    ".hand button.can, .cell.mine, .pile.offered, .who.offered, .acts .button:not([disabled]):not(.quiet), "
    ".ranks button, .cards button, .backs button, .guess .button, .call:not([disabled]), "
    ".quick .button:not([disabled])"
)
RESULT = "section.result"
BEAT = ".stage .panel"
"""What has just happened, and is still to be looked at: a touch only skips it."""
TOUCHES = 6
"""So many real touches a game begins with; the rest goes through the page's own buttons, only faster."""

SHIFTS = """window.shifts = []; new PerformanceObserver((list) => {
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round)
  for (const { hadRecentInput, startTime, value, sources } of list.getEntries()) {
    // What follows from a choice in the panel is expected; browsers wait as long for the touch of a person.
    if (hadRecentInput || startTime - (window.tapped ?? -Infinity) < 500) continue
    const moved = ({ node, previousRect, currentRect }) => [node?.className, box(previousRect), box(currentRect)]
    window.shifts.push([value, sources.map(moved)])
  }
}).observe({ type: 'layout-shift', buffered: true })"""
"""For a page from its beginning: how much of the screen was moved each time, by nobody's touch, and what it was."""

ON = """([offered, result, seed]) => new Promise((done, fail) => {
  let state = seed, count = 0, idle = 0
  const below = (n) => ((state = (state * 1103515245 + 12345) % 2147483648) >> 8) % n
  const timer = setInterval(() => {
    if (document.querySelector(result)) { clearInterval(timer); return done(count) }
    if (document.querySelector('.stage .panel')) return document.querySelector('.table').click()
    const found = [...document.querySelectorAll(offered)]
    // Whoever calls at every quick moment is wrong nearly always, and plays on for hours.
    const silent = document.querySelector('.quick .button:not([disabled])')
    const one = silent && below(10) ? silent : found.length ? found[below(found.length)] : null
    idle = one ? 0 : idle + 1
    if (one?.closest('.ranks, .cards')) window.tapped = performance.now()
    if (one) { one.click(); count += 1 }
    const stopped = (why) => {
      clearInterval(timer)
      fail(new Error(`${why}: ${document.body.innerText.slice(0, 600)}`))
    }
    if (idle > 4000) stopped('nothing to touch')
    if (count > 20000) stopped(`no result after ${count} touches`)
  }, 8)
})"""


def play_to_result(page: Page, seed: str) -> None:
    """Touch one offered thing after the other until the result is there."""
    chance = Random(seed)
    for _ in range(TOUCHES):
        settled(page)
        if page.locator(RESULT).count():
            return
        touch_one(page, chance)
    page.evaluate(ON, [OFFERED, RESULT, chance.randrange(1 << 30)])


_SETTLED = """([beat, wanted]) => {
  if (!document.querySelector(beat)) return document.querySelector(wanted) !== null
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  return false
}"""


def settled(page: Page) -> None:
    """Skip what happened, until something is offered and nothing that was done is still on its way to the server."""
    wanted = f".table[data-busy=false] :is({OFFERED}), {RESULT}"
    page.wait_for_function(_SETTLED, arg=[BEAT, wanted], timeout=30_000)


def touch_one(page: Page, chance: Random) -> None:
    """Touch any offered thing. What has gone meanwhile is left."""
    offered = page.locator(OFFERED)
    if many := offered.count():
        touch(offered.nth(chance.randrange(many)))


_FREE = """(node) => {
  const { x, y, width, height } = node.getBoundingClientRect()
  for (const down of [0.2, 0.4, 0.6, 0.8]) for (const right of [0.15, 0.3, 0.5, 0.7, 0.85]) {
    const [px, py] = [x + right * width, y + down * height]
    if (node.contains(document.elementFromPoint(px, py))) return [px, py]
  }
  return null
}"""


def free_point(thing: Locator) -> tuple[float, float] | None:
    """A point where nothing lies over it: cards of a hand lie over each other, and are turned."""
    found = thing.evaluate(_FREE, timeout=1500)
    return (found[0], found[1]) if found else None


def touch(thing: Locator) -> None:
    try:
        point, box = free_point(thing), thing.bounding_box(timeout=1500)
        at = {"x": point[0] - box["x"], "y": point[1] - box["y"]} if point and box else None
        thing.click(position=at, timeout=1500)  # type: ignore[arg-type]
    except PlaywrightError:
        return


def start_against_bots(page: Page, game: str, button: str = "Play against bots") -> None:
    """From the home page over the game's page to the table."""
    page.locator(f'a.tile[href="/game/{game}"]').click()
    page.wait_for_url(f"**/game/{game}")
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".table")).to_be_visible(timeout=15_000)
