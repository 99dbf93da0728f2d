"""A match that is over, thought through: who could hope to win when, and what would have been better.

The chances at a moment are counted: the bot plays the round to its end on all seats, many times. All cards that any
player could place lie where they lay, and the others are dealt anew each time. So many times is enough when a second
count would hardly differ; where one player is sure to win, few are.

What would have been better is judged by what the player could know: the cards that the seat could not place are
guessed, for what was done and for what the bot would have done alike. It is told only where the difference is
larger than its error, in guesses other than those by which the better action was found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from statistics import fmean
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from elfer.bots import usual
from elfer.bots.advice import compared, player_on, why
from elfer.bots.counting import SURE, uncertainty, wanted
from elfer.bots.plan import plan
from elfer.bots.search import Search, Value, counted, result, values
from elfer.match.match import Match
from elfer.match.record import Step
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.seed import Chance, Quick, derived
from elfer.table.windows import untimed

MOMENTS = 14
"""How many moments of a match have their chances counted."""
DECISIONS = 16
"""How many decisions of a seat are looked at, at most."""
BATCH = 16
"""So many rounds are played on at one moment before it is the next one's turn."""
WORTH_TELLING = 0.05
MOST_TOLD = 3

FIRST_LOOK = Search(samples=200, candidates=6, margin=0.0, nodes=10_000)
SECOND_LOOK = Search(samples=600, margin=0.0, nodes=15_000, race=False)
"""How a better action is looked for, and how much better it is."""


class Effort(Struct, frozen=True):
    """How much is thought."""

    within: float = 0.05
    """Two counts of the same chance differ by no more than this, 19 times of 20."""
    nodes: int = 1_000_000
    """After so many actions, in all rounds that were played on, the chances are taken as they are."""
    first: Search = FIRST_LOOK
    second: Search = SECOND_LOOK


USUAL = Effort()


class Outlook(Struct, frozen=True):
    """How likely each seat was to win the round, after so many steps."""

    step: int
    round: int
    chances: tuple[float, ...]
    error: float
    """The true chances, as the bot plays, are no further away than this, 19 times of 20."""


class TurningPoint(Struct, frozen=True):
    """A decision that another one would have been better than, by what the player could know."""

    step: int
    """The step after which it was made."""
    seat: int
    done: str
    better: str
    chance: float
    """The chance of winning the round with what was done."""
    might: float
    """The chance of winning it with what would have been better."""
    error: float
    """By how much the difference between the two may be wrong."""
    reason: str | None
    """The name of what speaks for the better one (`elfer.bots.reasons`)."""


class Review(Struct, frozen=True):
    """What the bot says about a match, as far as it has come."""

    done: float
    """How much of the work is done: 1 is all."""
    outlooks: tuple[Outlook, ...] = ()
    turns: tuple[TurningPoint, ...] = ()


def reviews(
    steps: Sequence[Step],
    seats: Sequence[int],
    known: Sequence[Outlook] = (),
    effort: Effort | None = None,
    chance: Chance | None = None,
) -> Iterator[Review]:
    """The review of a match, again and again as it gets better; the last one is done.

    Turning points are looked for on these seats. Where the outlooks are known already, they are not counted again.
    """
    effort, luck = effort or USUAL, chance or Quick(derived(steps[0].match.seed, "review"))
    own = [(n, seat) for seat in seats for n in spread(decisions(steps, seat), DECISIONS)]
    share = len(own) / (len(own) + MOMENTS)
    outlooks = tuple(known)
    if not outlooks:
        for part, outlooks in _outlooks(steps, effort, luck):
            yield Review((1 - share) * part, outlooks)
    found: list[TurningPoint] = []
    for n, (step, seat) in enumerate(own):
        yield Review(1 - share + share * n / len(own), outlooks, told(found))
        point = turning_point(steps, step, seat, luck, effort)
        found += [point] if point else []
    yield Review(1.0, outlooks, told(found))


def told(found: Sequence[TurningPoint]) -> tuple[TurningPoint, ...]:
    """The turning points of which there is most to learn, of each seat, in the order of play."""
    by_gain = sorted(found, key=lambda point: point.chance - point.might)
    most = [one for seat in {one.seat for one in found} for one in [p for p in by_gain if p.seat == seat][:MOST_TOLD]]
    return tuple(sorted(most, key=lambda point: (point.step, point.seat)))


