"""Exchange what a seat cannot know, and nothing that any level or character does there changes (ALL-3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from elfer import Stream, game, guess, seed_from
from elfer.bots import Level, Player, answer, at_random, decide, levels, usual
from elfer.bots.cast import CAST, playing_as
from elfer.bots.search import Search, searching
from elfer.match.registry import games
from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.position import dump
from elfer.table.seed import Chance, Quick

MOMENTS, FURTHER, ROUNDS = 15, 3, 16
"""So many moments with a choice, every third, from so many rounds at most."""
NO_CHOICE = ("zweikampf",)
"""Nobody ever has one in these games."""


@pytest.fixture
def _briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks ahead does so in one guess: how far makes no difference here."""

    def brief(bot: Any, search: Search, ranked: Any, **how: Any) -> Any:
        return searching(bot, replace(search, samples=1, candidates=2, seconds=None, caution=0.0), ranked, **how)

    monkeypatch.setattr("elfer.bots.searching", brief)


def cast(table: Game[Any]) -> Iterator[tuple[str, Player]]:
    """Everybody who can sit there."""
    for level in levels(table):
        for who in (None, *CAST):
            yield f"{who.name if who else 'nobody in particular'} at {level.value}", playing_as(who, table, level)


def choices(table: Game[Any], name: str, rounds: int = ROUNDS) -> Iterator[tuple[State, int]]:
    """Moments of rounds in which somebody could do one thing or another, also beside those whose turn it is."""
    bot = usual(table)
    for number in range(rounds):
        state, stream = table.deal(seed_from(f"{name} {number}")), Stream(seed_from(f"{name} {number}"), "play")
        while seats := table.to_act(state):
            beside = [seat for seat in range(table.players) if seat not in seats and table.beside(state, seat)]
            seat = (*beside, *seats)[0]
            if len(table.legal(state, seat)) > 1:
                yield state, seat
            # Chance in between leads to more than what the plan would do.
            step = at_random if stream.below(3) == 0 else bot
            state = table.apply(state, seat, decide(step, table, state, seat, stream))


def worlds(table: Game[Any], name: str) -> Iterator[tuple[State, State, int]]:
    """Such moments, each with another one that the seat could not tell from it."""
    for state, seat in islice(choices(table, name), 0, MOMENTS * FURTHER, FURTHER):
        yield state, guess(table, state, seat, Quick(seat)), seat


@pytest.mark.rule("ALL-3")
@pytest.mark.usefixtures("_briefly")
@pytest.mark.parametrize("name", sorted({*games()} - {*NO_CHOICE}))
def test_nobody_does_otherwise_if_what_is_hidden_is_exchanged(name: str) -> None:
    table = game(name, next(players for players in (3, 2) if players in games()[name].seats))
    everybody, exchanged = [*cast(table)], 0
    for number, (state, other, seat) in enumerate(worlds(table, "exchange")):
        exchanged += dump(table, state) != dump(table, other)
        for who, player in everybody[number % 3 :: 3]:
            done = [decide(player, table, world, seat, Stream(seed_from(who), "bot")) for world in (state, other)]
            assert done[0] == done[1], f"{who} on seat {seat}"
    assert exchanged > 3


@pytest.mark.parametrize("name", NO_CHOICE)
def test_there_is_nothing_to_choose_in_games_that_are_left_out(name: str) -> None:
    assert not [*choices(game(name, games()[name].seats[0]), name, rounds=2)]


@pytest.mark.parametrize("name", ["elfer", "master", "mogeln", "quartett", "hawaiki"])
def test_somebody_who_peeks_is_found_out(name: str) -> None:
    """Who is given the state instead of a guess does otherwise in another world: the exchange tells them apart."""
    table = game(name, 3)

    def peeks(table: Game[Any], state: State, seat: int, chance: Chance) -> Action:
        hidden = sum(dump(table, replace(state, table=replace(state.table, events=()))))
        legal = table.legal(state, seat)
        return legal[hidden % len(legal)]

    found = [
        answer(Player(peeks), table, state, seat, Quick(1)) != answer(Player(peeks), table, other, seat, Quick(1))
        for state, other, seat in worlds(table, "exchange")
    ]
    honest = [
        decide(Player(peeks), table, state, seat, Quick(1)) == decide(Player(peeks), table, other, seat, Quick(1))
        for state, other, seat in worlds(table, "exchange")
    ]
    assert sum(found) > 3
    assert all(honest)


def test_the_cast_is_seen_at_every_level() -> None:
    table = game("elfer", 3)
    assert levels(table) == [*Level]
    assert len([*cast(table)]) == (len(CAST) + 1) * len(Level)
