"""Looking ahead by a kernel: what some actions bring a seat, over many guesses that are played on by the game's plan.

A kernel that can do so offers `Weights` (how much each thing counts that its plan looks at), `slots` (what is hidden
in a guess), `without`, `spot_of` (an action in words) and `compared`, as `elfer.games.rows.kernel` does.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from tempfile import TemporaryDirectory
from typing import Any

from elfer.fast.compiling import NotInstalled, is_kept, needed
from elfer.fast.kernels import Kernel, NoKernel
from elfer.match.registry import games
from elfer.match.setup import Setup
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.seed import Quick, seed_from

LONGEST = 1000
"""Actions after which a round that is played on is counted as it stands."""


class Ahead:
    """Some actions of a seat, compared by a kernel in as many guesses as are asked for."""

    def __init__(
        self,
        kernel: Kernel,
        weights: Sequence[float] | None,
        guessed: State,
        seat: int,
        actions: Sequence[int],
        chance: int,
    ) -> None:
        """`guessed` is a guess that was made for the seat; `actions` are given by their numbers in the game. Without
        weights rounds are played on at random, which kernels of the row games can do."""
        game, module = kernel.game, kernel.module
        self._state, hands = module.moment(game, guessed)
        self._run, self._kernel, self._chance = kernel.function("compared"), kernel, chance
        self._weights = None if weights is None else module.Weights(*map(float, weights))
        cards, homes, allowed = module.slots(game, guessed, seat)
        self._known = kernel.words(module.without(hands, cards, homes))
        self._slots = kernel.spots(cards), kernel.words(homes), kernel.words(allowed)
        self._room = kernel.spots(module.deck(game, guessed)), kernel.words([0] * len(hands))
        self._actions = [module.spot_of(number) for number in actions]

    def results(self, samples: int, of: Sequence[int], margin: float) -> list[list[float]]:
        """What came of some of the actions in so many further guesses, by action and guess."""
        kernel = self._kernel
        table = kernel.numbers(len(of), samples)
        actions = kernel.words([self._actions[at] for at in of])
        given = kernel.rules, self._weights, self._state, self._known, *self._slots, *self._room, actions, table
        self._chance = int(self._run(*given, self._chance, samples, LONGEST, margin))
        return table if kernel.plain else table.tolist()  # type: ignore[no-any-return]


def kernel_ahead(game: Game[Any], plain: bool = False) -> Kernel | None:
    """A kernel that can look ahead at this table, if there is one."""
    try:
        kernel = Kernel(Setup(type(game), game.players, game.options), plain)
    except NoKernel:
        return None
    return kernel if hasattr(kernel.module, "compared") else None


@lru_cache(maxsize=64)
def ready(game: Game[Any]) -> Kernel | None:
    """The same, but only if it is compiled already: nobody at a table waits for a compiler."""
    try:
        needed()
    except NotInstalled:
        return None
    kernel = kernel_ahead(game)
    return kernel if kernel and is_kept(kernel.module.compared, kernel.kind) else None


def prepare(codes: Sequence[str] = ()) -> list[str]:
    """Compile what looks ahead at these tables, or else at a usual one of each game; returns their codes.

    How many sit there makes no difference, and most options make none. Raises `NoKernel`, `NotInstalled`.
    """
    needed()
    usual = [Setup.of(kind, kind.seats[0], {}) for _, kind in sorted(games().items())]
    prepared = []
    for setup in [Setup.read(code) for code in codes] or usual:
        kernel = kernel_ahead(setup.game)
        if kernel:
            _compile(kernel)
            prepared.append(setup.code)
        elif codes:
            raise NoKernel(f"{setup.name} has no kernel that looks ahead")
    ready.cache_clear()
    return prepared


@contextmanager
def engine_only() -> Iterator[None]:
    """As if nothing were compiled, here and in processes that begin now: it is looked for in an empty folder."""
    before = os.environ.get("XDG_CACHE_HOME")
    with TemporaryDirectory() as empty:
        os.environ["XDG_CACHE_HOME"] = empty
        ready.cache_clear()
        try:
            yield
        finally:
            ready.cache_clear()
            if before is None:
                del os.environ["XDG_CACHE_HOME"]
            else:
                os.environ["XDG_CACHE_HOME"] = before


def _compile(kernel: Kernel) -> None:
    """Look ahead once: that compiles it, if it is not kept."""
    game = kernel.game
    state = game.deal(seed_from("ahead"))
    seat = game.to_act(state)[0]
    first = next(number for number in range(len(game.actions)) if game.choices(state, seat) >> number & 1)
    weights = [0.0] * len(kernel.module.Weights._fields)
    Ahead(kernel, weights, guess(game, state, seat, Quick(0)), seat, [first], 1).results(1, [0], 0.0)
