"""A round in which one seat after the other is asked, and answers by the number of an action.

Environments ask one seat at a time. In a window the seats are asked one after the other, and none sees what another
has answered. A seat that may do something beside the turn (`Game.beside`) is asked before the one whose turn it is;
to let the moment pass it has an action of its own, numbered after all those of the game.

The engine has no clock, and calls are numbered without their time. Here a call takes a time that is drawn as people's
are (`elfer.bots.reactions`), from the hidden seed of the table: it is chance, and follows from the deal.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from elfer.bots.reactions import USUAL, timed
from elfer.match.setup import Setup
from elfer.table.actions import Action
from elfer.table.cards import lister
from elfer.table.game import NOBODY, ActionSet, Game, State
from elfer.table.guess import guess
from elfer.table.refusal import Refused
from elfer.table.seed import Chance, Stream
from elfer.table.windows import Window

WAIT = "wait"
"""How it is written that a seat lets the moment pass in which it might act beside the turn."""


class Moment(Struct, frozen=True):
    """A moment of a round, and how far everyone was asked in it."""

    state: State
    steps: int = 0
    """Actions so far."""
    asked: int = 0
    """The seats below this number were asked whether they do something beside the turn, if they can."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self  # it never changes


class Turns:
    """The rounds of one game at one table.

    >>> from elfer.table.seed import seed_from
    >>> turns = Turns(Setup.choose("elfer", 2))
    >>> moment = turns.deal(seed_from("7"))
    >>> seat = turns.seat(moment)
    >>> [turns.write(number) for number in turns.numbers(moment, seat)]
    ['r11']
    >>> moment = turns.after(moment, seat, turns.numbers(moment, seat)[0])
    >>> while not turns.over(moment):
    ...     moment = turns.after(moment, turns.seat(moment), turns.numbers(moment, turns.seat(moment))[0])
    >>> turns.returns(moment)
    (0, -39)
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game: Game[Any] = setup.game
        self.some_beside = type(self.game).beside is not Game.beside
        """Whether a seat ever has something to do beside the turn."""
        self.wait = len(self.game.actions) if self.some_beside else None
        """The number of letting the moment pass."""
        self.actions = len(self.game.actions) + self.some_beside
        """How many numbers of actions there are."""
        self._sign = -1 if self.game.lowest_wins else 1
        self._listed = lister(range(self.actions))

    def __deepcopy__(self, memo: dict[int, Any]) -> Turns:
        return self  # it never changes

    def __reduce__(self) -> tuple[Any, ...]:
        return _turns_of, (self.setup.kind, self.setup.players, self.setup.options)

    def deal(self, seed: bytes) -> Moment:
        """The start of a round."""
        return Moment(self.game.deal(seed))

    def over(self, moment: Moment) -> bool:
        """Whether the round has ended, by its rules or because it has become too long (ALL-5)."""
        return not self._acting(moment)

    def _acting(self, moment: Moment) -> tuple[int, ...]:
        """The seats that the game waits for, unless the round has ended or was stopped."""
        return () if self.stopped(moment) else self.game.to_act(moment.state)

    def stopped(self, moment: Moment) -> bool:
        """Whether the round has become too long; it is counted as it stands."""
        return moment.steps >= self.game.longest_round

    def seat(self, moment: Moment) -> int:
        """The seat that is asked now; `NOBODY` when the round is over."""
        acting = self._acting(moment)
        if not acting:
            return NOBODY
        for seat in range(moment.asked, self.game.players) if self.some_beside else ():
            if seat not in acting and self.game.beside(moment.state, seat):
                return seat
        return acting[0]

    def allowed(self, moment: Moment, seat: int) -> ActionSet:
        """What the seat may do now, whether it is asked yet or not; bit *n* stands for action *n*."""
        if self.over(moment):
            return 0
        found = self.game.allowed(moment.state, seat)
        if found and self.wait is not None and seat not in self.game.to_act(moment.state):
            found |= 1 << self.wait
        return found

    def numbers(self, moment: Moment, seat: int) -> list[int]:
        """The numbers of what the seat may do now, from the lowest on."""
        return self._listed(self.allowed(moment, seat))

    def mask(self, moment: Moment, seat: int) -> bytes:
        """By number of action: 1 if the seat may do it now, else 0."""
        if self.over(moment):
            return bytes(self.actions)
        mask = self.game.encoder.mask(moment.state, seat)
        return mask if self.wait is None else mask + bytes([self.allowed(moment, seat) >> self.wait])

    def row(self, moment: Moment, seat: int) -> bytes:
        """What the seat sees and remembers, as bytes (`elfer.table.encode`)."""
        return self.game.encoder.encode(moment.state, seat)

    def after(self, moment: Moment, seat: int, number: int) -> Moment:
        """The moment after the seat did what has this number. Raises `Refused`, which says why."""
        if number == self.wait and self.allowed(moment, seat) >> number & 1:
            return replace(moment, asked=seat + 1)
        if number not in range(len(self.game.actions)):
            raise Refused("not-an-action", action=str(number))
        action = self._timed(moment, seat, self.game.actions[number])
        return Moment(self.game.apply(moment.state, seat, action), moment.steps + 1)

    def _timed(self, moment: Moment, seat: int, action: Action) -> Action:
        window: Window | None = moment.state.table.window
        if window is None or not window.seconds:
            return action
        chance = Stream(moment.state.table.seed, f"reaction {moment.steps} {seat}")
        return timed(action, USUAL.after(chance), window)

    def write(self, number: int) -> str:
        """What has this number, in notation."""
        return WAIT if number == self.wait else self.game.write(self.game.actions[number])

    def returns(self, moment: Moment) -> tuple[int, ...]:
        """By seat, what the round has brought: its points, or where few points are good, as many below zero."""
        return tuple(self._sign * points for points in self.game.points(moment.state))

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the most that a round can bring."""
        first, last = sorted(self._sign * points for points in self.game.encoder.utility_bounds)
        return first, last

    def guessed(self, moment: Moment, seat: int, chance: Chance) -> Moment:
        """A moment that the seat could just as well be in, in which the same seat is asked.

        Whoever is asked before that seat in an open window has answered, but nobody knows what: that is made up too.
        """
        asked, game = self.seat(moment), self.game
        state = guess(game, moment.state, seat, chance)
        if state.table.window is not None:
            while (other := game.to_act(state)[0]) != asked:
                legal = game.legal(state, other)
                answer = timed(legal[chance.below(len(legal))], USUAL.after(chance), state.table.window)
                state = game.step(state, other, answer)
        # Whether others were asked before, nobody knows: in the guess they were, and let the moment pass.
        return Moment(state, moment.steps, game.players if asked in game.to_act(state) else max(asked, 0))


@lru_cache(maxsize=64)
def _turns_of(kind: type[Game[Any]], players: int, options: Struct) -> Turns:
    return Turns(Setup(kind, players, options))
