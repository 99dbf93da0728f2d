"""The kernel of `hawaiki` chooses as its bot does."""

from operator import mul
from typing import Any

import msgspec
import pytest

from elfer.bots.plan import plan
from elfer.fast.kernels import Kernel
from elfer.games.hawaiki import table
from elfer.games.hawaiki.kernel import deck, moment
from elfer.games.hawaiki.kernel.bulk import number_of
from elfer.games.hawaiki.kernel.plan import Weights, chosen, looked, worth_of
from elfer.games.hawaiki.kernel.steps import REST
from elfer.match.setup import Setup
from elfer.table.actions import Lay, LayAt
from elfer.table.machine import source
from elfer.table.seed import Quick, derived, seed_from

ALL = {"one_hidden": "on", "sacrifice": "on", "second_chance": "on"}
OPTIONS: list[tuple[int, dict[str, int | str]]] = [
    (2, {}),
    (4, {}),
    (3, {"flush": "printed", "markers": 3}),
    (3, {"speech": "strict"}),
    (2, {"speech": "strict", **ALL}),
    (6, dict(ALL)),
]


def weights(luck: Quick) -> list[float]:
    """Any weights, small ones among them, so that every part can turn a choice."""
    return [luck.below(2001) / 1000 - 1 for _ in Weights._fields]


def actions(game: Any, legal: list[Any]) -> list[tuple[int, int]]:
    """Actions as the kernel has them."""
    numbers = {number_of(kind, 1 << at): (kind, 1 << at) for kind in range(REST) for at in range(40)}
    numbers |= {140 + at: (REST, 1 << at) for at in range(50)}
    return [numbers[game.actions.numbers[action]] for action in legal]


@pytest.mark.parametrize(("players", "options"), OPTIONS)
@pytest.mark.parametrize("hand", [6, 15])
def test_every_action_is_worth_the_same(
    players: int, options: dict[str, int | str], hand: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With more cards in a hand than usual, one combination leads to the next."""
    monkeypatch.setattr(table, "HAND", min(hand, 60 // players))
    kernel, luck = Kernel(Setup.choose("hawaiki", players, options), plain=True), Quick(7)
    game: Any = kernel.game
    look, compared, kinds = plan(game).look, 0, set()
    assert look is not None
    for number in range(3):
        numbers = weights(luck)
        counts, state = Weights(*numbers), game.deal(derived(seed_from("plan"), str(number)))
        while game.to_act(state):
            seat = game.to_act(state)[0]
            legal, (words, hands), spots = game.legal(state, seat), moment(game, state), deck(game, state)
            if len(legal) > 1:
                worth = [sum(map(mul, row, numbers)) for row in look(game, state, seat, legal)]
                seen = looked(kernel.rules, words, hands)
                given = kernel.rules, counts, words, hands, spots
                found = [worth_of(*given, seen, kind, bit) for kind, bit in actions(game, legal)]
                assert found == worth, (legal, state)
                compared += len(legal)
                kinds |= {*map(type, legal)}
                *done, _ = chosen(*given, source(1, compared))
                best = [action for action, value in zip(legal, worth, strict=True) if value == max(worth)]
                assert tuple(done) in actions(game, best)
            state = game.step(state, seat, legal[luck.below(len(legal))])
    assert compared > 300
    assert LayAt in kinds
    assert Lay not in kinds


def test_the_weights_are_those_of_the_bot() -> None:
    bot = plan(Kernel("hawaiki.2", plain=True).game).Weights
    assert Weights._fields == tuple(field.name for field in msgspec.structs.fields(bot))
