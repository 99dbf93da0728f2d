"""`schwarzer-peter`: Schwarzer Peter, the booklet's rule 12."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from elfer.games.booklet import NUMBERS, after, after_dealer, colours_deck, dealt_evenly
from elfer.games.schwarzer_peter import impossible, refusals, stage
from elfer.games.schwarzer_peter.grounds import GROUNDS
from elfer.table.actions import OFFER, Offer, Pull, Shift
from elfer.table.cards import Card, Cards, each
from elfer.table.choices import Actions, ActionSet
from elfer.table.dealing import Dealing, one_by_one
from elfer.table.events import Said
from elfer.table.game import NOBODY, Game, SeatNumber, State
from elfer.table.layout import Layout
from elfer.table.options import Rounds
from elfer.table.seed import Chance, Stream
from elfer.table.table import Content, Table, as_set
from elfer.table.zones import Shape, Sight, Zone

CARDS = 2 * NUMBERS
RIGHT = -1
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
    reasons = refusals.REASONS
    why_not = refusals.why_not
    faults = impossible.faults
    beats = stage.beats

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
        self.places = len(places)
        shifts = [Shift(card, place) for card in range(CARDS) for place in places]
        self.actions = Actions([OFFER, *shifts, *map(Pull, places)])
        self._offer = self.actions.just(OFFER)
        self._first_shift, self._first_pull = 1, 1 + len(shifts)
        self.after = tuple(tuple(after(seat, players, RIGHT)) for seat in range(players))

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
        able = [s for s in (seat, *self.after[seat]) if zones[s]]
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
        return self.only[state.drawer if state.offered else state.seat]

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, 1

    def points(self, state: PeterState) -> tuple[int, ...]:
        return tuple(int(seat == state.peter) for seat in range(self.players))  # SP-5: the forfeit

    # --- a turn ----------------------------------------------------------------------------------------------

    def choices(self, state: PeterState, seat: int) -> ActionSet:
        hand = state.table.zones[state.seat]
        places = (1 << len(hand)) - 1
        if state.offered:
            return places << self._first_pull
        shifts = 0
        if state.shifts:
            for place, card in enumerate(hand):
                shifts |= (places ^ 1 << place) << self.places * card
        return self._offer | shifts << self._first_shift

    def do_offer(self, state: PeterState, seat: int, offer: Offer) -> PeterState:
        table = self.layout.say(state.table, (Said(seat, offer),))
        return PeterState(table, seat, state.drawer, True, 0, NOBODY)

    def do_shift(self, state: PeterState, seat: int, shift: Shift) -> PeterState:
        table = self.layout.shift(state.table, seat, shift.card, shift.place - 1)
        return PeterState(table, seat, state.drawer, False, state.shifts - 1, NOBODY)

    def do_pull(self, state: PeterState, seat: int, pull: Pull) -> PeterState:
        """The card goes to the end of the drawer's hand; a pair so made is laid off (SP-4)."""
        card = state.table.zones[state.seat][pull.place - 1]
        table = self.layout.move(state.table, card, state.seat, seat)
        if twin(card) in table.zones[seat]:
            for one in (card, twin(card)):
                table = self.layout.move(table, one, seat, self.players + seat, table.events)
        return self._turn_of(table, seat)  # SP-3

    # --- what everyone can conclude --------------------------------------------------------------------------

    def concluded(self, state: PeterState, unknown: Cards, stream: Chance) -> Iterator[Mapping[int, Cards]]:
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
