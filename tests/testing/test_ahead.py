"""Looking ahead by a kernel does what the engine does: the same guesses, played on alike."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, ClassVar

import msgspec
import pytest

from elfer.bots import Level, at_random, player, sheet_of
from elfer.bots import search as search_module
from elfer.bots.plan import plan
from elfer.bots.search import Search, played_on, result, searching, values, values_by
from elfer.fast import ahead as fast_ahead
from elfer.fast.ahead import Ahead, kernel_ahead
from elfer.games.master.kernel import ahead as master_ahead
from elfer.games.rows.kernel import ahead as rows_ahead
from elfer.table import slots
from elfer.table.cards import each
from elfer.table.game import Game
from elfer.table.guess import guess
from elfer.table.machine import source
from elfer.table.seed import Quick, Stream, derived, seed_from
from elfer.table.slots import mixed, put

GAMES = [("elfer", 2), ("elfer", 4), ("zahlenwechsel", 3), ("falscher-anfang", 4), ("master", 3)]


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


class Guessed:
    """What a kernel guesses from a guess that was made for a seat."""

    def __init__(self, game: Any, state: Any, seat: int) -> None:
        kernel: Any = kernel_ahead(game, plain=True)
        self.game, self.state, self.module, self.dealt = game, state, kernel.module, kernel.rules.dealt
        (_, self.hands), self.deck = self.module.moment(game, state), self.module.deck(game, state)
        self.cards, self.homes, self.allowed = self.module.slots(game, state, seat)
        self.known = self.module.without(self.hands, self.cards, self.homes)
        self.chance = source(3, seat)

    def put(self) -> None:
        put(self.known, self.cards, self.homes, self.hands, self.deck, self.module.HAND)

    def mix(self) -> None:
        self.chance = mixed(self.cards, self.allowed, self.chance)

    def spots(self, cards: Iterable[int]) -> list[int]:
        """Where cards of the engine are in the kernel."""
        spot = self.module.spot
        return sorted(spot(self.state.order, card) if self.game.id == "master" else spot(card) for card in cards)

    def hand(self, seat: int) -> list[int]:
        """What lies in a hand."""
        first, second = self.hands[self.module.HAND * seat :][:2]
        jokers = second >> 42 if self.game.id == "master" else 0
        return [*each(first), *(64 + bit for bit in each(second & (1 << 42) - 1)), *[64 + 42] * jokers]

    def stock(self) -> list[int]:
        left: list[int] = self.deck[self.dealt :][: len(self.state.table.zones[self.game.stock])]
        return left


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_guess_agrees_with_what_the_seat_knows(name: str, players: int) -> None:
    game, found = positions(name, players, 20 if name == "master" else 40, 6)
    if name == "master":  # where nothing is left to draw, so that somebody has passed
        found += positions(name, players, 96, 10)[1]
    ruled_out = moved = 0
    for seat, state in found:
        guessed, zones = Guessed(game, state, seat), state.table.zones
        before, hands = list(guessed.deck), list(guessed.hands)
        guessed.put()
        assert (guessed.deck, guessed.hands) == (before, hands)
        known, out = game.layout.known(state.table, seat), game.layout.ruled_out(state.table, seat)
        ruled_out += any(out[:players])
        for _ in range(20):
            guessed.mix()
            guessed.put()
            assert guessed.hand(seat) == guessed.spots(each(zones[seat]))
            for other in game.others[seat]:
                held = guessed.hand(other)
                assert len(held) == zones[other].bit_count()
                assert {*held}.isdisjoint(guessed.spots(each(out[other] & (1 << 84) - 1)))
                assert {*held}.issuperset(guessed.spots(each(zones[other] & known)))
            every = [card for other in range(players) for card in guessed.hand(other)] + guessed.stock()
            real = [card for other in range(players) for card in each(zones[other])] + [*zones[game.stock]]
            assert sorted(every) == guessed.spots(real)
            moved += guessed.stock() != before[guessed.dealt :][: len(guessed.stock())]
    assert moved
    assert ruled_out


@pytest.mark.parametrize(("name", "after"), [("elfer", 60), ("master", 20)])
def test_cards_lie_where_the_engine_guesses_them_as_often(name: str, after: int) -> None:
    game, found = positions(name, 3, after, 8)
    seat, state = max(
        found, key=lambda each: sum(out.bit_count() for out in game.layout.ruled_out(each[1].table, each[0]))
    )
    other, rounds, luck = game.others[seat][0], 2000, Quick(9)
    guessed = Guessed(game, state, seat)
    by_engine, by_kernel = Counter[int](), Counter[int]()
    for _ in range(rounds):
        by_engine.update(guessed.spots(each(guess(game, state, seat, luck).table.zones[other])))
        guessed.mix()
        by_kernel.update(spot for spot, home in zip(guessed.cards, guessed.homes, strict=True) if home == other)
    known = guessed.spots(each(state.table.zones[other] & game.layout.known(state.table, seat)))
    by_kernel.update(known * rounds)
    assert sum(by_engine.values()) == sum(by_kernel.values()) > 0
    assert by_engine.keys() == by_kernel.keys() >= {*known}
    assert len(by_engine) > len(known)
    for spot, often in by_engine.items():
        alike = 4 if spot == 64 + 42 and name == "master" else 1
        assert abs(often - by_kernel[spot]) <= 5 * sqrt(2 * rounds * 0.25 * alike)


@pytest.mark.parametrize(
    ("name", "players", "after", "samples"),
    [("elfer", 2, 20, 160), ("zahlenwechsel", 3, 20, 100), ("master", 3, 70, 64)],
)
def test_actions_are_worth_what_the_engine_finds(name: str, players: int, after: int, samples: int) -> None:
    game, found = positions(name, players, after, 8)
    found = [min(found, key=lambda each: abs(each[0] - seat)) for seat in range(players)]
    assert [seat for seat, _ in found] == [*range(players)]
    how, kernel = plan(game), kernel_ahead(game, plain=True)
    assert kernel is not None
    weights = how.weights(sheet_of(how, Level.NORMAL, players).weights)
    search = Search(samples=samples, fast=samples, race=False)
    for seat, state in found:
        some = game.legal(state, seat)
        legal = [*dict.fromkeys([*some[:2], some[-1]])]
        engine = values(game, state, seat, legal, how.bot(weights), search, Quick(1))
        numbers = msgspec.structs.astuple(weights)
        by_action = {
            value.action: value for value in values_by(kernel, numbers, state, seat, legal, search, Quick(2))
        }
        for value in engine:
            own = by_action[value.action]
            assert len(own.results) == samples
            assert abs(own.mean - value.mean) <= 4 * sqrt(own.error**2 + value.error**2) + 1e-9
    assert {len(value.results) for value in engine} == {samples}


@pytest.mark.parametrize(("name", "players"), [*GAMES, ("elfer-1210", 5), ("master", 2), ("master", 6)])
def test_an_end_is_worth_what_the_engine_says(name: str, players: int) -> None:
    from elfer import game

    table: Any = game(name, players=players)
    kernel: Any = kernel_ahead(table, plain=True)
    found = set()
    for number in range(4):
        begun, luck = table.deal(derived(seed_from("end"), str(number))), Quick(number)
        for state in (
            played_on(table, begun, at_random, luck),
            begun,
        ):  # too long a round counts as it stands
            _, hands = kernel.module.moment(table, state)
            (master_ahead if name == "master" else rows_ahead).scored(kernel.rules, hands)
            widest = master_ahead.WIDEST if name == "master" else rows_ahead.most(kernel.rules)
            for seat in range(players):
                worth = slots.result(hands, players, seat, 0.1, widest)
                assert worth == result(table, state, seat, 0.1)
                found.add(worth)
    assert max(found) > 0.9 > 0.1 > min(found)


@pytest.mark.parametrize(("name", "players"), [*GAMES, ("elfer-1210", 2), ("master", 2)])
def test_every_action_leads_to_where_the_engine_gets(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the very guess that was made, nobody plays on: so what an action brings can be compared to the last bit."""
    monkeypatch.setattr(slots, "SWAPS", 0)
    monkeypatch.setattr(fast_ahead, "LONGEST", 0)
    from elfer import game as game_of

    game: Any = game_of(name, players=players)
    kernel = kernel_ahead(game, plain=True)
    assert kernel is not None
    weights, seats, verbs, luck = [1.0] * len(kernel.module.Weights._fields), set(), set(), Quick(4)
    for number in range(3):
        state = game.deal(derived(seed_from("leads"), str(number)))
        while state.seat >= 0:
            legal, seat = game.legal(state, state.seat)[::-1], state.seat
            looking = Ahead(kernel, weights, state, seat, [game.actions.numbers[each] for each in legal], 1)
            order = range(len(legal))[::-2]
            for at, [worth] in zip(order, looking.results(1, order, 0.1), strict=True):
                after = game.step(state, seat, legal[at])
                if not getattr(after, "drawn", 0):  # a card just drawn in a row game is in no hand of the kernel yet
                    assert worth == result(game, after, seat, 0.1), legal[at]
                    seats.add(seat)
                    verbs.add(type(legal[at]))
            state = game.step(state, seat, legal[luck.below(len(legal))])
    assert seats == {*range(players)}
    assert len(verbs) > 2


