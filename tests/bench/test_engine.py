"""The benchmark counts what it says it counts. Nothing here is timed."""

import json
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

import elfer

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(BENCH)
    return import_module("engine")


@pytest.fixture
def peers(engine: Any) -> Any:
    return sys.modules["peers"]


@pytest.fixture
def no_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("pyspiel", "rlcard"):
        monkeypatch.setitem(sys.modules, module, None)


# --- our side ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("forgetful", [False, True])
@pytest.mark.parametrize("name", sorted(elfer.all_games()))
def test_a_round_has_as_many_decisions_as_actions_were_applied(
    engine: Any, monkeypatch: pytest.MonkeyPatch, name: str, forgetful: bool
) -> None:
    seats = elfer.all_games()[name].seats
    game = elfer.game(name, engine.nearest(seats, 4))
    step, applied = game.step, []

    def recorded(state: Any, seat: int, action: Any) -> Any:
        assert action in game.legal(state, seat)
        assert (state.table.memory is game.layout.forgotten) == forgetful
        applied.append(action)
        return step(state, seat, action)

    monkeypatch.setattr(game, "step", recorded)
    play = engine.player_of(game, Random(1), forgetful)
    for _ in range(3):
        applied.clear()
        assert play() == len(applied) > 0


def test_a_round_without_end_is_counted_as_it_stands(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = elfer.game("elfer", 4)
    monkeypatch.setattr(game, "longest_round", 10)
    assert engine.player_of(game, Random(1))() == 10


@pytest.mark.parametrize(("wanted", "players"), [(4, 4), (1, 2), (9, 6)])
def test_the_nearest_number_of_players_is_taken(engine: Any, wanted: int, players: int) -> None:
    assert engine.our_side("elfer", wanted, Random(1)).name == f"elfer ({players} players)"


# --- the peers -----------------------------------------------------------------------------------------------


class FakeState:
    """An OpenSpiel state that is led through given nodes: a list of chance outcomes, or a player's actions."""

    def __init__(self, nodes: list[list[Any]]) -> None:
        self.nodes = nodes
        self.history: list[SimpleNamespace] = []

    def is_terminal(self) -> bool:
        return len(self.history) == len(self.nodes)

    def is_chance_node(self) -> bool:
        return isinstance(self.nodes[len(self.history)][0], tuple)

    def chance_outcomes(self) -> list[Any]:
        return self.nodes[len(self.history)]

    def legal_actions(self) -> list[int]:
        if self.is_terminal():
            return []
        node = self.nodes[len(self.history)]
        return [action for action, _ in node] if self.is_chance_node() else node

    def apply_action(self, action: int) -> None:
        assert action in self.legal_actions()
        self.history.append(SimpleNamespace(player=-1 if self.is_chance_node() else 0, action=action))

    def full_history(self) -> list[SimpleNamespace]:
        return self.history


EVEN: list[list[Any]] = [[(7, 0.5), (8, 0.5)], [1, 2], [3], [(9, 1.0)], [4, 5, 6]]
UNEVEN: list[list[Any]] = [[(7, 0.75), (8, 0.25)], [1, 2]]


def fake_spiel(nodes: list[list[Any]], finished: list[FakeState]) -> SimpleNamespace:
    def new_initial_state() -> FakeState:
        finished.append(FakeState(nodes))
        return finished[-1]

    def evaluate_bots(state: FakeState, bots: list[int], seed: int) -> None:
        assert (bots, type(seed)) == ([0, 1], int)
        while actions := state.legal_actions():
            state.apply_action(actions[0])

    game = SimpleNamespace(new_initial_state=new_initial_state, num_players=lambda: 2)
    return SimpleNamespace(
        load_game=lambda name: game,
        make_uniform_random_bot=lambda player, seed: player,
        evaluate_bots=evaluate_bots,
    )


def test_of_open_spiel_only_the_decisions_of_players_count(peers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", fake_spiel(EVEN, []))
    sides = peers.open_spiel(Random(1))
    assert [side.count(side.play()) for side in sides] == [3] * 9


def test_where_chance_is_uneven_its_weights_are_kept(peers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[FakeState] = []
    monkeypatch.setitem(sys.modules, "pyspiel", fake_spiel(UNEVEN, played))
    sides = peers.open_spiel(Random(1))
    assert not [side.name for side in sides if "fewest calls" in side.name]
    played.clear()
    for _ in range(1000):
        sides[0].play()
    assert 700 < sum(state.history[0].action == 7 for state in played) < 800


@pytest.mark.usefixtures("no_peers")
def test_missing_peers_are_named(peers: Any) -> None:
    assert peers.all_peers(Random(1)) == ([], ["OpenSpiel", "RLCard"])


def test_open_spiel_itself(peers: Any) -> None:
    pytest.importorskip("pyspiel")
    sides = peers.open_spiel(Random(1))
    assert {side.name for side in sides} >= {peers.CRAZY_EIGHTS, "OpenSpiel go_fish (Python)"}
    assert len(sides) == 8  # the outcomes of go_fish are not equally likely
    assert all(side.count(side.play()) > 10 for side in sides)


def test_rlcard_itself(peers: Any) -> None:
    pytest.importorskip("rlcard")
    sides, _ = peers.all_peers(Random(1))
    uno = [side for side in sides if side.name in (peers.UNO, peers.UNO_ENV, peers.UNO_RUN)]
    assert [side.play() > 5 for side in uno] == [True, True, True]


# --- the result ----------------------------------------------------------------------------------------------


def lines_of(engine: Any, peers: Any) -> list[Any]:
    """Measured lines: our game at 300 decisions a second, crazy eights at 100, UNO at 50."""
    rates = {"elfer (4 players)": 300, peers.CRAZY_EIGHTS: 100, peers.UNO: 50}
    ours = {"game": "elfer", "kind": "row game"}
    lines = [engine.Line(peers.Side(name, int), **(ours if "elfer" in name else {})) for name in rates]
    for line, rate in zip(lines, rates.values(), strict=True):
        line.parts = [engine.Tally(1, rate, 1.0) for _ in range(engine.PARTS)]
    return lines


def test_every_side_gets_its_turn_in_every_part(engine: Any, peers: Any) -> None:
    lines = [engine.Line(peers.Side("one", lambda: 1)), engine.Line(peers.Side("three", lambda: "abc", len))]
    shares: list[float] = []
    engine.measure(lines, 0.001, shares.append)
    assert len(shares) >= 2 * engine.PARTS
    for line, decisions in zip(lines, (1, 3), strict=True):
        assert all(part.decisions == decisions * part.rounds > 0 for part in line.parts)
        assert line.total.rounds == sum(part.rounds for part in line.parts)


def test_ratios_are_of_rates(engine: Any, peers: Any) -> None:
    ours, eights, uno = lines_of(engine, peers)
    ours.parts[0] = engine.Tally(1, 200, 1.0)
    assert ours.ratio(eights) == (2.8, 2.0, 3.0)
    assert eights.ratio(uno) == (2.0, 2.0, 2.0)


def test_the_table_shows_ratios_and_their_spread(engine: Any, peers: Any) -> None:
    console = Console(width=118)
    with console.capture() as capture:
        console.print(engine.table(lines_of(engine, peers)))
    assert "elfer (4 players)" in capture.get()
    assert "3.00 (3.00–3.00)" in capture.get()
    assert "6.00 (6.00–6.00)" in capture.get()


def test_targets_are_told_as_reached_or_not(engine: Any, peers: Any) -> None:
    assert engine.verdicts(lines_of(engine, peers)) == [
        "Target: each row game at least 1.2 × OpenSpiel crazy_eights (Python): reached",
        "Target: each row game at least 1.5 × OpenSpiel crazy_eights (Python): reached",
        "Target: each row game at least 2 × OpenSpiel crazy_eights (Python): reached",
        "Target: each row game at least 10 × RLCard UNO: not reached (elfer 6.00)",
    ]


@pytest.mark.usefixtures("no_peers")
def test_without_peers_the_rest_still_runs(engine: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    assert engine.main(["--seconds", "0.01", "--games", "elfer", "--players", "3", "--json", str(file)]) == 0
    out = capsys.readouterr().out
    assert "elfer (3 players)" in out
    assert "OpenSpiel: not installed: pip install 'elfer[bench]'" in out
    assert "RLCard: not installed: pip install 'elfer[bench]'" in out
    result = json.loads(file.read_text())
    assert [side["side"] for side in result["sides"]] == ["elfer (3 players)"]
    assert result["not installed"] == ["OpenSpiel", "RLCard"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--games", "elfer,chess"], "no such game: chess; there are auslosen, "),
        (["--seconds", "0"], "more than 0"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    engine: Any, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        engine.main(arguments)
    assert told in capsys.readouterr().err
