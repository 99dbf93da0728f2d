"""`elfer tune` as people use it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from elfer.arena.knobs import Knobs
from elfer.bots.plan import Sheets
from elfer.cli import flags, main
from elfer.match.setup import Setup
from tests.arena.toys import nearest

TUNE = "toy --players 2 --candidates 4 --boards 1 --check 20 --generations 2 --jobs 1 --against random"


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    try:
        code = main(["tune", *TUNE.split(), *args])
    except SystemExit as left:
        code = int(left.code or 0)
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture(autouse=True)
def _a_small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of whatever is asked for: one that is played quickly and has the general plan."""
    real = flags.setup

    def setup(what: str, players: int | None, given: Iterable[tuple[str, Any]]) -> Setup:
        return nearest(players or 2) if what == "toy" else real(what, players, given)

    monkeypatch.setattr(flags, "setup", setup)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where weights are written, in place of the game's own file."""
    monkeypatch.setattr(Knobs, "file", tmp_path / "bot.toml")
    return tmp_path / "bot.toml"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["Generation 2: best ", "Wins in % after", "Not clearly better: "]),
        ("de", ["Generation 2: Bester ", "Siege in % nachher", "Nicht klar besser: "]),
        ("fr", ["Génération 2\u202f: meilleur ", "Victoires en % après", "Pas nettement mieux\u202f: "]),
    ],
)
def test_what_is_not_clearly_better_changes_nothing(
    capsys: pytest.CaptureFixture[str], file: Path, lang: str, said: list[str]
) -> None:
    code, out, _ = run(capsys, "--lang", lang)
    assert code == 0
    for text in said:
        assert text in out
    assert not file.exists()


def test_what_is_better_is_written_down(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, file: Path, tmp_path: Path
) -> None:
    """Nothing counts for the bot at the beginning."""
    monkeypatch.setattr(Knobs, "start", (0.0,))
    args = ["--only", "points", "--candidates", "12", "--boards", "4", "--generations", "5", "--check", "30"]
    args += ["--into", str(tmp_path / "tune.jsonl")]
    code, out, _ = run(capsys, *args, "--dry")
    assert code == 0
    assert "Better: " in out
    assert "Generation 5: " in out
    assert "Generation 6: " not in out
    assert not file.exists()
    _, again, _ = run(capsys, *args)
    assert again.splitlines()[:-1] == out.splitlines()[:-1]
    assert f"The new numbers stand in {file}." in again.replace("\n", "")
    [sheet] = msgspec.toml.decode(file.read_bytes(), type=Sheets).normal
    assert sheet.players == 2
    assert sheet.weights["points"] > 0
    assert out.endswith(f"points = {sheet.weights['points']}\n")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--only", "points,pints"), "the bot of nearest has no weight “pints”; it has points, lead"),
        (("--against", "start,nobody"), "there is no player “nobody”"),
        (("--check", "19"), "“19” is no number from 20 on"),
        (("--candidates", "3"), "“3” is no number from 4 on"),
        (("--minutes", "-1"), "--minutes"),
        (("--minutes", "0"), "“0” is no number above 0"),
        (("--minutes", "1"), "--minutes"),  # and generations: one of the two
        (("--players", "9"), "nearest is for 2 to 4 players, not 9"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], said: str
) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert said in err
    assert err.endswith("Help: elfer tune --help\n")


def test_where_nothing_is_weighed_nothing_is_tuned(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "zweikampf"]) == 2
    assert "the bot of zweikampf weighs nothing" in capsys.readouterr().err


def test_a_file_of_another_search_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    into = ("--into", str(tmp_path / "tune.jsonl"))
    run(capsys, *into, "--dry", "--generations", "1")
    code, _, err = run(capsys, *into, "--dry", "--boards", "3")
    assert code == 2
    assert "belongs to another run: boards is 1 there, here it is 3" in err
