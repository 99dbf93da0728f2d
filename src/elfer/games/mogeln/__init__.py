"""`mogeln`: Mogeln, rule 5 of the booklet."""

from __future__ import annotations

from collections.abc import Mapping
from operator import add
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from elfer.games.booklet import NUMBERS, BookletGame, DeckOptions, alike, by_colour
from elfer.games.mogeln import stage
from elfer.table.actions import PASS, SILENT, Action, Announce, Call, Lay, Pass, Slip
from elfer.table.cards import Cards
from elfer.table.events import Moved
from elfer.table.fields import changed
from elfer.table.game import NOBODY, Actions, ActionSet, BySeat, Count, Deal, Refused, Said, TurnState
from elfer.table.possible import expect, expect_over
from elfer.table.table import Table
from elfer.table.windows import Window
from elfer.table.zones import Shape, Sight, Zones

CHEATED, SEVERAL = "gemogelt", "more-than-one"
MOST_MOVES = 2000
"""Lays and passes after which a round is counted (MO-11)."""
_ONE_TO_TEN = "one two three four five six seven eight nine ten"
_ON_TO_TWENTY = "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
SPOKEN = tuple(map(Announce, f"{_ONE_TO_TEN} {_ON_TO_TWENTY}".split()))


class Options(DeckOptions, frozen=True, kw_only=True):
    counts: Literal["hidden", "shown"] = "hidden"  # MO-7
    colours: Literal["mixed", "sorted"] = "mixed"  # MO-9
    goal: Literal["first", "last"] = "first"  # MO-10
    window: Annotated[int, Meta(ge=2, le=10)] = 4  # MO-11


class MogelnState(TurnState, frozen=True, gc=False):
    """A moment of a round: somebody is to lay, or has laid and the others may object.

    What everyone supposes counts every lay as one card, whatever was slipped under it.
    """

    number: Annotated[int, Meta(ge=1, le=NUMBERS)]
    """The number that is up: to be said, or, while the others may object, just said."""
    wanted: Cards
    """The cards that are true now."""
    piles: Count
    """How many piles there were before this one."""
    passes: Count
    """How many players in a row passed this number on (MO-3)."""
    moves: Count
    """Lays and passes so far (MO-11)."""
    holds: BySeat
    """How many cards everyone supposes in each hand; 0 only for players who are out (MO-10)."""
    lays: BySeat
    """How often each has laid on this pile."""
    away: BySeat
    """The same for the piles that were put aside."""


