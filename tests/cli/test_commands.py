"""The terminal as people use it: `elfer play`, `replay`, `rules` and `games`."""

import os
import pty
import re
import signal
import subprocess
import sys
import time
from importlib.metadata import version
from io import StringIO
from itertools import pairwise, takewhile
from pathlib import Path

import pytest

import elfer
from elfer.bots.cast import CAST
from elfer.cli import flags, main
from elfer.match.record import digest, names
from elfer.match.registry import games
from elfer.table.options import options_of
from elfer.words import LANGUAGES, Words, parse
from elfer.words.rulebook import rulebook

HERE = {
    name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "COL", "FORCE", "NO_"))
}
CAST_NAMES = {one.name for one in CAST}
COMMAND = [sys.executable, "-m", "elfer"]


def run(*args: str, typed: str = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    settings = {**HERE, "PYTHONUTF8": "1", **(env or {})}
    return subprocess.run(
        [*COMMAND, *args], input=typed, capture_output=True, text=True, encoding="utf-8", env=settings, timeout=60
    )


def steps(record: Path) -> list[tuple[int | None, str | None]]:
    with record.open("rb") as lines:
        return [(step.seat, step.do) for step in elfer.replay(lines)]


def last(record: Path) -> elfer.Match:
    with record.open("rb") as lines:
        return list(elfer.replay(lines))[-1].match


# --- playing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_match_is_played_to_its_end_and_replays(tmp_path: Path, lang: str) -> None:
    record = tmp_path / "game.jsonl"
    args = [
        "play",
        "elfer",
        "--players",
        "3",
        "--rounds",
        "2",
        "--seed",
        "7",
        "--lang",
        lang,
        "--record",
        str(record),
    ]
    done = run(*args, typed="1\n" * 2000)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    match = last(record)
    assert match.over
    words = Words(lang)
    assert words.say("ask.next-round") in done.stdout
    assert words.say("result.total") in done.stdout
    assert "elfer play elfer.3.1 --seed 7" in done.stdout
    for total in match.totals:
        assert str(total) in done.stdout.split(words.say("result.total"))[1]
    lines = record.read_bytes().splitlines()
    assert digest(match) in lines[-1].decode()
    you, *others = names(lines)
    assert you == words.say("seat.you")
    assert len(set(others) & CAST_NAMES) == 2  # two different characters
    checked = run("replay", str(record), "--check", "--lang", lang)
    totals = ", ".join(map(str, match.totals))
    assert checked.stdout.strip() == words.say("replay.ok", n=sum(b'"do"' in line for line in lines), totals=totals)


@pytest.mark.parametrize("game", games())
def test_every_game_can_be_played_and_is_the_same_every_time(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once in a process of its own, and once in this one, where much has been played before and hashes are others."""
    apart, here = tmp_path / "apart.jsonl", tmp_path / "here.jsonl"
    play = ["play", game, "--players", str(games()[game].seats[0]), "--seed", "x", "--lang", "en", "--record"]
    # The first choice, or where a number means something else, one after the other.
    typed = "".join(f"1\n{n % 80 + 1}\n" for n in range(4000))
    done = run(*play, str(apart), typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    monkeypatch.setattr(sys, "stdin", StringIO(typed))
    assert main([*play, str(here)]) == 0
    assert capsys.readouterr().err == ""
    assert last(apart).over
    assert apart.read_bytes() == here.read_bytes()


def test_the_hand_on_the_screen_is_the_persons_at_every_turn(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    done = run("play", "--seed", "7", "--seat", "2", "--record", str(record), typed="1\n" * 500)
    with record.open("rb") as lines:
        replayed = list(elfer.replay(lines))
    true = [hand(before.match, 2) for before, step in pairwise(replayed) if step.seat == 2]
    screens = done.stdout.split("Your hand · ")[1:]
    assert len(true) > 20
    # That is how the hands of others are shown: only when the round is over.
    assert "hand:" not in "".join(screens[: len(true)])
    assert "hand:" in done.stdout
    assert [hand_on(screen) for screen in screens[: len(true)]] == true


def hand(match: elfer.Match, seat: int) -> set[str]:
    shown = elfer.view(match.game, match.state, seat)
    return {card for zone in shown.zones if zone.owner == seat for card in zone.cards or ()}


def hand_on(screen: str) -> set[str]:
    """The cards below a heading, up to the first line that has none."""
    lines = takewhile(lambda line: line[1] in "♦●▲■", screen.split("\n")[1:])
    rows = [(line[3], line[10:]) for line in lines]
    return {colour + number for colour, numbers in rows for number in re.findall(r"\d+", numbers)}


def test_what_others_draw_is_not_told() -> None:
    done = run("play", "elfer-1210", "--seed", "5", "--blocking", "take-three", "--rounds", "2", typed="1\n" * 500)
    drawn = re.findall(rf"(?:{'|'.join(CAST_NAMES)}) draws (.+?)(?: and |[,.])", done.stdout)
    assert drawn
    assert set(drawn) <= {"a card", "3 cards", "2 cards", "1 card"}
    assert re.search(r"You draw (red|yellow|green|blue) \d+", done.stdout)


@pytest.mark.parametrize(("answer", "kept"), [("y", True), ("n", False)])
def test_quitting_asks_once_and_keeps_the_record(tmp_path: Path, answer: str, kept: bool) -> None:
    record = tmp_path / "game.jsonl"
    done = run("play", "--seed", "7", "--record", str(record), typed=f"1\nquit\n{answer}\n")
    assert done.returncode == 0
    assert done.stdout.count("Leave the game? What was played stays in the record.") == 1
    assert f"elfer replay {record}" in done.stdout
    assert steps(record)[-1] == (0, "r12")
    assert "The game ends here." in done.stdout


def test_the_end_of_input_ends_politely(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    done = run("play", "--seed", "7", "--record", str(record))
    assert (done.returncode, done.stderr) == (0, "")
    assert len(steps(record)) == 6  # the deal, and the turns of three bots


def test_ctrl_c_ends_politely(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    command = [*COMMAND, "play", "--seed", "7", "--record", str(record)]
    pipe = subprocess.PIPE
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what is ignored here is ignored there, too
    try:
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in process.stdout:
            if b"Which card do you lay?" in line:
                break
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")
    assert b"elfer replay" in out
    assert len(steps(record)) == 6


@pytest.mark.parametrize("lang", LANGUAGES)
def test_wrong_input_gets_the_reason_and_loses_nothing(tmp_path: Path, lang: str) -> None:
    record = tmp_path / "game.jsonl"
    words = Words(lang)
    typed = "zz\n99\n\n-1\nr1\nb11\ndraw\nend\n²\n\x1b[A\n"
    done = run("play", "--seed", "7", "--lang", lang, "--record", str(record), typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(steps(record)) == 6
    reasons = [
        words.refusal(elfer.Refused("unreadable", text="zz", examples="r1, take, end, pass")) + " (ALL-4)",
        words.say("ask.number", last=2),
        words.refusal(elfer.Refused("does-not-fit", card="r1")) + " (EL-7)",
        words.refusal(elfer.Refused("not-in-hand", card="b11")) + " (EL-5)",
        words.refusal(elfer.Refused("can-lay", cards="r12 g11")) + " (EL-8)",
        words.refusal(elfer.Refused("nothing-laid")) + " (EL-8)",
    ]
    flat = " ".join(done.stdout.replace("\n", " ").split())
    for reason in reasons:
        assert " ".join(reason.split()) in flat
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("lang", LANGUAGES)
def test_commands(lang: str) -> None:
    words = Words(lang)
    asked = ["?", *(words.say(f"command.{name}") for name in ("help", "rules")), "", words.say("command.hand")]
    done = run("play", "--seed", "7", "--lang", lang, typed="\n".join([*asked, "r12", ""]))
    assert done.stdout.count(words.say("help.play").split("\n")[1]) == 2
    assert "EL-12" in done.stdout
    assert done.stdout.count(words.say("table.yours", zone=words.zone("hand"))) == 4
    assert words.say("you.laid", what=words.the(["r12"])) in done.stdout


def test_the_only_thing_to_do_is_done_at_enter(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    done = run("play", "--seed", "7", "--seat", "1", "--record", str(record), typed="\n")
    assert "1 Lay red 11" in done.stdout
    assert steps(record)[1] == (1, "r11")


def test_watching_bots() -> None:
    done = run("play", "--watch", "--seed", "7", "--players", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(f"^(?:{'|'.join(CAST_NAMES)}) lays", done.stdout)
    assert run("play", "--watch", "--seed", "7", "--players", "2").stdout == done.stdout  # with the same characters
    assert "Your" not in done.stdout
    assert "--seed 7 --watch" in done.stdout


def test_a_table_code_can_be_changed_by_flags(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    run("play", "elfer.2.31", "--rounds", "2", "--record", str(record))
    assert last(record).setup.code == "elfer.2.11"


def test_without_a_seed_every_game_is_new() -> None:
    seeds = {re.findall(r"--seed ([0-9a-f]{64})", run("play").stdout)[0] for _ in range(2)}
    assert len(seeds) == 2


def test_an_old_record_is_never_overwritten(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text("dear to me")
    done = run("play", "--record", str(record))
    assert (done.returncode, done.stdout) == (2, "")
    assert str(record) in done.stderr
    assert record.read_text() == "dear to me"


@pytest.mark.parametrize(("env", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_on_a_terminal(env: dict[str, str], coloured: bool) -> None:
    here, there = pty.openpty()
    settings = {**HERE, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **env}
    command = [*COMMAND, "play", "--seed", "7", "--fast"]
    with subprocess.Popen(command, stdin=there, stdout=there, stderr=there, env=settings) as process:
        os.close(there)
        shown, typed = b"", False
        while True:
            try:
                shown += os.read(here, 4096)
            except OSError:  # the other side is closed
                break
            if b"(? for help)" in shown and not typed:
                os.write(here, b"quit\ny\n")
                typed = True
    os.close(here)
    assert process.returncode == 0
    assert (b"38;5;" in shown) == coloured


# --- bad flags -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["play", "elfr"], "did you mean elfer"),
        (["play", "elfr.4"], "did you mean elfer"),
        (["play", "elfer.x"], "is no table code"),
        (["play", "elfer.4.z"], "stands for no value of rounds"),
        (["play", "--players", "7"], "elfer is for 2 to 6 players, not 7"),
        (["play", "--players", "0"], "not 0"),
        (["play", "elfer.4", "--players", "0"], "not 0"),
        (["play", "--players", "many"], "“many” is no number"),
        (["play", "--seat", "4"], "there is no seat 4; the seats are 0 to 3"),
        (["play", "--seat", "-1"], "there is no seat -1"),
        (["play", "--rounds", "13"], "rounds cannot be '13'; it can be 1 to 12"),
        (["play", "--deck", "60"], "only with 2 players"),
        (["play", "elfer-1210", "--without", "red"], "there is no option without; there are: deck, rounds, blocking"),
        (["play", "--lang", "it"], "invalid choice: 'it'"),
        (["play", "--wat"], "unrecognized arguments: --wat"),
        (["play", "--record", "/nowhere/at/all.jsonl"], "/nowhere/at/all.jsonl: No such file"),
        (["wat"], "invalid choice: 'wat'"),
        (["rules", "elfr"], "did you mean elfer"),
        (["rules", "elfer", "EL-99"], "“EL-99” is no rule of Elevens Out; there are EL-1"),
        (["replay"], "required"),
        (["replay", "/nowhere.jsonl"], "/nowhere.jsonl: No such file"),
        (["replay", "/"], "Is a directory"),
    ],
)
def test_bad_flags_are_answered_in_two_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, args: list[str], message: str
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    try:
        code = main(args)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("elfer")
    assert len(err.splitlines()) == 2
    assert err.splitlines()[1].startswith("Help: elfer")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_help_explains_the_options_of_the_game(capsys: pytest.CaptureFixture[str], game: str, lang: str) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["play", game, "--help", "--lang", lang])
    flat = " ".join(capsys.readouterr().out.split())
    every = [option for kind in games().values() for option in options_of(kind.Options)]
    shown = {option.name for option in every if f"{flags.flag(option)} " in flat}
    assert shown == rulebook(game, lang).options.keys()
    for option in rulebook(game, lang).options.values():
        assert " ".join(option.help.split()) in flat
    assert Words(lang).say("cli.usage") in flat.replace(" :", "\u202f:")


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "replay" in capsys.readouterr().out


# --- replaying -----------------------------------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    assert main(["play", "--watch", "--players", "2", "--seed", "3", "--record", str(path)]) == 0
    return path


def test_stepping_through_a_record(record: Path) -> None:
    count = len(steps(record)) - 1
    done = run("replay", str(record), typed="\n\nb\n5\nx\n0\nb\ne\n\nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    shown = [int(n) for n in re.findall(r"^ Elevens Out · (\d+)/", done.stdout, re.MULTILINE)]
    assert shown == [0, 1, 2, 1, 5, 0, count]
    assert done.stdout.count("That is as far as it goes") == 2
    assert f"a number from 0 to {count}" in done.stdout
    assert "has won." in done.stdout


def test_all_steps_with_who_did_what(record: Path) -> None:
    done = run("replay", str(record), "--all")
    who = names(record.read_bytes().splitlines())
    told = re.findall(rf"^ ({'|'.join(who)}): (.+)$", done.stdout, re.MULTILINE)
    assert told == [(who[seat], Words("en").offer(do)) for seat, do in steps(record) if seat is not None and do]
    assert done.stdout.rstrip().endswith("has won.")
    assert "\x1b" not in done.stdout


def test_a_record_that_stops_early(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:9]))
    assert main(["replay", str(record), "--all", "--lang", "en"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("The record ends here; the match was not played to its end.")
    assert main(["replay", str(record), "--check", "--lang", "en"]) == 0
    assert capsys.readouterr().out == "ok: 8 actions, totals 0, 0\n"


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: [], "the record is empty"),
        (lambda lines: [b"\x00\xff"], "line 1"),
        (lambda lines: lines[:3] + lines[4:], "line"),
        (lambda lines: [*lines[:3], b'{"seat":0,"do":"\\u001b[2J"}'], "line 4: “?[2J” is no action"),
        (lambda lines: [*lines[:-1], lines[-1].replace(b'"points":[', b'"points":[1')], "ended otherwise"),
    ],
)
@pytest.mark.parametrize("flag", [[], ["--check"], ["--all"]])
def test_bad_records(record: Path, capsys: pytest.CaptureFixture[str], spoil, message: str, flag: list[str]) -> None:  # type: ignore[no-untyped-def]
    capsys.readouterr()
    record.write_bytes(b"\n".join(spoil(record.read_bytes().splitlines())))
    assert main(["replay", str(record), *flag]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert "\x1b" not in err


def test_names_in_a_record_cannot_steer_the_terminal(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    lines[0] = re.sub(rb'"names":.*]', rb'"names":["\\u001b[2Jx"]', lines[0])
    record.write_bytes(b"".join(lines))
    assert main(["replay", str(record), "--all", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "[2Jx: Lay" in out
    assert "Seat 1: Lay" in out


# --- rules ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_rulebooks_are_printed_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str, lang: str
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["rules", game, "--lang", lang]) == 0
    out = capsys.readouterr().out
    book, words = rulebook(game, lang), Words(lang)
    assert out.startswith(book.title)
    assert max(len(line) for line in out.splitlines()) <= 96
    assert not re.search("^ *[!?:;»]", out, re.MULTILINE)  # French signs stay with their word
    assert re.findall(r"^([A-Z]{2}-\d+) ", out, re.MULTILINE) == list(book.rules)
    flat = " ".join(out.replace("\u202f", " ").split())
    assert flat.count(words.say("rules.reading")) == sum(rule.is_reading for rule in book.rules.values())
    for part in (part for section in book.sections for part in section.parts if isinstance(part, str)):
        assert " ".join(part.replace("**", "").split()) in flat
    assert "**" not in out
    assert "\x1b" not in out


def test_one_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "elfer", "el-11", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("EL-11 ")
    assert out.rstrip().endswith("(our reading)")
    assert "EL-12" not in out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_of_games(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    assert main(["games", "--lang", lang]) == 0
    out = " ".join(capsys.readouterr().out.split())
    for game in games():
        assert f"{game} {rulebook(game, lang).title}".replace("\u202f", " ") in out
        assert " ".join(rulebook(game, lang).tagline.split()) in out


def test_the_language_of_the_environment(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert main(["rules", "elfer", "EL-2"]) == 0
    assert "montre" in capsys.readouterr().out


def test_a_reader_that_goes_away_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m elfer rules elfer | head -1", shell=True, capture_output=True, env=HERE, timeout=60
    )
    assert done.stderr == b""


def test_cards_have_a_sign_beside_their_colour() -> None:
    assert parse("y3") == ("yellow", 3)
    assert "● yellow" in run("play", "--seed", "7", "--lang", "en").stdout


def test_many_choices_are_listed_in_notation_and_few_in_words() -> None:
    out = run("play", "master", "--players", "3", "--seed", "5", typed="1\n" * 6).stdout
    turns = re.split(r"do you lay\b", out)[1:]
    assert "1 Lay" in turns[0] or " j@" in turns[0]
    many = [turn for turn in turns if "<" in turn]
    assert many
    for turn in many:
        choices = [line for line in turn.split("\n")[1:] if re.match(r" +\d+ \S", line)]
        assert len(choices) <= 9
        assert "Lay" not in "".join(choices)


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"elfer {version('elfer')}\n"
