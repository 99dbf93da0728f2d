"""The kernel of `hawaiki` plays what the engine plays. Here it runs as plain Python, so no compiler is needed."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from types import ModuleType
from typing import Any

import pytest

from elfer.fast.kernels import Kernel, NoKernel
from elfer.fast.simulation import simulate
from elfer.games.hawaiki import Hawaiki, kernel, tops
from elfer.games.hawaiki import table as hawaiki_table
from elfer.games.hawaiki.kernel import bulk, deck, moment, options, piles, spot, steps
from elfer.games.hawaiki.kernel.steps import State
from elfer.match.setup import Setup
from elfer.table.machine import source
from elfer.table.seed import derived, seed_from
from elfer.testing.sameness import Lockstep, Parted, shuffled_by
from elfer.testing.setups import paired_setups
from tests.games.positions.hawaiki import TWO, arrange

TABLES = list(
    {table.rules: table for setup in paired_setups(Hawaiki) for table in [Kernel(setup, plain=True)]}.values()
)
PLAIN = Kernel("hawaiki.4", plain=True)
ALL_OPTIONS: dict[str, int | str] = {"speech": "strict", "one_hidden": "on", "sacrifice": "on", "second_chance": "on"}


def with_all(players: int) -> Kernel:
    """A table at which everything is played that can be."""
    return Kernel(Setup.choose("hawaiki", players, ALL_OPTIONS), plain=True)


def test_kernel_and_engine_agree_on_every_moment() -> None:
    assert {table.rules.more for table in TABLES} == {None, 1}
    for table in TABLES:
        lockstep = Lockstep(table)
        assert all(lockstep.play(number) > 9 for number in range(3))


def noting(stocks: list[list[int]]) -> Callable[..., list[int]]:
    """`restocked`, noting what it tells."""

    def restocked(*given: Any) -> list[int]:
        stocks.append(restocked_really(*given))
        return stocks[-1]

    return restocked


restocked_really = kernel.restocked


@pytest.mark.rule("HA-19")
def test_they_agree_where_the_stock_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ten cards each there is little to draw, so the piles are shuffled again and again."""
    monkeypatch.setattr(hawaiki_table, "HAND", 10)
    for module in (steps, options, kernel):
        monkeypatch.setattr(module, "CARDS", 140)
    for table in (Kernel("hawaiki.6", plain=True), with_all(6)):
        stocks = list[list[int]]()
        monkeypatch.setattr(kernel, "restocked", noting(stocks))
        assert all(Lockstep(table).play(number) > 20 for number in range(10))
        assert len(stocks) > 10


@pytest.mark.rule("HA-19")
def test_they_agree_where_somebody_must_pass() -> None:
    lockstep = Lockstep(Kernel("hawaiki.2", plain=True))
    state = arrange(TWO, ["b7 y6"], "v1 v1 v2", rest="hand1")
    assert TWO.write(TWO.legal(state, 0)[0]) == "pass"
    after, many = lockstep._played(state, 0, source(0, 0))
    assert many > 1
    assert lockstep._rows[1][State._fields.index("passed")] == 1
    assert after != state


@pytest.mark.rule("HA-19")
def test_the_round_ends_when_all_have_passed() -> None:
    state, hands = moment(PLAIN.game, PLAIN.game.deal(bytes(32)))  # type: ignore[arg-type]
    passed = [1 << (state.seat - n) % 4 for n in range(4)]
    for n in range(3):
        state = steps.pass_on(PLAIN.rules, state, hands)
        assert (state.passed, 1 << state.seat) == (sum(passed[: n + 1]), passed[n + 1])
    state = steps.pass_on(PLAIN.rules, state, hands)
    assert (state.seat, state.winner) == (-1, -1)
    assert [steps.points(hands, seat) for seat in range(4)] == [-6] * 4


def test_combinations_are_those_of_the_engine() -> None:
    """Over all cards and tops, every seventh of these."""
    spots = [spot(card) for card in range(tops.KINDS)]
    for a, b, c in list(product(range(tops.KINDS), repeat=3))[::7]:
        can = piles.forms(spots[a], spots[b], spots[c])
        fits = piles.fitting(spots[a])
        for kind, own in enumerate(spots):
            assert fits >> own & 1 == tops.FITS[a] >> kind & 1
            made = tops.formed(kind, a, b, c) if tops.FITS[a] >> kind & 1 else 0
            assert piles.formed(1 << own, can) == made
    assert [number for number in spots if not piles.KINDS >> number & 1] == []


