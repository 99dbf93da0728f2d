"""Takes the pictures of docs/screenshots: every page and every table in mid-game, on a phone and on a desktop,
and a few tables on all other screens.

`make screenshots`, or `python docs/screenshots.py elfer master` for only some of the games.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from elfer.match.registry import games  # noqa: E402
from tests.web.conftest import CHROMIUM, FLAGS, SIZES, Visitor, running  # noqa: E402
from tests.web.player import RESULT, play_to_result, settled, start_against_bots, touch_one  # noqa: E402

OUT = Path(__file__).resolve().parent / "screenshots"
MID_GAME = 7
ALL = ("phone", "desktop")
"""The sizes in which every page and every game is shown."""
SOME = ("elfer", "master", "mogeln")
"""The games that are shown in the other sizes."""
LANG, PLAY = "de", "Gegen Bots spielen"


def shoot(page: Page, name: str, size: str) -> None:
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(250)
    page.screenshot(path=OUT / f"{name}-{size}.jpg", type="jpeg", quality=72, scale="css")


def mid_game(page: Page, game: str) -> None:
    """Play on until much has happened and the round is not over; some rounds are short, then another is begun."""
    for attempt in range(10):
        chance = Random(f"{game} {attempt}")
        page.goto(page.url.split("/t/")[0])
        start_against_bots(page, game, PLAY)
        for _ in range(MID_GAME - attempt // 2):
            settled(page)
            touch_one(page, chance)
        page.wait_for_timeout(900)
        settled(page)
        if not page.locator(RESULT).count():
            return
    raise RuntimeError(f"no round of {game} lasted until its picture could be taken")


def table(browser: Browser, base: str, game: str, size: str) -> None:
    visitor = Visitor(browser, base, size, LANG)
    page = visitor.go("/")
    mid_game(page, game)
    if size == "television":
        visitor.go(f"/tv/{page.url.rsplit('/', 1)[-1]}").wait_for_selector(".table")
    shoot(page, f"table-{game}", size)
    if game == "elfer" and size in ALL:
        play_to_result(page, game)
        shoot(page, "result", size)
        page.get_by_role("tab", name="Rückblick").click()
        page.locator("input[type=range]").fill("12")
        shoot(page, "review", size)
        visitor.go("/me").wait_for_load_state("networkidle")
        shoot(page, "me", size)
    visitor.context.close()


def pages(browser: Browser, base: str, size: str) -> None:
    visitor = Visitor(browser, base, size, LANG)
    for name, path in (("home", "/"), ("game", "/game/elfer"), ("rules", "/game/master")):
        visitor.go(path).wait_for_load_state("networkidle")
        shoot(visitor.page, name, size)
    visitor.context.close()


def main(only: list[str]) -> None:
    OUT.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, running(Path(folder) / "elfer.db") as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for size in (one for one in SIZES if one != "tiny"):
            if not only and size in ALL:
                pages(browser, base, size)
            for game in only or (games() if size in ALL else SOME):
                print(game, size, flush=True)
                table(browser, base, game, size)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
