"""The rules of `ratefix`, one by one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from elfer import Game, Match, Refused, Setup, Stream, all_games, dump, game, load, seed_from, view
from elfer.bots import Level, at_random, decide, player, usual
from elfer.bots.reasons import reason

TWO = game("ratefix", 2)
THREE = game("ratefix", 3)


def arrange(table: Game[Any], stacks: Sequence[str], kept: str = "", won: Sequence[str] = ()) -> Any:
    """The turn in which the last cards of the stacks (written from the bottom) lie in the middle; the rest is out."""
    zones: dict[str, list[str]] = {name: [] for name in table.layout.names}
    for seat, stack in enumerate(stacks):
        *zones[f"stack{seat}"], top = stack.split()
        zones["middle"].append(top)
    zones["kept"] = kept.split()
    for seat, cards in enumerate(won):
        zones[f"won{seat}"] = cards.split()
    named = [card for content in zones.values() for card in content]
    zones["rest"] = [card for card in table.layout.deck.names if card not in named]
    turns = len(zones["stack0"]) + 1
    plain = {
        "zones": {name: " ".join(content) for name, content in zones.items()},
        "public": "",
        "private": [""] * table.players,
        "lacks": {},
        "doubts": [],
        "seed": "00" * 32,
        "events": [],
        "facts": {"turn": 1, "turns": turns},
        "window": {"asked": list(range(table.players)), "answers": [None] * table.players, "seconds": 0},
    }
    return load(table, json.dumps(plain))


def guessed(table: Game[Any], state: Any, *guesses: int | None) -> Any:
    """After all have guessed, or kept silent."""
    for seat, number in enumerate(guesses):
        state = table.apply(state, seat, table.read("silent" if number is None else f"guess {number}"))
    return state


def zone(table: Game[Any], state: Any, name: str) -> list[str]:
    text: str = json.loads(dump(table, state))["zones"][name]
    return text.split()


def won(table: Game[Any], state: Any) -> list[set[str]]:
    return [set(zone(table, state, f"won{seat}")) for seat in range(table.players)]


@pytest.mark.rule("RA-1")
@pytest.mark.parametrize("deck", [80, 60])
@pytest.mark.parametrize("players", range(2, 9))
def test_half_of_the_cards_are_dealt_evenly_and_the_rest_is_not_used(players: int, deck: int) -> None:
    table = game("ratefix", players, deck=deck)
    state = table.deal(seed_from("deal"))
    each = deck // 2 // players
    stacks = [zone(table, state, f"stack{seat}") for seat in range(players)]
    assert [len(stack) for stack in stacks] == [each - 1] * players  # one of each lies in the middle
    assert state.turns == each
    rest = zone(table, state, "rest")
    assert len(rest) == deck - each * players
    while table.to_act(state):
        state = guessed(table, state, *range(players, 2 * players))
    assert zone(table, state, "rest") == rest
    assert table.deal(seed_from("deal")) != table.deal(seed_from("another"))
    assert all_games()["ratefix"].seats == range(2, 9)


@pytest.mark.rule("RA-1")
def test_nobody_looks_at_the_cards() -> None:
    state = THREE.deal(seed_from("closed"))
    for seat in (None, 0, 1, 2):
        seen = {zone.name: zone for zone in view(THREE, state, seat).zones}
        assert all(seen[name].cards is None for name in ("stack", "middle", "rest"))
        assert THREE.layout.known(state.table, seat) == 0


@pytest.mark.rule("RA-2")
@pytest.mark.parametrize("players", range(2, 9))
def test_all_are_asked_at_the_same_time_for_a_possible_sum(players: int) -> None:
    table = game("ratefix", players)
    state = table.deal(seed_from("ask"))
    assert table.to_act(state) == tuple(range(players))
    assert len(zone(table, state, "middle")) == players
    for seat in range(players):
        offers = {table.write(action) for action in table.legal(state, seat)}
        assert offers == {"silent", *(f"guess {number}" for number in range(players, 20 * players + 1))}
    for number in (players - 1, 20 * players + 1):
        with pytest.raises(Refused, match="no action of this game"):
            table.read(f"guess {number}")
    assert state.table.window.seconds == 0


@pytest.mark.rule("RA-2")
def test_the_top_card_of_every_stack_goes_to_the_middle() -> None:
    state = arrange(THREE, ["r1 r2 r3", "y1 y2 y3", "g1 g2 g3"])
    assert zone(THREE, state, "middle") == ["r3", "y3", "g3"]
    state = guessed(THREE, state, 9, 10, 11)
    assert zone(THREE, state, "middle") == ["r2", "y2", "g2"]
    assert zone(THREE, state, "stack1") == ["y1"]
    assert THREE.to_act(state) == (0, 1, 2)
    assert state.turn == 2


@pytest.mark.rule("RA-2")
def test_guesses_are_secret_until_all_have_answered() -> None:
    state = arrange(THREE, ["r1 r3", "y1 y3", "g1 g3"])
    after = THREE.apply(state, 1, THREE.read("guess 12"))
    for seat in (None, 0, 2):
        assert view(THREE, after, seat) == view(THREE, state, seat)
    with pytest.raises(Refused, match="have answered"):
        THREE.apply(after, 1, THREE.read("guess 13"))
    after = guessed(THREE, state, 30, 12, None)
    assert view(THREE, after, 2).events[:2] == ("0: guess 30", "1: guess 12")


@pytest.mark.rule("RA-3")
@pytest.mark.parametrize(
    ("guesses", "winner"), [((8, 12, 30), 0), ((3, 10, 11), 1), ((3, 15, 10), 2), ((3, 60, 20), 0), ((14, 9, 40), 1)]
)
def test_the_nearest_guess_takes_the_cards(guesses: tuple[int, ...], winner: int) -> None:
    state = guessed(THREE, arrange(THREE, ["r1 r2", "y1 y3", "g1 g4"]), *guesses)  # the sum is 9
    assert won(THREE, state)[winner] == {"r2", "y3", "g4"}
    assert sum(map(len, won(THREE, state))) == 3
    assert zone(THREE, state, "kept") == []


@pytest.mark.rule("RA-3", "RA-6")
def test_won_cards_lie_open_apart_from_the_others() -> None:
    state = guessed(THREE, arrange(THREE, ["r1 r2", "y1 y3", "g1 g4"]), 9, 30, 3)
    for seat in (None, 0, 1, 2):
        [own] = [zone for zone in view(THREE, state, seat).zones if zone.name == "won" and zone.owner == 0]
        assert own.cards == ("r2", "y3", "g4")


@pytest.mark.rule("RA-2")
def test_silence_is_no_guess() -> None:
    before = arrange(THREE, ["r1 r2", "y1 y3", "g1 g4"])
    assert won(THREE, guessed(THREE, before, None, 60, None))[1] == {"r2", "y3", "g4"}
    assert won(THREE, guessed(THREE, before, 20, 19, None))[1] == {"r2", "y3", "g4"}


@pytest.mark.rule("RA-2", "RA-4")
def test_if_nobody_guesses_the_cards_stay() -> None:
    state = guessed(THREE, arrange(THREE, ["r1 r2", "y1 y3", "g1 g4"]), None, None, None)
    assert set(zone(THREE, state, "kept")) == {"r2", "y3", "g4"}
    state = guessed(THREE, state, None, 3, None)
    assert won(THREE, state)[1] == {"r1", "r2", "y1", "y3", "g1", "g4"}


@pytest.mark.rule("RA-4", "RA-6")
@pytest.mark.parametrize("guesses", [(9, 9, 10), (8, 20, 10), (8, 8, 20), (30, 30, 30)])
def test_a_tie_leaves_the_cards_in_the_middle_for_all_to_see(guesses: tuple[int, ...]) -> None:
    state = guessed(THREE, arrange(THREE, ["r1 r2", "y1 y3", "g1 g4"]), *guesses)
    assert won(THREE, state) == [set(), set(), set()]
    for seat in (None, 0, 1, 2):
        [kept] = [zone for zone in view(THREE, state, seat).zones if zone.name == "kept"]
        assert kept.cards == ("r2", "y3", "g4")


@pytest.mark.rule("RA-4")
def test_the_winner_of_the_next_turn_takes_them_too() -> None:
    state = arrange(TWO, ["r1 r2 r3 r4", "y1 y2 y3 y4"])
    state = guessed(TWO, state, 8, 8)
    state = guessed(TWO, state, 7, 5)
    assert set(zone(TWO, state, "kept")) == {"r3", "r4", "y3", "y4"}
    state = guessed(TWO, state, 10, 4)
    assert won(TWO, state) == [set(), {"r2", "r3", "r4", "y2", "y3", "y4"}]
    assert zone(TWO, state, "kept") == []


@pytest.mark.rule("RA-4", "RA-5")
def test_after_the_last_turn_a_tie_goes_to_nobody() -> None:
    state = guessed(TWO, arrange(TWO, ["r1", "y1"], kept="g1 g2", won=["b1 b2", "b3"]), 3, 3)
    assert TWO.to_act(state) == ()
    assert set(zone(TWO, state, "kept")) == {"g1", "g2", "r1", "y1"}
    assert TWO.points(state) == (2, 1)


@pytest.mark.rule("RA-5", "ALL-6")
def test_most_cards_win() -> None:
    state = guessed(TWO, arrange(TWO, ["r20", "y20"], won=["b1 b2 b3", "b4"]), 2, 40)
    assert TWO.points(state) == (3, 3)
    match = Match.start(Setup.choose("ratefix", 2), seed_from("most"))
    match = Match(match.setup, match.seed, arrange(match.game, ["r20", "y20"], won=["b1 b2 b3", ""]))
    for seat, number in enumerate((2, 40)):
        match = match.apply(seat, match.game.read(f"guess {number}"))
    assert match.over
    assert match.totals == (3, 2)
    assert match.places == (1, 2)


@pytest.mark.rule("RA-5")
@pytest.mark.parametrize("players", range(2, 9))
def test_a_round_lasts_until_the_stacks_are_used_up(players: int) -> None:
    table = game("ratefix", players)
    state, turns = table.deal(seed_from("all")), 0
    while table.to_act(state):
        turns += 1
        assert state.turn == turns
        state = guessed(table, state, players, *[None] * (players - 1))
    assert turns == 40 // players
    assert table.points(state) == (turns * players, *[0] * (players - 1))
    with pytest.raises(Refused, match="over"):
        table.apply(state, 0, table.read("silent"))


@pytest.mark.rule("RA-6")
def test_a_guess_of_hidden_cards_knows_all_that_were_turned_up() -> None:
    state = guessed(THREE, arrange(THREE, ["r1 r2 r3", "y1 y2 y3", "g1 g2 g4"]), 9, 30, 3)
    state = guessed(THREE, state, 9, 9, 3)
    turned = THREE.layout.deck.read("r2 r3 y2 y3 g2 g4")
    for seat in (None, 0, 1, 2):
        assert THREE.layout.known(state.table, seat) == turned


def test_the_bot_reckons_with_the_cards_that_are_left() -> None:
    """All low cards lie open: the middle must be high."""
    low = " ".join(f"{colour}{number}" for colour in "rygb" for number in range(1, 16))
    state = arrange(TWO, ["r16 r17", "y16 y17"], won=[low, ""])
    for number in range(10):
        action = decide(player(TWO, Level.HARD), TWO, state, 0, Stream(bytes(32), str(number)))
        assert 30 <= action.number <= 40  # type: ignore[union-attr]


def test_the_more_guess_the_farther_apart_they_stand() -> None:
    widths = []
    for players in (2, 3, 4, 6):
        table = game("ratefix", players)
        state = table.deal(bytes(32))
        bot = player(table, Level.HARD).bot
        guesses = [bot(table, state, 0, Stream(bytes(32), str(n))).number for n in range(60)]  # type: ignore[union-attr]
        widths.append((max(guesses) - min(guesses)) / players**0.5)
    assert widths == sorted(widths)
    assert 2 * widths[0] < widths[1]


def test_easy_says_anything_that_could_be_and_does_not_count() -> None:
    low = " ".join(f"{colour}{number}" for colour in "rygb" for number in range(1, 16))
    state = arrange(TWO, ["r16 r17", "y16 y17"], won=[low, ""])
    easy = player(TWO, Level.EASY)
    guesses = [decide(easy, TWO, state, 0, Stream(bytes(32), str(n))).number for n in range(60)]  # type: ignore[union-attr]
    assert sum(guesses) / 60 < 26  # all cards left are 16 and more
    assert len(set(guesses)) > 3


def test_a_guess_near_what_is_expected_has_a_reason_and_another_one_has_none() -> None:
    state = THREE.deal(bytes(32))
    assert [reason(THREE, state, 0, THREE.read(f"guess {n}")) for n in (31, 3, 60)] == ["expected", None, None]


def test_the_bot_beats_random_play_and_bots_differ() -> None:
    table, cards = game("ratefix", 3), 0
    bot = usual(table)
    for number in range(12):
        seed = seed_from(f"bot {number}")
        state, step = table.deal(seed), 0
        while seats := table.to_act(state):
            seat, step = seats[0], step + 1
            player = bot if seat == number % 3 else at_random
            state = table.apply(state, seat, decide(player, table, state, seat, Stream(seed, str(step))))
        cards += table.points(state)[number % 3]
    assert cards > 12 * 39 * 0.5
    state = table.deal(bytes(32))
    assert len({decide(bot, table, state, 0, Stream(bytes(32), str(n))) for n in range(20)}) > 3
