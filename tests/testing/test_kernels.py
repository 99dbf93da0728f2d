"""Kernels play what the engine plays. Here they run as plain Python, so no compiler is needed."""

import pytest

from elfer.fast.kernels import Kernel, NoKernel, with_kernels
from elfer.fast.simulation import simulate
from elfer.games.elfer import Elfer
from elfer.games.rows import Start
from elfer.games.rows.kernel import bulk, steps
from elfer.match.setup import Setup
from elfer.table.machine import source
from elfer.testing.kernels import main
from elfer.testing.sameness import Lockstep, Parted, check_rollouts, kernels

GAMES = ["auslosen", "elfer", "elfer-1210", "falscher-anfang", "zahlenwechsel"]
TABLES = [kernel for name in GAMES for kernel in kernels(name, plain=True)]


def test_the_row_games_have_kernels() -> None:
    assert set(GAMES) <= set(with_kernels())
    # The deck and blocking of each game, with every number of players; who deals and how many rounds do not matter.
    assert len(TABLES) == 9 + 3 * 42 + 84


@pytest.mark.parametrize("name", GAMES)
def test_kernel_and_engine_agree_on_every_moment(name: str) -> None:
    for kernel in kernels(name, plain=True):
        lockstep = Lockstep(kernel)
        assert all(lockstep.play(number) > 20 for number in range(3))


@pytest.mark.parametrize("name", GAMES)
def test_whole_turns_come_out_as_single_steps(name: str) -> None:
    for kernel in kernels(name, plain=True):
        check_rollouts(kernel, 6)


@pytest.mark.parametrize("name", GAMES)
def test_rounds_begin_as_in_the_engine(name: str) -> None:
    redealt = 0
    for kernel in kernels(name, plain=True):
        game, rules = kernel.game, kernel.rules
        for number in range(4):
            hands, deck = [0] * 16, [0] * 80
            chance = steps.shuffle(rules, kernel.cards, deck, source(5, number))
            steps.hand_out(rules, hands, deck)
            assert sorted(deck[: rules.cards]) == kernel.cards
            state, _ = steps.begun(rules, hands, number, chance)
            sets = [hands[2 * seat] | hands[2 * seat + 1] << 40 for seat in range(game.players)]
            start = game.start(sets, number, Lot(state.seat))  # type: ignore[attr-defined]
            redealt += start is None
            began = None if state.seat < 0 else (state.seat, state.offer0 | state.offer1 << 40)
            assert began == (start and (start.seat, start.offer))
    assert redealt == 0 or name in ("elfer", "elfer-1210", "falscher-anfang")


class Lot:
    """Draws what the kernel drew."""

    def __init__(self, n: int) -> None:
        self.n = n

    def below(self, n: int) -> int:
        assert 0 <= self.n < n
        return self.n


def test_a_round_is_dealt_until_somebody_can_begin() -> None:
    kernel = Kernel("elfer-1210.2", plain=True)
    rules = kernel.rules._replace(share=2, dealt=4)
    starts = []
    for number in range(40):
        hands, deck = [0] * 16, [0] * 80
        state, _ = steps.dealt(rules, kernel.cards, hands, deck, 0, source(1, number))
        starts.append(state)
        assert hands[2 * state.seat] & state.offer0 | hands[2 * state.seat + 1] & state.offer1
    assert {state.seat for state in starts} == {0, 1}


@pytest.mark.parametrize("code", ["elfer.4", "elfer.6", "zahlenwechsel.8.01"])
def test_every_card_is_dealt_everywhere_equally_often(code: str) -> None:
    kernel = Kernel(code, plain=True)
    rules, rounds = kernel.rules, 1500
    first_hand, places = dict.fromkeys(kernel.cards, 0), dict.fromkeys(kernel.cards, 0)
    for number in range(rounds):
        deck = [0] * 80
        steps.shuffle(rules, kernel.cards, deck, source(3, number))
        for spot in deck[: rules.share]:
            first_hand[spot] += 1
        for place in (rules.share, rules.dealt - 1, rules.cards - 1):
            places[deck[place]] += 1
    _even(first_hand, rounds * rules.share / rules.cards)
    _even(places, rounds * 3 / rules.cards)


def _even(counts: dict[int, int], expected: float) -> None:
    """Five standard deviations: with a fixed seed this holds or not, whenever it is run."""
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


def test_a_game_with_rules_of_its_own_has_no_kernel() -> None:
    class Late(Elfer):
        id = "late"

        def start(self, hands, number, stream):  # type: ignore[no-untyped-def]
            return Start(self.players - 1, self.first_fits)

    with pytest.raises(NoKernel, match="late has no kernel"):
        Kernel(Setup.of(Late, 4, {}))
    with pytest.raises(NoKernel, match="quartett has no kernel"):
        Kernel("quartett.4")


@pytest.mark.parametrize("rule", ["one_colour", "on_after_drawn", "draw_to_fit", "one_opener", "on_after_opening"])
def test_a_kernel_with_another_rule_is_found_out(rule: str) -> None:
    kernel = Kernel("zahlenwechsel.4.002", plain=True)
    there = getattr(kernel.rules, rule) is not None
    kernel.rules = kernel.rules._replace(**{rule: None if there else 1})
    lockstep = Lockstep(kernel)
    with pytest.raises(Parted, match=r"zahlenwechsel\.4\.002, round \d+ of seed 'sameness': (state|legal) after \d+"):
        list(map(lockstep.play, range(20)))


def test_random_rounds_do_not_depend_on_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel("auslosen.3", plain=True)
    whole = simulate(kernel, 30, seed=9)
    monkeypatch.setattr("elfer.fast.simulation._PORTION", 7)
    assert simulate(kernel, 30, seed=9, threads=2) == whole
    assert (whole.rounds, sum(whole.won)) == (30, 30)
    assert simulate(kernel, 30, seed=10) != whole
    assert simulate(kernel, 0).decisions == 0


def test_the_tally_counts_what_was_played() -> None:
    kernel = Kernel("elfer-1210.5.001", plain=True)
    tally = simulate(kernel, 12)
    decisions = choices = 0
    points = [0] * 5
    for number in range(12):
        hands, deck = [0] * 16, [0] * 80
        state, chance = steps.dealt(kernel.rules, kernel.cards, hands, deck, 0, source(0, number))
        _, made, real = bulk.by_steps(kernel.rules, state, hands, deck, chance)
        decisions, choices = decisions + made, choices + real
        worth = [sum(map(numbers, hands[2 * seat : 2 * seat + 2])) for seat in range(5)]
        points = [total + one for total, one in zip(points, worth, strict=True)]
    assert (tally.decisions, tally.choices, tally.points) == (decisions, choices, tuple(points))


def numbers(word: int) -> int:
    """The numbers of all cards in a word, added up."""
    return sum(bit % 20 + 1 for bit in range(40) if word >> bit & 1)


def test_the_command_tells_what_was_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["elfer", "--plain", "--rounds", "9", "--processes", "1"]) == 0
    assert capsys.readouterr().out.startswith("elfer: 9 tables, 9 rounds, 1,")
    assert main(["quartett", "--plain"]) == 2
    assert "quartett has no kernel" in capsys.readouterr().err
