"""Tuning: it finds what is better, and says so only if it is."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from elfer.arena.figures import Figure
from elfer.arena.knobs import Knobs, with_weights, written
from elfer.arena.ledger import Ledger
from elfer.arena.trouble import Trouble
from elfer.arena.tuning import Comparison, Generation, Method, Trial, Tuning, compare, tune
from elfer.arena.workers import Here, Workers, workers
from elfer.bots import Level
from elfer.bots.plan import Sheet, Sheets
from elfer.bots.reactions import Reflexes
from elfer.bots.search import Search
from elfer.match.setup import Setup
from tests.arena.toys import AIM, Aim, nearest

T = TypeVar("T")
R = TypeVar("R")

SMALL = Method(candidates=12, boards=6)
TUNING = Tuning(nearest(), Aim(), ("start", "random"), "tune", SMALL)


def generations(
    many: int, into: Path | None = None, team: Workers | None = None, tuning: Tuning = TUNING
) -> list[Generation]:
    with Ledger(into, {"elfer": "tune"}, Generation) as ledger:
        return [
            msgspec.structs.replace(each, seconds=0.0) for each in islice(tune(tuning, team or Here(), ledger), many)
        ]


def test_it_finds_what_is_best_and_that_it_is_better() -> None:
    found = generations(14)
    assert [each.generation for each in found] == [*range(1, 15)]
    assert abs(found[-1].mean[0] - AIM) < 4
    assert found[-1].spread[0] < TUNING.first().spread[0] / 2
    assert found[-1].average > found[0].average
    comparison = compare(TUNING, found[-1].mean, 60, Here())
    assert comparison.better
    assert comparison.opponents == ["start", "random"]
    assert comparison.before[0].mean == 0.5
    assert comparison.after[0].low > 0.6


def test_the_same_numbers_are_not_better() -> None:
    comparison = compare(TUNING, Aim().start, 20, Here())
    assert (comparison.gain.mean, comparison.better) == (0, False)
    worse = compare(TUNING, (39.0, 0.0), 40, Here())
    assert worse.gain.mean < 0
    assert not worse.better


def test_a_little_luck_is_not_enough() -> None:
    for gain, better in ((0.06, True), (0.04, False), (-0.06, False)):
        assert Comparison([], [], [], Figure(gain, 0.05)).better == better
    assert not Comparison([], [], [], Figure(0.5, None)).better


class Noting(Here):
    """Notes who plays which boards."""

    def __init__(self) -> None:
        self.boards: list[dict[int, list[str]]] = []

    def each(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        trials = [*items]
        boards: dict[int, list[str]] = {}
        self.boards.append(boards)
        for trial in trials:
            assert isinstance(trial, Trial)
            boards.setdefault(trial.candidate, []).append(trial.board)
        return super().each(task, trials)


def test_all_candidates_of_a_generation_play_the_same_boards_and_the_next_other_ones() -> None:
    noted = Noting()
    generations(2, team=noted)
    [first, second] = noted.boards
    for generation in (first, second):
        assert len(generation) == SMALL.candidates
        assert all(boards == generation[0] for boards in generation.values())
        assert len({*generation[0]}) == SMALL.boards
    assert not {*first[0]} & {*second[0]}


def test_neither_processes_nor_order_matter_but_the_seed_does() -> None:
    with workers(2) as team:
        assert generations(2, team=team) == generations(2)
    other = Tuning(nearest(), Aim(), ("start", "random"), "other", SMALL)
    assert generations(1, tuning=other) != generations(1)


def test_whoever_is_stopped_goes_on_after_the_last_generation(tmp_path: Path) -> None:
    into = tmp_path / "tune.jsonl"
    once = generations(4)
    assert generations(2, into) == once[:2]
    assert len(into.read_bytes().splitlines()) == 3
    with into.open("ab") as file:
        file.write(b'{"generation":3,"mea')
    assert generations(4, into) == once
    assert len(into.read_bytes().splitlines()) == 5  # none is done twice
    assert generations(3, into) == once[:3]


def test_self_is_whoever_plays_by_the_mean() -> None:
    """A candidate that is the mean itself meets its like, and wins exactly its share."""
    alone, mean = Tuning(nearest(), Aim(), ("self",), "self", SMALL), (20.0, 0.0)
    assert alone.play(Trial(3, mean, mean, "1 0")) == (3, [0.5])
    against_itself = alone.play(Trial(3, (40.0, 0.0), mean, "1 0"))
    assert against_itself != (3, [0.5])


def test_where_nothing_is_weighed_nothing_is_tuned() -> None:
    with pytest.raises(Trouble, match="the bot of nearest weighs nothing"):
        Tuning(nearest(), Aim((), ()), ("start",), "1").check()
    with pytest.raises(Trouble, match="there is no player “nobody”"):
        Tuning(nearest(), Aim(), ("start", "nobody"), "1").check()


# --- the weights of a game ------------------------------------------------------------------------------------


NEAREST = Knobs(nearest(3), Level.NORMAL)


def test_the_weights_of_a_plan_are_what_is_tuned() -> None:
    """A game without a plan of its own has the general one."""
    assert NEAREST.names[:2] == ("points", "lead")
    assert NEAREST.start[:2] == (1.0, 0.0)
    some = Knobs(nearest(3), Level.NORMAL, ("lead", "points"))
    some.check()
    assert some.start == (0.0, 1.0)
    with pytest.raises(Trouble, match="the bot of nearest has no weight “lad”; it has points, lead"):
        Knobs(nearest(3), Level.NORMAL, ("lad",)).check()


def test_weights_make_a_difference() -> None:
    general = Tuning(nearest(), Knobs(nearest(), Level.NORMAL), ("random",), "1")
    wins = compare(general, (-1.0, 0.0, 0.0, 0.0, 0.0), 20, Here())
    assert wins.after[1].high < 0.4
    assert wins.before[1].low > 0.6


def test_weights_are_written_beside_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "bot.toml"
    file.write_text("# How it plays.\n# In numbers.\n[[normal]]\nplayers = 2\n", "utf-8")
    monkeypatch.setattr(Knobs, "file", file)
    some = Knobs(nearest(3), Level.NORMAL, ("lead",))
    assert some.write((0.123456789,)) == file
    text = file.read_text("utf-8")
    assert text.startswith("# How it plays.\n# In numbers.\n[[normal]]\nplayers = 3\n")
    [sheet] = msgspec.toml.decode(text, type=Sheets).normal
    assert (sheet.players, sheet.weights["lead"], sheet.weights["points"]) == (3, 0.1235, 1.0)


def test_a_game_s_file_stands_in_its_own_package() -> None:
    assert Knobs(Setup.choose("auslosen", 2), Level.NORMAL).file.parts[-2:] == ("auslosen", "bot.toml")


FULL = Sheets(
    easy=[Sheet(players=2, weights={"a": 1.0, "b": -2.5e-7}, memory=4, reflexes=Reflexes(least=300))],
    normal=[Sheet(players=2, weights={"a": 1.0}), Sheet(players=5, weights={"a": 3.0})],
    hard=[Sheet(search=Search(samples=8, caution=1.5))],
)


def test_sheets_are_written_as_they_are_read() -> None:
    assert msgspec.toml.decode(written(FULL), type=Sheets) == FULL
    assert written(Sheets()) == ""


@pytest.mark.parametrize(
    ("level", "players", "expected"),
    [
        (Level.NORMAL, 2, [(2, {"a": 7.0}), (5, {"a": 3.0})]),
        (Level.NORMAL, 4, [(2, {"a": 1.0}), (4, {"a": 7.0}), (5, {"a": 3.0})]),
        (Level.CHAMPION, 3, [(3, {"a": 7.0})]),
    ],
)
def test_new_weights_leave_the_other_sheets_alone(
    level: Level, players: int, expected: list[tuple[int, dict[str, float]]]
) -> None:
    changed = with_weights(FULL, level, players, {"a": 7.0})
    assert [(sheet.players, sheet.weights) for sheet in getattr(changed, level.value)] == expected
    assert changed.easy == FULL.easy


def test_what_else_a_sheet_says_is_kept() -> None:
    [_, changed] = with_weights(FULL, Level.EASY, 4, {"a": 7.0}).easy
    assert (changed.memory, changed.reflexes) == (4, Reflexes(least=300))
