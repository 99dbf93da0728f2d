"""Prints a table of the games: how long each is, and what it uses of what all share.

python docs/site/uses.py
"""

from __future__ import annotations

import ast
from pathlib import Path

from elfer.match.registry import games

SOURCES = Path(__file__).parents[2] / "src"
OPERATIONS = ("carry", "draw", "lift", "shift", "shuffle", "tuck")


def main() -> None:
    print("| game | lines | built on | verbs | of the table beyond moving cards |")
    print("|---|--:|---|---|---|")
    for name in sorted(games()):
        lines, built_on, verbs, operations = row(name)
        print(f"| `{name}` | {lines} | {listed(built_on)} | {listed(verbs)} | {listed(operations)} |")


def listed(words: list[str]) -> str:
    return ", ".join(words)


def row(name: str) -> tuple[int, list[str], list[str], list[str]]:
    """Lines of Python, shared modules, verbs of its own actions, operations and mechanisms of the table."""
    kind = games()[name]
    *base, own = kind.packages()
    files = sorted((SOURCES / own.replace(".", "/")).glob("*.py"))
    text = "\n".join(file.read_text("utf-8") for file in files)
    built_on = [part.rsplit(".", 1)[1] for part in base]
    built_on += [part for part in ("booklet", "places") if f"elfer.games.{part} import" in text]
    verbs = sorted({str(type(action).__struct_config__.tag) for action in kind(kind.seats[0]).actions})
    called = {node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}
    used = [op for op in OPERATIONS if f"layout.{op}(" in text]
    used += ["named moves"] if "named=True" in text else []
    used += ["windows"] if "ask" in called else []
    used += ["secret zones"] if "counted=" in text else []
    used += ["conclusions"] if {"rule_out", "show", "concluded"} & (called | set(text.split("def "))) else []
    return sum(len(file.read_text("utf-8").splitlines()) for file in files), built_on, verbs, used


if __name__ == "__main__":
    main()
