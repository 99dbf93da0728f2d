"""How to cheat, and how not to be cheated.

Lay what is true where you can, and hide others under it while the pile is low: being caught then costs little. Doubt
others for the same reason, and the more the likelier it is that they had to lie. Nothing of it always: whoever is
easy to read is caught. All chances below are for an empty pile; they grow smaller with every lay on it.
"""

from __future__ import annotations

from msgspec import Struct

from elfer.games.booklet import NUMBERS
from elfer.games.mogeln import CHEATED, SEVERAL, Mogeln, MogelnState
from elfer.table.actions import PASS, SILENT, Action, Call, Lay, Slip
from elfer.table.cards import Card, Cards, each
from elfer.table.seed import Chance

REMEMBERS = True
BOLD = ("bluff", "hide", "bury", "suspect")
CAREFUL = ("caution", "price")
BRAVE = 0.2
"""How often somebody bluffs at least, even on the highest pile, without a true card."""
REASONS = ("true", "bluff", "hide", "wait", "certain", "doubt", "several", "quiet")


class Weights(Struct, frozen=True):
    """How often it dares what: chances from 0 to 1."""

    bluff: float = 0.5
    """Without a true card, to lay another one rather than to pass on."""
    hide: float = 0.0
    """To hide a card under a true one."""
    bury: float = 0.0
    """To hide a card under one that is not true, where there are two ways to be caught."""
    heap: float = 0.0
    """Having hidden one, to hide another; whatever lies on the pile."""
    caution: float = 0.08
    """By how much the first three chances shrink with every lay on the pile."""
    doubt: float = 0.0
    """To call “Gemogelt!” whatever was laid."""
    count: float = 1.0
    """How much is added to that by what can be counted, where a lie is likelier than the truth: by how much."""
    suspect: float = 0.0
    """To call “more than one!”."""
    price: float = 0.05
    """By how much the last three chances shrink with every lay on the pile, which a wrong caller takes."""
    lure: float = 0.12
    """Where the last one left wins: to lay a wrong card, in the hope of being caught."""


def choose(game: Mogeln, state: MogelnState, seat: int, stream: Chance, weights: Weights) -> Action:
    """What is true if there is something true, else a bluff or nothing; what is of no use goes under it."""
    if game.options.goal == "last":
        return _keeping(game, state, seat, stream, weights)
    if state.table.window is not None:
        return _objection(game, state, seat, stream, weights)
    hand: Cards = state.table.zones[seat]
    true, hidden, risk = hand & state.wanted, state.table.zones[game.laid[seat]], weights.caution * sum(state.lays)
    if not (true or hidden or _dares(weights.bluff - risk, stream)):
        return PASS
    top = _useless(game, state, true or hand)
    spare = (hand & ~true or hand) & ~(1 << top)
    hides = weights.heap if hidden else (weights.hide if true else weights.bury) - risk
    if spare and game.options.counts == "hidden" and _dares(hides, stream):
        return Slip(_useless(game, state, spare))
    return Lay(top)


def reason(game: Mogeln, state: MogelnState, seat: int, action: Action, weights: Weights) -> str | None:
    """Why one would do that."""
    if game.options.goal == "last":
        return None
    if isinstance(action, Lay):
        return "true" if state.wanted >> action.card & 1 else "bluff"
    if isinstance(action, Call):
        called = "certain" if _lies(game, state, seat, weights) == 1.0 else "doubt"
        return called if action.word == CHEATED else "several"
    if action == PASS:
        return None if state.table.zones[seat] & state.wanted else "wait"
    return "hide" if isinstance(action, Slip) else "quiet"


def _objection(game: Mogeln, state: MogelnState, seat: int, stream: Chance, weights: Weights) -> Action:
    zones, layer = state.table.zones, state.seat
    counted, lying = game.options.counts == "shown", _lies(game, state, seat, weights)
    if counted and len(zones[game.laid[layer]]) > 1:
        return Call(SEVERAL)
    last_card = not zones[layer] if counted else state.holds[layer] == 1
    if last_card:  # otherwise the round is lost
        return Call(CHEATED if counted or _dares(2 * lying, stream) else SEVERAL)
    price = weights.price * sum(state.lays)
    doubt = 0.0 if counted else weights.doubt  # where all can count, nobody hides, and most lays are true
    if lying == 1.0 or _dares(doubt + weights.count * max(2 * lying - 1, 0.0) - price, stream):
        return Call(CHEATED)
    return Call(SEVERAL) if not counted and _dares(weights.suspect - price, stream) else SILENT


def _lies(game: Mogeln, state: MogelnState, seat: int, weights: Weights) -> float:
    """How likely it is, as far as the seat can tell, that what was laid is not true, if all dare as much as it."""
    layout, table, layer = game.layout, state.table, state.seat
    unknown = layout.deck.all & ~layout.known(table, seat)
    possible = state.wanted & unknown & ~layout.ruled_out(table, seat)[layer]
    if not possible:
        return 1.0
    share = min((state.holds[layer] + 1) / unknown.bit_count(), 1.0)
    none = (1 - share) ** possible.bit_count()
    bluffed = none * max(weights.bluff - weights.caution * sum(state.lays), BRAVE)
    return float(bluffed / (bluffed + 1 - none))


def _keeping(game: Mogeln, state: MogelnState, seat: int, stream: Chance, weights: Weights) -> Action:
    """Where the last one left wins, cards are good: keep them, and take what others lay by objecting wrongly."""
    if state.table.window is not None:
        return Call(CHEATED if _dares(1 - _lies(game, state, seat, weights), stream) else SEVERAL)
    hand: Cards = state.table.zones[seat]
    if state.table.zones[game.laid[seat]]:  # who has hidden a card must lay one
        return Lay(_useless(game, state, hand))
    wrong = hand & ~state.wanted if hand & hand - 1 else 0
    return Lay(_useless(game, state, wrong)) if wrong and _dares(weights.lure, stream) else PASS


def _useless(game: Mogeln, state: MogelnState, cards: Cards) -> Card:
    """Of these, the one that could not be laid honestly for longest."""
    values, number = game.layout.deck.values, state.number
    return max(each(cards), key=lambda card: (values[card] - number) % NUMBERS)


def _dares(chance: float, stream: Chance) -> bool:
    return stream.below(1000) < 1000 * chance
