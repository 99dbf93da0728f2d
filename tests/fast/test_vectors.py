"""Games that are stepped all at once tell what the engine tells. Here kernels run as plain Python."""

from functools import partial
from operator import mul
from pathlib import Path
from typing import Any

import pytest

from elfer.bots import Level, weights_of
from elfer.bots.plan import plan
from elfer.envs.turns import Moment, Turns
from elfer.fast import stepping
from elfer.fast.compiling import compiled
from elfer.fast.kernels import Kernel, NoKernel
from elfer.fast.stepping import OWN, bound
from elfer.fast.vectors import IllegalAction, Vector
from elfer.games.hawaiki import Hawaiki
from elfer.games.rows.kernel import bulk, steps
from elfer.match.setup import Setup
from elfer.table import machine
from elfer.table.machine import source
from elfer.table.seed import Quick, derived, seed_from
from elfer.testing.sameness import Parted, kernels, shuffled_by
from elfer.testing.setups import paired_setups
from elfer.testing.sight import put, restocked, same, watch
from tests.games.positions.hawaiki import TWO, arrange

np = pytest.importorskip("numpy")
GAMES = ["auslosen", "brettspiel", "elfer", "elfer-1210", "falscher-anfang", "master", "zahlenwechsel"]
HAWAIKI = "hawaiki.4.00010111"
"""A table at which everything is played that can be."""
ARRAYS = ["observations", "masks", "seats", "actions", "rewards", "done", "rounds", "finals"]


def plain(code: str) -> Kernel:
    return Kernel(code, plain=True)


def told(vector: Vector) -> list[Any]:
    """All that a vector tells now."""
    return [getattr(vector, name).tolist() for name in ARRAYS]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_is_what_the_engine_tells(name: str) -> None:
    for number, kernel in enumerate(kernels(name, plain=True)):
        if number % 6 == 0 or name == "elfer":
            assert watch(kernel, 2) > 40


def test_what_is_told_of_hawaiki_is_what_the_engine_tells() -> None:
    """Over every two options: there are too many tables to look at all of them."""
    for setup in paired_setups(Hawaiki):
        assert watch(Kernel(setup, plain=True), 2) > 20


@pytest.mark.parametrize(
    "code",
    [
        *("elfer.4", "elfer-1210.3.002", "zahlenwechsel.8", "auslosen.7.001", "master.4", "brettspiel.4"),
        *("hawaiki.2", "hawaiki.5", HAWAIKI),
    ],
)
def test_hidden_cards_change_nothing(code: str) -> None:
    """What is told is the same in all guesses of whoever is asked, in an open window too."""
    kernel = plain(code)
    game, vector, turns = kernel.game, Vector(kernel, 1), Turns(kernel.setup)
    moved = 0
    for number in range(12):
        state = game.deal(derived(seed_from("hidden"), str(number)))
        for step in range(5 * number):
            if acting := game.to_act(state):
                legal = game.legal(state, acting[0])
                state = game.step(state, acting[0], legal[step % len(legal)])
        if not game.to_act(state):
            continue
        put(vector, [state])
        seen, hands = told(vector)[:3], vector._hands.tolist()
        for again in range(5):
            put(vector, [turns.guessed(Moment(state), game.to_act(state)[0], Quick(again)).state])
            assert told(vector)[:3] == seen
            moved += vector._hands.tolist() != hands
    assert moved > 20


def test_nobody_is_told_what_others_have_answered() -> None:
    """As long as a question is open, whoever is asked next is told the same whatever was answered before."""
    vector, kinds = Vector(plain(HAWAIKI), 1), set()
    game = vector.game
    for number in range(20):
        state, luck = game.deal(derived(seed_from("answers"), str(number))), Quick(number)
        while acting := game.to_act(state):
            legal, window = game.legal(state, acting[0]), state.table.window
            if window is not None and len(acting) > 1:
                tellings = []
                for answer in legal:
                    put(vector, [game.step(state, acting[0], answer)])
                    tellings.append(told(vector)[:3])
                assert all(telling == tellings[0] for telling in tellings)
                kinds.add("thanks" if state.thanks else "call" if window.seconds else "hide")
            state = game.step(state, acting[0], legal[luck.below(len(legal))])
    assert kinds == {"hide", "call", "thanks"}


