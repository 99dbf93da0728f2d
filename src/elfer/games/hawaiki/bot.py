"""How to play Hawaiki.

Whoever forms combinations goes again, so cards are laid in an order in which one leads to the next. The last card of
a turn is the one that leaves the next player least: few cards that fit, and fewer that form something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from elfer.games.hawaiki import Hawaiki
from elfer.games.hawaiki.table import SECOND_CHANCE, HawaikiState
from elfer.games.hawaiki.tops import FITS, FLUSH, KINDS, MASKS, PAIR, STRAIGHT, TRIPLET, WORDS, formed, kinds_of
from elfer.table.actions import Action, Announce, Bury, Call, Draw, Hide, LayAt, Name
from elfer.table.cards import Card, Cards, each

DEEPEST = 4
"""So many combinations one after the other are thought of."""
HASTE = 4
"""From so few cards in a hand on the round is near its end."""

Tops = tuple[Card, Card, Card]
Row = tuple[float, ...]


class Weights(Struct, frozen=True):
    """What counts in a turn, with all that can follow in it."""

    laid: float = 1.0
    """Cards that are laid in the turn; a card that is drawn counts against it."""
    given: float = 0.6
    """Cards that others have to draw."""
    out: float = 6.0
    """The last card is laid."""
    near: float = 0.4
    """Which part of the cards left in the hand fits somewhere as the piles lie then."""
    promise: float = 0.0
    """Cards left in the hand that would form a combination."""
    danger: float = -0.1
    """Combinations that the next player can be expected to form."""
    harm: float = 0.0
    """Cards that they would cost the others."""
    opens: float = 0.0
    """Which part of the cards that nobody has seen fits somewhere."""
    late_opens: float = 0.0
    """The same, when the next player is near to going out."""
    marker: float = -1.5
    """A marker is given up."""
    named: float = 1.0
    """Cards that those who are named draw, for each card that they have."""
    named_next: float = 0.0
    """The next player is among them."""
    hidden: float = 1.0
    """Own cards that fit on the one that is hidden: nobody needs to see what may follow."""
    word: float = 1.0
    """The right word is said."""


BOLD = ("given", "promise")
CAREFUL = ("danger", "harm", "opens")

_NO_TURN = (0.0,) * 9


class Forms(Struct, frozen=True):
    """What can be laid on three piles."""

    lays: tuple[dict[Card, int], ...]
    """By pile: the kinds that fit, and what each forms."""
    fitting: Cards
    """The kinds that fit somewhere."""
    forming: Cards
    """The kinds that form something."""
    giving: tuple[tuple[int, Cards], ...]
    """A combination for which others draw, and the kinds that form it."""


@lru_cache(1 << 14)
def forms(tops: Tops) -> Forms:
    """What can be laid where, and what it would form."""
    lays = tuple(
        {kind: formed(kind, top, tops[at - 1], tops[at - 2]) for kind in each(FITS[top])}
        for at, top in enumerate(tops)
    )
    kinds = dict.fromkeys((0, PAIR, STRAIGHT, FLUSH, TRIPLET), 0)
    for pile in lays:
        for kind, made in pile.items():
            kinds[made] |= 1 << kind
    plain = kinds.pop(0)
    forming = kinds[PAIR] | kinds[STRAIGHT] | kinds[FLUSH] | kinds[TRIPLET]
    giving = tuple((made, some) for made, some in kinds.items() if made != PAIR and some)
    return Forms(lays, plain | forming, forming, giving)


def look(game: Hawaiki, state: HawaikiState, seat: int, legal: Sequence[Action]) -> list[Row]:
    """What speaks for each of the actions and against it."""
    first = legal[0]
    if state.table.window is not None and not isinstance(first, Hide):
        right = WORDS.get(state.forgotten, "")
        return [_other(word=_right(action, right, bool(state.thanks))) for action in legal]
    if isinstance(first, Name):
        return [_named(game, state, seat, action) for action in legal]
    if isinstance(first, Hide):
        kinds = kinds_of(game.held(state, seat))
        return [_other(hidden=(FITS[a.card] & kinds).bit_count() if isinstance(a, Hide) else 0) for a in legal]
    return [*_Turn(game, state, seat).rows(legal)]


def _other(marker: float = 0, named: float = 0, following: float = 0, hidden: float = 0, word: float = 0) -> Row:
    return (*_NO_TURN, marker, named, following, hidden, word)


def _right(action: Action, word: str, thanks: bool) -> int:
    if not isinstance(action, Call):
        return 0
    return 1 if thanks or action.word == word else -1


def _named(game: Hawaiki, state: HawaikiState, seat: int, name: Action) -> Row:
    seats = name.seats if isinstance(name, Name) else ()
    cards = game.alone if state.due == FLUSH and len(seats) == 1 else 1
    named = sum(cards / (1 + game.held(state, other).bit_count()) for other in seats)
    return _other(named=named, following=game.next[seat] in seats)


class _Turn:
    """What a seat has before it in its turn."""

    def __init__(self, game: Hawaiki, state: HawaikiState, seat: int) -> None:
        zones = state.table.zones
        held = game.held(state, seat)
        self.game, self.state = game, state
        self.hand = tuple([card % KINDS for card in each(held)])
        self.piles = [zones[pile] for pile in game.piles]
        a, b, c = self.piles
        self.tops: Tops = (a[-1] % KINDS, b[-1] % KINDS, c[-1] % KINDS)
        self.gives = {0: 0, PAIR: 0, STRAIGHT: 1, FLUSH: 2, TRIPLET: game.players - 1}
        out = held | sum([1 << card for pile in self.piles for card in pile])
        self.unseen: Cards = ~out & (1 << 2 * KINDS) - 1
        self.unknown = self.unseen.bit_count() or 1
        counts = [game.held(state, other).bit_count() for other in game.others[seat]]
        self.next = counts[0]
        self.late = max(0, HASTE - self.next) / HASTE
        self.fewest = min(counts)

    def rows(self, legal: Sequence[Action]) -> Iterator[Row]:
        for action in legal:
            if isinstance(action, LayAt):
                ways = self.laid(self.hand, self.tops, action.card, action.at, self._said(action))
                yield self.row(max(ways, key=_measure))
            elif isinstance(action, Draw):
                yield self.row((-1, 0, 0, *self.outlook(self.hand, self.tops)))
            elif isinstance(action, Announce):
                yield self._announced(action)
            elif isinstance(action, Bury):
                a, b, c = (p[-2] % KINDS if n == action.at else p[-1] % KINDS for n, p in enumerate(self.piles))
                yield self.row(self.best(self.hand, (a, b, c)), marker=1)
            else:
                yield self.row((0, 0, 0, *self.outlook(self.hand, self.tops)))

    def row(self, turn: Row, marker: float = 0) -> Row:
        *_, opens = turn
        return (*turn, opens * self.late, marker, 0, 0, 0, 0)

    def _said(self, lay: LayAt) -> int:
        """The combination of a card, as far as it was announced where that is needed."""
        made = forms(self.tops).lays[lay.at][lay.card]
        return self.state.announced if self.game.strict else made

    def _announced(self, announce: Announce) -> Row:
        if announce == SECOND_CHANCE:
            return self._second_chance()
        made = MASKS[announce.word]
        turns = [
            turn
            for at, pile in enumerate(forms(self.tops).lays)
            for kind in sorted({*self.hand})
            if pile.get(kind) == made
            for turn in self.laid(self.hand, self.tops, kind, at, made)
        ]
        return self.row(max(turns, key=_measure))

    def _second_chance(self) -> Row:
        """Two cards now and the last one next time, if there are just these and nobody else is as near to it."""
        laid, *rest = self.best(self.hand, self.tops)
        kinds = kinds_of(sum(1 << kind for kind in {*self.hand}))
        ready = len(self.hand) == 3 and self.fewest > 1 and (kinds & forms(self.tops).fitting).bit_count() > 1
        return self.row((laid + 2 if ready else laid - 2, *rest), marker=1)

    def best(self, hand: tuple[Card, ...], tops: Tops) -> Row:
        """The best that a turn can bring."""
        return max(self.ways(hand, tops, 0, 0, DEEPEST), key=_measure)

    def ways(self, hand: tuple[Card, ...], tops: Tops, laid: int, given: int, deepest: int) -> Iterator[Row]:
        """All ways in which a turn can go on: what is laid, or else a card that is drawn."""
        stuck = True
        for at, pile in enumerate(forms(tops).lays):
            for kind in sorted({*hand}):
                if (made := pile.get(kind)) is not None:
                    stuck = False
                    yield from self.laid(hand, tops, kind, at, made, laid, given, deepest)
        if stuck:
            yield (laid - 1, given, 0, *self.outlook(hand, tops))

    def laid(
        self,
        hand: tuple[Card, ...],
        tops: Tops,
        kind: Card,
        at: int,
        made: int,
        laid: int = 0,
        given: int = 0,
        deepest: int = DEEPEST,
    ) -> Iterator[Row]:
        """All ways in which a turn can go in which a card is laid next."""
        place = hand.index(kind)
        rest = hand[:place] + hand[place + 1 :]
        laid, given = laid + 1, given + self.gives[made]
        if not rest:
            yield (laid, given, 1, 0, 0, 0, 0, 0)
            return
        a, b, c = tops
        after = (kind, b, c) if at == 0 else (a, kind, c) if at == 1 else (a, b, kind)
        if not made or not deepest:
            yield (laid, given, 0, *self.outlook(rest, after))
        else:
            yield from self.ways(rest, after, laid, given, deepest - 1)

    def outlook(self, hand: tuple[Card, ...], tops: Tops) -> Row:
        """What it means to leave the piles like this with that hand."""
        can = forms(tops)
        fitting, forming, chance = can.fitting, can.forming, self.next / self.unknown
        near = sum([fitting >> kind & 1 for kind in hand]) / len(hand)
        promise = sum([forming >> kind & 1 for kind in hand])
        harm = sum([self.gives[made] * self._copies(kinds) for made, kinds in can.giving])
        opens = self._copies(fitting) / self.unknown
        return near, promise, chance * self._copies(forming), chance * harm, opens

    def _copies(self, kinds: Cards) -> int:
        """How many cards of these kinds nobody has seen."""
        both: Cards = kinds | kinds << KINDS
        return (self.unseen & both).bit_count()


def _measure(turn: Row) -> float:
    """How good a turn looks, to compare what may follow in it."""
    laid, given, out, near, _, danger, *_ = turn
    return laid + given / 2 + 6 * out + near / 2 - danger / 4
