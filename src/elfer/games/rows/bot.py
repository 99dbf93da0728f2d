"""How the row games are played well.

Every row is a queue. Laying a card lets whoever holds the next one go on, so a good card is one behind which own
cards wait, and a bad one opens the way for the others. Whoever cannot lay must draw: so keep something back for the
turns to come, unless laying all of it ends the round. How much each of it counts differs from game to game: in
`elfer` one card a turn is nearly everything, where rows begin at both ends it is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from elfer.games.rows import LENGTH, RowGame, RowState
from elfer.table.actions import END, Action, Lay
from elfer.table.cards import COLOURS, Card, Cards, Places, together


class Weights(Struct, frozen=True):
    """What counts of an action. Ending the turn after a laid card has none of it, so it counts 0."""

    out: float = 100.0
    """The whole hand can be laid in this turn, beginning with this card. That wins, so it counts most."""
    own: float = 0.0
    """Own cards that wait beyond the card in its row."""
    follow: float = 0.0
    """Own cards that fit beside it once it lies."""
    soon: float = 0.0
    """Own cards two places on: they fit once another card lies between."""
    gift: float = 0.0
    """Places beside it that open for cards which others may have."""
    blocked: float = 0.0
    """Cards beyond it that others may have."""
    number: float = 0.0
    """Its number, a 20 being 1."""
    stuck: float = 0.0
    """No card of the hand fits after it."""
    more: float = 0.0
    """It is a further card in the same turn. What follows counts for further cards only."""
    more_own: float = 0.0
    """As `own`."""
    more_gift: float = 0.0
    """As `gift`."""
    more_blocked: float = 0.0
    """As `blocked`."""
    more_number: float = 0.0
    """As `number`."""
    reserve: float = 0.0
    """Cards of the hand that fit after it: there is enough left for turns to come."""
    hurry: float = 0.0
    """How near another player is to going out: 1 with one card left, a half with two, and so on."""
    draw: float = 0.0
    """It draws or takes cards though something could be laid."""
    keep: float = 0.0
    """It keeps a drawn card."""


BOLD = ("own", "follow", "soon")
CAREFUL = ("gift", "blocked", "more_gift", "more_blocked")

_ROW = (1 << LENGTH) - 1
_CARDS = range(LENGTH * len(COLOURS))
_ENDS: Cards = together(range(0, len(_CARDS), LENGTH))
_BUT_FIRST, _BUT_LAST = (together(_CARDS) ^ _ENDS << end for end in (0, LENGTH - 1))
"""All cards but those with the lowest, and with the highest number."""


def _in_row(card: Card) -> tuple[int, Places, Places, Places]:
    """Where the row of a card starts, and in it the places below the card, above it, and beside it."""
    place = card % LENGTH
    lower = (1 << place) - 1
    return card - place, lower, _ROW ^ lower ^ 1 << place, (5 << place >> 1) & _ROW


_IN_ROW = tuple(map(_in_row, _CARDS))
_NUMBER = tuple((card % LENGTH + 1) / LENGTH for card in _CARDS)
_FIRST_CARD, _NO_LAY = (0,) * 9, (0,) * 15


def look(game: RowGame, state: RowState, seat: int, legal: Sequence[Action]) -> list[tuple[float, ...]]:
    """What speaks for each of the actions, from the own hand, what lies open, and how many cards the others have."""
    zones, fits, laid = state.table.zones, state.fits, state.laid
    hand, rows = zones[seat] | zones[game.drawn[seat]], zones[game.rows]
    out = _goes_out(game, hand, rows, hand & state.offer)
    hurry = 1 / (min([zones[other].bit_count() for other in game.others[seat]]) or 1) if laid else 0.0
    found: list[tuple[float, ...]] = []
    for action in legal:
        if type(action) is not Lay:
            ends = action is END
            found.append((*_NO_LAY, not ends, ends and not laid))
            continue
        card = action.card
        start, lower, upper, beside = _IN_ROW[card]
        held, lying = hand >> start & _ROW, rows >> start & _ROW
        near = lying & beside
        if near:  # the row goes on to the other side only
            lower, upper = 0 if near & lower else lower, 0 if near & upper else upper
        beyond = (lower | upper) & (_ROW ^ lying)
        opened = beyond & beside
        waiting = beyond & held
        own, follow = waiting.bit_count(), (waiting & beside).bit_count()
        soon = (waiting & (opened << 1 | opened >> 1)).bit_count()
        gift, blocked, number = opened.bit_count() - follow, beyond.bit_count() - own, _NUMBER[card]
        left = (hand & (fits | opened << start)).bit_count() - 1
        more = (1, own, gift, blocked, number, left, hurry, 0, 0) if laid else _FIRST_CARD
        found.append((out, own, follow, soon, gift, blocked, number, not left, *more))
    return found


def _goes_out(game: RowGame, hand: Cards, rows: Cards, can: Cards) -> bool:
    """Whether the whole hand can be laid in this turn, beginning with any of these cards."""
    if not can or not rows:  # the card that opens a game is nobody's last
        return False
    if game.one_colour:
        start = (can.bit_length() - 1) // LENGTH * LENGTH
        if hand >> start + LENGTH or hand & (1 << start) - 1:
            return False
        if game.one_opener and not rows >> start & _ROW:
            can &= -can  # one card opens the row, and the others join it
    reach, grown = 0, can
    while reach != grown:
        reach = grown
        grown |= ((reach & _BUT_LAST) << 1 | (reach & _BUT_FIRST) >> 1) & hand
    return reach == hand
