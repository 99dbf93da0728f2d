"""`farbensammeln`: Farbensammeln, the booklet's rule 9."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from elfer.games.booklet import NUMBERS, DeckOptions, after, colours_deck
from elfer.games.farbensammeln import impossible, refusals
from elfer.games.farbensammeln.grounds import GROUNDS
from elfer.games.farbensammeln.turn import (
    FROM_PILE,
    FROM_STOCK,
    NO_RISK,
    NOTHING,
    PILES,
    SCHLUSS,
    TURNS_AFTER_STOCK,
    TURNS_EACH,
)
from elfer.table.actions import DRAW, Announce, Draw, LayAt, TakeFrom
from elfer.table.cards import Cards
from elfer.table.choices import Actions, ActionSet
from elfer.table.dealing import Dealing, in_blocks
from elfer.table.events import Said
from elfer.table.game import NOBODY, Game, SeatNumber, State
from elfer.table.layout import Layout
from elfer.table.options import Rounds
from elfer.table.seed import Stream
from elfer.table.table import Content, Table
from elfer.table.zones import Shape, Sight, Zone, hands


class Options(DeckOptions, frozen=True, kw_only=True):
    rounds: Rounds = 3  # FS-11


class ColourState(State, frozen=True, gc=False):
    """A moment of Farbensammeln."""

    seat: SeatNumber
    """Whose turn it is; `NOBODY` when the round is over."""
    taken: Annotated[int, Meta(ge=NOTHING, le=FROM_PILE)]
    """Whether a card was taken in this turn, and where from."""
    left: int
    """How many turns are left, this one included, if nobody calls (FS-10)."""
    caller: SeatNumber = NOBODY
    safe: bool = False
    """Whether it was called without risk (FS-9)."""
    ringed: SeatNumber = NOBODY
    """Whose points do not count (FS-8)."""
    loser: SeatNumber = NOBODY
    """Who begins the next round (FS-2); `NOBODY` until this one is over."""


class Farbensammeln(Game[ColourState]):
    id = "farbensammeln"
    seats = range(3, 9)
    Options = Options
    state = ColourState
    grounds = GROUNDS
    reasons = refusals.REASONS
    why_not = refusals.why_not
    faults = impossible.faults

    def setup(self) -> None:
        players, deck = self.players, colours_deck(self.options.deck)
        zones = [
            *hands(players),
            *(Zone("drawn", Shape.FAN, Sight.OWNER, seat) for seat in range(players)),
            Zone("stock", Shape.STACK, Sight.CLOSED),
            *(Zone(pile, Shape.STACK, Sight.OPEN) for pile in PILES),
        ]
        self.apart = tuple(range(players, 2 * players))
        """By seat, where a taken card lies until one is put away: the hand without it decides on a call (FS-6)."""
        self.stock = 2 * players
        self.piles = tuple(range(self.stock + 1, len(zones)))
        self.layout = Layout(deck, players, zones, PILES)
        self.hand_size = len(deck) // 2 // players + 1  # FS-1
        self.colours = tuple((1 << NUMBERS) - 1 << row for row in range(0, len(deck), NUMBERS))
        lays = [LayAt(card, at) for card in range(len(deck)) for at in range(len(PILES))]
        takes = [TakeFrom(at) for at in range(len(PILES))]
        self.actions = Actions([DRAW, *takes, *lays, SCHLUSS, NO_RISK])
        self._draw, self._schluss, self._no_risk = self.actions.each(DRAW, SCHLUSS, NO_RISK)
        self._takes, self._first_lay = self.actions.each(*takes), self.actions.numbers[lays[0]]
        self._next = tuple((seat + 1) % players for seat in range(players))

    def dealing(self, number: int = 0) -> Dealing:
        return in_blocks(range(len(self.layout.deck)), self.hand_size)

    def deal(self, seed: bytes, number: int = 0, before: ColourState | None = None) -> ColourState:
        deck, size = self.layout.deck, self.hand_size
        order, dealt = Stream(seed, "deal").shuffled(range(len(deck))), size * self.players
        contents: dict[int, Content] = {
            seat: sum(map(deck.bits.__getitem__, order[size * seat : size * (seat + 1)]))
            for seat in range(self.players)
        }
        contents[self.stock] = tuple(order[dealt:])
        first = 0 if before is None else before.loser  # FS-2
        return ColourState(self.layout.laid(contents, seed), first, NOTHING, TURNS_EACH * self.players)

    # --- counting --------------------------------------------------------------------------------------------

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, self.layout.deck.worth(self.colours[0])

    def points(self, state: ColourState) -> tuple[int, ...]:
        sums = self.sums(state)
        return tuple(0 if seat == state.ringed else points for seat, points in enumerate(sums))  # FS-8

    def sums(self, state: ColourState) -> list[int]:
        """By seat: the sum of the best colour (FS-7).

        What was taken and lies apart counts only after a call, in the colour of the hand (FS-6).
        """
        zones, worth = state.table.zones, self.layout.deck.worth
        out = [max(worth(zones[seat] & colour) for colour in self.colours) for seat in range(self.players)]
        if state.caller >= 0:
            out[state.caller] += worth(zones[self.apart[state.caller]] & self.colour_of(zones[state.caller]))
        return out

    def colour_of(self, cards: Cards) -> Cards:
        """All cards of the colour that these have; 0 if they have several."""
        colour = self.colours[(cards.bit_length() - 1) // NUMBERS]
        return colour if cards & colour == cards else 0

    def _counted(self, table: Table, last: int, caller: int = NOBODY, safe: bool = False) -> ColourState:
        """The end of the round, after the turn of the seat `last`."""
        sums = self.sums(ColourState(table, NOBODY, NOTHING, 0, caller, safe))
        if caller >= 0 and not safe and sums[caller] < max(sums):  # FS-8
            return ColourState(table, NOBODY, NOTHING, 0, caller, safe, caller, caller)
        loser = min((*after(last, self.players, 1), last), key=sums.__getitem__)  # FS-8, FS-9
        return ColourState(table, NOBODY, NOTHING, 0, caller, safe, NOBODY, loser)

    # --- a turn ----------------------------------------------------------------------------------------------

    def choices(self, state: ColourState, seat: int) -> ActionSet:
        zones = state.table.zones
        if not state.taken:
            takes = sum([take for take, pile in zip(self._takes, self.piles, strict=True) if zones[pile]])
            return takes | self._draw if zones[self.stock] else takes  # FS-3, FS-10
        # Read as a number with 16 digits, each card of the set is a digit of its own, with a bit for each pile.
        lays = int(f"{self._spare(state, seat):b}", 16)
        lays = lays * 0b1111 if (free := self._free(state.table)) < 0 else lays << free
        return lays << self._first_lay | self._calls(state, zones[seat])

    def _spare(self, state: ColourState, seat: int) -> Cards:
        """What the seat may put away: not the card just taken (FS-3), but after “Schluß ohne Risiko” any (FS-9)."""
        zones = state.table.zones
        spare: Cards = zones[seat] if state.caller < 0 else zones[seat] | zones[self.apart[seat]]
        return spare

    def _free(self, table: Table) -> int:
        """Where a card that is put away must begin a new pile; -1 if there are four piles to choose from (FS-4)."""
        zones = table.zones
        for at, pile in enumerate(self.piles):
            if not zones[pile]:
                return at
        return -1

    def _calls(self, state: ColourState, hand: Cards) -> ActionSet:
        if state.caller >= 0:
            return 0
        calls = self._schluss if self.colour_of(hand) else 0  # FS-6
        if state.taken == FROM_PILE and not state.table.zones[self.stock]:
            calls |= self._no_risk  # FS-9
        return calls

    def do_draw(self, state: ColourState, seat: int, draw: Draw) -> ColourState:
        stock, left = state.table.zones[self.stock], state.left
        if len(stock) == 1:
            left = min(left, 1 + TURNS_AFTER_STOCK * self.players)  # FS-10: after this turn
        table = self.layout.move(state.table, stock[-1], self.stock, self.apart[seat])
        return ColourState(table, seat, FROM_STOCK, left)

    def do_take_from(self, state: ColourState, seat: int, take: TakeFrom) -> ColourState:
        pile = self.piles[take.at]
        table = self.layout.move(state.table, state.table.zones[pile][-1], pile, self.apart[seat])
        return ColourState(table, seat, FROM_PILE, state.left)

    def do_lay_at(self, state: ColourState, seat: int, lay: LayAt) -> ColourState:
        table, apart = state.table, self.apart[seat]
        # The taken card goes into the hand first: after “Schluß ohne Risiko” it may be the one put away (FS-9).
        table = self.layout.move(table, table.zones[apart].bit_length() - 1, apart, seat)
        table = self.layout.move(table, lay.card, seat, self.piles[lay.at], table.events)
        if state.caller >= 0:  # FS-9
            return self._counted(table, seat, seat, safe=True)
        if state.left == 1:  # FS-10
            return self._counted(table, seat)
        return ColourState(table, self._next[seat], NOTHING, state.left - 1)

    def do_announce(self, state: ColourState, seat: int, call: Announce) -> ColourState:
        table = self.layout.say(state.table, (Said(seat, call),))
        if call == SCHLUSS:
            return self._counted(table, seat, seat)
        return ColourState(table, seat, state.taken, state.left, seat, True)
