"""Builds what is published from a clean copy of the checkout, installs it elsewhere, and looks whether it serves."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin

import httpx

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
VERSION: str = PROJECT["version"]
CONSTRAINTS = ROOT / "constraints.txt"
PAGE = "src/elfer/web"
IN_SDIST = (
    "src",
    "deploy",
    "docs",
    "hatch_build.py",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    ".gitignore",
)
LINKS = re.compile(r'(?:src|href)="([^"#]+)"')


def outside() -> dict[str, str]:
    """The environment without anything that would let this checkout's own packages in."""
    ours = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT")
    return {name: value for name, value in os.environ.items() if name not in ours and not name.startswith("ELFER_")}


def without_node(empty: Path) -> dict[str, str]:
    """The same, where no program but the one that is started can be found: no Node, no npm, no git."""
    empty.mkdir(exist_ok=True)
    return {**outside(), "PATH": str(empty)}


def tracked() -> list[str]:
    """The files that a clone has."""
    said = run("git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", cwd=ROOT)  # whoever owns the checkout
    return [name for name in said.split("\0") if name and (ROOT / name).is_file()]


def clean_copy(to: Path) -> Path:
    """What a clone would have, with changes that are not committed yet; nothing that was built or installed here."""
    for name in tracked():
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, to / name)
    run("git", "init", "-q", cwd=to)
    run("git", "add", "-A", cwd=to)
    return to


def rubbish(copy: Path) -> str:
    """What was changed or left behind in a clean copy that git does not ignore; empty if nothing was."""
    left = run("git", "ls-files", "--others", "--exclude-standard", cwd=copy)
    return left + run("git", "diff", "--stat", cwd=copy)


def run(*command: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> str:
    """What a command says; if it fails, that is in the error."""
    env = outside() if env is None else env
    done = subprocess.run(command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))} failed:\n{done.stdout[-6000:]}")
    return done.stdout


def environment(folder: Path, *, pip: bool = False) -> Path:
    """A new virtual environment; gives its Python. One without a pip of its own is made much faster."""
    venv.create(folder, with_pip=pip, symlinks=os.name != "nt")
    return folder / "bin" / "python"


def install(python: Path, what: str, *, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> str:
    """Install something into a new environment as an operator would, in the versions that all tests run with."""
    pip: list[str | Path] = [python, "-m", "pip"]
    if not (python.parent / "pip").exists():
        pip = [sys.executable, "-m", "pip", "--python", python]
    return run(*pip, "install", "-v", "--disable-pip-version-check", "-c", CONSTRAINTS, what, env=env, cwd=cwd)


def build_sdist(copy: Path, out: Path) -> Path:
    """The source distribution of a clean copy."""
    run(sys.executable, "-m", "build", "--sdist", "--outdir", out, copy)
    return out / f"elfer-{VERSION}.tar.gz"


def build_wheel(sdist: Path, out: Path, env: Mapping[str, str]) -> Path:
    """The wheel, made of nothing but the source distribution."""
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--disable-pip-version-check", "-w", out, sdist, env=env)
    return out / f"elfer-{VERSION}-py3-none-any.whl"


# --- what is in them -----------------------------------------------------------------------------------------


def in_sdist(sdist: Path) -> set[str]:
    with tarfile.open(sdist) as archive:
        return {str(PurePosixPath(*PurePosixPath(member.name).parts[1:])) for member in archive if member.isfile()}


def in_wheel(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def page_of(copy: Path) -> set[str]:
    """The files of the built page, by their paths in the copy."""
    return {file.relative_to(copy).as_posix() for file in (copy / PAGE).rglob("*") if file.is_file()}


def expected_in_sdist(copy: Path) -> set[str]:
    """The tracked files that an installation or an operator needs, the page, and what describes the package."""
    files = {name for name in tracked() if name.startswith(tuple(f"{top}/" for top in IN_SDIST)) or name in IN_SDIST}
    files = {name for name in files if not name.startswith("docs/screenshots/")}
    return files | page_of(copy) | {"PKG-INFO"}


def expected_in_wheel(copy: Path) -> set[str]:
    """The package as it is tracked, the page, and what describes the package."""
    files = {name for name in tracked() if name.startswith("src/elfer/")} | page_of(copy)
    info = ("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE")
    return {name.removeprefix("src/") for name in files} | {f"elfer-{VERSION}.dist-info/{name}" for name in info}


# --- whether it serves ---------------------------------------------------------------------------------------


@contextlib.contextmanager
def served(python: Path, folder: Path, env: Mapping[str, str] | None = None) -> Iterator[str]:
    """The server of an environment, on a free port with a storage of its own; gives its address. It must end well."""
    options = ["--port", "0", "--storage", f"sqlite:{folder / 'elfer.db'}", "--lang", "en"]
    command = [str(python.parent / "elfer"), "serve", *options]
    env = {**(outside() if env is None else env), "PYTHONUNBUFFERED": "1"}
    with (
        (folder / "log").open("wb") as output,
        subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=output, text=True) as server,
    ):
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            if not line.startswith("elfer is running: "):
                raise RuntimeError(f"elfer serve said {line!r} and logged:\n{(folder / 'log').read_text()}")
            yield line.rsplit(" ", 1)[1].strip()
            server.send_signal(signal.SIGTERM)
            # uvicorn hands the signal on when it has stopped, so that whoever started it sees why it ended.
            if (code := server.wait(60)) not in (0, -signal.SIGTERM):
                raise RuntimeError(f"elfer serve ended with {code}:\n{(folder / 'log').read_text()}")
        finally:
            server.kill()


def look_around(url: str) -> None:
    """Fetch the page, all that it asks for first, its offline list, the health and the games."""
    with httpx.Client(base_url=url, timeout=60) as browser:
        page = browser.get("/").raise_for_status()
        assert "<title>" in page.text, page.text
        links = LINKS.findall(page.text)
        assert any(link.endswith(".js") for link in links), "the page has no program"
        assert any(link.endswith(".css") for link in links), "the page has no style"
        listed = json.loads(re.findall(r"FILES = (\[.*\])", browser.get("/sw.js").raise_for_status().text)[0])
        for link in {*links, *listed}:
            got = browser.get(urljoin("/", link)).raise_for_status()
            assert got.content, f"{link} is empty"
        health = browser.get("/health").raise_for_status().json()
        assert (health["status"], health["version"]) == ("ok", VERSION), health
        names = {game["id"] for game in browser.get("/api/games").raise_for_status().json()}
        folders = {file.parent.name for file in (ROOT / "src/elfer/games").glob("*/en.md")} - {"rows"}
        assert names == {folder.replace("_", "-") for folder in folders}


def smoke(python: Path, folder: Path, env: Mapping[str, str] | None = None) -> None:
    """The commands of a new environment answer, its package is its own, and its server shows the page."""
    folder.mkdir()
    home = run(python, "-c", "import elfer; print(elfer.__file__)", cwd=folder, env=env).strip()
    assert Path(home).is_relative_to(python.parents[1]), f"elfer was taken from {home}"
    assert run(python.parent / "elfer", "--version", cwd=folder, env=env).strip() == f"elfer {VERSION}"
    assert "EL-1" in run(python.parent / "elfer", "rules", "elfer", cwd=folder, env=env)
    with served(python, folder, env) as url:
        look_around(url)
