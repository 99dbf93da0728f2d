"""Why an action of a row game is refused, by which rule, and what no position can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from elfer.table.actions import DRAW, PASS, Action, Draw, End, Lay, Take
from elfer.table.cards import Card
from elfer.table.fields import NOBODY
from elfer.table.possible import expect, expect_apart, expect_over_when_out
from elfer.table.refusal import Refused

if TYPE_CHECKING:
    from elfer.games.rows import RowGame, RowState

MOST_DRAWN = 3

SHARED = {
    "EL-3": "opening-card, hand>rows first",
    "EL-5": "lay, end, hand>rows, already-laid",
    "EL-7": "does-not-fit",
    "EL-8": "can-lay, nothing-laid",
    "EL-11": "pass, must-pass, stock-empty",
    "EL-12": "over, round-over",
}
BOOKLET = SHARED | {
    "EK-3": "not-your-turn",
    "EK-4": "one-colour",
    "EK-5": "draw, stock>drawn, drawn>hand, drawn>rows, must-draw, must-lay-drawn, drawn-enough",
    "EK-8": "take, stock>hand, stock-empty take, lay-or-draw, lay-drawn-card, must-end",
}


def why_not(game: RowGame, state: RowState, seat: int, action: Action) -> Refused:
    if isinstance(action, Lay):
        return _why_not_lay(game, state, seat, action.card)
    if state.laid:
        return Refused("already-laid")
    if isinstance(action, Take) and game.blocking != "take-three":
        return Refused("not-offered")
    zones, show = state.table.zones, game.layout.deck.show
    can = zones[seat] & state.offer
    drawn = zones[game.drawn[seat]] & state.offer
    if drawn and (drawn == can or not can):
        return Refused("must-lay-drawn", card=show(drawn))
    if not zones[game.rows] and can:
        return Refused("opening-card", cards=show(can))
    if isinstance(action, Draw | Take) and (refused := _why_not_draw(game, state, action)):
        return refused
    if can and not state.drawn:
        return Refused("nothing-laid") if isinstance(action, End) else Refused("can-lay", cards=show(can))
    return _what_else(game.legal(state, seat), show(drawn))


def _what_else(legal: Sequence[Action], drawn: str) -> Refused:
    """What is to be done instead, when nothing of the hand can be laid."""
    if DRAW in legal:
        return Refused("must-draw" if len(legal) == 1 else "lay-or-draw", card=drawn)
    return Refused("must-pass" if PASS in legal else "must-end")


def _why_not_draw(game: RowGame, state: RowState, action: Action) -> Refused | None:
    if not state.table.zones[game.stock]:
        return Refused("stock-empty")
    enough = isinstance(action, Draw) and state.drawn == MOST_DRAWN
    return Refused("drawn-enough", most=MOST_DRAWN) if enough else None


def _why_not_lay(game: RowGame, state: RowState, seat: int, card: Card) -> Refused:
    bit, name, zones = 1 << card, game.layout.deck.names[card], state.table.zones
    if not bit & (zones[seat] | zones[game.drawn[seat]]):
        return Refused("not-in-hand", card=name)
    if not zones[game.rows]:
        return Refused("opening-card", cards=game.layout.deck.show(state.offer))
    if not bit & state.fits:
        return Refused("does-not-fit", card=name)
    if state.laid:
        return Refused("one-colour", card=name)
    return Refused("lay-drawn-card", card=name)


def expects(game: RowGame, state: RowState) -> None:
    zones = state.table.zones
    away = game.layout.deck.all & ~(game.in_play | zones[game.box])
    expect(not away, "all cards that are not in play are expected in the box")
    apart = state.fits & ~(game.in_play ^ zones[game.rows]) | state.offer & ~state.fits
    expect(not apart, "in fits are expected cards in play that are not laid, and in offer some of them")
    expect(not (state.laid and state.drawn), "cards were laid and drawn in one turn; expected laid or drawn")
    expect_apart(state, game.drawn, state.seat if state.drawn else NOBODY)
    expect_over_when_out(state, zones[: game.players])
