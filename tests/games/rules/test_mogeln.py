"""The rules of `mogeln`, one by one: deal, turn, passing on, the end. Objections and secrets have their own files."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import pytest

from elfer import Game, Match, Setup, Stream, all_games, game, seed_from, view
from elfer.bots import at_random, decide, usual
from elfer.games.mogeln import MOST_MOVES
from elfer.table.options import BadOption
from tests.games.positions.mogeln import arrange, cards, hand, lay, offers, pile, play, refused, up, wanted, zone

THREE = game("mogeln", 3)
FOUR = game("mogeln", 4)
LAST = game("mogeln", 3, goal="last")
PLAYERS = range(3, 9)


def dealt(table: Game[Any], seed: int, number: int = 0) -> Any:
    return table.deal(seed_from(str(seed)), number)


# --- the deal ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MO-1")
@pytest.mark.parametrize("deck", [80, 60])
@pytest.mark.parametrize("players", PLAYERS)
def test_all_cards_are_dealt_as_evenly_as_possible(players: int, deck: int) -> None:
    table = game("mogeln", players, deck=deck)
    state = dealt(table, 1)
    hands = [hand(table, state, seat) for seat in range(players)]
    colours = "rygb"[: deck // 20]
    assert Counter(chain(*hands)) == Counter(cards(" ".join(f"{colour}1-20" for colour in colours)))
    sizes = [len(held) for held in hands]
    assert max(sizes) - min(sizes) <= 1
    more = [(1 + n) % players for n in range(deck % players)]  # dealt one by one, from the dealer's left on
    assert [seat for seat in range(players) if sizes[seat] > min(sizes)] == sorted(more)
    assert state.holds == tuple(sizes)
    assert dealt(table, 1) == state != dealt(table, 2)


@pytest.mark.rule("MO-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_player_to_the_left_of_the_dealer_begins(players: int) -> None:
    table = game("mogeln", players)
    for number in range(players + 2):
        assert up(table, dealt(table, 7, number)) == ((1 + number) % players, 1)


@pytest.mark.rule("MO-1")
def test_three_players_and_more() -> None:
    assert all_games()["mogeln"].seats == range(3, 9)
    with pytest.raises(BadOption):
        game("mogeln", 2)


# --- a turn --------------------------------------------------------------------------------------------------


@pytest.mark.rule("MO-1", "MO-2")
def test_one_after_the_other_lays_a_card_and_counts_on() -> None:
    state = arrange(THREE, ["r1 r2 r3", "y1 y2 y3", "g1 g2 g3"])
    for step, card in enumerate(["r1", "y2", "g3", "r3"]):
        assert up(THREE, state) == (step % 3, step + 1)
        state = lay(THREE, state, card)
    assert pile(THREE, state) == ["r1", "y2", "g3", "r3"]
    assert hand(THREE, state, 0) == ["r2"]


@pytest.mark.rule("MO-2")
def test_the_card_need_not_be_what_is_said() -> None:
    state = arrange(THREE, ["r1 b20 g7", "y1", "g1"], number=7)
    assert {"r1", "b20", "g7"} <= offers(THREE, state, 0)
    state = play(THREE, state, "b20")
    assert view(THREE, state, 1).events == ("0: announce seven",)
    assert state.number == 7
    refused(THREE, arrange(THREE, ["r1", "y1", "g1"]), 0, "y1", "not-in-hand", "y1")
    refused(THREE, arrange(THREE, ["r1", "y1", "g1"]), 1, "y1", "not-your-turn")


@pytest.mark.rule("MO-2")
def test_numbers_go_from_one_to_twenty() -> None:
    state, said = arrange(THREE, ["r1-20", "y1-20", "g1-20"]), []
    for number in range(1, 21):
        assert state.number == number
        [seat] = THREE.to_act(state)
        state = play(THREE, state, f"{'ryg'[seat]}{number}")
        said.append(view(THREE, state).events[-1].split()[-1])
        for other in THREE.to_act(state):
            state = THREE.apply(state, other, THREE.read("silent"))
    assert said[0] == "one"
    assert said[11] == "twelve"
    assert said[19] == "twenty"
    assert len(set(said)) == 20
    assert state.number == 1


@pytest.mark.rule("MO-3")
def test_passing_on_leaves_the_number_to_the_next() -> None:
    state = play(THREE, arrange(THREE, ["r1 r2", "y1 y2", "g1 g2"], number=5), "pass")
    assert up(THREE, state) == (1, 5)
    state = lay(THREE, play(THREE, state, "pass"), "g1")
    assert up(THREE, state) == (0, 6)
    assert pile(THREE, state) == ["g1"]


@pytest.mark.rule("MO-3")
def test_when_all_pass_the_number_goes_up_and_the_same_player_is_up() -> None:
    state = arrange(FOUR, ["r1 r2", "y1 y2", "g1 g2", "b1"], number=5, seat=2, pile="r9")
    state = play(FOUR, state, "pass", "pass", "pass")
    assert up(FOUR, state) == (1, 5)
    state = play(FOUR, state, "pass")
    assert up(FOUR, state) == (2, 6)
    assert pile(FOUR, state) == ["r9"]
    assert up(FOUR, play(FOUR, state, *["pass"] * 4)) == (2, 7)


@pytest.mark.rule("MO-3")
def test_passes_are_counted_anew_after_a_lay() -> None:
    state = play(THREE, arrange(THREE, ["r1 r2", "y1 y2", "g1 g2"], number=5), "pass", "pass")
    state = play(THREE, lay(THREE, state, "g1"), "pass", "pass")
    assert up(THREE, state) == (2, 6)
    assert up(THREE, play(THREE, state, "pass")) == (0, 7)


@pytest.mark.rule("MO-3")
def test_all_passing_on_twenty_puts_the_pile_aside() -> None:
    state = arrange(THREE, ["r1 r2", "y1 y2", "g1 g2"], number=20, pile="b3 b4", rest="hand2", seat=1)
    state = play(THREE, state, "pass", "pass", "pass")
    assert up(THREE, state) == (1, 1)
    assert pile(THREE, state) == []
    assert sorted(zone(THREE, state, "aside")) == ["b3", "b4"]
    assert state.piles == 1


@pytest.mark.rule("MO-3")
def test_all_may_pass_for_ever_so_long() -> None:
    state = arrange(THREE, ["r1", "y1", "g1"])
    for number in (*range(1, 21), 1):
        assert up(THREE, state) == (0, number)
        state = play(THREE, state, "pass", "pass", "pass")
    assert state.piles == 1


@pytest.mark.rule("MO-3", "MO-10")
def test_only_those_who_are_still_in_count_as_all() -> None:
    state = arrange(LAST, ["r1", "", "g1"], number=5, seat=2)
    state = play(LAST, state, "pass")
    assert up(LAST, state) == (0, 5)
    assert up(LAST, play(LAST, state, "pass")) == (2, 6)


@pytest.mark.rule("MO-4")
def test_after_twenty_the_pile_is_put_aside() -> None:
    state = arrange(THREE, ["r1 r20", "y1", "g1 g2"], number=20, pile="b3 b4", rest="hand2")
    state = lay(THREE, state, "r20")
    assert zone(THREE, state, "aside") == ["b3", "b4", "r20"]
    assert pile(THREE, state) == []
    assert (state.lays, state.away) == ((0, 0, 0), (3, 0, 0))
    assert up(THREE, state) == (1, 1)
    assert lay(THREE, state, "y1").number == 2


@pytest.mark.rule("MO-4", "MO-5")
@pytest.mark.parametrize(("card", "taker"), [("r20", 1), ("r19", 0)])
def test_an_objection_to_twenty_comes_before_putting_aside(card: str, taker: int) -> None:
    state = arrange(THREE, ["r1 r19 r20", "y1", "g1"], number=20, pile="b3 b4", rest="hand2")
    state = lay(THREE, state, card, calls={1: "gemogelt 300"})
    assert {"b3", "b4", card} <= set(hand(THREE, state, taker))
    assert zone(THREE, state, "aside") == []
    assert up(THREE, state) == (1, 1)


# --- the end -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MO-10")
def test_whoever_lays_the_last_card_unchallenged_is_out_and_wins() -> None:
    state = lay(THREE, arrange(THREE, ["r9", "y1 y2", "g1"], number=5), "r9")
    assert THREE.to_act(state) == ()
    assert THREE.points(state) == (1, 0, 0)
    refused(THREE, state, 1, "y1", "round-over")


@pytest.mark.rule("MO-10")
def test_nobody_is_out_before_the_window_closes() -> None:
    state = play(THREE, arrange(THREE, ["r9", "y1 y2", "g1"], number=5), "r9")
    assert THREE.to_act(state) == (1, 2)
    state = THREE.apply(state, 1, THREE.read("silent"))
    assert THREE.to_act(state) == (2,)


@pytest.mark.rule("MO-5", "MO-10")
def test_a_last_card_that_was_a_lie_comes_back_with_the_pile() -> None:
    state = arrange(THREE, ["r9", "y1 y2", "g1"], number=5, pile="b1")
    state = lay(THREE, state, "r9", calls={2: "gemogelt 500"})
    assert hand(THREE, state, 0) == ["b1", "r9"]
    assert up(THREE, state) == (1, 1)


@pytest.mark.rule("MO-5", "MO-10")
@pytest.mark.parametrize("word", ["gemogelt", "more-than-one"])
def test_a_wrong_objection_to_a_last_card_does_not_help(word: str) -> None:
    state = lay(THREE, arrange(THREE, ["r5", "y1 y2", "g1"], number=5), "r5", calls={2: f"{word} 500"})
    assert hand(THREE, state, 2) == ["g1", "r5"]
    assert THREE.to_act(state) == ()
    assert THREE.points(state) == (1, 0, 0)


@pytest.mark.rule("MO-10")
def test_the_last_one_left_wins_where_that_is_agreed() -> None:
    state = lay(LAST, arrange(LAST, ["r9", "y1 y2", "g1 g2"], number=5), "r9")
    assert up(LAST, state) == (1, 6)
    state = play(LAST, state, "y1")
    assert LAST.to_act(state) == (2,), "who is out is not asked any more"
    refused(LAST, state, 0, "call gemogelt", "not-asked")
    state = LAST.apply(state, 2, LAST.read("silent"))
    assert up(LAST, state) == (2, 7)
    state = lay(LAST, state, "g1")
    assert up(LAST, state) == (1, 8)
    state = lay(LAST, state, "y2")
    assert LAST.to_act(state) == ()
    assert LAST.points(state) == (0, 0, 1)


@pytest.mark.rule("MO-10", "ALL-6")
def test_the_winner_is_first_and_the_others_share_the_second_place() -> None:
    match = Match.start(Setup.choose("mogeln", 3), seed_from("places"))
    match = Match(match.setup, match.seed, arrange(match.game, ["r9", "y1 y2", "g1"]))
    match = match.apply(0, match.game.read("r9"))
    for seat in (1, 2):
        match = match.apply(seat, match.game.read("silent"))
    assert match.places == (1, 2, 2)


@pytest.mark.rule("MO-11")
@pytest.mark.parametrize(("table", "points"), [(THREE, (0, 1, 1)), (LAST, (1, 0, 0))])
def test_after_two_thousand_lays_and_passes_the_cards_are_counted(table: Game[Any], points: tuple[int]) -> None:
    assert MOST_MOVES == 2000
    before = arrange(table, ["r1-4", "y1 y2", "g1 g2"], moves=1998)
    state = play(table, before, "pass")
    assert table.to_act(state) == (1,)
    state = play(table, state, "pass")
    assert table.to_act(state) == ()
    assert table.points(state) == points


@pytest.mark.rule("MO-11")
def test_the_last_lay_can_still_be_challenged() -> None:
    before = arrange(THREE, ["r1-4", "y1 y2", "g1 g2"], moves=1999, seat=1)
    state = lay(THREE, before, "slip y1", "y2")
    assert THREE.to_act(state) == ()
    assert THREE.points(state) == (0, 1, 0)
    assert state.moves == 2000
    caught = lay(THREE, before, "y2", calls={0: "gemogelt 300"})
    assert THREE.points(caught) == (0, 1, 1)
    assert THREE.points(lay(THREE, before, "y1", calls={0: "gemogelt 300"})) == (0, 1, 0)


@pytest.mark.rule("MO-9")
@pytest.mark.parametrize("deck", [80, 60])
def test_sorted_piles_have_one_colour_after_the_other(deck: int) -> None:
    table = game("mogeln", 3, colours="sorted", deck=deck)
    state, colours = dealt(table, 3), []
    for piles in range(9):
        assert state.piles == piles
        colours.append(table.layout.deck.show(state.wanted)[0])
        assert table.layout.deck.show(state.wanted) == f"{colours[-1]}1"
        [seat] = table.to_act(state)
        if piles % 2:  # also after a taken pile
            card = table.write(table.legal(state, seat)[0])
            state = lay(table, state, card, calls={(seat + 1) % 3: "gemogelt 300"})
        else:
            state = play(table, state, *["pass"] * 60)
    assert "".join(colours) == ("rygb" * 3 if deck == 80 else "ryg" * 3)[:9]


@pytest.mark.rule("MO-9")
@pytest.mark.parametrize(("card", "taker"), [("y5", 1), ("r5", 0), ("y6", 0)])
def test_in_a_sorted_pile_number_and_colour_must_be_right(card: str, taker: int) -> None:
    table = game("mogeln", 3, colours="sorted")
    before = arrange(table, ["r5 y5 y6 g1", "y1", "g2"], number=5, piles=5)
    state = lay(table, before, card, calls={1: "gemogelt 300"})
    assert card in hand(table, state, taker)
    assert state.wanted == table.layout.deck.read("g1")


@pytest.mark.rule("MO-9")
@pytest.mark.parametrize("card", ["r5", "y5", "g5", "b5"])
def test_in_a_mixed_pile_the_colour_does_not_matter(card: str) -> None:
    state = arrange(THREE, ["r5 y5 g5 b5", "y1", "g2"], number=5, piles=5)
    assert card in hand(THREE, lay(THREE, state, card, calls={1: "gemogelt 300"}), 1)
    assert wanted(THREE, 5, 5) == ["r5", "y5", "g5", "b5"]


# --- the bot -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"counts": "shown"}])
def test_the_bot_beats_random_play(options: dict[str, Any]) -> None:
    table, wins = game("mogeln", 3, deck=60, **options), 0
    bot = usual(table)
    for number in range(8):
        seed = seed_from(f"bot {number}")
        state, step = table.deal(seed), 0
        while seats := table.to_act(state):
            seat, step = seats[0], step + 1
            player = bot if seat == number % 3 else at_random
            state = table.apply(state, seat, decide(player, table, state, seat, Stream(seed, str(step))))
        wins += table.points(state)[number % 3]
    assert wins >= 6
