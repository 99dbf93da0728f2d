"""Before the game: home, the pages of the games, invitations, one device for all, the guide; and what comes after."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from elfer.match.registry import games
from elfer.words import LANGUAGES, Words
from tests.web import player
from tests.web.conftest import Visitor

FOLD = 740
PLAIN = ("/", "/about", "/me", "/game/all", "/nope", "/t/ZZZZZ")

FAULTS = """([width, text]) => {
  document.documentElement.style.fontSize = text
  const shown = (node) => node.checkVisibility() && !node.closest('[aria-hidden=true], [inert], .unseen, svg')
  const said = [...document.querySelectorAll('body *')].filter((node) => shown(node) &&
    [...node.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim()))
  const label = (node) => node.textContent.trim() || node.getAttribute('aria-label')
  const named = (what, nodes) => nodes.map((node) => `${what}: ${node.tagName} ${label(node)}`)
  const touched = [...document.querySelectorAll('a[href], button, input, select, summary')]
  const small = ({ width, height }) => Math.min(width, height) < 43.5
  return [
    ...(document.documentElement.scrollWidth > width ? [`${document.documentElement.scrollWidth} wide`] : []),
    ...named('small text', said.filter((node) => parseFloat(getComputedStyle(node).fontSize) < 12)),
    ...named('small target', touched.filter((node) => shown(node) && small(node.getBoundingClientRect()))),
  ]
}"""
"""What is wrong with a page at a width and a size of text: it moves sideways, or something on it is too small."""
SIZES = {(360, 740): "100%", (320, 640): "100%", (360, 741): "200%"}


@pytest.fixture(scope="module")
def phone(browser: Browser, server: str) -> Iterator[Visitor]:
    """One page for all that only looks."""
    visitor = Visitor(browser, server, "phone")
    yield visitor
    visitor.context.close()


def go(page: Page, path: str) -> None:
    """Follow a link within the page, which costs less than loading it anew."""
    page.evaluate("(path) => { history.pushState(null, '', path); dispatchEvent(new Event('popstate')) }", path)


def faults(page: Page) -> dict[str, list[str]]:
    """What is wrong at each size."""
    found = {}
    for (width, height), text in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found[f"{width} {text}"] = page.evaluate(FAULTS, [width, text])
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size({"width": 360, "height": FOLD})
    return {size: wrong for size, wrong in found.items() if wrong}


def test_every_page_fits_a_small_screen_and_large_text(phone: Visitor) -> None:
    page, wrong = phone.go("/"), {}
    for path in PLAIN:
        go(page, path)
        page.locator("main h1").wait_for()
        page.wait_for_load_state("networkidle")
        wrong[path] = faults(page)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_every_game_can_be_started_without_scrolling(phone: Visitor) -> None:
    page, below, wrong = phone.go("/"), {}, {}
    for game in games():
        go(page, f"/game/{game}")
        button = page.get_by_role("button", name="Play against bots")
        button.wait_for()
        page.locator("article section").first.wait_for()
        expect(page.get_by_text("Table code")).to_be_hidden()
        box = button.bounding_box()
        assert box is not None
        below[game] = box["y"] + box["height"]
        page.locator("summary").click()
        wrong[game] = faults(page)
        page.locator("summary").click()
    assert {game: bottom for game, bottom in below.items() if bottom > FOLD} == {}
    assert {game: found for game, found in wrong.items() if found} == {}


def test_the_cards_of_the_home_page_leave_its_text_free(phone: Visitor) -> None:
    page = phone.go("/")
    for width, height in ((320, 640), (360, 740), (740, 360), (820, 1180), (1024, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        text, cards = (page.evaluate(_BOX, f".hero {part}") for part in (".words *", ".fan *"))
        assert text["right"] <= cards["left"] or text["bottom"] <= cards["top"], (width, text, cards)
    # An icon stands before what it means, on the same line.
    page.locator(".tile").first.wait_for()
    lines = page.evaluate(
        "[...document.querySelectorAll('.facts svg')].map((icon) => {"
        " const words = document.createRange(); words.selectNode(icon.nextSibling);"
        " return icon.getBoundingClientRect().bottom > words.getBoundingClientRect().top })"
    )
    page.set_viewport_size({"width": 360, "height": FOLD})
    assert lines == [True] * len(lines) != []


_BOX = """(part) => {
  const all = [...document.querySelectorAll(part)].map((node) => node.getBoundingClientRect())
  const edges = [['left', Math.min], ['top', Math.min], ['right', Math.max], ['bottom', Math.max]]
  return Object.fromEntries(edges.map(([side, best]) => [side, best(...all.map((box) => box[side]))]))
}"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_address_that_leads_nowhere_gets_a_page_with_a_way_on(visit: Any, lang: str) -> None:
    say, visitor = Words(lang).say, visit("phone", lang=lang)
    for path, why in (
        ("/nope", "web.not-found-more"),
        ("/game/nope", "web.no-such-game"),
        ("/t/ZZZZZ", "web.no-table-more"),
        ("/t/%E0%A4%A", "web.no-table-more"),
        ("/tv/ZZZZZ", "web.no-table-more"),
    ):
        page = visitor.go(path)
        expect(page.get_by_role("alert")).to_have_text(say(why))
        expect(page.get_by_label(say("web.join"))).to_be_visible()
    page.get_by_role("link", name=say("web.home"), exact=True).last.click()
    expect(page.get_by_role("button", name=say("web.play-now"), exact=True)).to_be_visible()


