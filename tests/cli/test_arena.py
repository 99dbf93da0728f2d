"""`elfer arena` as people use it."""

import json
import re
import sys
from pathlib import Path

import pytest

from elfer.cli import main
from elfer.words import LANGUAGES


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    try:
        code = main(["arena", *args])
    except SystemExit as left:
        code = int(left.code or 0)
    said = capsys.readouterr()
    return code, said.out, said.err


QUICK = ("zweikampf", "random", "greedy", "--boards", "4", "--jobs", "1")


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["zweikampf.2: 4 boards, 8 rounds.", "Equal players would win 50.0 %", "Wins in %", "50.0 ± 0.0"]),
        ("de", ["zweikampf.2: 4 Blätter, 8 Runden.", "gewännen 50,0 %", "Siege in %", "50,0 ± 0,0"]),
        ("fr", ["zweikampf.2\u202f: 4 donnes, 8 manches.", "gagneraient 50,0 %", "Victoires en %", "50,0 ± 0,0"]),
    ],
)
def test_the_table_of_a_tournament(capsys: pytest.CaptureFixture[str], lang: str, said: list[str]) -> None:
    code, out, err = run(capsys, *QUICK, "--lang", lang)
    assert (code, err) == (0, "")
    for text in said:
        assert text in out
    assert out.count("random") == 1


def test_more_than_two_get_a_second_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "elfer", "random", "greedy", "easy", "--players", "2", "--boards", "2", "--jobs", "1")
    assert code == 0
    assert "Fewer points are better." in out
    standings, pairings = out.split("The others’ points")
    assert standings.count("greedy") == 1
    assert pairings.count("greedy") == 4


def test_the_best_stands_above(capsys: pytest.CaptureFixture[str]) -> None:
    for names in (("random", "normal"), ("normal", "random")):
        _, out, _ = run(capsys, "elfer", *names, "--players", "2", "--boards", "8", "--jobs", "1")
        assert out.index("normal") < out.index("random")


def test_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, *QUICK, "--json", "--seed", "json", "--matches")
    said = json.loads(out)
    assert said["boards"] == 4
    assert said["seed"] == "json"
    assert said["pairings"][0] == {
        "player": "random",
        "against": "greedy",
        "win": {"mean": 0.5, "error": 0.0},
        "points": said["pairings"][0]["points"],
        "others": said["pairings"][0]["others"],
    }
    assert {each["player"] for each in said["standings"]} == {"random", "greedy"}


def test_without_openskill_it_is_said_that_there_are_no_ratings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Rating" in run(capsys, *QUICK)[1]
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    _, out, _ = run(capsys, *QUICK)
    assert "Rating" not in out
    assert "no ratings without openskill" in out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nothing", "random", "greedy"), "there is no game “nothing”"),
        (("elfer", "random", "nobody"), "there is no player “nobody”; there are random, greedy"),
        (("elfer", "random"), "1 player cannot compete: name at least two"),
        (("elfer", "random", "greedy", "--players", "9"), "elfer is for 2 to 6 players, not 9"),
        (("elfer", "random", "greedy", "--together"), "2 players cannot sit together at a table of 4"),
        (("elfer", "random", "greedy", "--boards", "0"), "“0” is no number from 1 on"),
        (("elfer", "random", "greedy", "--jobs", "many"), "“many” is no number from 1 on"),
        (
            ("elfer", "random", "greedy", "--until", "200"),
            "“200” is no number between 0 and 100",
        ),
        (("elfer", "random", "greedy", "--into", "no/such/folder"), "no/such/folder: No such file or directory"),
        (("elfer", "random", "greedy", "--together", "--only-first"), "--only-first"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], said: str
) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert said in err
    assert err.endswith("Help: elfer arena --help\n")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ray_is_missed_in_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    code, _, err = run(capsys, *QUICK, "--ray", "--lang", lang)
    assert code == 2
    assert "elfer[arena]" in err


def test_it_ends_when_it_is_sure_and_goes_on_from_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    into = tmp_path / "run.jsonl"
    args = ("elfer", "easy", "random", "--players", "2", "--jobs", "1", "--until", "8", "--into", str(into))
    _, once, _ = run(capsys, *args)
    [boards] = re.findall(r"(\d+) boards", once)
    assert 20 < int(boards) < 1000
    before = into.read_bytes()
    assert run(capsys, *args)[1] == once
    assert into.read_bytes() == before
