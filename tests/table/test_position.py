"""Positions: what is no moment of a game is refused with a sentence, and whatever is accepted can be played on."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from elfer import BadPosition, Game, State, all_games, dump, load, seed_from, view
from elfer.match.registry import find
from elfer.testing import some_setups

ROUNDS, STEPS = 3, 120
MUTATIONS = 40
Plain = dict[str, Any]


def played(table: Game[Any], random: Random, most: int) -> list[State]:
    """Moments of a random round."""
    state = table.deal(random.randbytes(32))
    out = [state]
    while (seats := table.to_act(state)) and len(out) < most:
        seat = random.choice(seats)
        state = table.apply(state, seat, random.choice(table.legal(state, seat)))
        out.append(state)
    return out


# --- ways to damage a position ------------------------------------------------------------------------------


def other_fact(plain: Plain, random: Random) -> None:
    """One field gets another value of its kind."""
    name = random.choice([*plain["facts"]])
    plain["facts"][name] = other_value(plain["facts"][name], random, plain)


def other_value(value: Any, random: Random, plain: Plain) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice([value + 1, value - 1, -1, 0, 1, 2, 3, 9, -7, 255, 10**6])
    if isinstance(value, list):
        if not value or random.random() < 0.3:
            return [*value, random.choice([0, 1, 99])] if random.random() < 0.5 else value[1:]
        at = random.randrange(len(value))
        return [*value[:at], other_value(value[at], random, plain), *value[at + 1 :]]
    return other_set(value.split(), random, " ".join(plain["zones"].values()).split())


def other_set(names: list[str], random: Random, all_names: list[str]) -> str:
    if names and random.random() < 0.5:
        names = random.sample(names, random.randrange(len(names)))
    else:
        names = sorted({*names, *random.sample(all_names, random.choice([1, len(all_names) // 2]))} - {"-"})
    return " ".join(names)


def moved_card(plain: Plain, random: Random) -> None:
    """A card lies in another zone; where there are places, on a free one if there is any."""
    zones = plain["zones"]
    src = random.choice([name for name, cards in zones.items() if cards.replace("-", " ").split()])
    dst = random.choice([name for name in zones if name != src])
    cards = zones[src].split()
    card = random.choice([card for card in cards if card != "-"])
    if "-" in cards:
        cards[cards.index(card)] = "-"
    else:
        cards.remove(card)
    into = zones[dst].split()
    if "-" in into:
        into[into.index("-")] = card
    else:
        into.insert(random.randint(0, len(into)), card)
    zones[src], zones[dst] = " ".join(cards), " ".join(into)


def all_moved(plain: Plain, random: Random) -> None:
    """A zone is emptied into another."""
    zones = plain["zones"]
    src, dst = random.sample([*zones], 2)
    zones[dst] = " ".join((*zones[dst].split(), *zones[src].replace("-", " ").split()))
    zones[src] = " ".join("-" for card in zones[src].split() if "-" in zones[src])


def other_window(plain: Plain, random: Random) -> None:
    """A window closes without an answer, opens where there was none, asks others, or has other answers."""
    if "window" not in plain:
        seats = len(plain["private"])
        asked = random.sample(range(seats), random.randint(1, seats))
        plain["window"] = {"asked": asked, "answers": [None] * seats, "seconds": random.choice([0, 4])}
        return
    window = plain["window"]
    match random.randrange(4):
        case 0:
            del plain["window"]
        case 1:
            window["asked"] = random.sample(range(9), random.randint(0, 3))
        case 2:
            window["answers"] = [random.choice([None, "silent", "draw", "r1"]) for _ in window["answers"]]
        case _:
            window["seconds"] = random.choice([0, 4, -1])


def other_memory(plain: Plain, random: Random) -> None:
    """Something else is remembered."""
    cards = [card for card in " ".join(plain["zones"].values()).split() if card != "-"]
    match random.randrange(4):
        case 0:
            plain["public"] = other_set(plain["public"].split(), random, cards)
        case 1:
            plain["private"] = other_value(plain["private"], random, plain)
        case 2:
            plain["lacks"][random.choice([*plain["zones"]])] = other_set([], random, cards)
        case _:
            plain["events"] = random.sample(plain["events"], random.randint(0, len(plain["events"])))


DAMAGE: list[Callable[[Plain, Random], None]] = [
    other_fact,
    other_fact,
    other_fact,
    moved_card,
    all_moved,
    other_window,
    other_memory,
]


# --- tests --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", all_games())
def test_every_moment_of_random_play_is_possible(name: str) -> None:
    for setup in some_setups(find(name)):
        for state in played(setup.game, Random(setup.code), STEPS):
            setup.game.check(state)


@pytest.mark.parametrize("name", all_games())
def test_a_damaged_position_is_refused_or_can_be_played_on(name: str) -> None:
    refused = 0
    for setup in some_setups(find(name)):
        table, random = setup.game, Random(f"damage {setup.code}")
        moments = [dump(table, state) for state in played(table, random, STEPS)]
        for _ in range(MUTATIONS):
            plain = json.loads(random.choice(moments))
            damages = random.choices(DAMAGE, k=random.choice([1, 1, 2]))
            for damage in damages:
                damage(plain, random)
            refused += not goes_on(table, json.dumps(plain), random)
    assert refused


def goes_on(table: Game[Any], text: str, random: Random) -> bool:
    """Whether it is accepted; then nothing may fail."""
    try:
        state = load(table, text)
    except BadPosition:
        return False
    try:
        for _ in range(30):
            seats = table.to_act(state)
            for seat in range(table.players):
                view(table, state, seat)
            if not seats:
                break
            seat = random.choice(seats)
            state = table.apply(state, seat, random.choice(table.legal(state, seat)))
        table.points(state)
    except Exception as error:
        error.add_note(f"{table.id} for {table.players}, {table.options}, from {text}")
        raise
    return True


def test_a_seat_that_does_not_exist_is_refused_with_what_was_expected() -> None:
    table = find("elfer")(4)
    text = dump(table, table.deal(seed_from("7"))).replace(b'"seat":0', b'"seat":9')
    with pytest.raises(BadPosition, match="seat is 9; expected a seat from 0 to 3, or -1 for nobody"):
        load(table, text)


@pytest.mark.parametrize("name", ["schnipp-schnapp", "schlafmuetze"])
def test_nobody_is_asked_anything_when_the_round_is_over(name: str) -> None:
    table = find(name)(3)
    asking = next(state for state in played(table, Random(name), 4000) if state.table.window)
    plain = json.loads(dump(table, asking))
    plain["facts"]["seat"] = -1
    with pytest.raises(BadPosition, match=r"the round is over \(seat is -1\): expected .*no window"):
        load(table, json.dumps(plain))
