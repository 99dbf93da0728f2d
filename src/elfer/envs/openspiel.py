"""OpenSpiel: every game registered as a Python game, `elfer_<game>` (extra `openspiel`).

>>> import pyspiel
>>> from elfer.envs.openspiel import register
>>> register()[:3]
['elfer_auslosen', 'elfer_brettspiel', 'elfer_elfer']
>>> game = pyspiel.load_game("elfer_elfer(players=2,deck=60)")
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(state.legal_actions()[0])
>>> state.action_to_string(state.legal_actions()[0])
'g11'

Chance is all in the deal, to which the first moves belong. Whatever is mixed or drawn later follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from elfer.envs.course import Course
from elfer.envs.turns import Turns
from elfer.match.registry import games
from elfer.match.setup import Setup
from elfer.table.game import NOBODY, Game
from elfer.table.options import BadOption, options_of
from elfer.table.seed import Quick, seed_from

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as missing:
    needs = f"{missing}; install what is needed with: pip install 'elfer[openspiel]'"
    raise ModuleNotFoundError(needs, name=missing.name) from None

_OUTCOMES, _DRAWS = 256, 8
"""A deal is drawn in so many moves of chance with so many outcomes each, unless their number is given (`deals`)."""
_MOST_DEALS = 1 << 16
_CHANCE, _TERMINAL, _SIMULTANEOUS = (
    int(player) for player in (pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL, pyspiel.PlayerId.SIMULTANEOUS)
)
_USUAL_PLAYERS = 4

Parameters = dict[str, Any]


def register(*kinds: type[Game[Any]]) -> list[str]:
    """Make these games, or all that are found, known to OpenSpiel; their names. To do so twice does no harm."""
    known, names = set(pyspiel.registered_names()), []
    for kind in kinds or games().values():
        names.append(short_name(kind))
        if names[-1] not in known:
            # A class and not a function: OpenSpiel lets go of it after Python has ended, when a function could not
            # be destroyed any more.
            maker = type(short_name(kind), (ElferGame,), {"kind": kind})
            pyspiel.register_game(_game_type(kind, in_turn=False), maker)
    return names


def short_name(kind: type[Game[Any]]) -> str:
    """The name under which a game is registered: without hyphens, which OpenSpiel does not read."""
    return f"elfer_{kind.id.replace('-', '_')}"


def _defaults(kind: type[Game[Any]]) -> Parameters:
    """What can be said in `load_game`, and what holds if it is not."""
    options = {option.name: option.default for option in options_of(kind.Options)}
    players = min(max(_USUAL_PLAYERS, kind.seats[0]), kind.seats[-1])
    return {"players": players, "in_turn": False, "deals": 0, **options}


def _game_type(kind: type[Game[Any]], *, in_turn: bool) -> Any:
    at_once = kind.closed is not Game.closed and not in_turn
    types = pyspiel.GameType
    return types(
        short_name=short_name(kind),
        long_name=f"Elfer raus!: {kind.id}",
        dynamics=types.Dynamics.SIMULTANEOUS if at_once else types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.IMPERFECT_INFORMATION,
        utility=types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=kind.seats[-1],
        min_num_players=kind.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(kind),
    )


class ElferGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game at a table of so many players.

    With `in_turn` the seats in a window move one after the other, for algorithms that know no simultaneous moves.
    With `deals` there are only so many deals, all equally likely, so that a game can be small.
    """

    kind: ClassVar[type[Game[Any]]]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        kind, params = self.kind, params or {}
        said = {**_defaults(kind), **params}
        options = {option.name: said[option.name] for option in options_of(kind.Options)}
        self.turns = turns = Turns(Setup.of(kind, said["players"], options))
        self.deals: int = said["deals"]
        if self.deals not in range(_MOST_DEALS + 1):
            raise BadOption(f"deals cannot be {self.deals}; it can be 1 to {_MOST_DEALS}, or 0 for all")
        self.in_turn: bool = said["in_turn"]
        least, most = turns.bounds
        info = pyspiel.GameInfo(
            num_distinct_actions=turns.actions,
            max_chance_outcomes=self.deals or _OUTCOMES,
            num_players=turns.game.players,
            min_utility=least,
            max_utility=most,
            utility_sum=None,
            # Before each action all others may have been asked whether they do something beside the turn.
            max_game_length=turns.game.longest_round * (turns.game.players if turns.some_beside else 1),
        )
        super().__init__(_game_type(kind, in_turn=self.in_turn), info, dict(params))

    def new_initial_state(self) -> ElferState:
        """Before the deal."""
        return ElferState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ElferObserver:
        """What a seat sees, as a tensor and as text."""
        return ElferObserver(self.turns, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    @property
    def draws(self) -> int:
        """How many moves of chance a deal takes."""
        return 1 if self.deals else _DRAWS


class ElferState(pyspiel.State):  # type: ignore[misc]
    """A moment of a round, or of its deal."""

    def __init__(self, game: ElferGame) -> None:
        super().__init__(game)
        self.course: Course | None = None
        """Nothing before the cards are dealt."""
        self._turns, self._in_turn = game.turns, game.in_turn
        self._outcomes, self._missing = game.max_chance_outcomes(), game.draws
        self._drawn: tuple[int, ...] = ()

    def current_player(self) -> int:
        if self.course is None:
            return _CHANCE
        if self.course.asked == NOBODY:
            return _TERMINAL
        return _SIMULTANEOUS if self._at_once(self.course) else self.course.asked

    def _at_once(self, course: Course) -> bool:
        return course.moment.state.table.window is not None and not self._in_turn

    def is_terminal(self) -> bool:
        return self.course is not None and self.course.asked == NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        if self.course is None or not (self._at_once(self.course) or player == self.current_player()):
            return []
        return self._turns.numbers(self.course.moment, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / self._outcomes) for outcome in range(self._outcomes)]

    def _apply_action(self, action: int) -> None:
        if self.course is not None:
            self.course = self.course.after(self.current_player(), action)
            return
        self._drawn = (*self._drawn, action)
        if len(self._drawn) == self._missing:
            self.course = Course(self._turns, self._turns.deal(seed_from(f"deal {self._drawn}")))

    def _apply_actions(self, actions: list[int]) -> None:
        """All answers in a window at once; what is said for seats that are not asked does not count."""
        assert self.course is not None
        window = self.course.moment.state.table.window
        assert window is not None
        for seat in window.waiting:
            self.course = self.course.after(seat, actions[seat])

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == _CHANCE else self._turns.write(action)

    def returns(self) -> list[float]:
        if self.course is None or not self.is_terminal():
            return [0.0] * self._turns.game.players
        return [float(points) for points in self._turns.returns(self.course.moment)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ElferState:
        """A state that the player could just as well be in; its history is empty, since it tells of all cards."""
        state: ElferState = self.get_game().new_initial_state()
        if self.course is not None:
            state.course = self.course.guessed(player, Quick(int(sampler() * (1 << 53))))
        return state

    def __str__(self) -> str:
        return f"deal {self._drawn}" if self.course is None else repr(self.course.moment)


class ElferObserver:
    """What a seat sees: its tensor is the row of the encoder, by its parts in `dict`.

    With perfect recall the text ends with a fingerprint of all that the seat was told and did.
    """

    def __init__(self, turns: Turns, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations; expected none, got {params}")
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise ValueError("there are only observations of one player, with all that the player knows")
        self._turns, self._recalls = turns, kind.perfect_recall
        self.tensor = np.zeros(turns.game.encoder.length, np.float32)
        parts = turns.game.encoder.parts
        self.dict = {part.name: self.tensor[part.offset : part.offset + part.length] for part in parts}

    def set_from(self, state: ElferState, player: int) -> None:
        """Write what the player sees and remembers to the tensor."""
        if state.course is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = np.frombuffer(self._turns.row(state.course.moment, player), np.uint8)

    def string_from(self, state: ElferState, player: int) -> str:
        """What the player is shown."""
        if state.course is None:
            return "before the deal"
        seen = state.course.seen(player)
        return f"{seen}\n{state.course.told(player).hex()}" if self._recalls else seen
