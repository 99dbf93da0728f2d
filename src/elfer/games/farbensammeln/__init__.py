"""`farbensammeln`: Farbensammeln, the booklet's rule 9."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from elfer.games.booklet import NUMBERS, DeckOptions, Menu, after, colours_deck
from elfer.games.farbensammeln.grounds import GROUNDS
from elfer.games.farbensammeln.refusals import REASONS, why_not
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
from elfer.table.actions import DRAW, Action, Announce, Draw, LayAt, TakeFrom
from elfer.table.cards import Card, Cards
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
    taken: int
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
    reasons = REASONS

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
        self._takes = tuple(TakeFrom(at) for at in range(len(PILES)))
        self._lays = _all_lays(len(deck))
        self.actions = (DRAW, *self._takes, SCHLUSS, NO_RISK, *self._lays[-1](deck.all))
        self._seats = (*((seat,) for seat in range(players)), ())
        self._next = tuple((seat + 1) % players for seat in range(players))
        self._set_up_paths()

    def _set_up_paths(self) -> None:
        path, seats = self.layout.path, range(self.players)
        self._draw = tuple(path(self.stock, zone) for zone in self.apart)
        self._take = tuple(tuple(path(pile, zone) for pile in self.piles) for zone in self.apart)
        self._keep = tuple(path(self.apart[seat], seat) for seat in seats)
        self._put = tuple(tuple(path(seat, pile) for pile in self.piles) for seat in seats)

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

    def to_act(self, state: ColourState) -> tuple[int, ...]:
        return self._seats[state.seat]

    # --- counting --------------------------------------------------------------------------------------------

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

    def legal(self, state: ColourState, seat: int) -> Sequence[Action]:
        if seat != state.seat or seat < 0:
            return ()
        zones = state.table.zones
        if not state.taken:
            out: list[Action] = [DRAW] if zones[self.stock] else []  # FS-3, FS-10
            for take, pile in zip(self._takes, self.piles, strict=True):
                if zones[pile]:
                    out.append(take)
            return out
        out = self._lays[self._free(state.table)](self._spare(state, seat))
        out += self._calls(state, zones[seat])
        return out

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

    def _calls(self, state: ColourState, hand: Cards) -> list[Action]:
        if state.caller >= 0:
            return []
        out: list[Action] = [SCHLUSS] if self.colour_of(hand) else []  # FS-6
        if state.taken == FROM_PILE and not state.table.zones[self.stock]:
            out.append(NO_RISK)  # FS-9
        return out

    def apply(self, state: ColourState, seat: int, action: Action) -> ColourState:
        if seat != state.seat or seat < 0:
            raise self.out_of_turn(state, seat)
        zones = state.table.zones
        if not state.taken:
            if type(action) is Draw and zones[self.stock]:
                return self._drawn(state, seat)
            if type(action) is TakeFrom and 0 <= action.at < len(PILES) and (pile := zones[self.piles[action.at]]):
                table = self._take[seat][action.at](state.table, pile[-1])
                return ColourState(table, seat, FROM_PILE, state.left)
        elif type(action) is LayAt:
            if action.card >= 0 and 0 <= action.at < len(PILES) and self._may_put_away(state, seat, action):
                return self._put_away(state, seat, action.card, action.at)
        elif type(action) is Announce and action in self._calls(state, zones[seat]):
            return self._called(state, seat, action)
        raise why_not(self, state, seat, action)

    def _drawn(self, state: ColourState, seat: int) -> ColourState:
        stock, left = state.table.zones[self.stock], state.left
        if len(stock) == 1:
            left = min(left, 1 + TURNS_AFTER_STOCK * self.players)  # FS-10: after this turn
        return ColourState(self._draw[seat](state.table, stock[-1]), seat, FROM_STOCK, left)

    def _may_put_away(self, state: ColourState, seat: int, action: LayAt) -> bool:
        spare = self._spare(state, seat)
        return spare >> action.card & 1 == 1 and self._free(state.table) in (-1, action.at)  # FS-4

    def _put_away(self, state: ColourState, seat: int, card: Card, at: int) -> ColourState:
        table = state.table
        # The taken card goes into the hand first: after “Schluß ohne Risiko” it may be the one put away (FS-9).
        table = self._keep[seat](table, table.zones[self.apart[seat]].bit_length() - 1)
        table = self._put[seat][at](table, card, table.events)
        if state.caller >= 0:  # FS-9
            return self._counted(table, seat, seat, safe=True)
        if state.left == 1:  # FS-10
            return self._counted(table, seat)
        return ColourState(table, self._next[seat], NOTHING, state.left - 1)

    def _called(self, state: ColourState, seat: int, action: Action) -> ColourState:
        table = self.layout.say(state.table, (Said(seat, action),))
        if action == SCHLUSS:
            return self._counted(table, seat, seat)
        return ColourState(table, seat, state.taken, state.left, seat, True)


@cache
def _all_lays(cards: int) -> tuple[Menu[Action], ...]:
    """What puts the cards of a hand on each place, and, as the last, on any."""
    lays: list[list[Action]] = [[LayAt(card, at) for at in range(len(PILES))] for card in range(cards)]
    return (*(Menu([row[at : at + 1] for row in lays]) for at in range(len(PILES))), Menu(lays))
