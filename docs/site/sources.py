"""Gathers what the documentation site is built from: pages of the repository, and pages that are made.

Every page is read in the repository, too, so its links lead from file to file there; here they are turned to where
the files stand in the site. What is linked and is no page (a compose file, a schema) comes along as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from shutil import copyfile

from made import PICTURES, made

ROOT = Path(__file__).parents[2]
SITE = ROOT / "docs/site"
TOKENS = ROOT / "web/src/design/tokens.css"
WEB = ROOT / "src/elfer/web"

PAGES = {
    "ARCHITECTURE.md": "project/architecture.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "bench/README.md": "bench/engine.md",
    "bench/server/README.md": "bench/server.md",
    "docs/strength.md": "bench/strength.md",
    "docs/hosting.md": "servers/hosting.md",
    "docs/server.md": "servers/server.md",
}
"""Pages of the repository that stand in a folder of the site; the others of `docs` are guides, at its top."""
INSTEAD = {
    "README.md": "index.md",
    "src/elfer/games": "games/index.md",
    "src/elfer/games/en.md": "rules/en/all.md",
}
"""By file or folder of the repository: the page to which its links lead in the site."""

_LINK = re.compile(r"^```.*?^```$|(?<=\]\()(?![a-z]+:|#)(?P<target>[^)#\s]+)", re.MULTILINE | re.DOTALL)
"""Blocks of code, in which nothing is a link, and targets inside the repository."""


class BadLink(ValueError):
    """A page links what is not there."""


def pages() -> dict[str, str]:
    """By file of the repository, the page of the site that it becomes."""
    guides = {f"docs/{file.name}": file.name for file in (ROOT / "docs").glob("*.md")}
    own = [file for ending in ("md", "rst") for file in SITE.rglob(f"*.{ending}")]
    return guides | PAGES | {str(file.relative_to(ROOT)): str(file.relative_to(SITE)) for file in own}


def gather(to: Path) -> None:
    """Write everything that Sphinx reads into a folder."""
    for name, page in pages().items():
        write(to / page, turned((ROOT / name).read_text("utf-8"), name, page, to))
    for page, text in made():
        write(to / page, text)
    for name, file in files():
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        copyfile(file, to / name)
    write(to / "_static/tokens.css", tokens())


def files() -> Iterator[tuple[str, Path]]:
    """What is copied as it is: the look of the site, the font and the icon of the game's page, its pictures."""
    fonts = sorted(WEB.glob("assets/bricolage*.woff2"))
    if not fonts:
        raise FileNotFoundError(f"no font in {WEB}/assets: install elfer (make .venv/.docs), which builds the page")
    yield "_static/bricolage.woff2", fonts[0]
    yield "_static/font-license.txt", WEB / "font-license.txt"
    yield "_static/icon.svg", WEB / "icon.svg"
    yield "_static/site.css", SITE / "site.css"
    yield "conf.py", SITE / "conf.py"
    for picture in sorted((ROOT / PICTURES).glob("table-*-desktop.jpg")):
        yield f"files/{PICTURES}/{picture.name}", picture


def tokens() -> str:
    """The colours and sizes of the game's page. Furo's switch of themes is at the body, not at the root."""
    text = re.sub(r"url\('[^']+'\)", "url('bricolage.woff2')", TOKENS.read_text("utf-8"))
    return text.replace(":root", "body")


def turned(text: str, name: str, page: str, to: Path) -> str:
    """The text of a file with its links turned to the site. What is linked and is no page is copied to there."""
    places = INSTEAD | pages()

    def turn(found: re.Match[str]) -> str:
        if not found["target"]:
            return found[0].replace("\n\n```", "\n```")  # the empty line is for those who run the example
        target = normpath(PurePosixPath(name).parent / found["target"])
        return relpath(places.get(target) or brought(target, name, to), PurePosixPath(page).parent)

    return _LINK.sub(turn, text)


def brought(target: str, by: str, to: Path) -> str:
    """The place in the site of a file that is no page."""
    if not (ROOT / target).is_file():
        raise BadLink(f"{by} links {target}, which is no file of the repository")
    place = f"files/{target}"
    (to / place).parent.mkdir(parents=True, exist_ok=True)
    copyfile(ROOT / target, to / place)
    return place


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