def test_whoever_shares_the_first_place_has_won_a_part() -> None:
    points = [3, 7, 7, -2]
    assert [slots.result(points, 4, seat, 0.0, 10) for seat in range(4)] == [0, 0.5, 0.5, 0]
    assert slots.result([1, -1], 2, 0, 0.1, 10) == 1 + 0.1 * 2 / 10
    assert slots.result([-4, 5, 0], 3, 0, 0.5, 10) == 0.5 * (-4 - 2.5) / 10


@pytest.mark.parametrize(("name", "players"), [("elfer", 2), ("auslosen", 3)])
def test_without_weights_rounds_are_played_on_at_random(name: str, players: int) -> None:
    game, found = positions(name, players, 20, 4)
    kernel, samples = kernel_ahead(game, plain=True), 150
    assert kernel is not None
    for seat, state in found:
        legal = game.legal(state, seat)[-2:]
        numbers = [game.actions.numbers[action] for action in legal]
        engine = values(game, state, seat, legal, at_random, Search(samples=samples, race=False), Quick(1))
        own = Ahead(kernel, None, state, seat, numbers, source(4, seat)).results(samples, range(len(legal)), 0.1)
        for value in engine:
            results = own[legal.index(value.action)]
            error = sqrt(value.error**2 + stdev(results) ** 2 / samples)
            assert abs(fmean(results) - value.mean) <= 4 * error + 1e-9


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


