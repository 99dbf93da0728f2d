"""Records: written while playing, replayed to the byte, and whatever is wrong in them is said."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elfer import BadPosition, BadRecord, Match, Setup, dump, game, load, replay, seed_from
from elfer.match.record import digest, header, lines


@cache
def recorded(code: str = "elfer.3.1", seed: str = "record") -> tuple[bytes, Match]:
    """A match played at random, and its record."""
    match, random = Match.start(Setup.read(code), seed_from(seed)), Random(seed)
    text = header(match, ["You", "Bot 1", "Bot 2"])
    while not match.over:
        if match.round_over:
            match = match.next_round()
        [seat] = match.to_act
        action = random.choice(match.legal(seat))
        match = match.apply(seat, action)
        text += lines(seat, match.game.write(action), match)
    return text, match


@pytest.mark.rule("ALL-2")
@pytest.mark.parametrize("code", ["elfer.3.1", "auslosen.2.111", "falscher-anfang.8.0021"])
def test_a_record_leads_to_the_same_match_to_the_byte(code: str) -> None:
    text, match = recorded(code)
    last = list(replay(text.splitlines()))[-1].match
    assert dump(last.game, last.state) == dump(match.game, match.state)
    assert (last.scores, last.over) == (match.scores, True)


def test_a_record_says_what_happened_in_plain_words() -> None:
    first, second, *_, last = recorded()[0].decode().splitlines()
    assert json.loads(first) == {
        "elfer": 1,
        "table": "elfer.3.1",
        "seed": seed_from("record").hex(),
        "names": ["You", "Bot 1", "Bot 2"],
    }
    assert json.loads(second).keys() == {"seat", "do"}
    assert json.loads(last).keys() == {"round", "points", "state"}


def test_a_record_may_stop_anywhere() -> None:
    text = recorded()[0].splitlines()
    for length in range(1, len(text)):
        assert list(replay(text[:length]))


def test_steps_tell_who_did_what() -> None:
    text = recorded()[0].splitlines()
    deal, first, *_ = replay(text)
    assert (deal.seat, deal.do) == (None, None)
    assert first.do in [deal.match.game.write(a) for a in deal.match.legal(first.seat or 0)]


def spoilt(number: int, line: bytes) -> list[bytes]:
    text = recorded()[0].splitlines()
    text[number] = line
    return text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ([], "the record is empty"),
        ([b"\n", b"  "], "the record is empty"),
        (spoilt(0, b"{}"), "line 1: expected a table code and a seed"),
        (spoilt(0, b'{"elfer":2,"table":"elfer.3","seed":"00"}'), "version 2; version 1 can be read"),
        (spoilt(0, b'{"elfer":1,"table":"elfer.9","seed":"00"}'), "line 1: elfer is for 2 to 6 players"),
        (spoilt(0, b'{"elfer":1,"table":"elfer.3","seed":"00"}'), "line 1: a seed has 32 bytes"),
        (spoilt(0, b'{"elfer":1,"table":"elfer.3","seed":"xy"}'), "line 1: .*hexadecimal"),
        (spoilt(1, b"lay r11"), "line 2: expected a seat and what it did"),
        (spoilt(1, b'{"seat":0,"do":"r99"}'), "line 2: “r99” is no action of this game"),
        (spoilt(1, b'{"seat":9,"do":"r11"}'), "line 2: There is no seat 9"),
        (spoilt(-1, b'{"round":1,"points":[0,0,0],"state":""}'), "the round ended otherwise"),
        (spoilt(-1, b'{"seat":0,"do":"end"}'), "expected the points of the round"),
        ([*recorded()[0].splitlines(), b'{"seat":0,"do":"end"}'], "the match is over"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: list[bytes], message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        list(replay(text))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_record_is_refused_or_still_true(data: st.DataObject) -> None:
    text = bytearray(recorded("elfer.2", "short")[0])
    for _ in range(data.draw(st.integers(1, 4))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    try:
        steps = list(replay(bytes(text).splitlines()))
    except BadRecord:
        return
    assert all(digest(step.match) for step in steps[-1:])


POSITION = dump(game("elfer", 2), game("elfer", 2).deal(bytes(32)))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"{", b"[", "malformed|Expected|expected"),
        (b'"seed"', b'"sed"', "'seed' is missing"),
        (b'"hand1"', b'"hand9"', "'hand1' is missing"),
        (b'"facts":{"seat":1', b'"facts":{"seat":"no"', "Expected `int`"),
        (b'"stock":"', b'"stock":"r1 r2 r3 ', "two places"),
        (b"r10", b"x10", "'x10' is missing or unknown"),
    ],
)
def test_a_bad_position_is_refused_with_the_reason(old: bytes, new: bytes, message: str) -> None:
    assert old in POSITION
    with pytest.raises(BadPosition, match=message):
        load(game("elfer", 2), POSITION.replace(old, new, 1))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_damaged_position_never_breaks_the_loader(data: st.DataObject) -> None:
    text = bytearray(POSITION)
    for _ in range(data.draw(st.integers(1, 3))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    try:
        state = load(game("elfer", 2), bytes(text))
    except BadPosition:
        return
    assert load(game("elfer", 2), dump(game("elfer", 2), state)) == state