@pytest.mark.rule("HA-19")
def test_who_has_passed_is_told() -> None:
    vector = Vector(Kernel(Setup(Hawaiki, TWO.players, TWO.options), plain=True), 1)
    state = arrange(TWO, ["b7 y6"], "v1 v1 v2", rest="hand1")
    assert TWO.write(TWO.legal(state, 0)[0]) == "pass"
    state = TWO.step(state, 0, TWO.legal(state, 0)[0])
    put(vector, [state])
    same(vector, 0, state)
    assert vector.part("facts.passed").tolist() == [[0, 1]]


def test_cards_that_were_drawn_from_a_new_stock_are_told() -> None:
    """In rounds of a vector itself, where the piles were shuffled: the hands are what the notes of the cards say."""
    vector, stocks = Vector(plain("hawaiki.6"), 12, 7), 0
    stock = vector.part("counts")[:, 9]
    for _ in range(120):
        before = stock.copy()
        vector.step()
        stocks += int(((stock > before) & ~vector.done).sum())
        lying = sum((vector.part(pile) > 0).sum(1) for pile in "abc")
        assert (vector.part("counts").sum(1) == 70).all()
        assert (lying <= vector.part("counts")[:, 6:9].sum(1)).all()
        assert (vector.part("hand+0").sum(1) == vector.part("counts")[:, 0]).all()
    assert stocks > 3


def test_a_leak_and_a_swapped_seat_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = plain("elfer.4")
    state = kernel.game.deal(seed_from("7"))
    vector = Vector(kernel, 1)
    put(vector, [state])
    same(vector, 0, state)
    for name in ("observations", "masks"):
        array = getattr(vector, name)
        for at in range(array.shape[1]):
            array[0, at] ^= 1
            with pytest.raises(Parted, match="in game 0"):
                same(vector, 0, state)
            array[0, at] ^= 1
    vector.seats[0] ^= 1
    with pytest.raises(Parted, match="asked in game 0"):
        same(vector, 0, state)


def test_each_round_is_the_one_that_the_kernel_plays() -> None:
    kernel = plain("elfer-1210.3.001")
    vector = Vector(kernel, 3, seed=5)
    rewards: list[list[Any]] = [[], [], []]
    while min(map(len, rewards)) < 3:
        vector.step()
        for at in np.flatnonzero(vector.done):
            rewards[at].append(vector.rewards[at].tolist())
        assert not vector.rewards[~vector.done].any()
        assert vector.rounds.tolist() == [*map(len, rewards)]
    for at, brought in enumerate(rewards):
        for number, result in enumerate(brought):
            hands, deck, cards = [0] * 16, [0] * 80, kernel.cards
            state, chance = steps.dealt(kernel.rules, cards, hands, deck, 0, source(source(5, at), number))
            bulk.by_steps(kernel.rules, state, hands, deck, chance)
            assert result == [-steps.points(hands, seat) for seat in range(3)]


@pytest.mark.parametrize(("seat", "by_plan"), [(None, False), (2, False), (2, True)])
def test_a_game_does_not_depend_on_how_many_there_are(seat: int | None, by_plan: bool) -> None:
    kernel = plain("auslosen.4")
    others = weights_of(kernel.game) if by_plan else None
    few, many = Vector(kernel, 3, 9, 1, seat, others), Vector(kernel, 8, 9, 3, seat, others)
    for number in range(180):
        wanted = np.where(few.masks.any(1) & (number % 2 == 0), few.masks.argmax(1), -1)
        few.step(wanted)
        many.step([*wanted, *[-1] * 5])
        assert told(few) == [array[:3] for array in told(many)]
    assert few.rounds.min() > 0
    first = told(few)
    few.reset()
    assert few.rounds.max() == 0
    for _ in range(180):
        few.step(np.where(few.rounds % 2 == 0, few.masks.argmax(1), -1))
    assert told(few) != first
    assert told(Vector(plain("auslosen.4"), 3, 8))[0] != told(Vector(plain("auslosen.4"), 3, 9))[0]


def test_a_seed_deals_the_same_again() -> None:
    vector = Vector(plain("elfer.4"), 2, 7)
    began = told(vector)
    vector.step()
    vector.reset()
    assert told(vector) == began
    vector.reset(8)
    other = told(vector)
    assert other != began
    vector.reset()
    assert told(vector) == other


