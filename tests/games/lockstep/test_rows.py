"""The engine beside the plain model of the rules: random play, compared at every step."""

import random
from itertools import chain
from typing import Any

import msgspec
import pytest

import elfer
from tests.games.plain.rows import (
    Card,
    Illegal,
    Options,
    PlainRows,
    called,
    cards_of,
    cards_shuffled,
    hand_size,
    hands_in,
    tables,
)

TABLES = tables()
NAMES = [called(*table) for table in TABLES]
ROUNDS = 2
SAMPLE = 0.06
"""The share of states in which all that is illegal is tried as well."""

rules_of_play = pytest.mark.rule(
    *(f"EL-{n}" for n in range(1, 16)),
    *(f"EK-{n}" for n in range(1, 9)),
    *(f"ZW-{n}" for n in range(1, 6)),
    *(f"AL-{n}" for n in range(1, 5)),
    *(f"FA-{n}" for n in range(1, 4)),
    "ALL-4",
)


def position(match: elfer.Match) -> dict[str, Any]:
    """The state as plain data."""
    plain: dict[str, Any] = msgspec.json.decode(elfer.dump(match.game, match.state))
    return plain


def begun(match: elfer.Match, name: str, options: dict[str, Any]) -> PlainRows:
    """The model of a round that was just dealt; the deal itself is checked first."""
    zones = position(match)["zones"]
    players = match.setup.players
    hands, stock = hands_in(zones, players), cards_of(zones["stock"])
    shuffled = cards_shuffled(
        name, options.get("deck", 80), options.get("without", "blue"), options.get("prelaid", "off")
    )
    assert sorted([*chain(*hands), *stock]) == sorted(shuffled)
    assert {len(hand) for hand in hands} == {hand_size(name, players, len(shuffled))}
    lot = match.to_act[0] if name == "auslosen" else None
    return PlainRows.begin(name, hands, stock, number=match.number, lot=lot, **options)


def same(match: elfer.Match, model: PlainRows) -> None:
    """Compare all there is to a state."""
    zones = position(match)["zones"]
    assert list(map(sorted, hands_in(zones, match.setup.players))) == list(map(sorted, model.hands))
    assert cards_of(zones["stock"]) == model.stock
    assert sorted(cards_of(zones["rows"])) == sorted(model.laid)
    assert match.to_act == (() if model.over else (model.turn,))
    for seat in range(match.setup.players):
        legal = [match.game.write(action) for action in match.legal(seat)]
        assert len(set(legal)) == len(legal)
        assert set(legal) == set(model.legal() if seat == model.turn else ())


def refused_all_else(match: elfer.Match, model: PlainRows) -> None:
    """Try every action of the game that is not legal, and all of them out of turn."""
    before = elfer.dump(match.game, match.state)
    for action in match.game.actions:
        text = match.game.write(action)
        if text not in model.legal():
            with pytest.raises(elfer.Refused) as refusal:
                match.game.apply(match.state, model.turn, action)
            assert str(refusal.value)
            with pytest.raises(Illegal):
                model.copy().play(text)
        for seat in (-1, model.turn - 1, (model.turn + 1) % match.setup.players, match.setup.players):
            if seat != model.turn:
                with pytest.raises(elfer.Refused):
                    match.game.apply(match.state, seat, action)
    assert elfer.dump(match.game, match.state) == before


def play_round(match: elfer.Match, model: PlainRows, rng: random.Random) -> elfer.Match:
    """Play to the end of the round, side by side."""
    same(match, model)
    while not model.over:
        if rng.random() < SAMPLE:
            refused_all_else(match, model)
        text = rng.choice(model.legal())
        match = match.apply(model.turn, match.game.read(text))
        model.play(text)
        same(match, model)
    assert match.round_over
    assert match.scores[-1] == tuple(model.points())
    return match


@rules_of_play
@pytest.mark.parametrize(("name", "players", "options"), TABLES, ids=NAMES)
def test_random_play_is_the_same_in_the_engine_and_in_the_plain_model(
    name: str, players: int, options: Options
) -> None:
    label = called(name, players, options)
    rng = random.Random(label)
    match = elfer.Match.start(
        elfer.Setup.choose(name, players, {**options, "rounds": ROUNDS}), elfer.seed_from(label)
    )
    scores = []
    for _ in range(ROUNDS):
        model = begun(match, name, options)
        match = play_round(match, model, rng)
        scores.append(model.points())
        if not match.over:
            match = match.next_round()
    totals = [sum(points) for points in zip(*scores, strict=True)]
    assert match.over
    assert match.totals == tuple(totals)
    assert [place == 1 for place in match.places] == [total == min(totals) for total in totals]


@pytest.mark.rule("EL-13", "EL-14", "EK-7", "ZW-2", "FA-3")
@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("elfer", 6, {}),
        ("elfer-1210", 8, {}),
        ("zahlenwechsel", 3, {}),
        ("auslosen", 7, {}),
        ("falscher-anfang", 5, {"prelaid": "on"}),
    ],
)
def test_twelve_rounds_add_up_and_the_deal_goes_round(name: str, players: int, options: dict[str, str]) -> None:
    rng = random.Random(name)
    match = elfer.Match.start(elfer.Setup.choose(name, players, {**options, "rounds": 12}), elfer.seed_from(name))
    totals = [0] * players
    for number in range(12):
        assert match.number == number
        model = begun(match, name, options)
        assert match.to_act == (model.turn,)
        while not model.over:
            text = rng.choice(model.legal())
            match = match.apply(model.turn, match.game.read(text))
            model.play(text)
        totals = [total + points for total, points in zip(totals, model.points(), strict=True)]
        assert match.totals == tuple(totals)
        assert match.over == (number == 11)
        match = match if match.over else match.next_round()


@pytest.mark.rule("EL-14", "EL-15", "EK-1", "EK-7", "EK-8", "FA-3")
def test_the_tables_are_all_there_are() -> None:
    found = set()
    for name, players, options in TABLES:
        setup = elfer.Setup.choose(name, players, options)
        found.add(setup.code)
        declared = {field.name: getattr(setup.options, field.name) for field in msgspec.structs.fields(setup.options)}
        assert declared == {"rounds": 1} | ({"deck": 80, "without": "blue"} if name == "elfer" else {}) | options
    # EL-15 names the colour that is out; with all four in play there is nothing to choose.
    assert len(found) == len(TABLES) == 9 + 3 * 42 + 84
    for players in (3, 4, 5, 6):
        with pytest.raises(elfer.BadOption):
            elfer.Setup.choose("elfer", players, {"deck": 60})
    for name in ("elfer", "elfer-1210", "zahlenwechsel", "auslosen", "falscher-anfang"):
        for players in (1, 7 if name == "elfer" else 9):
            with pytest.raises(elfer.BadOption):
                elfer.Setup.choose(name, players)
        for rounds in (0, 13):
            with pytest.raises(elfer.BadOption):
                elfer.Setup.choose(name, 2, {"rounds": rounds})


def lines(*names: str) -> list[Card]:
    return [card for text in names for card in cards_of(text)]


@pytest.mark.rule("EL-7", "EL-13")
def test_the_worked_examples_in_the_plain_model() -> None:
    model = PlainRows("elfer", [lines("b9 y9 b10"), lines("g19 r2")], [], lines("b11"), 0)
    assert [card for card in ("b10", "b12", "y9", "b15", "b13") if model.fits(lines(card)[0])] == ["b10", "b12"]
    model.laid += lines("b10 b12")
    assert not model.fits(("yellow", 9))
    assert not model.fits(("blue", 15))
    assert model.points()[1] == 21
