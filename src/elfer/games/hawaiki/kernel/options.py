"""What options add to the rules of `hawaiki` over machine words: words that must be said (HA-15), a hidden card
(HA-20), the sacrifice (HA-21) and the second chance (HA-22)."""

from __future__ import annotations

from elfer.games.hawaiki.kernel.piles import Forms, without
from elfer.games.hawaiki.kernel.steps import (
    ANNOUNCE,
    ANNOUNCED,
    ASKED,
    BARE,
    BEGUN,
    BURIED,
    BURY,
    CALLING,
    CARDS,
    CHANCE,
    CHANCED,
    COMBINATION,
    DOUBLE,
    FORGOTTEN,
    HIDDEN,
    HIDING,
    LASTING,
    MARKERS,
    PASS,
    PILED,
    PILES,
    RUDE,
    SEAT,
    SEATS,
    SILENT,
    THANKED,
    THANKING,
    THANKS,
    WAITING,
    Legal,
    Rules,
    State,
    Words,
    after,
    asked,
    bottom,
    covered,
    drawn,
    held,
    laid,
    made_at,
    settled,
    turn,
    with_due,
)
from elfer.games.hawaiki.tops import FLUSH, PAIR, STRAIGHT, TRIPLET
from elfer.table.machine import lowest

IN_A_TURN = SEATS << RUDE | SEATS << WAITING | COMBINATION << FORGOTTEN | 3 << ASKED | 3 << THANKED
"""What a question leaves behind."""


# --- quick moments and secret choices ------------------------------------------------------------------------


def asked_first(rules: Rules, state: State) -> int:
    """Of the seats that have not answered yet, the first."""
    waiting, seat = state.more >> WAITING & SEATS, after(rules, state.seat)
    if state.more >> ASKED & 3 == HIDING:
        return lowest(waiting)
    while not waiting >> seat & 1:
        seat = after(rules, seat)
    return seat


def answers(rules: Rules, state: State, hands: Words) -> Legal:
    """What may be answered to the open question."""
    what = state.more >> ASKED & 3
    if what == HIDING:
        return Legal(0, 0, 0, hands[SEAT * asked_first(rules, state)] + 0, 0)
    words = 0b1111 if what == CALLING else 1 << THANKS - 1 + (state.more >> THANKED & 3)
    return Legal(0, 0, 0, 0, (words | 1 << SILENT) << rules.calls)


def answered(rules: Rules, state: State, hands: Words, deck: Words, bit: int, chance: int) -> tuple[State, int]:
    """After an answer; when it was the last one, the game goes on."""
    who, what, more = asked_first(rules, state), state.more >> ASKED & 3, state.more
    if what == HIDING:
        hide(hands, who, bit)
    elif what == THANKING:
        more |= int(bit >> rules.calls + SILENT) << RUDE + who
    elif bit >> rules.calls == more >> FORGOTTEN & COMBINATION:
        more |= 1 << RUDE + state.seat
    more ^= 1 << WAITING + who
    if more >> WAITING & SEATS:
        return with_due(state, state.due, more), chance
    if what == HIDING:
        return with_due(state, state.due, more & ~(3 << ASKED)), chance
    return heard(rules, with_due(state, state.due, more), hands, deck, chance)


def heard(rules: Rules, state: State, hands: Words, deck: Words, chance: int) -> tuple[State, int]:
    """After all have answered: whoever forgot a word draws a card (HA-12, HA-14)."""
    rude, seat = state.more >> RUDE & SEATS, state.seat
    state = with_due(state, state.due, state.more & ~IN_A_TURN)
    for _ in range(rules.players):
        seat = after(rules, seat)
        if rude >> seat & 1:
            state, _, chance = drawn(rules, state, hands, deck, seat, 1, chance)
    return settled(rules, state, hands, deck, chance)


# --- your turn -----------------------------------------------------------------------------------------------


def full_turn(rules: Rules, state: State, hands: Words, deck: Words) -> Legal:
    """What may be done in a turn."""
    hand, announced = hands[SEAT * state.seat] + 0, state.more >> ANNOUNCED & COMBINATION
    if state.more >> BARE & 1:
        return Legal(0, 0, 0, hand, 1 << rules.calls + PASS)
    if state.more >> DOUBLE & 3 == 2 and held(hands, state.seat) == 1:  # HA-22
        hand = 0
    lay0, lay1, lay2, hides, what = turn(rules, state, hand)
    a, b, c = made_at(state, 0), made_at(state, 1), made_at(state, 2)
    if announced:
        return Legal(lay0 & making(a, announced), lay1 & making(b, announced), lay2 & making(c, announced), 0, 0)
    what |= before_turn(rules, state, hands, deck)
    if rules.strict:
        for at, made in enumerate((PAIR, STRAIGHT, FLUSH, TRIPLET)):
            can = hand & (making(a, made) | making(b, made) | making(c, made))
            what |= int(can != 0) << ANNOUNCE + at
    return Legal(lay0, lay1, lay2, hides, what)


