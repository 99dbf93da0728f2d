"""`schwarzer-peter`: Schwarzer Peter, the booklet's rule 12."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct

from elfer.games.booklet import NUMBERS, after, after_dealer, colours_deck, dealt_evenly
from elfer.games.schwarzer_peter.grounds import GROUNDS
from elfer.games.schwarzer_peter.refusals import REASONS, why_not
from elfer.table.actions import OFFER, Action, Offer, Pull, Shift
from elfer.table.cards import Card, Cards, each
from elfer.table.dealing import Dealing, one_by_one
from elfer.table.events import Said
from elfer.table.game import NOBODY, Game, SeatNumber, State
from elfer.table.layout import Layout
from elfer.table.options import Rounds
from elfer.table.seed import Stream
from elfer.table.table import Content, Table, as_set
from elfer.table.zones import Shape, Sight, Zone

CARDS = 2 * NUMBERS
RIGHT = -1
ONLY_OFFER = (OFFER,)
_TRIES = 12
"""How often a guess looks for hands without pairs before it makes do with any."""


class Options(Struct, frozen=True, kw_only=True):
    rounds: Rounds = 3  # SP-5


class PeterState(State, frozen=True, gc=False):
    """A moment of Schwarzer Peter."""

    seat: SeatNumber
    """Whose turn it is: the hand that is drawn from; `NOBODY` when the round is over."""
    drawer: SeatNumber
    """The next one with cards, who draws from it."""
    offered: bool
    """Whether the hand is held out, so that the drawer is to act."""
    shifts: int
    """How many more cards may be moved within the hand: in all so many that every order can be had (SP-6)."""
    peter: SeatNumber
    """Who was left with the single card; `NOBODY` until then."""


class SchwarzerPeter(Game[PeterState]):
    id = "schwarzer-peter"
    seats = range(2, 9)
    lowest_wins = True  # SP-5
    Options = Options
    state = PeterState
    grounds = GROUNDS
    reasons = REASONS

    def setup(self) -> None:
        players, deck = self.players, colours_deck(CARDS)
        zones = [
            # Ordered, since the neighbour draws by place.
            *(Zone("hand", Shape.STACK, Sight.OWNER, seat) for seat in range(players)),
            *(Zone("pairs", Shape.BANK, Sight.OPEN, seat) for seat in range(players)),
            Zone("away", Shape.STACK, Sight.CLOSED),
            Zone("peter", Shape.BANK, Sight.OPEN),
        ]
        self.away, self.peter = 2 * players, 2 * players + 1
        self.layout = Layout(deck, players, zones)
        # Whoever has drawn gives before drawing again, and no hand holds a number twice.
        places = range(1, 1 + min(NUMBERS, 1 - (1 - CARDS) // players))
        pulls = tuple(map(Pull, places))
        self._pulls = tuple(pulls[:size] for size in (0, *places))
        self._shifts = _all_shifts()
        self.actions = (*(Shift(card, place) for card in range(CARDS) for place in places), OFFER, *pulls)
        path, seats = self.layout.path, range(players)
        self._shift = tuple(map(self.layout.shifting, seats))
        self._pull = {(seat, drawer): path(seat, drawer) for seat in seats for drawer in seats if seat != drawer}
        self._lay_off = tuple(path(seat, players + seat) for seat in seats)
        self._seats = (*((seat,) for seat in range(players)), ())
        self._offers = tuple((Said(seat, OFFER),) for seat in range(players))
        self._after = tuple(tuple(after(seat, players, RIGHT)) for seat in range(players))

    # --- the start -------------------------------------------------------------------------------------------

    def dealing(self, number: int = 0) -> Dealing:
        return one_by_one(range(CARDS), after_dealer(number, self.players, RIGHT), RIGHT, away=1)

    def deal(self, seed: bytes, number: int = 0, before: PeterState | None = None) -> PeterState:
        stream, first = Stream(seed, "deal"), after_dealer(number, self.players, RIGHT)
        left: list[list[Card]] = []
        # A deal that pairs off everything but the Black Peter leaves nothing to play: it is dealt again.
        while sum(map(len, left)) <= 1:
            away, *cards = stream.shuffled(range(CARDS))  # SP-1
            dealt = dealt_evenly(cards, self.players, first, RIGHT)
            left = [[card for card in hand if twin(card) not in hand] for hand in dealt]  # SP-2
        contents: dict[int, Content] = {self.away: (away,)}
        for seat in range(self.players):
            contents[seat] = tuple(left[seat])
            contents[self.players + seat] = as_set(tuple(dealt[seat])) ^ as_set(tuple(left[seat]))
        return self._turn_of(self.layout.laid(contents, seed), (first - RIGHT) % self.players)  # SP-3: the dealer

    def _turn_of(self, table: Table, seat: int) -> PeterState:
        """The turn of that seat, or of the next one with cards (SP-4)."""
        zones = table.zones
        able = [s for s in (seat, *self._after[seat]) if zones[s]]
        if len(able) == 1:
            return self._ended(table, able[0])
        shifts = len(zones[able[0]]) - 1
        # A single card cannot be put in another order, so it is held out at once.
        return PeterState(table, able[0], able[1], not shifts, shifts, NOBODY)

    def _ended(self, table: Table, seat: int) -> PeterState:
        """One card is left: it is laid open, and its holder is the Black Peter (SP-5)."""
        for card in table.zones[seat]:
            table = self.layout.move(table, card, seat, self.peter, table.events)
        return PeterState(table, NOBODY, NOBODY, False, 0, seat)

    def to_act(self, state: PeterState) -> tuple[int, ...]:
        return self._seats[state.drawer if state.offered else state.seat]

    def points(self, state: PeterState) -> tuple[int, ...]:
        return tuple(int(seat == state.peter) for seat in range(self.players))  # SP-5: the forfeit

    # --- a turn ----------------------------------------------------------------------------------------------

    def legal(self, state: PeterState, seat: int) -> Sequence[Action]:
        if seat < 0 or seat != (state.drawer if state.offered else state.seat):
            return ()
        hand = state.table.zones[state.seat]
        size = len(hand)
        if state.offered:
            return self._pulls[size]
        if not state.shifts:
            return ONLY_OFFER
        out: list[Action] = [OFFER]
        shifts = self._shifts[size]
        for place, card in enumerate(hand):
            out += shifts[place][card]
        return out

    def apply(self, state: PeterState, seat: int, action: Action) -> PeterState:
        if seat < 0 or seat != (state.drawer if state.offered else state.seat):
            raise self.out_of_turn(state, seat)
        table, hand = state.table, state.table.zones[state.seat]
        if state.offered:
            if type(action) is Pull and 1 <= action.place <= len(hand):
                return self._pulled(state, hand[action.place - 1])
        elif type(action) is Offer:
            return PeterState(self.layout.say(table, self._offers[seat]), seat, state.drawer, True, 0, NOBODY)
        elif type(action) is Shift and state.shifts and self._moves(action, hand):
            table = self._shift[seat](table, action.card, action.place - 1)
            return PeterState(table, seat, state.drawer, False, state.shifts - 1, NOBODY)
        raise why_not(self, state, seat, action)

    @staticmethod
    def _moves(action: Shift, hand: tuple[Card, ...]) -> bool:
        """Whether it puts a card of the hand to another place in it."""
        return 1 <= action.place <= len(hand) and hand[action.place - 1] != action.card and action.card in hand

    def _pulled(self, state: PeterState, card: Card) -> PeterState:
        """The card goes to the end of the drawer's hand; a pair so made is laid off (SP-4)."""
        drawer, other = state.drawer, twin(card)
        table = self._pull[state.seat, drawer](state.table, card)
        if other in table.zones[drawer]:
            for one in (card, other):
                table = self._lay_off[drawer](table, one, table.events)
        return self._turn_of(table, drawer)  # SP-3

    # --- what everyone can conclude --------------------------------------------------------------------------

    def concluded(self, state: PeterState, unknown: Cards, stream: Stream) -> Iterator[Mapping[int, Cards]]:
        """No hand holds both cards of a number: they would have been laid off (SP-2, SP-4)."""
        hands, zones = range(self.players), state.table.zones
        known = {seat: sum(1 << twin(c) for c in zones[seat] if not unknown >> c & 1) for seat in hands}
        pairs = [card for card in each(unknown) if card < NUMBERS and unknown >> twin(card) & 1]
        for _ in range(_TRIES if pairs else 0):
            split = dict(known)
            for card in pairs:
                for seat in hands:
                    split[seat] |= 1 << (card if stream.below(2) else twin(card))
            yield split
        yield known


def twin(card: Card) -> Card:
    """The other card of the same number."""
    return (card + NUMBERS) % CARDS


@cache
def _all_shifts() -> tuple[tuple[tuple[tuple[Shift, ...], ...], ...], ...]:
    """By the size of a hand, a place in it and the card there: all that puts this card to another place."""
    by_card = [[Shift(card, place) for place in range(1, NUMBERS + 1)] for card in range(CARDS)]
    return tuple(
        tuple(tuple((*row[:place], *row[place + 1 : size]) for row in by_card) for place in range(size))
        for size in range(NUMBERS + 1)
    )
