"""A match that is over, looked at again: every moment as a seat saw it, and what might have been.

The chances come from the bot there is: it plays the round on from a moment to its end, several times, on all seats,
and one counts who wins. Where it would have chosen otherwise, both choices are played on and compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from elfer.bots import Bot, usual
from elfer.match import record
from elfer.match.match import Match, places
from elfer.match.record import Step
from elfer.table.actions import Action
from elfer.table.cards import each
from elfer.table.change import Change, Changes
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.seed import Stream
from elfer.table.view import View, Views

MOMENTS = 14
"""How many moments of a match have their chances worked out."""
TIMES = 8
"""How many times the rest of a round is played to work out chances."""
DECISIONS = 16
"""How many decisions of a seat are looked at, at most."""
LONGEST = 600
"""Actions after which a round that is played on is counted as it stands."""
WORTH_TELLING = 0.2


class Moment(Struct, frozen=True):
    """One step of a match, as a seat saw it: what is new since the one before."""

    round: int
    seat: int | None
    """Who acted; nobody at a deal."""
    do: str | None
    change: Change


class Lookback(Struct, frozen=True):
    """All that a seat, or a bystander, saw of a match."""

    first: View
    moments: tuple[Moment, ...]


class DealtRound(Struct, frozen=True):
    """The start of a round, laid open, and all that is needed beside its seed to deal it again (docs/shuffle.md)."""

    cards: tuple[str, ...]
    """Those that were shuffled, in the order before; none where the game does not tell how it deals."""
    each: int | None
    """How many every seat got, seat 0 first; nothing: all were dealt, one by one."""
    first: int
    direction: int
    away: int
    zones: tuple[tuple[str, ...], ...]
    """What lay in each zone."""


class Chance(Struct, frozen=True):
    """How likely each seat is to win the round, after so many steps."""

    step: int
    round: int
    chances: tuple[float, ...]


class TurningPoint(Struct, frozen=True):
    """A decision that another one would have been better than, as far as the bot can tell."""

    step: int
    """The step after which it was made."""
    done: str
    better: str
    chance: float
    """The chance of winning the round with what was done."""
    might: float
    """The chance of winning it with what the bot would have done."""


class Review(Struct, frozen=True):
    """What the bot says about a match."""

    chances: tuple[Chance, ...]
    turns: tuple[TurningPoint, ...]


def lookback(text: Iterable[bytes], seat: int | None) -> Lookback:
    """Every moment of a record, as a seat saw it. Answers in an open window were nobody's to see."""
    first, *steps = list(record.replay(text))
    before, moments = Views(first.match.game, first.match.state), []
    shown = before.of(seat)
    for step in steps:
        now = Views(step.match.game, step.match.state, before)
        moments.append(Moment(step.match.number, step.seat, _public(step), Changes(before, now).of(seat)))
        before = now
    return Lookback(shown, tuple(moments))


def deals(text: Iterable[bytes]) -> tuple[DealtRound, ...]:
    """The start of every round of a record."""
    return tuple(_dealt(step.match) for step in record.replay(text) if step.seat is None)


def _dealt(match: Match) -> DealtRound:
    game, labels = match.game, match.game.layout.deck.labels
    how = game.dealing(match.number)
    zones = (each(zone) if isinstance(zone, int) else zone for zone in match.state.table.zones)
    lying = tuple(tuple(labels[card] for card in zone if card >= 0) for zone in zones)
    return DealtRound(tuple(labels[card] for card in how.cards), how.each, how.first, how.direction, how.away, lying)


def _public(step: Step) -> str | None:
    """What was done; while a window is open it stays secret."""
    return None if step.match.state.table.window is not None else step.do


def review(text: Sequence[bytes], seat: int) -> Review:
    """The chances in the course of a match, and the turning points of a seat."""
    steps = list(record.replay(text))
    stream = Stream(steps[0].match.seed, "review")
    bot = usual(steps[0].match.game)
    going = [n for n, step in enumerate(steps) if not step.match.round_over]
    chances = [
        Chance(n, steps[n].match.number, _chances(bot, steps[n].match, stream)) for n in _spread(going, MOMENTS)
    ]
    return Review(tuple(chances), tuple(_turning_points(bot, steps, seat, stream)))


def _spread(things: Sequence[int], most: int) -> list[int]:
    """At most so many of them, evenly."""
    many = min(most, len(things))
    return sorted({things[(len(things) - 1) * n // max(1, many - 1)] for n in range(many)})


def _turning_points(bot: Bot, steps: Sequence[Step], seat: int, stream: Stream) -> list[TurningPoint]:
    own = [
        n
        for n, step in enumerate(steps[1:])
        if step.seat == seat and step.do is not None and len(steps[n].match.legal(seat)) > 1
    ]
    found = []
    for n in _spread(own, DECISIONS):
        match, done = steps[n].match, steps[n + 1].do or ""
        game = match.game
        # The bot decides as it would have: from what the seat could know.
        wanted = bot(game, guess(game, match.state, seat, stream), seat, stream)
        if game.write(wanted) == done.rsplit(" ", 1)[0] or game.write(wanted) == done:
            continue
        if wanted not in match.legal(seat):
            continue
        chance = _after(bot, match, seat, game.read(done), stream)
        might = _after(bot, match, seat, wanted, stream)
        if might - chance >= WORTH_TELLING:
            found.append(TurningPoint(n, done, game.write(wanted), chance, might))
    return sorted(found, key=lambda point: point.chance - point.might)[:3]


def _after(bot: Bot, match: Match, seat: int, action: Action, stream: Stream) -> float:
    return _chances(bot, match.apply(seat, action), stream)[seat]


def _chances(bot: Bot, match: Match, stream: Stream) -> tuple[float, ...]:
    """How often each seat wins the round when bots play it to its end. A shared win counts in part."""
    game, wins = match.game, [0.0] * match.setup.players
    for _ in range(TIMES):
        points = _played_on(bot, game, match.state, stream)
        order = places(points, lowest_wins=game.lowest_wins)
        for seat, place in enumerate(order):
            wins[seat] += (place == 1) / order.count(1)
    return tuple(round(won / TIMES, 3) for won in wins)


def _played_on(bot: Bot, game: Game[Any], state: State, stream: Stream) -> tuple[int, ...]:
    for _ in range(LONGEST):
        acting = game.to_act(state)
        if not acting:
            break
        seat = acting[0]
        action = bot(game, state, seat, stream)
        state = game.apply(state, seat, action if action in game.legal(state, seat) else game.legal(state, seat)[0])
    return game.points(state)
