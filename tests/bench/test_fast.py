"""The benchmark of kernels counts what it says it counts. Nothing here is timed."""

import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(BENCH)
    return import_module("fast")


def sides_of(bench: Any) -> list[Any]:
    """A kernel that plays 100 decisions, 50 choices and 2 games a second, and a peer with 4, 2 and 1."""
    sides = [bench.Side("ours", int, int, 30.0), bench.Side(bench.EIGHTS, int, int)]
    for side, counts in zip(sides, ([200, 100, 4], [8, 4, 2]), strict=True):
        side.counts, side.seconds = counts, 2.0
    return sides


def test_ratios_are_of_rates(bench: Any) -> None:
    sides = sides_of(bench)
    console = Console(width=118)
    with console.capture() as capture:
        console.print(bench.table(sides, sides[1]))
    assert [word for word in capture.get().split() if word.replace(".", "").isdigit()] == [
        *("100", "25.0", "50", "25.0", "2", "2.0"),
        *("4", "1.0", "2", "1.0", "1", "1.0"),
    ]
    said = "Target: ours at least 30 × OpenSpiel crazy_eights (C++ bots): not reached (25.0)"
    assert bench.verdicts(sides, sides[1]) == [said]
    sides[0].counts[0] = 240
    assert bench.verdicts(sides, sides[1])[0].endswith("reached (30.0)")


def test_every_side_plays_and_is_counted(bench: Any) -> None:
    side = bench.Side("three", lambda: "abc", lambda played: (len(played), 2, 1))
    bench.measure([side], 0.001)
    decisions, choices, games = side.counts
    assert (decisions, choices) == (3 * games, 2 * games)
    assert games > 0


def test_of_open_spiel_only_decisions_of_players_count(bench: Any) -> None:
    pytest.importorskip("pyspiel")
    side = bench.their_side(Random(1))
    decisions, choices, games = side.count(side.play())
    assert games == bench.EIGHTS_ROUNDS
    assert 20 * games < choices <= decisions < 400 * games


def test_what_has_no_kernel_is_refused(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        bench.parse(["--games", "elfer,quartett"])
    assert "no kernel for: quartett; there are auslosen, " in capsys.readouterr().err


def test_with_observations_only_decisions_are_compared(bench: Any) -> None:
    side = bench.Side("ours, with observations", int, lambda many: (many, 0, 0), 5.0)
    peer = bench.Side(bench.EIGHTS, int, int)
    side.counts, side.seconds, peer.counts, peer.seconds = [80, 0, 0], 2.0, [16, 8, 2], 2.0
    console = Console(width=118)
    with console.capture() as capture:
        console.print(bench.table([side, peer], peer))
    (row,) = [line.split() for line in capture.get().splitlines() if "ours" in line]
    assert row[-6:] == ["40", "5.0", "–", "–", "–", "–"]
    assert bench.verdicts([side, peer], peer)[0].endswith("reached (5.0)")


def test_a_peer_that_is_not_installed_is_left_out(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    pytest.importorskip("numpy")
    for name in ("rlcard", "pgx"):
        monkeypatch.setitem(sys.modules, name, None)
    ((name, play, count),) = bench.observed.theirs(Random(1))
    assert name == bench.observed.EIGHTS
    decisions, choices, games = count(play())
    assert 20 * bench.observed.ROUNDS < decisions < 400 * bench.observed.ROUNDS
    assert choices == games == 0
