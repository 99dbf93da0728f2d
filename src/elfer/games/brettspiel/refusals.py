"""Why an action of `brettspiel` is refused, by which rule, and what no position can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.games.brettspiel import board
from elfer.table.actions import Action, Draw, End, Give, Lay, LayAt
from elfer.table.cards import Card, each
from elfer.table.fields import NOBODY
from elfer.table.possible import expect, expect_apart, expect_over_when_out
from elfer.table.refusal import Refused
from elfer.table.table import EMPTY, occupied

if TYPE_CHECKING:
    from elfer.games.brettspiel import BoardState, Brettspiel

RESTS = {
    "BR-2": "lay-at, not-yours",
    "BR-5": "not-your-turn",
    "BR-6": "opening-card, hand>board first",
    "BR-8": "lay, end, hand>board, already-laid, three-laid, can-lay, nothing-laid",
    "BR-9": "does-not-fit, field-closed, field-taken",
    "BR-11": "bag>bonus, bonus>board, bag>board, lay-bonus",
    "BR-13": "give, hand>hand, no-pair",
    "BR-14": "draw, bag>drawn, drawn>board, drawn>hand, must-draw, drawn-fits",
    "BR-15": "pass, must-pass, stock-empty",
    "BR-16": "over, round-over",
    "BR-18": "not-offered",
}


def why_not(game: Brettspiel, state: BoardState, seat: int, action: Action) -> Refused:
    zones, deck = state.table.zones, game.layout.deck
    if isinstance(action, Lay | LayAt):
        return _why_not_lay(game, state, seat, action)
    if zones[game.bonus]:
        return Refused("lay-bonus", card=deck.show(zones[game.bonus]))
    if isinstance(action, Give):
        held = zones[seat] & deck.copies[action.card]
        return Refused("no-pair") if held else _not_held(game, action.card)
    if state.laid:
        return Refused("already-laid")
    if can := zones[game.apart[seat] if state.drawn else seat] & state.fits:
        if state.drawn:
            return Refused("drawn-fits", card=deck.show(can))
        if not state.taken:
            return Refused("opening-card", cards=deck.show(can))
        return Refused("nothing-laid") if isinstance(action, End) else Refused("can-lay", cards=deck.show(can))
    if isinstance(action, Draw):
        return Refused("stock-empty")
    return Refused("must-draw") if zones[game.bag] else Refused("must-pass")


def _why_not_lay(game: Brettspiel, state: BoardState, seat: int, action: Lay | LayAt) -> Refused:
    zones, deck = state.table.zones, game.layout.deck
    tiles, waiting = deck.copies[action.card], zones[game.bonus]
    if waiting and not waiting & tiles:
        return Refused("lay-bonus", card=deck.show(waiting))
    if tiles & zones[game.box]:
        return Refused("not-offered")
    if not (waiting or zones[seat] | zones[game.apart[seat]]) & tiles:
        return _not_held(game, action.card)
    if isinstance(action, LayAt) and state.taken >> action.at & 1:
        return Refused("field-taken", card=board.FIELDS[action.at])
    if state.laid == board.MOST_LAID:
        return Refused("three-laid", most=board.MOST_LAID)
    if not state.taken:
        return Refused("opening-card", cards=deck.show(zones[seat] & state.fits))
    if isinstance(action, LayAt):
        return Refused("field-closed", card=board.FIELDS[action.at])
    return Refused("does-not-fit", card=deck.names[action.card])


def _not_held(game: Brettspiel, tile: Card) -> Refused:
    name = game.layout.deck.names[tile]
    return Refused("not-in-hand" if name in board.FIELDS else "not-yours", card=name)


def expects(game: Brettspiel, state: BoardState) -> None:
    zones, bits = state.table.zones, game.layout.deck.bits
    own = all(card == EMPTY or game.tiles[at] & bits[card] for at, card in enumerate(zones[game.board]))
    expect(own, "a tile lies on a field that is not its own")
    expect(not state.open & state.taken, "open: expected only fields without a tile")
    expect(not state.fresh & ~state.taken, "fresh: expected only fields with a tile")
    bonus = zones[game.bonus]
    expect(not zones[game.box] & ~game.symbol_tiles, "expected only symbol tiles in the box")
    one = not bonus & game.number_tiles and bonus.bit_count() < 2
    expect(one, "as a bonus one joker or symbol tile is expected at most")
    drew = state.drawn and (state.laid or state.free or bonus)
    expect(not drew, "tiles were laid and drawn in one turn; expected laid or drawn")
    expect_apart(state, game.apart, state.seat if state.drawn else NOBODY)
    expect_over_when_out(state, zones[: game.players])


def follows(game: Brettspiel, state: BoardState) -> dict[str, object]:
    """The fields with a tile, and the tiles that have an open field."""
    fits = 0
    for at in each(state.open):
        fits |= game.tiles[at]
    return {"taken": occupied(state.table.zones[game.board]), "fits": fits}
