"""`hawaiki`: Hawaiki, the game of three piles and their combinations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from elfer.games.booklet import after
from elfer.games.hawaiki.grounds import GROUNDS
from elfer.games.hawaiki.moment import (
    FIRST_TURN,
    HAND,
    PILES,
    SECOND_CHANCE,
    SECOND_TURN,
    THANKS,
    HawaikiState,
    Options,
)
from elfer.games.hawaiki.refusals import REASONS, why_not
from elfer.games.hawaiki.tops import (
    ALL_KINDS,
    FITS,
    FLUSH,
    KINDS,
    MASKS,
    NAMING,
    PAIR,
    STRAIGHT,
    TRIPLET,
    WORDS,
    formed,
    hawaiki_deck,
    kinds_of,
)
from elfer.table.actions import (
    DRAW,
    PASS,
    SILENT,
    Action,
    Announce,
    Bury,
    Call,
    Draw,
    Hide,
    LayAt,
    Name,
)
from elfer.table.cards import Card, Cards, each, together
from elfer.table.dealing import Dealing, in_blocks
from elfer.table.events import Said
from elfer.table.game import NOBODY, Game
from elfer.table.layout import Layout
from elfer.table.live import Window
from elfer.table.seed import Stream
from elfer.table.table import BOTTOM, Content, Log, Table
from elfer.table.zones import Shape, Sight, Zone, hands


class Hawaiki(Game[HawaikiState]):
    id = "hawaiki"
    seats = range(2, 7)
    Options = Options
    state = HawaikiState
    grounds = GROUNDS
    reasons = REASONS

    def setup(self) -> None:
        players, options = self.players, self.options
        self.strict = options.speech == "strict"
        self.one_hidden = options.one_hidden == "on"
        self.sacrifice = options.sacrifice == "on"
        self.second_chance = options.second_chance == "on"
        self.alone = 1 if options.flush == "printed" else 2
        """How many cards a single player draws for a flush (HA-8)."""
        zones = [
            *hands(players),
            *(Zone(pile, Shape.STACK, Sight.OPEN) for pile in PILES),
            Zone("stock", Shape.STACK, Sight.CLOSED),
            *(Zone("shown", Shape.FAN, Sight.OPEN, seat) for seat in range(players)),
        ]
        self.layout = Layout(hawaiki_deck(), players, zones, PILES)
        self.piles = tuple(range(players, players + len(PILES)))
        self.stock = players + len(PILES)
        self.shown = tuple(range(self.stock + 1, len(zones)))
        self._seats = (*((seat,) for seat in range(players)), ())
        self._next = tuple((seat - 1) % players for seat in range(players))  # HA-3
        self._others = tuple(tuple(after(seat, players, -1)) for seat in range(players))
        """By seat: the others in the order of play."""
        path = self.layout.path
        self._lay = {src: tuple(path(src, pile) for pile in self.piles) for src in (*range(players), *self.shown)}
        self._draw = tuple(path(self.stock, zone) for zone in (self.shown if self.one_hidden else range(players)))
        self._set_up_actions()

    def _set_up_actions(self) -> None:
        players = self.players
        self._lays = tuple(tuple(LayAt(kind, at) for kind in range(KINDS)) for at in range(len(PILES)))
        self._piled = tuple(
            (pile, {1 << kind: lay for kind, lay in enumerate(lays)})
            for pile, lays in zip(self.piles, self._lays, strict=True)
        )
        """The piles, each with what lays a kind (as a set) on it."""
        singles = [Name((seat,)) for seat in range(players)]
        couples = [Name(two) for two in combinations(range(players), 2)]
        self._names = tuple(
            {
                STRAIGHT: tuple(name for name in singles if seat not in name.seats),
                FLUSH: tuple(name for name in (*singles, *couples) if seat not in name.seats),
            }
            for seat in range(players)
        )
        """By seat and combination: whom one may name (HA-7, HA-8)."""
        self._calls: tuple[Action, ...] = (*map(Call, MASKS), SILENT)
        self._hides = tuple(map(Hide, range(KINDS)))
        self._buries = tuple(map(Bury, range(len(PILES))))
        self._announces = {mask: Announce(word) for word, mask in MASKS.items()}
        self._said: tuple[dict[int, Log], ...] = tuple(
            {0: (), **{mask: (Said(seat, say),) for mask, say in self._announces.items()}} for seat in range(players)
        )
        """By seat and combination: what it is heard to announce (HA-15)."""
        self.actions = (
            *(lay for lays in self._lays for lay in lays),
            *self._hides,
            *self._buries,
            *self._announces.values(),
            SECOND_CHANCE,
            *singles,
            *couples,
            *map(Call, (*MASKS, *THANKS[1:])),
            SILENT,
            DRAW,
            PASS,
        )

    # --- rounds and the match --------------------------------------------------------------------------------

    def dealing(self, number: int = 0) -> Dealing:
        return in_blocks(range(2 * KINDS), HAND)

    def deal(self, seed: bytes, number: int = 0, before: HawaikiState | None = None) -> HawaikiState:
        stream = Stream(seed, "deal")
        order, players = stream.shuffled(range(2 * KINDS)), self.players
        contents: dict[int, Content] = {n: together(order[HAND * n : HAND * (n + 1)]) for n in range(players)}
        rest = order[HAND * players :]
        contents |= {pile: (rest.pop(),) for pile in self.piles}
        contents[self.stock] = tuple(rest)
        table = self.layout.laid(contents, seed)
        if before is not None:  # HA-3, HA-19
            first = before.first if before.winner == NOBODY else before.winner
            markers = self._left(before)
        else:
            first = stream.below(players) if self.options.first == "random" else 0
            markers = (self.options.markers,) * players
        if self.one_hidden:
            table = self.layout.ask(table, tuple(range(players)), 0)  # HA-20
        return HawaikiState(table, first, first, NOBODY, markers, markers, 0, 0, 0, 0, False, False, 0, 0, 0, 0)

    def _left(self, state: HawaikiState) -> tuple[int, ...]:
        """The markers that each has when as many as cards in hand are given back (HA-17)."""
        if state.seat == NOBODY:
            return state.markers
        return tuple(max(have - self.held(state, s).bit_count(), 0) for s, have in enumerate(state.markers))

    def points(self, state: HawaikiState) -> tuple[int, ...]:
        """What each has lost in the round, below 0."""
        return tuple(now - then for now, then in zip(self._left(state), state.start, strict=True))

    def match_over(self, scores: Sequence[tuple[int, ...]]) -> bool:
        return any(sum(lost) <= -self.options.markers for lost in zip(*scores, strict=True))  # HA-18

    @property
    def rounds(self) -> int:
        """How many rounds a match can have at most: in each of them all but one lose a marker, or more."""
        markers: int = self.options.markers
        return self.players * (markers - 1) // (self.players - 1) + 1

    def to_act(self, state: HawaikiState) -> tuple[int, ...]:
        window = state.table.window
        return window.waiting if window else self._seats[state.seat]

    def concluded(self, state: HawaikiState, unknown: Cards, stream: Stream) -> Iterator[Mapping[int, Cards]]:
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
        kinds = together(kind for kind, _, made in self._moves(state, ALL_KINDS) if made == state.announced)
        return kinds | kinds << KINDS

    # --- what a seat has, and what fits ----------------------------------------------------------------------

    def held(self, state: HawaikiState, seat: int) -> Cards:
        """The hand cards of a seat, open or not."""
        zones = state.table.zones
        cards: Cards = zones[seat] | zones[self.shown[seat]]
        return cards

    def keeps_last(self, state: HawaikiState, seat: int) -> bool:
        """Whether the seat must not lay because it would be the last card in the second of two turns (HA-22)."""
        return state.double == SECOND_TURN and self.held(state, seat).bit_count() == 1

    def layable(self, state: HawaikiState, seat: int) -> Cards:
        """The kinds that the seat can lay somewhere."""
        return 0 if self.keeps_last(state, seat) else self._open(state) & kinds_of(self.held(state, seat))

    def _open(self, state: HawaikiState) -> Cards:
        """The kinds that fit on some pile."""
        a, b, c = (state.table.zones[pile] for pile in self.piles)
        fitting: Cards = FITS[a[-1]] | FITS[b[-1]] | FITS[c[-1]]
        return fitting

    def can_draw(self, table: Table) -> bool:
        """Whether there is a stock, or cards to make a new one of (HA-19)."""
        zones = table.zones
        return bool(zones[self.stock]) or any(len(zones[pile]) > 1 for pile in self.piles)

    def _moves(self, state: HawaikiState, kinds: Cards) -> Iterator[tuple[Card, int, int]]:
        """Where which of these kinds fits, and which combination it would form there."""
        zones = state.table.zones
        for at, pile in enumerate(self.piles):
            one, other = (zones[p][-1] for p in self.piles if p != pile)
            top = zones[pile][-1]
            for kind in each(kinds & FITS[top]):
                yield kind, at, formed(kind, top, one, other)

    # --- what can be done ------------------------------------------------------------------------------------

    def legal(self, state: HawaikiState, seat: int) -> Sequence[Action]:
        table = state.table
        if table.window is not None:
            return self._answers(state, seat) if seat in table.window.waiting else ()
        if seat != state.seat or seat < 0:
            return ()
        if state.due or state.bare:
            return self._choices(state, seat)
        if self.strict or state.double == SECOND_TURN:
            out = self._careful_lays(state, seat)
        else:
            zones, out = table.zones, []
            held = zones[seat] | zones[self.shown[seat]]
            held |= held >> KINDS
            for pile, lays in self._piled:
                can = held & FITS[zones[pile][-1]]
                while can:
                    kind = can & -can
                    out.append(lays[kind])
                    can ^= kind
        if state.announced:
            return out
        if self.sacrifice or self.second_chance:
            out += self._before_turn(state, seat)
        if table.zones[self.stock] or self.can_draw(table):
            out.append(DRAW)
        elif not self.layable(state, seat):
            out.append(PASS)  # HA-19
        return out

    def _careful_lays(self, state: HawaikiState, seat: int) -> list[Action]:
        """What can be laid after what was announced, and what can be announced (HA-13)."""
        if self.keeps_last(state, seat):
            return []
        out: list[Action] = []
        possible = 0
        for kind, at, made in self._moves(state, kinds_of(self.held(state, seat))):
            if state.announced in (0, made):
                out.append(self._lays[at][kind])
                possible |= made
        if self.strict and not state.announced:
            out += [say for mask, say in self._announces.items() if mask & possible]
        return out

    def _before_turn(self, state: HawaikiState, seat: int) -> list[Action]:
        """What can be had for a marker before the turn (HA-21, HA-22), but never for the last one."""
        out: list[Action] = []
        if state.begun or state.markers[seat] < 2:
            return out
        if self.sacrifice and not state.buried >> seat & 1 and self.held(state, seat).bit_count() > 1:
            zones = state.table.zones
            out += [self._buries[at] for at, pile in enumerate(self.piles) if len(zones[pile]) > 1]
        if self.second_chance and not state.chanced >> seat & 1:
            out.append(SECOND_CHANCE)
        return out

    def _choices(self, state: HawaikiState, seat: int) -> Sequence[Action]:
        """Whom the seat can name, or which card it can hide."""
        if state.due & NAMING:
            return self._names[seat][state.due]
        return [*(self._hides[kind] for kind in each(kinds_of(state.table.zones[self.shown[seat]]))), PASS]

    def _answers(self, state: HawaikiState, seat: int) -> Sequence[Action]:
        if state.thanks:
            return [Call(THANKS[state.thanks]), SILENT]
        if state.table.window and state.table.window.seconds:
            return self._calls
        return [self._hides[kind] for kind in each(kinds_of(state.table.zones[seat]))]

    # --- a turn ----------------------------------------------------------------------------------------------

    def apply(self, state: HawaikiState, seat: int, action: Action) -> HawaikiState:
        if state.table.window is not None:
            return self._answer(state, seat, action)
        if seat != state.seat or seat < 0:
            raise self.out_of_turn(state, seat)
        if type(action) is LayAt:
            return self._lay_card(state, seat, action)
        if type(action) is Draw and not (state.due or state.bare or state.announced):
            return self._draw_card(state, seat)
        if action not in self.legal(state, seat):
            raise why_not(self, state, seat, action)
        match action:
            case Name(seats):
                table = self.layout.say(state.table, (Said(seat, action),))
                return self._named(replace(state, table=table), seats)
            case Hide(kind):
                src = self.shown[seat]
                table = self.layout.move(state.table, self.layout.copy(state.table, src, kind), src, seat)
                return self._turn_over(replace(state, table=table))
            case Bury(at):
                return self._bury(state, seat, at)
            case Announce(word):
                table = self.layout.say(state.table, (Said(seat, action),))
                if action != SECOND_CHANCE:
                    return replace(state, table=table, announced=MASKS[word])
                paid = self._paid(state, seat)
                return replace(state, table=table, markers=paid, chanced=state.chanced | 1 << seat, double=FIRST_TURN)
        return self._pass(state, seat)

    def _draw_card(self, state: HawaikiState, seat: int) -> HawaikiState:
        table = state.table
        if stock := table.zones[self.stock]:
            table = self._draw[seat](table, stock[-1])
        elif self.can_draw(table):
            table, _ = self._drawn(table, seat, 1)
        else:
            raise why_not(self, state, seat, DRAW)
        return self._next_turn(state, table)

    def _lay_card(self, state: HawaikiState, seat: int, action: LayAt) -> HawaikiState:
        kind, at, zones = action.card, action.at, state.table.zones
        if state.due or state.bare or not (0 <= kind < KINDS and 0 <= at < len(PILES)):
            raise why_not(self, state, seat, action)
        src, shown = seat, self.shown[seat]
        copies = 1 << kind | 1 << kind + KINDS
        if zones[shown] & copies:  # HA-20: of two that look alike the open one, so that the hidden one stays hidden
            src = shown
        cards, piles = zones[src] & copies, self.piles
        top, one, other = zones[piles[at]][-1], zones[piles[at - 1]][-1], zones[piles[at - 2]][-1]
        made = formed(kind, top, one, other)
        if not cards or not FITS[top] >> kind & 1 or state.announced not in (0, made):
            raise why_not(self, state, seat, action)
        if state.double and self.keeps_last(state, seat):
            raise why_not(self, state, seat, action)
        card = self.layout.copy(state.table, src, kind) if cards == copies else cards.bit_length() - 1
        said = state.announced if self.strict else made
        table = self._lay[src][at](state.table, card, () if self.strict else self._said[seat][made])
        out = not (table.zones[seat] or table.zones[shown])
        if not (said or out or self.strict or self.one_hidden):
            return self._next_turn(state, table)
        state = replace(
            state,
            table=table,
            winner=seat if out else NOBODY,
            announced=0,
            forgotten=0 if said else made,
            due=said,
            bare=self.one_hidden and src == seat and not out,
            begun=True,
            passed=0,
        )
        if self.strict:  # a window opens whether something was forgotten or not: opening it only then would tell
            return replace(state, table=self.layout.ask(table, self._others[seat], self.options.window))
        return self._settled(state)

    def _bury(self, state: HawaikiState, seat: int, at: int) -> HawaikiState:
        """The sacrifice (HA-21). A combination that it uncovers stands there, as if it had always done."""
        pile = self.piles[at]
        table = self.layout.move(state.table, state.table.zones[pile][-1], pile, self.stock, at=BOTTOM)
        paid = self._paid(state, seat)
        return replace(state, table=table, markers=paid, buried=state.buried | 1 << seat)

    def _paid(self, state: HawaikiState, seat: int) -> tuple[int, ...]:
        return tuple(have - (s == seat) for s, have in enumerate(state.markers))

    def _pass(self, state: HawaikiState, seat: int) -> HawaikiState:
        """Nothing is hidden any more (HA-20), or nothing can be laid and nothing drawn (HA-19)."""
        table = self.layout.say(state.table, (Said(seat, PASS),))
        if state.bare:
            return self._turn_over(replace(state, table=table))
        if not self.keeps_last(state, seat):
            fitting = self._open(state)
            table = self.layout.rule_out(table, seat, fitting | fitting << KINDS)
        passed = state.passed | 1 << seat
        if passed == (1 << self.players) - 1:
            return self._ended(replace(state, table=table))
        return replace(self._next_turn(state, table), passed=passed)

    def _next_turn(self, state: HawaikiState, table: Table) -> HawaikiState:
        """The turn is over: the next one, or the second one of the same player (HA-22)."""
        second = state.double == FIRST_TURN
        return HawaikiState(
            table,
            state.seat if second else self._next[state.seat],
            state.first,
            NOBODY,
            state.markers,
            state.start,
            0,
            0,
            0,
            0,
            False,
            second,
            SECOND_TURN if second else 0,
            state.buried,
            state.chanced,
            0,
        )

    # --- drawing ---------------------------------------------------------------------------------------------

    def _drawn(self, table: Table, seat: int, cards: int, log: Log = ()) -> tuple[Table, int]:
        """The seat draws so many cards, as far as there are any: and how many it got."""
        for got in range(cards):
            if not table.zones[self.stock]:
                if not self.can_draw(table):
                    return table, got
                table = self._reshuffled(table, log)
                log = table.events
            table = self._draw[seat](table, table.zones[self.stock][-1], log)
            log = table.events
        return table, cards

    def _reshuffled(self, table: Table, log: Log) -> Table:
        """The piles, but for their tops, become the new stock (HA-19). That is done when somebody has to draw."""
        for pile in self.piles:
            for card in table.zones[pile][:-1]:
                table = self.layout.move(table, card, pile, self.stock, log)
                log = table.events
        return self.layout.shuffle(table, self.stock, log)

    # --- what follows from a laid card -----------------------------------------------------------------------

    def _settled(self, state: HawaikiState) -> HawaikiState:
        """All that follows from a laid card, up to where somebody has to choose or to say something."""
        others = self._others[state.seat]
        if state.due & NAMING:
            return state if len(others) > 1 else self._named(state, others)
        if state.due == TRIPLET:
            return self._given(state, others, 1)  # HA-9
        # Another card is hidden after all effects and before anything else is laid or drawn (HA-20).
        return state if state.bare else self._turn_over(state)

    def _named(self, state: HawaikiState, seats: tuple[int, ...]) -> HawaikiState:
        if state.due == STRAIGHT:
            return self._given(state, seats, 1)  # HA-7
        ordered = [seat for seat in self._others[state.seat] if seat in seats]
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

    def _turn_over(self, state: HawaikiState) -> HawaikiState:
        """Nothing more follows: the round is over (HA-16), the player goes again, or the turn is over."""
        if state.winner != NOBODY:
            return self._ended(state)
        if state.due:
            return replace(state, due=0, bare=False)
        return self._next_turn(state, state.table)

    def _ended(self, state: HawaikiState) -> HawaikiState:
        return replace(state, seat=NOBODY, markers=self._left(state), due=0, double=0)

    # --- windows ---------------------------------------------------------------------------------------------

    def _answer(self, state: HawaikiState, seat: int, action: Action) -> HawaikiState:
        table = self.answered(state, seat, action)
        window = table.window
        if window is None or window.waiting:
            return replace(state, table=table)
        if not window.seconds:
            return replace(state, table=self._hidden(table, window))
        table = self.layout.say(table, window.heard())
        if state.thanks:  # HA-14
            rude = [s for s in self._others[state.seat] if s in window.asked and s not in window.calls(*THANKS)]
        else:  # HA-12
            rude = [state.seat] if state.forgotten and window.calls(WORDS[state.forgotten]) else []
        for who in rude:
            table, _ = self._drawn(table, who, 1, table.events)
        return self._settled(replace(state, table=table, forgotten=0, thanks=0))

    def _hidden(self, table: Table, window: Window) -> Table:
        """All have picked the card that stays hidden; the others are laid open (HA-20)."""
        log: Log = ()
        for seat, pick in enumerate(window.answers):
            kept = self.layout.copy(table, seat, pick.card) if isinstance(pick, Hide) else NOBODY
            for card in each(table.zones[seat]):
                if card != kept:
                    table = self.layout.move(table, card, seat, self.shown[seat], log)
                    log = table.events
        return table
