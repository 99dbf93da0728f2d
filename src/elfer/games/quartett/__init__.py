"""`quartett`: Quartett, rule 11 of the booklet: ask the others for what is missing for four equal numbers."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Struct

from elfer.games.booklet import NUMBERS, BookletGame, alike, complete
from elfer.games.quartett import stage
from elfer.games.quartett.knowledge import possibilities
from elfer.table.actions import DENY, Action, Ask, Deny, Give
from elfer.table.cards import COLOURS, Card, Cards, each
from elfer.table.fields import BySeat, Fixed, Most, SeatNumber, SeatSet, changed
from elfer.table.game import NOBODY, NOTHING, Actions, ActionSet, Deal, Refused, Said, Table, TurnState
from elfer.table.possible import expect, expect_over
from elfer.table.zones import Shape, Sight, Zones

CARDS = 80
FINE = 5
"""Marks for a wrong denial (QU-5)."""
PRIZE = 4
"""Marks for a quartet (QU-6)."""
DENIAL = 3
Denials = Annotated[tuple[int, ...], Most(10, DENIAL, seats=2)]
"""The denials that might turn out to be wrong, one after the other: who asked, who denied, which card."""


class Options(Struct, frozen=True, kw_only=True):
    answers: Literal["auto", "honour"] = "auto"  # QU-5


class QuartettState(TurnState, frozen=True, gc=False):
    """A moment of the game. Whose turn it is asks."""

    asked: SeatNumber
    """Who has to answer now; mostly `NOBODY`."""
    wanted: Cards
    """The card that the asked one has to answer for."""
    marks: BySeat
    """What each has got less what each has paid. The till has what they all have paid."""
    seekers: Annotated[tuple[SeatSet, ...], Fixed(NUMBERS)]
    """By number, from 1: the seats, as a set, that must hold a card of it whose place nobody else knows.

    Whoever asks for a number holds a card of it (QU-3).
    """
    denied: Denials


class Quartett(BookletGame[QuartettState]):
    id, seats, state = "quartett", range(3, 9), QuartettState
    Options = Options
    beats = stage.beats
    concluded = possibilities
    direction = -1  # QU-3
    rests: ClassVar = {
        "QU-2": "hand>quartets",
        "QU-3": "ask, ask-another, you-have-it, number-not-held",
        "QU-4": "give, hand>hand, not-your-turn, answer-first, asked-for-other, nobody-asked",
        "QU-5": "deny, not-offered",
        "QU-6": "over, round-over",
        "QU-7": "asked-has-none",
    }

    def setup(self) -> None:
        players, zones = self.players, Zones(self.players)
        zones.each("hand", Shape.FAN, Sight.OWNER)
        self.quartets = zones.each("quartets", Shape.BANK, Sight.OPEN)
        self.layout = self.lay_out(zones, CARDS)
        asks = [Ask(seat, card) for seat in range(players) for card in range(CARDS)]
        self.actions = Actions([*asks, *map(Give, range(CARDS)), DENY])
        self._give, self._deny = self.actions.numbers[Give(0)], self.actions.just(DENY)
        self.same = alike(CARDS)[1:] * len(COLOURS)
        """By card: all of its number."""
        self.honour = self.options.answers == "honour"
        # Everyone pays for the cards dealt, and at worst each second action is a denial that costs a fine.
        fines = FINE * self.longest_round // 2 if self.honour else 0
        self.bounds = -CARDS // players - fines, PRIZE * NUMBERS + fines

    def begin(self, deal: Deal[QuartettState]) -> QuartettState:
        paid = tuple(-deal.lying[seat].bit_count() for seat in range(self.players))  # QU-1
        self.lay_off(deal, self.quartets, colours=4)  # QU-2
        table, dealer = deal.table(), self.after_dealer(deal.number - 1)
        seat = self.following(dealer, table.zones)  # QU-3, QU-7
        return QuartettState(table, seat, NOBODY, 0, paid, (0,) * NUMBERS, ())

    # --- asking ----------------------------------------------------------------------------------------------

    def to_act(self, state: QuartettState) -> tuple[int, ...]:
        return self.only[state.seat if state.asked == NOBODY else state.asked]

    def choices(self, state: QuartettState, seat: int) -> ActionSet:
        zones = state.table.zones
        if state.asked != NOBODY:
            held: Cards = zones[seat] & state.wanted
            return self._deny | held << self._give
        may, cards = NOTHING, missing(zones[seat])  # QU-3
        for other in self.others[seat]:
            if zones[other]:  # QU-7
                may |= cards << CARDS * other
        return may

    def do_ask(self, state: QuartettState, seat: int, ask: Ask) -> QuartettState:
        asked, card, table, seekers = ask.seat, ask.card, state.table, state.seekers
        wanted, at, said = 1 << card, card % NUMBERS, Said(seat, ask)
        if not (seekers[at] >> seat & 1 or table.zones[seat] & self.same[card] & table.memory.public):
            seekers = changed(seekers, at, seekers[at] | 1 << seat)
        if self.honour:
            table = self._without(self.layout.say(table, (said,)), seat, wanted)
            return QuartettState(table, seat, asked, wanted, state.marks, seekers, state.denied)
        if table.zones[asked] & wanted:
            return self._handed(state, seekers, asked, card, said)
        table = self.layout.say(table, (said, Said(asked, DENY)))
        table = self._without(self._without(table, seat, wanted), asked, wanted)
        return QuartettState(table, asked, NOBODY, 0, state.marks, seekers, state.denied)  # QU-4

    def _without(self, table: Table, seat: int, card: Cards) -> Table:
        """Everyone can tell that this card is not in that hand."""
        return table if table.memory.public & card else self.layout.rule_out(table, seat, card)

    def _handed(self, state: QuartettState, seekers: BySeat, giver: int, card: Card, *said: Said) -> QuartettState:
        """The giver hands the card over to the asker, who goes on asking (QU-4)."""
        asker, at = state.seat, card % NUMBERS
        if seekers[at] >> giver & 1 and not state.table.memory.public >> card & 1:
            seekers = changed(seekers, at, seekers[at] ^ 1 << giver)
        table = self.layout.move(state.table, card, giver, asker, said, named=True)
        marks, denied = settled(state.marks, state.denied, giver, 1 << card)
        quartet = self.same[card]
        if table.zones[asker] & quartet == quartet:  # QU-2
            table = self.layout.move_all(table, each(quartet), asker, self.quartets[asker], table.events)
            marks, denied = settled(marks, denied, asker, quartet)
            seekers = changed(seekers, at, 0)
        seat = asker if table.zones[asker] else self.following(asker, table.zones)  # QU-7
        return QuartettState(table, seat, NOBODY, 0, marks, seekers, denied)

    # --- telling the truth -----------------------------------------------------------------------------------

    def do_deny(self, state: QuartettState, seat: int, deny: Deny) -> QuartettState:
        table, denied = self.layout.say(state.table, (Said(seat, deny),)), state.denied
        if self._doubtful(state):
            denied = (*denied, state.seat, seat, state.wanted.bit_length() - 1)
        return QuartettState(table, seat, NOBODY, 0, state.marks, state.seekers, denied)

    def do_give(self, state: QuartettState, seat: int, give: Give) -> QuartettState:
        return self._handed(state, state.seekers, seat, give.card)

    def _doubtful(self, state: QuartettState) -> bool:
        """Whether a denial might be wrong, as far as everyone can tell. If so, it rules nothing out."""
        memory, wanted = state.table.memory, state.wanted
        hand: Cards = state.table.zones[state.asked]
        return hand & wanted != 0 if memory.public & wanted else memory.lacks[state.asked] & wanted == 0

    def points(self, state: QuartettState) -> tuple[int, ...]:
        # QU-6: the till pays for what was laid off; if nobody could go on, it keeps the rest.
        zones, marks = state.table.zones, state.marks
        return tuple(marks[s] + PRIZE * (zones[zone].bit_count() // 4) for s, zone in enumerate(self.quartets))

    def why_not(self, state: QuartettState, seat: int, action: Action) -> Refused:
        zones, deck = state.table.zones, self.layout.deck
        if state.asked != NOBODY:
            if not isinstance(action, Give):
                return Refused("answer-first", card=deck.show(state.wanted))
            other = 1 << action.card != state.wanted
            return Refused("asked-for-other" if other else "not-in-hand", card=deck.show(state.wanted))
        if not isinstance(action, Ask):
            return Refused("nobody-asked" if self.honour else "not-offered")
        if action.seat == seat:
            return Refused("ask-another")
        if not zones[action.seat]:
            return Refused("asked-has-none", seat=action.seat)
        held = zones[seat] >> action.card & 1
        return Refused("you-have-it" if held else "number-not-held", card=deck.names[action.card])

    def expects(self, state: QuartettState) -> None:
        hands, laid_off = state.table.zones[: self.players], state.table.zones[self.players :]
        expect(all(complete(cards) == cards for cards in laid_off), "expected whole quartets laid off")
        expect(not any(complete(hand) for hand in hands), "expected no quartet in a hand")
        expect_over(state, not any(hands))
        expect(state.seat == NOBODY or hands[state.seat], f"seat is {state.seat}; expected one that has cards")
        wanted = state.wanted.bit_count() == (state.asked != NOBODY)
        expect(wanted, "expected a card that is wanted if and only if somebody is asked")
        may_answer = state.asked == NOBODY or (self.honour and state.asked != state.seat and hands[state.asked])
        expect(may_answer, "asked: expected another seat with cards, where players answer themselves")
        cards = all(0 <= card < CARDS for card in state.denied[2::DENIAL])
        expect(cards, "denied: expected for each denial who asked, who denied, which card")


def missing(hand: Cards) -> Cards:
    """The cards that one lacks of the numbers that one holds."""
    numbers = (hand | hand >> 20 | hand >> 40 | hand >> 60) & 0xFFFFF
    return (numbers | numbers << 20 | numbers << 40 | numbers << 60) & ~hand


def settled(marks: BySeat, denied: Denials, holder: int, cards: Cards) -> tuple[BySeat, Denials]:
    """The marks, and the open denials, when these cards come to light in a hand (QU-5).

    A card goes from hand to hand only so that everyone sees it, and then the denials of it are settled. So whoever
    holds it now has held it ever since those that are still open: theirs were wrong, all others right.
    """
    if not denied:
        return marks, denied
    purses, open_still = list(marks), []
    for at in range(0, len(denied), DENIAL):
        asker, denier, card = denied[at : at + DENIAL]
        if not cards >> card & 1:
            open_still += [asker, denier, card]
        elif denier == holder:
            purses[denier] -= FINE
            purses[asker] += FINE
    return tuple(purses), tuple(open_still)
