"""Schnipp-Schnapp once more, told plainly.

Cards are words, piles are lists, and nothing is kept that can be looked up. Written from the rules alone, to be
played in lockstep with the engine.
"""

from __future__ import annotations

Call = tuple[str, int]
"""A word and how long it took; silence is `("", 0)`."""


def number(card: str) -> str:
    return card[1:]


def quartets(cards: list[str]) -> list[str]:
    """The cards whose number is there four times."""
    return [card for card in cards if sum(number(other) == number(card) for other in cards) == 4]


class Plain:
    """A round. The top of a stack, as of any pile, is its last card."""

    def __init__(self, hands: list[list[str]], *, turns: int, together: bool) -> None:
        self.players, self.turns, self.together = len(hands), turns, together
        self.aside = [quartets(hand) for hand in hands]
        self.stacks = [[card for card in hand if card not in quartets(hand)] for hand in hands]
        self.piles: list[list[str]] = [[] for _ in hands]
        self.schnipp: list[str] = []
        self.barred = [False] * self.players
        self.count = 0
        self.answers: dict[int, Call] | None = None
        """What was called, while a window is open."""
        self.ready: set[int] = set()
        """Who has said so before all turn up together."""
        self.seat = self.players - 1
        self.over = False

    def in_play(self, seat: int) -> bool:
        return bool(self.stacks[seat] + self.piles[seat])

    def to_act(self) -> set[int]:
        if self.over:
            return set()
        everyone = set(range(self.players))
        if self.answers is not None:
            return {s for s in everyone if self.may_call(s)} - self.answers.keys()
        return {s for s in everyone if self.in_play(s)} - self.ready if self.together else {self.seat}

    def may_call(self, seat: int) -> bool:
        return self.in_play(seat) or not self.barred[seat]

    def words(self, seat: int) -> set[str]:
        if seat not in self.to_act():
            return set()
        if self.answers is None:
            return {"turn"}
        return {"silent", "call schnipp"} | ({"call schnapp"} if self.in_play(seat) else set())

    # --- turning up

    def turn(self, seat: int) -> None:
        if not self.together:
            self.turn_up(seat)
            self.answers = {}
            return
        self.ready.add(seat)
        if not self.to_act():
            for each in self.ready:
                self.turn_up(each)
            self.ready, self.answers = set(), {}

    def turn_up(self, seat: int) -> None:
        if not self.stacks[seat]:  # SS-7
            self.stacks[seat], self.piles[seat] = self.piles[seat][::-1], []
        self.piles[seat].append(self.stacks[seat].pop())
        self.count += 1

    # --- calling

    def answer(self, seat: int, call: Call) -> None:
        assert self.answers is not None
        self.answers[seat] = call
        if not self.to_act():
            answers, self.answers = self.answers, None
            self.decide(answers)
            self.go_on()

    def decide(self, answers: dict[int, Call]) -> None:
        had_cards = [self.in_play(seat) for seat in range(self.players)]
        tops = {seat: number(pile[-1]) for seat, pile in enumerate(self.piles) if pile}
        new = set(tops.values()) if self.together else {tops[self.seat]}
        due = bool(self.schnipp) and number(self.schnipp[-1]) in new
        right, wrong = {}, []
        for seat, (word, time) in answers.items():
            if word == "schnapp":
                mine = tops.get(seat)
                fits = mine in new and list(tops.values()).count(mine or "") > 1
            else:
                fits = due
            if word and fits:
                right[seat] = (word, time)
            elif word:
                wrong.append((time, (self.seat - seat) % self.players, seat))
        for shown in new:
            self.schnapp(shown, tops, {s: t for s, (w, t) in right.items() if w == "schnapp" and tops[s] == shown})
        first = self.first({s: t for s, (w, t) in right.items() if w == "schnipp"})
        if len(first) == 1:  # SS-4
            self.put_under(first[0], self.schnipp)
            self.schnipp, self.barred = [], [False] * self.players
        for _, _, seat in sorted(wrong):
            self.schnipp += self.piles[seat]
            self.piles[seat] = []
            self.barred[seat] = self.barred[seat] or not had_cards[seat]

    def schnapp(self, shown: str, tops: dict[int, str], callers: dict[int, int]) -> None:
        first = self.first(callers)
        for seat in first:  # SS-6, or the winner's own pile
            self.put_under(seat, self.piles[seat])
            self.piles[seat] = []
        if len(first) == 1:  # SS-3
            for other in self.after(first[0]):
                if tops.get(other) == shown:
                    self.put_under(first[0], self.piles[other])
                    self.piles[other] = []

    def first(self, callers: dict[int, int]) -> list[int]:
        return [seat for seat in callers if callers[seat] < min(callers.values()) + 15]

    def put_under(self, seat: int, pile: list[str]) -> None:
        self.stacks[seat] = pile[::-1] + self.stacks[seat]

    # --- going on

    def after(self, seat: int) -> list[int]:
        return [(seat - n) % self.players for n in range(1, self.players)]

    def go_on(self) -> None:
        holders = [seat for seat in (*self.after(self.seat), self.seat) if self.in_play(seat)]
        all_with_one = len(holders) == 1 and not self.schnipp
        self.over = self.count >= self.turns or all_with_one or not holders
        if holders:
            self.seat = holders[0]

    def points(self) -> list[int]:
        held = [self.stacks[seat] + self.piles[seat] for seat in range(self.players)]
        if self.together:
            return [len(cards) + len(aside) for cards, aside in zip(held, self.aside, strict=True)]
        return [len(quartets(cards) + aside) // 4 for cards, aside in zip(held, self.aside, strict=True)]
