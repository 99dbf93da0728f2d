"""Encodings: named parts without gaps, turned to the reader, and no more than the reader can tell."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from elfer import Game, Quick, State, Stream, all_games, encode, game, guess, seed_from
from elfer.match.registry import find
from elfer.table.encode import Encoder
from elfer.table.fields import BySeat, SeatNumber, SeatSet
from elfer.table.view import field_types
from elfer.testing import some_setups


def moments(table: Game[Any], random: Random, most: int = 60) -> list[State]:
    state = table.deal(random.randbytes(32))
    out = [state]
    while (seats := table.to_act(state)) and len(out) < most:
        seat = random.choice(seats)
        state = table.apply(state, seat, random.choice(table.legal(state, seat)))
        out.append(state)
    return out


@pytest.mark.parametrize("name", all_games())
def test_the_parts_cover_the_row_without_gap_or_overlap(name: str) -> None:
    for setup in some_setups(find(name)):
        encoder, end = Encoder(setup.game), 0
        for part in encoder.parts:
            assert part.offset == end
            assert part.length > 0
            assert encoder.part(part.name) == part
            end += part.length
        assert end == encoder.length
        assert encoder.describe().count("\n") == len(encoder.parts) + 1
        for state in moments(setup.game, Random(setup.code), 20):
            assert {len(encoder.encode(state, seat)) for seat in range(setup.players)} == {end}


@pytest.mark.parametrize("name", all_games())
def test_what_a_seat_cannot_tell_apart_is_encoded_alike(name: str) -> None:
    for setup in some_setups(find(name)):
        table, random = setup.game, Random(setup.code)
        for state in random.sample(moments(table, random), 4):
            for seat in range(table.players):
                other = guess(table, state, seat, Quick(random.randbytes(8)))
                assert encode(table, state, seat) == encode(table, other, seat)


@pytest.mark.parametrize("name", all_games())
def test_the_mask_is_what_is_legal_and_points_stay_within_their_bounds(name: str) -> None:
    for setup in some_setups(find(name)):
        table = setup.game
        least, most = table.encoder.utility_bounds
        for state in moments(table, Random(setup.code), 400):
            for seat in range(table.players):
                mask = table.encoder.mask(state, seat)
                assert len(mask) == len(table.actions)
                assert [table.actions[n] for n, may in enumerate(mask) if may] == [*table.legal(state, seat)]
            assert all(least <= points <= most for points in table.points(state))


def changed(hint: Any, value: Any) -> Any:
    """Another value of a field."""
    if hint == SeatNumber:
        return 0 if value else 1
    if hint == SeatSet:
        return value ^ 1
    if isinstance(value, tuple):
        return (*(value[:-1] if value else ()), (value[-1] if value else 0) ^ 1)
    return not value if isinstance(value, bool) else value ^ 1


@pytest.mark.parametrize("name", [name for name in all_games() if name != "quartett"])
def test_each_field_is_in_its_part_and_in_no_other(name: str) -> None:
    table = next(some_setups(find(name))).game
    state, encoder = moments(table, Random(name), 12)[-1], table.encoder
    for field, hint in field_types(type(state)).items():
        if field != "table":
            other = replace(state, **{field: changed(hint, getattr(state, field))})
            assert differing(encoder, state, other, 1) - {"to act"} == {f"facts.{field}"}


def differing(encoder: Encoder[Any], state: State, other: State, seat: int) -> set[str]:
    """The parts in which two moments differ for a seat."""
    one, two = encoder.encode(state, seat), encoder.encode(other, seat)
    spans = {part.name: slice(part.offset, part.offset + part.length) for part in encoder.parts}
    return {name for name, span in spans.items() if one[span] != two[span]}


def test_each_zone_and_what_is_remembered_has_its_part() -> None:
    elfer = game("elfer", 3)
    state = elfer.deal(seed_from("7"))
    stock, apart = map(elfer.layout.zone, ("stock", "drawn1"))
    card = state.table.zones[stock][-1]
    drawn = replace(state, table=elfer.layout.move(state.table, card, stock, apart))
    assert differing(elfer.encoder, state, drawn, 1) == {"drawn+0", "counts"}
    assert differing(elfer.encoder, state, drawn, 0) == {"counts"}
    ruled_out = replace(state, table=elfer.layout.rule_out(state.table, 2, elfer.layout.deck.all))
    assert differing(elfer.encoder, state, ruled_out, 1) == {"not hand+1"}
    assert differing(elfer.encoder, state, ruled_out, 0) == {"not hand+2"}


def turn_around(hint: Any, value: Any, players: int) -> Any:
    """A field as it is when everyone sits one seat further on."""
    if hint == SeatNumber:
        return (value + 1) % players if value >= 0 else value
    if hint == SeatSet:
        return (value << 1 | value >> players - 1) & (1 << players) - 1
    return (*value[-1:], *value[:-1]) if hint == BySeat else value


def test_seats_are_turned_to_the_reader_in_quartett() -> None:
    table = game("quartett", 3, answers="honour")
    state = replace(
        table.deal(seed_from("7")), seekers=(0b011, *[0] * 19), denied=(0, 1, 5), marks=(1, 2, 3), asked=1, wanted=1
    )
    further = replace(
        state, seekers=(0b110, *[0] * 19), denied=(1, 2, 5), marks=(3, 1, 2), asked=2, seat=(state.seat + 1) % 3
    )
    encoder = table.encoder
    for name in ("seat", "asked", "marks", "seekers", "denied"):
        part = encoder.part(f"facts.{name}")
        span = slice(part.offset, part.offset + part.length)
        assert encoder.encode(state, 0)[span] == encoder.encode(further, 1)[span]
        assert encoder.encode(state, 0)[span] != encoder.encode(state, 1)[span]
    start = encoder.part("facts.denied").offset
    assert encoder.encode(state, 1)[start : start + 4] == bytes([3, 1, 6, 0])


@pytest.mark.parametrize("name", [name for name in all_games() if name != "quartett"])
def test_whoever_sits_one_seat_further_on_reads_the_same_fields(name: str) -> None:
    setup = [*some_setups(find(name))][-1]
    table: Game[Any] = setup.game
    encoder = table.encoder
    for state in moments(table, Random(setup.code), 30):
        hints = field_types(type(state))
        fields = {f: turn_around(h, getattr(state, f), table.players) for f, h in hints.items() if f != "table"}
        further = replace(state, **fields)
        for name_ in fields:
            part = encoder.part(f"facts.{name_}")
            span = slice(part.offset, part.offset + part.length)
            assert encoder.encode(state, 0)[span] == encoder.encode(further, 1)[span]


def test_encodings_are_the_same_in_every_run() -> None:
    master = game("master", 3)
    state = moments(master, Random(5), 40)[-1]
    other = guess(master, state, 1, Stream(seed_from("7"), "same"))
    coded = encode(master, other, 1)
    assert coded == encode(master, state, 1)
    assert sha256(coded).hexdigest()[:16] == "0b5388c3cbfad7c8"


def test_the_documentation_shows_the_parts_as_they_are() -> None:
    text = (Path(__file__).parents[2] / "docs" / "encodings.md").read_text("utf-8")
    assert text.endswith(f"\n\n{game('elfer', 2).encoder.describe()}\n")
