"""`schlafmuetze`: Schlafmütze, the booklet's rule 7."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from elfer.games.booklet import after_dealer
from elfer.games.schlafmuetze.grounds import GROUNDS
from elfer.games.schlafmuetze.refusals import REASONS, why_not
from elfer.table import live
from elfer.table.actions import SILENT, Action, Call, Give
from elfer.table.cards import COLOURS, Cards, each, rows_deck
from elfer.table.dealing import Dealing, in_blocks
from elfer.table.game import NOBODY, BySeat, Game, SeatNumber, State
from elfer.table.layout import Layout
from elfer.table.options import Rounds
from elfer.table.seed import Stream
from elfer.table.table import Log, Table
from elfer.table.zones import Shape, Sight, Zone, hands

DOWN = Call("down")
QUARTET = len(COLOURS)
MOST_EXCHANGES = 400
"""SM-6"""


class Options(Struct, frozen=True, kw_only=True):
    rounds: Rounds = 5  # SM-6


class SleepyState(State, frozen=True, gc=False):
    """A moment of Schlafmütze."""

    seat: SeatNumber
    """Whose turn it is to give a card; `NOBODY` when the round is over."""
    back: bool
    """Whether the left neighbour is to give another card back."""
    exchanges: int
    """How many exchanges were made (SM-6)."""
    caps: BySeat
    """Who got a nightcap in this round."""


class Schlafmuetze(Game[SleepyState]):
    id = "schlafmuetze"
    seats = range(3, 9)
    lowest_wins = True  # SM-6
    Options = Options
    state = SleepyState
    grounds = GROUNDS
    reasons = REASONS

    def setup(self) -> None:
        players, deck = self.players, rows_deck(self.players)  # SM-1
        zones = [
            *hands(players),
            # A given card lies apart: it may not be given back (SM-2), and nobody else has seen it.
            *(Zone("given", Shape.FAN, Sight.OWNER, seat) for seat in range(players)),
            *(Zone("lying", Shape.BANK, Sight.OPEN, seat) for seat in range(players)),
        ]
        self.given = tuple(range(players, 2 * players))
        self.lying = tuple(range(2 * players, 3 * players))
        self.layout = Layout(deck, players, zones)
        self.actions = (*map(Give, range(len(deck))), DOWN, SILENT)
        self._offers: dict[Cards, tuple[Give, ...]] = {}
        """By hand: what can be given of it. There are few hands, so they are kept as they come."""
        self._ones = sum(1 << players * colour for colour in range(QUARTET))
        self._seats = (*((seat,) for seat in range(players)), ())
        self._next = tuple((seat + 1) % players for seat in range(players))
        path = self.layout.path
        self._give = tuple(path(seat, self.given[self._next[seat]]) for seat in range(players))
        self._give_back = tuple(path(self._next[seat], seat) for seat in range(players))
        self._take_up = tuple(path(self.given[seat], seat) for seat in range(players))
        self._nobody = (0,) * players

    def dealing(self, number: int = 0) -> Dealing:
        return in_blocks(range(len(self.layout.deck)), QUARTET)

    def deal(self, seed: bytes, number: int = 0, before: SleepyState | None = None) -> SleepyState:
        order = Stream(seed, "deal").shuffled(self.layout.deck.bits)
        held = {seat: sum(order[QUARTET * seat : QUARTET * (seat + 1)]) for seat in range(self.players)}
        first = after_dealer(number, self.players, 1)  # SM-2
        return SleepyState(self.layout.laid(held, seed), first, False, 0, self._nobody)

    def to_act(self, state: SleepyState) -> tuple[int, ...]:
        if state.table.window:
            return state.table.window.waiting
        return self._seats[self._next[state.seat] if state.back else state.seat]

    def points(self, state: SleepyState) -> tuple[int, ...]:
        return state.caps

    def quartet(self, table: Table, seat: int) -> Cards:
        """The quartet that a seat holds, a card lying apart for it included; 0 if there is none."""
        cards: Cards = table.zones[seat] | table.zones[self.given[seat]]
        colour = self.players
        return self._ones * (cards & cards >> colour & cards >> 2 * colour & cards >> 3 * colour)

    # --- exchanging ------------------------------------------------------------------------------------------

    def legal(self, state: SleepyState, seat: int) -> Sequence[Action]:
        table = state.table
        if table.window:
            return (DOWN, SILENT) if seat in table.window.waiting else ()
        if state.seat < 0 or not 0 <= seat < self.players:
            return ()
        out: tuple[Action, ...] = ()
        if seat == (self._next[state.seat] if state.back else state.seat):
            held = table.zones[seat]
            out = self._offers.get(held) or self._offers.setdefault(held, tuple(map(Give, each(held))))
        return (*out, DOWN) if self.quartet(table, seat) else out  # SM-3

    def apply(self, state: SleepyState, seat: int, action: Action) -> SleepyState:
        table = state.table
        if table.window:
            return self._answered(state, self.answered(state, seat, action))
        if state.seat >= 0 and 0 <= seat < self.players:
            if type(action) is Give:
                turn = self._next[state.seat] if state.back else state.seat
                if seat == turn and action.card >= 0 and table.zones[seat] >> action.card & 1:
                    return self._given(state, seat, action.card)
            elif live.untimed(action) == DOWN and (four := self.quartet(table, seat)):
                return self._put_down(state, seat, four)
        raise why_not(self, state, seat, action)

    def _given(self, state: SleepyState, seat: int, card: int) -> SleepyState:
        giver, exchanges = state.seat, state.exchanges
        if not state.back:
            return SleepyState(self._give[giver](state.table, card), giver, True, exchanges, self._nobody)
        table = self._give_back[giver](state.table, card)
        table = self._take_up[seat](table, table.zones[self.given[seat]].bit_length() - 1, table.events)
        over = exchanges + 1 == MOST_EXCHANGES  # SM-6
        return SleepyState(table, NOBODY if over else seat, False, exchanges + 1, self._nobody)

    # --- putting down ----------------------------------------------------------------------------------------

    def _put_down(self, state: SleepyState, seat: int, four: Cards) -> SleepyState:
        """A quartet lies: nothing is said, but the others may notice (SM-4, SM-5)."""
        table = self._laid(state.table, four, seat)
        others = tuple(other for other in range(self.players) if other != seat)
        table = self.layout.ask(table, others, live.SECONDS)
        return SleepyState(table, state.seat, state.back, state.exchanges, self._nobody)

    def _laid(self, table: Table, cards: Cards, seat: int, log: Log = ()) -> Table:
        """These cards of a seat, as far as it has them, come to lie before it."""
        for zone in (seat, self.given[seat]):
            for card in each(cards & table.zones[zone]):
                table = self.layout.move(table, card, zone, self.lying[seat], log)
                log = table.events
        return table

    def _answered(self, state: SleepyState, table: Table) -> SleepyState:
        window = table.window
        if window is None or window.waiting:
            return SleepyState(table, state.seat, state.back, state.exchanges, self._nobody)
        calls = window.calls(DOWN.word)
        silent = [seat for seat in window.asked if seat not in calls]
        late = silent or live.last(calls)  # SM-5
        table = self.layout.say(table, window.heard())
        for seat in calls:
            table = self._laid(table, self.layout.deck.all, seat, table.events)
        return SleepyState(table, NOBODY, False, state.exchanges, tuple(int(s in late) for s in range(self.players)))