@pytest.mark.parametrize("action", [0, 83, 84, 1 << 40, -2, -(1 << 63)])
def test_what_is_not_legal_is_refused_before_anything_is_done(action: int) -> None:
    vector = Vector(plain("elfer.4"), 5, 3)
    for _ in range(30):
        vector.step()
    before = told(vector), vector._games.tolist(), vector._hands.tolist()
    wanted = vector.masks.argmax(1)
    for at in (3, 0):
        wanted[at] = action
        with pytest.raises(IllegalAction, match=rf"game {at}, seat {vector.seats[at]}: {action} \(.+\) is not legal"):
            vector.step(wanted)
    assert (told(vector), vector._games.tolist(), vector._hands.tolist()) == before


@pytest.mark.parametrize("code", ["zahlenwechsel.4.001", "master.3", "brettspiel.3", "hawaiki.2", HAWAIKI])
def test_exactly_what_the_mask_allows_can_be_done(code: str) -> None:
    vector = Vector(plain(code), 1, 3)
    module, many = vector.kernel.module, vector.masks.shape[1]
    for _ in range(60):
        vector.step()
        game = vector._games[0].tolist()
        state, may = module.state_of(game), module.legal_of(game)
        legal = [bool(module.is_legal(state, may, number)) for number in range(many + 2)]
        assert legal == [*map(bool, vector.masks[0].tolist()), False, False]
        assert not any(module.is_legal(state, may, number) for number in (many + 64, 1 << 40))


@pytest.mark.parametrize("code", ["elfer.4", "master.3", "brettspiel.3", "hawaiki.3", HAWAIKI])
def test_all_actions_that_are_legal_are_equally_likely(code: str) -> None:
    vector = Vector(plain(code), 1, 5)
    module = vector.kernel.module
    while vector.masks[0].sum() < 5:
        vector.step()
    game = vector._games[0].tolist()
    state, may, chosen = module.state_of(game), module.legal_of(game), [0] * vector.masks.shape[1]
    for number in range(2000):
        action, left = module.at_random(state, may, source(4, number))
        assert left != source(4, number)
        chosen[action] += 1
    many = int(vector.masks[0].sum())
    assert [bool(times) for times in chosen] == [*map(bool, vector.masks[0].tolist())]
    assert all(abs(times - 2000 / many) < 5 * (2000 / many) ** 0.5 for times in chosen if times)


@pytest.mark.parametrize("actions", [[0], [0.0, 1.0], [[0, 1]], 3])
def test_actions_are_one_whole_number_for_each_game(actions: Any) -> None:
    with pytest.raises(ValueError, match="expected 2 numbers of actions"):
        Vector(plain("elfer.4"), 2).step(actions)


def test_only_one_seat_is_asked_if_only_one_learns() -> None:
    vector, brought = Vector(plain("zahlenwechsel.3"), 4, 7, seat=1), 0
    for _ in range(200):
        vector.step()
        assert vector.seats.tolist() == [1] * 4
        brought += int(vector.done.sum())
        for at in np.flatnonzero(vector.done):
            hand, counts = vector.finals[at, :80], vector.finals[at, 416:419]
            assert hand.sum() == counts[0]
            assert min(counts) == 0
            worth = sum(n % 20 + 1 for n in np.flatnonzero(hand))
            assert vector.rewards[at, 1] == -worth
    assert brought > 9
    assert vector.rounds.sum() >= brought


