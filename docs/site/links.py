"""Looks at a site that was built: every link inside it leads somewhere, and nothing is loaded from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from msgspec import Struct

LOADING = {"src", "poster", "data"}
"""Attributes by which a page loads something; `href` does in a `link` element, and leads somewhere in all others."""
_IN_STYLES = re.compile(r"""(?:url\(\s*|@import\s+)['"]?([^'")\s;]+)""")


class Page(Struct, frozen=True):
    """What a page has and wants."""

    ids: frozenset[str]
    links: tuple[str, ...]
    resources: tuple[str, ...]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.resources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is not None:
                self.take(tag, name, value)

    def take(self, tag: str, name: str, value: str) -> None:
        if name == "id":
            self.ids.add(value)
        elif name == "href" and tag != "link":
            self.links.append(value)
        elif name == "href" or name in LOADING:
            self.resources.append(value)
        elif name == "srcset":
            self.resources += [each.split()[0] for each in value.split(",")]
        elif name == "style":
            self.resources += _IN_STYLES.findall(value)


def read(file: Path) -> Page:
    """A page of the site."""
    reader = _Reader()
    reader.feed(file.read_text("utf-8"))
    return Page(frozenset(reader.ids), tuple(reader.links), tuple(reader.resources))


def faults(site: Path) -> list[str]:
    """What is wrong with a site, each thing with the file in which it stands."""
    pages = {file: read(file) for file in sorted(site.resolve().rglob("*.html"))}
    found = [f"{file}: {fault}" for file in pages for fault in _of_page(pages, site.resolve(), file)]
    for file in sorted(site.rglob("*.css")):
        found += [f"{file}: {fault}" for fault in _missing(file, _IN_STYLES.findall(file.read_text("utf-8")))]
    return found


def _of_page(pages: Mapping[Path, Page], site: Path, file: Path) -> Iterator[str]:
    for link in pages[file].links:
        if not _is_foreign(link) and not _leads_somewhere(pages, site, file, link):
            yield f"the link {link} leads nowhere"
    yield from _missing(file, pages[file].resources)


def _missing(file: Path, resources: Iterable[str]) -> Iterator[str]:
    for resource in resources:
        if resource.startswith("data:"):
            continue
        if _is_foreign(resource):
            yield f"{resource} is loaded from elsewhere"
        elif not (file.parent / unquote(urlsplit(resource).path)).exists():
            yield f"{resource} is not there"


def _is_foreign(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.scheme or parts.netloc)


def _leads_somewhere(pages: Mapping[Path, Page], site: Path, file: Path, link: str) -> bool:
    parts = urlsplit(link)
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if target in pages:
        return not parts.fragment or unquote(parts.fragment) in pages[target].ids
    return target.is_relative_to(site) and target.is_file()
