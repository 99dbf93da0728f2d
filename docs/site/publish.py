"""Builds the documentation site: gathers its pages, lets Sphinx build them, and looks at what came of it.

python docs/site/publish.py [--out build/site]

Whatever is wrong ends it: a warning of Sphinx, a link that leads nowhere, anything that a page would load from
elsewhere. It needs the extra `docs`, and no network.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from shutil import rmtree

from links import faults
from sources import ROOT, BadLink, gather
from sphinx.cmd.build import build_main

STRICT = ("--fail-on-warning", "--keep-going", "--quiet", "--fresh-env")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(description="Builds the documentation site.")
    parser.add_argument("--out", type=Path, default=ROOT / "build/site", metavar="FOLDER")
    out: Path = parser.parse_args(arguments).out
    try:
        gather(anew(out / "source"))
    except (BadLink, FileNotFoundError) as why:
        return failed([str(why)])
    site = anew(out / "html")
    if build_main([*STRICT, "-d", str(out / "doctrees"), str(out / "source"), str(site)]):
        return 1
    if wrong := faults(site):
        return failed(wrong)
    print(f"Open {site / 'index.html'}")
    return 0


def anew(folder: Path) -> Path:
    """The folder, without what an earlier build left there."""
    rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def failed(wrong: Sequence[str]) -> int:
    print(*wrong, sep="\n", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
