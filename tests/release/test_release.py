"""What `make release` checks before it builds; building and installing is tested in `test_packages`."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.release.make import NotReady, check_contents, check_tree, described, section
from tests.release.packages import ROOT, VERSION, run

CHANGELOG = """# Changelog

## [Unreleased]

## [1.1.0] - 2026-11-18
### Added
- Something.

## [1.0.0] - 2026-11-01
"""


def test_a_version_is_released_with_what_is_new_in_it() -> None:
    assert section(CHANGELOG, "1.1.0") == "### Added\n- Something."
    for version in ("1.0.0", "1.0", "1.1", "2.0.0", "Unreleased"):
        with pytest.raises(NotReady, match="needs a section"):
            section(CHANGELOG, version)


def test_only_what_is_committed_is_released_and_only_once(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        run("git", "-c", "user.name=T", "-c", "user.email=t@example.org", *words, cwd=tmp_path)

    git("init", "-q")
    (tmp_path / "file").write_text("1")
    with pytest.raises(NotReady, match="commit these first"):
        check_tree(tmp_path)
    git("add", "file")
    git("commit", "-qm", "one")
    check_tree(tmp_path)
    git("tag", f"v{VERSION}")
    with pytest.raises(NotReady, match="raise the version"):
        check_tree(tmp_path)


def test_contents_are_exact() -> None:
    check_contents("x", {"a"}, {"a"})
    with pytest.raises(NotReady, match=r"missing \['b'\], too much \['c'\]"):
        check_contents("x", {"a", "c"}, {"a", "b"})


@pytest.mark.parametrize(("line", "wrong"), [("", ""), ("Requires-Python: three\n", "requires-python")])
def test_descriptions_are_checked_as_an_index_does(tmp_path: Path, line: str, wrong: str) -> None:
    wheel = tmp_path / f"elfer-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        text = f"Metadata-Version: 2.4\nName: elfer\nVersion: {VERSION}\n{line}"
        archive.writestr(f"elfer-{VERSION}.dist-info/METADATA", text)
    if wrong:
        with pytest.raises(NotReady, match=wrong):
            described(wheel)
    else:
        assert str(described(wheel).version) == VERSION


def test_the_changelog_begins_with_what_is_not_released() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings[0] == "## [Unreleased]"
    released = [line.split("]")[0].removeprefix("## [") for line in headings[1:]]
    assert len(set(released)) == len(released)
    for version in released:
        assert section(text, version)
