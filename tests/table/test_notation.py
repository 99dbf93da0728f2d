"""Actions as text: written, typed, and read again."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elfer.match.registry import games
from elfer.table.actions import (
    TAKE,
    Action,
    Ask,
    Call,
    Connect,
    Give,
    Lay,
    LayAt,
    Name,
    Swap,
    TakeFrom,
    TurnAt,
)
from elfer.table.cards import Deck, rows_deck
from elfer.table.layout import Layout
from elfer.table.notation import read, taken_apart, write
from elfer.table.table import Misdeal
from elfer.table.verbs import PARTS, VERBS, VERBS_OF
from elfer.table.zones import hands

DECK = Deck([*rows_deck().names, "j", "j"], [*rows_deck().values, 11, 11])
LAYOUT = Layout(DECK, 2, hands(2), rows_deck().names)
JOKER = DECK.card("j")

strategies = {
    "card": st.integers(0, JOKER),
    "place": st.integers(0, 79),
    "seat": st.integers(0, 99_999),
    "seats": st.lists(st.integers(0, 99_999), min_size=1, max_size=3).map(tuple),
    "number": st.integers(0, 99_999),
    "word": st.from_regex(r"[a-z]+(-[a-z]+)*", fullmatch=True),
}
actions = st.one_of(
    [st.builds(kind, *(strategies[PARTS[part]] for part in verbs[-1].parts)) for kind, verbs in VERBS_OF.items()]
)


EXAMPLES = dict.fromkeys(PARTS, "7") | {"card": "r5", "place": "b7", "via": "y7", "word": "schnapp"}


@given(actions)
def test_every_action_is_read_as_it_was_written(action: Action) -> None:
    assert read(LAYOUT, write(LAYOUT, action)) == action


@pytest.mark.parametrize("name", games())
def test_every_action_of_a_game_is_read_as_it_was_written(name: str) -> None:
    for players in games()[name].seats:
        game = games()[name](players)
        for action in game.actions:
            assert read(game.layout, write(game.layout, action)) == action


def test_every_action_is_a_verb_and_its_parts_are_its_fields() -> None:
    assert set(VERBS_OF) == set(get_args(Action))
    for kind, verbs in VERBS_OF.items():
        for verb in verbs:
            assert set(verb.parts) <= set(verbs[-1].parts)
        assert len(verbs[-1].parts) == len(kind.__struct_fields__)
        assert verbs[0].name == kind.__struct_config__.tag


def test_a_case_of_a_verb_has_its_role() -> None:
    assert [verb.name for verb in VERBS.values() if verb.role == "lays"] == ["lay", "lay-at", "connect", "connect-at"]
    assert [verb.name for verb in VERBS.values() if verb.role == "instead"] == ["draw", "take", "pass"]


def test_verbs_that_begin_alike_name_different_things() -> None:
    """So that one text has one meaning."""
    forms = [(verb.word, re.sub(r"\w+", "", verb.form.removeprefix(verb.word))) for verb in VERBS.values()]
    assert len(set(forms)) == len(forms)
    assert all(taken_apart(verb.written(EXAMPLES))[0] == verb.name for verb in VERBS.values())


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("r11", Lay(10)),
        ("J@B7", LayAt(JOKER, 66)),
        ("b9<y9", Connect(68, 68, 28)),
        (" j@b7<y7", Connect(JOKER, 66, 26)),
        ("swap b7", Swap(66)),
        ("GIVE  r5 ", Give(4)),
        ("take", TAKE),
        ("take b7", TakeFrom(66)),
        ("turn r3", TurnAt(2)),
        ("ask 0 r5", Ask(0, 4)),
        ("name 1 3", Name((1, 3))),
        ("call schnapp", Call("schnapp")),
        ("call schnapp 431", Call("schnapp", 431)),
    ],
)
def test_notation(text: str, action: Action) -> None:
    assert read(LAYOUT, text) == action


@pytest.mark.parametrize(
    "text",
    [
        *("", "r0", "r21", "j@", "@b7", "b9<", "b9<y9<y8", "j@z1", "swap", "give x1", "draw 3", "turn 3", "call"),
        *("call x 0", "call x 07", "call x 123456", "call 3", "name", "ask 2", "ask r5", "guess", "guess -1"),
    ],
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(ValueError, match="neither a card nor one of"):
        read(LAYOUT, text)


@given(st.text())
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = read(LAYOUT, text)
    except ValueError:
        return
    assert read(LAYOUT, write(LAYOUT, action)) == action


@pytest.mark.rule("ALL-3")
def test_of_two_copies_the_one_that_others_know_is_meant() -> None:
    """Otherwise the rest of the hand would tell them that a second one is left."""
    first, second = JOKER, JOKER + 1
    table = LAYOUT.laid({0: 1 << second, 1: 1 << first}, bytes(32))
    table = LAYOUT.move(table, second, 0, 1)  # seat 0 has given it to seat 1 and remembers
    assert LAYOUT.copy(table, 1, JOKER) == second
    with pytest.raises(Misdeal, match="no j is in hand0"):
        LAYOUT.copy(table, 0, JOKER)
