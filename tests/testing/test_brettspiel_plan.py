"""The kernel of the board game chooses as its bot does."""

from typing import Any, cast

import msgspec
import pytest

from elfer.bots.plan import plan
from elfer.fast.kernels import Kernel
from elfer.games.brettspiel.bot import look
from elfer.games.brettspiel.kernel import moment, spot_of
from elfer.games.brettspiel.kernel.plan import GIVE, Weights, chosen, ended, given, laid, looked
from elfer.games.brettspiel.kernel.steps import State
from elfer.table.actions import Lay
from elfer.table.machine import source
from elfer.table.seed import Quick, derived, seed_from
from tests.games.positions.brettspiel import arrange, table

CODES = ["brettspiel.2", "brettspiel.4", "brettspiel.2.1", "brettspiel.3.1"]


def weights(luck: Quick) -> Weights:
    """Any weights, small ones among them, so that every part can turn a choice."""
    return Weights(*(luck.below(2001) / 1000 - 1 for _ in Weights._fields))


def worth(kernel: Kernel, counts: Weights, words: State, hands: list[int], action: int) -> float:
    seen = looked(words, hands)
    if action < 0:
        return ended(counts, words, seen)
    if action < GIVE:
        return laid(kernel.rules, counts, words, hands, seen, action >> 6, 1 << (action & 63))
    return given(counts, words, seen, action - GIVE)


@pytest.mark.parametrize("code", CODES)
def test_every_action_is_worth_the_same(code: str) -> None:
    kernel, luck = Kernel(code, plain=True), Quick(7)
    game: Any = kernel.game
    compared = {"lay": 0, "give": 0, "end": 0}
    for number in range(6):
        counts = weights(luck)
        state = game.deal(derived(seed_from("plan"), str(number)))
        while game.to_act(state):
            seat = state.seat
            legal, (words, hands) = game.legal(state, seat), moment(game, state)
            if len(legal) > 1:
                rows = look(game, state, seat, legal)
                expected = [sum(n * w for n, w in zip(row, counts, strict=True)) for row in rows]
                actions = [spot_of(game.actions.numbers[action]) for action in legal]
                for action, value in zip(actions, expected, strict=True):
                    assert worth(kernel, counts, words, hands, action) == value, (legal, state)
                    compared["end" if action < 0 else "lay" if action < GIVE else "give"] += 1
                found, _ = chosen(kernel.rules, counts, words, hands, source(1, sum(compared.values())))
                assert expected[actions.index(found)] == max(expected)
            state = game.step(state, seat, legal[luck.below(len(legal))])
    assert min(compared.values()) > 50


def test_one_joker_for_many_fields_is_one_tile() -> None:
    """Once the 12 lies, the joker fits three fields, but only one tile is left to get rid of."""
    kernel, game = Kernel("brettspiel.2", plain=True), cast(Any, table(2))
    state = arrange(game, ["y12 j13", "g1 g2 g4"], board="y11 r11-12 b11-12")
    words, hands = moment(game, state)
    counts = Weights(**dict.fromkeys(Weights._fields, 0.0) | {"more": 1.0})
    lay = Lay(game.layout.deck.card("y12"))
    assert worth(kernel, counts, words, hands, spot_of(game.actions.numbers[lay])) == 1
    (row,) = look(game, state, 0, [lay])
    assert row[Weights._fields.index("more")] == 1


def test_the_weights_are_those_of_the_bot() -> None:
    bot = plan(Kernel("brettspiel.2", plain=True).game).Weights
    assert Weights._fields == tuple(field.name for field in msgspec.structs.fields(bot))