@pytest.mark.parametrize("code", ["elfer.4", "zahlenwechsel.3", "master.3", "brettspiel.3", "hawaiki.3", HAWAIKI])
def test_others_do_what_the_plan_chooses(code: str) -> None:
    """Whoever is asked meets what the engine comes to where the others do what their bot thinks best."""
    kernel = plain(code)
    game, weights = kernel.game, weights_of(kernel.game)
    vector, steps, ends = Vector(kernel, 1, seat=1, others=weights), 0, 0

    def met(state: Any) -> list[Any]:
        """The moments that can come next, since several actions may be equally good."""
        acting = game.to_act(state)
        if not acting or acting[0] == 1:
            return [state]
        return [end for action in best(game, state, acting[0], weights) for end in met(after(state, action))]

    def after(state: Any, action: Any) -> Any:
        return game.step(state, game.to_act(state)[0], action)

    for number in range(6):
        state = met(game.deal(derived(seed_from("others"), str(number))))[0]
        while game.to_act(state):
            put(vector, [state])
            legal = game.legal(state, 1)
            action = legal[steps * 7 % len(legal)]
            vector.step([game.actions.numbers[action]])
            steps += 1
            if vector.done[0]:
                over = [end for end in met(after(state, action)) if not game.to_act(end)]
                sign = -1 if game.lowest_wins else 1
                assert vector.rewards[0].tolist() in [[sign * point for point in game.points(end)] for end in over]
                ends += 1
                break
            with shuffled_by(game.layout, partial(restocked, vector, 0)):
                found = met(after(state, action))
            words = [*vector._games[0].tolist()[: len(kernel.module.State._fields)], *vector._hands[0].tolist()]
            (state, *_) = [each for each in found if words == joined(kernel, each)]
    assert steps > 20
    assert ends > 2


def best(game: Any, state: Any, seat: int, weights: tuple[float, ...]) -> list[Any]:
    """What the bot of the game thinks best."""
    legal, look = game.legal(state, seat), plan(game).look
    if len(legal) == 1:
        return list(legal)
    assert look is not None
    worth = [sum(map(mul, row, weights)) for row in look(game, state, seat, legal)]
    return [action for action, each in zip(legal, worth, strict=True) if each == max(worth)]


def joined(kernel: Kernel, state: Any) -> list[int]:
    """A moment of the engine in words."""
    moment, hands = kernel.module.moment(kernel.game, state)
    return [*moment, *hands]


@pytest.mark.parametrize("code", ["elfer.4", "master.3", "brettspiel.4", "hawaiki.3", HAWAIKI])
def test_others_play_by_what_they_see(code: str) -> None:
    """Their plan chooses the same, whatever is hidden from whoever is asked."""
    kernel = plain(code)
    game, turns, chosen = kernel.game, Turns(kernel.setup), kernel.module.plan.chosen
    weights, moved = kernel.module.Weights(*weights_of(game)), 0
    state, luck = game.deal(seed_from("sight")), Quick(3)
    while acting := game.to_act(state):
        seat, choices = acting[0], list[Any]()
        for again in range(4):
            other = turns.guessed(Moment(state), seat, Quick(again)).state if again else state
            words, hands = kernel.module.moment(game, other)
            deck = [kernel.module.deck(game, other)] if game.id == "hawaiki" else []
            moved += other.table.zones != state.table.zones
            choices.append(chosen(kernel.rules, weights, words, hands, *deck, source(1, 1)))
        assert choices == choices[:1] * 4
        legal = game.legal(state, seat)
        state = game.step(state, seat, legal[luck.below(len(legal))])
    assert moved > 20


def test_others_play_better_by_the_plan_than_at_random() -> None:
    kernel, won = plain("elfer.2"), dict[str, float]()
    for how, weights in (
        ("random", None),
        ("easy", weights_of(kernel.game, Level.EASY)),
        ("normal", weights_of(kernel.game)),
    ):
        vector, brought = Vector(kernel, 60, 5, seat=0, others=weights), list[float]()
        for _ in range(300):
            vector.step()
            brought += [*(vector.rewards[vector.done] == 0)[:, 0]]
        won[how] = float(np.mean(brought))
    assert won["normal"] < won["easy"] < won["random"]
    assert won["normal"] < 0.3 < 0.4 < won["random"]


def test_a_round_that_ends_before_the_seat_is_asked_is_dealt_again() -> None:
    kernel = plain("falscher-anfang.2")
    kernel.rules = kernel.rules._replace(share=1, dealt=2)
    vector = Vector(kernel, 40, 1, seat=1)
    assert vector.seats.tolist() == [1] * 40
    assert vector.rounds.max() > 0
    assert not vector.done.any()