def test_friends_come_by_invitation_and_choose_whether_to_play_again(visit: Any) -> None:
    host, friend = visit("phone"), visit("desktop")
    page = host.go("/")
    page.get_by_role("button", name="Play with friends").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("The game").select_option("ratefix")
    dialog.get_by_role("group", name="How many players").get_by_role("button", name="2", exact=True).click()
    dialog.get_by_role("button", name="Each on their own device").click()
    page.wait_for_url("**/t/*")
    code = page.url.rsplit("/", 1)[-1]
    # How others come is seen first, all at once.
    invitation = [page.get_by_alt_text("QR code"), page.get_by_text(code, exact=True), page.get_by_text(f"/t/{code}")]
    for one in invitation:  # wherever they stand until the page has come to rest
        expect(one).to_be_in_viewport(ratio=1)
    bottoms = [box["y"] + box["height"] for one in invitation if (box := one.bounding_box())]
    assert len(bottoms) == 3
    assert max(bottoms) < 400
    assert faults(page) == {}

    # The name that the host types is what the others read, and the other way round.
    page.get_by_label("Your name").fill("Grandma")
    other = friend.go(f"/t/{code}")
    expect(other.get_by_text("Grandma")).to_be_visible()
    other.get_by_label("Your name").fill("Ben")
    other.get_by_role("button", name="Join in").click()
    expect(page.get_by_text("Ben")).to_be_visible()
    other.get_by_label("Your name").fill("Benjamin")
    expect(page.get_by_text("Benjamin")).to_be_visible()
    page.get_by_role("button", name="Begin").click()
    expect(other.locator(".seats")).to_contain_text("Grandma")

    for one in (page, other):
        one.evaluate(f"(args) => void ({player.ON})(args)", [player.OFFERED, player.RESULT, 7])
    for one in (page, other):
        one.locator(player.RESULT).wait_for(timeout=60_000)
        expect(one.get_by_role("tab", name="Points")).to_be_visible()
    look_back(page)
    read_report(page)
    # Whoever has not asked for another game keeps the result, until they like to go on.
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: code not in url)
    expect(page.get_by_text("Benjamin not here yet")).to_be_visible()
    expect(other.get_by_text("The next game is open.")).to_be_visible()
    expect(other.locator(player.RESULT)).to_contain_text("Grandma")
    other.get_by_role("link", name="To the next game").click()
    expect(page.get_by_text("Benjamin not here yet")).to_be_hidden()
    assert host.errors == friend.errors == []
    # A game that is over has left the list of running tables, and the others can be taken off it.
    page = host.go("/")
    tables = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="off the list"))
    expect(tables).to_have_count(1)
    tables.get_by_role("button").click()
    page.reload()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(tables).to_have_count(0)


def look_back(page: Page) -> None:
    """The table as it was, the steps and the chances are in sight at once on a phone."""
    page.get_by_role("tab", name="Look back").click()
    page.get_by_label("One move on").click()
    expect(page.locator("output")).to_have_text(re.compile(r"^1 / \d+"))
    chances = page.get_by_role("img", name="Chances of winning the round")
    chances.wait_for(timeout=30_000)
    tops = [page.evaluate(_BOX, part) for part in (".look .table", ".look .steer", ".look svg[role=img]")]
    assert [box["bottom"] <= FOLD for box in tops] == [True] * 3
    assert tops[0]["bottom"] - tops[0]["top"] > 400
    expect(page.locator(".look .seats")).to_contain_text("Benjamin")


def read_report(page: Page) -> None:
    """The report is a page of sentences, from which one comes back to the table."""
    page.get_by_role("tab", name="Points").click()
    page.get_by_role("link", name="Report of the game").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(page.locator("main ol").first).to_contain_text("Benjamin guesses")
    assert faults(page) == {}
    page.get_by_role("link", name="To the table").click()
    page.locator(player.RESULT).wait_for()


