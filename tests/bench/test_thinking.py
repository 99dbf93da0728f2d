"""The command that tells how long bots think."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from elfer.bots import Level
from elfer.match.setup import Setup

ROOT = Path(__file__).parents[2]


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return import_module("thinking")


def test_whole_rounds_are_played_until_there_are_enough_decisions(thinking: Any) -> None:
    found = thinking.thinking(Setup.read("elfer.2"), Level.NORMAL, 30)
    assert len(found.seconds) >= 30
    assert found.row[:3] == ("elfer.2", "", str(len(found.seconds)))
    assert all(each >= 0 for each in found.seconds)


def test_without_a_name_every_game_is_played_at_the_fewest_players_and_at_four(thinking: Any) -> None:
    codes = [setup.code for setup in thinking.tables(None)]
    assert len(codes) == len({*codes})
    assert {"elfer.2", "elfer.4", "mogeln.3", "mogeln.4", "zweikampf.2"} <= {*codes}


def test_the_figures_are_told_and_written(thinking: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "thinking.json"
    given = ["--engine", "--level", "easy", "--tables", "elfer.2,ratefix.2", "--decisions", "5", "--json", str(file)]
    assert thinking.main(given) == 0
    assert "ratefix.2" in capsys.readouterr().out
    found = msgspec.json.decode(file.read_bytes(), type=list[thinking.Thinking])
    assert [(each.table, each.level, each.kernel) for each in found] == [
        ("elfer.2", "easy", False),
        ("ratefix.2", "easy", False),
    ]
    assert all(len(each.seconds) >= 5 for each in found)