def making(can: Forms, made: int) -> int:
    """The kinds that form this combination (HA-13)."""
    if made == PAIR:
        return can.pair
    if made == STRAIGHT:
        return can.straight
    return can.flush if made == FLUSH else can.triplet


def before_turn(rules: Rules, state: State, hands: Words, deck: Words) -> int:
    """What can be had for a marker before the turn (HA-21, HA-22), but never for the last one."""
    seat, may = state.seat, 0
    if state.more >> BEGUN & 1 or hands[SEAT * seat + 2] & MARKERS < 2:
        return 0
    if rules.sacrifice and not state.more >> BURIED + seat & 1 and held(hands, seat) > 1:
        for at in range(PILES):
            may |= int(noted(state, deck, at) < CARDS) << BURY + at
    if rules.second_chance and not state.more >> CHANCED + seat & 1:
        may |= 1 << CHANCE
    return may


def lay_openly(
    rules: Rules, state: State, hands: Words, deck: Words, at: int, bit: int, made: int, chance: int
) -> tuple[State, int]:
    """After a card was laid, by all options."""
    seat, before = state.seat, state.more
    if rules.sacrifice:
        note(state, deck, at)
    bare = unhidden(hands, seat, bit)
    said = before >> ANNOUNCED & COMBINATION if rules.strict else made
    state = laid(state, hands, at, bit, said)
    more = before & (LASTING | 3 << DOUBLE) | 1 << BEGUN | (bare if state.winner < 0 else 0) << BARE
    if not rules.strict:
        return settled(rules, with_due(state, said, more), hands, deck, chance)
    # They are asked whether something was forgotten or not: asking only then would tell (HA-12).
    more = asked(more, CALLING, (1 << rules.players) - 1 ^ 1 << seat) | (0 if said else made) << FORGOTTEN
    return with_due(state, said, more), chance


def announce(state: State, hands: Words, bit: int) -> State:
    """After a combination was announced (HA-5), or the second chance taken (HA-22)."""
    if bit < 1 << CHANCE:
        return with_due(state, state.due, state.more | bit >> ANNOUNCE << ANNOUNCED)
    hands[SEAT * state.seat + 2] -= 1
    return with_due(state, state.due, state.more | 1 << CHANCED + state.seat | 1 << DOUBLE)


# --- the hidden card -----------------------------------------------------------------------------------------


def hide(hands: Words, seat: int, bit: int) -> None:
    """One card of a hand is hidden (HA-20)."""
    hands[SEAT * seat + 2] |= lowest(bit) + 1 << HIDDEN


def unhidden(hands: Words, seat: int, bit: int) -> int:
    """Whether it is the hidden card that is laid: of two that look alike it is the open one (HA-20)."""
    own = SEAT * seat
    if hands[own + 2] >> HIDDEN != lowest(bit) + 1 or hands[own + 1] & bit:
        return 0
    hands[own + 2] &= (1 << HIDDEN) - 1
    return 1


# --- the sacrifice -------------------------------------------------------------------------------------------


def note(state: State, deck: Words, at: int) -> None:
    """Note what a card covers on a pile."""
    deck[CARDS - 1 - covered(state)] = PILED * at + top_of(state, at)


def top_of(state: State, at: int) -> int:
    """The top of a pile."""
    return state.a if at == 0 else state.b if at == 1 else state.c


def noted(state: State, deck: Words, at: int) -> int:
    """Where it is noted which card lies under the top of a pile; behind the end if there is none."""
    for place in range(CARDS - covered(state), CARDS):
        if deck[place] // PILED == at:
            return place
    return CARDS


def bury(rules: Rules, state: State, hands: Words, deck: Words, at: int) -> State:
    """After the sacrifice: the top of that pile lies under the stock (HA-21)."""
    place, top = noted(state, deck, at), top_of(state, at)
    spot = deck[place] - PILED * at
    for later in range(place, CARDS - covered(state), -1):
        deck[later] = deck[later - 1]
    hands[SEAT * state.seat + 2] -= 1
    bit, seat, more = 1 << top, state.seat, state.more | 1 << BURIED + state.seat
    lying, both = without(state.lying, state.both, bit, 0)
    a, b, c = spot if at == 0 else state.a, spot if at == 1 else state.b, spot if at == 2 else state.c
    state = State(seat, a, b, c, lying, both, state.stock + 1, state.due, state.passed, state.winner, more)
    deck[bottom(rules, state)] = top
    return state
