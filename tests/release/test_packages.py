"""What is published: installed into new environments, from a clone, a wheel and a source distribution."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.release.packages import (
    build_sdist,
    build_wheel,
    clean_copy,
    environment,
    expected_in_sdist,
    expected_in_wheel,
    in_sdist,
    in_wheel,
    install,
    page_of,
    rubbish,
    run,
    smoke,
    without_node,
)


def test_clone_wheel_and_source_distribution_install_and_serve_the_page(tmp_path: Path) -> None:
    """One test, because each step needs the one before it: the page is built once, by `pip install .`."""
    copy = clean_copy(tmp_path / "clone")
    assert page_of(copy) == set()

    cloned = environment(tmp_path / "from-clone", pip=True)
    install(cloned, ".", cwd=copy)
    smoke(cloned, tmp_path / "serve-clone")
    assert rubbish(copy) == ""

    # The page that pip has just built is up to date, so building the source distribution only packs it.
    sdist = build_sdist(copy, tmp_path / "dist")
    assert in_sdist(sdist) == expected_in_sdist(copy)
    assert rubbish(copy) == ""

    bare = without_node(tmp_path / "no-programs")
    wheel = build_wheel(sdist, tmp_path / "dist", bare)
    assert in_wheel(wheel) == expected_in_wheel(copy)
    # What others have written and the page carries comes with its licences.
    assert {"elfer/web/licenses.txt", "elfer/web/font-license.txt"} <= in_wheel(wheel)
    for name, package in (("sdist", sdist), ("wheel", wheel)):
        python = environment(tmp_path / f"from-{name}")
        said = install(python, str(package), env=bare)
        assert "nodejs" not in said
        smoke(python, tmp_path / f"serve-{name}", bare)


def test_a_source_distribution_without_the_page_is_not_installed(tmp_path: Path) -> None:
    copy = clean_copy(tmp_path / "broken")
    for name in ("web", "src/elfer/web"):
        run("rm", "-rf", copy / name)
    with pytest.raises(RuntimeError, match="neither a built page"):
        build_sdist(copy, tmp_path / "dist")
