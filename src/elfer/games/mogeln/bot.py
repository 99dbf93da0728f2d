"""A bot that is mostly honest, bluffs where it costs little, and objects where it can tell, or almost."""

from __future__ import annotations

from elfer.games.booklet import NUMBERS
from elfer.games.mogeln import CHEATED, SEVERAL, Mogeln, MogelnState
from elfer.table.actions import PASS, SILENT, Action, Call, Lay, Slip
from elfer.table.cards import Card, Cards, each
from elfer.table.seed import Stream

BLUFFS = 80
"""Without a true card it bluffs on an empty pile so often in a hundred, on higher piles less; else it passes on."""
DARING = 12
"""On a pile of so many cards nobody bluffs any more."""
SLIPS = 6
"""One in so many honest lays hides a second card."""
DOUBTS = (60, 20, 0)
"""By lays on the pile before: how often in a hundred one of the others doubts what may well be true, as being wrong
costs little."""
SUSPECTS = 40
"""One in so many lays is suspected of being more than one card."""


def choose(game: Mogeln, state: MogelnState, seat: int, stream: Stream) -> Action:
    if state.table.window is not None:
        return _objection(game, state, seat, stream)
    if game.options.goal == "last":
        return _keep(game, state, seat, stream)
    hand = state.table.zones[seat]
    true = hand & state.wanted
    useless = sorted(each(hand & ~true), key=lambda card: -_comes_up_in(game, state, card))
    if not true:
        return _bluff(game, state, seat, useless, stream)
    slipped = state.table.zones[game.laid[seat]]
    if useless and not slipped and game.options.counts == "hidden" and stream.below(SLIPS) == 0:
        return Slip(useless[0])
    return Lay(_any(true, stream))


def _bluff(game: Mogeln, state: MogelnState, seat: int, useless: list[Card], stream: Stream) -> Action:
    """Without a true card: lay one that is of no use for long, or pass on. The last card is better a true one."""
    if state.table.zones[game.laid[seat]]:
        return Lay(useless[0])
    dares = BLUFFS * max(DARING - sum(state.lays), 0) // DARING
    if len(useless) == 1:
        dares //= 2  # everyone will be watching
    return Lay(useless[0]) if stream.below(100) < dares else PASS


def _keep(game: Mogeln, state: MogelnState, seat: int, stream: Stream) -> Action:
    """Who wants to keep cards passes on, and now and then lays a wrong one, in the hope of being caught."""
    hand = state.table.zones[seat]
    if state.table.zones[game.laid[seat]] or (hand & hand - 1 and stream.below(8) == 0):
        return Lay(_any(hand & ~state.wanted or hand, stream))
    return PASS


def _objection(game: Mogeln, state: MogelnState, seat: int, stream: Stream) -> Action:
    lying, layer = _chance_of_a_bluff(game, state, seat), state.seat
    if game.options.goal == "last":  # a wrong objection brings cards
        return SILENT if stream.below(2) else Call(CHEATED if lying < 30 else SEVERAL)
    counted = game.options.counts == "shown"
    if counted and len(state.table.zones[game.laid[layer]]) > 1:
        return Call(SEVERAL)
    last_card = not state.table.zones[layer] if counted else state.holds[layer] == 1
    if last_card:  # otherwise the round is lost
        return Call(CHEATED if counted or lying > stream.below(60) else SEVERAL)
    if not counted and lying < 50 and stream.below(SUSPECTS) == 0:
        return Call(SEVERAL)
    before = sum(state.lays)
    doubts = DOUBTS[min(before, 2)] // (game.players - 1) + max(2 * (lying - 60), 0) - min(before, DARING) // 2
    return Call(CHEATED) if lying == 100 or stream.below(100) < doubts else SILENT


def _chance_of_a_bluff(game: Mogeln, state: MogelnState, seat: int) -> int:
    """How likely it is, in a hundred, that the laid card is not what was said, as far as the seat can tell."""
    layout, table, layer = game.layout, state.table, state.seat
    unknown = layout.deck.all & ~layout.known(table, seat)
    possible = state.wanted & unknown & ~layout.ruled_out(table, seat)[layer]
    if not possible:
        return 100
    share = min((state.holds[layer] + 1) / max(unknown.bit_count(), 1), 1.0)
    has_none = (1 - share) ** possible.bit_count()
    bluff = has_none / 2  # the other half passes on
    return round(100 * bluff / (bluff + 1 - has_none))


def _comes_up_in(game: Mogeln, state: MogelnState, card: Card) -> int:
    """How many numbers go by until the card could be laid honestly."""
    return (game.layout.deck.values[card] - state.number) % NUMBERS


def _any(cards: Cards, stream: Stream) -> Card:
    among = list(each(cards))
    return among[stream.below(len(among))]