class Mogeln(BookletGame[MogelnState]):
    id, seats, state = "mogeln", range(3, 9), MogelnState
    longest_round = MOST_MOVES * (80 + 8)  # each lay with the slips and answers that go with it
    Options = Options
    beats = stage.beats
    bounds = (0, 1)
    rests: ClassVar = {
        "MO-1": "not-your-turn",
        "MO-2": "lay, announce, hand>laid, laid>pile",
        "MO-3": "pass",
        "MO-4": "pile>aside",
        "MO-5": "call gemogelt, silent, pile>hand, pile>shown, shown>pile, nothing-laid-to-call",
        "MO-7": "slip, call more-than-one, nothing-on-top, slipped-so-lay",
        "MO-10": "over, round-over",
    }

    def setup(self) -> None:
        options, size, zones = self.options, self.options.deck, Zones(self.players)
        counted = options.counts == "shown"
        zones.each("hand", Shape.FAN, Sight.OWNER, wanted="wanted", counted=counted)
        self.laid = zones.each("laid", Shape.STACK, Sight.OWNER, counted=counted)
        """By seat, where its cards lie until nobody can object any more: the last laid on top (MO-7)."""
        self.pile = zones.one("pile", Shape.STACK, Sight.CLOSED, counted=counted)
        self.shown = zones.one("shown", Shape.BANK, Sight.OPEN)
        self.aside = zones.one("aside", Shape.STACK, Sight.CLOSED, counted=counted)
        self.layout = self.lay_out(zones, size)
        cards = range(size)
        self.actions = Actions([*map(Lay, cards), *map(Slip, cards), PASS, SILENT, Call(CHEATED), Call(SEVERAL)])
        self._pass, self._answers = self.actions.just(PASS), self.actions.just(SILENT, Call(CHEATED), Call(SEVERAL))
        colours = by_colour(size) if options.colours == "sorted" else [self.layout.deck.all]
        self._true = tuple(tuple(same & colour for same in alike(size)) for colour in colours)
        """By colour of the pile and number: the cards that are what is said (MO-9)."""
        self._nothing = (0,) * self.players
        self._hidden, self._first_out, self._seconds = not counted, options.goal == "first", options.window

    def begin(self, deal: Deal[MogelnState]) -> MogelnState:
        table, none = deal.table(), self._nothing
        for zone in (self.pile, self.aside):  # all cards are in the hands, as everyone can tell
            table = self.layout.rule_out(table, zone, self.layout.deck.all)
        holds = tuple(hand.bit_count() for hand in table.zones[: self.players])
        return MogelnState(table, self.after_dealer(deal.number), 1, self._true[0][1], 0, 0, 0, holds, none, none)

    # --- your turn -------------------------------------------------------------------------------------------

    def choices(self, state: MogelnState, seat: int) -> ActionSet:
        table = state.table
        if table.window is not None:
            return self._answers
        hand: Cards = table.zones[seat]
        slips = hand if hand & hand - 1 else 0  # MO-7: a card that goes under needs one on top of it
        passes = 0 if table.zones[self.laid[seat]] else self._pass
        return hand | slips << len(self.layout.deck) | passes

    def do_lay(self, state: MogelnState, seat: int, lay: Lay) -> MogelnState:
        table, holds = self.layout.move(state.table, lay.card, seat, self.laid[seat]), state.holds
        said = Said(seat, SPOKEN[state.number - 1])  # MO-2
        table = self.layout.say(table, (*table.events, said))
        others = tuple([other for other in self.others[seat] if holds[other]])  # MO-5
        table, holds = self.layout.ask(table, others, self._seconds), changed(holds, seat, max(holds[seat] - 1, 1))
        return replace(state, table=table, passes=0, moves=state.moves + 1, holds=holds)

    def do_pass(self, state: MogelnState, seat: int, action: Pass) -> MogelnState:
        table = self.layout.say(state.table, (Said(seat, action),))
        passes, number = state.passes + 1, state.number
        if passes + state.holds.count(0) == self.players:
            passes, number = 0, number + 1  # MO-3; the next in turn is who passed first
        return self._next(replace(state, passes=passes, moves=state.moves + 1), table, number)

    def _next(self, state: MogelnState, table: Table, number: int) -> MogelnState:
        """The next player is up with this number; after twenty, or when a pile was taken, with a new pile."""
        piles, holds, lays, away = state.piles, state.holds, state.lays, state.away
        if number > NUMBERS:
            if any(lays):  # MO-4
                table = self.layout.lift(table, self.pile, self.aside, table.events)
                away = tuple(map(add, away, lays))
            lays, number, piles = self._nothing, 1, piles + 1
        seat = NOBODY if self.over(state) else self.following(state.seat, holds)
        wanted = self._true[piles % len(self._true)][number]
        return MogelnState(table, seat, number, wanted, piles, state.passes, state.moves, holds, lays, away)

    # --- objections ------------------------------------------------------------------------------------------

    def closed(self, state: MogelnState, table: Table, window: Window) -> MogelnState:
        layer, laid, holds, number = state.seat, self.laid[state.seat], state.holds, state.number + 1
        caller, several = self.caller(window, layer, CHEATED, SEVERAL), len(table.zones[laid]) > 1  # MO-8
        lays = changed(state.lays, layer, state.lays[layer] + 1)
        table = self.layout.hear(table, window)
        table = self.layout.lift(table, laid, self.pile, table.events)
        if caller != NOBODY:
            if caller in window.calls(SEVERAL):
                caught = several  # MO-7
            else:
                table, caught = self._turned_up(state, table)  # MO-5
                several = False  # nobody looked
            taker = layer if caught else caller
            table = self.layout.lift(table, self.pile, taker, table.events)
            holds = changed(holds, taker, holds[taker] + sum(lays) + several)
            lays, number = self._nothing, NUMBERS + 1  # MO-6
        if not table.zones[layer]:
            holds = changed(holds, layer, 0)  # MO-10
        return self._next(replace(state, holds=holds, lays=lays), table, number)

    def _turned_up(self, state: MogelnState, table: Table) -> tuple[Table, bool]:
        """The top card is shown to all and put back; whether it is another than was said (MO-5)."""
        card = table.zones[self.pile][-1]
        there_and_back = Moved(card, self.pile, self.shown), Moved(card, self.shown, self.pile)
        table = self.layout.show(self.layout.say(table, (*table.events, *there_and_back)), 1 << card)
        return table, not state.wanted >> card & 1

    def do_slip(self, state: MogelnState, seat: int, slip: Slip) -> MogelnState:
        # Where nobody else can count they notice nothing, so what they see is still the action before (MO-7).
        earlier = state.table.events if self._hidden else ()
        return replace(state, table=self.layout.move(state.table, slip.card, seat, self.laid[seat], earlier))

    # --- end -------------------------------------------------------------------------------------------------

    def over(self, state: MogelnState) -> bool:
        """Whether the round is over, as everyone can tell."""
        won = 0 in state.holds if self._first_out else state.holds.count(0) == self.players - 1  # MO-10
        return won or state.moves >= MOST_MOVES

    def points(self, state: MogelnState) -> tuple[int, ...]:
        # Who is out has no cards, who is left has the most, so that the bound (MO-11) counts as the end does (MO-10).
        zones = state.table.zones
        held = [zones[seat].bit_count() + len(zones[laid]) for seat, laid in enumerate(self.laid)]
        best = min(held) if self._first_out else max(held)
        return tuple(int(count == best) for count in held)

    def supposed(self, state: MogelnState, seat: int | None) -> Mapping[int, int]:
        others = [other for other in range(self.players) if other != seat]
        laying = state.seat if state.table.window and state.seat != seat else NOBODY
        out = {other: state.holds[other] for other in others if other != laying}
        for zone, lays in (self.pile, state.lays), (self.aside, state.away):
            out[zone] = sum([lays[other] for other in others])
        # Who lays may just have laid the last card.
        return out if laying == NOBODY else {self.laid[laying]: 1, **out, laying: state.holds[laying]}

    def why_not(self, state: MogelnState, seat: int, action: Action) -> Refused:
        deck = self.layout.deck
        if isinstance(action, Lay | Slip):
            name, held = deck.names[action.card], state.table.zones[seat] & deck.bits[action.card]
            return Refused("nothing-on-top" if held else "not-in-hand", card=name)
        return Refused("slipped-so-lay" if isinstance(action, Pass) else "nothing-laid-to-call")

    def follows(self, state: MogelnState) -> Mapping[str, object]:
        return {"wanted": self._true[state.piles % len(self._true)][state.number]}

    def expects(self, state: MogelnState) -> None:
        zones, window, holds, seat = state.table.zones, state.table.window, state.holds, state.seat
        expect(min(*holds, *state.lays, *state.away) >= 0, "holds, lays, away: expected no negative numbers")
        passing = state.passes + holds.count(0) < self.players
        expect(passing, f"passes is {state.passes}; expected fewer than there are players who have cards")
        expect_over(state, self.over(state))
        expect(not zones[self.shown], "no card lies shown between two moves")
        for other in range(self.players):
            mine = other == seat
            expect(mine or not zones[self.laid[other]], f"seat {other} has laid cards, though it is not its turn")
            told = (zones[other] != 0) == (holds[other] > 0) or (mine and window)
            expect(told, f"holds: expected 0 for seat {other} if and only if it has no cards")
        if window:
            laid = zones[self.laid[seat]] and window.seconds
            expect(laid, "a window is open: expected a card that was laid, and seconds to object")
            others = all(holds[other] and other != seat for other in window.asked)
            expect(others, "asked are expected only others, who have cards")
