"""How to collect: one colour, the one that brings most, and everything else goes.

Take an open card of it rather than an unknown one if it is high enough. Do not give the next player what they
collect, and cover it where it lies. Call when nobody should have more.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from elfer.games.farbensammeln import NO_RISK, SCHLUSS, ColourState, Farbensammeln
from elfer.table.actions import Action, Draw, LayAt, TakeFrom
from elfer.table.cards import Card, Cards

REMEMBERS = True
BOLD = ("call", "call_sum")
CAREFUL = ("feeds", "buries")

HIGHEST = 20.0
"""Numbers count as parts of the highest."""


class Weights(Struct, frozen=True):
    """What speaks for taking a card, for putting one away, and for the call."""

    take: float = 0.0
    """Taking an open card of one's own colour, instead of an unknown one."""
    take_value: float = 0.0
    """How high it is; where the whole hand is of the colour, how much higher than the lowest of it."""
    take_away: float = 0.0
    """Taking an open card that the next player collects: how high it is."""
    take_other: float = 0.0
    """Taking any other open card."""
    breaks: float = 0.0
    """Putting away a card of one's own colour."""
    low: float = 0.0
    """Putting away a card of one's own colour: how low it is."""
    value: float = 0.0
    """Putting away a card of another colour: how high it is."""
    second: float = 0.0
    """Putting away a card of the colour that comes second: how high it is."""
    feeds: float = 0.0
    """Putting away a card that the next player collects: how high it is."""
    covers: float = 0.0
    """Covering an open card of one's own colour: how high it is."""
    buries: float = 0.0
    """Covering an open card that the next player collects: how high it is."""
    call: float = 0.0
    """Calling “Schluß”."""
    call_sum: float = 0.0
    """How much there is for the call: the sum, as a part of the highest card for every card of the hand."""
    call_rival: float = 0.0
    """The same of the best of the others, as far as their cards are known."""
    safe: float = 0.0
    """Calling “Schluß ohne Risiko”."""
    safe_sum: float = 0.0
    """How much there is for that call."""


def look(game: Farbensammeln, state: ColourState, seat: int, legal: Sequence[Action]) -> list[tuple[float, ...]]:
    """What speaks for each way to take a card, to put one away, or to call."""
    own, second = ranked(game, state.table.zones[seat])[:2]
    theirs = collected_by(game, state, seat, game.next[seat])
    if not state.taken:
        return [_taken(game, state, seat, action, own, theirs) + (0.0,) * 12 for action in legal]
    rows: list[tuple[float, ...]] = []
    for action in legal:
        if isinstance(action, LayAt):
            card = _put_away(game, action.card, own, second, theirs)
            rows.append((0.0,) * 4 + card + _covered(game, state, action.at, own, theirs) + (0.0,) * 5)
        else:
            rows.append((0.0,) * 11 + _called(game, state, seat, action, own))
    return rows


def ranked(game: Farbensammeln, cards: Cards) -> list[Cards]:
    """The colours, that with the highest sum first."""
    worth = game.layout.deck.worth
    return sorted(game.colours, key=lambda colour: -worth(cards & colour))


def collected_by(game: Farbensammeln, state: ColourState, seat: int, other: int) -> Cards:
    """The colour that another player seems to collect, by the cards that were seen to be taken; 0 if none was."""
    taken: Cards = state.table.zones[other] & game.layout.known(state.table, seat)
    return ranked(game, taken)[0] if taken else 0


def _taken(
    game: Farbensammeln, state: ColourState, seat: int, action: Action, own: Cards, theirs: Cards
) -> tuple[float, float, float, float]:
    if isinstance(action, Draw):
        return 0.0, 0.0, 0.0, 0.0
    assert isinstance(action, TakeFrom)
    hand: Cards = state.table.zones[seat]
    card = state.table.zones[game.piles[action.at]][-1]
    value = game.layout.deck.values[card] / HIGHEST
    away = value if theirs >> card & 1 else 0.0
    if not own >> card & 1:
        return 0.0, 0.0, away, 1.0
    least = game.layout.deck.values[_lowest(hand)] / HIGHEST if hand & own == hand else 0.0
    return 1.0, value - least, away, 0.0


def _lowest(cards: Cards) -> Card:
    """The lowest of cards that have one colour."""
    return (cards & -cards).bit_length() - 1


def _put_away(
    game: Farbensammeln, card: Card, own: Cards, second: Cards, theirs: Cards
) -> tuple[float, float, float, float, float]:
    value = game.layout.deck.values[card] / HIGHEST
    feeds = value if theirs >> card & 1 else 0.0
    if own >> card & 1:
        return 1.0, 1.0 - value, 0.0, 0.0, feeds
    return 0.0, 0.0, value, value if second >> card & 1 else 0.0, feeds


def _covered(game: Farbensammeln, state: ColourState, at: int, own: Cards, theirs: Cards) -> tuple[float, float]:
    pile = state.table.zones[game.piles[at]]
    if not pile:
        return 0.0, 0.0
    value = game.layout.deck.values[pile[-1]] / HIGHEST
    return value if own >> pile[-1] & 1 else 0.0, value if theirs >> pile[-1] & 1 else 0.0


def _called(
    game: Farbensammeln, state: ColourState, seat: int, action: Action, own: Cards
) -> tuple[float, float, float, float, float]:
    zones, worth = state.table.zones, game.layout.deck.worth
    whole = HIGHEST * game.hand_size
    mine = worth((zones[seat] | zones[game.apart[seat]]) & own) / whole
    if action == NO_RISK:
        return 0.0, 0.0, 0.0, 1.0, mine
    assert action == SCHLUSS
    known = game.layout.known(state.table, seat)
    rival = max(worth(zones[other] & known & colour) for other in game.others[seat] for colour in game.colours)
    return 1.0, mine, rival / whole, 0.0, 0.0
