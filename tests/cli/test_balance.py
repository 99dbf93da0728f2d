"""`elfer balance` as people use it."""

import json
from pathlib import Path

import pytest

from elfer.cli import main


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    try:
        code = main(["balance", "zweikampf", "--jobs", "1", "--boards", "8", *args])
    except SystemExit as left:
        code = int(left.code or 0)
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["as usual", "100.0 ± 0.0", "The page with the plots: "]),
        ("de", ["wie üblich", "100,0 ± 0,0", "Die Seite mit den Bildern: "]),
        ("fr", ["comme", "100,0 ± 0,0", "La page avec les graphiques\u202f: "]),
    ],
)
def test_figures_on_the_screen_and_plots_in_a_file(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lang: str,
    said: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "--lang", lang)
    assert (code, err) == (0, "")
    for text in said:
        assert text in out
    assert "<title>The balance of zweikampf with 2 players</title>" in Path("balance-zweikampf.2.html").read_text(
        "utf-8"
    )


def test_for_programs(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, out, _ = run(capsys, "--json", "--who", "random")
    assert json.loads(out)["usual"]["deal"]["mean"] == pytest.approx(1)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--who", "nobody"), "there is no player “nobody”"),
        (("--boards", "7"), "“7” is no number from 8 on"),
        (("--html", "no/such/page.html"), "no/such/page.html: No such file or directory"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], said: str
) -> None:
    code, _, err = run(capsys, *args)
    assert code == 2
    assert said in err
