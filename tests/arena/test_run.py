"""Long runs: kept in a file, stopped and gone on with, ended when they are sure."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from elfer.arena.ledger import _sources, fingerprint
from elfer.arena.run import STAGE, Goal, run
from elfer.arena.standings import Standings
from elfer.arena.tournament import Tournament
from elfer.arena.trouble import Trouble
from elfer.arena.workers import Here, workers
from elfer.match.registry import games
from elfer.match.setup import Setup
from tests.arena.toys import Nearest, nearest

TOYS = "tests.arena.toys"
TOURNAMENT = Tournament(nearest(), (f"{TOYS}:good", "random"), "kept")


def play(boards: int, into: Path | None = None, tournament: Tournament = TOURNAMENT) -> Standings:
    return run(tournament, Goal(boards), Here(), into)


def test_who_is_interrupted_goes_on(tmp_path: Path) -> None:
    into = tmp_path / "run.jsonl"
    once = play(9)
    play(4, into)
    before = into.read_text("utf-8").splitlines()
    assert len(before) == 1 + 4
    assert play(9, into) == once
    assert into.read_text("utf-8").splitlines()[:5] == before
    whole = into.read_bytes()
    assert play(9, into) == once
    assert into.read_bytes() == whole
    assert play(4, into) == play(4)  # more than is wanted


def test_a_torn_line_is_played_again_and_order_does_not_matter(tmp_path: Path) -> None:
    into = tmp_path / "run.jsonl"
    once = play(6, into)
    head, *lines = into.read_bytes().splitlines(keepends=True)
    for torn in (lines[5][:-1], lines[5][:7], b""):
        into.write_bytes(head + b"".join(reversed(lines[:5])) + torn)
        assert play(6, into) == once
        assert sorted(into.read_bytes().splitlines(keepends=True)[1:]) == sorted(lines)
    into.write_bytes(head[:10])
    assert play(6, into) == once


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (Tournament(nearest(), (f"{TOYS}:good", "random"), "else"), "seed is kept there, here it is else"),
        (
            Tournament(nearest(3), (f"{TOYS}:good", "random"), "kept"),
            "table is nearest.2 there, here it is nearest.3",
        ),
        (
            Tournament(nearest(), ("greedy", "random"), "kept"),
            "players is tests.arena.toys:good random there, here it is g",
        ),
        (Tournament(nearest(), (f"{TOYS}:good", "random"), "kept", shape="first"), "shape is pairs there"),
        (Tournament(nearest(), (f"{TOYS}:good", "random"), "kept", matches=True), "boards is rounds there"),
    ],
)
def test_a_file_of_another_run_is_refused_and_left_alone(tmp_path: Path, other: Tournament, said: str) -> None:
    into = tmp_path / "run.jsonl"
    play(2, into)
    before = into.read_bytes()
    with pytest.raises(Trouble) as trouble:
        play(2, into, other)
    assert f"{into} belongs to another run: {said}" in str(trouble.value)
    assert into.read_bytes() == before


def test_another_program_is_another_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    into, mine = tmp_path / "run.jsonl", tmp_path / "own_bot_of_a_test.py"
    mine.write_text("from elfer.bots import at_random as bot\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    names = ("own_bot_of_a_test:bot", "random")
    before = fingerprint(Nearest, names)
    play(1, into, Tournament(nearest(), names, "1"))
    mine.write_text("from elfer.bots import greedy as bot\n", "utf-8")
    assert fingerprint(Nearest, names) != before
    with pytest.raises(Trouble, match="program is"):
        play(1, into, Tournament(nearest(), names, "1"))
    assert fingerprint(Nearest) == fingerprint(Nearest, ("random",))
    assert len({fingerprint(), *(fingerprint(kind) for kind in games().values())}) == 1 + len(games())


def test_a_game_depends_on_its_own_package_and_what_it_is_built_on() -> None:
    def of(name: str) -> set[str]:
        return {"/".join(path.parts[-2:]) for path in _sources(games()[name])}

    assert {"auslosen/__init__.py", "rows/__init__.py", "rows/bot.py", "table/guess.py"} <= of("auslosen")
    assert {"games/places.py", "bots/plan.py", "arena/rounds.py"} <= of("auslosen")
    assert not {"master/__init__.py", "arena/report.py"} & of("auslosen")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"something else\n", "holds something else"),
        (b"[1]\n", "holds something else"),
    ],
)
def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path, text: bytes, said: str) -> None:
    into = tmp_path / "notes.txt"
    into.write_bytes(text)
    with pytest.raises(Trouble, match=said):
        play(2, into)
    assert into.read_bytes() == text


def test_a_line_in_the_middle_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    into = tmp_path / "run.jsonl"
    play(3, into)
    head, first, *rest = into.read_bytes().splitlines(keepends=True)
    into.write_bytes(b"".join([head, first[:5] + b"\n", *rest]))
    with pytest.raises(Trouble, match="line 2 of "):
        play(3, into)


# --- until it is sure ----------------------------------------------------------------------------------------


def test_it_ends_as_soon_as_the_result_is_sure_whatever_was_done_first(tmp_path: Path) -> None:
    goal, into = Goal(400, 0.08), tmp_path / "run.jsonl"
    result = run(TOURNAMENT, goal, Here(), into)
    assert result.boards % STAGE == 0
    assert 0 < result.boards < 400
    assert max(each.win.error or 1 for each in result.pairings) <= 0.08
    earlier = play(result.boards - STAGE)
    assert max(each.win.error or 1 for each in earlier.pairings) > 0.08
    with workers(2) as team:
        assert run(TOURNAMENT, goal, team) == result
    play(result.boards + 7, into)
    assert run(TOURNAMENT, goal, Here(), into) == result


def test_it_ends_at_the_most_boards_if_the_result_never_gets_sure() -> None:
    assert run(TOURNAMENT, Goal(25, 0.0001), Here()).boards == 25


# --- killed --------------------------------------------------------------------------------------------------


def test_killed_in_the_middle_and_resumed_gives_the_same_table(tmp_path: Path) -> None:
    into = tmp_path / "run.jsonl"
    args = ["arena", "elfer", "easy", "random", "--players", "2", "--seed", "killed", "--json"]
    command = [sys.executable, "-m", "elfer", *args, "--into", str(into), "--jobs", "2"]
    running = subprocess.Popen([*command, "--boards", "100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        give_up = time.monotonic() + 60
        while not into.exists() or into.read_bytes().count(b"\n") < 6:
            assert running.poll() is None
            assert time.monotonic() < give_up
            time.sleep(0.02)
    finally:
        os.kill(running.pid, signal.SIGKILL)
    # The pipes are closed when nobody holds them any more: none of the processes outlives the one that was killed.
    running.communicate(timeout=60)
    boards = into.read_bytes().count(b"\n") + 2
    resumed = subprocess.run([*command, "--boards", str(boards)], capture_output=True, check=True, timeout=60)
    once = run(Tournament(Setup.choose("elfer", 2), ("easy", "random"), "killed"), Goal(boards), Here())
    said = json.loads(resumed.stdout)
    assert (said["boards"], said["rounds"]) == (boards, 2 * boards)
    assert said["pairings"][0]["win"] == {"mean": once.pairings[0].win.mean, "error": once.pairings[0].win.error}
    assert said["standings"][0]["rating"]["mu"] == once.standings[0].rating.mu  # type: ignore[union-attr]
