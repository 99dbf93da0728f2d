"""Which rule lies behind what is refused, done or happens: every game tells it, and its rulebooks have that rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from elfer import Game, Refused, Setup, State, all_games, seed_from
from elfer.match.registry import find
from elfer.table.events import Event, Moved, Said, Shuffled
from elfer.table.refusal import named
from elfer.testing import some_setups
from elfer.words import LANGUAGES, catalogue
from elfer.words.rulebook import EVERY_GAME, reasons, rulebook

GAMES = tuple(all_games())
MOMENTS, TRIED = 250, 10
GENERAL = {"unreadable", "not-an-action", "no-such-seat"}
"""Refusals that rest on no rule of the game: what was tried is not in it at all."""


def known(name: str) -> set[str]:
    """The ids of all rules that stand in a game's rulebook, or in that of every game, in each language."""
    each = [{*rulebook(name, lang).rules} | {*rulebook(EVERY_GAME, lang).rules} for lang in LANGUAGES]
    assert each[0] == each[1] == each[2]
    return each[0]


def moments(setup: Setup, random: Random) -> Iterator[tuple[State, State]]:
    """The states of a round that is played at random, each with the one before it."""
    game = setup.game
    before = state = game.deal(seed_from(setup.code))
    yield before, state
    while acting := game.to_act(state):
        seat, before = random.choice(acting), state
        state = game.apply(state, seat, random.choice(game.legal(state, seat)))
        yield before, state


def happened(game: Game[Any], before: State, events: tuple[Event, ...]) -> Iterator[str]:
    """What grounds call these events."""
    names = [zone.name for zone in game.layout.zones]
    mixed = {event.zone for event in events if isinstance(event, Shuffled)}
    for event in events:
        if isinstance(event, Moved):
            word = " shuffled" if event.dst in mixed else "" if before.table.zones[event.dst] else " first"
            yield f"{names[event.src]}>{names[event.dst]}{word}"
        elif isinstance(event, Said):
            yield named(event.action)


def refusals(game: Game[Any], state: State, random: Random) -> Iterator[tuple[str, str]]:
    """Codes of refusals, with what was tried: by whoever is to act, and by another seat."""
    for seat in {*game.to_act(state)[:1], random.randrange(-1, game.players + 1)}:
        for action in random.sample(game.actions, min(TRIED, len(game.actions))):
            try:
                game.apply(state, seat, action)
            except Refused as refused:
                yield refused.code, named(action)


@pytest.mark.rule("ALL-4")
@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_rests_on_a_rule_of_the_game(name: str) -> None:
    kind, rules, met = find(name), known(name), set[str]()
    own = {*rulebook(name, "en").rules}
    for setup in some_setups(kind):
        random = Random(setup.code)
        for _, state in islice(moments(setup, random), MOMENTS):
            for code, tried in refusals(setup.game, state, random):
                rule = kind.ground(code, tried)
                assert rule in rules, f"{code} {tried}: “{rule}”"
                assert rule in own or code in GENERAL or rule.startswith("LIVE"), f"{code} {tried}: {rule}"
                met.add(code)
    assert "not-your-turn" in met or "answered" in met


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_of_a_game_rests_on_one_of_its_rules(name: str) -> None:
    kind = find(name)
    own, verbs = {*rulebook(name, "en").rules}, {named(action) for action in kind(kind.seats[0]).actions}
    reachable = {code for code in reasons(name) if name != "elfer" or code not in BOOKLET_ONLY}
    for code in reachable:
        assert kind.ground(code) in own or {kind.ground(code, verb) for verb in verbs} <= own, code


BOOKLET_ONLY = {"one-colour", "lay-drawn-card", "lay-or-draw", "must-end"}
"""Reasons of the row games that the modern edition never has: one colour a turn, and blocking."""


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_and_every_event_rests_on_a_rule_of_the_game(name: str) -> None:
    kind, own = find(name), {*rulebook(name, "en").rules}
    assert kind.ground("over") in own
    for setup in some_setups(kind):
        game = setup.game
        for action in game.actions:
            assert kind.ground(named(action)) in own, named(action)
        for before, state in islice(moments(setup, Random(setup.code)), 4 * MOMENTS):
            for thing in happened(game, before, state.table.events):
                assert kind.ground(thing) in own, thing


@pytest.mark.parametrize("name", GAMES)
def test_no_ground_names_a_rule_that_no_rulebook_has(name: str) -> None:
    assert {*find(name).grounds.values()} <= known(name)


@pytest.mark.parametrize("name", GAMES)
def test_no_ground_is_for_something_that_the_game_does_not_have(name: str) -> None:
    """A word that was mistyped would be found by nobody: each is a verb, a code, or a way between two zones."""
    kind = find(name)
    games = [setup.game for setup in some_setups(kind)]
    verbs = {named(action).split()[0] for game in games for action in game.actions} | {"announce"}
    zones = {zone.name for game in games for zone in game.layout.zones}
    for thing in kind.grounds:
        first = thing.split()[0]
        if way := re.fullmatch(r"(\w+)>(\w+)", first):
            assert {*way.groups()} <= zones, thing
        else:
            said = f"refusal.{first}" in catalogue("en") or first in reasons(name)
            assert first in verbs or said or thing == "over", thing


def test_a_longer_text_falls_back_on_its_beginning() -> None:
    hawaiki = find("hawaiki")
    assert hawaiki.ground("call thanks") == "HA-14"
    assert hawaiki.ground("call pair") == hawaiki.ground("call") == "HA-12"
    assert hawaiki.ground("c>stock") == "HA-21"
    assert hawaiki.ground("c>stock shuffled") == "HA-19"
    assert find("elfer").ground("hand>rows first") == "EL-3"
    assert find("elfer").ground("drawn>rows first") == find("elfer").ground("drawn>rows") == "EL-9"
    assert hawaiki.ground("not-offered", "bury") == "HA-21"
    assert hawaiki.ground("not-offered", "announce second-chance") == "HA-22"
    assert hawaiki.ground("unheard-of") == ""


def test_what_every_game_refuses_rests_on_a_rule_of_every_game() -> None:
    for name in GAMES:
        kind = find(name)
        assert kind.ground("unreadable") == kind.ground("no-next-round") == "ALL-4"
        assert kind.ground("too-late") == "LIVE-1"
