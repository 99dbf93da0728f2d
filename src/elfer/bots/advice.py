"""Advice for a person: what each action is worth, how sure that is, and why one of them is best.

The adviser is the bot that plays the game sensibly. What it would do is compared with everything else by playing on
from guesses; its own choice is left only for one that is clearly better.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from elfer.bots import Bot, Level, Player, ranked, reacting, sheet_of, usual
from elfer.bots.counting import beyond_luck, uncertainty
from elfer.bots.plan import plan
from elfer.bots.reasons import AHEAD, reason
from elfer.bots.search import Search, Value, values
from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.seed import Chance

HINT = Search(samples=800, candidates=12, margin=0.0, nodes=40_000)
"""About a second of thinking in most games. It is not counted in seconds, so that the same moment gives the same."""

MINDFUL = 3
"""How much longer an action takes where bots ask what they remember."""


class Worth(Struct, frozen=True):
    """What an action is worth, as far as could be found out."""

    action: Action
    chance: float
    """Of winning the round."""
    error: float
    """The true chance, as the bot plays, is no further away than this, 19 times of 20."""
    is_even: bool
    """Whether the best action cannot be told to be better than this one."""


class Advice(Struct, frozen=True):
    """What to do."""

    best: Action
    reason: str | None
    """The name of what speaks for it (`elfer.bots.reasons`)."""
    worths: tuple[Worth, ...] = ()
    """Of all that was compared, the best first; none where there is no choice, and in a quick moment."""


def advised(game: Game[Any], guessed: State, seat: int, chance: Chance, search: Search | None = None) -> Advice:
    """Advice for a seat, from a guess of the state: so it depends on nothing that the seat does not know."""
    own = usual(game)(game, guessed, seat, chance)
    window, legal = guessed.table.window, game.legal(guessed, seat)
    if len(legal) == 1 or (window is not None and window.seconds):
        return Advice(own, reason(game, guessed, seat, own))
    found = compared(game, guessed, seat, own, search or HINT, chance)
    best = clearly_best(found, own)
    rest = sorted((value for value in found if value is not best), key=lambda value: -value.mean)
    worths = tuple(_worth(value, best, len(rest)) for value in (best, *rest))
    return Advice(best.action, why(game, guessed, seat, own, best.action), worths)


def compared(
    game: Game[Any], guessed: State, seat: int, own: Action, search: Search, chance: Chance, *further: Action
) -> list[Value]:
    """What the bot's own choice and whatever else seems good to it bring, and further actions if they are named."""
    how = plan(game)
    weights = how.weights(sheet_of(how, Level.NORMAL, game.players).weights)
    among = [*dict.fromkeys([own, *further, *ranked(how, weights)(game, guessed, seat)])][: search.candidates]
    if how.remembers and search.nodes is not None:
        search = replace(search, nodes=search.nodes // MINDFUL)
    on = player_on(game)
    return values(game, guessed, seat, among, on, search, chance, forgetful=not how.remembers, kept=own)


def player_on(game: Game[Any]) -> Bot:
    """The bot that plays rounds to their end, in quick moments with the times that people take."""
    return reacting(Player(usual(game)))


def clearly_best(found: list[Value], own: Action) -> Value:
    """The best of them if it is clearly better than the bot's own choice, else that."""
    usual = next(value for value in found if value.action == own)
    gain, error = found[0].gain(usual)
    return found[0] if gain > beyond_luck(len(found) - 1) * error else usual


def why(game: Game[Any], guessed: State, seat: int, own: Action, best: Action) -> str | None:
    """The reason for the best action: what the bot sees in it, or that it was found by looking ahead."""
    return reason(game, guessed, seat, best) if best == own else AHEAD


def _worth(value: Value, best: Value, others: int) -> Worth:
    ahead, error = value.gain(best)
    given_up = len(value.results) < len(best.results)  # it was clearly behind whatever was best then
    is_even = not given_up and abs(ahead) <= beyond_luck(others) * error
    return Worth(value.action, value.mean, uncertainty(sum(value.results), len(value.results)), is_even)
