"""The rules of `schwarzer-peter`, one by one."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from elfer import Match, Setup, Stream, game, guess, seed_from
from elfer.bots import decide, usual
from elfer.table.actions import Action
from elfer.table.game import Game
from elfer.table.seed import Chance
from elfer.table.zones import Sight
from tests.games.positions.hands import Position, arrange, hand, known, offers, play, refused, turn, zone

TWO, THREE, FOUR = (game("schwarzer-peter", players) for players in (2, 3, 4))
RED, YELLOW = ([f"{colour}{number}" for number in range(1, 21)] for colour in "ry")


def at(table: Game[Any], *hands: str, seat: int = 0, drawer: int = 1, away: str = "", **more: Any) -> Position:
    """The turn of a seat; all that is not named was laid off by seat 0."""
    facts: dict[str, Any] = {"offered": False, "shifts": max(0, len(hands[seat].split()) - 1), "peter": -1} | more
    zones = {"away": away} if away else None
    return arrange(table, hands, rest="pairs0", zones=zones, seat=seat, drawer=drawer, **facts)


def dealt(table: Game[Any], seed: int, number: int = 0) -> Any:
    return table.deal(seed_from(str(seed)), number)


def other(card: str) -> str:
    return {"r": "y", "y": "r"}[card[0]] + card[1:]


# --- the deal ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SP-1")
def test_red_and_yellow_and_one_card_away_that_nobody_sees() -> None:
    assert list(THREE.layout.deck.names) == RED + YELLOW
    away = THREE.layout.zone("away")
    assert THREE.layout.zones[away].sight is Sight.CLOSED
    gone = {zone(THREE, dealt(THREE, seed), "away") for seed in range(600)}
    assert gone == set(RED + YELLOW)
    for seat in (None, 0, 1, 2):
        assert gone.isdisjoint(known(THREE, dealt(THREE, 1), seat) & {zone(THREE, dealt(THREE, 1), "away")})


@pytest.mark.rule("SP-2")
@pytest.mark.parametrize("players", range(2, 9))
def test_39_cards_are_dealt_evenly_and_pairs_laid_off(players: int) -> None:
    table = game("schwarzer-peter", players)
    for number in range(3):
        state = dealt(table, 5, number)
        sizes = []
        for seat in range(players):
            held, laid = hand(table, state, seat).split(), zone(table, state, f"pairs{seat}").split()
            sizes.append(len(held) + len(laid))
            assert not {other(card) for card in held} & {*held}
            assert {other(card) for card in laid} == {*laid}
            given = table.dealing(number).dealt(Stream(seed_from("5"), "deal"), table.layout)[seat]
            assert isinstance(given, tuple)
            assert held == [name for card in given if (name := table.layout.deck.names[card]) in held]
        assert sum(sizes) == 39
        assert max(sizes) - min(sizes) <= 1
        if 39 % players:  # the last card goes to one who sits right of the dealer, never to the dealer
            assert sizes[-number % players] == min(sizes)


@pytest.mark.rule("SP-2")
def test_a_deal_with_nothing_to_play_is_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # The first of 40 is put away, then seat 1 and seat 0 (who deals) get one after the other.
    pairs = [card for n in range(10) for card in (n, n + 20)]
    rest = [card for n in range(11, 20) for card in (n, n + 20)]
    hopeless = [30, *(c for both in zip(pairs, [10, *rest], strict=False) for c in both), pairs[-1]]
    assert sorted(hopeless) == list(range(40))
    scripted = iter([hopeless, hopeless, Random(1).sample(range(40), 40)])

    class Scripted(Stream):
        def shuffled(self, things: Iterable[Any]) -> list[Any]:
            return next(scripted)

    monkeypatch.setattr("elfer.table.game.Stream", Scripted)
    state = TWO.deal(bytes(32))
    assert next(scripted, None) is None
    assert turn(TWO, state) == 0


# --- drawing -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SP-3")
@pytest.mark.parametrize("players", range(2, 9))
def test_the_dealer_is_drawn_from_first_by_the_right_neighbour(players: int) -> None:
    table = game("schwarzer-peter", players)
    for number in range(players + 1):
        state = next(s for n in range(99) if all((s := dealt(table, n, number)).table.zones[:players]))
        assert (state.seat, state.drawer) == (-number % players, (-number - 1) % players)


@pytest.mark.rule("SP-3")
def test_one_card_is_drawn_by_its_place_and_then_the_drawer_is_up() -> None:
    state = at(THREE, "r1 r2 r3", "r4 r5", "r6 r7", drawer=2)
    assert turn(THREE, state) == 0
    refused(THREE, state, "pull 1", "hand-not-held-out")
    refused(THREE, state, "pull 1", "not-your-turn", seat=2)
    state = play(THREE, state, "offer")
    assert turn(THREE, state) == 2
    assert offers(THREE, state) == {"pull 1", "pull 2", "pull 3"}
    refused(THREE, state, "pull 4", "so-many-held-out", "3 cards")
    refused(THREE, state, "offer", "pull-a-card")
    refused(THREE, state, "shift r6 2", "pull-a-card")
    refused(THREE, state, "shift r1 2", "not-your-turn", seat=0)
    state = play(THREE, state, "pull 2")
    assert (hand(THREE, state, 0), hand(THREE, state, 2)) == ("r1 r3", "r6 r7 r2")
    assert (turn(THREE, state), state.drawer) == (2, 1)


@pytest.mark.rule("SP-3")
def test_nobody_else_sees_what_is_drawn() -> None:
    state = play(THREE, at(THREE, "r1 r2 r3", "r4 r5", "r6 r7", drawer=2), "offer, pull 2")
    assert {"r2"} <= known(THREE, state, 0)
    assert not {"r2", "r6"} & known(THREE, state, 1)


@pytest.mark.rule("SP-4")
def test_a_pair_so_made_is_laid_off() -> None:
    state = play(THREE, at(THREE, "r1 r2", "r4 r5", "y2 r7", drawer=2), "offer, pull 2")
    assert zone(THREE, state, "pairs2") == "r2 y2"
    assert (hand(THREE, state, 2), turn(THREE, state)) == ("r7", 1)  # a single card is held out at once
    state = play(THREE, at(THREE, "r1 r2", "r4 r5", "y2 r7", drawer=2), "offer, pull 1")
    assert zone(THREE, state, "pairs2") == ""
    assert hand(THREE, state, 2) == "y2 r7 r1"


@pytest.mark.rule("SP-4")
def test_whoever_has_no_cards_is_passed_over() -> None:
    # Seat 3, right of seat 0, has none: seat 2 draws. Its pair leaves it none either: seat 1 is up, seat 0 draws.
    state = play(FOUR, at(FOUR, "r1 r2", "r4 r5", "y2", "", drawer=2), "offer, pull 2")
    assert (state.seat, state.drawer, turn(FOUR, state)) == (1, 0, 1)
    state = play(FOUR, state, "offer, pull 1")
    assert (state.seat, state.drawer) == (0, 1)


@pytest.mark.rule("SP-4")
def test_whoever_gives_the_last_card_is_out() -> None:
    state = at(THREE, "r1", "r4 r5", "y4 y5", drawer=2, offered=True)
    assert offers(THREE, state) == {"pull 1"}
    state = play(THREE, state, "pull 1, offer, pull 1")
    assert (hand(THREE, state, 0), zone(THREE, state, "pairs1")) == ("", "r4 y4")
    assert (state.seat, state.drawer) == (1, 2)


@pytest.mark.rule("SP-4")
def test_a_dealer_without_cards_is_passed_over_from_the_start() -> None:
    table = game("schwarzer-peter", 8)
    state = next(s for n in range(999) if not (s := dealt(table, n)).table.zones[0])
    seats = [seat for seat in range(7, 0, -1) if state.table.zones[seat]]
    assert [state.seat, state.drawer] == seats[:2]


# --- the order of the hand -----------------------------------------------------------------------------------


@pytest.mark.rule("SP-6")
def test_cards_are_moved_within_the_hand_before_it_is_held_out() -> None:
    state = at(TWO, "r1 r2 r3", "y1 y2")
    assert offers(TWO, state) == {"offer"} | {
        f"shift r{card} {place}" for card in (1, 2, 3) for place in (1, 2, 3) if card != place
    }
    assert hand(TWO, play(TWO, state, "shift r3 1"), 0) == "r3 r1 r2"
    assert hand(TWO, play(TWO, state, "shift r1 2"), 0) == "r2 r1 r3"
    assert hand(TWO, play(TWO, state, "shift r1 3, shift r1 1"), 0) == "r1 r2 r3"
    refused(TWO, state, "shift r4 1", "not-in-hand", "r4")
    refused(TWO, state, "shift r1 4", "places-in-hand", "3 places")
    refused(TWO, state, "shift r2 2", "lies-there-already", "r2")


@pytest.mark.rule("SP-6")
def test_any_order_can_be_had_but_no_endless_shuffling() -> None:
    state = at(TWO, "r1 r2 r3 r4", "y1 y2 y3", away="y4")
    state = play(TWO, state, "shift r4 1, shift r3 2, shift r2 3")
    assert hand(TWO, state, 0) == "r4 r3 r2 r1"
    assert offers(TWO, state) == {"offer"}
    refused(TWO, state, "shift r1 1", "shifted-enough")
    state = play(TWO, state, "offer, pull 3")  # the next turn begins anew
    assert (hand(TWO, state, 1), state.shifts) == ("y1 y3", 1)
    state = play(TWO, state, "shift y3 1, offer, pull 1")
    assert (hand(TWO, state, 0), state.shifts) == ("r4 r1", 1)


@pytest.mark.rule("SP-6", "ALL-3")
def test_whoever_was_drawn_from_knows_the_place_until_the_hand_is_rearranged() -> None:
    state = play(THREE, at(THREE, "r1 r2", "r4 r5", "r6 r7", drawer=2), "offer, pull 1")
    assert known(THREE, state, 0) & {"r1", "r6", "r7"} == {"r1"}
    for number in range(8):
        held = hand(THREE, guess(THREE, state, 0, Stream(bytes(32), str(number))), 2).split()
        assert held[2] == "r1"
    after = play(THREE, state, "shift r6 2")
    assert "r1" not in known(THREE, after, 0)
    places = set()
    for number in range(40):
        held = hand(THREE, guess(THREE, after, 0, Stream(bytes(32), str(number))), 2).split()
        places.add(held.index("r1"))  # still in that hand, though
    assert places == {0, 1, 2}
    # Drawn by the next one, it may be there or here.
    after = play(THREE, after, "offer, pull 2")
    owners = {"r1" in hand(THREE, guess(THREE, after, 0, Stream(bytes(32), str(n))), 1) for n in range(40)}
    assert owners == {True, False}


@pytest.mark.rule("SP-2", "SP-4", "ALL-3")
@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_guesses_hold_no_pairs_in_a_hand(players: int) -> None:
    """As everyone can tell. Where too many hands were rearranged a guess makes do without."""
    table, random = game("schwarzer-peter", players), Random(players)
    clean = total = 0
    for seed in range(4):
        state = dealt(table, seed)
        for step in range(60):
            for seat in table.to_act(state):
                seen = guess(table, state, seat, Stream(bytes([seed, step]) * 16, "guess"))
                hands = [set(hand(table, seen, n).split()) for n in range(players)]
                clean += not any({other(card) for card in held} & held for held in hands)
                total += 1
                state = table.apply(state, seat, random.choice(table.legal(state, seat)))
    assert total > 100
    assert clean > 0.9 * total


# --- the end -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SP-5")
def test_whoever_is_left_with_the_single_card_is_the_black_peter() -> None:
    state = at(THREE, "r9 r2", "", "y2", drawer=2, away="y9")
    assert THREE.points(state) == (0, 0, 0)
    state = play(THREE, state, "offer, pull 2")
    assert turn(THREE, state) is None
    assert (state.peter, zone(THREE, state, "peter"), THREE.points(state)) == (0, "r9", (1, 0, 0))
    refused(THREE, state, "pull 1", "round-over", seat=2)


@pytest.mark.rule("SP-5")
def test_the_drawer_can_be_left_with_it_too() -> None:
    state = play(THREE, at(THREE, "r9 r2", "", "y2", drawer=2, away="y9"), "offer, pull 1, shift r9 1, offer, pull 2")
    assert (turn(THREE, state), THREE.points(state)) == (None, (0, 0, 1))


@pytest.mark.rule("SP-5")
def test_it_is_not_over_while_another_card_is_in_a_hand() -> None:
    state = play(THREE, at(THREE, "r9 r2", "r3", "y2 y3", drawer=2, away="y9"), "offer, pull 2")
    assert turn(THREE, state) == 1
    assert THREE.points(state) == (0, 0, 0)


@pytest.mark.rule("SP-5")
@pytest.mark.parametrize("players", range(2, 9))
def test_every_round_has_one_black_peter_whose_twin_is_away(players: int) -> None:
    table, random = game("schwarzer-peter", players), Random(players)
    for seed in range(5):
        state = dealt(table, seed)
        while seats := table.to_act(state):
            state = table.apply(state, seats[0], random.choice(table.legal(state, seats[0])))
        assert zone(table, state, "peter") == other(zone(table, state, "away"))
        assert sum(table.points(state)) == 1
        assert sum(len(zone(table, state, f"pairs{seat}").split()) for seat in range(players)) == 38


@pytest.mark.rule("SP-5", "ALL-6")
def test_fewest_forfeits_win() -> None:
    assert game("schwarzer-peter", 2).rounds == 3
    match = Match.start(Setup.choose("schwarzer-peter", 3, {"rounds": 12}), seed_from("forfeits"))
    random = Random(1)
    while not match.over:
        match = match.next_round() if match.round_over else match
        while match.to_act:
            match = match.apply(match.to_act[0], random.choice(match.legal(match.to_act[0])))
    assert (len(match.scores), sum(match.totals)) == (12, 12)
    assert [place == 1 for place in match.places] == [total == min(match.totals) for total in match.totals]


# --- the bot -------------------------------------------------------------------------------------------------


def chosen(table: Game[Any], state: Position, seat: int) -> set[str]:
    return {table.write(decide(usual(table), table, state, seat, Stream(bytes(32), str(n)))) for n in range(40)}


def test_the_bot_takes_a_known_twin_and_leaves_what_it_knows_to_be_useless() -> None:
    facts: dict[str, Any] = {"seat": 0, "drawer": 1, "offered": True, "shifts": 0, "peter": -1}
    for memory, pulls in (("", {1, 2, 3}), ("r1", {1}), ("r3", {1, 2}), ("r2 r3", {1}), ("r1 r3", {1})):
        hands, zones = ("r1 r2 r3", "y1 y7"), {"away": "y3"}
        state = arrange(TWO, hands, rest="pairs0", zones=zones, private=["", memory], **facts)
        assert chosen(TWO, state, 1) == {f"pull {place}" for place in pulls}


def test_the_bot_hides_the_card_it_has_just_drawn() -> None:
    state = at(TWO, "r1 r2 r3", "y1 y2")
    assert chosen(TWO, state, 0) == {"shift r3 1", "shift r3 2"}
    assert chosen(TWO, play(TWO, state, "shift r3 1"), 0) == {"offer"}
    assert chosen(THREE, at(THREE, "r1 r2", "y1 r9", "y2", drawer=2), 0) == {"offer", "shift r2 1"}


def careless(table: Game[Any], state: Any, seat: int, stream: Chance) -> Action:
    """Draws anywhere and never rearranges its hand."""
    legal = table.legal(state, seat)
    return legal[stream.below(len(legal))] if state.offered else legal[0]


def test_the_bot_beats_careless_play() -> None:
    lost = [0, 0]
    for number in range(120):
        state = dealt(TWO, number, number)
        for step in range(2000):
            if not (seats := TWO.to_act(state)):
                break
            bot = usual(TWO) if seats == (0,) else careless
            state = TWO.apply(
                state, seats[0], decide(bot, TWO, state, seats[0], Stream(bytes([step % 256]) * 32, "d"))
            )
        lost = [a + b for a, b in zip(lost, TWO.points(state), strict=True)]
    assert lost[0] < 0.8 * lost[1]