class Clocked:
    """A kernel's looking ahead that takes a hundredth of a second for every guess and action."""

    now = 0.0
    stages: ClassVar[list[tuple[int, int]]] = []
    """How many guesses were asked for at once, and for how many actions."""

    def __init__(self, *given: Any) -> None:
        """It looks at nothing: the third action always loses, and the others win every other time."""

    def results(self, samples: int, of: Sequence[int], margin: float) -> list[list[float]]:
        Clocked.now += 0.01 * samples * len(of)
        Clocked.stages.append((samples, len(of)))
        return [[0.0 if at == 2 else n % 2.0 for n in range(samples)] for at in of]


@pytest.fixture
def clocked(monkeypatch: pytest.MonkeyPatch) -> type[Clocked]:
    monkeypatch.setattr(search_module, "Ahead", Clocked)
    monkeypatch.setattr(search_module, "perf_counter", lambda: Clocked.now)
    Clocked.now, Clocked.stages = 0.0, []
    return Clocked


def compared(search: Search) -> list[list[float]]:
    """By action, what comes of the first three of a moment."""
    game, found = positions("elfer", 2, 10, 8)
    kernel = kernel_ahead(game, plain=True)
    assert kernel is not None
    seat, state = max(found, key=lambda each: len(game.legal(each[1], each[0])))
    legal = game.legal(state, seat)[:3]
    assert len(legal) == 3
    looked_at = values_by(kernel, [], state, seat, legal, search, Quick(1))
    results = {value.action: value.results for value in looked_at}
    return [results[action] for action in legal]


def test_stages_grow_and_what_falls_behind_is_given_up(clocked: type[Clocked]) -> None:
    results = compared(Search(samples=1, fast=500))
    assert clocked.stages[:2] == [(32, 3), (32, 2)]
    assert [samples for samples, _ in clocked.stages] == [32] * 5 + [40, 50, 62, 78, 97, 13]
    assert list(map(len, results)) == [500, 500, 32]
    Clocked.stages = []
    compared(Search(samples=1, fast=3200, race=False))
    assert [samples for samples, _ in clocked.stages][:6] == [100] * 5 + [125]
    assert {of for _, of in clocked.stages} == {3}


@pytest.mark.parametrize("seconds", [0.0, 1.0, 5.0, 1000.0])
def test_no_guess_is_begun_for_which_there_is_no_time(clocked: type[Clocked], seconds: float) -> None:
    results = compared(Search(samples=1, fast=2000, seconds=seconds, race=False))
    assert Clocked.now <= max(seconds, 0.01 * 3 * 62) + 1e-9  # a first stage there is in any case
    assert len(results[0]) == min(2000, max(62, int(seconds / 0.03)))
