"""`hawaiki`: Hawaiki, the game of three piles and their combinations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from elfer.games.hawaiki import refusals, stage
from elfer.games.hawaiki.table import FIRST_TURN, SECOND_CHANCE, SECOND_TURN, THANKS, HawaikiState, HawaikiTable
from elfer.games.hawaiki.tops import FITS, KINDS, MASKS, NAMING, ON_EACH, PAIR, STRAIGHT, TRIPLET, WORDS, kinds_of
from elfer.table.actions import Announce, Bury, Call, Draw, Hide, LayAt, Name, Pass
from elfer.table.cards import Cards, each, together
from elfer.table.game import NOBODY, NOTHING, ActionSet, Chance, Said, Table, Window
from elfer.table.table import BOTTOM


class Hawaiki(HawaikiTable):
    id = "hawaiki"
    seats = range(2, 7)
    rests = refusals.RESTS
    why_not = refusals.why_not
    expects = refusals.expects
    beats = stage.beats

    # --- your turn -------------------------------------------------------------------------------------------

    def choices(self, state: HawaikiState, seat: int) -> ActionSet:
        if state.table.window is not None:
            return self._answers(state, state.table.window, seat)
        if state.due & NAMING:
            return self._names[seat][state.due]
        if state.due or state.bare:
            return self._hides(state.table.zones[self.shown[seat]]) | self._pass
        lays = self._lays(state, seat)
        if state.announced:
            return lays
        may = lays
        if self.sacrifice or self.second_chance:
            may |= self._before_turn(state, seat)
        if self.strict:
            may |= self._announcements(state, seat)
        if self.can_draw(state.table):
            return may | self._draw
        return may if lays else may | self._pass  # HA-19

    def _lays(self, state: HawaikiState, seat: int) -> ActionSet:
        """HA-4; after an announcement, only what forms the combination (HA-13)."""
        if state.double and self.keeps_last(state, seat):
            return NOTHING
        kinds, zones, (a, b, c) = kinds_of(self.held(state, seat)), state.table.zones, self.piles
        if state.announced:
            fitting = self._moves(state, kinds)
            return sum(1 << KINDS * at + kind for kind, at, made in fitting if made == state.announced)
        fits = FITS[zones[a][-1]] | FITS[zones[b][-1]] << KINDS | FITS[zones[c][-1]] << 2 * KINDS
        lays: ActionSet = kinds * ON_EACH & fits
        return lays

    def do_lay_at(self, state: HawaikiState, seat: int, lay: LayAt) -> HawaikiState:
        table, kind, shown = state.table, lay.card, self.shown[seat]
        # HA-20: of two that look alike the open one, so that the hidden one stays hidden.
        src = shown if table.zones[shown] & self.layout.deck.copies[kind] else seat
        made = self._formed(table, kind, lay.at)
        said = state.announced if self.strict else made  # HA-15
        earlier = (Said(seat, Announce(WORDS[made])),) if made and not self.strict else ()
        table = self.layout.move(table, self.layout.copy(table, src, kind), src, self.piles[lay.at], earlier)
        if not (made or self.strict or self.one_hidden) and table.zones[seat]:
            return self._next_turn(state, table)
        forgotten = 0 if said else made
        state = replace(state, table=table, announced=0, forgotten=forgotten, due=said, begun=True, passed=0)
        if not (table.zones[seat] or table.zones[shown]):
            state = replace(state, winner=seat)
        elif self.one_hidden and src == seat:
            state = replace(state, bare=True)
        if self.strict:  # a window opens whether something was forgotten or not: opening it only then would tell
            return replace(state, table=self.layout.ask(table, self.others[seat], self.options.window))
        return self._settled(state)

    def do_draw(self, state: HawaikiState, seat: int, draw: Draw) -> HawaikiState:
        table, _ = self._drawn(state.table, seat, 1)
        return self._next_turn(state, table)

    def _next_turn(self, state: HawaikiState, table: Table) -> HawaikiState:
        """The turn is over: the next one, or the second one of the same player (HA-22)."""
        second = state.double == FIRST_TURN
        seat, double = (state.seat, SECOND_TURN) if second else (self.next[state.seat], 0)
        return replace(state, table=table, seat=seat, bare=False, begun=second, double=double, passed=0)

    # --- combinations ----------------------------------------------------------------------------------------

    def _announcements(self, state: HawaikiState, seat: int) -> ActionSet:
        """What the seat could form, and so may announce (HA-5, HA-13)."""
        fitting = self._moves(state, 0 if self.keeps_last(state, seat) else kinds_of(self.held(state, seat)))
        return sum(self._says[made] for made in {made for _, _, made in fitting} if made)

    def do_announce(self, state: HawaikiState, seat: int, announce: Announce) -> HawaikiState:
        state = replace(state, table=self.layout.say(state.table, (Said(seat, announce),)))
        if announce != SECOND_CHANCE:
            return replace(state, announced=MASKS[announce.word])  # HA-5
        paid = self._paid(state, seat)
        return replace(state, markers=paid, chanced=state.chanced | 1 << seat, double=FIRST_TURN)  # HA-22

    def _settled(self, state: HawaikiState) -> HawaikiState:
        """All that follows from a laid card, up to where somebody has to choose or to say something."""
        others = self.others[state.seat]
        if state.due & NAMING:
            return state if len(others) > 1 else self._named(state, others)
        if state.due == TRIPLET:
            return self._given(state, others, 1)  # HA-9
        # Another card is hidden after all effects and before anything else is laid or drawn (HA-20).
        return state if state.bare else self._turn_over(state)

    def do_name(self, state: HawaikiState, seat: int, name: Name) -> HawaikiState:
        table = self.layout.say(state.table, (Said(seat, name),))
        return self._named(replace(state, table=table), name.seats)

    def _named(self, state: HawaikiState, seats: tuple[int, ...]) -> HawaikiState:
        if state.due == STRAIGHT:
            return self._given(state, seats, 1)  # HA-7
        ordered = [seat for seat in self.others[state.seat] if seat in seats]
        return self._given(state, ordered, self.alone if len(seats) == 1 else 1)  # HA-8

    def _given(self, state: HawaikiState, seats: Sequence[int], cards: int) -> HawaikiState:
        """These seats draw so many cards each, and say thanks (HA-14): by themselves, or in a window (HA-15)."""
        table, thanks = state.table, {}
        for seat in seats:
            table, got = self._drawn(table, seat, cards, table.events)
            if got:
                thanks[seat] = got
        state = replace(state, table=table, due=PAIR)
        if not thanks:
            return self._settled(state)
        if self.strict:
            table = self.layout.ask(table, tuple(thanks), self.options.window)
            return replace(state, table=table, thanks=max(thanks.values()))
        said = [Said(seat, Call(THANKS[got])) for seat, got in thanks.items()]
        return self._settled(replace(state, table=self.layout.say(table, (*table.events, *said))))

    # --- forgotten and false words ---------------------------------------------------------------------------

    def _answers(self, state: HawaikiState, window: Window, seat: int) -> ActionSet:
        if state.thanks:
            return self._thanks[state.thanks - 1]
        return self._calls if window.seconds else self._hides(state.table.zones[seat])

    def closed(self, state: HawaikiState, table: Table, window: Window) -> HawaikiState:
        if not window.seconds:
            return replace(state, table=self._hidden(table, window))
        table = self.layout.hear(table, window)
        if state.thanks:  # HA-14
            rude = [s for s in self.others[state.seat] if s in window.asked and s not in window.calls(*THANKS)]
        else:  # HA-12
            rude = [state.seat] if state.forgotten and window.calls(WORDS[state.forgotten]) else []
        for who in rude:
            table, _ = self._drawn(table, who, 1, table.events)
        return self._settled(replace(state, table=table, forgotten=0, thanks=0))

    # --- the end of a round ----------------------------------------------------------------------------------

    def _turn_over(self, state: HawaikiState) -> HawaikiState:
        """Nothing more follows: the round is over (HA-16), the player goes again, or the turn is over."""
        if state.winner != NOBODY:
            return self._ended(state)
        if state.due:
            return replace(state, due=0, bare=False)
        return self._next_turn(state, state.table)

    def _ended(self, state: HawaikiState) -> HawaikiState:
        return replace(state, seat=NOBODY, markers=self.left(state), due=0, double=0)

    def do_pass(self, state: HawaikiState, seat: int, action: Pass) -> HawaikiState:
        """Nothing is hidden any more (HA-20), or nothing can be laid and nothing drawn (HA-19)."""
        table = self.layout.say(state.table, (Said(seat, action),))
        if state.bare:
            return self._turn_over(replace(state, table=table))
        if not self.keeps_last(state, seat):
            fitting = self.fitting(state)
            table = self.layout.rule_out(table, seat, fitting | fitting << KINDS)
        passed = state.passed | 1 << seat
        if passed == (1 << self.players) - 1:
            return self._ended(replace(state, table=table))
        return replace(self._next_turn(state, table), passed=passed)

    def points(self, state: HawaikiState) -> tuple[int, ...]:
        """What each has lost in the round, below 0."""
        return tuple(now - then for now, then in zip(self.left(state), state.start, strict=True))

    def match_over(self, scores: Sequence[tuple[int, ...]]) -> bool:
        return any(sum(lost) <= -self.options.markers for lost in zip(*scores, strict=True))  # HA-18

    @property
    def rounds(self) -> int:
        """How many rounds a match can have at most: in each of them all but one lose a marker, or more."""
        markers: int = self.options.markers
        return self.players * (markers - 1) // (self.players - 1) + 1

    # --- variants --------------------------------------------------------------------------------------------

    def _hides(self, cards: Cards) -> ActionSet:
        return kinds_of(cards) << self._first_hide

    def _hidden(self, table: Table, window: Window) -> Table:
        """All have picked the card that stays hidden; the others are laid open (HA-20)."""
        table = self.layout.say(table, ())
        for seat, pick in enumerate(window.answers):
            kept = self.layout.copy(table, seat, pick.card) if isinstance(pick, Hide) else NOBODY
            others = [card for card in each(table.zones[seat]) if card != kept]
            table = self.layout.move_all(table, others, seat, self.shown[seat], table.events)
        return table

    def do_hide(self, state: HawaikiState, seat: int, hide: Hide) -> HawaikiState:
        src = self.shown[seat]
        table = self.layout.move(state.table, self.layout.copy(state.table, src, hide.card), src, seat)
        return self._turn_over(replace(state, table=table))

    def _before_turn(self, state: HawaikiState, seat: int) -> ActionSet:
        """What can be had for a marker before the turn (HA-21, HA-22), but never for the last one."""
        may, zones = NOTHING, state.table.zones
        if state.begun or state.markers[seat] < 2:
            return may
        if self.sacrifice and not state.buried >> seat & 1 and self.held(state, seat).bit_count() > 1:
            piles = zip(self._buries, self.piles, strict=True)
            may |= sum(bury for bury, pile in piles if len(zones[pile]) > 1)
        if self.second_chance and not state.chanced >> seat & 1:
            may |= self._second
        return may

    def do_bury(self, state: HawaikiState, seat: int, bury: Bury) -> HawaikiState:
        """The sacrifice (HA-21). A combination that it uncovers stands there, as if it had always done."""
        pile = self.piles[bury.at]
        table = self.layout.move(state.table, state.table.zones[pile][-1], pile, self.stock, at=BOTTOM)
        paid = self._paid(state, seat)
        return replace(state, table=table, markers=paid, buried=state.buried | 1 << seat)

    def _paid(self, state: HawaikiState, seat: int) -> tuple[int, ...]:
        return tuple(have - (s == seat) for s, have in enumerate(state.markers))

    # --- what everyone can conclude --------------------------------------------------------------------------

    def concluded(self, state: HawaikiState, unknown: Cards, stream: Chance) -> Iterator[Mapping[int, Cards]]:
        seat = state.seat
        if not state.announced or (forming := self._forming(state)) & self.held(state, seat) & ~unknown:
            yield {}
            return
        # Whoever has announced something holds a card that forms it (HA-13).
        others = [*(zone for zone in range(self.players) if zone != seat), self.stock]
        for card in stream.shuffled(each(unknown & forming)):
            yield dict.fromkeys(others, 1 << card)

    def _forming(self, state: HawaikiState) -> Cards:
        """The cards, wherever they are, that would form what is announced."""
        kinds = together(kind for kind, _, made in self._moves(state, self.fitting(state)) if made == state.announced)
        return kinds | kinds << KINDS