def test_a_table_that_ended_meanwhile_leaves_the_list(visit: Any) -> None:
    visitor = visit("phone")
    gone = '[{"code": "ZZZZZ", "game": "elfer", "keys": ["k"], "over": false, "at": 1}]'
    visitor.context.add_init_script(f"localStorage['elfer.tables'] ??= '{gone}'")
    page = visitor.go("/")
    expect(page.get_by_text("My running tables")).to_be_hidden()
    page.wait_for_function("() => localStorage['elfer.tables'] === '[]'")


def test_on_one_device_everybody_is_named_and_nobody_invited(visit: Any) -> None:
    visitor = visit("phone")
    page = visitor.go("/")
    for names in (("Mia", "Jonas"), ("Mia", "Jonas")):  # the second time they are known
        page.get_by_role("button", name="Play with friends").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("group", name="How many players").get_by_role("button", name="2", exact=True).click()
        dialog.get_by_role("button", name="All on this device").click()
        page.wait_for_url("**/t/*")
        fields = page.get_by_label("Name at seat")
        expect(fields).to_have_count(2)
        expect(page.get_by_alt_text("QR code")).to_have_count(0)
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.get_by_role("button", name="Begin", exact=True)).to_be_visible()
        if fields.first.input_value() != names[0]:
            assert faults(page) == {}
            for number, name in enumerate(names):
                fields.nth(number).fill(name)
            page.get_by_role("button", name="Begin").click()
            expect(page.get_by_role("heading", name=re.compile("Pass on to (Mia|Jonas)"))).to_be_visible()
            page = visitor.go("/")
    assert [field.input_value() for field in fields.all()] == ["Mia", "Jonas"]
    assert visitor.errors == []


@pytest.mark.parametrize(("size", "word"), [("phone", "tap"), ("landscape", "tap"), ("desktop", "space bar|click")])
def test_the_guide_covers_nobody_and_speaks_of_the_device(visit: Any, size: str, word: str) -> None:
    page = visit(size, guide=True).go("/")
    player.start_against_bots(page, "elfer")
    guide = page.locator("aside")
    expect(guide).to_contain_text(re.compile(rf"\b({word})\b", re.IGNORECASE), timeout=15_000)
    # Players, and below them the clock of a quick moment, begin where the guide has ended.
    covered = page.evaluate(_BOX, "aside")["bottom"] - page.evaluate(_BOX, ".seats")["top"]
    assert covered <= 0
    # Nor does it take any of the width of the rows, not even on a phone that lies on its side.
    with_guide = page.evaluate(_BOX, "main")
    page.get_by_role("button", name="No more explanations").click()
    expect(guide).to_be_hidden()
    without = page.evaluate(_BOX, "main")
    assert (with_guide["left"], with_guide["right"]) == (without["left"], without["right"])


def test_the_page_about_itself_names_what_is_built_in(visit: Any) -> None:
    page = visit("desktop").go("/about")
    page.get_by_text("belong to their owners").wait_for()
    for name, text in (("MIT", "svelte"), ("SIL Open Font License 1.1", "SIL OPEN FONT LICENSE")):
        link = page.get_by_role("link", name=name).get_attribute("href")
        assert link is not None
        answer = page.request.get(page.url.removesuffix("/about") + link)
        assert answer.headers["content-type"].startswith("text/plain")
        assert text in answer.text()


def test_the_host_chooses_who_plays_and_everyone_sees_it(visit: Any) -> None:
    host, guest = visit("phone"), visit("desktop")
    page = host.go("/game/elfer")
    page.get_by_role("button", name="Invite friends").click()
    page.wait_for_url("**/t/*")
    code = page.url.rsplit("/", 1)[-1]
    for _ in range(2):
        page.get_by_role("button", name="Bot", exact=True).first.click()
    expect(page.locator("button.who")).to_have_count(2)
    other = page.locator("button.who").nth(1).inner_text().split()[0]
    page.locator("button.who").first.click()
    # Nobody sits at a table twice.
    expect(page.locator(".cast").get_by_role("button", name=other, exact=True)).to_be_disabled()
    wanted = "Rosa" if other != "Rosa" else "Bruno"
    page.locator(".cast").get_by_role("button", name=wanted, exact=True).click()
    expect(page.locator(".cast").get_by_role("button", name=wanted, exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.keyboard.press("Escape")
    seen = guest.go(f"/t/{code}")
    expect(seen.locator("ol li").nth(1)).to_contain_text(wanted)
    expect(seen.locator("ol li").nth(1).locator("svg path").first).to_be_attached()
    assert seen.locator("button.who").count() == 0, "only the host chooses"
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".seats").get_by_text(wanted, exact=True)).to_be_visible()
