"""`make release`: checks the checkout, builds what is published, tries it, says what is next, and uploads nothing."""

from __future__ import annotations

import re
import shutil
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from packaging.metadata import ExceptionGroup, Metadata

from tests.release.packages import (
    ROOT,
    VERSION,
    build_sdist,
    build_wheel,
    environment,
    expected_in_sdist,
    expected_in_wheel,
    in_sdist,
    in_wheel,
    install,
    run,
    smoke,
    without_node,
)

DIST = ROOT / "dist"


class NotReady(Exception):
    """Something must be done before this can be released."""


def check_tree(root: Path) -> None:
    """What is released is what is committed. Raises `NotReady`."""
    if changed := run("git", "status", "--porcelain", cwd=root):
        raise NotReady(f"commit these first, or put them away:\n{changed}")
    if run("git", "tag", "--list", f"v{VERSION}", cwd=root).strip():
        raise NotReady(f"v{VERSION} has been released; raise the version in pyproject.toml")


def section(changelog: str, version: str) -> str:
    """What the changelog says of a version. Raises `NotReady`."""
    found = re.search(
        rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## \[|\Z)", changelog, re.M | re.S
    )
    if found is None or not found[1].strip():
        raise NotReady(
            f"CHANGELOG.md needs a section that begins with “## [{version}] - YYYY-MM-DD” and says what is new"
        )
    return found[1].strip()


def described(package: Path) -> Metadata:
    """How a wheel or a source distribution describes itself, checked as an index would. Raises `NotReady`."""
    try:
        return Metadata.from_email(_metadata(package), validate=True)
    except ExceptionGroup as errors:
        raise NotReady(f"{package.name}: " + "; ".join(map(str, errors.exceptions))) from None


def _metadata(package: Path) -> bytes:
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as archive:
            return archive.read(f"elfer-{VERSION}.dist-info/METADATA")
    with tarfile.open(package) as archive:
        file = archive.extractfile(f"elfer-{VERSION}/PKG-INFO")
        assert file is not None
        return file.read()


def check_contents(what: str, found: set[str], expected: set[str]) -> None:
    """Nothing is missing and nothing is too much. Raises `NotReady`."""
    if found != expected:
        raise NotReady(f"{what}: missing {sorted(expected - found)}, too much {sorted(found - expected)}")


def release(folder: Path) -> list[Path]:
    """Build and try everything in a folder; gives what can be published. Raises `NotReady`."""
    say("building the page and the source distribution from a clone")
    run("git", "clone", "-q", ROOT, folder / "clone")
    sdist = build_sdist(folder / "clone", folder / "dist")
    bare = without_node(folder / "no-programs")
    say("building the wheel from it, without Node")
    wheel = build_wheel(sdist, folder / "dist", bare)
    check_contents(sdist.name, in_sdist(sdist), expected_in_sdist(folder / "clone"))
    check_contents(wheel.name, in_wheel(wheel), expected_in_wheel(folder / "clone"))
    for package in (sdist, wheel):
        about = described(package)
        say(f"installing {package.name} ({about.name} {about.version}) in a clean environment, and serving from it")
        python = environment(folder / f"from{package.suffix}")
        install(python, str(package), env=bare)
        smoke(python, folder / f"serve{package.suffix}", bare)
    return [sdist, wheel]


def say(text: str) -> None:
    print(f"release: {text}", flush=True)


def main() -> int:
    try:
        check_tree(ROOT)
        news = section((ROOT / "CHANGELOG.md").read_text(), VERSION)
        with tempfile.TemporaryDirectory(prefix="elfer-release-") as folder:
            packages = release(Path(folder))
            DIST.mkdir(exist_ok=True)
            kept = [Path(shutil.copy2(package, DIST)) for package in packages]
    except NotReady as why:
        print(f"release: {why}", file=sys.stderr)
        return 1
    files = " ".join(str(path.relative_to(ROOT)) for path in kept)
    print(f"\nelfer {VERSION} is ready. What is new:\n\n{news}\n\nNothing was uploaded. Next:")
    print(f'  git tag -a v{VERSION} -m "elfer {VERSION}" && git push origin v{VERSION}')
    print(f"  twine upload {files}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