def spread(things: Sequence[int], most: int) -> list[int]:
    """At most so many of them, evenly."""
    many = min(most, len(things))
    return sorted({things[(len(things) - 1) * n // max(1, many - 1)] for n in range(many)})


# --- chances ---------------------------------------------------------------------------------------------------


class Tally:
    """How often each seat won from one moment on."""

    def __init__(self, step: int, match: Match, within: float) -> None:
        self.step, self.match, self.within, self.times = step, match, within, 0
        self.won = [0.0] * match.setup.players
        self._bot, self._forgetful = player_on(match.game), not plan(match.game).remembers

    @property
    def part(self) -> float:
        """How much of what is wanted is done; 1 is enough."""
        return min(1.0, self.times / max(wanted(won, self.times, self.within) for won in self.won))

    def play(self, many: int, luck: Chance) -> int:
        """Play the round on so many times; gives how many actions that took."""
        game, nodes = self.match.game, 0
        for _ in range(many):
            world = laid_open(game, self.match.state, luck)
            end, taken = counted(game, game.forgetful(world) if self._forgetful else world, self._bot, luck)
            for seat in range(game.players):
                self.won[seat] += result(game, end, seat)
            self.times, nodes = self.times + 1, nodes + taken
        return nodes

    def outlook(self) -> Outlook:
        """What was found so far."""
        chances = tuple(round(won / self.times, 3) for won in self.won)
        error = max(uncertainty(won, self.times) for won in self.won)
        return Outlook(self.step, self.match.number, chances, round(error, 3))


def laid_open(game: Game[Any], state: State, chance: Chance) -> State:
    """A state with everything as it is that any player could place; the rest is made up."""
    layout, table = game.layout, state.table
    placed = reduce(or_, (layout.known(table, seat) for seat in range(game.players)))
    shown = replace(table, memory=replace(table.memory, public=table.memory.public | placed))
    guessed = guess(game, replace(state, table=shown), None, chance)
    opened: State = replace(guessed, table=replace(guessed.table, memory=table.memory))
    return opened


def _outlooks(steps: Sequence[Step], effort: Effort, luck: Chance) -> Iterator[tuple[float, tuple[Outlook, ...]]]:
    """How much is done, and the outlooks so far. When too much was thought they are as sure as they are."""
    going = [n for n, step in enumerate(steps) if not step.match.round_over]
    tallies = [Tally(n, steps[n].match, effort.within) for n in spread(going, MOMENTS)]
    taken = 0
    while (unsure := [tally for tally in tallies if tally.part < 1]) and taken < effort.nodes:
        taken += sum(tally.play(BATCH, luck) for tally in unsure)
        part = fmean(tally.part for tally in tallies) if taken < effort.nodes else 1.0
        yield part, tuple(tally.outlook() for tally in tallies)


# --- turning points --------------------------------------------------------------------------------------------


def decisions(steps: Sequence[Step], seat: int) -> list[int]:
    """The steps after which the seat decided something, with time to think."""
    return [
        n
        for n, step in enumerate(steps[1:])
        if step.seat == seat and len(steps[n].match.legal(seat)) > 1 and not _is_quick(steps[n].match)
    ]


def _is_quick(match: Match) -> bool:
    window = match.state.table.window
    return window is not None and window.seconds > 0


def turning_point(steps: Sequence[Step], step: int, seat: int, luck: Chance, effort: Effort) -> TurningPoint | None:
    """What would have been better than what the seat did after that step, if that is sure."""
    match, text = steps[step].match, steps[step + 1].do or ""
    game, done = match.game, untimed(match.game.read(text))
    guessed = guess(game, match.state, seat, luck)
    own = usual(game)(game, guessed, seat, luck)
    found = compared(game, guessed, seat, own, effort.first, luck, done)
    was, best = _of(found, done), found[0]
    if best is was or best.gain(was)[0] <= 0:
        return None
    forgetful = not plan(game).remembers
    again = values(
        game, guessed, seat, [best.action, done], player_on(game), effort.second, luck, forgetful=forgetful
    )
    was, best = _of(again, done), _of(again, best.action)
    gain, error = best.gain(was)
    if gain < WORTH_TELLING or gain <= SURE * error:
        return None
    reason, better = why(game, guessed, seat, own, best.action), game.write(best.action)
    return TurningPoint(
        step, seat, text, better, round(was.mean, 3), round(best.mean, 3), round(SURE * error, 3), reason
    )


def _of(found: Sequence[Value], action: object) -> Value:
    return next(value for value in found if value.action == action)
