"""`farbensammeln`: Farbensammeln, rule 9 of the booklet."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from elfer.games.booklet import NUMBERS, BookletGame, DeckOptions, by_colour
from elfer.table.actions import DRAW, Action, Announce, Draw, LayAt, TakeFrom
from elfer.table.cards import Cards
from elfer.table.game import NOBODY, Actions, ActionSet, Deal, Dealing, Refused, Said, SeatNumber, Table, TurnState
from elfer.table.options import Rounds
from elfer.table.possible import expect, expect_apart
from elfer.table.zones import Shape, Sight, Zones

PILES = ("a", "b", "c", "d")
TURNS_EACH, TURNS_AFTER_STOCK = 30, 2
"""How many turns each player has at most, and how many more once the stock is empty (FS-10)."""
NOTHING, FROM_STOCK, FROM_PILE = range(3)
"""What was taken in a turn."""
SCHLUSS, NO_RISK = Announce("schluss"), Announce("schluss-ohne-risiko")


class Options(DeckOptions, frozen=True, kw_only=True):
    rounds: Rounds = 3  # FS-11


class ColourState(TurnState, frozen=True, gc=False):
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


class Farbensammeln(BookletGame[ColourState]):
    id, seats, state = "farbensammeln", range(3, 9), ColourState
    Options = Options
    rests: ClassVar = {
        "FS-2": "not-your-turn",
        "FS-3": "draw, take-from, stock>drawn, a>drawn, b>drawn, c>drawn, d>drawn, drawn>hand, "
        "take-a-card-first, card-taken-already, just-taken-stays",
        "FS-4": "lay-at, hand>a, hand>b, hand>c, hand>d, new-pile-comes-first, no-open-card-there",
        "FS-6": "announce schluss, hand-not-one-colour",
        "FS-9": "announce schluss-ohne-risiko, stock-not-used-up, last-card-from-stock, called-so-put-away",
        "FS-10": "over, round-over, stock-empty",
    }

    def setup(self) -> None:
        players, size, zones = self.players, self.options.deck, Zones(self.players)
        zones.each("hand", Shape.FAN, Sight.OWNER)
        self.apart = zones.each("drawn", Shape.FAN, Sight.OWNER)
        """By seat, where a taken card lies until one is put away: the hand without it decides on a call (FS-6)."""
        self.stock = zones.one("stock", Shape.STACK, Sight.CLOSED)
        self.piles = tuple([zones.one(pile, Shape.STACK, Sight.OPEN) for pile in PILES])
        self.layout = self.lay_out(zones, size, places=PILES)
        self.hand_size = size // 2 // players + 1  # FS-1
        self.deals = Dealing(range(size), each=self.hand_size, rest=self.stock)
        self.colours = by_colour(size)
        self.bounds = 0, self.layout.deck.worth(self.colours[0])
        lays = [LayAt(card, at) for card in range(size) for at in range(len(PILES))]
        takes = [TakeFrom(at) for at in range(len(PILES))]
        self.actions = Actions([DRAW, *takes, *lays, SCHLUSS, NO_RISK])
        self._draw, self._schluss, self._no_risk = self.actions.each(DRAW, SCHLUSS, NO_RISK)
        self._takes, self._first_lay = self.actions.each(*takes), self.actions.numbers[lays[0]]

    def begin(self, deal: Deal[ColourState]) -> ColourState:
        first = 0 if deal.before is None else deal.before.loser  # FS-2
        return ColourState(deal.table(), first, NOTHING, TURNS_EACH * self.players)

    # --- your turn -------------------------------------------------------------------------------------------

    def choices(self, state: ColourState, seat: int) -> ActionSet:
        zones = state.table.zones
        if not state.taken:
            takes = sum([take for take, pile in zip(self._takes, self.piles, strict=True) if zones[pile]])
            return takes | self._draw if zones[self.stock] else takes  # FS-3, FS-10
        # The card just taken stays (FS-3), but after “Schluß ohne Risiko” any may go (FS-9).
        spare: Cards = zones[seat] if state.caller < 0 else zones[seat] | zones[self.apart[seat]]
        # Read as a number with 16 digits, each card of the set is a digit of its own, with a bit for each pile.
        lays = int(f"{spare:b}", 16)
        lays = lays * 0b1111 if (free := self._free(state.table)) < 0 else lays << free
        return lays << self._first_lay | self._calls(state, zones[seat])

    def _free(self, table: Table) -> int:
        """Where a card that is put away must begin a new pile; -1 if there are four piles to choose from (FS-4)."""
        lying = table.zones[self.piles[0] :]
        return lying.index(()) if () in lying else -1

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
        return ColourState(table, self.next[seat], NOTHING, state.left - 1)

    # --- “Stop!” ---------------------------------------------------------------------------------------------

    def _calls(self, state: ColourState, hand: Cards) -> ActionSet:
        if state.caller >= 0:
            return 0
        calls = self._schluss if self.colour_of(hand) else 0  # FS-6
        if state.taken == FROM_PILE and not state.table.zones[self.stock]:
            calls |= self._no_risk  # FS-9
        return calls

    def do_announce(self, state: ColourState, seat: int, call: Announce) -> ColourState:
        table = self.layout.say(state.table, (Said(seat, call),))
        if call == SCHLUSS:
            return self._counted(table, seat, seat)
        return ColourState(table, seat, state.taken, state.left, seat, True)

    def _counted(self, table: Table, last: int, caller: int = NOBODY, safe: bool = False) -> ColourState:
        """The end of the round, after the turn of the seat `last`."""
        end = ColourState(table, NOBODY, NOTHING, 0, caller, safe)
        sums = self.sums(end)
        if caller >= 0 and not safe and sums[caller] < max(sums):  # FS-8
            return replace(end, ringed=caller, loser=caller)
        return replace(end, loser=min((*self.others[last], last), key=sums.__getitem__))  # FS-8, FS-9

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

    def points(self, state: ColourState) -> tuple[int, ...]:
        sums = self.sums(state)
        return tuple(0 if seat == state.ringed else points for seat, points in enumerate(sums))  # FS-8

    # --- what is refused -------------------------------------------------------------------------------------

    def why_not(self, state: ColourState, seat: int, action: Action) -> Refused:
        if isinstance(action, Draw | TakeFrom):
            if state.taken:
                return Refused("card-taken-already")
            if isinstance(action, TakeFrom):
                return Refused("no-open-card-there", card=self.layout.places[action.at])
            return Refused("stock-empty")
        if not state.taken:
            return Refused("take-a-card-first")
        if isinstance(action, LayAt):
            return self._why_not_put_away(state, seat, action)
        if state.caller >= 0:
            return Refused("called-so-put-away")
        if action == SCHLUSS:
            return Refused("hand-not-one-colour")
        return Refused("stock-not-used-up" if state.table.zones[self.stock] else "last-card-from-stock")

    def _why_not_put_away(self, state: ColourState, seat: int, action: LayAt) -> Refused:
        zones, name = state.table.zones, self.layout.deck.names[action.card]
        taken = zones[self.apart[seat]] >> action.card & 1
        if taken and state.caller < 0:
            return Refused("just-taken-stays", card=name)
        if not taken and not zones[seat] >> action.card & 1:
            return Refused("not-in-hand", card=name)
        return Refused("new-pile-comes-first", card=self.layout.places[self._free(state.table)])

    def expects(self, state: ColourState) -> None:
        if state.seat == NOBODY:
            over = state.loser != NOBODY and state.taken == NOTHING
            return expect(over, "the round is over (seat is -1): expected a loser, and nothing taken")
        expect(state.loser == state.ringed == NOBODY, "the round goes on: expected nobody as loser and ringed")
        expect(state.left > 0, "the round goes on: expected at least one turn left")
        called = (state.caller, state.safe, state.taken) == (state.seat, True, FROM_PILE)
        fitting = called or (state.caller, state.safe) == (NOBODY, False)
        expect(fitting, "expected a caller only who has taken from a pile, is safe, and has still to put away")
        expect_apart(state, self.apart, state.seat if state.taken else NOBODY)
