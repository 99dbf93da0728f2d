"""While a match goes on: what is said, who is away, how one leaves, what a hint is about, when refusals go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from elfer.match.registry import games
from tests.web import player
from tests.web.conftest import Visitor
from tests.web.staged import Stage, dealt, recorded
from tests.web.test_barriers import violations
from tests.web.test_people import open_table
from tests.web.test_sizes import CARDS, DOUBLE, SCREENS, tap

LONG = "I have never held such a hand, and I shall tell my grandchildren about it. " * 5
MANNER = {"clock": "off", "away_seconds": 30, "chat": True, "emotes": True, "pace": "normal"}

_COVERS = """(names) => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((node) => [node, node.getBoundingClientRect()])
  const faults = []
  const page = document.scrollingElement
  for (const [bubble, one] of boxes('.bubble:not(.unplaced)')) {
    const said = bubble.textContent.slice(0, 30)
    if (one.width < 20 || one.height < 15) faults.push(`${said}: not drawn`)
    if (one.left < 0 || one.right > innerWidth) faults.push(`${said}: beyond the side of the screen`)
    if (one.top + page.scrollTop < 0 || one.bottom + page.scrollTop > page.scrollHeight)
      faults.push(`${said}: beyond the screen`)
    if (parseFloat(getComputedStyle(bubble).fontSize) < 12) faults.push(`${said}: too small to read`)
    // The own hand, the question, the buttons, what there is to choose from, and everybody's name.
    const untouched = '.mine-area, .say, .acts button, .more > *, .quick, header .tool'
    for (const [node, other] of boxes(untouched + (names ? ', .who' : ''))) {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (other.width && wide > 1 && high > 1) faults.push(`${said}: covers ${node.className} ${node.textContent}`)
    }
  }
  return faults
}"""

_AT_SEAT = """seat => {
  const [bubble, who] = [document.querySelector('.bubble'), document.querySelector(`[data-spot="seat:${seat}"]`)]
  const [one, other] = [bubble.getBoundingClientRect(), who.getBoundingClientRect()]
  const middle = (other.left + other.right) / 2
  return one.left < middle && middle < one.right && one.top - other.bottom > 0 && one.top - other.bottom < 20
}"""


@pytest.fixture(scope="module")
def stages(browser: Browser, server: str) -> Iterator[Any]:
    """A table for each screen, at which things are shown one after the other."""
    found: dict[str, Stage] = {}

    def stage(screen: str, lang: str = "en", **settings: Any) -> Stage:
        key = f"{screen} {lang} {settings}"
        if key not in found:
            visitor = Visitor(browser, server, screen.split()[0], lang, **settings)
            if "large text" in screen:
                visitor.context.add_init_script(DOUBLE)
            found[key] = Stage(visitor)
        return found[key]

    yield stage
    for one in found.values():
        one.visitor.context.close()


def shown(stage: Stage, game: str, tv: bool = False, n: int = -1) -> Page:
    """A moment of a game, on the table or on a television."""
    found = recorded(game)
    moment = found["moments"][n]
    path, view = ("tv", moment["bystander"]) if tv else ("t", moment["view"])
    return stage.show(found, view, path, manner=MANNER)


# --- what is said ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", [*SCREENS, "television"])
def test_what_is_said_stands_at_the_seat_and_covers_nothing(stages: Any, screen: str) -> None:
    stage, tv, faults = stages(screen), screen == "television", []
    huge = screen == "phone with large text"  # there some seats stand below each other, and no name is left free
    for game in games():
        page = shown(stage, game, tv)
        seat = recorded(game)["layout"]["players"] - 1
        stage.says(seat, "Good luck!")
        # Where cards are asked for in very large letters there is no room.
        if huge and page.locator(".more").count():
            expect(page.locator(".bubble")).to_have_count(1)
        else:
            expect(page.locator(".bubble:not(.unplaced)")).to_have_count(1)
            if not page.evaluate(_AT_SEAT, seat):
                faults.append(f"{game}: not at the seat")
        faults += [f"{game}: {fault}" for fault in page.evaluate(_COVERS, not huge)]
    # Everybody at once, at length.
    for game in ("elfer", "quartett", "mogeln", "was-liegt-wo"):
        page = shown(stage, game, tv)
        for seat in range(4):
            stage.says(seat, LONG)
        page.wait_for_function("() => document.querySelectorAll('.bubble').length === 4")
        page.wait_for_timeout(100)
        faults += [f"{game}, all: {fault}" for fault in page.evaluate(_COVERS, not huge)]
    assert not faults, "\n".join(faults)
    assert stage.visitor.errors == []


@pytest.mark.parametrize("screen", ["phone", "landscape", "desktop", "television"])
def test_a_long_line_is_cut_and_a_touch_goes_through_it(stages: Any, axe: str, screen: str) -> None:
    stage, tv = stages(screen), screen == "television"
    page = shown(stage, "elfer", tv)
    stage.says(2, LONG)
    bubble = page.locator(".bubble")
    expect(bubble).to_have_count(1)
    cut = bubble.locator("p").evaluate(
        "node => [node.scrollHeight > node.clientHeight, node.clientHeight, getComputedStyle(node)]"
    )
    lines = bubble.locator("p").evaluate("node => node.clientHeight / parseFloat(getComputedStyle(node).lineHeight)")
    assert cut[0]
    assert lines == pytest.approx(3, abs=0.2)
    assert bubble.evaluate("""node => {
      const { left, top, width, height } = node.getBoundingClientRect()
      return !node.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }""")
    expect(page.locator(".bubbles [aria-live=polite]")).to_have_text(f"Jonas: {LONG.strip()}")
    assert violations(page, axe) == []
    if not tv:  # the chat has all of it
        page.get_by_role("button", name="Chat").click()
        expect(page.get_by_role("dialog").get_by_text(LONG.strip())).to_be_visible()
        page.keyboard.press("Escape")


def test_an_emote_goes_by_itself_and_the_last_one_counts(stages: Any) -> None:
    stage = stages("phone", "de")
    page = shown(stage, "elfer")
    stage.says(1, emote="hello")
    stage.says(1, emote="wow")
    stage.says(0, emote="oops")
    expect(page.locator(".bubble")).to_have_text(["Wow!", "Hoppla!"])
    expect(page.locator(".bubble")).to_have_count(0, timeout=15_000)


def test_people_hear_each_other_at_their_seats(visit: Any) -> None:
    host, guest, screen = visit("phone"), visit("desktop"), visit("desktop")
    code = open_table(host.go("/"), "elfer", "Invite friends", 3)
    page = guest.go(f"/t/{code}")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Sit down").first.click()
    expect(host.page.get_by_text("Ada")).to_be_visible()
    host.page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".hand button")
    screen.go(f"/tv/{code}").wait_for_selector(".seat")
    page.get_by_role("button", name="Chat").click()
    page.get_by_role("button", name="Well played!").click()
    for seen in (host.page, screen.page):
        expect(seen.locator(".bubble.emote")).to_have_text("Well played!")
        assert seen.evaluate(_COVERS, True) == []
    page.get_by_label("Say something").fill("See you")
    page.get_by_role("button", name="Send").click()
    for seen in (host.page, screen.page, page):
        expect(seen.locator(".bubble.chat")).to_have_text("See you")
    assert [host.errors, guest.errors, screen.errors] == [[], [], []]


# --- who is away ----------------------------------------------------------------------------------------------


AWAY = {
    "en": (r"away\W+(a )?bot (steps in )?in \d\d\ss", r"Lea is away – a bot steps in in \d\d\ss\.", "Lea is back."),
    "de": (
        r"weg\W+(in \d\d\ss springt ein )?Bot (in|ein)",
        r"Lea ist nicht da – in \d\d\ss springt .*",
        "Lea ist wieder da.",
    ),
    "fr": (r"hors ligne\W+bot dans \d\d\ss", r"Lea n’est plus là – un bot .* \d\d\ss\.", "Lea est de retour."),
}
PLAYS = {"en": "a bot plays", "de": "ein Bot spielt", "fr": "un bot joue"}


@pytest.mark.parametrize(
    ("screen", "lang"), [("phone", "en"), ("landscape", "fr"), ("desktop", "de"), ("television", "en")]
)
def test_who_is_away_is_said_in_words(stages: Any, axe: str, screen: str, lang: str) -> None:
    stage, tv = stages(screen, lang), screen == "television"
    (note, sentence, back), plays = AWAY[lang], PLAYS[lang]
    page = shown(stage, "elfer", tv)
    seat, bubble = page.locator('[data-spot="seat:3"]'), page.locator(".bubble.presence")
    page.clock.install()
    stage.leaves(3, 30_000)
    expect(seat).to_have_text(re.compile(note, re.DOTALL), use_inner_text=True)
    before = seat.inner_text()
    page.clock.run_for(5000)
    expect(bubble).to_have_text(re.compile(sentence))
    assert page.evaluate(_COVERS, True) == []
    assert violations(page, axe) == []
    assert seat.inner_text() != before
    cut = "nodes => nodes.filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent)"
    assert page.locator('[data-spot="seat:3"] :is(small, small *)').evaluate_all(cut) == []
    page.clock.run_for(25_000)
    expect(seat).to_contain_text(plays)
    expect(bubble).to_contain_text("Lea")
    stage.returns(3)
    expect(bubble).to_have_text(back)
    expect(seat).not_to_contain_text(plays)
    # By correspondence nobody steps in.
    stage.leaves(3, None)
    page.clock.run_for(4000)
    expect(bubble).not_to_contain_text(re.compile("bot", re.IGNORECASE))
    expect(seat).not_to_contain_text(re.compile("bot", re.IGNORECASE))
    assert stage.visitor.errors == []


@pytest.mark.parametrize(
    ("screen", "lang"), [("phone", "de"), ("landscape", "fr"), ("small", "fr"), ("desktop", "en")]
)
def test_no_word_about_who_is_away_is_cut_off(stages: Any, screen: str, lang: str) -> None:
    stage, faults = stages(screen, lang), []
    cut = "nodes => nodes.filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent)"
    for game in games():
        page, seat = shown(stage, game), recorded(game)["layout"]["players"] - 1
        stage.leaves(seat, 3_000_000)
        expect(page.locator(".away")).to_have_count(1)
        words = page.locator(f'[data-spot="seat:{seat}"] :is(.whole, .brief):visible')
        assert words.count() > 0, game
        faults += [f"{game}: {text}" for text in words.evaluate_all(cut)]
    assert not faults, "\n".join(faults)


def test_others_see_that_somebody_has_left_and_is_back(visit: Any) -> None:
    host, guest = visit("desktop"), visit("phone")
    code = open_table(host.go("/"), "elfer", "Invite friends", 2)
    page = guest.go(f"/t/{code}")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Sit down").first.click()
    expect(host.page.get_by_text("Ada")).to_be_visible()
    host.page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".hand button")
    page.get_by_role("button", name="Leave").click()
    told = page.get_by_role("dialog", name="Leave the table?")
    expect(told).to_contain_text(re.compile(r"In 30\ss a bot steps in and plays for you until you are back."))
    told.get_by_role("link", name="To the home page").click()
    page.wait_for_url(lambda url: "/t/" not in url)
    seat = host.page.locator(".seat").filter(has_text="Ada")
    expect(seat).to_contain_text(re.compile(r"away – a bot steps in in \d\d\ss"))
    expect(host.page.locator(".bubble.presence")).to_have_text(
        re.compile(r"Ada is away – a bot steps in in \d\d\ss\.")
    )
    page.get_by_role("listitem").filter(has_text=code).get_by_role("link").click()
    page.wait_for_selector(".hand button")
    expect(seat).not_to_contain_text("away")
    expect(host.page.locator(".bubble.presence")).to_have_text("Ada is back.")
    assert [host.errors, guest.errors] == [[], []]


# --- leaving --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "landscape", "desktop"])
def test_whoever_leaves_is_told_what_happens_and_comes_back(visit: Any, size: str) -> None:
    visitor = visit(size)
    page = visitor.go("/")
    player.start_against_bots(page, "elfer")
    page.wait_for_selector(player.OFFERED)
    code, cards = page.url.rsplit("/", 1)[-1], page.locator(".hand button").count()
    leave = page.get_by_role("button", name="Leave")
    expect(leave).to_be_in_viewport(ratio=1)
    leave.click()
    told = page.get_by_role("dialog", name="Leave the table?")
    expect(told).to_contain_text("Your seat stays yours.")
    expect(told).to_contain_text("the game waits")
    expect(told).to_contain_text(code)
    told.get_by_role("button", name="Stay here").click()
    expect(told).to_have_count(0)
    leave.click()
    told.get_by_role("link", name="To the home page").click()
    page.wait_for_url(lambda url: "/t/" not in url)
    table = page.get_by_role("listitem").filter(has_text=code).get_by_role("link")
    expect(page.get_by_role("heading", name="My running tables")).to_be_visible()
    table.click()
    page.wait_for_selector(player.OFFERED)
    assert page.url.endswith(f"/t/{code}")
    assert page.locator(".hand button").count() == cards
    assert visitor.errors == []


def test_whoever_only_looks_on_leaves_without_a_word(stages: Any) -> None:
    stage = stages("phone")
    found = recorded("elfer")
    page = stage.show(found, found["moments"][-1]["bystander"], manner=MANNER)
    expect(page.get_by_role("button", name="Leave")).to_have_count(0)
    expect(page.get_by_role("link", name="Leave")).to_have_attribute("href", "/")


# --- hints ----------------------------------------------------------------------------------------------------


def hinted(page: Page, do: str) -> None:
    """Ask for a hint, and be told this."""
    page.unroute("**/hint/*")
    page.route("**/hint/*", lambda route: route.fulfill(json={"do": do}))
    page.locator("header .tool").nth(1).click()
    expect(page.locator(".tip")).to_be_visible()


_FREE = """() => [...document.querySelectorAll('.hint-mark')].map((mark) => {
  const node = mark.parentElement
  const { left, top, right, bottom } = node.getBoundingClientRect()
  const seen = []
  for (let y = top + 2; y < bottom; y += 4) for (let x = left + 2; x < right; x += 4) {
    const found = document.elementFromPoint(x, y)
    if (found && (node.contains(found) || found.contains(node))) seen.push([x, y])
  }
  const share = seen.length / (Math.ceil((right - left - 2) / 4) * Math.ceil((bottom - top - 2) / 4))
  return [node.className, share]
})"""


@pytest.mark.parametrize("screen", ["phone", "landscape", "desktop"])
def test_a_hint_marks_what_it_proposes_where_it_can_be_seen(stages: Any, screen: str) -> None:
    stage, faults, marked = stages(screen), [], 0
    for game in games():
        view = recorded(game)["moments"][-1]["view"]
        if (view["window"] or {}).get("seconds"):
            continue
        for do in sorted({*view["legal"][:1], *view["legal"][-1:]}):
            page = shown(stage, game)
            hinted(page, do)
            page.wait_for_selector(".hint-mark", state="attached")
            seen = page.evaluate(_FREE)
            marked += len(seen)
            # Of a card in the hand the next one covers the greater part.
            faults += [f"{game} {do}: {share:.2f} of {node} is seen" for node, share in seen if share < 0.3]
    assert not faults, "\n".join(faults)
    assert marked > 40


def test_a_hint_brings_its_place_into_sight(stages: Any) -> None:
    """On a phone the board is moved along; what fits lies at both of its ends."""
    stage, found = stages("phone"), recorded("master")
    for place in ("r1", "r21"):
        view = dealt(found, ["j"], ["j@r1", "j@y11", "j@r21", "draw"])
        page = stage.show(found, view, manner=MANNER)
        hinted(page, f"j@{place}")
        expect(page.locator(f'[data-spot="place:{place}"] .hint-mark')).to_be_in_viewport(ratio=0.9)
        expect(page.locator('.hand [data-spot="card:j"] .hint-mark')).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize(("lang", "size"), [("en", "phone"), ("de", "desktop"), ("fr", "landscape")])
def test_a_hint_of_the_bot_is_over_when_its_moment_is(visit: Any, axe: str, lang: str, size: str) -> None:
    visitor = visit(size, lang)
    page = visitor.go("/game/elfer")
    page.locator("main .button.main").first.click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(player.OFFERED)
    page.locator("header .tool").nth(1).click()
    mark = page.locator(".hint-mark").first
    expect(mark).to_be_visible()
    assert violations(page, axe) == []
    player.touch(mark.locator(".."))
    expect(page.locator(".hint-mark")).to_have_count(0)
    expect(page.locator(".tip")).to_have_count(0)
    assert visitor.errors == []


# --- refusals -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_a_refusal_goes_when_the_next_thing_is_touched(stages: Any, screen: str) -> None:
    stage = stages(screen, twice=True)
    page = stage.show(recorded("mogeln"), dealt(recorded("mogeln"), CARDS, [*CARDS[:5], "pass"]), manner=MANNER)
    dull, can = (page.locator(f'.hand [data-spot="card:{card}"]') for card in (CARDS[-1], CARDS[0]))
    alert = page.get_by_role("alert")
    dull.dispatch_event("click")
    expect(alert).to_have_text("Nothing moves here.")
    point = player.free_point(can)
    assert point
    tap(page, screen, *point)  # only raises it: nothing is sent
    expect(alert).to_have_count(0)
    assert stage.did == [CARDS[-1]]


def test_a_refusal_goes_when_the_moment_is_over_and_when_it_has_been_read(stages: Any) -> None:
    stage = stages("phone")
    page = stage.show(recorded("mogeln"), dealt(recorded("mogeln"), CARDS, ["r1", "pass"]), manner=MANNER)
    dull, alert = page.locator('.hand [data-spot="card:b18"]'), page.get_by_role("alert")
    dull.dispatch_event("click")
    expect(alert).to_be_visible()
    stage.happens()
    expect(alert).to_have_count(0)
    dull.dispatch_event("click")
    expect(alert).to_be_visible()
    expect(alert).to_have_count(0, timeout=15_000)  # nobody touches anything
