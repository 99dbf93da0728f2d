"""A bot for `hawaiki`: it looks through all that it can lay in one go, and likes to go again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from elfer.games.hawaiki import Hawaiki
from elfer.games.hawaiki.table import SECOND_CHANCE, HawaikiState
from elfer.games.hawaiki.tops import FITS, FLUSH, KINDS, STRAIGHT, TRIPLET, WORDS, formed, kinds_of
from elfer.table.actions import DRAW, PASS, SILENT, Action, Announce, Bury, Call, Hide, LayAt, Name
from elfer.table.cards import Card, each
from elfer.table.seed import Stream

T = TypeVar("T")

# What things are worth, where a card less in the bot's hand is 100.
CARD = 100
OUT = 600
GIVEN = 60
"""A card that somebody else has to draw."""
NEXT = 40
"""A card that can be laid next time as things stand."""
DANGER = 2
"""A way for others to form a combination."""
MARKER = 150
DEEPEST = 5

Tops = tuple[Card, Card, Card]


def choose(game: Hawaiki, state: HawaikiState, seat: int, stream: Stream) -> Action:
    legal = game.legal(state, seat)
    if state.table.window:
        return _answer(game, state, seat, legal)
    if isinstance(legal[0], Name):
        return _victims(game, state, seat, legal)
    if isinstance(legal[0], Hide):
        return _hidden(game, state, seat, legal)
    return _turn(_Look(game, state, seat), state, legal, stream)


def _answer(game: Hawaiki, state: HawaikiState, seat: int, legal: Sequence[Action]) -> Action:
    if isinstance(legal[0], Hide):
        return _hidden(game, state, seat, legal)
    if state.thanks:
        return legal[0]
    return Call(WORDS[state.forgotten]) if state.forgotten else SILENT


def _victims(game: Hawaiki, state: HawaikiState, seat: int, legal: Sequence[Action]) -> Action:
    """Whoever has the fewest cards has to draw; two players if that makes more cards, or if both are close to it."""
    others = [(seat - n) % game.players for n in range(1, game.players)]
    one, two, *_ = sorted(others, key=lambda other: game.held(state, other).bit_count())
    both = Name((min(one, two), max(one, two)))
    close = game.held(state, two).bit_count() <= 2
    return both if both in legal and (game.alone == 1 or close) else Name((one,))


def _hidden(game: Hawaiki, state: HawaikiState, seat: int, legal: Sequence[Action]) -> Action:
    """The card to which most of the bot's cards fit: nobody needs to see what may follow."""
    kinds = kinds_of(game.held(state, seat))
    hides = [action for action in legal if isinstance(action, Hide)]
    return max(hides, key=lambda hide: (FITS[hide.card] & kinds).bit_count())


class _Look:
    """What a seat has before it."""

    def __init__(self, game: Hawaiki, state: HawaikiState, seat: int) -> None:
        zones = state.table.zones
        held = game.held(state, seat)
        self.game, self.others = game, game.players - 1
        self.hand = tuple(sorted(card % KINDS for card in each(held)))
        self.piles = [zones[pile] for pile in game.piles]
        a, b, c = (pile[-1] % KINDS for pile in self.piles)
        self.tops: Tops = (a, b, c)
        self.fewest = min(game.held(state, s).bit_count() for s in range(game.players) if s != seat)

    def lays(self, hand: Iterable[Card], tops: Tops) -> list[tuple[Card, int, int]]:
        """All that can be laid of a hand: kind, pile, and what it forms."""
        return [
            (kind, at, formed(kind, top, tops[at - 1], tops[at - 2]))
            for at, top in enumerate(tops)
            for kind in dict.fromkeys(hand)
            if FITS[top] >> kind & 1
        ]

    def worth(self, hand: tuple[Card, ...], tops: Tops, lay: tuple[Card, int, int], deepest: int = DEEPEST) -> int:
        """What laying a card is worth, with all that may follow in the same turn."""
        kind, at, made = lay
        rest = list(hand)
        rest.remove(kind)
        a, b, c = (kind if n == at else top for n, top in enumerate(tops))
        gain = CARD + GIVEN * self._gives(made)
        if not rest:
            return gain + OUT
        if not made or not deepest:
            return gain + self.outlook(rest, (a, b, c))
        return gain + self.turn(tuple(rest), (a, b, c), deepest - 1)

    def turn(self, hand: tuple[Card, ...], tops: Tops, deepest: int = DEEPEST) -> int:
        """What a turn is worth: the best that can be laid, or a card to draw."""
        drawing = self.outlook(hand, tops) - CARD
        return max((self.worth(hand, tops, lay, deepest) for lay in self.lays(hand, tops)), default=drawing)

    def _gives(self, made: int) -> int:
        """How many cards others have to draw."""
        return bool(made & STRAIGHT) + 2 * bool(made & FLUSH) + self.others * bool(made & TRIPLET)

    def outlook(self, hand: Sequence[Card], tops: Tops) -> int:
        """What it is worth to leave the piles like this: some of the bot's cards fit, and others can do little."""
        near = sum(any(FITS[top] >> kind & 1 for top in tops) for kind in hand)
        danger = sum(bool(made) for _, _, made in self.lays(range(KINDS), tops))
        return NEXT * near // len(hand) - DANGER * danger


def _turn(look: _Look, state: HawaikiState, legal: Sequence[Action], stream: Stream) -> Action:
    before = [action for action in legal if isinstance(action, Bury) or action == SECOND_CHANCE]
    if before and (paid := _for_a_marker(look, before)):
        return paid
    can = {(action.card, action.at) for action in legal if isinstance(action, LayAt)}
    lays = [lay for lay in look.lays(look.hand, look.tops) if lay[:2] in can]
    if not lays:
        return DRAW if DRAW in legal else PASS
    kind, at, made = _best(look, lays, stream)
    if look.game.strict and made != state.announced:
        return Announce(WORDS[made])
    return LayAt(kind, at)


def _best(look: _Look, lays: Sequence[tuple[Card, int, int]], stream: Stream) -> tuple[Card, int, int]:
    worth = [look.worth(look.hand, look.tops, lay) for lay in lays]
    return _any([lay for lay, value in zip(lays, worth, strict=True) if value == max(worth)], stream)


def _for_a_marker(look: _Look, before: Sequence[Action]) -> Action | None:
    """A sacrifice or a second chance, if it is worth a marker."""
    hand, now = look.hand, look.turn(look.hand, look.tops)
    for action in before:
        if isinstance(action, Bury):
            a, b, c = (p[-2] % KINDS if n == action.at else p[-1] % KINDS for n, p in enumerate(look.piles))
            if look.turn(hand, (a, b, c)) > now + MARKER:
                return action
        elif len(hand) == 3 and look.fewest > 1 and len({kind for kind, _, _ in look.lays(hand, look.tops)}) > 1:
            return action  # two cards now, and the last one next time
    return None


def _any(things: Sequence[T], stream: Stream) -> T:
    return things[stream.below(len(things))]
