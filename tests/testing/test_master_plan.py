"""The kernel of `master` chooses as its bot does."""

from typing import Any

import msgspec

from elfer.bots.plan import plan
from elfer.fast.kernels import Kernel
from elfer.games.master import bot
from elfer.games.master.kernel import moment, steps
from elfer.games.master.kernel.actions import FIRST_OTHER, number_of, read
from elfer.games.master.kernel.plan import HASTE, Weights, around, beside_cards, chosen, looked, on_place, with_card
from elfer.table.actions import Swap
from elfer.table.machine import source
from elfer.table.seed import Quick, derived, seed_from


def weights(luck: Quick) -> list[float]:
    """Any weights, small ones among them, so that every part can turn a choice."""
    return [luck.below(2001) / 1000 - 1 for _ in Weights._fields]


def worth_in_words(kernel: Kernel, counts: Weights, words: Any, hands: Any, number: int) -> float:
    """What an action of the game is worth to the kernel."""
    seen = looked(kernel.rules, words, hands)
    place, bit = read(words.order, number)
    if not bit:
        return beside_cards(counts, words, seen, number - FIRST_OTHER)
    kind, word = place >> 1, place & 1
    if kind == steps.SWAP:
        return counts.swap
    joker, link = steps.WITH_JOKER >> kind & 1, int(kind > steps.SWAP)
    at = around(words, seen, word, bit)
    on_card = steps.WORTH / 10 if joker else at.number
    return with_card(counts, seen, on_place(counts, seen, at, on_card), on_card, joker, link)


def test_every_action_is_worth_the_same() -> None:
    luck, spoken = Quick(7), [0] * len(Weights._fields)
    for code in ("master.2", "master.3", "master.4", "master.6"):
        kernel = Kernel(code, plain=True)
        for number in range(6):
            rows = rows_compared(kernel, number, luck)
            spoken = [count + sum(1 for one in column if one) for count, column in zip(spoken, rows, strict=True)]
    assert min(spoken) > 0, dict(zip(Weights._fields, spoken, strict=True))


def rows_compared(kernel: Kernel, number: int, luck: Quick) -> list[list[float]]:
    """Play a round, and compare what each action is worth; returns by weight what it was asked to count."""
    numbers, found = weights(luck), []
    counts, game = Weights(*numbers), kernel.game
    state = game.deal(derived(seed_from("plan"), str(number)))
    while game.to_act(state):
        legal, (words, hands) = game.legal(state, state.seat), moment(game, state)  # type: ignore[arg-type]
        rows = bot.look(game, state, state.seat, legal)  # type: ignore[arg-type]
        worth = [sum(n * w for n, w in zip(row, numbers, strict=True)) for row in rows]
        for action, expected in zip(legal, worth, strict=True):
            assert worth_in_words(kernel, counts, words, hands, game.actions.numbers[action]) == expected, action
        place, bit, what, _ = chosen(kernel.rules, counts, words, hands, source(number, len(legal)))
        best = [action for action, value in zip(legal, worth, strict=True) if value == max(worth)]
        number = number_of(words.order, place, bit) if bit else FIRST_OTHER + what
        assert number in [game.actions.numbers[action] for action in best]
        swaps = [action for action in legal if isinstance(action, Swap)]
        state = game.step(state, state.seat, swaps[0] if swaps else legal[luck.below(len(legal))])
        found += rows
    return [list(column) for column in zip(*found, strict=True)]


def test_among_equals_each_is_chosen_as_often() -> None:
    kernel = Kernel("master.2", plain=True)
    game: Any = kernel.game
    state = game.deal(seed_from("equals"))
    legal, (words, hands) = game.legal(state, state.seat), moment(game, state)
    counts = Weights(*[0.0] * len(Weights._fields))._replace(draw=-1.0)
    taken = dict.fromkeys([game.actions.numbers[action] for action in legal[:-1]], 0)
    for number in range(1500):
        place, bit, _, _ = chosen(kernel.rules, counts, words, hands, source(1, number))
        taken[number_of(words.order, place, bit)] += 1
    expected = 1500 / len(taken)
    assert len(taken) > 3
    assert all(abs(often - expected) < 5 * expected**0.5 for often in taken.values())


def test_the_weights_are_those_of_the_bot() -> None:
    own = plan(Kernel("master.2", plain=True).game).Weights
    assert Weights._fields == tuple(field.name for field in msgspec.structs.fields(own))
    assert bot.HASTE == HASTE
