"""`ueberall`: Überall anschließen (booklet, rule 4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Literal

from elfer.games.booklet import (
    NUMBERS,
    DeckOptions,
    after,
    after_dealer,
    colours_deck,
    dealt_evenly,
    refilled,
    stacks,
)
from elfer.games.ueberall.grounds import GROUNDS
from elfer.games.ueberall.refusals import NOTHING, REASONS, why_not
from elfer.table import live
from elfer.table.actions import SILENT, TURN, Action, Call, LayAt, Turn
from elfer.table.cards import Card, Places, each
from elfer.table.dealing import Dealing, one_by_one
from elfer.table.events import Moved
from elfer.table.game import NOBODY, BySeat, Game, SeatNumber, State
from elfer.table.layout import Layout
from elfer.table.seed import Stream
from elfer.table.table import BOTTOM, Table
from elfer.table.zones import Shape, Sight, Zone

WAY = -1  # UA-2
WRONG = Call("falsch")
ANSWERS = (WRONG, SILENT)
MIDDLE: Places = 1
"""The places are the middle and then the open piles of the seats, so seat 0 has place 1."""


class Options(DeckOptions, frozen=True, kw_only=True):
    help: Literal["on", "off"] = "on"  # UA-9


class JoinState(State, frozen=True, gc=False):
    """A moment of the game."""

    seat: SeatNumber
    """Whose turn it is; `NOBODY` when all cards lie in the middle."""
    done: BySeat
    """Who has no cards any more, in which place; 0 for the others."""
    choice: Places
    """With help: the piles of other players of which the player chooses one (UA-4)."""


class Ueberall(Game[JoinState]):
    id = "ueberall"
    seats = range(2, 9)
    Options = Options
    state = JoinState
    grounds = GROUNDS
    reasons = REASONS

    def setup(self) -> None:
        players, deck = self.players, colours_deck(self.options.deck)
        self.helped = self.options.help == "on"
        turned = Zone("turned", Shape.STACK, Sight.OPEN)
        zones = [*stacks(players), turned, Zone("middle", Shape.STACK, Sight.OPEN)]
        self.layout = Layout(deck, players, zones, ["m", *map(str, range(players))])
        self.turned, self.middle = 2 * players, 2 * players + 1
        self.piles = (self.middle, *range(players, 2 * players))
        """By place: its zone."""
        lays = [LayAt(card, at) for card in range(len(deck)) for at in range(players + 1)]
        self.actions = (TURN, *ANSWERS, *lays)
        self._lays = {card: lays[card * (players + 1) :][: players + 1] for card in range(len(deck))}
        self._after = tuple(tuple(after(seat, players, WAY)) for seat in range(players))
        self._others = tuple(tuple((1 << 1 + s, players + s) for s in others) for others in self._after)
        """By seat: the others' piles, as places and zones, in the order of play."""
        ranks = range(len(deck) // NUMBERS)
        self._takes = tuple(frozenset((card - 1) % NUMBERS + NUMBERS * n for n in ranks) for card in range(len(deck)))
        """By card: those that it can lie upon, of whatever colour; 1 follows 20 (UA-3)."""
        ways = product((*range(2 * players), self.turned), (*self.piles, self.turned))
        self._path = {(src, dst): self.layout.path(src, dst) for src, dst in ways if src != dst}

    def dealing(self, number: int = 0) -> Dealing:
        return one_by_one(range(len(self.layout.deck)), after_dealer(number, self.players, WAY), WAY)

    def deal(self, seed: bytes, number: int = 0, before: JoinState | None = None) -> JoinState:
        first = after_dealer(number, self.players, WAY)  # UA-2
        cards = Stream(seed, "deal").shuffled(range(len(self.layout.deck)))
        dealt = dealt_evenly(cards, self.players, first, WAY)  # UA-1
        table = self.layout.laid({seat: tuple(held) for seat, held in enumerate(dealt)}, seed)
        return JoinState(table, first, (0,) * self.players, 0)

    def to_act(self, state: JoinState) -> tuple[int, ...]:
        if state.table.window:
            return state.table.window.waiting
        return (state.seat,) if state.seat >= 0 else ()

    def points(self, state: JoinState) -> tuple[int, ...]:
        """For each seat, how many have come in after it (UA-10)."""
        order = [place or self.players + 1 for place in state.done]
        return tuple(sum(other > own for other in order) for own in order)

    # --- where cards join ------------------------------------------------------------------------------------

    def joined(self, zones: Sequence[tuple[Card, ...]], card: Card, seat: int) -> Places:
        """The piles that a card of this player joins, but the own one."""
        takes, out, middle = self._takes[card], 0, zones[self.middle]
        if middle and middle[-1] in takes:
            out = MIDDLE
        for place, zone in self._others[seat]:
            pile = zones[zone]
            if pile and pile[-1] in takes:
                out |= place
        return out

    def right(self, zones: Sequence[tuple[Card, ...]], card: Card, seat: int) -> Places:
        """The piles on which it must go (UA-4): the middle, or else any of the others."""
        places = self.joined(zones, card, seat)
        return MIDDLE if places & MIDDLE else places

    def at_hand(self, state: JoinState) -> Card:
        """What the player may put away now: the card just turned up, or else the top of the own open pile (UA-5)."""
        zones = state.table.zones
        pile = zones[self.turned] or zones[self.players + state.seat]
        return pile[-1] if pile else NOTHING

    # --- a turn ----------------------------------------------------------------------------------------------

    def legal(self, state: JoinState, seat: int) -> Sequence[Action]:
        window = state.table.window
        if window is not None:
            return ANSWERS if seat in window.waiting else ()
        if seat != state.seat or seat < 0:
            return ()
        if self.helped and not state.choice:
            return (TURN,)
        lays = self._lays.get(self.at_hand(state), ())
        out: list[Action] = [lays[at] for at in each(self._allowed(state))]
        return out if self._must_place(state) else [TURN, *out]

    def _must_place(self, state: JoinState) -> bool:
        return bool(state.choice or state.table.zones[self.turned])

    def _allowed(self, state: JoinState) -> Places:
        """The piles on which the player may put the card at hand: without help also wrong ones, if it joins there."""
        card = self.at_hand(state)
        if self.helped or card == NOTHING or not state.table.zones[self.middle]:
            return state.choice
        own = 2 << state.seat if state.table.zones[self.turned] else 0
        return self.joined(state.table.zones, card, state.seat) | own

    def apply(self, state: JoinState, seat: int, action: Action) -> JoinState:
        if state.table.window:
            table = self.answered(state, seat, action)
            still = table.window and table.window.waiting
            return JoinState(table, state.seat, state.done, 0) if still else self._after_window(state, table)
        if seat != state.seat or seat < 0:
            raise self.out_of_turn(state, seat)
        if type(action) is Turn and not self._must_place(state):
            return self._turn_up(state)
        if type(action) is LayAt and action in self.legal(state, seat):
            return self._put(state, action.card, self.piles[action.at])
        raise why_not(self, state, action)

    def _turn_up(self, state: JoinState) -> JoinState:
        seat, table = state.seat, refilled(self.layout, state.table, state.seat)  # UA-7
        zones = table.zones
        card, log = zones[seat][-1], () if table is state.table else table.events
        if not zones[self.middle]:  # UA-2
            return self._next(self._path[seat, self.middle](table, card), seat, state.done)
        if not self.helped:
            return self._watched(state, self._path[seat, self.turned](table, card, log))
        places = self.right(zones, card, seat)
        if places & places - 1:
            return JoinState(self._path[seat, self.turned](table, card, log), seat, state.done, places)
        pile = self.piles[places.bit_length() - 1] if places else self.players + seat
        table = self._path[seat, pile](table, card, log)
        return self._go_on(table, seat, state.done) if places else self._next(table, seat, state.done)

    def _put(self, state: JoinState, card: Card, pile: int) -> JoinState:
        src = self.turned if state.table.zones[self.turned] else self.players + state.seat
        table = self._path[src, pile](state.table, card)
        return self._go_on(table, state.seat, state.done) if self.helped else self._watched(state, table)

    def _go_on(self, table: Table, seat: int, done: tuple[int, ...]) -> JoinState:
        """The turn goes on (UA-6); with help the own open top goes where it must by itself (UA-5)."""
        own = self.players + seat
        while pile := table.zones[own] if self.helped else ():
            places = self.right(table.zones, pile[-1], seat)
            if places & places - 1:
                return JoinState(table, seat, done, places)
            if not places:
                return JoinState(table, seat, done, 0)
            table = self._path[own, self.piles[places.bit_length() - 1]](table, pile[-1], table.events)
        if table.zones[seat] or table.zones[own]:
            return JoinState(table, seat, done, 0)
        return self._next(table, seat, self._finished(table, done))

    def _next(self, table: Table, seat: int, done: tuple[int, ...]) -> JoinState:
        for other in self._after[seat]:
            if not done[other]:
                return self._go_on(table, other, done)
        return JoinState(table, NOBODY, done, 0) if done[seat] else self._go_on(table, seat, done)

    def _finished(self, table: Table, done: tuple[int, ...]) -> tuple[int, ...]:
        """Who has no cards now is done (UA-10); several at once share the place."""
        zones, players = table.zones, self.players
        place = 1 + players - done.count(0)
        return tuple([n or (0 if zones[s] or zones[players + s] else place) for s, n in enumerate(done)])

    # --- without help: overlooking (UA-8, UA-9) ---------------------------------------------------------------

    def _watched(self, state: JoinState, table: Table) -> JoinState:
        """Everyone else who still plays may call."""
        asked = tuple([seat for seat in self._after[state.seat] if not state.done[seat]])
        if asked:
            return JoinState(self.layout.ask(table, asked, live.SECONDS), state.seat, state.done, 0)
        return self._after_call(state, table, ended=self._ends(state, table))

    def mistaken(self, state: JoinState) -> bool:
        """Whether what was done last, for which a window is open, was wrong (UA-8). Everyone can see it."""
        zones, seat, events = state.table.zones, state.seat, state.table.events
        own, last, first = self.players + seat, events[-1], events[0]
        assert isinstance(last, Moved)
        assert isinstance(first, Moved)
        if last.dst == self.turned:  # was the top of the open pile, perhaps turned over since then, left to lie?
            left = first.card if first.src == own else zones[own][-1] if zones[own] else NOTHING
            return left != NOTHING and bool(self.joined(zones, left, seat))
        if last.dst == own:
            return bool(self.joined(zones, last.card, seat))
        return last.dst != self.middle and zones[self.middle][-1] in self._takes[last.card]

    def _ends(self, state: JoinState, table: Table) -> bool:
        """Whether the turn is over because a card went on the own pile (UA-4)."""
        last = table.events[-1]
        return isinstance(last, Moved) and last.dst == self.players + state.seat

    def _after_window(self, state: JoinState, table: Table) -> JoinState:
        window = table.window
        assert window is not None
        quickest = live.first(window.calls(WRONG.word))
        caller = next((seat for seat in self._after[state.seat] if seat in quickest), NOBODY)
        wrong, ended = caller != NOBODY and self.mistaken(state), self._ends(state, table)
        table = self.layout.say(table, window.heard())
        if wrong:
            table = self._punished(table, state.seat)
        elif caller != NOBODY:  # UA-9
            table = self._given(table, state.seat, caller)
        return self._after_call(state, table, ended=ended or wrong)

    def _after_call(self, state: JoinState, table: Table, *, ended: bool) -> JoinState:
        if table.zones[self.turned]:  # it may be the last card, but it is still to be placed
            return JoinState(table, state.seat, state.done, 0)
        seat, done = state.seat, self._finished(table, state.done)
        return self._next(table, seat, done) if ended or done[seat] else JoinState(table, seat, done, 0)

    def _punished(self, table: Table, seat: int) -> Table:
        """Everyone else gives a card (UA-8). A card turned up meanwhile goes on the own pile: the turn is over."""
        for other in self._after[seat]:
            table = self._given(table, other, seat)
        turned = table.zones[self.turned]
        return self._path[self.turned, self.players + seat](table, turned[0], table.events) if turned else table

    def _given(self, table: Table, giver: int, taker: int) -> Table:
        """The bottom card of the giver's stack, if there is one, goes under the taker's."""
        stack = table.zones[giver]
        return self.layout.move(table, stack[0], giver, taker, table.events, at=BOTTOM) if stack else table
