"""Looking ahead by the kernel of `hawaiki` does what the engine does: the same guesses, played on alike."""

from collections import Counter
from functools import cache
from math import sqrt
from typing import Any

import msgspec
import pytest

from elfer.bots import Level, decide, player, sheet_of
from elfer.bots.plan import plan
from elfer.bots.search import Search, values, values_by
from elfer.fast.ahead import Ahead, kernel_ahead
from elfer.games.hawaiki.kernel import CARDS, WORDS, ahead, deck, moment
from elfer.games.hawaiki.kernel.plan import played_on
from elfer.games.hawaiki.kernel.steps import REST, SEAT
from elfer.match.setup import Setup
from elfer.table.guess import guess
from elfer.table.machine import source
from elfer.table.seed import Quick, derived, seed_from
from elfer.table.slots import may, mixed

ALL = {"speech": "strict", "one_hidden": "on", "sacrifice": "on", "second_chance": "on"}
TABLES: list[tuple[int, dict[str, int | str]]] = [(2, {}), (4, {}), (3, dict(ALL))]


@cache
def positions(players: int, options: tuple[tuple[str, int | str], ...], after: int, many: int) -> Any:
    """Moments in which there is a choice, as a bot is handed them, after so many actions of bots."""
    table, found = Setup.choose("hawaiki", players, dict(options)).game, []
    usual = player(table, Level.NORMAL)
    for number in range(many):
        chance = Quick(number)
        state = table.deal(derived(seed_from("ahead"), str(number)))
        for step in range(400):
            if not (acting := table.to_act(state)):
                break
            if step >= after + number and len(table.legal(state, acting[0])) > 1:
                found.append((acting[0], guess(table, state, acting[0], chance)))
                break
            action = decide(usual, table, state, acting[0], chance)
            state = table.apply(state, acting[0], action)
    assert found
    return table, found


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_guess_that_is_not_mixed_is_the_moment_itself(players: int, options: dict[str, int | str]) -> None:
    game, found = positions(players, (*options.items(),), 4, 12)
    kernel = kernel_ahead(game, plain=True)
    assert kernel is not None
    hidden = 0
    for seat, state in found:
        (words, hands), spots = moment(game, state), deck(game, state)
        cards, homes, _ = ahead.slots(game, state, seat)
        known, place, room = ahead.without(hands, cards, homes), [0] * WORDS, [0] * CARDS
        hidden += known != hands
        ahead.put(kernel.rules, words, known, cards, homes, place, room)
        assert place == hands
        first = 6 * players - state.buried.bit_count()
        assert room[first : first + words.stock] == spots[first : first + words.stock]
        if game.sacrifice:
            assert room == spots
    assert hidden > len(found) // 2


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_guess_agrees_with_what_the_seat_knows(players: int, options: dict[str, int | str]) -> None:
    game, found = positions(players, (*options.items(),), 4, 12)
    kernel = kernel_ahead(game, plain=True)
    assert kernel is not None
    for seat, state in found:
        words, hands = moment(game, state)
        cards, homes, allowed = ahead.slots(game, state, seat)
        known, whole, before = ahead.without(hands, cards, homes), sorted(cards), list(cards)
        chance, place, room = source(3, seat), [0] * WORDS, deck(game, state)
        for _ in range(6):
            chance = mixed(cards, allowed, chance)
            ahead.put(kernel.rules, words, known, cards, homes, place, room)
            assert sorted(cards) == whole
            assert all(may(allowed, slot, card) for slot, card in enumerate(cards))
            assert place[SEAT * seat : SEAT * seat + 3] == hands[SEAT * seat : SEAT * seat + 3]
            held = [[word.bit_count() for word in each] for each in (place, hands)]
            for other in range(players):
                assert sum(held[0][SEAT * other :][:2]) == sum(held[1][SEAT * other :][:2])
        assert cards != before
        assert Counter(card & 63 for card in cards) == Counter(card & 63 for card in before)


def test_what_is_ruled_out_is_not_guessed() -> None:
    """When the piles have become the stock everyone knows which cards lie there."""
    game, luck = Setup.choose("hawaiki", 2, {}).game, Quick(2)
    state: Any = game.deal(seed_from("again"))
    while not any(game.layout.ruled_out(state.table, state.seat)[1 - state.seat : 2 - state.seat]):
        legal = game.legal(state, state.seat)
        state = game.apply(state, state.seat, legal[luck.below(len(legal))])
        state = state if game.to_act(state) else game.deal(seed_from(str(luck.below(1000))))
    seat = state.seat
    guessed = guess(game, state, seat, Quick(1))
    cards, homes, allowed = ahead.slots(game, guessed, seat)  # type: ignore[arg-type]
    chance, out = source(1, 1), game.layout.ruled_out(guessed.table, seat)
    never = ahead.halves(out[1 - seat])
    assert any(never)
    for _ in range(20):
        chance = mixed(cards, allowed, chance)
        for card, home in zip(cards, homes, strict=True):
            assert home != 1 - seat or not never[card >> 6] >> (card & 63) & 1


