"""The kernel of `hawaiki`: its cards (`piles`), its rules over machine words (`steps`, `options`), the plan of
its bot (`plan`), what seats see (`observed`), and what `elfer.fast` runs (`bulk`, `ahead`). Here it is told what is
fixed at a table, and what a state of the engine is in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from elfer.games.hawaiki import Hawaiki
from elfer.games.hawaiki.kernel import steps
from elfer.games.hawaiki.kernel.ahead import compared, slots, spot_of, without
from elfer.games.hawaiki.kernel.bulk import COLUMNS, HANDS, acting, legal, rollouts, rollouts_by_steps, traced
from elfer.games.hawaiki.kernel.observed import (
    OPTIONS,
    acted,
    at_random,
    is_legal,
    legal_of,
    masked,
    observed,
    planned,
    state_of,
    written,
)
from elfer.games.hawaiki.kernel.piles import ROW
from elfer.games.hawaiki.kernel.plan import Weights
from elfer.games.hawaiki.kernel.steps import CARDS, HIDDEN, NAME, PILED, START, Rules, State, dealt, points
from elfer.games.hawaiki.table import HawaikiState
from elfer.games.hawaiki.tops import COLOURS, KINDS, VALUES, kinds_of
from elfer.games.hawaiki.tops import WORDS as SAID
from elfer.table.actions import Call, Hide, Silent
from elfer.table.cards import Card, Cards

__all__ = ["CARDS", "COLUMNS", "WORDS", "action_set", "cards", "deck", "moment", "points", "restocked", "rollouts"]
__all__ += ["Weights", "compared", "rollouts_by_steps", "rules", "slots", "spot_of", "traced", "without"]
__all__ += ["OPTIONS", "State", "acted", "acting", "at_random", "dealt", "is_legal", "legal", "legal_of"]
__all__ += ["masked", "observed", "planned", "state_of", "written"]

WORDS = HANDS
"""How many words the seats take: three for each of six."""

_SEATS = 6


def rules(game: Hawaiki) -> Rules | None:
    """What is fixed at this table; nothing if the game has rules of its own."""
    if type(game) is not Hawaiki:
        return None
    dealing, players = game.dealing(), game.players
    share = dealing.each or 0
    pairs = [(seat,) for seat in range(players)], list(combinations(range(players), 2))
    named = [sum(1 << seat for seat in seats) for seats in (*pairs[0], *pairs[1])]
    names = [[n for n, seats in enumerate(named) if not seats >> seat & 1] for seat in range(players)]
    options = game.strict, game.one_hidden, game.sacrifice, game.second_chance
    return Rules(
        players,
        share * players,
        share,
        len(dealing.cards),
        game.options.markers,
        int(game.options.first == "random"),
        game.alone,
        NAME + len(named),
        _filled(named, _SEATS + _SEATS * (_SEATS - 1) // 2),
        _filled([sum(1 << NAME + n for n in own if n < players) for own in names], _SEATS),
        _filled([sum(1 << NAME + n for n in own) for own in names], _SEATS),
        1 if any(options) else None,
        *map(int, options),
    )


def _filled(words: list[int], size: int) -> tuple[int, ...]:
    return (*words, *[0] * (size - len(words)))


def cards(game: Hawaiki) -> list[int]:
    """The spots of the cards that are shuffled."""
    return [spot(card) for card in game.dealing().cards]


def spot(card: Card) -> int:
    """Where the kind of a card stands in a set."""
    colour, value = divmod(card % KINDS, VALUES)
    return 8 * colour + value


def kinds(found: Cards) -> int:
    """A set of kinds, as the kernel has it: with a bit that is not used behind each colour."""
    return sum((found >> VALUES * row & ROW) << 8 * row for row in range(len(COLOURS)))


@lru_cache(1 << 12)
def halves(cards: Cards) -> tuple[int, int]:
    """The kinds of some cards, and those of which there are both."""
    return kinds(kinds_of(cards)), kinds(cards & cards >> KINDS)


def moment(game: Hawaiki, state: HawaikiState) -> tuple[State, list[int]]:
    """A state of the engine in words, and what belongs to the seats beside it."""
    zones = state.table.zones
    piles = [zones[pile] for pile in game.piles]
    lying = sum([1 << card for pile in piles for card in pile])
    a, b, c = [spot(pile[-1]) for pile in piles]
    more = _more(game, state)
    stock = len(zones[game.stock])
    words = State(state.seat, a, b, c, *halves(lying), stock, state.due, state.passed, state.winner, more)
    hands = []
    for seat, (have, had) in enumerate(zip(state.markers, state.start, strict=True)):
        hands += [*halves(game.held(state, seat)), have | had << START | _hidden(game, state, seat) + 1 << HIDDEN]
    return words, hands + [0] * (WORDS - len(hands))


def _hidden(game: Hawaiki, state: HawaikiState, seat: int) -> int:
    """The spot of the hidden card of a seat; -1 for none."""
    if not game.one_hidden:
        return -1
    window, hand = state.table.window, state.table.zones[seat]
    if window is not None and not window.seconds:
        answer = window.answers[seat]
        return spot(answer.card) if isinstance(answer, Hide) else -1
    return spot(hand.bit_length() - 1) if hand else -1


def _more(game: Hawaiki, state: HawaikiState) -> int:
    """What only options bring about, in one word."""
    if not (game.strict or game.one_hidden or game.sacrifice or game.second_chance):
        return 0
    window, more = state.table.window, 0
    if window is not None:
        more |= sum(1 << steps.WAITING + seat for seat in window.waiting)
        more |= (steps.THANKING if state.thanks else steps.CALLING if window.seconds else steps.HIDING) << steps.ASKED
        for seat, answer in enumerate(window.answers):
            if state.thanks and isinstance(answer, Silent):
                more |= 1 << steps.RUDE + seat
            if isinstance(answer, Call) and answer.word == SAID.get(state.forgotten):
                more |= 1 << steps.RUDE + state.seat
    for at, value in [
        (steps.ANNOUNCED, state.announced),
        (steps.FORGOTTEN, state.forgotten),
        (steps.THANKED, state.thanks),
        (steps.BARE, int(state.bare)),
        (steps.BEGUN, int(state.begun)),
        (steps.DOUBLE, state.double),
        (steps.BURIED, state.buried),
        (steps.CHANCED, state.chanced),
    ]:
        more |= value << at
    return more


def deck(game: Hawaiki, state: HawaikiState) -> list[int]:
    """The deck of that moment: the stock, and what is noted of the piles."""
    zones, spots = state.table.zones, [0] * CARDS
    for place, card in enumerate(zones[game.stock], _first(game, state.buried)):
        spots[place] = spot(card)
    place = CARDS
    for at, pile in enumerate(game.piles):
        for card in zones[pile][:-1]:
            place -= 1
            spots[place] = PILED * at + spot(card)
    return spots


def restocked(game: Hawaiki, words: Sequence[int], spots: Sequence[int], many: int) -> list[Card]:
    """The kinds of a new stock of so many cards as they lie, by the deck and the words of the moment after."""
    buried = words[State._fields.index("more")] >> steps.BURIED & steps.SEATS
    return [int(spot - (spot >> 3)) for spot in spots[_first(game, buried) :][:many]]


def _first(game: Hawaiki, buried: int) -> int:
    """Where in the deck the stock begins."""
    return (game.dealing().each or 0) * game.players - buried.bit_count()


def action_set(lay0: int, lay1: int, lay2: int, hides: int, what: int) -> int:
    """What is legal, as the engine's set of actions."""
    sets = (_numbers(word) << KINDS * at for at, word in enumerate((lay0, lay1, lay2, hides)))
    return sum(sets) + (what << 4 * KINDS)


def _numbers(kinds: int) -> Cards:
    """A set of kinds, without the bits that are not used."""
    return sum((kinds >> 8 * row & ROW) << VALUES * row for row in range(len(COLOURS)))
