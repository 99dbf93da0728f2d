"""Looking ahead by the kernel of the row games does what the engine does: the same guesses, played on alike."""

from math import sqrt
from typing import Any

import msgspec
import pytest

from elfer.bots import Level, player, sheet_of
from elfer.bots.plan import plan
from elfer.bots.search import Search, searching, values, values_by
from elfer.fast.ahead import Ahead, kernel_ahead
from elfer.games.rows.kernel import ahead, deck, moment
from elfer.table.game import Game
from elfer.table.guess import guess
from elfer.table.machine import source
from elfer.table.seed import Quick, Stream, derived, seed_from

GAMES = [("elfer", 2), ("elfer", 4), ("zahlenwechsel", 3), ("falscher-anfang", 4)]


def positions(name: str, players: int, after: int, many: int) -> Any:
    """Moments in which there is a choice, as a bot is handed them, after so many actions of bots."""
    from elfer import game

    table: Game[Any] = game(name, players=players)
    usual, found = player(table, Level.NORMAL).bot, []
    for number in range(many):
        chance = Quick(number)
        state = table.deal(derived(seed_from("ahead"), str(number)))
        for step in range(400):
            seat = state.seat
            if step >= after and len(table.legal(state, seat)) > 1:
                break
            state = table.step(state, seat, usual(table, state, seat, chance))
            if state.seat < 0:
                break
        if state.seat >= 0:
            found.append((state.seat, guess(table, state, state.seat, chance)))
    assert found
    return table, found


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_guess_agrees_with_what_the_seat_knows(name: str, players: int) -> None:
    game, found = positions(name, players, 40, 6)
    ruled_out = 0
    for seat, state in found:
        (_, hands), room = moment(game, state), deck(game, state)
        cards, homes, allowed = ahead.slots(game, state, seat)
        known, whole = ahead.without(hands, cards, homes), sorted(cards)
        chance, place = source(3, seat), [0] * 16
        sizes = [word.bit_count() for word in hands]
        out = game.layout.ruled_out(state.table, seat)
        ruled_out += any(out)
        for _ in range(20):
            chance = ahead.mixed(cards, allowed, chance)
            ahead.put(known, cards, homes, place, room)
            assert sorted(cards) == whole
            assert place[2 * seat : 2 * seat + 2] == hands[2 * seat : 2 * seat + 2]
            for other in range(players):
                held = place[2 * other] | place[2 * other + 1] << 40
                assert held.bit_count() == sizes[2 * other] + sizes[2 * other + 1]
                assert other == seat or not held & out[other]
    assert ruled_out


def test_cards_lie_where_the_engine_guesses_them_as_often() -> None:
    game, found = positions("elfer", 3, 60, 8)
    seat, state = max(
        found, key=lambda each: sum(out.bit_count() for out in game.layout.ruled_out(each[1].table, each[0]))
    )
    other, rounds, luck = game.others[seat][0], 2000, Quick(9)
    cards, homes, allowed = ahead.slots(game, state, seat)
    by_engine, by_kernel = dict.fromkeys(cards, 0), dict.fromkeys(cards, 0)
    chance = source(5, 0)
    for _ in range(rounds):
        held = guess(game, state, seat, luck).table.zones[other]
        chance = ahead.mixed(cards, allowed, chance)
        for spot, home in zip(cards, homes, strict=True):
            by_kernel[spot] += home == other
            by_engine[spot] += held >> (spot >> 6) * 40 + (spot & 63) & 1
    assert sum(by_engine.values()) == sum(by_kernel.values()) > 0
    assert any(by_engine.values())
    assert not all(by_engine.values())
    for spot, often in by_engine.items():
        assert abs(often - by_kernel[spot]) <= 5 * sqrt(2 * rounds * 0.25)
        assert (often == 0) == (by_kernel[spot] == 0)


@pytest.mark.parametrize(("name", "players"), [("elfer", 2), ("zahlenwechsel", 3)])
def test_actions_are_worth_what_the_engine_finds(name: str, players: int) -> None:
    game, found = positions(name, players, 20, 3)
    how, kernel = plan(game), kernel_ahead(game, plain=True)
    assert kernel is not None
    weights = how.weights(sheet_of(how, Level.NORMAL, players).weights)
    search = Search(samples=160, fast=160, race=False)
    for seat, state in found:
        legal = game.legal(state, seat)[:3]
        engine = values(game, state, seat, legal, how.bot(weights), search, Quick(1))
        numbers = msgspec.structs.astuple(weights)
        by_action = {
            value.action: value for value in values_by(kernel, numbers, state, seat, legal, search, Quick(2))
        }
        for value in engine:
            own = by_action[value.action]
            assert len(own.results) == 160
            assert abs(own.mean - value.mean) <= 4 * sqrt(own.error**2 + value.error**2) + 1e-9
    assert {len(value.results) for value in engine} == {160}


def test_it_is_repeatable_and_goes_on_from_where_it_was() -> None:
    game, [(seat, state), *_] = positions("elfer", 2, 10, 2)
    kernel = kernel_ahead(game, plain=True)
    assert kernel is not None
    numbers = [game.actions.numbers[action] for action in game.legal(state, seat)]
    weights = [1.0] * len(kernel.module.Weights._fields)

    def results(*stages: int) -> list[list[float]]:
        looking = Ahead(kernel, weights, state, seat, numbers, source(8, 8))
        parts = [looking.results(stage, range(len(numbers)), 0.1) for stage in stages]
        return [[one for part in parts for one in part[at]] for at in range(len(numbers))]

    assert results(6) == results(2, 4)
    assert len({tuple(row) for row in results(6)}) > 1


def test_a_bot_with_a_kernel_chooses_the_clearly_better() -> None:
    game, found = positions("elfer", 2, 10, 4)
    kernel, how = kernel_ahead(game, plain=True), plan(game)
    assert kernel is not None

    def worst(game: Any, state: Any, seat: int, chance: Any) -> Any:
        return game.legal(state, seat)[-1]

    weights = msgspec.structs.astuple(how.weights(sheet_of(how, Level.NORMAL, 2).weights))
    search = Search(samples=1, fast=64, candidates=8, caution=0.0)
    bot = searching(worst, search, lambda game, state, seat: game.legal(state, seat), kernel=kernel, weights=weights)
    changed = [
        bot(game, state, seat, Stream(seed_from("1"), "bot")) != worst(game, state, seat, None)
        for seat, state in found
    ]
    assert any(changed)
    stubborn = searching(
        worst,
        msgspec.structs.replace(search, caution=1e9),
        lambda game, state, seat: game.legal(state, seat),
        kernel=kernel,
        weights=weights,
    )
    assert all(stubborn(game, state, seat, Quick(1)) == worst(game, state, seat, None) for seat, state in found)


def test_games_without_such_a_kernel_have_none() -> None:
    from elfer import game

    assert kernel_ahead(game("quartett", players=4), plain=True) is None
