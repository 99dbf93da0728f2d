"""Build the browser table into src/elfer/web when it is missing or its inputs have changed."""

from __future__ import annotations

import hashlib
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
FRONT, BUILT = ROOT / "web", ROOT / "src" / "elfer" / "web"
STAMP = BUILT / ".inputs-sha256"
INPUTS = [
    "package.json",
    "package-lock.json",
    "index.html",
    "vite.config.ts",
    "licenses.ts",
    "offline.ts",
    "tsconfig.json",
    "src",
    "public",
    "fixtures",
]
GENERATED = FRONT / "src" / "words" / "generated"
TEXTS = ["src/elfer/words", "src/elfer/games", "src/elfer/table/actions.py", "src/elfer/table/verbs.py"]
"""Where everything comes from that the page says, and the verbs that it knows."""


def inputs_hash() -> str:
    """A fingerprint of all that the built page depends on."""
    digest = hashlib.sha256()
    tops = [*(FRONT / name for name in INPUTS), *(ROOT / name for name in TEXTS)]
    for top in tops:
        files = [top] if top.is_file() else sorted(file for file in top.rglob("*") if file.is_file())
        for file in files:
            if GENERATED not in file.parents and file.suffix != ".pyc":
                digest.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def up_to_date() -> bool:
    return STAMP.is_file() and STAMP.read_text() == inputs_hash()


def export_words() -> None:
    """Write what the page says, with this checkout's own code."""
    # What pip has installed for the build is reached through PYTHONPATH, so that must stay in it.
    paths = [str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    subprocess.run([sys.executable, "-m", "elfer.words.export", str(GENERATED)], env=env, check=True)


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before the wheel is packed, and before an editable install."""

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling: nothing where the page is built already."""
        if not FRONT.is_dir() or up_to_date():
            return []
        npm = runpy.run_path(str(FRONT / "npm.py"))
        return ["msgspec>=0.19", *([] if npm["system_npm"]() else [npm["WHEEL"]])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # A source distribution carries the built page, and no front end to build it from.
        if not FRONT.is_dir():
            if not (BUILT / "index.html").is_file():
                raise SystemExit(
                    "there is neither a built page (src/elfer/web) nor a front end (web) to build it from"
                )
            return
        if up_to_date():
            return
        export_words()
        run = runpy.run_path(str(FRONT / "npm.py"))["run"]
        if run("ci", "--no-audit", "--no-fund") or run("run", "build"):
            raise SystemExit("the browser table could not be built; see the messages above")
        STAMP.write_text(inputs_hash())
