"""What players can conclude in the row games, from the plain model alone.

To find out whether cards could lie like this, they are given a way from the deal to where they lie now, and the
whole round is played again with them in the plain model. If every action that was really taken is legal there too,
it could be the truth.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, permutations
from math import factorial, prod
from typing import Any

import msgspec

import elfer
from tests.games.plain.rows import (
    COLOURS,
    Card,
    Options,
    PlainRows,
    cards_of,
    colours_in_play,
    hands_in,
    opening_cards,
)

ALL_CARDS = [(colour, number) for colour in COLOURS for number in range(1, 21)]
DEALT = -1
"""The time at which the dealt cards arrive, before step 0."""

Game = elfer.Game[Any]
Table = tuple[str, int, Options]


# --- a round and its history -----------------------------------------------------------------------------------


@dataclass
class TracedStep:
    """One action, and what everyone could tell of that moment."""

    seat: int
    action: str
    fitting: frozenset[Card]
    """All cards whose place was open, wherever they were."""
    drawn: list[Card]
    """The cards that were really drawn."""
    goes_on: bool
    """Whether the turn went on after it."""


@dataclass
class Round:
    """A round that was played at random."""

    name: str
    players: int
    options: Options
    game: Game
    states: list[elfer.State]
    """Before each step, and at the end."""
    steps: list[TracedStep]

    @property
    def lot(self) -> int | None:
        return self.game.to_act(self.states[0])[0] if self.name == "auslosen" else None

    def begin(self, hands: Sequence[Sequence[Card]], stock: Sequence[Card]) -> PlainRows:
        """The model of this table, dealt like this."""
        options: dict[str, Any] = self.options
        return PlainRows.begin(self.name, hands, stock, lot=self.lot, **options)

    def undecided(self, until: int) -> bool:
        """Whether a card was just drawn that must be laid if it fits, and only its owner knows whether it does."""
        last = self.steps[until - 1] if until else None
        forced = self.options.get("blocking") != "draw-to-fit"
        return last is not None and last.action == "draw" and last.goes_on and forced


def zones_of(game: Game, state: elfer.State) -> dict[str, str]:
    zones: dict[str, str] = msgspec.json.decode(elfer.dump(game, state))["zones"]
    return zones


def played(table: Table, label: str) -> Round:
    """A random round at this table."""
    rng = random.Random(label)
    game: Game = elfer.game(table[0], table[1], **table[2])
    out = Round(*table, game, [game.deal(elfer.seed_from(label))], [])
    zones = zones_of(game, out.states[0])
    model = out.begin(hands_in(zones, out.players), cards_of(zones["stock"]))
    while not model.over:
        seat, stock = model.turn, list(model.stock)
        action = rng.choice(model.legal())
        fitting = frozenset(card for card in ALL_CARDS if card not in model.laid and model.fits(card))
        model.play(action)
        drawn = stock[len(model.stock) :][::-1]
        goes_on = model.turn == seat and bool(model.drawn or model.laid_now)
        out.steps.append(TracedStep(seat, action, fitting, drawn, goes_on))
        out.states.append(game.apply(out.states[-1], seat, game.read(action)))
    return out


# --- tracing a guess back --------------------------------------------------------------------------------------


@dataclass
class Origins:
    """How the cards of one seat may have come to it: each card has a set of times at which it may have arrived."""

    slots: list[int]
    """When a card arrived, once for each card."""
    times: dict[Card, set[int]]
    takes: list[tuple[int, set[Card]]]
    """When the seat took cards instead of laying, and the cards that it could have laid."""

    def arrivals(self) -> dict[int, list[Card]] | None:
        """The cards by the time of their arrival; `None` if there is no way."""
        if len(self.times) != len(self.slots):
            return None
        if not self.takes:
            return matched(self.slots, self.times)
        [(time, could_lay), *rest] = self.takes
        for card in sorted(could_lay & self.times.keys()):  # one of them was in the hand
            narrowed = self.times | {card: {t for t in self.times[card] if t < time}}
            if (found := Origins(self.slots, narrowed, rest).arrivals()) is not None:
                return found
        return None


def matched(slots: Sequence[int], times: dict[Card, set[int]]) -> dict[int, list[Card]] | None:
    """Each card to a slot of one of its times, every slot once; `None` if there is no way."""
    taken: dict[int, Card] = {}

    def place(card: Card, tried: set[int]) -> bool:
        for slot, time in enumerate(slots):
            if time in times[card] and slot not in tried:
                tried.add(slot)
                if slot not in taken or place(taken[slot], tried):
                    taken[slot] = card
                    return True
        return False

    if not all(place(card, set()) for card in times):
        return None
    out: dict[int, list[Card]] = {time: [] for time in slots}
    for slot, card in taken.items():
        out[slots[slot]].append(card)
    return out


def laid_by(step: TracedStep) -> list[Card]:
    return [] if step.action in ("draw", "take", "end", "pass") else cards_of(step.action)


def passed_over(past: Round) -> list[Card]:
    """The opening cards that were not dealt, as everyone sees from who opens with what."""
    if past.options.get("prelaid") == "on":
        return []
    colours = colours_in_play(past.name, int(past.options.get("deck", 80)), str(past.options.get("without", "blue")))
    order = opening_cards(past.name, colours)
    return order[: order.index(next(iter(past.steps[0].fitting)))] if order else []


@dataclass
class Trace:
    """What can be told of a round at some time, by everyone and by one seat."""

    past: Round
    until: int
    seat: int | None

    def __post_init__(self) -> None:
        self.steps = self.past.steps[: self.until]
        self.laid = {card: t for t, step in enumerate(self.steps) for card in laid_by(step)}
        self.passed_over = passed_over(self.past)
        self._times: dict[tuple[int, Card], set[int]] = {}

    def of(self, seat: int) -> list[tuple[int, TracedStep]]:
        """The steps of a seat."""
        return [(t, step) for t, step in enumerate(self.steps) if step.seat == seat]

    def origins(self, seat: int, hand: Iterable[Card]) -> Origins:
        """How the cards of the seat may have come to it, if this is its hand now."""
        cards = [*hand, *chain(*(laid_by(step) for _, step in self.of(seat)))]
        drawn = [t for t, step in self.of(seat) for _ in step.drawn]
        slots = [DEALT] * (len(cards) - len(drawn)) + drawn
        takes = [
            (t, {card for card in step.fitting if self.laid.get(card, self.until) > t})
            for t, step in self.of(seat)
            if step.action == "take"
        ]
        return Origins(slots, {card: self.times(seat, card) for card in cards}, takes)

    def times(self, seat: int, card: Card) -> set[int]:
        """When the card can have come to the seat."""
        if (seat, card) not in self._times:
            arrivals = [DEALT, *(t for t, step in self.of(seat) if step.drawn)]
            if seat == self.seat:
                found = [t for t, step in self.of(seat) if card in step.drawn] or [DEALT]
            else:
                found = [arrival for arrival in arrivals if self.could_arrive(seat, card, arrival)]
            self._times[seat, card] = set(found)
        return self._times[seat, card]

    def could_arrive(self, seat: int, card: Card, arrival: int) -> bool:
        """Whether the card can have come to the seat at that time, by all that the seat did until it was laid."""
        steps, laid = self.steps, self.laid.get(card, self.until)
        if laid < arrival:
            return False
        if arrival == DEALT and card in self.passed_over:
            return False  # EL-3, FA-2: somebody would have opened with it
        if arrival != DEALT and steps[arrival].action == "draw" and card in steps[arrival].fitting:
            # EL-9, EK-5: it must be laid at once; it was, or that is still to come.
            return laid == arrival + 1 and steps[arrival].goes_on
        if 0 < laid < self.until and steps[laid - 1].seat == seat and steps[laid - 1].action == "draw":
            return False  # EL-9, EK-5: only the card just drawn could be laid then
        return not any(
            arrival < t < laid and step.action in ("draw", "pass") and card in step.fitting
            for t, step in self.of(seat)
        )  # EL-8: whoever can lay must neither draw nor pass

    def arrivals(self, hands: Sequence[Iterable[Card]]) -> list[dict[int, list[Card]]] | None:
        """For each seat, its cards by the time they came, if these are the hands; `None` if they cannot be."""
        out = []
        for seat, hand in enumerate(hands):
            if (found := self.origins(seat, hand).arrivals()) is None:
                return None
            out.append(found)
        return out

    def replay(self, hands: Sequence[Iterable[Card]], stock: Sequence[Card]) -> bool:
        """Whether these can be the hands and the stock; if so, the round is played again with them."""
        arrived = self.arrivals(hands)
        if arrived is None:
            return False
        drawn = list(chain(*(arrived[step.seat][t] for t, step in enumerate(self.steps) if step.drawn)))
        model = self.past.begin([cards[DEALT] for cards in arrived], [*stock, *reversed(drawn)])
        for step in self.steps:
            assert model.turn == step.seat
            model.play(step.action)
        assert list(map(sorted, model.hands)) == list(map(sorted, hands))
        assert model.stock == list(stock)
        return True

    def replay_state(self, state: elfer.State) -> bool:
        zones = zones_of(self.past.game, state)
        return self.replay(hands_in(zones, self.past.players), cards_of(zones["stock"]))


# --- all that could be -----------------------------------------------------------------------------------------

Placement = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]
"""The hands, each sorted, and the stock."""


def placement(hands: Sequence[Iterable[Card]], stock: Iterable[Card]) -> Placement:
    return tuple(tuple(sorted(hand)) for hand in hands), tuple(stock)


def placements(past: Round, until: int, seat: int) -> Iterator[Placement]:
    """Every way to lay out the cards that the seat does not see."""
    zones = zones_of(past.game, past.states[until])
    hands, stock = hands_in(zones, past.players), cards_of(zones["stock"])
    others = [number for number in range(past.players) if number != seat]
    unseen = sorted([*chain(*(hands[number] for number in others)), *stock])

    def dealt(numbers: list[int], cards: list[Card]) -> Iterator[dict[int, tuple[Card, ...]]]:
        if not numbers:
            yield {}
            return
        for hand in combinations(cards, len(hands[numbers[0]])):
            left = [card for card in cards if card not in hand]
            for rest in dealt(numbers[1:], left):
                yield {numbers[0]: hand, **rest}

    for out in dealt(others, unseen):
        held = {seat: tuple(hands[seat]), **out}
        left = [card for card in unseen if not any(card in hand for hand in held.values())]
        for order in permutations(left):
            yield placement([held[number] for number in range(past.players)], order)


def how_many_placements(past: Round, until: int, seat: int) -> int:
    zones = zones_of(past.game, past.states[until])
    sizes = [len(hand) for number, hand in enumerate(hands_in(zones, past.players)) if number != seat]
    stock = len(cards_of(zones["stock"]))
    return factorial(sum(sizes) + stock) // prod(map(factorial, sizes))


def likelihoods(past: Round, until: int, seat: int) -> dict[Placement, int]:
    """The placements that could be true, and how likely each is beside the others.

    All deals being equally likely, they are all alike, but for one thing: where a card was just drawn and nobody
    else can tell yet whether it fits, it may be any card of the hand if none fits, and only the one that does else.
    """
    trace, last = Trace(past, until, seat), past.steps[until - 1]
    out = {}
    for held, stock in placements(past, until, seat):
        if trace.arrivals(held) is None:
            continue
        fitting = [card for card in held[last.seat] if card in last.fitting]
        open_question = past.undecided(until) and last.seat != seat and not fitting
        out[held, stock] = len(held[last.seat]) if open_question else 1
    return out
