"""The plan of `hawaiki` (`elfer.games.hawaiki.bot`) over machine words, and rounds that are played on by it.

What counts is the same, number by number and in the same order, so that kernel and bot choose alike.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.games.hawaiki.kernel.bulk import acting, done, legal, options
from elfer.games.hawaiki.kernel.options import noted
from elfer.games.hawaiki.kernel.piles import KINDS, Forms, fitting, formed, forms, without
from elfer.games.hawaiki.kernel.steps import (
    ANNOUNCE,
    ANNOUNCED,
    ASKED,
    BARE,
    BURY,
    CHANCE,
    COMBINATION,
    DRAW,
    FORGOTTEN,
    HIDE,
    HIDING,
    NAME,
    PILED,
    REST,
    SEAT,
    SILENT,
    THANKING,
    Rules,
    State,
    Words,
    after,
    held,
)
from elfer.games.hawaiki.tops import FLUSH, STRAIGHT, TRIPLET
from elfer.table.machine import below, count, lowest, turned

DEEPEST = 4
"""So many combinations one after the other are thought of; a word has room for no more."""
HASTE = 4
MOVE = 14
"""Bits of a card that was laid in thought: its spot, the spot that it covered, and the pile."""


class Weights(NamedTuple):
    """How much each thing counts that the bot looks at; its own `Weights` say what they are."""

    laid: float
    given: float
    out: float
    near: float
    promise: float
    danger: float
    harm: float
    opens: float
    late_opens: float
    marker: float
    named: float
    named_next: float
    hidden: float
    word: float


class Seen(NamedTuple):
    """What a seat has before it in its turn: cards that nobody has seen, and how near the others are to the end."""

    unseen: int
    both: int
    unknown: int
    next: int
    late: float
    fewest: int
    others: int


class Thought(NamedTuple):
    """Where a turn is led in thought: the own cards, the tops, and what was laid and given."""

    one: int
    two: int
    a: int
    b: int
    c: int
    laid: int
    given: int


class Turn(NamedTuple):
    """What a turn brings."""

    laid: int
    given: int
    out: int
    near: float
    promise: int
    danger: float
    harm: float
    opens: float


def played_on(
    rules: Rules, weights: Weights, state: State, hands: Words, deck: Words, chance: int, longest: int
) -> State:
    """Play a round to its end by the plan, on all seats, for so many actions at most; returns where it is then."""
    for _ in range(longest):
        if state.seat < 0:
            return state
        kind, bit, chance = chosen(rules, weights, state, hands, deck, chance)
        state, chance = done(rules, state, hands, deck, kind, bit, chance)
    return state


def chosen(
    rules: Rules, weights: Weights, state: State, hands: Words, deck: Words, chance: int
) -> tuple[int, int, int]:
    """What the plan chooses, by the word of `Legal` and the bit; and the chance that is left.

    Among equals each is as likely: the one that comes as number n takes the place of the others once in n times.
    """
    may = legal(rules, state, hands, deck)
    seen, alone = looked(rules, state, hands), options(may) == 1
    best, found_kind, found_bit, equals = 0.0, 0, 0, 0
    for kind in range(REST + 1):
        can = may[kind]
        while can:
            bit = can & -can
            can ^= bit
            worth = 0.0 if alone else worth_of(rules, weights, state, hands, deck, seen, kind, bit)
            if not equals or worth > best:
                best, found_kind, found_bit, equals = worth, kind, bit, 1
            elif worth == best:
                equals += 1
                chance = turned(chance)
                if below(chance, equals) == 0:
                    found_kind, found_bit = kind, bit
    return found_kind, found_bit, chance


def looked(rules: Rules, state: State, hands: Words) -> Seen:
    """What is the same for all that may be done."""
    own = SEAT * state.seat
    one, two = without(KINDS, KINDS, state.lying, state.both)
    one, two = without(one, two, hands[own] + 0, hands[own + 1] + 0)
    nearest = held(hands, after(rules, state.seat))
    fewest = nearest
    for seat in range(rules.players):
        if seat != state.seat:
            fewest = min(fewest, held(hands, seat))
    unknown = max(count(one) + count(two), 1)
    return Seen(one, two, unknown, nearest, max(0, HASTE - nearest) / HASTE, fewest, rules.players - 1)


def worth_of(
    rules: Rules, weights: Weights, state: State, hands: Words, deck: Words, seen: Seen, kind: int, bit: int
) -> float:
    """What something is worth that may be done."""
    if rules.more is not None and state.more >> ASKED & 3 > HIDING:
        return weights.word * said(rules, state, bit)
    if kind == HIDE or (rules.more is not None and state.more >> ASKED & 3):
        return weights.hidden * kept(hands, acting(rules, state), bit)
    thought = Thought(hands[SEAT * state.seat] + 0, hands[SEAT * state.seat + 1] + 0, state.a, state.b, state.c, 0, 0)
    if kind < HIDE:
        made = formed(bit, made_in(thought, kind))
        if rules.more is not None and rules.strict:
            made = state.more >> ANNOUNCED & COMBINATION
        return weighed(weights, seen, begun(seen, thought, kind, bit, made), 0)
    if bit >= 1 << rules.calls + DRAW:
        if rules.more is not None and state.more >> BARE & 1:
            return 0.0
        return weighed(weights, seen, left(seen, thought, -int(bit == 1 << rules.calls + DRAW)), 0)
    if bit >= 1 << NAME:
        return naming(rules, weights, state, hands, rules.named[lowest(bit) - NAME])
    return prepared(weights, state, deck, seen, thought, bit)


def said(rules: Rules, state: State, bit: int) -> int:
    """Whether an answer has the right word."""
    if bit == 1 << rules.calls + SILENT:
        return 0
    right = state.more >> ASKED & 3 == THANKING or bit >> rules.calls == state.more >> FORGOTTEN & COMBINATION
    return 1 if right else -1


def kept(hands: Words, seat: int, bit: int) -> int:
    """How many kinds of the hand fit on the one that is hidden; none if nothing is."""
    return count(fitting(lowest(bit)) & hands[SEAT * seat])


def naming(rules: Rules, weights: Weights, state: State, hands: Words, seats: int) -> float:
    """What it is worth that these seats draw."""
    cards = rules.alone if state.due == FLUSH and not seats & seats - 1 else 1
    named = 0.0
    for seat in range(rules.players):
        if seats >> seat & 1:
            named += cards / (1 + held(hands, seat))
    return weights.named * named + weights.named_next * (seats >> after(rules, state.seat) & 1)


def prepared(weights: Weights, state: State, deck: Words, seen: Seen, thought: Thought, bit: int) -> float:
    """What it is worth to announce something, or to give up a marker."""
    if bit == 1 << CHANCE:
        turn = best(seen, thought)
        fit = fitting(state.a) | fitting(state.b) | fitting(state.c)
        ready = cards(thought) == 3 and seen.fewest > 1 and count(thought.one & fit) > 1
        return weighed(weights, seen, with_laid(turn, 2 if ready else -2), 1)
    if bit >= 1 << ANNOUNCE:
        return weighed(weights, seen, announced(seen, thought, bit >> ANNOUNCE), 0)
    at = lowest(bit) - BURY
    spot = deck[noted(state, deck, at)] - PILED * at
    return weighed(weights, seen, best(seen, topped(thought, at, spot)), 1)


def weighed(weights: Weights, seen: Seen, turn: Turn, marker: int) -> float:
    """All that speaks for a turn and against it, added up."""
    worth = weights.laid * turn.laid + weights.given * turn.given + weights.out * turn.out
    worth = worth + weights.near * turn.near + weights.promise * turn.promise + weights.danger * turn.danger
    worth = worth + weights.harm * turn.harm + weights.opens * turn.opens
    return worth + weights.late_opens * (turn.opens * seen.late) + weights.marker * marker


# --- what can follow in a turn -------------------------------------------------------------------------------


def cards(thought: Thought) -> int:
    """How many own cards are left."""
    return count(thought.one) + count(thought.two)


def made_in(thought: Thought, at: int) -> Forms:
    """What can be formed on a pile."""
    _, _, a, b, c, _, _ = thought
    if at == 0:
        return forms(a, b, c)
    return forms(b, c, a) if at == 1 else forms(c, a, b)


def topped(thought: Thought, at: int, spot: int) -> Thought:
    """With another top."""
    one, two, a, b, c, laid, given = thought
    return Thought(one, two, spot if at == 0 else a, spot if at == 1 else b, spot if at == 2 else c, laid, given)


def top_at(thought: Thought, at: int) -> int:
    """The top of a pile."""
    return thought.a if at == 0 else thought.b if at == 1 else thought.c


def fits(thought: Thought, at: int) -> int:
    """The own kinds that can be laid on a pile."""
    return thought.one & fitting(top_at(thought, at))


def stuck(thought: Thought) -> bool:
    """Whether nothing can be laid."""
    return not thought.one & (fitting(thought.a) | fitting(thought.b) | fitting(thought.c))


def gives(seen: Seen, made: int) -> int:
    """How many cards others draw for a combination."""
    if made == STRAIGHT:
        return 1
    return 2 if made == FLUSH else seen.others if made == TRIPLET else 0


def on(seen: Seen, thought: Thought, at: int, bit: int, made: int) -> Thought:
    """After a card was laid."""
    one, two, a, b, c, laid, given = topped(thought, at, lowest(bit))
    return Thought(one ^ bit & ~two, two & ~bit, a, b, c, laid + 1, given + gives(seen, made))


def back(seen: Seen, thought: Thought, move: int) -> Thought:
    """The same the other way round."""
    bit, at = 1 << (move & 63), move >> 12
    one, two, a, b, c, laid, given = topped(thought, at, move >> 6 & 63)
    before = Thought(one | bit, two | one & bit, a, b, c, laid - 1, given)
    made = formed(bit, made_in(before, at))
    return Thought(one | bit, two | one & bit, a, b, c, laid - 1, given - gives(seen, made))


def begun(seen: Seen, thought: Thought, at: int, bit: int, made: int) -> Turn:
    """The best of all ways in which a turn can go that begins with this card."""
    thought = on(seen, thought, at, bit, made)
    if made and thought.one:
        return best(seen, thought)
    return left(seen, thought, thought.laid)


def announced(seen: Seen, thought: Thought, made: int) -> Turn:
    """The best of all turns that begin with this combination."""
    found = Turn(0, 0, 0, 0.0, 0, 0.0, 0.0, 0.0)
    some = False
    for at in range(3):
        can = fits(thought, at)
        while can:
            bit = can & -can
            can ^= bit
            if formed(bit, made_in(thought, at)) == made:
                turn = begun(seen, thought, at, bit, made)
                if not some or measure(turn) > measure(found):
                    found, some = turn, True
    return found


def best(seen: Seen, thought: Thought) -> Turn:
    """The best of all ways in which a turn can go on: what is laid, or else a card that is drawn.

    Cards that were laid on the way are kept in a word, one above the other, to be taken back.
    """
    if stuck(thought):
        return left(seen, thought, thought.laid - 1)
    found, some, deepest = Turn(0, 0, 0, 0.0, 0, 0.0, 0.0, 0.0), False, DEEPEST - thought.laid
    moves, deep, at, can = 0, 0, 0, fits(thought, 0)
    while True:
        if not can:
            if at < 2:
                at += 1
                can = fits(thought, at)
                continue
            if not deep:
                return found
            move, moves, deep = moves & (1 << MOVE) - 1, moves >> MOVE, deep - 1
            thought, at = back(seen, thought, move), move >> 12
            can = fits(thought, at) & -2 << (move & 63)
            continue
        bit = can & -can
        can ^= bit
        made = formed(bit, made_in(thought, at))
        further = on(seen, thought, at, bit, made)
        if made and further.one and deep < deepest and not stuck(further):
            moves, deep = moves << MOVE | at << 12 | top_at(thought, at) << 6 | lowest(bit), deep + 1
            thought, at = further, 0
            can = fits(thought, 0)
            continue
        drawn = int(made and further.one and deep < deepest)
        turn = left(seen, further, further.laid - drawn)
        if not some or measure(turn) > measure(found):
            found, some = turn, True


def left(seen: Seen, thought: Thought, laid: int) -> Turn:
    """What it means to leave the piles like this with the cards that are left."""
    one, two, a, b, c, _, given = thought
    if not one:
        return Turn(laid, given, 1, 0.0, 0, 0.0, 0.0, 0.0)
    first, second, third = forms(a, b, c), forms(b, c, a), forms(c, a, b)
    straights, flushes = first.straight | second.straight | third.straight, first.flush | second.flush | third.flush
    triplets = first.triplet | second.triplet | third.triplet
    forming = first.pair | second.pair | third.pair | straights | flushes | triplets
    fit, chance = fitting(a) | fitting(b) | fitting(c), seen.next / seen.unknown
    near = (count(one & fit) + count(two & fit)) / (count(one) + count(two))
    promise = count(one & forming) + count(two & forming)
    harm = copies(seen, straights) + 2 * copies(seen, flushes) + seen.others * copies(seen, triplets)
    opens = copies(seen, fit) / seen.unknown
    return Turn(laid, given, 0, near, promise, chance * copies(seen, forming), chance * harm, opens)


def copies(seen: Seen, kinds: int) -> int:
    """How many cards of these kinds nobody has seen."""
    return count(seen.unseen & kinds) + count(seen.both & kinds)


def with_laid(turn: Turn, more: int) -> Turn:
    """The same with more cards laid."""
    laid, given, out, near, promise, danger, harm, opens = turn
    return Turn(laid + more, given, out, near, promise, danger, harm, opens)


def measure(turn: Turn) -> float:
    """How good a turn looks, to compare what may follow in it."""
    return turn.laid + turn.given / 2 + 6 * turn.out + turn.near / 2 - turn.danger / 4
