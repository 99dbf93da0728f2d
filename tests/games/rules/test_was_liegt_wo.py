"""The rules of `was-liegt-wo`, one by one."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from elfer import Game, Match, Setup, encode, game, guess, seed_from, view
from elfer.bots import Level, Player, at_random, decide, player, usual
from elfer.games.was_liegt_wo import GRID, UP, GridState
from elfer.table.actions import TurnAt
from elfer.table.seed import Stream
from elfer.table.table import EMPTY
from tests.games.positions.rows import refused

TWO: Any = game("was-liegt-wo", 2)
THREE: Any = game("was-liegt-wo", 3)
FOUR_COLOURS: Any = game("was-liegt-wo", 2, deck=80)
AGAIN: Any = game("was-liegt-wo", 3, again="on")
HARD = player(TWO, Level.HARD)


def laid_out(table: Game[Any], text: str = "", *, seat: int = 0, taken: str = "") -> Any:
    """These cards on the first places, in order, then all others; some are taken already, by seat 0."""
    deck = table.layout.deck
    gone = [deck.card(name) for name in taken.split()]
    first = [deck.card(name) for name in text.split()]
    order = first + [card for card in range(len(deck)) if card not in first]
    contents: dict[int, Any] = {
        GRID: tuple(EMPTY if card in gone else card for card in order),
        2: sum(1 << card for card in gone),
    }
    free = sum(1 << place for place, card in enumerate(order) if card not in gone)
    return GridState(table.layout.laid(contents, bytes(32)), seat, free, 0)


def turned(table: Game[Any], state: Any, *places: int) -> Any:
    """The state after whoever is up has turned up the cards on these places, counted from 1."""
    for place in places:
        [seat] = table.to_act(state)
        assert TurnAt(place - 1) in table.legal(state, seat)
        state = table.apply(state, seat, table.read(f"turn {place}"))
    return state


def shown(table: Game[Any], state: Any, seat: int | None = None) -> dict[str, tuple[str, ...]]:
    return {zone.name: zone.cards or () for zone in view(table, state, seat).zones if zone.owner is None}


def chosen(state: Any, label: object, who: Player) -> int:
    """The place, counted from 0, of the card that somebody turns up."""
    [seat], stream = TWO.to_act(state), Stream(bytes(32), str(label))
    action: Any = decide(who, TWO, state, seat, stream)
    return int(action.at)


def won(table: Game[Any], state: Any) -> list[str]:
    return [table.layout.deck.show(state.table.zones[zone]) for zone in range(2, 2 + table.players)]


# --- the cards -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WL-1")
@pytest.mark.parametrize(("table", "size", "colours"), [(TWO, 40, "ry"), (FOUR_COLOURS, 80, "rygb")])
def test_all_cards_lie_face_down_in_rows(table: Game[Any], size: int, colours: str) -> None:
    state = table.deal(seed_from("rows"))
    names = [table.layout.deck.names[card] for card in state.table.zones[GRID]]
    assert sorted(names) == sorted(f"{colour}{number}" for colour in colours for number in range(1, 21))
    grid, up = table.layout.zones[:2]
    assert (grid.size, grid.columns, up.size, up.columns, up.over) == (size, 8, size, 8, "grid")
    for seat in (None, 0, 1):
        assert shown(table, state, seat) == {"grid": ("?",) * size, "up": ("",) * size}
    assert [table.write(action) for action in table.legal(state, 1)] == [f"turn {n}" for n in range(1, size + 1)]


@pytest.mark.rule("WL-1")
def test_forty_cards_are_the_default_and_every_deal_is_another() -> None:
    assert Setup.choose("was-liegt-wo", 4).game.options.deck == 40
    orders = {THREE.deal(seed_from(str(seed))).table.zones[GRID] for seed in range(20)}
    assert len(orders) == 20
    assert all(len(set(cards)) > 10 for cards in zip(*orders, strict=True))
    assert THREE.deal(seed_from("1")) == THREE.deal(seed_from("1"))


# --- a turn --------------------------------------------------------------------------------------------------


@pytest.mark.rule("WL-2")
@pytest.mark.parametrize("players", range(2, 9))
def test_the_player_to_the_left_of_the_dealer_begins_and_play_goes_clockwise(players: int) -> None:
    table = game("was-liegt-wo", players)
    assert table.to_act(table.deal(bytes(32))) == (1,)
    assert table.to_act(table.deal(bytes(32), 1)) == (2 % players,)
    state = laid_out(table, "r1 r2 r3 r4", seat=1)
    seats: list[int] = []
    for places in [(1, 2), (3, 4)] * players:
        seats += table.to_act(state)
        state = turned(table, state, *places)
    assert seats == [(1 + n) % players for n in range(2 * players)]


@pytest.mark.rule("WL-2")
def test_one_card_after_the_other() -> None:
    state = turned(TWO, laid_out(TWO, "r1 r2"), 1)
    assert TWO.to_act(state) == (0,)
    assert shown(TWO, state, 1)["up"][:2] == ("r1", "")
    assert shown(TWO, state, 1)["grid"][:2] == ("", "?")
    refused(TWO, state, "turn 1", "lies-face-up", "place 1 lies face up")
    refused(TWO, state, "turn 2", "not-your-turn", seat=1)
    assert len(TWO.legal(state, 0)) == 39


@pytest.mark.rule("WL-2")
@pytest.mark.parametrize("places", [(1, 2), (2, 1)])
def test_equal_numbers_are_taken(places: tuple[int, int]) -> None:
    state = turned(THREE, laid_out(THREE, "r7 y7 r8"), *places)
    assert won(THREE, state) == ["r7 y7", "", ""]
    assert state.table.zones[GRID][:2] == state.table.zones[UP][:2] == bytes([EMPTY, EMPTY])
    assert set(state.table.zones[UP]) == {EMPTY}
    for place in (1, 2):
        refused(THREE, state, f"turn {place}", "card-is-taken", f"place {place}")
    assert len(THREE.legal(state, 1)) == 38
    one, two = ("ry"[place - 1] + "7" for place in places)
    assert view(THREE, state, 1).events == (f"grid>up {two}", f"up>won0 {one}", f"up>won0 {two}")


@pytest.mark.rule("WL-2")
def test_of_four_equal_cards_any_two_are_a_pair() -> None:
    state = laid_out(FOUR_COLOURS, "r7 y7 g7 b7 r8")
    for places in [(1, 2), (1, 4), (3, 2), (4, 3)]:
        assert won(FOUR_COLOURS, turned(FOUR_COLOURS, state, *places))[0]
    state = turned(FOUR_COLOURS, state, 1, 3, 2, 4)
    assert won(FOUR_COLOURS, state) == ["r7 g7", "y7 b7"]


@pytest.mark.rule("WL-2")
def test_cards_of_different_numbers_are_turned_back() -> None:
    state = turned(THREE, laid_out(THREE, "r1 r2 r3 y1"), 1, 2)
    assert won(THREE, state) == ["", "", ""]
    for seat in (None, 0, 1, 2):  # everyone gets to see them
        assert shown(THREE, state, seat)["up"][:3] == ("r1", "r2", "")
    state = turned(THREE, state, 3)
    for seat in (None, 0, 1, 2):
        assert shown(THREE, state, seat)["up"][:4] == ("", "", "r3", "")
        assert shown(THREE, state, seat)["grid"][:4] == ("?", "?", "", "?")
    assert [THREE.layout.deck.names[card] for card in state.table.zones[GRID][:2]] == ["r1", "r2"]
    events = ("up>grid r1", "up>grid r2", "grid>up r3")
    assert view(THREE, state, 2).events == events
    assert won(THREE, turned(THREE, state, 4)) == ["", "", ""]  # the r1 lies face down again


@pytest.mark.rule("WL-2")
@pytest.mark.parametrize("place", [1, 2])
def test_a_card_that_is_turned_back_can_be_the_next_to_be_turned_up(place: int) -> None:
    state = turned(TWO, laid_out(TWO, "r1 r2 y1 y2"), 1, 2, place)
    assert [name for name in shown(TWO, state)["up"] if name] == [f"r{place}"]
    assert won(TWO, turned(TWO, state, place + 2)) == ["", f"r{place} y{place}"]


@pytest.mark.rule("WL-3")
def test_as_printed_the_next_player_is_up_after_a_pair_too() -> None:
    assert Setup.choose("was-liegt-wo", 3).game.options.again == "off"
    assert THREE.to_act(turned(THREE, laid_out(THREE, "r7 y7"), 1, 2)) == (1,)
    assert THREE.to_act(turned(THREE, laid_out(THREE, "r7 y8"), 1, 2)) == (1,)


@pytest.mark.rule("WL-3")
def test_as_an_option_a_pair_earns_another_turn() -> None:
    state = turned(AGAIN, laid_out(AGAIN, "r7 y7 r8 y8 r9 r10"), 1, 2)
    assert AGAIN.to_act(state) == (0,)
    state = turned(AGAIN, state, 3, 4)
    assert (AGAIN.to_act(state), won(AGAIN, state)[0]) == ((0,), "r7 r8 y7 y8")
    assert AGAIN.to_act(turned(AGAIN, state, 5, 6)) == (1,)


# --- the end -------------------------------------------------------------------------------------------------

ALL_BUT_TWO = " ".join(f"{colour}{number}" for colour in "ry" for number in range(3, 21))


@pytest.mark.rule("WL-4")
@pytest.mark.parametrize("table", [THREE, AGAIN], ids=["off", "on"])
def test_the_round_ends_when_all_cards_are_taken(table: Game[Any]) -> None:
    state = turned(table, laid_out(table, "r1 y1 r2 y2", seat=1, taken=ALL_BUT_TWO), 1, 2)
    assert table.to_act(state) != ()
    state = turned(table, state, 3, 4)
    assert table.to_act(state) == ()
    assert sum(table.points(state)) == 20
    refused(table, state, "turn 1", "round-over", seat=1)


@pytest.mark.rule("WL-4", "ALL-6")
def test_the_most_pairs_win_and_ties_share() -> None:
    start = Match.start(Setup.choose("was-liegt-wo", 3), seed_from("most"))
    state = laid_out(start.game, "r1 y1 r2 y2", seat=1, taken=ALL_BUT_TWO)
    match = Match(start.setup, start.seed, state)
    for place in (1, 2, 3, 4):
        match = match.apply(match.to_act[0], TurnAt(place - 1))
    assert match.totals == (18, 1, 1)
    assert match.places == (1, 2, 2)


@pytest.mark.rule("WL-4", "ALL-5")
@pytest.mark.parametrize("table", [TWO, FOUR_COLOURS], ids=["40", "80"])
def test_random_rounds_end_long_before_the_bound(table: Game[Any]) -> None:
    random = Random(5)
    for _ in range(3):
        state, actions = table.deal(random.randbytes(32)), 0
        while seats := table.to_act(state):
            state = table.apply(state, seats[0], random.choice(table.legal(state, seats[0])))
            actions += 1
        assert actions < table.longest_round / 4
        assert sum(table.points(state)) == len(table.layout.deck) // 2


# --- remembering ---------------------------------------------------------------------------------------------


@pytest.mark.rule("WL-5")
def test_what_was_turned_back_is_not_shown_again_but_may_be_known() -> None:
    state = turned(THREE, laid_out(THREE, "r1 r2 r3 r4 r5"), 1, 2, 3, 4, 5)
    names = THREE.layout.deck.names
    for seat in (None, 0, 1, 2):
        assert shown(THREE, state, seat)["grid"][:5] == ("?", "?", "?", "?", "")
        for number in range(10):
            other = guess(THREE, state, seat, Stream(bytes(32), str(number)))
            assert [names[card] for card in other.table.zones[GRID][:4]] == ["r1", "r2", "r3", "r4"]
    places = {guess(THREE, state, 0, Stream(bytes(32), str(n))).table.zones[GRID].index(7) for n in range(60)}
    assert len(places) > 15  # where a card lies that nobody has seen, nobody knows
    assert encode(THREE, state, 0) != encode(
        THREE, turned(THREE, laid_out(THREE, "r1 r2 r6 r4 r5"), 1, 2, 3, 4, 5), 0
    )


@pytest.mark.rule("WL-5")
def test_bots_remember_as_much_as_their_level_does() -> None:
    # Seen and turned back: 1 to 6, of which the first and the fourth are a pair; 7 and 8 lie open now.
    state = turned(TWO, laid_out(TWO, "r1 r2 r3 y1 r4 r5 r6 r7"), 1, 2, 3, 4, 5, 6, 7, 8)
    found = {}
    for level in (Level.EASY, Level.NORMAL, Level.HARD):
        firsts = Counter(chosen(state, n, player(TWO, level)) for n in range(200))
        found[level] = (firsts[0] + firsts[3]) / 200
        assert not firsts.keys() & {6, 7}  # they lie open, so everyone sees that they are no pair
    assert 0.05 < found[Level.EASY] < 0.5
    assert found[Level.NORMAL] == found[Level.HARD] == 1.0


@pytest.mark.rule("WL-5")
def test_whoever_forgets_nothing_finds_every_pair_that_was_seen() -> None:
    state = turned(TWO, laid_out(TWO, "r1 r2 r3 y1"), 1, 2, 3, 4)
    for number in range(40):
        first = chosen(state, number, HARD)
        assert first in (0, 3)
        assert chosen(turned(TWO, state, first + 1), number, HARD) == 3 - first
    nothing = turned(TWO, laid_out(TWO, "r1 r2 r3 r4"), 1, 2)
    assert chosen(nothing, 0, HARD) > 1  # only what is new helps


def test_whoever_knows_many_cards_shows_the_next_player_no_new_one() -> None:
    """The second card could match one that is known, for the next player to take: better one that all know."""
    state = turned(TWO, laid_out(TWO, "r1 r2 r3 r4 r5 r6 r7 r8 r9"), *range(1, 9), 9)
    usually = {chosen(state, n, Player(usual(TWO))) for n in range(20)}
    assert min(usually) > 8
    assert {chosen(state, n, HARD) for n in range(20)} <= {*range(8)}


@pytest.mark.rule("WL-5")
@pytest.mark.parametrize("options", [{}, {"deck": 80}, {"again": "on"}])
def test_the_bot_beats_random_play(options: dict[str, Any]) -> None:
    pairs = [0, 0, 0]
    for number in range(6):
        match = Match.start(Setup.choose("was-liegt-wo", 3, options), seed_from(f"bots {number}"))
        bots = [usual(match.game) if seat == number % 3 else at_random for seat in range(3)]
        while match.to_act:
            [seat] = match.to_act
            stream = Stream(match.seed, str(match.steps))
            match = match.apply(seat, decide(bots[seat], match.game, match.state, seat, stream))
        for seat, points in enumerate(match.totals):
            pairs[(seat - number) % 3] += points
    assert pairs[0] > 3 * max(pairs[1:])
