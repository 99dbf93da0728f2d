"""No function of the package has more than fifteen branches, those inside expressions counted too.

The linter counts statements only, and so does not see a comprehension of comprehensions.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import elfer

MOST = 15
PACKAGE = Path(elfer.__file__).parent
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def branches(function: ast.AST) -> int:
    """One, and one more for each point at which a function can go on in two ways; functions inside do not count."""
    return 1 + sum(_of(node) for node in _inside(function))


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, FUNCTIONS):
            yield child
            yield from _inside(child)


def _of(node: ast.AST) -> int:
    match node:
        case ast.If() | ast.IfExp() | ast.Assert():
            return 1
        case ast.For() | ast.AsyncFor() | ast.While():
            return 1 + bool(node.orelse)
        case ast.comprehension():
            return 1 + len(node.ifs)
        case ast.BoolOp():
            return len(node.values) - 1
        case ast.Try():
            return len(node.handlers) + bool(node.orelse)
        case ast.match_case():
            otherwise = isinstance(node.pattern, ast.MatchAs) and node.pattern.pattern is None and node.guard is None
            return not otherwise
    return 0


def functions(source: str) -> dict[str, int]:
    """By name and line, how many branches each has."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, FUNCTIONS)]
    return {f"{node.name}:{node.lineno}": branches(node) for node in nodes}


@pytest.mark.parametrize(
    "package", sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists())
)
def test_every_function_can_be_read_at_once(package: str) -> None:
    counts = {
        f"{path.relative_to(PACKAGE)}:{name}": n
        for path in sorted((PACKAGE / package).rglob("*.py"))
        for name, n in functions(path.read_text("utf-8")).items()
    }
    assert counts
    assert {name: n for name, n in counts.items() if n > MOST} == {}


@pytest.mark.parametrize(
    ("line", "n"),
    [
        ("return a", 1),
        ("return a and b or c", 3),
        ("return [x for y in a if y for x in y]", 4),
        ("return b if a else c", 2),
        ("assert a", 2),
        ("while a:\n  b()\n else:\n  c()", 3),
        ("try:\n  a()\n except E:\n  b()", 2),
        ("match a:\n  case 1: b()\n  case _ if b: c()\n  case _: d()", 3),
        ("def g(): return a or b", 1),
    ],
)
def test_what_counts_as_a_branch(line: str, n: int) -> None:
    assert functions(f"def f(a, b, c):\n {line}")["f:1"] == n