def test_cards_lie_where_the_engine_guesses_them_as_often() -> None:
    game, found = positions(4, (), 12, 3)
    seat, state = found[0]
    other, rounds, luck = game.others[seat][0], 1500, Quick(9)
    cards, homes, allowed = ahead.slots(game, state, seat)
    by_engine, by_kernel = Counter[int](), Counter[int]()
    chance = source(5, 0)
    for _ in range(rounds):
        held = guess(game, state, seat, luck).table.zones[other]
        by_engine.update(ahead.slot_card(card) for card in range(70) if held >> card & 1)
        chance = mixed(cards, allowed, chance)
        by_kernel.update(card for card, home in zip(cards, homes, strict=True) if home == other)
    assert sum(by_engine.values()) == sum(by_kernel.values()) > 0
    for card, often in by_engine.items():
        assert abs(often - by_kernel[card]) <= 5 * sqrt(2 * rounds * 0.25)


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {}), (3, {**ALL, "speech": "auto"})])
def test_actions_are_worth_what_the_engine_finds(players: int, options: dict[str, int | str]) -> None:
    game, found = positions(players, (*options.items(),), 6, 3)
    how, kernel = plan(game), kernel_ahead(game, plain=True)
    assert kernel is not None
    weights = how.weights(sheet_of(how, Level.NORMAL, players).weights)
    search = Search(samples=64, fast=64, race=False)
    for seat, state in found[:1]:
        legal = game.legal(state, seat)[:2]
        engine = values(game, state, seat, legal, how.bot(weights), search, Quick(1))
        numbers = msgspec.structs.astuple(weights)
        by_action = {
            value.action: value for value in values_by(kernel, numbers, state, seat, legal, search, Quick(2))
        }
        for value in engine:
            own = by_action[value.action]
            assert len(own.results) == len(value.results) == 64
            assert abs(own.mean - value.mean) <= 4 * sqrt(own.error**2 + value.error**2) + 1e-9


def test_results_are_what_the_end_of_a_round_is_worth() -> None:
    """Also where it was not played to its end."""
    from elfer.bots.search import result

    game, found = positions(4, (), 6, 3)
    kernel = kernel_ahead(game, plain=True)
    assert kernel is not None
    weights = kernel.module.Weights(*[1.0] * len(kernel.module.Weights._fields))
    for _, state in found:
        words, hands = moment(game, state)
        for seat in range(4):
            expected = result(game, state, seat, 0.3)
            assert ahead.result(kernel.rules, words, hands, seat, 0.3) == pytest.approx(expected)
        room = list(hands)
        end = played_on(kernel.rules, weights, words, room, deck(game, state), 1, 1000)
        assert end.seat < 0
        lost = [(room[SEAT * seat + 2] & 15) - 10 for seat in range(4)]
        assert ahead.result(kernel.rules, end, room, end.winner, 0.1) == pytest.approx(1 - 0.01 * sum(lost) / 3)


def test_actions_are_read_by_their_numbers() -> None:
    game = Setup.choose("hawaiki", 3, dict(ALL)).game
    spots = {ahead.spot_of(number) for number in range(len(game.actions))}
    assert len(spots) == len(game.actions)
    assert ahead.spot_of(35 + 8) == 64 + 9
    assert ahead.spot_of(140 + 7) == 64 * REST + 7


def test_it_is_repeatable_and_goes_on_from_where_it_was() -> None:
    game, [(seat, state), *_] = positions(2, (), 4, 12)
    kernel = kernel_ahead(game, plain=True)
    assert kernel is not None
    numbers = [game.actions.numbers[action] for action in game.legal(state, seat)][:3]
    weights = [1.0] * len(kernel.module.Weights._fields)

    def results(*stages: int) -> list[list[float]]:
        looking = Ahead(kernel, weights, state, seat, numbers, source(8, 8))
        parts = [looking.results(stage, range(len(numbers)), 0.1) for stage in stages]
        return [[one for part in parts for one in part[at]] for at in range(len(numbers))]

    assert results(6) == results(2, 4)
    assert len({tuple(row) for row in results(6)}) > 1
