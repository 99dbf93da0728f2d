"""The rules of the board game: its material, the opening, the end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from elfer import Match, Setup, Stream, guess, seed_from
from elfer.games.brettspiel.board import BRIDGES
from elfer.testing import all_setups, check_setup
from tests.games.plain.brettspiel import NUMBER_FIELDS, SYMBOL_FIELDS, neighbours, number, row, tile_for
from tests.games.positions.brettspiel import (
    ELEVENS,
    SYMBOLS,
    THREE,
    TWO,
    arrange,
    dealt,
    hand,
    lays,
    lying,
    offers,
    open_fields,
    play,
    refused,
    table,
    turn,
    words,
    zone,
)

PLAYERS = [2, 3, 4]


def opens(field: str) -> tuple[set[str], set[str]]:
    """The open fields before and after a tile is laid on a field beside a lone tile; nothing can be drawn."""
    tile, spare = tile_for(field), "r10" if "r10" not in (field, lone(field)) else "g10"
    state = arrange(SYMBOLS, [f"{tile} {spare}"], board=lone(field), rest="hand1")
    after = play(SYMBOLS, state, tile if tile == field else f"{tile}@{field}")
    return open_fields(SYMBOLS, state), open_fields(SYMBOLS, after)


def lone(field: str) -> str:
    """A neighbour of a field in its row."""
    return f"{row(field)}{number(field) - 1 or 2}"


# --- material ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BR-1")
def test_four_rows_of_twenty_from_yellow_to_green() -> None:
    [board] = [zone for zone in TWO.layout.zones if zone.name == "board"]
    rows = [TWO.layout.places[n : n + board.columns] for n in range(0, board.size, board.columns)]
    assert [{name[0] for name in row} for row in rows] == [{"y"}, {"r"}, {"b"}, {"g"}]
    assert all([number(name) for name in row] == list(range(22)) for row in rows)


@pytest.mark.rule("BR-2")
def test_a_tile_for_every_field() -> None:
    tiles = Counter(TWO.layout.deck.names)
    plain = [f"{c}{n}" for c in "rygb" for n in range(1, 21) if n not in (3, 7, 13, 17)]
    assert list(tiles)[:64] == plain
    assert [tiles[name] for name in plain] == [1] * 64
    assert {name: tiles[name] for name in ("j3", "j7", "j13", "j17")} == dict.fromkeys(("j3", "j7", "j13", "j17"), 4)
    assert TWO.layout.deck.worth(TWO.layout.deck.read("r20 j3 j17 b1")) == 41


@pytest.mark.rule("BR-2")
def test_a_number_tile_goes_on_its_own_field_and_a_joker_on_any_of_its_number() -> None:
    state = arrange(TWO, ["y10 j7 j13 r20"], board="y8-9 y11-12 r8-12 b11 b12 b14")
    assert lays(TWO, state) == {"y10", "j7@y7", "j7@r7", "j13@y13", "j13@r13", "j13@b13"}
    after = play(TWO, state, "j13@b13")
    assert lying(TWO, after)["b13"] == "j13"
    assert {"y13", "r13"}.isdisjoint(lying(TWO, after))
    refused(TWO, after, "j13@y13", "not-yours", "j13")
    refused(TWO, arrange(TWO, ["j13"], board="y11-13"), "j13@y13", "field-taken", "y13")


@pytest.mark.rule("BR-2")
def test_two_jokers_of_a_number_are_laid_one_after_the_other() -> None:
    state = arrange(TWO, ["j7 j7 g1"], board="r8-11 y8-11")
    after = play(TWO, state, "j7@r7")
    assert hand(TWO, after, 0) == ["g1", "j7"]
    assert lays(TWO, after) == {"j7@y7"}
    assert hand(TWO, play(TWO, after, "j7@y7"), 0) == ["g1"]


@pytest.mark.rule("BR-3", "BR-9", "BR-19")
@pytest.mark.parametrize("field", NUMBER_FIELDS)
def test_a_tile_opens_the_fields_beside_it(field: str) -> None:
    before, after = opens(field)
    beside = {other for other in NUMBER_FIELDS + SYMBOL_FIELDS if field in neighbours(other)}
    assert after - before == beside - before - {lone(field)}
    assert before - after == {field}


@pytest.mark.rule("BR-3", "BR-4")
def test_connection_areas_and_bridges() -> None:
    joined: dict[str, set[int]] = {}
    for field in NUMBER_FIELDS:
        before, after = opens(field)
        for other in after - before:
            if row(other) != row(field):
                assert number(other) == number(field)
                joined.setdefault(row(field) + row(other), set()).add(number(field))
    areas = {1, 20}  # the 11s are open from the start
    assert joined["yr"] == joined["ry"] == {5, 13, 18} | areas
    assert joined["rb"] == joined["br"] == {6, 15} | areas
    assert joined["bg"] == joined["gb"] == {3, 8, 16} | areas
    assert joined["yb"] == joined["by"] == joined["yg"] == joined["gy"] == joined["rg"] == joined["gr"] == areas


@pytest.mark.rule("BR-4")
def test_the_board_is_the_same_turned_upside_down() -> None:
    rows = ["yellow", "red", "blue", "green"]
    turned = {
        (rows[3 - rows.index(lower)], rows[3 - rows.index(upper)]): {
            21 - n: mark for n, mark in sorted(numbers.items())
        }
        for (upper, lower), numbers in BRIDGES.items()
    }
    assert turned == BRIDGES
    marked = [n for numbers in BRIDGES.values() for n, mark in numbers.items() if mark]
    assert sorted(marked) == [6, 8, 13, 15]


# --- setup ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BR-5")
@pytest.mark.parametrize(("players", "symbols", "each", "left"), [
    (2, "off", 20, 40), (3, "off", 20, 20), (4, "off", 15, 20),
    (2, "on", 20, 48), (3, "on", 20, 28), (4, "on", 15, 28),
])  # fmt: skip
def test_how_many_tiles_everybody_draws(players: int, symbols: str, each: int, left: int) -> None:
    brettspiel = table(players, symbols=symbols)
    state = dealt(brettspiel, "tiles")
    assert [len(hand(brettspiel, state, seat)) for seat in range(players)] == [each] * players
    assert len(zone(brettspiel, state, "bag")) == left


@pytest.mark.rule("BR-5")
def test_the_turn_goes_clockwise() -> None:
    brettspiel, seats = table(4), []
    state = arrange(brettspiel, ["r10 y1", "r9 y2", "r8 y4", "g10 y5"], board="r11 g11", seat=3)
    for tile in ("g10", "r10", "r9", "r8"):
        seats.append(turn(brettspiel, state))
        state = play(brettspiel, state, tile, "end")
    assert [*seats, turn(brettspiel, state)] == [3, 0, 1, 2, 3]


@pytest.mark.rule("BR-6")
def test_who_is_asked_first() -> None:
    for players in PLAYERS:
        brettspiel = table(players)
        assert {dealt(brettspiel, seed).first for seed in range(60)} == set(range(players))
        assert {dealt(table(players, first="seat-0"), seed).first for seed in range(30)} == {0}


@pytest.mark.rule("BR-6", "BR-17")
@pytest.mark.parametrize("first", ["random", "seat-0"])
def test_in_the_next_round_the_next_seat_is_asked_first(first: str) -> None:
    brettspiel = table(3, first=first)
    state = dealt(brettspiel, "a match")
    for number_of_round in range(1, 5):
        after = dealt(brettspiel, f"round {number_of_round}", number_of_round, state)
        assert after.first == (state.first + 1) % 3
        state = after


@pytest.mark.rule("BR-6")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_with_an_eleven_begins_with_it(players: int) -> None:
    brettspiel, waited, chose = table(players), 0, 0
    for seed in range(80):
        state = dealt(brettspiel, seed)
        asked = [(state.first + n) % players for n in range(players)]
        having = [seat for seat in asked if ELEVENS & set(hand(brettspiel, state, seat))]
        assert turn(brettspiel, state) == having[0]
        assert offers(brettspiel, state) == ELEVENS & set(hand(brettspiel, state, having[0]))
        assert open_fields(brettspiel, state) == ELEVENS
        waited += having[0] != state.first
        chose += len(offers(brettspiel, state)) > 1
    assert waited or players == 2
    assert chose


@pytest.mark.rule("BR-6")
def test_before_the_opening_nothing_else_can_be_laid() -> None:
    state = arrange(TWO, ["r11 r10 j7 b11"])
    refused(TWO, state, "r10", "opening-card", "r11 b11")
    refused(TWO, state, "j7@r7", "opening-card", "r11 b11")
    for action in ("end", "draw", "pass"):
        refused(TWO, state, action, "opening-card", "r11 b11")
    refused(TWO, state, "y11", "not-in-hand", "y11")


@pytest.mark.rule("BR-6")
def test_everybody_knows_who_has_no_eleven_and_that_the_beginner_has_one() -> None:
    brettspiel, ruled_out = table(4), 0
    for seed in range(60):
        state = dealt(brettspiel, seed)
        beginner = turn(brettspiel, state)
        assert beginner is not None
        silent = {(state.first + n) % 4 for n in range((beginner - state.first) % 4)}
        out = brettspiel.layout.ruled_out(state.table, None)
        elevens = brettspiel.layout.deck.read(" ".join(ELEVENS))
        assert [out[seat] for seat in range(4)] == [elevens if seat in silent else 0 for seat in range(4)]
        ruled_out += len(silent)
        for observer in (None, *range(4)):
            other = guess(brettspiel, state, observer, Stream(bytes([seed]) * 32, "guess"))
            assert ELEVENS & set(hand(brettspiel, other, beginner)), "whoever begins holds an 11"
            for seat in silent:
                assert not ELEVENS & set(hand(brettspiel, other, seat))
    assert ruled_out > 10


class Fixed:
    """A stream that shuffles as it is told."""

    order: tuple[str, ...] = ()

    def __init__(self, seed: bytes, label: str) -> None: ...

    def shuffled(self, cards: tuple[int, ...]) -> list[int]:
        names = TWO.layout.deck.labels
        assert {names[card] for card in cards} == set(self.order)
        return [names.index(name) for name in self.order]

    def below(self, n: int) -> int:
        return n - 1


def search(players: int, bag: list[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """A deal in which the bag, written from the top, holds all 11s."""
    labels = TWO.layout.deck.labels[:80]
    Fixed.order = (*(label for label in labels if label not in bag), *bag[::-1])
    monkeypatch.setattr("elfer.table.game.Stream", Fixed)
    return table(players).deal(bytes(32))


@pytest.mark.rule("BR-7")
def test_all_draw_in_turn_until_somebody_finds_an_eleven(monkeypatch: pytest.MonkeyPatch) -> None:
    bag = words("g1 g2 g4 g5 g11 g6 r11 y11 b11 g8-10 g12 g14-16 g18-20 b1")
    state = search(3, bag, monkeypatch)
    # Seat 2 is asked first, so it draws first; the 11 comes to the second player of the second go.
    assert [len(hand(THREE, state, seat)) for seat in range(3)] == [22, 21, 22]
    assert {"g1", "g5"} <= set(hand(THREE, state, 2))
    assert {"g2", "g11"} <= set(hand(THREE, state, 0))
    assert "g4" in hand(THREE, state, 1)
    assert zone(THREE, state, "bag") == bag[5:]
    assert turn(THREE, state) == 0
    assert offers(THREE, state) == {"g11"}
    assert lays(THREE, play(THREE, state, "g11")) >= {"g12", "g10"} & set(hand(THREE, state, 0))


@pytest.mark.rule("BR-7")
@pytest.mark.parametrize(("players", "left_over"), [(2, 3), (3, 3), (4, 3)])
def test_the_bag_cannot_run_out_in_the_search(players: int, left_over: int, monkeypatch: pytest.MonkeyPatch) -> None:
    size = {2: 40, 3: 20, 4: 20}[players]
    bag = [tile for tile in TWO.layout.deck.labels[:80] if tile not in ELEVENS][: size - 4]
    brettspiel, state = table(players), search(players, [*bag, *sorted(ELEVENS)], monkeypatch)
    assert len(zone(brettspiel, state, "bag")) == left_over, "the 11s themselves end it"
    each = 15 if players == 4 else 20
    assert sum(len(hand(brettspiel, state, seat)) for seat in range(players)) == each * players + size - 3
    assert offers(brettspiel, state) == {"b11"}
    monkeypatch.undo()
    while (seat := turn(brettspiel, state)) is not None:
        state = brettspiel.apply(state, seat, brettspiel.legal(state, seat)[0])
    assert 0 in brettspiel.points(state)


@pytest.mark.rule("BR-7")
@pytest.mark.parametrize(("players", "seeds"), [(2, 150), (3, 1500), (4, 1500)])
def test_the_search_in_deals_by_chance(players: int, seeds: int) -> None:
    brettspiel, found = table(players), 0
    each, elevens = 15 if players == 4 else 20, brettspiel.layout.deck.read(" ".join(ELEVENS))
    for seed in range(seeds):
        state = dealt(brettspiel, seed)
        counts = [state.table.zones[seat].bit_count() for seat in range(players)]
        extra = sum(counts) - each * players
        if not extra:
            assert any(state.table.zones[seat] & elevens for seat in range(players))
            continue
        found += 1
        beginner = turn(brettspiel, state)
        assert beginner == (state.first + extra - 1) % players
        assert counts == [
            each + len(range((seat - state.first) % players, extra, players)) for seat in range(players)
        ]
        [eleven] = ELEVENS & {tile for seat in range(players) for tile in hand(brettspiel, state, seat)}
        assert offers(brettspiel, state) == {eleven}
        shown = brettspiel.layout.deck.read(eleven)
        for observer in (None, *range(players)):
            assert brettspiel.layout.known(state.table, observer) & shown, "it was shown to all"
            out = brettspiel.layout.ruled_out(state.table, observer)
            assert all(out[seat] == elevens & ~shown for seat in range(players))
            other = guess(brettspiel, state, observer, Stream(bytes(32), "guess"))
            assert offers(brettspiel, other) == {eleven}
    assert found >= 2


# --- end -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BR-16")
def test_the_last_tile_ends_the_round_before_a_bonus() -> None:
    state = arrange(THREE, ["r6", "j17 y2", "b20 j3 j3"], board="r7", bag="g19")
    state = play(THREE, state, "r6")
    assert turn(THREE, state) is None
    assert set(lying(THREE, state)) == {"r7", "r6"}
    assert zone(THREE, state, "bag")[0] == "g19"
    assert THREE.points(state) == (0, 19, 26)
    refused(THREE, state, "end", "round-over", seat=0)


@pytest.mark.rule("BR-13", "BR-16")
def test_handing_on_the_last_tile_wins() -> None:
    state = arrange(TWO, ["r10 r9 g20", "j3"], board="r11", bag="g19")
    state = play(TWO, state, "r10", "r9", "give g20")
    assert turn(TWO, state) is None
    assert TWO.points(state) == (0, 23)
    assert hand(TWO, state, 1) == ["g20", "j3"]


@pytest.mark.rule("BR-16")
def test_a_bonus_tile_is_nobodys_last_tile() -> None:
    state = play(TWO, arrange(TWO, ["r6 g1", "j3"], board="r7", bag="g19"), "r6", "end")
    assert turn(TWO, state) == 1


@pytest.mark.rule("BR-17")
def test_rounds_and_the_fewest_points() -> None:
    match = Match.start(Setup.choose("brettspiel", 3, {"rounds": 4, "first": "seat-0"}), seed_from("a match"))
    firsts = []
    while True:
        firsts.append(match.state.first)  # type: ignore[attr-defined]
        while match.to_act:
            [seat] = match.to_act
            match = match.apply(seat, match.legal(seat)[-1])
        if match.over:
            break
        match = match.next_round()
    assert firsts == [0, 1, 2, 0]
    assert len(match.scores) == 4
    assert match.totals.index(min(match.totals)) == match.places.index(1)
    assert table(2).rounds == 1
    assert all(0 in scores for scores in match.scores)


# --- everything together -------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", list(all_setups(type(TWO)))[::5], ids=lambda setup: setup.code)
def test_what_holds_in_every_game(setup: Setup) -> None:
    check_setup(setup, rounds=1, seed="brettspiel")


def test_somebody_can_always_lay_once_the_bag_is_empty() -> None:
    """So no round gets stuck: of every open field the tile is in a hand."""
    brettspiel = table(4, symbols="on")
    for seed in range(20):
        state, passes = dealt(brettspiel, f"stuck {seed}"), 0
        while (seat := turn(brettspiel, state)) is not None:
            legal = brettspiel.legal(state, seat)
            passes = passes + 1 if brettspiel.write(legal[0]) == "pass" else 0
            assert passes < 4
            state = brettspiel.apply(state, seat, legal[-1])


@pytest.mark.rule("BR-8")
def test_refusals_out_of_turn() -> None:
    state = arrange(TWO, ["r10 g1", "r12"], board="r11")
    refused(TWO, state, "r12", "not-your-turn", "seat 0", seat=1)
    refused(TWO, state, "r12", "no-such-seat", seat=2)
    refused(TWO, state, "r12", "not-in-hand", "r12")
