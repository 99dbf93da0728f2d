"""The kernel of the board game plays what the engine plays. Here it runs as plain Python."""

from collections.abc import Callable
from typing import Any

import pytest

from elfer.fast.kernels import Kernel, NoKernel
from elfer.fast.simulation import simulate
from elfer.games.brettspiel import BoardState, Brettspiel, board
from elfer.games.brettspiel.kernel import fields, hand_words, moment, spot, steps
from elfer.match.setup import Setup
from elfer.table.cards import together
from elfer.table.dealing import Deal
from elfer.table.machine import source
from elfer.testing.sameness import Lockstep, Parted, kernels

TABLES = kernels("brettspiel", plain=True)
SYMBOLS = next(kernel for kernel in TABLES if kernel.rules.symbols)


def test_all_tables_have_kernels() -> None:
    """Two to four players, with symbols or without, and who begins."""
    assert len(TABLES) == 3 * 2 * 2


@pytest.mark.rule("BR-8", "BR-11", "BR-13", "BR-14", "BR-15", "BR-16", "BR-19", "BR-20", "BR-21", "BR-22")
def test_kernel_and_engine_agree_on_every_moment() -> None:
    for kernel in TABLES:
        lockstep = Lockstep(kernel)
        assert all(lockstep.play(number) > 20 for number in range(8))


@pytest.mark.parametrize("symbols", [False, True])
@pytest.mark.rule("BR-3", "BR-4", "BR-9", "BR-19")
def test_fields_are_joined_as_on_the_board(symbols: bool) -> None:
    opened, ends = board.opened(symbols), fields.ENDS if symbols else 0
    for at in range(len(board.FIELDS)):
        found0, found1 = fields.beside(*halves(at), ends)
        assert found0 | found1 << fields.HALF == opened[at]


@pytest.mark.rule("BR-11")
def test_bonus_symbols_are_where_the_board_has_them() -> None:
    pairs = board.bonus_pairs()
    for at in range(len(board.FIELDS)):
        end0, end1 = fields.bonus_end(*halves(at))
        assert end0 | end1 << fields.HALF == (1 << pairs[at] if at in pairs else 0)


def halves(at: int) -> tuple[int, int]:
    word, bit = divmod(at, fields.HALF)
    return (0, 1 << bit) if word else (1 << bit, 0)


@pytest.mark.rule("BR-6", "BR-7")
def test_who_finds_an_11_begins() -> None:
    """With tiny hands mostly nobody has one, and all draw; nothing is lost on the way."""
    began, drew = set(), 0
    for number in range(60):
        rules = TABLES[0].rules._replace(lot=1, share=2, dealt=2 * TABLES[0].rules.players)
        hands, deck = [0] * 12, [0] * 88
        state, _ = steps.dealt(rules, TABLES[0].cards, hands, deck, 0, source(2, number))
        assert sorted(deck[: rules.cards]) == sorted(TABLES[0].cards)
        assert (hands[3 * state.seat] | hands[3 * state.seat + 1]) & fields.OPENERS
        held = sum(hand.bit_count() for at, hand in enumerate(hands) if at % 3 < 2)
        held += sum(kinds >> 4 * kind & 7 for kinds in hands[2::3] for kind in range(8))
        assert held + state.bag == rules.cards
        began.add(state.seat)
        drew += held > rules.dealt
    assert began == {0, 1}
    assert drew > 20


@pytest.mark.rule("BR-5", "BR-6", "BR-7")
def test_rounds_begin_as_in_the_engine() -> None:
    """Tiles are shuffled by their numbers, so that both can be given the same ones."""
    searched = 0
    for kernel in TABLES:
        game, rules, tiles = kernel.game, kernel.rules, kernel.game.dealing().cards
        assert isinstance(game, Brettspiel)
        for number in range(30):
            order = [0] * 88
            steps.shuffle(rules, tiles, order, source(6, number))
            parts = [order[rules.share * seat :][: rules.share] for seat in range(game.players)]
            lying: dict[int, Any] = dict(game.dealing().out)
            lying |= {seat: together(part) for seat, part in enumerate(parts)}
            lying[game.bag] = tuple(order[rules.dealt : rules.cards])
            first = number % game.players if rules.lot else 0
            deal: Deal[BoardState] = Deal(0, None, lying, game.layout, bytes(32), Lot(first))  # type: ignore[arg-type]
            hands = [word for part in parts for word in hand_words(together(part))]
            deck = [*map(spot, order[: rules.cards])]
            hands += [0] * (12 - len(hands))
            state = steps.begun(rules, hands, deck, first)
            searched += state.bag < rules.cards - rules.dealt
            assert (state, hands) == moment(game, game.begin(deal))
    assert searched > 0


class Lot:
    """Draws what it is told to."""

    def __init__(self, n: int) -> None:
        self.n = n

    def below(self, n: int) -> int:
        assert 0 <= self.n < n
        return self.n


def test_every_tile_is_dealt_everywhere_equally_often() -> None:
    rules, rounds = SYMBOLS.rules, 1200
    first_hand, top = dict.fromkeys(SYMBOLS.cards, 0), dict.fromkeys(SYMBOLS.cards, 0)
    for number in range(rounds):
        deck = [0] * 88
        steps.shuffle(rules, SYMBOLS.cards, deck, source(3, number))
        for tile in deck[: rules.share]:
            first_hand[tile] += 1
        top[deck[rules.cards - 1]] += 1
    copies = {tile: SYMBOLS.cards.count(tile) for tile in first_hand}
    for counts, each in ((first_hand, rounds * rules.share / rules.cards), (top, rounds / rules.cards)):
        for tile, count in counts.items():
            expected = each * copies[tile]
            assert abs(count - expected) < 5 * expected**0.5


def test_the_tally_counts_what_was_played() -> None:
    tally = simulate(SYMBOLS, 20, seed=4)
    assert (tally.rounds, sum(tally.won)) == (20, 20)
    assert 0 < tally.choices < tally.decisions
    assert min(tally.points) > 0
    assert simulate(SYMBOLS, 20, seed=5) != tally


def test_a_game_with_rules_of_its_own_has_no_kernel() -> None:
    class Other(Brettspiel):
        id = "other"

    with pytest.raises(NoKernel, match="other has no kernel"):
        Kernel(Setup.of(Other, 2, {}))


def no_bonus(bit0: int, bit1: int) -> tuple[int, int]:
    return 0, 0


def no_jokers(kind: int) -> tuple[int, int]:
    return 0, 0


def nobody_held(kinds: int) -> int:
    return 0


@pytest.mark.parametrize(("name", "fault"), [("bonus_end", no_bonus), ("places", no_jokers), ("held", nobody_held)])
def test_a_fault_is_found_out(name: str, fault: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, name, fault)
    lockstep = Lockstep(SYMBOLS)
    with pytest.raises(Parted, match=r"round \d+ of seed 'sameness': (state|legal) after \d+"):
        list(map(lockstep.play, range(20)))


@pytest.mark.parametrize(("name", "value"), [("MOST", 2), ("ENDS", 0)])
def test_another_number_is_found_out(name: str, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, name, value)
    lockstep = Lockstep(SYMBOLS)
    with pytest.raises(Parted):
        list(map(lockstep.play, range(20)))
