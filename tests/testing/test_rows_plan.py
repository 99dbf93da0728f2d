"""The kernel of the row games chooses as their bot does."""

from typing import Any

import msgspec
import pytest

from elfer.bots.plan import plan
from elfer.fast.kernels import Kernel
from elfer.games.rows.kernel import moment
from elfer.games.rows.kernel.bulk import by_steps
from elfer.games.rows.kernel.plan import Weights, beside_cards, chosen, laid, looked, wandered
from elfer.table.actions import Lay
from elfer.table.machine import source
from elfer.table.seed import Quick, derived, seed_from

CODES = ["elfer.2", "elfer.4", "elfer-1210.3.001", "zahlenwechsel.4", "auslosen.2.002", "falscher-anfang.4.002"]
OTHERS = {"Draw": 1, "Take": 2, "End": 3, "Pass": 4}


def weights(luck: Quick) -> list[float]:
    """Any weights, small ones among them, so that every part can turn a choice."""
    return [luck.below(2001) / 1000 - 1 for _ in Weights._fields]


@pytest.mark.parametrize("code", CODES)
def test_every_action_is_worth_the_same(code: str) -> None:
    kernel, luck = Kernel(code, plain=True), Quick(7)
    game: Any = kernel.game
    look, compared = plan(game).look, 0
    assert look is not None
    for number in range(4):
        numbers = weights(luck)
        counts = Weights(*numbers)
        state = game.deal(derived(seed_from("plan"), str(number)))
        while game.to_act(state):
            seat = state.seat
            legal, (words, hands) = game.legal(state, seat), moment(game, state)
            if len(legal) > 1:
                worth = [
                    sum(n * w for n, w in zip(row, numbers, strict=True)) for row in look(game, state, seat, legal)
                ]
                seen = looked(kernel.rules, words, hands)
                for action, expected in zip(legal, worth, strict=True):
                    if isinstance(action, Lay):
                        word, bit = divmod(action.card, 40)
                        found = laid(kernel.rules, counts, words, seen, word, 1 << bit)
                    else:
                        found = beside_cards(counts, words, OTHERS[type(action).__name__])
                    assert found == expected, (action, state)
                    compared += 1
                word, bit, what, _ = chosen(kernel.rules, counts, words, hands, source(1, compared))
                done = Lay(40 * word + bit.bit_length() - 1) if bit else list(OTHERS.values()).index(what)
                best = [action for action, value in zip(legal, worth, strict=True) if value == max(worth)]
                assert done in best if bit else type(best[0]).__name__ == list(OTHERS)[int(str(done))]
            state = game.step(state, seat, legal[luck.below(len(legal))])
    assert compared > 200


def test_the_weights_are_those_of_the_bot() -> None:
    bot = plan(Kernel("elfer.2", plain=True).game).Weights
    assert Weights._fields == tuple(field.name for field in msgspec.structs.fields(bot))


@pytest.mark.parametrize("code", ["elfer.4", "auslosen.3", "falscher-anfang.2", "elfer-1210.5"])
def test_a_round_wanders_on_from_any_moment_as_step_by_step(code: str) -> None:
    kernel = Kernel(code, plain=True)
    game, module, luck, moments = kernel.game, kernel.module, Quick(9), set()
    for number in range(6):
        state = game.deal(derived(seed_from("wander"), str(number)))
        while game.to_act(state):
            began, hands = module.moment(game, state)
            deck = module.deck(game, state)
            step_by_step, at_once = list(hands), list(hands)
            _, decisions, _ = by_steps(kernel.rules, began, step_by_step, deck, source(5, number))
            assert wandered(kernel.rules, began, at_once, deck, source(5, number)) == decisions
            assert at_once == step_by_step
            moments.add((began.laid > 0, began.drawn > 0))
            legal = game.legal(state, state.seat)
            state = game.step(state, state.seat, legal[luck.below(len(legal))])
    assert len(moments) == 3
