"""How the page does on a slow device: largest paint, layout shift and first load. Run by `make figures`."""

from __future__ import annotations

import gzip
import json
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

import elfer
from tests.web import player
from tests.web.conftest import CHROMIUM, FLAGS, Visitor, running

BUILT = Path(elfer.__file__).parent / "web"
SLOWDOWN = 4
TIMES = 5
_WATCH = """
window.paint = 0; window.shift = 0
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.paint = one.startTime })
  .observe({ type: 'largest-contentful-paint', buffered: true })
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value
}).observe({ type: 'layout-shift', buffered: true })
"""


def loaded(visitor: Visitor, path: str, ready: str) -> tuple[float, float, int]:
    """Milliseconds to the largest paint, the layout shift, and the gzipped bytes of script and style."""
    files: set[str] = set()
    visitor.page.on("request", lambda request: files.add(request.url.split("/", 3)[-1]))
    visitor.context.add_init_script(_WATCH)
    visitor.context.new_cdp_session(visitor.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page = visitor.go(path)
    page.wait_for_selector(ready)
    page.wait_for_timeout(1500)
    paint, shift = page.evaluate("[window.paint, window.shift]")
    names = [BUILT / name for name in files if name.endswith((".js", ".css"))]
    return paint, shift, sum(len(gzip.compress(name.read_bytes())) for name in names)


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as scratch,
        running(Path(scratch) / "elfer.db") as base,
        sync_playwright() as p,
    ):
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        host = Visitor(browser, base)
        player.start_against_bots(host.go("/"), "elfer")
        player.settled(host.page)
        table = host.page.url.removeprefix(base)
        cookies = host.context.cookies()
        seats = json.dumps(host.page.evaluate("localStorage['elfer.tables']"))
        print(f"CPU slowed down {SLOWDOWN} times; the median of {TIMES} loads with nothing in the cache")
        for size in ("phone", "desktop"):
            for name, path, ready in (("home", "/", "a.tile"), ("table", table, ".hand button")):
                found = []
                for _ in range(TIMES):
                    visitor = Visitor(browser, base, size)
                    visitor.context.add_cookies(cookies)  # type: ignore[arg-type]
                    visitor.context.add_init_script(f"localStorage['elfer.tables'] = {seats}")
                    found.append(loaded(visitor, path, ready))
                    visitor.context.close()
                paint, shift, size_ = (median(column) for column in zip(*found, strict=True))
                print(
                    f"{size:8} {name:6} largest paint {paint:5.0f} ms   layout shift {shift:.4f}   "
                    f"first load {size_ / 1000:.0f} kB gzipped"
                )
        browser.close()


if __name__ == "__main__":
    main()
