"""The bot of an earlier version at a table of this one."""

import subprocess
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from elfer import game, seed_from
from elfer.table.guess import guess
from elfer.table.seed import Quick

ROOT = Path(__file__).parents[2]
EARLIER = "e980ea8"


@pytest.fixture
def earlier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    packed = subprocess.run(["git", "archive", EARLIER, "src/elfer"], cwd=ROOT, capture_output=True)
    if packed.returncode:
        pytest.skip("this clone does not reach back that far")
    subprocess.run(["tar", "x", "-C", tmp_path], input=packed.stdout, check=True)
    monkeypatch.setenv("ELFER_EARLIER", str(tmp_path))
    monkeypatch.syspath_prepend(ROOT / "bench")
    bench = import_module("earlier")
    yield bench
    with bench._process(str(tmp_path)) as there:
        there.stdin.close()


def test_it_plays_a_whole_round(earlier: Any) -> None:
    hawaiki = game("hawaiki", players=2)
    state, chance, steps = hawaiki.deal(seed_from("earlier")), Quick(1), 0
    while acting := hawaiki.to_act(state):
        seat = acting[0]
        action = earlier.simple(hawaiki, guess(hawaiki, state, seat, chance), seat, chance)
        state, steps = hawaiki.apply(state, seat, action), steps + 1
    assert steps > 10
