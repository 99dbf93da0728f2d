"""`schwarzer-peter`: Schwarzer Peter, rule 12 of the booklet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from operator import getitem
from typing import ClassVar

from msgspec import Struct

from elfer.games.booklet import NUMBERS, BookletGame, complete
from elfer.games.schwarzer_peter import stage
from elfer.table.actions import OFFER, Action, Offer, Pull, Shift
from elfer.table.cards import Card, Cards, each, together
from elfer.table.fields import Count, SeatNumber
from elfer.table.game import NOBODY, Actions, ActionSet, Chance, Deal, Dealing, Refused, Said, TurnState
from elfer.table.options import Rounds
from elfer.table.possible import expect
from elfer.table.table import Table
from elfer.table.zones import Shape, Sight, Zones

CARDS = 2 * NUMBERS
_TRIES = 12
"""How often a guess looks for hands without pairs before it makes do with any."""


class Options(Struct, frozen=True, kw_only=True):
    rounds: Rounds = 3  # SP-5


class PeterState(TurnState, frozen=True, gc=False):
    """A moment of Schwarzer Peter. Whose turn it is has the hand that is drawn from."""

    drawer: SeatNumber
    """The next one with cards, who draws from it."""
    offered: bool
    """Whether the hand is held out, so that the drawer is to act."""
    shifts: Count
    """How many more cards may be moved within the hand: in all so many that every order can be had (SP-6)."""
    peter: SeatNumber
    """Who was left with the single card; `NOBODY` until then."""


class SchwarzerPeter(BookletGame[PeterState]):
    id, seats, state = "schwarzer-peter", range(2, 9), PeterState
    lowest_wins = True  # SP-5
    Options = Options
    beats = stage.beats
    bounds = (0, 1)
    direction = -1  # SP-3
    rests: ClassVar = {
        "SP-3": "offer, pull, hand>hand, not-your-turn, hand-not-held-out, pull-a-card, so-many-held-out",
        "SP-4": "hand>pairs",
        "SP-5": "over, round-over, hand>peter",
        "SP-6": "shift, places-in-hand, lies-there-already, shifted-enough",
    }

    def setup(self) -> None:
        players, zones = self.players, Zones(self.players)
        zones.each("hand", Shape.STACK, Sight.OWNER)  # ordered, since the neighbour draws by place
        self.pairs = zones.each("pairs", Shape.BANK, Sight.OPEN)
        self.away = zones.one("away", Shape.STACK, Sight.CLOSED)
        self.peter = zones.one("peter", Shape.BANK, Sight.OPEN)
        self.layout = self.lay_out(zones, CARDS)
        # Whoever has drawn gives before drawing again, and no hand holds a number twice.
        self.places = min(NUMBERS, 1 - (1 - CARDS) // players)
        places = range(1, 1 + self.places)
        shifts = [Shift(card, place) for card in range(CARDS) for place in places]
        self.actions = Actions([OFFER, *shifts, *map(Pull, places)])
        self._offer, self._first_pull = self.actions.just(OFFER), 1 + len(shifts)
        to = [self.actions.each(*(Shift(card, place) for card in range(CARDS))) for place in places]
        anywhere = [sum(some) for some in zip(*to, strict=True)]
        self._elsewhere = [[every ^ here for every, here in zip(anywhere, some, strict=True)] for some in to]
        """By place and card: the shifts of a card that lies there to other places."""
        self._within = [sum(map(sum, to[:size])) for size in (0, *places)]
        """By size of a hand: the shifts to its places."""

    def dealing(self, number: int = 0) -> Dealing:
        return self.one_by_one(number, away=1, rest=self.away)  # SP-1

    def begin(self, deal: Deal[PeterState]) -> PeterState | None:
        self.lay_off(deal, self.pairs, colours=2)  # SP-2
        if sum(len(deal.lying[seat]) for seat in range(self.players)) == 1:
            return None  # only the Black Peter is left, so there would be nothing to play: it is dealt again
        return self._turn_of(deal.table(), self.after_dealer(deal.number - 1))  # SP-3: the dealer

    def _turn_of(self, table: Table, seat: int) -> PeterState:
        """The turn of that seat, or of the next one with cards (SP-4)."""
        zones = table.zones
        giver = seat if zones[seat] else self.following(seat, zones)
        drawer = self.following(giver, zones)
        if drawer == giver:  # SP-5: the last card is laid open
            table = self.layout.move_all(table, zones[giver], giver, self.peter, table.events)
            return PeterState(table, NOBODY, NOBODY, False, 0, giver)
        shifts = len(zones[giver]) - 1
        # A single card cannot be put in another order, so it is held out at once.
        return PeterState(table, giver, drawer, not shifts, shifts, NOBODY)

    def to_act(self, state: PeterState) -> tuple[int, ...]:
        return self.only[state.drawer if state.offered else state.seat]

    def choices(self, state: PeterState, seat: int) -> ActionSet:
        hand = state.table.zones[state.seat]
        if state.offered:
            return (1 << len(hand)) - 1 << self._first_pull
        if not state.shifts:
            return self._offer
        return self._offer | sum(map(getitem, self._elsewhere, hand)) & self._within[len(hand)]

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
        if (other := twin(card)) in table.zones[seat]:
            table = self.layout.move_all(table, (card, other), seat, self.pairs[seat], table.events)
        return self._turn_of(table, seat)  # SP-3

    def points(self, state: PeterState) -> tuple[int, ...]:
        return tuple(int(seat == state.peter) for seat in range(self.players))  # SP-5: the forfeit

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

    def why_not(self, state: PeterState, seat: int, action: Action) -> Refused:
        hand = state.table.zones[state.seat]
        if isinstance(action, Pull):
            return Refused("so-many-held-out", count=len(hand)) if state.offered else Refused("hand-not-held-out")
        if state.offered or not isinstance(action, Shift):
            return Refused("pull-a-card")
        name = self.layout.deck.names[action.card]
        if action.card not in hand:
            return Refused("not-in-hand", card=name)
        if not state.shifts:
            return Refused("shifted-enough")
        beyond = action.place > len(hand)
        return Refused("places-in-hand", count=len(hand)) if beyond else Refused("lies-there-already", card=name)

    def expects(self, state: PeterState) -> None:
        zones, hands = state.table.zones, state.table.zones[: self.players]
        if state.seat == NOBODY:
            over = state.peter != NOBODY and not state.offered and not any(hands)
            return expect(over, "the round is over (seat is -1): expected a Black Peter, and no cards in hands")
        turn = hands[state.seat] and state.drawer == self.following(state.seat, hands) != state.seat
        expect(turn, "expected a player with cards as seat, and the next one with cards as drawer")
        expect(state.peter == NOBODY and not zones[self.peter], "the round goes on: expected no Black Peter yet")
        held = together(chain(*hands))
        expect(complete(held, 2) != held, "expected a card whose twin is in no hand, which stays till the end")
        fitting = all(len(hand) <= self.places - (seat != state.seat) for seat, hand in enumerate(hands))
        expect(fitting, f"a hand is too large; expected {self.places} cards at most, and one less out of turn")
        size = len(hands[state.seat])
        expect(state.shifts < size, f"shifts is {state.shifts}; expected fewer than the {size} cards of the hand")


def twin(card: Card) -> Card:
    """The other card of the same number."""
    return (card + NUMBERS) % CARDS
