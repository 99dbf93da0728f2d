"""Mogeln once more, told plainly.

Cards are words, hands and piles are lists, and nothing is kept that can be looked up. Written from the rules alone,
to be played in lockstep with the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

COLOURS = ["r", "y", "g", "b"]
BOUND = 2000

Call = tuple[int, str]
"""After how many milliseconds, and which word."""


class Plain:
    """A round."""

    def __init__(
        self, hands: Sequence[Sequence[str]], dealer: int, *, colours: int, sorted_piles: bool, last_wins: bool
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.colours, self.sorted_piles, self.last_wins = colours, sorted_piles, last_wins
        self.pile: list[str] = []
        self.aside: list[str] = []
        self.prepared: list[str] = []
        self.out: list[int] = []
        self.number, self.piles_before, self.moves = 1, 0, 0
        self.passed: list[int] = []
        self.seat = self.next_after(dealer)
        self.objecting = False
        self.over = False

    def next_after(self, seat: int) -> int:
        seat = (seat + 1) % len(self.hands)
        return self.next_after(seat) if seat in self.out else seat

    def is_true(self, card: str) -> bool:
        """MO-2, MO-9."""
        colour = COLOURS[: self.colours][self.piles_before % self.colours]
        return int(card[1:]) == self.number and (not self.sorted_piles or card[0] == colour)

    def actions(self) -> set[str]:
        """What whoever is up can do; answers to a lay are not listed."""
        hand = self.hands[self.seat]
        slips = {f"slip {card}" for card in hand} if len(hand) >= 2 else set()
        return {*hand, *slips} | (set() if self.prepared else {"pass"})

    def do(self, action: str) -> None:
        if action == "pass":
            self.moves += 1
            self.passed.append(self.seat)
            if len(self.passed) == len(self.hands) - len(self.out):  # MO-3
                self.passed = []
                self.count_on()
            self.go_on()
            return
        card = action.split()[-1]
        self.hands[self.seat].remove(card)
        self.prepared.append(card)
        if not action.startswith("slip"):
            self.moves += 1
            self.passed = []
            self.objecting = True

    def count_on(self) -> None:
        if self.number == 20:  # MO-3, MO-4
            self.aside += self.pile
            self.new_pile()
        else:
            self.number += 1

    def new_pile(self) -> None:
        self.pile, self.number = [], 1
        self.piles_before += 1

    def answered(self, calls: Mapping[int, Call]) -> None:
        """All others have called, or kept silent."""
        layer, several, top = self.seat, len(self.prepared) > 1, self.prepared[-1]
        self.pile += self.prepared
        self.prepared, self.objecting = [], False
        if calls:
            caller = self.who_counts(calls)
            word = calls[caller][1]
            caught = several if word == "more-than-one" else not self.is_true(top)  # MO-5, MO-7
            self.hands[layer if caught else caller] += self.pile
            self.new_pile()  # MO-6
        else:
            self.count_on()
        if not self.hands[layer]:  # MO-10
            self.out.append(layer)
        self.go_on()

    def who_counts(self, calls: Mapping[int, Call]) -> int:
        """MO-8."""
        quickest = min(after for after, _ in calls.values())
        seat = self.seat
        while True:
            seat = self.next_after(seat)
            if seat in calls and calls[seat][0] < quickest + 15:
                return seat

    def go_on(self) -> None:
        left = len(self.hands) - len(self.out)
        won = left == 1 if self.last_wins else bool(self.out)
        self.over = won or self.moves == BOUND
        if not self.over:
            self.seat = self.next_after(self.seat)

    def winners(self) -> list[int]:
        counts = list(map(len, self.hands))
        best = max(counts) if self.last_wins else min(counts)
        return [seat for seat, count in enumerate(counts) if count == best]
