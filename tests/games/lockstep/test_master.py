"""`master` beside the plain model of its rules: random play, compared at every step."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest

import elfer
from tests.games.plain.master import (
    COLOURS,
    CONNECTION_CARDS,
    HAND_SIZES,
    NUMBER_CARDS,
    NUMBERS,
    Illegal,
    PlainMaster,
    shuffled_cards,
)

ROUNDS = 4
SAMPLE = 0.02
"""The share of states in which all that is illegal is tried as well."""

TABLES = [
    (players, rows, first)
    for players in range(2, 7)
    for rows in ("random", "standard")
    for first in ("random", "seat-0")
]


def position(match: elfer.Match) -> dict[str, Any]:
    """The state as plain data; copies of a card look alike."""
    plain: dict[str, Any] = msgspec.json.decode(elfer.dump(match.game, match.state).replace(b"'", b""))
    return plain


def held(plain: dict[str, Any], name: str) -> list[str]:
    cards: list[str] = plain["zones"][name].split()
    return cards


def begun(match: elfer.Match) -> PlainMaster:
    """The model of a round that was just dealt; the deal itself is checked first."""
    plain, players = position(match), match.setup.players
    hands = [held(plain, f"hand{seat}") for seat in range(players)]
    stock = held(plain, "stock")
    assert sorted([card for hand in hands for card in hand] + stock) == sorted(shuffled_cards())
    assert {len(hand) for hand in hands} == {HAND_SIZES[players]}
    order = "".join(COLOURS[colour] for colour in plain["facts"]["order"])
    [first] = match.to_act
    return PlainMaster.begin(hands, stock, order, first)


def same(match: elfer.Match, model: PlainMaster) -> None:
    """Compare all there is to a state."""
    plain, players = position(match), match.setup.players
    assert [sorted(held(plain, f"hand{seat}")) for seat in range(players)] == [sorted(hand) for hand in model.hands]
    assert held(plain, "stock") == model.stock
    lying = {card: card for card in held(plain, "rows")}
    lying |= {place: card for place, card in zip(NUMBER_CARDS, held(plain, "jokers"), strict=True) if card != "-"}
    assert lying == model.lying
    between = [{f"{upper}{n}", f"{lower}{n}"} for upper, lower in pairwise(model.order) for n in NUMBERS]
    connected = [pair for pair, card in zip(between, held(plain, "links"), strict=True) if card == "c"]
    assert sorted(map(sorted, connected)) == sorted(map(sorted, model.connected))
    assert [len(held(plain, f"connections{seat}")) for seat in range(players)] == model.connections
    assert [len(held(plain, f"won{seat}")) for seat in range(players)] == model.won
    assert len(held(plain, "bonus")) == model.bonus
    assert len(held(plain, "box")) == 15 - players * CONNECTION_CARDS[players]
    assert match.to_act == (() if model.over else (model.turn,))
    for seat in range(players):
        legal = [match.game.write(action) for action in match.legal(seat)]
        assert sorted(legal) == sorted(model.legal() if seat == model.turn else ())


def refused_all_else(match: elfer.Match, model: PlainMaster) -> None:
    """Try every action of the game that is not legal."""
    before = elfer.dump(match.game, match.state)
    legal = model.legal()
    for action in match.game.actions:
        text = match.game.write(action)
        if text not in legal:
            with pytest.raises(elfer.Refused) as refusal:
                match.game.apply(match.state, model.turn, action)
            assert str(refusal.value)
    with pytest.raises(Illegal):
        model.copy().play("r11")
    assert elfer.dump(match.game, match.state) == before


def play_round(match: elfer.Match, model: PlainMaster, rng: random.Random) -> elfer.Match:
    """Play to the end of the round, side by side. Some rounds are played by people who like to draw, some not."""
    likes = {"draw": rng.choice([0.1, 1, 10]), "end": rng.choice([0.3, 1])}
    same(match, model)
    while not model.over:
        if rng.random() < SAMPLE:
            refused_all_else(match, model)
        legal = model.legal()
        [text] = rng.choices(legal, [likes.get(text, 5 if text.startswith("swap") else 1) for text in legal])
        match = match.apply(model.turn, match.game.read(text))
        model.play(text)
        same(match, model)
    assert match.round_over
    assert match.scores[-1] == tuple(model.points())
    return match


@pytest.mark.rule(*(f"MA-{n}" for n in range(1, 24)))
@pytest.mark.parametrize(("players", "rows", "first"), TABLES)
def test_random_play_is_the_same_in_the_engine_and_in_the_plain_model(players: int, rows: str, first: str) -> None:
    options: dict[str, int | str] = {"rows": rows, "first": first, "rounds": ROUNDS}
    label = f"master {players} {rows} {first}"
    rng = random.Random(label)
    match = elfer.Match.start(elfer.Setup.choose("master", players, options), elfer.seed_from(label))
    scores, beginners = [], []
    for _ in range(ROUNDS):
        model = begun(match)
        beginners.append(model.turn)
        assert rows == "random" or model.order == "rygb"
        match = play_round(match, model, rng)
        scores.append(model.points())
        if not match.over:
            match = match.next_round()
    assert first == "random" or beginners[0] == 0
    assert beginners == [(beginners[0] + n) % players for n in range(ROUNDS)]
    totals = [sum(points) for points in zip(*scores, strict=True)]
    assert match.over
    assert match.totals == tuple(totals)
    assert [place == 1 for place in match.places] == [total == max(totals) for total in totals]
