"""The kernel of `master` plays what the engine plays. Here it runs as plain Python, so no compiler is needed."""

from collections import Counter
from itertools import permutations

import pytest

from elfer.fast.kernels import Kernel, NoKernel
from elfer.fast.simulation import simulate
from elfer.games.master import Master
from elfer.games.master.kernel import packed, spot, steps
from elfer.games.master.kernel.actions import FIRST_OTHER, number_of, read
from elfer.games.master.kernel.bulk import PLACED, by_steps
from elfer.games.master.kernel.steps import FREE_AT_FIRST, HELD, JOKER_AT, SEAT, TWO_ROWS, State
from elfer.match.setup import Setup
from elfer.table.machine import source
from elfer.testing.sameness import Lockstep, Parted, check_rollouts, kernels

TABLES = kernels("master", plain=True)


def test_every_table_with_rules_of_its_own_is_looked_at() -> None:
    # Two to six players, any order of the rows or the usual one, and any seat or the first one to begin.
    assert len(TABLES) == 5 * 2 * 2


def test_kernel_and_engine_agree_on_every_moment() -> None:
    for kernel in TABLES:
        lockstep = Lockstep(kernel)
        assert all(lockstep.play(number) > 20 for number in range(3))


def test_what_is_looked_for_first_comes_out_as_single_steps() -> None:
    for kernel in TABLES:
        check_rollouts(kernel, 5)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MOST_LAID", 3),
        ("NOT_FIRST", -1),
        ("NOT_LAST", -1),
        ("LOWER_HALF", 0x1FF),
        ("MIDDLE", 1 << 11),
        ("WON", 1 << 9),
        ("WORTH", 10),
        ("WITH_JOKER", 1 << steps.JOKER_LAID),
        ("HELD", 0),
        ("PASS", 7),
        ("ROW", (1 << 20) - 1),
    ],
)
def test_a_kernel_with_another_rule_is_found_out(name: str, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, name, value)
    lockstep = Lockstep(Kernel("master.2", plain=True))
    with pytest.raises(Parted, match=r"master\.2, round \d+ of seed 'sameness': (state|legal|points|seats)"):
        list(map(lockstep.play, range(10)))


def test_a_game_with_rules_of_its_own_has_no_kernel() -> None:
    class Freer(Master):
        id = "freer"

    with pytest.raises(NoKernel, match="freer has no kernel"):
        Kernel(Setup.of(Freer, 4, {}))


def dealt(kernel: Kernel, number: int, seed: int = 5) -> tuple[State, list[int], list[int]]:
    """A round that has just begun, with the hands and the deck."""
    hands, deck = [0] * 18, [0] * 84
    state, _ = steps.dealt(kernel.rules, kernel.cards, hands, deck, number, source(seed, number))
    return state, hands, deck


@pytest.mark.parametrize("kernel", TABLES[::4], ids=lambda kernel: kernel.setup.code)
def test_rounds_begin_as_the_rules_say(kernel: Kernel) -> None:
    rules = kernel.rules
    state, hands, deck = dealt(kernel, 0)
    assert sorted(deck) == kernel.cards
    assert (state.laid, state.swapped, state.passes, state.bonus) == (0, 0, 0, 7)
    assert state.free0 == state.free1 == TWO_ROWS ^ (1 << 10 | 1 << 31) == FREE_AT_FIRST  # MA-3
    assert state.stock == 84 - rules.dealt
    held = [deck[rules.share * seat :][: rules.share] for seat in range(rules.players)]
    for seat, cards in enumerate(held):
        sums = [sum(1 << card % 64 for card in cards if card // 64 == word) for word in range(2)]
        connections = {2: 4, 3: 4, 4: 3, 5: 3, 6: 2}[rules.players]
        assert hands[SEAT * seat :][:SEAT] == [*sums, connections]
    assert kernel.cards.count(64 + JOKER_AT) == 4


def test_orders_and_first_seats_are_drawn_or_fixed() -> None:
    found = {}
    for code in ("rows=random,first=random", "rows=standard,first=seat-0"):
        options = dict(pair.split("=") for pair in code.split(","))
        kernel = Kernel(Setup.of(Master, 3, options), plain=True)
        states = [dealt(kernel, number) for number in range(0, 1200, 3)]
        found[code] = Counter(state.order for state, _, _ in states), Counter(state.seat for state, _, _ in states)
        assert dealt(kernel, 1)[0].seat == 1 or options["first"] == "random"
    (orders, seats), fixed = found.values()
    assert set(orders) == set(map(packed, permutations(range(4))))
    assert min(orders.values()) > 5
    assert min(seats[seat] for seat in range(3)) > 100
    assert fixed == ({packed((0, 1, 2, 3)): 400}, {0: 400})


def test_later_rounds_are_begun_by_the_next_seat() -> None:
    kernel = Kernel(Setup.of(Master, 3, {"first": "seat-0"}), plain=True)
    assert [dealt(kernel, number)[0].seat for number in range(5)] == [0, 1, 2, 0, 1]  # MA-4


@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
def test_actions_are_read_as_they_are_numbered(order: tuple[int, ...]) -> None:
    game = Setup.of(Master, 2, {}).game
    numbers = set()
    for place in range(PLACED):
        for at in range(42):
            row, from_above = 2 * (place % 2) + at // 21, place // 2 in (steps.FROM_ABOVE, steps.JOKER_FROM_ABOVE)
            if place // 2 > steps.SWAP and row == (0 if from_above else 3):
                continue  # nothing lies above the top row and below the last one
            number = number_of(packed(order), place, 1 << at)
            assert read(packed(order), number) == (place, 1 << at)
            action = game.actions[number]
            own = getattr(action, "at", getattr(action, "card", -1))
            assert spot(order, own) == 64 * (place % 2) + at
            if via := getattr(action, "via", None):
                assert order.index(via // 21) == row + (-1 if from_above else 1)
            numbers.add(number)
    assert len(numbers) == 3 * 84 + 4 * 63
    assert read(packed(order), FIRST_OTHER + steps.DRAW) == (0, 0)


def test_the_tally_counts_what_was_played() -> None:
    kernel = Kernel("master.5", plain=True)
    tally = simulate(kernel, 12)
    decisions = choices = 0
    points, won = [0] * 5, [0] * 5
    for number in range(12):
        hands, deck = [0] * 18, [0] * 84
        state, chance = steps.dealt(kernel.rules, kernel.cards, hands, deck, 0, source(0, number))
        made, real = by_steps(kernel.rules, state, hands, deck, chance)
        decisions, choices = decisions + made, choices + real
        worth = [plain_points(hands[SEAT * seat :][:SEAT]) for seat in range(5)]
        points = [total + one for total, one in zip(points, worth, strict=True)]
        won = [total + (one == max(worth)) for total, one in zip(won, worth, strict=True)]
    assert (tally.decisions, tally.choices, tally.points, tally.won) == (
        decisions,
        choices,
        tuple(points),
        tuple(won),
    )


def plain_points(words: list[int]) -> int:
    """What three words of a seat are worth, card by card (MA-21)."""
    first, second, beside = words
    numbers = [at % 21 + 1 for word in (first, second) for at in range(42) if word >> at & 1]
    return 11 * ((beside - (beside & HELD)) // steps.WON) - sum(numbers) - 11 * (second >> JOKER_AT)
