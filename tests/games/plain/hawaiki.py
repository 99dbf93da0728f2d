"""Hawaiki once more, told plainly.

Cards are words, piles are lists, and a round is one story that stops whenever somebody has to do or say something.
Written from the rules alone, to be played in lockstep with the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

COLOURS = "vgoyb"
CARDS = [f"{colour}{value}" for colour in COLOURS for value in range(1, 8)] * 2
PILES = "abc"
WORDS = ("pair", "straight", "flush", "triplet")

Question = dict[int, set[str]]
"""By seat: what it may do."""
Answers = dict[int, str]
Story = Generator[Question, Answers, None]


def standing(tops: Sequence[str]) -> set[tuple[str, object]]:
    """The combinations that three tops show, each with what makes it another one."""
    colours, values = {top[0] for top in tops}, {int(top[1]) for top in tops}
    out: set[tuple[str, object]] = set()
    if len(colours) == 1:
        out.add(("flush", min(colours)))
    if len(values) == 1:
        out.add(("triplet", min(values)))
    if len(values) == 3 and max(values) - min(values) == 2:
        out.add(("straight", frozenset(values)))
    return out


class Plain:
    """A round."""

    def __init__(
        self,
        hands: Sequence[Sequence[str]],
        piles: Sequence[str],
        stock: Sequence[str],
        first: int,
        markers: Sequence[int],
        options: Mapping[str, Any],
        mix: Callable[[list[str]], list[str]],
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.hidden: list[str | None] = [None] * len(hands)
        self.piles = {name: [card] for name, card in zip(PILES, piles, strict=True)}
        self.stock = list(stock)
        """The top is the last."""
        self.markers, self.options, self.mix = list(markers), options, mix
        self.players, self.strict = len(hands), options["speech"] == "strict"
        self.winner: int | None = None
        self.passed: list[int] = []
        self.used: set[tuple[int, str]] = set()
        self.story = self.whole(first)
        self.answers: Answers = {}
        self.asked: Question = next(self.story)

    def do(self, seat: int, action: str) -> None:
        self.answers[seat] = action
        if len(self.answers) < len(self.asked):
            return
        answers, self.answers = self.answers, {}
        try:
            self.asked = self.story.send(answers)
        except StopIteration:
            self.asked = {}

    def waiting(self) -> Question:
        return {seat: may for seat, may in self.asked.items() if seat not in self.answers}

    # --- the story -------------------------------------------------------------------------------------------

    def whole(self, first: int) -> Story:
        if self.options["one_hidden"] == "on":
            picks = yield {seat: {f"hide {card}" for card in hand} for seat, hand in enumerate(self.hands)}
            self.hidden = [picks[seat].removeprefix("hide ") for seat in range(self.players)]
        seat = first
        while not self.over:
            yield from self.turns(seat)
            seat = (seat - 1) % self.players
        self.markers = [max(0, have - len(hand)) for have, hand in zip(self.markers, self.hands, strict=True)]

    @property
    def over(self) -> bool:
        return self.winner is not None or len(set(self.passed)) == self.players

    def turns(self, seat: int) -> Story:
        """A turn, or two in a row."""
        yield from self.turn(seat, second=False)
        if (seat, "twice") in self.used and not self.over:
            self.used.remove((seat, "twice"))
            yield from self.turn(seat, second=True)

    def turn(self, seat: int, *, second: bool) -> Story:
        """A turn with all that goes again in it."""
        at_start, again = not second, True
        while again and not self.over:
            announced = ""
            while True:
                action = (yield {seat: self.may(seat, announced, at_start, second)})[seat]
                if action.startswith("bury"):
                    self.pay(seat, "bury")
                    self.stock.insert(0, self.piles[action[-1]].pop())
                    self.passed = []
                elif action == "announce second-chance":
                    self.pay(seat, "chance")
                    self.used.add((seat, "twice"))
                elif action.startswith("announce"):
                    announced = action.split()[1]
                else:
                    break
            at_start = again = False
            if action == "draw":
                self.passed = []
                self.draw(seat)
            elif action == "pass":
                self.passed.append(seat)
            else:
                self.passed = []
                again = yield from self.lay(seat, action, announced)

    def lay(self, seat: int, action: str, announced: str) -> Generator[Question, Answers, bool]:
        card, pile = action.split("@")
        made = self.made(card, pile)
        was_hidden = self.hidden[seat] == card and self.hands[seat].count(card) == 1
        self.hands[seat].remove(card)
        self.piles[pile].append(card)
        if not self.hands[seat]:
            self.winner = seat
        if was_hidden:
            self.hidden[seat] = None
        if self.strict:
            calls = yield {other: {*(f"call {word}" for word in WORDS), "silent"} for other in self.others(seat)}
            if made and not announced and f"call {made}" in calls.values():
                self.draw(seat)
        else:
            announced = made
        yield from self.effects(seat, announced)
        if was_hidden and self.winner is None:
            action = (yield {seat: {"pass", *(f"hide {card}" for card in self.hands[seat])}})[seat]
            if action != "pass":
                self.hidden[seat] = action.removeprefix("hide ")
        return bool(announced)

    def effects(self, seat: int, announced: str) -> Story:
        others = self.others(seat)
        if announced == "straight":
            named = yield from self.named(seat, {f"name {other}" for other in others})
            yield from self.gift(named, 1)
        if announced == "flush":
            couples = {f"name {a} {b}" for a in others for b in others if a < b}
            named = yield from self.named(seat, couples | {f"name {other}" for other in others})
            yield from self.gift(named, 2 if len(named) == 1 and self.options["flush"] == "two" else 1)
        if announced == "triplet":
            yield from self.gift(others, 1)

    def named(self, seat: int, may: set[str]) -> Generator[Question, Answers, list[int]]:
        choice = (yield {seat: may})[seat] if len(may) > 1 else min(may)
        seats = [int(word) for word in choice.split()[1:]]
        return [other for other in self.others(seat) if other in seats]

    def gift(self, seats: list[int], cards: int) -> Story:
        got = {seat: sum(self.draw(seat) for _ in range(cards)) for seat in seats}
        words = {seat: {1: "call thanks", 2: "call many-thanks"}[number] for seat, number in got.items() if number}
        if self.strict and words:
            said = yield {seat: {word, "silent"} for seat, word in words.items()}
            for seat in words:
                if said[seat] == "silent":
                    self.draw(seat)

    # --- what is possible ------------------------------------------------------------------------------------

    def others(self, seat: int) -> list[int]:
        return [(seat - n) % self.players for n in range(1, self.players)]

    def made(self, card: str, pile: str) -> str:
        """The combination that a card forms, or nothing."""
        tops = {name: cards[-1] for name, cards in self.piles.items()}
        if card == tops[pile]:
            return "pair"
        new = standing([*(tops | {pile: card}).values()]) - standing([*tops.values()])
        words = [word for word, _ in new]
        assert len(words) < 2
        return "".join(words)

    def lays(self, seat: int, announced: str = "") -> dict[str, str]:
        """What can be laid, and what each lay forms."""
        return {
            f"{card}@{pile}": self.made(card, pile)
            for card in self.hands[seat]
            for pile in PILES
            if card[0] == self.piles[pile][-1][0] or card[1] == self.piles[pile][-1][1]
            if announced in ("", self.made(card, pile))
        }

    def may(self, seat: int, announced: str, at_start: bool, second: bool) -> set[str]:
        lays = {} if second and len(self.hands[seat]) == 1 else self.lays(seat, announced)
        out = set(lays)
        if announced:
            return out
        if self.strict:
            out |= {f"announce {made}" for made in lays.values() if made}
        if at_start and self.markers[seat] > 1:
            if self.options["sacrifice"] == "on" and (seat, "bury") not in self.used and len(self.hands[seat]) > 1:
                out |= {f"bury {pile}" for pile in PILES if len(self.piles[pile]) > 1}
            if self.options["second_chance"] == "on" and (seat, "chance") not in self.used:
                out.add("announce second-chance")
        if self.stock or any(len(pile) > 1 for pile in self.piles.values()):
            out.add("draw")
        elif not lays:
            out.add("pass")
        return out

    def pay(self, seat: int, for_what: str) -> None:
        self.markers[seat] -= 1
        self.used.add((seat, for_what))

    def draw(self, seat: int) -> bool:
        if not self.stock:
            below = [card for pile in PILES for card in self.piles[pile][:-1]]
            if not below:
                return False
            self.stock = self.mix(below)
            self.piles = {name: cards[-1:] for name, cards in self.piles.items()}
        self.hands[seat].append(self.stock.pop())
        return True
