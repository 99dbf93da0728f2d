"""How to ask: for what is surely there first, then where it is likely, and not where a wrong question helps others.

Listen: whoever asks for a number holds a card of it, and whoever had to deny one does not. Answer truthfully: a wrong
denial costs more than a quartet brings.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from elfer.games.booklet import NUMBERS
from elfer.games.quartett import DENIAL, Quartett, QuartettState
from elfer.table.actions import Action, Ask, Give
from elfer.table.cards import Card, Cards

REMEMBERS = True
BOLD = ("near", "quartet")
CAREFUL = ("sure", "betrays", "danger")

BELIEVED = 0.1
"""How much of the chance that somebody holds a card is left after a denial that might be wrong (QU-5)."""


class Weights(Struct, frozen=True):
    """What speaks for a question."""

    sure: float = 0.0
    """The card was seen to go there, and comes to mind."""
    heard: float = 0.0
    """How likely it is there, for who listens: who asked for the number, who denied it, how many cards each has."""
    near: float = 0.0
    """How many cards of the number are in the hand beyond the first, if the card is there."""
    quartet: float = 0.0
    """Whether it completes the quartet, if it is there."""
    betrays: float = 0.0
    """Whether it tells the others of a number that they did not know of, if it is not there."""
    danger: float = 0.0
    """How many cards the asked one could take at once, if it is not there."""
    truth: float = 1.0
    """What was asked for is handed over."""


def look(game: Quartett, state: QuartettState, seat: int, legal: Sequence[Action]) -> list[tuple[float, ...]]:
    """What speaks for each answer or question."""
    if state.asked == seat:
        return [(0.0,) * 6 + (float(isinstance(action, Give)),) for action in legal]
    hand: Cards = state.table.zones[seat]
    known, out = game.layout.known(state.table, seat), game.layout.ruled_out(state.table, seat)
    dangers = [_danger(game, state, other) for other in range(game.players)]
    chances: dict[Card, list[float]] = {}
    rows: list[tuple[float, ...]] = []
    for action in legal:
        assert isinstance(action, Ask)
        asked, card = action.seat, action.card
        if card not in chances:
            chances[card] = _chances(game, state, seat, card, known, out)
        there = chances[card][asked]
        held, missed = (hand & game.same[card]).bit_count(), 1.0 - there
        sure = float(known >> card & 1 and there)
        betrays = 0.0 if _is_known_of(game, state, seat, card) else missed
        quartet = there if held == 3 else 0.0
        rows.append((sure, there, there * (held - 1), quartet, betrays, missed * dangers[asked], 0.0))
    return rows


def _chances(
    game: Quartett, state: QuartettState, seat: int, card: Card, known: Cards, out: Sequence[Cards]
) -> list[float]:
    """By seat, how likely it holds the card."""
    zones = state.table.zones
    if known >> card & 1:
        return [float(other != seat and zones[other] >> card & 1) for other in range(game.players)]
    hidden = [0 if s == seat or out[s] >> card & 1 else (zones[s] & ~known).bit_count() for s in range(game.players)]
    total = sum(hidden) or 1
    counted = [cards / total for cards in hidden]
    return _listening(game, state, card, counted, [game.same[card] & ~(known | lacks) for lacks in out])


def _listening(
    game: Quartett, state: QuartettState, card: Card, counted: list[float], could: list[Cards]
) -> list[float]:
    """The chances of who knows that askers hold one of the cards that they could hold, and whom to believe."""
    heard, seekers = [*counted], state.seekers[card % NUMBERS]
    denied = {*zip(state.denied[1::DENIAL], state.denied[2::DENIAL], strict=True)}
    for other, chance in enumerate(counted):
        if seekers >> other & 1 and chance:
            heard[other] = chance / (1 - (1 - chance) ** could[other].bit_count())
        if (other, card) in denied:
            heard[other] *= BELIEVED
    asking = sum(chance for other, chance in enumerate(heard) if seekers >> other & 1)
    rest = sum(heard) - asking
    if asking > 1 or not rest:
        return [chance / (asking or 1) if seekers >> other & 1 else 0.0 for other, chance in enumerate(heard)]
    return [chance if seekers >> other & 1 else chance * (1 - asking) / rest for other, chance in enumerate(heard)]


def _is_known_of(game: Quartett, state: QuartettState, seat: int, card: Card) -> bool:
    """Whether the others know that the seat holds a card of that number."""
    return bool(
        state.seekers[card % NUMBERS] >> seat & 1
        or state.table.zones[seat] & game.same[card] & state.table.memory.public
    )


def _danger(game: Quartett, state: QuartettState, other: int) -> int:
    """How many cards of others everyone can place, of numbers that this one is known to hold."""
    placed: Cards = state.table.memory.public
    theirs: Cards = state.table.zones[other] & placed
    out = 0
    for number in range(NUMBERS):
        same = game.same[number]
        if state.seekers[number] >> other & 1 or theirs & same:
            out |= same & placed & ~theirs
    for quartets in game.quartets:
        out &= ~state.table.zones[quartets]
    return out.bit_count()
