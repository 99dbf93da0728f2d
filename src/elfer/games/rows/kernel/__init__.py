"""The kernel of the row games: their rules over machine words (`steps`), random play (`rollout`), the plan of their
bot (`plan`), what seats see (`observed`), and what `elfer.fast` runs (`bulk`, `ahead`). Here it is told what is fixed
at a table, and what a state of the engine is in words."""

from __future__ import annotations

from elfer.games.rows import RowGame, RowState
from elfer.games.rows.kernel.ahead import HAND, compared, without
from elfer.games.rows.kernel.bulk import COLUMNS, FIRST_OTHER, rollouts, rollouts_by_steps, traced
from elfer.games.rows.kernel.observed import (
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
from elfer.games.rows.kernel.plan import Weights, planned
from elfer.games.rows.kernel.steps import Rule, Rules, State, dealt, points
from elfer.table.cards import Card, Cards
from elfer.table.slots import Slots, hidden

__all__ = [
    "CARDS",
    "COLUMNS",
    "HAND",
    "WORDS",
    "action_set",
    "cards",
    "deck",
    "moment",
    "rollouts",
    "rollouts_by_steps",
    "rules",
]
__all__ += [
    "OPTIONS",
    "State",
    "acted",
    "at_random",
    "dealt",
    "is_legal",
    "legal",
    "legal_of",
    "masked",
    "observed",
    "planned",
    "state_of",
    "written",
]
__all__ += ["Weights", "compared", "points", "slots", "spot_of", "traced", "without"]

WORDS = 16
"""How many words the hands take: two for each of eight seats."""
CARDS = 80
"""How many cards a deck has at most."""

_HALF = 40
_LOW = (1 << _HALF) - 1
_OPENS = 8
_RULES = ("start", "opened_by", "begin", "choices", "do_lay", "do_draw", "do_take", "do_end", "do_pass", "points")


def rules(game: RowGame) -> Rules | None:
    """What is fixed at this table; nothing if the game has rules that stand in no declaration."""
    if any(getattr(type(game), name) is not getattr(RowGame, name) for name in _RULES):
        return None
    dealing, prelaid = game.dealing(), game.prelaid()
    opens = [spot(card) for card in game.order() if game.in_play >> card & 1] if not game.begins() else []
    share = dealing.each or 0
    return Rules(
        players=game.players,
        direction=game.direction,
        begins=int(game.begins()),
        opens=(*opens, *[-1] * (_OPENS - len(opens))),
        one_colour=_rule(game.one_colour),
        on_after_drawn=_rule(game.on_after_drawn),
        on_after_opening=_rule(game.on_after_opening),
        one_opener=_rule(game.one_opener),
        any_opens=_rule(game.any_opens),
        take_three=_rule(game.blocking == "take-three"),
        draw_to_fit=_rule(game.blocking == "draw-to-fit"),
        share=share,
        dealt=share * game.players,
        cards=len(dealing.cards),
        **_words("play", game.in_play),
        **_words("free", game.in_play & ~prelaid),
        **_words("first", game.first_fits),
    )


def cards(game: RowGame) -> list[int]:
    """The spots of the cards that are shuffled."""
    return [spot(card) for card in game.dealing().cards]


def moment(game: RowGame, state: RowState) -> tuple[State, list[int]]:
    """A state of the engine in words, and the hands beside it."""
    zones, half, seat = state.table.zones, _LOW, state.seat
    apart = zones[game.drawn[seat]] if seat >= 0 else 0
    free = game.in_play ^ zones[game.rows]
    words = State(
        seat,
        state.fits & half,
        state.fits >> _HALF,
        free & half,
        free >> _HALF,
        state.offer & half,
        state.offer >> _HALF,
        int(state.laid),
        state.drawn,
        spot(apart.bit_length() - 1) if apart else -1,
        len(zones[game.stock]),
    )
    hands = [word for hand in zones[: game.players] for word in (hand & half, hand >> _HALF)]
    return words, hands + [0] * (WORDS - len(hands))


def deck(game: RowGame, state: RowState) -> list[int]:
    """The deck of that moment: only the stock counts of it."""
    dealt = (game.dealing().each or 0) * game.players
    spots = [0] * dealt + [spot(card) for card in state.table.zones[game.stock]]
    return spots + [0] * (CARDS - len(spots))


def slots(game: RowGame, state: RowState, seat: int) -> Slots:
    """What is hidden in a guess that was made for this seat."""
    found = hidden(game.layout, state.table, seat, game.stock, (game.dealing().each or 0) * game.players)
    allowed = [word for each in found for word in halves((1 << 2 * _HALF) - 1 & ~each.never)]
    return Slots([spot(each.card) for each in found], [each.home for each in found], allowed)


def spot_of(number: int) -> int:
    """An action by its number in the game, as `compared` takes it."""
    return spot(number) if number <= FIRST_OTHER else FIRST_OTHER - number


def action_set(can0: int, can1: int, what: int) -> int:
    """What is legal, as the engine's set of actions."""
    return can0 | can1 << _HALF | (1 << FIRST_OTHER + what if what else 0)


def halves(cards: Cards) -> tuple[int, int]:
    """A set of cards in two words."""
    return cards & _LOW, cards >> _HALF


def spot(card: Card) -> int:
    """Where a card is: 64 times its word, plus its bit there."""
    return card // _HALF * 64 + card % _HALF


def _words(name: str, cards: Cards) -> dict[str, int]:
    return dict(zip((f"{name}0", f"{name}1"), halves(cards), strict=True))


def _rule(there: bool) -> Rule:
    return 1 if there else None
