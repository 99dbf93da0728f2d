"""Quartett once more, told plainly: cards are words, hands are sets. Written from the rules alone.

It knows everything, so it notes of each denial at once whether it is wrong, which players cannot.
"""

from __future__ import annotations

from collections.abc import Sequence

COLOURS = "rygb"


def number(card: str) -> str:
    return card[1:]


def quartet(card: str) -> set[str]:
    return {colour + number(card) for colour in COLOURS}


class Plain:
    def __init__(self, cards: Sequence[str], players: int, honour: bool) -> None:
        self.players, self.honour = players, honour
        self.hands: list[set[str]] = [set() for _ in range(players)]
        self.quartets: list[list[str]] = [[] for _ in range(players)]
        self.marks = [0] * players
        self.lies: list[tuple[int, int, str]] = []
        self.question: tuple[int, str] | None = None
        seat = 0  # the dealer
        for card in cards:
            seat = self.right_of(seat)
            self.hands[seat].add(card)
            self.marks[seat] -= 1
        for seat in range(players):
            self.lay_off(seat)
        self.seat: int | None = self.right_of(0)
        self.pass_on()

    def right_of(self, seat: int) -> int:
        return (seat - 1) % self.players

    def pass_on(self) -> None:
        """Whoever is to ask needs cards."""
        if not any(self.hands):
            self.seat = None
        while self.seat is not None and not self.hands[self.seat]:
            self.seat = self.right_of(self.seat)

    def lay_off(self, seat: int) -> None:
        for card in sorted(self.hands[seat]):
            if quartet(card) <= self.hands[seat]:
                self.hands[seat] -= quartet(card)
                self.quartets[seat].append(number(card))
                for shown in quartet(card):
                    self.comes_to_light(seat, shown)

    def comes_to_light(self, holder: int, card: str) -> None:
        for lie in [lie for lie in self.lies if lie[1:] == (holder, card)]:
            self.lies.remove(lie)
            self.marks[holder] -= 5
            self.marks[lie[0]] += 5

    def to_act(self) -> int | None:
        return self.question[0] if self.question else self.seat

    def actions(self) -> set[str]:
        if self.question:
            asked, card = self.question
            return {"deny", f"give {card}"} if card in self.hands[asked] else {"deny"}
        assert self.seat is not None
        mine = self.hands[self.seat]
        cards = {card for held in mine for card in quartet(held)} - mine
        others = [seat for seat in range(self.players) if seat != self.seat and self.hands[seat]]
        return {f"ask {seat} {card}" for seat in others for card in cards}

    def do(self, action: str) -> None:
        assert action in self.actions()
        word, *rest = action.split()
        if word == "ask":
            self.question = int(rest[0]), rest[1]
            if not self.honour:
                self.answer(rest[1] in self.hands[int(rest[0])])
        else:
            self.answer(word == "give")

    def answer(self, gives: bool) -> None:
        assert self.question is not None
        assert self.seat is not None
        (asked, card), self.question = self.question, None
        if not gives:
            if card in self.hands[asked]:
                self.lies.append((self.seat, asked, card))
            self.seat = asked
            return
        self.comes_to_light(asked, card)
        self.hands[asked].remove(card)
        self.hands[self.seat].add(card)
        self.lay_off(self.seat)
        self.pass_on()

    def points(self) -> list[int]:
        return [paid + 4 * len(laid) for paid, laid in zip(self.marks, self.quartets, strict=True)]
