"""What must hold in every game, on random play with every number of players and all options."""

from collections.abc import Iterator
from copy import copy
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from elfer import Game, Setup, all_games
from elfer.table.seed import derived, seed_from
from elfer.testing import (
    GOLDEN_SEED,
    all_setups,
    check_round,
    check_without_memory,
    golden_setup,
    named_rules,
    paired_setups,
    playthrough,
    rule_ids,
)
from elfer.testing.conformance import Broken, declares_what_is_drawn

ROOT = Path(__file__).parents[2]
ROUNDS = 45
"""So many rounds of each game are played, with all its setups together; or fewer, where rounds are long:"""
MOVES = 600
"""once so many moves were made with a setup, no other round of it is begun."""
GAMES = sorted(all_games().values(), key=lambda kind: kind.id)

every_game = pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)


def setups_and_rounds() -> Iterator[Any]:
    for kind in GAMES:
        setups = list(paired_setups(kind))
        rounds = ceil(ROUNDS / len(setups))
        yield from (pytest.param(setup, rounds, id=setup.code) for setup in setups)


@pytest.mark.rule("ALL-1", "ALL-2", "ALL-3", "ALL-4", "ALL-5", "ALL-6")
@pytest.mark.parametrize(("setup", "rounds"), [*setups_and_rounds()])
def test_every_game_with_every_two_options(setup: Setup, rounds: int) -> None:
    declares_what_is_drawn(setup.game)
    moves = 0
    for number in range(rounds):
        if moves < MOVES:
            moves += check_round(setup, derived(seed_from("options"), f"{setup.code} {number}"), closely=0.1)


@every_game
def test_search_steps_play_as_the_game_does(kind: type[Game[Any]]) -> None:
    setups = list(all_setups(kind))
    for number, setup in enumerate(Random(12).sample(setups, min(3, len(setups)))):
        assert check_without_memory(setup, Random(number).randbytes(32)) > 0


def remembering(game: Game[Any], state: Any) -> Any:
    return state


def with_swapped_hands(game: Game[Any], state: Any) -> Any:
    table = game.layout.forget(state.table)
    one, two, *others = table.zones
    return replace(state, table=replace(table, zones=(two, one, *others)))


def with_another_turn(game: Game[Any], state: Any) -> Any:
    return replace(state, table=game.layout.forget(state.table), seat=1 - state.seat)


def with_nothing_on_offer(game: Game[Any], state: Any) -> Any:
    return replace(state, table=game.layout.forget(state.table), offer=0)


@pytest.mark.parametrize(
    ("forgetful", "why"),
    [
        (remembering, "something was remembered"),
        (with_another_turn, "somebody else is to act"),
        (with_nothing_on_offer, "may do something else"),
        (with_swapped_hands, "may do something else|other cards have moved"),
    ],
)
def test_steps_that_lead_elsewhere_without_memory_are_found(
    monkeypatch: pytest.MonkeyPatch, forgetful: Any, why: str
) -> None:
    monkeypatch.setattr(all_games()["elfer"], "forgetful", forgetful)
    with pytest.raises(Broken, match=rf"elfer.*{why}"):
        check_without_memory(Setup.choose("elfer", 2), bytes(32))


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"open_places": "nothing"}, "nothing is no set of places"),
        ({"open_places": "seat"}, "seat is no set of places"),
        ({"wanted": "nothing"}, "nothing is no set of cards"),
        ({"wanted": "seat"}, "seat is no set of cards"),
        ({"row_order": "nothing"}, "the state has no nothing"),
        ({"middle": 21}, "column 21 is none of 20"),
    ],
)
def test_a_zone_that_declares_what_is_not_there_is_found(wrong: dict[str, Any], why: str) -> None:
    game = copy(all_games()["elfer"](2))
    declares_what_is_drawn(game)
    game.layout = layout = copy(game.layout)
    layout.zones = tuple(replace(zone, **wrong) if zone.name == "rows" else zone for zone in layout.zones)
    with pytest.raises(Broken, match=why):
        declares_what_is_drawn(game)


@every_game
def test_golden_playthroughs(kind: type[Game[Any]]) -> None:
    """Regenerate after a change that is meant: `python -m elfer.testing --golden tests/games/golden`."""
    setup = golden_setup(kind)
    golden = ROOT / "tests/games/golden" / f"{setup.code}.txt"
    assert playthrough(setup, GOLDEN_SEED) == golden.read_text("utf-8")


def test_every_rule_is_named_by_a_test() -> None:
    texts = (file.read_text("utf-8") for file in (ROOT / "src/elfer/games").rglob("*.md"))
    missing = rule_ids(texts) - named_rules((ROOT / "tests").rglob("*.py"))
    assert not missing, f"no test names {', '.join(sorted(missing))}"


def test_a_rule_without_a_test_is_found(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text('@pytest.mark.rule("EL-1", "EL-2")\ndef test_it():\n    "EL-3"\n', "utf-8")
    assert rule_ids(["- One. {#EL-1}\n- Three. {#EL-3 .read}"]) - named_rules([file]) == {"EL-3"}
