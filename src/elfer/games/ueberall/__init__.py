"""`ueberall`: Überall anschließen, rule 4 of the booklet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from elfer.games.booklet import NUMBERS, BookletGame, DeckOptions
from elfer.games.ueberall import stage
from elfer.table import windows
from elfer.table.actions import SILENT, TURN, Action, Call, LayAt, Turn
from elfer.table.cards import Card, Places
from elfer.table.events import HIDDEN, Moved
from elfer.table.game import NOBODY, Actions, ActionSet, BySeat, Deal, Refused, Table, TurnState, Window
from elfer.table.possible import expect, expect_over
from elfer.table.table import BOTTOM
from elfer.table.zones import Shape, Sight, Zones

WRONG = Call("falsch")
NOTHING = -1
"""In place of a card."""
MIDDLE: Places = 1
"""The places are the middle and then the open piles of the seats, so seat 0 has place 1."""


class Options(DeckOptions, frozen=True, kw_only=True):
    help: Literal["on", "off"] = "on"  # UA-9


class JoinState(TurnState, frozen=True, gc=False):
    done: BySeat
    """Who has no cards any more, in which place; 0 for the others."""
    choice: Places
    """With help: the piles of other players of which the player chooses one (UA-4)."""


class Ueberall(BookletGame[JoinState]):
    id, seats, state = "ueberall", range(2, 9), JoinState
    Options = Options
    beats = stage.beats
    direction = -1  # UA-2
    rests: ClassVar = {
        "UA-2": "not-your-turn, stack>middle",
        "UA-3": "joins-not",
        "UA-4": "turn, lay-at, stack>turned, stack>open, turned>middle, turned>open, turn-up, other-card",
        "UA-5": "open>middle, open>open, put-away-first",
        "UA-7": "open>stack",
        "UA-8": "call falsch, silent, stack>stack, not-a-moment",
        "UA-9": "not-offered",
        "UA-10": "over, round-over",
    }

    def setup(self) -> None:
        players, size, zones = self.players, self.options.deck, Zones(self.players)
        self.helped = self.options.help == "on"
        self.bounds = 0, players - 1
        zones.each("stack", Shape.STACK, Sight.CLOSED)
        self.open = zones.each("open", Shape.STACK, Sight.OPEN)
        self.turned = zones.one("turned", Shape.STACK, Sight.OPEN)
        self.middle = zones.one("middle", Shape.STACK, Sight.OPEN)
        names = ["m", *map(str, range(players))]
        self.layout = self.lay_out(zones, size, places=names, events_matter=not self.helped)
        self.piles = (self.middle, *self.open)
        """By place: its zone."""
        lays = [LayAt(card, at) for card in range(size) for at in range(players + 1)]
        self.actions = Actions([TURN, WRONG, SILENT, *lays])
        self._first_lay = self.actions.numbers[lays[0]]
        self._turn, self._answers = self.actions.just(TURN), self.actions.just(WRONG, SILENT)
        piles = [(1 << at, zone) for at, zone in enumerate(self.piles)]
        self._not_own = tuple([piles[: 1 + seat] + piles[2 + seat :] for seat in range(players)])
        """By seat: all piles but its own, as places and zones."""

    def begin(self, deal: Deal[JoinState]) -> JoinState:
        return JoinState(deal.table(), self.after_dealer(deal.number), (0,) * self.players, 0)  # UA-2

    # --- joining ---------------------------------------------------------------------------------------------

    def joined(self, zones: Sequence[tuple[Card, ...]], card: Card, seat: int) -> Places:
        """The piles that a card of this player joins, but their own."""
        lower, places = (card - 1) % NUMBERS, 0  # UA-3: one lower, of whatever colour; below 1 is 20
        for place, zone in self._not_own[seat]:
            pile = zones[zone]
            if pile and pile[-1] % NUMBERS == lower:
                places |= place
        return places

    def right(self, zones: Sequence[tuple[Card, ...]], card: Card, seat: int) -> Places:
        """The piles on which it must go (UA-4): the middle, or else any of the others."""
        places = self.joined(zones, card, seat)
        return places & MIDDLE or places

    def at_hand(self, state: JoinState) -> Card:
        """What the player may put away now: the card just turned up, or else the top of their open pile (UA-5)."""
        zones = state.table.zones
        pile = zones[self.turned] or zones[self.open[state.seat]]
        return pile[-1] if pile else NOTHING

    def choices(self, state: JoinState, seat: int) -> ActionSet:
        if state.table.window is not None:
            return self._answers
        card = self.at_hand(state)
        if card == NOTHING or (self.helped and not state.choice):
            return self._turn
        lays = self._placings(state, card) << self._first_lay + card * len(self.piles)
        return lays if state.choice or state.table.zones[self.turned] else lays | self._turn

    def _placings(self, state: JoinState, card: Card) -> Places:
        """The piles on which the player may put the card at hand: without help also wrong ones, if it joins there."""
        if self.helped or not state.table.zones[self.middle]:
            return state.choice
        own = 2 << state.seat if state.table.zones[self.turned] else 0
        return self.joined(state.table.zones, card, state.seat) | own

    def do_turn(self, state: JoinState, seat: int, turn: Turn) -> JoinState:
        table, zones = state.table, state.table.zones
        if not zones[self.middle]:  # UA-2
            return self._next(self.turn_up(table, seat, self.middle), seat, state.done)
        if not self.helped:
            return self._watched(state, self.turn_up(table, seat, self.turned))
        card = zones[seat][-1] if zones[seat] else zones[self.open[seat]][0]  # UA-7
        places = self.right(zones, card, seat)
        if places & places - 1:
            return JoinState(self.turn_up(table, seat, self.turned), seat, state.done, places)
        if places:
            return self._go_on(self.turn_up(table, seat, self.piles[places.bit_length() - 1]), seat, state.done)
        return self._next(self.turn_up(table, seat, self.open[seat]), seat, state.done)

    def do_lay_at(self, state: JoinState, seat: int, lay: LayAt) -> JoinState:
        src = self.turned if state.table.zones[self.turned] else self.open[seat]
        table = self.layout.move(state.table, lay.card, src, self.piles[lay.at])
        return self._go_on(table, seat, state.done) if self.helped else self._watched(state, table)

    def _go_on(self, table: Table, seat: int, done: tuple[int, ...]) -> JoinState:
        """The turn goes on (UA-6); with help the player's open top goes where it must by itself (UA-5)."""
        own = self.open[seat]
        while pile := table.zones[own] if self.helped else ():
            places = self.right(table.zones, pile[-1], seat)
            if not places or places & places - 1:
                return JoinState(table, seat, done, places)
            table = self.layout.move(table, pile[-1], own, self.piles[places.bit_length() - 1], table.events)
        if table.zones[seat] or table.zones[own]:
            return JoinState(table, seat, done, 0)
        return self._next(table, seat, self._finished(table, done))

    def _next(self, table: Table, seat: int, done: tuple[int, ...]) -> JoinState:
        for other in self.others[seat]:
            if not done[other]:
                return self._go_on(table, other, done)
        return JoinState(table, NOBODY, done, 0) if done[seat] else self._go_on(table, seat, done)

    # --- “Wrong!”: without help one may overlook something ---------------------------------------------------

    def _watched(self, state: JoinState, table: Table) -> JoinState:
        """Everyone else who still plays may call."""
        asked = tuple([seat for seat in self.others[state.seat] if not state.done[seat]])
        if asked:
            return JoinState(self.layout.ask(table, asked, windows.SECONDS), state.seat, state.done, 0)
        return self._after_call(state, table, self._ends(state, table))

    def idle(self, state: JoinState) -> bool:
        return not self.mistaken(state)

    def mistaken(self, state: JoinState) -> bool:
        """Whether what was done last, for which a window is open, was wrong (UA-8). Everyone can see it."""
        zones, seat, own = state.table.zones, state.seat, self.open[state.seat]
        first, *_, last = 2 * [event for event in state.table.events if isinstance(event, Moved)]
        if last.dst == self.turned:  # was the top of the open pile, perhaps turned over since then, left to lie?
            left = first.card if first.src == own else zones[own][-1] if zones[own] else NOTHING
            return left != NOTHING and bool(self.joined(zones, left, seat))
        if last.dst == own:
            return bool(self.joined(zones, last.card, seat))
        return last.dst != self.middle and (last.card - zones[self.middle][-1]) % NUMBERS == 1

    def _ends(self, state: JoinState, table: Table) -> bool:
        """Whether the turn is over because a card went on the player's own pile (UA-4)."""
        last = table.events[-1]
        return isinstance(last, Moved) and last.dst == self.open[state.seat]

    def closed(self, state: JoinState, table: Table, window: Window) -> JoinState:
        caller = self.caller(window, state.seat, WRONG.word)
        wrong, ended = caller != NOBODY and self.mistaken(state), self._ends(state, table)
        table = self.layout.hear(table, window)
        if wrong:
            table = self._punished(table, state.seat)
        elif caller != NOBODY:  # UA-9
            table = self._given(table, state.seat, caller)
        return self._after_call(state, table, ended or wrong)

    def _after_call(self, state: JoinState, table: Table, ended: bool) -> JoinState:
        if table.zones[self.turned]:  # it may be the last card, but it is still to be placed
            return JoinState(table, state.seat, state.done, 0)
        seat, done = state.seat, self._finished(table, state.done)
        return self._next(table, seat, done) if ended or done[seat] else JoinState(table, seat, done, 0)

    def _punished(self, table: Table, seat: int) -> Table:
        """Everyone else gives a card (UA-8). A card turned up meanwhile goes on that player's pile: the turn ends."""
        for other in self.others[seat]:
            table = self._given(table, other, seat)
        return self.layout.move_all(table, table.zones[self.turned], self.turned, self.open[seat], table.events)

    def _given(self, table: Table, giver: int, taker: int) -> Table:
        """The bottom card of the giver's stack, if there is one, goes under the taker's."""
        stack = table.zones[giver]
        return self.layout.move(table, stack[0], giver, taker, table.events, at=BOTTOM) if stack else table

    def _finished(self, table: Table, done: tuple[int, ...]) -> tuple[int, ...]:
        """Who has no cards now is done (UA-10); several at once share the place."""
        zones, place = table.zones, 1 + self.players - done.count(0)
        return tuple([n or (0 if zones[s] or zones[self.open[s]] else place) for s, n in enumerate(done)])

    def points(self, state: JoinState) -> tuple[int, ...]:
        """For each seat, how many have come in after it (UA-10)."""
        order = [place or self.players + 1 for place in state.done]
        return tuple(sum(other > own for other in order) for own in order)

    def why_not(self, state: JoinState, seat: int, action: Action) -> Refused:
        names, card = self.layout.deck.names, self.at_hand(state)
        if isinstance(action, Turn):
            return Refused("put-away-first", card=names[card])
        if not isinstance(action, LayAt):
            return Refused("not-offered" if self.helped else "not-a-moment")
        if card == NOTHING or (self.helped and not state.choice):
            return Refused("turn-up")
        return Refused("joins-not" if action.card == card else "other-card", card=names[action.card])

    def expects(self, state: JoinState) -> None:
        zones, window, seat = state.table.zones, state.table.window, state.seat
        turned, over = zones[self.turned], all(state.done)
        expect_over(state, over)
        expect(len(turned) <= (not over), "expected one card turned up at most, and none when all are done")
        for other, place in enumerate(state.done):
            cards = zones[other] or zones[self.open[other]] or (other == seat and (turned or window))
            fitting = 0 <= place <= self.players and (place == 0) == bool(cards)
            expect(fitting, f"done: expected a place for seat {other} if and only if it has no cards")
        if self.helped:
            expect(not window, "with help expected no window")
            expect(state.choice or not turned, "with help expected a choice of piles for a card that lies turned up")
        card = NOTHING if over else self.at_hand(state)
        right = self.right(zones, card, seat) if self.helped and card != NOTHING else 0
        expect(state.choice in (0, right), "choice: expected the piles of other players that the card at hand joins")
        if window:
            self._expect_window(state, window)

    def _expect_window(self, state: JoinState, window: Window) -> None:
        others = all(other != state.seat and not state.done[other] for other in window.asked)
        expect(others, "asked are expected only others, who are not done")
        ends = (*state.table.events[:1], *state.table.events[-1:])
        moves = len(ends) == 2 and all(isinstance(event, Moved) and event.card != HIDDEN for event in ends)
        expect(moves, "a window is open: expected events that begin and end with a card that moved")
        timed = window.seconds and state.table.zones[self.middle]
        expect(timed, "a window is open: expected seconds, and a card in the middle")
