"""Looking ahead by the kernel of the board game does what the engine does: the same guesses, played on alike."""

from math import sqrt
from typing import Any

import msgspec
import pytest

from elfer.bots import Level, player, sheet_of
from elfer.bots.plan import plan
from elfer.bots.search import Search, result, values, values_by
from elfer.fast.ahead import kernel_ahead
from elfer.fast.kernels import Kernel
from elfer.games.brettspiel.kernel import ahead, deck, moment, spot, spot_of
from elfer.games.brettspiel.kernel.plan import done
from elfer.match.setup import Setup
from elfer.table.cards import each
from elfer.table.guess import guess
from elfer.table.machine import source
from elfer.table.seed import Quick, derived, seed_from
from elfer.table.slots import mixed

TABLES = [(2, "off"), (3, "off"), (4, "on")]


def kernel(players: int, symbols: str) -> Kernel:
    return Kernel(Setup.choose("brettspiel", players, {"symbols": symbols}), plain=True)


def positions(table: Any, after: int, many: int) -> list[tuple[int, Any]]:
    """Moments in which there is a choice, as a bot is handed them, after so many actions of bots."""
    usual, found = player(table, Level.NORMAL).bot, []
    for number in range(many):
        chance = Quick(number)
        state, step = table.deal(derived(seed_from("ahead"), str(number))), 0
        while state.seat >= 0 and (step < after or len(table.legal(state, state.seat)) == 1):
            state, step = table.step(state, state.seat, usual(table, state, state.seat, chance)), step + 1
        if state.seat >= 0:
            found.append((state.seat, guess(table, state, state.seat, chance)))
    return found


@pytest.mark.parametrize(("players", "symbols"), TABLES)
def test_an_action_leads_where_it_leads_in_the_engine(players: int, symbols: str) -> None:
    whole = kernel(players, symbols)
    game: Any = whole.game
    seen, luck = set(), Quick(4)
    for number in range(12):
        state = game.deal(derived(seed_from("actions"), str(number)))
        while game.to_act(state):
            seat, legal = state.seat, game.legal(state, state.seat)
            for action in legal:
                words, hands = moment(game, state)
                after = done(whole.rules, words, hands, deck(game, state), spot_of(game.actions.numbers[action]))
                assert (after, hands) == moment(game, game.step(state, seat, action)), action
                seen.add(type(action).__name__)
            state = game.step(state, seat, legal[luck.below(len(legal))])
    assert seen >= {"Lay", "LayAt", "Give", "Draw", "End"}


@pytest.mark.parametrize(("players", "symbols"), TABLES)
def test_every_guess_agrees_with_what_the_seat_knows(players: int, symbols: str) -> None:
    game: Any = kernel(players, symbols).game
    found, ruled_out, remembered = positions(game, 15, 12), 0, 0
    assert len(found) > 4
    for seat, state in found:
        (_, hands), room, table = moment(game, state), deck(game, state), state.table
        tiles, homes, allowed = ahead.slots(game, state, seat)
        known, whole, chance, place = ahead.without(hands, tiles, homes), sorted(tiles), source(3, seat), [0] * 12
        remembers, out = game.layout.known(table, seat), game.layout.ruled_out(table, seat)
        hidden = game.layout.deck.all & ~remembers
        for _ in range(20):
            chance = mixed(tiles, allowed, chance)
            ahead.put(known, tiles, homes, place, room)
            assert sorted(tiles) == whole
            assert place[3 * seat : 3 * seat + 3] == hands[3 * seat : 3 * seat + 3]
            assert room[game.players * game.dealing().each :][: len(table.zones[game.bag])] == in_bag(tiles, homes)
            for other in game.others[seat]:
                guessed = [at for at, home in zip(tiles, homes, strict=True) if home == other]
                kept = list(map(spot, each(table.zones[other] & remembers)))
                never = {*map(spot, each(out[other]))} - {*map(spot, each(hidden & ~out[other]))}
                assert not never & {*guessed}
                assert len(guessed) + len(kept) == table.zones[other].bit_count()
                assert place[3 * other : 3 * other + 3] == in_words(guessed + kept)
                ruled_out, remembered = ruled_out + len(never), remembered + len(kept)
    assert ruled_out
    assert remembered


def in_bag(tiles: list[int], homes: list[int]) -> list[int]:
    by_home = dict(zip(homes, tiles, strict=True))
    return [by_home[home] for home in sorted(by_home) if home >= ahead.BAG]


def in_words(spots: list[int]) -> list[int]:
    words = [0, 0, 0]
    for at in spots:
        words[2 if at >= 108 else at >> 6] += 1 << 4 * (at - 108) if at >= 108 else 1 << (at & 63)
    return words


def test_tiles_lie_where_the_engine_guesses_them_as_often() -> None:
    game: Any = kernel(3, "off").game
    found = positions(game, 30, 6)
    seat, state = max(found, key=lambda one: sum(map(int.bit_count, game.layout.ruled_out(one[1].table, one[0]))))
    other, rounds, luck = game.others[seat][0], 1500, Quick(9)
    tiles, homes, allowed = ahead.slots(game, state, seat)
    by_engine, by_kernel = dict.fromkeys(tiles, 0), dict.fromkeys(tiles, 0)
    chance, known = source(5, 0), game.layout.known(state.table, seat)
    for _ in range(rounds):
        for tile in each(guess(game, state, seat, luck).table.zones[other] & ~known):
            by_engine[spot(tile)] += 1
        chance = mixed(tiles, allowed, chance)
        for at, home in zip(tiles, homes, strict=True):
            by_kernel[at] += home == other
    assert sum(by_engine.values()) == sum(by_kernel.values()) > 0
    assert any(often == 0 for often in by_engine.values())
    for at, often in by_engine.items():
        assert abs(often - by_kernel[at]) <= 5 * sqrt(2 * rounds * 0.25 * max(1, tiles.count(at)))
        assert (often == 0) == (by_kernel[at] == 0)


@pytest.mark.parametrize(("players", "symbols"), [(2, "off"), (3, "on")])
def test_actions_are_worth_what_the_engine_finds(players: int, symbols: str) -> None:
    whole = kernel_ahead(kernel(players, symbols).game, plain=True)
    assert whole is not None
    game: Any = whole.game
    how = plan(game)
    weights = how.weights(sheet_of(how, Level.NORMAL, players).weights)
    search, many = Search(samples=64, fast=64, race=False, margin=1.0), 64
    for seat, state in positions(game, 30, 2):
        legal = game.legal(state, seat)[:3]
        engine = values(game, state, seat, legal, how.bot(weights), search, Quick(1))
        numbers = msgspec.structs.astuple(weights)
        by_kernel = values_by(whole, numbers, state, seat, legal, search, Quick(2))
        own = {value.action: value for value in by_kernel}
        for value in engine:
            other = own[value.action]
            assert len(other.results) == len(value.results) == many
            assert abs(other.mean - value.mean) <= 4 * sqrt(other.error**2 + value.error**2) + 1e-9


def test_an_end_is_worth_the_same() -> None:
    whole = kernel(3, "on")
    game: Any = whole.game
    luck = Quick(2)
    for number in range(20):
        state = game.deal(derived(seed_from("end"), str(number)))
        while game.to_act(state) and luck.below(60):
            legal = game.legal(state, state.seat)
            state = game.step(state, state.seat, legal[luck.below(len(legal))])
        _, hands = moment(game, state)
        for seat in range(3):
            for margin in (0.0, 2.5):
                expected = result(game, state, seat, margin)
                assert abs(ahead.result(whole.rules, hands, seat, margin) - expected) < 1e-12
