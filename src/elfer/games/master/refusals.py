"""Why an action of `master` is refused, by which rule, and what no position can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.games.master.board import BESIDE, BONUS, CONNECTION, CROSSINGS, ELEVENS, EVERYWHERE, JOKERS
from elfer.table.actions import Action, Connect, Draw, End, Lay, LayAt, Swap
from elfer.table.cards import each, together
from elfer.table.fields import NOBODY
from elfer.table.possible import expect, expect_over_when_out
from elfer.table.refusal import Refused
from elfer.table.table import EMPTY, as_set, occupied

if TYPE_CHECKING:
    from elfer.games.master import Master, MasterState

RESTS = {
    "MA-4": "not-your-turn",
    "MA-5": "lay, end, hand>rows, already-laid, four-laid, nothing-laid",
    "MA-6": "does-not-fit, place-not-empty",
    "MA-7": "draw, stock>hand, pass-too-early",
    "MA-8": "pass, can-lay, stock-empty",
    "MA-10": "lay-at, hand>jokers, no-joker",
    "MA-11": "swap, jokers>hand, joker-lies-there, no-joker-lies-there",
    "MA-12": "exchanged-so-lay, nothing-left-to-lay",
    "MA-14": "connect, connections>links, nothing-to-connect",
    "MA-15": "rows-apart",
    "MA-17": "no-connection-cards",
    "MA-18": "connected-already, place-not-empty connect",
    "MA-19": "bonus>won",
    "MA-20": "over, round-over",
}
MOST_LAID = 4


def why_not(game: Master, state: MasterState, seat: int, action: Action) -> Refused:
    match action:
        case Swap(card):
            return _not_swap(game, state, seat, card)
        case Lay() | LayAt() | Connect():
            return _not_lay(game, state, seat, action)
    if state.laid == MOST_LAID:
        return Refused("four-laid")
    if state.laid:
        return Refused("already-laid")
    if state.swapped:
        return Refused("exchanged-so-lay")
    if isinstance(action, End):
        return Refused("nothing-laid")
    if isinstance(action, Draw):
        return Refused("stock-empty")
    if state.table.zones[game.stock]:
        return Refused("pass-too-early")
    return Refused("can-lay", cards=game.layout.deck.show(state.table.zones[seat] & state.fits))


def _not_swap(game: Master, state: MasterState, seat: int, card: int) -> Refused:
    name = game.layout.deck.names[card]
    if not state.table.zones[seat] >> card & 1:
        return Refused("not-in-hand", card=name)
    if not state.wild >> card & 1:
        return Refused("no-joker-lies-there", card=name)
    return Refused("nothing-left-to-lay")


def _not_lay(game: Master, state: MasterState, seat: int, action: Lay | LayAt | Connect) -> Refused:
    names, hand = game.layout.deck.names, state.table.zones[seat]
    at = action.card if isinstance(action, Lay) else action.at
    if action.card == at and not hand >> at & 1:
        return Refused("not-in-hand", card=names[at])
    if action.card != at and not hand & JOKERS:
        return Refused("no-joker")
    if state.laid == MOST_LAID:
        return Refused("four-laid")
    if isinstance(action, Connect) and (refused := _not_connected(game, state, at, action.via)):
        return refused
    if action.card == at and state.wild >> at & 1:
        return Refused("joker-lies-there", card=names[at])
    if game.taken(state) >> at & 1:
        return Refused("place-not-empty", card=names[at])
    if isinstance(action, Connect):
        return Refused("no-connection-cards")
    return Refused("does-not-fit", card=names[at])


def _not_connected(game: Master, state: MasterState, at: int, via: int) -> Refused | None:
    """What is wrong with a connection, but for its end being taken or there being no card for it."""
    names = game.layout.deck.names
    link = CROSSINGS[state.order].between.get((at, via))
    if link is None:
        return Refused("rows-apart", cards=f"{names[via]} {names[at]}")
    if not game.taken(state) >> via & 1:
        return Refused("nothing-to-connect", card=names[via])
    if state.table.zones[game.links][link] != EMPTY:
        return Refused("connected-already", cards=f"{names[via]} {names[at]}")
    return None


def expects(game: Master, state: MasterState) -> None:
    zones, taken = state.table.zones, game.taken(state)
    numbers, links = EVERYWHERE | JOKERS, together(range(CONNECTION, BONUS))
    bonus = together(range(BONUS, len(game.layout.deck)))
    holds = {"hand": numbers, "stock": numbers, "rows": EVERYWHERE, "jokers": JOKERS, "bonus": bonus, "won": bonus}
    for zone, content in zip(game.layout.zones, zones, strict=True):
        expect(not as_set(content) & ~holds.get(zone.name, links), f"{zone} holds a card that never lies there")
    expect(state.order in CROSSINGS, f"order is {state.order}; expected the numbers 0 to 3, each once")
    once = not state.wild & zones[game.rows] and not ELEVENS & ~taken
    expect(once, "on each place is expected a card or a joker at most, and on those of the 11s one of them")
    ends = [at for (at, _), link in CROSSINGS[state.order].between.items() if zones[game.links][link] != EMPTY]
    expect(not together(ends) & ~taken, "a connection card leads to a free place")
    if state.passes < game.players:
        expect_over_when_out(state, zones[: game.players])
    else:
        expect(state.seat == NOBODY, "all have passed; expected the round to be over (seat is -1)")


def follows(game: Master, state: MasterState) -> dict[str, object]:
    """The places of the jokers, and the free ones beside a taken one, and above or below one."""
    wild = occupied(state.table.zones[game.jokers])
    taken, fits, reach = game.taken(state), 0, 0
    for at in each(taken):
        fits, reach = fits | BESIDE[at], reach | CROSSINGS[state.order].across[at]
    return {"wild": wild, "fits": fits & ~taken, "reach": reach & ~taken}
