"""The rules of Hawaiki: cards, turns and combinations. Speech and the variants have files of their own."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from elfer import Match, Setup, seed_from
from elfer.games.hawaiki.tops import FITS, KINDS, WORDS, formed
from elfer.table.cards import each
from elfer.table.options import BadOption
from tests.games.plain.hawaiki import CARDS, PILES, standing
from tests.games.positions.hawaiki import (
    FOUR,
    STRICT,
    THREE,
    TWO,
    arrange,
    counts,
    dealt,
    events,
    hand,
    offers,
    play,
    refused,
    table,
    tops,
    turn,
    zone,
)

PLAYERS = range(2, 7)

# --- cards and deal ------------------------------------------------------------------------------------------


@pytest.mark.rule("HA-1")
def test_the_cards() -> None:
    names = Counter(TWO.layout.deck.names)
    assert names == Counter({f"{colour}{value}": 2 for colour in "vgoyb" for value in range(1, 8)})
    assert names.total() == 70
    with pytest.raises(BadOption):
        table(7)
    assert 6 * max(dealt(table(6), 1).markers) == 60


@pytest.mark.rule("HA-2")
def test_markers_at_the_start() -> None:
    assert dealt(THREE, 1).markers == (10, 10, 10)
    assert dealt(table(4, markers=6), 1).markers == (6, 6, 6, 6)
    assert dealt(table(2, markers=3), 1).markers == (3, 3)
    for markers in (2, 11):
        with pytest.raises(BadOption):
            table(3, markers=markers)


@pytest.mark.rule("HA-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_deal(players: int) -> None:
    hawaiki = table(players)
    state = dealt(hawaiki, 5)
    assert counts(hawaiki, state) == [6] * players
    assert [len(zone(hawaiki, state, pile)) for pile in PILES] == [1, 1, 1]
    assert len(zone(hawaiki, state, "stock")) == 70 - 6 * players - 3
    everything = [card for name in hawaiki.layout.names for card in zone(hawaiki, state, name)]
    assert Counter(everything) == Counter(CARDS)
    for pile in PILES:
        assert hawaiki.layout.sees[hawaiki.layout.zone(pile)] == hawaiki.layout.everyone
    assert not hawaiki.layout.sees[hawaiki.layout.zone("stock")]


@pytest.mark.rule("HA-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_who_begins(players: int) -> None:
    first = table(players, first="seat-0")
    assert {turn(first, dealt(first, seed)) for seed in range(20)} == {0}
    drawn = table(players)
    assert {turn(drawn, dealt(drawn, seed)) for seed in range(150)} == set(range(players))


@pytest.mark.rule("HA-3")
def test_whoever_won_begins_the_next_round() -> None:
    for winner in range(3):
        hands = ["v2" if seat == winner else "y1 y6" for seat in range(3)]
        ended = play(THREE, arrange(THREE, hands, "v1 g4 o7", seat=winner), "v2@a")
        assert turn(THREE, ended) is None
        assert turn(THREE, dealt(THREE, 3, 1, ended)) == winner


@pytest.mark.rule("HA-3")
def test_play_goes_to_the_right() -> None:
    state, seats = arrange(FOUR, []), []
    for _ in range(6):
        seats.append(turn(FOUR, state))
        state = play(FOUR, state, "draw")
    assert seats == [0, 3, 2, 1, 0, 3]


# --- a turn --------------------------------------------------------------------------------------------------


@pytest.mark.rule("HA-4")
def test_a_card_fits_by_value_or_by_colour() -> None:
    state = arrange(TWO, ["v7 g1 y3 b5 y6 b7"], "v1 g3 o5")
    assert offers(TWO, state) == {"v7@a", "g1@a", "g1@b", "y3@b", "b5@c", "draw"}
    refused(TWO, state, "y6@a", "top-differs", "y6", "v1")
    refused(TWO, state, "v7@b", "top-differs", "g3")
    refused(TWO, state, "v2@a", "not-in-hand", "v2")
    refused(TWO, state, "v7@a", "not-your-turn", seat=1)


@pytest.mark.rule("HA-4")
def test_one_card_or_one_draw_and_the_next_player_is_up() -> None:
    state = arrange(THREE, ["v7 g1", "y1", "y2 v2"], stock="b6 b7")
    laid = play(THREE, state, "v7@a")
    assert (turn(THREE, laid), tops(THREE, laid), hand(THREE, laid, 0)) == (2, "v7 g3 o5", ["g1"])
    assert zone(THREE, laid, "a") == ["v1", "v7"]
    drawn = play(THREE, state, "draw")
    assert (turn(THREE, drawn), hand(THREE, drawn, 0)) == (2, ["b6", "g1", "v7"])
    assert events(THREE, drawn, 0) == ["stock>hand0 b6"]
    assert events(THREE, drawn, 1) == ["stock>hand0 ?"]
    refused(THREE, state, "pass", "can-draw")


@pytest.mark.rule("HA-4")
def test_of_two_cards_that_look_alike_one_is_laid() -> None:
    state = play(TWO, arrange(TWO, ["v7 v7 b2"], "v1 g3 o5"), "v7@a")
    assert hand(TWO, state, 0) == ["b2", "v7"]


# --- combinations (announced by themselves) ------------------------------------------------------------------


@pytest.mark.rule("HA-5", "HA-15")
def test_a_combination_is_announced_before_the_card_is_laid() -> None:
    state = play(FOUR, arrange(FOUR, ["v1 y7"], "v1 g3 o5"), "v1@a")
    assert events(FOUR, state) == ["0: announce pair", "hand0>a v1"]
    state = play(FOUR, arrange(FOUR, ["o4 y7"], "v5 g3 o7"), "o4@c")
    assert events(FOUR, state) == ["0: announce straight", "hand0>c o4"]


@pytest.mark.rule("HA-6")
def test_after_a_pair_the_player_has_another_full_turn() -> None:
    state = play(THREE, arrange(THREE, ["g3 g7 y1"], "v1 g3 o5"), "g3@b")
    assert turn(THREE, state) == 0
    assert offers(THREE, state) == {"g7@b", "y1@a", "draw"}
    assert counts(THREE, state)[1:] == [2, 2]
    assert turn(THREE, play(THREE, state, "g7@b")) == 2
    assert turn(THREE, play(THREE, state, "draw")) == 2


@pytest.mark.rule("HA-6")
@pytest.mark.parametrize("lay", ["y3@b", "g1@b", "g4@b"])
def test_only_the_very_same_card_makes_a_pair(lay: str) -> None:
    state = play(THREE, arrange(THREE, [f"{lay[:2]} y7"], "v1 g3 o7"), lay)
    assert (turn(THREE, state), events(THREE, state)) == (2, [f"hand0>b {lay[:2]}"])


@pytest.mark.rule("HA-7")
@pytest.mark.parametrize("piles", ["v6 g7 o2", "v7 g6 o2", "g6 v7 o1"])
def test_a_straight_in_any_order(piles: str) -> None:
    """6-7-5 counts."""
    state = play(THREE, arrange(THREE, ["o5 y1"], piles, stock="b2 b3"), "o5@c")
    assert offers(THREE, state) == {"name 1", "name 2"}
    for action, code in (("draw", "name-first"), ("y1@a", "name-first"), ("name 1 2", "names-others")):
        refused(THREE, state, action, code)
    refused(THREE, state, "name 0", "names-others")
    state = play(THREE, state, "name 1")
    assert (turn(THREE, state), counts(THREE, state)) == (0, [1, 3, 2])
    assert events(THREE, state, 1) == ["0: name 1", "stock>hand1 b2", "1: call thanks"]
    refused(THREE, state, "name 1", "nobody-to-name")


@pytest.mark.rule("HA-7")
@pytest.mark.parametrize(("piles", "lay"), [("v6 g7 o2", "o1@c"), ("v4 g6 o1", "o7@c"), ("v6 g6 o2", "o7@c")])
def test_three_values_that_are_not_consecutive_are_no_straight(piles: str, lay: str) -> None:
    assert turn(THREE, play(THREE, arrange(THREE, [f"{lay[:2]} y3"], piles), lay)) == 2


@pytest.mark.rule("HA-8")
def test_a_flush_gives_two_cards_to_one_or_one_each_to_two() -> None:
    state = arrange(FOUR, ["g7 y1"], "g1 g3 o7", stock="b1 b2 b3")
    state = play(FOUR, state, "g7@c")
    assert events(FOUR, state)[0] == "0: announce flush"
    assert offers(FOUR, state) == {"name 1", "name 2", "name 3", "name 1 2", "name 1 3", "name 2 3"}
    one, two = play(FOUR, state, "name 2"), play(FOUR, state, "name 1 2")
    assert (counts(FOUR, one), turn(FOUR, one)) == ([1, 2, 4, 2], 0)
    assert (counts(FOUR, two), turn(FOUR, two)) == ([1, 3, 3, 2], 0)
    assert events(FOUR, one, 2)[1:] == ["stock>hand2 b1", "stock>hand2 b2", "2: call many-thanks"]
    # in the order of play
    assert events(FOUR, two)[1:] == ["stock>hand2 ?", "stock>hand1 ?", "2: call thanks", "1: call thanks"]


@pytest.mark.rule("HA-8")
def test_the_printed_flush_gives_one_card_to_one() -> None:
    printed = table(4, flush="printed")
    state = play(printed, arrange(printed, ["g7 y1"], "g1 g3 o7"), "g7@c")
    assert counts(printed, play(printed, state, "name 2")) == [1, 2, 3, 2]
    assert counts(printed, play(printed, state, "name 1 3")) == [1, 3, 2, 3]
    assert events(printed, play(printed, state, "name 2"))[-1] == "2: call thanks"


@pytest.mark.rule("HA-7", "HA-8")
def test_with_two_players_there_is_nobody_to_choose() -> None:
    straight = play(TWO, arrange(TWO, ["o5 y1"], "v6 g7 o2"), "o5@c")
    assert (counts(TWO, straight), turn(TWO, straight)) == ([1, 3], 0)
    flush = play(TWO, arrange(TWO, ["g7 y1"], "g1 g3 o7"), "g7@c")
    assert (counts(TWO, flush), turn(TWO, flush)) == ([1, 4], 0)


@pytest.mark.rule("HA-9")
def test_for_a_triplet_all_others_draw() -> None:
    state = play(FOUR, arrange(FOUR, ["y3 b1"], "v3 g3 y5", stock="b5 b6 b7"), "y3@c")
    assert (counts(FOUR, state), turn(FOUR, state)) == ([1, 3, 3, 3], 0)
    assert events(FOUR, state)[0] == "0: announce triplet"
    for seat, card in ((3, "b5"), (2, "b6"), (1, "b7")):  # in the order of play
        assert f"stock>hand{seat} {card}" in events(FOUR, state, seat)


@pytest.mark.rule("HA-10")
@pytest.mark.parametrize(
    ("piles", "lay"),
    [
        ("g1 g3 g5", "g7@c"),  # a flush on a flush
        ("v3 g3 o3", "b3@a"),  # a triplet on a triplet
        ("v5 g6 o7", "y6@b"),  # a straight of the same values
        ("v5 g6 g7", "o7@c"),
    ],
)
def test_what_stood_there_before_has_no_effect(piles: str, lay: str) -> None:
    state = play(THREE, arrange(THREE, [f"{lay[:2]} y1"], piles), lay)
    assert (turn(THREE, state), counts(THREE, state)) == (2, [1, 2, 2])
    assert len(events(THREE, state)) == 1


@pytest.mark.rule("HA-10")
def test_a_straight_of_other_values_may_follow_a_straight() -> None:
    state = play(THREE, arrange(THREE, ["v6 y1"], "v3 g4 o5"), "v6@a")
    assert offers(THREE, state) == {"name 1", "name 2"}
    state = play(THREE, arrange(THREE, ["v2 y1"], "g4 v5 o3"), "v2@b")
    assert offers(THREE, state) == {"name 1", "name 2"}


@pytest.mark.rule("HA-10", "HA-11")
def test_a_combination_that_stands_does_not_hide_a_new_one() -> None:
    straight = play(THREE, arrange(THREE, ["g4 y1"], "g3 g5 g7", stock="b1"), "g4@c")  # the flush stood there
    assert events(THREE, straight)[0] == "0: announce straight"
    assert turn(THREE, play(THREE, straight, "name 1")) == 0
    flush = play(THREE, arrange(THREE, ["g4 y1"], "g3 g5 o4"), "g4@c")  # the straight stood there
    assert events(THREE, flush)[0] == "0: announce flush"
    pair = play(THREE, arrange(THREE, ["g4 y1"], "g3 g5 g4"), "g4@c")  # both stand, and only the pair is new
    assert events(THREE, pair)[0] == "0: announce pair"
    assert (turn(THREE, pair), counts(THREE, pair)) == (0, [1, 2, 2])


@pytest.mark.rule("HA-6", "HA-7", "HA-8", "HA-9", "HA-10", "HA-11")
def test_a_card_that_fits_forms_at_most_one_combination() -> None:
    """Over all cards and tops: a new flush changes no value, and a new straight or triplet no colour."""
    cards = CARDS[:KINDS]
    shown = {tops: standing(tops) for tops in product(cards, repeat=3)}
    seen: Counter[str] = Counter()
    for at, covered in enumerate(cards):
        for (one, first), (two, second) in combinations_with_replacement(enumerate(cards), 2):
            before = shown[covered, first, second]
            for kind in each(FITS[at]):
                new = {word for word, _ in shown[cards[kind], first, second] - before}
                assert len(new) <= 1
                word = "pair" if kind == at else "".join(new)
                assert WORDS.get(formed(kind, at, one, two), "") == word
                seen[word] += 1
    assert seen.keys() == {"", "pair", "straight", "flush", "triplet"}


@pytest.mark.rule("HA-11")
def test_one_combination_is_announced_and_no_other() -> None:
    state = arrange(STRICT, ["o5 v6 y1"], "v6 g7 o2")
    assert offers(STRICT, state) == {"o5@c", "v6@a", "announce pair", "announce straight", "draw"}
    state = play(STRICT, state, "announce straight")
    assert offers(STRICT, state) == {"o5@c"}
    refused(STRICT, state, "announce pair", "announced-already", "straight")
    refused(STRICT, state, "v6@a", "not-as-announced", "straight")


# --- the end -------------------------------------------------------------------------------------------------


@pytest.mark.rule("HA-16")
def test_the_last_card_ends_the_round() -> None:
    state = play(THREE, arrange(THREE, ["v7", "y1", "y2 y3"]), "v7@a")
    assert turn(THREE, state) is None
    assert state.winner == 0
    assert THREE.points(state) == (0, -1, -2)
    refused(THREE, state, "draw", "round-over", seat=2)


@pytest.mark.rule("HA-16")
@pytest.mark.parametrize(
    ("lay", "piles", "then", "lost"),
    [
        ("v1@a", "v1 g3 o5", (), (0, -2, -2)),
        ("o5@c", "v6 g7 o2", ("name 2",), (0, -2, -3)),
        ("g7@c", "g1 g3 o7", ("name 1",), (0, -4, -2)),
        ("g7@c", "g1 g3 o7", ("name 1 2",), (0, -3, -3)),
        ("y3@c", "v3 g3 y5", (), (0, -3, -3)),
    ],
)
def test_the_last_card_with_a_combination(lay: str, piles: str, then: tuple[str, ...], lost: tuple[int, ...]) -> None:
    """The effect takes place, then the round is over; nobody goes again."""
    state = play(THREE, arrange(THREE, [lay[:2]], piles), lay, *then)
    assert turn(THREE, state) is None
    assert THREE.points(state) == lost


@pytest.mark.rule("HA-17")
def test_a_marker_for_each_card_but_at_most_all() -> None:
    state = arrange(THREE, ["v7", "y1 y2 y3 y4", "y5 y6"], markers=[5, 3, 2])
    assert THREE.points(state) == (-1, -3, -2)  # as it stands
    state = play(THREE, state, "v7@a")
    assert state.markers == (5, 0, 0)
    assert THREE.points(state) == (0, -3, -2)
    after = play(THREE, arrange(THREE, ["v7", "y1 y2 y3 y4", "y5 y6"], markers=[5, 9, 8]), "v7@a")
    assert dealt(THREE, 3, 1, after).markers == (5, 5, 6)


@pytest.mark.rule("HA-17")
def test_a_round_that_was_broken_off_is_counted_as_it_stands() -> None:
    state = arrange(THREE, ["v7 v5", "y1 y2 y3 y4", "y5 y6"], first=1)
    after = dealt(THREE, 3, 1, state)
    assert (after.markers, turn(THREE, after)) == ((8, 6, 8), 1)


@pytest.mark.rule("HA-18")
def test_the_match_ends_when_somebody_has_no_markers_left() -> None:
    six = table(3, markers=6)
    assert not six.match_over([(0, -2, -3)])
    assert not six.match_over([(0, -2, -3), (-1, 0, -2)])
    assert six.match_over([(0, -2, -3), (-1, 0, -3)])
    assert THREE.rounds == 14


@pytest.mark.rule("HA-18")
@pytest.mark.parametrize("players", PLAYERS)
def test_whole_matches(players: int) -> None:
    for number in range(4):
        match = Match.start(Setup.choose("hawaiki", players, {"markers": 3}), seed_from(f"match {number}"))
        random = Random(number)
        while True:
            while match.to_act:
                seat = match.to_act[0]
                match = match.apply(seat, random.choice(match.legal(seat)))
            left = [3 + total for total in match.totals]
            assert list(match.state.markers) == left  # type: ignore[attr-defined]
            if match.over:
                break
            assert min(left) > 0
            match = match.next_round()
        assert min(left) == 0
        assert len(match.scores) <= match.game.rounds
        assert [place == 1 for place in match.places] == [have == max(left) for have in left]
