"""Views, events and numbers for machines."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from elfer import Setup, State, View, dump, encode, game, load, seed_from, view
from elfer.table.cards import Cards, Deck
from elfer.table.change import Changes
from elfer.table.choices import Actions, ActionSet
from elfer.table.dealing import Deal, Dealing
from elfer.table.encode import turned
from elfer.table.events import HIDDEN, Moved, Said, Shuffled
from elfer.table.game import NOTHING, Game
from elfer.table.layout import Layout
from elfer.table.notation import read_event, write_event
from elfer.table.table import as_set
from elfer.table.view import Views, seen_events
from elfer.table.zones import Shape, Sight, Zone, hands
from elfer.testing import check_round


def moment(code: str, steps: int) -> tuple[Game[Any], State]:
    """A game some steps after the deal, played at random."""
    setup = Setup.read(code)
    state, random = setup.game.deal(seed_from(code)), Random(code)
    for _ in range(steps):
        for seat in setup.game.to_act(state):
            state = setup.game.apply(state, seat, random.choice(setup.game.legal(state, seat)))
    return setup.game, state


@pytest.mark.rule("ALL-3")
def test_a_seat_sees_its_own_hand_and_counts_of_the_others() -> None:
    elfer, state = moment("elfer.4", 30)
    seen = view(elfer, state, 1)
    zones = {f"{zone.name}{zone.owner if zone.owner is not None else ''}": zone for zone in seen.zones}
    assert zones["hand1"].cards == tuple(elfer.layout.deck.show(as_set(state.table.zones[1])).split())
    for hidden in ("hand0", "hand2", "hand3", "stock"):
        assert zones[hidden].cards is None
        assert zones[hidden].count == as_set(state.table.zones[elfer.layout.zone(hidden)]).bit_count()
    assert zones["rows"].cards


@pytest.mark.rule("ALL-3")
def test_a_bystander_sees_no_hand_and_may_do_nothing() -> None:
    elfer, state = moment("elfer.4", 30)
    seen = view(elfer, state)
    assert {zone.cards for zone in seen.zones if zone.shape is Shape.FAN} == {None}
    assert seen.legal == ()


@pytest.mark.rule("ALL-3")
def test_a_drawn_card_is_told_to_its_owner_only() -> None:
    elfer = game("elfer", 2)
    state = elfer.deal(seed_from("draw"))
    random = Random(1)
    while True:
        [seat] = elfer.to_act(state)
        action = random.choice(elfer.legal(state, seat))
        state = elfer.apply(state, seat, action)
        if elfer.write(action) == "draw":
            break
    [mine], [others], [bystanders] = (view(elfer, state, s).events for s in (seat, 1 - seat, None))
    assert mine.startswith(f"stock>drawn{seat} ")
    assert not mine.endswith("?")
    assert others == bystanders == f"stock>drawn{seat} ?"


def test_points_and_hands_are_shown_when_the_round_is_over() -> None:
    elfer, state = moment("elfer.3", 1)
    assert view(elfer, state, 0).points is None
    elfer, state = moment("elfer.3", 400)
    assert view(elfer, state, 0).points == elfer.points(state)
    hands = [zone.cards for zone in view(elfer, state, 0).zones if zone.name == "hand"]
    assert [sum(int(card[1:]) for card in hand or ()) for hand in hands] == list(elfer.points(state))
    assert elfer.to_act(state) == ()


def test_a_view_can_be_sent_and_read_again() -> None:
    elfer, state = moment("elfer-1210.4.002", 25)
    seen = view(elfer, state, 2)
    assert msgspec.json.decode(msgspec.json.encode(seen), type=View) == seen


def test_the_seed_is_shown_to_nobody() -> None:
    elfer, state = moment("elfer.4", 10)
    for seat in (None, 0, 1, 2, 3):
        assert state.table.seed.hex().encode() not in msgspec.json.encode(view(elfer, state, seat))


LAYOUT = game("elfer", 3).layout


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Moved(10, 2, 3), "hand2>rows r11"),
        (Moved(HIDDEN, 4, 0), "stock>hand0 ?"),
        (Shuffled(4), "shuffle stock"),
        (Said(1, game("elfer", 3).read("pass")), "1: pass"),
    ],
)
def test_events_are_written_and_read(event: Moved | Shuffled | Said, text: str) -> None:
    assert write_event(LAYOUT, event) == text
    assert read_event(LAYOUT, text) == event


@pytest.mark.parametrize("text", ["", "hand9>rows r11", "hand2>rows r99", "shuffle", "1: dance", "hand2 > rows r11"])
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no event; expected"):
        read_event(LAYOUT, text)


@pytest.mark.parametrize(("text", "written"), [(" R11 ", "r11"), ("DRAW", "draw"), ("b20", "b20"), ("Take", "take")])
def test_actions_are_read_as_people_type_them(text: str, written: str) -> None:
    elfer = game("elfer", 2)
    assert elfer.write(elfer.read(text)) == written


# --- numbers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["elfer.4", "elfer.2.012", "auslosen.3.002"])
def test_all_moments_of_a_game_have_encodings_of_one_length(code: str) -> None:
    lengths = set()
    for steps in range(0, 90, 7):
        kind, state = moment(code, steps)
        lengths |= {len(encode(kind, state, seat)) for seat in range(kind.players)}
    assert len(lengths) == 1


def test_numbers_of_actions_do_not_depend_on_options() -> None:
    assert game("auslosen", 2).actions == game("auslosen", 5, deck=60, blocking="take-three").actions
    assert game("elfer", 2).numbers[game("elfer", 2).read("draw")] == 80


def test_the_reader_is_always_seat_0() -> None:
    elfer, state = moment("elfer.4", 20)
    names = elfer.layout.names
    order = "hand2 hand3 hand0 hand1 rows stock box drawn2 drawn3 drawn0 drawn1"
    assert " ".join(names[zone] for zone in turned(elfer, 2)) == order
    coded = encode(elfer, state, 2)
    own = bytes(as_set(state.table.zones[2]) >> card & 1 for card in range(80))
    assert coded[:80] == own
    assert coded[80 : 4 * 80] == bytes(3 * 80)  # nothing is known of the others


def test_memory_is_encoded() -> None:
    """Whoever had to draw three times holds nothing that fitted, and everyone can tell."""
    elfer, random = game("elfer", 3), Random(5)
    state = elfer.deal(seed_from("lacks"))
    while not any(state.table.memory.lacks):
        [seat] = elfer.to_act(state)
        state = elfer.apply(state, seat, random.choice(elfer.legal(state, seat)))
    [poor] = [zone for zone, out in enumerate(state.table.memory.lacks) if out]
    reader = (poor + 1) % 3
    planes = 9 * 80  # after the known cards of all zones come those zones that not everyone sees
    third = planes + 2 * 80  # own, next, and the one before: the poor one
    coded = encode(elfer, state, reader)
    unknown = elfer.layout.deck.all & ~elfer.layout.known(state.table, reader)
    out = state.table.memory.lacks[poor] & unknown
    assert out
    assert coded[third : third + 80] == bytes(out >> card & 1 for card in range(80))


# --- cards that look alike -----------------------------------------------------------------------------------------


class Twins(Game[State]):
    """Just enough of a game to look at cards that look alike."""

    id = "twins"
    seats = range(2, 3)
    state = State

    def setup(self) -> None:
        zones = [
            *hands(2),
            Zone("heap", Shape.STACK, Sight.OPEN),
            Zone("nest", Shape.BANK, Sight.CLOSED, counted=False),
        ]
        self.layout = Layout(Deck(["a", "b", "a", "b", "a"], [1, 2, 1, 2, 1]), 2, zones)
        self.actions = Actions(())

    def dealing(self, number: int = 0) -> Dealing:
        return Dealing((), each=0, out={0: 0b10010, 2: (0, 2), 3: 0b01000})

    def begin(self, deal: Deal[State]) -> State:
        return State(deal.table())

    def choices(self, state: State, seat: int) -> ActionSet:
        return NOTHING

    def points(self, state: State) -> tuple[int, ...]:
        return (0, 0)


def test_copies_look_alike_but_positions_keep_them_apart() -> None:
    twins = Twins(2)
    state = twins.deal(bytes(32))
    assert view(twins, state, 0).zones[0].cards == ("a", "b")
    assert view(twins, state, 0).zones[2].cards == ("a", "a")
    moved = State(twins.layout.move(state.table, 4, 0, 2))
    assert view(twins, moved, 1).events == ("hand0>heap a",)
    assert load(twins, dump(twins, moved)) == moved
    assert b"a''" in dump(twins, moved)


def test_a_zone_may_hide_its_count() -> None:
    twins = Twins(2)
    assert view(twins, twins.deal(bytes(32)), 0).zones[3].count is None


@pytest.mark.rule("ALL-3")
def test_one_of_two_copies_that_everyone_can_place_is_drawn() -> None:
    """A guess tells of it as the table does, though another card looks like it."""
    seed = bytes.fromhex("db2ecb881050154e1fbb758de822b59459826a9406abe6eeaae15639a521b1c5")
    check_round(Setup.read("hawaiki.6.5000001"), seed, closely=0.05)
    layout = Layout(Deck(["a", "a"], [1, 1]), 2, [*hands(2), Zone("stock", Shape.STACK, Sight.CLOSED)])
    table = layout.show(layout.laid({0: 1, 2: (1,)}, bytes(32)), 2)
    drawn = layout.move(table, 1, 2, 1)
    assert [event.card for event in seen_events(layout, drawn, None) if isinstance(event, Moved)] == [1]


class Marked(State, frozen=True):
    marked: Cards


def moments(deck: Deck, *marked: int) -> list[Views[Any]]:
    """Of a table with two closed stacks, from one of which a card goes to the other; cards are marked on the way."""
    layout = Layout(deck, 2, [Zone("one", Shape.STACK, Sight.CLOSED), Zone("other", Shape.STACK, Sight.CLOSED)])
    game: Any = SimpleNamespace(layout=layout, to_act=lambda state: (0,), choices=lambda state, seat: 0)
    game.has_asides = game.has_beats = False
    first = layout.laid({0: tuple(range(len(deck)))}, bytes(32))
    tables = [first, layout.move(first, len(deck) - 1, 0, 1)]
    return [Views(game, Marked(table, cards)) for table, cards in zip(tables, marked, strict=True)]


def test_nobody_is_told_which_card_went_where_nobody_looks() -> None:
    _, now = moments(Deck(["a", "b"], [1, 2]), 0, 0)
    assert [now.events(seat) for seat in (None, 0, 1)] == [("one>other ?",)] * 3


def test_what_is_written_as_before_is_not_told_again() -> None:
    """Or everyone would learn that it is another copy."""
    assert Changes(*moments(Deck(["a", "a", "b"], [1, 1, 2]), 0b001, 0b010)).of(None).facts is UNSET
    assert Changes(*moments(Deck(["a", "a", "b"], [1, 1, 2]), 0b001, 0b100)).of(None).facts == {"marked": "b"}
    assert Changes(*moments(Deck(["a", "b", "c"], [1, 1, 2]), 0b001, 0b010)).of(None).facts == {"marked": "b"}