def test_cards_are_taken_from_others() -> None:
    """Of two kinds of cards: none, one or both of each."""
    words = [(0, 0), (1, 0), (1, 1)]
    for many, less in product(range(3), repeat=2):
        if less <= many:
            (one, two), (gone, both) = words[many], words[less]
            assert piles.without(one | 2, two, gone, both) == (words[many - less][0] | 2, words[many - less][1])


def no_straight(top: int, one: int, other: int) -> piles.Forms:
    pair, _, flush, triplet = piles.forms(top, one, other)
    return piles.Forms(pair, 0, flush, triplet)


def to_the_left(rules: steps.Rules, seat: int) -> int:
    return (seat + 1) % rules.players


def never(hands: steps.Words, seat: int, bit: int) -> int:
    return 0


@pytest.mark.parametrize(
    ("module", "name", "fault"),
    [
        (steps, "forms", no_straight),
        (steps, "after", to_the_left),
        (steps, "PAIR", 0),
        (steps, "TRIPLET", 16),
        (steps, "MARKERS", 7),
        (steps, "LASTING", steps.SEATS << steps.BURIED),
        (steps, "THANKED", 11),
        (options, "unhidden", never),
        (options, "DOUBLE", 13),
        (options, "BEGUN", 14),
        (options, "RUDE", 17),
        (options, "IN_A_TURN", options.IN_A_TURN & ~(3 << steps.THANKED)),
        (options, "CARDS", 103),
        (options, "COMBINATION", 7),
        (bulk, "NAME", 7),
    ],
)
def test_a_fault_is_found_out(
    module: ModuleType, name: str, fault: int | Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    lockstep = Lockstep(with_all(4))
    monkeypatch.setattr(module, name, fault)
    with pytest.raises(Parted, match=r"hawaiki\.4\.\d+, round \d+ of seed 'sameness': \w+.* after \d+"):
        list(map(lockstep.play, range(12)))


@pytest.mark.parametrize("rule", ["strict", "one_hidden", "sacrifice", "second_chance", "alone", "markers", "share"])
def test_a_kernel_with_another_rule_is_found_out(rule: str) -> None:
    table = with_all(3)
    hands = [0] * kernel.WORDS
    began = steps.dealt(table.rules, table.cards, hands, [0] * kernel.CARDS, 0, 1)
    changed = table.rules._replace(**{rule: getattr(table.rules, rule) ^ 1})
    if rule in ("markers", "share", "one_hidden"):  # only for the deal
        others = [0] * kernel.WORDS
        other = steps.dealt(changed, table.cards, others, [0] * kernel.CARDS, 0, 1)
        assert (other, others) != (began, hands)
        return
    table.rules = changed
    lockstep = Lockstep(table)
    with pytest.raises(Parted):
        list(map(lockstep.play, range(20)))


@pytest.mark.parametrize("table", [PLAIN, with_all(2), with_all(6)], ids=lambda table: table.setup.code)
def test_rounds_begin_as_in_the_engine(table: Kernel) -> None:
    rules, game = table.rules, table.game
    assert isinstance(game, Hawaiki)
    hands, cards = [0] * kernel.WORDS, [0] * kernel.CARDS
    state, _ = steps.dealt(rules, table.cards, hands, cards, 0, source(4, 4))
    assert sorted(cards[: rules.cards]) == sorted(table.cards)
    began, words = moment(game, game.deal(derived(seed_from("1"), "1")))
    for seat in range(game.players):
        held = Counter(cards[6 * seat : 6 * seat + 6])
        assert hands[3 * seat] == sum(1 << at for at in held)
        assert hands[3 * seat + 1] == sum(1 << at for at, many in held.items() if many == 2)
        assert hands[3 * seat + 2] == words[3 * seat + 2] == 0xAA
    assert (state.a, state.b, state.c) == tuple(cards[69:66:-1])
    assert Counter(cards[67:70]) == {at: 1 + (state.both >> at & 1) for at in range(40) if state.lying >> at & 1}
    assert state[6:] == (67 - rules.dealt, 0, 0, -1, began.more)


def test_who_begins_is_drawn_or_fixed() -> None:
    firsts = []
    for first in ("random", "seat-0"):
        table = Kernel(Setup.choose("hawaiki", 3, {"first": first}), plain=True)
        hands, cards = [0] * kernel.WORDS, [0] * kernel.CARDS
        dealt = [steps.dealt(table.rules, table.cards, hands, cards, 0, source(4, n))[0].seat for n in range(90)]
        firsts.append(Counter(dealt))
    assert set(firsts[0]) == {0, 1, 2}
    assert firsts[1] == {0: 90}


def test_every_card_comes_to_lie_everywhere_equally_often() -> None:
    """In a new stock that was made of the piles."""
    rounds = 2000
    state, _ = moment(PLAIN.game, PLAIN.game.deal(bytes(32)))  # type: ignore[arg-type]
    lying = [spot(card) for card in range(9)]
    state = state._replace(a=39 - 1, b=38 - 1, c=36, stock=0)
    word = sum(1 << at for at in lying)
    full = word | 1 << state.a | 1 << state.b | 1 << state.c
    first, last = Counter[int](), Counter[int]()
    for number in range(rounds):
        spots = [0] * kernel.CARDS
        after, _ = steps.restocked(PLAIN.rules, state._replace(lying=full, both=1), spots, source(6, number))
        new = spots[24:34]
        assert sorted(new) == sorted([*lying, 0])
        assert (after.stock, after.lying, after.both) == (10, full ^ word, 0)
        first[new[0]] += 1
        last[new[-1]] += 1
    for found in (first, last):
        assert all(abs(found[at] - 200 * (1 + (at == 0))) < 5 * 20 for at in lying)


def test_a_stack_is_shuffled_as_told_only_meanwhile() -> None:
    game = Setup.choose("hawaiki", 2, {}).game
    table = game.deal(bytes(32)).table
    zone = game.layout.zone("stock")
    kinds = [game.layout.deck.kind[card] for card in table.zones[zone]][::-1]
    with shuffled_by(game.layout, lambda many: kinds[:many]):
        stack = game.layout.shuffle(table, zone).zones[zone]
    with pytest.raises(Parted, match="stack"), shuffled_by(game.layout, lambda many: [kinds[0]] * many):
        game.layout.shuffle(table, zone)
    assert [game.layout.deck.kind[card] for card in stack] == kinds
    assert sorted(stack) == sorted(table.zones[zone])
    shuffled = game.layout.shuffle(table, zone).zones[zone]
    assert [game.layout.deck.kind[card] for card in shuffled] != kinds


def test_the_tally_counts_what_was_played() -> None:
    tally = simulate(PLAIN, 12)
    decisions = choices = 0
    points, won = [0] * 4, [0] * 4
    for number in range(12):
        hands, cards = [0] * kernel.WORDS, [0] * kernel.CARDS
        state, chance = steps.dealt(PLAIN.rules, PLAIN.cards, hands, cards, 0, source(0, number))
        made, real = bulk.played(PLAIN.rules, state, hands, cards, chance)
        decisions, choices = decisions + made, choices + real
        lost = [-sum(word.bit_count() for word in hands[3 * seat : 3 * seat + 2]) for seat in range(4)]
        lost = [max(one, -10) for one in lost]
        points = [total + one for total, one in zip(points, lost, strict=True)]
        won = [total + (one == max(lost)) for total, one in zip(won, lost, strict=True)]
    assert (tally.decisions, tally.choices) == (decisions, choices)
    assert (tally.points, tally.won) == (tuple(points), tuple(won))
    assert 0 < choices < decisions


def test_the_deck_of_a_moment_can_be_played_on() -> None:
    """What lies on the piles is noted, for the sacrifice, and the stock in front of it has its order."""
    table = with_all(2)
    game, state = table.game, table.game.deal(bytes(32))
    while game.to_act(state) and not (state.buried and len(state.table.zones[2]) > 1):
        seat = game.to_act(state)[0]
        bury = [action for action in game.legal(state, seat) if type(action).__name__ == "Bury"]
        state = game.step(state, seat, (bury or game.legal(state, seat))[0])
    spots, zones = deck(game, state), state.table.zones  # type: ignore[arg-type]
    assert spots[12 - state.buried.bit_count() :][: len(zones[5])] == [spot(card) for card in zones[5]]
    noted = [40 * at + spot(card) for at in range(3) for card in zones[2 + at][:-1]]
    assert spots[kernel.CARDS - len(noted) :][::-1] == noted
    assert noted


def test_a_game_with_rules_of_its_own_has_no_kernel() -> None:
    class Freer(Hawaiki):
        id = "freer"

    with pytest.raises(NoKernel, match="freer has no kernel"):
        Kernel(Setup.of(Freer, 4, {}))
