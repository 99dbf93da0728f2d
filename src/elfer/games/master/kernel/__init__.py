"""The kernel of `master`: its rules over machine words (`steps`), its actions (`actions`), the plan of its bot
(`plan`), what seats see (`observed`), and what `elfer.fast` runs (`bulk`, `ahead`). Here it is told what is fixed at
a table, and what a state of the engine is in words."""

from __future__ import annotations

from elfer.games.master import CONNECTIONS_EACH, Master, MasterState, board
from elfer.games.master.kernel.actions import FIRST_OTHER, first_number
from elfer.games.master.kernel.ahead import HAND, compared, without
from elfer.games.master.kernel.bulk import COLUMNS, PLACED, rollouts, rollouts_by_steps, traced
from elfer.games.master.kernel.observed import (
    OPTIONS,
    acted,
    at_random,
    is_legal,
    legal,
    legal_of,
    masked,
    observed,
    state_of,
    written,
)
from elfer.games.master.kernel.plan import Weights, planned
from elfer.games.master.kernel.steps import JOKER, JOKER_AT, LENGTH, ROW, WON, Rules, State, dealt, points
from elfer.table.cards import Card, Cards
from elfer.table.slots import Slots, hidden

__all__ = ["CARDS", "COLUMNS", "HAND", "WORDS", "Weights", "action_set", "cards", "compared", "deck", "moment"]
__all__ += ["points", "rollouts", "rollouts_by_steps", "rules", "slots", "spot_of", "traced"]
__all__ += ["without"]
__all__ += ["OPTIONS", "State", "acted", "at_random", "dealt", "is_legal", "legal", "legal_of"]
__all__ += ["masked", "observed", "planned", "state_of", "written"]

WORDS = 18
"""How many words the seats take: three for each of six."""
CARDS = 84
"""How many cards are shuffled."""


def rules(game: Master) -> Rules | None:
    """What is fixed at this table; nothing if a game changes something of these rules."""
    if type(game) is not Master:
        return None
    dealing = game.dealing()
    share = dealing.each or 0
    return Rules(
        players=game.players,
        share=share,
        dealt=share * game.players,
        cards=len(dealing.cards),
        connections=CONNECTIONS_EACH[game.players],
        any_order=int(game.options.rows == "random"),
        by_lot=int(game.options.first == "random"),
    )


def cards(game: Master) -> list[int]:
    """The spots of the cards that are shuffled."""
    return [spot((0, 1, 2, 3), card) for card in game.dealing().cards]


def moment(game: Master, state: MasterState) -> tuple[State, list[int]]:
    """A state of the engine in words, and what belongs to the seats beside it."""
    zones, order = state.table.zones, state.order
    words = State(
        state.seat,
        packed(order),
        *placed(order, board.EVERYWHERE ^ game.taken(state)),
        *placed(order, state.wild),
        state.laid,
        int(state.swapped),
        state.passes,
        len(zones[game.stock]),
        zones[game.bonus].bit_count(),
    )
    hands = []
    for seat in range(game.players):
        hand0, hand1 = placed(order, zones[seat])
        jokers = (zones[seat] & board.JOKERS).bit_count()
        beside = zones[game.connections[seat]].bit_count() + WON * zones[game.won[seat]].bit_count()
        hands += [hand0, hand1 + (jokers << JOKER_AT), beside]
    return words, hands + [0] * (WORDS - len(hands))


def deck(game: Master, state: MasterState) -> list[int]:
    """The deck of that moment: only the stock counts of it."""
    dealt = (game.dealing().each or 0) * game.players
    spots = [0] * dealt + [spot(state.order, card) for card in state.table.zones[game.stock]]
    return spots + [0] * (CARDS - len(spots))


def slots(game: Master, state: MasterState, seat: int) -> Slots:
    """What is hidden in a guess that was made for this seat."""
    found = hidden(game.layout, state.table, seat, game.stock, (game.dealing().each or 0) * game.players)
    allowed = []
    for each in found:
        first, second = placed(state.order, board.EVERYWHERE & ~each.never)
        allowed += [first, second | (JOKER if board.JOKERS & ~each.never else 0)]
    return Slots([spot(state.order, each.card) for each in found], [each.home for each in found], allowed)


def spot_of(number: int) -> int:
    """An action by its number in the game, as `compared` takes it: just so, since only a state tells its place."""
    return number


def action_set(order: int, *may: int) -> int:
    """What is legal, as the engine's set of actions."""
    what = may[PLACED]
    found = 1 << FIRST_OTHER + what if what else 0
    for place, word in enumerate(may[:PLACED]):
        for half in range(2):
            if row := word >> LENGTH * half & ROW:
                found |= row << first_number(order, place >> 1, 2 * (place & 1) + half)
    return found


def packed(order: board.Order) -> int:
    """The colours of the rows from the top, in two bits each."""
    return sum(own << 2 * row for row, own in enumerate(order))


def placed(order: board.Order, cards: Cards) -> tuple[int, int]:
    """A set of places or number cards in two words, as the rows lie."""
    rows = [cards >> LENGTH * own & ROW for own in order]
    return rows[0] | rows[1] << LENGTH, rows[2] | rows[3] << LENGTH


def spot(order: board.Order, card: Card) -> int:
    """Where a card belongs: 64 times its word, plus its bit there. All jokers have the same."""
    if card >= board.JOKER:
        return 64 + JOKER_AT
    row = order.index(card // LENGTH)
    return row // 2 * 64 + row % 2 * LENGTH + card % LENGTH
