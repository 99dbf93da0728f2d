"""The lock files name no registry, and are complete for every platform."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_front_end_s_lock() -> None:
    packages = json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))["packages"]
    assert not [path for path, package in packages.items() if "resolved" in package]
    names = {path.rpartition("node_modules/")[2] for path in packages}
    wanted = {name for package in packages.values() for name in package.get("optionalDependencies", {})}
    assert wanted <= names  # else `npm ci` refuses the lock


def test_constraints() -> None:
    assert "://" not in (ROOT / "constraints.txt").read_text("utf-8")
