"""What a game is: a few pure functions over frozen states.

A `Game` object is one game at one table: the number of players and the options are fixed, and all that follows
from them (deck, zones, actions) is worked out once. It holds no position; states do, and they never change.

>>> from elfer import game, seed_from
>>> elfer = game("elfer", players=4)
>>> state = elfer.deal(seed_from("7"))
>>> elfer.to_act(state)
(0,)
>>> [elfer.write(action) for action in elfer.legal(state, 0)]
['r11']
>>> state = elfer.apply(state, 0, elfer.read("r11"))
>>> elfer.to_act(state)
(1,)
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from elfer.table import notation, possible
from elfer.table.actions import Action
from elfer.table.cards import Cards
from elfer.table.choices import NOTHING, Actions, ActionSet
from elfer.table.dealing import Deal, Dealing
from elfer.table.encode import Encoder
from elfer.table.events import Said
from elfer.table.fields import NOBODY, BySeat, Count, SeatNumber, SeatSet
from elfer.table.layout import Layout
from elfer.table.options import BadOption, check
from elfer.table.refusal import GENERAL, Grounds, Refused, ground, resting
from elfer.table.seed import Chance, Stream
from elfer.table.table import Events, Table
from elfer.table.windows import Window, untimed

if TYPE_CHECKING:
    from elfer.table.beats import Beat, Seen

# What the rules of a game speak of, so that a game finds it in one place.
__all__ = ["NOBODY", "NOTHING", "ActionSet", "Actions", "BySeat", "Chance", "Count", "Deal", "Dealing", "Events"]
__all__ += ["Game", "Layout", "Refused", "Said", "SeatNumber", "SeatSet", "State", "Table", "TurnState", "Window"]

_MOST_READ = 1 << 12
"""So many texts are kept with what they mean: the same few come again and again."""


class State(Struct, frozen=True, gc=False):
    """A moment of a round. All that is hidden lies in its table; every other field is known to all."""

    table: Table

    @property
    def seat(self) -> SeatNumber:
        """Whose turn it is, where the game has turns; `NOBODY` when the round is over."""
        return NOBODY


class TurnState(State, frozen=True, gc=False):
    """A moment of a round of turns."""

    seat: SeatNumber
    """Whose turn it is; `NOBODY` when the round is over."""


class NoOptions(Struct, frozen=True, kw_only=True):
    """The options of a game that has none."""


S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """The rules of one game, at a table of so many players with these options.

    A game says what it is played with (`setup`), how cards are dealt (`dealing`, `begin`), what is legal (`choices`),
    and for each of its verbs what it does, in a method named after it: `do_lay(state, seat, lay)`, `do_take_from`.
    These assume that it is legal.
    """

    # What is looked at for every action lies in slots: above 29 other attributes CPython 3.11 finds them more slowly.
    __slots__ = ("__dict__", "_asks", "_bits", "_does", "actions", "layout", "next", "only", "others", "players")

    id: ClassVar[str]
    """The name by which programs know it: `elfer`."""
    seats: ClassVar[range]
    """How many players there may be."""
    lowest_wins: ClassVar[bool] = False
    """Whether few points are good."""
    longest_round: ClassVar[int] = 20_000
    """Actions after which a round is counted as it stands (ALL-5)."""
    Options: ClassVar[type[Struct]] = NoOptions
    state: type[S]
    """The type of its states."""
    direction: ClassVar[int] = 1
    """The direction of play: 1 is clockwise, to the left; -1 to the right."""
    rests: ClassVar[Mapping[str, str]] = {}
    """By rule: what rests on it (`elfer.table.refusal`)."""
    grounds: ClassVar[Grounds] = GENERAL
    """The same the other way round: which rule lies behind what is refused, done or happens."""

    deals: Dealing | None = None
    """How the cards of every round are dealt; `None`: all, as evenly as possible."""
    bounds: tuple[int, int]
    """The least and the most points that a seat can have at the end of a round, whatever happens in it. Unless the
    game says them, they are what all its cards are worth."""
    layout: Layout
    """Its zones and cards, and all that can happen with them."""
    actions: Actions
    """All actions the game can ever offer, in an order that options do not change."""

    has_windows: ClassVar[bool] = False
    """Whether several seats are ever asked at once."""
    has_beats: ClassVar[bool] = False
    """Whether any of its moments deserve a beat."""
    has_asides: ClassVar[bool] = False
    """Whether a seat may ever do something that the game does not wait for."""

    def __init_subclass__(cls) -> None:
        cls.grounds = GENERAL | resting(cls.rests)
        cls.has_windows = cls.closed is not Game.closed
        cls.has_beats = cls.beats is not Game.beats
        cls.has_asides = cls.beside is not Game.beside

    def __init__(self, players: int, options: Struct | None = None) -> None:
        if players not in self.seats:
            raise BadOption(f"{self.id} is for {self.seats[0]} to {self.seats[-1]} players, not {players}")
        self.players = players
        self.options: Any = self.Options() if options is None else options
        check(self.options, players)
        self.only = (*((seat,) for seat in range(players)), ())
        """By seat: this one only; at the place of `NOBODY`, none."""
        turns = [self.direction * n for n in range(1, players)]
        self.others = tuple(tuple((seat + turn) % players for turn in turns) for seat in range(players))
        """By seat: all others in the direction of play, from the next one on."""
        self.next = tuple((seat + self.direction) % players for seat in range(players))
        """By seat: the next one in the direction of play."""
        self._allowed: tuple[S | None, int, ActionSet] = None, NOBODY, NOTHING
        """Who was last asked about, when, and what it may do: whoever asks for it mostly does one of these next."""
        self.setup()
        worth = self.layout.deck.worth(self.layout.deck.all)
        self.bounds = getattr(self, "bounds", (-worth, worth))
        # Not a cached property: in CPython 3.11 that would slow down every later look at the game's attributes.
        self._bits, self._asks = self.actions.bits, self.has_windows
        self._does = {kind: getattr(self, _method(kind), self._undone) for kind in set(map(type, self.actions))}
        self._offered = cache(self.write)
        """Writes actions that are offered: there are few, and they come again and again."""
        self.encoder = Encoder(self)
        self._understood = lru_cache(_MOST_READ)(self._understand)

    @abstractmethod
    def setup(self) -> None:
        """Work out `layout`, `actions` and whatever the rules look up, from `players` and `options`."""

    def dealing(self, number: int = 0) -> Dealing:
        """How the cards of round `number` are dealt. Dealing follows from it, and that anyone can deal again."""
        return self.deals or self.one_by_one(number)

    @abstractmethod
    def begin(self, deal: Deal[S]) -> S | None:
        """The start of a round with the cards that were dealt; `None` to deal again."""

    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that the game waits for; none when the round is over. Everyone may know them."""
        window = state.table.window
        return self.only[state.seat] if window is None else window.waiting

    @abstractmethod
    def choices(self, state: S, seat: int) -> ActionSet:
        """The set of all that a seat may do that the game waits for. This is where a game says what is legal."""

    def beside(self, state: S, seat: int) -> ActionSet:
        """The set of all that a seat may do though the game does not wait for it. Nobody else is told."""
        return NOTHING

    def closed(self, state: S, table: Table, window: Window) -> S:
        """The state after all have answered in the window of this table."""
        raise NotImplementedError

    def idle(self, state: S) -> bool:
        """Whether everyone can see that no call in the open window would be right, so that nobody need wait for one.

        It must follow from what all see: how soon a window closes tells it.
        """
        return False

    def why_not(self, state: S, seat: int, action: Action) -> Refused:
        """The reason for which a seat may not do this now, though it is its turn and an action of the game."""
        return Refused("not-an-action", action=repr(action))

    @abstractmethod
    def points(self, state: S) -> tuple[int, ...]:
        """The points of each seat, counted as the table stands."""

    def concluded(self, state: S, unknown: Cards, stream: Chance) -> Iterator[Mapping[int, Cards]]:
        """By zone, cards that the rules tell everyone are not there, beyond what the table's memory holds.

        Only for guessing (`elfer.table.guess`). Where the conclusion is "all but one of the unknown cards", it gives
        the possibilities one after the other, in an order that the stream draws.
        """
        yield {}

    def supposed(self, state: S, seat: int | None) -> Mapping[int, int]:
        """By zone whose cards this seat cannot count: how many it would suppose there, beyond those it can place.

        Only for guessing. It must follow from what the seat knows. Where the number is 0, or none is given, no other
        cards lie; elsewhere at least one does, as far as there are cards, the zones given first being served first.
        """
        return {}

    def beats(self, seen: Seen[S]) -> Iterable[Beat]:
        """What of an action, as a seat saw it, deserves a moment of its own on the screen, in its order."""
        return ()

    def expects(self, state: S) -> None:
        """Say by `elfer.table.possible.expect` what must hold in a state whose fields are possible one by one."""

    def follows(self, state: S) -> Mapping[str, object]:
        """By field that follows from all the others: what it must be."""
        return {}

    @classmethod
    def packages(cls) -> list[str]:
        """The packages of this game and of all that it is built on, the most general first: where its words are."""
        kinds = (kind for kind in reversed(cls.__mro__) if issubclass(kind, Game) and kind is not Game)
        return [kind.__module__ for kind in kinds if hasattr(sys.modules[kind.__module__], "__path__")]

    @classmethod
    def ground(cls, what: str, tried: str = "") -> str:
        """The id of the rule behind a refusal of what was tried, an action or a move of cards; empty if unknown.

        >>> from elfer import game
        >>> game("elfer", players=4).ground("does-not-fit", "lay"), game("elfer", players=4).ground("stock>drawn")
        ('EL-7', 'EL-9')
        """
        return ground(cls.grounds, what, tried)

    # --- what follows for every game -------------------------------------------------------------------------

    def deal(self, seed: bytes, number: int = 0, before: S | None = None) -> S:
        """The start of round `number` (from 0); `before` is how the round before it ended."""
        dealing, stream, state = self.dealing(number), Stream(seed, "deal"), None
        while state is None:
            lying = dealing.dealt(stream, self.layout)
            state = self.begin(Deal(number, before, lying, self.layout, seed, stream))
        return state

    def one_by_one(self, number: int, away: int = 0, rest: int | None = None) -> Dealing:
        """A deal of the whole deck, card by card, from the seat after the dealer on in the direction of play."""
        cards, first = range(len(self.layout.deck)), self.after_dealer(number)
        return Dealing(cards, first=first, direction=self.direction, away=away, rest=rest)

    def after_dealer(self, number: int) -> int:
        """The seat after the dealer of round `number`: seat 0 deals first, then the deal goes round."""
        return self.direction * (number + 1) % self.players

    @property
    def numbers(self) -> dict[Action, int]:
        """The number of each action."""
        return self.actions.numbers

    @property
    def rounds(self) -> int:
        """How many rounds a match has."""
        return int(getattr(self.options, "rounds", 1))

    def match_over(self, scores: Sequence[tuple[int, ...]]) -> bool:
        """Whether the match is over after rounds with these points."""
        return len(scores) >= self.rounds

    def allowed(self, state: S, seat: int) -> ActionSet:
        """The set of all that the seat may do now. Calls are offered without a time."""
        then, who, found = self._allowed
        if then is not state or who != seat:
            found = self.choices(state, seat) if seat in self.to_act(state) else self.beside(state, seat)
            self._allowed = state, seat, found
        return found

    def legal(self, state: S, seat: int) -> Sequence[Action]:
        """All that the seat may do now, in the order of their numbers: what is `allowed`, as a list."""
        return self.actions.listed(self.allowed(state, seat))

    def apply(self, state: S, seat: int, action: Action) -> S:
        """The state after the seat's action. Raises `Refused` if it is not legal."""
        if not self.allowed(state, seat) & self._bits.get(action, NOTHING):
            self._check_call(state, seat, action)
        return self.step(state, seat, action)

    def step(self, state: S, seat: int, action: Action) -> S:
        """The state after an action that is known to be legal: nothing is checked. For search and simulations."""
        if self._asks and state.table.window is not None:
            return self.answer(state, seat, action)
        return self._does[type(action)](state, seat, action)

    def _check_call(self, state: S, seat: int, action: Action) -> None:
        """Raise `Refused` unless it is a call that is offered without a time, and came in time."""
        offered, window = self._bits.get(untimed(action), NOTHING), state.table.window
        if action in self._bits or not self.allowed(state, seat) & offered:
            raise self.refusal(state, seat, action)
        if window and not 0 <= action.after <= 1000 * window.seconds:  # type: ignore[union-attr]
            raise Refused("too-late", seconds=window.seconds)

    def refusal(self, state: S, seat: int, action: Action) -> Refused:
        """Why the seat may not do this now."""
        acting, window = self.to_act(state), state.table.window
        if not acting:
            return Refused("round-over")
        if seat not in range(self.players):
            return Refused("no-such-seat", seat=seat, last=self.players - 1)
        if window and seat not in acting:
            return Refused("answered" if seat in window.asked else "not-asked")
        if window:
            return Refused("no-answer", answers=", ".join(map(self.write, self.legal(state, seat))))
        if seat not in acting:
            return Refused("not-your-turn", seat=seat, turn=", ".join(map(str, acting)))
        if untimed(action) not in self._bits:
            return Refused("not-an-action", action=repr(action))
        return self.why_not(state, seat, action)

    def _undone(self, state: S, seat: int, action: Action) -> S:
        """In place of what a verb does that is only an answer in windows."""
        raise NotImplementedError(f"{self.id} allows {action}, but has no {_method(type(action))}")

    def answer(self, state: S, seat: int, action: Action) -> S:
        """The state after an answer in the open window: it is noted, and when it was the last, the game goes on."""
        table = self.layout.answer(state.table, seat, action)
        window = table.window
        if window is None or window.waiting:
            return replace(state, table=table)
        return self.closed(state, table, window)

    def check(self, state: S) -> None:
        """Raise `BadPosition`, saying what was expected, unless this can be a moment of the game."""
        possible.check(self, state)

    def forgetful(self, state: S) -> S:
        """The same moment at a table at which nobody remembers anything: to play on from, as search does.

        What happens is the same and costs less, but nothing can be asked that is remembered: no guess, no encoding.
        """
        return replace(state, table=self.layout.forget(state.table))

    def write(self, action: Action) -> str:
        """An action in notation."""
        return notation.write(self.layout, action)

    def write_all(self, actions: Iterable[Action]) -> tuple[str, ...]:
        """Actions that are offered, in notation."""
        return tuple(map(self._offered, actions))

    def read(self, text: str) -> Action:
        """The action that a text in notation means. Raises `Refused` if it is none of this game's."""
        return self._understood(text)

    def _understand(self, text: str) -> Action:
        with suppress(ValueError):
            action = notation.read(self.layout, text)
            if untimed(action) in self._bits:
                return action
        shown = text if len(text) <= 40 else text[:40] + "…"
        examples = ", ".join(dict.fromkeys(self.write(a) for a in (self.actions[0], *self.actions[-3:])))
        raise Refused("unreadable", text=shown, examples=examples)


def _method(kind: type[Action]) -> str:
    """The name of the method that says what actions of this kind do: `do_lay`, `do_take_from`."""
    return f"do_{kind.__struct_config__.tag}".replace("-", "_")
