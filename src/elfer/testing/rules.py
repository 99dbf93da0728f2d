"""Which rules are there, and which does a test name?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_ANCHOR = re.compile(r"\{#([A-Z]+-\d+)[^}]*\}")


def rule_ids(texts: Iterable[str]) -> set[str]:
    """The ids of the rules in rulebooks: their anchors, as in `{#EL-9}`."""
    return {rule for text in texts for rule in _ANCHOR.findall(text)}


def named_rules(files: Iterable[Path]) -> set[str]:
    """The ids that tests in these files name with `@pytest.mark.rule("EL-9")`."""
    return {rule for file in files for rule in _named(ast.parse(file.read_text(encoding="utf-8")))}


def _named(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
            for arg in node.args:
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                    yield arg.value