def test_what_is_told_of_an_end_is_not_of_rounds_that_are_passed_over_after_it() -> None:
    """In those the seat is never asked, so it cannot have won them."""
    kernel = plain("falscher-anfang.2")
    kernel.rules = kernel.rules._replace(share=1, dealt=2)
    vector, won = Vector(kernel, 40, 1, seat=1), 0
    for _ in range(20):
        before = vector.rounds.copy()
        vector.step()
        passed_over = vector.done & (vector.rounds > before + 1)
        won += int((vector.rewards[passed_over, 1] == 0).sum())
        assert (vector.part("hand+0").sum(1) > 0).all()
    assert won > 3


def test_parts_are_found_by_their_names_in_the_encoding() -> None:
    vector = Vector(plain("elfer.4"), 6, 2)
    assert vector.observations.shape == (6, 432)
    assert vector.part("hand+0").sum(1).tolist() == [15] * 6
    assert vector.part("counts")[0].tolist() == [15, 15, 15, 15, 0, 20, 0, 0, 0, 0, 0]
    assert np.shares_memory(vector.part("rows"), vector.observations)
    with pytest.raises(KeyError):
        vector.part("hand+1")


def test_arrays_are_written_in_place() -> None:
    vector = Vector(plain("elfer.2"), 2, 2)
    arrays = [getattr(vector, name) for name in ARRAYS]
    before = told(vector)
    vector.step()
    assert told(vector) != before
    assert all(getattr(vector, name) is array for name, array in zip(ARRAYS, arrays, strict=True))
    assert vector.observations.flags.c_contiguous


def test_rewards_are_those_of_the_environments() -> None:
    kernel = plain("elfer.3")
    turns = Turns(kernel.setup)
    moment = turns.deal(seed_from("rewards"))
    vector = Vector(kernel, 1)
    put(vector, [moment.state])
    while not turns.over(moment):
        seat = turns.seat(moment)
        vector.step()
        moment = turns.after(moment, seat, int(vector.actions[0]))
    assert vector.rewards[0].tolist() == list(turns.returns(moment))
    assert vector.done.all()


def test_what_cannot_be_is_refused() -> None:
    for many, threads, seat, said in [(0, 1, None, "at least one"), (1, 0, None, "at least one"), (1, 1, 4, "seat")]:
        with pytest.raises(ValueError, match=said):
            Vector(plain("elfer.4"), many, threads=threads, seat=seat)
    with pytest.raises(ValueError, match="expected a seat that is asked"):
        Vector(plain("elfer.4"), 1, others=[0.0] * 17)
    with pytest.raises(ValueError, match=r"expected 17 weights \(out, own, .*\), not 2"):
        Vector(plain("elfer.4"), 1, seat=0, others=[1.0, 2.0])
    with pytest.raises(NoKernel, match="quartett has no kernel"):
        Vector(Setup.choose("quartett", 4), 1)


def test_kernels_say_all_that_is_left_to_them() -> None:
    module = Kernel("elfer.4", plain=True).module
    functions = bound(module)
    assert len(OWN) == 11
    assert all(functions[name] is getattr(module, name) is not getattr(stepping, name) for name in OWN)
    assert functions["step"].__globals__ is functions
    with pytest.raises(NotImplementedError):
        stepping.observed(*[None] * 6)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [None, 1])
def test_a_compiled_vector_tells_the_same(seat: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a seat that is asked, the others play by the plan."""
    pytest.importorskip("numba")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiled.cache_clear()
    others = None if seat is None else weights_of(plain("elfer.3").game)
    one = Vector("elfer.3", 5, 7, 2, seat, others)
    other = Vector(plain("elfer.3"), 5, 7, 1, seat, others)
    for number in range(150):
        wanted = np.where(number % 2, one.masks.argmax(1), -1)
        one.step(wanted)
        other.step(wanted)
        assert told(one) == told(other)
    assert one.rounds.min() > 0
    with pytest.raises(IllegalAction, match="game 4"):
        one.step([-1, -1, -1, -1, 84])
    compiled.cache_clear()


@pytest.mark.parametrize("word", [0, 1, 1 << 63, (1 << 64) - 1, 0x0123456789ABCDEF])
def test_bits_are_written_as_bytes(word: int) -> None:
    row = [7] * 10
    machine.write(row, 1, machine.wrapped(word))
    assert (row[0], row[9]) == (7, 7)
    written = b"".join(each.to_bytes(8, "little") for each in row[1:9])
    assert list(written) == [word >> n & 1 for n in range(64)]
