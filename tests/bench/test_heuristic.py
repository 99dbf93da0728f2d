"""The heuristic that bots are measured against."""

from importlib import import_module
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from elfer import game, seed_from
from elfer.arena.players import Seated
from elfer.arena.rounds import play
from elfer.bots import Player, at_random
from elfer.table.actions import Lay
from elfer.table.seed import Quick
from tests.games.positions.rows import arrange

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(ROOT / "bench")
    return import_module("heuristic")


def did(bench: Any, state: Any, players: int = 2) -> str:
    elfer = game("elfer", players=players)
    return elfer.write(bench.H(elfer, state, 0, Quick(1)))


def look(bench: Any, elfer: Any, state: Any, card: str) -> Any:
    action = elfer.read(card)
    assert isinstance(action, Lay)
    return bench.look(elfer, state, 0, action.card)


def test_it_lays_the_card_behind_which_its_own_wait(bench: Any) -> None:
    elfer = game("elfer", players=2)
    state = arrange(elfer, ["r10 r9 r8 y10 y4 g12", "b1"], rows="r11 y11 g11")
    assert look(bench, elfer, state, "r10")[0] == 2
    assert did(bench, state) == "r10"


def test_it_lays_one_card_a_turn_unless_it_can_go_out(bench: Any) -> None:
    elfer = game("elfer", players=2)
    for hand, then in (("r10 r9 y4", "end"), ("r10 r9 r8", "r9")):
        state = arrange(elfer, [hand, "b1"], rows="r11 y11")
        assert did(bench, state) == "r10"
        assert did(bench, elfer.apply(state, 0, elfer.read("r10"))) == then


def test_what_it_looks_at(bench: Any) -> None:
    elfer = game("elfer", players=3)
    state = arrange(elfer, ["r10 r8 r12 y11", "b1 b2", "b3 b4 b5"], rows="r11")
    # From the 10 down wait nine cards, one of them its own; the 9 opens for others, of whom one has two cards.
    assert look(bench, elfer, state, "r10") == (1, 8, 1, 0.5, 0.5)
    assert look(bench, elfer, state, "r12") == (0, 8, 1, 0.5, 0.6)
    assert look(bench, elfer, state, "y11") == (0, 19, 2, 1.0, 0.55)


def test_it_plays_by_the_numbers_for_so_many_players(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "TUNED", {2: bench.Numbers(own=1.0), 4: bench.Numbers(own=-1.0)})
    for players, card in ((2, "r10"), (3, "r10"), (4, "r12"), (5, "r12")):
        elfer = game("elfer", players=players)
        state = arrange(elfer, ["r10 r9 r12 y1", *(f"b{n}" for n in range(1, players))], rows="r11")
        assert did(bench, state, players) == card


def test_it_wins_against_whoever_lays_all_and_against_chance(bench: Any) -> None:
    elfer = game("elfer", players=2)
    ours = Seated("H", Player(bench.H))
    for other in (bench.G, at_random):
        theirs, won = Seated("other", Player(other)), []
        for number in range(30):
            for seat, who in enumerate(([ours, theirs], [theirs, ours])):
                points = play(elfer, seed_from(f"H {number}"), who).points
                won.append(points[seat] == min(points))
        assert fmean(won) > 0.6


def test_its_numbers_are_found_by_trying(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--generations", "2", "--boards", "1"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("1 Numbers(own=1.0, ")
    assert second.startswith("2 Numbers(own=1.0, ")
    assert first[1:] != second[1:]
    bench.main(["--generations", "1", "--boards", "1"])
    assert capsys.readouterr().out.strip() == first
