"""`elfer review`, and a hint while one plays."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from elfer import game
from elfer.bots import review
from elfer.bots.advice import Advice, Worth
from elfer.bots.review import Effort, Outlook, Review, TurningPoint
from elfer.bots.search import Search
from elfer.cli import main
from elfer.cli.hint import bar, hinted
from elfer.cli.review import run, told
from elfer.match.record import names
from elfer.words import LANGUAGES, Words
from tests.cli.test_commands import run as typed_run

LOOK = Search(samples=20, candidates=3, margin=0.0, nodes=500)
WHO = ["Ada", "Benjamin"]


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "USUAL", Effort(0.4, 20_000, LOOK, LOOK))
    monkeypatch.setattr(review, "MOMENTS", 6)


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "game.jsonl"
    assert main(["play", "--watch", "--players", "2", "--seed", "3", "--record", str(path)]) == 0
    capsys.readouterr()
    return path


FOUND = Review(
    1.0,
    (Outlook(0, 0, (0.5, 0.5), 0.04), Outlook(7, 0, (0.75, 0.25), 0.03), Outlook(9, 0, (1.0, 0.0), 0.02)),
    (
        TurningPoint(6, 1, "g9", "r11", 0.4, 0.62, 0.05, "ahead"),
        TurningPoint(8, 0, "draw", "end", 0.1, 0.2, 0.05, None),
    ),
)


def test_a_review_in_lines() -> None:
    assert told(Words("en"), FOUND, WHO) == [
        " Chances of winning the round",
        " Ada      ▄▆█ 50 % → 100 %",
        " Benjamin ▄▂▁ 50 % → 0 %",
        " The chances may be off by 4 points.",
        "",
        " Turning points",
        " Step 7, Benjamin: Lay green 9 (40 %). Better: Lay red 11 (62 %). "
        "It wins more often when the round is thought through to its end.",
        " Step 9, Ada: Draw a card (10 %). Better: End turn (20 %).",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_match_without_turning_points_says_so(lang: str) -> None:
    lines = told(Words(lang), Review(1.0, FOUND.outlooks), WHO)
    assert lines[-1] == f" {Words(lang).say('web.no-turning-points')}"
    assert told(Words(lang), Review(1.0), WHO)[1:3] == [" Ada", " Benjamin"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_record_is_reviewed(record: Path, capsys: pytest.CaptureFixture[str], lang: str) -> None:
    assert main(["review", str(record), "--lang", lang]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    words = Words(lang)
    assert words.say("web.chances") in out
    curves = re.findall(r"^ (.+?) +([▁▂▃▄▅▆▇█]{6}) \d+ % → (\d+) %$", out, re.MULTILINE)
    assert tuple(name for name, _, _ in curves) == names(record.read_bytes().splitlines())
    assert sum(int(last) for _, _, last in curves) in (99, 100, 101)
    assert words.say("web.turning-points") in out
    assert "\x1b" not in out


def test_how_far_it_has_come_is_shown_on_a_terminal(record: Path) -> None:
    out = io.StringIO()
    run(Words("en"), Console(file=out, force_terminal=True, width=100), record, 0)
    assert "The bot looks at your game" in out.getvalue()
    assert "%" in out.getvalue().partition("Chances of winning")[0]


def test_turning_points_of_one_seat(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[list[int]]()

    def thought(steps: Any, seats: Any) -> list[Review]:
        asked.append([*seats])
        return [FOUND]

    monkeypatch.setattr("elfer.cli.review.reviews", thought)
    assert main(["review", str(record), "--seat", "1"]) == 0
    assert main(["review", str(record)]) == 0
    assert asked == [[1], [0, 1]]


def test_a_record_that_stops_early_is_reviewed_as_far_as_it_goes(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:9]))
    assert main(["review", str(record), "--lang", "en"]) == 0
    assert "Chances of winning" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: [], "the record is empty"),
        (lambda lines: [b"\x00\xff"], "line 1"),
        (lambda lines: [*lines[:3], b'{"seat":0,"do":"\\u001b[2J"}'], "line 4: “?[2J” is no action"),
    ],
)
def test_bad_records(record: Path, capsys: pytest.CaptureFixture[str], spoil, message: str) -> None:  # type: ignore[no-untyped-def]
    record.write_bytes(b"\n".join(spoil(record.read_bytes().splitlines())))
    assert main(["review", str(record), "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("elfer review: ")
    assert message in err
    assert "\x1b" not in err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["/nowhere.jsonl"], "/nowhere.jsonl: No such file"),
        ([], "required"),
        (["FILE", "--seat", "2"], "there is no seat 2; the seats are 0 to 1"),
        (["FILE", "--seat", "x"], "“x” is no number"),
    ],
)
def test_bad_flags(record: Path, capsys: pytest.CaptureFixture[str], args: list[str], message: str) -> None:
    try:
        code = main(["review", *(str(record) if arg == "FILE" else arg for arg in args), "--lang", "en"])
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert message in err


# --- hints ----------------------------------------------------------------------------------------------------


def test_a_hint_says_why_and_what_else_is_worth() -> None:
    table = game("elfer", players=2)
    read = table.read
    worths = (
        Worth(read("r12"), 0.6, 0.1, True),
        Worth(read("b9"), 0.55, 0.1, True),
        Worth(read("end"), 0.2, 0.05, False),
    )
    lines = hinted(Words("en", {"reason.far": "opens {row}"}), table, Advice(read("r12"), "far", worths), WHO)
    assert [line.plain for line in lines] == [
        " Hint: Lay red 12. It opens the red row.",
        "   Lay red 12  ██████████────······  60 %, give or take 10",
        "   Lay blue 9  █████████────·······  55 %, give or take 10",
        "   End turn    ███──···············  20 %, give or take 5",
        " About as good: Lay blue 9.",
    ]
    assert [line.plain for line in hinted(Words("en"), table, Advice(read("r12"), None), WHO)] == [
        " Hint: Lay red 12"
    ]


def test_bars_stay_within_their_width() -> None:
    assert [len(bar(chance, error)) for chance, error in ((0, 0.3), (1, 0.3), (0.5, 0.9), (0.02, 0.01))] == [20] * 4
    assert (bar(1.0, 0.0), bar(0.0, 0.0)) == ("█" * 20, "·" * 20)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hint_can_be_asked_for(lang: str) -> None:
    words = Words(lang)
    done = typed_run("play", "--seed", "7", "--lang", lang, typed="\n".join([words.say("command.hint"), "hint", ""]))
    hint = words.say("web.hint-is", what="").strip()
    assert done.stdout.count(f" {hint}") == 2
    assert done.stderr == ""
