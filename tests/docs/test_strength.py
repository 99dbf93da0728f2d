"""The page on strength: made by one command, from what is kept."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from elfer.match.registry import games

ROOT = Path(__file__).parents[2]

Run = Callable[..., int]


@pytest.fixture
def strength(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Its module, which writes somewhere else."""
    monkeypatch.syspath_prepend(ROOT / "docs")
    module = import_module("strength")
    monkeypatch.setattr(module, "PAGE", tmp_path / "strength.md")
    monkeypatch.setattr(module, "FOUND", tmp_path / "strength.jsonl")
    monkeypatch.setattr(module, "KEPT", tmp_path / "kept")
    return module


@pytest.fixture
def run(strength: Any, monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["strength.py", "--jobs", "1", *arguments])
        monkeypatch.setattr(sys, "path", list(sys.path))
        code: int = strength.main()
        return code

    return run


def test_who_is_interrupted_goes_on_and_the_page_follows_from_what_is_kept(strength: Any, run: Run) -> None:
    few = ("--parts", "levels", "--games", "schwarzer-peter,ratefix", "--effort", "0.008")
    assert run(*few) == 0
    page, kept = strength.PAGE.read_text("utf-8"), sorted(strength.KEPT.iterdir())
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")]
    assert [row[0].strip("| ") + "." + row[1] for row in rows[1:]] == [
        "ratefix.2",
        "ratefix.4",
        "schwarzer-peter.2",
        "schwarzer-peter.4",
    ]
    assert all(len(row) == len(rows[0]) for row in rows)
    before = [file.read_bytes() for file in kept]
    assert len(kept) == 2 * 4 + 2 * 2  # who plays by chance has no levels
    assert all(text.count(b"\n") == 1 + 4 for text in before)
    kept[3].write_bytes(before[3].splitlines(keepends=True)[0] + b'{"bo')
    assert run(*few) == 0
    assert [file.read_bytes() for file in kept] == before
    strength.PAGE.unlink()
    assert run("--kept") == 0
    assert strength.PAGE.read_text("utf-8") == page


def test_what_another_program_played_is_played_anew(strength: Any, run: Run) -> None:
    few = ("--parts", "levels", "--games", "zweikampf", "--effort", "0.004")
    run(*few)
    [file, *_] = sorted(strength.KEPT.iterdir())
    text = file.read_bytes()
    head, *boards = text.splitlines(keepends=True)
    file.write_bytes(head.replace(b'"program":"', b'"program":"x') + boards[0])
    run("--kept")
    assert file.read_bytes() != text
    run(*few)
    assert file.read_bytes() == text


def test_who_plays_one_game_anew_leaves_the_others_on_the_page(strength: Any, run: Run) -> None:
    def rows(name: str) -> list[str]:
        return [row for row in strength.PAGE.read_text("utf-8").splitlines() if row.startswith(f"| {name} |")]

    run("--parts", "levels", "--games", "schwarzer-peter,zweikampf", "--effort", "0.008")
    both = rows("schwarzer-peter"), rows("zweikampf")
    assert all(both)
    for file in strength.KEPT.iterdir():
        file.unlink()
    run("--parts", "levels", "--games", "schwarzer-peter", "--effort", "0.004")
    assert (rows("schwarzer-peter"), rows("zweikampf")) == both  # of the same program the longer run counts
    text = strength.FOUND.read_text("utf-8")
    strength.FOUND.write_text(text.replace('"program":"', '"program":"x'), "utf-8")
    run("--kept")
    assert rows("schwarzer-peter") != both[0]
    assert rows("zweikampf") == both[1]


def test_every_game_is_played_at_the_fewest_players_and_at_four(strength: Any) -> None:
    lines = [*strength._lines("levels", sorted(games()))]
    tables = {line.setup.code for line in lines}
    assert len(tables) == sum(len({kind.seats[0], 4} & {*kind.seats}) for kind in games().values())
    assert {"elfer.2", "elfer.4", "mogeln.3", "mogeln.4", "zweikampf.2"} <= tables
    for first in strength.PAIRS[:2]:
        assert sum(line.pair == first for line in lines) == len(tables)


def test_who_plays_the_same_way_is_not_compared(strength: Any) -> None:
    lines = {
        (line.setup.code, line.pair.one, line.pair.other) for line in strength._lines("levels", ["elfer", "quartett"])
    }
    assert {
        ("elfer.2", "champion", "normal"),
        ("elfer.2", "champion", "hard"),
        ("quartett.4", "hard", "normal"),
    } <= lines
    assert not [line for line in lines if line[0].startswith("quartett") and line[1] == "champion"]


def test_kernels_are_told_of_and_left_out_where_nothing_is_compiled(strength: Any) -> None:
    lines = {(line.setup.code, line.pair.one): line for line in strength._lines("levels", ["elfer", "quartett"])}
    assert lines["elfer.2", "hard"].by_kernel
    assert not lines["elfer.2", "normal"].by_kernel
    assert not lines["quartett.4", "hard"].by_kernel
    without = {(line.setup.code, line.pair.one): line for line in strength._lines("engine", ["elfer", "quartett"])}
    assert {*without} == {("elfer.2", "hard"), ("elfer.4", "hard")}
    assert not without["elfer.2", "hard"].by_kernel
    assert without["elfer.2", "hard"].looks_ahead
    assert without["elfer.2", "hard"].contest().into != lines["elfer.2", "hard"].contest().into


def test_whoever_looks_ahead_only_by_a_kernel_plays_like_those_below_without_one(strength: Any) -> None:
    without = [(line.setup.code, line.pair.one) for line in strength._lines("engine", ["zahlenwechsel"])]
    assert ("zahlenwechsel.2", "hard") in without
    assert ("zahlenwechsel.4", "hard") not in without
